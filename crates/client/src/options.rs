//! Checks option values against the declarations of an engine.

use noughts_rules::protocol::{Command, Dialect, OptionDeclaration, OptionKind};

use crate::base::names::did_you_mean;
use crate::base::text::printable;
use crate::config::engine::ARGUMENTS;

/// An option or value that the engine does not accept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The engine does not declare the option.
    #[error("unknown option \"{name}\"{nearest}")]
    Unknown {
        /// The option.
        name: String,
        /// A question that suggests a similar option, or an empty text.
        nearest: String,
    },
    /// The engine does not declare an option of the key `local`.
    #[error("local: the engine has no option \"{name}\"{nearest}")]
    Local {
        /// The option.
        name: String,
        /// A question that suggests a similar option, or an empty text.
        nearest: String,
    },
    /// The value is invalid.
    #[error("option \"{name}\" does not accept \"{value}\": {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// A description of the valid values.
        expected: String,
    },
}

impl OptionError {
    /// Returns the name of the option.
    pub fn name(&self) -> &str {
        match self {
            OptionError::Unknown { name, .. }
            | OptionError::Local { name, .. }
            | OptionError::Value { name, .. } => name,
        }
    }
}

/// Returns the declaration of an option, ignoring case.
pub fn find<'a>(declared: &'a [OptionDeclaration], name: &str) -> Option<&'a OptionDeclaration> {
    declared.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// Returns a name as errors print it, and a question that suggests a similar
/// declared option.
fn unknown(declared: &[OptionDeclaration], name: &str) -> (String, String) {
    let known = declared.iter().map(|option| option.name.as_str());
    (printable(name, 80), printable(&did_you_mean(name, known), 200))
}

/// Returns the errors of the key `local`: options that the engine does not
/// declare. Declared options that are not set are permitted.
pub fn unknown_local(
    declared: &[OptionDeclaration],
    local: &[String],
) -> impl Iterator<Item = OptionError> {
    let is_option = |name: &&String| !name.eq_ignore_ascii_case(ARGUMENTS);
    let missing = local.iter().filter(is_option).filter(|name| find(declared, name).is_none());
    missing.map(|name| {
        let (name, nearest) = unknown(declared, name);
        OptionError::Local { name, nearest }
    })
}

/// Returns the command that sets an option to a valid value.
pub fn command(
    declared: &[OptionDeclaration],
    name: &str,
    value: &str,
    dialect: Dialect,
) -> Result<String, OptionError> {
    let option = find(declared, name).ok_or_else(|| {
        let (name, nearest) = unknown(declared, name);
        OptionError::Unknown { name, nearest }
    })?;
    let value = canonical(&option.kind, value).map_err(|expected| {
        let (name, value) = (printable(name, 80), printable(value, 80));
        OptionError::Value { name, value, expected }
    })?;
    Ok(Command::SetOption { name: option.name.clone(), value }.print(dialect))
}

/// Returns a value as the engine declares it, whatever its case or the signs and
/// zeros before a number: engines compare texts. A button has no value.
///
/// # Errors
///
/// Describes the valid values if this one is not valid.
fn canonical(kind: &OptionKind, value: &str) -> Result<Option<String>, String> {
    Ok(Some(match kind {
        OptionKind::Button => return Ok(None),
        OptionKind::String { .. } => value.to_string(),
        OptionKind::Check { .. } => {
            let truth = ["true", "false"].into_iter().find(|t| t.eq_ignore_ascii_case(value));
            truth.ok_or("true or false is expected")?.to_string()
        }
        OptionKind::Spin { min, max, .. } => {
            let number = value.parse().ok().filter(|number: &i64| (min..=max).contains(&number));
            number
                .ok_or_else(|| format!("a whole number from {min} to {max} is expected"))?
                .to_string()
        }
        OptionKind::Combo { values, .. } => {
            let exact = values.iter().find(|known| *known == value);
            let similar = || values.iter().find(|known| known.eq_ignore_ascii_case(value));
            let declared = exact.or_else(similar).ok_or_else(|| {
                let nearest = did_you_mean(value, values.iter().map(String::as_str));
                let nearest = printable(&nearest, 200);
                format!("one of {} is expected{nearest}", printable(&values.join(", "), 200))
            })?;
            declared.clone()
        }
    }))
}

/// Maps a seed to the range of the option `Seed`.
pub fn seed_value(option: &OptionDeclaration, seed: u64) -> i64 {
    match option.kind {
        OptionKind::Spin { min, max, .. } if min < max => {
            let values = max.abs_diff(min).saturating_add(1);
            // The remainder is below the number of values, so the sum does not
            // exceed `max`.
            min.wrapping_add_unsigned(seed % values)
        }
        // Without a range: half of it is never negative.
        _ => (seed >> 1).cast_signed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts_rules::protocol::Reply;

    fn declared() -> Vec<OptionDeclaration> {
        [
            "option name Hash type spin default 16 min 0 max 1024",
            "option name Show WDL type check default false",
            "option name Search type combo default auto var auto var uct",
            "option name Clear type button",
            "option name Seed type spin default 0 min 0 max 9223372036854775807",
        ]
        .iter()
        .map(|line| match Reply::parse(line) {
            Reply::Option(option) => option,
            other => panic!("{other:?}"),
        })
        .collect()
    }

    #[test]
    fn invalid_options_and_values_are_rejected() {
        let set = |name: &str, value: &str| {
            command(&declared(), name, value, Dialect::Ugi).map_err(|e| e.to_string())
        };
        assert_eq!(set("hash", "32"), Ok("setoption name Hash value 32".to_string()));
        assert_eq!(set("show wdl", "true"), Ok("setoption name Show WDL value true".to_string()));
        assert_eq!(set("Clear", ""), Ok("setoption name Clear".to_string()));
        for (name, written, sent) in [
            ("Search", "UCT", " value uct"),
            ("Hash", "+8", " value 8"),
            ("Hash", "008", " value 8"),
            ("Hash", "-0", " value 0"),
            ("Show WDL", "True", " value true"),
            ("Show WDL", "FALSE", " value false"),
            ("Clear", "true", ""),
        ] {
            assert_eq!(set(name, written), Ok(format!("setoption name {name}{sent}")));
        }
        for (name, value, part) in [
            ("Hahs", "32", "unknown option \"Hahs\"; did you mean \"Hash\"?"),
            ("Colour", "32", "unknown option \"Colour\""),
            ("Hash", "2000", "from 0 to 1024"),
            ("Hash", "much", "from 0 to 1024"),
            ("Show WDL", "1", "true or false"),
            ("Search", "mtcs", "auto, uct"),
        ] {
            let error = set(name, value).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn the_key_local_names_options_of_the_engine() {
        let local = ["hash", "args", "Clear", "Hahs"].map(str::to_string);
        let errors: Vec<String> =
            unknown_local(&declared(), &local).map(|error| error.to_string()).collect();
        assert_eq!(errors, ["local: the engine has no option \"Hahs\"; did you mean \"Hash\"?"]);
    }

    #[test]
    fn seeds_are_mapped_to_the_range_of_the_option() {
        for seed in [0, 1, u64::MAX, 12_345_678_901_234_567_890] {
            for option in ["Hash", "Seed"] {
                let declared = declared();
                let value = seed_value(find(&declared, option).unwrap(), seed).to_string();
                assert!(command(&declared, option, &value, Dialect::Ugi).is_ok(), "{value}");
            }
        }
    }
}
