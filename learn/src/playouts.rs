//! `noughts-learn playouts`: learns the playout policy of TicTacTrains from
//! journals. The policy gives the probabilities of the replies to the previous
//! move in a filling; `src/search/trains/playout_policy.rs` describes the file.
//!
//! The method is simulation balancing (Silver and Tesauro 2009): instead of the
//! moves of strong games, it learns weights with which the mean of the fillings
//! of a position predicts the result of its game, by the policy gradient and
//! Adam (Kingma and Ba 2015).

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use noughts::game::trains::{MAX_PLIES, longest_train};
use noughts::game::{Game, GameSpec, Side, Trains};
use noughts::random::Random;

use crate::files::{check_results, write_result};
use crate::journal::games_of;
use crate::output::print_line;

/// The options of `playouts`.
#[derive(clap::Args)]
pub(crate) struct PlayoutsOptions {
    /// Journals of games of TicTacTrains
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
}

const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
/// The offsets in columns and rows of the ring of a square, its eight
/// neighbours in order, corners at even indices.
const RING: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
/// The number of weights: of neighbours, then of a uniform choice; see
/// `playout_policy.rs`.
const WEIGHTS: usize = 512 + 9;
/// The value of a weight of 1 in the file.
const UNIT: f64 = 32.0;

const EPOCHS: usize = 8;
const BATCH: usize = 3000;
/// The number of fillings of a position, in two halves.
const FILLINGS: usize = 64;
const LEARNING_RATE: f64 = 0.03;
/// A sample is taken every `EVERY` plies from ply `FROM` to ply `TO`, after all
/// restricted plies.
const EVERY: usize = 4;
const FROM: usize = 6;
const TO: usize = 42;

/// A position of a game with the result: 1 if X won, 0 if O won, 0.5 for a
/// draw.
struct Position {
    stones: [u64; 2],
    last: usize,
    plies_of_x: u64,
    ply: usize,
    result: f64,
}

/// Learns, and prints a line of figures for each epoch.
pub(crate) fn run(options: &PlayoutsOptions) -> anyhow::Result<()> {
    check_results(&[&options.out], &options.journals)?;
    let mut random = Random::new(7);
    let mut samples = Vec::new();
    for journal in &options.journals {
        read(journal, &mut random, &mut samples)
            .with_context(|| format!("cannot learn from {}", journal.display()))?;
    }
    random.shuffle(&mut samples);
    print_line(None, &format!("{} positions", samples.len()))?;
    if samples.is_empty() {
        bail!("no positions to learn from");
    }
    let mut learner = PlayoutLearner::new(random);
    let batches = samples.len().div_ceil(BATCH);
    for epoch in 0..EPOCHS {
        for (i, batch) in samples.chunks(BATCH).enumerate() {
            let done = (epoch * batches + i) as f64 / (EPOCHS * batches) as f64;
            learner.learn(batch, LEARNING_RATE * (1.0 - done));
        }
        let loss = learner.fit_scale();
        print_line(None, &format!("epoch {} of {EPOCHS}: loss {loss:.5}", epoch + 1))?;
    }
    let byte = |logarithm: &f64| (UNIT * logarithm.exp()).round().clamp(0.0, 255.0) as u8;
    write_result(&options.out, &learner.log_weights.iter().map(byte).collect::<Vec<u8>>())
}

/// Adds positions of the games of a journal.
fn read(journal: &Path, random: &mut Random, samples: &mut Vec<Position>) -> anyhow::Result<()> {
    let (spec, games) = games_of(journal)?;
    let GameSpec::Trains(rules) = spec else { bail!("not a game of TicTacTrains") };
    let game = Trains::new(rules);
    ensure!(game.is_usual_size(), "the weights are those of 7x7 squares");
    for played in games {
        let played = played?;
        let mut position = game.start();
        let first = FROM + random.below(EVERY);
        for (ply, name) in (1..=TO).zip(played.moves()) {
            let square = game.board().parse(name).context("no square")?;
            game.play(&mut position, square);
            if ply >= first && (ply - first).is_multiple_of(EVERY) {
                samples.push(Position {
                    stones: Side::BOTH.map(|side| position.stones(side)),
                    last: square.index(),
                    plies_of_x: game.plies_of_x(),
                    ply,
                    result: played.of_x,
                });
            }
        }
    }
    Ok(())
}

