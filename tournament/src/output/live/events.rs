//! The messages of a live page, as server-sent events, made from the news of the
//! runner. One message is made for all readers, whatever their number.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use super::board_news::Board;
use super::feed::News;
use crate::journal::ReadError;
use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::output::report::{GameLines, Page, Setting, Summary, live_page, page_json};

/// The number of boards on the page; further games are only counted.
const MAX_BOARDS: usize = 16;
/// The number of games that can be opened on the page, the newest ones.
const MAX_GAMES: usize = 5_000;
/// The number of ended games in a message, the newest ones: nobody looks at more
/// in a tenth of a second.
const MAX_NEWS: usize = 50;
/// The number of openings on the page, those with the most games.
const MAX_OPENINGS: usize = 200;
/// The least time between two summaries.
const SUMMARY_INTERVAL: Duration = Duration::from_secs(1);
/// The least pause after a summary, as a multiple of the time that it took.
const SUMMARY_PAUSE_FACTOR: u32 = 20;

/// The state of the page.
#[derive(Debug)]
pub(super) struct Events {
    summary: Summary,
    setting: Setting,
    /// The newest games.
    games: VecDeque<GameLines>,
    /// The number of games that are no longer among them.
    forgotten: usize,
    boards: Vec<Board>,
    /// The number of games being played.
    running: usize,
    /// When the summary may be sent, if it has changed.
    summary_due: Option<Instant>,
    next_summary: Instant,
    over: Option<String>,
}

impl Events {
    pub(super) fn new(config: &Config, setting: Setting) -> Events {
        Events {
            summary: Summary::new(config),
            setting,
            games: VecDeque::new(),
            forgotten: 0,
            boards: Vec::new(),
            running: 0,
            summary_due: None,
            next_summary: Instant::now(),
            over: None,
        }
    }

    /// Returns the page with everything so far.
    pub(super) fn page(&self) -> Result<Page, ReadError> {
        live_page(&self.summary.data(self.setting, MAX_OPENINGS), self.games.iter(), self.count())
    }

    /// Returns whether the tournament has ended.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    fn count(&self) -> usize {
        self.forgotten + self.games.len()
    }

    /// Returns the first message for a reader that knows the first `known`
    /// games.
    pub(super) fn first(&self, known: usize) -> String {
        let mut text = String::from("retry: 1000\n");
        if known > self.count() || known < self.forgotten {
            push(&mut text, "reload", self.count(), &Value::Null);
            return text;
        }
        if known < self.count() {
            self.push_games(&mut text, known);
        }
        let boards: Vec<Value> = self.boards.iter().map(|board| board.since(0)).collect();
        push(&mut text, "boards", self.count(), &self.board_message(&boards));
        push(&mut text, "summary", self.count(), &self.summary.data(self.setting, MAX_OPENINGS));
        if let Some(why) = &self.over {
            push(&mut text, "over", self.count(), &json!({ "why": why }));
        }
        text
    }

    /// Takes the news out of the feed, which is locked meanwhile.
    pub(super) fn take(&mut self, news: &mut News) -> NewsBatch {
        let boards = self.take_boards(news);
        NewsBatch {
            ended: std::mem::take(&mut news.ended),
            runs: news.runs.take(),
            over: news.over.clone(),
            boards,
        }
    }

    /// Counts what was taken; returns the message for all readers, which is
    /// empty if nothing has changed or there are no readers.
    pub(super) fn message(
        &mut self,
        taken: NewsBatch,
        has_readers: bool,
    ) -> Result<String, ReadError> {
        let mut text = String::new();
        let known = self.count();
        if !taken.ended.is_empty() || taken.runs.is_some() {
            self.summary_due.get_or_insert(self.next_summary);
        }
        if let Some(runs) = taken.runs {
            self.summary.set_runs(&runs);
        }
        for record in &taken.ended {
            self.add(record)?;
        }
        let ends = self.over.is_none() && taken.over.is_some();
        self.over = taken.over;
        let now = Instant::now();
        if !has_readers {
            return Ok(text);
        }
        if self.count() > known {
            self.push_games(&mut text, known.max(self.count().saturating_sub(MAX_NEWS)));
        }
        if let Some(boards) = taken.boards {
            push(&mut text, "boards", self.count(), &self.board_message(&boards));
        }
        if self.summary_due.is_some_and(|due| due <= now || ends) {
            push(
                &mut text,
                "summary",
                self.count(),
                &self.summary.data(self.setting, MAX_OPENINGS),
            );
            self.summary_due = None;
            self.next_summary = now + SUMMARY_INTERVAL.max(now.elapsed() * SUMMARY_PAUSE_FACTOR);
        }
        if ends {
            push(&mut text, "over", self.count(), &json!({ "why": self.over }));
        }
        Ok(text)
    }

    fn add(&mut self, record: &GameRecord) -> Result<(), ReadError> {
        self.games.extend(GameLines::new(&mut self.summary, record)?);
        if self.games.len() > MAX_GAMES {
            self.games.pop_front();
            self.forgotten += 1;
        }
        Ok(())
    }

    fn push_games(&self, text: &mut String, known: usize) {
        let games = self.games.iter().skip(known - self.forgotten);
        let rows: Vec<&str> = games.clone().map(GameLines::row).collect();
        let lines: Vec<&str> = games.map(GameLines::details).collect();
        // The rows are JSON, the lines of details are texts in it.
        let lines = serde_json::to_string(&lines).unwrap_or_default();
        let data = format!("{{\"rows\":[{}],\"details\":{lines}}}", rows.join(","));
        push_text(text, "games", self.count(), &data);
    }

    /// Updates the boards; returns their news, if there are any.
    fn take_boards(&mut self, news: &News) -> Option<Vec<Value>> {
        let shown = news.running.iter().take(MAX_BOARDS);
        let mut old = std::mem::take(&mut self.boards);
        let mut changed = self.running != news.running.len();
        self.running = news.running.len();
        let mut found = Vec::new();
        for (&number, game) in shown {
            let at = old.iter().position(|board| board.number() == number);
            let mut board = match at.map(|at| old.swap_remove(at)) {
                Some(board) => board,
                None => {
                    changed = true;
                    let Some(board) = Board::new(number, game, &self.summary) else { continue };
                    board
                }
            };
            let from = board.plies();
            board.catch_up(game);
            if board.plies() > from || from == 0 {
                changed |= board.plies() > from;
                found.push(board.since(from));
            }
            self.boards.push(board);
        }
        (changed || !old.is_empty()).then_some(found)
    }

    fn board_message(&self, boards: &[Value]) -> Value {
        let shown: Vec<usize> = self.boards.iter().map(Board::number).collect();
        json!({ "running": self.running, "shown": shown, "news": boards })
    }
}

