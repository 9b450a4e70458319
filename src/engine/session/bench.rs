//! `bench`: searches of fixed positions of all games under fixed settings. The
//! total number of nodes is a signature of the searches: it changes when the
//! behaviour of a search changes, and it is the same on every processor.

use std::time::Duration;

use crate::engine::options::Options;
use crate::engine::player::{Player, player};
use crate::engine::worker::Sink;
use crate::game::{GameSpec, SpecError};
use crate::instant::Instant;
use crate::protocol::Reply;
use crate::search::{Budget, Hardware, SearchKind, Settings, Stop};

/// A position with its search. No case limits the nodes, as their number is the
/// signature.
struct Case {
    game: &'static str,
    moves: &'static str,
    search: SearchKind,
    budget: Budget,
}

impl Case {
    /// A player at the position.
    fn player(&self) -> Result<Box<dyn Player>, String> {
        let spec: GameSpec = self.game.parse().map_err(|error: SpecError| error.to_string())?;
        let mut player = player(&spec, self.search);
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_string).collect();
        player.set_position(None, &moves).map_err(|error| error.to_string())?;
        Ok(player)
    }
}

const fn case(game: &'static str, moves: &'static str, search: SearchKind, budget: Budget) -> Case {
    Case { game, moves, search, budget }
}

/// No limit: the search ends by itself.
const WHOLE: Budget = Budget::UNLIMITED;

const fn depth(depth: u32) -> Budget {
    Budget { nodes: u64::MAX, depth: Some(depth), mate: None }
}

const MIDDLE_GAME: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5";

const ENDING: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 \
                      a3 a2 b1";

const CASES: &[Case] = &[
    case("tictactrains", "", SearchKind::Mcts, depth(7)),
    case("tictactrains", MIDDLE_GAME, SearchKind::Mcts, depth(12)),
    // Tree searches check their depth after every 32 simulations, so that one
    // case of `puct` might end after the same number with another network.
    case("tictactrains", "d4 c4", SearchKind::Puct, depth(20)),
    case("tictactrains:mallorcan", "d4 d5 d7", SearchKind::Puct, depth(22)),
    case(
        "tictactrains",
        "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4",
        SearchKind::Puct,
        depth(20),
    ),
    case("tictactrains:modern", "d4", SearchKind::Uct, depth(3)),
    case("tictactrains:swiss", "d4 d5 b2", SearchKind::AlphaBeta, depth(3)),
    case("tictactrains", MIDDLE_GAME, SearchKind::Minimax, depth(3)),
    case("tictactrains", ENDING, SearchKind::Proof, WHOLE),
    case("tictactrains:modern", "d4", SearchKind::Proof, depth(3)),
    case("tictactoe", "", SearchKind::AlphaBeta, WHOLE),
    case("tictactoe", "b2", SearchKind::Minimax, WHOLE),
    case("tictactoe:4", "a1", SearchKind::Minimax, WHOLE),
    case("tictactoe:4x4:3", "", SearchKind::Proof, WHOLE),
    case("tictactoe:5x5:4", "", SearchKind::Proof, WHOLE),
    case("tictactoe:7x6:5", "", SearchKind::Proof, WHOLE),
    case("tictactoe:11", "f6", SearchKind::Proof, WHOLE),
    case("tictactoe:8x8:5", "d4 e5", SearchKind::Proof, depth(3)),
    case("tictactoe:9x9:5", "e5 d6", SearchKind::Auto, depth(3)),
    case("tictactoe:15x15:5", "h8 i9 g9 i7 i8 g8", SearchKind::Patterns, depth(7)),
    // Deep enough for reduced answers to threats.
    case("tictactoe:15x15:5", "h8 i9 g9 i7 i8 g8 e9 h7", SearchKind::Patterns, depth(9)),
    case("tictactoe:15x15:5", "h8 h9 j10 g7", SearchKind::AlphaBeta, depth(2)),
    case("tictactoe:4", "b2", SearchKind::AlphaBeta, depth(8)),
    case("tictactoe:9x9:5", "e5 e6", SearchKind::AlphaBeta, depth(4)),
    case("qubic", "", SearchKind::AlphaBeta, depth(5)),
    case("qubic", "1a1 4d4", SearchKind::Minimax, depth(3)),
    case("qubic:3", "1a1", SearchKind::Uct, depth(4)),
    case("qubic:3", "1a1", SearchKind::Proof, WHOLE),
    case("qubic", "1a1 4d4 2b2 1b1", SearchKind::Proof, WHOLE),
];

/// Runs all cases with these instructions, sends the nodes and time of each, and
/// returns the totals, or an error if stopped.
pub(super) fn bench(hardware: Hardware, stop: &Stop, sink: &Sink) -> Reply {
    let settings = Settings { hardware, ..Options::default().settings };
    let mut total = 0;
    let mut time = Duration::ZERO;
    for case in CASES {
        let mut player = match case.player() {
            Ok(player) => player,
            Err(error) => return Reply::error(format!("bench of {}: {error}", case.game)),
        };
        let started = Instant::now();
        let legal = player.state().legal();
        let report = player.search(legal, case.budget, &settings, stop, &mut |_| {});
        let elapsed = started.elapsed();
        if stop.requested() && stop.is_cancelled() {
            return Reply::error("bench was stopped");
        }
        total += report.nodes;
        time += elapsed;
        let [nodes, ms] = [report.nodes, elapsed.as_millis() as u64];
        let name = format!("{} {}", case.game, case.search.name());
        sink.line(Reply::string(format!("bench {name:<32} {nodes:>9} nodes {ms:>6} ms")));
    }
    let nps = (total as f64 / time.as_secs_f64().max(1e-6)) as u64;
    Reply::Text(format!("{total} nodes {nps} nps"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_can_be_set_up() {
        for case in CASES {
            let spec: GameSpec = case.game.parse().unwrap_or_else(|e| panic!("{e}"));
            assert!(case.search.supports(&spec), "{}", case.game);
            assert_eq!(case.player().err(), None, "{}", case.game);
        }
    }
}