/// The empty neighbours of a square, as indices of weights and squares, and the
/// index of the weight of a uniform choice.
#[derive(Clone, Copy)]
struct Choices {
    count: usize,
    weights: [u16; 9],
    places: [u8; 8],
}

struct PlayoutLearner {
    log_weights: Vec<f64>,
    /// The moving averages of the gradient and of its square, as in Adam.
    first_moment: Vec<f64>,
    second_moment: Vec<f64>,
    steps: i32,
    /// The slope and intercept of the logistic function that maps the logit of
    /// the mean of the fillings to the expected result.
    scale: [f64; 2],
    /// The logits and results since the last fit.
    seen: Vec<(f64, f64)>,
    random: Random,
}

impl PlayoutLearner {
    fn new(random: Random) -> PlayoutLearner {
        let mut log_weights = vec![0.0; WEIGHTS];
        log_weights[512..].fill(-1.0);
        PlayoutLearner {
            log_weights,
            first_moment: vec![0.0; WEIGHTS],
            second_moment: vec![0.0; WEIGHTS],
            steps: 0,
            scale: [2.0, 0.0],
            seen: Vec::new(),
            random,
        }
    }

    /// Makes one step of Adam.
    fn learn(&mut self, batch: &[Position], rate: f64) {
        let weights: Vec<f64> = self.log_weights.iter().map(|weight| weight.exp()).collect();
        let mut gradient = vec![0.0; WEIGHTS];
        for sample in batch {
            self.add_gradient(sample, &weights, &mut gradient);
        }
        self.steps += 1;
        for (i, sum) in gradient.into_iter().enumerate() {
            let gradient_i = sum / batch.len() as f64;
            self.first_moment[i] += 0.1 * (gradient_i - self.first_moment[i]);
            self.second_moment[i] += 0.01 * (gradient_i * gradient_i - self.second_moment[i]);
            let first = self.first_moment[i] / (1.0 - 0.9f64.powi(self.steps));
            let second = self.second_moment[i] / (1.0 - 0.99f64.powi(self.steps));
            self.log_weights[i] -= rate * first / (second.sqrt() + 1e-6);
        }
        // Mirror images share their weights.
        for i in 0..512 {
            let mirrored = (i & 0x33) << 2 | (i & 0xcc) >> 2 | i & 0x100;
            self.log_weights[i] = self.log_weights[i.min(mirrored)];
        }
    }

    /// Adds the gradient of the cross-entropy of one result.
    fn add_gradient(&mut self, sample: &Position, weights: &[f64], gradient: &mut [f64]) {
        let mut trace = Vec::new();
        let fillings: Vec<(f64, usize)> = (0..FILLINGS)
            .map(|_| (fill(sample, weights, &mut self.random, &mut trace), trace.len()))
            .collect();
        let mean = |part: &[(f64, usize)]| {
            let sum: f64 = part.iter().map(|filling| filling.0).sum();
            (sum / part.len() as f64).clamp(0.02, 0.98)
        };
        let logit = |p: f64| (p / (1.0 - p)).ln();
        self.seen.push((logit(mean(&fillings)), sample.result));
        let (first, second) = fillings.split_at(FILLINGS / 2);
        let mut plies = trace.into_iter();
        let mut at = 0;
        // The mean of one half is the baseline of the other, which avoids a
        // bias.
        for (half, other) in [(first, second), (second, first)] {
            let expected = mean(other);
            let error = logistic(self.scale, logit(expected)) - sample.result;
            let slope = error * self.scale[0] / (expected * (1.0 - expected));
            for &(value, end) in half {
                let factor = slope * (value - expected) / FILLINGS as f64;
                for (choices, chosen) in plies.by_ref().take(end - at) {
                    let known = &choices.weights[..=choices.count];
                    let total: f64 = known.iter().map(|&i| weights[usize::from(i)]).sum();
                    for (i, &weight) in known.iter().enumerate() {
                        let weight = usize::from(weight);
                        let taken = if i == chosen { 1.0 } else { 0.0 };
                        gradient[weight] += factor * (taken - weights[weight] / total);
                    }
                }
                at = end;
            }
        }
    }

