//! The proven value of each move of a position, by the search `proof`.

use crate::engine::{Player, player};
use crate::game::{GameSpec, GameState, Outcome, Square};
use crate::search::{Budget, Score, SearchKind, Settings, Stop};

/// A move with its proven value for the side that plays it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub square: Square,
    /// Its value.
    pub score: Score,
    /// Whether the distance of a win or loss is exact.
    pub exact: bool,
    /// The moves after it, with best play.
    pub rest: Vec<Square>,
}

/// Proves the values of moves within a number of nodes each.
pub struct Prover {
    player: Box<dyn Player>,
    nodes: u64,
}

impl Prover {
    /// Creates a prover for a game that visits at most so many nodes for a move.
    pub fn new(spec: &GameSpec, nodes: u64) -> Prover {
        Prover { player: player(spec, SearchKind::Proof), nodes }
    }

    /// Returns the value of a legal move; `None` if it is not proven. The tables
    /// are empty at the start, so equal questions have equal answers.
    pub fn value(
        &mut self,
        state: &dyn GameState,
        square: Square,
        stop: &Stop,
    ) -> Option<MoveValue> {
        self.player.set_position(Some(&state.text()), &[]).ok()?;
        self.player.clear();
        self.player.play(square).ok()?;
        let after = self.player.state();
        let of_the_other = after.side() != state.side();
        match after.outcome() {
            Some(Outcome::Draw) => return Some(settled(square, Score::Draw)),
            Some(Outcome::Win(side)) => {
                let score = if side == state.side() { Score::Win(1) } else { Score::Loss(1) };
                return Some(settled(square, score));
            }
            None => {}
        }
        let legal = after.legal();
        let budget = Budget { nodes: self.nodes, ..Budget::UNLIMITED };
        let settings = Settings { hash: 8, ..Settings::default() };
        let report = self.player.search(legal, budget, &settings, stop, &mut |_| {});
        let best = report.lines.into_iter().next()?;
        best.score.is_proven().then(|| MoveValue {
            square,
            score: best.score.earlier(of_the_other),
            exact: best.exact || best.score == Score::Draw,
            rest: best.pv,
        })
    }
}

fn settled(square: Square, score: Score) -> MoveValue {
    MoveValue { square, score, exact: true, rest: Vec::new() }
}
