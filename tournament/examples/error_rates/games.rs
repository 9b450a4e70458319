//! Simulated games: how often each pairing occurs for two engines of known strength.

use noughts::random::Random;
use noughts_tournament::model::sprt::{Counts, Model};
use noughts_tournament::stats::formulas::normalized::PER_DEVIATION;
use noughts_tournament::stats::{Games, Pairs};

/// The natural logarithm of odds in one Elo.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// How the games of two equal engines end.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// What the tables call it.
    pub(crate) name: &'static str,
    /// The shares of the games that X and O win from an average opening.
    wins: [f64; 2],
    /// By how much openings favour X more or less than the average one, in Elo. The
    /// two games of a pairing share their opening.
    spread: f64,
}

/// The kinds of games. The shares are those of docs/truth.md and docs/strength.md, for
/// five in a row and Qubic read off from the difference between both sides; the spreads
/// are assumed.
pub(crate) const KINDS: [Kind; 5] = [
    Kind { name: "five in a row, balanced", wins: [0.485, 0.485], spread: 100.0 },
    Kind { name: "Qubic", wins: [0.72, 0.27], spread: 200.0 },
    Kind { name: "modern", wins: [0.771, 0.001], spread: 100.0 },
    Kind { name: "mallorcan", wins: [0.032, 0.19], spread: 100.0 },
    Kind { name: "classical", wins: [0.991, 0.0005], spread: 0.0 },
];

