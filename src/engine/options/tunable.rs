//! The constants of `mcts` and `puct` as options, for tuning: declared and accepted only
//! if the program was started with `--tunable`. Options are whole numbers, so
//! each constant has a unit.

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
                // The range fits.
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
        constants.exploration
    ),
    row!(
        "MctsBias",
        "mcts: how soon visits outweigh AMAF, in millionths",
        (1, 100_000),
        constants.bias
    ),
    row!(
        "MctsPrior",
        "mcts: AMAF visits given in advance, in hundredths",
        (1, 10_000),
        constants.prior
    ),
    row!(
        "MctsUrgency",
        "mcts: the mean result of these visits, in thousandths",
        (0, 1000),
        constants.urgency
    ),
    row!(
        "MctsClarity",
        "mcts: the part of a result that depends on the margin, in thousandths",
        (0, 500),
        constants.clarity
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
    row!("PuctNoise", "puct: the random part of the policy, in thousandths", (0, 1000), puct.noise),
    row!("PuctLate", "puct: the empty squares up to which mcts plays", (0, 49), puct.late),
    row!("PuctPlayouts", "puct: the playouts of an evaluation", (0, 1000), puct.playouts),
    row!(
        "PuctPlayoutWeight",
        "puct: the weight of playouts beside the network, in thousandths",
        (0, 1000),
        puct.playout_weight
    ),
];
