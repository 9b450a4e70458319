//! Lines of play: moves that keep a result or an exact distance, as far as few
//! nodes suffice to find them again.

use super::builder::ReportBuilder;
use crate::game::Square;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, DEFENDER, after};
use crate::search::proof::flat::solution::{Prover, Value};
use crate::search::task::{Line, Score};

/// Whether a draw proven with `nodes` nodes is reported without its line:
/// setting up the positions would take longer than the proof did.
pub(crate) fn is_reported_without_line(nodes: u64) -> bool {
    nodes < 64
}

/// The nodes that the line of a win or loss may take at least; more if a
/// quarter of the nodes of its proof is more.
const WON_LINE_NODES: u64 = 20_000;
/// The same for a draw.
const DRAWN_LINE_NODES: u64 = 2_000;

impl<W: Bits> ReportBuilder<'_, '_, '_, W> {
    /// Extends a line whose result took `spent` nodes; one of exact length to
    /// its end if the budget suffices.
    pub(crate) fn continued(mut self, line: Line, spent: u64) -> Line {
        let allowed = if line.exact { u64::MAX } else { nodes_for_line(line.score, spent) };
        let pv = self.extended(line.pv, (line.score, line.exact), allowed);
        Line { pv, ..line }
    }

    /// A line of best play that begins with `first`, as far as few nodes
    /// suffice.
    pub(crate) fn principal(&mut self, first: Square, score: Score, exact: bool) -> Vec<Square> {
        let allowed = nodes_for_line(score, self.prover.nodes());
        self.extended(vec![first], (score, exact), allowed)
    }

    /// Extends `pv` by moves that keep the result, or the exact distance, as
    /// far as `nodes` nodes suffice.
    fn extended(
        &mut self,
        mut pv: Vec<Square>,
        (score, exact): (Score, bool),
        nodes: u64,
    ) -> Vec<Square> {
        let end = self.prover.nodes().saturating_add(nodes);
        let mut stones = pv.iter().fold(self.root, |stones, &square| after(stones, square));
        while let Some(nodes_left) = end.checked_sub(self.prover.nodes()).filter(|&n| n > 0) {
            let [mine, theirs] = stones;
            let best = match score {
                Score::Win(plies) | Score::Loss(plies) if exact => {
                    let plies = plies.saturating_sub(pv.len() as u32);
                    self.prover.distance_keeping_move(mine, theirs, plies, nodes_left)
                }
                _ => self.prover.value_keeping_move(mine, theirs, nodes_left),
            };
            let Some(best) = best else { break };
            let square = Square::new(best.into());
            pv.push(square);
            stones = after(stones, square);
        }
        pv
    }
}

impl<W: Bits> Prover<'_, W> {
    /// A move of the owner of `mine`, who is to move, that keeps the value of
    /// the position. `None` if the value is not found within `nodes` more
    /// nodes, or the game is over.
    pub(crate) fn value_keeping_move(&mut self, mine: W, theirs: W, nodes: u64) -> Option<u8> {
        if self.game_over(mine, theirs).is_some() {
            return None;
        }
        let (value, square) = self.value(mine, theirs, nodes)?;
        match value {
            Value::Win => self.best_move([mine, theirs], ATTACKER, square),
            Value::Loss | Value::Draw => self.best_move([theirs, mine], DEFENDER, square),
        }
    }

    /// A move of the owner of `mine`, who is to move, that keeps a known exact
    /// distance of `plies`: a win if they are odd, otherwise a loss. `None` if
    /// it is not found within `nodes` more nodes.
    pub(crate) fn distance_keeping_move(
        &mut self,
        mine: W,
        theirs: W,
        plies: u32,
        nodes: u64,
    ) -> Option<u8> {
        self.query.pause_at = self.nodes().saturating_add(nodes);
        let (stones, mover) = match plies % 2 {
            1 => ([mine, theirs], ATTACKER),
            _ => ([theirs, mine], DEFENDER),
        };
        let stones_left = plies.div_ceil(2);
        if stones_left == 0 {
            return None;
        }
        self.distances.keeping_move(&mut self.query, stones, mover, stones_left)
    }
}

/// The nodes that finding the line of a result may take, if its proof took
/// `spent`.
fn nodes_for_line(score: Score, spent: u64) -> u64 {
    match score {
        Score::Cp(_) => 0,
        Score::Draw if is_reported_without_line(spent) => 0,
        Score::Draw => DRAWN_LINE_NODES.max(spent / 4),
        Score::Win(_) | Score::Loss(_) => WON_LINE_NODES.max(spent / 4),
    }
}
