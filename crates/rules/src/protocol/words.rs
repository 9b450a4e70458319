//! The lexical elements of all lines: words, numbers, and the errors about
//! them.

use nom::bytes::complete::{take_while, take_while1};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// The dialect of the client. It determines the words and units of printed
/// lines; the grammar accepts the words of all dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// No handshake has taken place: the client is a person or a script.
    #[default]
    Plain,
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// Neither this first word nor a later one begins a command.
    #[error("unknown command \"{0}\"")]
    UnknownCommand(String),
    /// A word is not the expected one.
    #[error("expected {expected}, found \"{found}\"")]
    Unexpected {
        /// The offending word.
        found: String,
        /// A description of the expected word.
        expected: &'static str,
    },
    /// The line ends before the expected word.
    #[error("expected {0}, found the end of the line")]
    Missing(&'static str),
}

impl ParseError<&str> for SyntaxError {
    fn from_error_kind(input: &str, _: ErrorKind) -> SyntaxError {
        unexpected(input, "another word")
    }

    fn append(_: &str, _: ErrorKind, other: SyntaxError) -> SyntaxError {
        other
    }
}

pub(super) type Parsed<'a, T> = IResult<&'a str, T, SyntaxError>;

/// Returns the error about the next word of the line.
pub(super) fn unexpected(input: &str, expected: &'static str) -> SyntaxError {
    match input.split(is_space).find(|word| !word.is_empty()) {
        Some(word) => SyntaxError::Unexpected { found: word.to_string(), expected },
        None => SyntaxError::Missing(expected),
    }
}

/// Fails for an error in a known command, so that no other parser is tried.
pub(super) fn failure<T>(input: &str, expected: &'static str) -> Parsed<'static, T> {
    Err(nom::Err::Failure(unexpected(input, expected)))
}

/// Whether a character separates words; the characters of line endings do, too.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Parses the next word.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    preceded(take_while(is_space), take_while1(|c| !is_space(c))).parse(input)
}

/// Parses a whole number that may be negative. A number too large for the type
/// saturates, as such a limit is no limit.
pub(super) fn signed(input: &str) -> Parsed<'_, i64> {
    let expected = "a whole number";
    let Ok((rest, word)) = word(input) else { return failure(input, expected) };
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return failure(word, expected);
    }
    let number = digits.parse().unwrap_or(i64::MAX);
    Ok((rest, if word.starts_with('-') { -number } else { number }))
}

/// Parses a number; a negative one becomes 0.
pub(super) fn number(input: &str) -> Parsed<'_, u64> {
    signed.map(|number| u64::try_from(number).unwrap_or(0)).parse(input)
}

/// Parses a number; saturates at 0 and at the greatest `u32`.
pub(super) fn small(input: &str) -> Parsed<'_, u32> {
    number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)).parse(input)
}

/// Returns the line from the next keyword on, and the words before it.
pub(super) fn words_until(input: &str, is_keyword: impl Fn(&str) -> bool) -> (&str, Vec<&str>) {
    let mut rest = input;
    let mut words = Vec::new();
    while let Ok((after, next)) = word(rest) {
        if is_keyword(next) {
            break;
        }
        words.push(next);
        rest = after;
    }
    (rest, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate() {
        for (text, expected) in [
            ("0", (0, 0, 0)),
            ("-0", (0, 0, 0)),
            ("1", (1, 1, 1)),
            ("007", (7, 7, 7)),
            ("-1", (-1, 0, 0)),
            ("-50", (-50, 0, 0)),
            ("4294967295", (u32::MAX.into(), u32::MAX.into(), u32::MAX)),
            ("4294967296", (1 << 32, 1 << 32, u32::MAX)),
            ("9223372036854775807", (i64::MAX, i64::MAX as u64, u32::MAX)),
            ("9223372036854775808", (i64::MAX, i64::MAX as u64, u32::MAX)),
            ("-9223372036854775808", (-i64::MAX, 0, 0)),
            ("99999999999999999999999", (i64::MAX, i64::MAX as u64, u32::MAX)),
        ] {
            assert_eq!(signed(text), Ok(("", expected.0)), "{text}");
            assert_eq!(number(text), Ok(("", expected.1)), "{text}");
            assert_eq!(small(text), Ok(("", expected.2)), "{text}");
        }
    }

    #[test]
    fn a_number_is_digits_after_an_optional_minus() {
        for bad in ["-", "--1", "+1", "1-", "1.5", "1e3", "0x1", "١", "one"] {
            let expected =
                SyntaxError::Unexpected { found: bad.to_string(), expected: "a whole number" };
            assert_eq!(signed(bad), Err(nom::Err::Failure(expected.clone())), "{bad}");
            assert_eq!(number(bad), Err(nom::Err::Failure(expected.clone())), "{bad}");
            assert_eq!(small(bad), Err(nom::Err::Failure(expected)), "{bad}");
        }
        let missing = SyntaxError::Missing("a whole number");
        assert_eq!(signed(" \t"), Err(nom::Err::Failure(missing)));
        assert_eq!(signed("\t12  rest"), Ok(("  rest", 12)));
    }

    #[test]
    fn words_end_at_every_kind_of_space() {
        let words = words_until(" a\tb\r\nc stop d", |word| word == "stop");
        assert_eq!(words, (" stop d", vec!["a", "b", "c"]));
        // Other white space is a part of a word.
        assert_eq!(word("a\u{a0}b c"), Ok((" c", "a\u{a0}b")));
        assert_eq!(words_until("", |_| true), ("", vec![]));
    }
}
