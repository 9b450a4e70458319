//! Exact distances of won positions: the soonest win, the latest loss.
//!
//! The query is bounded: can the attacker complete a line with at most
//! `stones_left` more stones? It is searched with 1, 2, 3, ... stones until the
//! answer is yes. Must-play regions hold here too: extra stones of the defender
//! outside the zone do not delay the win.

use super::node::Static;
use super::query::{Answer, Query};
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{
    ATTACKER, DEFENDER, FORCING, Frame, Weights, guard, map_set, unmap_set,
};
use crate::search::proof::flat::memory::{KnownDistance, KnownEntry, KnownTable};

/// The search for distances, with its own table.
pub(crate) struct Distances<'a, W> {
    table: &'a mut KnownTable<W, KnownDistance>,
    /// The move that settled the node visited last; after a search, the root.
    root_move: Option<u8>,
    /// The stones at the root, where the table is not probed: its entries have
    /// no move.
    root: [W; 2],
}

/// The result of a search for a distance.
pub(crate) enum Distance {
    /// The exact distance.
    Found {
        /// The stones that the attacker needs.
        stones: u32,
        /// The move of the side to move that achieves it.
        square: Option<u8>,
    },
    /// The attacker needs more stones than the search allowed.
    AboveLimit,
    /// The search was stopped.
    Stopped,
}

/// The answer to a bounded query.
enum Within<W> {
    /// Yes, with the zone of the proof.
    Yes(W),
    /// No: the attacker needs more stones.
    No,
    /// The search was stopped.
    Stopped,
}

impl<'a, W: Bits> Distances<'a, W> {
    pub(crate) fn new(table: &'a mut KnownTable<W, KnownDistance>) -> Self {
        Self { table, root_move: None, root: [W::EMPTY; 2] }
    }

    /// Finds the least number of stones, up to `limit`, that the attacker
    /// needs, and a move of the side to move: the quickest win, or the longest
    /// defence.
    pub(crate) fn find(
        &mut self,
        query: &mut Query<'_, W>,
        stones: [W; 2],
        mover: usize,
        limit: u32,
    ) -> Distance {
        self.root = stones;
        let mut longest = None;
        for stones_left in 1..=limit {
            let frame = query.start(stones, stones_left);
            self.root_move = None;
            let answer = self.visit(query, &frame, mover, stones_left);
            match answer {
                Within::Yes(_) if mover == ATTACKER => {
                    return Distance::Found { stones: stones_left, square: self.root_move };
                }
                Within::Yes(_) => return Distance::Found { stones: stones_left, square: longest },
                Within::No => longest = self.root_move,
                Within::Stopped => return Distance::Stopped,
            }
        }
        Distance::AboveLimit
    }

    /// Finds a move of the side to move that keeps a known distance: the
    /// attacker needs exactly `stones_left` stones. `None` if the search was
    /// stopped.
    pub(crate) fn keeping_move(
        &mut self,
        query: &mut Query<'_, W>,
        stones: [W; 2],
        mover: usize,
        stones_left: u32,
    ) -> Option<u8> {
        self.root = stones;
        self.root_move = None;
        // For the defender: a move after which one stone less is not enough.
        let stones_left = stones_left - u32::from(mover == DEFENDER);
        let frame = query.start(stones, stones_left);
        if stones_left == 0 {
            return Some(frame.completions[ATTACKER].first() as u8);
        }
        match (self.visit(query, &frame, mover, stones_left), mover) {
            (Within::Yes(_), ATTACKER) | (Within::No, DEFENDER) => self.root_move,
            _ => None,
        }
    }

    fn visit(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        mover: usize,
        stones_left: u32,
    ) -> Within<W> {
        if query.enter() {
            return Within::Stopped;
        }
        if stones_left == 0 {
            return Within::No;
        }
        match query.rules(frame, mover) {
            Static::Settled(Answer::Win(zone)) => {
                self.root_move = Some(frame.completions[ATTACKER].first() as u8);
                return Within::Yes(zone);
            }
            Static::Settled(_) => {
                let all = frame.completions[mover] | frame.completions[1 - mover];
                self.root_move = Some(all.first() as u8);
                return Within::No;
            }
            Static::Forced(square) => {
                let answer = self.descend(query, frame, mover, square, stones_left);
                self.root_move = Some(square as u8);
                let bit = W::of(square);
                return match answer {
                    Within::Yes(zone) if mover == ATTACKER => Within::Yes(zone | bit),
                    Within::Yes(zone) => Within::Yes(guard(
                        zone | bit,
                        frame.lines(query.stack, DEFENDER),
                        2,
                        query.extra_stones,
                    )),
                    other => other,
                };
            }
            Static::Quiet => {}
        }
        let lines = frame.lines(query.stack, ATTACKER);
        if lines.iter().all(|l| l.squares.len() > stones_left) || query.pairing.find(lines).is_ok()
        {
            self.root_move = heaviest(query, frame);
            return Within::No;
        }
        let (key, symmetry) = frame.canonical(query.layout);
        let mut entry =
            self.table.probe(key, mover).unwrap_or_else(|| KnownEntry::fresh(key, mover));
        let KnownDistance { enough, too_few, extra_stones } = entry.known;
        let root = frame.stones == self.root;
        if !root && u32::from(too_few) >= stones_left {
            return Within::No;
        }
        if !root && enough > 0 && u32::from(enough) <= stones_left {
            let map = &query.layout.symmetries()[symmetry];
            return Within::Yes(if u32::from(extra_stones) >= query.extra_stones {
                unmap_set(entry.zone, map)
            } else {
                frame.empty(query.layout)
            });
        }
        let (answer, square) = match mover {
            ATTACKER => self.attack(query, frame, stones_left),
            _ => self.defend(query, frame, stones_left),
        };
        match answer {
            Within::Yes(zone) => {
                entry.known.enough = stones_left as u8;
                entry.known.extra_stones = query.extra_stones as u8;
                entry.zone = map_set(zone, &query.layout.symmetries()[symmetry]);
            }
            Within::No => entry.known.too_few = too_few.max(stones_left as u8),
            Within::Stopped => return answer,
        }
        self.root_move = square;
        self.table.store(&entry);
        answer
    }

