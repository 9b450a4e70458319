//! The command `book`: makes a file of openings, random ones or those of games,
//! on request only those that an engine scores as balanced.

pub(crate) mod balance;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::game::GameSpec;
use noughts::pgn::{self, PgnGame};
use noughts_client::fault::RequestError;
use noughts_client::stop::Stop;
use noughts_client::{Limits, Rules, RulesError};
use noughts_tournament::config::{self, MachineChecks, Overlay};
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::files::text;
use noughts_tournament::journal::{self, Journals, ReadError};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::{Opening, Source};
use noughts_tournament::model::record::GameResult;
use noughts_tournament::plan::openings::{Book, FromGames, Same};

use crate::cli::commands::book::balance::{Balance, Judges};
use crate::cli::common::console::{self, complain};
use crate::cli::common::end::{End, misuse};
use crate::cli::common::programs;
use crate::cli::common::signals;

/// Arguments of the command `book`.
#[derive(Debug, Args)]
pub(crate) struct BookMaker {
    /// The game of the openings; by default tictactrains, or the game of the
    /// files
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,
    /// Journals or files in PGN: take the openings from their games, without
    /// those that only one side won
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Keep random openings that are the same up to the symmetries of the game
    #[arg(long, conflicts_with = "from")]
    symmetric: bool,
    /// Number of plies of each opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Number of openings to make
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Keep only openings that an engine scores within this many centipoints of
    /// 0, or, as -20..110, from the first to the second for X
    #[arg(long, value_name = "CENTIPOINTS", allow_hyphen_values = true)]
    balanced: Option<Balance>,
    /// The engine that scores, with the same keys as for `run`; by default the
    /// built-in one with nodes=1000
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., requires = "balanced")]
    engine: Vec<String>,
    /// Number of openings that are scored at a time, each by an engine of its own
    #[arg(long, value_name = "N", requires = "balanced")]
    concurrency: Option<String>,
    /// The file to write; by default the openings are printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The forms of the bar before the first opening is found and after it.
const BARS: [&str; 2] = [
    "{bar:20} {pos}/{len} openings of {msg} tried, {elapsed} so far",
    "{bar:20} {pos}/{len} openings of {msg} tried, {elapsed} so far, about {eta} to go",
];

/// Gives the bar a form.
fn set_form(bar: &ProgressBar, form: &str) {
    // The forms are valid; if they were not, the default style would do.
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
}

/// The number of openings in a row, duplicates or out of balance, after which
/// the search for more ends.
const PATIENCE: usize = 10_000;

impl BookMaker {
    /// Makes the openings and writes them to the file or to standard output.
    pub(crate) fn write(&self) -> anyhow::Result<End> {
        if let Some(path) = &self.output {
            FileKind::Openings.check(path)?;
        }
        let games = self.games()?;
        let config = self.config(games.first().map(|games| &games.rules))?;
        let stop = Stop::default();
        signals::obey(&stop, "ending after this opening; the openings so far are written")
            .context("cannot install the signal handlers")?;
        let Found { openings, failure } = self.openings(&config, &games, &stop)?;
        if openings.is_empty() {
            if let Some(failure) = failure {
                return Err(failed(failure));
            }
            if stop.asked() {
                complain(format_args!("note: stopped before an opening was found"));
                return Ok(End::Stopped);
            }
            bail!("no opening meets the conditions; change --plies or --balanced");
        }
        let source = match self.from.is_empty() {
            true => format!("{} random plies, seed {}", self.plies, self.seed),
            false => format!("{} plies, from games", self.plies),
        };
        let (beginning, count) = (FileKind::Openings.beginning(), openings.len());
        let mut text = format!("{beginning}{}: {count} of {source}", config.game);
        if let Some(balance) = self.balanced {
            write!(text, ", scored {balance} by {}", self.judge_words().join(" "))?;
        }
        text.push('\n');
        for opening in &openings {
            writeln!(text, "{opening}")?;
        }
        match &self.output {
            None => console::show(&text)?,
            Some(path) => {
                FileKind::Openings.replace(path, &text)?;
                complain(format_args!("wrote {count} openings to {}", path.display()));
            }
        }
        let is_short = openings.len() < self.count as usize;
        if is_short && self.from.is_empty() {
            let (found, wanted) = (openings.len(), self.count);
            complain(format_args!("note: found only {found} of {wanted} openings"));
        }
        let end = if is_short && stop.asked() { End::Stopped } else { End::Finished };
        failure.map_or(Ok(end), |failure| Err(failed(failure)))
    }

