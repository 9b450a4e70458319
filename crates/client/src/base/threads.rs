//! Threads and waits that take part in a simulation if the calling thread does.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use super::simulation;

/// Runs a function that may start threads; returns when they have ended, as
/// [`thread::scope`] does.
pub fn scope<'env, T>(function: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T) -> T {
    thread::scope(|scope| {
        let _join = Join;
        function(scope)
    })
}

/// Waits in a simulation until all other threads have ended, also after a panic: they
/// would wait for their turn for ever.
struct Join;

impl Drop for Join {
    fn drop(&mut self) {
        simulation::join();
    }
}

/// Starts a thread.
///
/// # Errors
///
/// When the system has no more threads.
pub fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    function: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    let function = simulation::in_simulation(function);
    thread::Builder::new().spawn_scoped(scope, function).map(drop)
}

/// Waits for a signal, at most for some time, without the lock.
pub fn wait_timeout<'a, T>(
    signal: &Condvar,
    mutex: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
    time: Duration,
) -> MutexGuard<'a, T> {
    if simulation::now().is_none() {
        return signal.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner).0;
    }
    // Signals are not simulated: those who wait look again when their time is over.
    drop(guard);
    simulation::sleep(time);
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
