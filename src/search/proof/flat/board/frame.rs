//! A node of the search: the stones of both sides, and the lines still open to
//! each on a shared stack.

use super::layout::{Layout, OpenLine};
use crate::search::proof::bits::Bits;

/// Index of the side that tries to complete a line.
pub(crate) const ATTACKER: usize = 0;
/// Index of the side that tries to prevent it.
pub(crate) const DEFENDER: usize = 1;

/// The open lines of all nodes on the path.
///
/// ```text
///  | attacker, root | defender, root | attacker, child | defender, child | ...
///    a Frame points to its two parts; leaving the child truncates the stack
/// ```
pub(crate) type Stack<W> = Vec<OpenLine<W>>;

/// One position of a query. A line is *open* to a side while the other has no
/// stone on it; the stack holds the squares of it that the side still misses.
#[derive(Clone, Copy)]
pub(crate) struct Frame<W> {
    /// The stones of both sides.
    pub(crate) stones: [W; 2],
    /// Start and end on the stack of the lines open to each side.
    open: [(u32, u32); 2],
    /// The squares that complete a line at once, for each side.
    pub(crate) completions: [W; 2],
    /// The stones under every symmetry: the smallest image is the table key.
    images: [[W; 8]; 2],
}

impl<W: Bits> Frame<W> {
    /// The root of a search. Neither side may have a line.
    pub(crate) fn root(layout: &Layout<W>, stones: [W; 2], stack: &mut Stack<W>) -> Self {
        stack.clear();
        let mut frame = Self {
            stones,
            open: [(0, 0); 2],
            completions: [W::EMPTY; 2],
            images: [[W::EMPTY; 8]; 2],
        };
        for side in [ATTACKER, DEFENDER] {
            let start = stack.len();
            for line in layout.lines() {
                if (line.squares & stones[1 - side]).is_empty() {
                    push(
                        stack,
                        &mut frame.completions[side],
                        OpenLine { squares: line.squares & !stones[side], ..*line },
                    );
                }
            }
            frame.open[side] = (start as u32, stack.len() as u32);
            for (k, map) in layout.symmetries().iter().enumerate() {
                frame.images[side][k] = map_set(stones[side], map);
            }
        }
        frame
    }

    /// The same position with attacker and defender exchanged.
    pub(crate) fn swapped(mut self) -> Self {
        self.stones.swap(0, 1);
        self.open.swap(0, 1);
        self.completions.swap(0, 1);
        self.images.swap(0, 1);
        self
    }

    /// The position after `side` has played `square`. The caller truncates the
    /// stack to its old length afterwards.
    pub(crate) fn play(
        &self,
        layout: &Layout<W>,
        stack: &mut Stack<W>,
        side: usize,
        square: usize,
    ) -> Self {
        let bit = W::of(square);
        let mut next = *self;
        next.stones[side] |= bit;
        for (image, map) in next.images[side].iter_mut().zip(layout.symmetries()) {
            *image |= W::of(map[square] as usize);
        }
        next.completions = [W::EMPTY; 2];
        for owner in [ATTACKER, DEFENDER] {
            let (start, end) = self.open[owner];
            let from = stack.len() as u32;
            for i in start..end {
                let mut line = stack[i as usize];
                if !(line.squares & bit).is_empty() {
                    if owner != side {
                        continue;
                    }
                    line.squares &= !bit;
                }
                push(stack, &mut next.completions[owner], line);
            }
            next.open[owner] = (from, stack.len() as u32);
        }
        next
    }

    /// The lines open to `side`, as the squares it misses.
    pub(crate) fn lines<'a>(&self, stack: &'a Stack<W>, side: usize) -> &'a [OpenLine<W>] {
        let (start, end) = self.open[side];
        &stack[start as usize..end as usize]
    }

    /// The smallest image of the position, and the symmetry that maps to it.
    pub(crate) fn canonical(&self, layout: &Layout<W>) -> ([W; 2], usize) {
        let mut best = ([self.images[ATTACKER][0], self.images[DEFENDER][0]], 0);
        for k in 1..layout.symmetries().len() {
            let key = [self.images[ATTACKER][k], self.images[DEFENDER][k]];
            if key < best.0 {
                best = (key, k);
            }
        }
        best
    }

    /// The empty squares.
    pub(crate) fn empty(&self, layout: &Layout<W>) -> W {
        layout.full() & !(self.stones[ATTACKER] | self.stones[DEFENDER])
    }
}

fn push<W: Bits>(stack: &mut Stack<W>, completions: &mut W, line: OpenLine<W>) {
    if !line.squares.has_two() {
        *completions |= line.squares;
    }
    stack.push(line);
}

/// The image of a set under a map of squares.
pub(crate) fn map_set<W: Bits>(set: W, map: &[u8]) -> W {
    set.members().fold(W::EMPTY, |image, s| image | W::of(map[s] as usize))
}

/// The preimage of a set under a map of squares.
pub(crate) fn unmap_set<W: Bits>(set: W, map: &[u8]) -> W {
    let preimage = |(s, &to): (usize, &u8)| if set.has(to as usize) { W::of(s) } else { W::EMPTY };
    map.iter().enumerate().map(preimage).fold(W::EMPTY, |a, b| a | b)
}
