//! The positions the solver walks through, cut down to what can still matter.

use super::potential::{Found, Means};
use crate::game::trains::longest::bits::{BOARD, flood};
use crate::game::trains::{Lengths, PLIES, Position};
use crate::game::{Game, Side, Trains};

/// A position under one question. Sides are 0 for X and 1 for O.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The stones of each side that may be part of a train that matters.
    pub(super) own: [u64; 2],
    /// The empty squares of which the same is true; a square may be in both.
    pub(super) live: [u64; 2],
    /// The longest train of each side so far.
    pub(super) low: [u32; 2],
    pub(super) sides: u64,
    /// Plies from the root.
    pub(super) ply: u32,
    /// Squares of a train that the trailing side hopes for, or 0.
    pub(super) hope: u64,
    /// The side that has what it needs if nothing more happens.
    pub(super) leader: usize,
    /// The length that each side's next useful train must have.
    pub(super) needs: [u32; 2],
}

/// An odd number without a pattern.
const MIXER: u128 = 0x9e37_79b9_7f4a_7c15_d6e8_feb8_6659_fd93;

/// Steps of a search for the trailing side's hope.
const STEPS: u32 = 400;

/// In an area of so many squares its longest train is soon found.
const SMALL_AREA: u32 = 26;

impl State {
    /// An unrestricted position of which is asked whether X's longest train
    /// ends up at least `goal` longer than O's.
    pub(super) fn new(
        game: &Trains,
        position: &Position,
        goal: i32,
        lengths: &mut Lengths,
    ) -> State {
        let own = Side::BOTH.map(|side| position.stones(side));
        let plies = (position.ply()..PLIES).enumerate();
        let of_o = plies.filter(|&(_, ply)| game.side_at(ply) == Side::O);
        let low = lengths.of_both(own[0], own[1]);
        let mut state = State {
            own,
            live: [BOARD & !(own[0] | own[1]); 2],
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

    /// Whether bounds decide the game for the leader, and the zone of that.
    /// Drops what cannot matter.
    #[inline(always)]
    pub(super) fn settle(&mut self, lengths: &mut Lengths) -> Option<u64> {
        let mut zones = [0; 2];
        let decided = self.reduce(&mut zones);
        let hopeless = if decided { 0 } else { self.hopeless(lengths)? };
        Some(hopeless | zones[1 - self.leader])
    }

    /// The squares where the trailing side might build something if it got all
    /// its plies there.
    pub(super) fn contested(&self) -> u64 {
        let trailing = 1 - self.leader;
        self.means(trailing).components(self.needs[trailing], &mut 0) & self.live[trailing]
    }

    /// Drops what cannot matter; true if that leaves the trailing side nothing.
    /// What a side loses depends on its zone.
    #[inline(always)]
    pub(super) fn reduce(&mut self, zones: &mut [u64; 2]) -> bool {
        let trailing = 1 - self.leader;
        loop {
            let before = self.live;
            for side in [trailing, self.leader] {
                let means = self.means(side);
                let area = means.components(self.needs[side], &mut zones[side]);
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

    /// Whether the trailing side has no train left to hope for, and the zone
    /// of that.
    #[inline(always)]
    pub(super) fn hopeless(&mut self, lengths: &mut Lengths) -> Option<u64> {
        let trailing = 1 - self.leader;
        let means = self.means(trailing);
        let area = means.own | means.live;
        if self.hope & !area == 0
            && self.hope.count_ones() >= self.needs[trailing]
            && (self.hope & means.live).count_ones() <= means.budget
        {
            return None;
        }
        let need = self.needs[trailing];
        if area.count_ones() <= SMALL_AREA && lengths.within(area, need - 1, need) < need {
            return Some(0);
        }
        self.hope = match means.find(area, self.needs[trailing], STEPS) {
            Found::Train(train) => train,
            Found::Nothing => return Some(area & means.live),
            Found::Unknown => 0,
        };
        None
    }

    /// What a side has; it will get its share of the squares worth playing on, since
    /// nobody plays anywhere else.
    #[inline(always)]
    fn means(&self, side: usize) -> Means {
        let plies = self.moves().count_ones();
        let os = (self.sides & ((1 << plies) - 1)).count_ones();
        let budget = if side == 0 { plies - os } else { os };
        Means { own: self.own[side], live: self.live[side], budget }
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

    /// The squares on which the opponent of the side to move might have a deadly threat.
    #[inline(always)]
    pub(super) fn dangers(&self) -> u64 {
        let mover = self.mover();
        if mover != self.leader {
            // The hope of the side to move would have to be dashed.
            return self.hope & self.live[mover];
        }
        let missing = self.hope & self.live[1 - mover];
        if missing & missing.wrapping_sub(1) == 0 { missing } else { 0 }
    }

    /// What happens if the opponent of the side to move plays on `square` at once. If
    /// that is deadly, the side to move has no choice but to play there itself: all it
    /// could do elsewhere is allowed for in the bounds.
    #[inline(always)]
    pub(super) fn threat(&self, square: u64, goal: i32, lengths: &mut Lengths) -> Threat {
        let mover = self.mover();
        if (self.sides >> 1 & 1) as usize == mover {
            return Threat::Empty { hope: !0 };
        }
        let mut passed = *self;
        passed.sides = (self.sides & !3) | (self.sides & 1) << 1 | (self.sides >> 1 & 1);
        let mut next = passed.play(square, goal, lengths);
        if next.leader != mover
            && let Some(zone) = next.settle(lengths)
        {
            return Threat::Deadly { zone: zone | square };
        }
        // As long as the hope that is left stands, only its squares are in danger.
        let known = mover != self.leader && next.leader != mover && next.hope != 0;
        Threat::Empty { hope: if known { next.hope } else { !0 } }
    }

    /// A number that stands for everything the answer depends on.
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

/// What playing on a square would bring the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// The game; with the zone of that.
    Deadly { zone: u64 },
    /// Not the game; other squares are no threat either unless they are in `hope`.
    Empty { hope: u64 },
}
