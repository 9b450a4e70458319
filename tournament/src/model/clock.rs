//! The clock of a player.

use std::time::Duration;

use noughts::game::Side;
use noughts::protocol::Go;
use noughts_client::config::limits::{Limits, TimeControl};

/// The limits of a player and its remaining time during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    left: Option<Duration>,
    /// The number of plies until the base time is added again.
    plies_left: Option<u32>,
    margin: Duration,
}

impl Clock {
    /// Makes a clock for the start of a game. The player loses when it exceeds
    /// its time by more than `margin`.
    pub fn new(limits: &Limits, margin: Duration) -> Clock {
        // Without a base time the first ply has the increment too.
        let start = |tc: &TimeControl| if tc.base.is_zero() { tc.increment } else { tc.base };
        Clock {
            limits: limits.clone(),
            left: limits.tc.as_ref().map(start),
            plies_left: limits.tc.and_then(|tc| tc.plies),
            margin,
        }
    }

    /// Returns the time after which the next ply loses the game, or `None` if
    /// only nodes or depth limit it.
    pub fn allowance(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        let time = self.left.into_iter().chain(movetime).min()?;
        Some(time + self.margin)
    }

    /// Returns the time left, if the player has a clock.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Subtracts the time of a ply and adds the increment. Time used beyond the
    /// clock, within the margin, is not carried over.
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

    /// Returns the `go` command for this player, with both clocks and its
    /// limits.
    pub fn go(&self, side: Side, opponent: &Clock) -> Go {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut go = Go {
            nodes: self.limits.nodes,
            depth: self.limits.depth,
            movetime: self.limits.movetime,
            ..Go::default()
        };
        // A player without its own clock does not get the opponent's.
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
    fn the_base_time_is_added_after_the_plies_of_a_session() {
        let mut own = clock("2/1+0.1");
        let mut sent = Vec::new();
        for _ in 0..4 {
            let go = own.go(Side::X, &clock("5"));
            sent.push((go.clock[0], go.moves_to_go));
            own.used(Duration::from_millis(300));
        }
        let expected = [(1000, 2), (800, 1), (1600, 2), (1400, 1)];
        assert_eq!(sent, expected.map(|(left, plies)| (Some(left), Some(plies))));
    }

    #[test]
    fn go_has_both_clocks_in_the_words_of_the_dialect() {
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
    fn a_clock_without_base_time_begins_with_the_increment() {
        let mut clock = clock("0+0.2");
        assert_eq!(clock.allowance(), Some(Duration::from_millis(250)));
        clock.used(Duration::from_millis(150));
        assert_eq!(clock.allowance(), Some(Duration::from_millis(300)));
    }

    #[test]
    fn the_allowance_is_the_shorter_of_clock_and_movetime() {
        let limits = |movetime| Limits { movetime: Some(movetime), ..clock("1").limits };
        let allowance = |movetime| Clock::new(&limits(movetime), MARGIN).allowance();
        assert_eq!(allowance(300), Some(Duration::from_millis(350)));
        assert_eq!(allowance(3000), Some(Duration::from_millis(1050)));
    }

    #[test]
    fn go_has_only_the_own_limits_of_a_player() {
        let own = Limits { nodes: Some(7), depth: Some(3), movetime: Some(9), ..Limits::default() };
        let go = Command::Go(Clock::new(&own, MARGIN).go(Side::O, &clock("1")));
        assert_eq!(go.print(Dialect::Ugi), "go nodes 7 depth 3 movetime 9");
        // A player with a clock whose opponent has none.
        let go = clock("3/2+0.5").go(Side::O, &Clock::new(&own, MARGIN));
        let words = Command::Go(go).print(Dialect::Ugi);
        assert_eq!(words, "go p2time 2000 p2inc 500 movestogo 3");
    }
}
