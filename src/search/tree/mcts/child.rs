//! The child after a move: a node or a proven result, in four bytes.
//!
//! ```text
//!          0                     unknown; the root, node 0, is no child
//!          1 ..= PROVEN - 1      the index of a node's first group
//!     PROVEN ..                  a proven result: kind << 10 | plies
//! ```

use crate::search::task::Score;

/// A position in the tree: the index of its first group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(pub(super) u32);

/// The root of the search.
pub(super) const ROOT: Node = Node(0);

/// The position after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Child {
    /// Neither in the tree nor proven.
    Unknown,
    /// A node of the tree.
    Node(Node),
    /// The result for the side that moved, with plies counted from before the
    /// move.
    Proven(Score),
}

/// A packed [`Child`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

/// The lowest number that stands for a result.
const PROVEN: u32 = u32::MAX - 0xfff;

impl Link {
    pub(super) const NONE: Link = Link(0);

    pub(super) fn new(child: Child) -> Link {
        let result = |kind: u32, plies: u32| PROVEN | kind << 10 | plies.min(0x3ff);
        Link(match child {
            Child::Unknown | Child::Proven(Score::Cp(_)) => 0,
            Child::Node(node) => node.0,
            Child::Proven(Score::Loss(plies)) => result(0, plies),
            Child::Proven(Score::Draw) => result(1, 0),
            Child::Proven(Score::Win(plies)) => result(2, plies),
        })
    }

    #[inline(always)]
    pub(super) fn read(self) -> Child {
        if self.0 == 0 {
            Child::Unknown
        } else if self.0 < PROVEN {
            Child::Node(Node(self.0))
        } else {
            let plies = self.0 & 0x3ff;
            Child::Proven(match self.0 >> 10 & 3 {
                0 => Score::Loss(plies),
                1 => Score::Draw,
                _ => Score::Win(plies),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_keep_every_child() {
        let results = [Score::Loss(2), Score::Draw, Score::Win(1), Score::Win(399), Score::Loss(0)];
        let all = results.map(Child::Proven).into_iter();
        let nodes = [1, 77, PROVEN - 1].map(|n| Child::Node(Node(n)));
        for child in all.chain(nodes).chain([Child::Unknown]) {
            assert_eq!(Link::new(child).read(), child);
        }
    }
}
