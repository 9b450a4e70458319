//! The readers of a live page, and the messages that each has not fetched yet.

use std::rc::Rc;

use hyper::body::Bytes;
use tokio::sync::{Notify, mpsc};

/// The largest number of readers.
pub(super) const MAX_READERS: usize = 64;
/// The number of messages that wait for a reader: a few seconds of play.
const MAX_WAITING: usize = 32;

/// All readers.
#[derive(Debug, Default)]
pub(super) struct Readers(Vec<Reader>);

#[derive(Debug)]
struct Reader {
    messages: mpsc::Sender<Bytes>,
    /// Ends the connection, also while it waits for the reader.
    dropped: Rc<Notify>,
}

impl Readers {
    /// Adds a reader with its first message; `None` if there are too many.
    pub(super) fn add(
        &mut self,
        first: Bytes,
        dropped: Rc<Notify>,
    ) -> Option<mpsc::Receiver<Bytes>> {
        self.0.retain(|reader| !reader.messages.is_closed());
        if self.0.len() >= MAX_READERS {
            return None;
        }
        let (messages, receiver) = mpsc::channel(MAX_WAITING);
        messages.try_send(first).ok()?;
        self.0.push(Reader { messages, dropped });
        Some(receiver)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sends a message to every reader, and drops those that are gone or do not
    /// keep up.
    pub(super) fn send(&mut self, message: &Bytes) {
        self.0.retain(|reader| {
            let is_sent = reader.messages.try_send(message.clone()).is_ok();
            if !is_sent {
                reader.dropped.notify_one();
            }
            is_sent
        });
    }

    /// Lets every reader fetch what waits for it, and then end.
    pub(super) fn finish(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_does_not_keep_up_is_dropped() {
        let mut readers = Readers::default();
        let notify = || Rc::new(Notify::new());
        let mut quick = readers.add(Bytes::new(), notify()).unwrap();
        let slow = readers.add(Bytes::new(), notify()).unwrap();
        let gone = readers.add(Bytes::new(), notify());
        drop(gone);
        for _ in 0..2 * MAX_WAITING {
            quick.try_recv().unwrap();
            readers.send(&Bytes::from_static(b"x"));
        }
        assert_eq!((readers.0.len(), slow.is_closed()), (1, true));
        quick.close();
        readers.send(&Bytes::new());
        assert!(readers.is_empty());
    }

    #[test]
    fn readers_are_not_more_than_a_bound() {
        let mut readers = Readers::default();
        let mut add = || readers.add(Bytes::new(), Rc::new(Notify::new()));
        let mut kept: Vec<_> = (0..MAX_READERS).map(|_| add().unwrap()).collect();
        assert!(add().is_none());
        kept.pop();
        assert!(add().is_some());
    }
}
