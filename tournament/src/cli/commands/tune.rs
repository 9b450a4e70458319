//! The command `tune`: finds good values for the options of an engine.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Arg, Args};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use noughts_client::stop::Stop;
use noughts_tournament::config::{self, MachineChecks, TuningFile};
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::journal::{ChangedProgram, ChangedSpeed, Doubt};
use noughts_tournament::output::report;
use noughts_tournament::run::tune::{
    self, Iteration, Past, Progress, TrialResult, TuneObserver, Tuned, TuningJournal,
};

use crate::cli::common::console::{
    self, BAD, COMMAND, Unshown, complain, complain_error, quoted, styled,
};
use crate::cli::common::end::{self, End, misuse};
use crate::cli::common::{builtin, signals};
use crate::cli::options::keys::Keys;
use crate::cli::play::closing::{PROGRAM, name_of};
use crate::cli::play::{crowding, scale, settle_dialects};
use crate::cli::tables::grid::Grid;

/// Arguments of the command `tune`. Options override the file.
#[derive(Debug, Args)]
#[command(
    args_override_self = true,
    mut_args(hide_refused),
    after_help = "The keys of a tournament file that are not listed are those of a match, which tune \
                  refuses. The keys of --engine, --each and --proof are those of run, see run --help."
)]
pub(crate) struct Tune {
    /// The tournament file, with one engine and the table [tune]
    file: PathBuf,
    #[command(flatten)]
    keys: Keys,
    /// Play nothing; show the values in the journal
    #[arg(long)]
    show: bool,
    /// Write a page with the path of every value, at the end or with --show
    #[arg(long, value_name = "HTML")]
    report: Option<PathBuf>,
    /// Show only the table at the end
    #[arg(long, conflicts_with = "plain")]
    quiet: bool,
    /// Show a line for each iteration even on a terminal
    #[arg(long)]
    plain: bool,
    /// Show every line sent to and received from the engines, on standard error
    #[arg(long)]
    debug: bool,
}

/// Hides the keys that only `run` takes from the help. They are still parsed,
/// so that the error explains why they are refused.
fn hide_refused(argument: Arg) -> Arg {
    let is_refused = TuningFile::instead_of(argument.get_id().as_str()).is_some();
    if is_refused { argument.hide(true) } else { argument }
}

