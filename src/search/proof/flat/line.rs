//! Lines of play: moves that keep a result, or a distance, as far as they are
//! quickly found again.

use super::after;
use super::bits::Bits;
use super::frame::{ATTACKER, DEFENDER};
use super::report::ReportBuilder;
use super::solve::{Prover, Value};
use crate::game::Square;
use crate::search::{Line, Score};

/// Whether a draw that was proven with so few nodes is told without its line:
/// setting up the positions would take longer than the proof did.
pub(super) fn is_told_alone(nodes: u64) -> bool {
    nodes < 64
}

/// The line of a result may take a quarter of what its proof took; where a side
/// wins, at least this many nodes.
const WON_LINE_NODES: u64 = 20_000;
/// The same where it is a draw.
const DRAWN_LINE_NODES: u64 = 2_000;

impl<W: Bits> ReportBuilder<'_, '_, '_, W> {
    /// Goes on with a line that was cut short, the result of which has taken so
    /// many nodes: with one of exact length to its end if there are nodes left.
    pub(super) fn continued(mut self, line: Line, spent: u64) -> Line {
        let allowed = if line.exact { u64::MAX } else { nodes_for_line(line.score, spent) };
        let pv = self.extended(line.pv, (line.score, line.exact), allowed);
        Line { pv, ..line }
    }

    /// A line of best play that begins with a move, as far as it is known or
    /// soon found.
    pub(super) fn principal(&mut self, first: Square, score: Score, exact: bool) -> Vec<Square> {
        let allowed = nodes_for_line(score, self.prover.nodes());
        self.extended(vec![first], (score, exact), allowed)
    }

    /// The moves, and those after them that keep the result, or the exact
    /// distance, as far as they are found within so many nodes.
    fn extended(
        &mut self,
        mut pv: Vec<Square>,
        (score, exact): (Score, bool),
        nodes: u64,
    ) -> Vec<Square> {
        let end = self.prover.nodes().saturating_add(nodes);
        let mut stones = pv.iter().fold(self.root, |stones, &square| after(stones, square));
        while let Some(left) = end.checked_sub(self.prover.nodes()).filter(|&left| left > 0) {
            let [mine, theirs] = stones;
            let best = match score {
                Score::Win(plies) | Score::Loss(plies) if exact => {
                    let plies = plies.saturating_sub(pv.len() as u32);
                    self.prover.achieving(mine, theirs, plies, left)
                }
                _ => self.prover.keeping(mine, theirs, left),
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
    /// A move of the owner of `mine` that keeps a value which is found within
    /// `nodes` more nodes; `None` if it is not, or the game is over.
    pub(super) fn keeping(&mut self, mine: W, theirs: W, nodes: u64) -> Option<u8> {
        if self.end(mine, theirs).is_some() {
            return None;
        }
        let (value, square) = self.value(mine, theirs, nodes)?;
        match value {
            Value::Win => self.best([mine, theirs], ATTACKER, square),
            Value::Loss | Value::Draw => self.best([theirs, mine], DEFENDER, square),
        }
    }

    /// A move of the owner of `mine` that achieves a distance, which is known to
    /// be exactly so many plies: a win if they are odd. `None` if it is not
    /// found within `nodes` more nodes.
    pub(super) fn achieving(&mut self, mine: W, theirs: W, plies: u32, nodes: u64) -> Option<u8> {
        self.query.pause_at = self.nodes().saturating_add(nodes);
        let (stones, mover) = match plies % 2 {
            1 => ([mine, theirs], ATTACKER),
            _ => ([theirs, mine], DEFENDER),
        };
        let left = plies.div_ceil(2);
        (left > 0).then(|| self.distances.achieving(&mut self.query, stones, mover, left))?
    }
}

/// The nodes that finding the line of a result may take.
fn nodes_for_line(score: Score, spent: u64) -> u64 {
    match score {
        Score::Cp(_) => 0,
        Score::Draw if is_told_alone(spent) => 0,
        Score::Draw => DRAWN_LINE_NODES.max(spent / 4),
        Score::Win(_) | Score::Loss(_) => WON_LINE_NODES.max(spent / 4),
    }
}
