//! What the values of a document may be, and what is said of others.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use super::document::{Place, Placed, Table, Value};

/// What was found in the place of what was expected.
pub(super) fn instead<T>(value: &Value, expected: impl Display) -> Result<T, String> {
    Err(format!("{expected} is expected, not {value}"))
}

/// A text.
pub(super) fn text(value: &Value) -> Result<&str, String> {
    match value {
        Value::Text(text) => Ok(text),
        other => instead(other, "a text in quotes"),
    }
}

/// The path of a file or folder, which has a name.
pub(super) fn path(value: &Value) -> Result<&str, String> {
    match text(value)? {
        path if path.trim().is_empty() => instead(value, "the path of a file"),
        path => Ok(path),
    }
}

/// A text that means something.
pub(super) fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// One of several words.
pub(super) fn choice(value: &Value, choices: &[&'static str]) -> Result<&'static str, String> {
    let chosen = match value {
        Value::Text(text) => choices.iter().find(|choice| *choice == text),
        _ => None,
    };
    chosen.copied().map_or_else(|| instead(value, among(choices)), Ok)
}

/// The words of a choice, for people.
pub(super) fn among(choices: &[&str]) -> String {
    let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
    quoted.join(" or ")
}

/// A whole number within a range.
pub(super) fn whole(value: &Value, least: u64, most: u64) -> Result<u64, String> {
    let number = match value {
        Value::Whole { value: Some(number), .. } => u64::try_from(*number).ok(),
        _ => None,
    };
    let number = number.filter(|number| (least..=most).contains(number));
    number.map_or_else(|| instead(value, format!("a whole number from {least} to {most}")), Ok)
}

/// A number within a range, which may be infinite; the number may not.
pub(super) fn number(value: &Value, least: f64, most: f64) -> Result<f64, String> {
    let number = any_number(value).filter(|n| n.is_finite() && (least..=most).contains(n));
    number.map_or_else(|| instead(value, numbers(least, most)), Ok)
}

/// The numbers of a range, for people.
pub(super) fn numbers(least: f64, most: f64) -> String {
    let is_any = least.is_infinite() && most.is_infinite();
    if is_any { "a number".to_string() } else { format!("a number from {least} to {most}") }
}

fn any_number(value: &Value) -> Option<f64> {
    match value {
        Value::Whole { value, .. } => value.map(|number| number as f64),
        Value::Number { value, .. } => *value,
        _ => None,
    }
}

/// True or false.
pub(super) fn truth(value: &Value) -> Result<bool, String> {
    match value {
        Value::Truth(truth) => Ok(*truth),
        other => instead(other, "true or false"),
    }
}

/// A number of seconds.
pub(super) fn seconds(value: &Value) -> Result<Duration, String> {
    let seconds = any_number(value).filter(|seconds| (0.0..=1e6).contains(seconds));
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.map_or_else(|| instead(value, "a number of seconds"), Ok)
}

/// A name: as a setting, in one line.
pub(super) fn name(value: &Value) -> Result<String, String> {
    let name = setting(value)?;
    if name.contains(char::is_control) {
        return Err("a name has no tabs or other control characters".to_string());
    }
    Ok(name)
}

/// A setting: a text, a number or a truth value, as the protocol writes it.
pub(super) fn setting(value: &Value) -> Result<String, String> {
    let text = match value {
        Value::Text(text) | Value::Number { text, .. } => text.clone(),
        // Engines read decimal numbers only.
        Value::Whole { value: Some(number), .. } => number.to_string(),
        Value::Whole { value: None, .. } => return instead(value, "a number of at most 64 bits"),
        Value::Truth(truth) => truth.to_string(),
        _ => return instead(value, "a text, a number, true or false"),
    };
    if text.contains(['\n', '\r', '\0']) {
        return Err("a line break cannot be sent to an engine".to_string());
    }
    Ok(text)
}

/// A setting with its name, and its place if it was read.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Option<Place>,
}

/// The settings of a table, in its order.
pub(super) fn settings(value: &Value) -> Result<Vec<Setting>, String> {
    let settings = table(value)?.entries().map(|entry| {
        let name = setting(&Value::Text(entry.key.value.clone()))?;
        match setting(&entry.value.value) {
            Ok(value) => Ok(Setting { name, value, place: Some(entry.value.place.clone()) }),
            Err(reason) => Err(format!("{name}: {reason}")),
        }
    });
    settings.collect()
}

/// A list.
pub(super) fn list(value: &Value) -> Result<&[Placed<Value>], String> {
    match value {
        Value::List(items) => Ok(items),
        other => instead(other, "a list"),
    }
}

/// A list of texts.
pub(super) fn texts(value: &Value) -> Result<Vec<String>, String> {
    list(value)?.iter().map(|item| text(&item.value).map(str::to_string)).collect()
}

/// A list of processors, or whether to use all: an empty list.
pub(super) fn processors(value: &Value) -> Result<Option<Vec<usize>>, String> {
    if let Value::Truth(all) = value {
        return Ok(all.then(Vec::new));
    }
    let number = |item: &Placed<Value>| whole(&item.value, 0, 1023).map(|number| number as usize);
    let numbers: Vec<usize> = list(value)?.iter().map(number).collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        return Err("there is no processor in the list".to_string());
    }
    Ok(Some(numbers))
}

/// A table.
pub(super) fn table(value: &Value) -> Result<&Table, String> {
    match value {
        Value::Table(table) => Ok(table),
        other => instead(other, "a table"),
    }
}
