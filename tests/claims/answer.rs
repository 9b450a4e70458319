//! Checks the answer of an engine to a `go` against the true values.

use noughts::game::{GameState, Outcome};
use noughts::search::SearchKind;

use super::truth::{Move, Truth, Worth};

/// The parts of a search on which its claims depend.
pub(crate) struct Question<'a> {
    pub(crate) state: &'a dyn GameState,
    pub(crate) search: &'a str,
    /// The moves to consider.
    pub(crate) moves: &'a [Move],
    pub(crate) multi_pv: usize,
    pub(crate) neighbors: bool,
    /// The exact node limit, if there is one.
    pub(crate) nodes: Option<u64>,
}

/// A `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Cp(i32),
    Mate(i32),
}

impl Score {
    /// Maps scores to numbers: better scores are greater.
    fn rank(self) -> i32 {
        match self {
            Score::Cp(value) => value,
            Score::Mate(plies @ 1..) => 1_000_000 - plies,
            Score::Mate(plies) => -1_000_000 - plies,
        }
    }
}

/// An `info` line with a line of play.
#[derive(Clone, Debug)]
struct Line {
    rank: usize,
    score: Score,
    wdl: Option<[u32; 3]>,
    nodes: u64,
    pv: Vec<String>,
}

impl Line {
    fn read(text: &str) -> Option<Line> {
        let words: Vec<&str> = text.strip_prefix("info ")?.split(' ').collect();
        if words[0] == "string" {
            return None;
        }
        let after = |name: &str| words.iter().position(|&word| word == name).map(|at| at + 1);
        let number = |at: usize| words.get(at)?.parse::<i64>().ok();
        let field = |name: &str| number(after(name)?);
        let value = i32::try_from(number(after("score")? + 1)?).ok()?;
        let score = match words[after("score")?] {
            "mate" => Score::Mate(value),
            _ => Score::Cp(value),
        };
        let wdl = after("wdl").and_then(|at| {
            let part = |i| number(at + i).and_then(|number| u32::try_from(number).ok());
            Some([part(0)?, part(1)?, part(2)?])
        });
        let pv = words[after("pv")?..].iter().map(|&word| word.to_string()).collect();
        let rank = field("multipv").unwrap_or(1) as usize;
        Some(Line { rank, score, wdl, nodes: field("nodes")? as u64, pv })
    }
}

/// The result of a check: an error describes a false claim.
type Checked = Result<(), String>;

fn check(truth: bool, claim: impl FnOnce() -> String) -> Checked {
    if truth { Ok(()) } else { Err(claim()) }
}

/// The number of checked claims of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Claims {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) exact: u64,
    pub(crate) margins: u64,
    pub(crate) at_once: u64,
    pub(crate) ranked: u64,
}

impl Claims {
    pub(crate) fn add(&mut self, other: &Claims) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.exact += other.exact;
        self.margins += other.margins;
        self.at_once += other.at_once;
        self.ranked += other.ranked;
    }
}

/// Compares the replies to a `go` with the truth.
pub(crate) fn compare(
    question: &Question<'_>,
    replies: &[String],
    truth: &mut Truth,
    claims: &mut Claims,
) -> Checked {
    let lines: Vec<Line> = replies.iter().filter_map(|text| Line::read(text)).collect();
    for line in &lines {
        question.line(line, truth)?;
    }
    let has_string = |text: &str| replies.iter().any(|line| line == &format!("info string {text}"));
    let best = replies.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap_or("");
    let best = question.find(best)?;
    let optimum = question.optimum();
    let wins = |m: &Move| m.worth == Worth::Win(1);
    if question.moves.iter().any(wins) && question.search != "random" {
        claims.at_once += 1;
        check(wins(best), || format!("a win in one exists, but {} is played", best.name))?;
    }
    if has_string("proven draw") {
        claims.draws += 1;
        check(optimum == Worth::Draw, || format!("proven draw, but {optimum:?}"))?;
        check(best.worth == Worth::Draw, || format!("{} does not keep the draw", best.name))?;
        check(!question.neighbors, || "a draw is proven with Neighbors".to_string())?;
    }
    let last = last_report(&lines);
    let Some(first) = last.first() else { return Ok(()) };
    if has_string("proven draw") || has_string("exact distance") {
        question.certain_line(first, optimum, truth)?;
    }
    check(first.pv[0] == best.name, || format!("{} is not the first line's move", best.name))?;
    match first.score {
        Score::Mate(1..) => claims.wins += 1,
        Score::Mate(_) => claims.losses += 1,
        Score::Cp(_) => {}
    }
    if has_string("exact distance") {
        claims.exact += 1;
        let plies = match optimum {
            Worth::Win(plies) => plies as i32,
            Worth::Draw => 0,
            Worth::Loss(plies) => -(plies as i32),
        };
        check(first.score == Score::Mate(plies), || format!("exact distance, but {optimum:?}"))?;
        check(best.worth == optimum, || format!("{}: {:?}", best.name, best.worth))?;
    }
    question.margin(replies, best, claims)?;
    question.order(last, claims)?;
    if let Some(nodes) = question.nodes {
        check(first.nodes <= nodes, || format!("{} nodes of {nodes}", first.nodes))?;
    }
    Ok(())
}

/// Returns the lines of the last report, which begins at the last line of rank
/// 1.
fn last_report(lines: &[Line]) -> &[Line] {
    let start = lines.iter().rposition(|line| line.rank == 1).unwrap_or(0);
    &lines[start..]
}

