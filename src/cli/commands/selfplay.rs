//! `noughts selfplay`: a search plays both sides of many games.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use noughts::engine::{Options, Player, player};
use noughts::game::{GameSpec, Square, movetext, new_game};
use noughts::random::splitmix;
use noughts::search::{Budget, FULL_SKILL, SearchKind, SelfPlay, Settings, Stop, Tally, self_play};

use crate::cli::advice::value_meant;
use crate::cli::arguments::{GlobalOptions, game_and_rest};
use crate::cli::console::{Progress, show, stop_on_interrupt};
use crate::cli::exit::{UNFINISHED, WrongArguments};

/// Let a search play against itself, with one table for the whole run. Without
/// `--search` it is `minimax` on flat boards of up to 16 squares, elsewhere the
/// search of the option `Search`. Searches that choose at random get a seed for
/// each game, derived from the option `Seed` and the number of the game. Ctrl-C
/// ends the run without the game being played; the exit status is then 3.
///
/// `minimax` without `--nodes` searches each position to the end of the game
/// only once: later games play the best moves from its table, with one probe
/// per ply.
#[derive(clap::Args)]
pub(crate) struct Selfplay {
    #[command(flatten)]
    pub(crate) given: GlobalOptions,

    /// The game and the number of games: `tictactoe:4 100000`
    #[arg(value_name = "SPEC] [GAMES")]
    words: Vec<String>,

    /// The search that plays
    #[arg(long, value_name = "NAME")]
    search: Option<String>,

    /// Nodes per ply; by default 10,000, but `minimax` searches to the end of
    /// the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Print only the result line, without a progress bar
    #[arg(short, long)]
    quiet: bool,
}

/// The default node limit per ply of searches that may not end by themselves.
const NODES: u64 = 10_000;
/// The maximum number of squares of a board that `minimax` solves quickly.
const SMALL: usize = 16;
/// The target time of a batch of games between two polls of the clock.
const BATCH_TIME: Duration = Duration::from_millis(10);
const MAX_BATCH: u64 = 1 << 20;

/// Returns the number of games from the words behind the game.
fn number_of_games(words: &[String]) -> anyhow::Result<u64> {
    match words {
        [] => Ok(1),
        [games] => whole(games)
            .filter(|&games| games > 0)
            .with_context(|| format!("\"{games}\" is neither a game nor a number of games")),
        [_, extra, ..] => anyhow::bail!("unexpected word \"{extra}\" after the number of games"),
    }
}

impl Selfplay {
    pub(crate) fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let (spec, rest) = game_and_rest(options, &self.words)?;
        let games = number_of_games(&rest).map_err(|error| WrongArguments::of(&error))?;
        let search = self.search(&spec, options).map_err(|error| WrongArguments::of(&error))?;
        let stop = stop_on_interrupt(None)?;
        let mut method = self.method(&spec, search, &options.playing());
        let started = Instant::now();
        let progress = if self.quiet { Progress::hidden() } else { Progress::new(Some(games)) };
        let tally = play(&mut method, games, &stop, progress);
        let time = started.elapsed();
        let [x, draws, o] = tally.results;
        let rate = tally.games() as f64 / time.as_secs_f64().max(1e-9);
        let played = tally.games();
        let seconds = time.as_secs_f64();
        show!(
            "{spec} {}: {played} games, X {x} draws {draws} O {o}, {seconds:.3} s, {rate:.0} games/s",
            search.name()
        );
        if !self.quiet {
            print_details(&mut method, &spec, &tally, &stop);
        }
        Ok(if played == games { ExitCode::SUCCESS } else { ExitCode::from(UNFINISHED) })
    }

    fn search(&self, spec: &GameSpec, options: &Options) -> anyhow::Result<SearchKind> {
        let is_flat = matches!(spec, GameSpec::Lines(shape) if shape.is_flat());
        let small = is_flat && new_game(spec).board().len() <= SMALL;
        let kind = match &self.search {
            Some(name) => SearchKind::from_name(name).with_context(|| {
                let meant = value_meant("Search", name);
                format!("\"{name}\" is not a search{meant}")
            })?,
            None if small && options.search == SearchKind::Auto => SearchKind::Minimax,
            None => options.search,
        };
        kind.check(spec)?;
        Ok(kind)
    }

    fn method(&self, spec: &GameSpec, search: SearchKind, settings: &Settings) -> Method {
        if search == SearchKind::Minimax
            && self.nodes.is_none()
            && !settings.neighbors
            && settings.skill == FULL_SKILL
            && let Some(fast) = self_play(spec, settings)
        {
            return Method::Fast(fast);
        }
        let nodes = self.nodes.or((search != SearchKind::Minimax).then_some(NODES));
        Method::Any(Box::new(Series {
            player: player(spec, search),
            budget: Budget { nodes: nodes.unwrap_or(u64::MAX), ..Budget::UNLIMITED },
            settings: settings.clone(),
            seed: settings.seed,
            games: 0,
            hashfull: None,
        }))
    }
}

