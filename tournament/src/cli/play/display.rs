//! The output of a run: a line for each game or a progress bar, tables at
//! intervals, and one table at the end.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use noughts_client::text::{MAX_NAME, rounded};
use noughts_tournament::journal::{ChangedProgram, ChangedSpeed, Doubt};
use noughts_tournament::model::record::{GameRecord, GameResult, Termination};
use noughts_tournament::model::sprt::Sprt;
use noughts_tournament::run::notices::Notice;
use noughts_tournament::run::tournament::summary::{Observer, Summary};
use noughts_tournament::stats::formulas::elo::Elo;
use noughts_tournament::stats::in_order::TestState;
use noughts_tournament::stats::{Standing, Tally};

use crate::cli::common::console::{self, BAD, Unshown, complain, styled, wrapped};
use crate::cli::common::programs;
use crate::cli::tables::grid::{fit_together, shortened, shown};
use crate::cli::tables::results::{
    account, against, crosstable, doubts, standings, superiorities, test_line, unconnected,
};

/// Options of the output.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Choice {
    /// Show only the table at the end
    #[arg(long, conflicts_with = "plain")]
    pub(crate) quiet: bool,
    /// Show a line for each game even on a terminal
    #[arg(long)]
    plain: bool,
    /// Show the table after every GAMES games
    #[arg(long, value_name = "GAMES")]
    table_every: Option<u64>,
    /// Show every line sent to and received from the engines, on standard error
    #[arg(long)]
    pub(crate) debug: bool,
}

/// The least time between two updates of the numbers beside the bar.
const REFRESH: Duration = Duration::from_millis(100);

/// Shows the progress and the results of a run.
pub(crate) struct Display {
    total: usize,
    width: usize,
    quiet: bool,
    /// Whether standard output is reserved for a machine-readable format.
    silent: bool,
    table_every: Option<u64>,
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    /// The first failed write. The tournament goes on without output.
    unshown: Option<Unshown>,
    refreshed: Option<Instant>,
    duplicates: usize,
    /// The journal, until the command that repairs it has been named.
    journal: Option<PathBuf>,
    /// The state of the run in a few words, if it is not that of the leaders.
    own_state: Option<OwnState>,
}

/// Describes the state of a run.
type OwnState = Box<dyn Fn(&Tally) -> String + Send>;

