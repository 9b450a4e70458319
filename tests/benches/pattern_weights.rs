//! Learns the weights of the search `patterns`; it is not a benchmark. This
//! writes the file that `src/search/patterns/combination.rs` describes:
//! `cargo bench --bench pattern_weights -- --out FILE JOURNAL...`
//!
//! The method is logistic regression (known as Texel tuning): the value of a
//! position is the sum of the weights of its empty squares, and the weights are
//! fitted, by Adam (Kingma and Ba 2015), so that its logistic function predicts
//! the mean of the result of the game and the score that the engine reported.

use std::collections::HashSet;
use std::error::Error;
use std::{env, fs};

use noughts::game::{Game, GameSpec, Lines, Side, Squares};
use noughts::random::Random;
use noughts::search::patterns::{COMBINATIONS, Features};
use serde_json::Value;

const EPOCHS: usize = 20;
const BATCH: usize = 256;
const LEARNING_RATE: f64 = 0.003;
/// The share of a weight that each epoch takes away, so that rare combinations
/// stay near zero.
const DECAY: f64 = 0.01;
/// The centipoints of a value of 1 in the logistic function.
const UNIT: f64 = 100.0;
/// The part of the reported score in what is to be predicted; the rest is the
/// result.
const SCORE: f64 = 0.5;
/// One game in this many is kept for the test.
const TEST: usize = 10;

/// A position.
struct Sample {
    squares: Vec<[u16; 2]>,
    /// The result for the side to move, 0 to 1.
    result: f64,
    /// What the value is to predict.
    target: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [option, out, journals @ ..] = &args[..] else { return usage() };
    if option != "--out" || journals.is_empty() {
        return usage();
    }
    let (mut samples, mut test) = (Vec::new(), Vec::new());
    for journal in journals {
        let text = fs::read_to_string(journal)?;
        let header: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
        let spec = header["config"]["game"].as_str().unwrap_or_default();
        match spec.parse()? {
            GameSpec::Lines(shape) if shape.is_wide() => {
                read(&Lines::wide(shape), &text, &mut samples, &mut test)?;
            }
            GameSpec::Lines(shape) => read(&Lines::new(shape), &text, &mut samples, &mut test)?,
            _ => return Err("not a game of lines".into()),
        }
    }
    println!("{} positions to learn from, {} to test", samples.len(), test.len());
    if samples.is_empty() {
        return Err("no positions to learn from".into());
    }
    let mut random = Random::new(7);
    let mut learner = Learner::default();
    println!("epoch 0: test loss {:.4}", learner.loss(&test));
    for epoch in 0..EPOCHS {
        random.shuffle(&mut samples);
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        for batch in samples.chunks(BATCH) {
            learner.learn(batch, rate);
        }
        let loss = learner.loss(&samples);
        println!("epoch {}: loss {loss:.4}, test loss {:.4}", epoch + 1, learner.loss(&test));
    }
    let number = |weight: &f64| (UNIT * weight).round().clamp(-30_000.0, 30_000.0) as i16;
    let bytes =
        learner.weights.iter().flat_map(|pair| pair.iter().flat_map(|w| number(w).to_le_bytes()));
    fs::write(out, bytes.collect::<Vec<u8>>())?;
    Ok(())
}

/// Prints the usage. No error, so that `cargo bench` can run all benchmarks.
fn usage() -> Result<(), Box<dyn Error>> {
    println!("cargo bench --bench pattern_weights -- --out FILE JOURNAL...");
    Ok(())
}

