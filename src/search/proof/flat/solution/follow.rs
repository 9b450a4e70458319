//! The strategy of a side, written out for a checker.
//!
//! The search proves that a strategy exists and forgets most of it. This follows the proof
//! again with one move at a position, and finds the zones by the rules of the checker
//! (`verify::flat`), so that both leave out the same moves. A position that the table has
//! lost is proven anew.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::solve::Prover;
use super::steps::{Step, Steps};
use crate::game::Square;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, DEFENDER, OpenLine, guard, map_set, unmap_set};
use crate::search::proof::flat::queries::Aim;

/// The stones of the side with the strategy and of the other.
type Stones<W> = [W; 2];

/// Follows a strategy.
struct Strategy<'s, 'a, W: Bits> {
    prover: &'s mut Prover<'a, W>,
    /// Whether the side wins rather than holds.
    wins: bool,
    /// The lines in the order in which the checker widens zones.
    lines: Vec<OpenLine<W>>,
    /// The symmetries in the order of the checker.
    symmetries: Vec<Vec<u8>>,
    steps: Steps,
    /// The zones of the positions with the strategy to move.
    zones: HashMap<Stones<W>, Zone<W>>,
    /// Squares outside of which pairs are better: they leave fewer moves to answer.
    avoid: W,
    /// Called with the number of entries now and then.
    count: &'s mut dyn FnMut(usize),
}

/// The entries between two reports of their number.
const REPORTED: usize = 1 << 6;

/// The zone of a proof with the strategy to move.
#[derive(Clone, Copy)]
struct Zone<W> {
    squares: W,
    /// Whether the proof also holds with the other side to move.
    without_move: bool,
}

impl<'a, W: Bits> Prover<'a, W> {
    /// The strategy with which the owner of `own` wins or holds, in the order of the
    /// checker; `None` if the search was stopped, or there is none. `count` is called with
    /// the number of entries now and then.
    pub(crate) fn strategy(
        &mut self,
        [own, other]: Stones<W>,
        is_to_move: bool,
        wins: bool,
        columns: usize,
        count: &mut dyn FnMut(usize),
    ) -> Option<Steps> {
        let mut lines = self.query.layout.lines().to_vec();
        lines.sort_by_key(|line| (direction(line.squares, columns), line.squares.first()));
        let mut strategy = Strategy {
            symmetries: symmetries(columns, self.query.layout.squares() / columns),
            prover: self,
            wins,
            lines,
            steps: Steps::default(),
            zones: HashMap::new(),
            avoid: W::EMPTY,
            count,
        };
        if is_to_move {
            strategy.own_turn([own, other])?;
        } else {
            let at = strategy.steps.reserve();
            let (_, answered) = strategy.other_turn([own, other])?;
            strategy.steps.set(at, &Step::Move(None, answered));
        }
        Some(strategy.steps)
    }
}

impl<W: Bits> Strategy<'_, '_, W> {
    /// A position with the strategy to move: its zone.
    fn own_turn(&mut self, stones: Stones<W>) -> Option<Zone<W>> {
        for map in &self.symmetries {
            let image = stones.map(|set| map_set(set, map));
            if let Some(&zone) = self.zones.get(&image) {
                return Some(Zone { squares: unmap_set(zone.squares, map), ..zone });
            }
        }
        let zone = self.entry(stones)?;
        self.zones.insert(stones, zone);
        Some(zone)
    }

    /// Adds the entry of a position with the strategy to move.
    fn entry(&mut self, [own, other]: Stones<W>) -> Option<Zone<W>> {
        let length = self.steps.len();
        if length > 0 && length.is_multiple_of(REPORTED) {
            (self.count)(length);
        }
        let completions = self.completions(own, other);
        if !completions.is_empty() {
            let square = completions.first();
            self.steps.push(&Step::Move(Some(Square::new(square)), Vec::new()));
            let squares = self.guard(W::of(square), [own, other], 1);
            return Some(Zone { squares, without_move: false });
        }
        if !self.wins
            && let Some((zone, pairs)) = self.pairs([own, other])
        {
            self.steps.push(&Step::Pairs(pairs));
            return Some(Zone { squares: zone, without_move: true });
        }
        let threats = self.completions(other, own);
        let square = if threats.is_empty() { self.reply([own, other])? } else { threats.first() };
        // The answered moves are known only after the entries below.
        let at = self.steps.reserve();
        let (zone, answered) = self.other_turn([own | W::of(square), other])?;
        self.steps.set(at, &Step::Move(Some(Square::new(square)), answered));
        Some(Zone { squares: zone | W::of(square), without_move: false })
    }

