//! Rule sets: the board, and the side and the allowed squares of each ply.

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

use super::rings::{self, SIZES, region};
use crate::game::side::Side;
use crate::game::squares::board::Board;
use crate::game::squares::square::Square;

/// The usual number of columns, and of rows.
const USUAL_SIZE: usize = 7;

/// The number of squares, and of plies in every game, on the largest board.
pub const MAX_PLIES: usize = 49;

/// One ply of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The side that plays the ply.
    pub side: Side,
    /// The allowed squares, as bits of the [`BOARD`](super::rings::BOARD).
    pub allowed: u64,
}

/// The rules of all plies of a game. The text of a rule set is its nickname
/// or the list of its plies, `(XA, O1, O3, XA, OA, ...)`; on boards other than 7x7 the size
/// comes first, as in `5:modern`, or `5` with the classical rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    size: usize,
    plies: Arc<[Ply]>,
}

/// The rule sets that have a nickname, with their lists for 7x7. On other boards the centre
/// takes the place of d4; boards of even size have none, so no square is excluded. Swiss and mallorcan
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
        "unknown rules \"{text}\" on {size}x{size}; give a name like modern or (XA, O1, O3, XA, OA, ...)"
    )]
    Syntax {
        /// The text.
        text: String,
        /// The number of columns, and of rows.
        size: usize,
    },
    /// The first ply is O's.
    #[error("X must play the first ply")]
    FirstPly,
    /// "..." does not follow two unrestricted plies, one of each side.
    #[error("\"...\" repeats the last two plies: they must be unrestricted, one of each side")]
    Repetition,
    /// The list does not have as many plies as the board has squares, or has more before
    /// "...".
    #[error("the list needs {needed} plies, or \"...\" at its end; it has {has}")]
    Length {
        /// The number of squares.
        needed: usize,
        /// The number of plies before "...".
        has: usize,
    },
    /// There is no board of this size.
    #[error("TicTacTrains is played on 3x3 to 7x7 squares, not on {0}x{0}")]
    Size(usize),
    /// In some game all squares allowed for this ply are occupied before it.
    #[error("earlier plies can occupy all squares allowed for ply {0}")]
    Stuck(usize),
}

impl RuleSet {
    /// The number of columns, and of rows, of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        rings::board(self.size)
    }

    /// The ring of a square of the board, from 1 for the innermost.
    pub fn ring(&self, square: Square) -> usize {
        rings::ring(self.size, square)
    }

    /// The side that plays a ply (from 0). After the last ply, the opponent of the
    /// side that plays it.
    #[inline]
    pub fn side(&self, ply: usize) -> Side {
        match self.plies.get(ply) {
            Some(ply) => ply.side,
            None => !self.plies[self.plies.len() - 1].side,
        }
    }

    /// The squares allowed for a ply (from 0), occupied or not; none after the last one.
    #[inline]
    pub fn allowed(&self, ply: usize) -> u64 {
        self.plies.get(ply).map_or(0, |ply| ply.allowed)
    }

    /// All plies, one for each square.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The ply (from 0) from which on all plies are unrestricted.
    pub fn unrestricted_from(&self) -> usize {
        let all = rings::squares(self.size);
        let free = |ply: &Ply| ply.allowed == all;
        self.plies.len() - self.plies.iter().rev().take_while(|ply| free(ply)).count()
    }

    /// Whether `side` can have exactly these stones after the first `plies`
    /// plies.
    pub(crate) fn can_leave(&self, plies: usize, side: Side, stones: u64) -> bool {
        let own = self.plies.iter().take(plies).filter(|ply| ply.side == side);
        can_occupy(&own.copied().collect::<Vec<Ply>>(), stones)
    }

    /// Returns the entry of a ply (from 0) in the list, such as `O1-d4`; `None` after the
    /// last ply.
    pub fn entry(&self, ply: usize) -> Option<String> {
        self.plies.get(ply).map(|ply| entry(self.size, ply))
    }

    /// Returns the shortest list of the plies, `(XA, O1, O3, XA, OA, ...)`,
    /// also if the rule set has a nickname.
    pub fn list(&self) -> String {
        let all = self.plies.len();
        let repeats_from = |&listed: &usize| {
            expanded(self.size, &self.plies[..listed], true).is_ok_and(|plies| plies == *self.plies)
        };
        let listed = (2..all).find(repeats_from);
        let plies = self.plies[..listed.unwrap_or(all)].iter().map(|ply| entry(self.size, ply));
        let plies: Vec<String> = plies.chain(listed.map(|_| "...".to_string())).collect();
        format!("({})", plies.join(", "))
    }

    fn checked(size: usize, listed: &[Ply], repeats: bool) -> Result<RuleSet, RulesError> {
        let plies = expanded(size, listed, repeats)?;
        match (0..plies.len()).find(|&ply| can_be_stuck(&plies, ply)) {
            Some(ply) => Err(RulesError::Stuck(ply + 1)),
            None => Ok(RuleSet { size, plies: plies.into() }),
        }
    }

    /// The rule set with this nickname on a board, if there is one.
    fn named(size: usize, name: &str) -> Option<Result<RuleSet, RulesError>> {
        let (_, list) = NAMED.iter().find(|(named, _)| named.eq_ignore_ascii_case(name))?;
        Some(
            listed(size, &list_on(size, list))
                .and_then(|(plies, repeats)| RuleSet::checked(size, &plies, repeats)),
        )
    }
}

