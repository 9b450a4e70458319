//! `noughts-learn patterns`: learns the network of five in a row from the games
//! of journals.
//!
//! The network is to predict the mean of the result of a game and of the score
//! that the search reported.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::random::Random;

use crate::journal::{self, Samples};
use crate::windows::{ALL, CLASS_ROWS, Model, Sample, Windows, read_weights};

/// The options of `patterns`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Journals of games of five in a row, with scores
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
    /// A network to begin with instead of random numbers; half of the usual rate
    /// is enough then
    #[arg(long)]
    from: Option<PathBuf>,
    /// The number of times that all positions are learned
    #[arg(long, default_value_t = 5)]
    epochs: usize,
    /// The first learning rate; it falls to a hundredth as half of a cosine
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    /// The share of the rows, times the learning rate, that each step takes away
    #[arg(long, default_value_t = 0.6)]
    decay: f32,
    /// The part of the target that is the score of the search; the rest is the
    /// result of the game
    #[arg(long, default_value_t = 0.7)]
    mix: f32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that learn
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// The positions of a step.
const BATCH: usize = 256;
/// The averages of Adam.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
/// Steps until the learning rate is reached.
const WARM_UP: f64 = 200.0;

/// Learns, with a line of figures for each epoch.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let Samples { learned, test } = journal::read::<Windows>(&options.journals, options.mix)?;
    if learned.len() < BATCH {
        bail!("a step needs {BATCH} positions");
    }
    let mut learner = Learner::new(options)?;
    // Also so that a file that cannot be written is noticed before an hour of work.
    learner.model.write(&options.out)?;
    let mut random = Random::new(options.seed);
    let mut order: Vec<usize> = (0..learned.len()).collect();
    let steps = learned.len() / BATCH * options.epochs;
    let bar = ProgressBar::new(steps as u64);
    bar.set_style(ProgressStyle::with_template("{elapsed} {wide_bar} {eta}")?);
    let started = Instant::now();
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            let done = f64::from(learner.steps) / steps as f64;
            let cosine = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
            let warmth = (f64::from(learner.steps + 1) / WARM_UP).min(1.0);
            let rate = options.rate * (0.01 + 0.99 * cosine) * warmth;
            let batch: Vec<&Sample> = batch.iter().map(|&i| &learned[i]).collect();
            learner.learn(&batch, rate as f32);
            bar.inc(1);
        }
        let [result, target] = learner.model.losses(&test);
        let seconds = started.elapsed().as_secs();
        bar.println(format!("epoch {epoch} {seconds} s: loss {result:.4}, of targets {target:.4}"));
        learner.model.write(&options.out)?;
    }
    bar.finish_and_clear();
    let [result, target] = learner.model.losses(&test);
    println!("test loss {result:.4}, of targets {target:.4}");
    Ok(())
}

/// A model with the state of Adam (Kingma and Ba 2015).
struct Learner {
    model: Model,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
    /// A gradient for each thread.
    gradients: Vec<Vec<f32>>,
    decay: f32,
}

impl Learner {
    fn new(options: &Options) -> anyhow::Result<Learner> {
        let model = match &options.from {
            None => Model::random(&mut Random::new(options.seed)),
            Some(path) => {
                let weights = read_weights(path)?;
                Model::from_weights(&weights)
            }
        };
        Ok(Learner {
            model,
            first: vec![0.0; ALL],
            second: vec![0.0; ALL],
            steps: 0,
            gradients: vec![vec![0.0; ALL]; options.threads.max(1)],
            decay: options.decay,
        })
    }

    /// Makes a step.
    fn learn(&mut self, batch: &[&Sample], rate: f32) {
        let model = &self.model;
        let share = batch.len().div_ceil(self.gradients.len());
        std::thread::scope(|scope| {
            for (gradient, part) in self.gradients.iter_mut().zip(batch.chunks(share)) {
                scope.spawn(move || {
                    gradient.fill(0.0);
                    for sample in part {
                        model.backward(sample, &model.forward(sample), gradient);
                    }
                });
            }
        });
        self.steps += 1;
        let correction = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (first_scale, second_scale) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        for (i, number) in self.model.numbers.iter_mut().enumerate() {
            let sum: f32 = self.gradients.iter().map(|gradient| gradient[i]).sum();
            let slope = sum / batch.len() as f32;
            let (first, second) = (&mut self.first[i], &mut self.second[i]);
            *first += (1.0 - FIRST_DECAY) * (slope - *first);
            *second += (1.0 - SECOND_DECAY) * (slope * slope - *second);
            *number -= rate * *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
            if i < CLASS_ROWS {
                *number -= rate * self.decay * *number;
            }
        }
    }
}