    /// A position with the other side to move: its zone and the answered moves.
    fn other_turn(&mut self, [own, other]: Stones<W>) -> Option<(W, Vec<Square>)> {
        let stones = [own, other];
        let threats = self.completions(own, other);
        if threats.has_two() {
            let two = threats & !threats.rest().rest();
            return Some((self.guard(two, stones, 2), Vec::new()));
        }
        if !threats.is_empty() {
            let zone = self.own_turn([own, other | threats])?.squares | threats;
            return Some((self.guard(zone, stones, 2), Vec::new()));
        }
        let mut answered = Vec::new();
        let Zone { squares: mut zone, without_move } = self.own_turn(stones)?;
        if without_move {
            return Some((zone, answered));
        }
        let mut unanswered = zone;
        let mut hint = self.known_move(stones, false)?;
        while !unanswered.is_empty() {
            let square = match hint.take() {
                Some(square) if unanswered.has(square) => square,
                _ => self.heaviest(stones, unanswered),
            };
            unanswered &= !W::of(square);
            let avoid = std::mem::replace(&mut self.avoid, unanswered);
            let after = self.own_turn([own, other | W::of(square)])?.squares;
            self.avoid = avoid;
            answered.push(Square::new(square));
            zone |= after;
            unanswered &= after;
        }
        Some((zone, answered))
    }

    /// A move that keeps the win or holds.
    fn reply(&mut self, [own, other]: Stones<W>) -> Option<usize> {
        if let Some(square) = self.known_move([own, other], true)? {
            return Some(square);
        }
        // The proof needs no move, so every move will do: an extra stone never hurts.
        let empty = self.prover.query.layout.full() & !(own | other);
        (!empty.is_empty()).then(|| self.heaviest([own, other], empty))
    }

    /// The move of the proof of a position in which the strategy is known to succeed, if the
    /// proof has one; `None` if the search was stopped.
    fn known_move(&mut self, [own, other]: Stones<W>, is_to_move: bool) -> Option<Option<usize>> {
        let (stones, attacks, aim) = if self.wins {
            ([own, other], is_to_move, Aim::Force)
        } else {
            ([other, own], !is_to_move, Aim::Refute)
        };
        self.prover.prove_again(stones, if attacks { ATTACKER } else { DEFENDER }, aim)
    }

    /// The pairs of a position and their squares, if the search finds pairs.
    fn pairs(&mut self, [own, other]: Stones<W>) -> Option<(W, Vec<[Square; 2]>)> {
        let query = &mut self.prover.query;
        // The pairing needs the lines run by run.
        let open: Vec<_> = open(query.layout.lines(), other, own).collect();
        query.pairing.avoid = self.avoid;
        let found = query.pairing.find(&open);
        query.pairing.avoid = W::EMPTY;
        let zone = found.ok()?;
        let pairs = query.pairing.pairs();
        Some((
            zone,
            pairs.map(|pair| [pair.first(), pair.rest().first()].map(Square::new)).collect(),
        ))
    }

    /// The square of a set on the most and longest open lines, those of the other side first.
    fn heaviest(&self, [own, other]: Stones<W>, squares: W) -> usize {
        let mut weights = [0u64; 128];
        for (mine, theirs, factor) in [(other, own, 4), (own, other, 1)] {
            for line in open(&self.lines, mine, theirs) {
                let weight = factor << (20 - line.squares.len());
                line.squares.members().for_each(|square| weights[square] += weight);
            }
        }
        squares.members().max_by_key(|&square| (weights[square], 128 - square)).unwrap_or(0)
    }

    /// The squares on which a side completes a line.
    fn completions(&self, own: W, other: W) -> W {
        let squares = open(&self.lines, own, other).map(|line| line.squares);
        squares.filter(|squares| squares.is_single()).fold(W::EMPTY, |a, b| a | b)
    }

    /// Widens a zone until each line that the other side can still complete has `need` empty
    /// squares in it, whatever the number of its further stones.
    fn guard(&self, zone: W, [own, other]: Stones<W>, need: u32) -> W {
        let open: Vec<_> = open(&self.lines, other, own).collect();
        guard(zone, &open, need, u32::MAX)
    }
}

/// The lines that the owner of `own` can still complete, as the squares that it misses.
fn open<W: Bits>(lines: &[OpenLine<W>], own: W, other: W) -> impl Iterator<Item = OpenLine<W>> {
    let open = lines.iter().filter(move |line| (line.squares & other).is_empty());
    open.map(move |line| OpenLine { squares: line.squares & !own, ..*line })
}

/// The symmetries of a board in the order of the checker, as maps from square to square.
fn symmetries(columns: usize, rows: usize) -> Vec<Vec<u8>> {
    let image = |number: usize, square: usize| {
        let (column, row) = (square % columns, square / columns);
        let column = if number & 1 == 0 { column } else { columns - 1 - column };
        let row = if number & 2 == 0 { row } else { rows - 1 - row };
        (if number & 4 == 0 { row * columns + column } else { column * columns + row }) as u8
    };
    let map = |number| (0..columns * rows).map(|square| image(number, square)).collect();
    (0..if columns == rows { 8 } else { 4 }).map(map).collect()
}

/// The direction of a line on a board of so many columns: right 0, down 1, down right 2, down
/// left 3.
fn direction<W: Bits>(line: W, columns: usize) -> u8 {
    if line.rest().is_empty() {
        return 0;
    }
    let [first, second] = [line.first(), line.rest().first()];
    match (second % columns).cmp(&(first % columns)) {
        _ if first / columns == second / columns => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
        Ordering::Less => 3,
    }
}
