//! How the program ends: its exit statuses, and the error for wrong arguments.

/// The exit status after wrong arguments, the same as that of clap.
pub(crate) const WRONG_ARGUMENTS: u8 = 2;

/// The exit status if something was left undecided or unplayed, because of a
/// limit or Ctrl-C.
pub(crate) const UNFINISHED: u8 = 3;

/// The exit status that shells report for a program ended by a broken pipe.
pub(crate) const BROKEN_PIPE: i32 = 128 + 13;

/// Arguments that are well formed but invalid.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct WrongArguments(pub(crate) String);

impl WrongArguments {
    /// Returns an error that ends the program like wrong arguments.
    pub(crate) fn of(error: &anyhow::Error) -> anyhow::Error {
        WrongArguments(format!("{error:#}")).into()
    }
}
