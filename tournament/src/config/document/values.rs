//! Conversion of the values of a document, with messages for wrong ones.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use noughts_client::names::did_you_mean;

use crate::config::document::problem::Place;
use crate::config::document::{Placed, Table, Value};

/// Returns the message of a value that is not the expected one.
pub(crate) fn instead<T>(value: &Value, expected: impl Display) -> Result<T, String> {
    Err(format!("{expected} is expected, not {value}"))
}

/// Converts a string.
pub(crate) fn text(value: &Value) -> Result<&str, String> {
    match value {
        Value::Text(text) => Ok(text),
        other => instead(other, "a string in quotes"),
    }
}

/// Converts a path, which must not be blank.
pub(crate) fn path(value: &Value) -> Result<&str, String> {
    match text(value)? {
        path if path.trim().is_empty() => instead(value, "the path of a file"),
        path => Ok(path),
    }
}

/// Parses a string.
pub(crate) fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Converts one of several words.
pub(crate) fn choice(value: &Value, choices: &[&'static str]) -> Result<&'static str, String> {
    let chosen = match value {
        Value::Text(text) => choices.iter().find(|choice| *choice == text),
        _ => None,
    };
    chosen.copied().map_or_else(
        || {
            let nearest = match value {
                Value::Text(text) => did_you_mean(text, choices.iter().copied()),
                _ => String::new(),
            };
            Err(format!("{} is expected, not {value}{nearest}", among(choices)))
        },
        Ok,
    )
}

/// Describes the words of a choice.
pub(crate) fn among(choices: &[&str]) -> String {
    let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
    quoted.join(" or ")
}

/// Converts a whole number from `least` to `most`.
pub(crate) fn whole(value: &Value, least: u64, most: u64) -> Result<u64, String> {
    let number = match value {
        Value::Whole { value: Some(number), .. } => u64::try_from(*number).ok(),
        _ => None,
    };
    let number = number.filter(|number| (least..=most).contains(number));
    number.map_or_else(|| instead(value, format!("a whole number from {least} to {most}")), Ok)
}

/// Converts a finite number from `least` to `most`, which may be infinite.
pub(crate) fn number(value: &Value, least: f64, most: f64) -> Result<f64, String> {
    let number = any_number(value).filter(|n| n.is_finite() && (least..=most).contains(n));
    number.map_or_else(|| instead(value, numbers(least, most)), Ok)
}

/// Describes the numbers of a range.
pub(crate) fn numbers(least: f64, most: f64) -> String {
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

/// Converts a truth value.
pub(crate) fn truth(value: &Value) -> Result<bool, String> {
    match value {
        Value::Truth(truth) => Ok(*truth),
        other => instead(other, "true or false"),
    }
}

/// Converts a number of seconds from 0 to 1,000,000.
pub(crate) fn seconds(value: &Value) -> Result<Duration, String> {
    let seconds = any_number(value).filter(|seconds| (0.0..=1e6).contains(seconds));
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.map_or_else(|| instead(value, "a number of seconds"), Ok)
}

/// Converts a name: a setting without control characters.
pub(crate) fn name(value: &Value) -> Result<String, String> {
    let name = setting(value)?;
    if name.contains(char::is_control) {
        return Err("a name must not contain tabs or other control characters".to_string());
    }
    Ok(name)
}

/// Converts the value of an option or an environment variable: a string, a
/// number or a truth value, as the protocol writes it.
pub(crate) fn setting(value: &Value) -> Result<String, String> {
    let text = match value {
        Value::Text(text) | Value::Number { text, .. } => text.clone(),
        // Engines parse decimal numbers only.
        Value::Whole { value: Some(number), .. } => number.to_string(),
        Value::Whole { value: None, .. } => {
            return instead(value, "a whole number of at most 64 bits");
        }
        Value::Truth(truth) => truth.to_string(),
        _ => return instead(value, "a string, a number, true or false"),
    };
    if text.contains(['\n', '\r', '\0']) {
        return Err("a value must not contain line breaks or NUL characters".to_string());
    }
    Ok(text)
}

/// An option or an environment variable, and its place if it was read.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) place: Option<Place>,
}

/// Converts the settings of a table, in the order of the table.
pub(crate) fn settings(value: &Value) -> Result<Vec<Setting>, String> {
    let settings = table(value)?.entries().map(|entry| {
        let name = setting(&Value::Text(entry.key.value.clone()))?;
        match setting(&entry.value.value) {
            Ok(value) => Ok(Setting { name, value, place: Some(entry.value.place.clone()) }),
            Err(reason) => Err(format!("{name}: {reason}")),
        }
    });
    settings.collect()
}

/// Converts a list.
pub(crate) fn list(value: &Value) -> Result<&[Placed<Value>], String> {
    match value {
        Value::List(items) => Ok(items),
        other => instead(other, "a list"),
    }
}

/// Converts a list of strings.
pub(crate) fn texts(value: &Value) -> Result<Vec<String>, String> {
    list(value)?.iter().map(|item| text(&item.value).map(str::to_string)).collect()
}

/// Converts a list of processors from 0 to 1023. `true` gives an empty list,
/// which stands for all processors; `false` gives `None`.
pub(crate) fn processors(value: &Value) -> Result<Option<Vec<usize>>, String> {
    if let Value::Truth(all) = value {
        return Ok(all.then(Vec::new));
    }
    let number = |item: &Placed<Value>| whole(&item.value, 0, 1023).map(|number| number as usize);
    let numbers: Vec<usize> = list(value)?.iter().map(number).collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        return Err("the list is empty; list processors, or use true for all".to_string());
    }
    Ok(Some(numbers))
}

/// Converts a table.
pub(crate) fn table(value: &Value) -> Result<&Table, String> {
    match value {
        Value::Table(table) => Ok(table),
        other => instead(other, "a table"),
    }
}
