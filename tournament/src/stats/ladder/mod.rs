//! The rating of an engine among opponents of known strength, which of them it beats, and
//! which of them it should meet next.

mod evidence;
mod scale;

pub use scale::{LEVEL_NODES, Scale, measured};

use self::evidence::Claim;
use crate::model::config::Config;
use crate::stats::formulas::elo::Elo;
use crate::stats::formulas::sample::Z;
use crate::stats::tally::Tally;

/// The error at which the rating is close enough, and the difference in Elo that is none.
const CLOSE: f64 = 40.0;
/// The least number of pairings before an error is trusted to be small.
const MIN_PAIRS: f64 = 10.0;
/// The number of pairings with the variance of the model that are added to those played:
/// a few pairings alone may happen to be alike.
const PRIOR_PAIRS: f64 = 4.0;
/// The number of pairings after which an undecided opponent gives way to the next one, if
/// the steps between opponents were not measured and may be small.
const LONG: u64 = 40;
/// The standard deviation, in Elo, of the strengths that are expected before the first
/// game. It only serves to choose opponents.
const PRIOR_DEVIATION: f64 = 600.0;

/// The slope of the expected score at equal strength is a quarter of this, per Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// What the games say about the engine and one opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The engine is the better one.
    Beaten,
    /// The opponent is the better one.
    Lost,
    /// Their games show that they differ by less than 40 Elo.
    Even,
    /// Neither is certain.
    Undecided,
}

/// The results of an engine against opponents of known strength, the weakest first.
#[derive(Clone, Debug)]
pub struct Ladder {
    scale: Scale,
    /// For each opponent the number of pairings in which the engine had 0 to 4 half points.
    pairs: Vec<[u64; 5]>,
}

impl Ladder {
    /// Creates a ladder without results.
    pub fn new(scale: Scale) -> Ladder {
        let pairs = vec![[0; 5]; scale.ratings.len()];
        Ladder { scale, pairs }
    }

    /// Creates the ladder of a tournament, whose first engine meets the others.
    pub fn of(config: &Config, tally: &Tally) -> Ladder {
        let mut ladder = Ladder::new(Scale::of(config));
        for encounter in tally.encounters() {
            if let [0, other] = encounter.players
                && let Some(pairs) = ladder.pairs.get_mut(other.wrapping_sub(1))
            {
                *pairs = encounter.pairs.by_points();
            }
        }
        ladder
    }

    /// Adds a pairing in which the engine had this many half points of 4.
    pub fn add(&mut self, opponent: usize, half_points: usize) {
        let count = self.pairs.get_mut(opponent).and_then(|pairs| pairs.get_mut(half_points));
        count.into_iter().for_each(|count| *count += 1);
    }

    /// Returns the strengths of the opponents.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// Returns the number of pairings of which both games have a result.
    pub fn total(&self) -> u64 {
        self.pairs.iter().flatten().sum()
    }

    /// Returns the rating of maximum likelihood, and its error; `None` without pairings. If
    /// all games were won or all lost, a quarter of a point is taken to be otherwise.
    pub fn rating(&self) -> Option<Elo> {
        let pairs = self.total() as f64;
        if pairs == 0.0 {
            return None;
        }
        let points = self.points().clamp(0.25, 2.0 * pairs - 0.25);
        let rating = self.root(|rating| points - self.expected(rating));
        let (mut information, mut squares) = (0.0, 0.0);
        for (pairs, &opponent) in self.pairs.iter().zip(&self.scale.ratings) {
            let score = expected(rating - opponent);
            let number = pairs.iter().sum::<u64>() as f64;
            information += 2.0 * number * score * (1.0 - score);
            for (half_points, &count) in (0..5_u8).zip(pairs) {
                let points = f64::from(half_points) / 2.0;
                squares += count as f64 * (points - 2.0 * score).powi(2);
            }
        }
        // The games of a pairing share an opening, and draws vary less than the model says:
        // so the pairings themselves tell how much their points vary.
        let variance = (squares + PRIOR_PAIRS * information / pairs) / (pairs + PRIOR_PAIRS);
        let deviation = (pairs * variance).sqrt() / (PER_ELO * information);
        Some(Elo { difference: rating, error: Z * deviation })
    }

    /// Returns what is certain about each opponent. Who beats an opponent beats the weaker
    /// ones, and who loses to one loses to the stronger ones.
    pub fn standings(&self) -> Vec<Standing> {
        let (beaten, lost) = (self.beaten(), self.lost());
        let standing = |opponent| match (beaten, lost) {
            (Some(highest), _) if opponent <= highest => Standing::Beaten,
            (_, Some(lowest)) if opponent >= lowest => Standing::Lost,
            _ if self.is_even(opponent) => Standing::Even,
            _ => Standing::Undecided,
        };
        (0..self.pairs.len()).map(standing).collect()
    }

