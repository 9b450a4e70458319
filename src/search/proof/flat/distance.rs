//! Exact distances of won positions: the soonest win, the latest loss.
//!
//! The question is the boolean one with a clock: can the attacker complete a line with at most
//! `left` more stones? It is asked with 1, 2, 3, ... stones until the answer is yes. Must-play
//! regions hold here too: a zone says that extra stones outside do not delay the win.

use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER, Frame, map_set, unmap_set};
use super::known::KnownDistance;
use super::node::Static;
use super::order::{FORCING, Weights};
use super::query::{Answer, Query};
use super::table::{Entry, Table};
use super::zone::guard;

/// The search for distances, with a table of its own.
pub(super) struct Distances<'a, W> {
    table: &'a mut Table<W, KnownDistance>,
    /// The move that settled the node visited last: in the end, the root.
    root_move: Option<u8>,
    /// The root's stones: there the table is not asked, because it has no move.
    root: [W; 2],
}

/// What came of looking for the distance.
pub(super) enum Search {
    /// The attacker needs so many stones.
    Found {
        /// Stones of the attacker, exactly.
        stones: u32,
        /// The move of the side to move that achieves it.
        square: Option<u8>,
    },
    /// The attacker needs more stones than were allowed.
    Excluded,
    /// Stopped.
    Stopped,
}

/// The outcome of one question.
enum Within<W> {
    /// Yes, with the zone of the proof.
    Yes(W),
    /// Not with so few stones.
    No,
    /// Stopped.
    Stopped,
}

impl<'a, W: Bits> Distances<'a, W> {
    /// A search with its table.
    pub(super) fn new(table: &'a mut Table<W, KnownDistance>) -> Self {
        Self { table, root_move: None, root: [W::EMPTY; 2] }
    }

    /// The least number of stones, up to `most`, that the attacker needs, and the
    /// move of the side to move: the quickest, or the one that holds out longest.
    pub(super) fn find(
        &mut self,
        query: &mut Query<'_, W>,
        stones: [W; 2],
        mover: usize,
        most: u32,
    ) -> Search {
        self.root = stones;
        let mut longest = None;
        for left in 1..=most {
            let frame = query.start(stones, left);
            self.root_move = None;
            let answer = self.visit(query, &frame, mover, left);
            match answer {
                Within::Yes(_) if mover == ATTACKER => {
                    return Search::Found { stones: left, square: self.root_move };
                }
                Within::Yes(_) => return Search::Found { stones: left, square: longest },
                Within::No => longest = self.root_move,
                Within::Stopped => return Search::Stopped,
            }
        }
        Search::Excluded
    }

    /// The move that achieves a distance which is known: the attacker needs
    /// exactly so many stones. `None` if it was stopped.
    pub(super) fn achieving(
        &mut self,
        query: &mut Query<'_, W>,
        stones: [W; 2],
        mover: usize,
        left: u32,
    ) -> Option<u8> {
        self.root = stones;
        self.root_move = None;
        // The defender sees to it that one stone less is not enough.
        let left = left - u32::from(mover == DEFENDER);
        let frame = query.start(stones, left);
        if left == 0 {
            return Some(frame.completes[ATTACKER].first() as u8);
        }
        match (self.visit(query, &frame, mover, left), mover) {
            (Within::Yes(_), ATTACKER) | (Within::No, DEFENDER) => self.root_move,
            _ => None,
        }
    }