/// The news taken from the feed.
#[derive(Debug)]
pub(super) struct NewsBatch {
    ended: Vec<GameRecord>,
    runs: Option<Vec<crate::journal::Run>>,
    over: Option<String>,
    boards: Option<Vec<Value>>,
}

impl NewsBatch {
    /// Returns whether the page has changed.
    pub(super) fn is_new(&self) -> bool {
        !self.ended.is_empty() || self.runs.is_some() || self.over.is_some()
    }
}

/// Adds an event; JSON has no line breaks.
fn push(text: &mut String, event: &str, id: usize, data: &impl Serialize) {
    push_text(text, event, id, &page_json(data).unwrap_or_default());
}

fn push_text(text: &mut String, event: &str, id: usize, data: &str) {
    // Writing to a string does not fail.
    let _ = write!(text, "event: {event}\nid: {id}\ndata: {data}\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts_client::{EngineConfig, Limits};

    /// Returns the state after this many games that ended at once.
    fn after(games: usize) -> (Events, String) {
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new("tictactoe".parse().unwrap(), ["a", "b"].map(engine).to_vec());
        let mut events = Events::new(&config, Setting::default());
        let ended = (1..=games).map(crate::journal::tests::record).collect();
        let mut news = News { ended, ..News::default() };
        let taken = events.take(&mut news);
        let message = events.message(taken, true).unwrap();
        (events, message)
    }

    #[test]
    fn only_the_newest_games_are_kept_and_sent() {
        let (events, message) = after(MAX_GAMES + 3);
        assert_eq!((events.games.len(), events.forgotten), (MAX_GAMES, 3));
        assert_eq!(message.matches("\"n\":").count(), MAX_NEWS, "{message}");
        assert!(message.contains(&format!("id: {}\n", MAX_GAMES + 3)));
        assert!(message.contains("event: summary\n"));
        // A reader that knows only forgotten games loads the page again.
        for (known, expected) in
            [(2, "reload"), (3, "games"), (MAX_GAMES + 3, "boards"), (MAX_GAMES + 4, "reload")]
        {
            let first = events.first(known);
            assert!(first.starts_with(&format!("retry: 1000\nevent: {expected}\n")), "{known}");
        }
        let page = events.page().unwrap().html;
        assert_eq!(page.matches("\"when\":7}").count(), MAX_GAMES);
    }

    #[test]
    fn nothing_new_is_no_message() {
        let (mut events, _) = after(1);
        let taken = events.take(&mut News::default());
        assert!(!taken.is_new());
        assert_eq!(events.message(taken, true).unwrap(), "");
        // Without readers games are counted all the same.
        let mut news = News { ended: vec![crate::journal::tests::record(2)], ..News::default() };
        let taken = events.take(&mut news);
        assert_eq!(events.message(taken, false).unwrap(), "");
        assert!(events.first(1).contains("\"n\":2"));
    }

    /// The interval of the standings has not passed, but no message comes after this one.
    #[test]
    fn the_last_message_has_the_final_standings() {
        let (mut events, _) = after(1);
        let ended = vec![crate::journal::tests::record(2)];
        let over = Some("finished".to_string());
        let mut news = News { ended, over, ..News::default() };
        let taken = events.take(&mut news);
        let message = events.message(taken, true).unwrap();
        let place = |event: &str| message.find(&format!("event: {event}\n")).expect("an event");
        assert!(place("games") < place("summary") && place("summary") < place("over"));
        assert!(message[place("summary")..].contains("\"played\":2"), "{message}");
    }
}
