//! The referee for games that the library does not know: it asks the engines.
//!
//! Only the two engines know the rules, and both have an interest in the
//! result, so the referee asks both after every ply. It accepts what they agree
//! on, and an engine's report that it has lost itself. Otherwise the game is
//! disputed and has no result.
//!
//! UCI engines cannot be asked. The referee then asks only their opponent or,
//! if there is one, a third engine, the arbiter, in place of both players.

use std::fmt;

use noughts::game::{Outcome, Side};
use noughts::protocol::{NO_MOVE, Query, Reply, Response};
use noughts_client::fault::{Fault, FaultKind, RequestError};
use noughts_client::text::printable;
use noughts_client::{Answers, Engine};

use crate::game::referee::judging::{Next, Referee};
use crate::model::record::Unscored;

/// A game whose rules only the engines know.
#[derive(Debug)]
pub(super) struct ByEngines {
    /// The side that is to move or has just moved.
    mover: Option<Side>,
    /// The number of plies that may still be played.
    plies_left: usize,
    /// The engine that is asked in place of the players.
    arbiter: Option<Engine>,
    /// Whether the arbiter knows that a game has begun.
    is_ready: bool,
}

impl ByEngines {
    /// Makes a referee for a game of at most `max_plies` after its opening.
    pub(super) fn new(max_plies: usize, arbiter: Option<Engine>) -> ByEngines {
        ByEngines { mover: None, plies_left: max_plies, arbiter, is_ready: false }
    }

    /// Returns the claim of the arbiter. An arbiter at fault is dropped, and
    /// the game has no result.
    fn ask_arbiter(&mut self, position: &str) -> Result<Result<Claim, Next>, RequestError> {
        let lost = |why: &str| {
            Ok(Err(Next::Unscored(Unscored::Disputed(format!("the referee failed: {why}")))))
        };
        let Some(arbiter) = &mut self.arbiter else { return lost("it is gone") };
        let mut ask = || {
            if !std::mem::replace(&mut self.is_ready, true) {
                arbiter.new_game(0)?;
                arbiter.await_ready()?;
            }
            Claim::ask(arbiter, position)
        };
        match ask() {
            Ok(claim) => Ok(Ok(claim)),
            Err(RequestError::Abandoned) => Err(RequestError::Abandoned),
            Err(RequestError::Fault(fault)) => {
                self.arbiter = None;
                lost(&fault.to_string())
            }
        }
    }

    /// Asks the players that can be asked, X first.
    fn ask_players(
        &self,
        engines: &mut [Engine; 2],
        position: &str,
    ) -> Result<Next, (Side, RequestError)> {
        let mut claims = [None, None];
        for side in Side::BOTH {
            let engine = &mut engines[side.index()];
            if engine.can_referee() {
                let claim = Claim::ask(engine, position).map_err(|trouble| (side, trouble))?;
                claims[side.index()] = Some(claim);
            }
        }
        let decided = match claims {
            [Some(x), Some(o)] => decide(&[x, o], self.mover),
            [Some(claim), None] => decide_alone(&claim, Some(Side::X), self.mover),
            [None, Some(claim)] => decide_alone(&claim, Some(Side::O), self.mover),
            [None, None] => {
                let why = "neither engine answers queries, and there is no referee";
                Ok(Next::Unscored(Unscored::Disputed(why.to_string())))
            }
        };
        decided.map_err(|(side, fault)| (side, fault.into()))
    }
}

impl Referee for ByEngines {
    fn next(
        &mut self,
        engines: &mut [Engine; 2],
        position: &str,
    ) -> Result<Next, (Side, RequestError)> {
        let next = if self.arbiter.is_some() {
            match self.ask_arbiter(position).map_err(|trouble| (Side::X, trouble))? {
                Ok(claim) => decide_alone(&claim, None, self.mover)
                    .map_err(|(side, fault)| (side, fault.into()))?,
                Err(next) => next,
            }
        } else {
            self.ask_players(engines, position)?
        };
        if let Next::Move(side) = next {
            self.mover = Some(side);
            if self.plies_left == 0 {
                return Ok(Next::Unscored(Unscored::PlyLimit));
            }
        }
        Ok(next)
    }

    /// UGI has no query for the legality of a move. This function rejects only
    /// texts that cannot be a move; `next` finds illegal moves.
    fn play(&mut self, name: &str) -> Result<String, String> {
        if name == NO_MOVE || name.contains(|c: char| c.is_control()) || name.len() > 100 {
            return Err(format!("\"{name}\" is not a move"));
        }
        self.plies_left = self.plies_left.saturating_sub(1);
        Ok(name.to_string())
    }

