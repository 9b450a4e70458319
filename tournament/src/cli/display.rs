//! What a person sees during a run: a line for each game or a progress bar,
//! tables now and then, and one at the end.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use noughts_tournament::record::{GameRecord, GameResult, Termination};
use noughts_tournament::stats::{Elo, Sprt, Tally};
use noughts_tournament::tournament::{Notice, Observer};

use super::console::{self, Unshown};
use super::tables::{account, standings, superiorities, test_line};

/// How much is shown.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Choice {
    /// Show nothing before the table at the end
    #[arg(long, conflicts_with = "plain")]
    quiet: bool,
    /// Show a line for each game, as where there is no terminal
    #[arg(long)]
    plain: bool,
    /// Show the table after every so many games
    #[arg(long, value_name = "GAMES")]
    table_every: Option<u64>,
    /// Show all that is said between the runner and the engines, as it is said
    #[arg(long)]
    pub(crate) debug: bool,
}

/// How often the running numbers are worked out anew for the bar.
const REFRESH: Duration = Duration::from_millis(100);

/// Tells a person of a run.
pub(crate) struct Display {
    total: usize,
    width: usize,
    quiet: bool,
    table_every: Option<u64>,
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    /// What could not be shown first. The tournament goes on without.
    unshown: Option<Unshown>,
    refreshed: Option<Instant>,
    duplicates: usize,
}

impl Display {
    /// For so many games of players with these names.
    pub(crate) fn new<'a>(
        choice: &Choice,
        total: usize,
        names: impl Iterator<Item = &'a str>,
        sprt: Option<Sprt>,
    ) -> Display {
        let bar =
            (!choice.quiet && !choice.plain && io::stdout().is_terminal()).then(|| bar(total));
        Display {
            total,
            width: names.map(|name| name.chars().count()).max().unwrap_or(0),
            quiet: choice.quiet,
            table_every: choice.table_every.filter(|&games| games > 0),
            sprt,
            bar,
            unshown: None,
            refreshed: None,
            duplicates: 0,
        }
    }

    /// Shows the table, if there is one, and what the test has come to.
    ///
    /// # Errors
    ///
    /// When that, or something before, could not be shown.
    pub(crate) fn finish(mut self, tally: Option<&Tally>) -> Result<(), Unshown> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.quiet = false;
        if self.duplicates > 0 {
            self.tell(&format!("{} games are duplicates of earlier ones", self.duplicates));
        }
        if let Some(tally) = tally {
            self.tell(&self.results(tally));
        }
        self.unshown.map_or(Ok(()), Err)
    }

    /// The results as they are at the end.
    fn results(&self, tally: &Tally) -> String {
        let ratings = tally.ratings();
        let mut text = standings(tally, &ratings);
        if let [first, second] = tally.standings() {
            let account = account(Some(&first.games), &first.pairs);
            text += &format!("\n\n{} against {}\n{}", first.name, second.name, account.trim_end());
            text += &self.test(tally).map_or(String::new(), |line| format!("\n{line}"));
        } else if (3..=12).contains(&tally.standings().len()) {
            // A wider matrix is no longer read; `stats` has it.
            text += &format!("\n\n{}", superiorities(tally, &ratings));
        }
        text
    }

    /// The state of the test, if there is one.
    fn test(&self, tally: &Tally) -> Option<String> {
        let (sprt, first) = (self.sprt.as_ref()?, tally.standings().first()?);
        let line = test_line(sprt, &first.games, &first.pairs, Some(tally.faults()));
        Some(line.trim_end().to_string())
    }

    /// Shows a line or more, above the bar if there is one.
    fn tell(&mut self, text: &str) {
        if self.quiet {
            return;
        }
        let line = format!("{text}\n");
        let shown = match &self.bar {
            Some(bar) => bar.suspend(|| console::show(&line)),
            None => console::show(&line),
        };
        if let Err(unshown) = shown {
            self.unshown.get_or_insert(unshown);
        }
    }

    /// The running numbers.
    fn state(&self, tally: &Tally) -> String {
        let [first, second] = tally.standings() else {
            let leader = tally.ranked().first().map_or("", |standing| &standing.name);
            return format!("{leader} leads");
        };
        let mut state = format!(
            "{} {} : {} {}",
            first.name,
            first.games.points(),
            second.games.points(),
            second.name
        );
        if let Some(Elo { difference, error }) = first.elo() {
            state += &format!("  Elo {difference:+.1} ± {error:.1}");
        }
        if let Some(sprt) = &self.sprt {
            let [low, high] = sprt.bounds();
            let llr = sprt.llr(&first.games, &first.pairs);
            state += &format!("  LLR {llr:.2} ({low:.2}, {high:.2})");
        }
        match tally.faults() {
            0 => {}
            faults => state += &format!("  {faults} faults"),
        }
        state
    }
}

