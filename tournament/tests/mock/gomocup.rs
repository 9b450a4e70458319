//! Engines of the Gomocup protocol for the tests of the runner: an honest one,
//! and one for each misbehaviour. `mock-gomocup BEHAVIOUR [LOG]`; the log gets
//! a line for each start, with the process id, and for each line received.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

#[derive(Default)]
struct Mock {
    behaviour: String,
    log: Option<String>,
    columns: usize,
    rows: usize,
    stones: HashSet<(usize, usize)>,
    /// The number of moves in all games.
    moves: usize,
    /// Whether a `RESTART` has been lost.
    lost: bool,
    /// Whether nothing has been read since the last move.
    has_just_moved: bool,
    /// Whether the lines after `BOARD` are being read.
    in_board: bool,
    /// Whether they follow `SWAP2BOARD`.
    in_opening: bool,
    /// The last value of `INFO timeout_turn` and `INFO time_left`.
    times: [u64; 2],
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut mock =
        Mock { behaviour: args.next().unwrap_or_default(), log: args.next(), ..Mock::default() };
    mock.note(&format!("start {}", std::process::id()));
    match &*mock.behaviour {
        "exits-at-start" => exit(1),
        "banner" => print("Welcome to the mock engine"),
        _ => {}
    }
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line);
        if mock.is("needs-lf") && line.ends_with('\r') {
            continue;
        }
        mock.note(&format!("line {}", line.trim_end()));
        mock.obey(line.trim_end());
    }
    if mock.is("ignores-eof") {
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

fn hang() -> ! {
    sleep(Duration::from_secs(3600));
    exit(0)
}

/// Returns two numbers divided by a comma, and ignores a third one.
fn two(text: &str) -> (usize, usize) {
    let mut numbers = text.split(',').map(|number| number.trim().parse().expect("a number"));
    (numbers.next().expect("a column"), numbers.next().expect("a row"))
}

impl Mock {
    fn note(&self, line: &str) {
        let Some(path) = &self.log else { return };
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a log");
        file.write_all(format!("{line}\n").as_bytes()).expect("a log that can be written");
    }

    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    fn obey(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let has_just_moved = std::mem::take(&mut self.has_just_moved);
        if has_just_moved && self.is("drops-a-word") {
            // Each word of the rest is a command of its own.
            rest.split(' ').filter(|word| !word.is_empty()).for_each(|word| {
                print(&format!("ERROR Unknown command: {}", word.to_uppercase()));
            });
            return;
        }
        match word {
            "DONE" if self.in_opening => {
                (self.in_board, self.in_opening) = (false, false);
                self.choose();
            }
            "DONE" => {
                self.in_board = false;
                self.answer();
            }
            _ if self.in_board => {
                self.stones.insert(two(line));
            }
            "START" | "RECTSTART" if self.is("silent-at-start") => hang(),
            "START" if self.is("refuses-size") => print("ERROR this size is not supported"),
            "START" if self.is("starts-once") && self.columns > 0 => print("ERROR"),
            "RECTSTART" if self.is("only-squares") => print("UNKNOWN"),
            "RECTSTART" if self.is("ignores-rectangles") => {}
            "START" | "RECTSTART" => {
                (self.columns, self.rows) = match rest.parse() {
                    Ok(side) => (side, side),
                    Err(_) => two(rest),
                };
                self.stones.clear();
                print("OK");
            }
            "RESTART" if self.is("no-restart") => print("UNKNOWN command"),
            "RESTART"
                if (self.is("loses-restart") || self.is("drops-restart"))
                    && !std::mem::replace(&mut self.lost, true) => {}
            "ABOUT" if self.is("loses-restart") && self.moves > 0 && !self.lost => {}
            "RESTART" if self.is("hangs-on-restart") => hang(),
            "RESTART" if self.is("keeps-board") => print("OK"),
            "RESTART" => {
                self.stones.clear();
                print("OK");
            }
            "ABOUT" if self.is("no-about") => {}
            "ABOUT" if self.is("says-little") => print("name=\"mock\", author=\"A\""),
            "TAKEBACK" if self.is("ignores-takeback") => {}
            "ABOUT" => print("name=\"mock\", version=\"1.0\", author=\"A\", country=\"B\""),
            "INFO" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                match key {
                    "timeout_turn" => self.times[0] = value.parse().expect("a time"),
                    "time_left" => self.times[1] = value.parse().expect("a time"),
                    _ => {}
                }
                match &*self.behaviour {
                    "answers-info" => print("OK"),
                    "unknown-info" => print("UNKNOWN"),
                    _ => {}
                }
            }
            "BEGIN" if self.is("no-begin") => print("ERROR"),
            "BEGIN" => self.answer(),
            "TURN" if self.is("no-first-turn") && self.stones.is_empty() => print("ERROR"),
            "TURN" if self.is("keeps-board") && self.stones.contains(&two(rest)) => print("ERROR"),
            "TURN" => {
                self.stones.insert(two(rest));
                self.answer();
            }
            "BOARD" if self.is("no-board") => print("ERROR"),
            "BOARD" => {
                self.stones.clear();
                self.in_board = true;
            }
            "SWAP2BOARD" if self.behaviour.starts_with("swap2-") => {
                self.stones.clear();
                (self.in_board, self.in_opening) = (true, true);
            }
            "END" if self.is("ignores-end") => {}
            "END" => exit(0),
            _ if self.is("ignores-unknown") => {}
            _ => print("UNKNOWN command"),
        }
    }

    /// Answers `SWAP2BOARD`; the behaviour names the answers after three and after five
    /// stones.
    fn choose(&self) {
        let mut answers = self.behaviour.trim_start_matches("swap2-").split('-');
        let (second, last) = (answers.next().unwrap_or_default(), answers.next());
        let choice = match (self.stones.len(), last) {
            (0, _) => "place",
            (3, _) => second,
            (_, last) => last.unwrap_or_default(),
        };
        print(match choice {
            "place" => "0,0 1,1 2,0",
            "swap" => "SWAP",
            "stay" => "6,6",
            "add" => "5,5 5,6",
            "occupied" => "1,1",
            "three" => "6,6 5,6 4,6",
            _ => "ERROR",
        });
    }

    fn answer(&mut self) {
        self.moves += 1;
        let squares = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let Some((x, y)) = squares.into_iter().find(|square| !self.stones.contains(square)) else {
            return print("ERROR the board is full");
        };
        let occupied = self.stones.iter().min().copied().unwrap_or((self.columns, 0));
        self.stones.insert((x, y));
        self.has_just_moved = true;
        let text = format!("{x},{y}");
        match &*self.behaviour {
            "illegal-move" => print(&format!("{},{}", occupied.0, occupied.1)),
            "illegal-later" if self.moves > 3 => print(&format!("{},{}", occupied.0, occupied.1)),
            "beside-the-board" => print(&format!("{},0", self.columns)),
            "malformed" => print("h8"),
            "error-on-move" => print("ERROR I give up"),
            "exits-on-move" => exit(3),
            "hangs-on-move" => hang(),
            "late" => {
                sleep(Duration::from_millis(500));
                print(&text);
            }
            "ignores-turn-limit" if self.times[0] == 500 => {
                sleep(Duration::from_millis(1800));
                print(&text);
            }
            "hoards" if self.times[0] == 2000 => {
                std::hint::black_box(vec![1_u8; 360_000_000]);
                print(&text);
            }
            "thinks-after-end" if self.times[0] == 60_000 => hang(),
            "ignores-time-left" if self.times[1] <= 1000 => {
                sleep(Duration::from_millis(2300));
                print(&text);
            }
            "breaks-remarks" => print(&format!("MESSAGE depth \n- 12 value 3\n{text}")),
            "tells-scores" => print(&format!(
                "MESSAGE Depth 3-9 | Eval 7 | Time 1ms | A1\n\
                 MESSAGE Depth 4-9 | Eval -450 | Time 2ms | {letter}{y} B{y}\n\
                 MESSAGE Speed 5K | Depth 5-9 | Eval -{score} | Node 12K | Time 3ms\n{text}",
                letter = char::from(b'A' + x as u8),
                y = y + 1,
                score = 100 * self.moves,
            )),
            "answers-twice" => print(&format!("{text}\n{text}")),
            "chatty" => print(&format!(
                "MESSAGE 1,2 looks good\nDEBUG depth 3\n\nSUGGEST 0,0\nmessage bye\n {text} \r"
            )),
            _ => print(&text),
        }
    }
}
