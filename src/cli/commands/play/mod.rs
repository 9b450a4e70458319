//! `noughts play`: games of people and engines, on the screen or as plain text.
//! It is an ordinary client of the protocol: every engine, noughts included,
//! runs as a separate process.

mod analysis;
mod engine;
mod game_controller;
mod kept;
mod plain;
mod puzzles;
mod record;
mod screen;
mod seat;

use std::ffi::OsString;
use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use noughts::engine::{OptionRow, Options};
use noughts::game::{FAIR_GAME, Side, WHY_FAIR};
use noughts::protocol::{Go, OptionKind, printable};

use crate::cli::arguments::{GlobalOptions, game_and_rest};
use crate::cli::console::show;
use crate::cli::exit::WrongArguments;
use crate::cli::history::History;
use analysis::Analyst;
use engine::{LEVELS, Launch, deadlines};
use game_controller::{GameController, Unfit};
use kept::Keeper;

/// Play against this engine or another one, or watch two engines. Keys and
/// words are listed by `?` on the screen and by `help` with `--plain`.
#[derive(clap::Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) given: GlobalOptions,

    /// Whether an option names the game.
    #[arg(skip)]
    pub(crate) has_game: bool,

    /// The game, and moves to begin with: `tictactoe:4x4:3 b2`; or `puzzles`
    /// with a number or `daily`
    #[arg(value_name = "SPEC] [MOVES")]
    words: Vec<String>,

    /// Which sides you play; X begins
    #[arg(long, value_name = "SIDE", default_value = "x", ignore_case = true)]
    side: Sides,

    /// How strong the engine plays, from 1 (for a child) to 10 (full strength); 5 against
    /// people, 10 otherwise and for another engine
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    level: Option<i64>,

    /// The nodes for each move of an engine
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true,
          conflicts_with = "movetime")]
    nodes: Option<u64>,

    /// The milliseconds for each move of an engine
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = positive,
          allow_negative_numbers = true)]
    movetime: u64,

    /// Another engine that speaks UGI or UCI, with its arguments; with `--side
    /// none` it plays X, and a second one O
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,

    /// Go on with the last game, which is kept as it is played
    #[arg(long, conflicts_with = "words")]
    resume: bool,

    /// Ask for moves and commands line by line, without drawing on the screen
    #[arg(long)]
    plain: bool,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sides {
    X,
    O,
    Both,
    None,
}

impl Sides {
    fn has(self, side: Side) -> bool {
        match self {
            Sides::X => side == Side::X,
            Sides::O => side == Side::O,
            Sides::Both => true,
            Sides::None => false,
        }
    }
}

/// The time limit for the values of a position: on the screen, and in plain
/// text, where the prompt waits for them.
const EVALUATION: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(2)];

/// The level against people who choose none.
const USUAL_LEVEL: i64 = 5;

/// How long another engine may take to start, and when the user is told which
/// engine is awaited.
const START: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(1)];

impl Play {
    /// Plays until the user quits. `own` are the arguments that start this
    /// program as the engine that `options` describe.
    pub(crate) fn run(&self, options: &Options, own: Vec<OsString>) -> anyhow::Result<ExitCode> {
        if let [puzzles, rest @ ..] = &self.words[..]
            && puzzles == "puzzles"
        {
            return puzzles::run(rest.first().map(String::as_str));
        }
        let is_screen = !self.plain && has_screen();
        let prepared = self.prepare(options, own, is_screen);
        let mut controller = prepared.map_err(|error| WrongArguments::of(&error))?;
        // Wait before the board is drawn, so that nobody moves against an
        // engine that cannot answer.
        let awaited = |name: &str| show!("waiting for {name}…");
        controller.await_engines(START[1], awaited).map_err(|unfit| {
            let Unfit { name, side, error } = unfit;
            let text = match error.names_program() {
                true => error.to_string(),
                false => format!("engine {name} ({side}): {error}"),
            };
            let text = anyhow::anyhow!("{}", printable(&text, 600));
            if error.is_argument_error() { WrongArguments::of(&text) } else { text }
        })?;
        let keeper = controller.keeper().clone();
        let end = if is_screen { screen::run(controller) } else { plain::run(controller) }?;
        if keeper.has_open_game() {
            show!("The game is kept: \"noughts play --resume\" goes on with it.");
        }
        Ok(end)
    }

