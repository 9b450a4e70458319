//! The differences between two configurations that change the games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Header;
use crate::config::without_irrelevant_keys;
use crate::text::printable;

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path of the value, such as `engines[0].limits.nodes`.
    pub path: String,
    /// The value in the first configuration, if present.
    pub first: Option<Value>,
    /// The value in the second configuration, if present.
    pub second: Option<Value>,
}

impl Difference {
    /// Returns the difference in words, such as `seed is 1 in the journal but 2
    /// now`. `first` and `second` name the two configurations.
    pub fn describe(&self, first: &str, second: &str) -> String {
        let text = |value: &Option<Value>| match value {
            Some(value) => printable(&value.to_string(), 60),
            None => "absent".to_string(),
        };
        let values = [&self.first, &self.second].map(text);
        format!("{} is {} {first} but {} {second}", self.path, values[0], values[1])
    }
}

/// Returns the differences between the configurations of two headers, sorted by
/// path. Shares are not compared.
pub fn differences(first: &Header, second: &Header) -> Vec<Difference> {
    let [first, second] = [first, second].map(|header| {
        let config = without_irrelevant_keys(header.config.clone());
        serde_json::to_value(config).unwrap_or(Value::Null)
    });
    let mut found = Vec::new();
    compare("", Some(&first), Some(&second), &mut found);
    found
}

fn compare(path: &str, first: Option<&Value>, second: Option<&Value>, out: &mut Vec<Difference>) {
    match (first, second) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for name in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let dot = if path.is_empty() { "" } else { "." };
                compare(&format!("{path}{dot}{name}"), a.get(name), b.get(name), out);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for i in 0..a.len().max(b.len()) {
                compare(&format!("{path}[{i}]"), a.get(i), b.get(i), out);
            }
        }
        _ if first == second => {}
        _ => out.push(Difference {
            path: path.to_string(),
            first: first.cloned(),
            second: second.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, EngineConfig};
    use crate::journal::VERSION;
    use crate::limits::Limits;

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
        let found = differences(&before, &header(&config));
        let found: Vec<String> = found.iter().map(|d| d.describe("then", "now")).collect();
        assert_eq!(found[0], "engines[0].limits.nodes is 20 then but 30 now");
        assert!(found[1].starts_with("engines[1] is absent then but {"), "{}", found[1]);
        assert_eq!(found[2], "seed is 0 then but 9 now");
        assert_eq!(found.len(), 3);
    }
}
