//! Training examples: the input and the targets of all outputs for a sample,
//! under one of the symmetries of the board.

use noughts::game::trains::Lengths;
use noughts::search::network::{Evaluation, PLANES, PLIES_AHEAD, SQUARES, View};

use crate::model::{OutputGradient, Pass};
use crate::parameters::EXTRAS;
use crate::sample::Sample;

/// The symmetries of the board.
pub(crate) const SYMMETRIES: usize = 8;

/// The weights of the parts of the loss.
const VALUE: f32 = 2.0;
const OWNER: f32 = 0.15 / SQUARES as f32;
const TRAIN: f32 = 0.3 / SQUARES as f32;
const MARGIN: f32 = 0.5;
/// The margin that counts as 1.
const MARGIN_UNIT: f32 = 8.0;

/// An input with its targets.
pub(crate) struct Example {
    pub(crate) planes: [[u8; PLANES]; SQUARES],
    /// The target shares of the squares, or 0 everywhere without a policy.
    policy: [f32; SQUARES],
    legal: [bool; SQUARES],
    /// How the game ended: win, draw, loss.
    pub(crate) result: [f32; 3],
    /// The value of the search, from 0 to 1.
    value: f32,
    extras: [[f32; EXTRAS]; SQUARES],
    margin: f32,
}

/// The losses of examples.
#[derive(Clone, Copy, Default)]
pub(crate) struct Losses {
    pub(crate) examples: f64,
    /// The number of examples with a policy, their cross-entropy, and the
    /// number of right first choices.
    pub(crate) policies: f64,
    pub(crate) policy: f64,
    pub(crate) first: f64,
    /// The cross-entropy of the result.
    pub(crate) result: f64,
    /// The squared error of the value of the network, and of the search,
    /// against the result.
    pub(crate) error: f64,
    pub(crate) search_error: f64,
}

impl Losses {
    pub(crate) fn add(&mut self, other: &Losses) {
        self.examples += other.examples;
        self.policies += other.policies;
        self.policy += other.policy;
        self.first += other.first;
        self.result += other.result;
        self.error += other.error;
        self.search_error += other.search_error;
    }
}

/// The image of a square, in the order of rows, under a symmetry.
fn image(symmetry: usize, square: usize) -> usize {
    let (mut row, mut column) = (square / 7, square % 7);
    if symmetry & 1 != 0 {
        row = 6 - row;
    }
    if symmetry & 2 != 0 {
        column = 6 - column;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut row, &mut column);
    }
    row * 7 + column
}

/// The image of a set of squares.
fn image_of_set(symmetry: usize, mut set: u64) -> u64 {
    let mut image_set = 0;
    while set != 0 {
        let index = set.trailing_zeros() as usize;
        let image = image(symmetry, index / 8 * 7 + index % 8);
        image_set |= 1 << (image / 7 * 8 + image % 7);
        set &= set - 1;
    }
    image_set
}

impl Example {
    pub(crate) fn new(sample: &Sample, symmetry: usize, lengths: &mut Lengths) -> Example {
        let ply = sample.ply();
        let x_moves = sample.is_of_x(ply);
        let (own, other) = if x_moves { (0, 1) } else { (1, 0) };
        let turn = |set| image_of_set(symmetry, set);
        let later = sample.plies_of_x >> ply;
        let x_left = later.count_ones();
        let all_left = (SQUARES - ply) as u32;
        let left = if x_moves { x_left } else { all_left - x_left };
        let view = View {
            own: turn(sample.stones[own]),
            other: turn(sample.stones[other]),
            allowed: sample.allowed.map(turn),
            again: std::array::from_fn::<_, { PLIES_AHEAD - 1 }, _>(|i| {
                ply + 1 + i < SQUARES && sample.is_of_x(ply + 1 + i) == x_moves
            }),
            left: [left, all_left - left],
        };
        let legal = view.allowed[0] & !(view.own | view.other);
        let total: u32 = sample.policy.iter().map(|&share| u32::from(share)).sum();
        let factor = if sample.has_policy { 1.0 / total.max(1) as f32 } else { 0.0 };
        let mut policy = [0.0; SQUARES];
        for (square, &share) in sample.policy.iter().enumerate() {
            policy[image(symmetry, square)] = f32::from(share) * factor;
        }
        let board = |set: u64, square: usize| set >> (square / 7 * 8 + square % 7) & 1 == 1;
        let final_x = turn(sample.final_x);
        let trains = [turn(sample.trains[own]), turn(sample.trains[other])];
        let margin = f32::from(sample.margin) * if x_moves { 1.0 } else { -1.0 };
        let on = |holds: bool| if holds { 1.0 } else { 0.0 };
        Example {
            planes: view.planes(lengths),
            policy,
            legal: std::array::from_fn(|square| board(legal, square)),
            result: [on(margin > 0.0), on(margin == 0.0), on(margin < 0.0)],
            value: sample.value,
            extras: std::array::from_fn(|square| {
                [
                    on(board(final_x, square) == x_moves),
                    on(board(trains[0], square)),
                    on(board(trains[1], square)),
                ]
            }),
            margin: margin / MARGIN_UNIT,
        }
    }

