//! What must hold in every story, whatever its engines do and wherever it is cut.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use noughts_tournament::audit::audit;
use noughts_tournament::journal::{ChangedProgram, merge};
use noughts_tournament::model::record::{GameRecord, Termination};
use noughts_tournament::run::tournament::summary::RunError;

use super::engine::Misdeed;
use super::host::{Engines, History};
use super::play::{Clearing, Failure, Played, Stage};
use super::story::Story;
use super::tuning;

/// What a story that holds has played.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) tournaments: usize,
    pub(crate) games: usize,
}

impl Counts {
    fn add(&mut self, played: &Played) {
        self.tournaments += 1;
        self.games += played.games.len();
    }
}

/// Plays a story and checks it.
pub(crate) fn judge(story: &Story, folder: &Path) -> Result<Counts, Failure> {
    let engines =
        || Engines::new(story.characters.clone(), story.terms(), story.spec(), story.seed);
    if story.is_tuned {
        return tuning::judge(story, folder);
    }
    let _clearing = Clearing(folder);
    let stage = Stage { story, folder, engines: engines() };
    let played = stage.play("journal", 0, None, &[])?;
    whole(story, &played)?;
    let is_late = charged(&played.games, &stage.engines.history())?;
    replaced(&played, &stage.engines.history())?;
    let mut counts = Counts::default();
    counts.add(&played);
    if !story.cuts.is_empty() || story.concurrency[0] != story.concurrency[1] {
        let stage = Stage { story, folder, engines: engines() };
        let again = stage.play("again", 1, None, &story.cuts)?;
        whole(story, &again)?;
        let is_late = charged(&again.games, &stage.engines.history())? || is_late;
        if !is_late {
            same(story, &played, &again)?;
        }
        counts.add(&again);
    }
    let is_fixed = story.config(0).format.is_fixed();
    if story.shares > 0 && is_fixed && story.sprt.is_none() {
        shares(story, folder, &played, engines(), is_late, &mut counts)?;
    }
    Ok(counts)
}

/// Each game is there once, and holds.
pub(crate) fn whole(story: &Story, played: &Played) -> Result<(), Failure> {
    let numbers: Vec<usize> = played.games.iter().map(|record| record.game).collect();
    let is_over = played.error().is_none() && played.verdict().is_none();
    let total = played.summary.total;
    if is_over && numbers != (1..=total).collect::<Vec<_>>() {
        return Err(format!("the games {numbers:?} of {total}"));
    }
    if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("a game is there twice: {numbers:?}"));
    }
    if played.summary.played != numbers.len() {
        return Err(format!("{} games counted of {}", played.summary.played, numbers.len()));
    }
    if let Some(error) = played.error()
        && !is_possible(story, error)
    {
        return Err(format!("the run ends with an error: {error}"));
    }
    audited(&[&played.journal], numbers.len())
}

/// Returns whether the engines of a story can cause an error.
pub(crate) fn is_possible(story: &Story, error: &RunError) -> bool {
    let misbehave = story.characters.iter().any(|character| !character.misdeeds.is_empty());
    match error {
        RunError::Start(_) | RunError::NotStarted { .. } => !story.is_repeatable(),
        RunError::Faults { .. } => {
            story.config(0).max_faults.is_some() && (misbehave || !story.is_repeatable())
        }
        // The players of an unknown game can disagree on it.
        RunError::NoResult(_) => story.is_asked && misbehave,
        RunError::AllFaults { .. } | RunError::OnlyFaults(_) => misbehave || !story.is_repeatable(),
        _ => false,
    }
}

fn audited(journals: &[&Path], games: usize) -> Result<(), Failure> {
    let mut findings = Vec::new();
    let audited = audit(journals, |finding| {
        findings.push(format!("line {}: {}", finding.line, finding.reason));
    });
    let audited = audited.map_err(|error| format!("no audit: {error}"))?;
    match findings.first() {
        Some(first) => Err(format!("the audit finds {} faults: {first}", findings.len())),
        None if audited.games != games => {
            Err(format!("the audit counts {} games of {games}", audited.games))
        }
        None => Ok(()),
    }
}

