//! Rules for the declaration of options.

use std::collections::HashSet;

use noughts_client::Dialect;
use noughts_rules::protocol::{OptionDeclaration, OptionKind, Reply};

use crate::bench::{Bench, first_word};
use crate::rule::{Rule, rules};
use crate::step::{Kept, Step, ensure};

pub(super) const RULES: &[Rule] = rules! {
    must "option-form" after "handshake": form =>
        "declares options with the fields of their type; in UGI name, type and default suffice",
        from "UCI: option", "UGI: ugi", "PROTOCOL.md: Grammar";
    must "option-default" after "handshake", should_in_ugi: default =>
        "declares defaults within the range of the option and, in UCI, among its values",
        from "UCI: option", "PROTOCOL.md: Options";
    must "option-unique" after "handshake": unique =>
        "declares no option twice, ignoring case",
        from "UCI: setoption, option", "UGI: ugi", "PROTOCOL.md: Options";
    should "option-vars" after "handshake": vars =>
        "declares each value of a combo once", from "UCI: option", "PROTOCOL.md: Options";
    should "option-standard" after "handshake": standard =>
        "declares well-known options with their usual types, and `OwnBook` as off",
        from "UCI: option", "UGI: General";
};

fn form(bench: &mut Bench<'_>) -> Step {
    for line in bench.greeting.iter().filter(|line| first_word(line) == "option") {
        let well = matches!(Reply::parse(line), Reply::Option(_))
            || (bench.dialect != Dialect::Uci && is_ugi_declaration(line));
        ensure(well, || format!("\"{line}\" is malformed"))?;
    }
    Ok(Kept::Yes)
}

/// Returns whether a line has the form `option name NAME type TYPE default
/// DEFAULT`. UGI does not define ranges and lists of values.
fn is_ugi_declaration(line: &str) -> bool {
    let rest = line.trim().strip_prefix("option name ");
    let Some((name, rest)) = rest.and_then(|rest| rest.split_once(" type ")) else { return false };
    let Some((kind, default)) = rest.split_once(" default ") else { return false };
    [name, kind, default].iter().all(|part| !part.trim().is_empty())
}

fn default(bench: &mut Bench<'_>) -> Step {
    for option in &bench.declared {
        let name = &option.name;
        match &option.kind {
            OptionKind::Spin { default, min, max } => {
                ensure((min..=max).contains(&default), || {
                    format!("the default of \"{name}\", {default}, is not within {min} to {max}")
                })?;
            }
            // UGI does not define lists of values.
            OptionKind::Combo { default, values } if bench.dialect == Dialect::Uci => {
                let listed = values.iter().any(|value| value.eq_ignore_ascii_case(default));
                ensure(listed, || {
                    format!("the default of \"{name}\", \"{default}\", is not one of its values")
                })?;
            }
            _ => {}
        }
    }
    Ok(Kept::Yes)
}

fn unique(bench: &mut Bench<'_>) -> Step {
    let mut names = HashSet::new();
    for option in &bench.declared {
        let is_new = names.insert(option.name.to_lowercase());
        ensure(is_new, || format!("\"{}\" is declared twice", option.name))?;
    }
    Ok(Kept::Yes)
}

fn vars(bench: &mut Bench<'_>) -> Step {
    for option in &bench.declared {
        let OptionKind::Combo { values, .. } = &option.kind else { continue };
        let mut seen = HashSet::new();
        for value in values {
            let new = seen.insert(value.to_lowercase());
            ensure(new, || format!("\"{}\" has the value \"{value}\" twice", option.name))?;
        }
    }
    Ok(Kept::Yes)
}

/// The well-known options and their types.
const STANDARD: &[(&str, &str)] = &[
    ("Hash", "spin"),
    ("Threads", "spin"),
    ("MultiPV", "spin"),
    ("Ponder", "check"),
    ("OwnBook", "check"),
    ("Clear Hash", "button"),
    ("NalimovPath", "string"),
    ("NalimovCache", "spin"),
    ("SyzygyPath", "string"),
    ("UCI_ShowCurrLine", "check"),
    ("UCI_ShowRefutations", "check"),
    ("UCI_LimitStrength", "check"),
    ("UCI_Elo", "spin"),
    ("UCI_AnalyseMode", "check"),
    ("UCI_Opponent", "string"),
    ("UCI_Variant", "combo"),
    ("UCI_Chess960", "check"),
    ("UCI_ShowWDL", "check"),
];

fn kind(option: &OptionDeclaration) -> &'static str {
    match option.kind {
        OptionKind::Check { .. } => "check",
        OptionKind::Spin { .. } => "spin",
        OptionKind::Combo { .. } => "combo",
        OptionKind::Button => "button",
        OptionKind::String { .. } => "string",
    }
}

fn standard(bench: &mut Bench<'_>) -> Step {
    for option in &bench.declared {
        let known = STANDARD.iter().find(|(name, _)| name.eq_ignore_ascii_case(&option.name));
        if let Some((name, usual)) = known {
            ensure(kind(option) == *usual, || format!("\"{name}\" is not of type {usual}"))?;
        }
        let book = option.name.eq_ignore_ascii_case("OwnBook");
        let on = matches!(option.kind, OptionKind::Check { default: true });
        ensure(!(book && on), || "\"OwnBook\" is on by default".to_string())?;
    }
    Ok(Kept::Yes)
}
