//! Text for people: lines from engines, made safe to show and to store, and
//! rounded durations.

use std::time::Duration;

pub use noughts_rules::protocol::printable;

/// Returns a duration with as many digits as a reader needs: `497 ms`, `1.5 s`,
/// `125 s`.
pub fn rounded(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        0.0 => "0 ms".to_string(),
        ..1.0 => format!("{millis:.1} ms"),
        ..999.5 => format!("{millis:.0} ms"),
        ..9_995.0 => format!("{} s", (millis / 10.0).round() / 100.0),
        ..99_950.0 => format!("{} s", (millis / 100.0).round() / 10.0),
        _ => format!("{:.0} s", millis / 1000.0),
    }
}

/// The length to which names are shortened in tables, in characters.
pub const MAX_NAME: usize = 60;

/// Returns a number and what it counts: `1 game`, `2 games`.
pub fn counted(number: usize, singular: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {singular}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded() {
        for (nanos, expected) in [
            (0, "0 ms"),
            (250_000, "0.2 ms"),
            (497_123_456, "497 ms"),
            (999_600_000, "1 s"),
            (1_500_000_000, "1.5 s"),
            (10_000_000_000, "10 s"),
            (125_400_000_000, "125 s"),
        ] {
            assert_eq!(rounded(Duration::from_nanos(nanos)), expected);
        }
    }

    #[test]
    fn one_thing_is_singular() {
        let words = [0, 1, 2].map(|number| counted(number, "pairing"));
        assert_eq!(words, ["0 pairings", "1 pairing", "2 pairings"]);
    }
}
