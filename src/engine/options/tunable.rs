//! The constants of `mcts`, `puct` and `patterns` as options, for tuning. They
//! are declared and accepted only if the program was started with `--tunable`.
//! Options are whole numbers, so each constant has a unit.

use super::row::{Kind, OptionRow};

/// Declares the rows: name, field, range and help of each constant.
macro_rules! rows {
    ($($name:literal = $group:ident.$field:ident, $min:literal..=$max:literal: $help:literal;)*) => {
        &[$(OptionRow {
            name: $name,
            help: $help,
            kind: Kind::Spin {
                range: ($min, $max),
                get: |o| o.settings.$group.$field.into(),
                // All ranges fit into `u32`.
                set: |o, value| o.settings.$group.$field = value as u32,
            },
        }),*]
    };
}

pub(super) const TUNABLE: &[OptionRow] = rows! {
    "MctsExploration" = mcts.exploration, 0..=1_000_000:
        "mcts: the weight of exploration, in millionths";
    "MctsBias" = mcts.bias, 1..=100_000:
        "mcts: how soon visits outweigh AMAF, in millionths";
    "MctsPrior" = mcts.prior, 1..=10_000:
        "mcts: AMAF visits given in advance, in hundredths";
    "MctsUrgency" = mcts.urgency, 0..=1000:
        "mcts: the mean result of these visits, in thousandths";
    "MctsClarity" = mcts.clarity, 0..=500:
        "mcts: the part of a result that depends on the margin, in thousandths";
    "PuctExploration" = puct.exploration, 0..=100_000:
        "puct: the weight of exploration, in thousandths";
    "PuctReduction" = puct.reduction, 0..=1000:
        "puct: how much worse a move without visits is taken to be, in thousandths";
    "PuctNoise" = puct.noise, 0..=1000:
        "puct: the random part of the policy at the root, in thousandths";
    "PuctLate" = puct.late, 0..=49:
        "puct: the empty squares up to which mcts plays";
    "PuctPlayouts" = puct.playouts, 0..=1000:
        "puct: the playouts of an evaluation";
    "PuctPlayoutWeight" = puct.playout_weight, 0..=1000:
        "puct: the weight of playouts beside the network, in thousandths";
    "PatternsReduction" = patterns.reduction, 0..=300:
        "patterns: the least reduction of a late move, in hundredths of a ply";
    "PatternsReductionDivisor" = patterns.reduction_divisor, 1..=1000:
        "patterns: the divisor of the rest of the reduction, in hundredths";
    "PatternsRootReduction" = patterns.root_reduction, 0..=300:
        "patterns: the part of it for moves of the root, in hundredths";
    "PatternsThreatReduction" = patterns.threat_reduction, 0..=400:
        "patterns: how much less a threat is reduced where there is none to parry, in hundredths \
         of a ply";
    "PatternsHistoryReduction" = patterns.history_reduction, 0..=400:
        "patterns: how much less the move with most cutoffs is reduced, in hundredths";
    "PatternsMoves" = patterns.moves, 0..=300:
        "patterns: the quiet moves with no depth left, in tenths";
    "PatternsMovesPerPly" = patterns.moves_per_ply, 0..=60:
        "patterns: how many more for each ply of depth, in tenths";
    "PatternsMargin" = patterns.margin, 0..=1000:
        "patterns: the most that a ply changes the estimate, in centipoints";
    "PatternsMarginDepth" = patterns.margin_depth, 0..=20:
        "patterns: the depth up to which that ends the search of a node";
    "PatternsWindow" = patterns.window, 1..=10000:
        "patterns: half the width of the window around the last value, in centipoints";
    "PatternsThreatPlies" = patterns.threat_plies, 0..=20:
        "patterns: the plies below depth 0 in which threes are answered";
    "PatternsHistory" = patterns.history, 0..=1000:
        "patterns: the part of cutoffs in the order of moves";
    "PatternsKiller" = patterns.killer, 0..=1000:
        "patterns: the part of a killer move in the order of moves";
    "PatternsAttack" = patterns.attack, 0..=1000:
        "patterns: the weight of own patterns in that order, in hundredths";
};