    /// Fits the scale to the seen results by Newton's method, and returns the
    /// mean cross-entropy.
    fn fit_scale(&mut self) -> f64 {
        for _ in 0..20 {
            // Gradient, diagonal of the Hessian, and mixed second derivative.
            let (mut g, mut h, mut mixed) = ([0.0; 2], [1e-9; 2], 0.0);
            for &(logit, result) in &self.seen {
                let p = logistic(self.scale, logit);
                let w = p * (1.0 - p);
                g = [g[0] + (result - p) * logit, g[1] + result - p];
                h = [h[0] + w * logit * logit, h[1] + w];
                mixed += w * logit;
            }
            let determinant = h[0] * h[1] - mixed * mixed;
            self.scale[0] += (g[0] * h[1] - g[1] * mixed) / determinant;
            self.scale[1] += (g[1] * h[0] - g[0] * mixed) / determinant;
        }
        let loss = |&(logit, result): &(f64, f64)| {
            let p = logistic(self.scale, logit);
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        };
        let loss = self.seen.iter().map(loss).sum::<f64>() / self.seen.len() as f64;
        self.seen.clear();
        loss
    }
}

fn logistic(scale: [f64; 2], logit: f64) -> f64 {
    1.0 / (1.0 + (-(scale[0] * logit + scale[1])).exp())
}

/// Plays one filling, appends its choices to `trace`, and returns its value for
/// X.
fn fill(
    sample: &Position,
    weights: &[f64],
    random: &mut Random,
    trace: &mut Vec<(Choices, usize)>,
) -> f64 {
    let mut stones = sample.stones;
    let mut last = sample.last;
    for ply in sample.ply..MAX_PLIES {
        let side = usize::from(sample.plies_of_x >> ply & 1 == 0);
        let choices = look_around(stones[side], stones[1 - side], last);
        let known = &choices.weights[..=choices.count];
        let total: f64 = known.iter().map(|&i| weights[usize::from(i)]).sum();
        let mut rest = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
        let mut chosen = 0;
        while chosen < choices.count && rest >= weights[usize::from(known[chosen])] {
            rest -= weights[usize::from(known[chosen])];
            chosen += 1;
        }
        last = if chosen < choices.count {
            usize::from(choices.places[chosen])
        } else {
            let mut empty = BOARD & !(stones[0] | stones[1]);
            for _ in 0..random.below(MAX_PLIES - ply) {
                empty &= empty - 1;
            }
            empty.trailing_zeros() as usize
        };
        stones[side] |= 1 << last;
        trace.push((choices, chosen));
    }
    // As in `mcts`, the margin has a small effect on the value: the clarity of
    // the win.
    let [x, o] = stones.map(|stones| longest_train(stones) as i32);
    let clarity = f64::from(x - o) * 0.01;
    0.5 + 0.4 * f64::from((x - o).signum()) + clarity.clamp(-0.1, 0.1)
}

fn look_around(own: u64, other: u64, square: usize) -> Choices {
    let (column, row) = (square as i32 % 8, square as i32 / 8);
    let around = RING.map(|(right, down)| {
        let inside = (0..7).contains(&(column + right)) && (0..7).contains(&(row + down));
        if !inside {
            return (3, 0);
        }
        let square = (column + right + 8 * (row + down)) as usize;
        ((own >> square & 1) | (other >> square & 1) << 1, square)
    });
    let mut choices = Choices { count: 0, weights: [0; 9], places: [0; 8] };
    for place in (0..8).filter(|&place| around[place].0 == 0) {
        let state = |away: usize| around[(place + away) % 8].0;
        let class = state(7) | state(1) << 2 | state(6) << 4 | state(2) << 6;
        let mirrored = state(1) | state(7) << 2 | state(2) << 4 | state(6) << 6;
        choices.weights[choices.count] = class.min(mirrored) as u16 + 256 * (place as u16 % 2);
        choices.places[choices.count] = around[place].1 as u8;
        choices.count += 1;
    }
    choices.weights[choices.count] = 512 + choices.count as u16;
    choices
}