    fn judge_words(&self) -> Vec<String> {
        let mut words = self.engine.clone();
        let is_limit = |word: &String| {
            word.split_once('=').is_some_and(|(key, _)| Limits::KEYS.contains(&key))
        };
        if !words.iter().any(is_limit) {
            words.push("nodes=1000".to_string());
        }
        words
    }

    /// Returns a tournament whose first engine scores the openings, so that its
    /// keys are checked as for a run.
    fn config(&self, rules: Option<&Rules>) -> anyhow::Result<Config> {
        let mut words = self.judge_words();
        if !words.iter().any(|word| word.starts_with("name=")) {
            words.push("name=judge".to_string());
        }
        let mut overlay = Overlay::default();
        let game = self.game.clone().or_else(|| rules.map(ToString::to_string));
        overlay.value("game", game.as_deref().unwrap_or("tictactrains"), "--game");
        overlay.table("engine", &words, "--engine");
        if let Some(concurrency) = &self.concurrency {
            overlay.value("concurrency", concurrency, "--concurrency");
        }
        // A tournament needs two engines; the second one never plays.
        let other = ["name=unused opponent", "nodes=1"].map(str::to_string);
        overlay.table("engine", &other, "");
        Ok(config::from_options(overlay, MachineChecks::On)?.0)
    }

    /// Reads the files of `--from`, which must have the same game.
    fn games(&self) -> anyhow::Result<Vec<SourceGames>> {
        let named = || self.game.as_deref().map(str::parse::<Rules>).transpose();
        // A book needs known rules, so that the advice to ask the engines is of no use.
        let named = named().map_err(|RulesError(error)| misuse("--game", error))?;
        let mut all: Vec<SourceGames> = Vec::new();
        for path in &self.from {
            let shown = path.display().to_string();
            let games = SourceGames::read(path, named.as_ref())?;
            let known = all.first().map(|first| &first.rules).or(named.as_ref());
            if let Some(known) = known.filter(|known| **known != games.rules) {
                let reason =
                    format!("its game is {}, but that of the others is {known}", games.rules);
                return Err(misuse(&shown, reason).into());
            }
            all.push(games);
        }
        Ok(all)
    }

    /// Returns the openings of games, at most as many as are wanted.
    fn gathered(&self, games: &[SourceGames], spec: &GameSpec) -> anyhow::Result<Vec<Opening>> {
        let mut gathered = FromGames::new(spec, self.plies as usize);
        for file in games {
            file.gather(&mut gathered)?;
        }
        let (openings, left_out) = gathered.into_openings();
        if left_out > 0 {
            let openings = if left_out == 1 { "opening" } else { "openings" };
            complain(format_args!("note: left out {left_out} {openings} that only one side won"));
        }
        Ok(openings)
    }

    fn openings(
        &self,
        config: &Config,
        games: &[SourceGames],
        stop: &Stop,
    ) -> anyhow::Result<Found> {
        let Some(spec) = config.game.spec() else {
            let reason = "a book needs a game whose rules the runner knows";
            return Err(misuse("--game", reason).into());
        };
        let (source, has_games) = match self.from.is_empty() {
            true => (Source::Random(self.plies as usize), false),
            false => (Source::List(self.gathered(games, spec)?), true),
        };
        let book =
            Book::new(&source, Some(spec), self.seed).map_err(|error| misuse("--plies", error))?;
        let book = if self.symmetric { book.with_symmetric() } else { book };
        let all = if let Source::List(list) = &source { list.len() } else { usize::MAX };
        let mut same = Same::new(spec);
        let judges = self.balanced.map(|balance| Judges::start(config, (balance, self.seed), stop));
        let mut judges = judges.transpose()?;
        let at_a_time = judges.as_ref().map_or(1, Judges::count);
        let (mut openings, mut positions, mut keys) = (Vec::new(), HashSet::new(), HashSet::new());
        let (mut refused, mut round) = (0, 0);
        let mut failure = None;
        let bar = ProgressBar::new(u64::from(self.count)).with_message("0");
        set_form(&bar, BARS[0]);
        let count = self.count as usize;
        while openings.len() < count && !stop.asked() {
            // Openings that are new, as many as are scored at a time.
            let mut found = Vec::new();
            while found.len() < at_a_time && round < all && (has_games || refused < PATIENCE) {
                let opening = book.opening(round)?;
                round += 1;
                // Different moves may transpose into one position, and in a small
                // game the book repeats openings.
                let game = opening.play(spec)?;
                let is_new = match self.symmetric {
                    true => positions.insert(game.text()),
                    false => keys.insert(same.position(&*game)),
                };
                match is_new {
                    true => found.push((opening, game.side())),
                    false => refused += 1,
                }
            }
            if found.is_empty() {
                break;
            }
            let wanted = match &mut judges {
                None => vec![true; found.len()],
                Some(judges) => match judges.are_balanced(&found) {
                    Ok(wanted) => wanted,
                    Err(error) => {
                        failure = Some(error);
                        break;
                    }
                },
            };
            for ((opening, _), wanted) in found.into_iter().zip(wanted) {
                refused = if wanted { 0 } else { refused + 1 };
                openings.extend(wanted.then_some(opening));
            }
            openings.truncate(count);
            if bar.position() == 0 && !openings.is_empty() {
                set_form(&bar, BARS[1]);
            }
            bar.set_position(openings.len() as u64);
            bar.set_message(round.to_string());
        }
        bar.finish_and_clear();
        if let Some(judges) = judges {
            judges.quit();
        }
        Ok(Found { openings, failure })
    }
}

