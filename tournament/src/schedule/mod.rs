//! Who meets whom: pure functions from the number of a pairing to its
//! players, one file per format.

mod gauntlet;
mod round_robin;

use serde::{Deserialize, Serialize};

pub use gauntlet::Gauntlet;
pub use round_robin::RoundRobin;

/// Which pairings a tournament consists of.
pub trait Schedule: Send + Sync {
    /// How many pairings there are.
    fn total(&self) -> usize;

    /// The pairing with this number, which is below [`total`](Schedule::total).
    fn pairing(&self, number: usize) -> Pairing;
}

/// Two games of the same two players from the same opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The players, by their places in the configuration. The first has X in
    /// the first game.
    pub players: [usize; 2],
    /// How often these two have met before, from 0. All pairings of a round
    /// have the same opening, so that every match is played on the same ones.
    pub round: usize,
}

/// One game of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: usize,
    /// The number of its pairing, from 0.
    pub pairing: usize,
    /// The round of its pairing, from 0.
    pub round: usize,
    /// The players by their places in the configuration, X first.
    pub players: [usize; 2],
}

/// How many games a schedule consists of.
pub fn games(schedule: &dyn Schedule) -> usize {
    schedule.total().saturating_mul(2)
}

/// The game with this number, from 0; `None` behind the last one.
pub fn fixture(schedule: &dyn Schedule, number: usize) -> Option<Fixture> {
    let pairing = number / 2;
    if pairing >= schedule.total() {
        return None;
    }
    let Pairing { players: [first, second], round } = schedule.pairing(pairing);
    let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
    Some(Fixture { number, pairing, round, players })
}

/// The formats, by the names that a tournament file gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets everyone else.
    Gauntlet,
}

impl Format {
    /// Every format with its name.
    pub const ALL: [(&'static str, Format); 2] =
        [("round-robin", Format::RoundRobin), ("gauntlet", Format::Gauntlet)];

    /// The schedule for so many engines, each two that meet meeting for so
    /// many pairings.
    pub fn schedule(self, engines: usize, pairings: usize) -> Box<dyn Schedule> {
        match self {
            Format::RoundRobin => Box::new(RoundRobin::new(engines, pairings)),
            Format::Gauntlet => Box::new(Gauntlet::new(engines, pairings)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_pairing_swap_the_sides() {
        let schedule = Format::RoundRobin.schedule(3, 2);
        let games: Vec<Fixture> = (0..).map_while(|n| fixture(&*schedule, n)).collect();
        assert_eq!(games.len(), 12);
        for pair in games.chunks(2) {
            let [a, b] = pair else { panic!("odd number of games") };
            assert_eq!((a.pairing, a.round), (b.pairing, b.round));
            assert_eq!(a.players, [b.players[1], b.players[0]]);
        }
        assert_eq!(fixture(&*schedule, 12), None);
    }

    #[test]
    fn names_are_those_of_the_journal() {
        for (name, format) in Format::ALL {
            assert_eq!(serde_json::to_string(&format).unwrap(), format!("\"{name}\""));
        }
    }
}
