//! Fuzz targets for the inputs of the engine. Each function accepts any bytes
//! and panics if a property fails.

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::time::Duration;

use noughts::engine::{self, Options};
use noughts::game::trains::RuleSet;
use noughts::game::{self, GameSpec, GameState};
use noughts::protocol::{Command, Dialect, GomocupCommand, Reply, drops};

use super::panics;

const DIALECTS: [Dialect; 3] = [Dialect::Plain, Dialect::Ugi, Dialect::Uci];

fn lines(bytes: &[u8]) -> impl Iterator<Item = &str> {
    bytes.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok())
}

/// Lines to the engine: a parsed command survives a round trip in every
/// dialect.
pub fn commands(bytes: &[u8]) {
    for line in lines(bytes) {
        match Command::parse(line) {
            Ok(Some(command)) => {
                for dialect in DIALECTS {
                    let again = command.print(dialect);
                    assert!(!again.contains('\n'), "{again:?}");
                    assert_eq!(Command::parse(&again), Ok(Some(command.clone())), "{again}");
                }
            }
            Ok(None) => {}
            Err(error) => {
                let reply = Reply::error(error).to_string();
                assert!(reply.len() < 2000 && !reply.contains(char::is_control), "{reply:?}");
            }
        }
    }
}

/// Lines of a manager of the Gomocup protocol: any line is read or refused.
pub fn gomocup(bytes: &[u8]) {
    for line in lines(bytes) {
        if let Err(error) = GomocupCommand::parse(line) {
            let reply = Reply::error(error).to_string();
            assert!(reply.len() < 2000 && !reply.contains(char::is_control), "{reply:?}");
        }
    }
}

/// Lines from an engine: a parsed reply survives a round trip.
pub fn replies(bytes: &[u8]) {
    for line in lines(bytes) {
        let reply = Reply::parse(line);
        assert_eq!(Reply::parse(&reply.to_string()), reply, "{line:?}");
    }
}

/// Whether a line takes much time, memory or threads without testing anything.
fn is_costly(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Bench)) => true,
        Ok(Some(Command::SetOption { name, value })) => {
            let value = value.and_then(|value| value.parse().ok()).unwrap_or(0);
            (name.eq_ignore_ascii_case("Threads") && value > 4)
                || (name.eq_ignore_ascii_case("Hash") && value > 64)
        }
        _ => false,
    }
}

/// A line that pauses the input for a millisecond.
const PAUSE: &[u8] = b"~";

/// An input that arrives line by line.
struct Typist(VecDeque<Vec<u8>>);

impl Read for Typist {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        while self.0.front().is_some_and(|line| line == PAUSE) {
            std::thread::sleep(Duration::from_millis(1));
            self.0.pop_front();
        }
        // An empty line would mean the end of the input, so there is none.
        let Some(line) = self.0.front_mut() else { return Ok(0) };
        let count = space.len().min(line.len());
        space[..count].copy_from_slice(&line[..count]);
        line.drain(..count);
        if line.is_empty() {
            self.0.pop_front();
        }
        Ok(count)
    }
}

/// The error after a panic of a search.
const FAILED: &str = "info string error internal error: the job failed";

/// A whole session with searches: each line is a line to the engine, `~` is a
/// pause. The engine sends at most one answer for each `go`.
pub fn sessions(bytes: &[u8]) {
    const MOST_LINES: usize = 100;
    let mut script = VecDeque::new();
    let mut searches = 0;
    for line in bytes.split(|&byte| byte == b'\n').take(MOST_LINES) {
        let text = String::from_utf8_lossy(line);
        if is_costly(&text) {
            continue;
        }
        searches += usize::from(text.split_ascii_whitespace().any(|word| word == "go"));
        let end: &[u8] = if line == PAUSE { b"" } else { b"\n" };
        script.push_back([line, end].concat());
    }
    script.push_back(b"\nquit\n".to_vec());
    panics::watch();
    let mut output = Vec::new();
    engine::serve(Options::default(), BufReader::new(Typist(script)), &mut output)
        .expect("memory takes all output");
    let output = String::from_utf8(output).expect("the output is text");
    assert!(output.is_empty() || output.ends_with('\n'));
    let mut answers = 0;
    for line in output.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert_ne!(line, FAILED, "{output}");
        let reply = Reply::parse(line);
        assert_eq!(reply.to_string(), line);
        answers += usize::from(matches!(reply, Reply::BestMove { .. }));
    }
    assert!(answers <= searches, "{answers} answers to {searches} searches");
    let panics = panics::seen();
    assert!(panics.is_empty(), "{panics:?}");
}

