//! A badge for a README: an SVG image with a label and a value.

use crate::files::kind::FileKind;

/// The width of a character, a little more than that of most letters.
const CHARACTER: usize = 7;
/// The space beside each text.
const MARGIN: usize = 6;

/// The colour behind the value of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// For a number.
    Blue,
    /// For what is as it should be.
    Green,
    /// For what is not.
    Red,
}

impl Colour {
    fn code(self) -> &'static str {
        match self {
            Colour::Blue => "#1769aa",
            Colour::Green => "#2e7d32",
            Colour::Red => "#b3261e",
        }
    }
}

/// Returns a badge.
pub fn badge(label: &str, value: &str, colour: Colour) -> String {
    let [left, right] = [label, value].map(|t| t.chars().count() * CHARACTER + 2 * MARGIN);
    let (width, middle, centre) = (left + right, left / 2, left + right / 2);
    let [label, value] = [label, value].map(escaped);
    format!(
        "{}xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"20\" role=\"img\" \
         aria-label=\"{label}: {value}\">\n\
         <title>{label}: {value}</title>\n\
         <rect width=\"{width}\" height=\"20\" rx=\"3\" fill=\"#555\"/>\n\
         <path d=\"M{left} 0h{}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z\" fill=\"{}\"/>\n\
         <g fill=\"#fff\" text-anchor=\"middle\" font-size=\"11\" \
         font-family=\"Verdana,DejaVu Sans,sans-serif\">\n\
         <text x=\"{middle}\" y=\"14\">{label}</text>\n\
         <text x=\"{centre}\" y=\"14\">{value}</text>\n\
         </g>\n</svg>\n",
        FileKind::Badge.beginning(),
        right - 3,
        colour.code(),
    )
}

/// Returns a text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_no_markup() {
        let badge = badge("a<b>&\"c", "1 ± 2", Colour::Green);
        assert!(
            badge.contains(">a&lt;b&gt;&amp;&quot;c</text>") && !badge.contains("<b>"),
            "{badge}"
        );
    }
}
