//! The command `follow`: watches the journals of shares that are being played,
//! and ends the jobs when the test is decided.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use noughts_client::stop::Stop;
use noughts_client::text::counted;
use noughts_tournament::journal::follow::{Follower, Progress};

use crate::cli::common::console::{self, complain, complain_error};
use crate::cli::common::end::{End, misuse};
use crate::cli::common::signals;
use crate::cli::options::sprt;
use crate::cli::tables::results::{standings, test_line, unconnected};

/// Arguments of the command `follow`.
#[derive(Debug, Args)]
#[command(
    after_help = "The test is decided by the first pairing, in the order of their numbers, with which \
                  it crosses a bound; later games do not change the verdict. Of journals of different \
                  tournaments, those of the tournament with the most journals are followed. Exit \
                  codes: 0 all games played or all jobs gone with all games, 1 --running failed 20 \
                  times in a row before that, 2 jobs gone or the patience over and no tournament \
                  with the most journals, 3 jobs gone, the patience over or a signal before that, \
                  5 accepted, 6 rejected."
)]
pub(crate) struct Follow {
    /// The journals, or patterns of their names such as 'shares/*.journal', in
    /// quotes so that journals are found that appear later
    #[arg(required = true, value_name = "PATTERN")]
    words: Vec<String>,
    /// A command that ends the jobs, run when the test is decided, such as
    /// 'scancel 12'
    #[arg(long, value_name = "COMMAND")]
    cancel: Option<String>,
    /// A command that prints something as long as jobs run or wait, such as
    /// 'squeue --noheader --jobs 12'; without jobs nothing more is awaited
    #[arg(long, value_name = "COMMAND")]
    running: Option<String>,
    /// The pause between two looks, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    every: f64,
    /// End with code 3 when this many seconds have brought neither a journal nor
    /// a game; without it there is no limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    patience: Option<f64>,
    /// The test, if it is not that of the tournament: 0,5 or, as KEY=VALUE words
    /// as in run, elo0=0 elo1=5
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA][,MODEL][,COUNTS]",
        allow_hyphen_values = true
    )]
    sprt: Option<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.01 to 86400 is expected".to_string())
}

/// The number of consecutive failures of the command `--running` after which
/// the jobs are no longer watched.
const MAX_FAILURES: u32 = 20;

/// The state of the jobs, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jobs {
    Running,
    Gone,
    /// The command `--running` failed too often.
    Unwatched,
    /// There is no command `--running`, or it has just failed.
    Unknown,
}

impl Follow {
    /// Watches until the test is decided, all games are present, all jobs are
    /// gone, or nothing new comes within `--patience`.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        let (patterns, test) = sprt::separate("follow", self.sprt.as_ref(), &self.words)?;
        if patterns.is_empty() {
            return Err(misuse("follow", "name the journals, or a pattern of their names").into());
        }
        for pattern in &patterns {
            glob::Pattern::new(pattern).map_err(|error| misuse(pattern, error))?;
        }
        let stop = Stop::default();
        signals::obey(&stop, "ending; the jobs go on").context("cannot handle signals")?;
        let mut follower = Follower::new(test.map(|test| test.0));
        let (mut failures, mut shown) = (0, String::new());
        let patience = self.patience.map(Duration::from_secs_f64);
        let (mut is_first, mut changed) = (true, Instant::now());
        let mut jobs;
        // A scheduler may not list new jobs yet, so a first answer without jobs
        // is not final.
        let mut may_be_new = true;
        loop {
            // Asked before the journals are read, so that these have all games
            // of the jobs that are gone.
            jobs = self.jobs(&mut failures);
            follower.poll(&paths(&patterns)).iter().for_each(complain);
            let progress = follower.progress();
            if let (Some(words), Some(progress)) = (&self.sprt, &progress)
                && progress.tally.standings().len() != 2
            {
                let reason = "a test needs journals of exactly two engines";
                return Err(misuse(&format!("--sprt {words}"), reason).into());
            }
            let waiting = || follower.tie().unwrap_or_else(|| "no journal yet".to_string());
            let line = progress.as_ref().map_or_else(waiting, status);
            if line != shown {
                complain(&line);
                (shown, changed) = (line, Instant::now());
            }
            let is_decided = progress.as_ref().is_some_and(|p| p.order.decision().is_some());
            let is_complete = progress.as_ref().is_some_and(|p| p.played >= p.total);
            let is_over = jobs == Jobs::Unwatched || jobs == Jobs::Gone && !may_be_new;
            may_be_new &= jobs == Jobs::Unknown;
            if is_decided || is_complete || is_over || stop.asked() {
                break;
            }
            if std::mem::take(&mut is_first) {
                note_unmatched(&patterns);
            }
            let left = patience.map(|patience| patience.saturating_sub(changed.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                let seconds = self.patience.unwrap_or_default();
                complain(format_args!("nothing new for {seconds} s; no longer waiting"));
                break;
            }
            let pause = Duration::from_secs_f64(self.every);
            rest(left.map_or(pause, |left| left.min(pause)), &stop);
        }
        let decision = follower.progress().and_then(|progress| progress.order.decision());
        if decision.is_some() {
            self.cancel();
            if jobs != Jobs::Unwatched {
                self.await_jobs(&stop);
            }
            follower.poll(&paths(&patterns)).iter().for_each(complain);
        }
        let early = if jobs == Jobs::Unwatched { End::Failed } else { End::Stopped };
        let Some(progress) = follower.progress() else {
            if let Some(tie) = follower.tie().filter(|_| !stop.asked()) {
                return Err(misuse("follow", tie).into());
            }
            complain("there is no journal");
            return Ok(early);
        };
        show(&progress)?;
        Ok(match decision {
            Some(decision) => End::from(Some(decision.verdict)),
            None if progress.played >= progress.total => End::Finished,
            None => early,
        })
    }