    /// Returns the strongest opponent that the engine certainly beats.
    pub fn beaten(&self) -> Option<usize> {
        (0..self.pairs.len()).rev().find(|&opponent| self.proves(opponent, Claim::Stronger))
    }

    /// Returns the weakest opponent to which the engine certainly loses.
    pub fn lost(&self) -> Option<usize> {
        (0..self.pairs.len()).find(|&opponent| self.proves(opponent, Claim::Weaker))
    }

    /// Returns the opponents of the next pairings: those on either side of the engine, as
    /// far as they are undecided. Once the rating is close, opponents of about that rating
    /// need not be decided. None if nothing is left that can be decided.
    pub fn next(&self) -> Vec<usize> {
        let is_close = |rating: &Elo| rating.error <= CLOSE && self.total() as f64 >= MIN_PAIRS;
        let known = self.rating().filter(is_close).map(|rating| rating.difference);
        let standings = self.standings();
        let open = |opponent: &usize| {
            let from = self.scale.ratings[*opponent];
            let is_far = known.is_none_or(|rating| (rating - from).abs() > CLOSE);
            let is_new = self.scale.is_measured || self.pairs[*opponent].iter().sum::<u64>() < LONG;
            standings[*opponent] == Standing::Undecided && is_far && is_new
        };
        let guess = self.guess();
        let is_below = |opponent: &usize| self.scale.ratings[*opponent] <= guess;
        let opponents = 0..standings.len();
        let below = opponents.clone().rev().find(|o| is_below(o) && open(o));
        let above = opponents.clone().find(|o| !is_below(o) && open(o));
        below.into_iter().chain(above).collect()
    }

    /// Returns the likely strength, also before the first game.
    fn guess(&self) -> f64 {
        let ratings = &self.scale.ratings;
        let middle = ratings.iter().sum::<f64>() / ratings.len().max(1) as f64;
        let pull = 1.0 / (PRIOR_DEVIATION.powi(2) * PER_ELO);
        let points = self.points();
        self.root(|rating| points - self.expected(rating) - (rating - middle) * pull)
    }

    /// Returns the points of the engine.
    fn points(&self) -> f64 {
        let of = |pairs: &[u64; 5]| -> u64 {
            pairs.iter().zip(0..).map(|(count, half_points)| count * half_points).sum()
        };
        self.pairs.iter().map(of).sum::<u64>() as f64 / 2.0
    }

    /// Returns the points that an engine of this strength is expected to have.
    fn expected(&self, rating: f64) -> f64 {
        let of = |(pairs, opponent): (&[u64; 5], &f64)| {
            2.0 * pairs.iter().sum::<u64>() as f64 * expected(rating - opponent)
        };
        self.pairs.iter().zip(&self.scale.ratings).map(of).sum()
    }

    /// Returns the strength at which a falling function is 0.
    fn root(&self, falling: impl Fn(f64) -> f64) -> f64 {
        let far = |ends: f64| ends.clamp(-1e6, 1e6);
        let ratings = &self.scale.ratings;
        let mut low = far(ratings.iter().copied().fold(f64::MAX, f64::min)) - 4000.0;
        let mut high = far(ratings.iter().copied().fold(f64::MIN, f64::max)) + 4000.0;
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if falling(middle) > 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// Returns whether the games against an opponent show that there is no difference: the
    /// 95 % interval of the score is within that of 40 Elo.
    fn is_even(&self, opponent: usize) -> bool {
        let pairs = &self.pairs[opponent];
        let number = pairs.iter().sum::<u64>() as f64;
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().zip(pairs).map(|(&score, &count)| count as f64 * of(score)).sum()
        };
        let mean = sum(&|score| score) / number.max(1.0);
        // The score of two games without draws at even strength has the variance 1/8.
        let squares = sum(&|score| (score - mean).powi(2)) + PRIOR_PAIRS / 8.0;
        let error = Z * (squares / (number + PRIOR_PAIRS) / number.max(1.0)).sqrt();
        (mean - 0.5).abs() + error < expected(CLOSE) - 0.5
    }

    /// Returns whether the games prove a claim about an opponent. Where the strengths were
    /// measured, games against its neighbours count as well.
    fn proves(&self, opponent: usize, claim: Claim) -> bool {
        let reach = usize::from(self.scale.is_measured);
        let from = opponent.saturating_sub(reach);
        let to = (opponent + reach).min(self.pairs.len() - 1);
        let own = self.scale.ratings[opponent];
        let met = (from..=to).filter(|&other| self.pairs[other] != [0; 5]);
        let games = met.map(|other| {
            // The score of an engine as strong as the opponent.
            (&self.pairs[other], expected(own - self.scale.ratings[other]))
        });
        evidence::proves(games, claim)
    }
}

/// Returns the expected score at this difference in Elo.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference * PER_ELO).exp())
}

#[cfg(test)]
mod tests;
