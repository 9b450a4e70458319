//! Where a game was lost: the last ply of the loser before which the position
//! was not lost, as far as is proven.
//!
//! Going back from the end, only positions with the loser to move matter: if
//! the winner moves into a position that is lost for the loser, the position
//! before was lost as well.

use std::time::{Duration, Instant};

use noughts::game::{Side, Square};
use noughts::search::Score;

use super::findings::Finding;
use crate::cli::history::History;

/// The time limits for the position before a ply of the loser, which decides
/// where the game was lost, and for a position after one, which only adds a
/// proof.
const TIMES: [Duration; 2] = [Duration::from_secs(1), Duration::from_millis(200)];

/// A search for the losing ply, from the end of the game backwards.
#[derive(Debug)]
pub(in crate::cli::commands::play) struct Review {
    loser: Side,
    /// When to give up.
    until: Instant,
    /// The side to move after each number of moves.
    sides: Vec<Side>,
    /// The earliest ply after which the game is known to be lost, as the number
    /// of moves before it. `None` if the game was lost before the loser's first
    /// ply.
    losing: Option<usize>,
    /// The loser's plies before the losing ply, in order.
    left: Vec<usize>,
    stage: Stage,
    /// The proven value of the position before the losing ply.
    before: Option<Finding>,
    /// The earliest proof that the game is lost: the number of moves before the
    /// position, and its value.
    proof: Option<(usize, Finding)>,
    /// A proven loss before the losing ply; the positions between are not
    /// proven.
    earlier: Option<(usize, Finding)>,
}

/// The next position to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The position before the losing ply: is it lost too?
    Before,
    /// The position after the losing ply: how is it lost?
    After,
    /// Positions after earlier plies, if the position before the losing ply is
    /// not proven: an earlier proof may be easier.
    Earlier,
    Done,
}

/// Where a game was lost, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::commands::play) struct Verdict {
    /// The sentences.
    pub(in crate::cli::commands::play) text: Vec<String>,
    /// The square of the losing ply, if it is known.
    pub(in crate::cli::commands::play) mistake: Option<Square>,
}

impl Review {
    pub(in crate::cli::commands::play) fn new(
        history: &History,
        loser: Side,
        until: Instant,
    ) -> Review {
        let state = history.state();
        let played = state.moves().len();
        let first = state.ply() - played;
        let sides: Vec<Side> = (0..played).map(|ply| state.side_at(first + ply)).collect();
        let mut left: Vec<usize> = (0..played).filter(|&ply| sides[ply] == loser).collect();
        // After the loser's last ply the game is lost.
        let losing = left.pop();
        let stage = if losing.is_some() { Stage::Before } else { Stage::Done };
        let (before, proof, earlier) = (None, None, None);
        Review { loser, until, sides, losing, left, stage, before, proof, earlier }
    }

