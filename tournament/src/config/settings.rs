//! The configuration of a whole tournament, and the keys outside of tables.
//!
//! To add a key, add a field with its default and a row in [`KEYS`].

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudicate;
use super::deadlines;
use super::field::{Field, number, slot, whole};
use super::key::Key;
use super::kind::{Kind, Slot};
use super::scale::Scale;
use super::values::parsed;
use super::{openings, players};
use crate::adjudication::Adjudication;
use crate::logs::Outputs;
use crate::openings::{Order, Source};
use crate::schedule::Format;
use crate::stats::Sprt;
use noughts_client::Deadlines;
use noughts_client::EngineConfig;
use noughts_client::MAX_PV;
use noughts_client::Rules;
use noughts_client::seconds;

/// The largest number of rounds of a Swiss tournament, and of seeds of a gauntlet.
pub const MOST_ROUNDS: usize = 1000;
/// The largest number of pairings of two engines.
pub const MOST_PAIRINGS: usize = 10_000_000;

/// The largest number of games at the same time.
pub const MOST_CONCURRENT: usize = 1024;

/// The largest seed, which is the largest integer of TOML.
pub const LARGEST_SEED: u64 = i64::MAX as u64;

/// The configuration of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The title in the report and the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game.
    pub game: Rules,
    /// The format, which determines the pairings.
    pub format: Format,
    /// The number of engines, from the first on, that meet all others in a
    /// gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: usize,
    /// The rounds of a Swiss tournament; `None` for as many as a knockout would
    /// have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// The number of pairings, of two games each, of every two engines that
    /// meet.
    pub pairings: usize,
    /// Whether a pairing is one game, in which the engine that is named first
    /// has X.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_swap: bool,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// The pause of a worker between two games, in milliseconds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wait: u64,
    /// The factor on the times of all engines on this machine.
    #[serde(default, skip_serializing_if = "Scale::is_one")]
    pub scale: Scale,
    /// The speed of the machine for which the times are meant, in units of
    /// [`speed::measure`](crate::speed::measure), for a scale that is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    /// The seed of the openings and of the engines.
    pub seed: u64,
    /// The source of the openings.
    pub openings: Source,
    /// The order of listed openings.
    #[serde(default, skip_serializing_if = "Order::is_sequential")]
    pub order: Order,
    /// Whether random openings may be the same up to the symmetries of the
    /// game. `None` in a configuration is the value of the journal that is
    /// continued, or `false`; in the header of a journal it is `true`, as in
    /// the versions before this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetric: Option<bool>,
    /// Whether listed openings are played as symmetric images, which the seed
    /// chooses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transform: bool,
    /// The largest number of plies after the opening in a game that the engines
    /// referee; a longer game is unscored.
    pub max_plies: usize,
    /// The share of games with a fault, from 0 to 1, above which the run ends.
    /// In the first games it is a share of twenty games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_faults: Option<f64>,
    /// The file of the journal.
    pub journal: Option<PathBuf>,
    /// The files that are written besides the journal.
    #[serde(default, skip_serializing_if = "Outputs::is_nothing")]
    pub outputs: Outputs,
    /// The processors to which the games are bound in turn: all available ones
    /// if the list is empty; `None` binds no game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Vec<usize>>,
    /// The sequential test that ends the tournament when it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The conditions that end games before the rules do.
    #[serde(default, skip_serializing_if = "Adjudication::is_nothing")]
    pub adjudication: Adjudication,
    /// The engine that referees a game whose rules the runner does not know;
    /// `None` asks the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<Box<EngineConfig>>,
    /// The time by which an engine may exceed its limit, in seconds.
    #[serde(with = "seconds")]
    pub margin: Duration,
    /// The deadlines of the engines' replies.
    pub deadlines: Deadlines,
    /// The engines, in the order of the file.
    pub engines: Vec<EngineConfig>,
}

