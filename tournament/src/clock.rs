//! The clock that counts what a player uses for its moves.

use std::time::Duration;

use noughts::game::Side;
use noughts::protocol::Go;

use crate::limits::{Limits, TimeControl};

/// What is left of a player's limits during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    left: Option<Duration>,
    /// Plies until the time of the start is given again.
    plies_left: Option<u32>,
    margin: Duration,
}

impl Clock {
    /// A clock before the first ply. The margin is how far a player may
    /// overstep its time before it loses.
    pub fn new(limits: &Limits, margin: Duration) -> Clock {
        // A clock that is all increment gives it for the first ply too.
        let start = |tc: &TimeControl| if tc.base.is_zero() { tc.increment } else { tc.base };
        Clock {
            limits: limits.clone(),
            left: limits.tc.as_ref().map(start),
            plies_left: limits.tc.and_then(|tc| tc.plies),
            margin,
        }
    }

    /// How long the next ply may take before it is lost; none when nothing
    /// but nodes or depth limits it.
    pub fn allowance(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        let time = self.left.into_iter().chain(movetime).min()?;
        Some(time + self.margin)
    }

    /// Counts a ply. What was used beyond the clock, within the margin, is
    /// forgiven.
    pub fn used(&mut self, time: Duration) {
        if let (Some(left), Some(tc)) = (&mut self.left, &self.limits.tc) {
            *left = left.saturating_sub(time) + tc.increment;
            if let Some(plies) = &mut self.plies_left {
                *plies = plies.saturating_sub(1);
                if *plies == 0 {
                    *plies = tc.plies.unwrap_or_default();
                    *left += tc.base;
                }
            }
        }
    }

    /// What this player may be told with `go`, when the opponent's clock is
    /// that one: each knows both clocks.
    pub fn go(&self, side: Side, opponent: &Clock) -> Go {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut go = Go {
            nodes: self.limits.nodes,
            depth: self.limits.depth,
            movetime: self.limits.movetime,
            ..Go::default()
        };
        // A player without a clock of its own need not know of one.
        if self.left.is_some() {
            go.moves_to_go = self.plies_left;
            for (clock, side) in [(self, side), (opponent, !side)] {
                let left = clock.left.map(millis);
                go.clock[side.index()] = left.map(|left| i64::try_from(left).unwrap_or(i64::MAX));
                go.increment[side.index()] = clock.limits.tc.map(|tc| millis(tc.increment));
            }
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::protocol::{Command, Dialect};

    const MARGIN: Duration = Duration::from_millis(50);

    fn clock(tc: &str) -> Clock {
        Clock::new(&Limits { tc: Some(tc.parse().unwrap()), ..Limits::default() }, MARGIN)
    }

    #[test]
    fn a_ply_costs_its_time_and_earns_the_increment() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.allowance(), Some(Duration::from_millis(1050)));
        clock.used(Duration::from_millis(300));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(850)));
        clock.used(Duration::from_millis(830));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(150)));
    }

    #[test]
    fn a_session_gives_its_time_again() {
        let mut own = clock("2/1+0.1");
        let mut told = Vec::new();
        for _ in 0..4 {
            let go = own.go(Side::X, &clock("5"));
            told.push((go.clock[0], go.moves_to_go));
            own.used(Duration::from_millis(300));
        }
        let expected = [(1000, 2), (800, 1), (1600, 2), (1400, 1)];
        assert_eq!(told, expected.map(|(left, plies)| (Some(left), Some(plies))));
    }

    #[test]
    fn both_clocks_are_told_in_the_words_of_the_dialect() {
        let (x, mut o) = (clock("1+0.1"), clock("5"));
        o.used(Duration::from_millis(1));
        let go = Command::Go(o.go(Side::O, &x));
        assert_eq!(go.print(Dialect::Ugi), "go p1time 1000 p2time 4999 p1inc 100 p2inc 0");
        assert_eq!(go.print(Dialect::Uci), "go wtime 1000 btime 4999 winc 100 binc 0");
    }

    #[test]
    fn limits_without_time_have_no_allowance() {
        let nodes = Clock::new(&Limits { nodes: Some(5), ..Limits::default() }, MARGIN);
        assert_eq!(nodes.allowance(), None);
        let go = Command::Go(nodes.go(Side::X, &clock("1")));
        assert_eq!(go.print(Dialect::Ugi), "go nodes 5");
        let limits = Limits { movetime: Some(20), ..clock("1").limits };
        assert_eq!(Clock::new(&limits, MARGIN).allowance(), Some(Duration::from_millis(70)));
    }

    #[test]
    fn a_clock_that_is_all_increment_begins_with_it() {
        let mut clock = clock("0+0.2");
        assert_eq!(clock.allowance(), Some(Duration::from_millis(250)));
        clock.used(Duration::from_millis(150));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(300)));
    }

    #[test]
    fn the_shorter_of_clock_and_time_for_the_ply_is_allowed() {
        let limits = |movetime| Limits { movetime: Some(movetime), ..clock("1").limits };
        let allowance = |movetime| Clock::new(&limits(movetime), MARGIN).allowance();
        assert_eq!(allowance(300), Some(Duration::from_millis(350)));
        assert_eq!(allowance(3000), Some(Duration::from_millis(1050)));
    }

    #[test]
    fn limits_of_one_player_are_told_to_it_alone() {
        let own = Limits { nodes: Some(7), depth: Some(3), movetime: Some(9), ..Limits::default() };
        let go = Command::Go(Clock::new(&own, MARGIN).go(Side::O, &clock("1")));
        assert_eq!(go.print(Dialect::Ugi), "go nodes 7 depth 3 movetime 9");
        // One with a clock is told that the other has none.
        let go = clock("3/2+0.5").go(Side::O, &Clock::new(&own, MARGIN));
        let words = Command::Go(go).print(Dialect::Ugi);
        assert_eq!(words, "go p2time 2000 p2inc 500 movestogo 3");
    }
}
