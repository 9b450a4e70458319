//! Values as people read them: proven results, and chances.

pub mod words;

use crate::game::{Side, Square};
use crate::search::Score;

/// The value of a position for the side to move, or of a move for the side that plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The score.
    pub score: Score,
    /// The expected score, from 0 to 1, where a draw counts half.
    pub chance: f64,
    /// Whether the distance of a proven win or loss is exact.
    pub exact: bool,
    /// The best line; that of a move begins with it.
    pub line: Vec<Square>,
}

impl Value {
    /// The value of the move to `square` that leads to this position, for the side that
    /// plays it; `by_the_other` says whether that is not the side to move here.
    pub fn one_ply_earlier(&self, square: Square, by_the_other: bool) -> Value {
        let chance = if by_the_other { 1.0 - self.chance } else { self.chance };
        let line = [square].into_iter().chain(self.line.iter().copied()).collect();
        Value { score: self.score.earlier(by_the_other), chance, exact: self.exact, line }
    }

    /// The value in words, if it is that of `side`.
    pub fn words(&self, side: Side) -> String {
        let undecided = || match self.score {
            Score::Cp(_) => format!("{} (estimate)", words::leader(self.chance, side)),
            _ => "a draw".to_string(),
        };
        words::words(self.score, self.exact, side).unwrap_or_else(undecided)
    }

    /// 1 if the side of the value leads, -1 if it is behind, 0 if neither does.
    pub fn lead(&self) -> i32 {
        (words::percent(self.chance) as i32 - 50).signum()
    }

    /// The value in at most `width` characters, at least 1: `+5` wins in five
    /// plies, `+≤5` wins within five, `-4` loses in four, `=` draws, and `62` is
    /// the chance in per cent, of which only the tens are shown if there is room for
    /// one character.
    pub fn mark(&self, width: usize) -> String {
        let percent = words::percent(self.chance);
        let forms = match words::mark(self.score, self.exact) {
            None if width == 1 => vec![(percent / 10).to_string()],
            None => vec![percent.to_string()],
            Some(mark) => {
                let short = mark.trim_end_matches(|c: char| c.is_ascii_digit()).to_string();
                let sign = short.trim_end_matches('≤').to_string();
                vec![mark, short, sign]
            }
        };
        let fits = |form: &&String| form.chars().count() <= width;
        forms.iter().find(fits).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score, chance: f64, exact: bool) -> Value {
        Value { score, chance, exact, line: Vec::new() }
    }

    #[test]
    fn an_estimate_names_the_side_that_leads() {
        for (chance, words) in [
            (0.62, "X 62 % (estimate)"),
            (0.38, "O 62 % (estimate)"),
            (0.504, "even (estimate)"),
            (1.0, "X 99 % (estimate)"),
        ] {
            assert_eq!(value(Score::Cp(3), chance, false).words(Side::X), words);
        }
        assert_eq!(value(Score::Win(3), 1.0, false).words(Side::X), "X wins within 3 plies");
        assert_eq!(value(Score::Loss(1), 0.0, true).words(Side::X), "O wins in 1 ply");
        assert_eq!(value(Score::Draw, 0.5, false).words(Side::O), "a draw");
    }

    #[test]
    fn marks_fit_their_squares() {
        for (score, exact, chance, marks) in [
            (Score::Win(5), true, 1.0, ["+", "+5", "+5", "+5"]),
            (Score::Win(5), false, 1.0, ["+", "+≤", "+≤5", "+≤5"]),
            (Score::Loss(12), true, 0.0, ["-", "-", "-12", "-12"]),
            (Score::Loss(12), false, 0.0, ["-", "-≤", "-≤", "-≤12"]),
            (Score::Draw, false, 0.5, ["=", "=", "=", "="]),
            (Score::Cp(49), false, 0.62, ["6", "62", "62", "62"]),
            (Score::Cp(-49), false, 0.38, ["3", "38", "38", "38"]),
            (Score::Cp(18_000), false, 1.0, ["9", "99", "99", "99"]),
            (Score::Cp(-18_000), false, 0.0, ["0", "1", "1", "1"]),
        ] {
            for (width, expected) in (1..).zip(marks) {
                assert_eq!(value(score, chance, exact).mark(width), expected, "{score:?} {width}");
            }
        }
    }

    #[test]
    fn a_value_is_that_of_the_move_before_for_its_side() {
        let board =
            *crate::game::new_game(&"tictactoe".parse().unwrap_or_else(|error| panic!("{error}")))
                .board();
        let square = board.square(0, 0, 0);
        let after = value(Score::Win(3), 1.0, true);
        let of = |by_the_other| after.one_ply_earlier(square, by_the_other);
        assert_eq!((of(true).score, of(true).chance), (Score::Loss(4), 0.0));
        assert_eq!((of(false).score, of(false).chance), (Score::Win(4), 1.0));
        assert_eq!(of(true).line, [square]);
    }
}
