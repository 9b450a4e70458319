//! Plays the tuning of a story: once undisturbed, and once with cuts.

use std::path::Path;

use noughts_client::simulation::Simulation;
use noughts_client::stop::Stop;
use noughts_tournament::model::tuning::{TunedOption, Tuning};
use noughts_tournament::run::tournament::summary::RunError;
use noughts_tournament::run::tune::{
    Iteration, Past, Progress, TuneObserver, Tuned, TuningJournal, past, tune,
};

use super::disk::{Disk, IsCut};
use super::host::Engines;
use super::judge::{Counts, is_possible};
use super::play::{Clearing, Failure, launch};
use super::story::{Cut, Story};

/// Counts the iterations that are reported.
#[derive(Default)]
struct Counter(usize);

impl TuneObserver for Counter {
    fn iteration_ended(&mut self, _iteration: &Iteration, _progress: &Progress) {
        self.0 += 1;
    }
}

/// Plays the tuning of a story and checks it.
pub(crate) fn judge(story: &Story, folder: &Path) -> Result<Counts, Failure> {
    let _clearing = Clearing(folder);
    let mut counts = Counts::default();
    let mut ends = Vec::new();
    for (number, cuts) in [(0, &[][..]), (1, &story.cuts[..])] {
        let path = folder.join(format!("tuning-{number}"));
        let tuned = play(story, &path, number, cuts)?;
        let past = past(&path).map_err(|error| error.to_string())?;
        whole(story, &tuned, &past)?;
        counts.tournaments += 1;
        counts.games += tuned.progress.games();
        ends.push((tuned, past));
    }
    let has_error = ends.iter().any(|(tuned, _)| tuned.error.is_some());
    // With several games at a time the values depend on the order of iterations.
    if story.concurrency == [1, 1] && story.is_repeatable() && !has_error {
        let [one, other] = [0, 1].map(|run| ends[run].0.progress.values());
        if one != other {
            return Err(format!("the values {one:?} and {other:?}"));
        }
    }
    Ok(counts)
}

/// Every iteration is there once, and the values follow from them.
fn whole(story: &Story, tuned: &Tuned, past: &Past) -> Result<(), Failure> {
    if let Some(error) = &tuned.error
        && !is_possible(story, error)
        && !matches!(error, RunError::Faults { .. } | RunError::NoResult(_))
    {
        return Err(format!("the tuning ends with an error: {error}"));
    }
    let mut numbers: Vec<usize> = past.iterations.iter().map(|one| one.iteration).collect();
    numbers.sort_unstable();
    let distinct = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let finished = tuned.progress.finished();
    if !distinct || numbers.len() != finished {
        return Err(format!("{finished} iterations counted of {numbers:?}"));
    }
    if tuned.error.is_none() && finished != tuning(story).iterations {
        return Err(format!("{finished} iterations without an error"));
    }
    if past.progress().values() != tuned.progress.values() {
        return Err("the values do not follow from the journal".to_string());
    }
    Ok(())
}

fn tuning(story: &Story) -> Tuning {
    let option = TunedOption {
        name: "Bonus".to_string(),
        start: 50.0,
        max: 100.0,
        step: 10.0,
        rate: 0.1,
        ..TunedOption::default()
    };
    Tuning { iterations: 2 + story.pairings, options: vec![option], ..Tuning::default() }
}

fn play(story: &Story, path: &Path, number: usize, cuts: &[Cut]) -> Result<Tuned, Failure> {
    for &cut in cuts {
        let (tuned, is_cut) = run(story, path, number, Some(cut))?;
        if is_cut && cut.is_disk_full && !matches!(tuned.error, Some(RunError::Journal(_))) {
            return Err(format!("a full disk is not reported, but {:?}", tuned.error));
        }
    }
    Ok(run(story, path, number, None)?.0)
}

fn run(
    story: &Story,
    path: &Path,
    number: usize,
    cut: Option<Cut>,
) -> Result<(Tuned, bool), Failure> {
    let mut config = story.config(number);
    config.engines.truncate(1);
    config.sprt = None;
    let (stop, is_cut) = (Stop::default(), IsCut::default());
    let engines = Engines::new(story.characters.clone(), story.terms(), story.spec(), story.seed);
    let launch = launch(&config, &stop, &engines);
    let tuning = tuning(story);
    let mut journal = TuningJournal::open(path, &config, &tuning)
        .map_err(|error| format!("the journal does not open: {error}"))?;
    if let Some(cut) = cut {
        let is_cut = is_cut.clone();
        journal = journal.through(|file| {
            Box::new(Disk { file, cut, left: cut.after, stop: stop.clone(), is_cut })
        });
    }
    let (mut counter, before) = (Counter::default(), journal.finished());
    let simulation = Simulation::new(story.seed.wrapping_add(number as u64));
    let tuned =
        simulation.run(|| tune(&config, &tuning, &launch, None, Some(journal), &mut counter));
    if tuned.progress.finished() != before + counter.0 {
        let (finished, new) = (tuned.progress.finished(), counter.0);
        return Err(format!("{finished} iterations, {before} earlier and {new} new ones"));
    }
    Ok((tuned, is_cut.get()))
}
