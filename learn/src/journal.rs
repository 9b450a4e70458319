//! The games of journals of the match runner, and positions of games of lines.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use noughts::game::lines::Position;
use noughts::game::{Game, GameSpec, Lines, Side, Squares};
use noughts::search::patterns::Features;
use noughts_client::Evaluation;
use noughts_tournament::journal;
use noughts_tournament::model::opening::Opening;
use noughts_tournament::model::record::{GameResult, Ply};

use crate::output::print_line;

/// One game in this many belongs to the test set.
const TEST: usize = 20;
/// The centipoints that correspond to 1 in the logistic function.
pub(crate) const CENTIPOINTS: f32 = 100.0;

/// The features of the empty squares of a position.
pub(crate) trait View {
    /// The features of an empty square.
    type Square;

    /// All empty squares; `None` if the search does not evaluate the position.
    fn squares<S: Squares>(
        features: &Features<S>,
        position: &Position<S>,
    ) -> Option<Vec<Self::Square>>;
}

/// A position.
pub(crate) struct Sample<T> {
    pub(crate) squares: Vec<T>,
    /// The result for the side to move, 0 to 1.
    pub(crate) result: f32,
    /// The target: a weighted mean of the result and the reported score.
    pub(crate) target: f32,
}

/// The positions of games. All positions of a game belong to the same set.
pub(crate) struct Samples<T> {
    pub(crate) learned: Vec<Sample<T>>,
    pub(crate) test: Vec<Sample<T>>,
}

/// Reads the positions of journals. `mix` is the share of the reported score in
/// the target.
pub(crate) fn read<V: View>(journals: &[PathBuf], mix: f32) -> anyhow::Result<Samples<V::Square>> {
    let mut samples = Samples { learned: Vec::new(), test: Vec::new() };
    for path in journals {
        read_journal::<V>(path, mix, &mut samples)
            .with_context(|| format!("cannot learn from {}", path.display()))?;
    }
    let (learned, test) = (samples.learned.len(), samples.test.len());
    print_line(None, &format!("{learned} positions to learn from, {test} to test"))?;
    if samples.learned.is_empty() || samples.test.is_empty() {
        bail!("these are too few positions");
    }
    Ok(samples)
}

/// A game with a result.
pub(crate) struct PlayedGame {
    opening: Opening,
    plies: Vec<Ply>,
    /// The result for X, 0 to 1.
    pub(crate) of_x: f64,
}

impl PlayedGame {
    /// The moves from the start position on.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.opening.moves.iter().chain(self.plies.iter().map(|ply| &ply.name));
        moves.map(String::as_str)
    }
}

/// Opens a journal, and returns its game and the games that have a result.
pub(crate) fn games_of(
    path: &Path,
) -> anyhow::Result<(GameSpec, impl Iterator<Item = anyhow::Result<PlayedGame>>)> {
    let (header, games) = journal::read(path)?;
    let spec = header.config.game.spec().cloned().context("the rules of the game are not known")?;
    let games = games.filter_map(|found| {
        let record = match found {
            Ok(found) => found.record,
            Err(error) => return Some(Err(error.into())),
        };
        let of_x = match record.result {
            GameResult::X => 1.0,
            GameResult::Draw => 0.5,
            GameResult::O => 0.0,
            GameResult::Unscored => return None,
        };
        if record.opening.start.is_some() {
            return Some(Err(anyhow!("game {} begins with a position", record.game)));
        }
        Some(Ok(PlayedGame { opening: record.opening, plies: record.plies, of_x }))
    });
    Ok((spec, games))
}

fn read_journal<V: View>(
    path: &Path,
    mix: f32,
    samples: &mut Samples<V::Square>,
) -> anyhow::Result<()> {
    let (spec, games) = games_of(path)?;
    match spec {
        GameSpec::Lines(shape) if shape.is_wide() => {
            read_games::<V, _>(&Lines::wide(shape), games, mix, samples)
        }
        GameSpec::Lines(shape) => read_games::<V, _>(&Lines::new(shape), games, mix, samples),
        _ => bail!("not a game of lines"),
    }
}

