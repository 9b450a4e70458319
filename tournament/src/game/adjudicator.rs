//! Ends a game early by the scores of the players, its length, or a proof.

use noughts::game::{Outcome, Side};
use noughts_client::{Answer, Evaluation};

use crate::model::adjudication::{Adjudication, Reason};

/// Applies the conditions to one game.
#[derive(Clone, Debug)]
pub struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// The number of consecutive plies in which each side was far behind.
    behind: [u32; 2],
    /// The number of consecutive plies in which each side was far ahead.
    ahead: [u32; 2],
    /// The number of consecutive plies in which each side's score was near 0.
    even: [u32; 2],
    plies: usize,
}

impl Adjudicator<'_> {
    /// Makes an adjudicator for a game after its opening.
    pub fn new(rules: &Adjudication) -> Adjudicator<'_> {
        Adjudicator { rules, behind: [0; 2], ahead: [0; 2], even: [0; 2], plies: 0 }
    }

    /// Counts a ply of a side with its evaluation; returns the result if the
    /// game ends. A ply without a score resets all counts of the side.
    pub fn ply(&mut self, side: Side, evaluation: &Evaluation) -> Option<(Outcome, Reason)> {
        self.plies += 1;
        let score = match (evaluation.mate, evaluation.cp) {
            (Some(distance), _) => Some(if distance > 0 { i32::MAX } else { -i32::MAX }),
            (None, cp) => cp,
        };
        let own = side.index();
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        if let Some(resign) = &self.rules.resign {
            count(&mut self.behind[own], score.is_some_and(|s| s <= -resign.score));
            count(&mut self.ahead[own], score.is_some_and(|s| s >= resign.score));
            for loser in Side::BOTH {
                let agreed = !resign.both || self.ahead[(!loser).index()] >= resign.moves;
                let is_behind = self.behind[loser.index()] >= resign.moves;
                if is_behind && agreed && self.plies >= resign.from {
                    return Some((Outcome::Win(!loser), Reason::Resign));
                }
            }
        }
        if let Some(draw) = &self.rules.draw {
            let near = |s: i32| s.unsigned_abs() <= draw.score.unsigned_abs();
            count(&mut self.even[own], score.is_some_and(near));
            if self.even.iter().all(|&row| row >= draw.moves) && self.plies >= draw.from {
                return Some((Outcome::Draw, Reason::Draw));
            }
        }
        (self.rules.max_length.is_some_and(|most| self.plies >= most))
            .then_some((Outcome::Draw, Reason::Length))
    }
}