    /// The cross-entropy of the policy of an evaluation, and whether its first
    /// choice is that of the search; `None` if the example has no policy.
    pub(crate) fn policy_loss(&self, evaluation: &Evaluation) -> Option<(f64, bool)> {
        let legal: Vec<usize> = (0..SQUARES).filter(|&square| self.legal[square]).collect();
        let target: Vec<f32> = legal.iter().map(|&square| self.policy[square]).collect();
        if target.iter().sum::<f32>() == 0.0 {
            return None;
        }
        let mut shares = vec![0.0; legal.len()];
        evaluation.shares(&legal, &mut shares);
        let loss = |(target, share): (&f32, &f32)| -f64::from(target * share.max(1e-9).ln());
        Some((target.iter().zip(&shares).map(loss).sum(), argmax(&target) == argmax(&shares)))
    }

    /// The gradient of the loss at the outputs of a pass, and the losses. `mix`
    /// is the share of the search's value in the target of the value.
    pub(crate) fn gradient(&self, pass: &Pass, mix: f32) -> (OutputGradient, Losses) {
        let mut losses = Losses { examples: 1.0, ..Losses::default() };
        // The policy: cross-entropy over the legal squares.
        let mut policy = [0.0; SQUARES];
        let weight: f32 = self.policy.iter().sum();
        if weight > 0.0 {
            let shares = softmax(&std::array::from_fn::<f32, SQUARES, _>(|i| {
                if self.legal[i] { pass.policy[i] } else { f32::NEG_INFINITY }
            }));
            for (i, share) in shares.into_iter().enumerate() {
                policy[i] = share - self.policy[i];
                if self.policy[i] > 0.0 {
                    losses.policy -= f64::from(self.policy[i] * share.max(1e-9).ln());
                }
            }
            losses.policies = 1.0;
            losses.first = f64::from(u8::from(argmax(&shares) == argmax(&self.policy)));
        }
        // The outcome: cross-entropy of the result, and the squared error of
        // the value.
        let shares = softmax(&pass.outcome);
        let worth = [1.0, 0.5, 0.0];
        let value: f32 = shares.iter().zip(worth).map(|(share, worth)| share * worth).sum();
        let result: f32 = self.result.iter().zip(worth).map(|(share, worth)| share * worth).sum();
        let error = value - (mix * self.value + (1.0 - mix) * result);
        let outcome = std::array::from_fn(|i| {
            (1.0 - mix) * (shares[i] - self.result[i])
                + 2.0 * VALUE * error * shares[i] * (worth[i] - value)
        });
        for (share, result) in shares.iter().zip(self.result) {
            losses.result -= f64::from(result * share.max(1e-9).ln());
        }
        losses.error = f64::from(value - result).powi(2);
        losses.search_error = f64::from(self.value - result).powi(2);
        let factors = [OWNER, TRAIN, TRAIN];
        let extras = std::array::from_fn(|square| {
            std::array::from_fn(|k| {
                let chance = 1.0 / (1.0 + (-pass.extras[square][k]).exp());
                factors[k] * (chance - self.extras[square][k])
            })
        });
        let margin = MARGIN * (pass.margin - self.margin).clamp(-1.0, 1.0);
        (OutputGradient { policy, outcome, extras, margin }, losses)
    }
}

