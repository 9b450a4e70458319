//! The game on the screen: draws it, and reads keys, clicks and the replies of the
//! engines. Before it, the start menu.

mod action;
mod answer;
mod app;
mod board;
mod games;
mod input;
mod layout;
mod menu;
mod pages;
mod panel;
mod style;
mod window;

use std::process::ExitCode;

use super::game_controller::GameController;
use app::App;
pub(super) use games::{Chosen, GamesList, choose_game};
pub(super) use menu::{Start, choose_start};
use style::Theme;
pub(super) use window::Window;

/// Plays until the user quits or a signal ends the program. `list` is the one from which
/// the game was opened.
pub(super) fn run(
    controller: GameController,
    mut window: Window,
    list: Option<GamesList>,
) -> anyhow::Result<ExitCode> {
    let mut app = App::new(controller, Theme::from_environment()).with_list(list);
    let result = window.show(&mut app);
    // Restore the screen first: engines may take a moment to end.
    drop(window);
    result?;
    Ok(ExitCode::SUCCESS)
}
