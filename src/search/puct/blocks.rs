//! The memory of the edges of `puct`: blocks that double when a position has
//! more tried moves.
//!
//! Most positions are visited once, and few of their moves are ever tried. So a
//! position begins with a block of one edge. A block that has become too small
//! is free for other positions; a free block that is larger than needed is
//! halved (buddy allocation, Knowlton 1965).

use super::node::{Edge, NONE};
use crate::game::Square;

/// The sizes of blocks are the powers of two up to 64.
pub(super) const SIZES: usize = 7;
/// In the first edge of a free block, the square is this plus the logarithm of
/// its size, and the child is the next free block of this size.
const FREE: u8 = 128;

/// All edges.
#[derive(Debug)]
pub(super) struct Blocks {
    edges: Vec<Edge>,
    /// The first free block of each size.
    free: [u32; SIZES],
    /// The number of edges in free blocks.
    unused: usize,
}

impl Default for Blocks {
    fn default() -> Blocks {
        Blocks { edges: Vec::new(), free: [NONE; SIZES], unused: 0 }
    }
}

/// The logarithm of the size of the block for this many edges.
pub(super) fn size_for(edges: u8) -> usize {
    edges.max(1).next_power_of_two().ilog2() as usize
}

impl Blocks {
    /// The vector of all edges, to reserve its memory.
    pub(super) fn vector(&mut self) -> &mut Vec<Edge> {
        &mut self.edges
    }

    /// Removes all edges.
    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.forget_free();
    }

    fn forget_free(&mut self) {
        self.free = [NONE; SIZES];
        self.unused = 0;
    }

    #[inline]
    pub(super) fn get(&self, first: u32, count: u8) -> &[Edge] {
        &self.edges[first as usize..][..usize::from(count)]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, first: u32, count: u8) -> &mut [Edge] {
        &mut self.edges[first as usize..][..usize::from(count)]
    }

    /// Whether there is a block of this size.
    pub(super) fn has(&self, size: usize) -> bool {
        self.edges.len() + (1 << size) <= self.edges.capacity()
            || self.free[size..].iter().any(|&block| block != NONE)
    }

    /// Takes a block of this size; `None` if the memory is used up.
    pub(super) fn take(&mut self, size: usize) -> Option<u32> {
        if self.free[size] == NONE && self.edges.len() + (1 << size) <= self.edges.capacity() {
            let block = self.edges.len();
            self.edges.resize(block + (1 << size), Edge::new(Square::new(0)));
            return Some(block as u32);
        }
        let larger = (size..SIZES).find(|&larger| self.free[larger] != NONE)?;
        let block = self.free[larger];
        self.free[larger] = self.edges[block as usize].child;
        self.unused -= 1 << larger;
        // The upper halves stay free.
        for half in size..larger {
            self.give_back(block + (1 << half), half);
        }
        // It is no longer marked as free.
        self.edges[block as usize] = Edge::new(Square::new(0));
        Some(block)
    }

    /// Frees a block.
    pub(super) fn give_back(&mut self, block: u32, size: usize) {
        let first = &mut self.edges[block as usize];
        first.square = FREE + size as u8;
        first.child = std::mem::replace(&mut self.free[size], block);
        self.unused += 1 << size;
    }

    /// Moves a block into one of double size, which it needs for its next edge;
    /// returns the new one, or `None` if the memory is used up.
    pub(super) fn grow(&mut self, block: u32, size: usize) -> Option<u32> {
        let larger = self.take(size + 1)?;
        for i in 0..1 << size {
            self.edges.swap((block + i) as usize, (larger + i) as usize);
        }
        self.give_back(block, size);
        Some(larger)
    }

    /// Moves all used blocks to the front. The first edge of each used block must
    /// hold, as its child, a number that `owner` turns into the logarithm of the
    /// block's size and the true child; `moved` hears the number and the new
    /// place. Returns `false` as soon as `is_late` does not allow to go on.
    pub(super) fn compact(
        &mut self,
        mut owner: impl FnMut(u32, u32) -> (usize, u32),
        mut is_late: impl FnMut(usize) -> bool,
    ) -> bool {
        let (mut from, mut to, mut count) = (0, 0, 0);
        while from < self.edges.len() {
            count += 1;
            if is_late(count) {
                return false;
            }
            let Edge { square, child, .. } = self.edges[from];
            if let Some(size) = square.checked_sub(FREE) {
                from += 1 << size;
                continue;
            }
            let (size, child) = owner(child, to as u32);
            self.edges[from].child = child;
            for i in 0..1 << size {
                self.edges.swap(to + i, from + i);
            }
            from += 1 << size;
            to += 1 << size;
        }
        self.edges.truncate(to);
        self.forget_free();
        true
    }

    /// The numbers of edges that are used, and reserved.
    pub(super) fn usage(&self) -> (usize, usize) {
        (self.edges.len() - self.unused, self.edges.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Blocks of random sizes that grow and are freed: each keeps its edges.
    #[test]
    fn blocks_keep_their_edges() {
        let mut random = Random::new(5);
        let mut blocks = Blocks::default();
        blocks.edges.reserve_exact(1000);
        // Each block with its size and the number in its edges.
        let mut used: Vec<(u32, usize, u32)> = Vec::new();
        let fill = |blocks: &mut Blocks, block: u32, size: usize, number: u32| {
            for edge in blocks.get_mut(block, 1 << size) {
                (edge.visits, edge.square) = (number, 7);
            }
        };
        let mut refused = 0;
        for number in 0..20_000 {
            match random.below(10) {
                0..4 => {
                    let size = random.below(4);
                    assert_eq!(
                        blocks.has(size),
                        blocks
                            .take(size)
                            .map(|block| {
                                fill(&mut blocks, block, size, number);
                                used.push((block, size, number));
                            })
                            .is_some()
                    );
                }
                4..7 if !used.is_empty() => {
                    let (block, size, _) = used.swap_remove(random.below(used.len()));
                    blocks.give_back(block, size);
                }
                7..9 if !used.is_empty() => {
                    let at = random.below(used.len());
                    let (block, size, number) = used[at];
                    if size + 1 < SIZES
                        && let Some(larger) = blocks.grow(block, size)
                    {
                        assert!(blocks.get(larger, 1 << size).iter().all(|e| e.visits == number));
                        fill(&mut blocks, larger, size + 1, number);
                        used[at] = (larger, size + 1, number);
                    } else {
                        refused += 1;
                    }
                }
                _ if number % 50 == 0 => {
                    for (at, &(block, ..)) in used.iter().enumerate() {
                        blocks.get_mut(block, 1)[0].child = at as u32;
                    }
                    let owner = |at: u32, new: u32| {
                        used[at as usize].0 = new;
                        (used[at as usize].1, NONE)
                    };
                    assert!(blocks.compact(owner, |_| false));
                    assert_eq!(blocks.edges.len(), blocks.usage().0);
                }
                _ => {}
            }
            let edges: usize = used.iter().map(|&(_, size, _)| 1 << size).sum();
            assert_eq!(blocks.usage(), (edges, 1000));
            for &(block, size, number) in &used {
                let edges = blocks.get(block, 1 << size);
                assert!(edges.iter().all(|e| e.visits == number && e.square == 7));
            }
        }
        assert!(refused > 100);
    }
}
