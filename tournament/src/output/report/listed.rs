//! A game on the page: a row for the list, and the details that are needed when
//! the game is opened.

use noughts::game::{GameSpec, Side};
use noughts_client::Evaluation;
use serde::Serialize;

use super::boards::Replay;
use crate::model::record::{GameRecord, GameResult, Ply};

/// The row of a game. The names of the fields are short to keep the page small.
#[derive(Debug, Serialize)]
pub(crate) struct GameRow<'a> {
    /// The number of the game.
    n: usize,
    /// The number of pairings of the players so far, this one included.
    r: usize,
    /// The places of the players, X first.
    p: [usize; 2],
    /// The result: `x`, `o`, `draw`, `unscored`.
    e: GameResult,
    /// The termination.
    t: String,
    /// Whether a fault ended the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    f: bool,
    /// The number of plies, those of the opening included.
    l: usize,
    /// The opening as text.
    #[serde(skip_serializing_if = "str::is_empty")]
    o: &'a str,
}

impl<'a> GameRow<'a> {
    /// Returns the row of a game of the players at these places; `opening` is
    /// the text of its opening.
    pub(crate) fn new(record: &GameRecord, places: [usize; 2], opening: &'a str) -> GameRow<'a> {
        GameRow {
            n: record.game,
            r: record.meeting,
            p: places,
            e: record.result,
            t: record.termination.to_string(),
            f: record.culprit.is_some(),
            l: record.opening.moves.len() + record.plies.len(),
            o: opening,
        }
    }
}

/// The details of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Details<'a> {
    /// The plies after the opening. They come first, for the search of the page.
    m: String,
    /// The side of each ply, `x` or `o`, if only the engines know the rules.
    #[serde(skip_serializing_if = "str::is_empty")]
    w: &'a str,
    /// The time of each ply, in microseconds.
    u: Vec<u64>,
    /// The score of each ply for its own side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    s: Vec<Score>,
    /// The depth of each ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    d: Vec<Option<u32>>,
    /// The nodes of each ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    k: Vec<Option<u64>>,
    /// The kept principal variation of each ply, with spaces between the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<String>,
    /// The fault: the index of the player and the detail.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<(usize, &'a str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dispute: Option<&'a str>,
    /// The position in which the opening begins, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    /// The moves of the opening.
    #[serde(skip_serializing_if = "str::is_empty")]
    open: String,
    /// The time of the start, in milliseconds since 1970.
    when: u64,
    /// The seeds of the engines, X's first.
    #[serde(skip_serializing_if = "is_unseeded")]
    seeds: [Option<i64>; 2],
    /// The data for drawing the board.
    #[serde(flatten)]
    replay: Option<Replay>,
}

fn is_unseeded(seeds: &[Option<i64>; 2]) -> bool {
    seeds.iter().all(Option::is_none)
}

/// A score, as the page reads it: centipoints, `"#3"` for a proven distance, or
/// null.
#[derive(Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Score {
    None,
    Cp(i32),
    Mate(String),
}

impl From<&Evaluation> for Score {
    fn from(evaluation: &Evaluation) -> Score {
        match (evaluation.mate, evaluation.cp) {
            (Some(mate), _) => Score::Mate(format!("#{mate}")),
            (None, Some(cp)) => Score::Cp(cp),
            (None, None) => Score::None,
        }
    }
}

impl<'a> Details<'a> {
    /// Returns the details of a game; `spec` is `None` if only the engines know
    /// its rules.
    pub(crate) fn new(record: &'a GameRecord, spec: Option<&GameSpec>) -> Details<'a> {
        let moves: Vec<&str> = record.plies.iter().map(|ply| ply.name.as_str()).collect();
        let side = |player| if player == 0 { Side::X } else { Side::O };
        Details {
            m: moves.join(" "),
            w: &record.sides,
            u: record.plies.iter().map(|ply| ply.us).collect(),
            s: known(&record.plies, |ply| Score::from(&ply.evaluation), |s| *s != Score::None),
            d: known(&record.plies, |ply| ply.evaluation.depth, Option::is_some),
            k: known(&record.plies, |ply| ply.evaluation.nodes, Option::is_some),
            v: known(&record.plies, |ply| ply.evaluation.pv.join(" "), |line| !line.is_empty()),
            fault: record.culprit.as_ref().map(|c| (side(c.player).index(), c.detail.as_str())),
            dispute: record.dispute.as_deref(),
            fen: record.opening.start.as_deref(),
            open: record.opening.moves.join(" "),
            when: record.started,
            seeds: record.seeds,
            replay: spec.and_then(|spec| Replay::new(spec, record)),
        }
    }
}

/// Returns a value for each ply, or nothing if none is known.
fn known<T>(plies: &[Ply], of: impl Fn(&Ply) -> T, is_known: impl Fn(&T) -> bool) -> Vec<T> {
    let values: Vec<T> = plies.iter().map(of).collect();
    if values.iter().any(is_known) { values } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;

    #[test]
    fn unknown_values_are_left_out() {
        let mut game = record(1);
        let ply = |evaluation| Ply { name: "a1".to_string(), us: 7, evaluation };
        game.plies = vec![ply(Evaluation::default()), ply(Evaluation::default())];
        let json = serde_json::to_string(&Details::new(&game, None)).unwrap();
        assert_eq!(json, r#"{"m":"a1 a1","u":[7,7],"when":7}"#);
        game.plies[1].evaluation =
            Evaluation { mate: Some(-2), depth: Some(5), ..Default::default() };
        let json = serde_json::to_string(&Details::new(&game, None)).unwrap();
        assert_eq!(json, r##"{"m":"a1 a1","u":[7,7],"s":[null,"#-2"],"d":[null,5],"when":7}"##);
        game.plies[0].evaluation.pv = ["a1", "b2"].map(str::to_string).to_vec();
        let json = serde_json::to_string(&Details::new(&game, None)).unwrap();
        assert!(json.contains(r#""v":["a1 b2",""]"#), "{json}");
        let json = serde_json::to_string(&GameRow::new(&game, [1, 0], "")).unwrap();
        assert_eq!(json, r#"{"n":1,"r":1,"p":[1,0],"e":"draw","t":"rules","l":2}"#);
    }
}