fn bar(total: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stdout());
    let form = "{bar:20} {pos}/{len}  {elapsed} + {eta}  {msg}";
    // The form is right, and if it were not the usual one would do.
    ProgressStyle::with_template(form).map_or(bar.clone(), |style| bar.clone().with_style(style))
}

impl Observer for Display {
    fn resumed(&mut self, played: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(played as u64);
            // The time that is left follows from the games of this run.
            bar.reset_eta();
        }
        self.tell(&format!("going on after {played} games of {}", self.total));
    }

    fn game_ended(&mut self, record: &GameRecord, tally: &Tally) {
        let ended = games(tally);
        let out_of_order = out_of_order(record);
        if let Some(bar) = &self.bar {
            bar.set_position(ended);
            if self.refreshed.is_none_or(|last| last.elapsed() > REFRESH) {
                bar.set_message(self.state(tally));
                self.refreshed = Some(Instant::now());
            }
        }
        // Beside a bar only what is unusual has a line of its own.
        if self.bar.is_none() || out_of_order.is_some() {
            let line = line(record, tally, self.total, self.width);
            self.tell(&(line + &out_of_order.unwrap_or_default()));
        }
        if self.table_every.is_some_and(|games| ended.is_multiple_of(games)) {
            self.tell(&standings(tally, &tally.ratings()));
            if let Some(line) = self.test(tally) {
                self.tell(&line);
            }
        }
    }

    fn noticed(&mut self, record: &GameRecord, notice: Notice) {
        match notice {
            Notice::BookExhausted => self.tell(&format!(
                "note: the book is exhausted; from game {} on openings come again",
                record.game
            )),
            Notice::Superseded => self.tell(&format!(
                "note: game {} of the journal no longer follows from the games before it, of \
                 which some had been lost, and is played again",
                record.game
            )),
            Notice::Duplicate(first) => {
                self.duplicates += 1;
                if self.bar.is_none() {
                    self.tell(&format!(
                        "note: game {} is a duplicate of game {first}",
                        record.game
                    ));
                }
            }
        }
    }
}

/// How many games are over.
fn games(tally: &Tally) -> u64 {
    tally.standings().iter().map(|s| s.games.total() + s.unscored).sum::<u64>() / 2
}

/// A line for a game.
fn line(record: &GameRecord, tally: &Tally, total: usize, width: usize) -> String {
    let [x, o] = &record.players;
    let points = match record.result {
        GameResult::X => "1-0",
        GameResult::O => "0-1",
        GameResult::Draw => "½-½",
        GameResult::Unscored => "*",
    };
    let games = games(tally);
    let digits = total.to_string().len();
    let mut line = format!(
        "{games:>digits$}/{total}  {x:>width$} (X) {points:^3} (O) {o:<width$}  {:>3} plies  {:>6.2} s",
        record.opening.moves.len() + record.plies.len(),
        record.millis as f64 / 1000.0,
    );
    if let [first, second] = tally.standings() {
        line += &format!("  {} : {}", first.games.points(), second.games.points());
    }
    if let Termination::Adjudicated(reason) = record.termination {
        line += &format!("  {reason}");
    }
    line
}

/// What is unusual about a game.
fn out_of_order(record: &GameRecord) -> Option<String> {
    if record.result == GameResult::Unscored {
        let dispute = record.dispute.as_deref().unwrap_or("it went on and on");
        return Some(format!("  unscored by {}: {dispute}", record.termination));
    }
    let (Termination::Fault(kind), Some(culprit)) = (record.termination, &record.culprit) else {
        return None;
    };
    let name = record.players.get(culprit.player).map_or("", String::as_str);
    Some(format!("  {name} lost by {kind}: {}", culprit.detail))
}
