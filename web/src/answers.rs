//! Answers the questions of the page. The first word of a question says what it is
//! about: `games`, `game` and `record` ask about `records`, `puzzle` and
//! `daily` about `puzzles`, `review` and `retry` about `review`, and anything else is the spec of a game, about
//! a position of which `facts` are asked.

use crate::{facts, puzzles, records, review};

/// Answers a question, or says why it has no answer in a line that begins with `error`.
pub fn answer(question: &str) -> String {
    let (line, rest) = question.split_once('\n').unwrap_or((question, ""));
    let (word, value) = line.split_once(' ').unwrap_or((line, ""));
    let answer = match word {
        "games" => Ok(records::list(value, rest)),
        "game" => records::first(value, rest),
        "record" => records::record(rest),
        "puzzle" => puzzles::puzzle(value),
        "review" => review::review(value, rest),
        "retry" => review::retry(value, rest),
        "daily" => puzzles::number_of_day(value),
        _ => facts::position(question),
    };
    answer.unwrap_or_else(|error| format!("error {error}"))
}
