//! The commands that ask for an analysis: the review of the game, and hints.

use noughts::review::Limits;

use super::names;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::console::show;

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
                best.words(state.side()),
                names(controller, &best.line)
            );
        }
        None => match controller.analyst.fault() {
            Some(fault) => show!("{fault}"),
            None => show!("there is no hint"),
        },
    }
}
