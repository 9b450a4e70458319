//! The files that a tournament writes besides its journal.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The paths of the output files.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outputs {
    /// The file of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<PathBuf>,
    /// The file of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<PathBuf>,
    /// The folder of transcripts; by default a folder beside the journal, if
    /// there is a journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcripts: Option<PathBuf>,
    /// Whether to keep the transcripts of all games, not only of those with a
    /// fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_all: bool,
    /// The number of moves of the principal variation that are kept for each
    /// ply.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pv: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(moves: &usize) -> bool {
    *moves == 0
}

impl Outputs {
    /// Returns whether all outputs are the defaults.
    pub fn is_nothing(&self) -> bool {
        *self == Outputs::default()
    }
}
