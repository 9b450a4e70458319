//! The help at the prompt: one page of what people type, and a page for each list.

use noughts::game::FAMILIES;
use noughts::protocol::{COMMANDS, printable};
use noughts::search::SearchKind;

/// What people type, with its help; a row without help is a heading.
const WORDS: [(&str, &str); 20] = [
    ("Play", ""),
    ("d4 d5 …", "play these moves"),
    ("undo, u", "take back the last move"),
    ("board", "show the board"),
    ("moves", "list the moves played and the legal moves"),
    ("rules, i", "the rules of this game, with a picture"),
    ("game SPEC", "begin another game: game qubic"),
    ("new, n", "begin this game again"),
    ("Search", ""),
    ("go", "search for 5 s; or go movetime 1000, go nodes 10000"),
    ("go infinite", "search until you type stop"),
    ("level N", "search as at this level, 1 to 10"),
    ("info", "the state of the engine and its options"),
    ("setoption name N value V", "set an option"),
    ("More", ""),
    ("help games", "the games that SPEC names"),
    ("help searches", "the searches, for the option Search"),
    ("help commands", "the commands of the protocol, which GUIs send"),
    ("help go", "how to write one of these commands"),
    ("quit, q, exit", "leave"),
];

/// Returns the help about a topic; the page of what people type for an empty one.
pub(super) fn about(topic: &str) -> Vec<String> {
    match topic.to_ascii_lowercase().as_str() {
        "" => WORDS.iter().map(|(word, help)| row(word, help, 25)).collect(),
        "commands" => COMMANDS.iter().map(|known| row(known.word, known.help, 14)).collect(),
        "games" => {
            let forms = FAMILIES.iter().flat_map(|family| family.forms);
            forms.map(|(form, help)| row(form, help, 22)).collect()
        }
        "searches" => {
            let help = |search: SearchKind| {
                let games = search.games().map(|games| format!(": {games}")).unwrap_or_default();
                row(search.name(), &format!("{}{games}", search.help()), 12)
            };
            SearchKind::all().map(help).collect()
        }
        word => match COMMANDS.iter().find(|known| known.word == word) {
            Some(known) => vec![format!("{}: {}", known.usage, known.help)],
            None => vec![format!(
                "there is no help about \"{}\"; type \"help\" for a list",
                printable(topic, 60)
            )],
        },
    }
}

fn row(word: &str, help: &str, width: usize) -> String {
    match help {
        "" => word.to_string(),
        _ => format!("  {word:<width$}{help}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each list leaves room for the prompt on the usual screen.
    #[test]
    fn every_page_fits_the_usual_screen() {
        for topic in ["", "commands", "games", "searches"] {
            let rows =
                about(topic).iter().map(|line| line.chars().count().div_ceil(80)).sum::<usize>();
            assert!((6..=22).contains(&rows), "{topic}: {rows}");
        }
        assert!(about("GO")[0].starts_with("go ["));
        assert!(about("\u{1b}[2J")[0].contains("\\u{1b}"));
    }
}
