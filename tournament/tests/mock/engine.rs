//! Engines for the tests of the runner: an honest one, and one for each
//! misbehaviour. `mock-engine BEHAVIOUR [LOG]`; the log gets a line for each
//! start, with the process id, for each option, and for each search.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Command as Child, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use noughts::game::{GameState, Outcome, Side, new_game};
use noughts::protocol::{Command, Query, Reply, Response, Start};
use noughts::random::Random;

#[path = "../../../tests/common/cpu.rs"]
mod cpu;

struct Mock {
    behaviour: String,
    log: Option<String>,
    game: Box<dyn GameState>,
    random: Option<Random>,
    /// The number of `go` so far.
    moves: usize,
    /// The side for which the engine has moved in this game.
    own: Option<Side>,
    /// Whether a game has begun, so that the start is over.
    in_game: bool,
    /// Whether the last position was illegal and the engine ignored it.
    refuses: bool,
    /// Whether the engine ponders.
    pondering: bool,
    /// The options A and B of the behaviour `tunable`.
    tuned: [f64; 2],
}

/// The values of A and B with which the behaviour `tunable` is strongest.
const OPTIMUM: [f64; 2] = [70.0, -3.0];
/// The ranges of A and B.
const RANGES: [(i64, i64); 2] = [(0, 100), (-10, 10)];

fn main() {
    let mut args = std::env::args().skip(1);
    let mut mock = Mock {
        behaviour: args.next().unwrap_or_default(),
        log: args.next(),
        game: new_game(&"tictactoe".parse().expect("a game")),
        random: None,
        moves: 0,
        own: None,
        in_game: false,
        refuses: false,
        pondering: false,
        tuned: [0.0; 2],
    };
    mock.note(&format!("start {}", std::process::id()));
    match &*mock.behaviour {
        "exit-at-start" => exit(1),
        "child-at-start" => {
            // The runner must kill this child with the engine.
            #[expect(clippy::zombie_processes, reason = "that is the misbehaviour")]
            let child = sleeper().stdout(Stdio::null()).spawn().expect("a child");
            mock.note(&format!("start {}", child.id()));
        }
        "starts-once" if mock.starts() > 1 => exit(1),
        "sleep" => hang(),
        _ => {}
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        if let Ok(Some(command)) = Command::parse(&line) {
            mock.obey(command);
        }
    }
    if mock.behaviour == "ignore-quit" {
        hang();
    }
}

