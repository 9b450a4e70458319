//! A share of a tournament, for one of several machines.

use std::fmt;
use std::str::FromStr;

use crate::as_text::serde_via_text;

/// Share K of N: every Nth pairing from the Kth on, counted from 1. Both games
/// of a pairing are in one share, so that each journal has complete pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// The error for a text that is not a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a share; write K/N with K from 1 to N, such as 1/4")]
pub struct NoShard(String);

impl Shard {
    /// Returns whether the pairing with this number, from 0, is in the share.
    pub fn contains(self, pairing: usize) -> bool {
        pairing % self.of == self.index - 1
    }

    /// Returns the number of the first `pairings` pairings that are in the
    /// share.
    pub fn count(self, pairings: usize) -> usize {
        pairings / self.of + usize::from(self.index <= pairings % self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let shard = text.split_once('/').and_then(|(index, of)| {
            let shard = Shard { index: index.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.index).then_some(shard)
        });
        shard.ok_or_else(|| NoShard(text.to_string()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

serde_via_text!(Shard);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_is_in_exactly_one_share() {
        for of in 1..6 {
            let shards = (1..=of).map(|k| format!("{k}/{of}").parse::<Shard>().unwrap());
            let shards: Vec<Shard> = shards.collect();
            for pairing in 0..30 {
                assert_eq!(shards.iter().filter(|shard| shard.contains(pairing)).count(), 1);
            }
            for shard in shards {
                let count = (0..30).filter(|&pairing| shard.contains(pairing)).count();
                assert_eq!(shard.count(30), count);
            }
        }
    }

    #[test]
    fn shares_round_trip_through_text() {
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for bad in ["", "1", "0/2", "3/2", "1/0", "0/0", "-1/2", "1/2/3", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