    fn release(self: Box<Self>) -> Option<Engine> {
        self.arbiter
    }
}

/// An engine's report about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Claim {
    /// The game goes on, and this side is to move.
    Move(Side),
    /// The game is over.
    Over(Outcome),
    /// The engine refuses the position with this line, so the last move is
    /// illegal.
    Refused(String),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Move(Side::X) => f.write_str("X is to move"),
            Claim::Move(Side::O) => f.write_str("O is to move"),
            Claim::Over(Outcome::Win(Side::X)) => f.write_str("X has won"),
            Claim::Over(Outcome::Win(Side::O)) => f.write_str("O has won"),
            Claim::Over(Outcome::Draw) => f.write_str("it is a draw"),
            Claim::Refused(words) => write!(f, "\"{}\"", printable(words, 80)),
        }
    }
}

impl Claim {
    fn ask(engine: &mut Engine, position: &str) -> Result<Claim, RequestError> {
        match engine.ask(position, [Query::GameOver, Query::P1Turn])? {
            Answers::Refused(words) => Ok(Claim::Refused(words)),
            Answers::Given([Response::Bool(true), _]) => Claim::ask_result(engine, position),
            Answers::Given([Response::Bool(false), Response::Bool(x_moves)]) => {
                Ok(Claim::Move(if x_moves { Side::X } else { Side::O }))
            }
            Answers::Given([Response::Bool(_), other] | [other, _]) => {
                Err(wrong_kind("true or false", other))
            }
        }
    }

    fn ask_result(engine: &mut Engine, position: &str) -> Result<Claim, RequestError> {
        match engine.ask(position, [Query::Result])? {
            Answers::Refused(words) => Ok(Claim::Refused(words)),
            Answers::Given([Response::Result(Some(outcome))]) => Ok(Claim::Over(outcome)),
            Answers::Given([other]) => Err(wrong_kind("the result of a finished game", other)),
        }
    }
}

fn wrong_kind(expected: &str, found: Response) -> RequestError {
    let found = Reply::Response(found);
    Fault::new(FaultKind::Garbage, format!("\"{found}\" instead of {expected}")).into()
}

/// Decides from the claims, X's first, after a ply of the mover.
fn decide(claims: &[Claim; 2], mover: Option<Side>) -> Result<Next, (Side, Fault)> {
    let [x, o] = claims;
    let x_concedes = *x == Claim::Over(Outcome::Win(Side::O));
    let o_concedes = *o == Claim::Over(Outcome::Win(Side::X));
    match (x, o) {
        _ if x_concedes && !o_concedes => return Ok(Next::Over(Outcome::Win(Side::O))),
        _ if o_concedes && !x_concedes => return Ok(Next::Over(Outcome::Win(Side::X))),
        (Claim::Over(x), Claim::Over(o)) if x == o => return Ok(Next::Over(*x)),
        (Claim::Move(x), Claim::Move(o)) if x == o => return Ok(Next::Move(*x)),
        _ => {}
    }
    // The opponent's refusal may be wrong; the mover's own one is conclusive.
    if let Some(mover) = mover
        && let Claim::Refused(words) = &claims[mover.index()]
    {
        let detail = format!("the engine refuses the position after its own move: \"{words}\"");
        return Err((mover, Fault::new(FaultKind::IllegalMove, detail)));
    }
    Ok(Next::Unscored(Unscored::Disputed(format!("X reports: {x}; O reports: {o}"))))
}

