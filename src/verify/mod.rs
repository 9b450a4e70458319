//! Checks a certificate that X wins 4x4x4 from the empty board. It shares
//! nothing with the prover: own lines, own symmetries, own board, own plain
//! search for forced wins. It is written to be read.
//!
//! From each position of the certificate X's move is played and *every* reply
//! of O is tried. After each reply either X has a sequence of forced moves to
//! a line, or X must block a line of O (and then every reply is tried again),
//! or the position must be in the certificate itself.

mod board;
mod forced;
mod geometry;
mod text;

use std::collections::{HashMap, HashSet};
use std::fmt;

use board::{Board, O, X};
use geometry::Geometry;

/// What a sound certificate contained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Entries in the certificate.
    pub entries: usize,
    /// Entries that the proof needed.
    pub used: usize,
    /// Positions with a forced block, which the certificate leaves out.
    pub blocks: usize,
    /// Replies of O tried.
    pub replies: u64,
}

/// Why a certificate is not a proof, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong.
    pub reason: String,
    /// The position that fails, as the squares of X and those of O, X to move
    /// unless the reason says otherwise; or the line that cannot be read.
    pub position: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.reason, self.position)
    }
}

impl std::error::Error for Refused {}

/// Checks a certificate. Takes some seconds, and memory in proportion to the
/// certificate and to [`MOST_POSITIONS`].
///
/// # Errors
///
/// The first position found that the certificate does not prove, or the line
/// that cannot be read.
pub fn verify(certificate: &str) -> Result<Accepted, Refused> {
    verify_from("- -", certificate)
}

/// Checks a certificate that X, to move, wins from a position, which is
/// written as in a certificate: the squares of X and those of O.
///
/// # Errors
///
/// As [`verify`], and if there is no such position.
pub fn verify_from(position: &str, certificate: &str) -> Result<Accepted, Refused> {
    let geometry = Geometry::new();
    let start = text::start(position, &geometry)?.sets;
    let entries = text::parse(certificate, &geometry)?;
    let mut check = Check {
        geometry: &geometry,
        entries: &entries,
        fullest: 0,
        done: HashSet::new(),
        todo: vec![start],
        blocks: 0,
        replies: 0,
    };
    check.fullest = entries.keys().map(|[x, o]| (x | o).count_ones() as usize).max().unwrap_or(0);
    let mut search = forced::Search::default();
    while let Some(sets) = check.todo.pop() {
        check.position(Board::with(&geometry, sets), &mut search)?;
    }
    // What the proof never meets has not been checked: nobody should play it.
    if let Some(&sets) = entries.keys().find(|key| !check.done.contains(*key)) {
        return Err(refuse("no part of the proof", &Board::with(&geometry, sets)));
    }
    let used = check.done.len() - check.blocks;
    let Check { blocks, replies, .. } = check;
    Ok(Accepted { entries: entries.len(), used, blocks, replies })
}

struct Check<'a> {
    geometry: &'a Geometry,
    /// X's move by canonical position, in that orientation.
    entries: &'a HashMap<[u64; 2], usize>,
    /// The most stones in a position of the certificate.
    fullest: usize,
    /// Canonical positions already met.
    done: HashSet<[u64; 2]>,
    /// The stones of X and of O in positions to look at.
    todo: Vec<[u64; 2]>,
    blocks: usize,
    replies: u64,
}

/// More positions than this, checked and waiting, are not followed.
pub const MOST_POSITIONS: usize = 1_000_000;

impl<'a> Check<'a> {
    /// X to move, without a forced win as far as was searched: plays the one
    /// move and all replies.
    fn position(
        &mut self,
        mut board: Board<'a>,
        search: &mut forced::Search,
    ) -> Result<(), Refused> {
        let (key, symmetry) = self.geometry.canonical(&board);
        if !self.done.insert(key) {
            return Ok(());
        }
        if self.done.len() + self.todo.len() > MOST_POSITIONS {
            return Err(refuse("too many positions to follow, the last being", &board));
        }
        let square = match (&board.completions(O)[..], self.entries.get(&key)) {
            ([], Some(&square)) => self.geometry.unmap(symmetry, square),
            ([], None) => return Err(refuse(UNPROVEN, &board)),
            (&[block], _) => {
                self.blocks += 1;
                block
            }
            _ => return Err(refuse("O has two threats", &board)),
        };
        board.play(X, square);
        let completed = board.completions(X);
        for reply in (0..64).filter(|&reply| board.squares[reply] == 0).collect::<Vec<_>>() {
            self.replies += 1;
            board.play(O, reply);
            if board.has_line(O) {
                return Err(refuse("O completes a line", &board));
            }
            // Where X threatens, every reply but one lets it complete the line.
            let misses = completed.iter().any(|&square| square != reply);
            if !misses && !self.known(&board) && !search.wins(&mut board, X) {
                if board.completions(O).is_empty() {
                    return Err(refuse(UNPROVEN, &board));
                }
                self.todo.push(board.sets);
            }
            board.take_back(O, reply);
        }
        Ok(())
    }

    /// Whether a position is in the certificate; then it is put on the list.
    fn known(&mut self, board: &Board<'_>) -> bool {
        let known = board.stones() <= self.fullest
            && self.entries.contains_key(&self.geometry.canonical(board).0);
        if known {
            self.todo.push(board.sets);
        }
        known
    }
}

const UNPROVEN: &str = "neither won by force nor in the certificate";

fn refuse(reason: &str, board: &Board<'_>) -> Refused {
    Refused { reason: reason.to_string(), position: text::position(board) }
}
