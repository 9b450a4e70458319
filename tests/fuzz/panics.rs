//! Detects panics in engine threads: the engine survives a panic of a searcher,
//! so its replies alone do not show it.
#![allow(unreachable_pub)]

use std::panic;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Installs a hook that records panics in threads of the engine, which the hook
/// recognizes by their names.
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

/// Returns and clears the recorded panics.
pub fn seen() -> Vec<String> {
    std::mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner))
}
