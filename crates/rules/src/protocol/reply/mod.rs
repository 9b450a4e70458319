//! The replies of an engine, as values.

mod info;
mod option;

use std::fmt;

use super::words::word;
use crate::game::{Outcome, Side};
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{OptionDeclaration, OptionKind};

/// The move of `bestmove` if there is none. [`Reply::parse`] also gives it for
/// `(none)` and its like.
pub const NO_MOVE: &str = "0000";

/// The words with which engines say that they have no move: UCI has `0000`,
/// many engines send `(none)`.
const NO_MOVE_WORDS: [&str; 4] = [NO_MOVE, "(none)", "none", "null"];

fn is_no_move(word: &str) -> bool {
    NO_MOVE_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// One line from an engine.
///
/// ```
/// use noughts_rules::protocol::{Reply, Score, ScoreValue};
///
/// let Reply::Info(info) = Reply::parse("info depth 7 score mate 3 nodes 512 pv b2 a1") else {
///     panic!("it is an info line");
/// };
/// let mate = Score { value: ScoreValue::Mate(3), bound: None };
/// assert_eq!((info.score, info.nodes), (Some(mate), Some(512)));
/// assert_eq!(info.pv, ["b2", "a1"]);
///
/// let answer = Reply::BestMove { best: "b2".to_string(), ponder: None };
/// assert_eq!(answer.to_string(), "bestmove b2");
/// // An unrecognized line becomes `Text`.
/// assert_eq!(Reply::parse("hello"), Reply::Text("hello".to_string()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name N`
    IdName(String),
    /// `id author A`
    IdAuthor(String),
    /// `option name …`
    Option(OptionDeclaration),
    /// `ugiok`
    UgiOk,
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove M [ponder P]`
    BestMove {
        /// The move, or [`NO_MOVE`].
        best: String,
        /// The move that the engine expects next, if there is one.
        ponder: Option<String>,
    },
    /// `info …`
    Info(Info),
    /// `response …`
    Response(Response),
    /// Any unrecognized line.
    Text(String),
}

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// `true` or `false`
    Bool(bool),
    /// `p1win`, `p2win` or `draw`; `none` while the game goes on.
    Result(Option<Outcome>),
}

impl Response {
    const ALL: &[(&'static str, Response)] = &[
        ("true", Response::Bool(true)),
        ("false", Response::Bool(false)),
        ("none", Response::Result(None)),
        ("draw", Response::Result(Some(Outcome::Draw))),
        ("p1win", Response::Result(Some(Outcome::Win(Side::X)))),
        ("p2win", Response::Result(Some(Outcome::Win(Side::O)))),
    ];
}

/// The maximum length of an error, in characters; it may quote input of any
/// length.
const MAX_ERROR_CHARS: usize = 300;

impl Reply {
    /// Creates an `info string` line.
    pub fn string(text: impl Into<String>) -> Reply {
        Reply::Info(Info { string: Some(text.into()), ..Info::default() })
    }

    /// Creates the error line for a refused command. As the error may quote
    /// untrusted input, escapes control characters and bounds the length.
    pub fn error(error: impl fmt::Display) -> Reply {
        let error = error.to_string();
        let escaped = error.chars().flat_map(|c| {
            let escape = c.is_control().then(|| c.escape_default());
            let plain = (!c.is_control()).then_some(c);
            escape.into_iter().flatten().chain(plain)
        });
        Reply::string("error ".chars().chain(escaped.take(MAX_ERROR_CHARS)).collect::<String>())
    }

    /// Parses a line. An unrecognized line becomes [`Reply::Text`].
    pub fn parse(line: &str) -> Reply {
        let line = line.trim_end_matches(['\r', '\n']);
        Reply::parse_known(line).unwrap_or_else(|| Reply::Text(line.to_string()))
    }

    /// Parses a line of the protocol; `None` for any other.
    fn parse_known(line: &str) -> Option<Reply> {
        let (rest, head) = word(line).ok()?;
        let alone = |reply| rest.trim().is_empty().then_some(reply);
        match head {
            "id" => {
                let (text, field) = word(rest).ok()?;
                let text = text.trim().to_string();
                match field {
                    "name" => Some(Reply::IdName(text)),
                    "author" => Some(Reply::IdAuthor(text)),
                    _ => None,
                }
            }
            "option" => OptionDeclaration::parse(rest).map(Reply::Option),
            "ugiok" => alone(Reply::UgiOk),
            "uciok" => alone(Reply::UciOk),
            "readyok" => alone(Reply::ReadyOk),
            "bestmove" => {
                let (rest, best) = word(rest).ok()?;
                let best = if is_no_move(best) { NO_MOVE } else { best };
                let ponder = match word(rest) {
                    Ok((rest, "ponder")) => word(rest).ok().map(|(_, ponder)| ponder),
                    _ => None,
                };
                let ponder = ponder.filter(|ponder| !is_no_move(ponder)).map(str::to_string);
                Some(Reply::BestMove { best: best.to_string(), ponder })
            }
            "info" => Some(Reply::Info(Info::parse(rest))),
            "response" => {
                let known = Response::ALL.iter().find(|(name, _)| *name == rest.trim());
                known.map(|&(_, response)| Reply::Response(response))
            }
            _ => None,
        }
    }
}

/// Writes the line without a line ending.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {name}"),
            Reply::IdAuthor(author) => write!(f, "id author {author}"),
            Reply::Option(option) => option.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove { best, ponder } => {
                write!(f, "bestmove {best}")?;
                ponder.iter().try_for_each(|ponder| write!(f, " ponder {ponder}"))
            }
            Reply::Info(info) => info.fmt(f),
            Reply::Response(response) => {
                let name = Response::ALL.iter().find(|(_, r)| r == response);
                write!(f, "response {}", name.map_or("none", |(name, _)| name))
            }
            Reply::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words are those of the UCI protocol (2006) with `wdl`, written out.
    #[test]
    fn every_word_of_the_protocol_ends_a_line_of_moves() {
        for word in [
            "depth",
            "seldepth",
            "time",
            "nodes",
            "multipv",
            "score",
            "currmove",
            "currmovenumber",
            "hashfull",
            "nps",
            "tbhits",
            "cpuload",
            "string",
            "refutation",
            "currline",
            "wdl",
        ] {
            let line = format!("info pv a1 b2 {word} 5 6 7");
            let Reply::Info(info) = Reply::parse(&line) else { panic!("not an info line") };
            assert_eq!(info.pv, ["a1", "b2"], "{word}");
        }
    }

    #[test]
    fn info_lines_of_other_engines_parse() {
        let line = "info depth 12 currmove e2e4 currmovenumber 3 seldepth 18 multipv 2 score cp -31 \
                    lowerbound wdl 12 900 88 nodes 12345 nps 99 hashfull 3 tbhits 0 time 7 pv e2e4 \
                    e7e5 cpuload 3";
        let Reply::Info(info) = Reply::parse(line) else { panic!("not an info line") };
        assert_eq!(info.depth, Some(12));
        assert_eq!(info.seldepth, Some(18));
        let score = Score { value: ScoreValue::Cp(-31), bound: Some(Bound::Lower) };
        assert_eq!(info.score, Some(score));
        assert_eq!(info.wdl, Some([12, 900, 88]));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert_eq!((info.nodes, info.nps, info.time), (Some(12345), Some(99), Some(7)));
        let Reply::Info(info) = Reply::parse("info score mate -3 depth x time 5 string a  b")
        else {
            panic!("not an info line")
        };
        assert_eq!(info.score.map(|s| s.value), Some(ScoreValue::Mate(-3)));
        assert_eq!((info.depth, info.time), (None, Some(5)));
        assert_eq!(info.string.as_deref(), Some("a  b"));
    }

    #[test]
    fn options_of_other_engines_parse() {
        let parse = |line: &str| match Reply::parse(line) {
            Reply::Option(option) => Some((option.name, option.kind)),
            _ => None,
        };
        assert_eq!(
            parse("option name Skill Level type spin default 20 min 0 max 20"),
            Some(("Skill Level".to_string(), OptionKind::Spin { default: 20, min: 0, max: 20 }))
        );
        assert_eq!(
            parse("option name Style type combo default Solid var Solid var Very Risky"),
            Some((
                "Style".to_string(),
                OptionKind::Combo {
                    default: "Solid".to_string(),
                    values: vec!["Solid".to_string(), "Very Risky".to_string()]
                }
            ))
        );
        assert_eq!(
            parse("option name EvalFile type string default"),
            Some(("EvalFile".to_string(), OptionKind::String { default: String::new() }))
        );
        assert_eq!(
            parse("option name Clear Hash type button"),
            Some(("Clear Hash".to_string(), OptionKind::Button))
        );
        for bad in ["option", "option name type check default true", "option name a type spin"] {
            assert_eq!(parse(bad), None, "{bad}");
            assert_eq!(Reply::parse(bad), Reply::Text(bad.to_string()));
        }
    }

    #[test]
    fn a_quoted_text_cannot_break_the_error_line() {
        let hostile = format!("\"a\nbestmove d4\u{1b}[2J{}\"", "x".repeat(100_000));
        let line = Reply::error(hostile).to_string();
        assert!(!line.contains(char::is_control));
        assert!(line.len() < 1000);
    }

    #[test]
    fn every_form_of_a_reply_survives_a_round_trip() {
        for line in [
            "info depth 1 seldepth 2 multipv 3 score cp -4 wdl 5 6 7 nodes 8 nps 9 hashfull 10 \
             time 11 pv a1 b2",
            "info score cp 4 lowerbound",
            "info score mate -4 upperbound",
            "info score mate 4",
            "info string a  text",
            "option name A b type check default true",
            "option name A type check default false",
            "option name A type spin default -1 min -2 max 3",
            "option name A type combo default b c var b c var d",
            "option name A type button",
            "option name A type string default <empty>",
            "option name A type string default b c",
            "bestmove a1",
            "bestmove a1 ponder b2",
            "response true",
            "response false",
            "response none",
            "response draw",
            "response p1win",
            "response p2win",
            "id name a b",
            "id author a b",
            "ugiok",
            "uciok",
            "readyok",
        ] {
            let reply = Reply::parse(line);
            assert!(!matches!(reply, Reply::Text(_)), "{line}");
            assert_eq!(reply.to_string(), line);
        }
    }

    #[test]
    fn bounds_belong_to_the_score_before_them() {
        let score = |line: &str| match Reply::parse(line) {
            Reply::Info(info) => info.score.map(|score| score.bound),
            other => panic!("{other}"),
        };
        assert_eq!(score("info score cp 4 lowerbound nodes 5"), Some(Some(Bound::Lower)));
        assert_eq!(score("info score cp 4 upperbound nodes 5"), Some(Some(Bound::Upper)));
        assert_eq!(score("info score upperbound cp 4"), Some(None));
        assert_eq!(score("info score cp 4 nodes 5 upperbound"), Some(None));
        assert_eq!(score("info score cp x lowerbound"), None);
    }

    #[test]
    fn a_malformed_reply_is_a_text() {
        for line in [
            "ugiok now",
            "readyok 1",
            "response maybe",
            "response",
            "bestmove",
            "id",
            "id engine x",
            "option name type button",
            "option name A type spin default 1 min 0",
            "option name A type spin default x min 0 max 1",
            "option name A type check default maybe",
            "option name A type combo",
            "option name A type slider",
            "option name A",
            "option type button",
            "option title A type button",
        ] {
            assert_eq!(Reply::parse(line), Reply::Text(line.to_string()));
        }
        // Only the line ending is removed.
        assert_eq!(Reply::parse(" x \r\n"), Reply::Text(" x ".to_string()));
        let best = Reply::BestMove { best: "a1".to_string(), ponder: None };
        for line in ["bestmove a1 ponder", "bestmove a1 then b2"] {
            assert_eq!(Reply::parse(line), best, "{line}");
        }
    }

    #[test]
    fn every_word_for_no_move_is_the_same() {
        for word in ["0000", "(none)", "none", "null", "NULL", "(None)"] {
            let none = Reply::BestMove { best: NO_MOVE.to_string(), ponder: None };
            assert_eq!(Reply::parse(&format!("bestmove {word}")), none);
            assert_eq!(Reply::parse(&format!("bestmove {word} ponder {word}")), none);
            let alone = Reply::BestMove { best: "a1".to_string(), ponder: None };
            assert_eq!(Reply::parse(&format!("bestmove a1 ponder {word}")), alone);
        }
        for word in ["00000", "()", "pass", "nonea1"] {
            let best = Reply::BestMove { best: word.to_string(), ponder: None };
            assert_eq!(Reply::parse(&format!("bestmove {word}")), best);
        }
    }

    #[test]
    fn errors_and_remarks_are_info_strings() {
        assert_eq!(Reply::string("so").to_string(), "info string so");
        assert_eq!(Reply::error("a\tb").to_string(), "info string error a\\tb");
        let long = Reply::error("é".repeat(MAX_ERROR_CHARS + 1)).to_string();
        assert_eq!(long, format!("info string error {}", "é".repeat(MAX_ERROR_CHARS)));
    }
}
