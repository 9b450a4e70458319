//! The grammar of the Gomocup protocol, which managers of five in a row speak:
//! commands to the engine, and its answers.
//!
//! Source: <https://plastovicka.github.io/protocl2en.htm>. The commands that begin with
//! `YX` are those of Yixin-Board.

mod reply;
mod setting;

use std::fmt;

use nom::Finish;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{all_consuming, map_res};
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

pub use reply::GomocupReply;
pub use setting::{Setting, number_of_rule, rule_of_number};

/// One line from a manager.
///
/// ```
/// use noughts_rules::protocol::{GomocupCommand, Point};
///
/// let turn = GomocupCommand::Turn(Point { column: 7, row: 8 });
/// assert_eq!(GomocupCommand::parse("TURN 7,8"), Ok(Some(turn)));
/// assert!(GomocupCommand::begins("START 15") && GomocupCommand::begins("info max_node 9"));
/// assert!(!GomocupCommand::begins("stop") && !GomocupCommand::begins("info"));
/// let error = GomocupCommand::parse("TURN 7").unwrap_err();
/// assert_eq!(error.to_string(), "expected TURN and a square, such as TURN 7,8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupCommand {
    /// `START N` or `RECTSTART C,R`: begin a game on a board with so many
    /// columns and rows.
    Start {
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
    },
    /// `RESTART`: begin a game on the same board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN X,Y`: the opponent's move; answer with a move.
    Turn(Point),
    /// `BOARD`: the stones follow, one in a line.
    Board,
    /// `YXBOARD`: like `BOARD`, without a move after `DONE`.
    SetBoard,
    /// `X,Y,F`: a stone of the position after `BOARD` or `YXBOARD`.
    Stone(Point, Field),
    /// `SWAP2BOARD`: the stones of an opening by the rule swap2 follow, one in a line.
    Swap2,
    /// `X,Y`: a stone of the opening after `SWAP2BOARD`.
    OpeningStone(Point),
    /// `DONE`: the last stone was sent; answer with a move, or with a choice of swap2.
    Done,
    /// `TAKEBACK X,Y`: take the last move back.
    TakeBack(Point),
    /// `YXNBEST N`: report the N best moves, and play the best.
    BestMoves(u32),
    /// `YXHASHCLEAR`: forget what was learnt from searches.
    ClearHash,
    /// `YXSHOWINFO`: describe the limits of the engine.
    ShowInfo,
    /// `YXSHOWFORBID`: list the forbidden moves of the side to move.
    ShowForbidden,
    /// `INFO KEY VALUE`
    Info(Setting),
    /// `ABOUT`: describe the engine.
    About,
    /// `STOP`, or `YXSTOP` as Yixin calls it: move now.
    Stop,
    /// `END`: exit.
    End,
}

/// A square, as the column and the row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The column, from the left.
    pub column: u32,
    /// The row, from the top.
    pub row: u32,
}

