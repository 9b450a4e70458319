//! The questions of a referee that does not know the game.

use std::time::Instant;

use noughts::game::{GameState, Side};
use noughts::protocol::{Reply, Response};

use super::games::LONGEST;
use crate::check::bench::{Bench, End, first_word};
use crate::check::rule::{Broken, Kept, Rule, Step, broken, ensure, not_applicable};

/// What the questions are.
pub(super) const QUERIES: &[Rule] = &[
    Rule::must("query", query)
        .says("answers each `query` with one `response` of two words that fits the question")
        .from(&["UGI: query, response", "PROTOCOL.md: Commands"])
        .only_ugi()
        .needs(&["isready"]),
    Rule::should("query-batch", batch)
        .says("answers queries between `isready` and several `position` in one write, in order")
        .from(&["UGI: General, query", "PROTOCOL.md: Commands"])
        .only_ugi()
        .needs(&["query"]),
];

/// What is answered in the course of a game.
pub(super) const RULES: &[Rule] = &[
    Rule::must("query-agree", agree)
        .says("tells a result if and only if it tells that the game is over, and has a move until then")
        .from(&["UGI: response", "PROTOCOL.md: Commands"])
        .only_ugi()
        .needs(&["query", "play"]),
    Rule::should("query-end", end)
        .says("tells that a game against itself is over, after 1,000 plies at the latest")
        .from(&["UGI: response", "PROTOCOL.md: Commands"])
        .only_ugi()
        .needs(&["query-agree"]),
    Rule::must("query-truth", truth)
        .says("tells turn, end and result as the rules of the game have it")
        .from(&["UGI: response", "PROTOCOL.md: Commands"])
        .only_ugi()
        .needs(&["query-agree"]),
];

/// The questions, in the order in which they are put.
const QUESTIONS: [&str; 3] = ["p1turn", "gameover", "result"];

/// What is answered to all questions about a position.
#[derive(Debug, PartialEq, Eq)]
struct Answers {
    first_to_move: bool,
    over: bool,
    result: Response,
}

/// The answer to a question, if it is one.
fn truth_of(response: Response) -> Result<bool, Broken> {
    match response {
        Response::Truth(truth) => Ok(truth),
        Response::Result(_) => broken("a result is no answer to a question of yes or no"),
    }
}

/// The next answer; nothing else may be in its line.
fn response(bench: &mut Bench<'_>) -> Result<Response, Broken> {
    let lines = bench.until("response")?;
    let line = lines.last().map_or("", String::as_str);
    let words = line.split_ascii_whitespace().count();
    ensure(words == 2, || format!("\"{line}\" has {words} words"))?;
    match Reply::parse(line) {
        Reply::Response(response) => Ok(response),
        _ => broken(format!("\"{line}\" is no answer")),
    }
}

/// Whether the game is over in the position that was told last.
pub(super) fn is_over(bench: &mut Bench<'_>) -> Result<bool, Broken> {
    bench.send("query gameover")?;
    truth_of(response(bench)?)
}

fn ask(bench: &mut Bench<'_>, moves: &[String]) -> Result<Answers, Broken> {
    bench.place(moves)?;
    bench.send(&QUESTIONS.map(|question| format!("query {question}")).join("\n"))?;
    let first_to_move = truth_of(response(bench)?)?;
    let over = truth_of(response(bench)?)?;
    match response(bench)? {
        Response::Truth(_) => broken("yes or no is no answer to \"query result\""),
        result @ Response::Result(_) => Ok(Answers { first_to_move, over, result }),
    }
}

fn query(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    ask(bench, &[])?;
    let more = bench.settle()?.into_iter().find(|line| first_word(line) == "response");
    match more {
        Some(line) => broken(format!("\"{line}\" came although nobody asked")),
        None => {
            bench.queried = true;
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
    bench.until("readyok")?;
    let lines = bench.until("readyok")?;
    let replies = lines.iter().map(|line| Reply::parse(line));
    let answers = replies.filter(|reply| matches!(reply, Reply::Response(Response::Truth(_))));
    let count = answers.count();
    ensure(count == 2, || format!("{count} answers to two questions"))?;
    Ok(Kept::Yes)
}

fn agree(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let played: Vec<String> = bench.game.iter().map(|turn| turn.search.best.clone()).collect();
    let until = Instant::now() + LONGEST;
    for ply in 0..=played.len() {
        let is_last = ply == played.len();
        // The last position matters most.
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
            format!("the game is not over after {ply} plies, but there was no move: {moves:?}")
        })?;
    }
    Ok(Kept::Measured(format!("a game of {} plies", played.len())))
}

fn end(bench: &mut Bench<'_>) -> Step {
    let plies = bench.game.len();
    match bench.end {
        End::Over => Ok(Kept::Yes),
        End::Plies => broken(format!("the game is not over after {plies} plies")),
        End::Time => not_applicable(format!("there was only time for {plies} plies")),
        // That is the subject of other steps.
        End::NoMove | End::Unknown => not_applicable("no game was played to its end"),
    }
}

/// Which legal move is played at a ply: not always the first one, so that the
/// stones do not lie in rows from the first corner on.
fn pick(setup: &dyn GameState, legal: &[String]) -> Option<String> {
    legal.get(setup.ply() * 7 % legal.len().max(1)).cloned()
}

fn truth(bench: &mut Bench<'_>) -> Step {
    let Some(known) = bench.known.take() else {
        return not_applicable("the rules of its game are not known; --game tells them");
    };
    let mut all_asked = || -> Result<usize, Broken> {
        bench.ready()?;
        let mut moves = Vec::new();
        loop {
            let Ok(setup) = known.after(&moves) else { return broken("no such game") };
            let outcome = setup.outcome();
            let expected = Answers {
                first_to_move: setup.side() == Side::X,
                over: outcome.is_some(),
                result: Response::Result(outcome),
            };
            let answers = ask(bench, &moves)?;
            // Whose turn it is means nothing when the game is over.
            let turn = outcome.is_some() || answers.first_to_move == expected.first_to_move;
            let end = (answers.over, answers.result) == (expected.over, expected.result);
            ensure(turn && end, || format!("{answers:?} after {moves:?}, not {expected:?}"))?;
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
