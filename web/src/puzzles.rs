//! Answers about puzzles: the one of a number or of a day.
//!
//! `daily D` asks for the number of the puzzle of a day, counted from 1970 in
//! universal time; the answer is `number N`. `puzzle N` asks for a puzzle:
//!
//! | fact | meaning |
//! |---|---|
//! | `count N` | the number of all puzzles |
//! | `number N` | the number of this one, from 1 |
//! | `grade N` | the grade, 1 to 5 |
//! | `game SPEC`, `position TEXT`, `side S` | the position |
//! | `aim A` | `win` or `draw` |
//! | `goal TEXT` | the goal in words |
//! | `line M…` | the solution and best play after it |
//! | `hint TEXT` | a hint, for each move of the line |

use std::sync::LazyLock;

use noughts::puzzles::{Goal, Puzzle, SHIPPED, daily, parse};

static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| parse(SHIPPED).unwrap_or_default());

/// Answers `daily`.
pub(crate) fn number_of_day(day: &str) -> Result<String, String> {
    let day = day.parse().map_err(|_| format!("\"{day}\" is not a day"))?;
    Ok(format!("number {}", daily(PUZZLES.len(), day) + 1))
}

/// Answers `puzzle`.
pub(crate) fn puzzle(number: &str) -> Result<String, String> {
    let count = PUZZLES.len();
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let puzzle = index.and_then(|index| PUZZLES.get(index)).ok_or_else(|| {
        format!("there is no puzzle \"{number}\": the puzzles have the numbers 1 to {count}")
    })?;
    let aim = if puzzle.goal == Goal::Draw { "draw" } else { "win" };
    let mut facts = vec![
        format!("count {count}"),
        format!("number {number}"),
        format!("grade {}", puzzle.grade()),
        format!("game {}", puzzle.spec),
        format!("position {}", puzzle.position),
        format!("side {}", puzzle.side),
        format!("aim {aim}"),
        format!("goal {}", puzzle.goal_in_words()),
        format!("line {}", puzzle.line.join(" ")),
    ];
    let hints = (0..puzzle.line.len()).filter_map(|ply| puzzle.hint(ply));
    facts.extend(hints.map(|hint| format!("hint {hint}")));
    Ok(facts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_has_a_puzzle() {
        let number = number_of_day("20000").expect("a day");
        assert_eq!(number, format!("number {}", daily(500, 20_000) + 1));
        let facts = puzzle(number.strip_prefix("number ").expect("a number")).expect("a puzzle");
        for name in ["count 500", "grade ", "game ", "aim ", "goal ", "line ", "hint a square"] {
            assert!(facts.lines().any(|line| line.starts_with(name)), "{name}: {facts}");
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for number in ["0", "501", "", "x"] {
            assert!(puzzle(number).is_err_and(|error| error.contains("1 to 500")), "{number}");
        }
        assert!(number_of_day("-1").is_err());
    }
}