/// Decides from the only claim, that of the arbiter or of the player with
/// `side`, after a ply of the mover.
fn decide_alone(
    claim: &Claim,
    side: Option<Side>,
    mover: Option<Side>,
) -> Result<Next, (Side, Fault)> {
    let who = match side {
        None => "the referee".to_string(),
        Some(side) => side.to_string(),
    };
    match (claim, mover) {
        (Claim::Move(side), _) => Ok(Next::Move(*side)),
        (Claim::Over(outcome), _) => Ok(Next::Over(*outcome)),
        // A player could refuse every move of its opponent.
        (Claim::Refused(words), Some(mover)) if side.is_none_or(|side| side == mover) => {
            let detail = format!("{who} refuses the position after this move: \"{words}\"");
            Err((mover, Fault::new(FaultKind::IllegalMove, detail)))
        }
        (Claim::Refused(_), _) => {
            // A referee of another game refuses the opening of every game.
            let doubt = match (side, mover) {
                (None, None) => {
                    "; is it set up for the game of the engines, and are the moves of the opening in \
                                 their notation?"
                }
                _ => "",
            };
            Ok(Next::Unscored(Unscored::Disputed(format!("{who} reports: {claim}{doubt}"))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X_WINS: Outcome = Outcome::Win(Side::X);
    const O_WINS: Outcome = Outcome::Win(Side::O);

    fn refused() -> Claim {
        Claim::Refused("info string error".to_string())
    }

    #[test]
    fn matching_reports_are_accepted() {
        for mover in [None, Some(Side::X), Some(Side::O)] {
            for outcome in [X_WINS, O_WINS, Outcome::Draw] {
                let both = [Claim::Over(outcome), Claim::Over(outcome)];
                assert_eq!(decide(&both, mover), Ok(Next::Over(outcome)));
            }
            for side in Side::BOTH {
                let both = [Claim::Move(side), Claim::Move(side)];
                assert_eq!(decide(&both, mover), Ok(Next::Move(side)));
            }
        }
    }

    #[test]
    fn a_single_report_is_accepted_only_from_the_loser() {
        let others =
            [Claim::Move(Side::X), Claim::Move(Side::O), Claim::Over(Outcome::Draw), refused()];
        for other in others {
            for (claim, conceded_by) in [(O_WINS, Side::X), (X_WINS, Side::O)] {
                for claimant in Side::BOTH {
                    let mut claims = [other.clone(), other.clone()];
                    claims[claimant.index()] = Claim::Over(claim);
                    let next = decide(&claims, Some(claimant)).unwrap();
                    if claimant == conceded_by {
                        assert_eq!(next, Next::Over(claim));
                    } else {
                        assert!(matches!(next, Next::Unscored(Unscored::Disputed(_))), "{next:?}");
                    }
                }
            }
        }
        for mover in Side::BOTH {
            let both = [Claim::Over(O_WINS), Claim::Over(X_WINS)];
            assert!(matches!(decide(&both, Some(mover)), Ok(Next::Unscored(_))));
        }
    }

    #[test]
    fn a_refused_move_is_disputed_unless_the_mover_refuses_it_too() {
        for mover in Side::BOTH {
            let mut claims = [Claim::Move(!mover), Claim::Move(!mover)];
            claims[(!mover).index()] = refused();
            let Ok(Next::Unscored(Unscored::Disputed(why))) = decide(&claims, Some(mover)) else {
                panic!("{claims:?}")
            };
            assert!(why.contains("info string error") && why.contains("to move"), "{why}");
            claims[mover.index()] = refused();
            let (side, fault) = decide(&claims, Some(mover)).unwrap_err();
            assert_eq!((side, fault.kind), (mover, FaultKind::IllegalMove));
        }
        // The opening has no mover.
        assert!(matches!(decide(&[refused(), refused()], None), Ok(Next::Unscored(_))));
    }

    #[test]
    fn different_turns_are_disputed() {
        let claims = [Claim::Move(Side::X), Claim::Move(Side::O)];
        assert!(matches!(decide(&claims, Some(Side::X)), Ok(Next::Unscored(_))));
    }

    #[test]
    fn a_single_word_counts_except_against_the_moves_of_the_opponent() {
        for side in [None, Some(Side::X), Some(Side::O)] {
            for mover in [None, Some(Side::X), Some(Side::O)] {
                let next = decide_alone(&Claim::Move(Side::O), side, mover);
                assert_eq!(next, Ok(Next::Move(Side::O)));
                let next = decide_alone(&Claim::Over(X_WINS), side, mover);
                assert_eq!(next, Ok(Next::Over(X_WINS)));
                let next = decide_alone(&refused(), side, mover);
                let is_fault = mover.is_some() && (side.is_none() || side == mover);
                match next {
                    Err((culprit, fault)) => {
                        assert!(is_fault && mover == Some(culprit), "{side:?} {mover:?}");
                        assert_eq!(fault.kind, FaultKind::IllegalMove);
                    }
                    Ok(next) => assert!(!is_fault && matches!(next, Next::Unscored(_))),
                }
            }
        }
    }

    #[test]
    fn a_text_that_cannot_be_a_move_is_refused() {
        let mut referee = ByEngines::new(2, None);
        let long = "x".repeat(101);
        for bad in ["0000", "a\n1", "a\u{1b}[2J", &long] {
            let reason = referee.play(bad).unwrap_err();
            assert!(reason.ends_with("is not a move"), "{reason}");
        }
        // A refused text does not count as a ply.
        assert_eq!(referee.plies_left, 2);
        for name in ["00000", "000", "e2e4", "P@b2", "0-0", &"x".repeat(100)] {
            assert_eq!(referee.play(name).as_deref(), Ok(name));
        }
        assert_eq!(referee.plies_left, 0);
    }
}
