//! The findings of a search about a position, from its `info` lines.

use noughts::game::lines::Shape;
use noughts::game::{GameState, Square};
use noughts::protocol::{Info, ScoreValue};
use noughts::search::Score;
use noughts::values::Value;

/// The findings about one position, best move first.
#[derive(Clone, Debug, Default)]
pub(in crate::cli::commands::play) struct Findings {
    /// The findings by rank (`multipv`).
    ranks: Vec<Option<Value>>,
    /// The announcements for the next round of lines, and for the current one.
    next: Announced,
    current: Announced,
    /// The simulations through each move, if the search counts them.
    visits: Vec<(Square, u64)>,
    /// The values of moves by a quick look at each, for those without a line.
    glances: Vec<Value>,
}

/// Announcements about a round of lines.
#[derive(Clone, Debug, Default)]
struct Announced {
    /// Whether the first line is a proven draw.
    draw: bool,
    /// Whether the distance of the first line is exact.
    exact: bool,
    /// The moves that are proven draws.
    draws: Vec<Square>,
    /// The moves with exact distances.
    exacts: Vec<Square>,
}

/// The conditions for showing an estimate: its minimum number of simulations,
/// and the maximum ratio of those of the most visited move to its own. The mean
/// of 100 results from 0 to 1 is seldom off by more than 0.1; a move with less
/// than a thousandth of the simulations has hardly been examined.
const EVIDENCE: (u64, u64) = (100, 1000);

/// The maximum number of lines requested and kept: all moves of the largest
/// board.
pub(in crate::cli::commands::play) const MAX_LINES: usize = Shape::MAX_SQUARES;

impl Findings {
    /// Reads an `info` line about the position of `state`.
    pub(in crate::cli::commands::play) fn read(&mut self, info: &Info, state: &dyn GameState) {
        match info.string.as_deref() {
            Some("proven draw") => self.next.draw = true,
            Some("exact distance") => self.next.exact = true,
            Some(text) => self.read_moves(text, state),
            None => {}
        }
        let rank = info.multipv.map_or(0, |rank| rank.saturating_sub(1) as usize);
        // A bound is the news of a search that goes on, not the value of a move.
        let Some(score) = info.score.filter(|score| score.bound.is_none()) else { return };
        let line: Vec<Square> =
            info.pv.iter().map_while(|name| state.board().parse(name)).collect();
        if rank >= MAX_LINES || line.first().is_none_or(|&square| !state.legal().contains(square)) {
            return;
        }
        // The line of rank 1 begins a new round.
        if rank == 0 {
            self.ranks.clear();
            self.current = std::mem::take(&mut self.next);
        }
        let Announced { draw, exact, draws, exacts } = &self.current;
        let draw = *draw && rank == 0 || draws.contains(&line[0]);
        let exact = *exact && rank == 0 || exacts.contains(&line[0]);
        let (score, chance) = match score.value {
            ScoreValue::Mate(plies @ 1..) => (Score::Win(plies.unsigned_abs()), 1.0),
            ScoreValue::Mate(plies) => (Score::Loss(plies.unsigned_abs()), 0.0),
            ScoreValue::Cp(0) if draw => (Score::Draw, 0.5),
            ScoreValue::Cp(value) => self.at_most_best(value, chance_of(info.wdl, value), rank),
        };
        self.ranks.resize(self.ranks.len().max(rank + 1), None);
        self.ranks[rank] = Some(Value { score, chance, exact, line });
    }

