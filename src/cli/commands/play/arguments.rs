//! The arguments of `noughts play`.

use std::path::Path;

use noughts::game::{FAIR_GAME, GameSpec, new_game};

use super::clock::TimeControl;
use super::kept::Choice;
use super::seat::Sides;
use crate::cli::arguments::GlobalOptions;

/// The text below the options.
const AFTER_HELP: &str = "\
On the screen `?` lists the keys, and with --plain `help` lists the commands. Every game is kept \
while it is played, so nothing is lost when you leave.";

/// Play against an engine or a friend, or watch two engines
#[derive(clap::Args, Clone)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) given: GlobalOptions,

    /// Whether an option names the game.
    #[arg(skip)]
    pub(crate) has_game: bool,

    /// The game and its first moves (`tictactoe:4x4:3 b2`), a file of games, or `puzzles`
    /// with a number, `daily` or a file of puzzles; without any of them a menu asks
    #[arg(value_name = "SPEC] [MOVES")]
    pub(super) words: Vec<String>,

    /// Which sides you play; X begins [default: x]
    #[arg(long, value_name = "SIDE", ignore_case = true)]
    pub(super) side: Option<Sides>,

    /// Your name on the screen and in records; with `--side both` it may be given twice, that
    /// of X first [default: that of the user]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Vec<String>,

    /// How strong the engine plays, from 1 (for a child) to 10 (full strength) [default: 5
    /// against a person; 10 otherwise, and for another engine]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) level: Option<i64>,

    /// Let an engine search this many nodes for each move
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true,
          conflicts_with = "movetime")]
    pub(super) nodes: Option<u64>,

    /// Let an engine think this many milliseconds about each move [default: 1000]
    #[arg(long, value_name = "MS", value_parser = positive, allow_negative_numbers = true)]
    pub(super) movetime: Option<u64>,

    /// Play with clocks: the minutes of each side, and the seconds that each move adds; the
    /// side whose time runs out loses
    #[arg(
        long,
        value_name = "MINUTES[+SECONDS]",
        allow_negative_numbers = true,
        conflicts_with = "movetime"
    )]
    pub(super) clock: Option<TimeControl>,

    /// Play against this UGI or UCI engine (quote its arguments); with `--side none` it
    /// plays X, and a second one plays O
    #[arg(long, value_name = "CMD")]
    pub(super) engine: Vec<String>,

    /// Go on with the last game
    #[arg(long, conflicts_with = "words")]
    pub(super) resume: bool,

    /// Open this game of a file that has many
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(super) game_number: Option<u64>,

    /// Read moves and commands line by line, without drawing on the screen
    #[arg(long)]
    pub(super) plain: bool,
}

impl Play {
    /// Whether no argument says what to play.
    pub(super) fn is_bare(&self) -> bool {
        let is_set = [
            self.has_game,
            !self.words.is_empty(),
            self.side.is_some(),
            !self.name.is_empty(),
            self.level.is_some(),
            self.nodes.is_some(),
            self.movetime.is_some(),
            self.clock.is_some(),
            !self.engine.is_empty(),
            self.resume,
        ];
        !is_set.contains(&true)
    }

    /// Returns the arguments that begin the chosen game.
    pub(super) fn with_choice(&self, choice: Choice) -> Play {
        let Choice { game, side, level, clock, mut names } = choice;
        names.truncate(if side == Sides::Both { 2 } else { 1 });
        let words = vec![game.to_string()];
        Play { words, side: Some(side), level: Some(level), clock, name: names, ..self.clone() }
    }

    /// The file that the only word names, if it is neither a game nor a move.
    pub(super) fn file(&self) -> Option<&Path> {
        let [word] = &self.words[..] else { return None };
        let file = Path::new(word);
        if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            return Some(file);
        }
        let is_move = |game: &str| {
            game.parse().is_ok_and(|game| new_game(&game).board().parse(word).is_some())
        };
        let is_game = word.parse::<GameSpec>().is_ok();
        (!is_game && !is_move(FAIR_GAME) && file.is_file()).then_some(file)
    }
}

/// Parses a number of at least 1.
fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("write a whole number of at least 1".to_string()),
    }
}
