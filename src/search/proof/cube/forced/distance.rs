//! The distance of a win: the shortest forcing sequence, and whether any win,
//! quiet moves included, is sooner.

use super::forcing::{ForcingResult, ForcingSearch, coverage};
use super::sequence::Sequence;
use crate::game::{Side, Square};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition, Geometry};
use crate::search::task::{Line, Score};

/// A win and its distance.
#[derive(Clone, Debug)]
pub(crate) struct FoundWin {
    /// The line of play, as far as it is known: at least one move, and all of
    /// them if the win is a forcing sequence.
    pub(crate) line: Vec<usize>,
    /// The win takes no more plies than this.
    pub(crate) plies: u32,
    /// Whether it is proven that no win is sooner.
    pub(crate) exact: bool,
}

impl FoundWin {
    /// The win in one ply, if one of `moves` completes a line of `side`.
    fn immediate<C: Cube>(
        position: &CubePosition<C>,
        side: Side,
        moves: C::Board,
    ) -> Option<FoundWin> {
        let now = position.completions(C::geometry(), side) & moves;
        (!now.is_empty()).then(|| FoundWin { line: vec![now.first()], plies: 1, exact: true })
    }

    /// The win by a forcing sequence of `side`, to move. A sooner win may
    /// exist.
    fn forced<C: Cube>(sequence: &Sequence, position: &CubePosition<C>, side: Side) -> FoundWin {
        let line = sequence.line(C::geometry(), position, side);
        FoundWin { line, plies: sequence.plies(), exact: false }
    }

    /// The win as a line of a report.
    pub(crate) fn to_line(&self) -> Line {
        let pv = self.line.iter().copied().map(Square::new).collect();
        Line::new(Score::Win(self.plies), self.exact, pv)
    }
}

/// The plies of a win by a double threat: only a completion is sooner.
const DOUBLE_THREAT_PLIES: u32 = 3;
/// Nodes of the search for any forcing sequence.
const FIRST_SEQUENCE_NODES: u64 = 2_000_000;
/// Nodes of the search for a shortest forcing sequence.
const SHORTEST_SEQUENCE_NODES: u64 = 300_000;
/// Nodes of the search for a sooner win with quiet moves.
const SOONER_WIN_NODES: u64 = 2_000_000;

/// The soonest win of `side`, to move, if it has a forcing sequence. A
/// completion is looked for among `moves` only. Passes the first win found to
/// `report`, with the nodes so far, because the search for a sooner one takes
/// longer.
pub(crate) fn soonest_win<C: Cube>(
    forcing: &mut ForcingSearch<C>,
    position: &CubePosition<C>,
    side: Side,
    moves: C::Board,
    meter: &mut Meter<'_>,
    report: &mut dyn FnMut(&FoundWin, u64),
) -> Option<FoundWin> {
    if let Some(now) = FoundWin::immediate(position, side, moves) {
        return Some(now);
    }
    let ForcingResult::Win(found) = forcing.search(position, side, FIRST_SEQUENCE_NODES, meter)
    else {
        return None;
    };
    let mut best = FoundWin::forced(&found, position, side);
    if best.plies > DOUBLE_THREAT_PLIES {
        report(&best, meter.nodes());
    }
    let mut search = DistanceSearch::<C>::new(side, meter);
    let must_block = position.completions(search.geometry, !side);
    for length in 1..found.moves().len() {
        search.limit(SHORTEST_SEQUENCE_NODES);
        search.sequence = Sequence::EMPTY;
        if search.forces(position, must_block, length) {
            best = FoundWin::forced(&search.sequence, position, side);
            break;
        }
        if search.is_over() {
            break;
        }
    }
    search.limit(SOONER_WIN_NODES);
    for moves in 2.. {
        if 2 * moves > best.plies {
            best.exact = !search.is_over();
            break;
        }
        if let Some(square) = search.first_winning_move(position, moves) {
            let line = search.line_of_win(position, square, moves);
            best = FoundWin { line, plies: 2 * moves - 1, exact: true };
            break;
        }
        if search.is_over() {
            break;
        }
    }
    Some(best)
}

