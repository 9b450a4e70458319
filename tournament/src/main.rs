//! The command line of the match runner.

mod book;
mod builtin;
mod cli;
mod conformance;
mod console;
mod demo;
mod display;
mod end;
mod engines;
mod replay;
mod shell;
mod signals;
mod statistics;
mod tables;
mod words;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::run(cli::Arguments::parse())
}