impl Config {
    /// Creates a tournament of these engines with all other settings at their
    /// defaults.
    pub fn new(game: Rules, engines: Vec<EngineConfig>) -> Config {
        // Random openings need rules that the runner knows.
        let plies = if matches!(game, Rules::Known(_)) { 2 } else { 0 };
        Config {
            title: None,
            game,
            format: Format::default(),
            seeds: 1,
            rounds: None,
            pairings: 10,
            no_swap: false,
            concurrency: 1,
            wait: 0,
            scale: Scale::default(),
            reference: None,
            seed: 0,
            openings: Source::Random(plies),
            order: Order::default(),
            symmetric: None,
            transform: false,
            max_plies: 2000,
            max_faults: None,
            journal: None,
            outputs: Outputs::default(),
            affinity: None,
            sprt: None,
            adjudication: Adjudication::default(),
            referee: None,
            margin: Duration::from_millis(100),
            deadlines: Deadlines::default(),
            engines,
        }
    }
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(number: &usize) -> bool {
    *number == 1
}

/// Returns whether a field is at its default and therefore not written to a
/// journal.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

type Row = Key<Config>;

/// The keys outside of tables, then the tables, in the order in which they are
/// read and documented.
pub(super) static KEYS: &[Row] = &[
    Row::new(
        "game",
        "a game of noughts, or `ugi`",
        Kind::Text {
            get: |c| Some(c.game.to_string()),
            set: |c, text| parsed(text).map(|game| c.game = game),
        },
    )
    .otherwise("tictactrains, if there is no file"),
    Row::new(
        "title",
        "the name of the tournament in reports and records",
        Kind::Name {
            get: |c| c.title.clone(),
            set: |c, text| {
                c.title = Some(text.to_string());
                Ok(())
            },
        },
    )
    .otherwise("the names of the engines")
    .free(|c| c.title = None),
    Row::new(
        "format",
        "the format, which determines who meets whom",
        Kind::Choice {
            words: || Format::all().map(Format::name).collect(),
            slot: Slot {
                get: |c| Some(c.format.name()),
                set: |c, name| c.format = name.parse().unwrap_or_default(),
            },
        },
    ),
    Row::new(
        "seeds",
        "the number of engines, from the first on, that play all others; only for `gauntlet`",
        whole!(1, MOST_ROUNDS as u64, seeds),
    ),
    Row::new("rounds", "the number of rounds; only for `swiss`", whole!(1, MOST_ROUNDS as u64, rounds))
        .otherwise("as many as in a knockout"),
    Row::new(
        "pairings",
        "the number of pairings, of two games each, of every two engines that meet; also `--pairs`",
        whole!(1, MOST_PAIRINGS as u64, pairings),
    ),
    Row::new(
        "no_swap",
        "play one game per pairing, with X for the engine that is named first, instead of two with \
         the sides swapped",
        Kind::Truth(slot!(no_swap)),
    ),
    Row::new(
        "concurrency",
        "the number of games at the same time",
        whole!(1, MOST_CONCURRENT as u64, concurrency),
    )
    .free(|c| c.concurrency = 0),
    Row::new(
        "wait",
        "the pause after a game before the next one starts in its place, in milliseconds",
        whole!(0, 1_000_000_000, wait),
    )
    .free(|c| c.wait = 0),
    Row::new(
        "affinity",
        "the processors to which games are bound in turn, as many to each as its engines have \
         `Threads`: `true` for all, or a list; on the command line `0,2,4-7`",
        Kind::Processors { get: |c| c.affinity.clone(), set: |c, list| c.affinity = list },
    )
    .free(|c| c.affinity = None),
    Row::new(
        "scale",
        "a factor on the times of all engines, for a slower machine; `auto` measures this machine \
         against `reference`",
        Kind::NumberOr {
            word: "auto",
            get: |c| Some(c.scale.to_string()),
            set: |c, text| parsed(text).map(|scale| c.scale = scale),
        },
    )
    .free(|c| c.scale = Scale::default()),
    Row::new(
        "reference",
        "the speed of the machine for which the times are meant, as `speed` prints it",
        number!(0.001, 1e9, reference),
    )
    .otherwise("none; `scale = \"auto\"` requires it"),
    Row::new("seed", "the seed of the openings and the engines", whole!(0, LARGEST_SEED, seed)),
    Row::new(
        "margin",
        "the seconds by which an engine may exceed its time; an engine may have its own",
        Kind::Seconds { may_be_zero: true, slot: slot!(margin) },
    )
    .free(|c| c.margin = Duration::ZERO),
    Row::new(
        "max_plies",
        "the largest number of plies after the opening in a game of `ugi`; a longer game is unscored",
        Kind::Whole {
            least: 1,
            most: 10_000_000,
            slot: Slot {
                get: |c| (c.game == Rules::Asked).then_some(c.max_plies as u64),
                set: |c, plies| c.max_plies.keep(plies),
            },
        },
    ),
    Row::new(
        "max_length",
        "the number of plies after the opening at which a game is drawn",
        whole!(1, 10_000_000, adjudication.max_length),
    ),
    Row::new(
        "max_faults",
        "the share of games with a fault above which the run ends; looked at after every game, as if \
         at least twenty had been played, and at the end",
        number!(0.0, 1.0, max_faults),
    )
    .free(|c| c.max_faults = None),
    Row::new(
        "journal",
        "the journal: a file with a line of JSON for each game",
        Kind::File(slot!(journal)),
    )
    .free(|c| c.journal = None),
    Row::new(
        "events",
        "the file of events: a line of JSON for each",
        Kind::File(slot!(outputs.events)),
    )
    .free(|c| c.outputs.events = None),
    Row::new("records", "the file of all games in PGN", Kind::File(slot!(outputs.records)))
        .free(|c| c.outputs.records = None),
    Row::new(
        "transcripts",
        "the folder for the transcripts of games with a fault",
        Kind::Folder(slot!(outputs.transcripts)),
    )
    .otherwise("beside the journal")
    .free(|c| c.outputs.transcripts = None),
    Row::new("keep_all", "keep the transcripts of all games", Kind::Truth(slot!(outputs.keep_all)))
        .free(|c| c.outputs.keep_all = false),
    Row::new(
        "pv",
        "the number of moves of the best line that journal and records keep for each ply",
        whole!(0, MAX_PV as u64, outputs.pv),
    )
    .free(|c| c.outputs.pv = 0),
    Row::new("openings", "the openings of the games", Kind::Table(openings::TABLE)),
    Row::new("resign", "when a player that is far behind loses", Kind::Table(adjudicate::RESIGN)),
    Row::new("draw", "when a game with scores near 0 is drawn", Kind::Table(adjudicate::DRAW)),
    Row::new(
        "proof",
        "a third engine, which ends a game when it proves the result; the keys of an engine",
        Kind::Table(players::PROOF),
    ),
    Row::new(
        "referee",
        "a third engine, of UGI, which referees the games of `ugi`; the keys of an engine",
        Kind::Table(players::REFEREE),
    ),
    Row::new(
        "sprt",
        "the sequential test that ends the run when it is decided",
        Kind::Table(adjudicate::SPRT),
    ),
    Row::new("deadlines", "the seconds to wait for an engine", Kind::Table(deadlines::TABLE)),
    Row::new("each", "the defaults of all engines", Kind::Table(players::EACH)),
    Row::new(
        "engine",
        "an engine, such as `name=A cmd=./a nodes=1000`; the built-in one if `cmd` is not set",
        Kind::Table(players::ENGINE),
    ),
];
