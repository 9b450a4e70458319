//! The state of the screen: cursor, input and help around the game, and what
//! each action does.

use std::path::Path;
use std::time::Instant;

use noughts::game::{Square, SquareSet};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Constraint, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::board::Picture;
use super::input::{Action, Input, KEYS};
use super::layout::Layout;
use super::panel;
use super::style::Theme;
use crate::cli::play::findings::Findings;
use crate::cli::play::host::Host;
use crate::cli::play::record;

/// The keys named at the bottom.
const BOTTOM: &str = "? help  u undo  h hint  e values  q quit";

/// Everything that is on the screen.
pub(super) struct App {
    host: Host,
    theme: Theme,
    cursor: Square,
    input: Input,
    /// Whether the help is shown.
    helps: bool,
    quit: bool,
    /// Where everything was drawn last.
    layout: Option<Layout>,
}

impl App {
    pub(super) fn new(host: Host, theme: Theme) -> App {
        let mut app = App {
            cursor: Square::new(0),
            host,
            theme,
            input: Input::default(),
            helps: false,
            quit: false,
            layout: None,
        };
        app.centre_cursor();
        app
    }

    fn centre_cursor(&mut self) {
        let board = self.host.history().state().board();
        self.cursor = board.square(board.columns() / 2, board.rows() / 2, 0);
    }

    pub(super) fn has_quit(&self) -> bool {
        self.quit
    }

    /// Whether something may change without a key.
    pub(super) fn is_waiting(&self) -> bool {
        self.host.is_working() || self.input.is_waiting()
    }

    /// Reads the news of the engines and the clock; returns whether something
    /// has changed.
    pub(super) fn tick(&mut self) -> bool {
        let board = *self.host.history().state().board();
        let action = self.input.tick(Instant::now(), &board);
        let acted = action.is_some();
        action.into_iter().for_each(|action| self.act(action));
        self.host.tick() || acted
    }

    /// Reads a key, a click or a change of the size.
    pub(super) fn read(&mut self, event: &Event) {
        match event {
            Event::Key(key) => {
                let board = *self.host.history().state().board();
                let action = self.input.read(*key, &board);
                if std::mem::take(&mut self.helps) && action != Some(Action::Quit) {
                    return;
                }
                action.into_iter().for_each(|action| self.act(action));
            }
            Event::Mouse(mouse) => self.click(*mouse),
            _ => {}
        }
    }

    fn click(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || std::mem::take(&mut self.helps)
        {
            return;
        }
        let board = *self.host.history().state().board();
        let place = Position::new(mouse.column, mouse.row);
        let square = self.layout.and_then(|layout| layout.square_at(&board, place));
        if let Some(square) = square {
            self.cursor = square;
            self.act(Action::Choose);
        }
    }

    /// Does what a key asks for.
    fn act(&mut self, action: Action) {
        let board = *self.host.history().state().board();
        match action {
            Action::Move(right, down) => self.move_cursor(right, down),
            Action::Level(up) => {
                let (column, row, level) = board.coordinates(self.cursor);
                let level = level.saturating_add_signed(up).min(board.levels() - 1);
                self.cursor = board.square(column, row, level);
            }
            Action::Choose => self.play(&board.name(self.cursor)),
            Action::Play(name) => {
                self.cursor = board.parse(&name).unwrap_or(self.cursor);
                self.play(&name);
            }
            Action::Undo => {
                if !self.host.undo() {
                    self.host.tell("there is nothing to take back");
                }
            }
            Action::Redo => {
                if !self.host.redo() {
                    self.host.tell("there is nothing to play again");
                }
            }
            Action::Hint => self.host.ask_hint(),
            Action::Evaluate => self.host.evaluate(!self.host.analyst.evaluates()),
            Action::Swap => self.host.swap(),
            Action::New => self.host.restart(),
            Action::GoOn => self.host.pause_or_go_on(),
            Action::AskSave => self.input.ask_save(record::free_name(&self.host.spec())),
            Action::AskLoad => self.input.ask_load(),
            Action::Save(name) => self.host.save(Path::new(&name)),
            Action::Load(name) => {
                let before = self.host.spec();
                self.host.load(Path::new(&name));
                if self.host.spec() != before {
                    self.centre_cursor();
                }
            }
            Action::Help => self.helps = true,
            Action::Quit => self.quit = true,
        }
    }

    fn play(&mut self, name: &str) {
        if let Err(error) = self.host.play(name) {
            self.host.tell(error);
        }
    }

    /// Moves the cursor; over the side of a level it reaches the next one.
    fn move_cursor(&mut self, right: isize, down: isize) {
        let board = *self.host.history().state().board();
        let (column, row, level) = board.coordinates(self.cursor);
        let row = row.saturating_add_signed(down).min(board.rows() - 1);
        let along = level * board.columns() + column;
        let along = along.saturating_add_signed(right).min(board.levels() * board.columns() - 1);
        let (level, column) = (along / board.columns(), along % board.columns());
        self.cursor = board.square(column, row, level);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let state = self.host.history().state();
        self.layout = match Layout::new(area, state.board()) {
            Ok(layout) => Some(layout),
            Err((width, height)) => {
                let text = format!(
                    "This window of {}x{} is too small for the board: {width}x{height} is enough.",
                    area.width, area.height
                );
                let text = Paragraph::new(text).wrap(Wrap { trim: true });
                frame.render_widget(text, area);
                None
            }
        };
        let Some(layout) = self.layout else { return };
        let trains = state.longest_trains();
        let train_squares: SquareSet = trains
            .iter()
            .flatten()
            // One stone is no train worth showing.
            .filter(|train| train.len() > 1)
            .flat_map(|train| train.iter().copied())
            .collect();
        let analyst = &self.host.analyst;
        let hint = analyst.hint().and_then(Findings::best).and_then(|best| best.line.first());
        let picture = Picture {
            state,
            trains: train_squares,
            last: self.host.history().last(),
            cursor: (!self.host.is_over()).then_some(self.cursor),
            hint: hint.copied(),
            mistake: analyst.verdict().and_then(|verdict| verdict.mistake),
            values: Some(analyst.values()).filter(|_| analyst.evaluates()),
        };
        let buffer = frame.buffer_mut();
        picture.draw(&layout, self.theme, buffer);
        panel::draw(&self.host, trains.as_ref(), self.theme, layout.panel, buffer);
        let bottom = match self.input.prompt() {
            Some(prompt) => Line::styled(prompt, self.theme.strong()),
            None => Line::styled(BOTTOM, self.theme.dim()),
        };
        bottom.render(layout.keys, buffer);
        if self.helps {
            self.draw_help(frame, area);
        }
    }

    fn draw_help(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines: Vec<Line<'_>> =
            KEYS.iter().map(|(key, what)| Line::raw(format!("{key:<10} {what}"))).collect();
        lines.push(Line::raw(""));
        let values = "Values: +3 wins within 3 plies, -4 loses, = draws, 0.3 an estimate";
        lines.push(Line::raw(values));
        if self.host.history().state().board().levels() > 1 {
            lines.push(Line::raw("x o ! would complete a line"));
        }
        let [width, height] = [area.width.min(38), area.height.min(lines.len() as u16 + 4)];
        let place = area.centered(Constraint::Length(width), Constraint::Length(height));
        frame.render_widget(Clear, place);
        let text = Paragraph::new(lines).wrap(Wrap { trim: true });
        frame.render_widget(text.block(Block::bordered().title(" Keys ")), place);
    }
}
