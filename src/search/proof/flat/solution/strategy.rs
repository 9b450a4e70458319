//! The value of a flat board with the strategies that prove it.

use super::solve::{Prover, Value};
pub use super::steps::{Step, Steps};
use crate::game::lines::Shape;
use crate::game::{GameSpec, GameState, Lines, Side};
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::Layout;
use crate::search::proof::flat::memory::Memory;
use crate::search::task::Exchange;

/// A strategy for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The side with the strategy.
    pub side: Side,
    /// Whether it wins rather than holds: the other side never completes a line.
    pub wins: bool,
    /// The strategy, in the order of the checker.
    pub steps: Steps,
}

/// What is reported during the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyEvent {
    /// The value is proven: the winner, or `None` for a draw. The strategies follow.
    Proven(Option<Side>),
    /// The number of entries of the present strategy so far.
    Entries(usize),
}

/// Proves the value of a position of a flat board, with strategies that prove it; `None` if
/// `meter` stops the search first, or the game is over or not one for these proofs. A draw
/// needs a strategy for each side; from the empty board that of the second side is enough.
/// Also returns the number of nodes.
///
/// `memory` is the size of the tables in bytes, `exchange` the connection with other
/// processes that work on the same board; `watch` is called when the value is proven, and
/// now and then while the strategies are written out.
pub fn strategies(
    state: &dyn GameState,
    memory: usize,
    meter: Meter<'_>,
    exchange: Option<&Exchange>,
    watch: &mut dyn FnMut(StrategyEvent),
) -> (Option<Vec<Proof>>, u64) {
    let GameSpec::Lines(shape) = state.spec() else { return (None, 0) };
    let is_suitable = shape.is_flat() && !shape.is_wide() && state.outcome().is_none();
    if is_suitable && state.board().len() <= 64 {
        find::<u64>(shape, state, memory, meter, exchange, watch)
    } else if is_suitable {
        find::<u128>(shape, state, memory, meter, exchange, watch)
    } else {
        (None, 0)
    }
}

fn find<W: Bits>(
    shape: Shape,
    state: &dyn GameState,
    memory: usize,
    meter: Meter<'_>,
    exchange: Option<&Exchange>,
    watch: &mut dyn FnMut(StrategyEvent),
) -> (Option<Vec<Proof>>, u64) {
    let Some(layout) = Layout::new(&Lines::new(shape)) else { return (None, 0) };
    let mut memory = Memory::<W>::new(layout, memory);
    let mut ignored = |_| {};
    let mut prover = Prover::new(&mut memory, meter, &mut ignored);
    prover.query.share_with(exchange);
    let proofs = prove(&mut prover, state, watch);
    (proofs, prover.nodes())
}

fn prove<W: Bits>(
    prover: &mut Prover<'_, W>,
    state: &dyn GameState,
    watch: &mut dyn FnMut(StrategyEvent),
) -> Option<Vec<Proof>> {
    let side = state.side();
    let stones = |side| state.stones(side).narrow().map(W::from_set);
    let [mine, theirs] = [stones(side)?, stones(!side)?];
    let (value, _) = prover.value(mine, theirs, u64::MAX)?;
    let claims = match value {
        Value::Win => vec![(side, true)],
        Value::Loss => vec![(!side, true)],
        Value::Draw if (mine | theirs).is_empty() => vec![(!side, false)],
        Value::Draw => vec![(!side, false), (side, false)],
    };
    watch(StrategyEvent::Proven(claims[0].1.then_some(claims[0].0)));
    let columns = state.board().columns();
    let mut prove = |(owner, wins)| {
        let stones = if owner == side { [mine, theirs] } else { [theirs, mine] };
        let mut count = |entries| watch(StrategyEvent::Entries(entries));
        let steps = prover.strategy(stones, owner == side, wins, columns, &mut count)?;
        Some(Proof { side: owner, wins, steps })
    };
    claims.into_iter().map(&mut prove).collect()
}
