//! Rules for `query`, through which a client learns of turn and result
//! without the rules of the game.

use std::time::Duration;

use noughts_client::time::Instant;
use noughts_rules::game::{GameState, Side};
use noughts_rules::protocol::{Reply, Response};

use crate::bench::{Bench, End, first_word};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure, not_applicable};

/// The time after which no more plies are played or queried.
pub(super) const MAX_TIME: Duration = Duration::from_secs(30);

/// The rules for the form of the answers.
pub(super) const QUERIES: &[Rule] = rules! {
    must "query" after "isready", only_ugi: query =>
        "answers each `query` with one `response` and one value of the right type; without any, the runner must know its game",
        from "UGI: query, response", "PROTOCOL.md: Commands";
    should "query-batch" after "query", only_ugi: batch =>
        "answers in order queries that arrive in one write with `isready` and `position`",
        from "UGI: General, query", "PROTOCOL.md: Commands";
};

/// The rules for the answers in the course of a game.
pub(super) const RULES: &[Rule] = rules! {
    must "query-agree" after "query" "play", only_ugi: agree =>
        "reports a result if and only if it reports that the game is over, and has a move until then",
        from "UGI: response", "PROTOCOL.md: Commands";
    should "query-end" after "query-agree", only_ugi: end =>
        "reports the end of a game against itself within 1,000 plies",
        from "UGI: response", "PROTOCOL.md: Commands";
    must "query-truth" after "query-agree", only_ugi: truth =>
        "reports turn, end and result according to the rules of the game",
        from "UGI: response", "PROTOCOL.md: Commands";
};

/// The queries of `ask`, in order.
const QUESTIONS: [&str; 3] = ["p1turn", "gameover", "result"];

/// The engine's answers to all queries about a position.
#[derive(Debug, PartialEq, Eq)]
struct Answers {
    first_to_move: bool,
    over: bool,
    result: Response,
}

/// Returns the value of a yes-or-no response.
fn bool_of(response: Response) -> Result<bool, Broken> {
    match response {
        Response::Bool(value) => Ok(value),
        Response::Result(_) => broken("the engine answered a yes-or-no query with a result"),
    }
}

/// Waits for the next `response`, which must have exactly one value.
fn response(bench: &mut Bench<'_>) -> Result<Response, Broken> {
    let lines = bench.read_until("response")?;
    let line = lines.last().map_or("", String::as_str);
    let words = line.split_ascii_whitespace().count();
    ensure(words == 2, || format!("\"{line}\" has {words} words instead of 2"))?;
    match Reply::parse(line) {
        Reply::Response(response) => Ok(response),
        _ => broken(format!("\"{line}\" has an unknown value")),
    }
}

/// Asks whether the game is over in the position sent last.
pub(super) fn is_over(bench: &mut Bench<'_>) -> Result<bool, Broken> {
    bench.send("query gameover")?;
    bool_of(response(bench)?)
}

/// Makes all queries about the position after `moves`.
fn ask(bench: &mut Bench<'_>, moves: &[String]) -> Result<Answers, Broken> {
    bench.send_position(moves)?;
    bench.send(&QUESTIONS.map(|question| format!("query {question}")).join("\n"))?;
    let first_to_move = bool_of(response(bench)?)?;
    let over = bool_of(response(bench)?)?;
    match response(bench)? {
        Response::Bool(_) => {
            broken("the engine answered \"query result\" with \"true\" or \"false\"")
        }
        result @ Response::Result(_) => Ok(Answers { first_to_move, over, result }),
    }
}

fn query(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    ask(bench, &[]).map_err(|broken| match broken {
        // The runner does not query an engine whose game it knows.
        Broken::Rule(reason) if bench.known.is_some() && !bench.exchange.has_reply("response") => {
            Broken::Lesser(reason)
        }
        other => other,
    })?;
    let more = bench.settle()?.into_iter().find(|line| first_word(line) == "response");
    match more {
        Some(line) => broken(format!("the engine sent an unsolicited \"{line}\"")),
        None => {
            bench.answers_queries = true;
            Ok(Kept::Yes)
        }
    }
}

fn batch(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let position = bench.position(&[]);
    bench.send(&format!(
        "isready\n{position}\n{position}\nquery gameover\n{position}\nquery p1turn\nisready"
    ))?;
    bench.read_until("readyok")?;
    let lines = bench.read_until("readyok")?;
    let replies = lines.iter().map(|line| Reply::parse(line));
    let answers = replies.filter(|reply| matches!(reply, Reply::Response(Response::Bool(_))));
    let count = answers.count();
    ensure(count == 2, || format!("{count} answers to two queries"))?;
    Ok(Kept::Yes)
}

fn agree(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let played: Vec<String> = bench.game.iter().map(|turn| turn.search.best.clone()).collect();
    let until = Instant::now() + MAX_TIME;
    for ply in 0..=played.len() {
        let is_last = ply == played.len();
        // The last position is always queried: it matters most.
        if !is_last && Instant::now() > until {
            continue;
        }
        let moves = &played[..ply];
        let answers = ask(bench, moves)?;
        let none = answers.result == Response::Result(None);
        ensure(answers.over != none, || {
            format!("\"gameover\" and \"result\" contradict each other after {moves:?}")
        })?;
        ensure(answers.over || !is_last || bench.end != End::NoMove, || {
            format!("the game is not over after {ply} plies, but the engine has no move: {moves:?}")
        })?;
    }
    Ok(Kept::Measured(format!("a game of {} plies", played.len())))
}

fn end(bench: &mut Bench<'_>) -> Step {
    let plies = bench.game.len();
    match bench.end {
        End::Over => Ok(Kept::Yes),
        End::Plies => broken(format!("the game is not over after {plies} plies")),
        End::Time => not_applicable(format!("the time sufficed only for {plies} plies")),
        // Other steps judge these cases.
        End::NoMove | End::Unknown => not_applicable("no game was played to its end"),
    }
}

/// Chooses a legal move. The choice varies with the ply, so that the stones do
/// not fill rows from the first corner on.
fn pick(setup: &dyn GameState, legal: &[String]) -> Option<String> {
    legal.get(setup.ply() * 7 % legal.len().max(1)).cloned()
}

fn truth(bench: &mut Bench<'_>) -> Step {
    let Some(known) = bench.known.take() else {
        return not_applicable("the rules of the engine's game are unknown; set --game");
    };
    let mut all_asked = || -> Result<usize, Broken> {
        bench.ready()?;
        let mut moves = Vec::new();
        loop {
            let Ok(setup) = known.after(&moves) else { return broken("an illegal move") };
            let outcome = setup.outcome();
            let expected = Answers {
                first_to_move: setup.side() == Side::X,
                over: outcome.is_some(),
                result: Response::Result(outcome),
            };
            let answers = ask(bench, &moves)?;
            // After the end of the game the turn is undefined.
            let turn = outcome.is_some() || answers.first_to_move == expected.first_to_move;
            let end = (answers.over, answers.result) == (expected.over, expected.result);
            ensure(turn && end, || {
                format!("the engine answered {answers:?} after {moves:?}, not {expected:?}")
            })?;
            match pick(&*setup, &known.legal(&*setup)).filter(|_| outcome.is_none()) {
                Some(name) => moves.push(name),
                None => return Ok(moves.len()),
            }
        }
    };
    let asked = all_asked();
    bench.known = Some(known);
    Ok(Kept::Measured(format!("a game of {} plies", asked?)))
}
