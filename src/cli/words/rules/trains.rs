//! The rules of TicTacTrains: the longest train, the rings, and the plies of a rule set.

use noughts::game::trains::{Ply, RuleSet};
use noughts::game::{GameSpec, GameState};

use super::part::Part;

/// A position whose longest trains are drawn.
const TRAINS: &str = "\
X───X   O   X   O
    │
O   X───X   O───O
        │       │
X   O   X   X   O
        │       │
X   O   X   O───O";

/// How many groups of plies with the same rule are told.
const MAX_GROUPS: usize = 6;

pub(super) fn parts(rules: &RuleSet) -> Vec<Part> {
    let picture = |text: &str| text.lines().map(str::to_string).collect::<Vec<String>>();
    let special = special(rules.plies());
    let mut pictures = vec![picture(TRAINS)];
    let size = rules.size();
    let mut parts = vec![Part::Text(format!(
        "X and O place stones on {size}x{size} squares until the board is full. A train is a \
         path of stones of one side; each lies left, right, above or below the one before. It \
         has no diagonal steps and no branches. The side with the longer longest train wins; \
         equal trains are a draw."
    ))];
    if special > 0 {
        pictures.push(rings(rules));
    }
    parts.push(Part::Pictures(pictures));
    parts.push(Part::Text(
        "Here X's longest train has 6 stones and O's has 5: X wins. The X on its right in the \
         second row from below is a branch and does not count."
            .to_string(),
    ));
    parts.push(Part::Text(match special {
        0 => "X begins, and the sides take turns on any empty square.".to_string(),
        _ => format!("The numbers are the rings around the centre. {}", told(rules, special)),
    }));
    parts
}

/// The board with the number of its ring on each square.
fn rings(rules: &RuleSet) -> Vec<String> {
    let board = rules.board();
    let ring = |column, row| rules.ring(board.square(column, row, 0)).to_string();
    let row = |row| (0..board.columns()).map(|column| ring(column, row)).collect::<Vec<_>>();
    (0..board.rows()).map(|at| row(at).join(" ")).collect()
}

/// The number of plies at the beginning that are not just turns of X and O on any square.
fn special(plies: &[Ply]) -> usize {
    let side_of_end = |at: usize| plies[plies.len() - 1 - at % 2].side;
    let everything = plies.iter().fold(0, |all, ply| all | ply.allowed);
    let is_usual = |&(at, ply): &(usize, &Ply)| {
        ply.allowed == everything && ply.side == side_of_end(plies.len() - 1 - at)
    };
    let usual = plies.iter().enumerate().rev().take_while(is_usual).count();
    plies.len() - usual
}

/// The rules of the plies in sentences, and the list that names them.
fn told(rules: &RuleSet, special: usize) -> String {
    let plies = &rules.plies()[..special];
    let groups: Vec<&[Ply]> = plies.chunk_by(|a, b| a == b).collect();
    let mut first = 1;
    let mut sentences = Vec::new();
    for group in groups.iter().take(MAX_GROUPS) {
        let last = first + group.len() - 1;
        let which = match group.len() {
            1 => format!("Ply {first}"),
            2 => format!("Plies {first} and {last}"),
            _ => format!("Plies {first} to {last}"),
        };
        let place = allowed(&rules.entry(first - 1).unwrap_or_default());
        sentences.push(format!("{which}: {} {place}.", group[0].side));
        first = last + 1;
    }
    if groups.len() > MAX_GROUPS {
        sentences.push("Further plies are restricted as well.".to_string());
    } else if let Some(next) = rules.plies().get(special) {
        sentences.push(format!("Then the sides take turns anywhere, {} first.", next.side));
    }
    let list = rules.list();
    if list.len() <= 60 {
        sentences.push(format!("Written as a list: {list}"));
    }
    sentences.join(" ")
}

