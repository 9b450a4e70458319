//! The key `scale`: the factor on all times on this machine.

use std::fmt;
use std::str::FromStr;

use noughts_client::serde_via_text;

/// The factor on the times of all engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// A factor.
    Factor(f64),
    /// The speed of the reference machine divided by the speed of this one.
    Auto,
}

impl Scale {
    /// Returns whether times are not scaled.
    pub(crate) fn is_one(&self) -> bool {
        *self == Scale::default()
    }

    /// Returns the factor; 1 before `auto` has been measured.
    pub fn factor(self) -> f64 {
        match self {
            Scale::Factor(factor) => factor,
            Scale::Auto => 1.0,
        }
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale::Factor(1.0)
    }
}

/// The error for a text that is not a factor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number from 0.001 to 1000 or \"auto\" is expected, not \"{0}\"")]
pub struct NoScale(String);

impl FromStr for Scale {
    type Err = NoScale;

    fn from_str(text: &str) -> Result<Scale, NoScale> {
        if text == "auto" {
            return Ok(Scale::Auto);
        }
        let factor = text.parse().ok().filter(|factor| (0.001..=1000.0).contains(factor));
        factor.map(Scale::Factor).ok_or_else(|| NoScale(text.to_string()))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scale::Factor(factor) => factor.fmt(f),
            Scale::Auto => f.write_str("auto"),
        }
    }
}

serde_via_text!(Scale);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_round_trips_through_text() {
        for text in ["auto", "1", "0.5", "1000", "0.001"] {
            assert_eq!(text.parse::<Scale>().unwrap().to_string(), text);
        }
        for bad in ["", "0", "1001", "-1", "nan", "inf", "Auto", "2x"] {
            assert!(bad.parse::<Scale>().is_err(), "{bad}");
        }
    }
}
