//! Tables of values and their names in files and on the command line.

pub use noughts_rules::protocol::{did_you_mean, nearest};

/// Returns the name of a value; an empty string if it is not in the table.
pub fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
}

/// Returns the value of a name, if the table has it.
pub fn value_of<T: Copy>(names: &[(&'static str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}
