//! The words of a command that name a game, and those behind them.

use noughts::engine::Options;
use noughts::game::{GameSpec, SpecError, new_game};

use crate::cli::advice::game_meant;
use crate::cli::exit::WrongArguments;

/// The longest name of a square, as of `2b3` and `t20`.
const MAX_SQUARE: usize = 3;

/// Splits the spec of a game from the front of some words. A first word that is
/// a number or a square of the game in the options is not a spec.
pub(crate) fn game_and_rest(
    options: &Options,
    words: &[String],
) -> anyhow::Result<(GameSpec, Vec<String>)> {
    split_game(options, words).map_err(|error| WrongArguments::of(&error))
}

fn split_game(options: &Options, words: &[String]) -> anyhow::Result<(GameSpec, Vec<String>)> {
    let Some(first) = words.first() else { return Ok((options.game.clone(), Vec::new())) };
    let is_number = first.bytes().all(|b| b.is_ascii_digit());
    if is_number || new_game(&options.game).board().parse(first).is_some() {
        return Ok((options.game.clone(), words.to_vec()));
    }
    let error = match first.parse() {
        Ok(spec) => {
            anyhow::ensure!(
                options.game == spec || options.game == Options::default().game,
                "two games are named: {spec} and, by an option, {}",
                options.game
            );
            return Ok((spec, words[1..].to_vec()));
        }
        Err(error) => error,
    };
    if !matches!(error, SpecError::Unknown(_)) {
        return Err(error.into());
    }
    if format!("tictactoe:{first}").parse::<GameSpec>().is_ok() {
        anyhow::bail!("{error}; did you mean \"tictactoe:{first}\"?");
    }
    let question = game_meant(first);
    if first.len() <= MAX_SQUARE && first.ends_with(|c: char| c.is_ascii_digit()) {
        anyhow::bail!("\"{first}\" is neither a square of {} nor a game", options.game);
    }
    if first.contains(['/', '\\', '.']) {
        anyhow::bail!("\"{first}\" is neither a game nor a file");
    }
    anyhow::bail!("{error}{question}")
}
