//! The tables of the levels below full strength: for each game, the nodes of a
//! search and the share of errors. They were measured, see `docs/levels.md`.

use crate::search::task::FULL_SKILL;

/// The limits of a level below full strength.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The maximum number of nodes of a search.
    pub(super) nodes: u64,
    /// The share of errors, in thousandths.
    pub(super) errors: usize,
}

const fn level(nodes: u64, errors: usize) -> Level {
    Level { nodes, errors }
}

/// The levels of a game below full strength, the lowest first.
pub(crate) type Levels = [Level; FULL_SKILL - 1];

/// A level may make fewer errors than the level above it if its errors are
/// worse: below [`SEES_THREATS`] and [`SEES_WINS`], and up to
/// [`PREFERS_POOR_SQUARES`].
pub(crate) static TRAINS: Levels = [
    level(20, 476),
    level(20, 268),
    level(30, 272),
    level(50, 223),
    level(50, 11),
    level(100, 103),
    level(200, 85),
    level(400, 45),
    level(800, 0),
];

pub(crate) static FLAT: Levels = [
    level(10, 940),
    level(20, 995),
    level(30, 915),
    level(50, 790),
    level(70, 640),
    level(100, 487),
    level(150, 365),
    level(200, 220),
    level(300, 97),
];

pub(crate) static CUBE: Levels = [
    level(10, 880),
    level(20, 996),
    level(30, 918),
    level(50, 745),
    level(70, 575),
    level(100, 395),
    level(150, 490),
    level(200, 258),
    level(300, 104),
];