/// Adds the positions of the games of a journal. Some games are kept whole for the
/// test; a game that the journal has twice counts once.
fn read<S: Squares>(
    game: &Lines<S>,
    journal: &str,
    samples: &mut Vec<Sample>,
    test: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let features = Features::new(game.clone()).ok_or("no game of the search")?;
    let mut known = HashSet::new();
    for line in journal.lines().skip(1) {
        let record: Value = serde_json::from_str(line)?;
        let of_x = match record["result"].as_str() {
            Some("x") => 1.0,
            Some("draw") => 0.5,
            Some("o") => 0.0,
            _ => continue,
        };
        let opening = record["opening"].as_str().unwrap_or_default();
        let plies = record["plies"].as_array().map_or(&[][..], |plies| plies);
        let name = |ply: &Value| ply["move"].as_str().map(str::to_string);
        let moves: Vec<String> = plies.iter().filter_map(name).collect();
        if !known.insert(format!("{opening} {}", moves.join(" "))) {
            continue;
        }
        let into = if known.len() % TEST == 0 { &mut *test } else { &mut *samples };
        let mut position = game.start();
        let play = |position: &mut _, name: &str| {
            game.board().parse(name).map(|square| game.play(position, square)).ok_or("no square")
        };
        for name in opening.split_whitespace() {
            play(&mut position, name)?;
        }
        for (name, ply) in moves.iter().zip(plies) {
            if let Some(squares) = features.of(&position) {
                let is_x = game.side(&position) == Side::X;
                let result = if is_x { of_x } else { 1.0 - of_x };
                let target = (1.0 - SCORE) * result + SCORE * reported(ply).unwrap_or(result);
                into.push(Sample { squares, result, target });
            }
            play(&mut position, name)?;
        }
    }
    Ok(())
}

/// The result, 0 to 1, that the score of a ply stands for.
fn reported(ply: &Value) -> Option<f64> {
    let mate = ply["mate"].as_f64().map(|mate| f64::from(mate > 0.0));
    mate.or_else(|| ply["cp"].as_f64().map(|cp| logistic(cp / UNIT)))
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The weights of each combination for the side to move and for the other side,
/// in logarithms of odds, and the state of Adam.
struct Learner {
    weights: Vec<[f64; 2]>,
    first_moment: Vec<[f64; 2]>,
    second_moment: Vec<[f64; 2]>,
    steps: i32,
}

impl Default for Learner {
    fn default() -> Learner {
        let zeros = || vec![[0.0; 2]; COMBINATIONS];
        Learner { weights: zeros(), first_moment: zeros(), second_moment: zeros(), steps: 0 }
    }
}

impl Learner {
    /// The result that the weights predict.
    fn predict(&self, sample: &Sample) -> f64 {
        let of = |&[own, other]: &[u16; 2]| {
            self.weights[usize::from(own)][0] - self.weights[usize::from(other)][1]
        };
        let sum: f64 = sample.squares.iter().map(of).sum();
        logistic(sum)
    }

    /// The mean cross entropy of the results.
    fn loss(&self, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| {
            let p = self.predict(sample).clamp(1e-6, 1.0 - 1e-6);
            -(sample.result * p.ln() + (1.0 - sample.result) * (1.0 - p).ln())
        };
        samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
    }

    /// Changes the weights by one step of Adam.
    fn learn(&mut self, batch: &[Sample], rate: f64) {
        let mut gradient = vec![[0.0; 2]; COMBINATIONS];
        for sample in batch {
            let error = (self.predict(sample) - sample.target) / batch.len() as f64;
            for &[own, other] in &sample.squares {
                gradient[usize::from(own)][0] += error;
                gradient[usize::from(other)][1] -= error;
            }
        }
        self.steps += 1;
        // The combination without any class has no weight: the number of empty
        // squares would count.
        let bias = [0.9f64, 0.999].map(|rate| 1.0 - rate.powi(self.steps));
        let moments = flat(&mut self.first_moment).zip(flat(&mut self.second_moment));
        let slopes = flat(&mut gradient);
        for ((weight, slope), (first, second)) in flat(&mut self.weights).zip(slopes).zip(moments) {
            *first = 0.9 * *first + 0.1 * *slope;
            *second = 0.999 * *second + 0.001 * *slope * *slope;
            *weight -= rate * (*first / bias[0]) / ((*second / bias[1]).sqrt() + 1e-8);
            *weight -= rate * DECAY * *weight;
        }
    }
}

/// The numbers of all combinations but the first.
fn flat(pairs: &mut [[f64; 2]]) -> std::slice::IterMut<'_, f64> {
    pairs.as_flattened_mut()[2..].iter_mut()
}
