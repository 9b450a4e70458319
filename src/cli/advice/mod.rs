//! What a mistyped word may mean.

mod command_line;
mod meant;

pub(super) use command_line::{advise, check_command, help_of_protocol};
pub(super) use meant::{game_meant, option_meant, value_meant};
