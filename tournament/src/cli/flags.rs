//! The arguments of a run.

use std::path::PathBuf;

use clap::Args;
use noughts_tournament::shard::Shard;

use super::display::Choice;
use super::engines::Engines;

/// What is to be played. What the command line says counts before what the
/// file says; its engines come after those of the file.
#[derive(Debug, Args)]
#[command(after_help = HELP, args_override_self = true)]
pub(crate) struct Run {
    /// The tournament file; without one the command line says all
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) engines: Engines,
    /// What holds for every engine that does not say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// The game; without a file it is tictactrains if nothing is said
    #[arg(long, value_name = "SPEC")]
    pub(super) game: Option<String>,
    /// What the tournament is called, in the report and the records
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// match, round-robin, pyramid, gauntlet, knockout or swiss
    #[arg(long, value_name = "NAME")]
    pub(super) format: Option<String>,
    /// Engines that meet all others in a gauntlet
    #[arg(long, value_name = "N")]
    pub(super) seeds: Option<String>,
    /// Rounds of a Swiss tournament
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<String>,
    /// Pairings, usually of two games, of every two engines that meet
    #[arg(long, visible_alias = "pairs", value_name = "N")]
    pub(super) pairings: Option<String>,
    /// Play every opening once, with X for the engine that is named first
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub(super) no_swap: Option<String>,
    /// Games at the same time
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<String>,
    /// Milliseconds between two games
    #[arg(long, value_name = "MS")]
    pub(super) wait: Option<String>,
    /// The seed of everything that is random
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<String>,
    /// Seconds by which a clock may be overstepped
    #[arg(long, value_name = "SECONDS")]
    pub(super) margin: Option<String>,
    /// The longest game of ugi
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<String>,
    /// A game with so many plies after its opening is drawn
    #[arg(long, value_name = "N")]
    pub(super) max_length: Option<String>,
    /// The share of games with a fault above which the run ends
    #[arg(long, value_name = "SHARE")]
    pub(super) max_faults: Option<String>,
    /// Write a journal, one line of JSON per game, to this file
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<String>,
    /// Write every event as a line of JSON behind what is in this file
    #[arg(long, value_name = "FILE")]
    pub(super) events: Option<String>,
    /// Write the games in the form of PGN behind what is in this file
    #[arg(long, value_name = "FILE")]
    pub(super) records: Option<String>,
    /// Keep what was said on the wire in faulty games in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) transcripts: Option<String>,
    /// Keep it of all games: true
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub(super) keep_all: Option<String>,
    /// Bind games to processors: true for all, or numbers such as 0,2
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "true")]
    pub(super) affinity: Option<String>,
    /// Openings: random=PLIES, file=FILE or list='LINE; LINE'
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) openings: Vec<String>,
    /// The test that ends the run: elo0=0 elo1=5, alpha, beta, model, counts
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) sprt: Vec<String>,
    /// Who is so far behind loses: score=CENTIPOINTS, moves, both
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) resign: Vec<String>,
    /// When both are so near 0 the game is drawn: score=CENTIPOINTS, moves, from
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) draw: Vec<String>,
    /// A third engine ends games whose result it proves; keys of an engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) proof: Vec<String>,
    /// Seconds to wait: startup, ready, think, answer, quit
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) deadlines: Vec<String>,
    /// Play only this share of the games, on one of several machines: 1/N to N/N
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) display: Choice,
    /// Print the tournament file that means the same, and play nothing
    #[arg(long)]
    pub(crate) print_config: bool,
}

const HELP: &str = "\
Keys of --engine and --each are those of a tournament file (see tournament/README.md): name, cmd, \
args, dir, dialect, tc, movetime, nodes, depth …; option.NAME=VALUE and env.NAME=VALUE set options \
and the environment. Example:

  noughts-tournament run --engine name=A cmd=./a --engine name=B cmd=./b args='-q -x' \\
      --each tc=10+0.1 option.Hash=64 --pairs 100 --sprt elo0=0 elo1=10";