/// Prints lines in one write; exits if the runner has ended.
fn print(lines: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(format!("{lines}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Returns the command of a process that only sleeps and inherits its output.
fn sleeper() -> Child {
    let mut child = Child::new(std::env::current_exe().expect("a path"));
    child.arg("sleep").stdin(Stdio::null());
    child
}

/// Works until the thread has used 60 ms of processor time.
fn spin() {
    let time = Duration::from_millis(60);
    while cpu::of_thread() < time {
        std::hint::black_box((0..10_000).sum::<u64>());
    }
}

fn hang() -> ! {
    sleep(Duration::from_secs(3600));
    exit(0)
}

impl Mock {
    fn note(&self, line: &str) {
        let Some(path) = &self.log else { return };
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a log");
        file.write_all(format!("{line}\n").as_bytes()).expect("a log that can be written");
    }

    /// Returns the number of starts in the log.
    fn starts(&self) -> usize {
        let log = self.log.as_deref().and_then(|path| std::fs::read_to_string(path).ok());
        log.map_or(0, |text| text.lines().filter(|line| line.starts_with("start ")).count())
    }

    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Ugi | Command::Uci if self.is("silent-at-start") => hang(),
            Command::Ugi | Command::Uci => {
                print("id name mock");
                print("option name Game type string default tictactoe");
                print("option name Word type string default <empty>");
                if self.behaviour.starts_with("tunable") {
                    for (name, (min, max)) in ["A", "B"].iter().zip(RANGES) {
                        print(&format!(
                            "option name {name} type spin default 0 min {min} max {max}"
                        ));
                    }
                }
                if self.is("random") || self.is("tunable") {
                    print("option name Seed type spin default 0 min 0 max 1000000");
                }
                print(if command == Command::Ugi { "ugiok" } else { "uciok" });
            }
            Command::SetOption { name, value } => {
                let value = value.unwrap_or_default();
                match &*name {
                    "Game" => self.game = new_game(&value.parse().expect("a game")),
                    "Seed" => self.random = Some(Random::new(value.parse().expect("a seed"))),
                    "A" => self.tuned[0] = value.parse().expect("a number"),
                    "B" => self.tuned[1] = value.parse().expect("a number"),
                    _ => self.note(&format!("{name}={value}")),
                }
            }
            Command::UgiNewGame | Command::UciNewGame => {
                self.in_game = true;
                self.own = None;
            }
            Command::IsReady if self.in_game && self.is("hang-on-isready") => hang(),
            Command::IsReady => {
                print("readyok");
                if self.in_game && self.is("stops-reading") {
                    hang();
                }
            }
            Command::Position { start, moves } => {
                let text = match start {
                    Start::StartPos => None,
                    Start::Fen(text) => Some(text),
                };
                let mut game = self.game.boxed_clone();
                game.set_start(text.as_deref()).expect("a position");
                match moves.iter().try_for_each(|name| game.play(name).map(drop)) {
                    Ok(()) => {
                        self.refuses = false;
                        self.game = game;
                    }
                    // The engine takes its illegal moves for legal ones.
                    Err(_) if self.is("illegal-move") => {
                        self.refuses = true;
                    }
                    Err(_) if self.is("keeps-old-position") => {}
                    Err(error) => print(&format!("info string error {error}")),
                }
            }
            Command::Go(go) if go.ponder => {
                self.note("ponder");
                self.pondering = true;
                if self.is("ponders-and-answers") {
                    self.answer();
                }
            }
            Command::PonderHit if self.pondering => {
                self.pondering = false;
                self.note("hit");
                self.answer();
            }
            Command::Stop if self.pondering && !self.is("ponders-after-stop") => {
                self.pondering = false;
                self.note("miss");
                self.answer();
            }
            Command::Go(_) => self.go(),
            Command::Stop if self.is("move-after-stop") => self.answer(),
            Command::Query(query) => self.query(query),
            Command::Quit if self.is("ignore-quit") => {}
            Command::Quit => exit(0),
            _ => {}
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        self.note("go");
        self.own = Some(self.game.side());
        match &*self.behaviour {
            "hang-on-go" => hang(),
            "exit-on-go" | "starts-once" | "tunable-exits" => exit(1),
            "stderr-on-go" => {
                eprintln!("{}\nno such table: \u{1b}openings", "noise ".repeat(20_000));
                exit(7);
            }
            "abort-on-go" => std::process::abort(),
            "leave-child-on-go" => {
                // The child keeps the output open after the engine has ended.
                let child = sleeper().spawn().expect("a child");
                self.note(&format!("start {}", child.id()));
                exit(0);
            }
            "endless-info" => loop {
                print("info string still thinking");
                sleep(Duration::from_millis(5));
            },
            "exit-mid-game" if self.moves == 2 => exit(1),
            "move-after-stop" => {}
            // Answers when there is a file `LOG.go`.
            "waits-for-a-file" => {
                let path = format!("{}.go", self.log.as_deref().unwrap_or_default());
                while !Path::new(&path).exists() {
                    sleep(Duration::from_millis(2));
                }
                self.answer();
            }
            "late" => {
                sleep(Duration::from_millis(500));
                self.answer();
            }
            "illegal-move" | "refuses-own-move" => {
                let occupied = self.game.moves().first().map(|&s| self.game.board().name(s));
                print(&format!("bestmove {}", occupied.as_deref().unwrap_or("j10")));
            }
            "spins-two-threads" => {
                let both = [0, 1].map(|_| std::thread::spawn(spin));
                both.into_iter().for_each(|thread| thread.join().expect("no panic"));
                self.answer();
            }
            "allocates" => {
                // Pages count when they are written.
                let memory = vec![1_u8; 64 << 20];
                sleep(Duration::from_millis(120));
                assert!(std::hint::black_box(&memory).iter().step_by(4096).all(|&byte| byte == 1));
                self.answer();
            }
            "no-move" => print("bestmove 0000"),
            "says-none" => print("bestmove (none) ponder (none)"),
            "move-with-control-characters" => print("bestmove \u{1b}[2J\u{202e}"),
            "bestmove-without-move" => print("bestmove"),
            // In one write, so that both arrive together.
            "two-bestmoves" => {
                let answer = self.answer_text();
                print(&format!("{answer}\n{answer}"));
            }
            "flood" => loop {
                print(&"info string flood ".repeat(500));
            },
            "long-line" => loop {
                let mut out = io::stdout().lock();
                if out.write_all(&[b'x'; 4096]).and_then(|()| out.flush()).is_err() {
                    exit(0);
                }
            },
            "noise" => {
                let mut out = io::stdout().lock();
                let noise = b"\xff\xfe\x00\n\nreadyok\nhello there\nbestmoves a1\ninfo score cp\n";
                out.write_all(noise).expect("a reader");
                drop(out);
                self.answer();
            }
            _ => self.answer(),
        }
    }

    fn answer(&mut self) {
        let text = self.answer_text();
        print(&text);
    }

    fn answer_text(&mut self) -> String {
        let legal = self.game.legal();
        let index = self.random.as_mut().map_or(0, |random| random.below(legal.len()));
        let name = legal.nth(index).map_or("0000".to_string(), |s| self.game.board().name(s));
        let blunders = self.is("tunable") && self.has_blundered();
        let score = match &*self.behaviour {
            _ if blunders => "cp -900",
            "score-lost" => "cp -900",
            "score-won" => "cp 900",
            "score-even" => "cp 0",
            "proves-win" if self.game.ply() >= 4 => "mate 3",
            _ => "cp 5",
        };
        if self.is("expects-none") {
            return format!("info score {score}\nbestmove {name} ponder (none)");
        }
        if self.behaviour.starts_with("ponders") {
            let mut next = self.game.boxed_clone();
            let expected = next.play(&name).ok().and_then(|_| next.legal().nth(0));
            let words =
                expected.map_or(String::new(), |s| format!(" ponder {}", next.board().name(s)));
            return format!("bestmove {name}{words}");
        }
        let more = match &*self.behaviour {
            "proves-draw" if self.game.ply() >= 4 => {
                return format!("info string proven draw\ninfo score cp 0\nbestmove {name}");
            }
            "multipv" => "info depth 1 multipv 2 score cp -80\ninfo string the score is fine\n",
            _ => "",
        };
        format!("info depth 1 score {score} nodes 1\n{more}bestmove {name}")
    }

    /// Decides by chance whether the game is lost: the likelier, the farther A
    /// and B are from the best values.
    fn has_blundered(&mut self) -> bool {
        let distances = self.tuned.iter().zip(OPTIMUM).zip(RANGES);
        let squares = distances.map(|((value, best), (min, max))| {
            let distance = (value - best) / (max - min) as f64;
            distance * distance
        });
        let chance = (0.1 + squares.sum::<f64>()).min(1.0);
        let random = self.random.get_or_insert(Random::new(0));
        (random.below(1_000_000) as f64) < chance * 1e6
    }

    fn query(&self, query: Query) {
        let outcome = self.game.outcome();
        let winner = match (&*self.behaviour, self.own) {
            ("claims-win", Some(own)) => Some(own),
            ("claims-loss", Some(own)) => Some(!own),
            _ => None,
        };
        let response = match query {
            _ if self.is("no-query-answer") => return,
            Query::GameOver if winner.is_some() => Response::Bool(true),
            Query::Result if winner.is_some() => Response::Result(winner.map(Outcome::Win)),
            Query::P1Turn if self.refuses => Response::Bool(self.own == Some(Side::O)),
            Query::GameOver if self.is("wrong-query-answer") => {
                Response::Result(Some(Outcome::Draw))
            }
            Query::P1Turn => Response::Bool(self.game.side() == Side::X),
            Query::GameOver => Response::Bool(outcome.is_some()),
            Query::Result => Response::Result(outcome),
        };
        let mut text = Reply::Response(response).to_string();
        if self.is("two-responses") {
            text = format!("{text}\n{text}");
        }
        print(&text);
    }
}
