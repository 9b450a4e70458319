//! Forced wins and threats for the player: the threat search without a proof.

use super::solve::Prover;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, FORCING, Frame, Weights};
use crate::search::proof::flat::queries::{Aim, Answer};

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForcedWin<W> {
    /// The moves from the position on, winner first, at least one: up to the
    /// completed line, unless the table has lost a part. Where the loser has a
    /// choice, the heaviest move in the zone stands for all.
    pub(crate) moves: Vec<u8>,
    /// The free moves of the loser on a path, at most: with 0 the win is an
    /// unbroken sequence of fours.
    pub(crate) free_moves: u32,
    /// Whether the moves lead to the completed line.
    pub(crate) is_complete: bool,
    /// The zone before the winner's first move: if the loser were to move, no
    /// move outside would be a defence.
    pub(crate) zone: W,
}

impl<W: Bits> Prover<'_, W> {
    /// Searches for a forced win of the owner of `mine`, who is to move, with
    /// at most `most` free moves of the other side on a path. `None` is not a
    /// proof that there is none.
    pub(crate) fn forced_win(&mut self, mine: W, theirs: W, most: u32) -> Option<ForcedWin<W>> {
        if self.query.layout.has_line(mine) || self.query.layout.has_line(theirs) {
            return None;
        }
        self.query.pause_at = u64::MAX;
        for free_moves in 0..=most {
            match self.query.search_as_reply([mine, theirs], ATTACKER, Aim::Force, free_moves, 1) {
                Answer::Win(zone) => {
                    let first = self.query.root_move;
                    let (moves, is_complete) = self.line_of_play([mine, theirs], free_moves, first);
                    let found = ForcedWin { moves, free_moves, is_complete, zone };
                    return (!found.moves.is_empty()).then_some(found);
                }
                Answer::NoWin(_) => return None,
                Answer::Unknown if self.query.stopped() => return None,
                Answer::Unknown => {}
            }
        }
        None
    }

    /// If the other side would have a forced win after a pass: the empty
    /// squares where a move can parry this threat. `None` if no threat was
    /// found.
    pub(crate) fn threat_zone(&mut self, mine: W, theirs: W, most: u32) -> Option<W> {
        let win = self.forced_win(theirs, mine, most)?;
        Some(win.zone & !(mine | theirs))
    }

    /// The line of a proof, and whether it leads to the completed line.
    fn line_of_play(
        &mut self,
        mut stones: [W; 2],
        mut free_moves: u32,
        first: Option<usize>,
    ) -> (Vec<u8>, bool) {
        let mut moves = Vec::new();
        let mut mover = ATTACKER;
        let mut known = first;
        while moves.len() < self.query.layout.squares() {
            let mut zone = W::EMPTY;
            if !moves.is_empty() {
                // Almost always the table answers at once.
                self.query.pause_at = self.nodes().saturating_add(RETRACE_NODES);
                let Answer::Win(won) = self.query.search(stones, mover, Aim::Force, free_moves)
                else {
                    break;
                };
                (zone, known) = (won, self.query.root_move);
            }
            let frame = self.query.start(stones, free_moves);
            let Some(square) = self.next_move(&frame, mover, zone, known, &mut free_moves) else {
                break;
            };
            moves.push(square as u8);
            if frame.completions[ATTACKER].has(square) && mover == ATTACKER {
                return (moves, true);
            }
            stones[mover] |= W::of(square);
            mover = 1 - mover;
        }
        (moves, false)
    }

    /// The move of the proof: the winner's known one, or the heaviest defence
    /// in the zone.
    fn next_move(
        &self,
        frame: &Frame<W>,
        mover: usize,
        zone: W,
        known: Option<usize>,
        free_moves: &mut u32,
    ) -> Option<usize> {
        for threats in [frame.completions[mover], frame.completions[1 - mover]] {
            if !threats.is_empty() {
                return Some(threats.first());
            }
        }
        if mover == ATTACKER {
            return known;
        }
        *free_moves = free_moves.saturating_sub(1);
        let zone = zone & frame.empty(self.query.layout);
        let weights = Weights::of(frame, self.query.stack, &FORCING);
        (!zone.is_empty()).then(|| weights.heaviest(zone))
    }
}

/// The nodes for finding one move of a line that the table has lost.
const RETRACE_NODES: u64 = 1000;