impl Default for RuleSet {
    /// The classical rules on 7x7 squares.
    fn default() -> RuleSet {
        let ply = |i: usize| Ply {
            side: if i.is_multiple_of(2) { Side::X } else { Side::O },
            allowed: rings::squares(USUAL_SIZE),
        };
        RuleSet { size: USUAL_SIZE, plies: (0..MAX_PLIES).map(ply).collect() }
    }
}

/// The list of a nickname with the centre of this board in place of d4.
fn list_on(size: usize, list: &str) -> String {
    let excluded = rings::centre(size).map(|at| format!("-{}", rings::board(size).name(at)));
    list.replace("-d4", &excluded.unwrap_or_default())
}

/// The plies of a list that may end with "...", which repeats its last two plies. Does
/// not check that every ply has a free square in all games.
fn expanded(size: usize, listed: &[Ply], repeats: bool) -> Result<Vec<Ply>, RulesError> {
    let needed = size * size;
    let mut plies = listed.to_vec();
    if listed.first().is_none_or(|ply| ply.side != Side::X) {
        return Err(RulesError::FirstPly);
    }
    if repeats {
        let all = rings::squares(size);
        let tail = listed.len().checked_sub(2).map(|from| &listed[from..]);
        let free = |tail: &[Ply]| {
            tail[0].side != tail[1].side && tail.iter().all(|ply| ply.allowed == all)
        };
        if !tail.is_some_and(free) {
            return Err(RulesError::Repetition);
        }
        while plies.len() < needed {
            plies.push(plies[plies.len() - 2]);
        }
    }
    if plies.len() != needed {
        return Err(RulesError::Length { needed, has: listed.len() });
    }
    Ok(plies)
}

/// Whether the plies before `ply` can occupy all squares allowed for it. The
/// other earlier plies then find squares elsewhere, because no earlier ply can
/// be stuck: a matching that covers the squares and a matching that covers the
/// plies combine into one that covers both (Mendelsohn and Dulmage 1958).
fn can_be_stuck(plies: &[Ply], ply: usize) -> bool {
    can_occupy(&plies[..ply], plies[ply].allowed)
}

/// Whether each of these squares can be assigned to a different ply (Kuhn's
/// bipartite matching).
fn can_occupy(plies: &[Ply], squares: u64) -> bool {
    fn reassign(
        square: u64,
        plies: &[Ply],
        taken_by: &mut [Option<u64>; MAX_PLIES],
        tried: &mut [bool; MAX_PLIES],
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
    let mut taken_by = [None; MAX_PLIES];
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        rest &= rest - 1;
        if !reassign(square, plies, &mut taken_by, &mut [false; MAX_PLIES]) {
            return false;
        }
    }
    true
}

impl FromStr for RuleSet {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<RuleSet, RulesError> {
        let text = text.trim();
        let (size, rules) = text.split_once(':').unwrap_or((text, "classical"));
        let (size, rules) = match size_of(size.trim()) {
            Some(size) => (size, rules.trim()),
            None => (USUAL_SIZE, text),
        };
        if !SIZES.contains(&size) {
            return Err(RulesError::Size(size));
        }
        RuleSet::named(size, rules).unwrap_or_else(|| {
            let (plies, repeats) = listed(size, rules)?;
            RuleSet::checked(size, &plies, repeats)
        })
    }
}

