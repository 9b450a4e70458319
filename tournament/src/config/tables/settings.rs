//! The configuration of a whole tournament, and the keys outside of tables.
//!
//! To add a key, add a field with its default and a row in [`KEYS`].

use std::time::Duration;

use noughts_client::{MAX_PV, Rules};

use super::{adjudicate, deadlines, openings};
use crate::config::document::values::parsed;
use crate::config::key::field::{Field, number, slot, whole};
use crate::config::key::kind::{Kind, Slot};
use crate::config::key::{Key, keys};
use crate::config::tables::engines;
use crate::model::config::{Config, MAX_CONCURRENT, MAX_PAIRINGS, MAX_ROUNDS, MAX_SEED};
use crate::model::format::Format;
use crate::model::scale::Scale;

/// The keys outside of tables, then the tables, in the order in which they are
/// read and documented.
pub(crate) static KEYS: &[Key<Config>] = keys! { Config;
    "game", Kind::Text {
        get: |c| Some(c.game.to_string()),
        set: |c, text| parsed(text).map(|game| c.game = game),
    }, default "tictactrains, if there is no file" => "a game of noughts, or `ugi`";
    "title", Kind::Name {
        get: |c| c.title.clone(),
        set: |c, text| {
            c.title = Some(text.to_string());
            Ok(())
        },
    }, default "the names of the engines", may_differ |c| c.title = None =>
        "the name of the tournament in reports and records";
    "format", Kind::Choice {
        words: || Format::all().map(Format::name).collect(),
        slot: Slot {
            get: |c| Some(c.format.name()),
            set: |c, name| c.format = name.parse().unwrap_or_default(),
        },
    } => "the format, which determines who meets whom";
    "seeds", whole!(1, MAX_ROUNDS as u64, seeds) =>
        "the number of engines, from the first on, that play all others; only for `gauntlet`";
    "rounds", whole!(1, MAX_ROUNDS as u64, rounds), default "as many as in a knockout" =>
        "the number of rounds; only for `swiss`";
    "pairings", whole!(1, MAX_PAIRINGS as u64, pairings) =>
        "the number of pairings, of two games each, of every two engines that meet; also `--pairs`";
    "no_swap", Kind::Truth(slot!(no_swap)) =>
        "play one game per pairing, with X for the engine that is named first, instead of two with \
         the sides swapped";
    "swap2", Kind::Truth(slot!(swap2)) =>
        "let the players agree on the opening and the sides of each game by the rule swap2: the \
         one that would have X places three stones, the other takes a side or places two more";
    "concurrency", whole!(1, MAX_CONCURRENT as u64, concurrency), may_differ |c| c.concurrency = 0 =>
        "the number of games at the same time";
    "wait", whole!(0, 1_000_000_000, wait), may_differ |c| c.wait = 0 =>
        "the pause after a game before the next one starts in its place, in milliseconds";
    "affinity", Kind::Processors { get: |c| c.affinity.clone(), set: |c, list| c.affinity = list },
        may_differ |c| c.affinity = None =>
        "the processors to which games are bound in turn, as many to each as its engines have \
         `Threads`: `true` for all, or a list; on the command line `0,2,4-7`";
    "scale", Kind::NumberOr {
        word: "auto",
        get: |c| Some(c.scale.to_string()),
        set: |c, text| parsed(text).map(|scale| c.scale = scale),
    }, may_differ |c| c.scale = Scale::default() =>
        "a factor on the times of all engines, for a slower machine; `auto` measures this machine \
         against `reference`";
    "reference", number!(0.001, 1e9, reference), default "none; `scale = \"auto\"` requires it" =>
        "the speed of the machine for which the times are meant, as `speed` prints it";
    "seed", whole!(0, MAX_SEED, seed) => "the seed of the openings and the engines";
    "margin", Kind::Seconds { may_be_zero: true, slot: slot!(margin) },
        may_differ |c| c.margin = Duration::ZERO =>
        "the seconds by which an engine may exceed its time; an engine may have its own";
    "max_plies", Kind::Whole {
        least: 1,
        most: 10_000_000,
        slot: Slot {
            get: |c| (c.game == Rules::Asked).then_some(c.max_plies as u64),
            set: |c, plies| c.max_plies.keep(plies),
        },
    } =>
        "the largest number of plies after the opening in a game of `ugi`; a longer game is unscored";
    "max_length", whole!(1, 10_000_000, adjudication.max_length) =>
        "the number of plies after the opening at which a game is drawn";
    "max_faults", number!(0.0, 1.0, max_faults), may_differ |c| c.max_faults = None =>
        "the share of games with a fault above which the run ends; looked at after every game, as if \
         at least twenty had been played, and at the end";
    "journal", Kind::File(slot!(journal)), may_differ |c| c.journal = None =>
        "the journal: a file with a line of JSON for each game";
    "events", Kind::File(slot!(outputs.events)), may_differ |c| c.outputs.events = None =>
        "the file of events: a line of JSON for each";
    "records", Kind::File(slot!(outputs.records)), may_differ |c| c.outputs.records = None =>
        "the file of all games in PGN";
    "transcripts", Kind::Folder(slot!(outputs.transcripts)), default "beside the journal",
        may_differ |c| c.outputs.transcripts = None =>
        "the folder for the transcripts of games with a fault";
    "keep_all", Kind::Truth(slot!(outputs.keep_all)), may_differ |c| c.outputs.keep_all = false =>
        "keep the transcripts of all games";
    "pv", whole!(0, MAX_PV as u64, outputs.pv), may_differ |c| c.outputs.pv = 0 =>
        "the number of moves of the best line that journal and records keep for each ply";
    "openings", Kind::Table(openings::TABLE) => "the openings of the games";
    "resign", Kind::Table(adjudicate::RESIGN) => "when a player that is far behind loses";
    "draw", Kind::Table(adjudicate::DRAW) => "when a game with scores near 0 is drawn";
    "proof", Kind::Table(engines::PROOF) =>
        "a third engine, which ends a game when it proves the result; the keys of an engine";
    "referee", Kind::Table(engines::REFEREE) =>
        "a third engine, of UGI, which referees the games of `ugi`; the keys of an engine";
    "sprt", Kind::Table(adjudicate::SPRT) =>
        "the sequential test that ends the run when it is decided";
    "deadlines", Kind::Table(deadlines::TABLE) => "the seconds to wait for an engine";
    "each", Kind::Table(engines::EACH) => "the defaults of all engines";
    "engine", Kind::Table(engines::ENGINE) =>
        "an engine, such as `name=A cmd=./a nodes=1000`; the built-in one if `cmd` is not set";
};
