//! Fuzzes rule sets of TicTacTrains; see `engine::rule_sets`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::rule_sets(bytes));
