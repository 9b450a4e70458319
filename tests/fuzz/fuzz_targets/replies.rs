//! Fuzzes lines from an engine, as text; see `engine::replies`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::replies(bytes));
