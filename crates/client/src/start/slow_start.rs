//! Reports the engine that the runner waits for, if its start takes long.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::config::engine::EngineConfig;
use crate::start::Launch;

/// The time after which a wait is reported.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reports a wait that takes long, unless dropped before.
pub(crate) struct Wait(Option<(Sender<()>, JoinHandle<()>)>);

impl Launch {
    /// Begins to wait for an engine.
    pub(crate) fn wait_for(&self, config: &EngineConfig) -> Wait {
        let Some(report) = self.on_wait else { return Wait(None) };
        let (end, ended) = channel::<()>();
        let (name, startup) = (config.name.clone(), self.deadlines.startup);
        let watch = move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                report(&name, startup);
            }
        };
        // Without a thread the wait is silent.
        Wait(thread::Builder::new().spawn(watch).ok().map(|thread| (end, thread)))
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}
