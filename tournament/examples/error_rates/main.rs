//! Measures how often the verdicts and the error bars of the runner are wrong, in
//! simulated games: `cargo run --release -p noughts-tournament --example error_rates`
//! prints the tables of docs/statistics.md.

mod arrival;
mod bars;
mod games;
mod sequential;
mod table;
mod verdicts;

use clap::{Parser, ValueEnum};

#[derive(Parser)]
struct Arguments {
    /// The tables to print; by default all
    tables: Vec<Table>,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of simulated tests or matches for a row; rows that take long have fewer,
    /// and say so
    #[arg(long, default_value_t = 100_000)]
    tests: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Table {
    /// Every kind of test on every kind of games
    Tests,
    /// Bounds from narrow to wide
    Bounds,
    /// Other alpha and beta
    Errors,
    /// Games that arrive in any order
    Arrival,
    /// The error bars of two engines
    Elo,
    /// The error bars of joint ratings
    Ratings,
}

fn main() {
    let Arguments { tables, seed, tests } = Arguments::parse();
    for &table in Table::value_variants() {
        if tables.is_empty() || tables.contains(&table) {
            match table {
                Table::Tests => verdicts::kinds(seed, tests),
                Table::Bounds => verdicts::bounds(seed, tests),
                Table::Errors => verdicts::errors(seed, tests),
                Table::Arrival => arrival::orders(seed, tests),
                Table::Elo => bars::two(seed, tests),
                Table::Ratings => bars::ratings(seed, tests),
            }
        }
    }
}
