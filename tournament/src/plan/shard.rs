//! A share of a tournament, for one of several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use noughts_client::serde_via_text;

/// Share K of N of the pairings, or of some of them. Both games of a pairing
/// are in one share, so that each journal has complete pairings.
///
/// The text is `K/N` for every Nth pairing from the Kth on, counted from 1;
/// machines that play at the same time then advance together. `K/N of 3-7,9`
/// divides only the pairings 3 to 7 and 9. `block K/N of 3-7,9` is the Kth of N
/// blocks of consecutive pairings, so that a test advances as small shares are
/// played one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
    /// Whether the share is a block of consecutive pairings.
    is_block: bool,
    /// The pairings that are divided; `None` for all.
    among: Option<Pairings>,
}

/// The error for a text that is not a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a share; write K/N with K from {first} to {last}, such as {first}/4")]
pub struct NoShard {
    text: String,
    /// The number of the first share.
    first: usize,
    /// The number of the last share in words.
    last: &'static str,
}

impl Shard {
    /// Parses the text of a share whose number counts from `first` instead of
    /// 1, for schedulers that number their jobs from 0.
    ///
    /// # Errors
    ///
    /// When the text is not a share.
    pub fn counted_from(first: usize, text: &str) -> Result<Shard, NoShard> {
        let (is_block, numbers) = match text.strip_prefix("block ") {
            Some(numbers) => (true, numbers),
            None => (false, text),
        };
        let shard = numbers.split_once('/').and_then(|(index, rest)| {
            let (of, among) = match rest.split_once(" of ") {
                Some((of, among)) => (of, Some(among.parse().ok()?)),
                None => (rest, None),
            };
            let index: usize = index.parse().ok()?;
            let index = index.checked_sub(first)?.checked_add(1)?;
            let shard = Shard { index, of: of.parse().ok()?, is_block, among };
            // The size of a block depends on the number of pairings.
            let is_whole = shard.among.is_some() || !is_block;
            ((1..=shard.of).contains(&shard.index) && is_whole).then_some(shard)
        });
        let last = if first == 0 { "N - 1" } else { "N" };
        shard.ok_or_else(|| NoShard { text: text.to_string(), first, last })
    }

    /// Returns the share with the same K/N of these pairings alone.
    #[must_use]
    pub fn among(self, pairings: Pairings) -> Shard {
        Shard { among: Some(pairings), ..self }
    }

    /// Returns the block with the same K/N of these pairings.
    #[must_use]
    pub fn block_of(self, pairings: Pairings) -> Shard {
        Shard { among: Some(pairings), is_block: true, ..self }
    }

    /// Returns whether another share has the same K/N and kind, whatever the
    /// pairings that they divide.
    pub fn has_same_number(&self, other: &Shard) -> bool {
        (self.index, self.of, self.is_block) == (other.index, other.of, other.is_block)
    }

    /// Returns the places of a block among the pairings that are divided.
    fn block(&self) -> Range<usize> {
        let divided = self.among.as_ref().map_or(0, Pairings::len) as u128;
        let place = |index: usize| (divided * index as u128 / self.of as u128) as usize;
        place(self.index - 1)..place(self.index)
    }

    /// Returns whether the pairing with this number, from 0, is in the share.
    pub fn contains(&self, pairing: usize) -> bool {
        let place = match &self.among {
            None => Some(pairing),
            Some(among) => among.contains(pairing).then(|| among.count_below(pairing)),
        };
        place.is_some_and(|place| match self.is_block {
            true => self.block().contains(&place),
            false => place % self.of == self.index - 1,
        })
    }

    /// Returns how many of the first `pairings` pairings are in the share.
    pub fn count(&self, pairings: usize) -> usize {
        let divided = self.among.as_ref().map_or(pairings, |among| among.count_below(pairings));
        if self.is_block {
            let block = self.block();
            return divided.clamp(block.start, block.end) - block.start;
        }
        divided / self.of + usize::from(self.index <= divided % self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        Shard::counted_from(1, text)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = if self.is_block { "block " } else { "" };
        write!(f, "{block}{}/{}", self.index, self.of)?;
        self.among.as_ref().map_or(Ok(()), |among| write!(f, " of {among}"))
    }
}

serde_via_text!(Shard);

/// A set of pairings.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pairings(Vec<Span>);

/// Consecutive pairings, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    first: usize,
    last: usize,
    /// The number of pairings in the runs before this one.
    before: usize,
}

impl Span {
    fn len(self) -> usize {
        self.last - self.first + 1
    }
}

impl Pairings {
    /// Returns the number of pairings.
    fn len(&self) -> usize {
        self.0.last().map_or(0, |run| run.before + run.len())
    }

