//! The one table of options: name, help, type, range, and how a value is read
//! and set.

use std::time::Duration;

use super::{Kind, OptionError, OptionRow, Options};
use crate::search::SearchKind;

/// The largest table or tree, in MiB.
const LARGEST_HASH: i64 = 1 << 20;
const MOST_THREADS: i64 = 256;
/// Clients keep ranges in 32 bits.
const LARGEST_SEED: i64 = i32::MAX as i64;

pub(super) const TABLE: [OptionRow; 19] = [
    OptionRow {
        name: "Game",
        help: "the game; see `help` for the forms",
        kind: Kind::Text { get: |o| o.game.to_string(), set: set_game },
    },
    OptionRow {
        name: "Search",
        help: "how moves are chosen",
        kind: Kind::Combo {
            values: || SearchKind::all().map(SearchKind::name).collect(),
            get: |o| o.search.name(),
            set: set_search,
        },
    },
    OptionRow {
        name: "Hash",
        help: "memory for a table or tree, in MiB; 0: no table",
        kind: Kind::Memory {
            range: (0, LARGEST_HASH),
            get: |o| o.settings.hash as i64,
            set: |o, value| o.settings.hash = value as usize,
        },
    },
    OptionRow {
        name: "Threads",
        help: "threads that search (alphabeta, mcts)",
        kind: Kind::Spin {
            range: (1, MOST_THREADS),
            get: |o| o.settings.threads as i64,
            set: |o, value| o.settings.threads = value as usize,
        },
    },
    OptionRow {
        name: "MultiPV",
        help: "how many of the best lines are reported",
        kind: Kind::Spin {
            range: (1, 125),
            get: |o| o.settings.multi_pv as i64,
            set: |o, value| o.settings.multi_pv = value as usize,
        },
    },
    OptionRow {
        name: "Ponder",
        help: "tells the engine that it may be asked to ponder",
        kind: Kind::Check { get: |o| o.ponder, set: |o, value| o.ponder = value },
    },
    OptionRow {
        name: "Seed",
        help: "all random choices follow from this and the position",
        kind: Kind::Spin {
            range: (0, LARGEST_SEED),
            get: |o| o.settings.seed as i64,
            set: |o, value| o.settings.seed = value as u64,
        },
    },
    OptionRow {
        name: "MoveOverhead",
        help: "milliseconds lost between the engine and the clock with every ply",
        kind: Kind::Spin {
            range: (0, 10_000),
            get: |o| o.move_overhead.as_millis() as i64,
            set: |o, value| o.move_overhead = Duration::from_millis(value as u64),
        },
    },
    OptionRow {
        name: "Neighbors",
        help: "consider only squares next to an occupied one, unless fewer than six are legal",
        kind: Kind::Check {
            get: |o| o.settings.neighbors,
            set: |o, value| o.settings.neighbors = value,
        },
    },
    OptionRow {
        name: "Pruning",
        help: "minimax: use alpha-beta",
        kind: Kind::Check {
            get: |o| o.settings.pruning,
            set: |o, value| o.settings.pruning = value,
        },
    },
    OptionRow {
        name: "Ordering",
        help: "minimax: try promising moves first",
        kind: Kind::Check {
            get: |o| o.settings.ordering,
            set: |o, value| o.settings.ordering = value,
        },
    },
    OptionRow {
        name: "ImmediateWins",
        help: "minimax on flat boards: play a move that wins at once without a look at others",
        kind: Kind::Check {
            get: |o| o.settings.immediate_wins,
            set: |o, value| o.settings.immediate_wins = value,
        },
    },
    OptionRow {
        name: "CentreReply",
        help: "minimax on flat boards: begin the game in the centre without a search; uct on TicTacTrains: take d4 without one",
        kind: Kind::Check {
            get: |o| o.settings.centre_reply,
            set: |o, value| o.settings.centre_reply = value,
        },
    },
    OptionRow {
        name: "Proofs",
        help: "mcts: take results that are certain back through the tree",
        kind: Kind::Check { get: |o| o.settings.proofs, set: |o, value| o.settings.proofs = value },
    },
    OptionRow {
        name: "EarlyStop",
        help: "mcts: on a clock, answer when the choice cannot change any more",
        kind: Kind::Check {
            get: |o| o.settings.early_stop,
            set: |o, value| o.settings.early_stop = value,
        },
    },
    OptionRow {
        name: "TreeReuse",
        help: "mcts: keep what is known of the position that the game has reached",
        kind: Kind::Check {
            get: |o| o.settings.tree_reuse,
            set: |o, value| o.settings.tree_reuse = value,
        },
    },
    OptionRow {
        name: "Margin",
        help: "proof on TicTacTrains: find the best margin too, and play for it",
        kind: Kind::Check { get: |o| o.settings.margin, set: |o, value| o.settings.margin = value },
    },
    OptionRow {
        name: "UCI_ShowWDL",
        help: "report wins, draws and losses expected in 1,000 games",
        kind: Kind::Check { get: |o| o.show_wdl, set: |o, value| o.show_wdl = value },
    },
    OptionRow {
        name: "UCI_Variant",
        help: "tictactoe: play 3x3 tic-tac-toe with moves written as drops, P@a3",
        kind: Kind::Combo {
            values: || VARIANTS.to_vec(),
            get: |o| VARIANTS[usize::from(o.drops)],
            set: set_variant,
        },
    },
];

const VARIANTS: [&str; 2] = ["none", "tictactoe"];

/// Changes the game. A search that does not play it gives way to `auto`, and
/// drop notation ends.
fn set_game(options: &mut Options, text: &str) -> Result<(), OptionError> {
    options.game = text.parse()?;
    options.drops = false;
    if !options.search.supports(&options.game) {
        options.search = SearchKind::Auto;
    }
    Ok(())
}

/// Changes the search, to one of the table's names.
fn set_search(options: &mut Options, name: &str) -> Result<(), OptionError> {
    let Some(search) = SearchKind::from_name(name) else { return Ok(()) };
    if !search.supports(&options.game) {
        let game = options.game.to_string();
        return Err(OptionError::Unsupported { search: search.name(), game });
    }
    options.search = search;
    Ok(())
}

fn set_variant(options: &mut Options, name: &str) -> Result<(), OptionError> {
    if name == VARIANTS[1] {
        set_game(options, name)?;
    }
    options.drops = name == VARIANTS[1];
    Ok(())
}
