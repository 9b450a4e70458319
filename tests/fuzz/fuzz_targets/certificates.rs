//! Fuzzes certificates: no short text proves the game; see
//! `engine::certificates`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::certificates(bytes));
