//! The shortest win on a cube, quiet moves included, for positions whose distance must
//! be exact.

use super::board::{Cube, Cube2, Cube3, Cube4, Cube5, CubePosition};
use super::forced::win_within;
use crate::game::{Side, Square, SquareSet};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;

/// The line of a shortest win of `side`, to move, on a cube with so many squares along
/// an edge, with the replies that delay it the most; its length is the distance. `None`
/// if no win takes `plies` plies or fewer, or if the meter stops the search.
pub fn shortest_win(
    edge: usize,
    stones: [SquareSet; 2],
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<Square>> {
    match edge {
        2 => on::<Cube2>(stones, side, plies, meter),
        3 => on::<Cube3>(stones, side, plies, meter),
        4 => on::<Cube4>(stones, side, plies, meter),
        _ => on::<Cube5>(stones, side, plies, meter),
    }
}

fn on<C: Cube>(
    stones: [SquareSet; 2],
    side: Side,
    plies: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<Square>> {
    let [x, o] = stones.map(C::Board::from_set);
    let position = CubePosition::<C>::new(C::geometry(), x, o);
    let now = position.completions(C::geometry(), side);
    if !now.is_empty() {
        return Some(vec![Square::new(now.first())]);
    }
    let win = win_within(&position, side, plies, meter)?;
    // A search that was stopped may have missed a shorter win, or the end of the line.
    let is_whole = !meter.stopped() && win.line.len() == win.plies as usize;
    is_whole.then(|| win.line.into_iter().map(Square::new).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::proof::cube::forced::{ForcingSearch, soonest_win};
    use crate::search::proof::cube::testing::{limited, random_position};

    /// A distance that the search for forced wins calls exact is the one found here, and
    /// no search claims a win of fewer plies or with too few nodes.
    #[test]
    fn the_distance_is_that_of_the_search_for_forced_wins() {
        let geometry = Cube4::geometry();
        let mut random = Random::new(3);
        let mut seen = 0;
        while seen < 40 {
            let plies = 8 + random.below(20);
            let Some((position, side)) = random_position::<Cube4>(plies, &mut random) else {
                continue;
            };
            let forced = limited(200_000, |meter| {
                let mut forcing = ForcingSearch::default();
                let moves = position.empty(geometry);
                soonest_win(&mut forcing, &position, side, moves, meter, &mut |_, _| {})
            });
            let Some(win) = forced.filter(|win| win.exact && win.plies <= 7) else { continue };
            seen += 1;
            let stones = Side::BOTH.map(|side| position.stones(side).to_set());
            let found = |plies, nodes| {
                limited(nodes, |meter| shortest_win(4, stones, side, plies, meter))
                    .map(|line| line.len() as u32)
            };
            assert_eq!(found(9, u64::MAX), Some(win.plies), "{position:?}");
            if win.plies > 1 {
                assert_eq!(found(win.plies - 2, u64::MAX), None, "{position:?}");
            }
            for nodes in [1, 10, 100, 1000] {
                assert!(found(9, nodes).is_none_or(|plies| plies == win.plies), "{position:?}");
            }
        }
    }
}
