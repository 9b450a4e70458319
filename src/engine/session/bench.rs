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

const fn depth(depth: u32) -> Budget {
    Budget { nodes: u64::MAX, depth: Some(depth), mate: None }
}

const MIDDLE_GAME: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5";

const ENDING: &str = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 \
                      a3 a2 b1";

const CASES: &[Case] = &[
    Case { game: "tictactrains", moves: "", search: SearchKind::Mcts, budget: depth(7) },
    Case { game: "tictactrains", moves: MIDDLE_GAME, search: SearchKind::Mcts, budget: depth(12) },
    // Tree searches check their depth after every 32 simulations, so that one
    // case of `puct` might end after the same number with another network.
    Case { game: "tictactrains", moves: "d4 c4", search: SearchKind::Puct, budget: depth(20) },
    Case {
        game: "tictactrains:mallorcan",
        moves: "d4 d5 d7",
        search: SearchKind::Puct,
        budget: depth(22),
    },
    Case {
        game: "tictactrains",
        moves: "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4",
        search: SearchKind::Puct,
        budget: depth(20),
    },
    Case { game: "tictactrains:modern", moves: "d4", search: SearchKind::Uct, budget: depth(3) },
    Case {
        game: "tictactrains:swiss",
        moves: "d4 d5 b2",
        search: SearchKind::AlphaBeta,
        budget: depth(3),
    },
    Case {
        game: "tictactrains",
        moves: MIDDLE_GAME,
        search: SearchKind::Minimax,
        budget: depth(3),
    },
    Case {
        game: "tictactrains",
        moves: ENDING,
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
    Case { game: "tictactrains:modern", moves: "d4", search: SearchKind::Proof, budget: depth(3) },
    Case { game: "tictactoe", moves: "", search: SearchKind::AlphaBeta, budget: Budget::UNLIMITED },
    Case { game: "tictactoe", moves: "b2", search: SearchKind::Minimax, budget: Budget::UNLIMITED },
    Case {
        game: "tictactoe:4",
        moves: "a1",
        search: SearchKind::Minimax,
        budget: Budget::UNLIMITED,
    },
    Case {
        game: "tictactoe:4x4:3",
        moves: "",
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
    Case {
        game: "tictactoe:5x5:4",
        moves: "",
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
    Case {
        game: "tictactoe:7x6:5",
        moves: "",
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
    Case {
        game: "tictactoe:11",
        moves: "f6",
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
    Case { game: "tictactoe:8x8:5", moves: "d4 e5", search: SearchKind::Proof, budget: depth(3) },
    Case { game: "tictactoe:9x9:5", moves: "e5 d6", search: SearchKind::Auto, budget: depth(3) },
    Case {
        game: "tictactoe:15x15:5",
        moves: "h8 i9 g9 i7 i8 g8",
        search: SearchKind::Patterns,
        budget: depth(7),
    },
    Case {
        game: "tictactoe:15x15:5",
        moves: "h8 h9 j10 g7",
        search: SearchKind::AlphaBeta,
        budget: depth(2),
    },
    Case { game: "tictactoe:4", moves: "b2", search: SearchKind::AlphaBeta, budget: depth(8) },
    Case {
        game: "tictactoe:9x9:5",
        moves: "e5 e6",
        search: SearchKind::AlphaBeta,
        budget: depth(4),
    },
    Case { game: "qubic", moves: "", search: SearchKind::AlphaBeta, budget: depth(5) },
    Case { game: "qubic", moves: "1a1 4d4", search: SearchKind::Minimax, budget: depth(3) },
    Case { game: "qubic:3", moves: "1a1", search: SearchKind::Uct, budget: depth(4) },
    Case { game: "qubic:3", moves: "1a1", search: SearchKind::Proof, budget: Budget::UNLIMITED },
    Case {
        game: "qubic",
        moves: "1a1 4d4 2b2 1b1",
        search: SearchKind::Proof,
        budget: Budget::UNLIMITED,
    },
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
