//! Rules for the Gomocup protocol.

use std::time::Duration;

use noughts_client::gomocup::{BrainReply, board, rule, start_command};
use noughts_client::process::resources;
use noughts_client::text::{counted, rounded};
use noughts_client::time::Instant;
use noughts_rules::game::lines::LineRule;
use noughts_rules::protocol::number_of_rule;

use crate::bench::Bench;
use crate::five::{FiveBoard, Point};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    must "start", only_gomocup: start =>
        "answers `START` or, on a board that is not square, `RECTSTART` with `OK`",
        from "Gomocup: START, RECTSTART";
    must "about" after "start", only_gomocup: about =>
        "answers `ABOUT` with one line that has `name=\"…\"`, before and after `START`",
        from "Gomocup: ABOUT";
    should "about-fields" after "about", only_gomocup: about_fields =>
        "gives `version` and `author` in its answer to `ABOUT`", from "Gomocup: ABOUT";
    must "info" after "start", only_gomocup: info =>
        "does not answer `INFO`, whether it knows the key or not", from "Gomocup: INFO";
    must "begin" after "start", only_gomocup: begin =>
        "answers `BEGIN` with a move on the board", from "Gomocup: BEGIN";
    must "turn" after "start", only_gomocup: turn =>
        "answers `TURN` with a move to an empty square, also as the first command of a game",
        from "Gomocup: TURN";
    must "board" after "start", only_gomocup: whole_board =>
        "answers `BOARD … DONE` with a move to an empty square", from "Gomocup: BOARD";
    must "one-answer" after "begin", only_gomocup: one_answer =>
        "answers each command once", from "Gomocup: TURN";
    must "game" after "turn", only_gomocup: game =>
        "plays a game by `TURN` to its end, or for 60 moves", from "Gomocup: TURN";
    should "restart" after "turn" "game", only_gomocup: restart =>
        "answers `RESTART` with `OK`, and plays on an empty board", from "Gomocup: RESTART";
    should "start-again" after "turn" "game", only_gomocup: start_again =>
        "answers a second `START` with `OK`, and plays on an empty board", from "Gomocup: START";
    should "rectstart" after "start", only_gomocup: rectangle =>
        "answers `RECTSTART` with `OK`, `ERROR` or `UNKNOWN`", from "Gomocup: RECTSTART";
    should "takeback" after "turn", only_gomocup: takeback =>
        "answers `TAKEBACK` with `OK`, `ERROR` or `UNKNOWN`", from "Gomocup: TAKEBACK";
    should "unknown" after "start", only_gomocup: unknown =>
        "answers an unknown command with `UNKNOWN`", from "Gomocup: UNKNOWN";
    should "line-ends" after "begin", only_gomocup: line_ends =>
        "accepts lines that end in LF and in CRLF", from "Gomocup: general";
    should "turn-kept" after "begin", only_gomocup: turn_kept =>
        "moves within `timeout_turn` plus the margin", from "Gomocup: INFO timeout_turn";
    should "time-left-kept" after "begin", only_gomocup: time_left_kept =>
        "moves within `time_left` plus the margin, even with 200 ms left",
        from "Gomocup: INFO time_left";
    should "memory-kept" after "board", only_gomocup: memory_kept =>
        "uses at most `max_memory`, of 350 MB as in Gomocup, in a search of two seconds",
        from "Gomocup: INFO max_memory";
    must "end" after "start", only_gomocup: end =>
        "exits after `END`", from "Gomocup: END";
    should "end-searching" after "board" "end", only_gomocup: end_searching =>
        "exits within a second after `END` during a search, without a move", from "Gomocup: END";
    should "end-of-input" after "start", only_gomocup: end_of_input =>
        "exits at the end of its input", from "PROTOCOL.md: States and timing";
};

/// The side of the board without a game; every engine must play on it.
const USUAL: usize = 20;

/// The limits of steps that are not about time.
const QUICK: &str = "INFO timeout_turn 1000\nINFO timeout_match 0\nINFO time_left 2147483647";

/// The `INFO` before a command that follows a move. Rapfi drops the first word
/// that it reads just after its move: that of this line, not the command.
const TIME_LEFT: &str = "INFO time_left 2147483647";

/// The `max_memory` of Gomocup's tournaments, in bytes.
const MAX_MEMORY: u64 = 350_000_000;

/// The time that a manager waits after `END`, as the protocol proposes it.
const END_TIME: Duration = Duration::from_secs(1);

/// The number of moves of the engine after which its game ends.
const MAX_GAME: usize = 60;

