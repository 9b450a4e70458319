//! `noughts-learn patterns`: learns the network of five in a row from the games
//! of journals.
//!
//! The target of the network is a mean of the result of the game and the score
//! that the search reported.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use noughts::random::Random;

use crate::adam::{Adam, rate_of_step};
use crate::files::{check_results, number, positive, share};
use crate::journal::{self, Samples};
use crate::output::print_line;
use crate::windows::{ALL, CLASS_ROWS, Model, Sample, Windows, read_weights};

/// The options of `patterns`.
#[derive(clap::Args)]
pub(crate) struct PatternsOptions {
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
    /// The first learning rate; it falls to a hundredth along half a cosine
    #[arg(long, default_value_t = 0.002, value_parser = number)]
    rate: f64,
    /// The share of the rows, times the learning rate, that each step takes away
    #[arg(long, default_value_t = 0.6, value_parser = share)]
    decay: f32,
    /// The part of the target that is the score of the search; the rest is the
    /// result of the game
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    mix: f32,
    /// The factor of the values in the file: results alone teach larger values than scores
    /// do, and the margins of the search are in centipoints
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    scale: f64,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that learn
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// The positions of a step.
const BATCH: usize = 256;

/// Learns, and prints a line of figures for each epoch.
pub(crate) fn run(options: &PatternsOptions) -> anyhow::Result<()> {
    check_results(&[&options.out], options.journals.iter().chain(&options.from))?;
    let Samples { learned, test } = journal::read::<Windows>(&options.journals, options.mix)?;
    if learned.len() < BATCH {
        bail!("a step needs {BATCH} positions");
    }
    let mut learner = Learner::new(options)?;
    let mut random = Random::new(options.seed);
    let mut order: Vec<usize> = (0..learned.len()).collect();
    let steps = learned.len() / BATCH * options.epochs;
    let bar = ProgressBar::new(steps as u64);
    bar.set_style(ProgressStyle::with_template("{elapsed} {wide_bar} {eta}")?);
    let started = Instant::now();
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            let rate = rate_of_step(options.rate, learner.adam.steps(), steps);
            let batch: Vec<&Sample> = batch.iter().map(|&i| &learned[i]).collect();
            learner.learn(&batch, rate);
            bar.inc(1);
        }
        let [result, target] = learner.model.losses(&test);
        let seconds = started.elapsed().as_secs();
        let text = format!("epoch {epoch} {seconds} s: loss {result:.4}, of targets {target:.4}");
        print_line(Some(&bar), &text)?;
        learner.model.write(&options.out, options.scale as f32)?;
    }
    bar.finish_and_clear();
    let [result, target] = learner.model.losses(&test);
    print_line(None, &format!("test loss {result:.4}, of targets {target:.4}"))?;
    learner.model.write(&options.out, options.scale as f32)
}

/// A model and the state of its optimiser.
struct Learner {
    model: Model,
    adam: Adam,
    /// A gradient for each thread.
    gradients: Vec<Vec<f32>>,
    decay: f32,
}

impl Learner {
    fn new(options: &PatternsOptions) -> anyhow::Result<Learner> {
        let model = match &options.from {
            None => Model::random(&mut Random::new(options.seed)),
            Some(path) => {
                let weights = read_weights(path)?;
                Model::from_weights(&weights)
            }
        };
        Ok(Learner {
            model,
            adam: Adam::new(ALL),
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
        self.adam.step(&mut self.model.numbers, rate, |i| {
            let sum: f32 = self.gradients.iter().map(|gradient| gradient[i]).sum();
            sum / batch.len() as f32
        });
        for row in &mut self.model.numbers[..CLASS_ROWS] {
            *row -= rate * self.decay * *row;
        }
    }
}
