//! Answers about the review of a game.
//!
//! A question has all that the searches have found so far, so nothing is kept between
//! questions. Its lines: `review SPEC`, a position text or nothing, the moves, the result
//! (`X`, `O`, `draw` or `none`), and for each search, in the order in which they were asked
//! for, its milliseconds and its lines of play, divided by `;`:
//!
//! ```text
//! 350; win 5 exact a3 a2; loss 4 within b1; draw c3; estimate 0.62 b2 c1
//! ```
//!
//! | fact | meaning |
//! |---|---|
//! | `work TEXT` | what is being done |
//! | `search PLIES KIND LINES MS` | the next search: the number of moves before the position, `Search`, `MultiPV`, `movetime`; absent at the end |
//! | `verdict TEXT` | a sentence about the game, for each |
//! | `side S P B M I` | the accuracy of a side in per cent, its blunders, mistakes and inaccuracies |
//! | `chance PLIES C K` | the chance of X after so many plies, which is `proven` or an `estimate` |
//! | `mark I SIGN NAME` | the mark of move I (from 0) |
//! | `text I TEXT` | a sentence about the mark |
//! | `better I M…` | a better line instead of the move |
//! | `task I TEXT` | the task of finding a better move |
//!
//! `retry I M` asks whether M is better than move I; its further lines are those of
//! `review`, then optionally `found` and the value after M. The answer is a `search` that is
//! needed first, or `right TEXT` or `wrong TEXT`.

use std::time::Duration;

use noughts::game::{Board, GameState, Outcome, Side};
use noughts::review::{Limits, Mark, Review, Search};
use noughts::search::Score;
use noughts::values::Value;

use crate::facts::set_up;

/// A game and the lines about its searches.
struct Question<'a> {
    spec: &'a str,
    start: &'a str,
    moves: Vec<&'a str>,
    review: Review,
    /// What follows `found `.
    found: Option<&'a str>,
}

impl<'a> Question<'a> {
    fn read(spec: &'a str, rest: &'a str) -> Result<Question<'a>, String> {
        let mut lines = rest.split('\n').map(str::trim);
        let [start, moves, result] = std::array::from_fn(|_| lines.next().unwrap_or(""));
        let game = set_up(spec, start, moves)?;
        let result = match result {
            "X" => Some(Outcome::Win(Side::X)),
            "O" => Some(Outcome::Win(Side::O)),
            "draw" => Some(Outcome::Draw),
            _ => None,
        };
        let mut review = Review::new(&*game, result, Limits::WHOLE);
        let mut found = None;
        for line in lines.filter(|line| !line.is_empty()) {
            if let Some(value) = line.strip_prefix("found ") {
                found = Some(value);
                continue;
            }
            let mut parts = line.split(';');
            let time = parts.next().and_then(|time| time.trim().parse().ok()).unwrap_or(0);
            let values = parts.filter_map(|part| value(part, game.board())).collect();
            review.learn(values, Duration::from_millis(time));
        }
        Ok(Question { spec, start, moves: moves.split_whitespace().collect(), review, found })
    }

    /// The position after some moves.
    fn state(&self, moves: &[&str]) -> Result<Box<dyn GameState>, String> {
        set_up(self.spec, self.start, &moves.join(" "))
    }
}

/// Reads a value such as `win 5 exact a3 a2`.
fn value(text: &str, board: &Board) -> Option<Value> {
    let mut words = text.split_whitespace();
    let (kind, mut exact) = (words.next()?, false);
    let (score, chance) = match kind {
        "draw" => (Score::Draw, 0.5),
        "estimate" => {
            let chance: f64 = words.next()?.parse().ok()?;
            (Score::Cp(0), if chance.is_nan() { 0.5 } else { chance.clamp(0.0, 1.0) })
        }
        _ => {
            let plies: u32 = words.next()?.parse().ok()?;
            exact = words.next()? == "exact";
            match kind {
                "win" => (Score::Win(plies), 1.0),
                "loss" => (Score::Loss(plies), 0.0),
                _ => return None,
            }
        }
    };
    let line = words.map_while(|name| board.parse(name)).collect();
    Some(Value { score, chance, exact, line })
}

/// Answers `review`.
pub(crate) fn review(spec: &str, rest: &str) -> Result<String, String> {
    let question = Question::read(spec, rest)?;
    let review = &question.review;
    let state = question.state(&[])?;
    let board = state.board();
    let mut facts = vec![format!("work {}", review.work())];
    facts.extend(review.next().map(search));
    facts.extend(review.verdict().iter().map(|text| format!("verdict {text}")));
    facts.extend(sides(review));
    for (plies, chance) in review.chances().iter().enumerate() {
        facts.extend(chance.map(|chance| {
            let kind = if chance.proven { "proven" } else { "estimate" };
            format!("chance {plies} {:.4} {kind}", chance.of_x)
        }));
    }
    for (ply, judgement) in review.judgements().iter().enumerate() {
        let Some(mark) = judgement.mark else { continue };
        facts.push(format!("mark {ply} {} {}", mark.sign(), mark.name(1)));
        facts.push(format!("text {ply} {}", judgement.text));
        let better: Vec<String> = judgement.better.iter().map(|&s| board.name(s)).collect();
        facts.push(format!("better {ply} {}", better.join(" ")));
        facts.extend(review.task(ply).map(|task| format!("task {ply} {task}")));
    }
    Ok(facts.join("\n"))
}

