//! The `info` line: the reports of a running search.

use std::fmt;

use crate::protocol::words::{word, words_until};

/// One `info` line; missing fields are `None` or empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Info {
    /// The depth searched completely, in plies.
    pub depth: Option<u32>,
    /// The depth of the deepest node, in plies.
    pub seldepth: Option<u32>,
    /// The rank of the line, from 1.
    pub multipv: Option<u32>,
    /// The value of the position for the side to move.
    pub score: Option<Score>,
    /// The expected wins, draws and losses in 1,000 games, for the side to
    /// move.
    pub wdl: Option<[u32; 3]>,
    /// The number of nodes visited.
    pub nodes: Option<u64>,
    /// The number of nodes per second.
    pub nps: Option<u64>,
    /// The used part of the table or tree, in thousandths.
    pub hashfull: Option<u32>,
    /// The time since the search began, in milliseconds.
    pub time: Option<u64>,
    /// The best line.
    pub pv: Vec<String>,
    /// A text for people, which extends to the end of the line. The engine
    /// prints it on a line of its own.
    pub string: Option<String>,
}

/// A score as an `info` line has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// The direction in which the true value may differ; `None` if the score is
    /// not a bound.
    pub bound: Option<Bound>,
}

/// The value of a score, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreValue {
    /// Hundredths of a point.
    Cp(i32),
    /// The distance of a proven result, positive if the side to move wins: in
    /// plies, after `uci` in moves.
    Mate(i32),
}

/// A bound on the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least the score.
    Lower,
    /// The true value is at most the score.
    Upper,
}

impl Info {
    /// Parses the words after `info`. Skips unknown and malformed fields, as
    /// other engines send many that noughts does not use.
    pub(super) fn parse(input: &str) -> Info {
        let mut info = Info::default();
        let mut rest = input;
        while let Ok((after, keyword)) = word(rest) {
            rest = info.read(keyword, after);
        }
        info
    }

    /// Parses the value of a keyword and returns the rest of the line.
    fn read<'a>(&mut self, keyword: &str, input: &'a str) -> &'a str {
        fn value<'a, T: std::str::FromStr>(field: &mut Option<T>, input: &'a str) -> &'a str {
            let Ok((rest, word)) = word(input) else { return input };
            let Ok(value) = word.parse() else { return input };
            *field = Some(value);
            rest
        }
        match keyword {
            "depth" => value(&mut self.depth, input),
            "seldepth" => value(&mut self.seldepth, input),
            "multipv" => value(&mut self.multipv, input),
            "nodes" => value(&mut self.nodes, input),
            "nps" => value(&mut self.nps, input),
            "hashfull" => value(&mut self.hashfull, input),
            "time" => value(&mut self.time, input),
            "score" => self.read_score(input),
            "wdl" => {
                let mut wdl = [None; 3];
                let rest = wdl.iter_mut().fold(input, |rest, field| value(field, rest));
                if let [Some(w), Some(d), Some(l)] = wdl {
                    self.wdl = Some([w, d, l]);
                }
                rest
            }
            "pv" => {
                let (rest, moves) = words_until(input, is_keyword);
                self.pv = moves.into_iter().map(str::to_string).collect();
                rest
            }
            "string" => {
                self.string = Some(input.trim().to_string());
                ""
            }
            _ => input,
        }
    }

    fn read_score<'a>(&mut self, input: &'a str) -> &'a str {
        let mut rest = input;
        while let Ok((after, kind)) = word(rest) {
            let number = || word(after).ok().and_then(|(end, n)| Some((end, n.parse().ok()?)));
            let bound = match kind {
                "cp" | "mate" => {
                    let Some((end, number)) = number() else { return after };
                    let value = if kind == "cp" {
                        ScoreValue::Cp(number)
                    } else {
                        ScoreValue::Mate(number)
                    };
                    self.score = Some(Score { value, bound: None });
                    rest = end;
                    continue;
                }
                "lowerbound" => Bound::Lower,
                "upperbound" => Bound::Upper,
                _ => break,
            };
            if let Some(score) = &mut self.score {
                score.bound = Some(bound);
            }
            rest = after;
        }
        rest
    }
}

/// The words that end a list of moves.
const KEYWORDS: &str = "depth seldepth multipv score wdl nodes nps hashfull time pv string \
    tbhits cpuload currmove currmovenumber refutation currline";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = |f: &mut fmt::Formatter<'_>, name, value: Option<u64>| {
            value.iter().try_for_each(|value| write!(f, " {name} {value}"))
        };
        f.write_str("info")?;
        field(f, "depth", self.depth.map(u64::from))?;
        field(f, "seldepth", self.seldepth.map(u64::from))?;
        field(f, "multipv", self.multipv.map(u64::from))?;
        if let Some(score) = &self.score {
            match score.value {
                ScoreValue::Cp(value) => write!(f, " score cp {value}")?,
                ScoreValue::Mate(value) => write!(f, " score mate {value}")?,
            }
            match score.bound {
                Some(Bound::Lower) => f.write_str(" lowerbound")?,
                Some(Bound::Upper) => f.write_str(" upperbound")?,
                None => {}
            }
        }
        if let Some([w, d, l]) = self.wdl {
            write!(f, " wdl {w} {d} {l}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull.map(u64::from))?;
        field(f, "time", self.time)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        self.string.iter().try_for_each(|text| write!(f, " string {text}"))
    }
}
