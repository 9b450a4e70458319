//! The values of the position in the panel: the bar, the result, the best lines, and what
//! the marks mean.

use noughts::game::{GameState, Side, Square};
use noughts::search::Score;
use noughts::values::Value;
use ratatui::text::{Line, Span};

use crate::cli::commands::play::analysis::Progress;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::commands::play::screen::style::Theme;

/// The maximum number of lines of play that are shown.
const MAX_LINES: usize = 3;

/// What the marks mean, and the points if they are shown.
const LEGEND: &str = "62 wins 62 of 100; + wins, - loses in so many plies; = draw";
const POINTS: &str = "cp: the engine's own estimate, in hundredths of a point";

/// The lines below which the bar is left out.
const FEW: usize = 4;

/// The lines about the values, the most important ones first. `room` is the number of lines
/// there is room for.
pub(super) fn lines(
    controller: &GameController,
    width: u16,
    room: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let state = controller.history().state();
    let (found, has_points) = (controller.analyst.values(), controller.shows_points());
    let Some(best) = found.best() else { return vec![Line::raw("evaluating")] };
    let progress = match controller.analyst.progress() {
        Progress::Searching => "searching",
        Progress::Certain => "certain",
        Progress::Stopped => "stopped at its limit",
    };
    let mut lines = Vec::new();
    if room >= FEW {
        lines.push(bar(best, state, width, theme));
    }
    lines.push(Line::raw(format!("{}; {progress}", best.words(state.side()))));
    let shown = found.shown().take(MAX_LINES);
    lines.extend(shown.map(|finding| Line::raw(told(finding, state, has_points))));
    lines.push(Line::styled(LEGEND, theme.dim()));
    if has_points {
        lines.push(Line::styled(POINTS, theme.dim()));
    }
    lines
}

/// A move with its value and the line that follows.
pub(super) fn told(finding: &Value, state: &dyn GameState, has_points: bool) -> String {
    let name = |&square: &Square| state.board().name(square);
    let mut names = finding.line.iter().take(8).map(name);
    let first = names.next().unwrap_or_default();
    let rest: Vec<String> = names.collect();
    let percent = if finding.score.is_proven() { "" } else { " %" };
    let points = match finding.score {
        Score::Cp(points) if has_points => format!(" {points:+} cp"),
        _ => String::new(),
    };
    format!("{first} {}{percent}{points} {}", finding.mark(6), rest.join(" "))
}

/// A bar that shows X's share of the expected result from the left.
fn bar(best: &Value, state: &dyn GameState, width: u16, theme: Theme) -> Line<'static> {
    let share = if state.side() == Side::X { best.chance } else { 1.0 - best.chance };
    let room = usize::from(width.clamp(8, 40)) - 4;
    let of_x = (share * room as f64).round() as usize;
    Line::from(vec![
        Span::styled("X ", theme.side(Side::X)),
        Span::styled("█".repeat(of_x), theme.side(Side::X)),
        Span::styled("░".repeat(room - of_x), theme.side(Side::O)),
        Span::styled(" O", theme.side(Side::O)),
    ])
}
