//! The order of the root moves when no win is proven. X, the first player,
//! prefers the move with the smallest proof number of its own win. O, which
//! cannot force a win from the start, prefers the move with the largest proof
//! number of X's win. If all moves lose, the best is one that loses late and
//! after which the opponent errs easily ([`super::swindle`]).

use std::cmp::Reverse;

use crate::game::Side;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition};
use crate::search::task::sorting::sort_by_key;

/// A root move with the findings of the searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: usize,
    /// The value of the lines through the square, see [`line_value`].
    pub(crate) line_value: i32,
    pub(crate) outlook: Outlook,
    /// The proof number of a win by this move, if the proof considers it.
    pub(crate) own_pn: Option<u32>,
    /// The number of plies within which it is proven to win, if it is.
    pub(crate) win_plies: Option<u32>,
    /// The proof number of the opponent's win after this move, if known.
    pub(crate) opponent_pn: Option<u32>,
    /// Of a losing move: the estimated chance, in thousandths, that the
    /// opponent throws its win away.
    pub(crate) chance: u32,
}

/// Whether a root move is proven to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// Not proven to lose.
    Open,
    /// The opponent wins within this number of plies, the root move included.
    Loses(u32),
}

impl RootMove {
    /// A move before any search.
    pub(crate) fn new<C: Cube>(position: &CubePosition<C>, side: Side, square: usize) -> RootMove {
        let line_value = line_value(position, side, square);
        let (outlook, own_pn, win_plies, opponent_pn, chance) =
            (Outlook::Open, None, None, None, 0);
        RootMove { square, line_value, outlook, own_pn, win_plies, opponent_pn, chance }
    }

    /// The number of plies within which it is proven to lose; `u32::MAX` if it
    /// is not.
    pub(crate) fn plies_to_loss(&self) -> u32 {
        match self.outlook {
            Outlook::Open => u32::MAX,
            Outlook::Loses(plies) => plies,
        }
    }

    /// Whether a search has findings about it.
    pub(crate) fn has_findings(&self) -> bool {
        self.outlook != Outlook::Open || self.own_pn.is_some() || self.opponent_pn.is_some()
    }

    /// The first sort key: larger is better. An obvious loss ranks by its
    /// length, any other loss by the chances that the opponent errs.
    fn resistance(&self) -> u32 {
        match self.plies_to_loss() {
            plies if plies <= OBVIOUS_PLIES || self.outlook == Outlook::Open => plies,
            plies => chance_by_length(plies) + self.chance,
        }
    }

    /// A score in centipoints from the proof numbers: a smaller one of our own
    /// raises it, a smaller one of the opponent lowers it.
    pub(crate) fn estimate(&self) -> i32 {
        let work = |pn: Option<u32>| pn.unwrap_or(UNKNOWN_PN).clamp(1, UNKNOWN_PN).ilog2() as i32;
        10 * (work(self.opponent_pn) - work(self.own_pn))
    }
}

/// A win within this number of plies counts as one that no opponent overlooks.
pub(crate) const OBVIOUS_PLIES: u32 = 6;

/// The chance, in thousandths, that a win in `plies` plies is thrown away,
/// estimated from its length alone.
pub(crate) fn chance_by_length(plies: u32) -> u32 {
    10 * plies.min(40)
}

/// The proof number assumed where none is known; larger ones count as this.
const UNKNOWN_PN: u32 = 1 << 20;

/// Sorts the root moves of `side`, the best first.
pub(crate) fn sort_moves(candidates: &mut [RootMove], side: Side) {
    sort_by_key(candidates, |candidate| {
        let work = |pn: Option<u32>| pn.unwrap_or(UNKNOWN_PN).min(UNKNOWN_PN);
        let (near, far) = (work(candidate.own_pn), UNKNOWN_PN - work(candidate.opponent_pn));
        let by_proof = match side {
            Side::X => [near, far],
            Side::O => [far, near],
        };
        let by_loss = (Reverse(candidate.resistance()), Reverse(candidate.plies_to_loss()));
        (by_loss, by_proof, Reverse(candidate.line_value), candidate.square)
    });
}

/// The value of a move from the lines through its square that a side can still
/// complete, either side: with each stone a line is worth about four times as
/// much.
pub(crate) fn line_value<C: Cube>(position: &CubePosition<C>, side: Side, square: usize) -> i32 {
    let geometry = C::geometry();
    let through = geometry.through(square);
    let value_for = |owner: Side| -> i32 {
        let open = position.open(owner) & through;
        let lines = |stones| (open & position.at_least(owner, stones)).count_ones() as i32;
        (0..C::N - 1).map(|stones| lines(stones) * 4i32.pow(stones as u32)).sum()
    };
    // Making a threat that can be blocked uses up the line: better to keep it.
    let spent = position.pairs(side) & through;
    // Blocking the opponent's completion comes before everything else.
    let blocks = position.completions(geometry, !side).has(square);
    value_for(side) + value_for(!side) - 30 * spent.count_ones() as i32 + 10_000 * i32::from(blocks)
}
