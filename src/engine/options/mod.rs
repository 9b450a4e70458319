//! The options and their values. Handshake, `setoption`, `info`, documentation
//! and tests share one [`table`].

pub(super) mod memory;
mod row;
mod set;
mod strength;
mod table;
mod tunable;
mod values;

pub use row::OptionRow;
pub use values::{OptionError, Options};
