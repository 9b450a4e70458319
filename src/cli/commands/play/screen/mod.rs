//! The game on the screen: draws it, and reads keys, clicks and the replies of the
//! engines.

mod action;
mod answer;
mod app;
mod board;
mod input;
mod layout;
mod panel;
mod signals;
mod style;

use std::io::{self, stdout};
use std::panic;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use super::game_controller::GameController;
use app::App;
use style::Theme;

/// How long to wait for a key while an engine works, and while none does.
const WAITS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(250)];

/// How long to wait for another key before drawing. With a wait of zero, `poll`
/// finds no keys.
const NEXT: Duration = Duration::from_millis(1);

/// Plays until the user quits or a signal ends the program.
pub(super) fn run(controller: GameController) -> anyhow::Result<ExitCode> {
    let ended = signals::ending().context("signals cannot be caught")?;
    let mut app = App::new(controller, Theme::from_environment());
    let mut screen = Screen::open().context("the screen cannot be used; try --plain")?;
    let result = go_on(&mut app, &mut screen.terminal, &ended);
    // Restore the screen first: engines may take a moment to end.
    drop(screen);
    result.context("the terminal is gone")?;
    Ok(ExitCode::SUCCESS)
}

fn go_on(app: &mut App, terminal: &mut DefaultTerminal, ended: &AtomicBool) -> io::Result<()> {
    let mut is_new = true;
    while !app.has_quit() && !ended.load(Ordering::Relaxed) {
        is_new |= app.tick();
        if std::mem::take(&mut is_new) {
            terminal.draw(|frame| app.draw(frame))?;
        }
        let mut wait = WAITS[usize::from(!app.is_waiting())];
        while !app.has_quit() && event::poll(wait)? {
            app.read(&event::read()?);
            is_new = true;
            wait = NEXT;
        }
    }
    Ok(())
}

/// The terminal in raw mode with the alternate screen. Dropping it restores the
/// terminal, and so does a panic.
struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        let screen = Screen { terminal: ratatui::try_init()? };
        let restore = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Nothing is left to do if this fails.
            let _ = execute!(stdout(), DisableMouseCapture);
            restore(info);
        }));
        execute!(stdout(), EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If this fails, the terminal is gone.
        let _ = execute!(stdout(), DisableMouseCapture);
        let _ = ratatui::try_restore();
    }
}
