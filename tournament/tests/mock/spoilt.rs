//! An engine that breaks one rule of the protocol: the real one, with somebody
//! in between who changes what is said. `spoilt-engine BEHAVIOUR`.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, Stdio, exit};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::Duration;

/// Longer than any margin of the tests.
const LATE: Duration = Duration::from_millis(1600);

/// What is going on, as far as it can be seen from outside.
#[derive(Default)]
struct State {
    /// The last `go` that has not been answered.
    go: Option<String>,
    /// It was told to stop.
    stopped: bool,
    /// Something of this kind has been done already.
    done: bool,
    /// A `stop` came when nothing was searched.
    stale_stop: bool,
    /// The last position was told with moves.
    moved: bool,
    /// The last position.
    position: String,
    /// The queries that have not been answered.
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
        say("Welcome to the spoilt engine");
    }
    let (reader, mut engine) = io::pipe().expect("a pipe");
    let voice = spoiler.clone();
    let thread = thread::spawn(move || {
        let _ = noughts::engine::serve(
            noughts::engine::Options::default(),
            BufReader::new(reader),
            voice,
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
        // The lines of this write so far.
        let mut written = Vec::new();
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            for heard in spoiler.hear(&line, &written) {
                // The engine may have ended.
                let _ = engine.write_all(&heard);
            }
            written.push(String::from_utf8_lossy(&line).trim().to_string());
        }
        if spoiler.is("whole-lines-only") {
            rest.clear();
        }
    }
    spoiler.input_ended();
    drop(engine);
    let _ = thread.join();
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn hang() -> ! {
    sleep(Duration::from_secs(3600));
    exit(0)
}

/// Words of a line without their values: those behind each of some words.
fn without(line: &str, word: &str, values: usize) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|w| *w == word) {
        words.drain(at..(at + 1 + values).min(words.len()));
    }
    words.join(" ")
}

