//! `noughts-learn combinations`: learns the values of combinations of the search
//! `patterns` from the games of journals.
//!
//! The method is logistic regression (known as Texel tuning): the value of a
//! position is the sum of the weights of its empty squares, and the weights are
//! fitted, by Adam (Kingma and Ba 2015), so that its logistic function predicts
//! the mean of the result of the game and the score that the engine reported.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use noughts::game::Squares;
use noughts::game::lines::Position;
use noughts::random::Random;
use noughts::search::patterns::{COMBINATIONS, Features};

use crate::journal::{self, CENTIPOINTS, View, logistic};

/// The options of `combinations`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Journals of games with lines of 4 to 6 squares, with scores
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
}

const EPOCHS: usize = 20;
const BATCH: usize = 256;
const LEARNING_RATE: f64 = 0.003;
/// The share of a weight that each epoch takes away, so that rare combinations
/// stay near zero.
const DECAY: f64 = 0.01;
/// The part of the reported score in what is to be predicted; the rest is the
/// result.
const SCORE: f32 = 0.5;

/// The numbers of the combinations of both sides.
struct Numbers;

impl View for Numbers {
    type Square = [u16; 2];

    fn squares<S: Squares>(
        features: &Features<S>,
        position: &Position<S>,
    ) -> Option<Vec<[u16; 2]>> {
        features.of(position)
    }
}

type Sample = journal::Sample<[u16; 2]>;

/// Learns, with a line of figures for each epoch.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let mut samples = journal::read::<Numbers>(&options.journals, SCORE)?;
    let mut random = Random::new(7);
    let mut learner = Learner::default();
    println!("epoch 0: test loss {:.4}", learner.loss(&samples.test));
    for epoch in 0..EPOCHS {
        random.shuffle(&mut samples.learned);
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        for batch in samples.learned.chunks(BATCH) {
            learner.learn(batch, rate);
        }
        let [loss, test] = [&samples.learned, &samples.test].map(|samples| learner.loss(samples));
        println!("epoch {}: loss {loss:.4}, test loss {test:.4}", epoch + 1);
    }
    let unit = f64::from(CENTIPOINTS);
    let number = |weight: &f64| (unit * weight).round().clamp(-30_000.0, 30_000.0) as i16;
    let bytes =
        learner.weights.iter().flat_map(|pair| pair.iter().flat_map(|w| number(w).to_le_bytes()));
    fs::write(&options.out, bytes.collect::<Vec<u8>>())
        .with_context(|| format!("cannot write {}", options.out.display()))
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
    /// The value of a position.
    fn value(&self, sample: &Sample) -> f64 {
        let of = |&[own, other]: &[u16; 2]| {
            self.weights[usize::from(own)][0] - self.weights[usize::from(other)][1]
        };
        sample.squares.iter().map(of).sum()
    }

    /// The mean cross entropy of the results.
    fn loss(&self, samples: &[Sample]) -> f64 {
        journal::losses(samples, |sample| self.value(sample) as f32)[0]
    }

    /// Changes the weights by one step of Adam.
    fn learn(&mut self, batch: &[Sample], rate: f64) {
        let mut gradient = vec![[0.0; 2]; COMBINATIONS];
        for sample in batch {
            let predicted = logistic(self.value(sample) as f32);
            let error = f64::from(predicted - sample.target) / batch.len() as f64;
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
