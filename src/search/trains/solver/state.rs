//! The positions of the solver, reduced to the squares that can still matter.

use super::potential::{Found, Resources};
use crate::game::trains::longest::bits::flood;
use crate::game::trains::{Lengths, Position};
use crate::game::{Game, Side, Trains};

/// A position under one question. Sides are 0 for X and 1 for O.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The stones of each side that may be part of a train that matters.
    pub(super) own: [u64; 2],
    /// The empty squares that may be part of such a train; a square may be in
    /// both sets.
    pub(super) live: [u64; 2],
    /// The longest train of each side so far.
    pub(super) low: [u32; 2],
    /// A bit for each ply to come, set for plies of O.
    pub(super) sides: u64,
    /// Plies from the root.
    pub(super) ply: u32,
    /// The squares of a train that the trailing side may still build and that
    /// would be long enough, or 0 if none is known.
    pub(super) hope: u64,
    /// The side that wins the question if no train grows any more; the other
    /// side is trailing.
    pub(super) leader: usize,
    /// The length that each side's next useful train must have.
    pub(super) needs: [u32; 2],
}

/// An odd number without a pattern.
const MIXER: u128 = 0x9e37_79b9_7f4a_7c15_d6e8_feb8_6659_fd93;

/// The maximum number of steps of a search for a train that the trailing side
/// may build.
const STEPS: u32 = 400;

/// The longest train of an area of at most this many squares is found quickly.
const SMALL_AREA: u32 = 26;

impl State {
    /// The state of an unrestricted position, for the question whether X's
    /// longest train ends up at least `goal` longer than O's.
    pub(super) fn new(
        game: &Trains,
        position: &Position,
        goal: i32,
        lengths: &mut Lengths,
    ) -> State {
        let own = Side::BOTH.map(|side| position.stones(side));
        let plies = (position.ply()..game.plies()).enumerate();
        let of_o = plies.filter(|&(_, ply)| game.side_at(ply) == Side::O);
        let low = lengths.of_both(own[0], own[1]);
        let mut state = State {
            own,
            live: [game.squares() & !(own[0] | own[1]); 2],
            low: [low.0, low.1],
            sides: of_o.fold(0, |sides, (i, _)| sides | 1 << i),
            ply: 0,
            hope: 0,
            leader: 0,
            needs: [0; 2],
        };
        state.set_needs(goal);
        state
    }

    /// X leads when its train is at least `goal` longer than O's.
    #[inline(always)]
    fn set_needs(&mut self, goal: i32) {
        let [x, o] = self.low.map(|low| low as i32);
        (self.leader, self.needs) = if x >= o + goal {
            (0, [x + 1, x - goal + 1].map(|need| need as u32))
        } else {
            (1, [o + goal, o + 1].map(|need| need as u32))
        };
    }

    #[inline(always)]
    pub(super) fn mover(&self) -> usize {
        (self.sides & 1) as usize
    }

    /// All squares worth playing on.
    #[inline(always)]
    pub(super) fn moves(&self) -> u64 {
        self.live[0] | self.live[1]
    }

    /// The zone of the leader's win, if bounds decide the question. Removes
    /// squares that cannot matter.
    #[inline(always)]
    pub(super) fn settle(&mut self, lengths: &mut Lengths) -> Option<u64> {
        let mut zones = [0; 2];
        let decided = self.reduce(&mut zones);
        let hopeless = if decided { 0 } else { self.hopeless(lengths)? };
        Some(hopeless | zones[1 - self.leader])
    }

    /// The squares where the trailing side might build a train that it needs if
    /// it played all its plies there.
    pub(super) fn contested(&self) -> u64 {
        let trailing = 1 - self.leader;
        self.resources(trailing).components(self.needs[trailing], &mut 0) & self.live[trailing]
    }

    /// Removes squares that cannot matter; returns whether the trailing side
    /// has none left. What is removed for a side depends on its zone.
    #[inline(always)]
    pub(super) fn reduce(&mut self, zones: &mut [u64; 2]) -> bool {
        let trailing = 1 - self.leader;
        loop {
            let before = self.live;
            for side in [trailing, self.leader] {
                let resources = self.resources(side);
                let area = resources.components(self.needs[side], &mut zones[side]);
                self.own[side] &= area;
                self.live[side] &= area;
            }
            if self.live[trailing] == 0 {
                return true;
            }
            if before[0] | before[1] == self.moves() {
                return false;
            }
        }
    }