impl Display {
    /// Creates the output of a run of players with these names.
    pub(crate) fn new<'a>(
        choice: &Choice,
        names: impl Iterator<Item = &'a str>,
        sprt: Option<Sprt>,
    ) -> Display {
        let bar = (!choice.quiet && !choice.plain && io::stdout().is_terminal()).then(bar);
        Display {
            total: 0,
            width: names.map(|name| shown(name).chars().count().min(MAX_NAME)).max().unwrap_or(0),
            quiet: choice.quiet,
            silent: false,
            table_every: choice.table_every.filter(|&games| games > 0),
            sprt,
            bar,
            unshown: None,
            refreshed: None,
            duplicates: 0,
            journal: None,
            own_state: None,
        }
    }

    /// Names the journal in the note that tells how to repair it.
    #[must_use]
    pub(crate) fn of_journal(self, journal: Option<&Path>) -> Display {
        Display { journal: journal.map(Path::to_path_buf), ..self }
    }

    /// Describes the state of the run in these words, after every game.
    #[must_use]
    pub(crate) fn with_state(self, state: impl Fn(&Tally) -> String + Send + 'static) -> Display {
        Display { own_state: Some(Box::new(state)), ..self }
    }

    /// If `silent`, leaves standard output to a machine-readable format.
    #[must_use]
    pub(crate) fn silenced(self, silent: bool) -> Display {
        let bar = self.bar.filter(|_| !silent);
        Display { silent, bar, ..self }
    }

    /// Shows the results, if there is a tally, and the state of the test.
    ///
    /// # Errors
    ///
    /// When a write has failed, now or earlier.
    pub(crate) fn finish(mut self, summary: Option<&Summary>) -> Result<(), Unshown> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.quiet = false;
        match self.duplicates {
            0 => {}
            1 => self.show("1 game is a duplicate of an earlier one"),
            many => self.show(&format!("{many} games are duplicates of earlier ones")),
        }
        if let Some(summary) = summary {
            self.show(&self.results(&summary.tally, summary.test.as_ref()));
        }
        self.unshown.map_or(Ok(()), Err)
    }

    /// Returns the text of the final results.
    fn results(&self, tally: &Tally, test: Option<&TestState>) -> String {
        let ratings = tally.ratings();
        let width = console::width();
        let table = standings(tally, &ratings);
        // A larger matrix does not fit on a screen; `stats` prints it.
        if (3..=12).contains(&tally.standings().len()) {
            let tables = [table, crosstable(tally, &ratings), superiorities(tally, &ratings)];
            let text = fit_together(tables, width).join("\n\n") + "\n\n";
            return (text + &doubts(tally, &ratings)).trim_end().to_string();
        }
        let mut text = table.fit(width);
        if let [first, second] = tally.standings() {
            let account = wrapped(&account(Some(&first.games), &first.pairs));
            text += &format!("\n\n{}\n{}", against(first, second), account.trim_end());
            let line = |test| wrapped(test_line(test, Some(tally.faults())).trim_end());
            text += &test.map_or(String::new(), |test| format!("\n{}", line(test)));
        } else {
            text += &format!("\n\n{}", unconnected(tally));
        }
        text.trim_end().to_string()
    }

    /// Returns the line of the test on the games so far, if there is one.
    fn test(&self, tally: &Tally) -> Option<String> {
        let (sprt, first) = (self.sprt.as_ref()?, tally.standings().first()?);
        let state = TestState::of_counts(*sprt, &first.games, &first.pairs);
        let line = test_line(&state, Some(tally.faults()));
        Some(wrapped(line.trim_end()))
    }

    /// Shows one or more lines, above the bar if there is one.
    fn show(&mut self, text: &str) {
        if self.quiet || self.silent {
            return;
        }
        if let Err(unshown) = console::show_above(self.bar.as_ref(), text) {
            self.unshown.get_or_insert(unshown);
        }
    }

    /// Returns the current score, Elo and log-likelihood ratio in one line.
    fn state(&self, tally: &Tally) -> String {
        if let Some(state) = &self.own_state {
            return state(tally);
        }
        let [first, second] = tally.standings() else {
            return leaders(tally);
        };
        let mut state = format!(
            "{} {} : {} {}",
            shown(&first.name),
            first.games.points(),
            second.games.points(),
            shown(&second.name)
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

/// Returns the players with the best scores, the best first.
fn leaders(tally: &Tally) -> String {
    const SHOWN: usize = 3;
    let ranked = tally.ranked().into_iter().filter(|standing| standing.games.total() > 0);
    let score = |standing: &Standing| {
        let (points, games) = (standing.games.points(), standing.games.total());
        format!("{} {points}/{games}", shortened(&shown(&standing.name), 16))
    };
    let scores: Vec<String> = ranked.take(SHOWN).map(score).collect();
    format!("leading: {}", scores.join(", "))
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stdout());
    ProgressStyle::with_template(template(console::width()))
        // The templates are valid; if not, the default style would do.
        .map_or(bar.clone(), |style| bar.clone().with_style(style))
}

/// Returns the template of the bar: a line of progress and a line of results.
fn template(width: Option<usize>) -> &'static str {
    match width {
        Some(..60) => "{pos}/{len} games, {eta} to go\n{wide_msg}",
        _ => "{bar:20} {pos}/{len} games, {elapsed} so far, about {eta} to go\n{wide_msg}",
    }
}

impl Display {
    /// Names the command that repairs the journal, once.
    fn name_repair(&mut self) {
        if let Some(journal) = self.journal.take() {
            complain(programs::repair(&journal));
        }
    }
}

impl Observer for Display {
    fn resumed(&mut self, played: usize, is_over: bool) {
        if let Some(bar) = &self.bar {
            bar.set_position(played as u64);
            // Estimate the time left from the games of this run only.
            bar.reset_eta();
        }
        let total = self.total;
        self.show(&match (is_over, played < total) {
            (false, _) => format!("resuming after {played} of {total} games"),
            (true, true) => {
                format!("complete: the test was decided after {played} of {total} games")
            }
            (true, false) => format!("complete: the journal has all {total} games"),
        });
    }