fn softmax<const N: usize>(logits: &[f32; N]) -> [f32; N] {
    let argmax = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.map(|logit| (logit - argmax).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

fn argmax(numbers: &[f32]) -> usize {
    (0..numbers.len()).fold(0, |best, i| if numbers[i] > numbers[best] { i } else { best })
}

#[cfg(test)]
mod tests {
    use noughts::game::trains::BOARD;
    use noughts::game::{Game, Side, Trains};
    use noughts::random::Random;
    use noughts::search::Hardware;
    use noughts::search::network::{LOGIT_SCALE, Network, ONE, UNIT};

    use super::*;
    use crate::model::Model;
    use crate::parameters::Parameters;

    /// A random position of a game with these rules as a sample, and the input
    /// that the engine gives its network.
    fn sample(rules: &str, plies: usize, random: &mut Random) -> (Sample, [[u8; PLANES]; SQUARES]) {
        let game = Trains::new(rules.parse().unwrap());
        let mut position = game.start();
        for _ in 0..plies {
            let legal = game.legal(&position);
            game.play(&mut position, legal.nth(random.below(legal.len())).unwrap());
        }
        let legal = game.legal(&position);
        let mut policy = [0; SQUARES];
        for square in legal {
            policy[crate::sample::place(square)] = 1 + random.below(255) as u8;
        }
        let sample = Sample {
            stones: Side::BOTH.map(|side| position.stones(side)),
            allowed: std::array::from_fn(|i| game.rules().allowed(plies + i)),
            plies_of_x: game.plies_of_x(),
            final_x: position.stones(Side::X) | 1,
            trains: [3, 1 << 9],
            margin: 3,
            value: 0.6,
            has_policy: true,
            policy,
        };
        let planes = View::of(&game, &position).planes(&mut Lengths::default());
        (sample, planes)
    }

    const RULES: [&str; 4] =
        ["mallorcan", "modern", "swiss", "(XA, O1, O3, XA, XA, OA, XA, OA, ...)"];

    #[test]
    fn the_input_is_that_of_the_engine_under_every_symmetry() {
        let mut random = Random::new(4);
        for (rules, plies) in RULES.into_iter().flat_map(|rules| [(rules, 3), (rules, 21)]) {
            let (sample, planes) = sample(rules, plies, &mut random);
            let mut lengths = Lengths::default();
            let plain = Example::new(&sample, 0, &mut lengths);
            assert_eq!(plain.planes, planes, "{rules}");
            let mut images = std::collections::HashSet::new();
            for symmetry in 0..SYMMETRIES {
                let turned = Example::new(&sample, symmetry, &mut lengths);
                for square in 0..SQUARES {
                    let to = image(symmetry, square);
                    assert_eq!(turned.planes[to], plain.planes[square], "{rules} {symmetry}");
                    assert_eq!(turned.policy[to], plain.policy[square]);
                    assert_eq!(turned.legal[to], plain.legal[square]);
                    assert_eq!(turned.extras[to], plain.extras[square]);
                }
                images.insert(std::array::from_fn::<_, SQUARES, _>(|i| image(symmetry, i)));
            }
            assert_eq!(images.len(), SYMMETRIES);
        }
    }

    /// The same game with the sides exchanged: an example knows only the side to move
    /// and the other one.
    fn with_sides_exchanged(sample: &Sample) -> Sample {
        let board = BOARD.squares().fold(0, |set, square| set | 1 << square.index());
        let [x, o] = sample.stones;
        let [of_x, of_o] = sample.trains;
        Sample {
            stones: [o, x],
            plies_of_x: !sample.plies_of_x & ((1 << SQUARES) - 1),
            final_x: board & !sample.final_x,
            trains: [of_o, of_x],
            margin: -sample.margin,
            ..sample.clone()
        }
    }

    #[test]
    fn an_example_is_the_same_with_the_sides_exchanged() {
        let mut random = Random::new(7);
        let mut to_move = std::collections::HashSet::new();
        for (rules, plies) in RULES.into_iter().flat_map(|rules| (1..48).map(move |n| (rules, n))) {
            for margin in [-4, 0, 3] {
                let sample = Sample { margin, ..sample(rules, plies, &mut random).0 };
                to_move.insert(sample.is_of_x(plies));
                let symmetry = plies % SYMMETRIES;
                let [one, other] = [&sample, &with_sides_exchanged(&sample)]
                    .map(|sample| Example::new(sample, symmetry, &mut Lengths::default()));
                let what = format!("{rules} {plies} {margin}");
                assert_eq!(one.planes, other.planes, "{what}");
                assert_eq!((one.policy, one.legal), (other.policy, other.legal), "{what}");
                assert_eq!((one.result, one.margin), (other.result, other.margin), "{what}");
                assert_eq!(one.extras, other.extras, "{what}");
            }
        }
        assert_eq!(to_move.len(), 2);
    }

    /// The targets in numbers: X's game with a margin of 3 is a win for X, a loss for O.
    #[test]
    fn the_targets_are_those_of_the_side_to_move() {
        let mut random = Random::new(8);
        let mut lengths = Lengths::default();
        for plies in 1..40 {
            let (sample, _) = sample("mallorcan", plies, &mut random);
            let example = Example::new(&sample, 0, &mut lengths);
            let x_moves = sample.is_of_x(plies);
            let expected = if x_moves { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
            assert_eq!(example.result, expected, "{plies}");
            let margin = if x_moves { 3.0 / 8.0 } else { -3.0 / 8.0 };
            assert!((example.margin - margin).abs() < 1e-6, "{plies}: {}", example.margin);
            // The first square is X's at the end, and on X's train; the second row
            // begins with O's train.
            let on = |holds: bool| if holds { 1.0 } else { 0.0 };
            assert_eq!(example.extras[0], [on(x_moves), on(x_moves), on(!x_moves)], "{plies}");
            assert_eq!(example.extras[8][1..], [on(!x_moves), on(x_moves)], "{plies}");
        }
    }

    /// An error in the order of the weights would show here.
    #[test]
    fn the_network_of_the_engine_is_the_one_that_is_trained() {
        let mut random = Random::new(9);
        for rules in RULES {
            let mut parameters = Parameters::random_rounded(&mut random);
            parameters.clamp();
            let network = Network::from_bytes(&parameters.to_weights().to_bytes()).unwrap();
            let (_, planes) = sample(rules, 15, &mut random);
            let mut pass = Pass::new();
            pass.forward(&Model::new(&parameters), &planes);
            let evaluation = network.evaluate(Hardware::detect(), &planes);
            for (share, trained) in evaluation.outcome.iter().zip(softmax(&pass.outcome)) {
                assert!((share - trained).abs() < 0.05, "{share} {trained}");
            }
            let scale = LOGIT_SCALE / (ONE * UNIT) as f32;
            let logits = evaluation.policy.map(|logit| logit as f32 * scale);
            let spread =
                logits.iter().fold(0.0f32, |argmax, logit| argmax.max((logit - logits[0]).abs()));
            for (logit, trained) in logits.iter().zip(pass.policy) {
                assert!((logit - trained).abs() < 0.05 * spread, "{logit} {trained} of {spread}");
            }
        }
    }

    #[test]
    fn the_gradient_at_the_outputs_is_that_of_small_steps() {
        let mut random = Random::new(2);
        let (sample, planes) = sample("mallorcan", 12, &mut random);
        let example = Example::new(&sample, 0, &mut Lengths::default());
        let mut pass = Pass::new();
        pass.forward(&Model::new(&Parameters::random(&mut random)), &planes);
        pass.margin = 0.2;
        let mix = 0.3;
        // The loss, written as its definition.
        let loss = |pass: &Pass| {
            let legal: Vec<usize> = (0..SQUARES).filter(|&i| example.legal[i]).collect();
            let sum: f32 = legal.iter().map(|&i| pass.policy[i].exp()).sum();
            let share = |i: usize| pass.policy[i].exp() / sum;
            let policy: f32 = legal.iter().map(|&i| -example.policy[i] * share(i).ln()).sum();
            let [win, draw, loss] = softmax(&pass.outcome);
            let result = -example.result[0] * win.ln()
                - example.result[1] * draw.ln()
                - example.result[2] * loss.ln();
            let ended = example.result[0] + example.result[1] / 2.0;
            let target = mix * example.value + (1.0 - mix) * ended;
            let value = (win + draw / 2.0 - target).powi(2);
            let mut extras = 0.0;
            for (logits, targets) in pass.extras.iter().zip(&example.extras) {
                for (k, factor) in [OWNER, TRAIN, TRAIN].into_iter().enumerate() {
                    let chance = 1.0 / (1.0 + (-logits[k]).exp());
                    let likelihood = if targets[k] > 0.5 { chance } else { 1.0 - chance };
                    extras -= factor * likelihood.ln();
                }
            }
            let margin = MARGIN * (pass.margin - example.margin).powi(2) / 2.0;
            policy + (1.0 - mix) * result + VALUE * value + extras + margin
        };
        let (gradient, _) = example.gradient(&pass, mix);
        let mut check = |exact: f32, change: &mut dyn FnMut(&mut Pass, f32)| {
            let step = 0.02;
            change(&mut pass, step);
            let above = loss(&pass);
            change(&mut pass, -2.0 * step);
            let below = loss(&pass);
            change(&mut pass, step);
            let slope = (above - below) / (2.0 * step);
            assert!((slope - exact).abs() < 0.02 * exact.abs() + 1e-3, "{slope} {exact}");
        };
        for i in (0..SQUARES).filter(|&i| example.legal[i]) {
            check(gradient.policy[i], &mut |pass, step| pass.policy[i] += step);
        }
        for i in 0..3 {
            check(gradient.outcome[i], &mut |pass, step| pass.outcome[i] += step);
        }
        for k in 0..EXTRAS {
            check(gradient.extras[24][k], &mut |pass, step| pass.extras[24][k] += step);
        }
        check(gradient.margin, &mut |pass, step| pass.margin += step);
    }
}
