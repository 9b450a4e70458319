//! The panel beside or below the board: players, progress, trains, values, and the review
//! of the game.

mod review;
mod values;

use noughts::game::trains::Ply;
use noughts::game::{GameSpec, GameState, Side, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::style::Theme;
use crate::cli::commands::play::analysis::Findings;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::words::rules;

/// Draws the panel. `trains` are the longest trains, in games with trains.
pub(super) fn draw(
    controller: &GameController,
    trains: Option<&[Vec<Square>; 2]>,
    theme: Theme,
    place: Rect,
    buffer: &mut Buffer,
) {
    let state = controller.history().state();
    let mut lines = heading(controller, place.width, theme);
    let under_heading = lines.len();
    lines.extend(progress(controller, theme));
    if !controller.notice().is_empty() {
        lines.push(Line::styled(controller.notice().to_string(), theme.strong()));
    }
    if let Some(trains) = trains {
        lines.push(train_line(trains, theme));
    }
    let restriction = rules::restriction(state).filter(|_| !controller.is_over());
    lines.extend(restriction.map(Line::raw));
    lines.extend(review::lines(controller).into_iter().map(Line::raw));
    if let Some(best) = controller.analyst.hint().and_then(Findings::best) {
        let name = best.line.first().map_or(String::new(), |&square| state.board().name(square));
        let text = format!("hint: {name} ({})", best.words(state.side()));
        lines.push(Line::styled(text, theme.hint()));
    }
    lines.extend(controller.analyst.fault().map(|fault| Line::raw(fault.to_string())));
    let used = |lines: &[Line<'_>]| -> usize {
        lines.iter().map(|line| rows_of(line.width(), place.width)).sum()
    };
    // The last row is for the moves. If room is scarce, the curve and the last lines of the
    // values are left out.
    let room = usize::from(place.height).saturating_sub(1);
    let curve = review::curve(controller, place.width, theme);
    if used(&lines) + curve.len() <= room {
        lines.extend(curve);
    }
    if controller.analyst.evaluates() && !controller.is_over() {
        let left = room.saturating_sub(used(&lines));
        for line in values::lines(controller, place.width, left, theme) {
            lines.push(line);
            if used(&lines) > room {
                lines.pop();
                break;
            }
        }
    }
    // Everything else is more urgent than the goal.
    let goal = Line::styled(controller.spec().goal(), theme.dim());
    if used(&lines) + rows_of(goal.width(), place.width) <= room {
        lines.insert(under_heading, goal);
    }
    let above = used(&lines).min(room) as u16;
    let [text, moves] =
        Layout::vertical([Constraint::Length(above), Constraint::Fill(1)]).areas(place);
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(text, buffer);
    let last =
        last_moves(&review::marked_moves(controller), usize::from(moves.height), place.width);
    let last = Line::styled(last, theme.dim());
    Paragraph::new(last).wrap(Wrap { trim: true }).render(moves, buffer);
}

/// Returns about how many rows a text takes.
fn rows_of(length: usize, width: u16) -> usize {
    if length <= usize::from(width) {
        return 1;
    }
    // Lines that are broken between words are not full.
    let width = usize::from(width).saturating_sub(4).max(1);
    length.div_ceil(width)
}

/// Returns the last words of a text, as many as fit.
fn last_moves(text: &str, rows: usize, width: u16) -> String {
    let mut kept = text;
    while rows_of(kept.len(), width) > rows.max(1) {
        let Some((_, rest)) = kept.split_once(' ') else { break };
        kept = rest;
    }
    if kept.len() == text.len() { text.to_string() } else { format!("… {kept}") }
}

/// The game and the players, on as few lines as there is room for.
fn heading(controller: &GameController, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let spec = controller.spec().to_string();
    let player = |side: Side| {
        let to_move = !controller.is_over() && controller.side() == side;
        let time = controller.time_left(side).map_or(String::new(), |time| format!(" {time}"));
        let name = format!("{time} {}", controller.player_name(side));
        let style = if to_move { theme.strong() } else { Style::new() };
        let mark = if to_move { ">" } else { " " };
        [
            Span::raw(mark),
            Span::styled(side.to_string(), theme.side(side)),
            Span::styled(name, style),
        ]
    };
    let [x, o] = Side::BOTH.map(player);
    let (title, gap) = ([Span::styled(spec, theme.strong())], [Span::raw(" ")]);
    let forms = [
        vec![Line::from([&title[..], &gap, &x, &gap, &o].concat())],
        vec![Line::from(title.to_vec()), Line::from([&x[..], &gap, &o].concat())],
    ];
    let fits = |form: &&Vec<Line<'_>>| form.iter().all(|line| line.width() <= width.into());
    let apart = [title.to_vec(), x.to_vec(), o.to_vec()].map(Line::from).to_vec();
    forms.iter().find(fits).cloned().unwrap_or(apart)
}

/// The result of the game, or the state of the turn.
fn progress(controller: &GameController, theme: Theme) -> Option<Line<'static>> {
    let state = controller.history().state();
    if let Some(result) = controller.result() {
        let work = controller.analyst.work().map_or(String::new(), |work| format!("; {work}"));
        return Some(Line::from(vec![
            Span::styled(format!("Game over: {result}"), theme.strong()),
            Span::raw(work),
        ]));
    }
    let (ply, plies) = (state.moves().len(), controller.history().all_names().len());
    if controller.is_trying() {
        let is_checking = controller.analyst.is_checking();
        let how = if is_checking { "checking this move" } else { "a move is checked, not played" };
        return Some(Line::raw(format!("ply {ply} of {plies}; {how}")));
    }
    if controller.is_looking() {
        let how = if controller.is_persons_turn() { "a move" } else { "space" };
        return Some(Line::raw(format!("ply {ply} of {plies}; {how} goes on from here")));
    }
    let text = match controller.seat(controller.side()).player() {
        Some(player) if player.is_thinking() => {
            let best = player.found.best().map_or(String::new(), |best| {
                format!(": {}", values::told(best, state, controller.shows_points()))
            });
            format!("thinking{}{best}", place_in_turn(state))
        }
        Some(_) if controller.is_paused() => "stopped; space goes on".to_string(),
        Some(_) => "starting".to_string(),
        None => match controller.analyst.work() {
            Some(work) => work,
            None if controller.is_both() => {
                format!("{} to move{}", controller.side(), place_in_turn(state))
            }
            None => format!("your move{}", place_in_turn(state)),
        },
    };
    Some(Line::raw(text))
}

fn train_line(trains: &[Vec<Square>; 2], theme: Theme) -> Line<'static> {
    let [x, o] = [trains[0].len(), trains[1].len()];
    Line::from(vec![
        Span::raw("longest trains: "),
        Span::styled(format!("X {x}"), theme.side(Side::X)),
        Span::raw(", "),
        Span::styled(format!("O {o}"), theme.side(Side::O)),
    ])
}

/// The place of this ply in a run of plies of one side, as " (2 of 3)"; empty if the side
/// plays only one.
fn place_in_turn(state: &dyn GameState) -> String {
    let GameSpec::Trains(rules) = state.spec() else { return String::new() };
    let (before, after) = rules.plies().split_at(state.ply().min(rules.plies().len()));
    let is_own = |ply: &&Ply| ply.side == state.side();
    let before = before.iter().rev().take_while(is_own).count();
    let all = before + after.iter().take_while(is_own).count();
    if all > 1 { format!(" ({} of {all})", before + 1) } else { String::new() }
}
