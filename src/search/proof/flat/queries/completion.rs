//! The share of a search that is done, for the person who waits.

/// The levels that count: what is below them changes little.
const LEVELS: usize = 12;

/// The share of a search that is done: an estimate, because a node where one move is enough
/// counts as if its first move were that one.
#[derive(Default)]
pub(crate) struct Completion {
    /// For the nodes of the path where all moves have to fail: the part that is done, and
    /// the part in progress.
    levels: [(f32, f32); LEVELS],
    depth: usize,
}

impl Completion {
    /// Begins a node.
    pub(crate) fn begin(&mut self) {
        self.depth += 1;
    }

    /// Notes the part of the node that is done, and the part that begins now.
    pub(crate) fn note(&mut self, done: f32, next: f32) {
        if let Some(level) = self.levels.get_mut(self.depth - 1) {
            *level = (done, next);
        }
    }

    /// The number of nodes begun and not ended.
    pub(crate) fn level(&self) -> u32 {
        self.depth as u32
    }

    /// Ends a node.
    pub(crate) fn end(&mut self) {
        self.depth -= 1;
    }

    /// The share that is done, from 0 to 1.
    pub(crate) fn done(&self) -> f32 {
        let path = &self.levels[..self.depth.min(LEVELS)];
        path.iter().rev().fold(0.0, |below, (done, next)| done + next * below)
    }
}