    /// The number of moves before the next position to search, and its time
    /// limit; `None` at the end.
    pub(in crate::cli::commands::play) fn next(&self) -> Option<(usize, Duration)> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        let (moves, time) = match self.stage {
            Stage::Before => (self.losing?, TIMES[0]),
            Stage::After => (self.losing? + 1, TIMES[1]),
            Stage::Earlier => (self.left.last()? + 1, TIMES[1]),
            Stage::Done => return None,
        };
        Some((moves, time.min(left)))
    }

    /// Describes the work to the user.
    pub(in crate::cli::commands::play) fn work(&self) -> String {
        match self.losing {
            Some(moves) => {
                format!("looking for the losing move, {} of {}", moves + 1, self.sides.len())
            }
            None => "looking for the losing move".to_string(),
        }
    }

    /// Stores the result of searching the position of [`next`](Review::next).
    pub(in crate::cli::commands::play) fn learn(&mut self, found: Option<Finding>) {
        let proven = found.filter(|finding| finding.score.is_proven());
        let Some(losing) = self.losing else { return };
        match self.stage {
            Stage::Before => match proven {
                Some(finding) if matches!(finding.score, Score::Loss(_)) => {
                    self.proof = Some((losing, finding));
                    self.losing = self.left.pop();
                }
                proven => {
                    self.before = proven;
                    self.stage = Stage::After;
                    // Nothing follows the last ply of the game.
                    if losing + 1 == self.sides.len() {
                        self.learn(None);
                    }
                }
            },
            Stage::After => {
                self.proof = proven.map(|finding| (losing + 1, finding)).or(self.proof.take());
                self.stage = if self.before.is_none() { Stage::Earlier } else { Stage::Done };
            }
            Stage::Earlier => {
                let Some(moves) = self.left.pop().map(|before| before + 1) else { return };
                let lost = proven.filter(|finding| {
                    let score = finding.score_for(self.loser, self.sides[moves]);
                    matches!(score, Score::Loss(_))
                });
                if let Some(finding) = lost {
                    self.earlier = Some((moves, finding));
                    self.stage = Stage::Done;
                }
            }
            Stage::Done => {}
        }
    }

    /// Returns the result of the review.
    pub(in crate::cli::commands::play) fn verdict(&self, history: &History) -> Verdict {
        let board = *history.state().board();
        let moves = history.state().moves();
        let name = |at: usize| moves.get(at).map_or(String::new(), |&square| board.name(square));
        let loser = self.loser;
        let how = |(moves, finding): &(usize, Finding)| {
            let line: Vec<String> = finding.line.iter().map(|&s| board.name(s)).collect();
            let words = finding.words(&*history.at(*moves));
            match moves {
                0 => format!("from the start {words}: {}.", line.join(" ")),
                _ => format!("after {} {words}: {}.", name(moves - 1), line.join(" ")),
            }
        };
        let (first, mistake) = match (self.losing, &self.before) {
            (Some(at), Some(finding)) => {
                let better = finding.line.first().map_or(String::new(), |&s| board.name(s));
                let chance = match finding.score {
                    Score::Draw => "still have drawn",
                    _ => "have won",
                };
                let text =
                    format!("{} lost the game: {loser} could {chance} with {better}.", name(at));
                (text, moves.get(at).copied())
            }
            (Some(at), None) => {
                (format!("After {} {loser} is lost; before it, nothing is proven.", name(at)), None)
            }
            (None, _) => (format!("{loser} was lost from the beginning."), None),
        };
        let proof = self.proof.as_ref().map(|proof| format!("Proven: {}", how(proof)));
        let earlier = self.earlier.as_ref().map(|proof| format!("Proven too: {}", how(proof)));
        let text = [Some(first), proof, earlier].into_iter().flatten().collect();
        Verdict { text, mistake }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(spec: &str, moves: &str) -> History {
        let spec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut history = History::new(&spec, None).unwrap_or_else(|error| panic!("{error}"));
        for name in moves.split_whitespace() {
            history.play(name).unwrap_or_else(|error| panic!("{error}"));
        }
        history
    }

    fn finding(history: &History, score: Score, line: &str) -> Option<Finding> {
        let board = history.state().board();
        let line = line.split_whitespace().filter_map(|name| board.parse(name)).collect();
        Some(Finding { score, chance: 0.5, exact: true, line })
    }

    fn text(review: &Review, history: &History) -> String {
        review.verdict(history).text.join(" ")
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(1000)
    }

    fn next(review: &Review) -> Option<usize> {
        review.next().map(|(moves, _)| moves)
    }

    #[test]
    fn the_ply_that_changed_the_result_is_found() {
        let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
        let mut review = Review::new(&game, Side::O, later());
        assert_eq!(next(&review), Some(5));
        review.learn(finding(&game, Score::Loss(2), "b3 b2"));
        assert_eq!(next(&review), Some(3));
        review.learn(finding(&game, Score::Loss(4), "a2 c3 b3 b2"));
        assert_eq!(next(&review), Some(1));
        review.learn(finding(&game, Score::Draw, "b2"));
        // Then the position after the losing ply, for the proof of the loss.
        assert_eq!(next(&review), Some(2));
        review.learn(finding(&game, Score::Win(5), "a3 a2 c3 b3 b2"));
        assert_eq!(next(&review), None);
        assert_eq!(
            text(&review, &game),
            "b1 lost the game: O could still have drawn with b2. \
             Proven: after b1 X wins in 5 plies: a3 a2 c3 b3 b2."
        );
        assert_eq!(review.verdict(&game).mistake, game.state().board().parse("b1"));
    }

    #[test]
    fn what_is_not_proven_is_not_told() {
        let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
        let mut review = Review::new(&game, Side::O, later());
        review.learn(finding(&game, Score::Loss(2), "b3 b2"));
        review.learn(finding(&game, Score::Cp(-300), "a2"));
        let verdict = text(&review, &game);
        assert_eq!(
            verdict,
            "After a2 O is lost; before it, nothing is proven. \
             Proven: after c3 X wins in 2 plies: b3 b2."
        );
        review.learn(finding(&game, Score::Win(3), "c3 b3 b2"));
        assert!(text(&review, &game).contains("after a2 X wins in 3 plies"));
        // An easy proof of an earlier loss.
        assert_eq!(next(&review), Some(2));
        review.learn(finding(&game, Score::Win(5), "a3 a2 c3 b3 b2"));
        assert_eq!(next(&review), None);
        assert!(text(&review, &game).contains("Proven too: after b1 X wins in 5 plies"));
        assert_eq!(review.verdict(&game).mistake, None);
        // Without any time.
        let review = Review::new(&game, Side::O, Instant::now());
        assert_eq!(next(&review), None);
        assert!(text(&review, &game).starts_with("After b3 O is lost;"));
    }

    #[test]
    fn a_side_may_be_lost_from_the_start() {
        let game = game("tictactoe:4x4:3", "b2 a1 b3 a2 b4");
        let mut review = Review::new(&game, Side::O, later());
        for plies in [2, 4] {
            review.learn(finding(&game, Score::Loss(plies), "a1"));
        }
        assert_eq!(next(&review), None);
        assert!(text(&review, &game).starts_with("O was lost from the beginning. "));
    }

    /// In TicTacTrains the last ply may be the loser's; after it there is
    /// nothing to search.
    #[test]
    fn the_last_ply_of_a_game_may_lose_it() {
        let game = game("tictactrains", "d4 d5 e5");
        let mut review = Review::new(&game, Side::X, later());
        assert_eq!(next(&review), Some(2));
        review.learn(finding(&game, Score::Win(1), "c4"));
        assert_eq!(next(&review), None);
        assert!(text(&review, &game).contains("e5 lost the game: X could have won with c4."));
    }
}
