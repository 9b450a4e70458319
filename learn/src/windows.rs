//! The network of five in a row while it is learned: its parameters, its values,
//! and their gradients.
//!
//! The row of a window is the sum of two: one for its classes, which many
//! windows share, and one for this window only.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use noughts::game::Squares;
use noughts::game::lines::Position;
use noughts::random::Random;
use noughts::search::patterns::{
    BOTH, Features, HIDDEN, NetworkWeights, ONE, UNITS, WINDOWS, classes_of_windows,
};

use crate::files::write_result;
use crate::journal::{self, CENTIPOINTS, View, logistic};

/// Pairs of classes.
const CLASSES: usize = 81;
/// The factor of the sums before the hidden units.
const SCALE: f32 = 0.125;

// The first index of each part of the parameters.
const OWN_ROWS: usize = 0;
/// The end of the windows' own rows.
pub(crate) const CLASS_ROWS: usize = OWN_ROWS + WINDOWS * UNITS;
const BIAS: usize = CLASS_ROWS + CLASSES * UNITS;
const HIDDEN_WEIGHTS: usize = BIAS + UNITS;
const HIDDEN_BIAS: usize = HIDDEN_WEIGHTS + BOTH * HIDDEN;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
/// The number of parameters.
pub(crate) const ALL: usize = OUTPUT_BIAS + 1;

/// The windows of both sides.
pub(crate) struct Windows;

impl View for Windows {
    type Square = [[u16; 4]; 2];

    fn squares<S: Squares>(
        features: &Features<S>,
        position: &Position<S>,
    ) -> Option<Vec<[[u16; 4]; 2]>> {
        features.windows(position)
    }
}

pub(crate) type Sample = journal::Sample<[[u16; 4]; 2]>;

/// The parameters, or their gradient.
pub(crate) struct Model {
    pub(crate) numbers: Vec<f32>,
    /// The pair of classes of each window.
    classes: Vec<u16>,
}

/// The values of the network for a position.
pub(crate) struct Pass {
    sums: [f32; BOTH],
    hidden: [f32; HIDDEN],
    /// The value of the position in log-odds.
    output: f32,
}

impl Model {
    pub(crate) fn random(random: &mut Random) -> Model {
        // The sum of four uniform numbers is nearly normal.
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
    pub(crate) fn from_weights(weights: &NetworkWeights) -> Model {
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

    /// The first indices of the two rows of a window.
    fn rows(&self, window: u16) -> [usize; 2] {
        let window = usize::from(window);
        let classes = usize::from(self.classes[window]);
        [OWN_ROWS + window * UNITS, CLASS_ROWS + classes * UNITS]
    }

    /// The sum of the rows of the windows of a square, before clipping.
    fn square(&self, windows: &[u16; 4]) -> [f32; UNITS] {
        let mut sum = *row(&self.numbers, BIAS);
        for at in windows.iter().flat_map(|&window| self.rows(window)) {
            sum.iter_mut().zip(row(&self.numbers, at)).for_each(|(sum, number)| *sum += number);
        }
        sum
    }

    pub(crate) fn forward(&self, sample: &Sample) -> Pass {
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
    pub(crate) fn backward(&self, sample: &Sample, pass: &Pass, gradient: &mut [f32]) {
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

    /// The mean cross-entropies of results and of targets.
    pub(crate) fn losses(&self, samples: &[Sample]) -> [f64; 2] {
        journal::losses(samples, |sample| self.forward(sample).output)
    }

    /// Writes the network with its values multiplied by `scale`.
    pub(crate) fn write(&self, path: &Path, scale: f32) -> anyhow::Result<()> {
        write_result(path, bytemuck::bytes_of(&*self.to_weights(scale)))
    }

    /// The weights as the engine reads them, with values multiplied by `scale`.
    fn to_weights(&self, scale: f32) -> Box<NetworkWeights> {
        let (one, scale) = (f32::from(ONE), scale * CENTIPOINTS);
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
        weights.output.iter_mut().zip(output).for_each(|(place, w)| *place = w * scale);
        weights.output_bias = self.numbers[OUTPUT_BIAS] * scale;
        weights
    }
}

/// Reads a network as the engine does.
pub(crate) fn read_weights(path: &Path) -> anyhow::Result<Box<NetworkWeights>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut weights: Box<NetworkWeights> = bytemuck::allocation::zeroed_box();
    let places = bytemuck::bytes_of_mut(&mut *weights);
    if bytes.len() != places.len() {
        bail!("{} is not a network of five in a row", path.display());
    }
    places.copy_from_slice(&bytes);
    let rest = weights.hidden.as_flattened().iter().chain(&weights.hidden_bias);
    if !rest.chain(&weights.output).chain([&weights.output_bias]).all(|w| w.is_finite()) {
        bail!("{} has numbers that are not finite", path.display());
    }
    Ok(weights)
}

/// The row that begins at an index.
fn row(numbers: &[f32], at: usize) -> &[f32; UNITS] {
    numbers[at..].first_chunk().expect("a row ends before the parameters do")
}
