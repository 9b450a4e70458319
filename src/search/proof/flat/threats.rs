//! Forced wins for a playing engine: the threat search alone.

use super::bits::Bits;
use super::frame::{ATTACKER, Frame};
use super::order::{FORCING, Weights};
use super::query::{Aim, Answer};
use super::solve::Prover;

/// A forced win that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForcedWin<W> {
    /// The moves from the position on, winner first, at least one: up to the
    /// completed line as far as the table still knows. Where the loser had a
    /// choice, one of its best-looking moves stands for all.
    pub(super) moves: Vec<u8>,
    /// How many free choices the loser has on the longest path: 0 is an
    /// unbroken sequence of fours.
    pub(super) choices: u32,
    /// Whether the moves lead to the completed line.
    pub(super) is_complete: bool,
    /// Before the winner's first move: squares outside are no defence, if it
    /// were the loser's turn.
    pub(super) zone: W,
}

impl<W: Bits> Prover<'_, W> {
    /// Looks for a forced win of the owner of `mine`, who is to move, with at
    /// most `choices` free moves of the other side on a path. `None` proves
    /// nothing.
    pub(super) fn forced_win(&mut self, mine: W, theirs: W, choices: u32) -> Option<ForcedWin<W>> {
        if self.query.layout.has_line(mine) || self.query.layout.has_line(theirs) {
            return None;
        }
        self.query.pause_at = u64::MAX;
        for budget in 0..=choices {
            match self.query.search_as_reply([mine, theirs], ATTACKER, Aim::Force, budget, 1) {
                Answer::Win(zone) => {
                    let first = self.query.root_move;
                    let (moves, is_complete) = self.line_of_play([mine, theirs], budget, first);
                    let found = ForcedWin { moves, choices: budget, is_complete, zone };
                    return (!found.moves.is_empty()).then_some(found);
                }
                Answer::Fail(_) => return None,
                Answer::Open if self.query.stopped() => return None,
                Answer::Open => {}
            }
        }
        None
    }

    /// What the side to move must reckon with: if the other side would win by
    /// force after a pass, the squares where a move can prevent it. `None` if
    /// no such threat was found.
    pub(super) fn must_answer(&mut self, mine: W, theirs: W, choices: u32) -> Option<W> {
        let win = self.forced_win(theirs, mine, choices)?;
        Some(win.zone & !(mine | theirs))
    }

    /// Follows the proof down to the completed line, and whether it got there.
    fn line_of_play(
        &mut self,
        mut stones: [W; 2],
        mut budget: u32,
        first: Option<usize>,
    ) -> (Vec<u8>, bool) {
        let mut moves = Vec::new();
        let mut mover = ATTACKER;
        let mut known = first;
        while moves.len() < self.query.layout.squares() {
            let mut zone = W::EMPTY;
            if !moves.is_empty() {
                // Almost always a glance at the table.
                self.query.pause_at = self.nodes().saturating_add(RETRACE_NODES);
                let Answer::Win(won) = self.query.search(stones, mover, Aim::Force, budget) else {
                    break;
                };
                (zone, known) = (won, self.query.root_move);
            }
            let frame = self.query.start(stones, budget);
            let Some(square) = self.next_move(&frame, mover, zone, known, &mut budget) else {
                break;
            };
            moves.push(square as u8);
            if frame.completes[ATTACKER].has(square) && mover == ATTACKER {
                return (moves, true);
            }
            stones[mover] |= W::of(square);
            mover = 1 - mover;
        }
        (moves, false)
    }

    /// The move of the proof: the winner's stored one, or a defence that looks
    /// good.
    fn next_move(
        &self,
        frame: &Frame<W>,
        mover: usize,
        zone: W,
        known: Option<usize>,
        budget: &mut u32,
    ) -> Option<usize> {
        for threats in [frame.completes[mover], frame.completes[1 - mover]] {
            if !threats.is_empty() {
                return Some(threats.first());
            }
        }
        if mover == ATTACKER {
            return known;
        }
        *budget = budget.saturating_sub(1);
        let zone = zone & frame.empty(self.query.layout);
        let weights = Weights::of(frame, self.query.stack, &FORCING);
        (!zone.is_empty()).then(|| weights.heaviest(zone))
    }
}

/// Nodes to find one move of a line again that the table has lost.
const RETRACE_NODES: u64 = 1000;
