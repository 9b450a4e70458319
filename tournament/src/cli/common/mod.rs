//! What every command uses: the console, signals, exit codes, and the program's own processes.

pub(crate) mod builtin;
pub(crate) mod console;
pub(crate) mod end;
pub(crate) mod programs;
pub(crate) mod signals;
