//! The grammar of the Gomocup protocol, which managers of five in a row speak:
//! commands to the engine, and its answers.
//!
//! Source: <https://plastovicka.github.io/protocl2en.htm>.

use std::fmt;

use nom::Finish;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{all_consuming, map_res};
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

/// One line from a manager.
///
/// ```
/// use noughts::protocol::{GomocupCommand, Point};
///
/// let turn = GomocupCommand::Turn(Point { column: 7, row: 8 });
/// assert_eq!(GomocupCommand::parse("TURN 7,8"), Ok(Some(turn)));
/// assert!(GomocupCommand::begins("START 15") && !GomocupCommand::begins("stop"));
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
    /// `X,Y,F`: a stone of the position after `BOARD`.
    Stone(Point, Field),
    /// `SWAP2BOARD`: the stones of an opening by the rule swap2 follow, one in a line.
    Swap2,
    /// `X,Y`: a stone of the opening after `SWAP2BOARD`.
    OpeningStone(Point),
    /// `DONE`: the last stone was sent; answer with a move, or with a choice of swap2.
    Done,
    /// `TAKEBACK X,Y`: take the last move back.
    TakeBack(Point),
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
    Own,
    /// `2`: the opponent.
    Opponent,
    /// `3`: a stone of a winning line or one to be ignored.
    Other,
}

/// A setting of `INFO`. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `timeout_turn`: the time for a move; 0: as fast as possible.
    TimeoutTurn(u64),
    /// `timeout_match`: the time for all moves of a game; 0: no limit.
    TimeoutMatch(u64),
    /// `time_left`: what is left of the time of the game; `None`: no limit.
    TimeLeft(Option<u64>),
    /// `max_memory`, in bytes; 0: no limit.
    MaxMemory(u64),
    /// `rule`: a set of bits; 0 is freestyle, 1 exactly five, 2 has no meaning for
    /// an engine.
    Rule(u64),
    /// `thread_num`: the number of threads.
    Threads(u64),
    /// Any other key, or a value that is not a number.
    Unknown,
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

/// The words that begin a command; stones have none.
const WORDS: [&str; 14] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "DONE",
    "TAKEBACK",
    "INFO",
    "ABOUT",
    "STOP",
    "YXSTOP",
    "END",
];
/// `time_left` without a limit.
const NO_LIMIT: u64 = i32::MAX as u64;

impl GomocupCommand {
    /// Whether a line is the first of a manager: its first word, in capitals,
    /// is one that can begin a session.
    pub fn begins(line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or("");
        let late = ["DONE", "STOP", "YXSTOP", "END"].contains(&word);
        WORDS.contains(&word) && !late
    }

    /// Parses a line; `None` for a blank one. The case of the first word does
    /// not matter.
    ///
    /// # Errors
    ///
    /// When it is not a command of the protocol.
    pub fn parse(line: &str) -> Result<Option<GomocupCommand>, GomocupError> {
        let line = line.trim();
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if head.is_empty() {
            return Ok(None);
        }
        let word = WORDS.iter().find(|word| word.eq_ignore_ascii_case(head));
        let point = |expected| read(point, rest).map_err(|_| GomocupError::Expected(expected));
        let command = match word.copied() {
            Some("START") => {
                let expected = "START and the number of columns, such as START 15";
                let side = read(number, rest).map_err(|_| GomocupError::Expected(expected))?;
                GomocupCommand::Start { columns: side, rows: side }
            }
            Some("RECTSTART") => {
                let size = point("RECTSTART and columns and rows, such as RECTSTART 20,15")?;
                GomocupCommand::Start { columns: size.column, rows: size.row }
            }
            Some("RESTART") => GomocupCommand::Restart,
            Some("BEGIN") => GomocupCommand::Begin,
            Some("TURN") => GomocupCommand::Turn(point("TURN and a square, such as TURN 7,8")?),
            Some("BOARD") => GomocupCommand::Board,
            Some("SWAP2BOARD") => GomocupCommand::Swap2,
            Some("DONE") => GomocupCommand::Done,
            Some("TAKEBACK") => {
                GomocupCommand::TakeBack(point("TAKEBACK and a square, such as TAKEBACK 7,8")?)
            }
            Some("INFO") => GomocupCommand::Info(Setting::parse(rest)),
            Some("ABOUT") => GomocupCommand::About,
            Some("STOP" | "YXSTOP") => GomocupCommand::Stop,
            Some("END") => GomocupCommand::End,
            _ => {
                let opening_stone = self::point.map(GomocupCommand::OpeningStone);
                let stone = stone.map(|(point, field)| GomocupCommand::Stone(point, field));
                read(all_consuming(stone).or(opening_stone), line)
                    .map_err(|_| GomocupError::Unknown(head.to_string()))?
            }
        };
        Ok(Some(command))
    }
}

