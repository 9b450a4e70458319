//! Rule sets: the board, and the side and the allowed squares of each ply.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::plies::{Ply, entry, listed};
use super::rings::{self, SIZES};
use crate::game::side::Side;
use crate::game::squares::board::Board;
use crate::game::squares::square::Square;

/// The usual number of columns, and of rows.
const USUAL_SIZE: usize = 7;

/// The number of squares, and of plies in every game, on the largest board.
pub const MAX_PLIES: usize = 49;

/// The rules of all plies of a game. The text of a rule set is its nickname
/// or the list of its plies, `(XA, O1, O3, XA, OA, ...)`; on boards other than 7x7 the size
/// comes first, as in `5:modern`, or `5` with the classical rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    size: usize,
    plies: Arc<[Ply]>,
}

/// The nickname of the rules in which the sides alternate and every square is allowed.
const CLASSICAL: &str = "classical";

/// The rule sets that have a nickname, with their lists for 7x7. On other boards the centre
/// takes the place of d4; boards of even size have none, so no square is excluded. Swiss and mallorcan
/// are looser than their usual descriptions ("O1, O2, O3" and "O1, O3, O3");
/// they follow the original program.
pub const NAMED: [(&str, &str); 7] = [
    (CLASSICAL, "(XA, OA, ...)"),
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

    /// Whether the board has 7x7 squares.
    pub fn is_usual_size(&self) -> bool {
        self.size == USUAL_SIZE
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

    /// Returns the nickname, if the rule set has one on this board, else the shortest list.
    pub fn name(&self) -> String {
        let is_this = |&&(name, _): &&(&str, &str)| {
            RuleSet::named(self.size, name).is_some_and(|rules| rules.as_ref() == Ok(self))
        };
        NAMED.iter().find(is_this).map_or_else(|| self.list(), |(name, _)| name.to_string())
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
        Some(RuleSet::of_list(size, &list_on(size, list)))
    }

    fn of_list(size: usize, list: &str) -> Result<RuleSet, RulesError> {
        let syntax = || RulesError::Syntax { text: list.to_string(), size };
        let (plies, repeats) = listed(size, list).ok_or_else(syntax)?;
        RuleSet::checked(size, &plies, repeats)
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
        let (size, rules) = text.split_once(':').unwrap_or((text, CLASSICAL));
        let (size, rules) = match size_of(size.trim()) {
            Some(size) => (size, rules.trim()),
            None => (USUAL_SIZE, text),
        };
        if !SIZES.contains(&size) {
            return Err(RulesError::Size(size));
        }
        RuleSet::named(size, rules).unwrap_or_else(|| RuleSet::of_list(size, rules))
    }
}

/// Parses digits only.
fn size_of(text: &str) -> Option<usize> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Writes the size if it is not the usual one, and the [name](RuleSet::name).
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self.size {
            USUAL_SIZE => f.write_str(&name),
            size if name == CLASSICAL => write!(f, "{size}"),
            size => write!(f, "{size}:{name}"),
        }
    }
}

#[cfg(test)]
mod tests;
