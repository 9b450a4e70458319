//! The rules of tic-tac-toe and of the cubes: lines that win.

use noughts::game::GameSpec;
use noughts::game::lines::{LineRule, Shape};

use super::part::Part;

/// The longest line that is drawn as it is; longer ones are drawn with this length.
const MAX_DRAWN: usize = 6;

/// The forbidden moves of renju.
const RENJU: &str = "\
X must not make more than five in a row, two fours at once, or two threes at once; a move \
that does loses, unless it also makes five in a row. A four is a row that one more stone \
makes five; a three is a row that one more stone, if it is allowed, makes four with both \
ends open. O has no forbidden moves, and wins with more than five in a row, too.";

/// When five in a row do not win in caro.
const CARO: &str = "\
Five in a row between two stones of the other side do not win. The border of the board closes \
nothing.";

/// The rules of a flat board; of a game without lines only the goal.
pub(super) fn flat(spec: &GameSpec) -> Vec<Part> {
    let &GameSpec::Lines(Shape::Flat { columns, rows, line, rule }) = spec else {
        return vec![Part::Text(spec.goal())];
    };
    let wins = match rule {
        LineRule::Exact | LineRule::ExactCaro => {
            format!("exactly {line} of its stones in a row wins; a longer row does not")
        }
        LineRule::Free | LineRule::Renju | LineRule::Caro => {
            format!("{line} of its stones in a row wins")
        }
    };
    let text = format!(
        "X begins. The sides take turns to place a stone on any empty square of the {columns}x{rows} \
         board. The first side with {wins}. A row runs across, down or diagonally. A full board \
         without one is a draw."
    );
    let length = line.min(MAX_DRAWN);
    let stone_in = |column: usize| format!("{}X", "  ".repeat(column));
    let height = if rows >= line { length } else { 1 };
    let picture = |name: &str, drawn: Vec<String>| {
        let below = (drawn.len()..=height).map(|_| String::new());
        drawn.iter().cloned().chain(below).chain([name.to_string()]).collect::<Vec<String>>()
    };
    let (fits_across, fits_down) = (columns >= line, rows >= line);
    let mut pictures = Vec::new();
    if fits_across {
        pictures.push(picture("across", vec![vec!["X"; length].join(" ")]));
    }
    if fits_down {
        pictures.push(picture("down", vec![stone_in(0); length]));
    }
    if fits_across && fits_down {
        pictures.push(picture("diagonally", (0..length).map(stone_in).collect()));
        pictures.push(picture("and back", (0..length).rev().map(stone_in).collect()));
    }
    let mut parts = vec![Part::Text(text), Part::Pictures(pictures)];
    if rule == LineRule::Renju {
        parts.push(Part::Text(RENJU.to_string()));
    }
    if rule.is_caro() {
        parts.push(Part::Text(CARO.to_string()));
    }
    if line > length {
        parts.push(Part::Text(format!("(Drawn with {length} instead of {line} stones.)")));
    }
    parts
}

/// The rules of a cube.
pub(super) fn cube(side: usize) -> Vec<Part> {
    let lines = ((side + 2).pow(3) - side.pow(3)) / 2;
    let text = format!(
        "X begins. The sides take turns to place a stone on any empty square of the cube, which is \
         drawn layer by layer; layer 1 is the lowest. The first side with {side} of its stones in a \
         straight line wins. A full cube without one is a draw. There are {lines} lines. These are \
         the four kinds, each drawn with its own letter:"
    );
    let mut kinds = vec![
        "A  in a layer, also diagonally",
        "B  straight up",
        "C  up and along with each step",
        "D  from corner to opposite corner",
    ];
    let mut layers: Vec<Vec<String>> = Vec::new();
    for layer in 0..side {
        let mut picture = vec![format!("layer {}", layer + 1)];
        for row in (0..side).rev() {
            let letter = |column: usize| letter(side, (column, row, layer)).unwrap_or('.');
            let letters: Vec<String> = (0..side).map(|column| letter(column).to_string()).collect();
            picture.push(letters.join(" "));
        }
        layers.push(picture);
    }
    // In the smallest cube any two squares are a line, so two kinds leave no room for others.
    if side == 2 {
        kinds.retain(|kind| kind.starts_with(['B', 'D']));
    }
    let kinds = kinds.into_iter().map(str::to_string).collect();
    vec![Part::Text(text), Part::Pictures(layers), Part::Pictures(vec![kinds])]
}

/// The letter of the line through a square, if one of those drawn has it.
fn letter(side: usize, (column, row, layer): (usize, usize, usize)) -> Option<char> {
    let last = side - 1;
    let lines = [
        ('A', side > 2 && layer == 0 && row == 1),
        ('B', column == last && row == last),
        ('C', side > 2 && column == 0 && row == layer),
        ('D', column == layer && row == last - layer),
    ];
    lines.iter().find(|(_, has)| *has).map(|(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every letter is drawn on exactly the squares of one line.
    #[test]
    fn the_lines_of_the_cube_do_not_cross() {
        for side in 2..=5usize {
            let squares =
                (0..side.pow(3)).map(|at| (at % side, at / side % side, at / side.pow(2)));
            let letters: Vec<char> = squares.filter_map(|at| letter(side, at)).collect();
            for drawn in ['A', 'B', 'C', 'D'] {
                let count = letters.iter().filter(|letter| **letter == drawn).count();
                let expected = if side == 2 && "AC".contains(drawn) { 0 } else { side };
                assert_eq!(count, expected, "{drawn} on the cube of {side}");
            }
        }
    }

    #[test]
    fn the_number_of_lines_is_that_of_the_game() {
        use noughts::game::WideSet;
        use noughts::game::lines::Geometry;
        for side in 2..=5 {
            let lines = Geometry::<WideSet>::new(Shape::Cube { side }).lines().len();
            let text = cube(side);
            let Some(Part::Text(text)) = text.first() else { panic!("no text") };
            assert!(text.contains(&format!("There are {lines} lines.")), "{text}");
        }
    }

    #[test]
    fn only_lines_that_fit_are_drawn() {
        let names = |shape: Shape| {
            let parts = flat(&GameSpec::Lines(shape));
            let Some(Part::Pictures(pictures)) = parts.get(1) else { panic!("no picture") };
            pictures.iter().filter_map(|picture| picture.last().cloned()).collect::<Vec<String>>()
        };
        let shape = |columns, rows| Shape::Flat { columns, rows, line: 3, rule: LineRule::Free };
        assert_eq!(names(shape(3, 3)), ["across", "down", "diagonally", "and back"]);
        assert_eq!(names(shape(9, 1)), ["across"]);
        assert_eq!(names(shape(2, 9)), ["down"]);
    }
}
