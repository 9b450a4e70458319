//! The report: one HTML file that shows a tournament.
//!
//! This module computes the data; the script of the page draws them. Style and
//! script are in the file, and its content security policy allows only them, by
//! their hashes. The data are JSON in elements that the browser does not run. The
//! details of each game are a line of text, which is parsed only when the game is
//! opened, so that a page with many games opens fast. The page of a tuning has the
//! same frame, style and charts.

mod boards;
mod conditions;
mod counts;
mod course;
mod listed;
mod page_json;
mod policy;
mod summary;
pub mod tuning;
mod verdict;

use crate::journal::{Journals, ReadError};
use crate::model::record::GameRecord;
pub(crate) use boards::start_stones;
pub(crate) use listed::Score;
use listed::{Details, GameRow};
pub(crate) use page_json::page_json;
pub use summary::Setting;
pub(crate) use summary::{Data, Summary};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// The parts of the script that draw tables and charts of any data.
const DRAWING: &[&str] =
    &[include_str!("dom.js"), include_str!("hover.js"), include_str!("charts.js")];

/// The parts of the script of a tournament, after the others; each may use the
/// parts before it.
const TOURNAMENT: &[&str] = &[
    include_str!("store.js"),
    include_str!("standings.js"),
    include_str!("progress.js"),
    include_str!("cross.js"),
    include_str!("openings.js"),
    include_str!("usage.js"),
    include_str!("ends.js"),
    include_str!("conditions.js"),
    include_str!("game.js"),
    include_str!("board.js"),
    include_str!("export.js"),
    include_str!("replay.js"),
    include_str!("games.js"),
    include_str!("main.js"),
];

/// The script of a live page, after the others.
const LIVE_SCRIPT: &str = include_str!("live.js");

/// The file name of the page of the engine, to which a report beside it has
/// links.
pub const ENGINE_PAGE: &str = "noughts.html";

/// Returns the report of the games in journals, as the text of an HTML file.
///
/// # Errors
///
/// When a journal cannot be read.
pub fn report(journals: &mut Journals, setting: Setting) -> Result<String, ReadError> {
    let mut records = Vec::new();
    journals.read_all(|found| records.push(found.record))?;
    records.sort_by_key(|record| record.game);
    let mut summary = Summary::new(&journals.header().config);
    summary.set_runs(journals.runs());
    summary.set_doubts(journals.doubts());
    let mut lines = Vec::new();
    for record in &records {
        lines.extend(GameLines::new(&mut summary, record)?);
    }
    let data = page_json(&summary.data(setting, usize::MAX))?;
    Ok(page(&data, lines.iter(), None).html)
}

/// A page and its policy.
pub(crate) struct Page {
    /// The text of the HTML file, which has the policy, too.
    pub(crate) html: String,
    /// The content security policy.
    pub(crate) policy: String,
}

/// Returns the page of a running tournament. `known` is the number of the games
/// so far; the page adds later games itself.
pub(crate) fn live_page<'a>(
    data: &Data<'_>,
    games: impl Iterator<Item = &'a GameLines> + Clone,
    known: usize,
) -> Result<Page, ReadError> {
    Ok(page(&page_json(data)?, games, Some(known)))
}

/// A game on the page: the JSON of its row and of its details, without line
/// breaks.
#[derive(Debug)]
pub(crate) struct GameLines {
    row: String,
    details: String,
}

impl GameLines {
    /// Returns the JSON of the row.
    pub(crate) fn row(&self) -> &str {
        &self.row
    }

    /// Returns the JSON of the details.
    pub(crate) fn details(&self) -> &str {
        &self.details
    }

    /// Counts a game, and returns its lines; `None` if its players are not those
    /// of the tournament.
    pub(crate) fn new(
        summary: &mut Summary,
        record: &GameRecord,
    ) -> Result<Option<GameLines>, ReadError> {
        let opening = record.opening.to_string();
        summary.add(record, &opening);
        let Some(places) = summary.places(record.players.each_ref().map(String::as_str)) else {
            return Ok(None);
        };
        Ok(Some(GameLines {
            row: page_json(&GameRow::new(record, places, &opening))?,
            details: page_json(&Details::new(record, summary.config().game.spec()))?,
        }))
    }
}

