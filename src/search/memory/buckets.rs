//! Addresses in a hash table that grows by a bucket at a time, never all at
//! once, so that no step of a search takes long (linear hashing, Litwin 1980).
//!
//! ```text
//!  buckets  0  1  2  3  4  5     4 buckets, of which the first two have been
//!           └──│────────┘  │     split in two by the third bit of the hash
//!              └───────────┘
//! ```

/// The bucket of a hash in a table of `buckets` buckets, at least one: the low
/// bits of the hash, with one bit less if that bucket does not exist yet.
#[inline]
pub(crate) fn bucket(hash: usize, buckets: usize) -> usize {
    let bits = buckets.next_power_of_two() - 1;
    let bucket = hash & bits;
    if bucket < buckets { bucket } else { bucket & (bits >> 1) }
}

/// The bucket whose contents are divided with the bucket `new`, not the first:
/// its number lacks only the highest bit.
pub(crate) fn parent(new: usize) -> usize {
    new ^ (1 << new.ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_bucket_takes_from_its_parent_only() {
        for new in 1..300 {
            for hash in (0..100_000usize).step_by(7) {
                let (before, after) = (bucket(hash, new), bucket(hash, new + 1));
                assert!(before < new && (after == before || after == new && before == parent(new)));
            }
        }
    }
}
