//! `noughts-learn train`: learns a network from positions, by Adam (Kingma and
//! Ba 2015).

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use noughts::game::trains::Lengths;
use noughts::random::Random;
use noughts::search::network::{Network, SQUARES};

use crate::adam::{Adam, rate_of_step};
use crate::example::{Example, Losses, SYMMETRIES};
use crate::files::{check_results, number, share, write_result};
use crate::model::{Model, Pass};
use crate::output::print_line;
use crate::parameters::Parameters;
use crate::sample::{self, Sample};

/// The options of `train`.
#[derive(clap::Args)]
pub(crate) struct TrainOptions {
    /// Files of positions, as `play` writes them
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The file for the weights, as the engine reads them
    #[arg(long)]
    out: PathBuf,
    /// The file for the parameters, to go on from
    #[arg(long)]
    parameters: PathBuf,
    /// Begin with the parameters of this file instead of random ones
    #[arg(long)]
    from: Option<PathBuf>,
    /// The number of times that all positions are learned
    #[arg(long, default_value_t = 2.0, value_parser = number)]
    epochs: f64,
    /// The positions of a step
    #[arg(long, default_value = "256")]
    batch: NonZeroUsize,
    /// The first learning rate; it falls to a hundredth along half a cosine
    #[arg(long, default_value_t = 0.001, value_parser = number)]
    rate: f64,
    /// The part of the value's target that is the value of the search; the rest
    /// is the result of the game
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    mix: f32,
    /// The seed of all random choices; the same seed gives the same network with the
    /// same number of threads, the same build and the same processor
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that learn
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Learn without the symmetries of the board
    #[arg(long)]
    no_symmetry: bool,
}

/// One in this many runs of positions is kept for validation. Runs keep most
/// games whole.
const VALIDATION: usize = 50;
/// The number of successive positions of a run.
const RUN: usize = 500;
/// The largest number of positions for validation.
const MAX_VALIDATED: usize = 20_000;
/// Lines of figures in an epoch.
const LINES: usize = 4;
/// The decay rate of the moving average of the parameters.
const AVERAGE_DECAY: f32 = 0.999;

/// Learns, and prints [`LINES`] lines of figures in each epoch.
pub(crate) fn run(options: &TrainOptions) -> anyhow::Result<()> {
    let inputs = options.positions.iter().chain(&options.from);
    check_results(&[&options.out, &options.parameters], inputs)?;
    let (mut learned, mut validated) = (Vec::new(), Vec::new());
    let (mut seen, batch) = (HashSet::new(), options.batch.get());
    for path in &options.positions {
        // A file may be named several times. What is validated is in none of
        // its copies.
        let is_new = seen.insert(path);
        for (i, sample) in sample::read(path)?.into_iter().enumerate() {
            if (i / RUN) % VALIDATION != VALIDATION - 1 {
                learned.push(sample);
            } else if is_new {
                validated.push(sample);
            }
        }
    }
    let step = validated.len().div_ceil(MAX_VALIDATED).max(1);
    let validated: Vec<Sample> = validated.into_iter().step_by(step).collect();
    let (many, few) = (learned.len(), validated.len());
    print_line(None, &format!("{many} positions to learn from, {few} to validate"))?;
    if learned.len() < batch {
        bail!("these are too few positions");
    }
    let mut random = Random::new(options.seed);
    let parameters = match &options.from {
        Some(path) => read_parameters(path)?,
        None => Parameters::random(&mut random),
    };
    let mut learner = Learner::new(parameters, options);
    let per_epoch = learned.len() / batch;
    let steps = (options.epochs * per_epoch as f64).ceil() as usize;
    let bar = ProgressBar::new(steps as u64);
    bar.set_style(ProgressStyle::with_template("{elapsed} {wide_bar} {eta}")?);
    let started = Instant::now();
    let mut order: Vec<usize> = (0..learned.len()).collect();
    let mut losses = Losses::default();
    for step in 0..steps {
        let in_epoch = step % per_epoch;
        if in_epoch == 0 {
            random.shuffle(&mut order);
        }
        let batch: Vec<&Sample> =
            order[in_epoch * batch..][..batch].iter().map(|&i| &learned[i]).collect();
        let rate = rate_of_step(options.rate, step, steps);
        losses.add(&learner.learn(&batch, rate, &mut random));
        bar.inc(1);
        let is_last = step + 1 == steps;
        if (step + 1) % (per_epoch / LINES).max(1) == 0 || is_last {
            let epoch = (step + 1) as f64 / per_epoch as f64;
            let seconds = started.elapsed().as_secs();
            let learned = figures(&std::mem::take(&mut losses));
            let text = format!("epoch {epoch:.2} {seconds} s learned {learned}");
            let model = Model::new(&learner.average);
            let all = learner.validate(&model, &validated);
            print_line(Some(&bar), &format!("{text} | validated {}", figures(&all)))?;
            learner.write(options)?;
        }
    }
    bar.finish_and_clear();
    let model = Model::new(&learner.average);
    for first in (0..SQUARES).step_by(6) {
        let part: Vec<Sample> =
            validated.iter().filter(|s| (first..first + 6).contains(&s.ply())).cloned().collect();
        if !part.is_empty() {
            let losses = learner.validate(&model, &part);
            let text = format!("plies {first:2} to {:2}: {}", first + 5, figures(&losses));
            print_line(None, &text)?;
        }
    }
    learner.write(options)
}

