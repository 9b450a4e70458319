//! Tables, help and bars on a terminal, whose width they fit.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{BUILTIN, text, tournament};

/// Runs the program in a terminal of so many columns. Returns what it shows.
fn on_terminal(folder: &Path, columns: u16, args: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    use std::io::Read;

    let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&main).unwrap();
    unlockpt(&main).unwrap();
    let name = ptsname(&main, Vec::new()).unwrap().into_string().unwrap();
    let terminal = fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(args).env("TERM", "xterm").env_remove("NO_COLOR");
    command.stderr(terminal.try_clone().unwrap()).stdout(terminal.try_clone().unwrap());
    let mut child = command.stdin(terminal).spawn().unwrap();
    // The child must have the only handles of the terminal.
    drop(command);
    let mut shown = Vec::new();
    // When the last handle is closed, Linux reports an error.
    let _ = fs::File::from(main).read_to_end(&mut shown);
    assert!(child.wait().unwrap().success());
    text(&shown).replace('\r', "")
}

/// Returns the longest line without its styles.
fn widest(shown: &str) -> usize {
    let plain = anstream::adapter::strip_str(shown).to_string();
    plain.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn tables_fit_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = "game = 'tictactoe'\npairings = 1\n[each]\nnodes = 1\n".to_string();
    for i in 1..=9 {
        file += &format!("[[engine]]\nname = 'an engine with a long name, number {i}'\n");
    }
    fs::write(folder.path().join("many.toml"), file).unwrap();
    fs::write(folder.path().join("two.toml"), BUILTIN).unwrap();
    for name in ["many", "two"] {
        let args = ["run", &format!("{name}.toml"), "--journal", name, "--pairs", "1"];
        assert_eq!(tournament(folder.path(), &args).status.code(), Some(0));
        let args = ["stats", name];
        let whole = text(&tournament(folder.path(), &args).stdout);
        assert!(whole.contains("with X") && !whole.contains("wider terminal"), "{whole}");
        for columns in [40, 80, 100, 200] {
            let shown = on_terminal(folder.path(), columns, &args);
            assert!(widest(&shown) <= usize::from(columns), "{columns}\n{shown}");
            assert!(shown.contains("Elo") && shown.contains("score"), "{shown}");
            // Bold on a terminal.
            assert!(shown.contains("\u{1b}[1m"), "{shown}");
        }
        let shown = on_terminal(folder.path(), 80, &["stats", name, "--color", "never"]);
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }
}

#[test]
fn help_wraps_at_words() {
    let folder = tempfile::tempdir().unwrap();
    for columns in [60, 80] {
        for args in [&["--help"][..], &["stats", "--help"], &["check", "-h"], &["book", "--help"]] {
            let shown = on_terminal(folder.path(), columns, args);
            assert!(widest(&shown) <= usize::from(columns), "{columns}\n{shown}");
        }
    }
}

#[test]
fn the_help_of_run_shows_its_example_as_it_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let shown = on_terminal(folder.path(), 80, &["run", "--help"]);
    assert!(widest(&shown) <= 80, "{shown}");
    let plain = anstream::adapter::strip_str(&shown).to_string();
    let example = plain.split("Example:").nth(1).unwrap().trim();
    let is_continued = |line: &str| line.ends_with(" \\");
    let lines: Vec<&str> = example.lines().collect();
    assert!(lines.len() == 3 && lines[..2].iter().all(|line| is_continued(line)), "{example}");
}

#[test]
fn tables_shown_together_shorten_names_alike() {
    let folder = tempfile::tempdir().unwrap();
    let name = |i: u32| format!("an-engine-with-a-long-name-{i}");
    let mut file = "game = 'tictactoe'\npairings = 1\n[each]\nnodes = 1\n".to_string();
    for i in 1..=3 {
        file += &format!("[[engine]]\nname = '{}'\n", name(i));
    }
    fs::write(folder.path().join("t.toml"), file).unwrap();
    tournament(folder.path(), &["run", "t.toml", "--journal", "j", "--quiet"]);
    let names = |columns| {
        let shown = on_terminal(folder.path(), columns, &["stats", "j"]);
        let plain = anstream::adapter::strip_str(&shown).to_string();
        let words = plain.split_whitespace().filter(|word| word.starts_with("an-"));
        words.map(str::to_string).collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(names(200), (1..=3).map(name).collect());
    // In 80 columns the names of the first table are cut, so they are cut alike
    // in the others.
    let cut = names(80);
    assert!(cut.iter().all(|name| name.ends_with('…')) && cut.len() == 1, "{cut:?}");
}

#[test]
fn a_bar_says_what_its_numbers_mean() {
    let folder = tempfile::tempdir().unwrap();
    let file = BUILTIN.replace("nodes = 20", "nodes = 3000") + "[[engine]]\nname = 'three'\n";
    fs::write(folder.path().join("t.toml"), file).unwrap();
    // `mcts` needs seconds, and `puct` minutes.
    let args = ["run", "t.toml", "--game", "tictactrains", "--pairs", "10"];
    let args = [&args[..], &["--each", "option.Search=mcts"]].concat();
    let shown = on_terminal(folder.path(), 80, &args);
    for expected in ["/60 games", "so far", "to go", "leading: "] {
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
}