/// How well each side played.
fn sides(review: &Review) -> Vec<String> {
    let judgements = review.judgements();
    let line = |(side, accuracy): (Side, Option<f64>)| {
        let count =
            |mark| judgements.iter().filter(|of| of.side == side && of.mark == Some(mark)).count();
        let [blunders, mistakes, inaccuracies] =
            [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy].map(count);
        Some(format!("side {side} {:.0} {blunders} {mistakes} {inaccuracies}", accuracy?))
    };
    Side::BOTH.into_iter().zip(review.accuracy()).filter_map(line).collect()
}

/// Answers `retry`.
pub(crate) fn retry(words: &str, rest: &str) -> Result<String, String> {
    let (spec, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let question = Question::read(spec, rest)?;
    let (ply, square) = words.split_once(' ').unwrap_or((words, ""));
    let ply: usize = ply.parse().map_err(|_| format!("\"{ply}\" is not a move"))?;
    let before = question.moves.get(..ply).ok_or("there is no such move")?;
    let after = question.state(&[before, &[square]].concat())?;
    let found = question.found.and_then(|found| value(found, after.board()));
    let needed = question.review.check_search(ply, &*after);
    if let Some(needed) = needed.filter(|_| question.found.is_none()) {
        return Ok(search(needed));
    }
    let answer = question.review.check(ply, &*after, found.as_ref());
    Ok(format!("{} {}", if answer.is_right { "right" } else { "wrong" }, answer.text))
}

fn search(search: Search) -> String {
    let Search { plies, kind, lines, time } = search;
    format!("search {plies} {} {lines} {}", kind.name(), time.as_millis().max(1))
}

#[cfg(test)]
mod tests {
    use crate::answers::answer;

    const GAME: &str = "tictactoe\n\na1 b1 a3 a2 c3 b3 b2\nX\n";

    fn facts(rest: &str, name: &str) -> Vec<String> {
        let answer = answer(&format!("review {GAME}{rest}"));
        let prefix = format!("{name} ");
        answer.lines().filter_map(|line| line.strip_prefix(&prefix)).map(str::to_string).collect()
    }

    #[test]
    fn searches_are_asked_for_until_the_game_is_judged() {
        assert_eq!(facts("", "search"), ["5 proof 1 1000"]);
        assert_eq!(facts("", "chance"), ["6 1.0000 proven", "7 1.0000 proven"]);
        let lost = "20; loss 2 exact b3 b2\n20; loss 4 exact a2 c3 b3 b2\n30; draw b2 c1";
        assert_eq!(facts(lost, "mark"), ["1 ?? blunder"]);
        let text = "b1 lost the game: O could still have drawn with b2.";
        assert_eq!(facts(lost, "text"), [format!("1 {text}")]);
        assert_eq!(facts(lost, "better"), ["1 b2 c1"]);
        assert_eq!(facts(lost, "task"), ["1 Find a better move for O than b1."]);
        assert_eq!(facts(lost, "verdict")[0], text);
        assert_eq!(facts("", "side"), ["X"; 0]);
        let judged = [lost, "1; draw b2", "1; draw b2"].join("\n");
        assert_eq!(facts(&judged, "side"), ["X 100 0 0 0", "O 40 1 0 0"]);
    }

    #[test]
    fn another_move_is_searched_and_judged() {
        let lost = "1; loss 2 exact b3 b2\n1; loss 4 exact a2\n1; draw b2";
        let retry = |words: &str, more: &str| answer(&format!("retry {words}\n{GAME}{lost}{more}"));
        assert_eq!(retry("1 b2", ""), "right b2 is right: a draw.");
        assert_eq!(retry("1 c1", ""), "search 2 proof 1 1000");
        let found = "\nfound win 5 exact a3 a2";
        assert_eq!(
            retry("1 c1", found),
            "wrong c1 is not enough: X wins in 5 plies after a3. Try again."
        );
        assert!(retry("1 c1", "\nfound x").starts_with("wrong c1 could not be judged"));
        assert!(retry("9 c1", "").starts_with("error"));
        assert!(retry("1 a1", "").starts_with("error"));
    }

    #[test]
    fn garbage_is_harmless() {
        for rest in [
            "x; win",
            "1; win 4000000000000 exact",
            "1; estimate NaN b2",
            ";;;",
            "1; lose 3 exact a1",
        ] {
            assert!(!facts(rest, "work").is_empty(), "{rest}");
        }
        assert!(answer("review chess\n\n\n").starts_with("error"));
    }
}
