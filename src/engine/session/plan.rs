//! Converts the limits of a `go` to a budget and a time.

use std::time::Duration;

use crate::engine::options::Options;
use crate::game::GameState;
use crate::protocol::{Dialect, Go};
use crate::search::{Allotment, Budget, Settings, TimeLimits, allot};

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The limits on nodes, depth and mate distance.
    pub(super) budget: Budget,
    /// The time, from the start of the search or from `ponderhit`.
    pub(super) time: Option<Allotment>,
    /// Whether the answer waits for `stop`.
    pub(super) infinite: bool,
    /// Whether the answer waits for `ponderhit` or `stop`.
    pub(super) ponder: bool,
}

impl Plan {
    /// The settings of the search: those of the level, or of full strength if it
    /// analyses the position instead of choosing a move to play.
    pub(super) fn settings(&self, options: &Options) -> Settings {
        let analyses = self.infinite && !self.ponder || self.budget.mate.is_some();
        if analyses { options.analysing() } else { options.playing() }
    }
}

/// Plans the search of a `go`. Without any limit it is infinite.
pub(super) fn plan(go: &Go, state: &dyn GameState, options: &Options, dialect: Dialect) -> Plan {
    let side = state.side();
    let milliseconds = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or(0));
    // A single clock counts for both sides.
    let clock = go.clock[side.index()].or(go.clock[(!side).index()]);
    let increment = go.increment[side.index()].unwrap_or(0);
    let limits = TimeLimits {
        move_time: go.movetime.map(Duration::from_millis),
        clock: clock.map(milliseconds),
        increment: Duration::from_millis(increment),
        plies_to_go: go.moves_to_go.filter(|&plies| plies > 0),
    };
    let budget = Budget {
        nodes: go.nodes.map_or(u64::MAX, |nodes| nodes.max(1)),
        depth: go.depth.map(|depth| depth.max(1)),
        mate: go.mate.map(|distance| plies(distance, dialect).max(1)),
    };
    let own = (state.ply()..state.board().len()).filter(|&ply| state.side_at(ply) == side);
    let time = allot(&limits, own.count() as u32, options.move_overhead);
    let only_clock = limits.move_time.is_none() && budget == Budget::UNLIMITED && !go.infinite;
    let is_forced = state.legal().len() == 1 && options.settings.multi_pv == 1;
    let time = time.map(|time| if only_clock && is_forced { at_once(time) } else { time });
    Plan { budget, time, infinite: go.infinite || !go.has_limit(), ponder: go.ponder }
}

/// The time for the only legal move: enough for a rough score.
const FOR_FORCED_MOVE: Duration = Duration::from_millis(1);

fn at_once(time: Allotment) -> Allotment {
    let [soft, hard] = [time.soft, time.hard].map(|time| time.min(FOR_FORCED_MOVE));
    Allotment { soft, hard }
}

