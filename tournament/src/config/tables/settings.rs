//! The configuration of a whole tournament, and the keys outside of tables.
//!
//! To add a key, add a field with its default and a row in [`KEYS`].

use std::time::Duration;

use super::adjudicate;
use super::deadlines;
use super::openings;
use crate::config::document::values::parsed;
use crate::config::key::Key;
use crate::config::key::field::{Field, number, slot, whole};
use crate::config::key::kind::{Kind, Slot};
use crate::config::tables::engines;
use crate::model::config::{Config, LARGEST_SEED, MOST_CONCURRENT, MOST_PAIRINGS, MOST_ROUNDS};
use crate::model::format::Format;
use crate::model::scale::Scale;

use noughts_client::MAX_PV;
use noughts_client::Rules;

type Row = Key<Config>;

/// The keys outside of tables, then the tables, in the order in which they are
/// read and documented.
pub(crate) static KEYS: &[Row] = &[
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
        Kind::Table(engines::PROOF),
    ),
    Row::new(
        "referee",
        "a third engine, of UGI, which referees the games of `ugi`; the keys of an engine",
        Kind::Table(engines::REFEREE),
    ),
    Row::new(
        "sprt",
        "the sequential test that ends the run when it is decided",
        Kind::Table(adjudicate::SPRT),
    ),
    Row::new("deadlines", "the seconds to wait for an engine", Kind::Table(deadlines::TABLE)),
    Row::new("each", "the defaults of all engines", Kind::Table(engines::EACH)),
    Row::new(
        "engine",
        "an engine, such as `name=A cmd=./a nodes=1000`; the built-in one if `cmd` is not set",
        Kind::Table(engines::ENGINE),
    ),
];