impl Setting {
    fn parse(text: &str) -> Setting {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        // Some managers send an overdrawn clock as a negative number. A negative rule is
        // one that the engine does not know.
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        let is_overdrawn = value.starts_with('-') && key != "rule";
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let value = match value.parse() {
            _ if is_overdrawn => 0,
            _ if value.starts_with('-') => u64::MAX,
            Ok(value) => value,
            // A number that is too large counts as the largest one.
            Err(_) if is_number => u64::MAX,
            Err(_) => return Setting::Unknown,
        };
        match key.as_str() {
            "timeout_turn" => Setting::TimeoutTurn(value),
            "timeout_match" => Setting::TimeoutMatch(value),
            "time_left" => Setting::TimeLeft((value < NO_LIMIT).then_some(value)),
            "max_memory" => Setting::MaxMemory(value),
            "rule" => Setting::Rule(value),
            "thread_num" => Setting::Threads(value),
            _ => Setting::Unknown,
        }
    }
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

/// One line to a manager. Texts must have no line breaks.
///
/// ```
/// use noughts::protocol::{GomocupReply, Point};
///
/// let reply = GomocupReply::Move(Point { column: 7, row: 8 });
/// assert_eq!(reply.to_string(), "7,8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupReply {
    /// `OK`: the board is ready.
    Ok,
    /// `X,Y`: the engine's move.
    Move(Point),
    /// `X,Y X,Y X,Y`: the first three stones of a game by the rule swap2, of X, O and
    /// X.
    Opening([Point; 3]),
    /// `SWAP`: the engine changes sides.
    Swap,
    /// `name="…", version="…", author="…"`
    About {
        /// The name of the engine.
        name: &'static str,
        /// The version.
        version: &'static str,
        /// The authors.
        author: &'static str,
    },
    /// `ERROR …`: the command cannot be obeyed.
    Error(String),
    /// `UNKNOWN …`: the command is not known.
    Unknown(String),
    /// `MESSAGE …`: a text for the user.
    Message(String),
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

impl fmt::Display for GomocupReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GomocupReply::Ok => f.write_str("OK"),
            GomocupReply::Move(point) => write!(f, "{point}"),
            GomocupReply::Opening([a, b, c]) => write!(f, "{a} {b} {c}"),
            GomocupReply::Swap => f.write_str("SWAP"),
            GomocupReply::About { name, version, author } => {
                write!(f, "name=\"{name}\", version=\"{version}\", author=\"{author}\"")
            }
            GomocupReply::Error(text) => write!(f, "ERROR {text}"),
            GomocupReply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            GomocupReply::Message(text) => write!(f, "MESSAGE {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Option<GomocupCommand>, String> {
        GomocupCommand::parse(line).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_read() {
        let at = |column, row| Point { column, row };
        for (line, command) in [
            ("START 15", GomocupCommand::Start { columns: 15, rows: 15 }),
            ("RECTSTART 20,15\r\n", GomocupCommand::Start { columns: 20, rows: 15 }),
            ("restart", GomocupCommand::Restart),
            ("BEGIN", GomocupCommand::Begin),
            ("TURN 0,19", GomocupCommand::Turn(at(0, 19))),
            ("TURN 3 , 4", GomocupCommand::Turn(at(3, 4))),
            ("BOARD", GomocupCommand::Board),
            ("10,10,1", GomocupCommand::Stone(at(10, 10), Field::Own)),
            ("9, 8, 2", GomocupCommand::Stone(at(9, 8), Field::Opponent)),
            ("9,8,3", GomocupCommand::Stone(at(9, 8), Field::Other)),
            ("SWAP2BOARD", GomocupCommand::Swap2),
            ("7,8", GomocupCommand::OpeningStone(at(7, 8))),
            ("DONE", GomocupCommand::Done),
            ("TAKEBACK 9,8", GomocupCommand::TakeBack(at(9, 8))),
            ("INFO timeout_turn 5000", GomocupCommand::Info(Setting::TimeoutTurn(5000))),
            ("INFO timeout_match 0", GomocupCommand::Info(Setting::TimeoutMatch(0))),
            ("INFO time_left 70", GomocupCommand::Info(Setting::TimeLeft(Some(70)))),
            ("INFO time_left -70", GomocupCommand::Info(Setting::TimeLeft(Some(0)))),
            ("INFO time_left 2147483647", GomocupCommand::Info(Setting::TimeLeft(None))),
            ("INFO max_memory 350000000", GomocupCommand::Info(Setting::MaxMemory(350_000_000))),
            ("INFO rule 1", GomocupCommand::Info(Setting::Rule(1))),
            ("INFO rule -1", GomocupCommand::Info(Setting::Rule(u64::MAX))),
            ("INFO folder C:\\a b", GomocupCommand::Info(Setting::Unknown)),
            ("INFO timeout_turn soon", GomocupCommand::Info(Setting::Unknown)),
            ("INFO", GomocupCommand::Info(Setting::Unknown)),
            ("ABOUT", GomocupCommand::About),
            ("YXSTOP", GomocupCommand::Stop),
            ("END", GomocupCommand::End),
        ] {
            assert_eq!(parse(line), Ok(Some(command)), "{line}");
        }
        assert_eq!(parse(" \r\n"), Ok(None));
    }

    #[test]
    fn errors_describe_the_command() {
        for (line, part) in [
            ("START", "START 15"),
            ("START x", "START 15"),
            ("START 99999999999", "START 15"),
            ("RECTSTART 15", "RECTSTART 20,15"),
            ("TURN -1,3", "TURN 7,8"),
            ("TURN 1,3,5", "TURN 7,8"),
            ("TAKEBACK", "TAKEBACK 7,8"),
            ("SWAP2", "\"SWAP2\" is not a command"),
            ("1,2,4", "\"1,2,4\" is not a command"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn only_capitals_begin_the_dialect() {
        for line in ["START 15", " ABOUT", "SWAP2BOARD", "INFO rule 0"] {
            assert!(GomocupCommand::begins(line), "{line}");
        }
        for line in ["start 15", "info", "STOP", "END", "", "1,2,1", "STARTING"] {
            assert!(!GomocupCommand::begins(line), "{line}");
        }
    }
}