    fn visit(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        mover: usize,
        left: u32,
    ) -> Within<W> {
        if query.enter() {
            return Within::Stopped;
        }
        if left == 0 {
            return Within::No;
        }
        match query.rules(frame, mover) {
            Static::Stored(Answer::Win(zone)) => {
                self.root_move = Some(frame.completes[ATTACKER].first() as u8);
                return Within::Yes(zone);
            }
            Static::Stored(_) => {
                let all = frame.completes[mover] | frame.completes[1 - mover];
                self.root_move = Some(all.first() as u8);
                return Within::No;
            }
            Static::Forced(square) => {
                let answer = self.descend(query, frame, mover, square, left);
                self.root_move = Some(square as u8);
                let bit = W::of(square);
                return match answer {
                    Within::Yes(zone) if mover == ATTACKER => Within::Yes(zone | bit),
                    Within::Yes(zone) => Within::Yes(guard(
                        zone | bit,
                        frame.lines(query.stack, DEFENDER),
                        2,
                        query.spare,
                    )),
                    other => other,
                };
            }
            Static::Quiet => {}
        }
        let lines = frame.lines(query.stack, ATTACKER);
        if lines.iter().all(|l| l.squares.len() > left) || query.pairing.find(lines).is_ok() {
            self.root_move = heaviest(query, frame);
            return Within::No;
        }
        let (key, symmetry) = frame.canonical(query.layout);
        let mut entry = self.table.probe(key, mover).unwrap_or_else(|| Entry::fresh(key, mover));
        let KnownDistance { enough, too_few, spare } = entry.known;
        let root = frame.stones == self.root;
        if !root && u32::from(too_few) >= left {
            return Within::No;
        }
        if !root && enough > 0 && u32::from(enough) <= left {
            let map = &query.layout.symmetries()[symmetry];
            return Within::Yes(if u32::from(spare) >= query.spare {
                unmap_set(entry.zone, map)
            } else {
                frame.empty(query.layout)
            });
        }
        let (answer, square) = match mover {
            ATTACKER => self.attack(query, frame, left),
            _ => self.defend(query, frame, left),
        };
        match answer {
            Within::Yes(zone) => {
                entry.known.enough = left as u8;
                entry.known.spare = query.spare as u8;
                entry.zone = map_set(zone, &query.layout.symmetries()[symmetry]);
            }
            Within::No => entry.known.too_few = too_few.max(left as u8),
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
        left: u32,
    ) -> Within<W> {
        let left = left - u32::from(side == ATTACKER);
        query.after(frame, side, square, |query, child| self.visit(query, child, 1 - side, left))
    }

    fn attack(
        &mut self,
        query: &mut Query<'_, W>,
        frame: &Frame<W>,
        left: u32,
    ) -> (Within<W>, Option<u8>) {
        let weights = Weights::of(frame, query.stack, &FORCING);
        let mut moves = useful(query, frame, left);
        while !moves.is_empty() {
            let square = weights.heaviest(moves);
            moves &= !W::of(square);
            match self.descend(query, frame, ATTACKER, square, left) {
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
        left: u32,
    ) -> (Within<W>, Option<u8>) {
        let mut zone = match self.visit(query, frame, ATTACKER, left) {
            Within::Yes(zone) => zone,
            Within::No => return (Within::No, heaviest(query, frame)),
            Within::Stopped => return (Within::Stopped, None),
        };
        let weights = Weights::of(frame, query.stack, &FORCING);
        let mut must = zone;
        while !must.is_empty() {
            let square = weights.heaviest(must);
            must &= !W::of(square);
            match self.descend(query, frame, DEFENDER, square, left) {
                Within::Yes(other) => {
                    must &= other;
                    zone |= other;
                }
                Within::No => return (Within::No, Some(square as u8)),
                Within::Stopped => return (Within::Stopped, None),
            }
        }
        (Within::Yes(zone), None)
    }
}

/// The empty squares of lines that can still come into play: with `left` stones the attacker
/// cannot complete a line that misses more, nor can the defender threaten to complete one, since
/// it has one move less.
fn useful<W: Bits>(query: &Query<'_, W>, frame: &Frame<W>, left: u32) -> W {
    [ATTACKER, DEFENDER]
        .into_iter()
        .flat_map(|side| frame.lines(query.stack, side))
        .filter(|line| line.squares.len() <= left)
        .fold(W::EMPTY, |set, line| set | line.squares)
}

/// Any move will do: the heaviest.
fn heaviest<W: Bits>(query: &Query<'_, W>, frame: &Frame<W>) -> Option<u8> {
    let empty = frame.empty(query.layout);
    let weights = Weights::of(frame, query.stack, &FORCING);
    (!empty.is_empty()).then(|| weights.heaviest(empty) as u8)
}