fn size(bench: &Bench<'_>) -> (usize, usize) {
    board(bench.subject.game.as_ref()).unwrap_or((USUAL, USUAL))
}

/// Returns the rule of lines: any five or more without a game.
fn rule_of(bench: &Bench<'_>) -> LineRule {
    bench.subject.game.as_ref().map_or(LineRule::Free, rule)
}

fn start_line(bench: &Bench<'_>) -> String {
    let (columns, rows) = size(bench);
    start_command(columns, rows)
}

/// Returns the next line that is an answer, but not one to [`TIME_LEFT`].
fn answer(bench: &mut Bench<'_>) -> Result<(String, BrainReply), Broken> {
    let patience = bench.subject.patience;
    let until = Instant::now() + patience;
    while let Some(line) = bench.line(until)? {
        match BrainReply::parse(&line) {
            Ok(reply) if reply != BrainReply::Remark && !is_about_info(&line, &reply) => {
                return Ok((line, reply));
            }
            Ok(_) => {}
            Err(error) => return broken(error.to_string()),
        }
        // Buffered lines are returned even after the deadline.
        if Instant::now() >= until {
            break;
        }
    }
    broken(format!("no answer within {}", rounded(patience)))
}

/// Returns whether an answer is about [`TIME_LEFT`], whose first word was
/// dropped.
fn is_about_info(line: &str, reply: &BrainReply) -> bool {
    let line = line.to_ascii_lowercase();
    let quotes_it = TIME_LEFT.split(' ').skip(1).any(|word| line.contains(word));
    quotes_it && matches!(reply, BrainReply::Error | BrainReply::Unknown)
}

/// Checks that no answer comes during the silence.
fn no_answer(bench: &mut Bench<'_>) -> Result<(), Broken> {
    let lines = bench.listen()?;
    match lines.iter().find(|line| BrainReply::parse(line) != Ok(BrainReply::Remark)) {
        Some(line) => broken(format!("the engine sent an unsolicited \"{line}\"")),
        None => Ok(()),
    }
}

fn expect_ok(bench: &mut Bench<'_>, command: &str) -> Result<(), Broken> {
    bench.send(command)?;
    match answer(bench)? {
        (_, BrainReply::Ok) => Ok(()),
        (line, _) => broken(format!("the engine answers \"{command}\" with \"{line}\"")),
    }
}

/// Starts a process and a game; returns its empty board.
fn ready(bench: &mut Bench<'_>) -> Result<FiveBoard, Broken> {
    bench.open()?;
    let command = start_line(bench);
    expect_ok(bench, &command)?;
    send_settings(bench)?;
    Ok(empty_board(bench))
}

fn send_settings(bench: &mut Bench<'_>) -> Result<(), Broken> {
    let options = bench.subject.options.iter();
    let options: String = options.map(|(name, value)| format!("\nINFO {name} {value}")).collect();
    let rule = number_of_rule(rule_of(bench));
    bench.send(&format!("{QUICK}{options}\nINFO rule {rule}"))
}

fn empty_board(bench: &Bench<'_>) -> FiveBoard {
    let (columns, rows) = size(bench);
    let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
    FiveBoard::new(side(columns), side(rows), rule_of(bench))
}

/// Waits for a move and plays it; returns whether the game is over.
fn read_move(bench: &mut Bench<'_>, board: &mut FiveBoard) -> Result<bool, Broken> {
    match answer(bench)? {
        (line, BrainReply::Move(x, y)) => match board.obstacle((x, y)) {
            Some(reason) => broken(format!("the engine moves to \"{line}\", which {reason}")),
            None => Ok(board.place((x, y), true)),
        },
        (line, _) => broken(format!("the engine sends \"{line}\" instead of a move")),
    }
}

/// Plays a stone of the opponent and the reply; returns whether the game is
/// over.
fn play_turn(bench: &mut Bench<'_>, board: &mut FiveBoard, (x, y): Point) -> Result<bool, Broken> {
    if board.place((x, y), false) {
        return Ok(true);
    }
    bench.send(&format!("{TIME_LEFT}\nTURN {x},{y}"))?;
    read_move(bench, board)
}

fn start(bench: &mut Bench<'_>) -> Step {
    ready(bench)?;
    Ok(Kept::Yes)
}

fn about(bench: &mut Bench<'_>) -> Step {
    let ask = |bench: &mut Bench<'_>| {
        bench.send("ABOUT")?;
        match answer(bench)? {
            (_, BrainReply::About(name)) => Ok(name),
            (line, _) => broken(format!("the engine answers \"ABOUT\" with \"{line}\"")),
        }
    };
    bench.open()?;
    let name = ask(bench)?;
    let command = start_line(bench);
    expect_ok(bench, &command)?;
    ask(bench)?;
    Ok(Kept::Measured(name))
}

