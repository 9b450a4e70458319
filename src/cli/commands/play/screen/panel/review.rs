//! The review in the panel: the judgement of the move that is shown, the curve of the game,
//! and the moves with their marks.

use noughts::game::{Board, Side, Square};
use noughts::review::{Mark, Review};
use ratatui::text::{Line, Span};

use crate::cli::commands::play::analysis::JudgedGame;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::commands::play::screen::style::Theme;

/// The maximum number of moves of a line that is shown.
const MAX_MOVES: usize = 8;
/// The heights of the curve, from the chance 0 to 1 of X.
const HEIGHTS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// What the review says about the position that is shown.
pub(super) fn lines(controller: &GameController) -> Vec<String> {
    let Some(judged) = controller.analyst.judged() else { return Vec::new() };
    let state = controller.history().state();
    let (plies, review) = (state.moves().len(), judged.review());
    // The solution is not shown to someone who looks for it.
    if controller.is_trying() {
        return Vec::new();
    }
    let judgement = plies.checked_sub(1).and_then(|last| judged.judgements().get(last));
    let text = judgement.map(|judgement| judgement.text.clone()).filter(|text| !text.is_empty());
    let better = judgement.map(|of| &of.better[..]).filter(|better| better.len() > 1);
    let better = better.map(|better| format!("better: {}", names(better, state.board())));
    let here = review.best(plies).zip(review.side(plies)).map(|(best, side)| {
        format!("here: {}; {}", best.words(side), names(&best.line, state.board()))
    });
    let (here, verdict) = match controller.is_over() {
        true => (None, review.summary()),
        // What decided the game stays on the screen.
        false => (here, review.verdict().into_iter().take(1).collect()),
    };
    let mut lines: Vec<String> = text.into_iter().chain(better).chain(here).collect();
    let is_new = |line: &String| !lines.contains(line);
    let verdict: Vec<String> = verdict.into_iter().filter(is_new).collect();
    lines.extend(verdict);
    lines
}

fn names(line: &[Square], board: &Board) -> String {
    let names: Vec<String> = line.iter().take(MAX_MOVES).map(|&s| board.name(s)).collect();
    names.join(" ")
}

/// The course of the game: the chance of X after each move, and under it the mistakes and
/// the position that is shown. Long games are drawn with several moves to a column.
pub(super) fn curve(controller: &GameController, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let Some(judged) = controller.analyst.judged() else { return Vec::new() };
    let shown = controller.history().state().moves().len();
    let room = usize::from(width).saturating_sub(2).max(1);
    let positions = judged.review().chances().len();
    let step = positions.div_ceil(room);
    let columns = positions.div_ceil(step);
    let plies = |column: usize| column * step..((column + 1) * step).min(positions);
    let heights = (0..columns).map(|column| height(judged.review(), plies(column)));
    let marks = (0..columns).map(|column| {
        let mark = mistake(judged, plies(column));
        match plies(column).contains(&shown) {
            true => Span::styled("^", theme.strong()),
            false => Span::raw(mark),
        }
    });
    let label = || Span::styled("X ", theme.side(Side::X));
    vec![
        Line::from_iter([label()].into_iter().chain(heights.map(Span::raw))),
        // A paragraph removes spaces from the beginning of a line, but not those that
        // must not be broken.
        Line::from_iter([Span::raw("\u{a0}\u{a0}")].into_iter().chain(marks)),
    ]
}

/// The character for the chance of X at the last known one of some positions.
fn height(review: &Review, mut plies: std::ops::Range<usize>) -> &'static str {
    let known = plies.rfind(|&at| review.chances()[at].is_some());
    let chance = known.and_then(|at| review.chances()[at]);
    chance.map_or("·", |chance| HEIGHTS[(chance.of_x * 7.0).round() as usize])
}

/// A mark of the moves that led to some positions.
fn mistake(judged: &JudgedGame, plies: std::ops::Range<usize>) -> &'static str {
    let marks = plies.filter_map(|at| judged.judgements().get(at.checked_sub(1)?)?.mark);
    match marks.max_by_key(|mark| *mark != Mark::Only) {
        Some(Mark::Blunder | Mark::Mistake | Mark::Inaccuracy) => "?",
        Some(Mark::Only) => "!",
        None => " ",
    }
}

/// The moves of the position that is shown, with their numbers and marks.
pub(super) fn marked_moves(controller: &GameController) -> String {
    let text = controller.history().state().movetext();
    let Some(judged) = controller.analyst.judged() else { return text };
    let mut ply = 0;
    let words = text.split(' ').map(|word| {
        if word.is_empty() || word.ends_with('.') {
            return word.to_string();
        }
        let mark = judged.judgements().get(ply).and_then(|judgement| judgement.mark);
        ply += 1;
        format!("{word}{}", mark.map_or("", Mark::sign))
    });
    words.collect::<Vec<_>>().join(" ")
}