    /// Plays a move, visits the position and takes the move back.
    fn descend(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        side: usize,
        square: usize,
        stones_left: u32,
    ) -> Within<W> {
        let stones_left = stones_left - u32::from(side == ATTACKER);
        query.after(frame, side, square, |query, child| {
            self.visit(query, child, 1 - side, stones_left)
        })
    }

    fn attack(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        stones_left: u32,
    ) -> (Within<W>, Option<u8>) {
        let weights = Weights::of(frame, query.stack, &FORCING);
        let mut moves = useful(query, frame, stones_left);
        while !moves.is_empty() {
            let square = weights.heaviest(moves);
            moves &= !W::of(square);
            match self.descend(query, frame, ATTACKER, square, stones_left) {
                Within::Yes(zone) => {
                    return (Within::Yes(zone | W::of(square)), Some(square as u8));
                }
                Within::No => {}
                Within::Stopped => return (Within::Stopped, None),
            }
        }
        (Within::No, None)
    }

    fn defend(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        stones_left: u32,
    ) -> (Within<W>, Option<u8>) {
        let mut zone = match self.visit(query, frame, ATTACKER, stones_left) {
            Within::Yes(zone) => zone,
            Within::No => return (Within::No, heaviest(query, frame)),
            Within::Stopped => return (Within::Stopped, None),
        };
        let weights = Weights::of(frame, query.stack, &FORCING);
        let mut must_play = zone;
        while !must_play.is_empty() {
            let square = weights.heaviest(must_play);
            must_play &= !W::of(square);
            match self.descend(query, frame, DEFENDER, square, stones_left) {
                Within::Yes(other) => {
                    must_play &= other;
                    zone |= other;
                }
                Within::No => return (Within::No, Some(square as u8)),
                Within::Stopped => return (Within::Stopped, None),
            }
        }
        (Within::Yes(zone), None)
    }
}

/// The empty squares of lines that still matter: with `stones_left` stones the
/// attacker cannot complete a line that misses more, nor can the defender
/// threaten to complete one, since it has one move less.
fn useful<W: Bits>(query: &Query<'_, W>, frame: &Frame<W>, stones_left: u32) -> W {
    [ATTACKER, DEFENDER]
        .into_iter()
        .flat_map(|side| frame.lines(query.stack, side))
        .filter(|line| line.squares.len() <= stones_left)
        .fold(W::EMPTY, |set, line| set | line.squares)
}

/// The heaviest empty square, where any move keeps the answer.
fn heaviest<W: Bits>(query: &Query<'_, W>, frame: &Frame<W>) -> Option<u8> {
    let empty = frame.empty(query.layout);
    let weights = Weights::of(frame, query.stack, &FORCING);
    (!empty.is_empty()).then(|| weights.heaviest(empty) as u8)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Lines, SquareSet};
    use crate::random::Random;
    use crate::search::budget::{Canceller, Meter};
    use crate::search::proof::flat::board::Layout;
    use crate::search::proof::flat::memory::Memory;

    /// A zone that was proven against few extra stones of the defender says nothing
    /// about more of them.
    #[test]
    fn a_zone_counts_only_against_the_extra_stones_of_its_proof() {
        let shape = Shape::flat(5, 5, 4).expect("a board");
        let layout = Layout::<u64>::new(&Lines::new(shape)).expect("it fits");
        let mut memory = Memory::new(layout, 1 << 20);
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut nothing = |_| {};
        let (mut query, table) = Query::new(&mut memory, Meter::new(&stop, u64::MAX), &mut nothing);
        let mut distances = Distances::new(table);
        let mut random = Random::new(6);
        let mut found = 0;
        while found < 20 {
            let mut squares: Vec<usize> = (0..25).collect();
            random.shuffle(&mut squares);
            let set = |squares: &[usize]| squares.iter().fold(0, |set, square| set | 1 << square);
            let stones = [set(&squares[..4]), set(&squares[4..8])];
            let stones = stones.map(|set| u64::from_set(SquareSet(set)));
            let frame = query.start(stones, 0);
            // Where a rule decides, no table is asked.
            if !matches!(query.rules(&frame, ATTACKER), Static::Quiet) {
                continue;
            }
            let mut zone = |extra_stones| {
                let frame = query.start(stones, extra_stones);
                match distances.visit(&mut query, &frame, ATTACKER, 3) {
                    Within::Yes(zone) => Some((zone, frame.empty(query.layout))),
                    _ => None,
                }
            };
            if let (Some((known, empty)), Some((wide, _))) = (zone(0), zone(1))
                && known != empty
            {
                found += 1;
                assert_eq!(wide, empty, "{stones:?}");
            }
        }
    }
}
