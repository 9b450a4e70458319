//! The plies of a rule set and their text, `(XA, O1-d4, ...)`.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take};
use nom::character::complete::{char, multispace0, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded};
use nom::{Finish, IResult, Parser};

use super::rings::{self, region};
use crate::game::side::Side;

/// One ply of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The side that plays the ply.
    pub side: Side,
    /// The allowed squares, as bits of the [`BOARD`](super::rings::BOARD).
    pub allowed: u64,
}

/// Parses a list into its plies and whether "..." follows them; `None` if it is no list.
pub(super) fn listed(size: usize, list: &str) -> Option<(Vec<Ply>, bool)> {
    let plies = |input| rule_list(size, input);
    all_consuming(plies).parse(list).finish().ok().map(|(_, plies)| plies)
}

/// Parses `(PLY, PLY, ...)` into the plies and whether "..." follows them.
fn rule_list(size: usize, input: &str) -> IResult<&str, (Vec<Ply>, bool)> {
    let comma = || delimited(multispace0, char(','), multispace0);
    let repetition = map(opt(preceded(comma(), tag("..."))), |dots| dots.is_some());
    let plies = (separated_list1(comma(), |input| ply(size, input)), repetition);
    delimited((char('('), multispace0), plies, (multispace0, char(')'))).parse(input)
}

/// Parses `O23-d4`: a side, rings or `A`, and excluded squares.
fn ply(size: usize, input: &str) -> IResult<&str, Ply> {
    let side = map_opt(one_of("xoXO"), Side::from_letter);
    let ring = map_opt(one_of("123"), |digit| digit.to_digit(10).map(|d| 1 << (d - 1)));
    let rings = map(many1(ring), |rings| rings.into_iter().fold(0, |all: u8, ring| all | ring));
    let square = map_opt(take(2usize), |name| rings::board(size).parse(name));
    let missing = map(opt(preceded(char('-'), many1(square))), Option::unwrap_or_default);
    let parts = (side, alt((value(7, tag_no_case("a")), rings)), missing);
    map(parts, |(side, rings, missing)| Ply {
        side,
        allowed: missing
            .iter()
            .fold(region(size, rings), |set, square| set & !(1 << square.index())),
    })
    .parse(input)
}

/// The text of a ply, which [`ply`] parses.
pub(super) fn entry(size: usize, ply: &Ply) -> String {
    let rings = (0..rings::count(size)).filter(|&i| ply.allowed & region(size, 1 << i) != 0);
    let rings: Vec<usize> = rings.collect();
    let union = rings.iter().fold(0u8, |all, i| all | 1 << i);
    let mut text = ply.side.to_string();
    if rings.len() == rings::count(size) {
        text.push('A');
    } else {
        text.extend(rings.iter().map(|i| (i + 1).to_string()));
    }
    let missing = region(size, union) & !ply.allowed;
    if missing != 0 {
        text.push('-');
    }
    let board = rings::board(size);
    let missing = board.squares().filter(|square| missing >> square.index() & 1 == 1);
    text.extend(missing.map(|square| board.name(square)));
    text
}
