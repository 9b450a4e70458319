//! Relevance zones: which empty squares a proof depends on.
//!
//! A proof for one side comes with a *zone*, and it promises: it still holds if the other side is
//! given any further stones on empty squares outside the zone. Hence the *must-play* region: once
//! a move (or a pass) of the other side is refuted, every move outside that refutation's zone is
//! refuted too, by answering as if the refuted move had been played. The region shrinks with each
//! refuted move, and the node's own zone is the union of the zones used.
//!
//! Extra stones could also complete a line of their own. A proof that ends in a pairing (or in no
//! open line) excludes that by itself: every open line holds a pair inside the zone. A proof that
//! ends in a win of the prover, or that passes a move the prover was allowed to force, must see to
//! it explicitly, and that is what `guard` is for.

use super::bits::Bits;
use super::layout::Line;

/// Widens the zone until each of the other side's open `lines` has at least `need` empty squares
/// inside, so that extra stones outside leave it `need` short. At most `spare` extra stones ever
/// arise, so lines that miss more than that need no guard.
pub(super) fn guard<W: Bits>(mut zone: W, lines: &[Line<W>], need: u32, spare: u32) -> W {
    for line in lines {
        let missing = line.squares.len();
        if missing >= spare.saturating_add(need) {
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