fn about_fields(bench: &mut Bench<'_>) -> Step {
    bench.open()?;
    bench.send("ABOUT")?;
    let (line, _) = answer(bench)?;
    let has = |key: &str| line.to_ascii_lowercase().contains(&format!("{key}=\""));
    match ["version", "author"].into_iter().find(|key| !has(key)) {
        Some(key) => broken(format!("there is no {key}=\"…\" in \"{line}\"")),
        None => Ok(Kept::Yes),
    }
}

fn info(bench: &mut Bench<'_>) -> Step {
    ready(bench)?;
    let rule = number_of_rule(rule_of(bench));
    let folder = std::env::temp_dir();
    let settings = "INFO max_memory 83886080\nINFO game_type 1";
    let folder = format!("INFO folder {}", folder.display());
    bench.send(&format!("{settings}\n{folder}\nINFO rule {rule}\nINFO xyzzy 1"))?;
    no_answer(bench)?;
    Ok(Kept::Yes)
}

fn begin(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    bench.send("BEGIN")?;
    read_move(bench, &mut board)?;
    Ok(Kept::Yes)
}

fn turn(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    play_turn(bench, &mut board, (0, 0))?;
    if let Some(point) = board.any_empty() {
        play_turn(bench, &mut board, point)?;
    }
    Ok(Kept::Yes)
}

/// Places a few stones of both sides.
fn place_some(board: &mut FiveBoard) {
    for (point, is_own) in [((0, 0), true), ((1, 0), false), ((2, 1), true), ((3, 1), false)] {
        board.place(point, is_own);
    }
}

fn whole_board(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    place_some(&mut board);
    bench.send(&board.lines())?;
    read_move(bench, &mut board)?;
    if let Some(point) = board.any_empty() {
        play_turn(bench, &mut board, point)?;
    }
    Ok(Kept::Yes)
}

fn one_answer(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    no_answer(bench)?;
    bench.send("BEGIN")?;
    read_move(bench, &mut board)?;
    no_answer(bench)?;
    Ok(Kept::Yes)
}

fn game(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    bench.send(&format!("INFO timeout_turn 100\nINFO time_left {}", i32::MAX))?;
    let mut moves = 0;
    while moves < MAX_GAME
        && let Some(point) = board.any_empty()
    {
        moves += 1;
        if play_turn(bench, &mut board, point)? {
            break;
        }
    }
    Ok(Kept::Measured(counted(moves, "move")))
}

/// Plays on the board that a command has emptied after a few moves.
fn plays_after(bench: &mut Bench<'_>, command: &str) -> Step {
    let mut board = ready(bench)?;
    play_turn(bench, &mut board, (0, 0))?;
    bench.send(TIME_LEFT)?;
    expect_ok(bench, command)?;
    send_settings(bench)?;
    let mut board = empty_board(bench);
    play_turn(bench, &mut board, (0, 0))?;
    Ok(Kept::Yes)
}

fn restart(bench: &mut Bench<'_>) -> Step {
    plays_after(bench, "RESTART")
}

fn start_again(bench: &mut Bench<'_>) -> Step {
    let command = start_line(bench);
    plays_after(bench, &command)
}

fn rectangle(bench: &mut Bench<'_>) -> Step {
    bench.open()?;
    bench.send("RECTSTART 20,15")?;
    match answer(bench)? {
        (_, BrainReply::Ok) => Ok(Kept::Measured("it plays on 20x15".to_string())),
        (line, BrainReply::Error | BrainReply::Unknown) => Ok(Kept::Measured(line)),
        (line, _) => broken(format!("the engine answers \"RECTSTART 20,15\" with \"{line}\"")),
    }
}

fn takeback(bench: &mut Bench<'_>) -> Step {
    let mut board = ready(bench)?;
    play_turn(bench, &mut board, (0, 0))?;
    bench.send(&format!("{TIME_LEFT}\nTAKEBACK 0,0"))?;
    match answer(bench)? {
        (line, BrainReply::Ok | BrainReply::Error | BrainReply::Unknown) => {
            Ok(Kept::Measured(line))
        }
        (line, _) => broken(format!("the engine answers \"TAKEBACK 0,0\" with \"{line}\"")),
    }
}

