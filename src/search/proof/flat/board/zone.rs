//! Relevance zones: the empty squares that a proof depends on.
//!
//! A proof for one side comes with a *zone*: it still holds if the other side
//! is given any further stones on empty squares outside the zone. Hence the
//! *must-play region*: once a move (or a pass) of the other side is refuted,
//! every move outside the zone of that refutation is refuted too, by answering
//! as if the refuted move had been played. The region shrinks with each refuted
//! move, and the zone of the node is the union of the zones used.
//!
//! Extra stones could also complete a line of their own. A proof that ends in a
//! pairing (or in no open line) excludes that by itself: every open line holds
//! a pair inside the zone. A proof that ends in a win of its own side, or
//! relies on a block that it forces, excludes it by [`guard`].

use super::layout::OpenLine;
use crate::search::proof::bits::Bits;

/// Widens the zone until each of the other side's open `lines` has at least
/// `need` empty squares inside, so that extra stones outside leave it `need`
/// short. There are at most `extra_stones` of them, so lines that miss at least
/// `extra_stones + need` squares are safe without.
pub(crate) fn guard<W: Bits>(
    mut zone: W,
    lines: &[OpenLine<W>],
    need: u32,
    extra_stones: u32,
) -> W {
    for line in lines {
        let missing = line.squares.len();
        if missing >= extra_stones.saturating_add(need) {
            continue;
        }
        let mut inside = (line.squares & zone).len();
        let mut outside = line.squares & !zone;
        while inside < need && !outside.is_empty() {
            zone |= outside & !outside.rest();
            outside = outside.rest();
            inside += 1;
        }
    }
    zone
}
