//! The date of a record.

use std::time::{SystemTime, UNIX_EPOCH};

use noughts::pgn::date;

/// Returns the date of today in UTC, as PGN writes it.
pub(in crate::cli::commands::play) fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(u64::try_from(now.as_millis()).unwrap_or_default())
}
