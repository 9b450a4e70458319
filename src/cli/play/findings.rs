//! What a search has found out about a position, from its `info` lines.

use noughts::game::{GameState, Side, Square};
use noughts::protocol::{Info, ScoreValue};
use noughts::search::Score;

/// The value of a move and the line that begins with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    /// For the side to move.
    pub(super) score: Score,
    /// Whether the distance is exact.
    pub(super) exact: bool,
    /// The line, which begins with the move.
    pub(super) line: Vec<Square>,
}

/// The findings about one position, best move first.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// By rank.
    ranks: Vec<Option<Finding>>,
    /// Whether the lines to come are about a proven draw or an exact distance.
    announced: [bool; 2],
    nodes: u64,
}

/// The most lines kept.
const MOST: usize = 128;

impl Findings {
    /// Reads an `info` line about the position of `state`.
    pub(super) fn read(&mut self, info: &Info, state: &dyn GameState) {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        match info.string.as_deref() {
            Some("proven draw") => self.announced[0] = true,
            Some("exact distance") => self.announced[1] = true,
            _ => {}
        }
        let rank = info.multipv.map_or(0, |rank| rank.saturating_sub(1) as usize);
        let Some(score) = &info.score else { return };
        let line: Vec<Square> =
            info.pv.iter().map_while(|name| state.board().parse(name)).collect();
        if rank >= MOST || line.first().is_none_or(|&square| !state.legal().contains(square)) {
            return;
        }
        // A new round of lines begins with the first one.
        if rank == 0 {
            self.ranks.clear();
        }
        let [draw, exact] =
            if rank == 0 { std::mem::take(&mut self.announced) } else { [false; 2] };
        let score = match score.value {
            ScoreValue::Mate(plies @ 1..) => Score::Win(plies.unsigned_abs()),
            ScoreValue::Mate(plies) => Score::Loss(plies.unsigned_abs()),
            ScoreValue::Cp(0) if draw => Score::Draw,
            ScoreValue::Cp(value) => Score::Cp(value),
        };
        self.ranks.resize(self.ranks.len().max(rank + 1), None);
        self.ranks[rank] = Some(Finding { score, exact, line });
    }

    /// Marks all lines of even value as drawn if the search has ended before
    /// its limit, which it does when it has proven the values of all lines.
    pub(super) fn ended_early(&mut self) {
        let even = Score::Cp(0);
        let found = || self.ranks.iter().flatten();
        if found().all(|finding| finding.score.is_proven() || finding.score == even) {
            for finding in self.ranks.iter_mut().flatten().filter(|f| f.score == even) {
                finding.score = Score::Draw;
            }
        }
    }

