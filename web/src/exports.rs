//! The functions that the host calls, and those that it provides.

// The names of exports and imports are shared with the host, which the compiler
// cannot check.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::time::Duration;

use noughts::engine::{HostedEngine, Line, Options};
use noughts::instant::set_clock;
use noughts::search::YieldHook;

use crate::answers;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment.
    safe fn now() -> f64;
    /// Takes a reply of the engine: UTF-8 text in the memory.
    safe fn reply(start: *const u8, length: usize);
    /// Takes the text of a panic, after which the engine is unusable.
    safe fn fail(start: *const u8, length: usize);
    /// Suspends the search.
    safe fn yield_now();
}

/// The milliseconds between two calls of `yield_now`.
const SLICE: f64 = 4.0;

/// The bytes for the stack of a suspended search. Searches recurse once for
/// each ply, of which there are at most 484.
const SUSPENDED: usize = 1 << 20;

thread_local! {
    static ENGINE: RefCell<Option<HostedEngine>> = const { RefCell::new(None) };
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static STACK: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static YIELDED: Cell<f64> = const { Cell::new(0.0) };
}

/// Creates the engine. Must be called once, before all functions but `buffer`,
/// `describe` and `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    set_clock(|| Duration::from_secs_f64((now() / 1e3).max(0.0)));
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        fail(text.as_ptr(), text.len());
    }));
    let engine = HostedEngine::new(Options::default(), YieldHook::running(poll_host), |line| {
        let text = line.to_string();
        reply(text.as_ptr(), text.len());
        Ok(())
    });
    ENGINE.set(Some(engine));
}

/// Sends the reports of the search so far, and suspends it every [`SLICE`]
/// milliseconds.
fn poll_host() {
    handle_events();
    if now() - YIELDED.get() >= SLICE {
        yield_now();
        YIELDED.set(now());
    }
}

fn handle_events() {
    with_engine(|engine| {
        // Replies to this host do not fail.
        let _ = engine.handle_events();
    });
}

fn with_engine<T>(work: impl FnOnce(&mut HostedEngine) -> T) -> Option<T> {
    ENGINE.with_borrow_mut(|engine| engine.as_mut().map(work))
}

/// Returns a buffer of this many bytes for the text of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Takes the text in the buffer as a line of the protocol.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let line = BUFFER.with_borrow(|buffer| Line::of(buffer));
    with_engine(|engine| {
        let _ = engine.receive(line);
    });
}

/// Runs all waiting searches to their end. The host must not call this again
/// while a search is suspended.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    YIELDED.set(now());
    while let Some(job) = with_engine(|engine| engine.take_job()).flatten() {
        job.run();
        handle_events();
    }
}

/// Whether the engine has quit.
#[unsafe(no_mangle)]
pub extern "C" fn is_finished() -> bool {
    with_engine(|engine| engine.is_finished()).unwrap_or(true)
}

/// Answers the question in the buffer, and returns the length of the answer,
/// which is in the buffer at [`answer`]; see [`answers`](crate::answers).
#[unsafe(no_mangle)]
pub extern "C" fn describe() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = answers::answer(&String::from_utf8_lossy(buffer)).into_bytes();
        buffer.len()
    })
}

/// Returns the start of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}

/// Returns the start of the memory for a suspended search.
#[unsafe(no_mangle)]
pub extern "C" fn suspended() -> *mut u8 {
    STACK.with_borrow_mut(|stack| {
        stack.resize(SUSPENDED, 0);
        stack.as_mut_ptr()
    })
}

/// Returns the size of the memory for a suspended search.
#[unsafe(no_mangle)]
pub extern "C" fn suspended_size() -> usize {
    SUSPENDED
}
