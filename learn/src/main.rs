//! `noughts-learn`: learns the network of the search `puct` from games of the
//! search with itself.

mod example;
mod kernels;
mod measure;
mod model;
mod play;
mod sample;
mod train;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and keep their positions
    Play(play::Options),
    /// Learn a network from positions
    Train(train::Options),
    /// Measure how well a network predicts games
    Measure(measure::Options),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Play(options) => play::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Measure(options) => measure::run(&options),
    }
}