    /// Runs the command `--running`. A command that fails now and then, such as
    /// a query to a busy server, is run again later.
    fn jobs(&self, failures: &mut u32) -> Jobs {
        let Some(command) = &self.running else { return Jobs::Unknown };
        let failure = match shell(command).stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => {
                *failures = 0;
                let says_nothing = output.stdout.trim_ascii().is_empty();
                return if says_nothing { Jobs::Gone } else { Jobs::Running };
            }
            Ok(output) => output.status.to_string(),
            Err(error) => error.to_string(),
        };
        *failures += 1;
        if *failures < MAX_FAILURES {
            complain(format_args!("note: \"{command}\" failed ({failure}); trying again"));
            return Jobs::Unknown;
        }
        complain_error(&format!(
            "\"{command}\" failed {MAX_FAILURES} times in a row ({failure}); the jobs cannot be watched"
        ));
        Jobs::Unwatched
    }

    /// Ends the jobs with the command `--cancel`. If it fails, the verdict is
    /// still shown.
    fn cancel(&self) {
        let Some(command) = &self.cancel else { return };
        let failure = match shell(command).stdout(Stdio::inherit()).status() {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        complain(format_args!("note: \"{command}\" failed ({failure}); end the jobs yourself"));
    }

    /// Waits until the jobs that were cancelled are gone.
    fn await_jobs(&self, stop: &Stop) {
        let mut failures = 0;
        let pause = Duration::from_secs_f64(self.every.min(1.0));
        while self.running.is_some()
            && !stop.asked()
            && matches!(self.jobs(&mut failures), Jobs::Running | Jobs::Unknown)
        {
            rest(pause, stop);
        }
    }
}

/// Reports patterns that match no file yet, perhaps by mistake.
fn note_unmatched(patterns: &[String]) {
    for pattern in patterns {
        let mut found = glob::glob(pattern).into_iter().flatten().filter_map(Result::ok);
        if found.next().is_none() {
            complain(format_args!("note: no file matches \"{pattern}\" yet; waiting for one"));
        }
    }
}

/// Returns the files that match now.
fn paths(patterns: &[String]) -> Vec<PathBuf> {
    let found = patterns.iter().filter_map(|pattern| glob::glob(pattern).ok());
    // A folder that cannot be read has no journals yet.
    let mut paths: Vec<PathBuf> = found.flat_map(|found| found.filter_map(Result::ok)).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// Returns a command of the shell, without input.
fn shell(command: &str) -> Command {
    let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell.args([option, command]).stdin(Stdio::null());
    shell
}

/// Sleeps until the time is over or a signal arrives.
fn rest(time: Duration, stop: &Stop) {
    let until = Instant::now() + time;
    while !stop.asked() && Instant::now() < until {
        thread::sleep(
            until.saturating_duration_since(Instant::now()).min(Duration::from_millis(50)),
        );
    }
}

/// Returns the state in one line.
fn status(progress: &Progress<'_>) -> String {
    let Progress { journals, played, total, order, .. } = progress;
    let total = counted(*total, "game");
    let mut line = format!("{played} of {total} in {}", counted(*journals, "journal"));
    if let Some(sprt) = order.sprt() {
        let [low, high] = sprt.bounds();
        line += &format!(
            "  LLR {:.2} ({low:.2}, {high:.2}) up to pairing {}",
            order.llr(),
            order.next() - 1
        );
    }
    line
}

/// Prints the final results.
fn show(progress: &Progress<'_>) -> anyhow::Result<()> {
    let tally = progress.tally;
    let mut text = standings(tally, &tally.ratings()).fit(console::width()) + "\n";
    text += &unconnected(tally);
    if let Some(state) = progress.order.state(tally) {
        text += &console::wrapped(&test_line(&state, Some(tally.faults())));
        // With later games, the line above already names the decision.
        if let Some(decision) = state.decision.filter(|_| state.earlier_decision().is_none()) {
            text += &format!(
                "the test was {} with pairing {}, at LLR {:.2}\n",
                decision.verdict, decision.pairing, decision.llr
            );
        }
    }
    console::show(&text)?;
    Ok(())
}
