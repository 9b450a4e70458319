//! The table of all rules.

mod answers;
mod declarations;
mod ends;
mod games;
mod go;
mod gomocup;
mod handshake;
mod idle;
mod input;
mod limits;
mod ponder;
mod position;
mod query;
mod settings;
mod stop;
mod variations;

use super::rule::Rule;

const GROUPS: &[&[Rule]] = &[
    handshake::RULES,
    declarations::RULES,
    go::RULES,
    settings::RULES,
    input::RULES,
    query::QUERIES,
    games::RULES,
    answers::RULES,
    position::RULES,
    query::RULES,
    variations::RULES,
    limits::RULES,
    stop::RULES,
    ponder::RULES,
    idle::RULES,
    ends::RULES,
    gomocup::RULES,
];

/// Returns all rules in step order: a step comes after those that it needs.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().copied().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_complete_and_comes_after_those_it_needs() {
        let protocol = include_str!("../../../../PROTOCOL.md");
        let mut before: Vec<&str> = Vec::new();
        for rule in all() {
            assert!(!before.contains(&rule.name), "{} is listed twice", rule.name);
            assert!(!rule.text.is_empty() && !rule.sources.is_empty(), "{}", rule.name);
            let is_common = rule.ugi.is_some() || rule.uci.is_some();
            assert!(is_common != rule.gomocup.is_some(), "{}", rule.name);
            for name in rule.needs.iter().chain(rule.relaxed_if_failed) {
                assert!(before.contains(name), "{} needs {name}", rule.name);
            }
            for source in rule.sources {
                let (document, section) = source.split_once(": ").unwrap();
                let known = ["UCI", "UGI", "PROTOCOL.md", "Gomocup"].contains(&document);
                assert!(known, "{}: {source}", rule.name);
                let heading = format!("## {section}\n");
                let there = document != "PROTOCOL.md" || protocol.contains(&heading);
                assert!(there, "{}: PROTOCOL.md has no section {section}", rule.name);
            }
            before.push(rule.name);
        }
        assert!(before.len() >= 60);
    }

    #[test]
    fn every_must_has_a_source_in_its_dialect() {
        use super::super::rule::Level;
        for rule in all() {
            let levels = [rule.ugi, rule.uci, rule.gomocup];
            for (level, document) in levels.into_iter().zip(["UGI: ", "UCI: ", "Gomocup: "]) {
                let cited = rule.sources.iter().any(|source| source.starts_with(document));
                assert!(level != Some(Level::Must) || cited, "{}: {document}", rule.name);
            }
        }
    }
}