/// Lines to an engine that does not search: a refused command changes nothing.
pub fn states(bytes: &[u8]) {
    const MOST_LINES: usize = 20;
    let changes = |line: &&str| {
        let command = Command::parse(line);
        let kept = !matches!(
            command,
            Ok(Some(
                Command::Go(_)
                    | Command::Perft(_)
                    | Command::Bench
                    | Command::Quit
                    | Command::IsReady
            ))
        );
        kept && !is_costly(line)
    };
    let lines: Vec<&str> = lines(bytes).filter(changes).take(MOST_LINES).collect();
    let mut script = String::from("info\nisready\n");
    for line in &lines {
        script += &format!("{line}\nisready\ninfo\nisready\n");
    }
    let mut output = Vec::new();
    engine::serve(Options::default(), Cursor::new(script), &mut output)
        .expect("memory takes all output");
    let output = String::from_utf8(output).expect("the output is text");
    let mut parts = output.split("readyok\n");
    let mut before = parts.next().expect("there is a first part");
    for line in &lines {
        let answer = parts.next().expect("the line was answered");
        let after = parts.next().expect("the state was printed");
        if answer.contains("info string error") && !line.starts_with("go") {
            assert_eq!(before, after, "{line:?}: {answer}");
        }
        before = after;
    }
}

/// Position texts: each line is a spec, `;`, a text, and optionally `;` and
/// moves.
pub fn positions(bytes: &[u8]) {
    for line in lines(bytes) {
        let _ = drops::position_to_drop(line);
        let Some((game, rest)) = line.split_once(';') else { continue };
        let Ok(spec) = game.parse::<GameSpec>() else { continue };
        let _ = drops::drop_to_position(rest, &spec);
        let mut state = game::new_game(&spec);
        let (text, moves) = rest.split_once(';').unwrap_or((rest, ""));
        let before = state.text();
        match state.set_start(Some(text)) {
            Ok(()) => check_position(&*state, &spec),
            Err(_) => assert_eq!(state.text(), before, "{line}"),
        }
        for name in moves.split_whitespace() {
            let before = state.text();
            match state.play(name) {
                Ok(_) => check_position(&*state, &spec),
                Err(_) => assert_eq!(state.text(), before, "{line}"),
            }
        }
    }
}

/// Checks that the text of a position parses to the same position.
fn check_position(state: &dyn GameState, spec: &GameSpec) {
    let mut again = game::new_game(spec);
    again.set_start(Some(&state.text())).expect("a printed text is valid");
    assert_eq!((again.text(), again.hash()), (state.text(), state.hash()));
    assert_eq!((again.outcome(), again.legal()), (state.outcome(), state.legal()));
    assert_eq!(state.outcome().is_none(), !state.legal().is_empty());
}

/// Rule sets of TicTacTrains: a valid one survives a round trip and leaves
/// every ply a square.
pub fn rule_sets(bytes: &[u8]) {
    for line in lines(bytes) {
        let Ok(rules) = line.parse::<RuleSet>() else { continue };
        assert_eq!(rules.to_string().parse(), Ok(rules.clone()), "{line}");
        assert_eq!(rules.list().parse(), Ok(rules.clone()), "{line}");
        play_to_the_end(&GameSpec::Trains(rules));
    }
}

/// Specs of games: a valid one survives a round trip and can be played.
pub fn games(bytes: &[u8]) {
    for line in lines(bytes) {
        let Ok(spec) = line.parse::<GameSpec>() else { continue };
        assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "{line}");
        play_to_the_end(&spec);
    }
}

/// Plays a game in which both sides take the last legal square.
fn play_to_the_end(spec: &GameSpec) {
    let mut state = game::new_game(spec);
    while state.outcome().is_none() {
        let square = state.legal().into_iter().last().expect("there is a move");
        let name = state.board().name(square);
        state.play(&name).expect("it is legal");
    }
    check_position(&*state, spec);
}

/// Certificates: no short text proves the game.
pub fn certificates(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let refused = noughts::verify::cube::verify(text).expect_err("no proof is so short");
    assert!(!refused.reason.is_empty());
}
