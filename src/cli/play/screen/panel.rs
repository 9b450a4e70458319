//! The words beside or below the board: who plays, what goes on, trains,
//! values, where the game was lost.

use noughts::game::{GameSpec, GameState, Side, Square};
use noughts::search::Score;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::style::Theme;
use crate::cli::play::findings::{Finding, Findings};
use crate::cli::play::host::Host;

/// The most lines of play that are told.
const MOST_LINES: usize = 3;

/// Draws the panel. `trains` are the longest trains, in games with trains.
pub(super) fn draw(
    host: &Host,
    trains: Option<&[Vec<Square>; 2]>,
    theme: Theme,
    place: Rect,
    buffer: &mut Buffer,
) {
    let state = host.history().state();
    let mut lines = heading(host, place.width, theme);
    lines.extend(progress(host, theme));
    if !host.notice().is_empty() {
        lines.push(Line::styled(host.notice().to_string(), theme.strong()));
    }
    if let Some(trains) = trains {
        lines.push(train_line(trains, theme));
        lines.extend(allowed(state));
    }
    if let Some(verdict) = host.analyst.verdict() {
        lines.extend(verdict.text.iter().map(|text| Line::raw(text.clone())));
    }
    if let Some(best) = host.analyst.hint().and_then(Findings::best) {
        let name = best.line.first().map_or(String::new(), |&square| state.board().name(square));
        let text = format!("hint: {name} ({})", best.words(state));
        lines.push(Line::styled(text, theme.hint()));
    }
    lines.extend(host.analyst.fault().map(|fault| Line::raw(fault.to_string())));
    let used = |lines: &[Line<'_>]| -> usize {
        lines.iter().map(|line| rows_of(line.width(), place.width)).sum()
    };
    // The last row is for the moves. Of the values, the first lines say most.
    let room = usize::from(place.height).saturating_sub(1);
    if host.analyst.evaluates() && !host.is_over() {
        for line in values(host, place.width, theme) {
            lines.push(line);
            if used(&lines) > room {
                lines.pop();
                break;
            }
        }
    }
    let above = used(&lines).min(room) as u16;
    let [text, moves] =
        Layout::vertical([Constraint::Length(above), Constraint::Fill(1)]).areas(place);
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(text, buffer);
    let last = last_moves(&state.movetext(), usize::from(moves.height), place.width);
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

/// Returns as much of the end of a text as fits, by words.
fn last_moves(text: &str, rows: usize, width: u16) -> String {
    let mut kept = text;
    while rows_of(kept.len(), width) > rows.max(1) {
        let Some((_, rest)) = kept.split_once(' ') else { break };
        kept = rest;
    }
    if kept.len() == text.len() { text.to_string() } else { format!("… {kept}") }
}

/// The game and the players, on as few lines as there is room for.
fn heading(host: &Host, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let spec = host.spec().to_string();
    let player = |side: Side| {
        let to_move = !host.is_over() && host.side() == side;
        let name = format!(" {}", host.seat(side).name());
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

/// What goes on.
fn progress(host: &Host, theme: Theme) -> Option<Line<'static>> {
    let state = host.history().state();
    if let Some(outcome) = state.outcome() {
        let work = host.analyst.work().map_or(String::new(), |work| format!("; {work}"));
        return Some(Line::from(vec![
            Span::styled(format!("Game over: {outcome}"), theme.strong()),
            Span::raw(work),
        ]));
    }
    let text = match host.seat(host.side()).player() {
        Some(player) if player.is_thinking() => {
            let best = player
                .found
                .best()
                .map_or(String::new(), |best| format!(": {}", told(best, state)));
            format!("thinking{best}")
        }
        Some(_) if host.is_paused() => "stopped; space goes on".to_string(),
        Some(_) => "starting".to_string(),
        None => match host.analyst.work() {
            Some(work) => work,
            None if host.is_both() => format!("{} to move", host.side()),
            None => "your move".to_string(),
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

/// The squares allowed for this ply, where the rules restrict it.
fn allowed(state: &dyn GameState) -> Option<Line<'static>> {
    let GameSpec::Trains(rules) = state.spec() else { return None };
    let ply = rules.plies().get(state.ply())?;
    let restricted = ply.allowed.count_ones() < rules.plies().len() as u32;
    let count = state.legal().len();
    let text = format!("{count} squares allowed · ({ply})");
    restricted.then(|| Line::raw(text))
}

/// A move with its value and the line that follows.
fn told(finding: &Finding, state: &dyn GameState) -> String {
    let name = |&square: &Square| state.board().name(square);
    let mut names = finding.line.iter().take(8).map(name);
    let first = names.next().unwrap_or_default();
    let rest: Vec<String> = names.collect();
    format!("{first} {} {}", finding.mark(6), rest.join(" "))
}

/// The bar and the best lines.
fn values(host: &Host, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let state = host.history().state();
    let found = host.analyst.values();
    let Some(best) = found.best() else { return vec![Line::raw("evaluating")] };
    let mut lines = vec![bar(best, state, width, theme), Line::raw(best.words(state))];
    lines.extend(found.shown().take(MOST_LINES).map(|finding| Line::raw(told(finding, state))));
    lines
}

/// A bar with X's share from the left.
fn bar(best: &Finding, state: &dyn GameState, width: u16, theme: Theme) -> Line<'static> {
    let share = match best.score_for(Side::X, state.side()) {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw => 0.5,
        // A point is worth a bit less than half of what is left.
        Score::Cp(value) => 0.5 + f64::from(value) / (100.0 + f64::from(value.abs())) * 0.45,
    };
    let room = usize::from(width.clamp(8, 40)) - 4;
    let of_x = (share * room as f64).round() as usize;
    Line::from(vec![
        Span::styled("X ", theme.side(Side::X)),
        Span::styled("█".repeat(of_x), theme.side(Side::X)),
        Span::styled("░".repeat(room - of_x), theme.side(Side::O)),
        Span::styled(" O", theme.side(Side::O)),
    ])
}
