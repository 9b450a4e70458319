//! Which move to play where no win is proven. The side that has the next
//! stone in hand attacks: it takes the move that brings its proof nearest. The
//! second player, who cannot force a win from the start, takes the move that
//! keeps the opponent's proof farthest. When all lose, one that does not lose
//! soon and after which the opponent errs easily ([`super::swindle`]).

use std::cmp::Reverse;

use super::bits::Bits;
use super::geometry::Cube;
use super::position::Position;
use crate::game::Side;

/// A move that could be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub(super) square: usize,
    /// What the move does for our lines and against the opponent's.
    pub(super) line_value: i32,
    pub(super) outlook: Outlook,
    /// The proof number of a win by this move, if it was considered.
    pub(super) attack: Option<u32>,
    /// Within how many plies it is proven to win, if it is.
    pub(super) wins: Option<u32>,
    /// The proof number of the opponent's win after it, if it is known.
    pub(super) defence: Option<u32>,
    /// Of a move that loses: the chance, in thousandths, that the opponent
    /// throws the win away, as far as it is known.
    pub(super) chance: u32,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing.
    Open,
    /// The opponent wins; the game ends within so many plies, this one
    /// included.
    Loses(u32),
}

impl RootMove {
    /// A move of which nothing is known yet.
    pub(super) fn new<C: Cube>(position: &Position<C>, side: Side, square: usize) -> RootMove {
        let line_value = line_value(position, side, square);
        let (outlook, attack, wins, defence, chance) = (Outlook::Open, None, None, None, 0);
        RootMove { square, line_value, outlook, attack, wins, defence, chance }
    }

    /// Within how many plies it loses, as far as is known.
    pub(super) fn lasts(&self) -> u32 {
        match self.outlook {
            Outlook::Open => u32::MAX,
            Outlook::Loses(plies) => plies,
        }
    }

    /// Whether anything is known of what it leads to.
    pub(super) fn is_judged(&self) -> bool {
        self.outlook != Outlook::Open || self.attack.is_some() || self.defence.is_some()
    }

    /// How long it holds out, and what chance it has to do so for good.
    fn resistance(&self) -> u32 {
        match self.lasts() {
            plies if plies <= SOON || self.outlook == Outlook::Open => plies,
            plies => late(plies) + self.chance,
        }
    }

    /// What the proof numbers say, in centipoints: ours is nearer the smaller
    /// its number is, and the opponent's likewise.
    pub(super) fn estimate(&self) -> i32 {
        let work = |pn: Option<u32>| pn.unwrap_or(UNKNOWN).clamp(1, UNKNOWN).ilog2() as i32;
        10 * (work(self.defence) - work(self.attack))
    }
}

/// No opponent overlooks a win in so many plies.
pub(super) const SOON: u32 = 6;

/// The chance, in thousandths, that a win in so many plies is thrown away on
/// the way, as far as its length tells.
pub(super) fn late(plies: u32) -> u32 {
    10 * plies.min(40)
}

/// Stands for a proof of which nothing is known.
const UNKNOWN: u32 = 1 << 20;

/// Brings the candidates into order, the best first.
pub(super) fn choose(candidates: &mut [RootMove], side: Side) {
    candidates.sort_by_key(|candidate| {
        let work = |pn: Option<u32>| pn.unwrap_or(UNKNOWN).min(UNKNOWN);
        let (near, far) = (work(candidate.attack), UNKNOWN - work(candidate.defence));
        let first = match side {
            Side::X => [near, far],
            Side::O => [far, near],
        };
        let lasts = (Reverse(candidate.resistance()), Reverse(candidate.lasts()));
        (lasts, first, Reverse(candidate.line_value), candidate.square)
    });
}

/// Points for a line of a side with no stone of the other: a stone more makes
/// it four times as good.
pub(super) fn line_value<C: Cube>(position: &Position<C>, side: Side, square: usize) -> i32 {
    let geometry = C::geometry();
    let through = geometry.through(square);
    let worth = |of: Side| -> i32 {
        let open = position.open(of) & through;
        let lines = |stones| (open & position.at_least(of, stones)).count_ones() as i32;
        (0..C::N - 1).map(|stones| lines(stones) * 4i32.pow(stones as u32)).sum()
    };
    // A threat that can be answered throws the line away: better to keep it.
    let spent = position.pairs(side) & through;
    // A completion must be blocked, whatever else.
    let blocks = position.completions(geometry, !side).has(square);
    worth(side) + worth(!side) - 30 * spent.count_ones() as i32 + 10_000 * i32::from(blocks)
}
