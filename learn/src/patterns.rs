//! `noughts-learn patterns`: learns the network of five in a row from the games
//! of journals.
//!
//! The network is to predict the mean of the result of a game and of the score
//! that the search reported. The row of a window is learned as the sum of two: one
//! for its classes, which many windows share, and one of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use noughts::game::Squares;
use noughts::game::lines::Position;
use noughts::random::Random;
use noughts::search::patterns::{
    BOTH, Features, HIDDEN, NetworkWeights, ONE, UNITS, WINDOWS, classes_of_windows,
};

use crate::journal::{self, CENTIPOINTS, Samples, View, logistic};

/// The options of `patterns`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Journals of games of five in a row, with scores
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
    /// A network to begin with instead of random numbers; a third of the usual
    /// rate is enough then
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
/// Pairs of classes.
const CLASSES: usize = 81;
/// The factor of the sums before the hidden units.
const SCALE: f32 = 0.125;
/// The averages of Adam.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
/// Steps until the learning rate is reached.
const WARM_UP: f64 = 200.0;

// Where the parameters begin.
const OWN_ROWS: usize = 0;
const CLASS_ROWS: usize = OWN_ROWS + WINDOWS * UNITS;
const BIAS: usize = CLASS_ROWS + CLASSES * UNITS;
const HIDDEN_WEIGHTS: usize = BIAS + UNITS;
const HIDDEN_BIAS: usize = HIDDEN_WEIGHTS + BOTH * HIDDEN;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
const ALL: usize = OUTPUT_BIAS + 1;

/// The windows of both sides.
struct Windows;

impl View for Windows {
    type Square = [[u16; 4]; 2];

    fn squares<S: Squares>(
        features: &Features<S>,
        position: &Position<S>,
    ) -> Option<Vec<[[u16; 4]; 2]>> {
        features.windows(position)
    }
}

type Sample = journal::Sample<[[u16; 4]; 2]>;

/// Learns, with a line of figures for each epoch.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
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
    learner.model.write(&options.out)?;
    bar.finish_and_clear();
    let [result, target] = learner.model.losses(&test);
    println!("test loss {result:.4}, of targets {target:.4}");
    Ok(())
}

/// The parameters, or their gradient.
struct Model {
    numbers: Vec<f32>,
    /// The pair of classes of each window.
    classes: Vec<u16>,
}

/// The values of the network for a position.
struct Pass {
    sums: [f32; BOTH],
    hidden: [f32; HIDDEN],
    /// The logarithm of the odds.
    output: f32,
}

impl Model {
    fn random(random: &mut Random) -> Model {
        // The sum of four equal distributions is nearly normal.
        let mut normal = |deviation: f32| {
            let sum: f32 = (0..4).map(|_| random.below(10_001) as f32 / 5_000.0 - 1.0).sum();
            sum * deviation * 0.87
        };
        let deviation = |i: usize| match i {
            _ if i < CLASS_ROWS => normal(0.02),
            _ if i < BIAS => normal(0.15),
            _ if i < HIDDEN_WEIGHTS => 0.1,
            _ if i < HIDDEN_BIAS || (OUTPUT..OUTPUT_BIAS).contains(&i) => normal(0.1),
            _ => 0.0,
        };
        Model { numbers: (0..ALL).map(deviation).collect(), classes: classes_of_windows() }
    }

    /// The model of a network. What the windows of a pair of classes have in common
    /// goes into the row of the classes.
    fn from_weights(weights: &NetworkWeights) -> Model {
        let one = f32::from(ONE);
        let mut model = Model { numbers: vec![0.0; ALL], classes: classes_of_windows() };
        let mut counts = [0.0; CLASSES];
        for &classes in &model.classes {
            counts[usize::from(classes)] += 1.0;
        }
        for (window, stored) in weights.windows.iter().enumerate() {
            let [own, class] = model.rows(window as u16);
            let count = counts[usize::from(model.classes[window])];
            for (i, &number) in stored.iter().enumerate() {
                model.numbers[own + i] = f32::from(number) / one;
                model.numbers[class + i] += f32::from(number) / one / count;
            }
        }
        for window in 0..WINDOWS {
            let [own, class] = model.rows(window as u16);
            for i in 0..UNITS {
                model.numbers[own + i] -= model.numbers[class + i];
            }
        }
        let bias = weights.bias.map(|number| f32::from(number) / one);
        model.numbers[BIAS..HIDDEN_WEIGHTS].copy_from_slice(&bias);
        let hidden = weights.hidden.as_flattened().iter().map(|weight| weight * one / SCALE);
        let output = weights.output.iter().chain([&weights.output_bias]).map(|w| w / CENTIPOINTS);
        let rest = hidden.chain(weights.hidden_bias).chain(output);
        model.numbers[HIDDEN_WEIGHTS..].iter_mut().zip(rest).for_each(|(place, w)| *place = w);
        model
    }

    /// The places of the two rows of a window.
    fn rows(&self, window: u16) -> [usize; 2] {
        let window = usize::from(window);
        let classes = usize::from(self.classes[window]);
        [OWN_ROWS + window * UNITS, CLASS_ROWS + classes * UNITS]
    }

