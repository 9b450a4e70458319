//! The results of a ladder in Markdown, for the README of an engine.

use std::fmt::Write;

use noughts_client::text::counted;

use super::LadderResults;
use crate::files::kind::FileKind;
use crate::output::formats::markdown::escaped;

impl LadderResults {
    /// Returns the snippet; `badge` is the file of the badge, as the README names it, and
    /// `command` the command that was run.
    pub fn snippet(&self, badge: Option<&str>, command: &str) -> String {
        let mut text = format!("{}{}\n\n", FileKind::Markdown.beginning(), escaped(&self.engine));
        if let Some(badge) = badge {
            let _ = writeln!(text, "![{}: {}](<{badge}>)\n", self.game, self.rating_text());
        }
        let limits =
            if self.limits.is_empty() { String::new() } else { format!(", {}", self.limits) };
        let _ = writeln!(
            text,
            "On the ladder of noughts, `{}`: {} ({}{limits}).\n",
            self.game,
            self.sentence,
            counted(self.played, "game")
        );
        text += "| level | rating | games | won | drawn | lost |\n";
        text += "|--:|--:|--:|--:|--:|--:|\n";
        for level in self.levels.iter().filter(|level| level.games.total > 0) {
            let count = |count: Option<u64>| count.map_or("-".to_string(), |n| n.to_string());
            let games = &level.games;
            let _ = writeln!(
                text,
                "| {} | {:.0} | {} | {} | {} | {} |",
                level.level,
                level.rating,
                games.total,
                count(games.wins),
                count(games.draws),
                count(games.losses)
            );
        }
        for note in self.notes() {
            let _ = writeln!(text, "\n{}", escaped(&note));
        }
        let _ = writeln!(text, "\n```\n{command}\n```");
        text
    }
}
