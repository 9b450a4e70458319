//! The constants of `mcts`, `puct` and `patterns` as options, for tuning. They
//! are declared and accepted only if the program was started with `--tunable`.
//! Options are whole numbers, so each constant has a unit.

use super::{Kind, OptionRow};

/// The row of a constant.
macro_rules! row {
    ($name:literal, $help:literal, $range:expr, $group:ident.$field:ident) => {
        OptionRow {
            name: $name,
            help: $help,
            kind: Kind::Spin {
                range: $range,
                get: |o| o.settings.$group.$field.into(),
                // All ranges fit into `u32`.
                set: |o, value| o.settings.$group.$field = value as u32,
            },
        }
    };
}

pub(super) const TUNABLE: &[OptionRow] = &[
    row!(
        "MctsExploration",
        "mcts: the weight of exploration, in millionths",
        (0, 1_000_000),
        mcts.exploration
    ),
    row!("MctsBias", "mcts: how soon visits outweigh AMAF, in millionths", (1, 100_000), mcts.bias),
    row!("MctsPrior", "mcts: AMAF visits given in advance, in hundredths", (1, 10_000), mcts.prior),
    row!(
        "MctsUrgency",
        "mcts: the mean result of these visits, in thousandths",
        (0, 1000),
        mcts.urgency
    ),
    row!(
        "MctsClarity",
        "mcts: the part of a result that depends on the margin, in thousandths",
        (0, 500),
        mcts.clarity
    ),
    row!(
        "PuctExploration",
        "puct: the weight of exploration, in thousandths",
        (0, 100_000),
        puct.exploration
    ),
    row!(
        "PuctReduction",
        "puct: how much worse a move without visits is taken to be, in thousandths",
        (0, 1000),
        puct.reduction
    ),
    row!(
        "PuctNoise",
        "puct: the random part of the policy at the root, in thousandths",
        (0, 1000),
        puct.noise
    ),
    row!("PuctLate", "puct: the empty squares up to which mcts plays", (0, 49), puct.late),
    row!("PuctPlayouts", "puct: the playouts of an evaluation", (0, 1000), puct.playouts),
    row!(
        "PuctPlayoutWeight",
        "puct: the weight of playouts beside the network, in thousandths",
        (0, 1000),
        puct.playout_weight
    ),
    row!(
        "PatternsReduction",
        "patterns: the least reduction of a late move, in hundredths of a ply",
        (0, 300),
        patterns.reduction
    ),
    row!(
        "PatternsReductionDivisor",
        "patterns: the divisor of the rest of the reduction, in hundredths",
        (1, 1000),
        patterns.reduction_divisor
    ),
    row!(
        "PatternsRootReduction",
        "patterns: the part of it for moves of the root, in hundredths",
        (0, 300),
        patterns.root_reduction
    ),
    row!(
        "PatternsThreatReduction",
        "patterns: how much less a threat is reduced, in hundredths of a ply",
        (0, 400),
        patterns.threat_reduction
    ),
    row!(
        "PatternsHistoryReduction",
        "patterns: how much less the move with most cutoffs is reduced, in hundredths",
        (0, 400),
        patterns.history_reduction
    ),
    row!(
        "PatternsMoves",
        "patterns: the quiet moves with no depth left, in tenths",
        (0, 300),
        patterns.moves
    ),
    row!(
        "PatternsMovesPerPly",
        "patterns: how many more for each ply of depth, in tenths",
        (0, 60),
        patterns.moves_per_ply
    ),
    row!(
        "PatternsMargin",
        "patterns: the most that a ply changes the estimate, in centipoints",
        (0, 1000),
        patterns.margin
    ),
    row!(
        "PatternsMarginDepth",
        "patterns: the depth up to which that ends the search of a node",
        (0, 20),
        patterns.margin_depth
    ),
    row!(
        "PatternsWindow",
        "patterns: half the width of the window around the last value, in centipoints",
        (1, 10000),
        patterns.window
    ),
    row!(
        "PatternsThreatPlies",
        "patterns: the plies below depth 0 in which threes are answered",
        (0, 20),
        patterns.threat_plies
    ),
    row!(
        "PatternsHistory",
        "patterns: the part of cutoffs in the order of moves",
        (0, 1000),
        patterns.history
    ),
    row!(
        "PatternsKiller",
        "patterns: the part of a killer move in the order of moves",
        (0, 1000),
        patterns.killer
    ),
    row!(
        "PatternsAttack",
        "patterns: the weight of own patterns in that order, in hundredths",
        (0, 1000),
        patterns.attack
    ),
];
