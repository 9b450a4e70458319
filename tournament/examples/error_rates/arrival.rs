//! Games that arrive in any order, from machines that start late: tests in the order of
//! the numbers, as the runner does, and in the order of arrival.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use noughts::random::Random;
use noughts_client::{EngineConfig, Limits};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::{GameRecord, GameResult};
use noughts_tournament::model::sprt::{Counts, Model, Sprt, Verdict};
use noughts_tournament::stats::Tally;
use noughts_tournament::stats::in_order::{Decision, InOrder};

use crate::games::{KINDS, Pairings, RESULTS};
use crate::sequential::{End, Tests};
use crate::table::print;

const NAMES: [&str; 2] = ["new", "old"];

/// Machines, each of which plays a share of the pairings.
struct Machines {
    count: usize,
    /// The latest start of a machine, in the unit of `times`.
    delay: usize,
    /// How long a game takes on average that the first engine loses, draws, wins; each
    /// takes between half and one and a half times as long.
    times: [usize; 3],
}

/// A game that a machine plays, by the time of its end.
type Running = Reverse<(u64, usize)>;

/// The verdicts of one test, by the order in which its games count.
struct Verdicts {
    in_order: Decision,
    on_arrival: End,
}

fn config() -> Config {
    let engines = NAMES.map(|name| EngineConfig::builtin(name, &[], Limits::default()));
    Config::new("tictactoe".parse().expect("a game"), engines.to_vec())
}

/// Returns a game of a pairing: the first with X for the first engine, the second with O.
fn game(pairing: usize, second: usize, result: usize) -> GameRecord {
    let mut players = NAMES.map(str::to_string);
    let mut winner = [GameResult::O, GameResult::Draw, GameResult::X][result];
    if second == 1 {
        players.reverse();
        winner = [GameResult::X, GameResult::Draw, GameResult::O][result];
    }
    let number = 2 * pairing - 1 + second;
    GameRecord { pairing, ..GameRecord::of_result(number, players, winner) }
}

impl Machines {
    /// Returns how long a game with this result takes.
    fn time(&self, result: usize, random: &mut Random) -> u64 {
        let average = self.times[result];
        (average / 2 + random.below(average + 1)) as u64
    }

    /// Plays until both tests are decided.
    fn play(&self, sprt: Sprt, pairings: &Pairings, random: &mut Random) -> Verdicts {
        let config = config();
        let mut in_order = InOrder::new(&config, Some(sprt));
        let (mut tally, mut on_arrival) = (Tally::new(NAMES), None);
        let mut arrived = Vec::new();
        // The results of the pairing of each machine, and the number of games played.
        let mut results: Vec<[usize; 2]> = Vec::new();
        let mut played = vec![0; self.count];
        let mut running: BinaryHeap<Running> = BinaryHeap::new();
        for machine in 0..self.count {
            results.push(RESULTS[pairings.draw(random)]);
            if random.below(2) == 1 {
                results[machine].reverse();
            }
            let start = random.below(self.delay + 1) as u64;
            running.push(Reverse((start + self.time(results[machine][0], random), machine)));
        }
        loop {
            let Reverse((time, machine)) = running.pop().expect("a game");
            let second = played[machine] % 2;
            let pairing = 1 + machine + self.count * (played[machine] / 2);
            let record = game(pairing, second, results[machine][second]);
            in_order.add(&record);
            tally.add(&record);
            let first = &tally.standings()[0];
            // The ratio changes with the second game of a pairing only.
            if on_arrival.is_none() && second == 1 {
                let verdict = sprt.verdict(sprt.llr(&first.games, &first.pairs));
                on_arrival = verdict.map(|verdict| End { verdict, results: first.pairs.total() });
            }
            arrived.push(record);
            if let (Some(in_order), Some(on_arrival)) = (in_order.decision(), on_arrival) {
                assert_eq!(straight(&config, sprt, arrived), Some(in_order));
                return Verdicts { in_order, on_arrival };
            }
            played[machine] += 1;
            if second == 1 {
                results[machine] = RESULTS[pairings.draw(random)];
                if random.below(2) == 1 {
                    results[machine].reverse();
                }
            }
            let next = self.time(results[machine][1 - second], random);
            running.push(Reverse((time + next, machine)));
        }
    }
}

/// Returns the decision of the same games in the order of their numbers.
fn straight(config: &Config, sprt: Sprt, mut arrived: Vec<GameRecord>) -> Option<Decision> {
    arrived.sort_by_key(|record| record.game);
    let mut in_order = InOrder::new(config, Some(sprt));
    arrived.iter().for_each(|record| in_order.add(record));
    in_order.decision()
}

/// Prints the table.
pub(crate) fn orders(seed: u64, tests: u64) {
    // Whole tournaments take longer than counts.
    let tests = tests / 25;
    let mut rows = Vec::new();
    for (count, delay) in [(8, 0), (64, 0), (64, 2000)] {
        for (name, times) in [
            ("all alike", [100, 100, 100]),
            ("losses twice as long as wins", [133, 100, 67]),
            ("wins twice as long as losses", [67, 100, 133]),
        ] {
            let machines = Machines { count, delay, times };
            let sprt = Sprt::new(0.0, 100.0);
            let mut random = Random::new(seed + rows.len() as u64);
            let [at0, at1] = [sprt.elo0, sprt.elo1].map(|elo| {
                let pairings = KINDS[0].at(Model::Normalized, Counts::Pentanomial, elo);
                let mut counted = [Tests::default(); 2];
                for _ in 0..tests {
                    let Verdicts { in_order, on_arrival } =
                        machines.play(sprt, &pairings, &mut random);
                    let Decision { verdict, pairing, .. } = in_order;
                    counted[0].add(End { verdict, results: pairing as u64 });
                    counted[1].add(on_arrival);
                }
                counted
            });
            let mut row = vec![
                count.to_string(),
                (delay / 100).to_string(),
                name.to_string(),
                tests.to_string(),
            ];
            for (at0, at1) in at0.iter().zip(at1) {
                row.push(at0.share(Verdict::Accepted));
                row.push(at1.share(Verdict::Rejected));
            }
            rows.push(row);
        }
    }
    let columns = [
        "machines",
        "latest start",
        "games last",
        "tests",
        "in order: wrong at elo0, %",
        "wrong at elo1, %",
        "on arrival: wrong at elo0, %",
        "wrong at elo1, %",
    ];
    print(&columns, &rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `play` panics if the order of arrival changed the decision.
    #[test]
    fn the_order_of_arrival_changes_a_test_on_arrival_only() {
        let sprt = Sprt::new(0.0, 100.0);
        let pairings = KINDS[0].at(Model::Normalized, Counts::Pentanomial, 0.0);
        let mut random = Random::new(1);
        let mut accepted = |times| {
            let machines = Machines { count: 64, delay: 0, times };
            let ends = (0..50).map(|_| machines.play(sprt, &pairings, &mut random));
            let is_wrong = |verdicts: &Verdicts| verdicts.on_arrival.verdict == Verdict::Accepted;
            ends.filter(is_wrong).count()
        };
        // Won games that end soon look like a better engine.
        assert!(accepted([133, 100, 67]) > 40);
        assert!(accepted([67, 100, 133]) < 5);
    }
}
