//! Fuzzes sessions without searches; see `engine::states`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::states(bytes));
