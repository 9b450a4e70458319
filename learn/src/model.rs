//! The network with its gradients, in floating point, one position at a time.
//!
//! Besides the outputs that the engine uses, it predicts the end of the game:
//! the owner of each square, the squares of both longest trains, and the
//! margin. These auxiliary targets improve learning (Wu 2019); the network of
//! the engine does not have them.

use noughts::search::network::{BLOCKS, HIDDEN, LOGIT_SCALE, ONE, PLANES, SQUARES, UNIT};

use crate::kernels::{OUT, PLACES, Row, add_weight_gradient, convolve, place, transposed};
use crate::parameters::{EXTRAS, Parameters, Part};

/// The factor of means over the squares of a map.
const MEAN: f32 = 1.0 / SQUARES as f32;

/// The weights of a step: rounded as in the file, and transposed for the
/// backward pass. Gradients are those of the rounded weights (straight-through
/// estimator).
pub(crate) struct Model {
    rounded: Parameters,
    transposed: Vec<[Vec<Row>; 2]>,
}

impl Model {
    pub(crate) fn new(parameters: &Parameters) -> Model {
        let mut rounded = parameters.clone();
        for part in Part::all().into_iter().filter(|part| part.is_small()) {
            let unit = UNIT as f32;
            rounded.part_mut(part).iter_mut().for_each(|w| *w = (*w * unit).round() / unit);
        }
        let turn = |i| [Part::First(i), Part::Second(i)].map(|part| transposed(rounded.rows(part)));
        let transposed = (0..BLOCKS).map(turn).collect();
        Model { rounded, transposed }
    }
}

/// The activations of all squares, with a border.
type Map<const N: usize> = Vec<[f32; N]>;

/// The activations of one position, and what is needed for its gradient.
pub(crate) struct Pass {
    input: Map<PLANES>,
    /// The output of the stem and of each block.
    outputs: Vec<Map<OUT>>,
    /// The activations inside each block.
    insides: Vec<Map<OUT>>,
    /// The pooled outputs.
    pooled: Vec<Pooled>,
    hidden: [f32; HIDDEN],
    /// The outputs of the network.
    pub(crate) policy: [f32; SQUARES],
    pub(crate) outcome: [f32; 3],
    pub(crate) extras: [[f32; EXTRAS]; SQUARES],
    pub(crate) margin: f32,
    gradient: Map<OUT>,
    scratch: Map<OUT>,
}

/// The means and maxima of a map, and where the maxima are.
#[derive(Clone)]
struct Pooled {
    numbers: [f32; 2 * OUT],
    at: [usize; OUT],
}

impl Pooled {
    fn of(map: &[Row]) -> Pooled {
        let mut pooled = Pooled { numbers: [0.0; 2 * OUT], at: [place(0); OUT] };
        for square in (0..SQUARES).map(place) {
            for (i, &number) in map[square].iter().enumerate() {
                pooled.numbers[i] += number * MEAN;
                if number > pooled.numbers[OUT + i] {
                    pooled.numbers[OUT + i] = number;
                    pooled.at[i] = square;
                }
            }
        }
        pooled
    }

    /// Adds the gradient of the pooled numbers to that of the map.
    fn add_gradient(&self, gradient: &[f32; 2 * OUT], map: &mut [Row]) {
        for square in (0..SQUARES).map(place) {
            for i in 0..OUT {
                map[square][i] += gradient[i] * MEAN;
            }
        }
        for i in 0..OUT {
            map[self.at[i]][i] += gradient[OUT + i];
        }
    }
}

