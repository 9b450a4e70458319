//! What the values of a TOML document may be, and what is said of others.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// What was found in the place of what was expected.
pub(super) fn instead<T>(value: &DeValue<'_>, expected: impl fmt::Display) -> Result<T, String> {
    let found = match value {
        DeValue::String(text) => format!("\"{text}\""),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(_) => "a date".to_string(),
        DeValue::Array(_) => "a list".to_string(),
        DeValue::Table(_) => "a table".to_string(),
    };
    Err(format!("{expected} is expected, not {found}"))
}

/// A text.
pub(super) fn text<'d>(value: &'d DeValue<'_>) -> Result<&'d str, String> {
    value.as_str().map_or_else(|| instead(value, "a text in quotes"), Ok)
}

/// The path of a file, which has a name.
pub(super) fn path<'d>(value: &'d DeValue<'_>) -> Result<&'d str, String> {
    text(value).and_then(|path| {
        if path.trim().is_empty() { instead(value, "the path of a file") } else { Ok(path) }
    })
}

/// A text that means something.
pub(super) fn parsed<T: std::str::FromStr>(value: &DeValue<'_>) -> Result<T, String>
where
    T::Err: fmt::Display,
{
    text(value)?.parse().map_err(|error: T::Err| error.to_string())
}

/// One of several words.
pub(super) fn choice<T: Copy>(
    choices: &'static [(&'static str, T)],
) -> impl Fn(&DeValue<'_>) -> Result<T, String> {
    move |value| match choices.iter().find(|(name, _)| value.as_str() == Some(name)) {
        Some(&(_, choice)) => Ok(choice),
        None => {
            let names: Vec<String> =
                choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            instead(value, names.join(" or "))
        }
    }
}

/// The value of a number, which may be written as `0x10` as well.
fn integer(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A whole number within a range.
pub(super) fn whole<T>(min: T, max: T) -> impl Fn(&DeValue<'_>) -> Result<T, String>
where
    T: TryFrom<u64> + PartialOrd + Copy + fmt::Display,
{
    move |value| {
        let number = value.as_integer().and_then(|number| {
            let number = u64::try_from(integer(number)?).ok()?;
            T::try_from(number).ok().filter(|n| (min..=max).contains(n))
        });
        number.map_or_else(|| instead(value, format!("a whole number from {min} to {max}")), Ok)
    }
}

/// Any finite number.
pub(super) fn number(value: &DeValue<'_>) -> Result<f64, String> {
    let number = match value {
        DeValue::Integer(number) => integer(number).map(|number| number as f64),
        DeValue::Float(number) => number.as_str().parse().ok().filter(|n: &f64| n.is_finite()),
        _ => None,
    };
    number.map_or_else(|| instead(value, "a number"), Ok)
}

/// A share of a whole.
pub(super) fn share(value: &DeValue<'_>) -> Result<f64, String> {
    match number(value) {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => instead(value, "a number from 0 to 1"),
    }
}

/// A factor of times.
pub(super) fn scale(value: &DeValue<'_>) -> Result<f64, String> {
    match number(value) {
        Ok(scale) if (0.001..=1000.0).contains(&scale) => Ok(scale),
        _ => instead(value, "a number from 0.001 to 1000"),
    }
}

/// True or false.
pub(super) fn truth(value: &DeValue<'_>) -> Result<bool, String> {
    value.as_bool().map_or_else(|| instead(value, "true or false"), Ok)
}

/// A number of seconds.
pub(super) fn seconds(value: &DeValue<'_>) -> Result<std::time::Duration, String> {
    let seconds = match value {
        DeValue::Integer(number) => integer(number).map(|number| number as f64),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    let seconds = seconds.filter(|seconds| (0.0..=1e6).contains(seconds));
    match seconds {
        Some(seconds) => Ok(std::time::Duration::from_secs_f64(seconds)),
        None => instead(value, "a number of seconds"),
    }
}

/// A name: as a setting, in one line.
pub(super) fn name(value: &DeValue<'_>) -> Result<String, String> {
    let name = setting(value)?;
    if name.contains(char::is_control) {
        return Err("a name has no tabs or other control characters".to_string());
    }
    Ok(name)
}

/// A setting: a text, a number or a truth value, as the protocol writes it.
pub(super) fn setting(value: &DeValue<'_>) -> Result<String, String> {
    let text = match value {
        DeValue::String(text) => text.to_string(),
        // Engines read decimal numbers only.
        DeValue::Integer(number) => match integer(number) {
            Some(number) => number.to_string(),
            None => return instead(value, "a number of at most 64 bits"),
        },
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        _ => return instead(value, "a text, a number, true or false"),
    };
    if text.contains(['\n', '\r', '\0']) {
        return Err("a line break cannot be sent to an engine".to_string());
    }
    Ok(text)
}

/// A setting with its name.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Range<usize>,
}

/// A list.
pub(super) fn list<'d, 'a>(value: &'d DeValue<'a>) -> Result<&'d [Spanned<DeValue<'a>>], String> {
    value.as_array().map_or_else(|| instead(value, "a list"), |array| Ok(&array[..]))
}

/// A list of texts.
pub(super) fn texts(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    list(value)?.iter().map(|item| text(item.get_ref()).map(str::to_string)).collect()
}

/// A table.
pub(super) fn table<'d, 'a>(value: &'d DeValue<'a>) -> Result<&'d DeTable<'a>, String> {
    value.as_table().map_or_else(|| instead(value, "a table"), Ok)
}

/// The keys and settings of a table in the order of the text, and where each
/// stands.
pub(super) fn settings(value: &DeValue<'_>) -> Result<Vec<Setting>, String> {
    let mut entries: Vec<_> = table(value)?.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let entry = |(key, value): &(&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = key.get_ref();
        let name = setting(&DeValue::String(name.clone()))?;
        match setting(value.get_ref()) {
            Ok(text) => Ok(Setting { name, value: text, place: value.span() }),
            Err(reason) => Err(format!("{name}: {reason}")),
        }
    };
    entries.iter().map(entry).collect()
}
