//! The state of the screen: cursor, input and help around the game, and what
//! each action does.

use std::path::Path;
use std::time::Instant;

use noughts::game::{Square, WideSet};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Constraint, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::action::{Action, KEYS};
use super::board::Picture;
use super::input::Input;
use super::layout::Layout;
use super::panel;
use super::style::Theme;
use crate::cli::commands::play::analysis::Findings;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::commands::play::record;
use crate::cli::commands::play::seat::Change;

/// The keys named at the bottom.
const BOTTOM: &str = "? help  u undo  h hint  e values  q quit";

/// Everything that is on the screen.
pub(super) struct App {
    controller: GameController,
    theme: Theme,
    cursor: Square,
    input: Input,
    /// Whether the help is shown.
    helps: bool,
    quit: bool,
    /// The layout of the last frame; `None` if the screen was too small.
    layout: Option<Layout>,
}

impl App {
    pub(super) fn new(controller: GameController, theme: Theme) -> App {
        let mut app = App {
            cursor: Square::new(0),
            controller,
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
        let board = self.controller.history().state().board();
        self.cursor = board.square(board.columns() / 2, board.rows() / 2, 0);
    }

    pub(super) fn has_quit(&self) -> bool {
        self.quit
    }

    /// Whether the screen may change without a key.
    pub(super) fn is_waiting(&self) -> bool {
        self.controller.is_working() || self.input.is_waiting()
    }

    /// Reads the news of the engines and the clock; returns whether anything
    /// has changed.
    pub(super) fn tick(&mut self) -> bool {
        let board = *self.controller.history().state().board();
        let action = self.input.tick(Instant::now(), &board);
        let acted = action.is_some();
        action.into_iter().for_each(|action| self.act(action));
        self.controller.tick() || acted
    }

    /// Handles a key, a click or a change of the size.
    pub(super) fn read(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) => {
                // Enter after a typed square must not remove the message about
                // that square.
                if !self.input.expects(*key) {
                    self.controller.forget_messages();
                }
                let board = *self.controller.history().state().board();
                let action = self.input.read(*key, &board);
                if std::mem::take(&mut self.helps) && action != Some(Action::Quit) {
                    // A letter that closes the help does nothing else.
                    return self.input.forget();
                }
                action.into_iter().for_each(|action| self.act(action));
            }
            Event::Mouse(mouse) => self.click(*mouse),
            _ => {}
        }
    }

    fn click(&mut self, mouse: MouseEvent) {
        let is_left = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_left || std::mem::take(&mut self.helps) || self.input.is_asking() {
            return;
        }
        let board = *self.controller.history().state().board();
        let place = Position::new(mouse.column, mouse.row);
        let square = self.layout.and_then(|layout| layout.square_at(&board, place));
        if let Some(square) = square {
            self.cursor = square;
            self.act(Action::Choose);
        }
    }

    /// Performs an action.
    fn act(&mut self, action: Action) {
        let board = *self.controller.history().state().board();
        let before = self.controller.spec();
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
            Action::Undo => self.controller.undo(),
            Action::Redo => self.controller.redo(),
            Action::Hint => self.controller.ask_hint(),
            Action::Evaluate => self.controller.evaluate(!self.controller.analyst.evaluates()),
            Action::Swap => self.controller.swap(),
            Action::New => self.controller.restart(),
            Action::GoOn => self.controller.pause_or_go_on(),
            Action::AskSave => self.input.ask_save(record::unused_name(&self.controller.spec())),
            Action::AskLoad => self.input.ask_load(),
            Action::Save(name) => self.controller.save(Path::new(&name)),
            Action::Load(name) => self.controller.load(Path::new(&name)),
            Action::Strength(steps) => self.controller.change_level(Change::By(steps)),
            Action::AskGame => self.input.ask_game(),
            Action::Game(text) => self.controller.change_game(&text),
            Action::Mistyped(text) => {
                self.controller.set_notice(format!("\"{text}\" is not a square of this board"));
            }
            Action::Help => self.helps = true,
            Action::Quit => self.quit = true,
        }
        if self.controller.spec() != before {
            self.centre_cursor();
        }
    }

    fn play(&mut self, name: &str) {
        if let Err(error) = self.controller.play(name) {
            self.controller.set_notice(error);
        }
    }

    /// Moves the cursor. At the left or right side of a level it goes on to the
    /// next level.
    fn move_cursor(&mut self, right: isize, down: isize) {
        let board = *self.controller.history().state().board();
        let (column, row, level) = board.coordinates(self.cursor);
        let row = row.saturating_add_signed(down).min(board.rows() - 1);
        let along = level * board.columns() + column;
        let along = along.saturating_add_signed(right).min(board.levels() * board.columns() - 1);
        let (level, column) = (along / board.columns(), along % board.columns());
        self.cursor = board.square(column, row, level);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let state = self.controller.history().state();
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
        let train_squares: WideSet = trains
            .iter()
            .flatten()
            // Single stones are not highlighted as trains.
            .filter(|train| train.len() > 1)
            .flat_map(|train| train.iter().copied())
            .collect();
        let analyst = &self.controller.analyst;
        let hint = analyst.hint().and_then(Findings::best).and_then(|best| best.line.first());
        let picture = Picture {
            state,
            trains: train_squares,
            last: self.controller.history().last(),
            cursor: (!self.controller.is_over()).then_some(self.cursor),
            hint: hint.copied(),
            mistake: analyst.verdict().and_then(|verdict| verdict.mistake),
            values: Some(analyst.values()).filter(|_| analyst.evaluates()),
        };
        let buffer = frame.buffer_mut();
        picture.draw(&layout, self.theme, buffer);
        panel::draw(&self.controller, trains.as_ref(), self.theme, layout.panel, buffer);
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
        let values = "Values: +3 wins in 3 plies, +≤3 within 3, -4 loses, = draws; 62: the side \
                      to move wins 62 of 100, an estimate (6 in small squares)";
        lines.push(Line::raw(values));
        if self.controller.history().state().board().levels() > 1 {
            lines.push(Line::raw("x o ! would complete a line"));
        }
        let [width, height] = [area.width.min(38), area.height.min(lines.len() as u16 + 4)];
        let place = area.centered(Constraint::Length(width), Constraint::Length(height));
        frame.render_widget(Clear, place);
        let text = Paragraph::new(lines).wrap(Wrap { trim: true });
        frame.render_widget(text.block(Block::bordered().title(" Keys ")), place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::play::analysis::Analyst;
    use crate::cli::commands::play::engine::{Launch, deadlines};
    use crate::cli::commands::play::kept::Keeper;
    use crate::cli::history::History;
    use noughts::protocol::Go;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;
    use ratatui::style::Modifier;
    use std::time::Duration;

    /// A game of two people; no engine is ever asked.
    fn app(spec: &str, moves: &str) -> App {
        let game: noughts::game::GameSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut history = History::new(&game, None).unwrap_or_else(|error| panic!("{error}"));
        for name in moves.split_whitespace() {
            history.play(name).unwrap_or_else(|error| panic!("{error}"));
        }
        let launch = Launch {
            program: "/no/such/program".into(),
            arguments: Vec::new(),
            game,
            level: None,
            draws_seeds: false,
            deadlines: deadlines(),
        };
        let analyst = Analyst::new(launch, Some(1), Duration::ZERO);
        App::new(
            GameController::new(history, [None, None], Go::default(), analyst, Keeper::default()),
            Theme::new(false),
        )
    }

    fn draw(app: &mut App, width: u16, height: u16) -> Buffer {
        let backend = TestBackend::new(width, height);
        let mut terminal = Terminal::new(backend).unwrap_or_else(|error| panic!("{error}"));
        terminal.draw(|frame| app.draw(frame)).unwrap_or_else(|error| panic!("{error}"));
        terminal.backend().buffer().clone()
    }

    /// Returns the squares of a board whose cells have a modifier.
    fn marked(app: &App, buffer: &Buffer, modifier: Modifier) -> Vec<String> {
        let board = app.controller.history().state().board();
        let layout = app.layout.unwrap_or_else(|| panic!("it is drawn"));
        let is_marked = |&square: &Square| {
            let inside = layout.form.inside(layout.square(board, square));
            let mut cells = inside.positions().filter_map(|place| buffer.cell(place));
            cells.any(|cell| cell.symbol() != " " && cell.modifier.contains(modifier))
        };
        board.squares().filter(is_marked).map(|square| board.name(square)).collect()
    }

    #[test]
    fn every_size_of_a_window_is_drawn() {
        for spec in ["tictactoe", "tictactoe:11x2:2", "tictactrains:modern", "qubic", "qubic:5"] {
            let mut app = app(spec, "");
            for width in (1..100).step_by(9) {
                for height in (1..40).step_by(5) {
                    app.helps = !app.helps;
                    draw(&mut app, width, height);
                    // A click anywhere; the board of this size is known.
                    let event = MouseEvent {
                        kind: MouseEventKind::Down(MouseButton::Left),
                        column: width / 2,
                        row: height / 2,
                        modifiers: ratatui::crossterm::event::KeyModifiers::NONE,
                    };
                    app.read(&Event::Mouse(event));
                }
            }
        }
    }

    #[test]
    fn both_longest_trains_are_highlighted() {
        let mut app = app("tictactrains", "d4 a1 d5 a2 e5 a3 g7 g1");
        for (width, height) in [(80, 24), (40, 20)] {
            let buffer = draw(&mut app, width, height);
            let mut squares = marked(&app, &buffer, Modifier::UNDERLINED);
            squares.sort();
            assert_eq!(squares, ["a1", "a2", "a3", "d4", "d5", "e5"]);
        }
    }

    #[test]
    fn a_winning_line_is_highlighted() {
        let mut app = app("tictactoe", "a1 b1 a3 a2 c3 b3 b2");
        let buffer = draw(&mut app, 80, 24);
        // X's line from the top left to the bottom right is not complete.
        let squares = marked(&app, &buffer, Modifier::UNDERLINED);
        assert_eq!(squares, ["c3", "b2", "a1"]);
    }

    #[test]
    fn lines_through_the_cursor_are_lit() {
        let mut app = app("qubic", "");
        let buffer = draw(&mut app, 80, 24);
        let lit = marked(&app, &buffer, Modifier::BOLD);
        // A row, a column, a pillar and a diagonal of level 1.
        assert_eq!(lit.len(), 4 * 3 + 1, "{lit:?}");
        for square in ["1a2", "1d2", "1c1", "1a4", "1d1", "4c2"] {
            assert!(lit.iter().any(|name| name == square), "{square} in {lit:?}");
        }
        // On a flat board no lines are lit.
        let mut app = self::app("tictactoe", "");
        let buffer = draw(&mut app, 80, 24);
        assert!(marked(&app, &buffer, Modifier::BOLD).is_empty());
    }

    #[test]
    fn keys_and_clicks_play() {
        let mut app = app("qubic:2", "");
        draw(&mut app, 80, 24);
        let key = |code| Event::Key(ratatui::crossterm::event::KeyEvent::from(code));
        for c in "2b1".chars() {
            app.read(&key(ratatui::crossterm::event::KeyCode::Char(c)));
        }
        assert_eq!(app.controller.history().names(), ["2b1"]);
        app.read(&key(ratatui::crossterm::event::KeyCode::Char('u')));
        assert!(app.controller.history().names().is_empty());
        app.read(&key(ratatui::crossterm::event::KeyCode::Char('q')));
        assert!(app.has_quit());
    }
}
