//! Finds the replies of the defender that survive a move of the attacker, the
//! core of the proof search: if the attacker has a forced win after a pass,
//! only replies that break it need to be searched.

use super::forcing::{ForcingResult, ForcingSearch};
use super::sequence::Sequence;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{ATTACKER, Cube, CubePosition, DEFENDER, Geometry};
use crate::search::task::sorting::sort_by_key;

/// Nodes of one forcing-sequence search. With fewer than about 2,000 some
/// proofs are no longer found.
const FORCING_NODES: u64 = 4_000;

/// What the attacker's last move threatens, the defender to move.
#[derive(Clone, Debug)]
pub(crate) enum Threat {
    /// Nothing that helps: the defender has a forced win.
    Blunder,
    /// No forced win is threatened.
    Quiet,
    /// This sequence wins if the defender passes.
    Wins(Sequence),
}

/// What the defender threatens before the attacker's move. Another stone of the
/// attacker never helps the defender, so this bounds what it threatens after
/// any move.
#[derive(Clone, Debug)]
pub(crate) enum Danger {
    /// No forced win, whichever move the attacker plays.
    None,
    /// This forced win, unless the attacker's move breaks it.
    Sequence(Sequence),
    /// Not decided within the budget.
    Unknown,
}

/// The replies that no forced win of the attacker refutes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survivors<C: Cube> {
    pub(crate) replies: C::Board,
    /// Whether all replies were tried.
    pub(crate) complete: bool,
    /// The plies of the longest forced win found, after a pass or a reply.
    pub(crate) plies: u32,
}

/// A sequence that wins if the defender passes.
#[derive(Clone, Copy, Debug)]
struct WinAfterPass<C: Cube> {
    sequence: Sequence,
    /// Replies on other squares do not break it.
    sensitive: C::Board,
}

/// Finds the surviving replies, trying the winning sequences of earlier replies
/// first.
#[derive(Debug)]
pub(crate) struct Defence<C: Cube> {
    geometry: &'static Geometry<C>,
    /// The forcing-sequence search, used for both sides.
    pub(crate) forcing: ForcingSearch<C>,
    known: Vec<WinAfterPass<C>>,
    /// How often each reply has survived since `begin`: larger ones are tried
    /// first.
    survived: [u32; 128],
}

impl<C: Cube> Default for Defence<C> {
    fn default() -> Self {
        Defence {
            geometry: C::geometry(),
            forcing: ForcingSearch::default(),
            known: Vec::new(),
            survived: [0; 128],
        }
    }
}

impl<C: Cube> Defence<C> {
    /// Begins another node, for which earlier survivors are no guide.
    pub(crate) fn begin(&mut self) {
        self.survived = [0; 128];
    }

    /// What the defender threatens, the attacker to move.
    pub(crate) fn danger(&mut self, position: &CubePosition<C>, meter: &mut Meter<'_>) -> Danger {
        match self.forcing.search(position, DEFENDER, FORCING_NODES, meter) {
            ForcingResult::Win(sequence) => Danger::Sequence(sequence),
            ForcingResult::NoWin => Danger::None,
            ForcingResult::Unknown => Danger::Unknown,
        }
    }

    /// What the attacker's last move threatens.
    pub(crate) fn threat(
        &mut self,
        position: &CubePosition<C>,
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
            _ => matches!(
                self.forcing.search(position, DEFENDER, FORCING_NODES, meter),
                ForcingResult::Win(_)
            ),
        };
        if loses {
            return Threat::Blunder;
        }
        match self.forcing.search(position, ATTACKER, FORCING_NODES, meter) {
            ForcingResult::Win(sequence) => Threat::Wins(sequence),
            _ => Threat::Quiet,
        }
    }

    /// The surviving replies, where `threat` wins after a pass. Stops early
    /// once `enough` returns `true` for those found so far.
    pub(crate) fn survivors(
        &mut self,
        position: &CubePosition<C>,
        threat: Sequence,
        enough: impl Fn(C::Board) -> bool,
        meter: &mut Meter<'_>,
    ) -> Survivors<C> {
        self.known.clear();
        self.remember(position, threat);
        let mut found =
            Survivors { replies: C::Board::EMPTY, complete: false, plies: threat.plies() };
        let empty = position.empty(self.geometry);
        // Replies on the squares of the sequence are the likeliest to break it.
        let likely = threat.squares(self.geometry, position, ATTACKER);
        let mut order: Vec<usize> = (empty & likely).members().collect();
        sort_by_key(&mut order, |&square| std::cmp::Reverse(self.survived[square]));
        for reply in order.into_iter().chain((empty & !likely).members()) {
            if let Some(plies) = self.refute(position, reply, meter) {
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

    /// Stores a sequence that wins after a pass.
    fn remember(&mut self, position: &CubePosition<C>, sequence: Sequence) {
        let sensitive = sequence.sensitive(self.geometry, position, ATTACKER);
        self.known.push(WinAfterPass { sequence, sensitive });
    }

    /// The plies of a forced win of the attacker after this reply, if there is
    /// one. Tries the stored sequences before a new search.
    fn refute(
        &mut self,
        position: &CubePosition<C>,
        reply: usize,
        meter: &mut Meter<'_>,
    ) -> Option<u32> {
        if let Some(known) = self.known.iter().rev().find(|known| !known.sensitive.has(reply)) {
            return Some(known.sequence.plies());
        }
        let after = position.after(self.geometry, DEFENDER, reply);
        let wins = |known: &WinAfterPass<C>| known.sequence.wins(self.geometry, &after, ATTACKER);
        if let Some(at) = self.known.iter().rposition(wins) {
            let last = self.known.len() - 1;
            self.known.swap(at, last);
            return self.known.last().map(|known| known.sequence.plies());
        }
        match self.forcing.search(&after, ATTACKER, FORCING_NODES, meter) {
            ForcingResult::Win(sequence) => {
                // It also wins without the reply, that is after a pass.
                self.remember(position, sequence);
                Some(sequence.plies())
            }
            _ => None,
        }
    }
}
