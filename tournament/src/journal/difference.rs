//! The differences between two configurations that change the games.

use std::collections::BTreeSet;

use noughts::game::new_game;
use noughts_client::Dialect;
use noughts_client::text::printable;
use serde_json::{Map, Value};

use super::Header;
use crate::config::without_machine;
use crate::model::config::Config;
use crate::model::opening::Source;

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The value in words, such as `nodes of engine "a"`.
    pub place: String,
    /// The value in the first configuration, if present.
    pub first: Option<Value>,
    /// The value in the second configuration, if present.
    pub second: Option<Value>,
}

impl Difference {
    /// Describes the difference; `first` and `second` say where the values are.
    pub fn describe(&self, first: &str, second: &str) -> String {
        let text = |value: &Option<Value>| match value {
            Some(value) => printable(&value.to_string(), 60),
            None => "not set".to_string(),
        };
        let [before, after] = [&self.first, &self.second].map(text);
        format!("{} is {before} {first} but {after} {second}", self.place)
    }
}

/// Returns the differences between the configurations of two headers, sorted by
/// path. Shares are not compared.
pub fn differences(first: &Header, second: &Header) -> Vec<Difference> {
    let mut configs = [first, second].map(|header| header.config.clone());
    reconcile(&mut configs);
    let values =
        configs.map(|config| serde_json::to_value(without_machine(config)).unwrap_or(Value::Null));
    let mut found = Vec::new();
    compare("", Some(&values[0]), Some(&values[1]), &mut found);
    for difference in &mut found {
        difference.place = in_words(&difference.place, first);
    }
    found
}

/// Returns whether `new` is `old` with more pairings of a format that plays the
/// earlier ones first, so that `new` can go on where `old` ended.
pub fn has_more_pairings(new: &Config, old: &Config) -> bool {
    new.pairings > old.pairings && new.format.is_fixed()
}

/// Prepares two configurations for comparison: sets an absent `symmetric` to
/// the value that its absence means, writes openings as the game does, which
/// earlier versions kept as they were in the file, makes options that are local in one
/// configuration local in both, so that they are not compared, and replaces a
/// dialect that is not detected yet by that of the other configuration.
fn reconcile([first, second]: &mut [Config; 2]) {
    for config in [&mut *first, &mut *second] {
        config.symmetric = config.symmetric_in_journal();
        if let (Source::List(list), Some(spec)) = (&mut config.openings, config.game.spec()) {
            let start = new_game(spec);
            for opening in list {
                // An illegal opening stays as it is, and differs.
                *opening = opening.canonical(&*start).unwrap_or_else(|_| opening.clone());
            }
        }
    }
    for engine in &mut first.engines {
        if let Some(other) = second.engines.iter_mut().find(|other| other.name == engine.name) {
            engine.local.extend_from_slice(&other.local);
            other.local.clone_from(&engine.local);
            match (engine.dialect, other.dialect) {
                (Dialect::Auto, settled) => engine.dialect = settled,
                (settled, Dialect::Auto) => other.dialect = settled,
                _ => {}
            }
        }
    }
}

/// Returns a path such as `engines[0].limits.nodes` in words; engines have the
/// names of a header.
fn in_words(path: &str, header: &Header) -> String {
    let Some((index, rest)) = path.strip_prefix("engines[").and_then(|rest| rest.split_once(']'))
    else {
        return path.replace('.', " ");
    };
    let engine = index.parse().ok().and_then(|index: usize| header.config.engines.get(index));
    let engine = match engine {
        Some(engine) => format!("engine \"{}\"", engine.name),
        None => format!("engine {}", index.parse::<usize>().map_or(0, |index| index + 1)),
    };
    let rest = rest.trim_start_matches('.').trim_start_matches("limits.");
    if let Some(option) = rest.strip_prefix("options.") {
        return format!("option \"{}\" of {engine}", printable(option, 60));
    }
    match rest.trim_start_matches("program.command.") {
        "" => engine,
        key => format!("{} of {engine}", key.replace('.', " ")),
    }
}

/// Adds the differences between two values to a list, each with its path, such
/// as `engines[0].limits.nodes`.
pub(crate) fn compare(
    path: &str,
    first: Option<&Value>,
    second: Option<&Value>,
    out: &mut Vec<Difference>,
) {
    match (first, second) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for name in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let dot = if path.is_empty() { "" } else { "." };
                compare(&format!("{path}{dot}{name}"), a.get(name), b.get(name), out);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            if path.ends_with(OPTIONS)
                && let (Some(a), Some(b)) = (by_name(a), by_name(b))
                && a != b
            {
                return compare(path, Some(&Value::Object(a)), Some(&Value::Object(b)), out);
            }
            for i in 0..a.len().max(b.len()) {
                compare(&format!("{path}[{i}]"), a.get(i), b.get(i), out);
            }
        }
        _ if first == second => {}
        (Some(Value::String(a)), Some(Value::String(b)))
            if path.contains(OPTIONS) && is_same_value(a, b) => {}
        _ => out.push(Difference {
            place: path.to_string(),
            first: first.cloned(),
            second: second.cloned(),
        }),
    }
}

