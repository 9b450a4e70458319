//! The arguments of `noughts play`.

use std::path::Path;

use noughts::game::{FAIR_GAME, GameSpec, new_game};

use super::clock::TimeControl;
use super::kept::Choice;
use super::seat::Sides;
use crate::cli::arguments::GlobalOptions;

/// Play against this engine or another one, or watch two engines. Keys and
/// words are listed by `?` on the screen and by `help` with `--plain`.
#[derive(clap::Args, Clone)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) given: GlobalOptions,

    /// Whether an option names the game.
    #[arg(skip)]
    pub(crate) has_game: bool,

    /// The game, and moves to begin with: `tictactoe:4x4:3 b2`; or a file of games; or
    /// `puzzles` with a number or `daily`. Without any argument a menu asks
    #[arg(value_name = "SPEC] [MOVES")]
    pub(super) words: Vec<String>,

    /// Which sides you play; X begins [default: x]
    #[arg(long, value_name = "SIDE", ignore_case = true)]
    pub(super) side: Option<Sides>,

    /// How strong the engine plays, from 1 (for a child) to 10 (full strength); 5 against
    /// people, 10 otherwise and for another engine
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) level: Option<i64>,

    /// The nodes for each move of an engine
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true,
          conflicts_with = "movetime")]
    pub(super) nodes: Option<u64>,

    /// The milliseconds for each move of an engine [default: 1000]
    #[arg(long, value_name = "MS", value_parser = positive, allow_negative_numbers = true)]
    pub(super) movetime: Option<u64>,

    /// A clock for both sides: minutes for the game, and seconds that each move adds; who
    /// has no time left loses
    #[arg(
        long,
        value_name = "MINUTES[+SECONDS]",
        allow_negative_numbers = true,
        conflicts_with = "movetime"
    )]
    pub(super) clock: Option<TimeControl>,

    /// Another engine that speaks UGI or UCI, with its arguments; with `--side
    /// none` it plays X, and a second one O
    #[arg(long, value_name = "CMD")]
    pub(super) engine: Vec<String>,

    /// Go on with the last game, which is kept as it is played
    #[arg(long, conflicts_with = "words")]
    pub(super) resume: bool,

    /// Open the game of this number in a file of many games
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(super) game_number: Option<u64>,

    /// Ask for moves and commands line by line, without drawing on the screen
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
        let Choice { game, side, level, clock } = choice;
        let words = vec![game.to_string()];
        Play { words, side: Some(side), level: Some(level), clock, ..self.clone() }
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
        _ => Err("a whole number is needed, at least 1".to_string()),
    }
}
