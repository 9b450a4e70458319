//! How soon a forced win comes: the shortest forcing sequence, and whether
//! any win at all, quiet moves included, can be sooner.

use super::bits::Bits;
use super::forcing::{Forcing, Verdict, crossings};
use super::geometry::{Cube, Geometry};
use super::position::Position;
use super::sequence::Sequence;
use crate::game::{Side, Square};
use crate::search::{Line, Meter, Score};

/// A win that was found.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    /// The line of play, as far as it is known; the whole of it when the win
    /// is an unbroken forcing sequence. At least one move.
    pub(super) line: Vec<usize>,
    /// The win takes no more plies than this.
    pub(super) plies: u32,
    /// No win is sooner.
    pub(super) exact: bool,
}

impl Distance {
    /// A completion of `side`, if one of these moves is one.
    fn at_once<C: Cube>(position: &Position<C>, side: Side, moves: C::Board) -> Option<Distance> {
        let now = position.completions(C::geometry(), side) & moves;
        (!now.is_empty()).then(|| Distance { line: vec![now.first()], plies: 1, exact: true })
    }

    /// By a forcing sequence of `side`, to move, which may not be the soonest
    /// win.
    fn by_force<C: Cube>(sequence: &Sequence, position: &Position<C>, side: Side) -> Distance {
        let line = sequence.line(C::geometry(), position, side);
        Distance { line, plies: sequence.plies(), exact: false }
    }

    /// The win as it is told.
    pub(super) fn to_line(&self) -> Line {
        let pv = self.line.iter().copied().map(Square::new).collect();
        Line::new(Score::Win(self.plies), self.exact, pv)
    }
}

/// A win in so many plies needs no looking for a sooner one.
const SOON: u32 = 3;
/// Nodes to look for any forcing sequence.
const ANY: u64 = 2_000_000;
/// Nodes to look for a shortest one.
const SHORTEST: u64 = 300_000;
/// Nodes to exclude sooner wins.
const SOONER: u64 = 2_000_000;

/// The soonest win of `side`, to move, if it has a forcing sequence. `moves`
/// are the first moves to consider. What is found at first is told before a
/// sooner win is looked for, which takes longer.
pub(super) fn soonest<C: Cube>(
    forcing: &mut Forcing<C>,
    position: &Position<C>,
    side: Side,
    moves: C::Board,
    meter: &mut Meter<'_>,
    tell: &mut dyn FnMut(&Distance, u64),
) -> Option<Distance> {
    if let Some(now) = Distance::at_once(position, side, moves) {
        return Some(now);
    }
    let Verdict::Win(found) = forcing.search(position, side, ANY, meter) else { return None };
    let mut best = Distance::by_force(&found, position, side);
    if best.plies > SOON {
        tell(&best, meter.nodes());
    }
    let mut search = Search::<C>::new(side, meter);
    let must = position.completions(search.geometry, !side);
    for length in 1..found.moves().len() {
        search.limit(SHORTEST);
        search.sequence = Sequence::EMPTY;
        if search.forces(position, must, length) {
            best = Distance::by_force(&search.sequence, position, side);
            break;
        }
        if search.is_over() {
            break;
        }
    }
    search.limit(SOONER);
    for moves in 2.. {
        if 2 * moves > best.plies {
            best.exact = !search.is_over();
            break;
        }
        if let Some(square) = search.first_of_win(position, moves) {
            let line = search.line_of_win(position, square, moves);
            best = Distance { line, plies: 2 * moves - 1, exact: true };
            break;
        }
        if search.is_over() {
            break;
        }
    }
    Some(best)
}

