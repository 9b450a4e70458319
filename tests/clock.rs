//! Every search keeps to its share of the clock in every game. The time is
//! simulated: each reading of the clock advances it, so the results do not
//! depend on the machine.

use std::time::Duration;

use noughts::engine::{Options, Player, player};
use noughts::game::{GameSpec, GameState, Side};
use noughts::search::{Allotment, TimeLimits, allot};
use noughts::search::{Budget, Canceller, Clock, SearchKind, Settings};

use crate::common::fuzz;

const GAMES: [&str; 10] = [
    "tictactrains",
    "tictactrains:modern",
    "tictactoe",
    "tictactoe:7x6:4",
    "tictactoe:8x8:5",
    "tictactoe:11x11:5",
    "tictactoe:20x20:5",
    "qubic",
    "qubic:3",
    "qubic:5",
];

/// The time of one reading. Searches aim at 100 µs between two polls and read
/// the clock twice for each, so with this step they poll at every node.
const STEP: Duration = Duration::from_micros(50);

/// The time that a search may take to notice the end of its time.
const NOTICE: Duration = Duration::from_millis(1);

/// The greatest number of plies left for the side to move, this one included.
fn own_plies(state: &dyn GameState) -> u32 {
    let rest = state.ply()..state.board().len();
    rest.filter(|&ply| state.side_at(ply) == state.side()).count() as u32
}

fn allotment(left: Duration, increment: Duration, state: &dyn GameState) -> Allotment {
    let limits = TimeLimits { clock: Some(left), increment, ..TimeLimits::default() };
    let overhead = Options::default().move_overhead;
    allot(&limits, own_plies(state), overhead).expect("there is a clock")
}

/// A player with its clock, and for comparison a clock on which every ply takes
/// the planned time.
struct TimedPlayer {
    player: Box<dyn Player>,
    left: Duration,
    planned: Duration,
    plies: i32,
}

/// Plays a game of a search against itself, and returns the number of plies
/// that took more than the planned time.
fn play(spec: &GameSpec, search: SearchKind, start: Duration, increment: Duration) -> usize {
    let settings = Settings { hash: 2, ..Settings::default() };
    let player =
        |_| TimedPlayer { player: player(spec, search), left: start, planned: start, plies: 0 };
    let mut players = Side::BOTH.map(player);
    let mut extended = 0;
    while players[0].player.state().outcome().is_none() {
        let side = players[0].player.state().side();
        let player = &mut players[side.index()];
        let state = player.player.state().boxed_clone();
        let time = allotment(player.left, increment, &*state);
        let (canceller, stop) = Canceller::new(Clock::simulated(STEP));
        canceller.set_deadline(time.soft, time.hard);
        let report =
            player.player.search(state.legal(), Budget::UNLIMITED, &settings, &stop, &mut |_| {});
        let used = stop.elapsed();
        let place = format!("{} in {spec} at ply {}", search.name(), state.ply());
        assert!(used <= time.hard + NOTICE, "{place}: {used:?} of {:?}", time.hard);
        extended += usize::from(used > time.soft + NOTICE);
        player.plies += 1;
        player.left = player.left.saturating_sub(used) + increment;
        player.planned -= allotment(player.planned, increment, &*state).soft;
        player.planned += increment;
        let least = player.planned.mul_f64((15.0f64 / 16.0).powi(player.plies));
        assert!(player.left + NOTICE * 2 >= least, "{place}: {:?} < {least:?}", player.left);
        let square = report.lines[0].pv[0];
        players.iter_mut().for_each(|player| {
            player.player.play(square).expect("it is legal");
        });
    }
    extended
}

#[test]
fn a_clock_never_falls_far_below_the_plan() {
    let mut extended = Vec::new();
    for search in SearchKind::all() {
        for (number, game) in GAMES.iter().enumerate() {
            let spec: GameSpec = game.parse().expect("the name of a game");
            if !search.supports(&spec) {
                continue;
            }
            // Every second game with an increment; both ways with `NOUGHTS_FUZZ`.
            for increment in [0, 10] {
                if fuzz() == 1 && (number % 2 == 0) == (increment == 0) {
                    continue;
                }
                let [start, increment] = [1000, increment].map(Duration::from_millis);
                let plies = play(&spec, search, start, increment);
                // Only searches that detect an unstable choice exceed the plan;
                // `proof` on cubes ends with alpha-beta.
                let may = match search {
                    SearchKind::Random | SearchKind::Minimax | SearchKind::Uct => false,
                    SearchKind::Proof => game.starts_with("qubic"),
                    SearchKind::AlphaBeta
                    | SearchKind::Mcts
                    | SearchKind::Puct
                    | SearchKind::Patterns
                    | SearchKind::Auto => true,
                };
                assert!(plies == 0 || may, "{} {game}: {plies} plies", search.name());
                extended.push(plies);
            }
        }
    }
    // Some plies must exceed the plan, else the test checks nothing.
    assert!(extended.iter().any(|&plies| plies > 0));
}