/// Where this ply may be played, if the rules restrict it: "O plays in ring 1: 8 squares",
/// or in renju "forbidden to X: i8".
pub(crate) fn restriction(state: &dyn GameState) -> Option<String> {
    let GameSpec::Trains(rules) = state.spec() else {
        let names = state.forbidden().into_iter().map(|square| state.board().name(square));
        let names: Vec<String> = names.collect();
        return (!names.is_empty()).then(|| format!("forbidden to X: {}", names.join(" ")));
    };
    let ply = rules.plies().get(state.ply())?;
    let is_restricted = ply.allowed.count_ones() < rules.plies().len() as u32;
    let count = state.legal().len();
    let entry = rules.entry(state.ply())?;
    is_restricted.then(|| format!("{} plays {}: {count} squares", ply.side, allowed(&entry)))
}

/// Where a ply with this entry in the list may be played, in words: "in ring 1",
/// "anywhere but d4".
fn allowed(entry: &str) -> String {
    // The side, the rings or `A`, and squares that are left out.
    let (rings, missing) = entry.split_once('-').unwrap_or((entry, ""));
    let rings: Vec<String> = rings.chars().skip(1).map(|ring| ring.to_string()).collect();
    let place = match &rings[..] {
        [all] if all == "A" => "anywhere".to_string(),
        [one] => format!("in ring {one}"),
        several => format!("in rings {}", several.join(" and ")),
    };
    let missing: Vec<&str> =
        (0..missing.len() / 2).filter_map(|at| missing.get(2 * at..2 * at + 2)).collect();
    match missing.len() {
        0 => place,
        1..=4 => format!("{place} but {}", missing.join(" and ")),
        many => format!("{place} but {many} squares"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> RuleSet {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The length of the longest path from a stone over stones of its side.
    fn longest_from(
        at: (usize, usize),
        board: &[Vec<char>],
        path: &mut Vec<(usize, usize)>,
    ) -> usize {
        path.push(at);
        let mut best = path.len();
        for (row, column) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
            let Some(next) = (at.0 + row).checked_sub(1).zip((at.1 + column).checked_sub(1)) else {
                continue;
            };
            let stone = board.get(next.0).and_then(|row| row.get(next.1));
            if stone == Some(&board[at.0][at.1]) && !path.contains(&next) {
                best = best.max(longest_from(next, board, path));
            }
        }
        path.pop();
        best
    }

    #[test]
    fn the_picture_shows_the_longest_trains_that_the_text_tells() {
        let board: Vec<Vec<char>> =
            TRAINS.lines().step_by(2).map(|line| line.chars().step_by(4).collect()).collect();
        let longest = |side: char| {
            let squares = (0..4).flat_map(|row| (0..5).map(move |column| (row, column)));
            let own = squares.filter(|&(row, column)| board[row][column] == side);
            own.map(|at| longest_from(at, &board, &mut Vec::new())).max()
        };
        assert_eq!((longest('X'), longest('O')), (Some(6), Some(5)));
        // The steps that are drawn: 5 of X and 4 of O.
        assert_eq!(TRAINS.matches("───").count() + TRAINS.matches('│').count(), 9);
    }

    #[test]
    fn plies_are_told_in_words() {
        for (text, words) in [
            (
                "modern",
                "Ply 1: X anywhere. Ply 2: O in ring 1. Ply 3: O in ring 3. Then the sides take turns anywhere, X first.",
            ),
            ("mallorcan", "Ply 2: O anywhere but d4. Plies 3 and 4: O in ring 3."),
            ("swiss", "Ply 3: O in rings 2 and 3."),
            ("5:mallorcan", "Ply 2: O anywhere but c3. Plies 3 and 4: O in ring 2."),
            ("(XA, O23-a1g7, O1, XA, OA, ...)", "Ply 2: O in rings 2 and 3 but g7 and a1."),
        ] {
            let rules = rules(text);
            let told = told(&rules, special(rules.plies()));
            assert!(told.contains(words), "{text}: {told}");
        }
        assert_eq!(special(rules("classical").plies()), 0);
        assert_eq!(special(rules("mallorcan").plies()), 4);
    }
}
