//! Rule sets: the side and the allowed squares of each of the 49 plies.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take};
use nom::character::complete::{char, multispace0, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::error::Error;
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded};
use nom::{Finish, IResult, Parser};

use crate::game::side::Side;
use crate::game::squares::board::Board;
use crate::game::squares::square::Square;

/// The 7x7 board. Its rows start 8 indices apart: the empty eighth column keeps
/// a shift by one square from running into the next row.
///
/// ```text
///  bit  0  1  2  3  4  5  6 (7)    rank 7, files a to g
///       8  9 10 11 12 13 14(15)    rank 6
///            ...
///      48 49 50 51 52 53 54(55)    rank 1
/// ```
pub const BOARD: Board = Board::flat_with_stride(7, 7, 8);

/// The number of squares, and of plies in every game.
pub const PLIES: usize = 49;

/// One ply of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The side that plays the ply.
    pub side: Side,
    /// The allowed squares, as bits of the [`BOARD`].
    pub allowed: u64,
}

/// The rules of the 49 plies of a game. The text of a rule set is its nickname
/// or the list of its plies, `(XA, O1, O3, XA, OA, ...)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    plies: Arc<[Ply; PLIES]>,
}

/// The rule sets that have a nickname, with their lists. Swiss and mallorcan
/// are looser than their usual descriptions ("O1, O2, O3" and "O1, O3, O3");
/// they follow the original program.
pub const NAMED: [(&str, &str); 7] = [
    ("classical", "(XA, OA, ...)"),
    ("modern", "(XA, O1, O3, XA, OA, ...)"),
    ("postmodern", "(XA, O1, O2, XA, OA, ...)"),
    ("spanish", "(XA, O1-d4, O1-d4, XA, OA, ...)"),
    ("swiss", "(XA, OA-d4, O23, O3, XA, OA, ...)"),
    ("viennese", "(XA, O2, O3, XA, OA, ...)"),
    ("mallorcan", "(XA, OA-d4, O3, O3, XA, OA, ...)"),
];

/// Why a text is not a rule set. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The text is neither a nickname nor a list of plies.
    #[error(
        "unknown rules \"{0}\"; give a name like modern or a list like (XA, O1, O3, XA, OA, ...)"
    )]
    Syntax(String),
    /// The first ply is O's.
    #[error("X must play the first ply")]
    FirstPly,
    /// "..." does not follow two unrestricted plies, one of each side.
    #[error("\"...\" repeats the last two plies: they must be unrestricted, one of each side")]
    Repetition,
    /// The list does not have 49 plies, or has more than 49 before "...".
    #[error("the list needs 49 plies, or \"...\" at its end; it has {0}")]
    Length(usize),
    /// In some game all squares allowed for this ply are occupied before it.
    #[error("earlier plies can occupy all squares allowed for ply {0}")]
    Stuck(usize),
}

impl RuleSet {
    /// The side that plays a ply (from 0). From ply 49 on, the opponent of the
    /// side that plays the last ply.
    #[inline]
    pub fn side(&self, ply: usize) -> Side {
        match self.plies.get(ply) {
            Some(ply) => ply.side,
            None => !self.plies[PLIES - 1].side,
        }
    }

    /// The squares allowed for a ply (from 0), occupied or not; none from ply
    /// 49 on.
    #[inline]
    pub fn allowed(&self, ply: usize) -> u64 {
        self.plies.get(ply).map_or(0, |ply| ply.allowed)
    }

    /// All plies.
    pub fn plies(&self) -> &[Ply; PLIES] {
        &self.plies
    }

    /// The ply (from 0) from which on all plies are unrestricted.
    pub fn unrestricted_from(&self) -> usize {
        let free = |ply: &Ply| ply.allowed == region(7);
        PLIES - self.plies.iter().rev().take_while(|ply| free(ply)).count()
    }

