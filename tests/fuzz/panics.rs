//! Panics in threads that nobody waits for: the engine goes on when one of its
//! searchers has panicked, so its answers alone do not tell.
#![allow(unreachable_pub)]

use std::panic;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// From now on panics in threads of the engine are remembered. Those have other
/// names than the threads of tests, or none.
pub fn watch() {
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let thread = thread::current();
            let is_engine = |name: &str| name == "reader" || name.starts_with("searcher");
            if thread.name().is_none_or(is_engine) {
                SEEN.lock().unwrap_or_else(PoisonError::into_inner).push(panic.to_string());
            }
            before(panic);
        }));
    });
}

/// The panics since this was asked last.
pub fn seen() -> Vec<String> {
    std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner))
}