fn unknown(bench: &mut Bench<'_>) -> Step {
    ready(bench)?;
    bench.send("XYZZY 1")?;
    match answer(bench)? {
        (_, BrainReply::Unknown) => Ok(Kept::Yes),
        (line, _) => broken(format!("the engine answers \"XYZZY 1\" with \"{line}\"")),
    }
}

fn line_ends(bench: &mut Bench<'_>) -> Step {
    for end in ["\n", "\r\n"] {
        bench.open()?;
        let command = start_line(bench);
        bench.send_raw(format!("{command}{end}").as_bytes())?;
        match answer(bench)? {
            (_, BrainReply::Ok) => {}
            (line, _) => return broken(format!("the engine answers with \"{line}\"")),
        }
        let settings = format!("{QUICK}\nBEGIN\n").replace('\n', end);
        bench.send_raw(settings.as_bytes())?;
        read_move(bench, &mut empty_board(bench))?;
    }
    Ok(Kept::Yes)
}

/// Checks that the first move comes within `allowed` plus the margin.
fn keeps(bench: &mut Bench<'_>, limits: &str, allowed: Duration) -> Result<String, Broken> {
    let margin = bench.subject.margin;
    let mut board = ready(bench)?;
    let began = Instant::now();
    bench.send(&format!("{limits}\nBEGIN"))?;
    read_move(bench, &mut board)?;
    let time = began.elapsed();
    ensure(time <= allowed + margin, || {
        format!("the move took {}; the margin is {}", rounded(time), rounded(margin))
    })?;
    Ok(format!("{} of {} ms", time.as_millis(), allowed.as_millis()))
}

fn turn_kept(bench: &mut Bench<'_>) -> Step {
    let limits =
        format!("INFO timeout_turn 500\nINFO timeout_match 0\nINFO time_left {}", i32::MAX);
    Ok(Kept::Measured(keeps(bench, &limits, Duration::from_millis(500))?))
}

fn time_left_kept(bench: &mut Bench<'_>) -> Step {
    let mut measured = Vec::new();
    for left in [1000, 200] {
        let limits =
            format!("INFO timeout_turn 10000\nINFO timeout_match 10000\nINFO time_left {left}");
        measured.push(keeps(bench, &limits, Duration::from_millis(left))?);
    }
    Ok(Kept::Measured(measured.join(", ")))
}

fn end(bench: &mut Bench<'_>) -> Step {
    ready(bench)?;
    bench.send("END")?;
    bench.await_end()?;
    Ok(Kept::Yes)
}

/// Starts a search of a few stones with these limits; returns the board.
fn think(bench: &mut Bench<'_>, limits: &str) -> Result<FiveBoard, Broken> {
    let mut board = ready(bench)?;
    place_some(&mut board);
    bench.send(&format!("{limits}\n{}", board.lines()))?;
    Ok(board)
}

fn memory_kept(bench: &mut Bench<'_>) -> Step {
    let limits = format!("INFO max_memory {MAX_MEMORY}\nINFO timeout_turn 2000");
    let mut board = think(bench, &limits)?;
    read_move(bench, &mut board)?;
    let Some(used) = bench.process_id()?.and_then(resources::total) else {
        return not_applicable("this system does not report the memory of a process");
    };
    let mb = |bytes: u64| bytes.div_ceil(1_000_000);
    let bytes = used.peak * 1024;
    ensure(bytes <= MAX_MEMORY, || format!("it used {} of {} MB", mb(bytes), mb(MAX_MEMORY)))?;
    Ok(Kept::Measured(format!("{} of {} MB", mb(bytes), mb(MAX_MEMORY))))
}

fn end_searching(bench: &mut Bench<'_>) -> Step {
    think(bench, "INFO timeout_turn 60000")?;
    let is_move = |line: &String| matches!(BrainReply::parse(line), Ok(BrainReply::Move(..)));
    if bench.listen()?.iter().any(is_move) {
        return Ok(Kept::Measured("it moved at once".to_string()));
    }
    let began = Instant::now();
    bench.send("END")?;
    let (_, lines) = bench.await_end()?;
    let time = began.elapsed();
    ensure(time <= END_TIME + bench.subject.margin, || format!("it took {}", rounded(time)))?;
    match lines.iter().find(|line| is_move(line)) {
        Some(line) => broken(format!("the engine moves to \"{line}\" after `END`")),
        None => Ok(Kept::Measured(rounded(time).to_string())),
    }
}

fn end_of_input(bench: &mut Bench<'_>) -> Step {
    ready(bench)?;
    bench.end_input()?;
    bench.await_end()?;
    Ok(Kept::Yes)
}
