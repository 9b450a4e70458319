//! The command `check`: checks whether an engine conforms to UGI,
//! UCI or the Gomocup protocol.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Command};
use noughts::game::GameSpec;
use noughts::protocol::Start;
use noughts_check::report::{Format, Reporter, gomocup_table, table};
use noughts_check::{self, CheckError, Observer, Outcome, Subject, Verdict};
use noughts_client::Dialect;
use noughts_client::stop::Stop;
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::model::opening;
use noughts_tournament::output::formats::markdown;

use crate::cli::common::end::misuse;
use crate::cli::common::{builtin, console, signals};
use crate::cli::options::engine;
use crate::cli::options::formats::Formats;

/// The default game of the built-in engine.
const DEFAULT_GAME: &str = "tictactrains";

/// Arguments of the command `check`.
#[derive(Debug, Args)]
pub(crate) struct Conformance {
    /// The program of the engine, or `builtin`, and its arguments; the options
    /// of this command come before the program, and `--` after it begins
    /// arguments that have the names of such options
    #[arg(value_name = "ENGINE", required_unless_present = "list", trailing_var_arg = true)]
    command: Vec<String>,
    /// The protocol: ugi, uci or gomocup; by default the one that the engine
    /// answers
    #[arg(long, value_parser = engine::dialect)]
    dialect: Option<Dialect>,
    /// Set an option in every process; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine::option)]
    options: Vec<(String, String)>,
    /// The game that the engine plays, if it is one of noughts; moves are then
    /// checked by its rules
    #[arg(long, value_name = "SPEC")]
    game: Option<GameSpec>,
    /// The position from which searches begin: "startpos moves e2e4" or "fen
    /// TEXT moves …"
    #[arg(long, value_name = "TEXT", value_parser = opening::position, default_value = "startpos")]
    position: (Start, Vec<String>),
    /// The working directory of the engine
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Run only this step and the steps that it needs; may be given several
    /// times
    #[arg(long = "step", value_name = "NAME")]
    steps: Vec<String>,
    /// List the steps and their rules, and check no engine
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    formats: Formats,
    /// Write a badge that says whether the engine conforms
    #[arg(long, value_name = "SVG")]
    badge: Option<PathBuf>,
    /// Show the lines sent and received in all steps, not only in those that do
    /// not pass
    #[arg(long)]
    verbose: bool,
    /// Seconds to wait for a required reply
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    patience: Duration,
    /// Seconds to listen where the engine must stay silent
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.3")]
    silence: Duration,
    /// Seconds by which the engine may exceed a time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.25")]
    margin: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=100_000.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "0 to 100000 is expected".to_string())
}

impl Conformance {
    /// Checks the engine and returns whether it conforms.
    pub(crate) fn run(&self) -> anyhow::Result<bool> {
        if self.list {
            let tables = [table(noughts_check::rules()), gomocup_table(noughts_check::rules())];
            console::show(&tables.join("\n"))?;
            return Ok(true);
        }
        let Some((name, args)) = self.command.split_first() else {
            bail!("name the engine to check: its program, or builtin")
        };
        let own = Conformance::augment_args(Command::new("check"));
        let args = engine::arguments(&own, name, args)?;
        let is_builtin = name == "builtin";
        let badge: Vec<&Path> = self.badge.iter().map(PathBuf::as_path).collect();
        badge.iter().try_for_each(|badge| FileKind::Badge.check(badge))?;
        self.formats.check(FileKind::Steps, &badge)?;
        let (program, args) = if is_builtin {
            if let Some(argument) = args.first() {
                let reason = "the built-in engine takes no arguments; put options before builtin";
                return Err(misuse(argument, reason).into());
            }
            builtin::program().context("cannot find the path of this program")?
        } else {
            (PathBuf::from(name), args.to_vec())
        };
        let chooses = |name: &str| self.options.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        let game = match &self.game {
            None if is_builtin && !chooses("Game") && !chooses("UCI_Variant") => {
                DEFAULT_GAME.parse().ok()
            }
            game => game.clone(),
        };
        let subject = Subject {
            program,
            args,
            dir: self.dir.clone(),
            dialect: self.dialect.unwrap_or(Dialect::Auto),
            options: self.options.clone(),
            game,
            start: self.position.0.clone(),
            moves: self.position.1.clone(),
            patience: self.patience,
            silence: self.silence,
            margin: self.margin,
            guard: Some(builtin::guard()?),
        };
        let stop = Stop::default();
        signals::obey(&stop, "ending after this step")
            .context("cannot install the signal handlers")?;
        let mut reporters = self.reporters();
        noughts_check::check(&subject, &self.steps, &stop, &mut reporters)?;
        reporters.end()?;
        self.formats.write_check(&self.command.join(" "), &reporters.outcomes)?;
        if let Some(badge) = &self.badge {
            FileKind::Badge.replace(badge, &markdown::check_badge(&reporters.outcomes))?;
        }
        Ok(reporters.outcomes.iter().all(|outcome| outcome.verdict != Verdict::Fail))
    }

    /// Returns the reporters of the text, unless a format replaces it, and of
    /// JSON.
    fn reporters(&self) -> Reporters {
        let text = if self.verbose { Format::Full } else { Format::Brief };
        let stdout = || Box::new(anstream::stdout()) as Box<dyn Write>;
        let mut all = Vec::new();
        if !self.formats.replace_text() {
            all.push(Reporter::new(stdout(), text).in_color());
        }
        let mut file = None;
        match self.formats.json() {
            None => {}
            Some(None) => all.push(Reporter::new(stdout(), Format::Json)),
            Some(Some(path)) => {
                file = Some((path.to_path_buf(), Reporter::new(Vec::new(), Format::Json)));
            }
        }
        Reporters { all, file, outcomes: Vec::new() }
    }
}

/// The reporters of a check, and the outcomes of its steps.
struct Reporters {
    all: Vec<Reporter<Box<dyn Write>>>,
    /// The file of the steps, which is replaced when the check has ended.
    file: Option<(PathBuf, Reporter<Vec<u8>>)>,
    outcomes: Vec<Outcome>,
}

impl Reporters {
    fn end(&mut self) -> anyhow::Result<()> {
        self.all.iter_mut().try_for_each(Reporter::end).map_err(CheckError::Report)?;
        if let Some((path, mut reporter)) = self.file.take() {
            reporter.end().map_err(CheckError::Report)?;
            FileKind::Steps.replace(&path, &String::from_utf8_lossy(&reporter.into_inner()))?;
        }
        Ok(())
    }
}

impl Observer for Reporters {
    fn check_began(&mut self, subject: &Subject, dialect: Dialect, steps: usize) -> io::Result<()> {
        if let Some((_, file)) = &mut self.file {
            file.check_began(subject, dialect, steps)?;
        }
        self.all.iter_mut().try_for_each(|reporter| reporter.check_began(subject, dialect, steps))
    }

    fn step_ended(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.outcomes.push(outcome.clone());
        if let Some((_, file)) = &mut self.file {
            file.step_ended(outcome)?;
        }
        self.all.iter_mut().try_for_each(|reporter| reporter.step_ended(outcome))
    }
}
