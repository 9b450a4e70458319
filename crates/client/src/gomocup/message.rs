//! What the remarks of known engines tell about a search. The protocol has no
//! scores, but most engines print them for people, each in its own form:
//!
//! ```text
//! MESSAGE Depth 12-21 | Eval 45 | Time 120ms | H8 I9
//! MESSAGE Speed 975K | Depth 12-21 | Eval +M7 | Node 117K | Time 120ms
//! MESSAGE (1) 45 | 12-21 | H8 I9
//! MESSAGE depth 12-21 ev 45 n 117K n/ms 975 tm 120 pv H8 I9
//! MESSAGE dep 12-21 ev -v12 nd 117k tm 120 sp 975 pv h8 i9
//! MESSAGE DETAIL DEPTH:12-21 VAL:45 TIME:120MS NODE:117K [H,8] [I,9]
//! MESSAGE Bestline: [H,8] [I,9]
//! ```
//!
//! The first four are those of Rapfi, whose last one many others have, the next
//! one that of `PentaZen` and the last two those of Yixin.

use noughts_rules::game::Board;

use super::message_line::{MessageLine, Point, Row, Score};
use crate::evaluation::Evaluation;
use crate::gomocup::board::square_name;

/// From where an engine counts the rows in the names of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowOrder {
    FromTop,
    FromBottom,
}

/// The evaluation in the remarks of a search.
#[derive(Debug, Default)]
pub(crate) struct Thoughts {
    /// The depth, nodes and score of one line: the last one with a depth and a
    /// score.
    latest: MessageLine,
    /// The last principal variation.
    pv: Vec<Point>,
}

impl Thoughts {
    /// Reads a remark.
    pub(crate) fn read(&mut self, line: &str) {
        let Some(text) = message(line) else { return };
        let line = MessageLine::parse(text);
        if line.rank.is_some_and(|rank| rank != 1) {
            return;
        }
        if !line.pv.is_empty() {
            self.pv.clone_from(&line.pv);
        }
        // Some engines repeat the score without the depth in the end.
        if line.score.is_some() && (line.depth.is_some() || self.latest.depth.is_none()) {
            self.latest = line;
        }
    }

    /// Returns the evaluation of a search that ended with a move. A variation
    /// that begins with another move is left out: nothing tells where its rows
    /// are counted from. On the middle row nothing tells it either; then `order` does,
    /// which is what an earlier move of the engine has shown.
    pub(crate) fn evaluation(
        &self,
        board: &Board,
        best: (i32, i32),
        order: &mut Option<RowOrder>,
    ) -> Evaluation {
        let rows = i32::try_from(board.rows()).unwrap_or(i32::MAX);
        let from_top = |(x, row): Point| match row {
            Row::FromTop(row) => (x, row),
            Row::Named(number) => (x, number.saturating_sub(1)),
        };
        let from_bottom = |(x, row): Point| match row {
            Row::FromTop(row) => (x, row),
            Row::Named(number) => (x, rows.saturating_sub(number)),
        };
        let fits = |at: &dyn Fn(Point) -> (i32, i32)| self.pv.first().map(|&p| at(p)) == Some(best);
        let found = match (fits(&from_top), fits(&from_bottom)) {
            (true, true) => *order,
            (true, false) => Some(RowOrder::FromTop),
            (false, true) => Some(RowOrder::FromBottom),
            (false, false) => None,
        };
        // A list of points has no names, and shows nothing for later moves.
        let has_names = self.pv.iter().any(|(_, row)| matches!(row, Row::Named(_)));
        if has_names {
            *order = found.or(*order);
        }
        let found = if has_names { found } else { fits(&from_top).then_some(RowOrder::FromTop) };
        let reading: Option<&dyn Fn(Point) -> (i32, i32)> = match found {
            Some(RowOrder::FromTop) => Some(&from_top),
            Some(RowOrder::FromBottom) => Some(&from_bottom),
            None => None,
        };
        let pv = reading.into_iter().flat_map(|at| self.pv.iter().map(move |&point| at(point)));
        let MessageLine { depth, nodes, score, .. } = self.latest;
        Evaluation {
            depth,
            nodes,
            cp: score.and_then(|s| if let Score::Units(units) = s { Some(units) } else { None }),
            mate: score.and_then(|s| if let Score::Mate(n) = s { Some(n) } else { None }),
            pv: pv.map_while(|(x, y)| square_name(board, x, y)).collect(),
        }
    }
}

