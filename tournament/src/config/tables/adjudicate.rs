//! The tables `[resign]`, `[draw]` and `[sprt]`, which end games or the whole
//! run early.

use crate::config::document::Table;
use crate::config::document::problem::Place;
use crate::config::document::reader::Reader;
use crate::config::key::field::{choice, number, slot, whole};
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, keys, print_keys, read_table};
use crate::model::adjudication::{DrawRule, Resign};
use crate::model::config::Config;
use crate::model::sprt::{Counts, Model, Sprt};

const USUAL_RESIGN: Resign = Resign { score: 0, moves: 3, both: true, from: 0 };

static RESIGN_KEYS: &[Key<Resign>] = keys! { Resign;
    "score", whole!(1, 1_000_000, score), default "required" => "the deficit in centipoints";
    "moves", whole!(1, 10_000, moves) => "the number of the player's own plies in a row";
    "both", Kind::Truth(slot!(both)) =>
        "whether the opponent must report as large a lead for as many plies";
    "from", whole!(0, 10_000_000, from) =>
        "the number of plies after the opening before which no player loses in this way";
};

/// The table `[resign]`.
pub(crate) const RESIGN: SubTable<Config> = SubTable {
    keys: || infos(RESIGN_KEYS, &USUAL_RESIGN),
    joins: Joins::Keys,
    read: resign,
    print: |config| printed(RESIGN_KEYS, config.adjudication.resign.as_ref()),
    forget: None,
};

fn resign(reader: &mut Reader, table: &Table, place: &Place, config: &mut Config) {
    let mut resign = USUAL_RESIGN;
    read_table(reader, RESIGN_KEYS, table, &mut resign);
    if !table.has("score") {
        reader.problem(place, "resign: score is required, in centipoints");
    }
    config.adjudication.resign = Some(resign);
}

const USUAL_DRAW: DrawRule = DrawRule { score: 0, moves: 8, from: 0 };

static DRAW_KEYS: &[Key<DrawRule>] = keys! { DrawRule;
    "score", whole!(0, 1_000_000, score), default "required" =>
        "the largest distance from 0 in centipoints";
    "moves", whole!(1, 10_000, moves) => "the number of plies of each player in a row";
    "from", whole!(0, 10_000_000, from) =>
        "the number of plies after the opening before which no game is drawn";
};

/// The table `[draw]`.
pub(crate) const DRAW: SubTable<Config> = SubTable {
    keys: || infos(DRAW_KEYS, &USUAL_DRAW),
    joins: Joins::Keys,
    read: draw,
    print: |config| printed(DRAW_KEYS, config.adjudication.draw.as_ref()),
    forget: None,
};

fn draw(reader: &mut Reader, table: &Table, place: &Place, config: &mut Config) {
    let mut draw = USUAL_DRAW;
    read_table(reader, DRAW_KEYS, table, &mut draw);
    if !table.has("score") {
        reader.problem(place, "draw: score is required, in centipoints");
    }
    config.adjudication.draw = Some(draw);
}

const ANY: f64 = f64::INFINITY;

static SPRT_KEYS: &[Key<Sprt>] = keys! { Sprt;
    "elo0", number!(-ANY, ANY, elo0), default "required" => "the smaller difference, in Elo";
    "elo1", number!(-ANY, ANY, elo1), default "required" => "the greater difference, in Elo";
    "alpha", number!(-ANY, ANY, alpha) =>
        "the probability of accepting `elo1` when `elo0` is true; up to 1.7 times as much if few pairings are decided";
    "beta", number!(-ANY, ANY, beta) =>
        "the probability of rejecting `elo1` when it is true; up to 1.7 times as much if few pairings are decided";
    "model", choice!(Model::ALL, model) => "the kind of Elo";
    "counts", choice!(Counts::ALL, counts), default "pentanomial; with `no_swap` trinomial" =>
        "the unit that is counted: pairings or games";
};

/// The table `[sprt]`.
pub(crate) const SPRT: SubTable<Config> = SubTable {
    keys: || infos(SPRT_KEYS, &Sprt::new(0.0, 0.0)),
    joins: Joins::Keys,
    read: sprt,
    print: |config| printed(SPRT_KEYS, config.sprt.as_ref()),
    forget: None,
};

/// Returns the lines of an optional table.
fn printed<T>(keys: &'static [Key<T>], table: Option<&T>) -> Vec<String> {
    table.map(|table| print_keys(keys, table)).into_iter().collect()
}

/// Reads `[sprt]`. With `no_swap` there are no pairings of two games, and the
/// test counts games.
fn sprt(reader: &mut Reader, table: &Table, place: &Place, config: &mut Config) {
    let mut sprt = Sprt::new(f64::NAN, f64::NAN);
    if config.no_swap {
        sprt.counts = Counts::Trinomial;
    }
    read_table(reader, SPRT_KEYS, table, &mut sprt);
    if let Some(counts) = table.place("counts")
        && config.no_swap
        && sprt.counts == Counts::Pentanomial
    {
        reader.problem(counts, "counts: with no_swap there are no pairings of two games");
    }
    if !table.has("elo0") || !table.has("elo1") {
        reader.problem(place, "sprt: elo0 and elo1 are required");
    }
    if sprt.elo0.is_nan() || sprt.elo1.is_nan() {
        return;
    }
    match sprt.checked() {
        Ok(sprt) => config.sprt = Some(sprt),
        Err(error) => reader.problem(place, format!("sprt: {error}")),
    }
}
