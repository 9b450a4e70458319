//! The commands that ask for an analysis: the review of the game, and hints.

use noughts::game::Square;
use noughts::review::Limits;
use noughts::search::Score;
use noughts::values::Value;

use crate::cli::commands::play::game_controller::GameController;
use crate::cli::console::show;

/// How many moves of a line of play are shown.
const MAX_MOVES: usize = 12;

/// The moves of a line of play, or the first ones of a long line.
pub(super) fn names(controller: &GameController, squares: &[Square]) -> String {
    let board = controller.history().state().board();
    let mut names: Vec<String> =
        squares.iter().take(MAX_MOVES).map(|&square| board.name(square)).collect();
    if squares.len() > MAX_MOVES {
        names.push("…".to_string());
    }
    names.join(" ")
}

/// A value in words and, if wanted, in centipoints.
pub(super) fn words(controller: &GameController, value: &Value) -> String {
    let words = value.words(controller.side());
    match value.score {
        Score::Cp(points) if controller.shows_points() => format!("{words}, {points:+} cp"),
        _ => words,
    }
}

/// Judges every move, and prints the marks with their sentences.
pub(super) fn review(controller: &mut GameController) {
    controller.analyst.set_limits(Limits::WHOLE);
    controller.review();
    controller.wait_for_analyst();
    let Some(judged) = controller.analyst.judged() else { return };
    for (name, judgement) in controller.history().all_names().iter().zip(judged.judgements()) {
        if let Some(mark) = judgement.mark {
            show!("{} {name}{}: {}", judgement.side, mark.sign(), judgement.text);
        }
    }
    let is_said = |line: &String| judged.judgements().iter().any(|of| of.text == *line);
    let summary = judged.review().summary();
    summary.iter().filter(|line| !is_said(line)).for_each(|line| show!("{line}"));
}

/// Prints a good move.
pub(super) fn hint(controller: &mut GameController) {
    controller.ask_hint();
    controller.wait_for_analyst();
    let state = controller.history().state();
    match controller.analyst.hint().and_then(|found| found.best()) {
        Some(best) => {
            let square = best.line.first().map_or(String::new(), |&s| state.board().name(s));
            show!(
                "hint: {square} ({}; {})",
                words(controller, best),
                names(controller, &best.line)
            );
        }
        None => match controller.analyst.fault() {
            Some(fault) => show!("{fault}"),
            None => show!("there is no hint"),
        },
    }
}
