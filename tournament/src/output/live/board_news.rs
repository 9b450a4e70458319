//! A game being played, as the readers of a live page know it, and its new
//! plies.

use std::time::Duration;

use noughts::game::Side;
use serde::Serialize;
use serde_json::{Value, json};

use super::feed::{Running, TimedPly};
use crate::output::report::{Score, Summary, start_stones};

/// A game being played.
#[derive(Debug)]
pub(super) struct Board {
    number: usize,
    /// Players, opening and clocks.
    head: Value,
    plies: Vec<Value>,
}

/// A ply on a board.
#[derive(Serialize)]
struct LivePly<'a> {
    m: &'a str,
    /// The side, `x` or `o`.
    w: char,
    u: u64,
    s: Score,
    d: Option<u32>,
    k: Option<u64>,
    /// The time left, in milliseconds.
    c: Option<u128>,
}

impl Board {
    /// Begins a game; `None` if its players are not those of the tournament.
    pub(super) fn new(number: usize, game: &Running, summary: &Summary) -> Option<Board> {
        let places = summary.places(game.players.each_ref().map(String::as_str))?;
        let spec = summary.config().game.spec();
        let millis = |left: Option<Duration>| left.map(|left| left.as_millis());
        let head = json!({
            "n": number,
            "p": places,
            "open": game.opening.moves.join(" "),
            "fen": game.opening.start,
            "start": spec.and_then(|spec| start_stones(spec, &game.opening)),
            "clocks": game.times.map(millis),
        });
        Some(Board { number, head, plies: Vec::new() })
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the number of plies that the readers know.
    pub(super) fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Adds the plies that are new.
    pub(super) fn catch_up(&mut self, game: &Running) {
        self.plies.extend(game.plies.iter().skip(self.plies.len()).map(ply));
    }

    /// Returns the plies from the ply `from` on, with the head of the game if
    /// these are all.
    pub(super) fn since(&self, from: usize) -> Value {
        let mut value = if from == 0 { self.head.clone() } else { json!({ "n": self.number }) };
        value["from"] = from.into();
        value["plies"] = self.plies[from..].into();
        value
    }
}

fn ply(TimedPly { ply, side, left }: &TimedPly) -> Value {
    let ply = LivePly {
        m: &ply.name,
        w: if *side == Side::X { 'x' } else { 'o' },
        u: ply.us,
        s: Score::from(&ply.evaluation),
        d: ply.evaluation.depth,
        k: ply.evaluation.nodes,
        c: left.map(|left| left.as_millis()),
    };
    serde_json::to_value(ply).unwrap_or_default()
}