    /// Whether `side` can have exactly these stones after the first `plies`
    /// plies.
    pub(crate) fn can_leave(&self, plies: usize, side: Side, stones: u64) -> bool {
        let own = self.plies.iter().take(plies).filter(|ply| ply.side == side);
        can_occupy(&own.copied().collect::<Vec<Ply>>(), stones)
    }

    /// Returns the shortest list of the plies, `(XA, O1, O3, XA, OA, ...)`,
    /// also if the rule set has a nickname.
    pub fn list(&self) -> String {
        let repeats_from =
            |&listed: &usize| expanded(&self.plies[..listed], true).as_ref() == Ok(&*self.plies);
        let listed = (2..PLIES).find(repeats_from);
        let plies = self.plies[..listed.unwrap_or(PLIES)].iter().map(Ply::to_string);
        let plies: Vec<String> = plies.chain(listed.map(|_| "...".to_string())).collect();
        format!("({})", plies.join(", "))
    }

    fn checked(listed: &[Ply], repeats: bool) -> Result<RuleSet, RulesError> {
        let plies = expanded(listed, repeats)?;
        match (0..PLIES).find(|&ply| can_be_stuck(&plies, ply)) {
            Some(ply) => Err(RulesError::Stuck(ply + 1)),
            None => Ok(RuleSet { plies: Arc::new(plies) }),
        }
    }
}

impl Default for RuleSet {
    /// The classical rules: the sides alternate, every square is allowed.
    fn default() -> RuleSet {
        let ply = |i: usize| Ply {
            side: if i.is_multiple_of(2) { Side::X } else { Side::O },
            allowed: region(7),
        };
        RuleSet { plies: Arc::new(std::array::from_fn(ply)) }
    }
}

/// The plies of a list that may end with "...", which repeats its last two plies. Does
/// not check that every ply has a free square in all games.
fn expanded(listed: &[Ply], repeats: bool) -> Result<[Ply; PLIES], RulesError> {
    let mut plies = listed.to_vec();
    if listed.first().is_none_or(|ply| ply.side != Side::X) {
        return Err(RulesError::FirstPly);
    }
    if repeats {
        let tail = listed.len().checked_sub(2).map(|from| &listed[from..]);
        let free = |tail: &[Ply]| {
            tail[0].side != tail[1].side && tail.iter().all(|ply| ply.allowed == region(7))
        };
        if !tail.is_some_and(free) {
            return Err(RulesError::Repetition);
        }
        while plies.len() < PLIES {
            plies.push(plies[plies.len() - 2]);
        }
    }
    plies.try_into().map_err(|plies: Vec<Ply>| RulesError::Length(plies.len()))
}

/// Whether the plies before `ply` can occupy all squares allowed for it. The
/// other earlier plies then find squares elsewhere, because no earlier ply can
/// be stuck: a matching that covers the squares and a matching that covers the
/// plies combine into one that covers both (Mendelsohn and Dulmage 1958).
fn can_be_stuck(plies: &[Ply; PLIES], ply: usize) -> bool {
    can_occupy(&plies[..ply], plies[ply].allowed)
}

/// Whether each of these squares can be assigned to a different ply (Kuhn's
/// bipartite matching).
fn can_occupy(plies: &[Ply], squares: u64) -> bool {
    fn reassign(
        square: u64,
        plies: &[Ply],
        taken_by: &mut [Option<u64>; PLIES],
        tried: &mut [bool; PLIES],
    ) -> bool {
        for (i, earlier) in plies.iter().enumerate() {
            if earlier.allowed & square == 0 || std::mem::replace(&mut tried[i], true) {
                continue;
            }
            let free = match taken_by[i] {
                None => true,
                Some(other) => reassign(other, plies, taken_by, tried),
            };
            if free {
                taken_by[i] = Some(square);
                return true;
            }
        }
        false
    }
    let mut rest = squares;
    let mut taken_by = [None; PLIES];
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        rest &= rest - 1;
        if !reassign(square, plies, &mut taken_by, &mut [false; PLIES]) {
            return false;
        }
    }
    true
}

