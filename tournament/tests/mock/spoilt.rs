//! An engine that breaks one rule of the protocol: the engine of noughts behind
//! a wrapper that changes its input and output. `spoilt-engine BEHAVIOUR`.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, Stdio, exit};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::Duration;

/// A delay longer than any margin of the tests.
const LATE: Duration = Duration::from_millis(1600);

/// The state of the session, as the wrapper sees it.
#[derive(Default)]
struct State {
    /// The `go` of the current search.
    go: Option<String>,
    /// Whether `stop` was sent for that search.
    stopped: bool,
    /// Whether a behaviour that happens once has happened.
    done: bool,
    /// Whether `stop` was sent outside of a search.
    stale_stop: bool,
    /// Whether the last `position` had moves.
    moved: bool,
    /// The last `position` line.
    position: String,
    /// The unanswered queries.
    questions: VecDeque<String>,
}

#[derive(Clone)]
struct Spoiler {
    behaviour: String,
    state: Arc<Mutex<State>>,
}

fn main() {
    let behaviour = std::env::args().nth(1).unwrap_or_default();
    if behaviour == "sleep" {
        hang();
    }
    let spoiler = Spoiler { behaviour, state: Arc::default() };
    if spoiler.is("banner") {
        print("Welcome to the spoilt engine");
    }
    let (reader, mut engine) = io::pipe().expect("a pipe");
    let output = spoiler.clone();
    let thread = thread::spawn(move || {
        let _ = noughts::engine::serve(
            noughts::engine::Options::default(),
            BufReader::new(reader),
            output,
        );
        exit(0);
    });
    let mut input = io::stdin().lock();
    let mut piece = vec![0; 1 << 16];
    let mut rest = Vec::new();
    loop {
        let count = input.read(&mut piece).unwrap_or(0);
        if count == 0 {
            break;
        }
        rest.extend_from_slice(&piece[..count]);
        // The earlier lines of this read, which arrived in one write.
        let mut written = Vec::new();
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            for changed in spoiler.change_input(&line, &written) {
                // The engine may have ended.
                let _ = engine.write_all(&changed);
            }
            written.push(String::from_utf8_lossy(&line).trim().to_string());
        }
        if spoiler.is("drops-partial-lines") {
            rest.clear();
        }
    }
    spoiler.input_ended();
    drop(engine);
    let _ = thread.join();
}

fn print(line: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn hang() -> ! {
    sleep(Duration::from_secs(3600));
    exit(0)
}

/// Removes a word of a line and the `values` words after it.
fn without(line: &str, word: &str, values: usize) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|w| *w == word) {
        words.drain(at..(at + 1 + values).min(words.len()));
    }
    words.join(" ")
}

/// Changes the value after a word of a line.
fn with(line: &str, word: &str, change: impl Fn(&str) -> String) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    if let Some(at) = words.iter().position(|w| w == word)
        && let Some(value) = words.get_mut(at + 1)
    {
        *value = change(value);
    }
    words.join(" ")
}

impl Spoiler {
    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true on the first call.
    fn once(&self) -> bool {
        !std::mem::replace(&mut self.state().done, true)
    }

    fn input_ended(&self) {
        let go = self.state().go.clone().unwrap_or_default();
        match &*self.behaviour {
            "ignores-eof" if go.is_empty() => hang(),
            "searches-after-eof" if go.contains("infinite") => hang(),
            "ponders-after-eof" if go.contains("ponder") => hang(),
            _ => {}
        }
    }

    /// Returns the lines that the engine gets in place of `line`. `written` are
    /// the lines before it in the same write.
    fn change_input(&self, line: &[u8], written: &[String]) -> Vec<Vec<u8>> {
        let Ok(text) = std::str::from_utf8(line) else {
            if self.is("crashes-on-invalid-utf8") {
                exit(3);
            }
            return vec![line.to_vec()];
        };
        let changed = self.change_command(text.trim_end_matches('\n'), written);
        changed.into_iter().map(|line| (line + "\n").into_bytes()).collect()
    }