/// Returns the text of a `MESSAGE` about the search of a move.
fn message(line: &str) -> Option<&str> {
    let line = line.trim();
    let (word, text) = line.split_at_checked("MESSAGE".len())?;
    let text = text.trim_start();
    // What the engine thinks in the opponent's time is about another position.
    let is_other = text.starts_with("REALTIME") || text.starts_with("[Pondering]");
    (word.eq_ignore_ascii_case("MESSAGE") && !is_other).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::MAX_PV;
    use noughts_rules::game::new_game;
    use proptest::prelude::*;

    /// Returns the evaluation of a search on 15x15 squares that ended with h8.
    fn evaluation(lines: &[&str]) -> Evaluation {
        let mut thoughts = Thoughts::default();
        lines.iter().for_each(|line| thoughts.read(line));
        let game = new_game(&"tictactoe:15x15:5".parse().unwrap());
        thoughts.evaluation(game.board(), (7, 7), &mut Some(RowOrder::FromTop))
    }

    fn expected(depth: u32, nodes: Option<u64>, score: Score, pv: &[&str]) -> Evaluation {
        let (cp, mate) = match score {
            Score::Units(units) => (Some(units), None),
            Score::Mate(distance) => (None, Some(distance)),
        };
        let pv = pv.iter().map(ToString::to_string).collect();
        Evaluation { depth: Some(depth), nodes, cp, mate, pv }
    }

    #[test]
    fn rapfi_is_read() {
        let lines = [
            "MESSAGE OptiTime 100ms | MaxTime 200ms",
            "MESSAGE Depth 11-19 | Eval 30 | Time 90ms | G7 I9",
            "MESSAGE Depth 12-21 | Eval -45 | Time 120ms | H8 I9 J10",
        ];
        let pv = ["h8", "i7", "j6"];
        assert_eq!(evaluation(&lines), expected(12, None, Score::Units(-45), &pv));
        let last = "MESSAGE Speed 975K | Depth 13-22 | Eval +M7 | Node 117K | Time 120ms";
        let all = [&lines[..], &[last]].concat();
        let won = expected(13, Some(117_000), Score::Mate(7), &pv);
        assert_eq!(evaluation(&all), won);
        // In its brief form the variation comes last.
        assert_eq!(evaluation(&[last, "MESSAGE Bestline H8 I9 J10"]), won);
        let uci = "MESSAGE depth 9-12 ev 46 n 1.25M n/ms 300 tm 5 pv H8 I9";
        let read = expected(9, Some(1_250_000), Score::Units(46), &["h8", "i7"]);
        assert_eq!(evaluation(&[uci]), read);
        // Of several moves the first one counts.
        let several = ["MESSAGE (1) -M4 | 9-12 | H8 I9", "MESSAGE (2) -70 | 9-12 | A1 B2"];
        assert_eq!(evaluation(&several), expected(9, None, Score::Mate(-4), &["h8", "i7"]));
        let several = [uci, "MESSAGE depth 9-12 multipv 2 ev 3 n 9 n/ms 300 tm 5 pv A1"];
        assert_eq!(evaluation(&several), read);
        let tree = "MESSAGE (1) 52 (W 52.00, D 2.00, S 0.30) | V 4000 | SD 14 | 7,7 8,8";
        let Evaluation { depth, cp, pv, .. } = evaluation(&[tree]);
        assert_eq!((depth, cp, pv), (None, Some(52), vec!["h8".to_string(), "i7".to_string()]));
    }

    #[test]
    fn pentazen_and_yixin_are_read() {
        let zen =
            ["MESSAGE dep 10-14 ev 12 nd 9999 tm 3 sp 3333", "MESSAGE dep 11-15 ev -v12 nd 21k"];
        assert_eq!(evaluation(&zen), expected(11, Some(21_000), Score::Mate(-12), &[]));
        let yixin = [
            "MESSAGE REALTIME BEST 7,7",
            "MESSAGE DETAIL DEPTH:12-26 VAL:141 TIME:1250MS NODE:3M [H,8] [I,9]",
            "MESSAGE Speed: 2400 | Evaluation: 141",
            "MESSAGE Bestline: [H,8] [H,9]",
        ];
        let read = expected(12, Some(3_000_000), Score::Units(141), &["h8", "h7"]);
        assert_eq!(evaluation(&yixin), read);
        assert_eq!(evaluation(&yixin[2..3]).cp, Some(141));
    }

    #[test]
    fn rows_may_be_counted_from_either_side() {
        let board = new_game(&"tictactoe:15x15:5".parse().unwrap());
        let mut order = None;
        let mut pv = |text: &str, best: (i32, i32)| {
            let mut thoughts = Thoughts::default();
            thoughts.read(&format!("MESSAGE depth 2-2 ev 1 pv {text}"));
            thoughts.evaluation(board.board(), best, &mut order).pv.join(" ")
        };
        // On the middle row only what came before tells.
        assert_eq!(pv("H8 A1", (7, 7)), "");
        assert_eq!(pv("A2 B3", (0, 13)), "a2 b3");
        assert_eq!(pv("H8 A1", (7, 7)), "h8 a1");
        assert_eq!(pv("A2 B3", (0, 1)), "a14 b13");
        assert_eq!(pv("A2 B3", (0, 13)), "a2 b3");
        // Points have no names of rows: the order stays that of the move before.
        assert_eq!(pv("0,1 B3 P1 C3", (0, 1)), "a14 b3");
        // It is not about the move, or has no move.
        assert_eq!(pv("A3 B3", (0, 1)), "");
        assert_eq!(pv("(NONE)", (0, 1)), "");
    }

    #[test]
    fn other_remarks_tell_nothing() {
        for line in [
            "MESSAGE",
            "MESSAGE ",
            "DEBUG depth 3 ev 4",
            "MESSAGE [Pondering] Depth 9-9 | Eval 3 | Time 1ms | H8",
            "MESSAGE depth of h8 evaluated",
            "MESSAGE Depth 3 | Eval VAL_INF",
            "MESSAGE Depth 3 | Eval +M*",
            "MESSAGE Depth 3 | Eval +M0",
            "MESSAGE Depth 99999999999 | Eval 99999999999 | Node 99999999999999T",
            "\u{e9}\u{e9}\u{e9}\u{e9} depth 3 ev 4",
            "MESSAG\u{c9} depth 3 ev 4",
        ] {
            let Evaluation { depth, cp, mate, .. } = evaluation(&[line]);
            assert_eq!((depth, cp, mate), (None, None, None), "{line}");
        }
        let long = format!("MESSAGE depth 1-1 ev 1 pv {}", "H8 ".repeat(9000));
        assert_eq!(evaluation(&[&long]).pv.len(), MAX_PV);
    }

    proptest! {
        #[test]
        fn any_remark_is_read(
            text in "(MESSAGE )?(\\(1\\) |Depth |ev |pv |n |[ -~\u{e9}]|[0-9]{1,25}|\\[|\\|){0,30}"
        ) {
            evaluation(&[&text]);
        }
    }
}
