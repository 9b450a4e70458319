//! Adjudication: ends games early by the scores of the players, by length, or
//! by the proof of a third engine.

use std::fmt;

use noughts::game::{Outcome, Side};
use serde::{Deserialize, Serialize};

use noughts_client::Answer;
use noughts_client::EngineConfig;
use noughts_client::Evaluation;
use noughts_client::names::name_of;

/// The conditions under which games end early; none by default.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Resign adjudication: a player whose score is low loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// Draw adjudication: a game with scores near 0 is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The number of plies after the opening at which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// The engine that searches the position after every ply; a result that it
    /// proves ends the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<EngineConfig>>,
}

impl Adjudication {
    /// Returns whether games end only by their rules.
    pub fn is_nothing(&self) -> bool {
        *self == Adjudication::default()
    }
}

/// The condition under which a player loses by its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resign {
    /// The minimum number of centipoints behind.
    pub score: i32,
    /// The number of consecutive plies of the player with such a score.
    pub moves: u32,
    /// Whether the opponent must be as far ahead for as many plies, as with
    /// `twosided` of cutechess-cli.
    pub both: bool,
    /// The minimum number of plies after the opening. Journals of earlier
    /// versions do not have it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The condition under which a game is drawn by the scores of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The maximum distance from 0, in centipoints.
    pub score: i32,
    /// The number of consecutive plies of each player with such a score.
    pub moves: u32,
    /// The minimum number of plies after the opening.
    pub from: usize,
}

/// Why a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The loser reported low scores.
    Resign,
    /// Both players reported scores near 0.
    Draw,
    /// The game reached the maximum number of plies.
    Length,
    /// The engine of `proof` proved the result.
    Proof,
}

impl Reason {
    /// Every reason with its name in the journal.
    pub const ALL: &'static [(&'static str, Reason)] = &[
        ("adjudicated-loss", Reason::Resign),
        ("adjudicated-draw", Reason::Draw),
        ("length", Reason::Length),
        ("proof", Reason::Proof),
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(Reason::ALL, self))
    }
}

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
