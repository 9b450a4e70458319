//! Fuzzes tournament files of the runner; see `runner::tournament_files`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noughts_fuzz::runner::tournament_files(bytes));