    /// The zone, if the trailing side cannot build any train that it needs.
    #[inline(always)]
    pub(super) fn hopeless(&mut self, lengths: &mut Lengths) -> Option<u64> {
        let trailing = 1 - self.leader;
        let resources = self.resources(trailing);
        let area = resources.own | resources.live;
        if self.hope & !area == 0
            && self.hope.count_ones() >= self.needs[trailing]
            && (self.hope & resources.live).count_ones() <= resources.budget
        {
            return None;
        }
        let need = self.needs[trailing];
        if area.count_ones() <= SMALL_AREA && lengths.within(area, need - 1, need) < need {
            return Some(0);
        }
        self.hope = match resources.find(area, self.needs[trailing], STEPS) {
            Found::Train(train) => train,
            Found::Nothing => return Some(area & resources.live),
            Found::Unknown => 0,
        };
        None
    }

    /// The resources of a side. It gets as many of the squares worth playing on as
    /// it has plies, because neither side plays elsewhere.
    #[inline(always)]
    fn resources(&self, side: usize) -> Resources {
        let plies = self.moves().count_ones();
        let plies_of_o = (self.sides & ((1 << plies) - 1)).count_ones();
        let budget = if side == 0 { plies - plies_of_o } else { plies_of_o };
        Resources { own: self.own[side], live: self.live[side], budget }
    }

    /// The position after the side to move has played on `square`.
    #[inline(always)]
    pub(super) fn play(&self, square: u64, goal: i32, lengths: &mut Lengths) -> State {
        let mut next = *self;
        let mover = self.mover();
        next.live = self.live.map(|live| live & !square);
        next.sides = self.sides >> 1;
        next.ply += 1;
        if self.live[mover] & square != 0 {
            next.own[mover] |= square;
            let train = flood(square, next.own[mover]);
            if train.count_ones() > self.low[mover] {
                let length = lengths.within(train, self.low[mover], u32::MAX);
                if length > self.low[mover] {
                    next.low[mover] = length;
                    next.set_needs(goal);
                }
            }
        }
        next
    }

    /// The squares on which the opponent of the side to move might have a
    /// decisive threat.
    #[inline(always)]
    pub(super) fn threat_squares(&self) -> u64 {
        let mover = self.mover();
        if mover != self.leader {
            // The opponent has to take a square of the train hoped for.
            return self.hope & self.live[mover];
        }
        let missing = self.hope & self.live[1 - mover];
        if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
    }

    /// Whether the opponent of the side to move would win by playing on
    /// `square` at once. If so, the side to move must play there itself: the
    /// bounds allow for everything that it could do elsewhere.
    #[inline(always)]
    pub(super) fn threat(&self, square: u64, goal: i32, lengths: &mut Lengths) -> Threat {
        let mover = self.mover();
        if (self.sides >> 1 & 1) as usize == mover {
            return Threat::Harmless { hope: !0 };
        }
        let mut passed = *self;
        passed.sides = (self.sides & !3) | (self.sides & 1) << 1 | (self.sides >> 1 & 1);
        let mut next = passed.play(square, goal, lengths);
        if next.leader != mover
            && let Some(zone) = next.settle(lengths)
        {
            return Threat::Decisive { zone: zone | square };
        }
        // A train that the side to move could still build after this threat
        // also remains after threats outside of it.
        let has_hope = mover != self.leader && next.leader != mover && next.hope != 0;
        Threat::Harmless { hope: if has_hope { next.hope } else { !0 } }
    }

    /// A hash of everything that the answer to the question depends on.
    #[inline(always)]
    pub(super) fn signature(&self, goal: i32) -> u64 {
        let plies = self.moves().count_ones();
        let sides = self.sides & ((1 << plies) - 1);
        // 49, 7, 1 and 7 bits; the other need follows from these.
        let goal = (goal + 64) as u64 & 0x7f;
        let rest = sides << 15 | u64::from(self.needs[0]) << 8 | (self.leader as u64) << 7 | goal;
        let fold = |hash: u64, word: u64| {
            let wide = u128::from(hash ^ word).wrapping_mul(MIXER);
            (wide >> 64) as u64 ^ wide as u64
        };
        [self.own[0], self.own[1], self.live[0], self.live[1], rest]
            .into_iter()
            .enumerate()
            .fold(0x243f_6a88_85a3_08d3, |hash, (i, word)| {
                fold(hash.rotate_left(i as u32 * 7 + 1), word)
            })
    }
}

/// The effect of the opponent playing on a square at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// It wins the question; with the zone.
    Decisive { zone: u64 },
    /// It does not win, nor does playing on squares outside `hope`.
    Harmless { hope: u64 },
}
