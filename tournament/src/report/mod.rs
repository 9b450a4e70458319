//! The report: one HTML file that shows a tournament.
//!
//! This module computes the data; the script of the page draws them. The page
//! loads nothing, and its policy forbids it: style and script are in the file,
//! and the data are JSON in an element that the browser does not run.

mod boards;
mod data;

use crate::journal::{Journals, ReadError};
use data::Data;

const PAGE: &str = include_str!("page.html");
/// The style of every page.
pub(crate) const STYLE: &str = include_str!("style.css");

/// The parts of the script; each may use the parts before it.
const SCRIPTS: &[&str] = &[
    include_str!("dom.js"),
    include_str!("charts.js"),
    include_str!("standings.js"),
    include_str!("usage.js"),
    include_str!("replay.js"),
    include_str!("games.js"),
];

/// Returns the report of the games in journals, as the text of an HTML file.
///
/// # Errors
///
/// When a journal cannot be read.
pub fn report(journals: &mut Journals) -> Result<String, ReadError> {
    let mut records = Vec::new();
    journals.read_all(|found| records.push(found.record))?;
    records.sort_by_key(|record| record.game);
    let data = Data::new(&journals.header().config, &records);
    let json = serde_json::to_string(&data).map_err(std::io::Error::from)?;
    Ok(fill(&inert(&json)))
}

/// Escapes JSON so that it can neither end its HTML element nor begin a
/// comment.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Fills style, script and data into the page. Inserted text is not scanned for
/// placeholders, so that a name cannot act as one.
fn fill(json: &str) -> String {
    let script = SCRIPTS.join("\n");
    let mut page = String::new();
    for piece in PAGE.split_inclusive("}}") {
        let (before, place) = piece.rsplit_once("{{").unwrap_or((piece, ""));
        page += before;
        page += match place {
            "style}}" => STYLE,
            "script}}" => &script,
            "data}}" => json,
            _ => "",
        };
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_their_element() {
        let nasty = "</script><script>alert(1)</script><!-- {{style}} \u{2028}";
        let json = serde_json::to_string(nasty).unwrap();
        let inert = inert(&json);
        assert!(!inert.contains('<') && !inert.contains('\u{2028}'), "{inert}");
        assert_eq!(serde_json::from_str::<String>(&inert).unwrap(), nasty);
        let page = fill(&inert);
        assert_eq!(page.matches("</script>").count(), PAGE.matches("</script>").count());
        assert!(page.contains("{{style}}") && page.contains(STYLE));
        for place in ["{{script}}", "{{data}}"] {
            assert!(PAGE.contains(place) && !page.contains(place));
        }
    }

    #[test]
    fn the_page_loads_nothing() {
        let page = fill("{}");
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(word);
            assert!(!found, "{word}");
        }
    }
}
