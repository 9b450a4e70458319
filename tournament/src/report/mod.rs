//! The report: a tournament as one HTML file for people.
//!
//! The figures are made here and in `data.rs`; the page draws them. It needs no
//! network, and says so to the browser: style and script are in the file, and
//! the data are JSON in an element that is never run.

mod boards;
mod data;

use crate::journal::{Journals, ReadError};
use data::Data;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// The parts of the script, in the order of their dependence.
const SCRIPTS: &[&str] = &[
    include_str!("dom.js"),
    include_str!("charts.js"),
    include_str!("standings.js"),
    include_str!("replay.js"),
    include_str!("games.js"),
];

/// The report of the games in journals, as the text of an HTML file.
///
/// # Errors
///
/// When a journal cannot be read.
pub fn report(journals: &mut Journals) -> Result<String, ReadError> {
    let mut records = Vec::new();
    journals.all(|found| records.push(found.record))?;
    records.sort_by_key(|record| record.game);
    let data = Data::new(&journals.header().config, &records);
    let json = serde_json::to_string(&data).map_err(std::io::Error::from)?;
    Ok(fill(&inert(&json)))
}

/// JSON that is only data to an HTML parser: it can neither end its element
/// nor begin a comment in it.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The page with its parts in their places. What is filled in is not looked at
/// again, so that no name can be mistaken for a place.
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
    fn the_data_cannot_leave_their_element() {
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
    fn the_page_asks_for_nothing_outside() {
        let page = fill("{}");
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(word);
            assert!(!found, "{word}");
        }
    }
}
