//! Fuzzes lines of a manager of the Gomocup protocol; see `engine::gomocup`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::engine::gomocup(bytes));
