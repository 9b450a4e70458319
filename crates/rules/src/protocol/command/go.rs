//! The `go` command: the limits of a search.

use std::fmt::{self, Write};

use crate::game::Side;
use crate::protocol::words::{Dialect, Parsed, number, signed, small, word, words_until};

/// The limits that the client set in `go`. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// The maximum number of nodes to visit.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The distance of the win to search for, in plies (`ugi`) or moves
    /// (`uci`).
    pub mate: Option<u32>,
    /// The time for the ply.
    pub movetime: Option<u64>,
    /// The clock of each side, X first. An overdrawn clock is negative.
    pub clock: [Option<i64>; 2],
    /// The increment per ply of each side, X first.
    pub increment: [Option<u64>; 2],
    /// The number of own plies until the clock is refilled.
    pub moves_to_go: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search in the time of the opponent, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The only moves to consider; all legal moves if empty.
    pub search_moves: Vec<String>,
}

/// The words that end a list of moves.
const KEYWORDS: &str = "nodes depth mate movetime movestogo infinite ponder searchmoves wtime \
    btime winc binc p1time p2time p1inc p2inc";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

/// Parses the words after `go`. Skips unknown words.
pub(super) fn go(input: &str) -> Parsed<'_, Go> {
    let mut go = Go::default();
    let mut rest = input;
    while let Ok((after, keyword)) = word(rest) {
        rest = go.read(keyword, after)?.0;
    }
    Ok((rest, go))
}

impl Go {
    /// Parses the value of a keyword.
    fn read<'a>(&mut self, keyword: &str, input: &'a str) -> Parsed<'a, ()> {
        let (rest, ()) = match keyword {
            "nodes" => number(input).map(|(rest, n)| (rest, self.nodes = Some(n)))?,
            "depth" => small(input).map(|(rest, n)| (rest, self.depth = Some(n)))?,
            "mate" => small(input).map(|(rest, n)| (rest, self.mate = Some(n)))?,
            "movetime" => number(input).map(|(rest, n)| (rest, self.movetime = Some(n)))?,
            "movestogo" => small(input).map(|(rest, n)| (rest, self.moves_to_go = Some(n)))?,
            "infinite" => (input, self.infinite = true),
            "ponder" => (input, self.ponder = true),
            "wtime" | "p1time" => signed(input).map(|(rest, n)| (rest, self.clock[0] = Some(n)))?,
            "btime" | "p2time" => signed(input).map(|(rest, n)| (rest, self.clock[1] = Some(n)))?,
            "winc" | "p1inc" => {
                number(input).map(|(rest, n)| (rest, self.increment[0] = Some(n)))?
            }
            "binc" | "p2inc" => {
                number(input).map(|(rest, n)| (rest, self.increment[1] = Some(n)))?
            }
            "searchmoves" => {
                let (rest, moves) = words_until(input, is_keyword);
                (rest, self.search_moves.extend(moves.into_iter().map(str::to_string)))
            }
            _ => (input, ()),
        };
        Ok((rest, ()))
    }

    /// Whether a limit ends the search, unless it is infinite.
    pub fn has_limit(&self) -> bool {
        let has_time = self.movetime.is_some() || self.clock.iter().any(Option::is_some);
        has_time || self.nodes.is_some() || self.depth.is_some() || self.mate.is_some()
    }

    /// Whether the search ends only with `stop` or `ponderhit`.
    pub fn is_endless(&self) -> bool {
        self.infinite || self.ponder || !self.has_limit()
    }

    /// Writes the words after `go` in the words of a dialect.
    pub(super) fn print(&self, f: &mut impl Write, dialect: Dialect) -> fmt::Result {
        let numbers = [
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.movetime),
            ("movestogo", self.moves_to_go.map(u64::from)),
        ];
        let names = match dialect {
            Dialect::Uci => ["wtime", "btime", "winc", "binc"],
            Dialect::Plain | Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
        };
        for side in Side::BOTH.map(Side::index) {
            if let Some(time) = self.clock[side] {
                write!(f, " {} {time}", names[side])?;
            }
        }
        for side in Side::BOTH.map(Side::index) {
            if let Some(increment) = self.increment[side] {
                write!(f, " {} {increment}", names[2 + side])?;
            }
        }
        for (name, value) in numbers {
            if let Some(value) = value {
                write!(f, " {name} {value}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}
