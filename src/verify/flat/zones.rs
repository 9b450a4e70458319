//! The zones of the positions that are proven.

use std::collections::HashMap;

use super::board::{Set, Stones};

/// The zone of a proof with the strategy to move.
#[derive(Clone, Copy)]
pub(super) struct Zone {
    pub(super) squares: Set,
    /// Whether the proof also holds with the other side to move.
    pub(super) without_move: bool,
}

/// The zones by position. The proof of 8x8:5 has tens of millions, so those in which all
/// squares are below 64, as on boards up to 8x8, take half the memory.
#[derive(Default)]
pub(super) struct Zones {
    narrow: HashMap<[u64; 2], (u64, bool)>,
    wide: HashMap<Stones, Zone>,
}

impl Zones {
    /// The zone of a position, if it is proven.
    pub(super) fn get(&self, stones: Stones) -> Option<Zone> {
        let narrow = narrow(stones).and_then(|stones| self.narrow.get(&stones));
        narrow
            .map(|&(squares, without_move)| Zone { squares: squares.into(), without_move })
            .or_else(|| self.wide.get(&stones).copied())
    }

    /// Adds a proven position.
    pub(super) fn insert(&mut self, stones: Stones, zone: Zone) {
        if let (Some(stones), Ok(squares)) = (narrow(stones), zone.squares.try_into()) {
            self.narrow.insert(stones, (squares, zone.without_move));
        } else {
            self.wide.insert(stones, zone);
        }
    }
}

/// The stones in words of 64 bits, if they fit.
fn narrow([own, other]: Stones) -> Option<[u64; 2]> {
    Some([own.try_into().ok()?, other.try_into().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_of_all_widths_are_found() {
        let mut zones = Zones::default();
        let positions = [([1, 2], 3), ([1, 4], 1 << 100), ([1 << 90, 1], 7), ([1 << 63, 0], 1)];
        for ((stones, squares), without_move) in
            positions.into_iter().zip([true, false, true, false])
        {
            assert!(zones.get(stones).is_none());
            zones.insert(stones, Zone { squares, without_move });
            let found = zones.get(stones).expect("it is known");
            assert_eq!((found.squares, found.without_move), (squares, without_move));
        }
        assert_eq!((zones.narrow.len(), zones.wide.len()), (2, 2));
    }
}
