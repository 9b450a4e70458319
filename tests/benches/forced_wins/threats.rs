//! A slow solver of wins by continuous threats. It looks at all lines of the
//! board in each position, and after a three it tries every reply.

use noughts::game::lines::Geometry;
use noughts::game::{Square, Squares};

/// The solver; K is the length of a line.
///
/// A *four* leaves a line of K stones with one empty square, so that the other
/// side has one reply. A *three* threatens a win by fours.
pub(crate) struct Threats<'a, S: Squares> {
    geometry: &'a Geometry<S>,
    /// The number of scans of all lines that are left. At 0 no further win is
    /// found.
    scans: u64,
}

impl<'a, S: Squares> Threats<'a, S> {
    /// Creates a solver that scans all lines at most `scans` times.
    pub(crate) fn new(geometry: &'a Geometry<S>, scans: u64) -> Self {
        Threats { geometry, scans }
    }

    /// The empty squares of all lines that lack at most `missing` stones and
    /// have no stone of the other side.
    fn open(&mut self, own: S, other: S, missing: usize) -> S {
        self.scans = self.scans.saturating_sub(1);
        let mut squares = S::EMPTY;
        for &line in self.geometry.lines() {
            let empty = line - own;
            if empty.len() <= missing && (line & other).is_empty() {
                squares |= empty;
            }
        }
        squares
    }

    /// The moves, replies included, of a shortest win by fours of the side with
    /// the stones `own`, which is to move.
    pub(crate) fn fours(&mut self, own: S, other: S) -> Option<Vec<Square>> {
        let most = self.geometry.board().len();
        let mut moves = Vec::new();
        let mut is_deeper = true;
        (1..=most).find_map(|fours| {
            if !std::mem::replace(&mut is_deeper, false) {
                return None;
            }
            let wins = self.fours_within(own, other, fours, &mut moves, &mut is_deeper);
            wins.then(|| moves.clone())
        })
    }

    /// Whether there is a win of at most this many moves, which are added to
    /// `moves`. Sets `is_deeper` if more moves might help.
    fn fours_within(
        &mut self,
        own: S,
        other: S,
        left: usize,
        moves: &mut Vec<Square>,
        is_deeper: &mut bool,
    ) -> bool {
        if let Some(square) = self.open(own, other, 1).first() {
            moves.push(square);
            return true;
        }
        let Some(candidates) = self.answers(own, other, 2) else { return false };
        if left == 1 || self.scans == 0 {
            *is_deeper |= !candidates.is_empty() && self.scans > 0;
            return false;
        }
        for square in candidates {
            let with = own | S::of(square);
            let Some(reply) = self.open(with, other, 1).first() else { continue };
            let before = moves.len();
            moves.extend([square, reply]);
            if self.fours_within(with, other | S::of(reply), left - 1, moves, is_deeper) {
                return true;
            }
            moves.truncate(before);
        }
        false
    }

    /// The empty squares of lines that lack at most `missing` stones; if the
    /// other side threatens to complete a line, only those that prevent it.
    /// `None` if one move cannot prevent it.
    fn answers(&mut self, own: S, other: S, missing: usize) -> Option<S> {
        let candidates = self.open(own, other, missing);
        let threatened = self.open(other, own, 1);
        match threatened.len() {
            0 => Some(candidates),
            1 => Some(candidates & threatened),
            _ => None,
        }
    }

    /// Whether the side with the stones `own`, which is to move, wins by
    /// threats, of which at most `threats` are not part of a final win by
    /// fours. True is a proof; false is not.
    pub(crate) fn wins(&mut self, own: S, other: S, threats: usize) -> bool {
        if self.fours(own, other).is_some() {
            return true;
        }
        if threats == 0 {
            return false;
        }
        let Some(candidates) = self.answers(own, other, 3) else { return false };
        candidates
            .into_iter()
            .any(|square| self.scans > 0 && self.wins_after(own | S::of(square), other, threats))
    }

    /// Like [`wins`](Threats::wins), after a move of the side.
    fn wins_after(&mut self, own: S, other: S, threats: usize) -> bool {
        if let Some(reply) = self.open(own, other, 1).first() {
            return self.wins(own, other | S::of(reply), threats - 1);
        }
        // The other side has no line to complete: the move has prevented it.
        let Some(threatened) = self.fours(own, other) else { return false };
        let empty = S::all(self.geometry.board()) - own - other;
        // The replies on squares of the threatened win come first: most of the
        // others change nothing.
        let near = empty & threatened.iter().copied().map(S::of).fold(S::EMPTY, |a, b| a | b);
        let replies = near.into_iter().chain(empty - near);
        let mut hard = Vec::new();
        for reply in replies {
            let with = other | S::of(reply);
            if self.scans == 0 {
                return false;
            }
            if !self.still_wins(own, with, &threatened) && self.fours(own, with).is_none() {
                hard.push(with);
            }
        }
        hard.into_iter().all(|with| self.wins(own, with, threats - 1))
    }

    /// Whether the moves of a win by fours still win after another stone of the
    /// other side.
    fn still_wins(&mut self, mut own: S, mut other: S, moves: &[Square]) -> bool {
        for pair in moves.chunks(2) {
            let threatened = self.open(other, own, 1);
            if other.contains(pair[0]) || !(threatened - S::of(pair[0])).is_empty() {
                return pair.len() == 1 && !other.contains(pair[0]);
            }
            own |= S::of(pair[0]);
            let Some(&reply) = pair.get(1) else { return true };
            if other.contains(reply) {
                return false;
            }
            other |= S::of(reply);
        }
        false
    }
}
