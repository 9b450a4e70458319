//! Tests of the network against a slow version, and of its input.

use super::*;
use crate::game::trains::{Lengths, longest_train};
use crate::game::{Game, Trains};
use crate::random::Random;
use bytemuck::Zeroable;

/// Random weights: the large ones would overflow 16 bits if sums were not
/// exact.
fn random_weights(random: &mut Random) -> Weights {
    let mut weights = Weights::zeroed();
    for byte in bytemuck::bytes_of_mut(&mut weights) {
        *byte = random.next_u64() as u8;
    }
    let bias = |random: &mut Random| random.below(1 << 17) as i32 - (1 << 16);
    let mut small = |rows: &mut [[i8; CHANNELS]]| {
        for weight in rows.iter_mut().flatten() {
            // Many weights of ±127, and many small ones, of both signs.
            *weight = match random.below(4) {
                0 => 127,
                1 => -127,
                _ => random.below(41) as i8 - 20,
            };
        }
    };
    small(weights.stem.as_flattened_mut());
    for block in &mut weights.blocks {
        small(block.first.as_flattened_mut());
        small(&mut block.pooled);
        small(block.second.as_flattened_mut());
    }
    weights.stem_bias = std::array::from_fn(|_| bias(random));
    for block in &mut weights.blocks {
        block.first_bias = std::array::from_fn(|_| bias(random));
        block.second_bias = std::array::from_fn(|_| bias(random));
    }
    weights.hidden_bias = std::array::from_fn(|_| bias(random));
    weights.outcome_bias = std::array::from_fn(|_| bias(random));
    weights.magic = Weights::MAGIC;
    weights
}

type SlowMap = Vec<Vec<i32>>;

/// A convolution written as its definition.
fn slow_convolution<const N: usize>(
    input: &SlowMap,
    weights: &[[[i8; CHANNELS]; N]; TAPS],
    bias: &[i32],
) -> SlowMap {
    let square = |at: usize| {
        let channel = |output: usize| {
            let mut sum = bias[output];
            for (tap, weights) in weights.iter().enumerate() {
                let row = (at / 7 + tap / 3).checked_sub(1).filter(|&row| row < 7);
                let column = (at % 7 + tap % 3).checked_sub(1).filter(|&column| column < 7);
                let (Some(row), Some(column)) = (row, column) else { continue };
                for (number, weights) in input[row * 7 + column].iter().zip(weights) {
                    sum += number * i32::from(weights[output]);
                }
            }
            sum
        };
        (0..CHANNELS).map(channel).collect()
    };
    (0..SQUARES).map(square).collect()
}

fn slow_clip(map: &SlowMap, skipped: Option<&SlowMap>) -> SlowMap {
    let number = |at: usize, i: usize| {
        let rounded = (map[at][i] + UNIT / 2).div_euclid(UNIT);
        (rounded + skipped.map_or(0, |map| map[at][i])).clamp(0, ONE)
    };
    (0..SQUARES).map(|at| (0..CHANNELS).map(|i| number(at, i)).collect()).collect()
}

fn slow_pooled(map: &SlowMap) -> Vec<i32> {
    let channel = |i: usize| map.iter().map(move |square| square[i]);
    let mean = |i| {
        let sum: i32 = channel(i).sum();
        (f64::from(sum) / SQUARES as f64).round() as i32
    };
    let maximum = |i| channel(i).max().unwrap_or(0);
    (0..CHANNELS).map(mean).chain((0..CHANNELS).map(maximum)).collect()
}

/// The logits of the moves, and the chances, in floating point.
fn slow_evaluation(weights: &Weights, planes: &Planes) -> (Vec<i32>, Vec<f64>) {
    let input = planes.iter().map(|square| square.iter().map(|&n| n.into()).collect()).collect();
    let mut x = slow_clip(&slow_convolution(&input, &weights.stem, &weights.stem_bias), None);
    for block in &weights.blocks {
        let mut bias = block.first_bias;
        for (number, weights) in slow_pooled(&x).iter().zip(&block.pooled) {
            (0..CHANNELS).for_each(|i| bias[i] += number * i32::from(weights[i]));
        }
        let inside = slow_clip(&slow_convolution(&x, &block.first, &bias), None);
        let sums = slow_convolution(&inside, &block.second, &block.second_bias);
        x = slow_clip(&sums, Some(&x));
    }
    let dot = |numbers: &[i32], weights: &[i16]| -> i32 {
        numbers.iter().zip(weights).map(|(n, &w)| n * i32::from(w)).sum()
    };
    let policy = x.iter().map(|square| dot(square, &weights.policy)).collect();
    let pooled = slow_pooled(&x);
    let unit = |i: usize| {
        let sum = weights.hidden_bias[i] + dot(&pooled, &weights.hidden[i]);
        ((sum + UNIT / 2) / UNIT).clamp(0, ONE)
    };
    let hidden: Vec<i32> = (0..HIDDEN).map(unit).collect();
    let logit = |i: usize| {
        let sum = weights.outcome_bias[i] + dot(&hidden, &weights.outcome[i]);
        f64::from(sum) / f64::from(ONE * UNIT) * f64::from(LOGIT_SCALE)
    };
    let logits: Vec<f64> = (0..3).map(logit).collect();
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    (policy, powers.iter().map(|power| power / sum).collect())
}

