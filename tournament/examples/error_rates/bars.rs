//! Error bars: how often the true difference, or rating, is within its 95 % interval.

use noughts::random::Random;
use noughts_tournament::model::sprt::{Counts, Model};
use noughts_tournament::stats::formulas::normalized;
use noughts_tournament::stats::formulas::score::Encounter;
use noughts_tournament::stats::{Elo, Games, Pairs, Ratings};

use crate::games::{KINDS, Pairings};
use crate::table::{print, share};

/// An estimate from the results of a match.
type Estimate = fn(&Games, &Pairs) -> Option<Elo>;

/// The estimates, each with the unit of its true value.
const ESTIMATES: [(&str, Model, Counts, Estimate); 4] = [
    ("Elo", Model::Logistic, Counts::Pentanomial, |_, pairs| Elo::from_pairs(pairs)),
    ("nElo", Model::Normalized, Counts::Pentanomial, |_, pairs| normalized::from_pairs(pairs)),
    ("Elo, single games", Model::Logistic, Counts::Trinomial, |games, _| Elo::from_games(games)),
    ("nElo, single games", Model::Normalized, Counts::Trinomial, |games, _| {
        normalized::from_games(games)
    }),
];

/// The numbers of results of a match, and the part of the matches that is simulated: long
/// ones take longer.
const LENGTHS: [(u64, u64); 6] = [(5, 1), (10, 1), (20, 1), (50, 5), (200, 10), (1000, 50)];

/// The true differences, from equal engines to an extreme score.
const DIFFERENCES: [f64; 4] = [0.0, 100.0, 300.0, 600.0];

/// The kinds of games in both tables.
const SHOWN: [usize; 3] = [0, 3, 4];

/// Returns the columns, which are these and the numbers of results.
fn columns(first: [&str; 3]) -> Vec<String> {
    let lengths = LENGTHS.map(|(length, _)| format!("{length} results"));
    first.map(str::to_string).into_iter().chain(lengths).collect()
}

/// Prints how often the interval of two engines contains the truth.
pub(crate) fn two(seed: u64, matches: u64) {
    let mut rows = Vec::new();
    for (name, model, counts, estimate) in ESTIMATES {
        for kind in SHOWN.map(|kind| KINDS[kind]) {
            for elo in DIFFERENCES {
                let pairings = kind.at(Model::Logistic, Counts::Pentanomial, elo);
                let truth = pairings.elo(model, counts);
                let played = match counts {
                    Counts::Pentanomial => pairings,
                    Counts::Trinomial => pairings.single(),
                };
                let mut random = Random::new(seed + rows.len() as u64);
                let shares = LENGTHS.map(|(length, part)| {
                    let is_within = |_: &u64| {
                        let (games, pairs) = played.play(length, &mut random);
                        let found = estimate(&games, &pairs).expect("results");
                        (found.difference - truth).abs() <= found.error
                    };
                    share((0..matches / part).filter(is_within).count() as u64, matches / part)
                });
                let names = [name.to_string(), kind.name.to_string(), elo.to_string()];
                rows.push(names.into_iter().chain(shares).collect());
            }
        }
    }
    print(&columns(["interval", "games", "true Elo"]), &rows);
}

/// A round robin of engines whose true ratings are in equal steps.
struct RoundRobin {
    ratings: Vec<f64>,
    met: Vec<([usize; 2], Pairings)>,
}

impl RoundRobin {
    fn new(engines: usize, step: f64, kind: usize) -> RoundRobin {
        let best = step * (engines - 1) as f64 / 2.0;
        let ratings: Vec<f64> = (0..engines).map(|engine| best - step * engine as f64).collect();
        let two = |a: usize, b: usize| {
            let elo = ratings[a] - ratings[b];
            ([a, b], KINDS[kind].at(Model::Logistic, Counts::Pentanomial, elo))
        };
        let met = (0..engines)
            .flat_map(|a| (a + 1..engines).map(move |b| (a, b)))
            .map(|(a, b)| two(a, b));
        RoundRobin { met: met.collect(), ratings }
    }

    /// Plays once, and returns how many of the intervals contain the truth.
    fn within(&self, pairings: u64, random: &mut Random) -> usize {
        let encounters: Vec<Encounter> = self
            .met
            .iter()
            .map(|(players, chances)| {
                let (games, pairs) = chances.play(pairings, random);
                Encounter { players: *players, games, pairs }
            })
            .collect();
        let found = Ratings::new(self.ratings.len(), &encounters);
        let truth = self.ratings.iter().enumerate();
        truth
            .filter(|&(place, truth)| (found.rating(place) - truth).abs() <= found.error(place))
            .count()
    }
}

/// Prints how often the intervals of joint ratings contain the truth.
pub(crate) fn ratings(seed: u64, tournaments: u64) {
    // The intervals of a tournament are several.
    let tournaments = tournaments / 5;
    let mut rows = Vec::new();
    for engines in [3, 8] {
        for kind in SHOWN {
            for step in [0.0, 50.0, 200.0] {
                let played = RoundRobin::new(engines, step, kind);
                let mut random = Random::new(seed + rows.len() as u64);
                let shares = LENGTHS.map(|(length, part)| {
                    let tournaments = tournaments / part;
                    let within = (0..tournaments).map(|_| played.within(length, &mut random));
                    share(within.sum::<usize>() as u64, tournaments * engines as u64)
                });
                let names = [engines.to_string(), KINDS[kind].name.to_string(), step.to_string()];
                rows.push(names.into_iter().chain(shares).collect());
            }
        }
    }
    print(&columns(["engines", "games", "steps of Elo"]), &rows);
}