/// Returns the union of rings: bit `i` of `rings` stands for ring `i + 1`. Ring
/// 1 is the inner 3x3 with d4, ring 2 the 16 squares around it, ring 3 the
/// outer 24.
fn region(rings: u8) -> u64 {
    let inside = |&square: &Square| {
        let (column, row, _) = BOARD.coordinates(square);
        let ring = column.abs_diff(3).max(row.abs_diff(3)).saturating_sub(1);
        rings >> ring & 1 == 1
    };
    BOARD.squares().filter(inside).fold(0, |set, square| set | 1 << square.index())
}

impl FromStr for RuleSet {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<RuleSet, RulesError> {
        let text = text.trim();
        let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let (plies, repeats) = listed(named.map_or(text, |(_, list)| list))?;
        RuleSet::checked(&plies, repeats)
    }
}

/// Parses a list into its plies and whether "..." follows them.
fn listed(list: &str) -> Result<(Vec<Ply>, bool), RulesError> {
    let syntax = |_: Error<&str>| RulesError::Syntax(list.to_string());
    all_consuming(rule_list).parse(list).finish().map(|(_, plies)| plies).map_err(syntax)
}

/// Parses `(PLY, PLY, ...)` into the plies and whether "..." follows them.
fn rule_list(input: &str) -> IResult<&str, (Vec<Ply>, bool)> {
    let comma = || delimited(multispace0, char(','), multispace0);
    let repetition = map(opt(preceded(comma(), tag("..."))), |dots| dots.is_some());
    let plies = (separated_list1(comma(), ply), repetition);
    delimited((char('('), multispace0), plies, (multispace0, char(')'))).parse(input)
}

/// Parses `O23-d4`: a side, rings or `A`, and excluded squares.
fn ply(input: &str) -> IResult<&str, Ply> {
    let side = map_opt(one_of("xoXO"), Side::from_letter);
    let ring = map_opt(one_of("123"), |digit| digit.to_digit(10).map(|d| 1 << (d - 1)));
    let rings = map(many1(ring), |rings| rings.into_iter().fold(0, |all: u8, ring| all | ring));
    let square = map_opt(take(2usize), |name| BOARD.parse(name));
    let missing = map(opt(preceded(char('-'), many1(square))), Option::unwrap_or_default);
    let parts = (side, alt((value(7, tag_no_case("a")), rings)), missing);
    map(parts, |(side, rings, missing)| Ply {
        side,
        allowed: missing.iter().fold(region(rings), |set, square| set & !(1 << square.index())),
    })
    .parse(input)
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rings = (0..3).filter(|&i| self.allowed & region(1 << i) != 0);
        let rings = rings.fold(0u8, |all, i| all | 1 << i);
        write!(f, "{}", self.side)?;
        if rings == 7 {
            f.write_str("A")?;
        } else {
            (1..4).filter(|i| rings >> (i - 1) & 1 == 1).try_for_each(|i| write!(f, "{i}"))?;
        }
        let missing = region(rings) & !self.allowed;
        if missing != 0 {
            f.write_str("-")?;
        }
        BOARD
            .squares()
            .filter(|square| missing >> square.index() & 1 == 1)
            .try_for_each(|square| f.write_str(&BOARD.name(square)))
    }
}

