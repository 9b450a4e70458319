//! `noughts-learn combinations`: learns the values of combinations of the search
//! `patterns` from the games of journals.
//!
//! The method is logistic regression (known as Texel tuning): the value of a
//! position is the sum of the weights of its empty squares, and the weights are
//! fitted, by Adam, so that its logistic function predicts the mean of the result
//! of the game and the score that the engine reported.

use std::path::PathBuf;

use noughts::game::Squares;
use noughts::game::lines::Position;
use noughts::random::Random;
use noughts::search::patterns::{COMBINATIONS, Features};

use crate::adam::Adam;
use crate::files::{check_results, write_result};
use crate::journal::{self, CENTIPOINTS, View, logistic};
use crate::output::print_line;

/// The options of `combinations`.
#[derive(clap::Args)]
pub(crate) struct CombinationsOptions {
    /// Journals of games with lines of 4 to 6 squares, with scores
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
}

const EPOCHS: usize = 20;
const BATCH: usize = 256;
const LEARNING_RATE: f32 = 0.003;
/// The weight decay, to be multiplied by the learning rate. It keeps the
/// weights of rare combinations near zero.
const DECAY: f32 = 0.01;
/// The share of the reported score in the target; the rest is the result.
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

/// Learns, and prints a line of figures for each epoch.
pub(crate) fn run(options: &CombinationsOptions) -> anyhow::Result<()> {
    check_results(&[&options.out], &options.journals)?;
    let mut samples = journal::read::<Numbers>(&options.journals, SCORE)?;
    let mut random = Random::new(7);
    let mut learner = CombinationLearner::default();
    print_line(None, &format!("epoch 0: test loss {:.4}", learner.loss(&samples.test)))?;
    for epoch in 0..EPOCHS {
        random.shuffle(&mut samples.learned);
        let rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in samples.learned.chunks(BATCH) {
            learner.learn(batch, rate);
        }
        let [loss, test] = [&samples.learned, &samples.test].map(|samples| learner.loss(samples));
        let text = format!("epoch {}: loss {loss:.4}, test loss {test:.4}", epoch + 1);
        print_line(None, &text)?;
    }
    let number = |weight: &f32| (CENTIPOINTS * weight).round().clamp(-30_000.0, 30_000.0) as i16;
    let bytes =
        learner.weights.iter().flat_map(|pair| pair.iter().flat_map(|w| number(w).to_le_bytes()));
    write_result(&options.out, &bytes.collect::<Vec<u8>>())
}

/// The weights of each combination for the side to move and for the other side,
/// as log-odds.
struct CombinationLearner {
    weights: Vec<[f32; 2]>,
    gradient: Vec<[f32; 2]>,
    adam: Adam,
}

impl Default for CombinationLearner {
    fn default() -> CombinationLearner {
        let zeros = || vec![[0.0; 2]; COMBINATIONS];
        CombinationLearner {
            weights: zeros(),
            gradient: zeros(),
            adam: Adam::new(2 * COMBINATIONS),
        }
    }
}

impl CombinationLearner {
    /// The value of a position.
    fn value(&self, sample: &Sample) -> f32 {
        let of = |&[own, other]: &[u16; 2]| {
            self.weights[usize::from(own)][0] - self.weights[usize::from(other)][1]
        };
        sample.squares.iter().map(of).sum()
    }

    /// The mean cross-entropy of the results.
    fn loss(&self, samples: &[Sample]) -> f64 {
        journal::losses(samples, |sample| self.value(sample))[0]
    }

    /// Changes the weights by one step.
    fn learn(&mut self, batch: &[Sample], rate: f32) {
        self.gradient.fill([0.0; 2]);
        for sample in batch {
            let error = (logistic(self.value(sample)) - sample.target) / batch.len() as f32;
            for &[own, other] in &sample.squares {
                self.gradient[usize::from(own)][0] += error;
                self.gradient[usize::from(other)][1] -= error;
            }
        }
        // The combination without any class keeps the weight 0; otherwise the
        // number of empty squares would count.
        self.gradient[0] = [0.0; 2];
        let (weights, slopes) = (self.weights.as_flattened_mut(), self.gradient.as_flattened());
        self.adam.step(weights, rate, |i| slopes[i]);
        weights.iter_mut().for_each(|weight| *weight -= rate * DECAY * *weight);
    }
}
