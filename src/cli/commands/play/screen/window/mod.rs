//! The terminal while something is drawn on it, and the loop that shows a view: draws
//! it, and passes keys and clicks to it.

mod signals;

use std::io::{self, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::widgets::Paragraph;
use ratatui::{DefaultTerminal, Frame};

/// How long to wait for a key while the view may change, and while it does not.
const WAITS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

/// How long to wait for another key before drawing. With a wait of zero, `poll`
/// finds no keys.
const NEXT: Duration = Duration::from_millis(1);

/// Something that fills the screen.
pub(super) trait View {
    /// Does what is due without a key; returns whether anything has changed.
    fn tick(&mut self) -> bool {
        false
    }

    /// Whether the view may change without a key.
    fn is_waiting(&self) -> bool {
        false
    }

    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Handles a key, a click or a change of the size.
    fn read(&mut self, event: &Event);

    /// Whether the user has left the view.
    fn is_over(&self) -> bool;
}

/// The terminal in raw mode with the alternate screen. Dropping it restores the
/// terminal, and so does a panic.
pub(in crate::cli::commands::play) struct Window {
    terminal: DefaultTerminal,
    /// Whether a signal asks for the end.
    ended: Arc<AtomicBool>,
}

impl Window {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// When the terminal cannot be drawn on.
    pub(in crate::cli::commands::play) fn open() -> anyhow::Result<Window> {
        let ended = signals::ending().context("signals cannot be caught")?;
        Window::take(ended).context("the screen cannot be used; try --plain")
    }

    fn take(ended: Arc<AtomicBool>) -> io::Result<Window> {
        let window = Window { terminal: ratatui::try_init()?, ended };
        let restore = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Nothing is left to do if this fails.
            let _ = execute!(stdout(), DisableMouseCapture);
            restore(info);
        }));
        execute!(stdout(), EnableMouseCapture)?;
        Ok(window)
    }

    /// Shows a view until the user leaves it or a signal ends the program.
    ///
    /// # Errors
    ///
    /// When the terminal is gone.
    pub(super) fn show(&mut self, view: &mut impl View) -> anyhow::Result<()> {
        self.go_on(view).context("the terminal is gone")
    }

    fn go_on(&mut self, view: &mut impl View) -> io::Result<()> {
        let mut is_new = true;
        while !view.is_over() && !self.ended.load(Ordering::Relaxed) {
            is_new |= view.tick();
            if std::mem::take(&mut is_new) {
                self.terminal.draw(|frame| view.draw(frame))?;
            }
            let mut wait = WAITS[usize::from(!view.is_waiting())];
            while !view.is_over() && event::poll(wait)? {
                view.read(&event::read()?);
                is_new = true;
                wait = NEXT;
            }
        }
        Ok(())
    }

    /// Shows one line of text.
    pub(in crate::cli::commands::play) fn say(&mut self, text: &str) {
        // A terminal that is gone is noticed by the next view.
        let _ = self.terminal.draw(|frame| frame.render_widget(Paragraph::new(text), frame.area()));
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // If this fails, the terminal is gone.
        let _ = execute!(stdout(), DisableMouseCapture);
        let _ = ratatui::try_restore();
    }
}
