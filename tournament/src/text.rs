//! Text from engines, made safe to show and to store.

/// Returns the text with control characters escaped, cut after `max_chars`
/// characters of the original. An ellipsis marks the cut.
pub fn printable(text: &str, max_chars: usize) -> String {
    let mut printable = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == max_chars {
            printable.push('…');
            break;
        }
        if is_unsafe(c) { printable.extend(c.escape_default()) } else { printable.push(c) }
    }
    printable
}

/// Returns whether a character must be escaped: control characters change the
/// state of a terminal, and marks of writing direction can make a line read as
/// another one.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\u{1b}[2J\n\u{202e}b", 100), "a\\u{1b}[2J\\n\\u{202e}b");
        assert_eq!(printable("grün", 4), "grün");
        assert_eq!(printable("grüne", 4), "grün…");
    }
}
