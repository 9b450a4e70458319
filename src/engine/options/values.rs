//! The values of the options, and why a value is refused.

use std::time::Duration;

use super::strength::ELO;
use crate::game::{GameSpec, SpecError};
use crate::search::{SearchKind, Settings, UnsupportedGame};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The game.
    pub game: GameSpec,
    /// Whether a position on another board switches to the game of that board.
    pub game_from_position: bool,
    /// The search.
    pub search: SearchKind,
    /// The settings of the searches.
    pub settings: Settings,
    /// Whether the client announces pondering; has no effect.
    pub ponder: bool,
    /// The time lost between the engine and the clock at every ply.
    pub move_overhead: Duration,
    /// Whether [`elo`](Options::elo) replaces the level of the settings.
    pub limit_strength: bool,
    /// The strength on the scale of `UCI_Elo`.
    pub elo: usize,
    /// Whether `info` lines have `wdl`.
    pub show_wdl: bool,
    /// Whether moves and positions are in drop notation
    /// (`UCI_Variant`).
    pub drops: bool,
    /// Whether the constants of the searches are options, too.
    pub tunable: bool,
}

/// Why a `setoption` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option \"{0}\"")]
    Unknown(String),
    /// The option needs a value.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// The option does not allow the value.
    #[error("\"{value}\" is not a value of option {name}: {expected}")]
    Value {
        /// The name of the option.
        name: &'static str,
        /// The value.
        value: String,
        /// The allowed values.
        expected: String,
    },
    /// The value exceeds the available memory.
    #[error("option {name} cannot be {value}: there are {available} MiB of memory")]
    Memory {
        /// The name of the option.
        name: &'static str,
        /// The value, in MiB.
        value: i64,
        /// The memory available to this process, in MiB.
        available: u64,
    },
    /// The value is not the spec of a game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The search does not support the game.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedGame),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            game: GameSpec::Trains(crate::game::trains::RuleSet::default()),
            game_from_position: false,
            search: SearchKind::Auto,
            settings: Settings::default(),
            ponder: false,
            move_overhead: Duration::from_millis(10),
            limit_strength: false,
            elo: ELO.1,
            show_wdl: false,
            drops: false,
            tunable: false,
        }
    }
}
