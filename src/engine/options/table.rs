//! The table of options: name, help, type, range and accessors.

use std::time::Duration;

use super::row::{HASH, Kind, OptionRow};
use super::strength::ELO;
use super::values::{OptionError, Options};
use crate::game::lines::Shape;
use crate::search::{FULL_SKILL, SearchKind};

/// The largest table or tree, in MiB. On 32 bits it is a quarter of the address
/// space, because a table and its replacement may exist at the same time.
const MAX_HASH: i64 = if cfg!(target_pointer_width = "32") { 1 << 10 } else { 1 << 20 };
/// The maximum number of threads. WebAssembly has no threads.
const MAX_THREADS: i64 = if cfg!(target_family = "wasm") { 1 } else { 256 };
const MAX_SKILL: i64 = FULL_SKILL as i64;
/// Fits the signed 32 bits in which clients keep ranges.
const MAX_SEED: i64 = i32::MAX as i64;

/// The kind of a boolean option whose value is a field.
macro_rules! check {
    ($($field:ident).+) => {
        Kind::Check { get: |o| o.$($field).+, set: |o, value| o.$($field).+ = value }
    };
}

/// The kind of a numeric option whose value is a field.
macro_rules! spin {
    ($range:expr, $($field:ident).+) => {
        Kind::Spin {
            range: $range,
            get: |o| o.$($field).+ as i64,
            set: |o, value| o.$($field).+ = value as _,
        }
    };
}

/// Declares the rows: name, kind and help of each option.
macro_rules! rows {
    ($($name:tt, $kind:expr => $help:literal;)*) => {
        &[$(OptionRow { name: $name, help: $help, kind: $kind }),*]
    };
}

pub(super) const TABLE: &[OptionRow] = rows! {
    "Game", Kind::Text { get: |o| o.game.to_string(), set: set_game } =>
        "the game; see `help` for the forms";
    "GameFromPosition", check!(game_from_position) =>
        "a position text of another tic-tac-toe board or cube switches to its game";
    "Search", Kind::Combo {
        values: || SearchKind::all().map(SearchKind::name).collect(),
        get: |o| o.search.name(),
        set: set_search,
    } => "the search that chooses moves";
    HASH, spin!((0, MAX_HASH), settings.hash) => "memory for a table or tree, in MiB; 0: no table";
    "Threads", spin!((1, MAX_THREADS), settings.threads) =>
        "threads that search (alphabeta, mcts, puct, patterns)";
    "MultiPV", spin!((1, Shape::MAX_SQUARES as i64), settings.multi_pv) => "number of best lines to report";
    "Ponder", check!(ponder) => "announces that the client may send go ponder; no other effect";
    "Seed", spin!((0, MAX_SEED), settings.seed) => "seed of all random choices";
    "Skill", spin!((1, MAX_SKILL), settings.skill) =>
        "the level of play, from 1 (for a child) to 10 (full strength)";
    "MoveOverhead", Kind::Spin {
        range: (0, 10_000),
        get: |o| o.move_overhead.as_millis() as i64,
        set: |o, value| o.move_overhead = Duration::from_millis(value as u64),
    } => "milliseconds lost per ply between the engine and the clock";
    "Neighbors", check!(settings.neighbors) =>
        "consider only squares next to an occupied one, unless fewer than six are legal";
    "Pruning", check!(settings.pruning) => "minimax: use alpha-beta; when searching to the end of the game, also skip symmetric moves in the first plies and positions that the side without an open line cannot win";
    "Ordering", check!(settings.ordering) => "minimax: try promising moves first";
    "ImmediateWins", check!(settings.immediate_wins) =>
        "minimax on flat boards: play an immediate win, or search only the move that parries one";
    "CentreReply", check!(settings.centre_reply) =>
        "minimax on an empty flat board: play the centre without a search; uct on TicTacTrains: play the centre (d4 on 7x7) without a search";
    "Proofs", check!(settings.proofs) => "mcts: back up proven results through the tree";
    "EarlyStop", check!(settings.early_stop) =>
        "mcts, puct: with a clock, stop when the choice cannot change any more";
    "TreeReuse", check!(settings.tree_reuse) =>
        "mcts, puct: keep the part of the tree below the position that the game has reached";
    "Margin", check!(settings.margin) =>
        "proof on TicTacTrains: find the best margin too, and play for it";
    "UCI_LimitStrength", check!(limit_strength) =>
        "play at the level of UCI_Elo instead of that of Skill";
    "UCI_Elo", spin!((ELO.0 as i64, ELO.1 as i64), elo) =>
        "the level of play on a scale of its own: 160 for each level of Skill";
    "UCI_ShowWDL", check!(show_wdl) => "report wins, draws and losses expected in 1,000 games";
    "UCI_Variant", Kind::Combo {
        values: || VARIANTS.map(|(name, _)| name).to_vec(),
        get: variant,
        set: set_variant,
    } =>
        "tictactoe: 3x3, gomokufreestyle: five in a row on 15x15, gomoku: exactly five, renju and caro: by these rules; moves are written as drops, P@a3";
};

/// The name for no variant.
pub(super) const NO_VARIANT: &str = "none";
/// The names of variants and their games. The first keeps the game.
const VARIANTS: [(&str, &str); 6] = [
    (NO_VARIANT, ""),
    ("tictactoe", "tictactoe"),
    ("gomokufreestyle", "tictactoe:15x15:5"),
    ("gomoku", "tictactoe:15x15:5="),
    ("renju", "tictactoe:15x15:renju"),
    ("caro", "tictactoe:15x15:caro"),
];

/// The name of the current variant.
pub(super) fn variant(options: &Options) -> &'static str {
    if !options.drops {
        return NO_VARIANT;
    }
    let game = options.game.to_string();
    VARIANTS.iter().find(|(_, of)| *of == game).map_or(NO_VARIANT, |(name, _)| name)
}

/// Sets the game and ends drop notation. `auto` replaces a search that does not
/// support the game.
fn set_game(options: &mut Options, text: &str) -> Result<(), OptionError> {
    options.game = text.parse()?;
    options.drops = false;
    if !options.search.supports(&options.game) {
        options.search = SearchKind::Auto;
    }
    Ok(())
}

/// Sets the search to one of the names in the table.
fn set_search(options: &mut Options, name: &str) -> Result<(), OptionError> {
    let Some(search) = SearchKind::from_name(name) else { return Ok(()) };
    search.check(&options.game)?;
    options.search = search;
    Ok(())
}

fn set_variant(options: &mut Options, name: &str) -> Result<(), OptionError> {
    let named = VARIANTS.iter().skip(1).find(|(of, _)| *of == name);
    if let Some((_, game)) = named {
        set_game(options, game)?;
    }
    options.drops = named.is_some();
    Ok(())
}