/// A forced win of `side`, to move, that takes no more than `plies` plies;
/// `None` also if the meter stops the search.
pub(crate) fn forced_win_within<C: Cube>(
    forcing: &mut ForcingSearch<C>,
    position: &CubePosition<C>,
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<FoundWin> {
    let all = position.empty(C::geometry());
    if let Some(now) = FoundWin::immediate(position, side, all) {
        return Some(now);
    }
    let ForcingResult::Win(found) = forcing.search(position, side, u64::MAX, meter) else {
        return None;
    };
    if found.plies() <= plies {
        return Some(FoundWin::forced(&found, position, side));
    }
    let mut search = DistanceSearch::<C>::new(side, meter);
    let must_block = position.completions(search.geometry, !side);
    let shorter =
        (1..=plies as usize / 2).any(|length| search.forces(position, must_block, length));
    shorter.then(|| FoundWin::forced(&search.sequence, position, side))
}

/// A win of `side`, to move and without a completion, that takes no more than
/// `plies` plies, quiet moves included; `None` also if the meter stops the
/// search.
pub(crate) fn win_within<C: Cube>(
    position: &CubePosition<C>,
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<FoundWin> {
    let mut search = DistanceSearch::<C>::new(side, meter);
    (2..=plies.div_ceil(2)).find_map(|moves| {
        let square = search.first_winning_move(position, moves)?;
        let line = search.line_of_win(position, square, moves);
        Some(FoundWin { line, plies: 2 * moves - 1, exact: false })
    })
}

/// A depth-limited search for wins of one side.
struct DistanceSearch<'a, 'b, C: Cube> {
    geometry: &'static Geometry<C>,
    /// The attacker.
    side: Side,
    meter: &'a mut Meter<'b>,
    /// The count of the meter at which the search ends.
    end: u64,
    /// The forcing moves on the path of `forces`.
    sequence: Sequence,
}

impl<'a, 'b, C: Cube> DistanceSearch<'a, 'b, C> {
    /// A search limited by its meter only.
    fn new(side: Side, meter: &'a mut Meter<'b>) -> Self {
        let (geometry, end, sequence) = (C::geometry(), u64::MAX, Sequence::EMPTY);
        DistanceSearch { geometry, side, meter, end, sequence }
    }

    /// Ends the search after this many more nodes.
    fn limit(&mut self, nodes: u64) {
        self.end = self.meter.nodes().saturating_add(nodes);
    }

    fn is_over(&self) -> bool {
        self.meter.stopped() || self.meter.nodes() >= self.end
    }

    /// Whether the attacker, to move, wins with at most `length` forcing moves,
    /// the double threat included. Leaves them in `self.sequence`.
    /// `must_block` are the squares on which the defender would complete a
    /// line.
    fn forces(&mut self, position: &CubePosition<C>, must_block: C::Board, length: usize) -> bool {
        if self.is_over() || !self.meter.count() {
            return false;
        }
        let empty = position.empty(self.geometry);
        let allowed = match must_block {
            none if none.is_empty() => empty,
            one if one.is_single() => one,
            _ => return false,
        };
        let lines = position.pairs(self.side);
        let (_, twice) = coverage(self.geometry, lines, empty);
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
                let must_block = next.completions(self.geometry, !self.side);
                self.sequence.push(square);
                if self.forces(&next, must_block, length - 1) {
                    return true;
                }
                self.sequence.pop();
            }
        }
        false
    }

    /// A first move, forcing or quiet, with which the attacker wins in at most
    /// `moves` moves of its own, the completion included, against every reply.
    fn first_winning_move(&mut self, position: &CubePosition<C>, moves: u32) -> Option<usize> {
        let must_block = position.completions(self.geometry, !self.side);
        let allowed = match must_block {
            none if none.is_empty() => position.empty(self.geometry),
            one if one.is_single() => one,
            _ => return None,
        };
        if moves == 2 {
            // With two moves only a double threat wins.
            let empty = position.empty(self.geometry);
            let (_, twice) = coverage(self.geometry, position.pairs(self.side), empty);
            let double = twice & allowed;
            return (!double.is_empty()).then(|| double.first());
        }
        allowed.members().find(|&square| self.wins_with(position, square, moves))
    }

    /// The line of a win in `moves` moves that begins with `square`, with
    /// replies that delay it the most. It ends early when the search is over.
    fn line_of_win(&mut self, position: &CubePosition<C>, square: usize, moves: u32) -> Vec<usize> {
        let mut position = *position;
        let (mut square, mut line) = (square, Vec::new());
        for left in (1..moves).rev() {
            position.play(self.geometry, self.side, square);
            line.push(square);
            let threats = position.completions(self.geometry, self.side);
            let replies = if threats.is_empty() { position.empty(self.geometry) } else { threats };
            let delays = |reply: &usize| {
                let after = position.after(self.geometry, !self.side, *reply);
                left == 1 || !self.wins(&after, left - 1)
            };
            let Some(reply) = replies.members().find(delays) else { break };
            position.play(self.geometry, !self.side, reply);
            line.push(reply);
            let next = match position.completions(self.geometry, self.side) {
                now if !now.is_empty() => Some(now.first()),
                _ => self.first_winning_move(&position, left),
            };
            let Some(next) = next.filter(|_| !self.is_over()) else { break };
            square = next;
            if left == 1 {
                line.push(square);
            }
        }
        line
    }

    /// Whether the attacker, to move, wins with at most `moves` moves.
    fn wins(&mut self, position: &CubePosition<C>, moves: u32) -> bool {
        if self.is_over() || !self.meter.count() {
            return false;
        }
        if position.threats(self.side) != 0 {
            return true;
        }
        moves >= 2 && self.first_winning_move(position, moves).is_some()
    }

    /// Whether the attacker wins with at most `moves` moves, of which `square`
    /// is the first.
    fn wins_with(&mut self, position: &CubePosition<C>, square: usize, moves: u32) -> bool {
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
        // A quiet move that does not win after a pass wins after no reply.
        let mut empty = after.empty(self.geometry).members();
        self.wins(&after, moves - 1) && empty.all(|reply| self.wins(&answered(reply), moves - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::proof::cube::board::Cube4;
    use crate::search::proof::cube::testing::{limited, random_position};

    /// A win with the nodes that it took.
    fn found(position: &CubePosition<Cube4>, side: Side, nodes: u64) -> (Option<FoundWin>, u64) {
        limited(nodes, |meter| {
            let mut forcing = ForcingSearch::default();
            let moves = position.empty(Cube4::geometry());
            let found = soonest_win(&mut forcing, position, side, moves, meter, &mut |_, _| {});
            (found, meter.nodes())
        })
    }

    /// A distance is exact only if the whole search for a sooner win has ended.
    #[test]
    fn a_search_that_ran_out_of_nodes_claims_no_exact_distance() {
        let mut random = Random::new(11);
        let mut cut = 0;
        while cut < 40 {
            let plies = 8 + random.below(20);
            let Some((position, side)) = random_position(plies, &mut random) else { continue };
            let (Some(win), nodes) = found(&position, side, 20_000) else { continue };
            if !win.exact || win.plies <= DOUBLE_THREAT_PLIES {
                continue;
            }
            // The last nodes may only look for the line of a win that is exact by then.
            let is_forced = limited(20_000, |meter| {
                let mut forcing = ForcingSearch::default();
                forced_win_within(&mut forcing, &position, side, win.plies, meter).is_some()
            });
            for limit in [nodes - 1, nodes / 2, nodes / 4] {
                if let (Some(early), _) = found(&position, side, limit) {
                    cut += 1;
                    let what = format!("{early:?} with {limit} nodes, {win:?} with {nodes}");
                    assert!(!(early.exact && is_forced) && early.plies >= win.plies, "{what}");
                    assert!(!early.exact || early.plies == win.plies, "{what}");
                }
            }
            let (same, _) = found(&position, side, nodes);
            assert!(same.is_some_and(|same| same.exact && same.plies == win.plies));
        }
    }
}
