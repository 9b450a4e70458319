//! The grammar of what engines of the Gomocup protocol print.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{i32, space0, space1};
use nom::combinator::{all_consuming, map, opt, rest, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{Finish, IResult, Parser};

use crate::base::text::printable;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrainReply {
    /// `OK`: the board is ready.
    Ok,
    /// `X,Y`: a move, as a column and a row from the top left, which may lie
    /// outside the board.
    Move(i32, i32),
    /// `X,Y X,Y X,Y` or `X,Y X,Y`: the stones of an opening by the rule swap2.
    Stones(Vec<(i32, i32)>),
    /// `SWAP`: by the rule swap2 the engine takes the other side.
    Swap,
    /// `name="…", version="…"`: the answer to `ABOUT`, with the name.
    About(String),
    /// `UNKNOWN`: the engine does not know the command.
    Unknown,
    /// `ERROR`: the engine cannot obey.
    Error,
    /// `MESSAGE`, `DEBUG` or `SUGGEST`, `INFO` or `DETAIL`, with which Rapfi and
    /// Yixin tell a GUI more, or an empty line: no answer.
    Remark,
}

/// The error for a line that does not belong to the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no answer of the Gomocup protocol")]
pub struct Malformed(String);

impl BrainReply {
    /// Parses a line.
    ///
    /// # Errors
    ///
    /// When it does not belong to the protocol.
    pub fn parse(line: &str) -> Result<BrainReply, Malformed> {
        match all_consuming(reply).parse(line.trim()).finish() {
            Ok((_, reply)) => Ok(reply),
            Err(_) => Err(Malformed(printable(line, 100))),
        }
    }
}

fn reply(input: &str) -> IResult<&str, BrainReply> {
    if input.is_empty() {
        return Ok((input, BrainReply::Remark));
    }
    let point = || separated_pair(i32, (space0, tag(","), space0), i32);
    alt((
        value(BrainReply::Ok, tag_no_case("OK")),
        value(BrainReply::Swap, tag_no_case("SWAP")),
        map(all_consuming(point()), |(x, y)| BrainReply::Move(x, y)),
        map(separated_list1(space1, point()), BrainReply::Stones),
        word("MESSAGE", BrainReply::Remark),
        word("DEBUG", BrainReply::Remark),
        word("SUGGEST", BrainReply::Remark),
        word("INFO", BrainReply::Remark),
        word("DETAIL", BrainReply::Remark),
        word("UNKNOWN", BrainReply::Unknown),
        word("ERROR", BrainReply::Error),
        about,
    ))
    .parse(input)
}

/// A word and, after a space, any text.
fn word<'a>(
    name: &'static str,
    reply: BrainReply,
) -> impl Parser<&'a str, Output = BrainReply, Error = nom::error::Error<&'a str>> {
    let text = alt((nom::combinator::eof, preceded(tag(" "), rest), preceded(tag("\t"), rest)));
    value(reply, (tag_no_case(name), text))
}

/// Fields such as `name="A", version="1"`, of which one is the name.
fn about(input: &str) -> IResult<&str, BrainReply> {
    let quoted = delimited(tag("\""), take_while(|c| c != '"'), tag("\""));
    let text = alt((quoted, map(opt(is_not(",\"")), |text: Option<&str>| text.unwrap_or(""))));
    let equals = (space0, tag("="), space0);
    let field = separated_pair(take_while1(|c: char| c.is_alphanumeric()), equals, text);
    let comma = (space0, tag(","), space0);
    let (left, fields) = separated_list1(comma, field).parse(input)?;
    match fields.iter().find(|(key, _)| key.eq_ignore_ascii_case("name")) {
        Some((_, name)) => Ok((left, BrainReply::About(name.trim().to_string()))),
        None => Err(nom::Err::Error(nom::error::make_error(input, nom::error::ErrorKind::Verify))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_reply_is_read() {
        let about = |name: &str| BrainReply::About(name.to_string());
        for (line, expected) in [
            ("OK", BrainReply::Ok),
            ("ok\r", BrainReply::Ok),
            ("7,0", BrainReply::Move(7, 0)),
            (" 10 , 3 ", BrainReply::Move(10, 3)),
            ("-1,99", BrainReply::Move(-1, 99)),
            ("7,7 8,7 9,9", BrainReply::Stones(vec![(7, 7), (8, 7), (9, 9)])),
            ("8,8  8,6", BrainReply::Stones(vec![(8, 8), (8, 6)])),
            ("Swap", BrainReply::Swap),
            ("MESSAGE 3,4 is good", BrainReply::Remark),
            ("DEBUG", BrainReply::Remark),
            ("INFO DEPTH 12", BrainReply::Remark),
            ("DETAIL 3", BrainReply::Remark),
            ("", BrainReply::Remark),
            ("UNKNOWN command", BrainReply::Unknown),
            ("ERROR unsupported size", BrainReply::Error),
            ("name=\"Zen, the 2nd\", version=\"1.0\", www=\"\"", about("Zen, the 2nd")),
            ("version=\"1\",Name=\"x\"", about("x")),
            ("name=plain, country=CZ", about("plain")),
        ] {
            assert_eq!(BrainReply::parse(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn other_lines_are_malformed() {
        for line in [
            "7",
            "7,",
            "7,8,9",
            "7;8",
            "h8",
            "SWAPS",
            "7,8 9",
            "OKAY",
            "MESSAGES",
            "99999999999,1",
            "version=\"1\"",
        ] {
            assert!(BrainReply::parse(line).is_err(), "{line}");
        }
        let error = BrainReply::parse(&"\u{1b}x".repeat(10_000)).unwrap_err().to_string();
        assert!(error.len() < 2000 && !error.contains(char::is_control));
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "(OK|ERROR|name=)?[ -~\\n\u{e9}\"]{0,40}") {
            let _ = BrainReply::parse(&line);
        }
    }
}
