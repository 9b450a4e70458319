//! Which replies can the defender try after a move of the attacker? The heart
//! of the proof: let the defender pass, find the attacker's forced win, and
//! only replies that destroy it need be looked at.

use super::bits::Bits;
use super::forcing::{Forcing, Verdict};
use super::geometry::{Cube, Geometry};
use super::position::Position;
use super::sequence::Sequence;
use super::{ATTACKER, DEFENDER};
use crate::search::Meter;

/// Nodes a forcing-sequence search may take. Below about 2,000 proofs are
/// lost.
const BUDGET: u64 = 4_000;

/// What a move of the attacker is good for, the defender to move.
#[derive(Clone, Debug)]
pub(super) enum Threat {
    /// The defender has a forced win itself.
    Blunder,
    /// Nothing forced is threatened.
    Quiet,
    /// If the defender passed, this would win.
    Wins(Sequence),
}

/// What the defender could do if the attacker passed. A stone of the attacker
/// more never helps the defender, so this bounds what it can do after a move.
#[derive(Clone, Debug)]
pub(super) enum Danger {
    /// No forced win, whatever the attacker plays.
    None,
    /// This forced win, unless the attacker's move is in its way.
    Sequence(Sequence),
    /// Not known.
    Unknown,
}

/// The replies that no forced win of the attacker refutes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survivors<C: Cube> {
    pub(super) replies: C::Board,
    /// Whether these are all.
    pub(super) complete: bool,
    /// The plies that the longest of the forced wins against the others takes.
    pub(super) plies: u32,
}

/// A sequence that wins if the defender passes.
#[derive(Clone, Copy, Debug)]
struct Known<C: Cube> {
    sequence: Sequence,
    /// Replies elsewhere do not stop it.
    sensitive: C::Board,
}

/// Finds the surviving replies, remembering winning sequences from one reply
/// to the next.
#[derive(Debug)]
pub(super) struct Defence<C: Cube> {
    geometry: &'static Geometry<C>,
    /// Both sides' forcing-sequence search.
    pub(super) forcing: Forcing<C>,
    known: Vec<Known<C>>,
    /// How often each reply has survived lately: those are tried first.
    survived: [u32; 128],
}

impl<C: Cube> Default for Defence<C> {
    fn default() -> Self {
        Defence {
            geometry: C::geometry(),
            forcing: Forcing::default(),
            known: Vec::new(),
            survived: [0; 128],
        }
    }
}

impl<C: Cube> Defence<C> {
    /// Begins with another position: what survived before says nothing.
    pub(super) fn begin(&mut self) {
        self.survived = [0; 128];
    }

    /// What the defender threatens with the attacker to move.
    pub(super) fn danger(&mut self, position: &Position<C>, meter: &mut Meter<'_>) -> Danger {
        match self.forcing.search(position, DEFENDER, BUDGET, meter) {
            Verdict::Win(sequence) => Danger::Sequence(sequence),
            Verdict::NoWin => Danger::None,
            Verdict::Unknown => Danger::Unknown,
        }
    }

    /// What the attacker's last move threatens.
    pub(super) fn threat(
        &mut self,
        position: &Position<C>,
        danger: &Danger,
        meter: &mut Meter<'_>,
    ) -> Threat {
        if position.threats(ATTACKER) != 0 {
            return match position.threats(DEFENDER) {
                0 => Threat::Wins(Sequence::EMPTY),
                _ => Threat::Blunder,
            };
        }
        let loses = match danger {
            Danger::None => false,
            Danger::Sequence(sequence) if sequence.wins(self.geometry, position, DEFENDER) => true,
            _ => matches!(self.forcing.search(position, DEFENDER, BUDGET, meter), Verdict::Win(_)),
        };
        if loses {
            return Threat::Blunder;
        }
        match self.forcing.search(position, ATTACKER, BUDGET, meter) {
            Verdict::Win(sequence) => Threat::Wins(sequence),
            _ => Threat::Quiet,
        }
    }

    /// The replies that survive, where `threat` wins against a pass. Stops
    /// when `enough` says so of those found.
    pub(super) fn survivors(
        &mut self,
        position: &Position<C>,
        threat: Sequence,
        enough: impl Fn(C::Board) -> bool,
        meter: &mut Meter<'_>,
    ) -> Survivors<C> {
        self.known.clear();
        self.remember(position, threat);
        let mut found =
            Survivors { replies: C::Board::EMPTY, complete: false, plies: threat.plies() };
        let empty = position.empty(self.geometry);
        // The squares of the sequence first: there it is most likely to break.
        let likely = threat.squares(self.geometry, position, ATTACKER);
        let mut order: Vec<usize> = (empty & likely).members().collect();
        order.sort_by_key(|&square| std::cmp::Reverse(self.survived[square]));
        for reply in order.into_iter().chain((empty & !likely).members()) {
            if let Some(plies) = self.refuted(position, reply, meter) {
                found.plies = found.plies.max(plies);
                continue;
            }
            self.survived[reply] += 1;
            found.replies |= C::Board::of(reply);
            if enough(found.replies) || meter.stopped() {
                return found;
            }
        }
        found.complete = true;
        found
    }

    /// Keeps a sequence that wins after a pass.
    fn remember(&mut self, position: &Position<C>, sequence: Sequence) {
        let sensitive = sequence.sensitive(self.geometry, position, ATTACKER);
        self.known.push(Known { sequence, sensitive });
    }

    /// The plies of a forced win of the attacker after this reply, if it has
    /// one; sequences that won before are tried first.
    fn refuted(
        &mut self,
        position: &Position<C>,
        reply: usize,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if let Some(known) = self.known.iter().rev().find(|known| !known.sensitive.has(reply)) {
            return Some(known.sequence.plies());
        }
        let after = position.after(self.geometry, DEFENDER, reply);
        let wins = |known: &Known<C>| known.sequence.wins(self.geometry, &after, ATTACKER);
        if let Some(at) = self.known.iter().rposition(wins) {
            let last = self.known.len() - 1;
            self.known.swap(at, last);
            return self.known.last().map(|known| known.sequence.plies());
        }
        match self.forcing.search(&after, ATTACKER, BUDGET, meter) {
            Verdict::Win(sequence) => {
                // Without the reply it wins all the more.
                self.remember(position, sequence);
                Some(sequence.plies())
            }
            _ => None,
        }
    }
}