    /// The findings so far, best move first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Finding> {
        self.ranks.iter().flatten()
    }

    /// The best move with its value.
    pub(super) fn best(&self) -> Option<&Finding> {
        self.all().next()
    }

    /// The finding about a move.
    pub(super) fn of(&self, square: Square) -> Option<&Finding> {
        self.all().find(|finding| finding.line.first() == Some(&square))
    }

    /// The nodes that the search has visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Finding {
    /// The value for `side`, if `mover` is to move.
    pub(super) fn score_for(&self, side: Side, mover: Side) -> Score {
        match self.score {
            score if side == mover => score,
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Cp(value) => Score::Cp(value.saturating_neg()),
            Score::Draw => Score::Draw,
        }
    }

    /// The value in words.
    pub(super) fn words(&self, state: &dyn GameState) -> String {
        let (side, other) = (state.side(), !state.side());
        let within = if self.exact { "in" } else { "within" };
        let plies =
            |plies: u32| if plies == 1 { "1 ply".to_string() } else { format!("{plies} plies") };
        match self.score {
            Score::Win(n) => format!("{side} wins {within} {}", plies(n)),
            Score::Loss(n) => format!("{other} wins {within} {}", plies(n)),
            Score::Draw => "a draw".to_string(),
            Score::Cp(value) => format!("{:+.2} for {side}, an estimate", f64::from(value) / 100.0),
        }
    }

    /// The value in at most `width` characters, at least 1: `+5` wins within
    /// five plies, `-4` loses within four, `=` draws, `0.3` is an estimate.
    pub(super) fn mark(&self, width: usize) -> String {
        let forms = match self.score {
            Score::Win(plies) => [format!("+{plies}"), "+".to_string()],
            Score::Loss(plies) => [format!("-{plies}"), "-".to_string()],
            Score::Draw => ["=".to_string(), "=".to_string()],
            Score::Cp(value) => {
                let tenths = f64::from(value.clamp(-9_999, 9_999)) / 100.0;
                let sign = if value < 0 { "-" } else { "" };
                let short = match tenths.abs() {
                    size if size < 0.95 => format!("{sign}.{:.0}", size * 10.0),
                    size if size < 9.95 && width > sign.len() + 2 => format!("{sign}{size:.1}"),
                    size => format!("{sign}{size:.0}."),
                };
                let sign = if value < 0 { "<" } else { ">" };
                [short, sign.to_string()]
            }
        };
        let fits = |form: &&String| form.chars().count() <= width;
        forms.iter().find(fits).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::game::new_game;
    use noughts::protocol::Reply;

    fn findings(lines: &[&str]) -> Findings {
        let state = new_game(&"tictactoe".parse().unwrap_or_else(|error| panic!("{error}")));
        let mut findings = Findings::default();
        for line in lines {
            let Reply::Info(info) = Reply::parse(line) else { panic!("{line}") };
            findings.read(&info, &*state);
        }
        findings
    }

    #[test]
    fn the_last_round_of_lines_counts() {
        let found = findings(&[
            "info multipv 1 score cp 5 pv a1",
            "info multipv 2 score cp 4 pv a2",
            "info string exact distance",
            "info multipv 1 score mate 3 nodes 9 pv b2 a1",
        ]);
        let best = found.best().map(|best| (best.score, best.exact, best.line.len()));
        assert_eq!(best, Some((Score::Win(3), true, 2)));
        assert_eq!((found.all().count(), found.nodes()), (1, 9));
        // Lines that are no lines of this position.
        for bad in ["score cp 5", "score cp 5 pv z9", "score cp 5 multipv 4000000000 pv a1"] {
            assert_eq!(findings(&[&format!("info {bad}")]).best(), None, "{bad}");
        }
    }

    #[test]
    fn draws_are_announced_or_follow_from_an_early_end() {
        let mut found = findings(&[
            "info string proven draw",
            "info multipv 1 score cp 0 pv a1",
            "info multipv 2 score cp 0 pv a2",
            "info multipv 3 score mate -4 pv a3",
        ]);
        let scores = |found: &Findings| found.all().map(|f| f.score).collect::<Vec<_>>();
        assert_eq!(scores(&found), [Score::Draw, Score::Cp(0), Score::Loss(4)]);
        found.ended_early();
        assert_eq!(scores(&found), [Score::Draw, Score::Draw, Score::Loss(4)]);
        let mut open = findings(&["info score cp 0 pv a1", "info multipv 2 score cp -1 pv a2"]);
        open.ended_early();
        assert_eq!(scores(&open), [Score::Cp(0), Score::Cp(-1)]);
    }

    #[test]
    fn marks_fit_their_squares() {
        let mark = |score, width| Finding { score, exact: false, line: Vec::new() }.mark(width);
        for (score, marks) in [
            (Score::Win(5), ["+", "+5", "+5"]),
            (Score::Loss(12), ["-", "-", "-12"]),
            (Score::Draw, ["=", "=", "="]),
            (Score::Cp(31), [">", ".3", ".3"]),
            (Score::Cp(-31), ["<", "<", "-.3"]),
            (Score::Cp(-412), ["<", "<", "-4."]),
            (Score::Cp(412), [">", "4.", "4.1"]),
            (Score::Cp(18_000), [">", ">", "100"]),
        ] {
            for (width, expected) in (1..).zip(marks) {
                assert!(mark(score, width).chars().count() <= width);
                if score != Score::Cp(18_000) {
                    assert_eq!(mark(score, width), expected, "{score:?} {width}");
                }
            }
        }
    }
}
