//! Positions as rows: CSV, lines of JSON, and EPD.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;

use noughts::game::{GameSpec, GameState, Side, new_game};
use serde::Serialize;

use crate::model::points::Points;
use crate::model::record::{GameRecord, Ply};
use crate::output::export::selection::{ExportError, Format, Selection};
use crate::plan::openings::{PositionKey, Same};

/// A position, the engine's move there and its evaluation.
#[derive(Serialize)]
struct Row<'a> {
    game: usize,
    ply: usize,
    position: &'a str,
    #[serde(rename = "move")]
    name: &'a str,
    /// The score in centipoints, for the side to move.
    cp: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    us: u64,
    /// The result for the side to move.
    result: Option<&'static str>,
}

/// The writer of the rows.
pub(super) struct Rows<'a> {
    start: Box<dyn GameState>,
    selection: Selection,
    same: Same,
    seen: HashSet<PositionKey>,
    sink: Sink<'a>,
}

enum Sink<'a> {
    Csv(Box<csv::Writer<&'a mut dyn Write>>),
    Jsonl(&'a mut dyn Write),
    Epd(&'a mut dyn Write),
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        spec: &GameSpec,
        format: Format,
        selection: Selection,
        out: &'a mut dyn Write,
    ) -> Rows<'a> {
        let sink = match format {
            Format::Csv => Sink::Csv(Box::new(csv::Writer::from_writer(out))),
            Format::Epd => Sink::Epd(out),
            _ => Sink::Jsonl(out),
        };
        let (start, same) = (new_game(spec), Same::new(spec));
        Rows { start, selection, same, seen: HashSet::new(), sink }
    }

    /// Writes the positions of a game; returns their number.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<usize, ExportError> {
        let illegal = |error| ExportError::Illegal { game: record.game, error };
        let mut game = self.start.boxed_clone();
        record.opening.play_on(&mut *game).map_err(illegal)?;
        let mut written = 0;
        for ply in &record.plies {
            let number = game.ply() + 1;
            if self.takes(number, &*game) {
                self.write(record, ply, number, &*game)?;
                written += 1;
            }
            game.play(&ply.name).map_err(|error| illegal(error.into()))?;
        }
        Ok(written)
    }

    fn takes(&mut self, number: usize, game: &dyn GameState) -> bool {
        let Selection { from, every, distinct } = self.selection;
        let is_chosen = number.checked_sub(from).is_some_and(|after| after.is_multiple_of(every));
        is_chosen && (!distinct || self.seen.insert(self.same.position(game)))
    }

    fn write(
        &mut self,
        record: &GameRecord,
        ply: &Ply,
        number: usize,
        game: &dyn GameState,
    ) -> Result<(), ExportError> {
        let position = game.text();
        let evaluation = &ply.evaluation;
        let row = Row {
            game: record.game,
            ply: number,
            position: &position,
            name: &ply.name,
            cp: evaluation.cp,
            mate: evaluation.mate,
            depth: evaluation.depth,
            nodes: evaluation.nodes,
            us: ply.us,
            result: result(record, game.side()),
        };
        match &mut self.sink {
            Sink::Csv(writer) => {
                writer.serialize(row).map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) => error,
                    other => std::io::Error::other(format!("{other:?}")),
                })?;
            }
            Sink::Jsonl(out) => {
                let line = serde_json::to_string(&row).map_err(std::io::Error::from)?;
                writeln!(out, "{line}")?;
            }
            Sink::Epd(out) => writeln!(out, "{}", epd(&row))?,
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), ExportError> {
        match self.sink {
            Sink::Csv(mut writer) => Ok(writer.flush()?),
            Sink::Jsonl(out) | Sink::Epd(out) => Ok(out.flush()?),
        }
    }
}

fn result(record: &GameRecord, side: Side) -> Option<&'static str> {
    record.result.points(side).map(|points| match points {
        Points::Win => "win",
        Points::Draw => "draw",
        Points::Loss => "loss",
    })
}

/// Returns a position with the operations of EPD: the supplied move (`sm`), the
/// evaluation in centipoints (`ce`) or the distance to an end (`dm`), the depth
/// (`acd`), the nodes (`acn`), the result (`c0`), the time (`c1`) and the game.
fn epd(row: &Row<'_>) -> String {
    let mut line = format!("{} sm {};", row.position, row.name);
    let mut add = |operation: &str, value: Option<String>| {
        // Writing to a string does not fail.
        let _ = value.map(|value| write!(line, " {operation} {value};"));
    };
    add("ce", row.cp.map(|cp| cp.to_string()));
    add("dm", row.mate.map(|mate| mate.to_string()));
    add("acd", row.depth.map(|depth| depth.to_string()));
    add("acn", row.nodes.map(|nodes| nodes.to_string()));
    add("c0", row.result.map(quoted));
    add("c1", Some(quoted(&format!("{} us", row.us))));
    add("id", Some(quoted(&format!("game {} ply {}", row.game, row.ply))));
    line
}

/// Quotes a text, which has no quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