/// The owner of a stone of a `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `1`: the engine.
    Own = 1,
    /// `2`: the opponent.
    Opponent,
    /// `3`: a stone of a winning line or one to be ignored.
    Other,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GomocupError {
    /// No command begins with this word.
    #[error("\"{0}\" is not a command")]
    Unknown(String),
    /// The rest of the line does not fit its first word.
    #[error("expected {0}")]
    Expected(&'static str),
}

/// A word that begins a command. Stones have none.
struct Word {
    word: &'static str,
    /// Whether the command can begin a session.
    begins: bool,
    /// Parses the rest of the line.
    parse: fn(&str) -> Result<GomocupCommand, GomocupError>,
}

const fn word(
    word: &'static str,
    begins: bool,
    parse: fn(&str) -> Result<GomocupCommand, GomocupError>,
) -> Word {
    Word { word, begins, parse }
}

const WORDS: [Word; 19] = [
    word("START", true, start),
    word("RECTSTART", true, |rest| {
        let expected = "RECTSTART and columns and rows, such as RECTSTART 20,15";
        let Point { column: columns, row: rows } = expect(point, rest, expected)?;
        Ok(GomocupCommand::Start { columns, rows })
    }),
    word("RESTART", true, |_| Ok(GomocupCommand::Restart)),
    word("BEGIN", true, |_| Ok(GomocupCommand::Begin)),
    word("TURN", true, |rest| {
        expect(point, rest, "TURN and a square, such as TURN 7,8").map(GomocupCommand::Turn)
    }),
    word("BOARD", true, |_| Ok(GomocupCommand::Board)),
    word("YXBOARD", true, |_| Ok(GomocupCommand::SetBoard)),
    word("SWAP2BOARD", true, |_| Ok(GomocupCommand::Swap2)),
    word("DONE", false, |_| Ok(GomocupCommand::Done)),
    word("TAKEBACK", true, |rest| {
        let expected = "TAKEBACK and a square, such as TAKEBACK 7,8";
        expect(point, rest, expected).map(GomocupCommand::TakeBack)
    }),
    word("YXNBEST", false, |rest| {
        let expected = "YXNBEST and the number of moves, such as YXNBEST 3";
        expect(number, rest, expected).map(GomocupCommand::BestMoves)
    }),
    word("YXHASHCLEAR", true, |_| Ok(GomocupCommand::ClearHash)),
    word("YXSHOWINFO", true, |_| Ok(GomocupCommand::ShowInfo)),
    word("YXSHOWFORBID", false, |_| Ok(GomocupCommand::ShowForbidden)),
    word("INFO", true, |rest| Ok(GomocupCommand::Info(Setting::parse(rest)))),
    word("ABOUT", true, |_| Ok(GomocupCommand::About)),
    word("STOP", false, |_| Ok(GomocupCommand::Stop)),
    word("YXSTOP", false, |_| Ok(GomocupCommand::Stop)),
    word("END", false, |_| Ok(GomocupCommand::End)),
];

impl GomocupCommand {
    /// Whether a line is the first of a manager: its first word is one that can begin a
    /// session. In other than capitals the line must also be a whole command, as clients of
    /// other protocols write in lower case, too; a lower-case `info` needs a known key.
    pub fn begins(line: &str) -> bool {
        let (head, rest) = split(line);
        let Some(row) = WORDS.iter().find(|row| row.word.eq_ignore_ascii_case(head)) else {
            return false;
        };
        let is_whole = || match (row.parse)(rest) {
            Ok(GomocupCommand::Info(_)) => Setting::is_key(split(rest).0),
            Ok(
                GomocupCommand::Start { .. }
                | GomocupCommand::Turn(_)
                | GomocupCommand::TakeBack(_),
            ) => true,
            Ok(_) => rest.is_empty(),
            Err(_) => false,
        };
        row.begins && (row.word == head || is_whole())
    }

    /// Parses a line; `None` for a blank one. The case of the first word does
    /// not matter.
    ///
    /// # Errors
    ///
    /// When it is not a command of the protocol.
    pub fn parse(line: &str) -> Result<Option<GomocupCommand>, GomocupError> {
        let (head, rest) = split(line);
        if head.is_empty() {
            return Ok(None);
        }
        if let Some(row) = WORDS.iter().find(|row| row.word.eq_ignore_ascii_case(head)) {
            return (row.parse)(rest).map(Some);
        }
        let opening_stone = point.map(GomocupCommand::OpeningStone);
        let stone = stone.map(|(point, field)| GomocupCommand::Stone(point, field));
        read(all_consuming(stone).or(opening_stone), line.trim())
            .map(Some)
            .map_err(|_| GomocupError::Unknown(head.to_string()))
    }
}

impl fmt::Display for GomocupCommand {
    /// The line that [`parse`](GomocupCommand::parse) reads as this command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GomocupCommand::Start { columns, rows } if columns == rows => {
                write!(f, "START {columns}")
            }
            GomocupCommand::Start { columns, rows } => write!(f, "RECTSTART {columns},{rows}"),
            GomocupCommand::Restart => f.write_str("RESTART"),
            GomocupCommand::Begin => f.write_str("BEGIN"),
            GomocupCommand::Turn(point) => write!(f, "TURN {point}"),
            GomocupCommand::Board => f.write_str("BOARD"),
            GomocupCommand::SetBoard => f.write_str("YXBOARD"),
            GomocupCommand::Stone(point, field) => write!(f, "{point},{}", *field as u8),
            GomocupCommand::Swap2 => f.write_str("SWAP2BOARD"),
            GomocupCommand::OpeningStone(point) => write!(f, "{point}"),
            GomocupCommand::Done => f.write_str("DONE"),
            GomocupCommand::TakeBack(point) => write!(f, "TAKEBACK {point}"),
            GomocupCommand::BestMoves(number) => write!(f, "YXNBEST {number}"),
            GomocupCommand::ClearHash => f.write_str("YXHASHCLEAR"),
            GomocupCommand::ShowInfo => f.write_str("YXSHOWINFO"),
            GomocupCommand::ShowForbidden => f.write_str("YXSHOWFORBID"),
            GomocupCommand::Info(setting) => write!(f, "INFO {setting}"),
            GomocupCommand::About => f.write_str("ABOUT"),
            GomocupCommand::Stop => f.write_str("STOP"),
            GomocupCommand::End => f.write_str("END"),
        }
    }
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (head, rest.trim())
}

/// Parses the numbers of `START`: that of the columns, which some managers follow by that
/// of the rows.
fn start(rest: &str) -> Result<GomocupCommand, GomocupError> {
    let expected = "START and the number of columns, such as START 15; RECTSTART begins a game \
                    on a board that is not square";
    let (columns, rows) = split(rest);
    let columns = expect(number, columns, expected)?;
    let rows = if rows.is_empty() { columns } else { expect(number, rows, expected)? };
    if columns != rows {
        return Err(GomocupError::Expected(expected));
    }
    Ok(GomocupCommand::Start { columns, rows })
}

/// Reads the whole text, or refuses it with what was expected.
fn expect<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
    expected: &'static str,
) -> Result<T, GomocupError> {
    read(parser, text).map_err(|_| GomocupError::Expected(expected))
}

/// Reads the whole text.
fn read<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Result<T, nom::error::Error<&'a str>> {
    all_consuming(parser).parse(text).finish().map(|(_, value)| value)
}

fn number(input: &str) -> IResult<&str, u32> {
    map_res(take_while1(|c: char| c.is_ascii_digit()), str::parse).parse(input)
}

/// Parses a comma with spaces around it.
fn comma(input: &str) -> IResult<&str, &str> {
    let space = || take_while(|c| c == ' ' || c == '\t');
    delimited(space(), tag(","), space()).parse(input)
}

fn point(input: &str) -> IResult<&str, Point> {
    let pair = separated_pair(number, comma, number);
    pair.map(|(column, row)| Point { column, row }).parse(input)
}

fn stone(input: &str) -> IResult<&str, (Point, Field)> {
    let field = map_res(preceded(comma, number), |field| match field {
        1 => Ok(Field::Own),
        2 => Ok(Field::Opponent),
        3 => Ok(Field::Other),
        _ => Err(()),
    });
    (point, field).parse(input)
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

#[cfg(test)]
mod tests;
