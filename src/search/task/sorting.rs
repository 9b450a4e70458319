//! Sorts short lists: moves, lines, replies. The library's stable sort is thirty times
//! the code, compiled again for every list and key, and took a quarter of the time
//! to build the searches.

use std::cmp::Ordering;

/// Sorts by a key; elements with equal keys keep their order. Insertion sort: quadratic
/// in the length, so for lists of at most a few hundred.
#[inline]
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a comparison; as [`sort_by_key`].
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && compare(&items[at - 1], &items[at]) == Ordering::Greater {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_the_library(keys in prop::collection::vec(0..20u8, 0..60)) {
            let mut sorted: Vec<(usize, u8)> = keys.into_iter().enumerate().collect();
            let mut expected = sorted.clone();
            sort_by_key(&mut sorted, |item| item.1);
            expected.sort_by_key(|item| item.1);
            prop_assert_eq!(sorted, expected);
        }
    }
}
