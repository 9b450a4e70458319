//! The events of a tournament, described in `EVENTS.md`.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::model::config::Config;
use crate::model::opening::Opening;
use crate::model::record::{GameRecord, Ply};
use crate::run::notices::Notice;
use crate::stats::formulas::elo::Elo;
use crate::stats::{Standing, Tally};

/// An event; one line of the file.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The tournament begins.
    Start {
        /// The configuration.
        config: &'a Config,
    },
    /// A game begins.
    GameStart {
        /// Its number.
        game: usize,
        /// The players, X first.
        players: [&'a str; 2],
        /// Its opening.
        opening: &'a Opening,
    },
    /// A ply has been played.
    Ply {
        /// The number of the game.
        game: usize,
        /// The name of the player.
        player: &'a str,
        /// The ply, as in the journal.
        #[serde(flatten)]
        ply: &'a Ply,
    },
    /// A game has ended.
    Game(&'a GameRecord),
    /// A notice about the tournament.
    Notice {
        /// The number of the game that caused it.
        game: usize,
        /// `duplicate`, `book-exhausted`, `superseded`, `stopped` or `load`.
        notice: &'a str,
        /// The number of the earlier game, for a duplicate.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<usize>,
        /// For `stopped`: how long the runner was stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<u64>,
        /// For `load`: the load average.
        #[serde(skip_serializing_if = "Option::is_none")]
        load: Option<f64>,
    },
    /// The standings after a game.
    Standings {
        /// The players.
        players: Vec<PlayerRow<'a>>,
        /// The log-likelihood ratio of the SPRT, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        llr: Option<f64>,
    },
    /// The tournament has ended.
    End {
        /// The number of games played.
        games: usize,
        /// `finished`, `stopped`, `accepted`, `rejected`, or an error message.
        why: String,
    },
}

/// A player in the standings.
#[derive(Debug, Serialize)]
pub struct PlayerRow<'a> {
    name: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    faults: u64,
    /// The rating in Elo, as shown in the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    /// The 95 % error of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
}

impl<'a> PlayerRow<'a> {
    fn new(standing: &'a Standing, elo: Option<Elo>) -> PlayerRow<'a> {
        PlayerRow {
            name: &standing.name,
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            faults: standing.faults,
            elo: elo.map(|elo| elo.difference),
            error: elo.map(|elo| elo.error),
        }
    }
}

impl<'a> Event<'a> {
    pub(super) fn notice(game: usize, notice: Notice) -> Event<'a> {
        let name = match notice {
            Notice::BookExhausted => "book-exhausted",
            Notice::Duplicate(_) => "duplicate",
            Notice::Superseded => "superseded",
            Notice::Stray => "stray",
            Notice::Stopped(_) => "stopped",
            Notice::Load(_) => "load",
        };
        let of = if let Notice::Duplicate(first) = notice { Some(first) } else { None };
        let stopped = if let Notice::Stopped(millis) = notice { Some(millis) } else { None };
        let load = if let Notice::Load(load) = notice { Some(load) } else { None };
        Event::Notice { game, notice: name, of, stopped, load }
    }

    pub(super) fn standings(tally: &'a Tally, llr: Option<f64>) -> Event<'a> {
        let rows = tally.standings().iter().zip(tally.shown(&tally.ratings()));
        Event::Standings { players: rows.map(|(one, elo)| PlayerRow::new(one, elo)).collect(), llr }
    }

    /// Returns the event with the current time, to be serialized.
    pub(super) fn now(&'a self) -> impl Serialize {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        EventLine { millis: u64::try_from(now.as_millis()).unwrap_or(u64::MAX), event: self }
    }
}

#[derive(Serialize)]
struct EventLine<'a> {
    millis: u64,
    #[serde(flatten)]
    event: &'a Event<'a>,
}
