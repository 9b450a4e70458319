//! Rules for `setoption`.

use noughts_rules::protocol::{OptionDeclaration, OptionKind};

use crate::bench::Bench;
use crate::info::infos;
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "setoption" after "go": set =>
        "accepts the default, the minimum and the listed values of its options, and searches",
        from "UCI: setoption", "UGI: setoption", "PROTOCOL.md: Options";
    should "setoption-bad-value" after "go": bad_value =>
        "survives invalid and missing values of its options", from "PROTOCOL.md: Errors";
    must "setoption-unknown" after "go", should_in_ugi: unknown =>
        "survives `setoption` with unknown options",
        from "UCI: general, setoption", "PROTOCOL.md: Errors";
    should "setoption-case" after "setoption": case =>
        "ignores case in the names of options", from "UCI: setoption", "PROTOCOL.md: Options";
};

/// Returns harmless values of an option, the default last. Large numbers,
/// which may be megabytes or threads, and texts, which may be file names, are
/// left out. `None` stands for a button.
fn harmless(option: &OptionDeclaration) -> Vec<Option<String>> {
    let text = |text: &str| Some(text.to_string());
    match &option.kind {
        OptionKind::Check { default } => [!default, *default].map(|v| text(&v.to_string())).into(),
        OptionKind::Spin { default, min, .. } => {
            [min, default].map(|v| text(&v.to_string())).into()
        }
        OptionKind::Combo { default, values } => {
            values.iter().chain([default]).map(|value| text(value)).collect()
        }
        OptionKind::Button => vec![None],
        OptionKind::String { default } if default.is_empty() => Vec::new(),
        OptionKind::String { default } => vec![text(default)],
    }
}

fn line(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    }
}

/// Sends lines; after each the engine must answer `isready`.
fn survives(bench: &mut Bench<'_>, lines: &[String]) -> Result<(), Broken> {
    lines.iter().try_for_each(|line| bench.ready_after(line))
}

/// Checks that the engine can search, after the settings of the subject: the
/// step may have changed the game.
fn searches(bench: &mut Bench<'_>) -> Result<(), Broken> {
    bench.send_settings()?;
    bench.send_position(&[])?;
    bench.search_quickly().map(drop)
}

fn set(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let declared = bench.declared.clone();
    for option in &declared {
        let values = harmless(option);
        let lines: Vec<String> =
            values.iter().map(|value| line(&option.name, value.as_deref())).collect();
        survives(bench, &lines)?;
    }
    searches(bench)?;
    Ok(Kept::Yes)
}

fn bad_value(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let declared = bench.declared.clone();
    let mut lines = vec!["setoption".to_string(), "setoption name".to_string()];
    for option in declared.iter().filter(|option| option.kind != OptionKind::Button) {
        let bad: &[&str] = match &option.kind {
            // No number above the range: an engine may accept it, and it may
            // be megabytes or threads.
            OptionKind::Spin { min, .. } => {
                &["xyzzy", "", "1.5", &min.saturating_sub(1).to_string()]
            }
            // Every text is valid, and it may be a file name.
            OptionKind::String { .. } => continue,
            _ => &["xyzzy", ""],
        };
        lines.extend(bad.iter().map(|value| line(&option.name, Some(value))));
        lines.push(line(&option.name, None));
    }
    survives(bench, &lines)?;
    searches(bench)?;
    Ok(Kept::Yes)
}

fn unknown(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    let lines = ["xyzzy value 3", "xyzzy", "xyzzy value", "two words value true"];
    let lines = lines.map(|rest| format!("setoption name {rest}"));
    survives(bench, &lines)?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}

fn case(bench: &mut Bench<'_>) -> Step {
    let Some(option) = bench.option("MultiPV") else {
        return not_applicable("the engine has no option \"MultiPV\" to test with");
    };
    let name = option.name.to_uppercase();
    let name = if name == option.name { option.name.to_lowercase() } else { name };
    let (exact, other) = (line(&option.name, Some("2")), line(&name, Some("2")));
    if !has_two_lines(bench, &exact)? {
        return not_applicable("the engine reports one line with \"MultiPV\" 2");
    }
    let has_effect = has_two_lines(bench, &other)?;
    if has_effect { Ok(Kept::Yes) } else { broken(format!("setting \"{name}\" has no effect")) }
}

/// Whether a search after this command, in a new process, reports a line of
/// rank 2.
fn has_two_lines(bench: &mut Bench<'_>, command: &str) -> Result<bool, Broken> {
    bench.ready_at_position()?;
    bench.send(command)?;
    let search = bench.search_lines()?;
    Ok(infos(&search.lines).iter().any(|info| info.multipv == Some(2)))
}