    /// What the windows of a square add up to, before it is clipped.
    fn square(&self, windows: &[u16; 4]) -> [f32; UNITS] {
        let mut sum = *row(&self.numbers, BIAS);
        for at in windows.iter().flat_map(|&window| self.rows(window)) {
            sum.iter_mut().zip(row(&self.numbers, at)).for_each(|(sum, number)| *sum += number);
        }
        sum
    }

    fn forward(&self, sample: &Sample) -> Pass {
        let mut sums = [0.0; BOTH];
        for windows in &sample.squares {
            for (sums, windows) in sums.chunks_exact_mut(UNITS).zip(windows) {
                let square = self.square(windows);
                sums.iter_mut().zip(square).for_each(|(sum, unit)| *sum += unit.clamp(0.0, 1.0));
            }
        }
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&self.numbers[HIDDEN_BIAS..OUTPUT]);
        let weights = self.numbers[HIDDEN_WEIGHTS..HIDDEN_BIAS].chunks_exact(HIDDEN);
        for (sum, weights) in sums.iter().zip(weights) {
            let units = hidden.iter_mut().zip(weights);
            units.for_each(|(unit, weight)| *unit += SCALE * sum * weight);
        }
        let weights = &self.numbers[OUTPUT..OUTPUT_BIAS];
        let output: f32 = hidden.iter().zip(weights).map(|(unit, w)| unit.max(0.0) * w).sum();
        Pass { sums, hidden, output: output + self.numbers[OUTPUT_BIAS] }
    }

    /// Adds the gradient of the loss of a position.
    fn backward(&self, sample: &Sample, pass: &Pass, gradient: &mut [f32]) {
        let error = logistic(pass.output) - sample.target;
        gradient[OUTPUT_BIAS] += error;
        let mut hidden = [0.0; HIDDEN];
        for (i, slope) in hidden.iter_mut().enumerate().filter(|&(i, _)| pass.hidden[i] > 0.0) {
            gradient[OUTPUT + i] += error * pass.hidden[i];
            *slope = error * self.numbers[OUTPUT + i];
            gradient[HIDDEN_BIAS + i] += *slope;
        }
        let mut sums = [0.0; BOTH];
        for (i, slope) in sums.iter_mut().enumerate() {
            let at = HIDDEN_WEIGHTS + i * HIDDEN;
            for (j, hidden) in hidden.iter().enumerate() {
                gradient[at + j] += SCALE * hidden * pass.sums[i];
                *slope += SCALE * hidden * self.numbers[at + j];
            }
        }
        for windows in &sample.squares {
            for (slopes, windows) in sums.chunks_exact(UNITS).zip(windows) {
                let square = self.square(windows);
                let slope =
                    |i: usize| if (0.0..1.0).contains(&square[i]) { slopes[i] } else { 0.0 };
                let slopes: [f32; UNITS] = std::array::from_fn(slope);
                let rows = windows.iter().flat_map(|&window| self.rows(window));
                for at in rows.chain([BIAS]) {
                    let numbers = gradient[at..at + UNITS].iter_mut();
                    numbers.zip(slopes).for_each(|(number, slope)| *number += slope);
                }
            }
        }
    }

    /// The mean cross entropies of results and of targets.
    fn losses(&self, samples: &[Sample]) -> [f64; 2] {
        journal::losses(samples, |sample| self.forward(sample).output)
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        fs::write(path, bytemuck::bytes_of(&*self.to_weights()))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// The weights as the engine reads them.
    fn to_weights(&self) -> Box<NetworkWeights> {
        let one = f32::from(ONE);
        // Sums of four rows and the bias must fit into 16 bits.
        let stored = |number: f32| (number * one).round().clamp(-6000.0, 6000.0) as i16;
        let mut weights: Box<NetworkWeights> = bytemuck::allocation::zeroed_box();
        for (window, stored_row) in weights.windows.iter_mut().enumerate() {
            let [own, class] = self.rows(window as u16).map(|at| row(&self.numbers, at));
            *stored_row = std::array::from_fn(|i| stored(own[i] + class[i]));
        }
        weights.bias = row(&self.numbers, BIAS).map(stored);
        let hidden = self.numbers[HIDDEN_WEIGHTS..HIDDEN_BIAS].iter();
        let places = weights.hidden.as_flattened_mut().iter_mut();
        places.zip(hidden).for_each(|(place, weight)| *place = weight * SCALE / one);
        weights.hidden_bias.copy_from_slice(&self.numbers[HIDDEN_BIAS..OUTPUT]);
        let output = self.numbers[OUTPUT..OUTPUT_BIAS].iter();
        weights.output.iter_mut().zip(output).for_each(|(place, w)| *place = w * CENTIPOINTS);
        weights.output_bias = self.numbers[OUTPUT_BIAS] * CENTIPOINTS;
        weights
    }
}

/// Reads a network as the engine does.
fn read_weights(path: &Path) -> anyhow::Result<Box<NetworkWeights>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut weights: Box<NetworkWeights> = bytemuck::allocation::zeroed_box();
    let places = bytemuck::bytes_of_mut(&mut *weights);
    if bytes.len() != places.len() {
        bail!("{} is not a network of five in a row", path.display());
    }
    places.copy_from_slice(&bytes);
    Ok(weights)
}

/// The row that begins at a place.
fn row(numbers: &[f32], at: usize) -> &[f32; UNITS] {
    numbers[at..].first_chunk().expect("a row ends before the parameters do")
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