/// A forcing sequence of `side`, to move, that takes no more than so many
/// plies, if the meter allows to find it.
pub(super) fn by_force_within<C: Cube>(
    forcing: &mut Forcing<C>,
    position: &Position<C>,
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<Distance> {
    let all = position.empty(C::geometry());
    if let Some(now) = Distance::at_once(position, side, all) {
        return Some(now);
    }
    let Verdict::Win(found) = forcing.search(position, side, u64::MAX, meter) else { return None };
    if found.plies() <= plies {
        return Some(Distance::by_force(&found, position, side));
    }
    let mut search = Search::<C>::new(side, meter);
    let must = position.completions(search.geometry, !side);
    let shorter = (1..=plies as usize / 2).any(|length| search.forces(position, must, length));
    shorter.then(|| Distance::by_force(&search.sequence, position, side))
}

/// A win of `side`, to move and without a completion, that takes no more than
/// so many plies, quiet moves included, if the meter allows to find it.
pub(super) fn quietly_within<C: Cube>(
    position: &Position<C>,
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<Distance> {
    let mut search = Search::<C>::new(side, meter);
    (2..=plies.div_ceil(2)).find_map(|moves| {
        let square = search.first_of_win(position, moves)?;
        let line = search.line_of_win(position, square, moves);
        Some(Distance { line, plies: 2 * moves - 1, exact: false })
    })
}

struct Search<'a, 'b, C: Cube> {
    geometry: &'static Geometry<C>,
    side: Side,
    meter: &'a mut Meter<'b>,
    last: u64,
    sequence: Sequence,
}

impl<'a, 'b, C: Cube> Search<'a, 'b, C> {
    /// A search that only its meter limits.
    fn new(side: Side, meter: &'a mut Meter<'b>) -> Self {
        let (geometry, last, sequence) = (C::geometry(), u64::MAX, Sequence::EMPTY);
        Search { geometry, side, meter, last, sequence }
    }

    fn limit(&mut self, nodes: u64) {
        self.last = self.meter.nodes().saturating_add(nodes);
    }

    fn is_over(&self) -> bool {
        self.meter.stopped() || self.meter.nodes() >= self.last
    }

    /// Whether `length` forcing moves, the double threat included, are enough.
    /// Leaves them in `self.sequence`.
    fn forces(&mut self, position: &Position<C>, must: C::Board, length: usize) -> bool {
        if self.is_over() || !self.meter.count() {
            return false;
        }
        let empty = position.empty(self.geometry);
        let allowed = match must {
            none if none.is_empty() => empty,
            one if one.is_single() => one,
            _ => return false,
        };
        let lines = position.pairs(self.side);
        let (_, twice) = crossings(self.geometry, lines, empty);
        let double = twice & allowed;
        if !double.is_empty() {
            self.sequence.push(double.first());
            return true;
        }
        if length <= 1 {
            return false;
        }
        for line in lines.members() {
            let pair = self.geometry.line(line) & empty;
            for square in (pair & allowed).members() {
                let reply = (pair & !C::Board::of(square)).first();
                let mut next = position.after(self.geometry, self.side, square);
                next.play(self.geometry, !self.side, reply);
                let must = next.completions(self.geometry, !self.side);
                self.sequence.push(square);
                if self.forces(&next, must, length - 1) {
                    return true;
                }
                self.sequence.pop();
            }
        }
        false
    }

    /// A first move that wins with so many moves of the attacker, the
    /// completion included, whatever is replied: forcing moves and quiet ones.
    fn first_of_win(&mut self, position: &Position<C>, moves: u32) -> Option<usize> {
        let must = position.completions(self.geometry, !self.side);
        let allowed = match must {
            none if none.is_empty() => position.empty(self.geometry),
            one if one.is_single() => one,
            _ => return None,
        };
        if moves == 2 {
            // Two threats at once: nothing slower is soon enough.
            let empty = position.empty(self.geometry);
            let (_, twice) = crossings(self.geometry, position.pairs(self.side), empty);
            let double = twice & allowed;
            return (!double.is_empty()).then(|| double.first());
        }
        allowed.members().find(|&square| self.wins_by(position, square, moves))
    }

    /// The line of a win that takes so many moves and begins with this one, as
    /// far as there are nodes to find it: each reply is one that lasts as long.
    fn line_of_win(&mut self, position: &Position<C>, square: usize, moves: u32) -> Vec<usize> {
        let mut position = *position;
        let (mut square, mut line) = (square, Vec::new());
        for left in (1..moves).rev() {
            position.play(self.geometry, self.side, square);
            line.push(square);
            let threats = position.completions(self.geometry, self.side);
            let replies = if threats.is_empty() { position.empty(self.geometry) } else { threats };
            let lasts = |reply: &usize| {
                let after = position.after(self.geometry, !self.side, *reply);
                left == 1 || !self.wins(&after, left - 1)
            };
            let Some(reply) = replies.members().find(lasts) else { break };
            position.play(self.geometry, !self.side, reply);
            line.push(reply);
            let next = match position.completions(self.geometry, self.side) {
                now if !now.is_empty() => Some(now.first()),
                _ => self.first_of_win(&position, left),
            };
            let Some(next) = next.filter(|_| !self.is_over()) else { break };
            square = next;
            if left == 1 {
                line.push(square);
            }
        }
        line
    }

    /// Whether so many moves of the attacker, which is to move, are enough.
    fn wins(&mut self, position: &Position<C>, moves: u32) -> bool {
        if self.is_over() || !self.meter.count() {
            return false;
        }
        if position.threats(self.side) != 0 {
            return true;
        }
        moves >= 2 && self.first_of_win(position, moves).is_some()
    }

    /// Whether this move, then as many more as to make `moves`, are enough.
    fn wins_by(&mut self, position: &Position<C>, square: usize, moves: u32) -> bool {
        let after = position.after(self.geometry, self.side, square);
        let replies = after.completions(self.geometry, self.side);
        if !replies.is_empty() && !replies.is_single() {
            return true;
        }
        let (geometry, defender) = (self.geometry, !self.side);
        let answered = |reply| after.after(geometry, defender, reply);
        if !replies.is_empty() {
            return self.wins(&answered(replies.first()), moves - 1);
        }
        // A quiet move wins against every reply only if it wins against none.
        let mut empty = after.empty(self.geometry).members();
        self.wins(&after, moves - 1) && empty.all(|reply| self.wins(&answered(reply), moves - 1))
    }
}