    fn change_command(&self, line: &str, written: &[String]) -> Vec<String> {
        let before = written.last().map(String::as_str);
        let word = line.split_whitespace().next().unwrap_or("");
        let has = |part: &str| line.contains(part);
        let go = self.state().go.clone();
        let searching = go.is_some();
        let pondering = go.as_deref().is_some_and(|go| go.contains("ponder"));
        if word == "go" {
            let mut state = self.state();
            state.go = Some(line.to_string());
            state.stopped = false;
        }
        if word == "position" {
            self.state().moved = has("moves");
            self.state().position = line.to_string();
        }
        if word == "query" {
            self.state().questions.push_back(line.to_string());
        }
        let nothing = Vec::new;
        let pass = || vec![line.to_string()];
        let but = |line: String| vec![line];
        let value = line.split(" value ").nth(1);
        match (&*self.behaviour, word) {
            ("no-handshake", "ugi" | "uci") | ("uci-only", "ugi") => nothing(),
            ("ignores-go-after-moves", "go") if self.state().moved => self.drop_go(),
            ("ignores-nodes", "go") if has("nodes") => self.drop_go(),
            ("ignores-depth", "go") if has("depth 2") => self.drop_go(),
            ("ignores-movetime", "go") if has("movetime") => self.drop_go(),
            ("ignores-depth-0", "go") if has("depth 0") => self.drop_go(),
            ("ignores-clock", "go") if has("p1time") => self.drop_go(),
            ("requires-clock-order", "go") if has("time 500") && !has("go p1time") => {
                self.drop_go()
            }
            ("requires-increments", "go") if has("wtime") && !has("winc") => self.drop_go(),
            ("ignores-movestogo", "go") if has("movestogo") => self.drop_go(),
            ("ignores-several-limits", "go") if has("depth") && has("nodes") => self.drop_go(),
            ("ignores-mate", "go") if has("mate") => self.drop_go(),
            ("requires-limit", "go") if line == "go" => self.drop_go(),
            ("crashes-on-bad-value", "setoption") if value == Some("xyzzy") => exit(3),
            ("crashes-on-default", "setoption") if has("MoveOverhead value 10") => exit(3),
            ("crashes-on-unknown-option", "setoption") if has("name xyzzy") => exit(3),
            ("case-sensitive-options", "setoption") if has("MULTIPV") => nothing(),
            ("ignores-second-isready", "isready") if before == Some("isready") => nothing(),
            ("ignores-crlf", _) if line.ends_with('\r') => nothing(),
            ("ignores-leading-space", _) if line.starts_with(' ') => nothing(),
            ("crashes-on-blank-line", "") => exit(3),
            ("crashes-on-unknown-command", "xyzzy") => exit(3),
            ("ignores-unknown-word", "xyzzy") if has("isready") => nothing(),
            ("ignores-unknown-word-in-go", "go") if has("xyzzy") => self.drop_go(),
            ("crashes-on-long-line", _) if line.len() > 10_000 => exit(3),
            ("crashes-on-debug", "debug") | ("crashes-on-register", "register") => exit(3),
            ("hangs-on-new-game", "uginewgame") => hang(),
            ("ignores-fen", "position") if has("fen 3") => nothing(),
            ("crashes-on-bad-position", "position") if has("fen xyzzy") => exit(3),
            ("ignores-query-after-isready", "query")
                if written.first().is_some_and(|l| l == "isready") =>
            {
                nothing()
            }
            ("ignores-searchmoves", "go") => {
                but(line.split(" searchmoves").next().unwrap_or(line).to_string())
            }
            ("ignores-stop", "stop") => nothing(),
            ("answers-infinite-early", "go") if has("infinite") => self.answer_early(),
            ("no-readyok-in-search", "isready") if searching => nothing(),
            ("stops-for-isready", "isready") if searching => {
                vec!["stop".to_string(), line.to_string()]
            }
            ("answers-idle-stop", "stop") if !searching => {
                print("bestmove a1");
                pass()
            }
            ("stores-idle-stop", "stop") if !searching => {
                self.state().stale_stop = true;
                nothing()
            }
            ("stores-idle-stop", "go") if std::mem::take(&mut self.state().stale_stop) => {
                self.answer_early()
            }
            ("loses-immediate-stop", "stop") if before.is_some_and(|b| b == "go infinite") => {
                nothing()
            }
            ("answers-late-stop", "stop") if before.is_some_and(|b| b.starts_with("go nodes")) => {
                print("bestmove a1");
                pass()
            }
            ("answers-every-stop", "stop") if before == Some("stop") => {
                print("bestmove a1");
                pass()
            }
            ("ignores-stop-in-ponder", "stop") if pondering => nothing(),
            ("answers-ponder-early", "go") if has("ponder") => self.answer_early(),
            ("ignores-ponderhit", "ponderhit") if before.is_none() => nothing(),
            ("loses-immediate-ponderhit", "ponderhit") if before.is_some() => nothing(),
            ("no-readyok-in-ponder", "isready") if pondering => nothing(),
            ("answers-idle-ponderhit", "ponderhit") if !searching => {
                print("bestmove a1");
                pass()
            }
            ("ignores-quit", "quit") if !searching => nothing(),
            ("exits-with-failure", "quit") if !searching => exit(1),
            ("crashes-at-quit", "quit") if !searching => std::process::abort(),
            ("searches-after-quit", "quit") if searching => nothing(),
            ("quits-without-bestmove", "quit") if searching => exit(0),
            ("leaves-child", "go") if has("infinite") && self.once() => {
                let mut child = Command::new(std::env::current_exe().expect("a path"));
                child.arg("sleep").stdin(Stdio::null()).stdout(Stdio::null());
                #[expect(clippy::zombie_processes, reason = "that is the misbehaviour")]
                child.stderr(Stdio::null()).spawn().expect("a child");
                pass()
            }
            (_, "stop") => {
                self.state().stopped = true;
                pass()
            }
            _ => pass(),
        }
    }

