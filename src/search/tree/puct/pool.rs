//! Blocks of memory in one vector that never grows beyond its reserved capacity:
//! for the moves of positions, and for the edges.

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// The length of the largest block.
pub(super) const MAX_LENGTH: usize = 64;

/// An element of a block. The first item of a free block holds the place of the
/// next free block.
pub(super) trait Item: Copy {
    const EMPTY: Self;

    /// The first item of a free block, with the place of the next one.
    fn free(next: u32) -> Self;

    /// The place of the next free block.
    fn next(self) -> u32;
}

/// All blocks.
#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    /// The first free block of each length.
    free: [u32; MAX_LENGTH + 1],
    /// Bit `i` is set if there is a free block of length `i`.
    lengths: u128,
    /// The number of items in free blocks.
    unused: usize,
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool { items: Vec::new(), free: [NONE; MAX_LENGTH + 1], lengths: 0, unused: 0 }
    }
}

impl<T: Item> Pool<T> {
    /// The vector, to reserve its memory.
    pub(super) fn vector(&mut self) -> &mut Vec<T> {
        &mut self.items
    }

    /// Frees all blocks.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        (self.free, self.lengths, self.unused) = ([NONE; MAX_LENGTH + 1], 0, 0);
    }

    #[inline]
    pub(super) fn get(&self, block: u32, count: usize) -> &[T] {
        &self.items[block as usize..][..count]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, block: u32, count: usize) -> &mut [T] {
        &mut self.items[block as usize..][..count]
    }

    /// Whether there is a block of this length.
    #[inline]
    pub(super) fn has(&self, length: usize) -> bool {
        self.items.len() + length <= self.items.capacity() || self.lengths >> length != 0
    }

    /// Takes a block of at least this length, and returns its length, too; `None` if
    /// there is none. A block that is too long is not divided, because the parts
    /// would never be joined again.
    pub(super) fn take(&mut self, length: usize) -> Option<(u32, u8)> {
        let is_exact = self.lengths >> length & 1 == 1;
        if !is_exact && self.items.len() + length <= self.items.capacity() {
            let block = self.items.len();
            self.items.resize(block + length, T::EMPTY);
            return Some((block as u32, length as u8));
        }
        let found = length + (self.lengths >> length).trailing_zeros() as usize;
        let block = *self.free.get(found)?;
        let next = self.items[block as usize].next();
        self.free[found] = next;
        if next == NONE {
            self.lengths &= !(1 << found);
        }
        self.unused -= found;
        Some((block, found as u8))
    }

    /// Frees a block of this length.
    pub(super) fn give_back(&mut self, block: u32, length: u8) {
        let length = usize::from(length);
        self.items[block as usize] = T::free(self.free[length]);
        self.free[length] = block;
        self.lengths |= 1 << length;
        self.unused += length;
    }

    /// Copies a block of this length into one of at least double length, and frees
    /// it; returns the longer one as [`take`](Pool::take) does.
    pub(super) fn grow(&mut self, block: u32, length: u8) -> Option<(u32, u8)> {
        let longer = self.take(2 * usize::from(length))?;
        let start = block as usize;
        self.items.copy_within(start..start + usize::from(length), longer.0 as usize);
        self.give_back(block, length);
        Some(longer)
    }

    /// The numbers of items that are used, and reserved.
    pub(super) fn usage(&self) -> (usize, usize) {
        (self.items.len() - self.unused, self.items.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    impl Item for u32 {
        const EMPTY: u32 = 0;

        fn free(next: u32) -> u32 {
            next
        }

        fn next(self) -> u32 {
            self
        }
    }

    /// Blocks of random lengths grow and are freed: each keeps its items.
    #[test]
    fn blocks_keep_their_items() {
        let mut random = Random::new(5);
        let mut pool = Pool::<u32>::default();
        pool.items.reserve_exact(2000);
        // Each block with its length and the number in its items.
        let mut used: Vec<(u32, u8, u32)> = Vec::new();
        let (mut refused, mut longer) = (0, 0);
        for number in 0..20_000 {
            let length = 1 + random.below(40);
            match random.below(9) {
                0..4 => {
                    let has = pool.has(length);
                    let taken = pool.take(length);
                    assert_eq!(has, taken.is_some());
                    refused += usize::from(!has);
                    if let Some((block, found)) = taken {
                        longer += usize::from(usize::from(found) > length);
                        pool.get_mut(block, found.into()).fill(number);
                        used.push((block, found, number));
                    }
                }
                4..7 if !used.is_empty() => {
                    let (block, length, _) = used.swap_remove(random.below(used.len()));
                    pool.give_back(block, length);
                }
                _ if !used.is_empty() => {
                    let at = random.below(used.len());
                    let (block, length, number) = used[at];
                    if 2 * usize::from(length) <= MAX_LENGTH
                        && let Some((block, found)) = pool.grow(block, length)
                    {
                        let kept = pool.get(block, length.into());
                        assert!(kept.iter().all(|&item| item == number));
                        pool.get_mut(block, found.into()).fill(number);
                        used[at] = (block, found, number);
                    }
                }
                _ => {}
            }
            let items: usize = used.iter().map(|&(_, length, _)| usize::from(length)).sum();
            assert_eq!(pool.usage(), (items, 2000));
            for &(block, length, number) in &used {
                assert!(pool.get(block, length.into()).iter().all(|&item| item == number));
            }
        }
        assert!(refused > 100 && longer > 100, "{refused} {longer}");
    }
}