/// Adds the positions of all games; a game that the journal has twice counts once.
fn read_games<V: View, S: Squares>(
    game: &Lines<S>,
    games: impl Iterator<Item = anyhow::Result<PlayedGame>>,
    mix: f32,
    samples: &mut Samples<V::Square>,
) -> anyhow::Result<()> {
    let features = Features::new(game.clone()).context("not a game of the search patterns")?;
    let mut known = HashSet::new();
    for played in games {
        let played = played?;
        let moves: Vec<&str> = played.moves().collect();
        let opening = played.opening.moves.len();
        if !known.insert(format!("{opening} {}", moves.join(" "))) {
            continue;
        }
        let is_test = known.len() % TEST == 0;
        let into = if is_test { &mut samples.test } else { &mut samples.learned };
        let mut position = game.start();
        for (i, name) in moves.into_iter().enumerate() {
            let ply = i.checked_sub(opening).map(|i| &played.plies[i]);
            let squares = ply.and_then(|ply| Some((ply, V::squares(&features, &position)?)));
            if let Some((ply, squares)) = squares {
                let is_x = game.side(&position) == Side::X;
                let of_x = played.of_x as f32;
                let result = if is_x { of_x } else { 1.0 - of_x };
                let reported = reported(&ply.evaluation).unwrap_or(result);
                let target = (1.0 - mix) * result + mix * reported;
                into.push(Sample { squares, result, target });
            }
            let square = game.board().parse(name).context("no square")?;
            game.play(&mut position, square);
        }
    }
    Ok(())
}

/// The expected result, 0 to 1, that corresponds to the score of a ply.
fn reported(evaluation: &Evaluation) -> Option<f32> {
    let mate = evaluation.mate.map(|mate| f32::from(mate > 0));
    mate.or_else(|| evaluation.cp.map(|cp| logistic(cp as f32 / CENTIPOINTS)))
}

/// The expected result, 0 to 1, that corresponds to a value in log-odds.
pub(crate) fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The mean cross-entropies of results and of targets, given the predicted
/// value of a position.
pub(crate) fn losses<T>(samples: &[Sample<T>], value: impl Fn(&Sample<T>) -> f32) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for sample in samples {
        let p = f64::from(logistic(value(sample))).clamp(1e-6, 1.0 - 1e-6);
        for (sum, target) in sums.iter_mut().zip([sample.result, sample.target]) {
            let target = f64::from(target);
            *sum -= target * p.ln() + (1.0 - target) * (1.0 - p).ln();
        }
    }
    sums.map(|sum| sum / samples.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts_client::{EngineConfig, Limits};
    use noughts_tournament::journal::Journal;
    use noughts_tournament::model::config::Config;
    use noughts_tournament::model::record::GameRecord;

    /// A game that a fault or a dispute left without a result teaches nothing.
    #[test]
    fn games_without_a_result_are_left_out() {
        let path = std::env::temp_dir().join(format!("noughts-learn-{}", std::process::id()));
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new("tictactoe".parse().unwrap(), ["a", "b"].map(engine).to_vec());
        let mut journal = Journal::begin(std::fs::File::create(&path).unwrap(), &config).unwrap();
        let results = [GameResult::X, GameResult::Unscored, GameResult::O, GameResult::Draw];
        for (place, result) in results.into_iter().enumerate() {
            let players = ["a", "b"].map(str::to_string);
            let record = GameRecord::of_result(place + 1, players, result);
            journal.add(&Journal::line(&record).unwrap()).unwrap();
        }
        let games: Vec<f64> = games_of(&path).unwrap().1.map(|game| game.unwrap().of_x).collect();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(games, [1.0, 0.0, 0.5]);
    }
}