    /// Drops a `go`, so that no search begins.
    fn drop_go(&self) -> Vec<String> {
        self.state().go = None;
        Vec::new()
    }

    /// Answers a `go` at once, without a search.
    fn answer_early(&self) -> Vec<String> {
        self.state().go = None;
        print("bestmove b2");
        Vec::new()
    }

    /// Returns the lines that are printed in place of a line of the engine.
    fn change_output(&self, line: &str) -> Vec<String> {
        let word = line.split(' ').next().unwrap_or("");
        let is_info = word == "info" && !line.starts_with("info string");
        let begins = |start: &str| line.starts_with(start);
        let one = |line: String| vec![line];
        let twice = || vec![line.to_string(), line.to_string()];
        let has_lower_rank = line.contains("multipv 2 ") || line.contains("multipv 3 ");
        let go = self.state().go.clone().unwrap_or_default();
        if word == "bestmove" {
            self.state().go = None;
        }
        let question = match word {
            "response" => self.state().questions.pop_front().unwrap_or_default(),
            _ => String::new(),
        };
        match (&*self.behaviour, word) {
            ("handshake-with-words", "ugiok" | "uciok") => one(format!("{line} and good day")),
            ("no-author", "id") if begins("id author") => Vec::new(),
            ("option-without-default", "option") if begins("option name Hash") => {
                one(without(line, "default", 1))
            }
            ("spin-without-range", "option") if begins("option name Hash") => {
                one(without(&without(line, "min", 1), "max", 1))
            }
            ("unlisted-default", "option") if begins("option name Search") => {
                one(with(line, "default", |_| "best".to_string()))
            }
            ("default-out-of-range", "option") if begins("option name Hash") => {
                one(with(line, "min", |_| "100".to_string()))
            }
            ("duplicate-option", "option") if begins("option name Hash") => twice(),
            ("duplicate-value", "option") if begins("option name UCI_Variant") => {
                one(format!("{line} var none"))
            }
            ("wrong-option-type", "option") if begins("option name Ponder") => {
                one("option name Ponder type string default no".to_string())
            }
            (behaviour, "option")
                if begins("option name Game") && behaviour.starts_with("foreign") =>
            {
                Vec::new()
            }
            ("two-readyoks", "readyok") => twice(),
            ("readyok-with-words", "readyok") => one("readyok now".to_string()),
            ("two-bestmoves", "bestmove") => twice(),
            ("response-with-words", "response") => one(format!("{line} sir")),
            ("gameover-always-false", "response") if question == "query gameover" => {
                one("response false".to_string())
            }
            (behaviour, "response")
                if behaviour.starts_with("foreign-") && question == "query gameover" =>
            {
                one("response false".to_string())
            }
            (behaviour, "response")
                if behaviour.starts_with("foreign-") && question == "query result" =>
            {
                one("response none".to_string())
            }
            ("foreign-plays-on", "bestmove") if line == "bestmove 0000" => vec![
                "info depth 1 score cp 0 nodes 1 nps 1 time 1 pv a1".to_string(),
                "bestmove a1".to_string(),
            ],
            ("foreign-crashes", "bestmove") if line == "bestmove 0000" => exit(3),
            ("wrong-turn", "response") if question == "query p1turn" => {
                one("response true".to_string())
            }
            ("ponder-move-in-ugi", "bestmove") => one(format!("{line} ponder a1")),
            ("illegal-move", "bestmove") => one("bestmove z9".to_string()),
            ("no-move", "bestmove") => one("bestmove 0000".to_string()),
            ("illegal-pv", "info") if is_info => one(format!("{line} z9")),
            ("pv-without-bestmove", "info") if is_info && !line.contains("multipv") => {
                one(swapped(line, &self.state().position))
            }
            ("hashfull-out-of-range", "info") => {
                one(with(line, "hashfull", |_| "2000".to_string()))
            }
            ("seldepth-without-depth", "info") => one(without(line, "depth", 1)),
            ("no-score", "info") => one(without(line, "score", 2)),
            ("info-without-nodes", "info") => one(without(line, "nodes", 1)),
            ("ignores-multipv", "info") if is_info && has_lower_rank => Vec::new(),
            ("ranks-reversed", "info") => one(with(line, "multipv", |rank| {
                (4 - rank.parse::<i64>().unwrap_or(0)).to_string()
            })),
            // Bounds as in Stockfish: the last lines, and news of the first one.
            ("ranks-with-bounds", "info") if line.contains("multipv 2 ") => {
                one(bounded(line, "upperbound"))
            }
            ("bounds-after-ranks" | "ranks-with-bounds", "info") if line.contains("multipv 3 ") => {
                let first = with(line, "multipv", |_| "1".to_string());
                vec![line.to_string(), bounded(&first, "lowerbound")]
            }
            // A better move was found while the score is not known yet.
            ("plays-from-bound", "info") if is_info && !line.contains("multipv") => {
                let other = swapped(line, &self.state().position);
                vec![other, bounded(line, "lowerbound")]
            }
            ("ranks-unsorted", "info") if line.contains("multipv 1 ") => {
                let lost = with(line, "score", |_| "mate".to_string());
                one(with(&lost, "mate", |_| "-2".to_string()))
            }
            ("exceeds-nodes", "info") => one(with(line, "nodes", |_| "99999".to_string())),
            ("exceeds-movetime", "bestmove") if go.contains("movetime 100") => self.late(line),
            ("exceeds-clock", "bestmove") if go.contains("time 100 ") => self.late(line),
            ("answers-stop-late", "bestmove")
                if go.contains("infinite") && self.state().stopped && self.once() =>
            {
                self.late(line)
            }
            ("prints-when-idle", "bestmove") => {
                vec![line.to_string(), "info string well".to_string()]
            }
            ("uses-cpu-when-idle", "bestmove") if self.once() => {
                thread::spawn(|| {
                    loop {
                        std::hint::spin_loop();
                    }
                });
                one(line.to_string())
            }
            ("allocates-when-idle", "bestmove") if self.once() => {
                thread::spawn(|| {
                    let mut pieces = Vec::new();
                    // Within 400 ms three pieces are too much memory, and five take less than
                    // a tenth of a processor even where new memory costs 40 µs a page.
                    for _ in 0..250 {
                        pieces.push(vec![1u8; 400 << 10]);
                        sleep(Duration::from_millis(80));
                    }
                    hang();
                });
                one(line.to_string())
            }
            _ => one(line.to_string()),
        }
    }

    fn late(&self, line: &str) -> Vec<String> {
        sleep(LATE);
        vec![line.to_string()]
    }
}

/// Makes the score of a line a bound.
fn bounded(line: &str, bound: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "score") {
        words.insert((at + 3).min(words.len()), bound);
    }
    words.join(" ")
}

/// Swaps the first two moves of the `pv` of a line, or replaces its only move
/// by another empty square.
fn swapped(line: &str, position: &str) -> String {
    let Some((before, moves)) = line.split_once(" pv ") else { return line.to_string() };
    let moves: Vec<&str> = moves.split(' ').collect();
    match moves[..] {
        [first, second, ..] => format!("{before} pv {second} {first}"),
        [only] => {
            let squares = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
            let mut others = squares.iter().filter(|&&s| s != only && !position.contains(s));
            others.next().map_or(line.to_string(), |other| format!("{before} pv {other}"))
        }
        _ => line.to_string(),
    }
}

impl Write for Spoiler {
    /// The engine writes whole lines.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<String> = text.lines().flat_map(|line| self.change_output(line)).collect();
        if !lines.is_empty() {
            print(&lines.join("\n"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
