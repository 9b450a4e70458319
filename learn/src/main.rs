//! `noughts-learn`: learns the networks of the searches `puct` and `patterns`
//! from games of these searches against themselves, and the playout policy of
//! `mcts`.

mod adam;
mod combinations;
mod example;
mod files;
mod journal;
mod kernels;
mod measure;
mod model;
mod output;
mod parameters;
mod patterns;
mod play;
mod playouts;
mod sample;
mod train;
mod windows;

use std::process::ExitCode;

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
    Play(play::PlayOptions),
    /// Learn a network of TicTacTrains from positions
    Train(train::TrainOptions),
    /// Measure how well a network predicts games
    Measure(measure::MeasureOptions),
    /// Learn the network of five in a row from journals
    Patterns(patterns::PatternsOptions),
    /// Learn the values of combinations from journals
    Combinations(combinations::CombinationsOptions),
    /// Learn the weights of the playouts of TicTacTrains from journals
    Playouts(playouts::PlayoutsOptions),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Play(options) => play::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Measure(options) => measure::run(&options),
        Command::Patterns(options) => patterns::run(&options),
        Command::Combinations(options) => combinations::run(&options),
        Command::Playouts(options) => playouts::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
