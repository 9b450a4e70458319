//! Draws the menu: the rows, the values of an open setting, and about the game.

use noughts::game::{FAIR_GAME, GameSpec, WHY_FAIR};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, List, ListItem, Paragraph, Wrap};

use super::row::Row;
use super::state::Menu;
use super::{values, words};

/// The keys named at the bottom.
const KEYS: &str = "↑↓ choose ←→ change Enter open Esc quit";
const PICK_KEYS: &str = "↑↓ choose  Enter take  Esc back";
const TYPE_KEYS: &str = "Enter take  Esc back";

/// The width of the menu: longer lines are hard to read.
const WIDTH: u16 = 76;

/// The columns of the names of settings.
const NAMES: usize = 8;

/// The rows that the description of the game needs at least.
const ABOUT: u16 = 4;

/// Draws the menu and remembers where its rows are.
pub(super) fn draw(menu: &mut Menu, frame: &mut Frame<'_>) {
    let area = frame.area();
    let width = area.width.min(WIDTH);
    // On a large screen the menu stands a little below the top, not in a corner.
    let [left, top] = [(area.width - width) / 2, area.height.saturating_sub(22) / 3];
    let area = Rect::new(area.x + left, area.y + top, width, area.height - top);
    let count = menu.rows.len() as u16;
    let gap = u16::from(area.height >= count + ABOUT + 6);
    let parts = [
        Constraint::Length(1),
        Constraint::Length(gap),
        Constraint::Length(count),
        Constraint::Length(gap),
        Constraint::Fill(1),
        Constraint::Length(1),
    ];
    let [title, _, rows, _, about, keys] = Layout::vertical(parts).areas(area);
    frame.render_widget(Line::styled("noughts", menu.theme.strong()), title);
    let items: Vec<ListItem<'_>> =
        menu.rows.iter().map(|row| item(menu, *row, rows.width)).collect();
    let list = List::new(items).highlight_symbol("> ").highlight_style(menu.theme.cursor());
    frame.render_stateful_widget(list, rows, &mut menu.list);
    menu.places = [rows, Rect::ZERO];
    let picked = menu.picking.as_ref().and_then(|picking| {
        let value = picking.list.selected().and_then(|at| picking.values.get(at))?;
        value.game(&menu.choice)
    });
    let game = picked.unwrap_or_else(|| menu.choice.game.clone());
    let mut text = describe(&game);
    if let Some(typing) = &menu.typing {
        let question = values::question(typing.row, &menu.choice);
        text = vec![Line::styled(format!("{question}{}▏", typing.text), menu.theme.strong())];
        text.push(Line::raw(typing.error.clone()));
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), about);
    let help = match (&menu.picking, &menu.typing) {
        (Some(_), _) => PICK_KEYS,
        (_, Some(_)) => TYPE_KEYS,
        _ => KEYS,
    };
    frame.render_widget(Line::styled(help, menu.theme.dim()), keys);
    draw_values(menu, frame, rows);
}

/// The goal of a game, who is favoured, and why people begin with the fair one.
fn describe(game: &GameSpec) -> Vec<Line<'static>> {
    let balance = match game.balance() {
        Some(balance) => {
            let mut text = balance.to_string();
            text[..1].make_ascii_uppercase();
            format!("{text}.")
        }
        None => "Which side is favoured has not been measured.".to_string(),
    };
    let mut lines = vec![Line::raw(game.goal()), Line::raw(balance)];
    if game.to_string() == FAIR_GAME {
        lines.push(Line::raw(WHY_FAIR));
    }
    lines
}

/// A row: the name and the value of a setting, or something to do.
fn item(menu: &Menu, row: Row, width: u16) -> ListItem<'static> {
    let title = words::title(row, &menu.choice);
    let value = words::value(row, &menu.choice);
    let line = match (row, &menu.unfinished) {
        (Row::Resume, Some((_, game))) => {
            let line = format!("{title}: {game}");
            // The symbol of the chosen row takes two columns.
            let room = usize::from(width.saturating_sub(2));
            Line::raw(line.chars().take(room).collect::<String>())
        }
        _ if row.is_setting() => Line::from(vec![
            Span::styled(format!("{title:<NAMES$}"), menu.theme.dim()),
            Span::raw(value),
        ]),
        (Row::Play, _) => Line::styled(title, menu.theme.strong()),
        _ => Line::raw(title),
    };
    ListItem::new(line)
}

/// Draws the values of the open setting over the rows.
fn draw_values(menu: &mut Menu, frame: &mut Frame<'_>, rows: Rect) {
    let Some(picking) = &mut menu.picking else { return };
    let texts: Vec<String> = picking.values.iter().map(ToString::to_string).collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) as u16;
    let (x, y) = (rows.x + NAMES as u16 + 1, rows.y.saturating_sub(1));
    let room = frame.area().bottom().saturating_sub(y + ABOUT + 1);
    let place = Rect::new(x, y, longest + 6, (texts.len() as u16 + 2).min(room.max(3)));
    let place = place.intersection(frame.area());
    let block = Block::bordered().title(format!(" {} ", words::title(picking.row, &menu.choice)));
    menu.places[1] = block.inner(place);
    let list = List::new(texts).highlight_symbol("> ").highlight_style(menu.theme.cursor());
    // Halves of words beside the list would confuse.
    let width = frame.area().right().saturating_sub(place.x);
    frame.render_widget(Clear, Rect { width, ..place }.intersection(frame.area()));
    frame.render_stateful_widget(list.block(block), place, &mut picking.list);
}