/// Converts the distance of a mate to plies. A UCI move is two plies.
fn plies(distance: u32, dialect: Dialect) -> u32 {
    if dialect == Dialect::Uci { distance.saturating_mul(2) } else { distance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::protocol::Command;
    use crate::search::FULL_SKILL;

    /// Plans a `go` in the position after some moves.
    fn planned(game: &str, moves: &str, line: &str, dialect: Dialect) -> Plan {
        let mut state = new_game(&game.parse().unwrap());
        for name in moves.split_whitespace() {
            state.play(name).unwrap();
        }
        let Ok(Some(Command::Go(go))) = Command::parse(line) else { panic!("{line}") };
        plan(&go, &*state, &Options::default(), dialect)
    }

    fn plain(moves: &str, line: &str) -> Plan {
        planned("tictactoe", moves, line, Dialect::Plain)
    }

    #[test]
    fn each_side_has_its_own_clock_and_increment() {
        let x = plain("", "go p1time 10000 p1inc 50 p2time 70 p2inc 2000");
        let o = plain("b2", "go p1time 10000 p1inc 50 p2time 70 p2inc 2000");
        assert_eq!(x.time, plain("", "go p1time 10000 p1inc 50").time);
        assert_eq!(o.time, plain("b2", "go p2time 70 p2inc 2000").time);
        assert_ne!(x.time, o.time);
        assert_ne!(x.time, plain("", "go p1time 10000").time);
        // The increment of the other side never counts.
        assert_eq!(plain("", "go p1time 900 p2inc 500").time, plain("", "go p1time 900").time);
    }

    #[test]
    fn a_single_clock_counts_for_both_sides() {
        for clock in [90, 10_000] {
            let [one, other] = [1, 2].map(|side| format!("go p{side}time {clock}"));
            let both = format!("{one} p2time {clock}");
            for moves in ["", "b2"] {
                let expected = plain(moves, &both).time;
                assert!(expected.is_some());
                assert_eq!(plain(moves, &one).time, expected);
                assert_eq!(plain(moves, &other).time, expected);
            }
        }
    }

    #[test]
    fn an_overdrawn_clock_counts_as_empty() {
        let overdrawn = plain("", "go p1time -50");
        assert_eq!(overdrawn.time, plain("", "go p1time 0").time);
        let none = Duration::ZERO;
        assert_eq!(overdrawn.time, Some(Allotment { soft: none, hard: none }));
        assert!(!overdrawn.infinite);
    }

    #[test]
    fn a_go_without_a_limit_is_infinite() {
        for (line, infinite, ponder) in [
            ("go", true, false),
            ("go infinite", true, false),
            ("go infinite nodes 5", true, false),
            ("go ponder", true, true),
            ("go ponder nodes 5", false, true),
            ("go searchmoves a1", true, false),
            ("go p1inc 100", true, false),
            ("go movestogo 3", true, false),
            ("go nodes 5", false, false),
            ("go depth 5", false, false),
            ("go mate 5", false, false),
            ("go movetime 5", false, false),
            ("go p2time 5", false, false),
        ] {
            let plan = plain("", line);
            assert_eq!((plan.infinite, plan.ponder), (infinite, ponder), "{line}");
        }
    }

    #[test]
    fn limits_below_one_count_as_one() {
        let budget = |line: &str| plain("", line).budget;
        for (line, nodes) in [("go nodes 0", 1), ("go nodes -7", 1), ("go nodes 2", 2)] {
            assert_eq!(budget(line), Budget { nodes, ..Budget::UNLIMITED }, "{line}");
        }
        for (number, plies) in [(0, 1), (1, 1), (2, 2)] {
            let limit = Some(plies);
            let depth = Budget { depth: limit, ..Budget::UNLIMITED };
            assert_eq!(budget(&format!("go depth {number}")), depth);
            let mate = Budget { mate: limit, ..Budget::UNLIMITED };
            assert_eq!(budget(&format!("go mate {number}")), mate);
        }
        assert_eq!(budget("go"), Budget::UNLIMITED);
    }

    #[test]
    fn a_mate_distance_is_in_plies_or_uci_moves() {
        for (dialect, number, plies) in [
            (Dialect::Plain, 3, 3),
            (Dialect::Ugi, 3, 3),
            (Dialect::Uci, 3, 6),
            (Dialect::Uci, u32::MAX, u32::MAX),
        ] {
            let plan = planned("tictactoe", "", &format!("go mate {number}"), dialect);
            assert_eq!(plan.budget.mate, Some(plies));
        }
    }

    /// Under the modern rules O plays two plies in a row.
    #[test]
    fn the_clock_is_divided_among_own_plies() {
        let overhead = Options::default().move_overhead;
        for (game, moves, plies) in [
            ("tictactoe", "", 5),
            ("tictactoe", "b2", 4),
            ("tictactoe", "b2 a1", 4),
            ("tictactrains", "", 25),
            ("tictactrains", "d4", 24),
            ("tictactrains:modern", "", 24),
            ("tictactrains:modern", "d4", 25),
            ("tictactrains:modern", "d4 d5", 24),
        ] {
            let limits =
                TimeLimits { clock: Some(Duration::from_secs(600)), ..TimeLimits::default() };
            let time = planned(game, moves, "go p1time 600000", Dialect::Plain).time;
            assert_eq!(time, allot(&limits, plies, overhead), "{game} {moves}");
            // `movestogo 0` has no effect.
            let zero = "go p1time 600000 movestogo 0";
            assert_eq!(planned(game, moves, zero, Dialect::Plain).time, time);
            let refilled = planned(game, moves, "go p1time 600000 movestogo 2", Dialect::Plain);
            assert_eq!(refilled.time, allot(&limits, 2, overhead));
        }
    }

    /// The time of a `go` after some moves.
    fn time(game: &str, moves: &str, multi_pv: usize, go: &str) -> Option<Allotment> {
        let mut state = new_game(&game.parse().expect("a game"));
        for name in moves.split_whitespace() {
            state.play(name).expect("it is legal");
        }
        let mut options = Options::default();
        options.settings.multi_pv = multi_pv;
        let Ok(Some(Command::Go(go))) = Command::parse(go) else { panic!("{go}") };
        plan(&go, &*state, &options, Dialect::Plain).time
    }

    #[test]
    fn only_a_forced_move_with_a_clock_is_played_at_once() {
        const FORCED: [(&str, &str); 2] = [
            ("tictactoe", "b2 a1 b3 b1 c1 a3 a2 c2"),
            ("tictactrains:(X3, O1-d4d5d3c4c5c3e4e5, XA, OA, ...)", "a1"),
        ];
        let hour = Duration::from_secs(3600);
        for (game, moves) in FORCED {
            for go in ["go p1time 7200000 p2time 7200000", "go ponder wtime 7200000 winc 5000"] {
                let hard = time(game, moves, 1, go).map(|time| time.hard);
                assert!(hard.is_some_and(|hard| hard <= FOR_FORCED_MOVE), "{game} {go}");
            }
            for more in ["infinite", "nodes 5", "depth 1", "mate 1", "movetime 7200000"] {
                let time = time(game, moves, 1, &format!("go wtime 9999999999 {more}"));
                assert!(time.is_some_and(|time| time.soft >= hour), "{game} {more}: {time:?}");
            }
            let several = time(game, moves, 2, "go wtime 9999999999 btime 9999999999");
            assert!(several.is_some_and(|time| time.soft >= hour));
        }
        // With two legal moves none is forced, even if `searchmoves` has only
        // one.
        let go = "go wtime 9999999999 searchmoves c2";
        let free = time("tictactoe", "b2 a1 b3 b1 c1 a3 a2", 1, go);
        assert!(free.is_some_and(|time| time.soft >= hour));
        assert_eq!(
            time(FORCED[0].0, FORCED[0].1, 1, "go wtime 0").map(|t| t.hard),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn analysis_is_at_full_strength() {
        let mut options = Options::default();
        (options.settings.skill, options.settings.multi_pv) = (3, 2);
        let state = new_game(&options.game);
        for (line, level) in [
            ("go", FULL_SKILL),
            ("go infinite", FULL_SKILL),
            ("go infinite nodes 5", FULL_SKILL),
            ("go mate 5", FULL_SKILL),
            ("go nodes 5", 3),
            ("go depth 5", 3),
            ("go movetime 5", 3),
            ("go wtime 500", 3),
            // Its answer is played after `ponderhit`.
            ("go ponder", 3),
            ("go ponder wtime 500", 3),
        ] {
            let Ok(Some(Command::Go(go))) = Command::parse(line) else { panic!("{line}") };
            let plan = plan(&go, &*state, &options, Dialect::Plain);
            let settings = plan.settings(&options);
            assert_eq!((settings.skill, settings.multi_pv), (level, 2), "{line}");
        }
    }
}
