//! One simulated test, and the ends of many.

use std::collections::HashMap;

use noughts::random::Random;
use noughts_tournament::model::sprt::{Counts, Model, Sprt, Verdict};
use noughts_tournament::stats::Pairs;

use crate::games::Pairings;
use crate::table::{Mean, share};

/// No test of the tables needs more results.
const MAX_RESULTS: u64 = 10_000_000;

/// The largest number of ratios that are kept, about 100 MB.
const MAX_KNOWN: usize = 1_000_000;

/// Where a simulated test ended, by its verdict and its number of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) verdict: Verdict,
    pub(crate) results: u64,
}

/// The ends of one simulated test.
pub(crate) struct Ends {
    /// By the rule of the runner: the first crossing of a bound.
    pub(crate) plain: End,
    /// With both bounds moved inwards by the expected overshoot.
    pub(crate) corrected: End,
}

/// The ratios of a test that are known. Many simulated tests pass the same counts, and to
/// look a ratio up is faster than to compute it again.
pub(crate) struct Ratios {
    sprt: Sprt,
    known: HashMap<[u64; 5], f64>,
}

impl Ratios {
    pub(crate) fn new(sprt: Sprt) -> Ratios {
        Ratios { sprt, known: HashMap::new() }
    }

    /// Returns the ratio that the runner computes from the results at these places.
    fn of(&mut self, pairings: &Pairings, places: &Pairs) -> f64 {
        let (games, pairs) = pairings.counts(places);
        // A Bayesian test counts pairings by their points, and draws by games.
        if self.sprt.model == Model::Bayesian {
            return self.sprt.llr(&games, &pairs);
        }
        let counts = match self.sprt.counts {
            Counts::Pentanomial => pairs.by_points(),
            Counts::Trinomial => [games.losses, games.draws, games.wins, 0, 0],
        };
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        *self.known.entry(counts).or_insert_with(|| self.sprt.llr(&games, &pairs))
    }

    /// Simulates a test: after every result the ratio and the verdict are those of
    /// [`InOrder`](noughts_tournament::stats::in_order::InOrder).
    pub(crate) fn simulate(&mut self, pairings: &Pairings, random: &mut Random) -> Ends {
        let [low, high] = self.sprt.bounds();
        let mut overshoot = Overshoot::default();
        let mut corrected = None;
        let mut places = Pairs::default();
        for results in 1..MAX_RESULTS {
            places.0[pairings.draw(random)] += 1;
            let llr = self.of(pairings, &places);
            if corrected.is_none() {
                let [below, above] = overshoot.expected(llr);
                let verdict = match llr {
                    llr if llr >= high - above => Some(Verdict::Accepted),
                    llr if llr <= low + below => Some(Verdict::Rejected),
                    _ => None,
                };
                corrected = verdict.map(|verdict| End { verdict, results });
            }
            if let Some(verdict) = self.sprt.verdict(llr) {
                let plain = End { verdict, results };
                return Ends { plain, corrected: corrected.unwrap_or(plain) };
            }
        }
        panic!("the test does not end")
    }

    /// Simulates many tests; returns them by the rule of the runner, and corrected.
    pub(crate) fn many(
        &mut self,
        pairings: &Pairings,
        tests: u64,
        random: &mut Random,
    ) -> [Tests; 2] {
        let mut counted = [Tests::default(); 2];
        for _ in 0..tests {
            let ends = self.simulate(pairings, random);
            counted[0].add(ends.plain);
            counted[1].add(ends.corrected);
        }
        counted
    }
}

/// The correction of fishtest: how far beyond a bound the ratio lands on average,
/// estimated from the steps by which it exceeded its own records: half their mean square
/// over their mean (Siegmund, *Sequential Analysis*, corollary 8.33).
#[derive(Default)]
struct Overshoot {
    lows: Records,
    highs: Records,
}

#[derive(Default)]
struct Records {
    furthest: f64,
    sum: f64,
    squares: f64,
}

impl Records {
    fn expected(&mut self, value: f64) -> f64 {
        if value > self.furthest {
            let step = value - self.furthest;
            self.sum += step;
            self.squares += step * step;
            self.furthest = value;
        }
        if self.sum > 0.0 { self.squares / self.sum / 2.0 } else { 0.0 }
    }
}

impl Overshoot {
    /// Adds a ratio, and returns the expected overshoot below and above.
    fn expected(&mut self, llr: f64) -> [f64; 2] {
        [self.lows.expected(-llr), self.highs.expected(llr)]
    }
}

/// The ends of many tests.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tests {
    total: u64,
    accepted: u64,
    length: Mean,
}

impl Tests {
    pub(crate) fn add(&mut self, end: End) {
        self.total += 1;
        self.accepted += u64::from(end.verdict == Verdict::Accepted);
        self.length.add(end.results as f64);
    }

    /// Returns the share of tests with a verdict, in percent with its interval.
    pub(crate) fn share(&self, verdict: Verdict) -> String {
        let accepted = verdict == Verdict::Accepted;
        share(if accepted { self.accepted } else { self.total - self.accepted }, self.total)
    }

    /// Returns the mean number of results, with its interval.
    pub(crate) fn length(&self) -> String {
        self.length.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::KINDS;

    /// The promise of the default test, with few tests: 2,000 tests at each end are wrong in
    /// at most 5 %, plus four standard deviations of such a share.
    #[test]
    fn the_default_test_keeps_its_promise() {
        let most = (0.05 + 4.0 * (0.05 * 0.95 / 2000.0_f64).sqrt()) * 2000.0;
        for kind in [KINDS[0], KINDS[3]] {
            let sprt = Sprt::new(0.0, 100.0);
            let mut ratios = Ratios::new(sprt);
            let mut random = Random::new(1);
            let mut wrong = |elo: f64, verdict: Verdict| {
                let pairings = kind.at(sprt.model, sprt.counts, elo);
                let ends = (0..2000).map(|_| ratios.simulate(&pairings, &mut random).plain);
                ends.filter(|end| end.verdict == verdict).count() as f64
            };
            let found = [wrong(0.0, Verdict::Accepted), wrong(100.0, Verdict::Rejected)];
            assert!(found.iter().all(|&wrong| wrong > 20.0 && wrong < most), "{found:?}");
        }
    }

    #[test]
    fn the_overshoot_is_half_the_mean_square_of_the_records_over_their_mean() {
        let mut overshoot = Overshoot::default();
        for llr in [1.0, 0.5, -2.0, 4.0, 3.0] {
            overshoot.expected(llr);
        }
        // Records by 1 and 3 above, and by 2 below.
        assert_eq!(overshoot.expected(0.0), [1.0, 10.0 / 4.0 / 2.0]);
    }
}
