//! Fuzzes lines to the engine, as text; see `engine::commands`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::commands(bytes));
