//! Fuzzes specs of games; see `engine::games`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::games(bytes));
