//! Positions of games of lines, from the journals of the match runner.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use noughts::game::lines::Position;
use noughts::game::{Game, GameSpec, Lines, Side, Squares};
use noughts::search::patterns::Features;
use serde_json::Value;

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

fn read_journal<V: View>(
    path: &Path,
    mix: f32,
    samples: &mut Samples<V::Square>,
) -> anyhow::Result<()> {
    let journal = fs::read_to_string(path)?;
    let header: Value = serde_json::from_str(journal.lines().next().unwrap_or_default())?;
    match header["config"]["game"].as_str().unwrap_or_default().parse()? {
        GameSpec::Lines(shape) if shape.is_wide() => {
            read_games::<V, _>(&Lines::wide(shape), &journal, mix, samples)
        }
        GameSpec::Lines(shape) => read_games::<V, _>(&Lines::new(shape), &journal, mix, samples),
        _ => bail!("not a game of lines"),
    }
}

/// Adds the positions of all games; a game that the journal has twice counts once.
fn read_games<V: View, S: Squares>(
    game: &Lines<S>,
    journal: &str,
    mix: f32,
    samples: &mut Samples<V::Square>,
) -> anyhow::Result<()> {
    let features = Features::new(game.clone()).context("not a game of the search patterns")?;
    let mut known = HashSet::new();
    for line in journal.lines().skip(1) {
        // The last line of a run that was stopped may be incomplete.
        let Ok(record) = serde_json::from_str::<Value>(line) else { continue };
        let of_x = match record["result"].as_str() {
            Some("x") => 1.0,
            Some("draw") => 0.5,
            Some("o") => 0.0,
            _ => continue,
        };
        let opening = record["opening"].as_str().unwrap_or_default();
        let plies = record["plies"].as_array().map_or(&[][..], |plies| plies);
        let moves: Vec<&str> = plies.iter().filter_map(|ply| ply["move"].as_str()).collect();
        if !known.insert(format!("{opening} {}", moves.join(" "))) {
            continue;
        }
        let is_test = known.len() % TEST == 0;
        let into = if is_test { &mut samples.test } else { &mut samples.learned };
        let mut position = game.start();
        let play = |position: &mut _, name: &str| {
            game.board().parse(name).map(|square| game.play(position, square)).context("no square")
        };
        for name in opening.split_whitespace() {
            play(&mut position, name)?;
        }
        for (name, ply) in moves.iter().zip(plies) {
            if let Some(squares) = V::squares(&features, &position) {
                let is_x = game.side(&position) == Side::X;
                let result = if is_x { of_x } else { 1.0 - of_x };
                let target = (1.0 - mix) * result + mix * reported(ply).unwrap_or(result);
                into.push(Sample { squares, result, target });
            }
            play(&mut position, name)?;
        }
    }
    Ok(())
}

/// The expected result, 0 to 1, that corresponds to the score of a ply.
fn reported(ply: &Value) -> Option<f32> {
    let mate = ply["mate"].as_f64().map(|mate| f32::from(mate > 0.0));
    mate.or_else(|| ply["cp"].as_f64().map(|cp| logistic(cp as f32 / CENTIPOINTS)))
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
