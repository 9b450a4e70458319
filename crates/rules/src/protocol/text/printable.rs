//! Text from programs and files, made safe to show and to store.

/// Escapes control characters and those that change the direction of writing,
/// and truncates the text to its first `longest` characters. An ellipsis marks
/// the cut.
pub fn printable(text: &str, longest: usize) -> String {
    let mut printable = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == longest {
            printable.push('…');
            break;
        }
        if is_unsafe(c) { printable.extend(c.escape_default()) } else { printable.push(c) }
    }
    printable
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        // Characters without a width, and those that turn the direction of the text.
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}')
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