fn odds(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

fn share(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

impl Kind {
    /// Returns the pairings if the first engine is stronger by `edge` logarithms of
    /// odds.
    ///
    /// As in Rémi Coulom's `BayesElo`, an engine wins with the odds of its edge, plus or
    /// minus the bias of the opening, minus a constant that makes room for draws.
    fn pairings(&self, edge: f64) -> Pairings {
        let [x, o] = self.wins.map(odds);
        let (bias, draws) = ((x - o) / 2.0, -(x + o) / 2.0);
        let game = |lead: f64| {
            let (win, loss) = (share(lead - draws), share(-lead - draws));
            [loss, 1.0 - win - loss, win]
        };
        let mut chances = [0.0; 6];
        for bias in [bias - self.spread * PER_ELO, bias + self.spread * PER_ELO] {
            let (with_x, with_o) = (game(edge + bias), game(edge - bias));
            for (first, one) in with_x.iter().enumerate() {
                for (second, other) in with_o.iter().enumerate() {
                    chances[PLACES[first][second]] += one * other / 2.0;
                }
            }
        }
        Pairings::new(chances)
    }

    /// Returns the pairings of two engines whose true difference, in the unit of this
    /// test, is `elo`.
    pub(crate) fn at(&self, model: Model, counts: Counts, elo: f64) -> Pairings {
        // The true difference grows with the edge.
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            match self.pairings(middle).elo(model, counts) < elo {
                true => low = middle,
                false => high = middle,
            }
        }
        self.pairings(low)
    }
}

/// The place in [`Pairs`] of two results, each 0 for a loss to 2 for a win.
const PLACES: [[usize; 3]; 3] = [[0, 1, 2], [1, 3, 4], [2, 4, 5]];

/// The results of the two games at each place, as half points.
pub(crate) const RESULTS: [[usize; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];

/// How often each pairing occurs: LL, LD, WL, DD, WD, WW.
#[derive(Clone, Debug)]
pub(crate) struct Pairings {
    chances: [f64; 6],
    /// The upper ends of the random numbers of each pairing.
    ends: [u64; 6],
    /// Whether the results are single games, which count as LL, DD and WW here.
    are_single: bool,
}

impl Pairings {
    fn new(chances: [f64; 6]) -> Pairings {
        let mut sum = 0.0;
        let ends = chances.map(|chance| {
            sum += chance;
            (sum * 2_f64.powi(64)) as u64
        });
        Pairings { chances, ends, are_single: false }
    }

    /// Returns independent games that end as often as those of the pairings.
    pub(crate) fn single(&self) -> Pairings {
        let [loss, draw, win] = self.games();
        Pairings { are_single: true, ..Pairings::new([loss, 0.0, 0.0, draw, 0.0, win]) }
    }

    /// Returns the place in [`Pairs`] of a random result.
    pub(crate) fn draw(&self, random: &mut Random) -> usize {
        let number = random.next_u64();
        self.ends[..5].iter().position(|&end| number < end).unwrap_or(5)
    }

    /// Returns many random results.
    pub(crate) fn play(&self, results: u64, random: &mut Random) -> (Games, Pairs) {
        let mut places = Pairs::default();
        (0..results).for_each(|_| places.0[self.draw(random)] += 1);
        self.counts(&places)
    }

    /// Returns the games and pairings of results at these places.
    pub(crate) fn counts(&self, places: &Pairs) -> (Games, Pairs) {
        let [losses, _, _, draws, _, wins] = places.0;
        match self.are_single {
            true => (Games { wins, draws, losses }, Pairs::default()),
            false => (places.games(), *places),
        }
    }

    /// Returns the share of the games that are lost, drawn and won.
    pub(crate) fn games(&self) -> [f64; 3] {
        let [ll, ld, wl, dd, wd, ww] = self.chances;
        [ll + (ld + wl) / 2.0, dd + (ld + wd) / 2.0, ww + (wl + wd) / 2.0]
    }

    /// Returns the true difference in the unit of a test.
    pub(crate) fn elo(&self, model: Model, counts: Counts) -> f64 {
        let [losses, draws, wins] = self.games();
        let mean = wins + draws / 2.0;
        let square = |share: f64| (share - mean).powi(2);
        // Of one game. A pairing is the mean of two, which makes its deviation smaller
        // by √2 if they are independent.
        let deviation = match counts {
            Counts::Trinomial => losses * square(0.0) + draws * square(0.5) + wins * square(1.0),
            Counts::Pentanomial => {
                let share = |place: usize| RESULTS[place].iter().sum::<usize>() as f64 / 4.0;
                let of = |(place, chance): (usize, &f64)| 2.0 * chance * square(share(place));
                self.chances.iter().enumerate().map(of).sum()
            }
        }
        .sqrt();
        match model {
            Model::Normalized => PER_DEVIATION * (mean - 0.5) / deviation,
            Model::Logistic => odds(mean) / PER_ELO,
            Model::Bayesian => (odds(wins) - odds(losses)) / (2.0 * PER_ELO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_engines_end_as_often_as_the_kind_says() {
        let kind = Kind { name: "", wins: [0.6, 0.1], spread: 0.0 };
        let [losses, draws, wins] = kind.pairings(0.0).games();
        assert!((draws - 0.3).abs() < 1e-9 && (wins - losses).abs() < 1e-9);
        // Both draw, or each wins one: 0.3² + 0.6² + 0.1².
        let [_, _, one_each, drawn, _, _] = kind.pairings(0.0).chances;
        assert!((one_each + drawn - 0.46).abs() < 1e-9);
    }

    #[test]
    fn the_true_difference_is_that_of_many_games() {
        use noughts_tournament::stats::Elo;
        use noughts_tournament::stats::formulas::normalized;
        let mut random = Random::new(3);
        for kind in KINDS {
            let mut played =
                |model, counts| kind.at(model, counts, 80.0).play(400_000, &mut random);
            let found = [
                normalized::from_pairs(&played(Model::Normalized, Counts::Pentanomial).1),
                normalized::from_games(&played(Model::Normalized, Counts::Trinomial).0),
                Elo::from_pairs(&played(Model::Logistic, Counts::Pentanomial).1),
            ];
            for elo in found {
                let elo = elo.expect("games").difference;
                // At least five standard deviations.
                assert!((elo - 80.0).abs() < 3.0, "{}: {elo}", kind.name);
            }
        }
    }
}
