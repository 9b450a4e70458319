//! `noughts puzzles`: makes puzzles from self-play or from records of games.

mod games;
mod levels;
mod maker;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use noughts::files::Replacement;
use noughts::puzzles::HEADER;

use crate::cli::console::{Progress, show, stop_on_interrupt};
use crate::cli::exit::{UNFINISHED, WrongArguments};
use maker::Maker;

/// Make puzzles: positions with one winning move, or one that does not lose, with
/// the values of all moves proven. Ctrl-C keeps those that were found.
#[derive(clap::Args)]
pub(crate) struct Puzzles {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// A game; may be repeated [default: those of the built-in file]
    #[arg(short, long = "game", value_name = "SPEC")]
    games: Vec<String>,

    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u32).range(1..=5000))]
    count: u32,

    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Records of games to take the positions from, instead of self-play
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "games")]
    from: Vec<PathBuf>,
}

/// The games that are searched for each puzzle before the maker gives up.
const PATIENCE: u64 = 200;

impl Puzzles {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let games = games::chosen(&self.games).map_err(|error| WrongArguments::of(&error))?;
        let records = games::recorded(&self.from)?;
        let mut file = Replacement::begin(&self.output)
            .with_context(|| format!("cannot write {}", self.output.display()))?;
        let stop = stop_on_interrupt(None)?;
        let mut progress = Progress::new(Some(u64::from(self.count)));
        let mut maker = Maker::default();
        let count = self.count as usize;
        let rounds = if self.from.is_empty() {
            PATIENCE.saturating_mul(u64::from(self.count))
        } else {
            records.len() as u64
        };
        for round in 0..rounds {
            if maker.found.len() >= count || stop.requested() {
                break;
            }
            progress.update(maker.found.len() as u64, || {
                format!("{} puzzles from {round} games", maker.found.len())
            });
            let (spec, moves, empty) = if self.from.is_empty() {
                let (spec, empty) = games[round as usize % games.len()].clone();
                let quota = count.div_ceil(games.len());
                let made = maker.found.iter().filter(|p| p.spec == spec).count();
                let rows = games.iter().filter(|(other, _)| *other == spec).count();
                // The last rounds may take any game, if one has too few puzzles.
                if made >= quota * rows && round < rounds / 2 {
                    continue;
                }
                let moves = games::self_play(&spec, self.seed.wrapping_add(round << 20), &stop);
                (spec, moves, empty)
            } else {
                records[round as usize].clone()
            };
            maker.take_from(&spec, &moves, empty, &stop);
        }
        progress.end();
        maker.found.truncate(count);
        maker.found.sort_by_cached_key(|p| (p.grade(), 100 - p.found, p.to_string()));
        writeln!(file, "{HEADER}")?;
        for puzzle in &maker.found {
            writeln!(file, "{puzzle}")?;
        }
        file.finish().with_context(|| format!("cannot write {}", self.output.display()))?;
        let (found, file) = (maker.found.len(), self.output.display());
        let unit = if found == 1 { "puzzle" } else { "puzzles" };
        match found {
            0 => show!(
                "no puzzle found: none of these positions has exactly one good move, as far as \
                 is proven; {file} is empty"
            ),
            _ => show!("{found} {unit} in {file}: \"noughts play puzzles {file}\" shows them"),
        }
        Ok(if maker.found.len() < count { ExitCode::from(UNFINISHED) } else { ExitCode::SUCCESS })
    }
}
