//! The constants of `mcts` as options, for tuning: declared and accepted only
//! if the program was started with `--tunable`. Options are whole numbers, so
//! each constant has a unit.

use super::{Kind, OptionRow};

/// The row of a constant.
macro_rules! row {
    ($name:literal, $help:literal, $range:expr, $field:ident) => {
        OptionRow {
            name: $name,
            help: $help,
            kind: Kind::Spin {
                range: $range,
                get: |o| o.settings.constants.$field.into(),
                // The range fits.
                set: |o, value| o.settings.constants.$field = value as u32,
            },
        }
    };
}

pub(super) const TUNABLE: &[OptionRow] = &[
    row!(
        "MctsExploration",
        "mcts: the weight of exploration, in millionths",
        (0, 1_000_000),
        exploration
    ),
    row!("MctsBias", "mcts: how soon visits outweigh AMAF, in millionths", (1, 100_000), bias),
    row!("MctsPrior", "mcts: AMAF visits given in advance, in hundredths", (1, 10_000), prior),
    row!(
        "MctsUrgency",
        "mcts: the mean result of these visits, in thousandths",
        (0, 1000),
        urgency
    ),
    row!(
        "MctsClarity",
        "mcts: the part of a result that depends on the margin, in thousandths",
        (0, 500),
        clarity
    ),
];