/// The gradient of the loss at the outputs of the network.
pub(crate) struct OutputGradient {
    pub(crate) policy: [f32; SQUARES],
    pub(crate) outcome: [f32; 3],
    pub(crate) extras: [[f32; EXTRAS]; SQUARES],
    pub(crate) margin: f32,
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Pass {
    pub(crate) fn new() -> Pass {
        let map = || vec![[0.0; OUT]; PLACES];
        Pass {
            input: vec![[0.0; PLANES]; PLACES],
            outputs: (0..=BLOCKS).map(|_| map()).collect(),
            insides: (0..BLOCKS).map(|_| map()).collect(),
            pooled: vec![Pooled { numbers: [0.0; 2 * OUT], at: [0; OUT] }; BLOCKS + 1],
            hidden: [0.0; HIDDEN],
            policy: [0.0; SQUARES],
            outcome: [0.0; 3],
            extras: [[0.0; EXTRAS]; SQUARES],
            margin: 0.0,
            gradient: map(),
            scratch: map(),
        }
    }

    /// Computes all outputs for an input.
    pub(crate) fn forward(&mut self, model: &Model, planes: &[[u8; PLANES]; SQUARES]) {
        let p = &model.rounded;
        for (square, numbers) in planes.iter().enumerate() {
            self.input[place(square)] = numbers.map(|n| f32::from(n) / ONE as f32);
        }
        let stem_bias = &p.rows(Part::StemBias)[0];
        each_square(&mut self.outputs[0], |_, square| *square = *stem_bias);
        convolve(&self.input, p.rows(Part::Stem), &mut self.outputs[0]);
        clip(&mut self.outputs[0]);
        for i in 0..BLOCKS {
            let (before, after) = self.outputs.split_at_mut(i + 1);
            let (x, y, inside) = (&before[i], &mut after[0], &mut self.insides[i]);
            self.pooled[i] = Pooled::of(x);
            let mut bias = p.rows(Part::FirstBias(i))[0];
            for (number, weights) in self.pooled[i].numbers.iter().zip(p.rows(Part::Pooled(i))) {
                (0..OUT).for_each(|i| bias[i] += number * weights[i]);
            }
            each_square(inside, |_, square| *square = bias);
            convolve(x, p.rows(Part::First(i)), inside);
            clip(inside);
            let bias = &p.rows(Part::SecondBias(i))[0];
            each_square(y, |at, square| {
                (0..OUT).for_each(|i| square[i] = x[at][i] + bias[i]);
            });
            convolve(inside, p.rows(Part::Second(i)), y);
            clip(y);
        }
        let x = &self.outputs[BLOCKS];
        self.pooled[BLOCKS] = Pooled::of(x);
        for square in 0..SQUARES {
            let x = &x[place(square)];
            self.policy[square] = LOGIT_SCALE * dot(x, p.part(Part::Policy));
            for k in 0..EXTRAS {
                let weights = &p.rows(Part::Extras)[k];
                let bias = p.part(Part::ExtrasBias)[k];
                self.extras[square][k] = LOGIT_SCALE * dot(x, weights) + bias;
            }
        }
        let pooled = &self.pooled[BLOCKS].numbers;
        for i in 0..HIDDEN {
            let weights = &p.part(Part::Hidden)[i * 2 * OUT..(i + 1) * 2 * OUT];
            self.hidden[i] = (dot(pooled, weights) + p.part(Part::HiddenBias)[i]).clamp(0.0, 1.0);
        }
        for i in 0..3 {
            let weights = &p.part(Part::Outcome)[i * HIDDEN..(i + 1) * HIDDEN];
            let bias = p.part(Part::OutcomeBias)[i];
            self.outcome[i] = LOGIT_SCALE * (dot(&self.hidden, weights) + bias);
        }
        self.margin = dot(&self.hidden, p.part(Part::Margin));
    }

    /// Adds the gradient of the parameters.
    pub(crate) fn backward(
        &mut self,
        model: &Model,
        output: &OutputGradient,
        gradient: &mut Parameters,
    ) {
        let p = &model.rounded;
        let rows = |gradient: &mut Parameters, part: Part, call: &mut dyn FnMut(&mut [Row])| {
            call(gradient.part_mut(part).as_chunks_mut().0);
        };
        // The last layers.
        let mut hidden = [0.0; HIDDEN];
        for i in 0..3 {
            let slope = LOGIT_SCALE * output.outcome[i];
            let at = i * HIDDEN..(i + 1) * HIDDEN;
            add(&mut gradient.part_mut(Part::Outcome)[at.clone()], slope, &self.hidden);
            gradient.part_mut(Part::OutcomeBias)[i] += slope;
            add(&mut hidden, slope, &p.part(Part::Outcome)[at]);
        }
        add(gradient.part_mut(Part::Margin), output.margin, &self.hidden);
        add(&mut hidden, output.margin, p.part(Part::Margin));
        let mut pooled = [0.0; 2 * OUT];
        for (i, slope) in hidden.into_iter().enumerate() {
            if self.hidden[i] <= 0.0 || self.hidden[i] >= 1.0 {
                continue;
            }
            let at = i * 2 * OUT..(i + 1) * 2 * OUT;
            let numbers = &self.pooled[BLOCKS].numbers;
            add(&mut gradient.part_mut(Part::Hidden)[at.clone()], slope, numbers);
            gradient.part_mut(Part::HiddenBias)[i] += slope;
            add(&mut pooled, slope, &p.part(Part::Hidden)[at]);
        }
        let last = &self.outputs[BLOCKS];
        for square in 0..SQUARES {
            let at = place(square);
            let mut sum = [0.0; OUT];
            let slope = LOGIT_SCALE * output.policy[square];
            add(gradient.part_mut(Part::Policy), slope, &last[at]);
            add(&mut sum, slope, p.part(Part::Policy));
            for k in 0..EXTRAS {
                let slope = output.extras[square][k];
                let range = k * OUT..(k + 1) * OUT;
                add(
                    &mut gradient.part_mut(Part::Extras)[range.clone()],
                    LOGIT_SCALE * slope,
                    &last[at],
                );
                gradient.part_mut(Part::ExtrasBias)[k] += slope;
                add(&mut sum, LOGIT_SCALE * slope, &p.part(Part::Extras)[range]);
            }
            self.gradient[at] = sum;
        }
        self.pooled[BLOCKS].add_gradient(&pooled, &mut self.gradient);
        // The blocks, from the last one.
        for i in (0..BLOCKS).rev() {
            let (x, y, inside) = (&self.outputs[i], &self.outputs[i + 1], &self.insides[i]);
            mask(&mut self.gradient, y);
            let sum = sum(&self.gradient);
            add(gradient.part_mut(Part::SecondBias(i)), 1.0, &sum);
            rows(gradient, Part::Second(i), &mut |rows| {
                add_weight_gradient(inside, &self.gradient, rows);
            });
            each_square(&mut self.scratch, |_, square| *square = [0.0; OUT]);
            convolve(&self.gradient, &model.transposed[i][1], &mut self.scratch);
            mask(&mut self.scratch, inside);
            let sum = self::sum(&self.scratch);
            add(gradient.part_mut(Part::FirstBias(i)), 1.0, &sum);
            rows(gradient, Part::First(i), &mut |rows| {
                add_weight_gradient(x, &self.scratch, rows);
            });
            let mut pooled = [0.0; 2 * OUT];
            for (j, number) in self.pooled[i].numbers.iter().enumerate() {
                let range = j * OUT..(j + 1) * OUT;
                add(&mut gradient.part_mut(Part::Pooled(i))[range.clone()], *number, &sum);
                pooled[j] = dot(&p.part(Part::Pooled(i))[range], &sum);
            }
            convolve(&self.scratch, &model.transposed[i][0], &mut self.gradient);
            self.pooled[i].add_gradient(&pooled, &mut self.gradient);
        }
        mask(&mut self.gradient, &self.outputs[0]);
        add(gradient.part_mut(Part::StemBias), 1.0, &sum(&self.gradient));
        rows(gradient, Part::Stem, &mut |rows| {
            add_weight_gradient(&self.input, &self.gradient, rows);
        });
    }
}

fn add(to: &mut [f32], factor: f32, from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
}

fn each_square(map: &mut [Row], mut call: impl FnMut(usize, &mut Row)) {
    (0..SQUARES).map(place).for_each(|at| call(at, &mut map[at]));
}

fn clip(map: &mut [Row]) {
    each_square(map, |_, square| square.iter_mut().for_each(|n| *n = n.clamp(0.0, 1.0)));
}

/// Sets the gradient to 0 where the activation was clipped.
fn mask(gradient: &mut [Row], activations: &[Row]) {
    each_square(gradient, |at, square| {
        for (gradient, &activation) in square.iter_mut().zip(&activations[at]) {
            *gradient = if activation > 0.0 && activation < 1.0 { *gradient } else { 0.0 };
        }
    });
}

fn sum(map: &[Row]) -> Row {
    let mut sum = [0.0; OUT];
    (0..SQUARES).map(place).for_each(|at| add(&mut sum, 1.0, &map[at]));
    sum
}

#[cfg(test)]
mod tests {
    use noughts::random::Random;

