//! The state of the screen: cursor, input and help around the game, and what
//! each action does.

mod bottom;
mod listing;

use std::path::Path;
use std::time::Instant;

use noughts::game::{Square, WideSet};
use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::action::Action;
use super::answer::Question;
use super::board::{Picture, closed};
use super::games::GamesList;
use super::input::Input;
use super::layout::Layout;
use super::pages::{Page, Topic, Turned};
use super::panel;
use super::style::Theme;
use super::window::View;
use crate::cli::commands::play::analysis::Findings;
use crate::cli::commands::play::game_controller::GameController;
use crate::cli::commands::play::record;
use crate::cli::commands::play::seat::Change;
use bottom::keys;

/// Everything that is on the screen.
pub(super) struct App {
    controller: GameController,
    theme: Theme,
    cursor: Square,
    input: Input,
    /// The list of the kept games, while it is open.
    games: Option<GamesList>,
    /// The list of the games of a file, one of which was opened, while it is closed.
    file: Option<GamesList>,
    /// The page of text over the board, while it is open.
    page: Option<Page>,
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
            games: None,
            file: None,
            page: None,
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

    /// Handles a key on the open page; one that closes it does nothing else.
    fn turn_page(&mut self, key: KeyEvent) {
        match self.page.as_mut().map(|page| page.read(key)) {
            Some(Turned::Close) => self.page = None,
            Some(Turned::Quit) => self.quit = true,
            Some(Turned::Stay) | None => {}
        }
    }

    fn click(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown if self.page.is_some() => return,
            MouseEventKind::ScrollUp => return self.step(-1),
            MouseEventKind::ScrollDown => return self.step(1),
            _ => {}
        }
        let is_left = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_left || self.page.take().is_some() || self.input.is_asking() {
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
            Action::Move(right, 0) if self.steps() => self.step(right),
            Action::Move(right, down) => self.move_cursor(right, down),
            Action::First => self.step(isize::MIN),
            Action::Last => self.step(isize::MAX),
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
            Action::Points => self.controller.toggle_points(),
            Action::Review => self.controller.review(),
            Action::Mistake => self.controller.show_mistake(),
            Action::Retry => {
                self.controller.retry();
                self.centre_cursor();
            }
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
                let what = match text.chars().count() {
                    1 => "neither a key nor the beginning of a square; ? lists the keys",
                    _ => "not a square of this board",
                };
                self.controller.set_notice(format!("\"{text}\" is {what}"));
            }
            Action::AskResign if self.controller.is_running() => {
                self.input.ask(Question::Resign);
            }
            Action::AskResign | Action::Resign => self.controller.resign(),
            // The other person answers; an engine does so by itself.
            Action::AskDraw if self.controller.is_running() && self.controller.is_both() => {
                self.input.ask(Question::Draw);
            }
            Action::AskDraw | Action::Draw => self.controller.offer_draw(),
            Action::Games => self.list_games(),
            Action::Help => self.page = Some(Page::new(Topic::Keys)),
            Action::Rules => self.page = Some(Page::new(Topic::Rules)),
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

    /// Whether the keys of the cursor step through the game.
    fn steps(&self) -> bool {
        self.controller.is_finished() && !self.controller.is_trying()
    }

    /// Shows a finished game some plies later or, if negative, earlier.
    fn step(&mut self, plies: isize) {
        let history = self.controller.history();
        if !self.controller.is_finished() || self.input.is_asking() {
            return;
        }
        let (shown, all) = (history.names().len(), history.all_names().len());
        let to = shown.saturating_add_signed(plies).min(all);
        if to != shown {
            self.controller.show(to);
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

    /// The square of the mistake that is shown, or that decided the game, and that of the
    /// better move.
    fn shown_mistake(&self) -> (Option<Square>, Option<Square>) {
        let moves = self.controller.history().state().moves();
        let judged = self.controller.analyst.judged();
        // Someone who looks for a better move is not shown one.
        let Some(judged) = judged.filter(|_| !self.controller.is_trying()) else {
            return (None, None);
        };
        let last = moves.len().wrapping_sub(1);
        if judged.is_mistake(last) {
            let better = judged.judgements()[last].better.first();
            return (moves.last().copied(), better.copied());
        }
        let decisive = judged.review().decisive().filter(|_| self.controller.is_over());
        (decisive.and_then(|ply| moves.get(ply).copied()), None)
    }
}

impl View for App {
    fn is_over(&self) -> bool {
        self.quit
    }

    fn is_waiting(&self) -> bool {
        self.controller.is_working() || self.input.is_waiting()
    }

    /// Reads the news of the engines and the clock; returns whether anything
    /// has changed.
    fn tick(&mut self) -> bool {
        let board = *self.controller.history().state().board();
        let action = self.input.tick(Instant::now(), &board);
        let acted = action.is_some();
        action.into_iter().for_each(|action| self.act(action));
        self.controller.tick() || acted
    }

    fn read(&mut self, event: &Event) {
        match event {
            _ if self.games.is_some() => self.read_games(event),
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if self.page.is_some() => self.turn_page(*key),
            Event::Key(key) => {
                // Enter after a typed square must not remove the message about
                // that square.
                if !self.input.expects(*key) {
                    self.controller.forget_messages();
                }
                let board = *self.controller.history().state().board();
                let action = self.input.read(*key, &board);
                action.into_iter().for_each(|action| self.act(action));
            }
            Event::Mouse(mouse) => self.click(*mouse),
            _ => {}
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        if let Some(games) = &mut self.games {
            return games.draw(frame);
        }
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
        let (mistake, better) = self.shown_mistake();
        let picture = Picture {
            state,
            trains: train_squares,
            last: self.controller.history().last(),
            cursor: (!self.controller.is_over()).then_some(self.cursor),
            hint: hint.copied().or(better),
            closed: if self.controller.is_over() { WideSet::EMPTY } else { closed(state) },
            mistake,
            values: Some(analyst.values()).filter(|_| analyst.evaluates()),
        };
        let buffer = frame.buffer_mut();
        picture.draw(&layout, self.theme, buffer);
        panel::draw(&self.controller, trains.as_ref(), self.theme, layout.panel, buffer);
        let bottom = match self.input.prompt() {
            Some(prompt) => Line::styled(prompt, self.theme.strong()),
            None => Line::styled(keys(&self.controller, layout.keys.width), self.theme.dim()),
        };
        bottom.render(layout.keys, buffer);
        if let Some(page) = &mut self.page {
            page.draw(self.controller.history().state(), frame);
        }
    }
}

#[cfg(test)]
mod tests;
