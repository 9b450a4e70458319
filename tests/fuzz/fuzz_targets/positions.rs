//! Fuzzes position texts of all games; see `engine::positions`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::positions(bytes));