    fn total_changed(&mut self, total: usize) {
        self.total = total;
        if let Some(bar) = &self.bar {
            bar.set_length(total as u64);
        }
    }

    fn game_ended(&mut self, record: &GameRecord, tally: &Tally) {
        let ended = games(tally);
        let anomaly = anomaly(record);
        if let Some(bar) = &self.bar {
            bar.set_position(ended);
            if self.refreshed.is_none_or(|last| last.elapsed() > REFRESH) {
                bar.set_message(self.state(tally));
                self.refreshed = Some(Instant::now());
            }
        }
        // With a bar only faults and unscored games have a line of their own.
        if self.bar.is_none() || anomaly.is_some() {
            let mut line = line(record, tally, self.total, self.width);
            if let Some(state) = &self.own_state {
                line += &format!("  {}", state(tally));
            }
            let anomaly = anomaly.map_or(String::new(), |anomaly| styled(BAD, anomaly));
            self.show(&(line + &anomaly));
        }
        if self.table_every.is_some_and(|games| ended.is_multiple_of(games)) {
            self.show(&standings(tally, &tally.ratings()).fit(console::width()));
            if let Some(line) = self.test(tally) {
                self.show(&line);
            }
        }
    }

    fn speed_changed(&mut self, change: &ChangedSpeed) {
        self.show(&format!("note: {change}"));
    }

    fn program_changed(&mut self, change: &ChangedProgram) {
        if self.quiet {
            // The results may be those of another program.
            return complain(format_args!("note: {change}"));
        }
        self.show(&format!("note: {change}"));
    }

    fn line_doubted(&mut self, line: &Doubt) {
        complain(format_args!("note: in the journal, {line}"));
        self.name_repair();
    }

    fn noticed(&mut self, record: &GameRecord, notice: Notice) {
        match notice {
            Notice::BookExhausted => self.show(&format!(
                "note: all openings have been played; they repeat from game {} on",
                record.game
            )),
            Notice::Stray => {
                self.show(&format!(
                    "note: the journal has a game {} that is none of this tournament; it does not \
                     count",
                    record.game
                ));
                self.name_repair();
            }
            Notice::Superseded => self.show(&format!(
                "note: game {} of the journal no longer follows from the games before it, some of \
                 which were lost; it is played again with its new pairing",
                record.game
            )),
            Notice::Stopped(millis) => self.show(&format!(
                "note: the runner was stopped for {} during game {}; no clock was charged for it",
                rounded(Duration::from_millis(millis)),
                record.game
            )),
            Notice::Load(load) => self.show(&format!(
                "note: the load average of this machine, {load:.1}, exceeds its number of \
                 processors; losses on time may be the machine's fault"
            )),
            Notice::Duplicate(first) => {
                self.duplicates += 1;
                if self.bar.is_none() {
                    self.show(&format!(
                        "note: game {} is a duplicate of game {first}",
                        record.game
                    ));
                }
            }
        }
    }
}

/// Returns the number of finished games.
fn games(tally: &Tally) -> u64 {
    tally.standings().iter().map(|s| s.games.total() + s.unscored).sum::<u64>() / 2
}

/// Returns the line of a finished game.
fn line(record: &GameRecord, tally: &Tally, total: usize, width: usize) -> String {
    let [x, o] = record.players.each_ref().map(|name| shortened(&shown(name), MAX_NAME));
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

/// Describes the fault of a game, or why it is unscored.
fn anomaly(record: &GameRecord) -> Option<String> {
    if record.result == GameResult::Unscored {
        let dispute = record.dispute.as_deref().unwrap_or("it reached max_plies");
        return Some(format!("  unscored by {}: {dispute}", record.termination));
    }
    let (Termination::Fault(kind), Some(culprit)) = (record.termination, &record.culprit) else {
        return None;
    };
    let name = shown(record.players.get(culprit.player).map_or("", String::as_str));
    Some(format!("  {name} lost by {kind}: {}", culprit.detail))
}
