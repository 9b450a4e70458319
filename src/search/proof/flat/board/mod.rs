//! Positions of a flat board: open lines, threats, zones and pairings.

pub(crate) mod frame;
pub(crate) mod layout;
pub(crate) mod order;
pub(crate) mod pairing;
pub(crate) mod zone;
