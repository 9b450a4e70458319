//! Fuzzes whole sessions with searches; see `engine::sessions`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::sessions(bytes));