    /// Returns whether the set has the pairing with this number, from 0.
    fn contains(&self, pairing: usize) -> bool {
        let next = self.0.partition_point(|run| run.first <= pairing);
        next.checked_sub(1).is_some_and(|index| self.0[index].last >= pairing)
    }

    /// Returns how many pairings of the set have a number, from 0, below this.
    fn count_below(&self, pairing: usize) -> usize {
        let next = self.0.partition_point(|run| run.first < pairing);
        next.checked_sub(1).map_or(0, |index| {
            let run = self.0[index];
            run.before + run.len().min(pairing - run.first)
        })
    }

    /// Adds a run after the last one; returns whether it could be added.
    fn push(&mut self, first: usize, last: usize) -> bool {
        let before = self.0.last().map_or(0, |run| run.before + run.len());
        let follows = self.0.last().is_none_or(|run| run.last < first);
        if first <= last && follows {
            self.0.push(Span { first, last, before });
        }
        first <= last && follows
    }
}

/// Collects numbers, from 0, in increasing order; other numbers are ignored.
impl FromIterator<usize> for Pairings {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Pairings {
        let mut pairings = Pairings::default();
        for number in numbers {
            match pairings.0.last_mut() {
                Some(run) if run.last + 1 == number => run.last = number,
                _ => drop(pairings.push(number, number)),
            }
        }
        pairings
    }
}

impl FromStr for Pairings {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Pairings, NoShard> {
        let mut pairings = Pairings::default();
        if text == "none" {
            return Ok(pairings);
        }
        let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
        for word in text.split(',') {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let run = number(first).zip(number(last));
            if !run.is_some_and(|(first, last)| pairings.push(first, last)) {
                return Err(NoShard { text: text.to_string(), first: 1, last: "N" });
            }
        }
        Ok(pairings)
    }
}

impl fmt::Display for Pairings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let run = |run: &Span| match run.len() {
            1 => (run.first + 1).to_string(),
            _ => format!("{}-{}", run.first + 1, run.last + 1),
        };
        match &self.0[..] {
            [] => f.write_str("none"),
            runs => f.write_str(&runs.iter().map(run).collect::<Vec<_>>().join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pairing_is_in_exactly_one_share(
            of in 1..40_usize,
            among in prop::option::of(btree_set(0..60_usize, 0..40)),
            is_block: bool,
        ) {
            let divided = |pairing| among.as_ref().is_none_or(|among| among.contains(&pairing));
            let shards: Vec<Shard> = (1..=of)
                .map(|k| {
                    let shard = format!("{k}/{of}").parse::<Shard>().unwrap();
                    match &among {
                        None => shard,
                        Some(among) if is_block => shard.block_of(among.iter().copied().collect()),
                        Some(among) => shard.among(among.iter().copied().collect()),
                    }
                })
                .collect();
            for pairing in 0..70 {
                let shares = shards.iter().filter(|shard| shard.contains(pairing)).count();
                prop_assert_eq!(shares, usize::from(divided(pairing)));
            }
            for total in [0, 1, 30, 59, 60, 70] {
                let counts: Vec<usize> = shards.iter().map(|shard| shard.count(total)).collect();
                for (shard, count) in shards.iter().zip(&counts) {
                    prop_assert_eq!((0..total).filter(|&p| shard.contains(p)).count(), *count);
                }
                // The shares are of equal size, up to one pairing.
                let (most, least) = (counts.iter().max(), counts.iter().min());
                let advance_together = !is_block || among.is_none() || total >= 60;
                prop_assert!(!advance_together || most.unwrap() - least.unwrap() <= 1);
            }
            for shard in shards {
                prop_assert_eq!(shard.to_string().parse(), Ok(shard));
            }
        }
    }

    #[test]
    fn shares_round_trip_through_text() {
        for text in ["2/3", "1/1", "2/3 of 3-7,9", "1/2 of none", "1/2 of 1"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "1",
            "0/2",
            "3/2",
            "1/0",
            "0/0",
            "-1/2",
            "1/2/3",
            "a/b",
            "1/2 of ",
            "1/2 of 0",
            "1/2 of 7-3",
            "1/2 of 3,3",
            "1/2 of 5,3",
            "1/2 of 1-",
            "block 1/2",
            "block of 1-5",
            "1/2 of all",
        ] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn shares_may_be_counted_from_0() {
        assert_eq!(Shard::counted_from(0, "0/4").unwrap().to_string(), "1/4");
        assert_eq!(Shard::counted_from(0, "3/4").unwrap().to_string(), "4/4");
        let error = Shard::counted_from(0, "4/4").unwrap_err().to_string();
        assert!(error.contains("K from 0 to N - 1"), "{error}");
    }
}
