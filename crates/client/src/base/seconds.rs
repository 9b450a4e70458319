//! Serializes durations as seconds, in the journal as in tournament files.

use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Writes seconds.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f64(time.as_secs_f64())
}

/// Reads seconds.
///
/// # Errors
///
/// Those of the deserializer, and when the number is negative or too large.
pub fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(d)?).map_err(D::Error::custom)
}