/// Writes the nickname if the rule set has one, else the shortest list.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |list| listed(list).and_then(|(plies, repeats)| expanded(&plies, repeats));
        let same = |list| plies(list).as_ref() == Ok(&*self.plies);
        if let Some((name, _)) = NAMED.iter().find(|(_, list)| same(list)) {
            return f.write_str(name);
        }
        f.write_str(&self.list())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<RuleSet, RulesError> {
        text.parse()
    }

    #[test]
    fn rings_have_their_sizes() {
        assert_eq!([1, 2, 4, 7].map(|rings| region(rings).count_ones()), [9, 16, 24, 49]);
        assert_ne!(region(1) & 1 << 27, 0, "ring 1 has d4");
    }

    #[test]
    fn named_sets_print_as_their_names_and_lists_as_lists() {
        for (name, list) in NAMED {
            assert_eq!(rules(list).map(|r| r.to_string()), Ok(name.to_string()));
            assert_eq!(rules(list), rules(&name.to_uppercase()));
        }
        assert_eq!(rules("classical"), Ok(RuleSet::default()));
        for text in [
            "(XA, OA-d4, XA, OA, ...)",
            "(X1, O23-g7a1, OA, XA, ...)",
            "(XA, OA, OA, XA, XA, OA, ...)",
        ] {
            assert_eq!(rules(text).map(|r| r.to_string()), Ok(text.to_string()));
        }
        let full = format!("({}XA-a1)", "XA, OA, ".repeat(24));
        assert_eq!(rules(&full), Err(RulesError::Stuck(49)));
        let full = format!("({}OA)", "XA, OA, ".repeat(24));
        assert_eq!(rules(&full).map(|r| r.to_string()), Ok(full));
    }

    #[test]
    fn spaces_and_case_do_not_matter() {
        assert_eq!(rules("(xa,o1,o3,xa,oa,...)"), rules("modern"));
        assert_eq!(rules("  ( XA , O1 , O3 , XA , OA , ... ) "), rules("modern"));
        assert_eq!(rules("(XA, O321, XA, OA, ...)"), rules("classical"));
    }

    #[test]
    fn swiss_and_mallorcan_allow_the_squares_of_the_original_program() {
        let swiss = rules("swiss").map(|r| (1..4).map(|i| r.allowed(i).count_ones()).collect());
        assert_eq!(swiss, Ok(vec![48, 40, 24]));
        let mallorcan =
            rules("mallorcan").map(|r| (1..4).map(|i| r.allowed(i).count_ones()).collect());
        assert_eq!(mallorcan, Ok(vec![48, 24, 24]));
        assert_eq!(rules("swiss").map(|r| r.unrestricted_from()), Ok(4));
        assert_eq!(rules("classical").map(|r| r.unrestricted_from()), Ok(0));
    }

    #[test]
    fn a_malformed_rule_set_is_refused_with_the_reason() {
        assert!(matches!(rules("gothic"), Err(RulesError::Syntax(_))));
        for bad in ["", "()", "(XA", "(XA, OB, ...)", "(XA, O14, ...)", "(XA, OA-, ...)", "(XA OA)"]
        {
            assert!(matches!(rules(bad), Err(RulesError::Syntax(_))), "{bad}");
        }
        assert_eq!(rules("(OA, XA, ...)"), Err(RulesError::FirstPly));
        assert_eq!(rules("(XA, O1, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, XA, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, OA)"), Err(RulesError::Length(2)));
        let long = format!("({}OA, XA, ...)", "XA, OA, ".repeat(25));
        assert_eq!(rules(&long), Err(RulesError::Length(52)));
    }

    #[test]
    fn a_ply_that_can_be_stuck_is_refused() {
        let only_centre = "1-c5d5e5c4e4c3d3e3";
        let text = format!("(X{only_centre}, O{only_centre}, XA, OA, ...)");
        assert_eq!(rules(&text), Err(RulesError::Stuck(2)));
        assert_eq!(rules(&format!("(XA, O{only_centre}, XA, OA, ...)")), Err(RulesError::Stuck(2)));
        // Nine plies can fill ring 1 before the tenth, which needs a square
        // there, unless one of the nine is restricted to another ring.
        let inside = "X1, O1, ".repeat(4);
        assert_eq!(rules(&format!("({inside}X1, O1, XA, OA, ...)")), Err(RulesError::Stuck(10)));
        assert!(rules(&format!("({inside}X2, O1, XA, OA, ...)")).is_ok());
    }
}
