//! A line of openings and its words, with their places, and what is wrong with them.

use std::borrow::Cow;
/// Why a line is not an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The column, from 1, in characters; 0 if the line as a whole is wrong.
    pub column: usize,
    /// The reason, with a way out if there is one.
    pub reason: String,
}

impl Misread {
    pub(crate) fn new(column: usize, reason: impl ToString) -> Misread {
        Misread { column, reason: reason.to_string() }
    }
}

/// An opening as it is written, with the places of its parts.
#[derive(Debug, Default)]
pub(crate) struct Line<'t> {
    /// The column and the text of the position.
    pub(crate) start: Option<(usize, String)>,
    pub(crate) moves: Vec<Word<'t>>,
}

/// A word, and its column from 1, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) column: usize,
}
