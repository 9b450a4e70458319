//! The specs of TicTacTrains games: `tictactrains:modern`.

use super::RuleSet;
use crate::game::spec::{Description, Family, GameSpec};

/// TicTacTrains under any rule set.
pub const FAMILY: Family = Family {
    name: "tictactrains",
    forms: &[
        ("tictactrains", "TicTacTrains with the classical rules"),
        ("tictactrains:RULES", "with a named rule set, or a list like (XA, O1, O3, XA, OA, ...)"),
    ],
    parse: |detail| {
        let rules = detail.map_or_else(|| Ok(RuleSet::default()), str::parse)?;
        Ok(GameSpec::Trains(rules))
    },
    of_words: |_| None,
    describe: |spec| {
        let GameSpec::Trains(rules) = spec else { return None };
        let is_default = *rules == RuleSet::default();
        let detail = if is_default { String::new() } else { rules.to_string() };
        Some(Description { detail, rules: rules.list() })
    },
};