    /// Reads the text of an `info string` about moves.
    fn read_moves(&mut self, text: &str, state: &dyn GameState) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let square = |name: &&str| state.board().parse(name);
        match &words[..] {
            ["proven", "draws", names @ ..] => {
                self.next.draws = names.iter().filter_map(square).collect();
            }
            ["exact", "distances", names @ ..] => {
                self.next.exacts = names.iter().filter_map(square).collect();
            }
            ["move", name, "visits", visits, ..] => {
                let (Some(square), Ok(visits)) = (square(name), visits.parse()) else { return };
                self.visits.retain(|known| known.0 != square);
                self.visits.push((square, visits));
            }
            _ => {}
        }
    }

    /// Limits an estimate to that of the best move, which the search has
    /// examined more and prefers.
    fn at_most_best(&self, value: i32, chance: f64, rank: usize) -> (Score, f64) {
        match self.best().filter(|_| rank > 0).map(|best| (best.score, best.chance)) {
            Some((Score::Cp(best), limit)) => (Score::Cp(value.min(best)), chance.min(limit)),
            Some((Score::Draw, limit)) => (Score::Cp(value.min(0)), chance.min(limit)),
            _ => (Score::Cp(value), chance),
        }
    }

    /// Whether a value is proven or rests on enough simulations to be shown.
    /// Searches that do not count simulations search all moves to the same
    /// depth, so all their estimates are shown.
    fn has_evidence(&self, finding: &Value) -> bool {
        let Some(&max) = self.visits.iter().map(|(_, visits)| visits).max() else { return true };
        let of = |square| self.visits.iter().find(|known| known.0 == square).map(|known| known.1);
        let visits = finding.line.first().and_then(|&square| of(square)).unwrap_or(0);
        let (min, ratio) = EVIDENCE;
        finding.score.is_proven() || visits >= min.max(max / ratio)
    }

    /// The findings so far, best move first.
    pub(in crate::cli::commands::play) fn all(&self) -> impl Iterator<Item = &Value> {
        self.ranks.iter().flatten()
    }

    /// The best move with its value.
    pub(in crate::cli::commands::play) fn best(&self) -> Option<&Value> {
        self.all().next()
    }

    /// The findings with enough evidence to be shown; they always include the
    /// best move.
    pub(in crate::cli::commands::play) fn shown(&self) -> impl Iterator<Item = &Value> {
        let best = self.best();
        self.all().filter(move |&finding| Some(finding) == best || self.has_evidence(finding))
    }

    /// The finding about a move: that of the search, if it is shown, or of a quick look.
    pub(in crate::cli::commands::play) fn of(&self, square: Square) -> Option<&Value> {
        let is_of = |finding: &&Value| finding.line.first() == Some(&square);
        self.shown().find(is_of).or_else(|| self.glances.iter().find(is_of))
    }

    /// Adds the values of a quick look at each move.
    pub(super) fn with_glances(self, glances: &[Value]) -> Findings {
        Findings { glances: glances.to_vec(), ..self }
    }
}

