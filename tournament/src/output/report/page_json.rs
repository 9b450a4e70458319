//! JSON for pages. Characters that a reader does not see, or that turn the direction
//! of the text around them, are shown escaped, as in the terminal: the names and words
//! of engines are untrusted.

use std::io;

use noughts::protocol::printable;
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

/// Returns a value as JSON on one line.
///
/// # Errors
///
/// When the value cannot be serialized, such as a map whose keys are not text.
pub(crate) fn page_json(value: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut json, Visible))?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// Writes compact JSON with visible text.
struct Visible;

impl Formatter for Visible {
    /// Writes a part of a string without quotes, backslashes and ASCII control
    /// characters.
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() {
            return writer.write_all(fragment.as_bytes());
        }
        writer.write_all(printable(fragment, usize::MAX).replace('\\', "\\\\").as_bytes())
    }

    fn write_char_escape<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let usual: &[u8] = match escape {
            CharEscape::AsciiControl(byte) => return write!(writer, "\\\\u{{{byte:x}}}"),
            CharEscape::Quote => b"\\\"",
            CharEscape::ReverseSolidus => b"\\\\",
            CharEscape::Solidus => b"\\/",
            CharEscape::Backspace => b"\\b",
            CharEscape::FormFeed => b"\\f",
            CharEscape::LineFeed => b"\\n",
            CharEscape::CarriageReturn => b"\\r",
            CharEscape::Tab => b"\\t",
        };
        writer.write_all(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_shown() {
        let read =
            |text: &str| -> String { serde_json::from_str(&page_json(&text).unwrap()).unwrap() };
        assert_eq!(read("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        assert_eq!(read("\u{1b}[2J\u{7f}\u{9b}"), "\\u{1b}[2J\\u{7f}\\u{9b}");
        for plain in ["grün \"quoted\" \\u{202e}", "two\nlines\tand more", "", "日本"] {
            assert_eq!(read(plain), plain);
        }
    }
}
