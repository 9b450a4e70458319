//! Where a game was lost: the last position from which the loser, to move,
//! could still have held.

use std::time::Instant;

use noughts::game::{Side, Square};
use noughts::search::Score;

use super::findings::Finding;
use super::history::History;

/// A search for the losing move, from the end of the game backwards.
#[derive(Debug)]
pub(super) struct Review {
    loser: Side,
    /// When to give up.
    until: Instant,
    /// The numbers of moves before the loser's plies, the last ply last.
    left: Vec<usize>,
    /// The earliest position known to be lost: its number of moves, and what is
    /// known of it.
    lost: Option<(usize, Finding)>,
    /// What is known of the position before it, if that is not a loss.
    before: Option<(usize, Option<Finding>)>,
}

/// Where a game was lost, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The sentences.
    pub(super) text: Vec<String>,
    /// The square of the losing ply, if it is known.
    pub(super) mistake: Option<Square>,
}

impl Review {
    pub(super) fn new(history: &History, loser: Side, until: Instant) -> Review {
        let state = history.state();
        let played = state.moves().len();
        let first = state.ply() - played;
        let left = (0..played).filter(|&ply| state.side_at(first + ply) == loser).collect();
        Review { loser, until, left, lost: None, before: None }
    }

    /// When to give up.
    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// The number of moves before the next position to look at.
    pub(super) fn next(&self) -> Option<usize> {
        let may = self.before.is_none() && Instant::now() < self.until;
        self.left.last().copied().filter(|_| may)
    }

    /// What it is doing, for people.
    pub(super) fn work(&self) -> String {
        let ply = self.left.last().map_or(1, |&moves| moves + 1);
        format!("looking for the losing move: ply {ply}")
    }

    /// Takes the value of the position of [`next`](Review::next).
    pub(super) fn learn(&mut self, found: Option<Finding>) {
        let Some(moves) = self.left.pop() else { return };
        match found {
            Some(finding) if matches!(finding.score, Score::Loss(_)) => {
                self.lost = Some((moves, finding));
            }
            found => self.before = Some((moves, found.filter(|f| f.score.is_proven()))),
        }
    }

    /// Returns what has been found, when nothing is left to do.
    pub(super) fn verdict(&self, history: &History) -> Option<Verdict> {
        if self.next().is_some() {
            return None;
        }
        let board = *history.state().board();
        let moves = history.state().moves();
        let ply_at = |moves_before: usize| {
            let name = moves.get(moves_before).map_or(String::new(), |&square| board.name(square));
            format!("ply {} ({name})", moves_before + 1)
        };
        let line = |finding: &Finding| {
            let names: Vec<String> =
                finding.line.iter().map(|&square| board.name(square)).collect();
            names.join(" ")
        };
        let loser = self.loser;
        let proof = self.lost.as_ref().map(|(moves, finding)| {
            let state = history.at(*moves);
            let words = finding.words(&*state);
            format!("Proven: from ply {} on {words}: {}.", moves + 1, line(finding))
        });
        let (first, mistake) = match (&self.before, &self.lost) {
            (Some((at, Some(finding))), _) => {
                let better = finding.line.first().map_or(String::new(), |&s| board.name(s));
                let would = if finding.score == Score::Draw { "draws" } else { "wins" };
                let text = format!("{loser} lost the game with {}: {better} {would}.", ply_at(*at));
                (text, moves.get(*at).copied())
            }
            (_, Some((at, _))) if self.left.is_empty() && self.before.is_none() => {
                (format!("{loser} was lost from its first ply on, {}.", ply_at(*at)), None)
            }
            (_, Some((at, _))) => (
                format!(
                    "{loser} was lost at {} at the latest; what came before is not proven.",
                    ply_at(*at)
                ),
                None,
            ),
            (_, None) => ("Where the game was lost is not proven.".to_string(), None),
        };
        let text = [Some(first), proof].into_iter().flatten().collect();
        Some(Verdict { text, mistake })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
        Some(Finding { score, exact: true, line })
    }

    fn text(review: &Review, history: &History) -> String {
        review.verdict(history).map_or(String::new(), |verdict| verdict.text.join(" "))
    }

    #[test]
    fn the_last_position_that_was_not_lost_is_found() {
        let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
        let later = Instant::now() + Duration::from_secs(1000);
        let mut review = Review::new(&game, Side::O, later);
        assert_eq!(review.next(), Some(5));
        review.learn(finding(&game, Score::Loss(2), "b3 b2"));
        assert_eq!((review.next(), review.verdict(&game)), (Some(3), None));
        review.learn(finding(&game, Score::Loss(4), "a2 c3 b3 b2"));
        review.learn(finding(&game, Score::Draw, "b2"));
        let verdict = text(&review, &game);
        assert!(verdict.starts_with("O lost the game with ply 2 (b1): b2 draws. "), "{verdict}");
        assert!(verdict.ends_with("from ply 4 on X wins in 4 plies: a2 c3 b3 b2."), "{verdict}");
        assert_eq!(review.verdict(&game).and_then(|v| v.mistake), game.state().board().parse("b1"));
    }

    #[test]
    fn what_is_not_proven_is_not_told() {
        let game = game("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
        let later = Instant::now() + Duration::from_secs(1000);
        let mut review = Review::new(&game, Side::O, later);
        review.learn(finding(&game, Score::Loss(2), "b3 b2"));
        review.learn(finding(&game, Score::Cp(-300), "a2"));
        assert!(text(&review, &game).contains("at ply 6 (b3) at the latest"));
        let mut review = Review::new(&game, Side::O, later);
        review.learn(None);
        assert_eq!(text(&review, &game), "Where the game was lost is not proven.");
        // No time at all.
        let review = Review::new(&game, Side::O, Instant::now());
        assert_eq!(text(&review, &game), "Where the game was lost is not proven.");
        let mut review = Review::new(&game, Side::O, later);
        for _ in 0..3 {
            review.learn(finding(&game, Score::Loss(2), "b3 b2"));
        }
        assert!(text(&review, &game).contains("from its first ply on, ply 2 (b1)"));
    }
}