#[test]
fn evaluations_are_those_of_the_slow_version_on_all_hardware() {
    let mut random = Random::new(5);
    for _ in 0..10 {
        let weights = random_weights(&mut random);
        let network = Network::from_bytes(&weights.to_bytes()).unwrap();
        let planes: Planes = std::array::from_fn(|_| {
            std::array::from_fn(|_| [0, 127, random.below(128) as u8][random.below(3)])
        });
        let (policy, outcome) = slow_evaluation(&weights, &planes);
        let evaluation = network.evaluate(Hardware::Portable, &planes);
        for hardware in Hardware::all() {
            assert_eq!(evaluation, network.evaluate(hardware, &planes), "{hardware:?}");
        }
        assert_eq!(evaluation.policy.to_vec(), policy);
        for (chance, exact) in evaluation.outcome.iter().zip(outcome) {
            assert!((f64::from(*chance) - exact).abs() < 0.02, "{evaluation:?}");
        }
    }
}

/// The largest sums that a file can cause: weights of −128, the largest biases,
/// and activations of 1.
#[test]
fn no_weights_overflow() {
    let mut random = Random::new(6);
    let mut bytes = random_weights(&mut random).to_bytes();
    for _ in 0..4 {
        let any = |random: &mut Random, from: &[i32]| from[random.below(from.len())];
        let small = |random: &mut Random| any(random, &[-128, 127, 0]) as i8;
        let bias = |random: &mut Random| any(random, &[-MAX_BIAS, MAX_BIAS, 0]);
        let mut weights: Weights = bytemuck::pod_read_unaligned(&bytes);
        weights.stem = weights.stem.map(|tap| tap.map(|input| input.map(|_| small(&mut random))));
        weights.stem_bias = weights.stem_bias.map(|_| bias(&mut random));
        for block in &mut weights.blocks {
            for layer in [&mut block.first, &mut block.second] {
                *layer = layer.map(|tap| tap.map(|input| input.map(|_| small(&mut random))));
            }
            block.pooled = block.pooled.map(|input| input.map(|_| small(&mut random)));
            block.first_bias = block.first_bias.map(|_| bias(&mut random));
            block.second_bias = block.second_bias.map(|_| bias(&mut random));
        }
        bytes = weights.to_bytes();
        let network = Network::from_bytes(&bytes).unwrap();
        let planes: Planes = std::array::from_fn(|_| [127; PLANES]);
        let (policy, _) = slow_evaluation(&weights, &planes);
        for hardware in Hardware::all() {
            let evaluation = network.evaluate(hardware, &planes);
            assert_eq!(evaluation.policy.to_vec(), policy, "{hardware:?}");
            assert!((evaluation.outcome.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
    // Sums of the first convolutions without any clipping at 0.
    let mut weights: Weights = bytemuck::pod_read_unaligned(&bytes);
    weights.stem = [[[127; CHANNELS]; PLANES]; TAPS];
    weights.stem_bias = [0; CHANNELS];
    weights.blocks[0].first = [[[-128; CHANNELS]; CHANNELS]; TAPS];
    weights.blocks[0].first_bias = [9 * 32 * 127 * 128; CHANNELS];
    weights.blocks[0].pooled = [[0; CHANNELS]; 2 * CHANNELS];
    let network = Network::from_bytes(&weights.to_bytes()).unwrap();
    let planes: Planes = std::array::from_fn(|_| [127; PLANES]);
    let (policy, _) = slow_evaluation(&weights, &planes);
    for hardware in Hardware::all() {
        assert_eq!(network.evaluate(hardware, &planes).policy.to_vec(), policy, "{hardware:?}");
    }
}

#[test]
fn shares_are_those_of_the_squares_asked_for() {
    let mut policy = [0; SQUARES];
    (policy[3], policy[40]) = (5000, -90_000_000);
    let evaluation = Evaluation { policy, outcome: [0.5, 0.25, 0.25] };
    let mut shares = [0.0; 3];
    evaluation.shares(&[7, 3, 40], &mut shares);
    let ratio = (5000.0 * LOGIT_SCALE / (ONE * UNIT) as f32).exp();
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
    assert!((shares[1] / shares[0] / ratio - 1.0).abs() < 0.02, "{shares:?}");
    assert_eq!(shares[2], 0.0);
}

#[test]
fn bytes_of_another_size_or_format_are_refused() {
    let bytes = random_weights(&mut Random::new(1)).to_bytes();
    assert!(Network::from_bytes(&bytes).is_ok());
    let shorter = &bytes[..bytes.len() - 1];
    assert_eq!(Network::from_bytes(shorter), Err(NetworkError::Size(bytes.len() - 1)));
    let mut other = bytes;
    other[0] ^= 1;
    assert_eq!(Network::from_bytes(&other), Err(NetworkError::Magic));
    let mut weights = random_weights(&mut Random::new(1));
    weights.outcome_bias[2] = -MAX_BIAS - 1;
    assert_eq!(Network::from_bytes(&weights.to_bytes()), Err(NetworkError::Bias));
}

#[test]
fn files_that_are_larger_or_shorter_than_a_network_are_refused() {
    assert!(Network::read(BUILT_IN).is_ok());
    let error = |file: &[u8]| Network::read(file).unwrap_err().to_string();
    assert!(error(&BUILT_IN[1..]).starts_with("a network has"));
    assert!(error(&[BUILT_IN, b"more"].concat()).starts_with("the file is larger than a network"));
}

#[test]
fn the_built_in_network_can_be_read() {
    assert!(Network::from_bytes(BUILT_IN).is_ok());
}

/// A random position of a game under these rules.
fn position(game: &Trains, plies: usize, random: &mut Random) -> <Trains as Game>::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let legal = game.legal(&position);
        game.play(&mut position, legal.nth(random.below(legal.len())).unwrap());
    }
    position
}

#[test]
fn planes_say_what_they_should() {
    let mut random = Random::new(8);
    for (rules, plies) in [("mallorcan", 1), ("mallorcan", 2), ("classical", 20), ("swiss", 33)] {
        let game = Trains::new(rules.parse().unwrap());
        let position = position(&game, plies, &mut random);
        let planes = View::of(&game, &position).planes(&mut Lengths::default());
        let mover = game.side(&position);
        let stones = [mover, !mover].map(|side| position.stones(side));
        let empty = game.empty(&position);
        let on = |holds: bool| if holds { 127 } else { 0 };
        for square in game.board().squares() {
            let numbers = planes[place_of(square.index())];
            let bit = 1u64 << square.index();
            assert_eq!(numbers[0], on(stones[0] & bit != 0));
            assert_eq!(numbers[1], on(stones[1] & bit != 0));
            assert_eq!(numbers[2], on(game.legal(&position).contains(square)));
            for ahead in 1..PLIES_AHEAD {
                let may = empty.contains(square) && game.rules().allowed(plies + ahead) & bit != 0;
                let again = game.side_at(plies + ahead) == mover;
                assert_eq!(numbers[2 + ahead], on(may && again));
                assert_eq!(numbers[5 + ahead], on(may && !again));
            }
            let left = |side| (plies..SQUARES).filter(|&ply| game.side_at(ply) == side).count();
            assert_eq!(numbers[10..12], [mover, !mover].map(|side| left(side) as u8 * 5));
            for (i, &stones) in stones.iter().enumerate() {
                // The longest train through the component of the square, which
                // is filled first.
                let other = stones | bit;
                let mut component = bit;
                for _ in 0..SQUARES {
                    component |=
                        (component << 1 | component >> 1 | component << 8 | component >> 8) & other;
                }
                let occupied = !empty.contains(square) && stones & bit == 0;
                let length = if occupied { 0 } else { longest_train(component) };
                assert_eq!(u32::from(numbers[12 + i]), (length * 8).min(127), "{square:?}");
                assert_eq!(u32::from(numbers[14 + i]), (longest_train(stones) * 8).min(127));
            }
        }
    }
}
