//! What a person sees: a line for each game, and the table at the end.

use std::io::{self, Write};

use noughts_tournament::record::{GameRecord, GameResult, Termination};
use noughts_tournament::stats::{Sprt, Tally};
use noughts_tournament::tournament::{Notice, Observer};

use crate::statistics::{account, standings, test_line};

/// Prints a line as each game ends.
pub(crate) struct Lines {
    total: usize,
    width: usize,
    duplicates: usize,
}

impl Lines {
    /// For so many games of players with these names.
    pub(crate) fn new<'a>(total: usize, names: impl Iterator<Item = &'a str>) -> Lines {
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
        Lines { total, width, duplicates: 0 }
    }

    /// Prints the table, and what the test has come to.
    pub(crate) fn finish(&self, tally: &Tally, sprt: Option<&Sprt>) {
        if self.duplicates > 0 {
            print(&format!("{} games are duplicates of earlier ones", self.duplicates));
        }
        print(&standings(tally, &tally.ratings()));
        let [first, second] = tally.standings() else { return };
        let account = account(&first.games, &first.pairs);
        print(format!("\n{} against {}\n{account}", first.name, second.name).trim_end());
        if let Some(sprt) = sprt {
            print(test_line(sprt, &first.games, &first.pairs, Some(tally.faults())).trim_end());
        }
    }
}

/// A reader that has gone away must not end the tournament.
fn print(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

impl Observer for Lines {
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally) {
        let [x, o] = &record.players;
        let points = match record.result {
            GameResult::X => "1-0",
            GameResult::O => "0-1",
            GameResult::Draw => "½-½",
            GameResult::Unscored => "*",
        };
        let games: u64 =
            tally.standings().iter().map(|s| s.games.total() + s.unscored).sum::<u64>() / 2;
        let digits = self.total.to_string().len();
        let width = self.width;
        let mut line = format!(
            "{games:>digits$}/{}  {x:>width$} (X) {points:^3} (O) {o:<width$}  {:>3} plies  {:>6.2} s",
            self.total,
            record.opening.moves.len() + record.plies.len(),
            record.millis as f64 / 1000.0,
        );
        if let Some(leader) = lead(tally) {
            line += &format!("  {leader}");
        }
        if record.result == GameResult::Unscored {
            let dispute = record.dispute.as_deref().unwrap_or("it went on and on");
            line += &format!("  unscored by {}: {dispute}", record.termination);
        }
        if let (Termination::Fault(kind), Some(culprit)) = (record.termination, &record.culprit) {
            let name = record.players.get(culprit.player).map_or("", String::as_str);
            line += &format!("  {name} lost by {kind}: {}", culprit.detail);
        }
        print(&line);
    }

    fn noticed(&mut self, record: &GameRecord, notice: Notice) {
        match notice {
            Notice::BookExhausted => print(&format!(
                "note: the book is exhausted; from game {} on openings come again",
                record.game
            )),
            Notice::Duplicate(first) => {
                self.duplicates += 1;
                print(&format!("note: game {} is a duplicate of game {first}", record.game));
            }
        }
    }
}

/// The running score of a match of two.
fn lead(tally: &Tally) -> Option<String> {
    let [first, second] = tally.standings() else { return None };
    Some(format!("{} : {}", first.games.points(), second.games.points()))
}