    /// Returns the game with its players, whose engines are starting.
    fn prepare(
        &self,
        options: &Options,
        own: Vec<OsString>,
        is_screen: bool,
    ) -> anyhow::Result<GameController> {
        let (mut spec, moves) = game_and_rest(options, &self.words)?;
        // `game_and_rest` takes the first word for the game, or for a move on its board.
        let is_chosen = self.has_game || moves.len() < self.words.len();
        if !is_chosen {
            spec = FAIR_GAME.parse()?;
        }
        let keeper = Keeper::of_user();
        let mut history = History::start_of(&spec);
        if self.resume {
            let file = kept::newest().context("--resume: no game is kept")?;
            history = record::load(&file).context("--resume")?;
            spec = history.state().spec();
            keeper.go_on_in(&file);
        }
        for name in &moves {
            history.play(name)?;
        }
        let program = std::env::current_exe().context("this program cannot be found")?;
        let is_seed =
            |argument: &OsString| argument.to_string_lossy().to_ascii_lowercase().contains("seed=");
        let own = Launch {
            program,
            draws_seeds: !own.iter().any(is_seed),
            arguments: own,
            game: spec,
            level: None,
            deadlines: deadlines(),
        };
        let time = EVALUATION[usize::from(!is_screen)];
        let analyst = Analyst::new(own.clone(), self.nodes, time);
        let players = self.players(&own)?;
        let go = match self.nodes {
            Some(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            None => Go { movetime: Some(self.movetime), ..Go::default() },
        };
        let mut controller = GameController::new(history, players, go, analyst, keeper);
        if !is_chosen && !self.resume {
            controller.set_notice(WHY_FAIR);
        }
        Ok(controller)
    }

    /// Returns the engine of each side that no person plays.
    fn players(&self, own: &Launch) -> anyhow::Result<[Option<Launch>; 2]> {
        let free = Side::BOTH.iter().filter(|&&side| !self.side.has(side)).count();
        anyhow::ensure!(
            self.engine.len() <= free,
            "there are more engines than sides for them: see --side"
        );
        let mut others = self.engine.iter();
        let mut launch = |side: Side| -> anyhow::Result<Option<Launch>> {
            if self.side.has(side) {
                return Ok(None);
            }
            let mut launch = Launch { level: self.level, ..own.clone() };
            if let Some(command) = others.next() {
                let words = shlex::split(command)
                    .with_context(|| format!("--engine \"{command}\" has an open quote"))?;
                let mut words = words.into_iter();
                launch.program = words.next().context("--engine needs a program")?.into();
                launch.arguments = words.map(OsString::from).collect();
                launch.deadlines.startup = START[0];
                launch.draws_seeds = true;
            } else {
                let has_person = self.side != Sides::None;
                launch.level = self.level.or(has_person.then_some(USUAL_LEVEL));
                if let Some(level) = launch.level {
                    check_level(level)?;
                }
            }
            Ok(Some(launch))
        };
        Ok([launch(Side::X)?, launch(Side::O)?])
    }
}

/// Parses a number of at least 1.
fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("a whole number is needed, at least 1".to_string()),
    }
}

/// Refuses a level that this engine does not have.
fn check_level(level: i64) -> anyhow::Result<()> {
    let row = OptionRow::all().iter().find(|row| row.name == LEVELS);
    if let Some(OptionKind::Spin { min, max, .. }) = row.map(|row| row.declaration().kind) {
        anyhow::ensure!(
            (min..=max).contains(&level),
            "there is no level {level}: the levels of this engine are {min} to {max}"
        );
    }
    Ok(())
}

/// Whether there is a terminal to draw on and to read keys from.
fn has_screen() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb
}
