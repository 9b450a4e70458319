//! Checks a certificate that X wins 4x4x4 from the empty board.
//!
//! From each position of the certificate the checker plays X's move and tries
//! *every* reply of O. After each reply, X must have a forced win, or must
//! block a line of O (and then the checker tries every reply again), or the
//! position must itself be in the certificate.

mod board;
mod dictionary;
mod forced;
mod geometry;
mod text;

use std::collections::{HashMap, HashSet};

use board::{Board, O, X};
pub use dictionary::from_dictionary;
use geometry::Geometry;
use text::refuse;

use super::refused::Refused;

/// Statistics of an accepted certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The number of entries in the certificate.
    pub entries: usize,
    /// The number of entries that the proof needs.
    pub used: usize,
    /// The number of positions with a forced block, which the certificate
    /// omits.
    pub blocks: usize,
    /// The number of replies of O tried.
    pub replies: u64,
}

/// The number of positions between two calls for progress.
const PROGRESS: usize = 256;

/// Checks a certificate. Takes a few seconds, and memory in proportion to the
/// certificate and to [`MAX_POSITIONS`].
///
/// # Errors
///
/// The first position that the certificate does not prove, or the first
/// malformed line.
pub fn verify(certificate: &str) -> Result<Accepted, Refused> {
    verify_from("- -", certificate)
}

/// As [`verify`]; calls `progress` now and then with the number of entries
/// checked and the number of all.
///
/// # Errors
///
/// As for [`verify`].
pub fn verify_with_progress(
    certificate: &str,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Accepted, Refused> {
    check("- -", certificate, progress)
}

/// Checks a certificate that X, to move, wins from a position, which is written
/// as in a certificate: the squares of X and those of O.
///
/// # Errors
///
/// As for [`verify`], and when the position is malformed or impossible.
pub fn verify_from(position: &str, certificate: &str) -> Result<Accepted, Refused> {
    check(position, certificate, &mut |_, _| {})
}

fn check(
    position: &str,
    certificate: &str,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Accepted, Refused> {
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
        if check.done.len().is_multiple_of(PROGRESS) {
            progress(check.done.len() - check.blocks, entries.len());
        }
    }
    // The proof has not checked entries that it never reached, so a player must
    // not rely on them.
    if let Some(&sets) = entries.keys().find(|key| !check.done.contains(*key)) {
        return Err(refuse("the proof does not need this entry", &Board::with(&geometry, sets)));
    }
    let used = check.done.len() - check.blocks;
    let Check { blocks, replies, .. } = check;
    Ok(Accepted { entries: entries.len(), used, blocks, replies })
}

/// The state of a check: positions done and to do.
struct Check<'a> {
    geometry: &'a Geometry,
    /// X's move in each canonical position, in the orientation of that
    /// position.
    entries: &'a HashMap<[u64; 2], usize>,
    /// The greatest number of stones in a position of the certificate.
    fullest: usize,
    /// The canonical positions already checked.
    done: HashSet<[u64; 2]>,
    /// The stones of X and of O in the positions still to check.
    todo: Vec<[u64; 2]>,
    blocks: usize,
    replies: u64,
}

/// The maximum number of positions, checked and waiting, of a check; beyond it
/// the certificate is refused.
pub const MAX_POSITIONS: usize = 1_000_000;

impl<'a> Check<'a> {
    /// Checks a position with X to move where the search found no forced win:
    /// plays X's move and tries all replies.
    fn position(
        &mut self,
        mut board: Board<'a>,
        search: &mut forced::Search,
    ) -> Result<(), Refused> {
        let (key, symmetry) = self.geometry.canonical(&board.squares);
        if !self.done.insert(key) {
            return Ok(());
        }
        if self.done.len() + self.todo.len() > MAX_POSITIONS {
            return Err(refuse("too many positions to check", &board));
        }
        let square = match (&board.completions(O)[..], self.entries.get(&key)) {
            ([], Some(&square)) => self.geometry.unmap(symmetry, square),
            ([], None) => return Err(refuse(UNPROVEN, &board)),
            (&[block], entry) => {
                let is_other = |&square| self.geometry.unmap(symmetry, square) != block;
                if entry.is_some_and(is_other) {
                    return Err(refuse("the move does not stop O's threat", &board));
                }
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
            // If X threatens a line, X completes it after every reply but one.
            let misses = completed.iter().any(|&square| square != reply);
            if !misses && !self.add_if_known(&board) && !search.wins(&mut board, X) {
                if board.completions(O).is_empty() {
                    return Err(refuse(UNPROVEN, &board));
                }
                self.todo.push(board.sets);
            }
            board.take_back(O, reply);
        }
        Ok(())
    }

    /// Whether the certificate contains a position. If so, adds the position to
    /// the list to check.
    fn add_if_known(&mut self, board: &Board<'_>) -> bool {
        let known = board.stones() <= self.fullest
            && self.entries.contains_key(&self.geometry.canonical(&board.squares).0);
        if known {
            self.todo.push(board.sets);
        }
        known
    }
}

const UNPROVEN: &str = "neither a forced win nor in the certificate";