    use super::*;

    fn loss(pass: &Pass) -> f32 {
        let extras: f32 = pass.extras.iter().flatten().map(|e| e * e).sum();
        let policy: f32 = pass.policy.iter().enumerate().map(|(i, p)| p * (i as f32 - 20.0)).sum();
        0.01 * extras + 0.1 * policy + pass.outcome[0] - 2.0 * pass.outcome[2] + 3.0 * pass.margin
    }

    #[test]
    fn gradients_are_those_of_small_steps() {
        let mut random = Random::new(3);
        let parameters = Parameters::random_rounded(&mut random);
        let planes = std::array::from_fn(|_| {
            std::array::from_fn(|_| if random.below(3) == 0 { 127 } else { 0 })
        });
        let mut pass = Pass::new();
        pass.forward(&Model::new(&parameters), &planes);
        let output = OutputGradient {
            policy: std::array::from_fn(|i| 0.1 * (i as f32 - 20.0)),
            outcome: [1.0, 0.0, -2.0],
            extras: pass.extras.map(|e| e.map(|e| 0.02 * e)),
            margin: 3.0,
        };
        let mut gradient = Parameters::zero();
        pass.backward(&Model::new(&parameters), &output, &mut gradient);
        for part in Part::all() {
            let size = part.range().len();
            let (mut agree, mut all) = (0, 0);
            for _ in 0..40 {
                let at = part.range().start + random.below(size);
                let mut at_step = |step: f32| {
                    let mut changed = parameters.clone();
                    changed.numbers[at] += step;
                    pass.forward(&Model::new(&changed), &planes);
                    loss(&pass)
                };
                let step = 1.0 / UNIT as f32;
                let slope = (at_step(step) - at_step(-step)) / (2.0 * step);
                let exact = gradient.numbers[at];
                all += 1;
                // A step may cross the limit of clipping.
                agree += i32::from((slope - exact).abs() < 0.05 * exact.abs().max(1.0));
            }
            assert!(agree * 10 >= all * 7, "{:?}: {agree} of {all}", part.range());
        }
    }
}
