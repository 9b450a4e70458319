//! The `option` line: the declaration of an option of an engine.

use std::fmt;

use crate::protocol::words::{word, words_until};

/// The declaration of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name, which may have several words.
    pub name: String,
    /// The type with default and range.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The allowed values.
        values: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    String {
        /// The default.
        default: String,
    },
}

const KEYWORDS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl OptionDeclaration {
    /// Parses the words after `option`; `None` if they are malformed.
    pub(super) fn parse(input: &str) -> Option<OptionDeclaration> {
        let mut name = None;
        let mut kind = None;
        let mut default = None;
        let mut range = [None, None];
        let mut values = Vec::new();
        let mut rest = input;
        while let Ok((after, keyword)) = word(rest) {
            // "type" ends only the name: in a value it is an ordinary word.
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