/// Every fault is charged to an engine that did wrong, and every wrong has its fault.
/// Returns whether a fault was found out later than in its game: which game that is
/// depends on the order of games.
fn charged(games: &[GameRecord], history: &History) -> Result<bool, Failure> {
    let culprit = |record: &GameRecord| match (record.termination, &record.culprit) {
        (Termination::Fault(_), Some(culprit)) => Some(culprit.player),
        _ => None,
    };
    // The games in which each engine did wrong, by its seed.
    let mut wrongs: BTreeMap<(&str, Option<i64>), Vec<Misdeed>> = BTreeMap::new();
    for done in &history.done {
        wrongs.entry((&done.engine, done.seed)).or_default().push(done.misdeed);
    }
    // An engine that does wrong in a game that its opponent has lost already, or with its
    // last move, is found out later.
    let mut unpunished: BTreeMap<&str, usize> = BTreeMap::new();
    for record in games {
        let loser = culprit(record);
        for player in [0, 1] {
            let name = record.players[player].as_str();
            let wrong = wrongs.get(&(name, record.seeds[player]));
            let wrong = wrong.filter(|_| record.seeds[player].is_some());
            if loser != Some(player) && wrong.is_some() {
                *unpunished.entry(name).or_default() += 1;
            }
            let needs_fault =
                wrong.is_some_and(|wrong| wrong.iter().any(|misdeed| !misdeed.may_go_unnoticed()));
            if needs_fault && loser.is_none() {
                let (game, wrong) = (record.game, &wrong);
                return Err(format!("game {game} has no fault, but \"{name}\" did {wrong:?}"));
            }
        }
    }
    let mut has_late = false;
    for record in games {
        let Some(player) = culprit(record) else { continue };
        let name = record.players[player].as_str();
        let has_wrong = wrongs.contains_key(&(name, record.seeds[player]));
        let failed_start = record.termination.to_string() == "not-started";
        let is_late = unpunished.get(name).is_some_and(|&count| count > 0);
        if !has_wrong && !failed_start && !is_late && record.seeds[player].is_some() {
            let (game, how) = (record.game, record.termination);
            return Err(format!("game {game}: \"{name}\" is charged with {how} for nothing"));
        }
        has_late |= !has_wrong;
    }
    Ok(has_late)
}

/// An engine is reported as changed if it named itself differently, and only then.
fn replaced(played: &Played, history: &History) -> Result<(), Failure> {
    let changed: Vec<&str> = played.summary.changed.iter().map(ChangedProgram::engine).collect();
    for (engine, names) in &history.names {
        let differ = names.iter().any(|name| *name != names[0]);
        if differ != changed.contains(&engine.as_str()) && played.error().is_none() {
            return Err(format!("\"{engine}\" named itself {names:?}, changed: {changed:?}"));
        }
    }
    Ok(())
}

/// Both runs have played the same games, and come to the same verdict.
pub(crate) fn same(story: &Story, one: &Played, other: &Played) -> Result<(), Failure> {
    if !story.is_repeatable() {
        return Ok(());
    }
    for record in &one.games {
        let found = other.games.iter().find(|found| found.game == record.game);
        if found.is_some_and(|found| essence(found) != essence(record)) {
            let game = record.game;
            let [one, other] = [record, found.unwrap_or(record)].map(essence);
            return Err(format!("game {game} differs in two runs:\n{one}\n{other}"));
        }
    }
    // A run that ends early may have begun games that another did not. The share of faults
    // at which it ends depends on the order of games, unlike a verdict.
    let has_error = one.error().is_some() || other.error().is_some();
    if !has_error && one.verdict().is_none() && one.games.len() != other.games.len() {
        return Err(format!("{} games and {} games", one.games.len(), other.games.len()));
    }
    if !has_error && one.verdict() != other.verdict() {
        return Err(format!("the verdicts {:?} and {:?}", one.verdict(), other.verdict()));
    }
    Ok(())
}

/// Returns what does not depend on the clock.
fn essence(record: &GameRecord) -> String {
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.name.as_str()).collect();
    format!(
        "{} {:?} {} {moves:?} {:?} {} {:?}",
        record.game,
        record.players,
        record.opening,
        record.result,
        record.termination,
        record.culprit.as_ref().map(|culprit| culprit.player)
    )
}

/// The shares of a tournament are together the tournament.
fn shares(
    story: &Story,
    folder: &Path,
    whole: &Played,
    engines: Engines,
    is_late: bool,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let stage = Stage { story, folder, engines };
    let (mut journals, mut games, mut is_whole) = (Vec::new(), 0, whole.error().is_none());
    for share in 1..=story.shares {
        let shard = format!("{share}/{}", story.shares).parse().expect("a share");
        let cuts = if share == 1 { &story.cuts[..] } else { &[] };
        let played = stage.play(&format!("share-{share}"), 1, Some(shard), cuts)?;
        if let Some(error) = played.error()
            && !is_possible(story, error)
        {
            return Err(format!("share {share} ends with an error: {error}"));
        }
        is_whole &= played.error().is_none();
        games += played.games.len();
        counts.add(&played);
        let is_late = charged(&played.games, &stage.engines.history())? || is_late;
        if !is_late {
            same_games(story, whole, &played)?;
        }
        journals.push(played.journal);
    }
    if is_whole && games != whole.games.len() {
        return Err(format!("the shares have {games} games of {}", whole.games.len()));
    }
    let paths: Vec<&Path> = journals.iter().map(PathBuf::as_path).collect();
    audited(&paths, games)?;
    let merged = folder.join("merged");
    merge(&paths, &merged, false).map_err(|error| format!("no merge: {error}"))?;
    audited(&[&merged], games)
}

fn same_games(story: &Story, whole: &Played, share: &Played) -> Result<(), Failure> {
    let of_share = |record: &&GameRecord| share.games.iter().any(|one| one.game == record.game);
    if !story.is_repeatable() {
        return Ok(());
    }
    for record in whole.games.iter().filter(of_share) {
        let found = share.games.iter().find(|found| found.game == record.game);
        if found.is_some_and(|found| essence(found) != essence(record)) {
            return Err(format!("game {} differs in its share", record.game));
        }
    }
    Ok(())
}
