//! A whole tournament, and the keys of its file that stand in no table.
//!
//! Another key is a field with its default, and a row in [`KEYS`].

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudicate;
use super::deadlines::{self, Deadlines};
use super::engine::EngineConfig;
use super::field::{Field, number, slot, whole};
use super::key::Key;
use super::kind::{Kind, Slot};
use super::values::parsed;
use super::{openings, players, seconds};
use crate::adjudication::Adjudication;
use crate::logs::Outputs;
use crate::openings::{Order, Source};
use crate::referee::Rules;
use crate::schedule::Format;
use crate::stats::Sprt;

/// The most pairings of two engines.
pub const MOST_PAIRINGS: usize = 10_000_000;

/// The most games at the same time.
pub const MOST_CONCURRENT: usize = 1024;

/// The largest seed: TOML knows no larger number.
pub const LARGEST_SEED: u64 = i64::MAX as u64;

/// A whole tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// What it is called, in the report and the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game.
    pub game: Rules,
    /// Who meets whom.
    pub format: Format,
    /// How many engines, from the first on, meet all others in a gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: usize,
    /// The rounds of a Swiss tournament, if they are not as many as a knockout
    /// would have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Pairings, of two games each, of every two engines that meet.
    pub pairings: usize,
    /// Whether every opening is played once only, the engine that is named
    /// first having X.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_swap: bool,
    /// Games at the same time.
    pub concurrency: usize,
    /// Milliseconds between the games of a worker.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wait: u64,
    /// The seed of everything that is random.
    pub seed: u64,
    /// How games begin.
    pub openings: Source,
    /// In which order they are played, if they are listed.
    #[serde(default, skip_serializing_if = "Order::is_sequential")]
    pub order: Order,
    /// Plies after the opening in a game whose rules are asked for; a game
    /// that has more counts for nobody.
    pub max_plies: usize,
    /// The share of games that end by a fault above which the tournament makes
    /// no sense; it is looked at from the twentieth game on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_faults: Option<f64>,
    /// The file of the journal.
    pub journal: Option<PathBuf>,
    /// What is written besides the journal.
    #[serde(default, skip_serializing_if = "Outputs::is_nothing")]
    pub outputs: Outputs,
    /// The processors to which the games are bound, one after the other; all
    /// that there are if the list is empty, and none without a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Vec<usize>>,
    /// The test that ends the tournament when it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// What ends games before their rules.
    #[serde(default, skip_serializing_if = "Adjudication::is_nothing")]
    pub adjudication: Adjudication,
    /// How far an engine may overstep its time, in seconds.
    #[serde(with = "seconds")]
    pub margin: Duration,
    /// How long to wait for what.
    pub deadlines: Deadlines,
    /// Who plays.
    pub engines: Vec<EngineConfig>,
}

impl Config {
    /// A tournament of these engines with all else at its default.
    pub fn new(game: Rules, engines: Vec<EngineConfig>) -> Config {
        // Without rules nobody can tell which moves are legal.
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
            seed: 0,
            openings: Source::Random(plies),
            order: Order::default(),
            max_plies: 2000,
            max_faults: None,
            journal: None,
            outputs: Outputs::default(),
            affinity: None,
            sprt: None,
            adjudication: Adjudication::default(),
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

type Row = Key<Config>;

/// The keys, in the order in which they are read and documented.
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
        "what it is called, in the report and the records",
        Kind::Name {
            get: |c| c.title.clone(),
            set: |c, text| {
                c.title = Some(text.to_string());
                Ok(())
            },
        },
    )
    .otherwise("the names")
    .free(|c| c.title = None),
    Row::new(
        "format",
        "who meets whom",
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
        "engines, from the first, that meet all others in a gauntlet; an error in any other format",
        whole!(1, 1000, seeds),
    ),
    Row::new(
        "rounds",
        "rounds of a Swiss tournament; an error in any other",
        whole!(1, 1000, rounds),
    )
    .otherwise("as in a knockout"),
    Row::new(
        "pairings",
        "pairings of two games for every two engines that meet; `--pairs` too",
        whole!(1, MOST_PAIRINGS as u64, pairings),
    ),
    Row::new(
        "no_swap",
        "whether pairings have one game: every opening is played once, and the engine that is \
         named first has X",
        Kind::Truth(slot!(no_swap)),
    ),
    Row::new(
        "concurrency",
        "games at the same time",
        whole!(1, MOST_CONCURRENT as u64, concurrency),
    )
    .free(|c| c.concurrency = 0),
    Row::new(
        "wait",
        "milliseconds of rest behind a game, before the next one in its place",
        whole!(0, 1_000_000_000, wait),
    )
    .free(|c| c.wait = 0),
    Row::new(
        "affinity",
        "`true`, or a list of processors, on the command line `0,2,4-7`: each game is bound to \
         one of them, in turn",
        Kind::Processors { get: |c| c.affinity.clone(), set: |c, list| c.affinity = list },
    )
    .free(|c| c.affinity = None),
    Row::new("seed", "the seed of openings and engines", whole!(0, LARGEST_SEED, seed)),
    Row::new(
        "margin",
        "seconds by which a clock may be overstepped; engines may have their own",
        Kind::Seconds { may_be_zero: true, slot: slot!(margin) },
    ),
    Row::new(
        "max_plies",
        "plies of a game of `ugi`, which is unscored if it goes on; other games end by themselves",
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
        "plies after the opening, after which a game is drawn",
        whole!(1, 10_000_000, adjudication.max_length),
    ),
    Row::new(
        "max_faults",
        "the share of games with a fault above which the run ends, looked at from the twentieth \
         game on",
        number!(0.0, 1.0, max_faults),
    )
    .free(|c| c.max_faults = None),
    Row::new(
        "journal",
        "the file of the journal, a line of JSON for each game",
        Kind::File(slot!(journal)),
    )
    .free(|c| c.journal = None),
    Row::new(
        "events",
        "the file of all events, a line of JSON each",
        Kind::File(slot!(outputs.events)),
    )
    .free(|c| c.outputs.events = None),
    Row::new(
        "records",
        "the file of all games in the form of PGN",
        Kind::File(slot!(outputs.records)),
    )
    .free(|c| c.outputs.records = None),
    Row::new(
        "transcripts",
        "the folder of what was said on the wire",
        Kind::Folder(slot!(outputs.transcripts)),
    )
    .otherwise("beside the journal")
    .free(|c| c.outputs.transcripts = None),
    Row::new(
        "keep_all",
        "whether that is kept of all games, and not only of those with a fault",
        Kind::Truth(slot!(outputs.keep_all)),
    )
    .free(|c| c.outputs.keep_all = false),
    Row::new("openings", "how games begin", Kind::Table(openings::TABLE)),
    Row::new("resign", "who is so far behind loses", Kind::Table(adjudicate::RESIGN)),
    Row::new("draw", "when both are so near 0 the game is drawn", Kind::Table(adjudicate::DRAW)),
    Row::new(
        "proof",
        "a third engine, which ends games whose result it proves",
        Kind::Table(players::PROOF),
    ),
    Row::new("sprt", "the test that ends the run", Kind::Table(adjudicate::SPRT)),
    Row::new("deadlines", "seconds to wait", Kind::Table(deadlines::TABLE)),
    Row::new(
        "each",
        "what holds for every engine that does not say otherwise",
        Kind::Table(players::EACH),
    ),
    Row::new(
        "engine",
        "an engine, such as `name=A cmd=./a nodes=1000`; without a `cmd` the built-in one",
        Kind::Table(players::ENGINE),
    ),
];