/// Returns the result that an engine's answer for the side to move proves.
pub fn proven(side: Side, answer: &Answer) -> Option<Outcome> {
    let winner = |distance: i32| if distance > 0 { side } else { !side };
    match answer.evaluation.mate {
        Some(distance) => Some(Outcome::Win(winner(distance))),
        None => answer.is_drawn.then_some(Outcome::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::adjudication::DrawRule;
    use crate::model::adjudication::Resign;
    use noughts::random::Random;
    use std::time::Duration;

    fn cp(cp: i32) -> Evaluation {
        Evaluation { cp: Some(cp), ..Evaluation::default() }
    }

    fn mate(mate: i32) -> Evaluation {
        Evaluation { mate: Some(mate), ..Evaluation::default() }
    }

    /// Returns the number of the ply after which the game ends, with its
    /// result. X moves first.
    fn ends(rules: &Adjudication, evaluations: &[Evaluation]) -> Option<(usize, Outcome, Reason)> {
        let mut adjudicator = Adjudicator::new(rules);
        evaluations.iter().enumerate().find_map(|(i, evaluation)| {
            let side = Side::BOTH[i % 2];
            adjudicator.ply(side, evaluation).map(|(outcome, reason)| (i + 1, outcome, reason))
        })
    }

    fn resign(moves: u32, both: bool) -> Adjudication {
        let resign = Some(Resign { score: 300, moves, both, from: 0 });
        Adjudication { resign, ..Adjudication::default() }
    }

    #[test]
    fn a_player_far_behind_for_enough_plies_loses() {
        let x_wins = Outcome::Win(Side::X);
        let evaluations =
            [cp(500), cp(-299), cp(500), cp(-300), cp(500), mate(-4), cp(0), cp(-900)];
        assert_eq!(ends(&resign(2, false), &evaluations), Some((6, x_wins, Reason::Resign)));
        assert_eq!(ends(&resign(2, true), &evaluations), Some((6, x_wins, Reason::Resign)));
        assert_eq!(ends(&resign(4, false), &evaluations), None);
        // With `both`, an opponent who is not far ahead prevents the result; a
        // ply without a score always does.
        let unseen = evaluations.clone().map(|e| if e.cp == Some(500) { cp(0) } else { e });
        assert_eq!(ends(&resign(2, true), &unseen), None);
        let silent = [cp(0), cp(-900), cp(0), Evaluation::default(), cp(0), cp(-900)];
        assert_eq!(ends(&resign(2, false), &silent), None);
        let o_wins = Some((1, Outcome::Win(Side::O), Reason::Resign));
        assert_eq!(ends(&resign(1, false), &[mate(0)]), o_wins);
    }

    #[test]
    fn exchanged_sides_exchange_the_result() {
        let random = &mut Random::new(4);
        let mut resigned = [0; 2];
        for both in [false, true] {
            let rules = resign(2, both);
            for _ in 0..300 {
                let evaluations = [(); 12].map(|()| cp([-400, -300, 0, 299, 300][random.below(5)]));
                let end = |sides: [Side; 2]| {
                    let mut adjudicator = Adjudicator::new(&rules);
                    let plies = evaluations.iter().zip(sides.into_iter().cycle()).enumerate();
                    let mut plies = plies.map(|(i, (ply, side))| (i, adjudicator.ply(side, ply)));
                    plies.find_map(|(i, end)| Some((i, end?.0)))
                };
                let [x_first, o_first] = [[Side::X, Side::O], [Side::O, Side::X]].map(end);
                let exchanged = o_first.map(|(i, outcome)| match outcome {
                    Outcome::Win(side) => (i, Outcome::Win(!side)),
                    Outcome::Draw => (i, Outcome::Draw),
                });
                assert_eq!(x_first, exchanged, "{evaluations:?}");
                if let Some((_, Outcome::Win(side))) = x_first {
                    resigned[side.index()] += 1;
                }
            }
        }
        assert!(resigned.into_iter().all(|count| count > 10), "{resigned:?}");
    }

    #[test]
    fn nobody_loses_by_its_score_before_the_first_ply_that_counts() {
        let from = |from| {
            let resign = Some(Resign { score: 300, moves: 1, both: false, from });
            Adjudication { resign, ..Adjudication::default() }
        };
        let lost = |ply| Some((ply, Outcome::Win(Side::X), Reason::Resign));
        let evaluations = [cp(0), cp(-300), cp(0), cp(-300), cp(0), cp(-300)];
        assert_eq!(ends(&from(2), &evaluations), lost(2));
        // Plies before `from` count towards `moves`.
        assert_eq!(ends(&from(3), &evaluations), lost(3));
        assert_eq!(ends(&from(7), &evaluations), None);
        // Journals of earlier versions do not have the key, and need not.
        let earlier = r#"{"score":300,"moves":1,"both":false}"#;
        let resign: Resign = serde_json::from_str(earlier).unwrap();
        assert_eq!(Some(resign), from(0).resign);
        assert_eq!(serde_json::to_string(&resign).unwrap(), earlier);
    }

    #[test]
    fn scores_near_zero_are_a_draw() {
        let draw = Some(DrawRule { score: 10, moves: 2, from: 6 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let drawn = |ply| Some((ply, Outcome::Draw, Reason::Draw));
        assert_eq!(ends(&rules, &[0; 9].map(cp)), drawn(6));
        assert_eq!(ends(&rules, &[0, 0, 0, 0, 0, 11, 0, 0, 10, -10, 0].map(cp)), drawn(10));
        assert_eq!(ends(&rules, &[0, 20].repeat(20).into_iter().map(cp).collect::<Vec<_>>()), None);
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_length: Some(3), ..Adjudication::default() };
        let silence = vec![Evaluation::default(); 9];
        assert_eq!(ends(&rules, &silence), Some((3, Outcome::Draw, Reason::Length)));
        assert_eq!(ends(&Adjudication::default(), &silence), None);
    }

    #[test]
    fn only_mate_scores_and_announced_draws_prove_results() {
        let proven = |side, evaluation, is_drawn| {
            let (best, time) = ("a1".to_string(), Duration::ZERO);
            proven(side, &Answer { best, expected: None, time, evaluation, is_drawn })
        };
        assert_eq!(proven(Side::O, mate(3), false), Some(Outcome::Win(Side::O)));
        assert_eq!(proven(Side::O, mate(-2), false), Some(Outcome::Win(Side::X)));
        assert_eq!(proven(Side::X, mate(0), false), Some(Outcome::Win(Side::O)));
        assert_eq!(proven(Side::X, cp(0), true), Some(Outcome::Draw));
        assert_eq!(proven(Side::X, cp(0), false), None);
        assert_eq!(proven(Side::X, cp(9999), false), None);
    }
}
