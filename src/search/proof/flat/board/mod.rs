//! Positions of a flat board: open lines, threats, zones and pairings.

pub(crate) mod frame;
pub(crate) mod layout;
mod matching;
pub(crate) mod order;
pub(crate) mod pairing;
pub(crate) mod zone;

pub(crate) use frame::{ATTACKER, DEFENDER, Frame, Stack, map_set, unmap_set};
pub(crate) use layout::{Layout, OpenLine, after, stones};
pub(crate) use order::{FORCING, SPOILING, TESTING, Weights};
pub(crate) use pairing::{Conflict, Pairing};
pub(crate) use zone::guard;
