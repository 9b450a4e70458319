//! A position as a picture (SVG): what a notebook shows for a `Board`.

use std::fmt::Write;

use noughts_rules::game::{GameState, Side};

/// The side of a square, and the margin for the names of rows and columns, in pixels.
const CELL: usize = 36;
const MARGIN: usize = 22;

/// Draws the board: layers side by side, the last move and deciding squares marked.
pub(crate) fn draw(state: &dyn GameState) -> String {
    let board = *state.board();
    let layer_width = board.columns() * CELL + MARGIN;
    let (width, height) = (board.levels() * layer_width + MARGIN, board.rows() * CELL + 2 * MARGIN);
    let (x, o, decided) = (state.stones(Side::X), state.stones(Side::O), state.highlights());
    let last = state.moves().last();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        state.spec()
    );
    let mut add = |text: std::fmt::Arguments<'_>| {
        // Writing into a string does not fail.
        let _ = svg.write_fmt(text);
    };
    for square in board.squares() {
        let (column, row, level) = board.coordinates(square);
        let (left, top) = (MARGIN + level * layer_width + column * CELL, MARGIN + row * CELL);
        let (middle, centre) = (left + CELL / 2, top + CELL / 2);
        let fill = match (decided.contains(square), last == Some(&square)) {
            (true, _) => "#ffe08a",
            (_, true) => "#e6eefc",
            _ => "#fff",
        };
        add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" \
             fill=\"{fill}\" stroke=\"#999\"/>"
        ));
        if x.contains(square) {
            let (from, to, low) = (left + 9, left + CELL - 9, top + CELL - 9);
            let high = top + 9;
            add(format_args!(
                "<path d=\"M{from} {high}L{to} {low}M{from} {low}L{to} {high}\" \
                 stroke=\"#b3261e\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
            ));
        } else if o.contains(square) {
            add(format_args!(
                "<circle cx=\"{middle}\" cy=\"{centre}\" r=\"10\" fill=\"none\" \
                 stroke=\"#1a56b0\" stroke-width=\"4\"/>"
            ));
        }
        if column == 0 {
            let (at, base) = (left - MARGIN / 2, centre + 4);
            add(format_args!("<text x=\"{at}\" y=\"{base}\">{}</text>", board.rows() - row));
        }
        if row + 1 == board.rows() {
            let (base, letter) = (top + CELL + 15, char::from(b'a' + column as u8));
            add(format_args!("<text x=\"{middle}\" y=\"{base}\">{letter}</text>"));
        }
        if board.levels() > 1 && row == 0 && column == 0 {
            let at = left + board.columns() * CELL / 2;
            add(format_args!("<text x=\"{at}\" y=\"15\">layer {}</text>", level + 1));
        }
    }
    svg + "</svg>"
}
