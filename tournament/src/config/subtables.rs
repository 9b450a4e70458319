//! The tables of a tournament file that stand for themselves.

use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use toml::de::DeTable;

use super::player::{self, Player};
use super::reader::{Reader, Section};
use super::values::{choice, number, seconds, truth, whole};
use super::{Deadlines, EngineConfig, Program};
use crate::adjudication::{Even, Resign};
use crate::referee::Rules;
use crate::stats::Sprt;
use crate::stats::sprt::{Counts, Model, USUAL_ERROR};

pub(super) fn resign(reader: &mut Reader<'_>, table: &Spanned<&DeTable<'_>>) -> Option<Resign> {
    let mut section = Section::new(table.get_ref());
    let score = section.value(reader, "score", whole(1, 1_000_000));
    let moves = section.value(reader, "moves", whole(1, 10_000)).unwrap_or(3);
    let both = section.value(reader, "both", truth).unwrap_or(true);
    section.finish(reader);
    if !table.get_ref().contains_key("score") {
        reader.problem(table.span(), "resign: a score is needed, in centipoints");
    }
    score.map(|score| Resign { score, moves, both })
}

pub(super) fn draw(reader: &mut Reader<'_>, table: &Spanned<&DeTable<'_>>) -> Option<Even> {
    let mut section = Section::new(table.get_ref());
    let score = section.value(reader, "score", whole(0, 1_000_000));
    let moves = section.value(reader, "moves", whole(1, 10_000)).unwrap_or(8);
    let from = section.value(reader, "from", whole(0, 10_000_000)).unwrap_or(0);
    section.finish(reader);
    if !table.get_ref().contains_key("score") {
        reader.problem(table.span(), "draw: a score is needed, in centipoints");
    }
    score.map(|score| Even { score, moves, from })
}

/// The engine that is asked for proofs; it takes nothing from `[each]`.
pub(super) fn proof(
    reader: &mut Reader<'_>,
    table: &Spanned<&DeTable<'_>>,
    game: Option<&Rules>,
    folder: &Path,
) -> Option<EngineConfig> {
    let engine = player::engine(reader, table, &Player::default(), Some("judge"), game, folder)?;
    if engine.program == Program::Builtin && game == Some(&Rules::Asked) {
        reader.problem(table.span(), "proof: the built-in engine does not know the rules");
    }
    Some(engine)
}

/// A test. Without pairings of two games there are only games to count.
pub(super) fn sprt(
    reader: &mut Reader<'_>,
    table: &Spanned<&DeTable<'_>>,
    no_swap: bool,
) -> Option<Sprt> {
    let mut section = Section::new(table.get_ref());
    let elo0 = section.value(reader, "elo0", number);
    let elo1 = section.value(reader, "elo1", number);
    let alpha = section.value(reader, "alpha", number).unwrap_or(USUAL_ERROR);
    let beta = section.value(reader, "beta", number).unwrap_or(USUAL_ERROR);
    let model = section.value(reader, "model", choice(Model::ALL)).unwrap_or_default();
    let counts = section.get(reader, "counts", choice(Counts::ALL));
    if let Some(counts) = &counts
        && no_swap
        && *counts.get_ref() == Counts::Pentanomial
    {
        reader.problem(counts.span(), "counts: with no_swap there are no pairings of two games");
    }
    let usual = if no_swap { Counts::Trinomial } else { Counts::default() };
    let counts = counts.map_or(usual, Spanned::into_inner);
    section.finish(reader);
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        let missing = ["elo0", "elo1"].iter().any(|key| !table.get_ref().contains_key(*key));
        if missing {
            reader.problem(table.span(), "sprt: elo0 and elo1 are needed");
        }
        return None;
    };
    let sprt = Sprt { elo0, elo1, alpha, beta, model, counts }.checked();
    sprt.map_err(|error| reader.problem(table.span(), format!("sprt: {error}"))).ok()
}

pub(super) fn deadlines(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Deadlines {
    let mut section = Section::new(table);
    let mut deadlines = Deadlines::default();
    let mut set = |key, deadline: &mut Duration| {
        let above_zero = |value: &_| match seconds(value) {
            Ok(time) if time.is_zero() => Err("nothing can be done in no time".to_string()),
            other => other,
        };
        *deadline = section.value(reader, key, above_zero).unwrap_or(*deadline);
    };
    set("startup", &mut deadlines.startup);
    set("ready", &mut deadlines.ready);
    set("think", &mut deadlines.think);
    set("answer", &mut deadlines.answer);
    set("quit", &mut deadlines.quit);
    section.finish(reader);
    deadlines
}