/// The means of losses as text.
fn figures(losses: &Losses) -> String {
    if losses.examples == 0.0 {
        return String::from("nothing");
    }
    let n = losses.examples;
    let policies = losses.policies.max(1.0);
    format!(
        "policy {:.4} first {:.1} % result {:.4} error {:.4} (search {:.4})",
        losses.policy / policies,
        100.0 * losses.first / policies,
        losses.result / n,
        losses.error / n,
        losses.search_error / n
    )
}

fn read_parameters(path: &PathBuf) -> anyhow::Result<Parameters> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut parameters = Parameters::zero();
    let (numbers, rest) = bytes.as_chunks();
    if numbers.len() != parameters.numbers.len() || !rest.is_empty() {
        bail!("{} has the parameters of another network", path.display());
    }
    for (number, &bytes) in parameters.numbers.iter_mut().zip(numbers) {
        *number = f32::from_le_bytes(bytes);
    }
    if !parameters.numbers.iter().all(|number| number.is_finite()) {
        bail!("{} has numbers that are not finite", path.display());
    }
    Ok(parameters)
}

struct Learner {
    parameters: Parameters,
    /// The exponential moving average of the parameters.
    average: Parameters,
    adam: Adam,
    workers: Vec<Worker>,
    mix: f32,
    symmetries: usize,
}

struct Worker {
    pass: Pass,
    lengths: Lengths,
    gradient: Parameters,
}

impl Learner {
    fn new(parameters: Parameters, options: &TrainOptions) -> Learner {
        let worker = |_| Worker {
            pass: Pass::new(),
            lengths: Lengths::default(),
            gradient: Parameters::zero(),
        };
        Learner {
            average: parameters.clone(),
            adam: Adam::new(parameters.numbers.len()),
            parameters,
            workers: (0..options.threads.max(1)).map(worker).collect(),
            mix: options.mix,
            symmetries: if options.no_symmetry { 1 } else { SYMMETRIES },
        }
    }

    /// Makes a step.
    fn learn(&mut self, batch: &[&Sample], rate: f32, random: &mut Random) -> Losses {
        let model = &Model::new(&self.parameters);
        let batch: Vec<(&Sample, usize)> =
            batch.iter().map(|&sample| (sample, random.below(self.symmetries))).collect();
        let mix = self.mix;
        let share = batch.len().div_ceil(self.workers.len());
        let losses = std::thread::scope(|scope| {
            let work = |(worker, batch): (_, &[_])| {
                let batch = batch.to_vec();
                scope.spawn(move || Worker::add_gradients(worker, model, &batch, mix))
            };
            let threads: Vec<_> =
                self.workers.iter_mut().zip(batch.chunks(share)).map(work).collect();
            let mut losses = Losses::default();
            for thread in threads {
                match thread.join() {
                    Ok(part) => losses.add(&part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            losses
        });
        self.adam.step(&mut self.parameters.numbers, rate, |i| {
            let sum: f32 = self.workers.iter().map(|worker| worker.gradient.numbers[i]).sum();
            sum / batch.len() as f32
        });
        self.parameters.clamp();
        let steps = self.adam.steps() as f32;
        let decay = AVERAGE_DECAY.min(1.0 - 1.0 / (1.0 + steps / 10.0));
        for (average, number) in self.average.numbers.iter_mut().zip(&self.parameters.numbers) {
            *average += (1.0 - decay) * (number - *average);
        }
        losses
    }

    /// The losses of positions for validation.
    fn validate(&mut self, model: &Model, samples: &[Sample]) -> Losses {
        let mut losses = Losses::default();
        let worker = &mut self.workers[0];
        for sample in samples {
            let example = Example::new(sample, 0, &mut worker.lengths);
            worker.pass.forward(model, &example.planes);
            losses.add(&example.gradient(&worker.pass, 0.0).1);
        }
        losses
    }

    /// Writes the averaged parameters.
    fn write(&self, options: &TrainOptions) -> anyhow::Result<()> {
        if !self.average.numbers.iter().all(|number| number.is_finite()) {
            bail!("the learning diverges: use a lower --rate");
        }
        let weights = self.average.to_weights().to_bytes();
        Network::from_bytes(&weights).context("the learning diverges: use a lower --rate")?;
        let numbers = self.average.numbers.iter().flat_map(|number| number.to_le_bytes());
        write_result(&options.parameters, &numbers.collect::<Vec<u8>>())?;
        write_result(&options.out, &weights)
    }
}

impl Worker {
    /// Sets the gradient to that of these samples.
    fn add_gradients(&mut self, model: &Model, batch: &[(&Sample, usize)], mix: f32) -> Losses {
        self.gradient.numbers.fill(0.0);
        let mut losses = Losses::default();
        for &(sample, symmetry) in batch {
            let example = Example::new(sample, symmetry, &mut self.lengths);
            self.pass.forward(model, &example.planes);
            let (output, loss) = example.gradient(&self.pass, mix);
            self.pass.backward(model, &output, &mut self.gradient);
            losses.add(&loss);
        }
        losses
    }
}
