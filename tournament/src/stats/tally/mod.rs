//! The tally: the standings of a tournament, updated game by game.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use noughts::game::Side;

use super::Ratings;
use super::groups::groups;
use crate::model::points::Points;
use crate::model::record::{GameRecord, Termination};
use crate::stats::formulas::elo::Elo;
use crate::stats::formulas::score::{Encounter, Games, Pairs};

/// The results of one player against all others.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Standing {
    /// The name.
    pub name: String,
    /// The scored games.
    pub games: Games,
    /// The scored games by side, X first.
    pub sides: [Games; 2],
    /// The pairings of which both games are scored.
    pub pairs: Pairs,
    /// The number of games lost by a fault of this player.
    pub faults: u64,
    /// The number of unscored games, which `games` does not include.
    pub unscored: u64,
}

impl Standing {
    /// Returns the Elo difference to the opponents. It is computed from the
    /// complete pairings, so that a game without its partner does not change
    /// the estimate; before the first complete pairing it is computed from the
    /// games.
    pub fn elo(&self) -> Option<Elo> {
        Elo::from_pairs(&self.pairs).or_else(|| Elo::from_games(&self.games))
    }
}

/// The standings of all players. The order in which games are added does not
/// matter.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    standings: Vec<Standing>,
    places: HashMap<String, usize>,
    /// The encounters, by the places of both players, the lower one first.
    encounters: BTreeMap<[usize; 2], Encounter>,
    /// The first game of each pairing whose second game is missing.
    open: HashMap<usize, HalfPair>,
    /// The number of games of each termination.
    endings: Vec<(Termination, u64)>,
    /// The number of losses on time while the load of the machine exceeded its
    /// processors.
    late_under_load: u64,
}

/// The player with X in a game, and its points.
#[derive(Clone, Debug)]
struct HalfPair {
    x: usize,
    points: Points,
}

