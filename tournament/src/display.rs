//! What a person sees: a line for each game, and the table at the end.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, presets};
use noughts_tournament::record::{GameRecord, GameResult, Termination};
use noughts_tournament::stats::{Standing, Tally};
use noughts_tournament::tournament::Observer;

/// Prints a line as each game ends.
pub(crate) struct Lines {
    total: usize,
    width: usize,
}

impl Lines {
    /// For so many games of players with these names.
    pub(crate) fn new<'a>(total: usize, names: impl Iterator<Item = &'a str>) -> Lines {
        Lines { total, width: names.map(|name| name.chars().count()).max().unwrap_or(0) }
    }

    /// Prints the table.
    pub(crate) fn finish(&self, tally: &Tally) {
        print(&table(tally));
    }
}

/// A reader that has gone away must not end the tournament.
fn print(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

impl Observer for Lines {
    fn resumed(&mut self, played: usize) {
        print(&format!("going on after {played} games of {}", self.total));
    }

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
}

/// The running score of a match of two.
fn lead(tally: &Tally) -> Option<String> {
    let [first, second] = tally.standings() else { return None };
    Some(format!("{} : {}", first.games.points(), second.games.points()))
}

/// The standings, the best first.
fn table(tally: &Tally) -> String {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(presets::NOTHING.header_separator(rule));
    let faults = tally.standings().iter().any(|standing| standing.faults > 0);
    let mut header =
        vec!["", "engine", "games", "wins", "draws", "losses", "score", "Elo", "± (95 %)"];
    header.extend(faults.then_some("faults"));
    let unscored = tally.standings().iter().any(|standing| standing.unscored > 0);
    header.extend(unscored.then_some("unscored"));
    table.set_header(header);
    for (i, standing) in tally.ranked().into_iter().enumerate() {
        let mut row = row(i + 1, standing);
        row.extend(faults.then(|| standing.faults.to_string()));
        row.extend(unscored.then(|| standing.unscored.to_string()));
        table.add_row(row);
    }
    for (i, column) in table.column_iter_mut().enumerate() {
        if i != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

fn row(rank: usize, standing: &Standing) -> Vec<String> {
    let games = standing.games;
    let share = 100.0 * games.points() / games.total().max(1) as f64;
    let (elo, error) = match standing.elo() {
        Some(elo) => (format!("{:+.1}", elo.difference), format!("{:.1}", elo.error)),
        None => ("-".to_string(), "-".to_string()),
    };
    vec![
        rank.to_string(),
        standing.name.clone(),
        games.total().to_string(),
        games.wins.to_string(),
        games.draws.to_string(),
        games.losses.to_string(),
        format!("{share:.1} %"),
        elo,
        error,
    ]
}
