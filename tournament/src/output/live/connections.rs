//! The connections of a live page. They are bounded; when all places are taken, a new
//! one gets the place of the oldest that has not sent its request, so that programs
//! which connect and stay silent keep no reader out.

use std::cell::Cell;
use std::rc::Rc;

use tokio::sync::Notify;

use super::readers::MAX_READERS;

/// The largest number of connections.
const MAX_CONNECTIONS: usize = 128;

// Connections that read events keep their places, so others need some, too.
const _: () = assert!(MAX_READERS < MAX_CONNECTIONS);

/// The open connections, the oldest first.
#[derive(Default)]
pub(super) struct Connections(Vec<Rc<Connection>>);

/// A connection, as its requests see it.
#[derive(Default)]
pub(super) struct Connection {
    /// Ends the connection.
    pub(super) dropped: Rc<Notify>,
    pub(super) stage: Cell<Stage>,
}

/// What a connection waits for; those that come first lose their place first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Its request is not complete.
    #[default]
    Asking,
    /// It fetches its answer.
    Fetching,
    /// It reads events, for which it has any time, and never loses its place.
    Following,
}

impl Connections {
    /// Adds a connection, and drops another one if there is no place; `None` if all
    /// read events.
    pub(super) fn add(&mut self) -> Option<Rc<Connection>> {
        if self.0.len() >= MAX_CONNECTIONS {
            let stages = self.0.iter().map(|connection| connection.stage.get()).enumerate();
            let others = stages.filter(|(_, stage)| *stage != Stage::Following);
            // Of several, this is the first, which is the oldest.
            let (place, _) = others.min_by_key(|(_, stage)| *stage)?;
            self.0.remove(place).dropped.notify_one();
        }
        let connection = Rc::<Connection>::default();
        self.0.push(Rc::clone(&connection));
        Some(connection)
    }

    /// Removes a connection that has ended, if it has not lost its place before.
    pub(super) fn remove(&mut self, ended: &Rc<Connection>) {
        self.0.retain(|connection| !Rc::ptr_eq(connection, ended));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_idle_connection_makes_room() {
        let mut connections = Connections::default();
        let mut open: Vec<_> = (0..MAX_CONNECTIONS).map(|_| connections.add().unwrap()).collect();
        // Only the test still has a connection that has lost its place.
        let lost = |open: &[Rc<Connection>]| -> Vec<usize> {
            (0..open.len()).filter(|&i| Rc::strong_count(&open[i]) == 1).collect()
        };
        let all = |open: &[Rc<Connection>], stage| open.iter().for_each(|c| c.stage.set(stage));
        open[0].stage.set(Stage::Following);
        open[1].stage.set(Stage::Fetching);
        open.push(connections.add().unwrap());
        assert_eq!(lost(&open), [2]);
        all(&open[1..], Stage::Fetching);
        open.push(connections.add().unwrap());
        assert_eq!(lost(&open), [1, 2]);
        all(&open, Stage::Following);
        assert!(connections.add().is_none());
        // One that has ended has a place only if it has not lost it.
        connections.remove(&open[1]);
        assert!(connections.add().is_none());
        connections.remove(&open[0]);
        assert!(connections.add().is_some());
    }
}