/// Parses digits only.
fn size_of(text: &str) -> Option<usize> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Parses a list into its plies and whether "..." follows them.
fn listed(size: usize, list: &str) -> Result<(Vec<Ply>, bool), RulesError> {
    let syntax = |_: Error<&str>| RulesError::Syntax { text: list.to_string(), size };
    let plies = |input| rule_list(size, input);
    all_consuming(plies).parse(list).finish().map(|(_, plies)| plies).map_err(syntax)
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
fn entry(size: usize, ply: &Ply) -> String {
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

/// Writes the size if it is not the usual one, and the nickname if the rule set has one,
/// else the shortest list.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_this = |&&(name, _): &&(&str, &str)| {
            RuleSet::named(self.size, name).is_some_and(|rules| rules.as_ref() == Ok(self))
        };
        let name = NAMED.iter().find(is_this).map(|&(name, _)| name);
        match (self.size, name) {
            (USUAL_SIZE, Some(name)) => f.write_str(name),
            (USUAL_SIZE, None) => f.write_str(&self.list()),
            (size, Some("classical")) => write!(f, "{size}"),
            (size, Some(name)) => write!(f, "{size}:{name}"),
            (size, None) => write!(f, "{size}:{}", self.list()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Result<RuleSet, RulesError> {
        text.parse()
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
    fn every_size_has_the_named_sets() {
        for size in SIZES {
            for (name, _) in NAMED {
                let set = rules(&format!("{size}:{name}")).expect(name);
                assert_eq!((set.size(), set.plies().len()), (size, size * size));
                assert_eq!(set.to_string().parse(), Ok(set.clone()), "{set}");
                assert_eq!(format!("{size}:{}", set.list()).parse(), Ok(set));
            }
        }
        let text = |set: &str| rules(set).map(|set| (set.to_string(), set.list()));
        let pair = |set: &str, list: &str| Ok((set.to_string(), list.to_string()));
        assert_eq!(text("5"), pair("5", "(XA, OA, ...)"));
        assert_eq!(text("7:modern"), pair("modern", "(XA, O1, O3, XA, OA, ...)"));
        assert_eq!(text("6:viennese"), pair("6:viennese", "(XA, O2, O3, XA, OA, ...)"));
        assert_eq!(text("5 : Spanish"), pair("5:spanish", "(XA, O1-c3, O1-c3, XA, OA, ...)"));
        // Ring 3 is the outermost ring of a board without it, and d4 its centre, if it has one.
        assert_eq!(text("5:postmodern"), pair("5:modern", "(XA, O1, O2, XA, OA, ...)"));
        assert_eq!(text("4:spanish"), pair("4:spanish", "(XA, O1, O1, XA, OA, ...)"));
        assert_eq!(text("3:swiss"), pair("3:swiss", "(XA, OA-b2, OA, OA, XA, ...)"));
        assert_eq!(text("5:(XA, O1-b2, XA, OA, ...)"), {
            pair("5:(XA, O1-b2, XA, OA, ...)", "(XA, O1-b2, XA, OA, ...)")
        });
        assert_eq!(rules("2"), Err(RulesError::Size(2)));
        assert_eq!(rules("8:modern"), Err(RulesError::Size(8)));
        assert!(matches!(rules("5:gothic"), Err(RulesError::Syntax { .. })));
        assert!(matches!(rules("5:(XA, O1-g7, XA, OA, ...)"), Err(RulesError::Syntax { .. })));
        let short = RulesError::Length { needed: 9, has: 2 };
        assert_eq!(rules("3:(XA, OA)"), Err(short));
        for odd in ["5:", ":", "5:5", "+5", "0x5", "99999999999999999999"] {
            assert!(rules(odd).is_err(), "{odd}");
        }
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
        assert!(matches!(rules("gothic"), Err(RulesError::Syntax { .. })));
        for bad in ["", "()", "(XA", "(XA, OB, ...)", "(XA, O14, ...)", "(XA, OA-, ...)", "(XA OA)"]
        {
            assert!(matches!(rules(bad), Err(RulesError::Syntax { .. })), "{bad}");
        }
        assert_eq!(rules("(OA, XA, ...)"), Err(RulesError::FirstPly));
        assert_eq!(rules("(XA, O1, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, XA, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, ...)"), Err(RulesError::Repetition));
        assert_eq!(rules("(XA, OA)"), Err(RulesError::Length { needed: 49, has: 2 }));
        let long = format!("({}OA, XA, ...)", "XA, OA, ".repeat(25));
        assert_eq!(rules(&long), Err(RulesError::Length { needed: 49, has: 52 }));
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