/// The line with another value behind a word.
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

    /// Whether this is the first time.
    fn once(&self) -> bool {
        !std::mem::replace(&mut self.state().done, true)
    }

    fn input_ended(&self) {
        let go = self.state().go.clone().unwrap_or_default();
        match &*self.behaviour {
            "deaf-to-the-end" if go.is_empty() => hang(),
            "searches-on-at-the-end" if go.contains("infinite") => hang(),
            "ponders-on-at-the-end" if go.contains("ponder") => hang(),
            _ => {}
        }
    }

    /// What the engine hears of a line that comes after others in one write.
    fn hear(&self, line: &[u8], written: &[String]) -> Vec<Vec<u8>> {
        let Ok(text) = std::str::from_utf8(line) else {
            if self.is("text-only") {
                exit(3);
            }
            return vec![line.to_vec()];
        };
        let heard = self.understand(text.trim_end_matches('\n'), written);
        heard.into_iter().map(|line| (line + "\n").into_bytes()).collect()
    }

    fn understand(&self, line: &str, written: &[String]) -> Vec<String> {
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
            ("mute", "ugi" | "uci") | ("uci-only", "ugi") => nothing(),
            ("knows-only-the-start", "go") if self.state().moved => self.unheard(),
            ("no-nodes", "go") if has("nodes") => self.unheard(),
            ("no-depth", "go") if has("depth 2") => self.unheard(),
            ("no-movetime", "go") if has("movetime") => self.unheard(),
            ("no-depth-0", "go") if has("depth 0") => self.unheard(),
            ("no-clock", "go") if has("p1time") => self.unheard(),
            ("own-clock-first", "go") if has("time 500") && !has("go p1time") => self.unheard(),
            ("needs-increments", "go") if has("wtime") && !has("winc") => self.unheard(),
            ("no-movestogo", "go") if has("movestogo") => self.unheard(),
            ("one-limit", "go") if has("depth") && has("nodes") => self.unheard(),
            ("no-mate", "go") if has("mate") => self.unheard(),
            ("needs-a-limit", "go") if line == "go" => self.unheard(),
            ("bad-value-crash", "setoption") if value == Some("xyzzy") => exit(3),
            ("default-crash", "setoption") if has("MoveOverhead value 10") => exit(3),
            ("unknown-option-crash", "setoption") if has("name xyzzy") => exit(3),
            ("exact-names", "setoption") if has("MULTIPV") => nothing(),
            ("forgets-repeats", "isready") if before == Some("isready") => nothing(),
            ("keeps-cr", _) if line.ends_with('\r') => nothing(),
            ("strict-spaces", _) if line.starts_with(' ') => nothing(),
            ("blank-crash", "") => exit(3),
            ("unknown-crash", "xyzzy") => exit(3),
            ("word-shy", "xyzzy") if has("isready") => nothing(),
            ("word-shy-in-go", "go") if has("xyzzy") => self.unheard(),
            ("short-lines", _) if line.len() > 10_000 => exit(3),
            ("debug-crash", "debug") | ("register-crash", "register") => exit(3),
            ("hangs-on-new-game", "uginewgame") => hang(),
            ("startpos-only", "position") if has("fen 3") => nothing(),
            ("bad-position-crash", "position") if has("fen xyzzy") => exit(3),
            ("no-query-after-isready", "query")
                if written.first().is_some_and(|l| l == "isready") =>
            {
                nothing()
            }
            ("ignores-searchmoves", "go") => {
                but(line.split(" searchmoves").next().unwrap_or(line).to_string())
            }
            ("stop-deaf", "stop") => nothing(),
            ("impatient", "go") if has("infinite") => self.answer_early(),
            ("busy", "isready") if searching => nothing(),
            ("stops-for-isready", "isready") if searching => {
                vec!["stop".to_string(), line.to_string()]
            }
            ("stray-stop", "stop") if !searching => {
                say("bestmove a1");
                pass()
            }
            ("sticky-stop", "stop") if !searching => {
                self.state().stale_stop = true;
                nothing()
            }
            ("sticky-stop", "go") if std::mem::take(&mut self.state().stale_stop) => {
                self.answer_early()
            }
            ("racy", "stop") if before.is_some_and(|b| b == "go infinite") => nothing(),
            ("answers-late-stop", "stop") if before.is_some_and(|b| b.starts_with("go nodes")) => {
                say("bestmove a1");
                pass()
            }
            ("answers-every-stop", "stop") if before == Some("stop") => {
                say("bestmove a1");
                pass()
            }
            ("ponder-stop-deaf", "stop") if pondering => nothing(),
            ("ponder-early", "go") if has("ponder") => self.answer_early(),
            ("ponderhit-deaf", "ponderhit") if before.is_none() => nothing(),
            ("ponderhit-racy", "ponderhit") if before.is_some() => nothing(),
            ("ponder-busy", "isready") if pondering => nothing(),
            ("stray-ponderhit", "ponderhit") if !searching => {
                say("bestmove a1");
                pass()
            }
            ("ignores-quit", "quit") if !searching => nothing(),
            ("fails-at-quit", "quit") if !searching => exit(1),
            ("crashes-at-quit", "quit") if !searching => std::process::abort(),
            ("searches-on", "quit") if searching => nothing(),
            ("leaves-unanswered", "quit") if searching => exit(0),
            ("orphan", "go") if has("infinite") && self.once() => {
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

    /// A `go` that is not heard is no search.
    fn unheard(&self) -> Vec<String> {
        self.state().go = None;
        Vec::new()
    }

    /// An answer at once to a search that should be held.
    fn answer_early(&self) -> Vec<String> {
        self.state().go = None;
        say("bestmove b2");
        Vec::new()
    }

    /// What is told instead of a line of the engine.
    fn tell(&self, line: &str) -> Vec<String> {
        let word = line.split(' ').next().unwrap_or("");
        let is_info = word == "info" && !line.starts_with("info string");
        let begins = |start: &str| line.starts_with(start);
        let one = |line: String| vec![line];
        let twice = || vec![line.to_string(), line.to_string()];
        let go = self.state().go.clone().unwrap_or_default();
        if word == "bestmove" {
            self.state().go = None;
        }
        let question = match word {
            "response" => self.state().questions.pop_front().unwrap_or_default(),
            _ => String::new(),
        };
        match (&*self.behaviour, word) {
            ("chatty-hello", "ugiok" | "uciok") => one(format!("{line} and good day")),
            ("anonymous", "id") if begins("id author") => Vec::new(),
            ("shapeless-option", "option") if begins("option name Hash") => {
                one(without(line, "default", 1))
            }
            ("unlimited-option", "option") if begins("option name Hash") => {
                one(without(&without(line, "min", 1), "max", 1))
            }
            ("unlisted-default", "option") if begins("option name Search") => {
                one(with(line, "default", |_| "best".to_string()))
            }
            ("wild-default", "option") if begins("option name Hash") => {
                one(with(line, "min", |_| "100".to_string()))
            }
            ("twin-option", "option") if begins("option name Hash") => twice(),
            ("twin-value", "option") if begins("option name UCI_Variant") => {
                one(format!("{line} var none"))
            }
            ("odd-type", "option") if begins("option name Ponder") => {
                one("option name Ponder type string default no".to_string())
            }
            (behaviour, "option")
                if begins("option name Game") && behaviour.starts_with("foreign") =>
            {
                Vec::new()
            }
            ("ready-twice", "readyok") => twice(),
            ("ready-with-words", "readyok") => one("readyok now".to_string()),
            ("two-moves", "bestmove") => twice(),
            ("third-word", "response") => one(format!("{line} sir")),
            ("never-over", "response") if question == "query gameover" => {
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
            ("liar", "response") if question == "query p1turn" => one("response true".to_string()),
            ("ponders-in-ugi", "bestmove") => one(format!("{line} ponder a1")),
            ("illegal-move", "bestmove") => one("bestmove z9".to_string()),
            ("no-move", "bestmove") => one("bestmove 0000".to_string()),
            ("illegal-line", "info") if is_info => one(format!("{line} z9")),
            ("second-thoughts", "info") if is_info && !line.contains("multipv") => {
                one(swapped(line, &self.state().position))
            }
            ("overfull", "info") => one(with(line, "hashfull", |_| "2000".to_string())),
            ("lonely-seldepth", "info") => one(without(line, "depth", 1)),
            ("no-score", "info") => one(without(line, "score", 2)),
            ("no-final-nodes", "info") => one(without(line, "nodes", 1)),
            ("ranks-reversed", "info") => one(with(line, "multipv", |rank| {
                (4 - rank.parse::<i64>().unwrap_or(0)).to_string()
            })),
            ("ranks-unsorted", "info") if line.contains("multipv 1 ") => {
                let lost = with(line, "score", |_| "mate".to_string());
                one(with(&lost, "mate", |_| "-2".to_string()))
            }
            ("greedy", "info") => one(with(line, "nodes", |_| "99999".to_string())),
            ("late", "bestmove") if go.contains("movetime 100") => self.late(line),
            ("flag-falls", "bestmove") if go.contains("time 100 ") => self.late(line),
            ("slow-to-stop", "bestmove")
                if go.contains("infinite") && self.state().stopped && self.once() =>
            {
                self.late(line)
            }
            ("talks-to-itself", "bestmove") => {
                vec![line.to_string(), "info string well".to_string()]
            }
            ("spins", "bestmove") if self.once() => {
                thread::spawn(|| {
                    loop {
                        std::hint::spin_loop();
                    }
                });
                one(line.to_string())
            }
            ("grows", "bestmove") if self.once() => {
                thread::spawn(|| {
                    let mut pieces = Vec::new();
                    for _ in 0..100 {
                        pieces.push(vec![1u8; 1 << 20]);
                        sleep(Duration::from_millis(40));
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

/// The line with the first two moves of its line of play in the other order, or
/// with another free square than its only one.
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
        let lines: Vec<String> = text.lines().flat_map(|line| self.tell(line)).collect();
        if !lines.is_empty() {
            say(&lines.join("\n"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
