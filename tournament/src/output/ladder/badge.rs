//! The badge of an engine: an SVG image with the game and the rating.

use super::LadderResults;
use crate::files::kind::FileKind;

/// The width of a character, a little more than that of most letters.
const CHARACTER: usize = 7;
/// The space beside each text.
const MARGIN: usize = 6;

impl LadderResults {
    /// Returns the badge.
    pub fn badge(&self) -> String {
        let label = format!("noughts {}", self.game);
        let value = self.rating_text();
        let [left, right] = [&label, &value].map(|t| t.chars().count() * CHARACTER + 2 * MARGIN);
        let (width, middle, centre) = (left + right, left / 2, left + right / 2);
        let [label, value] = [label, value].map(|text| escaped(&text));
        format!(
            "{}xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"20\" role=\"img\" \
             aria-label=\"{label}: {value}\">\n\
             <title>{label}: {value}</title>\n\
             <rect width=\"{width}\" height=\"20\" rx=\"3\" fill=\"#555\"/>\n\
             <path d=\"M{left} 0h{}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z\" fill=\"#1769aa\"/>\n\
             <g fill=\"#fff\" text-anchor=\"middle\" font-size=\"11\" \
             font-family=\"Verdana,DejaVu Sans,sans-serif\">\n\
             <text x=\"{middle}\" y=\"14\">{label}</text>\n\
             <text x=\"{centre}\" y=\"14\">{value}</text>\n\
             </g>\n</svg>\n",
            FileKind::Badge.beginning(),
            right - 3,
        )
    }

    /// Returns the rating in a few words.
    pub(super) fn rating_text(&self) -> String {
        match (self.rating, self.error) {
            (Some(rating), Some(error)) => format!("{rating:.0} ± {error:.0}"),
            _ => "unknown".to_string(),
        }
    }
}

/// Returns a text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