/// Parses digits only; the parser of `u64` also accepts a plus.
fn whole(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The way in which the games are played.
enum Method {
    /// By the self-play loop of a search.
    Fast(Box<dyn SelfPlay>),
    /// By any player.
    Any(Box<Series>),
}

impl Method {
    fn play(&mut self, games: u64, stop: &Stop, tally: &mut Tally) -> bool {
        match self {
            Method::Fast(games_of) => games_of.play(games, stop, tally),
            Method::Any(series) => (0..games).all(|_| series.game(stop, tally).is_some()),
        }
    }
}

/// Plays in batches, which grow while games are fast, as each batch reads the
/// clock once.
fn play(method: &mut Method, games: u64, stop: &Stop, mut progress: Progress) -> Tally {
    let mut tally = Tally::default();
    let mut batch = 1;
    while tally.games() < games {
        let started = Instant::now();
        let playing = batch.min(games - tally.games());
        if !method.play(playing, stop, &mut tally) || stop.requested() {
            break;
        }
        if started.elapsed() < BATCH_TIME {
            batch = (2 * batch).min(MAX_BATCH);
        } else {
            batch = (batch / 2).max(1);
        }
        progress.update(tally.games(), || {
            let [x, draws, o] = tally.results;
            format!("X {x} draws {draws} O {o}")
        });
    }
    progress.end();
    tally
}

/// Prints the statistics of the run, and one more game.
fn print_details(method: &mut Method, spec: &GameSpec, tally: &Tally, stop: &Stop) {
    let Tally { plies, searches, nodes, .. } = *tally;
    let others = match method {
        Method::Fast(_) => ", the others played from the table, one probe each",
        Method::Any(_) => "",
    };
    show!("plies {plies}: {searches} searched with {nodes} nodes{others}");
    if stop.requested() {
        return;
    }
    let moves = match method {
        Method::Fast(games) => {
            let (used, all) = games.table_use();
            show!("table {used} of {all} entries");
            games.game(stop)
        }
        Method::Any(series) => {
            if let Some(thousandths) = series.hashfull {
                show!("table {:.1} % full", f64::from(thousandths) / 10.0);
            }
            series.game(stop, &mut Tally::default())
        }
    };
    let Some(moves) = moves else { return };
    let state = new_game(spec);
    let names: Vec<String> = moves.iter().map(|&square| state.board().name(square)).collect();
    show!("one more game: {}", movetext(&names, 0, |ply| state.side_at(ply)));
}

/// Games of a player, one search per ply.
struct Series {
    player: Box<dyn Player>,
    budget: Budget,
    settings: Settings,
    /// The seed from which the seeds of the games follow.
    seed: u64,
    /// The number of games begun.
    games: u64,
    /// The used part of the table, in thousandths; `None` without a table.
    hashfull: Option<u32>,
}

/// Derives the seed of a game from its number.
fn seed_of_game(seed: u64, number: u64) -> u64 {
    let mut state = seed ^ number.rotate_left(32);
    splitmix(&mut state)
}

impl Series {
    /// Plays a game, counts it and returns its moves; `None` if stopped.
    fn game(&mut self, stop: &Stop, tally: &mut Tally) -> Option<Vec<Square>> {
        self.player.set_position(None, &[]).ok()?;
        self.settings.seed = seed_of_game(self.seed, self.games);
        self.games += 1;
        let mut moves = Vec::new();
        let (mut searches, mut nodes) = (0, 0);
        loop {
            if let Some(outcome) = self.player.state().outcome() {
                tally.count(outcome);
                tally.plies += moves.len() as u64;
                tally.searches += searches;
                tally.nodes += nodes;
                return Some(moves);
            }
            let legal = self.player.state().legal();
            let report = self.player.search(legal, self.budget, &self.settings, stop, &mut |_| {});
            if stop.requested() {
                return None;
            }
            let square = *report.lines.first()?.pv.first()?;
            self.player.play(square).ok()?;
            self.hashfull = report.hashfull;
            searches += u64::from(report.nodes > 0);
            nodes += report.nodes;
            moves.push(square);
        }
    }
}
