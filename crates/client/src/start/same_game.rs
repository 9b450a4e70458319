//! Compares the game of the referee with those of the players, as far as options
//! choose it: a referee of another game would refuse the moves of both.

use noughts_rules::game::GameSpec;
use noughts_rules::protocol::{OptionDeclaration, OptionKind};

use crate::base::text::printable;
use crate::config::engine::EngineConfig;
use crate::options;
use crate::start::StartError;

/// The options by which engines choose a game: that of noughts, and that of UCI
/// engines with variants of chess.
const CHOOSES_GAME: [&str; 2] = ["Game", "UCI_Variant"];

/// The options of an engine: those of its configuration, and those that it
/// declares.
pub type Options<'a> = (&'a EngineConfig, &'a [OptionDeclaration]);

/// Returns the error of a referee that is set up for another game than a player.
/// Engines that do not declare the same option cannot be compared.
pub fn other_game(referee: Options<'_>, player: Options<'_>) -> Option<StartError> {
    CHOOSES_GAME.iter().find_map(|&option| {
        let [of_referee, of_player] = [referee, player].map(|engine| value(engine, option));
        let (of_referee, of_player) = (of_referee?, of_player?);
        (!is_same(&of_referee, &of_player)).then(|| StartError::OtherReferee {
            option,
            referee: printable(&of_referee, 80),
            player: printable(&player.0.name, 60),
            game: printable(&of_player, 80),
        })
    })
}

/// Returns the value of an option: that of the configuration, or the default.
fn value((config, declared): Options<'_>, name: &str) -> Option<String> {
    let declaration = options::find(declared, name)?;
    let mut set = config.options.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some((_, value)) = set.next_back() {
        return Some(value.clone());
    }
    match &declaration.kind {
        OptionKind::Combo { default, .. } | OptionKind::String { default } => Some(default.clone()),
        _ => None,
    }
}

/// Returns whether two names mean the same game: some games of noughts have
/// several.
fn is_same(one: &str, two: &str) -> bool {
    let spec = |text: &str| text.parse::<GameSpec>().ok();
    one.eq_ignore_ascii_case(two) || spec(one).is_some_and(|one| spec(two) == Some(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::limits::Limits;
    use noughts_rules::protocol::Reply;

    #[test]
    fn only_different_values_of_the_same_option_are_an_error() {
        let declared = |line: &str| match Reply::parse(line) {
            Reply::Option(option) => vec![option],
            other => panic!("{other:?}"),
        };
        let game = declared("option name Game type string default tictactoe");
        let variant =
            declared("option name UCI_Variant type combo default chess var chess var 3x3");
        let engine =
            |options: &[(&str, &str)]| EngineConfig::builtin("B", options, Limits::default());
        let usual = engine(&[]);
        let error = |referee: Options<'_>, player: Options<'_>| {
            other_game(referee, player).map(|error| error.to_string())
        };
        let qubic = engine(&[("game", "qubic")]);
        let found = error((&usual, &game), (&qubic, &game)).unwrap();
        assert!(
            found.starts_with("the referee has Game=tictactoe, but engine \"B\" has Game=qubic"),
            "{found}"
        );
        for same in ["tictactoe", "TicTacToe", "tictactoe:3", "tictactoe:3x3:3"] {
            let options = [("Game", same)];
            assert_eq!(error((&usual, &game), (&engine(&options), &game)), None, "{same}");
        }
        assert_eq!(error((&usual, &variant), (&qubic, &game)), None);
        assert_eq!(error((&usual, &[]), (&qubic, &game)), None);
        let drops = engine(&[("UCI_Variant", "3x3")]);
        assert!(error((&usual, &variant), (&drops, &variant)).is_some());
    }
}
