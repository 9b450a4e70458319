//! A sequential test of an engine against an opponent, which may be looked at after every
//! pairing: a player who bets against the claim's opposite does not get rich if it is true.

/// What is to be proven about the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// It is stronger than the opponent.
    Stronger,
    /// It is weaker than the opponent.
    Weaker,
}

/// The growth of a bettor's money that proves a claim. It is reached with a probability of
/// at most 1/20 if the claim is wrong, at any time (Ville's inequality).
const PROOF: f64 = 20.0;

/// The shares of the largest possible stake that four bettors set, each with a quarter of
/// the money: the small ones win in the end if the difference is small.
const STAKES: [f64; 4] = [0.1, 0.2, 0.4, 0.8];

/// Returns whether pairings prove a claim. Each opponent has the numbers of pairings with 0
/// to 4 half points, and the score that the engine is expected to have at most (at least, for
/// [`Claim::Weaker`]) if the claim is wrong.
pub(super) fn proves<'a>(
    games: impl Iterator<Item = (&'a [u64; 5], f64)> + Clone,
    claim: Claim,
) -> bool {
    let logarithms = STAKES.map(|stake| {
        let of = |(pairs, limit): (&[u64; 5], f64)| -> f64 {
            // The bet wins in the mean only if the score exceeds the limit.
            let grown = |score: f64| match claim {
                Claim::Stronger => 1.0 + stake * (score / limit - 1.0),
                Claim::Weaker => 1.0 + stake * ((1.0 - score) / (1.0 - limit) - 1.0),
            };
            let scores = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| grown(score).ln());
            scores.iter().zip(pairs).map(|(logarithm, &count)| count as f64 * logarithm).sum()
        };
        games.clone().map(of).sum::<f64>()
    });
    let most = logarithms.iter().copied().fold(f64::MIN, f64::max);
    let money: f64 = logarithms.iter().map(|logarithm| (logarithm - most).exp()).sum();
    most + (money / STAKES.len() as f64).ln() >= PROOF.ln()
}
