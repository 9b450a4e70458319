//! The format of a tournament, which determines who meets whom.

use std::fmt;

/// The name of a format; `plan::schedule` has the formats themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(&'static str);

impl Format {
    /// Returns the format with the name of a row.
    pub(crate) const fn named(name: &'static str) -> Format {
        Format(name)
    }

    /// Returns the name in tournament files, on the command line and in
    /// journals.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
