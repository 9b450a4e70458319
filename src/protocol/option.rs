//! The `option` line: how an engine declares a setting.

use std::fmt;

use super::words::{word, words_until};

/// One declared option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// What `setoption` calls it; may have several words.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Before anything is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Before anything is set.
        default: i64,
        /// The smallest that is accepted.
        min: i64,
        /// The largest that is accepted.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Before anything is set.
        default: String,
        /// All that is accepted.
        values: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    String {
        /// Before anything is set.
        default: String,
    },
}

const KEYWORDS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl OptionDeclaration {
    /// Reads what follows the word `option`; `None` when it is malformed.
    pub(super) fn parse(input: &str) -> Option<OptionDeclaration> {
        let mut name = None;
        let mut kind = None;
        let mut default = None;
        let mut range = [None, None];
        let mut values = Vec::new();
        let mut rest = input;
        while let Ok((after, keyword)) = word(rest) {
            // Only the name ends at "type": as a value it may be any word.
            let ends = |word: &str| match keyword {
                "name" => word == "type",
                _ => KEYWORDS.contains(&word) && word != "type",
            };
            let (end, words) = words_until(after, ends);
            let value = words.join(" ");
            rest = end;
            match keyword {
                "name" => name = Some(value),
                "type" => kind = Some(value),
                "default" => default = Some(value),
                "min" => range[0] = value.parse().ok(),
                "max" => range[1] = value.parse().ok(),
                "var" => values.push(value),
                _ => return None,
            }
        }
        let text = || match default.as_deref() {
            None | Some("<empty>") => String::new(),
            Some(text) => text.to_string(),
        };
        let kind = match kind?.as_str() {
            "check" => OptionKind::Check { default: default?.parse().ok()? },
            "spin" => {
                OptionKind::Spin { default: default?.parse().ok()?, min: range[0]?, max: range[1]? }
            }
            "combo" => OptionKind::Combo { default: default?, values },
            "button" => OptionKind::Button,
            "string" => OptionKind::String { default: text() },
            _ => return None,
        };
        Some(OptionDeclaration { name: name.filter(|name| !name.is_empty())?, kind })
    }
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => {
                f.write_str("string default <empty>")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}