/// Returns whether two values of an option are sent as the same text: an engine gets a
/// number without its sign and zeros, and `true` in small letters.
fn is_same_value(a: &str, b: &str) -> bool {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let truth = |text: &str| text.to_ascii_lowercase().parse::<bool>().ok();
    number(a).is_some_and(|a| number(b) == Some(a)) || truth(a).is_some_and(|a| truth(b) == Some(a))
}

/// The end of the path of the options of an engine.
const OPTIONS: &str = "].options";

/// Returns options, which are a list of pairs, as an object; `None` if they
/// are not, or if a name comes twice.
fn by_name(options: &[Value]) -> Option<Map<String, Value>> {
    let mut named = Map::new();
    for option in options {
        let [Value::String(name), value] = option.as_array()?.as_slice() else { return None };
        if named.insert(name.clone(), value.clone()).is_some() {
            return None;
        }
    }
    Some(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::VERSION;
    use crate::model::config::Config;
    use noughts_client::EngineConfig;
    use noughts_client::Limits;

    fn header(config: &Config) -> Header {
        Header { version: VERSION, shard: None, config: config.clone() }
    }

    #[test]
    fn only_differences_that_change_the_games_are_listed() {
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let engines = vec![EngineConfig::builtin("a", &[], nodes(20))];
        let mut config = Config::new("tictactoe".parse().unwrap(), engines);
        let before = header(&config);
        config.concurrency = 7;
        config.journal = Some("elsewhere".into());
        config.outputs.events = Some("events".into());
        config.affinity = Some(vec![1]);
        config.max_faults = Some(0.5);
        config.wait = 100;
        config.title = Some("other".to_string());
        assert_eq!(differences(&before, &header(&config)), []);
        config.seed = 9;
        config.engines[0].limits = nodes(30);
        config.engines.push(EngineConfig::builtin("b", &[], nodes(20)));
        let found: Vec<String> = differences(&before, &header(&config))
            .iter()
            .map(|d| d.describe("there", "here"))
            .collect();
        assert_eq!(found[0], "nodes of engine \"a\" is 20 there but 30 here");
        assert!(found[1].starts_with("engine 2 is not set there but {"), "{}", found[1]);
        assert_eq!(found[2], "seed is 0 there but 9 here");
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn the_spelling_of_a_value_is_no_difference() {
        let of = |value: &str| {
            let engine = EngineConfig::builtin("a", &[("Hash", value)], Limits::default());
            header(&Config::new("tictactoe".parse().unwrap(), vec![engine]))
        };
        for (a, b, is_same) in [
            ("+8", "08", true),
            ("True", "true", true),
            ("8", "9", false),
            ("8", "8.0", false),
            ("x", "X", false),
        ] {
            assert_eq!(differences(&of(a), &of(b)).is_empty(), is_same, "{a} {b}");
        }
    }

    #[test]
    fn options_that_differ_are_named() {
        let of = |options: &[(&str, &str)]| {
            let engines = vec![EngineConfig::builtin("a", options, Limits::default())];
            header(&Config::new("tictactoe".parse().unwrap(), engines))
        };
        let found = |first, second| -> Vec<String> {
            let found = differences(&of(first), &of(second));
            found.iter().map(|d| d.describe("there", "here")).collect()
        };
        let both = [("Hash", "16"), ("Move Overhead", "5")];
        assert_eq!(
            found(&both, &[("Seed", "1"), ("Hash", "32"), ("Move Overhead", "5")]),
            [
                "option \"Hash\" of engine \"a\" is \"16\" there but \"32\" here",
                "option \"Seed\" of engine \"a\" is not set there but \"1\" here",
            ]
        );
        // The order can change what an engine does.
        let reversed = [both[1], both[0]];
        assert_eq!(found(&both, &reversed).len(), 4);
    }

    #[test]
    fn openings_are_compared_as_the_game_writes_them() {
        let of = |game: &str, openings: &[&str]| {
            let mut config = Config::new(game.parse().unwrap(), Vec::new());
            let openings = openings.iter().map(|line| line.parse().unwrap());
            config.openings = Source::List(openings.collect());
            header(&config)
        };
        // Versions before kept them as they were in the file.
        let before = of("tictactoe", &["A1 b2", "fen 3 3 3 x2/1o1/3 X 0 moves C1"]);
        let now = of("tictactoe", &["a1 b2", "fen 3 3 3 X2/1O1/3 x 2 moves c1"]);
        assert_eq!(differences(&before, &now), []);
        assert_eq!(
            differences(&of("tictactoe", &["A1 b2"]), &of("tictactoe", &["a1 b1"])).len(),
            1
        );
        assert_eq!(differences(&of("ugi", &["A1"]), &of("ugi", &["a1"])).len(), 1);
    }

    #[test]
    fn the_name_of_the_engine_of_proof_may_differ() {
        let of = |name: &str| {
            let judge = EngineConfig::builtin(name, &[], Limits::default());
            let mut config = Config::new("tictactoe".parse().unwrap(), Vec::new());
            config.adjudication.proof = Some(Box::new(judge));
            header(&config)
        };
        // Versions before named it "judge".
        assert_eq!(differences(&of("judge"), &of("proof")), []);
    }
}