impl Tune {
    /// Plays the games, or shows the journal.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        let machine_checks = if self.show { MachineChecks::Off } else { MachineChecks::On };
        let (mut file, places) =
            config::load_tuning(&self.file, self.keys.0.clone(), machine_checks)?;
        if let Some(page) = &self.report {
            FileKind::Page.check(page)?;
        }
        let journal = file.config.journal.clone();
        if self.show {
            let Some(journal) = journal else {
                return Err(
                    misuse("--show", "no journal; set journal in the file, or --journal").into()
                );
            };
            let mut past = read(&journal)?;
            past.lengthen(file.tuning.iterations);
            let progress = past.progress();
            console::show(&format!("{}\n", table(&progress).fit(console::width())))?;
            if past.header.tune == file.tuning {
                self.last_words(&file, &progress)?;
            } else {
                complain("note: the journal is of other settings than those in the file");
            }
            self.write_page(&past)?;
            return Ok(End::Finished);
        }
        if self.report.is_some() && journal.is_none() {
            let reason =
                "the page shows what the journal has; set journal in the file, or --journal";
            return Err(misuse("--report", reason).into());
        }
        crowding::note(&file.config);
        let stop = Stop::default();
        let ends = "finishing the running iterations; press Ctrl-C again to stop at once";
        signals::obey(&stop, ends).context("cannot install the signal handlers")?;
        let launch = builtin::launch(&file.config, &stop, self.debug)?;
        if let Err(end) = settle_dialects(&launch, &mut file.config, &places) {
            return Ok(end);
        }
        let measured = scale::fit(&mut file.config);
        let open = |path: &PathBuf| {
            TuningJournal::open(path, &file.config, &file.tuning)
                .with_context(|| format!("the journal \"{}\" cannot be used", path.display()))
        };
        let lines = journal.as_ref().map(open).transpose()?;
        let mut display = Display::new(self, file.tuning.iterations);
        let TuningFile { config, tuning, .. } = &file;
        let tuned = tune::tune(config, tuning, &launch, measured, lines, &mut display);
        let Tuned { progress, error } = tuned;
        // A run that could not begin has no values.
        let began = progress.finished() > 0 || error.is_none();
        let mut shown = display.finish(began.then_some(&progress));
        let is_whole = progress.finished() == tuning.iterations;
        let end = match &error {
            Some(error) => {
                complain_error(&end::describe(error, config, &places));
                End::from(error)
            }
            None if is_whole => End::Finished,
            None => End::Stopped,
        };
        if began && shown.is_ok() {
            shown = self.last_words(&file, &progress);
        }
        if let Some(journal) = journal.filter(|_| began && self.report.is_some()) {
            self.write_page(&read(&journal)?)?;
        }
        match shown {
            Err(unshown) if !unshown.reader_is_gone() => {
                complain(&unshown);
                Ok(if end == End::Finished { End::Failed } else { end })
            }
            _ => Ok(end),
        }
    }

    /// Writes the page, if it was requested.
    fn write_page(&self, past: &Past) -> anyhow::Result<()> {
        let Some(path) = &self.report else { return Ok(()) };
        FileKind::Page.replace(path, &report::tuning::page(past)?)?;
        complain(format_args!("wrote {}; a browser shows it", path.display()));
        Ok(())
    }

    /// Shows how to continue, and how to test the values.
    fn last_words(&self, file: &TuningFile, progress: &Progress) -> Result<(), Unshown> {
        let (finished, all) = (progress.finished(), progress.tuning().iterations);
        let stopped = if finished < all {
            format!("stopped after {finished} of {all} iterations; ")
        } else {
            String::new()
        };
        match &file.config.journal {
            Some(_) if finished < all && !self.show => {
                complain(format_args!("{stopped}the same command plays the rest"));
            }
            Some(_) => {}
            None => {
                let journal = styled(COMMAND, "--journal FILE");
                complain(format_args!(
                    "{stopped}the iterations were not kept; with {journal} they are"
                ));
            }
        }
        if finished == 0 {
            return Ok(());
        }
        let Some(words) = file.test(progress.values()) else {
            let same = "as they are sent to the engine, these values are those at the start; there is \
                        nothing to test";
            return console::show(&format!("\n{}", console::wrapped(&format!("{same}\n"))));
        };
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let journal = name_of(&journal_of_test(file.config.journal.as_deref()));
        let words = format!("{PROGRAM} {} --journal {journal}", words.join(" "));
        let command = styled(COMMAND, words);
        // In one line, however long, so that the command can be copied.
        console::show(&format!("\nto test these values against those at the start:\n{command}\n"))
    }
}

/// Returns the name of the journal of the test: beside that of the tuning,
/// `t-test.journal` for `t.journal`.
fn journal_of_test(tuning: Option<&Path>) -> PathBuf {
    let Some(tuning) = tuning else { return PathBuf::from("test.journal") };
    let mut name = tuning.file_stem().unwrap_or_default().to_os_string();
    name.push("-test");
    if let Some(extension) = tuning.extension() {
        name.push(".");
        name.push(extension);
    }
    tuning.with_file_name(name)
}

fn read(journal: &Path) -> anyhow::Result<Past> {
    let past = tune::past(journal)
        .with_context(|| format!("the journal \"{}\" cannot be read", name_of(journal)))?;
    past.doubts.iter().for_each(note);
    Ok(past)
}

/// Names a line of the journal that was changed, lost or moved.
fn note(line: &Doubt) {
    complain(format_args!("note: in the journal, {line}"));
}

/// Returns the table of the values.
fn table(progress: &Progress) -> Grid {
    let options = &progress.tuning().options;
    let column = |text: &dyn Fn(usize) -> String| (0..options.len()).map(text).collect();
    let mut grid = Grid::default();
    grid.names("option", column(&|i| options[i].name.clone()));
    let value = |i: usize| progress.values().get(i).copied().unwrap_or(f64::NAN);
    grid.always("value", column(&|i| rounded(value(i))));
    grid.always("start", column(&|i| rounded(options[i].start)));
    grid.spare(0, "least", column(&|i| rounded(options[i].min)));
    grid.spare(0, "greatest", column(&|i| rounded(options[i].max)));
    grid.always("change", column(&|i| format!("{:+.1} %", options[i].change(value(i)))));
    grid
}

