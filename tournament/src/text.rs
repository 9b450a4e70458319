//! Text that came from an engine, made safe to show and to keep.

/// The text without control characters and with at most `longest` characters;
/// what was cut off is marked by an ellipsis.
pub fn shown(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == longest {
            shown.push('…');
            break;
        }
        if is_unsafe(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// Control characters drive a terminal; the marks that turn the direction of
/// writing around can make a line read as another one.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_not_driven_by_engines() {
        assert_eq!(shown("a\u{1b}[2J\n\u{202e}b", 100), "a\\u{1b}[2J\\n\\u{202e}b");
        assert_eq!(shown("grün", 4), "grün");
        assert_eq!(shown("grüne", 4), "grün…");
    }
}