impl Tally {
    /// Creates the tally before the first game; `names` are in the order of the
    /// configuration.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Tally {
        let mut tally = Tally::default();
        for name in names {
            tally.place(name);
        }
        tally
    }

    /// Creates the tally of two players of whom only counts are known: these are the
    /// results of the first.
    pub fn of_counts(names: [&str; 2], games: &Games, pairs: &Pairs) -> Tally {
        let mut tally = Tally::new(names);
        let [ll, ld, wl, dd, wd, ww] = pairs.0;
        let of_second = Games { wins: games.losses, losses: games.wins, draws: games.draws };
        let counts = [(*games, *pairs), (of_second, Pairs([ww, wd, wl, dd, ld, ll]))];
        for (standing, (games, pairs)) in tally.standings.iter_mut().zip(counts) {
            (standing.games, standing.pairs) = (games, pairs);
        }
        *tally.encounter(0, 1) = Encounter { players: [0, 1], games: *games, pairs: *pairs };
        tally
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.standings.len();
        self.standings.push(Standing { name: name.to_string(), ..Standing::default() });
        self.places.insert(name.to_string(), place);
        place
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let [x, o] = [&record.players[0], &record.players[1]].map(|name| self.place(name));
        match self.endings.iter_mut().find(|(known, _)| *known == record.termination) {
            Some((_, count)) => *count += 1,
            None => self.endings.push((record.termination, 1)),
        }
        self.late_under_load += u64::from(record.load.is_some());
        let (Some(points), Some(reversed)) =
            (record.result.points(Side::X), record.result.points(Side::O))
        else {
            self.standings[x].unscored += 1;
            self.standings[o].unscored += 1;
            return;
        };
        for (side, place, points) in [(Side::X, x, points), (Side::O, o, reversed)] {
            self.standings[place].games.add(points);
            self.standings[place].sides[side.index()].add(points);
        }
        let of_lower = if x < o { points } else { reversed };
        self.encounter(x, o).games.add(of_lower);
        if let (Termination::Fault(_), Some(culprit)) = (record.termination, &record.culprit) {
            let place = if culprit.player == 0 { x } else { o };
            self.standings[place].faults += 1;
        }
        match self.open.remove(&record.pairing) {
            None => {
                self.open.insert(record.pairing, HalfPair { x, points });
            }
            Some(first) => {
                // By swap2 the same player may have X in both games; otherwise the sides
                // are swapped.
                let (other, second) = if first.x == x { (o, points) } else { (x, reversed) };
                let of_other = [first.points, second].map(Points::reversed);
                self.standings[first.x].pairs.add(first.points, second);
                self.standings[other].pairs.add(of_other[0], of_other[1]);
                let [one, two] = if first.x < other { [first.points, second] } else { of_other };
                self.encounter(first.x, other).pairs.add(one, two);
            }
        }
    }

    fn encounter(&mut self, a: usize, b: usize) -> &mut Encounter {
        let players = [a.min(b), a.max(b)];
        let new = Encounter { players, ..Encounter::default() };
        self.encounters.entry(players).or_insert(new)
    }

    /// Returns the games of every two players that have met.
    pub fn encounters(&self) -> Vec<Encounter> {
        self.encounters.values().copied().collect()
    }

    /// Returns the number of games that a fault ended.
    pub fn faults(&self) -> u64 {
        self.standings.iter().map(|standing| standing.faults).sum()
    }

    /// Returns the number of games, unscored ones included.
    pub fn played(&self) -> usize {
        let played: u64 = self.endings.iter().map(|(_, count)| count).sum();
        usize::try_from(played).unwrap_or(usize::MAX)
    }

    /// Returns the terminations with the number of their games, the most
    /// frequent first.
    pub fn endings(&self) -> Vec<(Termination, u64)> {
        let mut endings = self.endings.clone();
        endings.sort_by_cached_key(|(by, count)| (Reverse(*count), by.to_string()));
        endings
    }

    /// Returns the number of losses on time while the load of the machine exceeded
    /// its processors.
    pub fn late_under_load(&self) -> u64 {
        self.late_under_load
    }

    /// Returns the results of all games from the view of X.
    pub fn games_of_x(&self) -> Games {
        self.standings.iter().map(|standing| standing.sides[0]).fold(Games::default(), |a, b| {
            let (wins, draws, losses) = (a.wins + b.wins, a.draws + b.draws, a.losses + b.losses);
            Games { wins, draws, losses }
        })
    }

    /// Returns the place of a player in the order of the configuration.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Returns the players that have games, in groups that never met.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        groups(self.standings.len(), &self.encounters())
    }

    /// Returns the joint ratings of all players.
    pub fn ratings(&self) -> Ratings {
        Ratings::new(self.standings.len(), &self.encounters())
    }

    /// Returns the Elo of each player as tables show it, `None` before its
    /// first game: for two players the difference between them, added to the
    /// rating of the anchored one if there is one; for more players their joint
    /// ratings.
    pub fn shown(&self, ratings: &Ratings) -> Vec<Option<Elo>> {
        let two = self.standings.len() == 2;
        let shown = |(place, standing): (usize, &Standing)| {
            let Elo { difference, error } = standing.elo()?;
            let joint = Elo { difference: ratings.rating(place), error: ratings.error(place) };
            Some(match ratings.anchor() {
                Some(anchor) if two && anchor != place => {
                    Elo { difference: ratings.rating(anchor) + difference, error }
                }
                None if two => Elo { difference, error },
                _ => joint,
            })
        };
        self.standings.iter().enumerate().map(shown).collect()
    }

    /// Returns the standings in the order of the configuration.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Returns the standings, the best score first.
    pub fn ranked(&self) -> Vec<&Standing> {
        let mut ranked: Vec<&Standing> = self.standings.iter().collect();
        // The sort is stable: equal scores keep the order of the configuration.
        ranked.sort_by(|a, b| b.games.share().total_cmp(&a.games.share()));
        ranked
    }
}

#[cfg(test)]
mod tests;
