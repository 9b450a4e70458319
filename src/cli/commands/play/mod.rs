//! `noughts play`: games of people and engines, on the screen or as plain text.
//! It is an ordinary client of the protocol: every engine, noughts included,
//! runs as a separate process.

mod analysis;
mod arguments;
mod clock;
mod engine;
mod game_controller;
mod kept;
mod library;
mod plain;
mod puzzles;
mod record;
mod screen;
mod seat;

use std::ffi::OsString;
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use noughts::engine::{OptionRow, Options};
use noughts::game::{FAIR_GAME, Side, WHY_FAIR};
use noughts::protocol::{Go, OptionKind, printable};

use crate::cli::arguments::game_and_rest;
use crate::cli::console::show;
use crate::cli::exit::WrongArguments;
use crate::cli::history::History;
use analysis::Analyst;
pub(crate) use arguments::Play;
use engine::{LEVELS, Launch, deadlines};
use game_controller::{GameController, Unfit};
use kept::{Keeper, USUAL_LEVEL};
use library::{Library, Opened};
use record::RecordError;
use screen::{Chosen, GamesList, Start, Window};
use seat::Sides;

/// The time limit for the values of a position: on the screen, and in plain
/// text, where the prompt waits for them.
const EVALUATION: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(2)];

/// The milliseconds for each move of an engine without another limit.
const USUAL_TIME: u64 = 1000;

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
            return puzzles::run(rest);
        }
        if let Some(file) = self.file() {
            return self.run_file(file, options, own);
        }
        if self.game_number.is_some() {
            return Err(WrongArguments::of(&anyhow::anyhow!(
                "--game-number needs a file of games"
            )));
        }
        if self.is_on_screen() && self.is_bare() && own.is_empty() {
            return self.run_menu(options, own);
        }
        self.play(options, own, None, None, None)
    }

    /// Shows the start menu and does what is chosen there.
    fn run_menu(&self, options: &Options, own: Vec<OsString>) -> anyhow::Result<ExitCode> {
        let mut window = Window::open()?;
        loop {
            match screen::choose_start(&mut window, library::unfinished())? {
                Start::Game(choice) => {
                    // If this fails, the menu proposes the choice before.
                    let _ = choice.remember();
                    let play = self.with_choice(choice);
                    return play.play(options, own, Some(window), None, None);
                }
                Start::Resume(file) => {
                    let opened = Opened::kept(&file).map_err(safe)?;
                    return self.play(options, own, Some(window), Some(opened), None);
                }
                Start::RecentGames => match screen::choose_game(&mut window, Library::of_kept())? {
                    Chosen::Game(opened, _) => {
                        return self.play(options, own, Some(window), Some(*opened), None);
                    }
                    Chosen::None => {}
                    Chosen::Quit => return Ok(ExitCode::SUCCESS),
                },
                Start::Puzzles => {
                    // They are plain text; afterwards the menu is shown again.
                    drop(window);
                    puzzles::run(&[])?;
                    window = Window::open()?;
                }
                Start::Quit => return Ok(ExitCode::SUCCESS),
            }
        }
    }

    /// Opens a game of a file, which is chosen from a list if there are more.
    fn run_file(
        &self,
        file: &Path,
        options: &Options,
        own: Vec<OsString>,
    ) -> anyhow::Result<ExitCode> {
        let library = Library::of_file(file).map_err(safe)?;
        let number = match (self.game_number, library.entries.len()) {
            (None, 1) => Some(1),
            (number, _) => number,
        };
        if let Some(number) = number {
            let opened = library.open(usize::try_from(number)?.saturating_sub(1)).map_err(safe)?;
            return self.play(options, own, None, Some(opened), None);
        }
        if !self.is_on_screen() {
            plain::list(&library);
            show!("--game-number N opens one of them");
            return Ok(ExitCode::SUCCESS);
        }
        let mut window = Window::open()?;
        match screen::choose_game(&mut window, library)? {
            Chosen::Game(opened, list) => {
                self.play(options, own, Some(window), Some(*opened), Some(*list))
            }
            Chosen::None | Chosen::Quit => Ok(ExitCode::SUCCESS),
        }
    }

    /// Whether the game is drawn on the screen.
    fn is_on_screen(&self) -> bool {
        !self.plain && has_screen()
    }

    /// Plays until the user quits, on the screen or as plain text: a game from a record,
    /// or else that of the arguments. `list` is the one from which the record was chosen.
    fn play(
        &self,
        options: &Options,
        own: Vec<OsString>,
        mut window: Option<Window>,
        opened: Option<Opened>,
        list: Option<GamesList>,
    ) -> anyhow::Result<ExitCode> {
        let prepared = self.prepare(options, own, opened);
        let mut controller = prepared.map_err(|error| WrongArguments::of(&error))?;
        // Wait before the board is drawn, so that nobody moves against an
        // engine that cannot answer.
        let awaited = |name: &str| match &mut window {
            Some(window) => window.say(&format!("waiting for {name}…")),
            None => show!("waiting for {name}…"),
        };
        controller.await_engines(START[1], awaited).map_err(|unfit| {
            let Unfit { name, side, error } = unfit;
            let text = match error.names_program() {
                true => error.to_string(),
                false => format!("engine {name} ({side}): {error}"),
            };
            let text = anyhow::anyhow!("{}", printable(&text, 600));
            if error.is_argument_error() { WrongArguments::of(&text) } else { text }
        })?;
        if controller.time_control().is_none() {
            controller.set_clock(self.clock);
        }
        let keeper = controller.keeper().clone();
        let end = match window {
            Some(window) => screen::run(controller, window, list),
            None if self.is_on_screen() => screen::run(controller, Window::open()?, list),
            None => plain::run(controller),
        }?;
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
        opened: Option<Opened>,
    ) -> anyhow::Result<GameController> {
        let opened = match opened {
            None if self.resume => {
                let file = kept::files().pop().context("--resume: no game is kept")?;
                Some(Opened::kept(&file).map_err(safe).context("--resume")?)
            }
            opened => opened,
        };
        let is_opened = opened.is_some();
        let words = if is_opened { &[] } else { &self.words[..] };
        let (mut spec, moves) = game_and_rest(options, words)?;
        // `game_and_rest` takes the first word for the game, or for a move on its board.
        let is_chosen = self.has_game || moves.len() < words.len();
        if let Some(opened) = &opened {
            spec = opened.loaded.history.state().spec();
        } else if !is_chosen {
            spec = FAIR_GAME.parse()?;
        }
        let mut history = History::start_of(&spec);
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
        let time = EVALUATION[usize::from(!self.is_on_screen())];
        let analyst = Analyst::new(own.clone(), self.nodes, time);
        let recorded = opened.as_ref().map(|opened| &opened.loaded);
        let people = recorded.and_then(|loaded| loaded.are_people).map(Sides::of);
        let side = self.side.or(people).unwrap_or(Sides::X);
        let level = self.level.or(recorded.and_then(|loaded| loaded.level));
        let players = self.players(&own, side, level)?;
        let go = match self.nodes {
            Some(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            None => Go { movetime: Some(self.movetime.unwrap_or(USUAL_TIME)), ..Go::default() },
        };
        let mut controller = GameController::new(history, players, go, analyst, Keeper::of_user());
        match opened {
            Some(Opened { mut loaded, kept }) => {
                // The level was set above, and so were the sides, if the arguments name them.
                loaded.level = None;
                loaded.are_people = loaded.are_people.filter(|_| self.side.is_none());
                controller.open(loaded, kept.as_deref());
                if kept.is_none() {
                    controller.pause();
                }
            }
            None if !is_chosen => controller.set_notice(WHY_FAIR),
            None => {}
        }
        let people = Side::BOTH.iter().filter(|side| controller.seat(**side).is_person()).count();
        anyhow::ensure!(
            self.name.len() <= people,
            "there are more names than people who play: see --side"
        );
        controller.name_people(&self.name);
        Ok(controller)
    }

    /// Returns the engine of each side that no person plays.
    fn players(
        &self,
        own: &Launch,
        people: Sides,
        level: Option<i64>,
    ) -> anyhow::Result<[Option<Launch>; 2]> {
        let free = Side::BOTH.iter().filter(|&&side| !people.has(side)).count();
        anyhow::ensure!(
            self.engine.len() <= free,
            "there are more engines than sides for them: see --side"
        );
        let mut others = self.engine.iter();
        let mut launch = |side: Side| -> anyhow::Result<Option<Launch>> {
            if people.has(side) {
                return Ok(None);
            }
            let mut launch = Launch { level, ..own.clone() };
            if let Some(command) = others.next() {
                let words = shlex::split(command)
                    .with_context(|| format!("--engine \"{command}\" has an open quote"))?;
                let mut words = words.into_iter();
                launch.program = words.next().context("--engine needs a program")?.into();
                launch.arguments = words.map(OsString::from).collect();
                launch.deadlines.startup = START[0];
                launch.draws_seeds = true;
            } else {
                let has_person = people != Sides::None;
                launch.level = level.or(has_person.then_some(USUAL_LEVEL));
                if let Some(level) = launch.level {
                    check_level(level)?;
                }
            }
            Ok(Some(launch))
        };
        Ok([launch(Side::X)?, launch(Side::O)?])
    }
}

/// An error about a record, which may quote it, is made safe to print.
fn safe(error: RecordError) -> anyhow::Error {
    anyhow::anyhow!("{}", printable(&error.to_string(), 600))
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