/// Returns a value with as many decimals as a reader needs.
fn rounded(value: f64) -> String {
    let decimals = match value.abs() {
        100.0.. => 1,
        1.0.. => 2,
        _ => 4,
    };
    let power = 10_f64.powi(decimals);
    ((value * power).round() / power + 0.0).to_string()
}

/// The least time between two updates of the live table.
const REFRESH: Duration = Duration::from_millis(200);

/// Shows the iterations of a run: a live table on a terminal, lines elsewhere.
struct Display {
    iterations: usize,
    quiet: bool,
    bar: Option<ProgressBar>,
    refreshed: Option<Instant>,
    /// The first failed write. The run goes on without output.
    unshown: Option<Unshown>,
}

impl Display {
    fn new(tune: &Tune, iterations: usize) -> Display {
        let is_live = !tune.quiet && !tune.plain && io::stdout().is_terminal();
        let bar = is_live.then(|| {
            let target = ProgressDrawTarget::stdout();
            let bar = ProgressBar::with_draw_target(Some(iterations as u64), target);
            ProgressStyle::with_template(
                "{bar:20} {pos}/{len} iterations, {elapsed} so far, about {eta} to go\n{msg}",
            )
            // The template is valid; if not, the default style would do.
            .map_or(bar.clone(), |style| bar.clone().with_style(style))
        });
        Display { iterations, quiet: tune.quiet, bar, refreshed: None, unshown: None }
    }

    /// Shows lines, above the table if there is one.
    fn show(&mut self, text: &str) {
        if self.quiet {
            return;
        }
        if let Err(unshown) = console::show_above(self.bar.as_ref(), text) {
            self.unshown.get_or_insert(unshown);
        }
    }

    /// Shows the last table, if there is one.
    fn finish(mut self, progress: Option<&Progress>) -> Result<(), Unshown> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.quiet = false;
        if let Some(progress) = progress {
            self.show(&table(progress).fit(console::width()));
        }
        self.unshown.map_or(Ok(()), Err)
    }
}

impl TuneObserver for Display {
    fn resumed(&mut self, progress: &Progress) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.finished() as u64);
            // Estimate the time left from the iterations of this run only.
            bar.reset_eta();
        }
        let (finished, all) = (progress.finished(), self.iterations);
        self.show(&format!("resuming after {finished} of {all} iterations"));
    }

    fn line_doubted(&mut self, line: &Doubt) {
        note(line);
    }

    fn iteration_ended(&mut self, iteration: &Iteration, progress: &Progress) {
        let is_fault = |game: &&TrialResult| **game == TrialResult::Fault;
        let faults = iteration.games.iter().filter(is_fault).count();
        let has_fault = faults > 0;
        if let Some(bar) = &self.bar {
            bar.set_position(progress.finished() as u64);
            if self.refreshed.is_none_or(|last| last.elapsed() > REFRESH) {
                bar.set_message(table(progress).fit(console::width()));
                self.refreshed = Some(Instant::now());
            }
        }
        if self.bar.is_none() || has_fault {
            let digits = self.iterations.to_string().len();
            let mut line = format!(
                "{:>digits$}/{}  iteration {:>digits$}  {:+}",
                progress.finished(),
                self.iterations,
                iteration.iteration,
                iteration.result(),
            );
            for (option, value) in progress.tuning().options.iter().zip(progress.values()) {
                line += &format!("  {} {}", option.name, rounded(*value));
            }
            if has_fault {
                let games = if faults == 1 { "game" } else { "games" };
                line += &styled(BAD, format_args!("  {faults} {games} with a fault"));
            }
            self.show(&line);
        }
    }

    fn speed_changed(&mut self, change: &ChangedSpeed) {
        self.show(&format!("note: {change}"));
    }

    fn program_changed(&mut self, change: &ChangedProgram) {
        self.show(&format!("note: {change}"));
    }
}
