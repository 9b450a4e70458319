//! The judgement of a move: its mark, and a sentence about it.
//!
//! A mark comes from the expected score that a move gave away, with the steps of lichess
//! (a tenth, a fifth and three tenths of the range from −1 to 1); a proven result given
//! away is always a blunder. `!` is the only move that keeps a proven result.

use super::course::{Chance, Course, Ply};
use crate::game::{Board, Side, Square};
use crate::search::Score;
use crate::values::words;

/// The loss of expected score, from 0 to 1, from which a move is an inaccuracy; another move
/// that loses no more is good enough.
pub(super) const INACCURACY: f64 = 0.05;
/// The losses from which a move has a mark.
const STEPS: [(f64, Mark); 3] =
    [(0.15, Mark::Blunder), (0.10, Mark::Mistake), (INACCURACY, Mark::Inaccuracy)];

/// If every other move loses within so many plies, the only move is no feat.
const OBVIOUS: u32 = 2;

/// The mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
    /// `!`: the only move that keeps a proven win or draw.
    Only,
}

impl Mark {
    /// The mark in one or two characters.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
            Mark::Only => "!",
        }
    }

    /// The name of the mark, for one move and for several.
    pub fn name(self, count: usize) -> &'static str {
        match (self, count) {
            (Mark::Inaccuracy, 1) => "inaccuracy",
            (Mark::Inaccuracy, _) => "inaccuracies",
            (Mark::Mistake, 1) => "mistake",
            (Mark::Mistake, _) => "mistakes",
            (Mark::Blunder, 1) => "blunder",
            (Mark::Blunder, _) => "blunders",
            (Mark::Only, 1) => "only move",
            (Mark::Only, _) => "only moves",
        }
    }
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The side that moved.
    pub side: Side,
    /// The mark, if the move has one.
    pub mark: Option<Mark>,
    /// Whether the mark is proven.
    pub proven: bool,
    /// For a mark other than [`Mark::Only`], the best line instead of the move; may be
    /// empty.
    pub better: Vec<Square>,
    /// A sentence about the mark; empty without one.
    pub text: String,
    /// The expected score that the move gave away, from 0 to 1; `None` if it is unknown.
    pub loss: Option<f64>,
}

impl Judgement {
    /// Whether the move gave something away.
    pub fn is_mistake(&self) -> bool {
        self.mark.is_some_and(|mark| mark != Mark::Only)
    }
}

/// Judges the move after so many plies. `decisive` says whether no later move of the loser
/// could have changed the result.
pub(super) fn judge(course: &Course, plies: usize, board: &Board, decisive: bool) -> Judgement {
    let ply = &course.plies[plies];
    let mut judgement = Judgement {
        side: ply.side,
        mark: None,
        proven: false,
        better: Vec::new(),
        text: String::new(),
        loss: None,
    };
    let [before, after] = [plies, plies + 1].map(|at| course.chances.get(at).copied().flatten());
    let (Some(before), Some(after)) = (before, after) else { return judgement };
    // If the best move that was found turned out badly, no better one is known.
    let loss = match before.proven || !ply.is_best() {
        true => (before.of(ply.side) - after.of(ply.side)).max(0.0),
        false => 0.0,
    };
    judgement.loss = Some(loss);
    judgement.proven = before.proven && after.proven;
    let step = STEPS.iter().find(|(least, _)| loss >= *least);
    if let (Some((_, mark)), Some(best)) = (step, &ply.best) {
        judgement.mark = Some(*mark);
        judgement.better.clone_from(&best.line);
        judgement.text = sentence(ply, [before, after], board, decisive);
    } else if let Some(text) = only(course, plies, board) {
        judgement.mark = Some(Mark::Only);
        judgement.text = text;
    }
    judgement
}

/// Says what a move gave away.
fn sentence(ply: &Ply, [before, after]: [Chance; 2], board: &Board, decisive: bool) -> String {
    let side = ply.side;
    let name = ply.played.map_or(String::new(), |square| board.name(square));
    let best = ply.best.as_ref().and_then(|best| best.line.first());
    let better = best.map_or(String::new(), |&square| board.name(square));
    let [was, is] = [before, after].map(|chance| chance.of(side));
    let lost = if decisive { "lost the game" } else { "was a losing move" };
    match (before.proven, after.proven) {
        (true, true) if is > 0.0 => {
            format!("{name} gave away the win: {side} could have won with {better}.")
        }
        (true, true) if was < 1.0 => {
            format!("{name} {lost}: {side} could still have drawn with {better}.")
        }
        (true, true) => format!("{name} {lost}: {side} could have won with {better}."),
        (true, false) => {
            let result = if was == 1.0 { "wins" } else { "draws" };
            let now = words::leader(is, side);
            format!("{better} {result} for certain; after {name}: {now} (estimate).")
        }
        (false, true) if is == 0.0 => {
            let now = words::leader(was, side);
            format!("After {name} {side} is lost; {better} looked better ({now}).")
        }
        (false, true) => {
            let now = words::leader(was, side);
            format!("After {name} the game is a draw; {better} looked better ({now}).")
        }
        (false, false) => {
            let [was, is] = [was, is].map(words::percent);
            format!("{better} looked better than {name}: {side} {was} % instead of {is} %.")
        }
    }
}

/// Says that a move was the only one that kept the result, if that is proven and not
/// obvious.
fn only(course: &Course, plies: usize, board: &Board) -> Option<String> {
    let ply = &course.plies[plies];
    let (second, played) = (ply.second.as_ref()?.score, ply.played?);
    let wins = course.chances[plies]?.of(ply.side) == 1.0;
    let is_only = match second {
        Score::Loss(distance) => distance > OBVIOUS,
        Score::Draw => wins,
        Score::Win(_) | Score::Cp(_) => false,
    };
    let result = if wins { "win" } else { "draw" };
    (course.keeps(plies) && is_only)
        .then(|| format!("{} was the only move to {result}.", board.name(played)))
}
