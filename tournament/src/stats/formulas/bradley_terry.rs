//! The Bradley-Terry model: the maximum-likelihood strengths of many players,
//! and their Fisher information matrix.

use super::sample::Sample;
use super::score::Encounter;

pub(crate) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Returns the Fisher information of one game at this difference of strengths.
fn per_game(difference: f64) -> f64 {
    let score = expected(difference);
    score * (1.0 - score)
}

/// Returns the strengths of maximum likelihood: those at which every player's
/// expected points equal its points. Uses Newton's method. The likelihood is
/// concave; a step that does not improve it is halved.
pub(crate) fn most_likely(players: usize, encounters: &[&Encounter]) -> Vec<f64> {
    let mut strengths = vec![0.0; players];
    let mut best = likelihood(&strengths, encounters);
    for _ in 0..MAX_STEPS {
        let gradient = score_gradient(&strengths, encounters);
        let inverse = inverse(information(&strengths, encounters));
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let largest = step.iter().fold(0.0_f64, |largest, s| largest.max(s.abs()));
        let mut length = 1.0;
        loop {
            let next: Vec<f64> = strengths
                .iter()
                .zip(&step)
                .map(|(strength, step)| strength + length * step)
                .collect();
            let value = likelihood(&next, encounters);
            if value >= best {
                (strengths, best) = (next, value);
                break;
            }
            length /= 2.0;
            if length * largest < 1e-9 {
                return strengths;
            }
        }
        if largest < 1e-9 {
            break;
        }
    }
    strengths
}

/// The largest number of Newton steps. Each step doubles the number of correct
/// digits, so that a few suffice.
const MAX_STEPS: usize = 100;

/// Returns the log-likelihood, including the drawn game of each player with the
/// average player.
fn likelihood(strengths: &[f64], encounters: &[&Encounter]) -> f64 {
    let log = |difference: f64| -(-difference).exp().ln_1p();
    let played = encounters.iter().map(|e| {
        let difference = strengths[e.players[0]] - strengths[e.players[1]];
        let points = e.games.points();
        points * log(difference) + (e.games.total() as f64 - points) * log(-difference)
    });
    let drawn = strengths.iter().map(|&strength| 0.5 * (log(strength) + log(-strength)));
    played.chain(drawn).sum()
}

/// Returns the points of each player beyond the expected ones: the gradient of
/// the log-likelihood.
fn score_gradient(strengths: &[f64], encounters: &[&Encounter]) -> Vec<f64> {
    let mut gradient: Vec<f64> = strengths.iter().map(|&own| 0.5 - expected(own)).collect();
    for e in encounters {
        let [a, b] = e.players;
        let points = e.games.total() as f64 * expected(strengths[a] - strengths[b]);
        gradient[a] += e.games.points() - points;
        gradient[b] -= e.games.points() - points;
    }
    gradient
}

/// Returns the Fisher information of the games about the strengths.
pub(crate) fn information(strengths: &[f64], encounters: &[&Encounter]) -> Vec<Vec<f64>> {
    let edges = encounters.iter().map(|e| {
        let [a, b] = e.players;
        (e.players, e.games.total() as f64 * per_game(strengths[a] - strengths[b]))
    });
    laplacian(strengths.len(), edges, |player| per_game(strengths[player]))
}

/// Returns the covariance matrix of the players' points. If all results of two
/// players are alike, the observed variance is 0, which is too small. It is
/// then replaced by the variance that unseen results could have, or by that of
/// single games without draws if this is less.
pub(crate) fn points_covariance(strengths: &[f64], encounters: &[&Encounter]) -> Vec<Vec<f64>> {
    let edges = encounters.iter().map(|e| {
        let [a, b] = e.players;
        let total = e.games.total() as f64;
        let by_pair = Sample::new(e.pairs.frequencies());
        let sample = by_pair.or_else(|| Sample::new(e.games.frequencies()));
        let variance = sample.map_or(0.0, |sample| {
            let seen = total * total * sample.variance / sample.total;
            let hidden = (total * sample.deviation()).powi(2);
            hidden.min(seen.max(total * per_game(strengths[a] - strengths[b])))
        });
        (e.players, variance)
    });
    laplacian(strengths.len(), edges, |_| per_game(0.0))
}

/// Returns the weighted Laplacian of the graph of encounters, plus a weight of
/// each player on the diagonal.
fn laplacian(
    players: usize,
    edges: impl Iterator<Item = ([usize; 2], f64)>,
    own: impl Fn(usize) -> f64,
) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; players]; players];
    for (player, row) in matrix.iter_mut().enumerate() {
        row[player] = own(player);
    }
    for ([a, b], weight) in edges {
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a][b] -= weight;
        matrix[b][a] -= weight;
    }
    matrix
}

/// Inverts a symmetric matrix with a dominant diagonal by Gauss-Jordan
/// elimination. No pivot vanishes, so that no pivoting is needed.
pub(crate) fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for pivot in 0..size {
        let mut row = std::mem::take(&mut matrix[pivot]);
        let scale = 1.0 / row[pivot];
        row[pivot] = 1.0;
        row.iter_mut().for_each(|value| *value *= scale);
        for other in matrix.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[pivot]);
            other.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
        }
        matrix[pivot] = row;
    }
    matrix
}

pub(crate) fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(b).map(|(value, other)| value * other[column]).sum()
    };
    a.iter().map(|row| (0..b.len()).map(|column| entry(row, column)).collect()).collect()
}