/// The openings found, and why the search for more failed, if it did: openings that
/// took hours to find are written all the same.
struct Found {
    openings: Vec<Opening>,
    failure: Option<RequestError>,
}

fn failed(failure: RequestError) -> anyhow::Error {
    match failure {
        RequestError::Fault(_) => {
            anyhow::Error::new(failure).context("the engine that scores the openings failed")
        }
        RequestError::Abandoned => failure.into(),
    }
}

/// The games of a file of `--from`.
struct SourceGames {
    path: PathBuf,
    rules: Rules,
    kind: SourceKind,
}

enum SourceKind {
    Journal,
    Pgn(Vec<PgnGame>),
}

impl SourceGames {
    /// Opens a journal or reads a file in PGN. A PGN file that does not name
    /// its game has the game of `--game`.
    fn read(path: &Path, named: Option<&Rules>) -> anyhow::Result<SourceGames> {
        let shown = path.display().to_string();
        match journal::read(path) {
            Err(ReadError::NotAJournal) => {}
            Err(error) => return Err(misuse(&shown, error).into()),
            Ok((header, _)) => {
                let (path, rules) = (path.to_path_buf(), header.config.game);
                return Ok(SourceGames { path, rules, kind: SourceKind::Journal });
            }
        }
        let text = text::text_of(path)
            .map_err(|error| misuse(&shown, format_args!("the file {error}")))?;
        let games: Vec<PgnGame> = pgn::games(&text).collect();
        let Some(first) = games.first().filter(|game| !game.tags.is_empty()) else {
            return Err(misuse(&shown, "it is not a journal and contains no games in PGN").into());
        };
        let rules = match (first.tag("Game"), named) {
            (Some(name), _) => {
                name.parse::<Rules>().map_err(|RulesError(error)| misuse(&shown, error))?
            }
            (None, Some(named)) => named.clone(),
            (None, None) => {
                let reason = "its games have no tag Game; name the game with --game";
                return Err(misuse(&shown, reason).into());
            }
        };
        Ok(SourceGames { path: path.to_path_buf(), rules, kind: SourceKind::Pgn(games) })
    }

    /// Adds the openings of the games.
    fn gather(&self, to: &mut FromGames) -> anyhow::Result<()> {
        let wrong = |number, error| {
            misuse(&self.path.display().to_string(), format_args!("game {number}: {error}"))
        };
        let mut mistake = None;
        match &self.kind {
            SourceKind::Pgn(games) => {
                for (i, game) in games.iter().enumerate() {
                    let moves = game.moves.iter().map(String::as_str);
                    let result = game.result.map_or(GameResult::Unscored, GameResult::from);
                    to.add(game.tag("FEN"), moves, result).map_err(|e| wrong(i + 1, e))?;
                }
            }
            SourceKind::Journal => {
                let mut journals = Journals::open(&[&self.path])?;
                journals.read_all(|found| {
                    let game = found.record;
                    let moves = game.opening.moves.iter().map(String::as_str);
                    let moves = moves.chain(game.plies.iter().map(|ply| ply.name.as_str()));
                    if let Err(error) = to.add(game.opening.start.as_deref(), moves, game.result) {
                        mistake.get_or_insert(wrong(game.game, error));
                    }
                })?;
                programs::note_doubts(journals.doubts());
            }
        }
        mistake.map_or(Ok(()), |mistake| Err(mistake.into()))
    }
}