impl Question<'_> {
    fn find(&self, name: &str) -> Result<&Move, String> {
        let found = self.moves.iter().find(|m| m.name == name);
        found.ok_or_else(|| format!("{name:?} is not one of the moves to consider"))
    }

    /// The value of the best move.
    fn optimum(&self) -> Worth {
        let worths = self.moves.iter().map(|m| m.worth);
        worths.max_by_key(|worth| worth.rank()).expect("there is a move")
    }

    /// Checks the claims of one line.
    fn line(&self, line: &Line, truth: &mut Truth) -> Checked {
        let first = self.find(&line.pv[0])?;
        let optimum = if line.rank == 1 { self.optimum() } else { first.worth };
        let context = || format!("{line:?}, but {:?}, and {optimum:?} at best", first.worth);
        match line.score {
            Score::Mate(plies @ 1..) => {
                let within = |most: u32| most <= plies.unsigned_abs();
                check(matches!(first.worth, Worth::Win(soonest) if within(soonest)), context)?;
            }
            Score::Mate(plies) => {
                let within = |most: u32| most <= plies.unsigned_abs();
                let lost = |worth| matches!(worth, Worth::Loss(latest) if within(latest));
                check(lost(first.worth) && lost(optimum), context)?;
            }
            // With `Neighbors` an estimate claims nothing about the game.
            Score::Cp(_) if self.neighbors => {}
            Score::Cp(19_000..) => check(first.worth.sign() == 1, context)?,
            Score::Cp(..=-19_000) => {
                check(first.worth.sign() == -1 && optimum.sign() == -1, context)?;
            }
            Score::Cp(_) => {}
        }
        let is_mate = matches!(line.score, Score::Mate(_));
        check(!is_mate || !self.neighbors, || format!("{line:?} with Neighbors"))?;
        if let Some(wdl) = line.wdl {
            let certain = match line.score {
                Score::Mate(plies) if plies > 0 => wdl == [1000, 0, 0],
                Score::Mate(_) => wdl == [0, 0, 1000],
                Score::Cp(_) => true,
            };
            check(certain && wdl.iter().sum::<u32>() == 1000, context)?;
        }
        self.pv(line, first, truth)
    }

    /// Checks that a line of play is legal, keeps a proven result, and is not
    /// longer than its distance.
    fn pv(&self, line: &Line, first: &Move, truth: &mut Truth) -> Checked {
        let mut state = self.state.boxed_clone();
        let side = state.side();
        for name in &line.pv {
            state.play(name).map_err(|error| format!("{line:?}: {error}"))?;
            let Score::Mate(_) = line.score else { continue };
            let Some((worth, _)) = truth.worth(&*state) else { continue };
            let sign = if state.side() == side { worth.sign() } else { -worth.sign() };
            check(sign == first.worth.sign(), || format!("{line:?}: not after {name}"))?;
        }
        if let Score::Mate(plies) = line.score {
            let most = plies.unsigned_abs() as usize;
            check(line.pv.len() <= most, || format!("{line:?} is longer than that"))?;
            let winner = if plies > 0 { side } else { !side };
            let won = state.outcome() == Some(Outcome::Win(winner));
            check(won || line.pv.len() < most, || format!("{line:?} does not end the game"))?;
        }
        Ok(())
    }

    /// Checks that a line of play keeps a proven exact value to its end.
    fn certain_line(&self, line: &Line, worth: Worth, truth: &mut Truth) -> Checked {
        let mut state = self.state.boxed_clone();
        let side = state.side();
        for (plies, name) in (1..).zip(&line.pv) {
            state.play(name).map_err(|error| format!("{line:?}: {error}"))?;
            let Some((now, _)) = truth.worth(&*state) else { continue };
            let kept = now.before(plies, state.side() == side);
            check(kept == worth, || format!("{line:?}: {worth:?} becomes {kept:?} by {name}"))?;
        }
        Ok(())
    }

    /// Checks that the reported margin is the best, and that the move keeps it.
    fn margin(&self, replies: &[String], best: &Move, claims: &mut Claims) -> Checked {
        let margin = replies.iter().find_map(|line| line.strip_prefix("info string best margin "));
        let Some(margin) = margin.and_then(|text| text.parse::<i32>().ok()) else { return Ok(()) };
        claims.margins += 1;
        let optimum = self.moves.iter().filter_map(|m| m.margin).max();
        check(optimum == Some(margin), || format!("best margin {margin}, but {optimum:?}"))?;
        check(best.margin == Some(margin), || format!("{} does not keep {margin}", best.name))
    }

    /// Checks that the lines are of different moves, the best first. Searches
    /// that choose by the number of simulations order unproven moves by that
    /// number, between proven wins and proven losses.
    fn order(&self, lines: &[Line], claims: &mut Claims) -> Checked {
        check(lines.len() <= self.multi_pv, || format!("{} lines", lines.len()))?;
        let auto = SearchKind::Auto.resolve(&self.state.spec()).name();
        let search = if self.search == "auto" { auto } else { self.search };
        let by_visits = ["uct", "mcts", "puct"].contains(&search);
        for (i, line) in lines.iter().enumerate() {
            check(line.rank == i + 1, || format!("{line:?} has rank {}", i + 1))?;
            let Some(previous) = i.checked_sub(1).map(|i| &lines[i]) else { continue };
            claims.ranked += 1;
            let value = |line: &Line| match line.score {
                Score::Cp(-18_999..=18_999) if by_visits => 0,
                score => score.rank(),
            };
            check(value(previous) >= value(line), || format!("{previous:?} before {line:?}"))?;
            let repeats = lines[..i].iter().any(|other| other.pv[0] == line.pv[0]);
            check(!repeats, || format!("{line:?} is the second of its move"))?;
        }
        Ok(())
    }
}
