//! Fuzzes journals of the runner; see `runner::journals`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::runner::journals(bytes));
