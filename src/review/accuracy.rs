//! The accuracy of a side: how much of the expected score its moves kept, from 0 to 100.
//!
//! The formulas and constants are those of lichess (lila, `AccuracyPercent`, and the page
//! lichess.org/page/accuracy): each move has an accuracy, and those of a game are averaged
//! twice, weighted by how sharp the game was around a move, and harmonically, so that bad
//! moves count.

use crate::game::Side;

/// The fewest and the most positions around a move from which its weight comes.
const WINDOW: (usize, usize) = (2, 8);
/// The least and the greatest weight: a standard deviation in per cent.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Returns the accuracy of a move that changed the chance of its side, from 0 to 1.
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let lost = 100.0 * (before - after);
    // The last 1 makes up for the uncertainty of the values.
    let accuracy =
        103.1668100711649 * (-0.04354415386753951 * lost).exp() - 3.166924740191411 + 1.0;
    accuracy.clamp(0.0, 100.0)
}

/// Returns the accuracies of X and O in a game; `None` for a side without moves.
///
/// `chances` are those of X at each position, one more than the moves; `moves` have the
/// side and the accuracy of each.
pub fn of_game(chances: &[f64], moves: &[(Side, f64)]) -> [Option<f64>; 2] {
    let weights = weights(chances);
    Side::BOTH.map(|side| {
        let own = moves.iter().zip(&weights).filter(|((of, _), _)| *of == side);
        let own: Vec<(f64, f64)> =
            own.map(|(&(_, accuracy), &weight)| (accuracy, weight)).collect();
        if own.is_empty() {
            return None;
        }
        let total: f64 = own.iter().map(|(_, weight)| weight).sum();
        let weighted = own.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / total;
        let inverse: f64 = own.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
        Some(f64::midpoint(weighted, own.len() as f64 / inverse))
    })
}

/// Returns the weight of each move: the standard deviation of the chances around it.
fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let size = (moves / 10).clamp(WINDOW.0, WINDOW.1).min(chances.len());
    let ends = (0..moves).map(|at| (at + 2).max(size));
    ends.map(|end| deviation(&chances[end - size..end]).clamp(WEIGHT.0, WEIGHT.1)).collect()
}

/// The standard deviation of chances, in per cent.
fn deviation(chances: &[f64]) -> f64 {
    let count = chances.len() as f64;
    let mean = chances.iter().sum::<f64>() / count;
    100.0 * (chances.iter().map(|chance| (chance - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_keeps_its_chance_is_perfect() {
        assert_eq!(of_move(0.3, 0.3), 100.0);
        assert_eq!(of_move(0.3, 0.7), 100.0);
        // The values of lichess's formula: 10 % lost, 50 % lost, everything lost.
        assert!((of_move(0.6, 0.5) - 64.58).abs() < 0.01, "{}", of_move(0.6, 0.5));
        assert!((of_move(1.0, 0.5) - 9.53).abs() < 0.01, "{}", of_move(1.0, 0.5));
        assert_eq!(of_move(1.0, 0.0), 0.0);
    }

    #[test]
    fn a_perfect_player_has_100_and_every_loss_counts() {
        let chances = [0.5, 0.5, 0.5, 0.8, 0.8, 1.0];
        let sides = [Side::X, Side::O, Side::X, Side::O, Side::X];
        let accuracies: Vec<(Side, f64)> = sides
            .iter()
            .enumerate()
            .map(|(ply, &side)| {
                let own = |at: usize| if side == Side::X { chances[at] } else { 1.0 - chances[at] };
                (side, of_move(own(ply), own(ply + 1)))
            })
            .collect();
        let [x, o] = of_game(&chances, &accuracies);
        assert_eq!(x, Some(100.0));
        // The chances of O fell only by the moves of X.
        assert_eq!(o, Some(100.0));
        let worse =
            of_game(&[0.5, 0.5, 0.5, 0.9], &[(Side::X, 100.0), (Side::O, 100.0), (Side::X, 40.0)]);
        assert!(worse[0].is_some_and(|of| of > 40.0 && of < 70.0), "{worse:?}");
        assert_eq!(of_game(&[0.5], &[]), [None, None]);
        assert_eq!(of_game(&[0.5, 0.5], &[(Side::X, 100.0)]), [Some(100.0), None]);
    }

    #[test]
    fn every_move_has_a_weight() {
        for moves in 0..120 {
            let chances: Vec<f64> = (0..=moves).map(|at| f64::from(at % 7) / 7.0).collect();
            let weights = weights(&chances);
            assert_eq!(weights.len(), moves as usize);
            assert!(weights.iter().all(|weight| (0.5..=12.0).contains(weight)));
        }
    }
}