/// Returns the page with these data and games.
fn page<'a>(
    data: &str,
    games: impl Iterator<Item = &'a GameLines> + Clone,
    known: Option<usize>,
) -> Page {
    let rows: Vec<&str> = games.clone().map(|game| game.row.as_str()).collect();
    let details: Vec<&str> = games.map(|game| game.details.as_str()).collect();
    let rows = inert(&format!("[{}]", rows.join(",\n")));
    let content = Content {
        title: "Tournament report",
        main: include_str!("tournament.html"),
        scripts: TOURNAMENT,
        data,
        games: &rows,
        details: &inert(&details.join("\n")),
    };
    fill(&content, known)
}

/// Escapes JSON so that it can neither end its HTML element nor begin a
/// comment.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// What a page has besides its frame and style. The games and their details
/// cannot end their element.
#[derive(Default)]
struct Content<'a> {
    title: &'a str,
    main: &'a str,
    /// The parts of the script after those that draw.
    scripts: &'a [&'a str],
    /// The JSON of the data.
    data: &'a str,
    games: &'a str,
    details: &'a str,
}

/// Fills style, script and data into the page. Inserted text is not scanned for
/// placeholders, so that a name cannot act as one.
///
/// A live page has the number of its games.
fn fill(content: &Content<'_>, known: Option<usize>) -> Page {
    let mut script = [DRAWING, content.scripts].concat().join("\n");
    if known.is_some() {
        script += LIVE_SCRIPT;
    }
    let policy = policy::policy(STYLE, &script, known.is_some());
    let data = inert(content.data);
    let known = known.map(|known| known.to_string());
    let mut html = String::new();
    for piece in PAGE.split_inclusive("}}") {
        let (before, place) = piece.rsplit_once("{{").unwrap_or((piece, ""));
        html += before;
        html += match place {
            "style}}" => STYLE,
            "script}}" => &script,
            "policy}}" => &policy,
            "known}}" => known.as_deref().unwrap_or_default(),
            "title}}" => content.title,
            "main}}" => content.main,
            "data}}" => &data,
            "games}}" => content.games,
            "details}}" => content.details,
            _ => "",
        };
    }
    Page { html, policy }
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
        let content = Content { data: &json, games: "[]", details: &inert, ..Content::default() };
        let page = fill(&content, None).html;
        assert_eq!(page.matches("</script>").count(), PAGE.matches("</script>").count());
        assert!(page.contains("{{style}}") && page.contains(STYLE));
        for place in
            ["{{policy}}", "{{script}}", "{{main}}", "{{data}}", "{{games}}", "{{details}}"]
        {
            assert!(PAGE.contains(place) && !page.contains(place));
        }
    }

    #[test]
    fn the_policy_allows_what_is_between_the_tags() {
        fn between<'a>(html: &'a str, tag: &str) -> &'a str {
            let (_, rest) = html.split_once(&format!("<{tag}>")).unwrap();
            rest.split_once(&format!("</{tag}>")).unwrap().0
        }
        for (scripts, known) in
            [(TOURNAMENT, None), (TOURNAMENT, Some(7)), (&[tuning::SCRIPT][..], None)]
        {
            let Page { html, policy } = fill(&Content { scripts, ..Content::default() }, known);
            let [style, script] = ["style", "script"].map(|tag| between(&html, tag));
            assert_eq!(policy, policy::policy(style, script, known.is_some()));
            assert_eq!(policy.contains("connect-src"), known.is_some());
            assert!(html.contains(&format!("content=\"{policy}\"")));
            // The browser would read these ends of lines as others.
            assert!(!html.contains('\r'));
        }
    }

    #[test]
    fn the_page_loads_nothing() {
        let scripts = &[TOURNAMENT, &[tuning::SCRIPT]].concat();
        let main = &[include_str!("tournament.html"), include_str!("tuning.html")].concat();
        let page = fill(&Content { scripts, main, ..Content::default() }, None).html;
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(word);
            assert!(!found, "{word}");
        }
    }
}