/// The expected score by wins, draws and losses or, of an engine that reports none, by
/// centipoints.
fn chance_of(wdl: Option<[u32; 3]>, centipoints: i32) -> f64 {
    match wdl.map(|wdl| wdl.map(f64::from)) {
        Some([win, draw, loss]) if win + draw + loss > 0.0 => {
            (win + draw / 2.0) / (win + draw + loss)
        }
        _ => 1.0 / (1.0 + (-f64::from(centipoints) / 100.0).exp()),
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
        assert_eq!(found.all().count(), 1);
        // Lines without a legal move, with too great a rank or with a bound are ignored.
        for bad in [
            "score cp 5",
            "score cp 5 pv z9",
            "score cp 5 multipv 4000000000 pv a1",
            "score mate 3 lowerbound pv a1",
        ] {
            assert_eq!(findings(&[&format!("info {bad}")]).best(), None, "{bad}");
        }
    }

    #[test]
    fn only_announced_draws_are_draws() {
        let lines = [
            "info string proven draw",
            "info multipv 1 score cp 0 pv a1",
            "info multipv 2 score cp 0 pv a2",
            "info multipv 3 score cp 0 pv b2",
            "info multipv 4 score mate -4 pv a3",
        ];
        let scores = |found: Findings| found.all().map(|f| f.score).collect::<Vec<_>>();
        let even = Score::Cp(0);
        assert_eq!(scores(findings(&lines)), [Score::Draw, even, even, Score::Loss(4)]);
        let several = [&["info string proven draws a1 b2"], &lines[1..]].concat();
        let expected = [Score::Draw, even, Score::Draw, Score::Loss(4)];
        assert_eq!(scores(findings(&several)), expected);
        // They hold for one round of lines only.
        let next = [&several[..], &lines[1..]].concat();
        assert_eq!(scores(findings(&next)), [even, even, even, Score::Loss(4)]);
    }

    #[test]
    fn values_without_evidence_are_not_shown() {
        let mut found = findings(&[
            "info string move b2 visits 200000 mean 0.600",
            "info string move a1 visits 1000 mean 0.700",
            "info string move a2 visits 199 mean 0.900",
            "info string move a3 visits 3 mean 0.000",
            "info multipv 1 score cp 200 pv b2",
            "info multipv 2 score cp 400 pv a1",
            "info multipv 3 score cp 900 pv a2",
            "info multipv 4 score mate -2 pv a3",
            "info multipv 5 score cp 0 pv c3",
        ]);
        let shown = |found: &Findings| found.shown().map(|f| f.score).collect::<Vec<_>>();
        // No estimate exceeds that of the best move, and a proven value needs
        // no visits.
        assert_eq!(shown(&found), [Score::Cp(200), Score::Cp(200), Score::Loss(2)]);
        let board = *new_game(&"tictactoe".parse().unwrap_or_else(|e| panic!("{e}"))).board();
        let of = |name| board.parse(name).and_then(|square| found.of(square));
        assert!(of("a1").is_some() && of("a2").is_none() && of("c3").is_none());
        // With few visits in total, the minimum of 100 still applies.
        found.visits = found.visits.iter().map(|&(s, visits)| (s, visits / 20)).collect();
        assert_eq!(shown(&found), [Score::Cp(200), Score::Loss(2)]);
        // Without counts all lines are shown.
        found.visits.clear();
        assert_eq!(found.shown().count(), 5);
    }

    #[test]
    fn a_quick_look_gives_values_where_the_search_has_none() {
        let board = *new_game(&"tictactoe".parse().unwrap_or_else(|e| panic!("{e}"))).board();
        let square = |name| board.parse(name).unwrap_or_else(|| panic!("{name}"));
        let after = findings(&["info score mate 3 pv b2"]);
        let lost = after.best().map(|best| best.one_ply_earlier(square("a1"), true));
        let own = after.best().map(|best| best.one_ply_earlier(square("a1"), false));
        let value = |finding: &Option<Value>| finding.as_ref().map(|f| (f.score, f.chance));
        assert_eq!(value(&lost), Some((Score::Loss(4), 0.0)));
        assert_eq!(value(&own), Some((Score::Win(4), 1.0)));
        let found = findings(&["info score cp 30 wdl 500 240 260 pv b2"]);
        let found = found.with_glances(&lost.into_iter().collect::<Vec<_>>());
        let scores = ["a1", "b2", "c3"].map(|name| found.of(square(name)).map(|f| f.score));
        assert_eq!(scores, [Some(Score::Loss(4)), Some(Score::Cp(30)), None]);
    }

    #[test]
    fn estimates_are_chances_of_the_side_that_leads() {
        let state = new_game(&"tictactoe".parse().unwrap_or_else(|error| panic!("{error}")));
        for (line, words) in [
            ("info score cp 300 wdl 500 240 260 pv a1", "X 62 % (estimate)"),
            ("info score cp 300 wdl 260 240 500 pv a1", "O 62 % (estimate)"),
            ("info score cp 3 wdl 0 0 0 pv a1", "X 51 % (estimate)"),
            ("info score cp -110 pv a1", "O 75 % (estimate)"),
            ("info score cp 0 pv a1", "even (estimate)"),
            ("info score cp 19000 wdl 1000 0 0 pv a1", "X 99 % (estimate)"),
            ("info score mate 3 wdl 1000 0 0 pv a1", "X wins within 3 plies"),
        ] {
            let found = findings(&[line]);
            assert_eq!(found.best().map(|best| best.words(state.side())).as_deref(), Some(words));
        }
    }

    #[test]
    fn exact_distances_of_all_lines_are_known() {
        let lines = [
            "info string exact distances a1 b2",
            "info multipv 1 score mate 3 pv b2",
            "info multipv 2 score mate 5 pv c1",
            "info multipv 3 score mate -4 pv a1",
        ];
        let exact = |found: Findings| found.all().map(|f| f.exact).collect::<Vec<_>>();
        assert_eq!(exact(findings(&lines)), [true, false, true]);
        // Exact distances hold for one round of lines only.
        assert_eq!(exact(findings(&[&lines[..], &lines[1..]].concat())), [false; 3]);
    }
}
