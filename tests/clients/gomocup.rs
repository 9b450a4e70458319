//! Managers of the Gomocup protocol, such as piskvork: the engine keeps the
//! board. The commands are those of the protocol's page, with the settings that
//! piskvork sends.

use noughts::game::{Outcome, Side, new_game};
use noughts::random::Random;

use super::process::Engine;

/// Starts an engine on a board with the settings of a manager, and moves that
/// do not depend on the speed of the machine.
fn start(size: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.write(&format!("START {size}\r\n"));
    assert_eq!(engine.line(), "OK");
    for setting in [
        "max_memory 83886080",
        "timeout_match 180000",
        "timeout_turn 0",
        "game_type 1",
        "rule 0",
        "time_left 180000",
        "folder C:\\Gomoku data",
    ] {
        engine.write(&format!("INFO {setting}\r\n"));
    }
    engine
}

/// The answer to a command, without remarks.
fn ask(engine: &mut Engine, command: &str) -> String {
    engine.write(&format!("{command}\r\n"));
    answer(engine)
}

fn answer(engine: &Engine) -> String {
    engine.until(|line| !line.starts_with("MESSAGE ")).pop().expect("a line")
}

/// The name of the square of an answer on a board with this number of rows.
fn name(answer: &str, rows: usize) -> String {
    let (column, row) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    let column: u8 = column.parse().unwrap_or_else(|_| panic!("{answer}"));
    let row: usize = row.parse().unwrap_or_else(|_| panic!("{answer}"));
    format!("{}{}", char::from(b'a' + column), rows - row)
}

#[test]
fn whole_games_are_legal() {
    let mut random = Random::new(7);
    for (size, command, game) in [
        (15, "START 15", "tictactoe:15x15:5"),
        (20, "START 20", "tictactoe:20x20:5"),
        (7, "RECTSTART 9,7", "tictactoe:9x7:5"),
    ] {
        let mut engine = start("5");
        assert_eq!(ask(&mut engine, command), "OK");
        for first in Side::BOTH {
            let mut state = new_game(&game.parse().expect("a game"));
            let mut command = "BEGIN".to_string();
            while state.outcome().is_none() {
                if state.side() == first {
                    let reply = ask(&mut engine, &command);
                    state.play(&name(&reply, size)).unwrap_or_else(|e| panic!("{reply}: {e}"));
                } else {
                    let legal = state.legal();
                    let square = legal.nth(random.below(legal.len())).expect("it is not over");
                    let columns = state.board().columns();
                    let [x, y] = [square.index() % columns, square.index() / columns];
                    command = format!("TURN {x},{y}");
                    state.play(&state.board().name(square)).expect("it is legal");
                }
            }
            assert_eq!(state.outcome(), Some(Outcome::Win(first)), "{}", state.movetext());
            assert_eq!(ask(&mut engine, "RESTART"), "OK");
        }
        engine.write("END\r\n");
        let (status, rest) = engine.end();
        assert!(status.success() && rest.is_empty(), "{rest:?}");
    }
}

/// Four own stones in a row, open at one end.
const FOUR: &str =
    "BOARD\r\n4,4,1\r\n0,0,2\r\n5,4,1\r\n0,2,2\r\n6,4,1\r\n0,4,2\r\n7,4,1\r\n3,4,2\r\nDONE";

#[test]
fn a_board_is_set_and_moves_are_taken_back() {
    let mut engine = start("15");
    assert_eq!(ask(&mut engine, FOUR), "8,4");
    // The engine's own move and the opponent's before it.
    assert_eq!(ask(&mut engine, "TAKEBACK 8,4"), "OK");
    assert_eq!(ask(&mut engine, "TAKEBACK 3,4"), "OK");
    let five = ask(&mut engine, "TURN 14,14");
    assert!(["8,4", "3,4"].contains(&&*five), "{five}");
    // As the second player.
    let board = "BOARD\r\n4,4,2\r\n0,0,1\r\n5,4,2\r\n0,2,1\r\n6,4,2\r\n3,4,1\r\n7,4,2\r\nDONE";
    assert_eq!(ask(&mut engine, board), "8,4");
}

#[test]
fn wrong_commands_change_nothing() {
    let mut engine = Engine::start(&[]);
    let about = ask(&mut engine, "ABOUT");
    assert!(about.starts_with("name=\"noughts\", version=\""), "{about}");
    for (line, reply) in [
        ("BEGIN", "ERROR no board yet: send START first"),
        ("START 23", "ERROR a board cannot be 23x23"),
        ("START 4", "ERROR 5 in a row do not fit"),
        ("START", "ERROR expected START and the number of columns"),
        ("START 15", "OK"),
        ("TURN 15,0", "ERROR 15,0 is not a square of this board"),
        ("TURN 7", "ERROR expected TURN and a square"),
        ("TAKEBACK 7,7", "ERROR there is no stone of the side that moved last"),
        ("DONE", "ERROR no BOARD, YXBOARD or SWAP2BOARD before this line"),
        ("1,1,1", "ERROR no BOARD, YXBOARD or SWAP2BOARD before this line"),
        ("1,1", "ERROR no BOARD, YXBOARD or SWAP2BOARD before this line"),
        ("BOARD\r\n1,1,1\r\nDONE", "ERROR 1 own stones and 0 of the opponent are not a position"),
        ("BOARD\r\n1,1,1\r\n1,1,2\r\nDONE", "ERROR position not set: \"b14\" is occupied"),
        ("BOARD\r\n1,1,3\r\nDONE", "ERROR stones of field 3 are not supported"),
        ("BOARD\r\n99,1,1\r\nDONE", "ERROR 99,1 is not a square of this board"),
        ("BOARD\r\n7,7,2\r\n8,8,4\r\nDONE", "ERROR not a stone: \"8,8,4\" is not a command"),
        ("BOARD\r\n7,7,2\r\nRESTART", "OK"),
        ("DONE", "ERROR no BOARD, YXBOARD or SWAP2BOARD before this line"),
        ("BOARD\r\n7,7\r\nDONE", "ERROR 7,7 after BOARD needs a field: 1 or 2"),
        ("SWAP2BOARD\r\n7,7,1\r\nDONE", "ERROR 7,7 after SWAP2BOARD must have no field"),
        ("SWAP2BOARD\r\n7,7\r\nDONE", "ERROR SWAP2BOARD takes no stone, three or five, not 1"),
        ("SWAP2BOARD\r\n1,1\r\n1,1\r\n2,2\r\nDONE", "ERROR position not set: \"b14\" is occ"),
        ("SWAP2BOARD\r\n1,1\r\nhello\r\nDONE", "ERROR not a stone: \"hello\" is not a command"),
        ("isready", "UNKNOWN \"isready\" is not a command"),
        ("quit", "UNKNOWN \"quit\" is not a command"),
        ("x\u{1b}[2J", "UNKNOWN \"x\\u{1b}[2J\" is not a command"),
    ] {
        let answer = ask(&mut engine, line);
        assert!(answer.starts_with(reply), "{line:?}: {answer}");
    }
    engine.write("INFO timeout_turn 0\r\nINFO rule 5\r\n");
    let message = "MESSAGE only the rules 0 (five or more), 1 (exactly five), 4 (renju), \
                   8 (caro) and 9 (exactly five in caro) are known";
    assert_eq!(engine.line(), message);
    for wrong in ["INFO rule", "INFO RULE x", "INFO rule 1 2"] {
        let message = "MESSAGE INFO rule has no effect without a whole number";
        engine.write(&format!("{wrong}\r\n"));
        assert_eq!(engine.line(), message, "{wrong}");
    }
    // The board is still empty.
    assert!(ask(&mut engine, "BEGIN").contains(','));
    assert!(ask(&mut engine, "BEGIN").starts_with("ERROR the board is not empty"));
}

#[test]
fn a_move_that_ends_the_game_has_no_answer_but_an_error() {
    let mut engine = start("15");
    // The opponent has four in a row.
    let board = "BOARD\r\n4,4,2\r\n0,0,1\r\n5,4,2\r\n0,2,1\r\n6,4,2\r\n3,4,1\r\n7,4,2\r\nDONE";
    assert_eq!(ask(&mut engine, board), "8,4");
    assert_eq!(ask(&mut engine, "TAKEBACK 8,4"), "OK");
    assert_eq!(ask(&mut engine, FOUR), "8,4");
    assert_eq!(ask(&mut engine, "TURN 9,9"), "ERROR the game is over");
    // A BOARD that ends the game changes nothing.
    assert_eq!(ask(&mut engine, "RESTART"), "OK");
    let five = "BOARD\r\n0,0,2\r\n1,0,2\r\n2,0,2\r\n3,0,2\r\n4,0,2\r\n\
                0,5,1\r\n1,5,1\r\n2,5,1\r\n4,5,1\r\nDONE";
    assert_eq!(ask(&mut engine, five), "ERROR the game is over");
    assert!(ask(&mut engine, "BEGIN").contains(','));
}

/// After any other first line, the commands of this protocol are unknown.
#[test]
fn the_first_line_chooses_the_protocol() {
    for line in ["isready", "STOP", "END", "x", "info", "start uci", "done"] {
        let mut engine = Engine::start(&[]);
        engine.write(&format!("\r\n{line}\r\nSTART 15\r\nisready\r\n"));
        engine.until(|line| line.contains("unknown command \"START\""));
        assert_eq!(engine.until(|line| line == "readyok").len(), 1);
    }
}

/// A `time_left` before the start of a game applies to that game.
#[test]
fn settings_have_no_answers_and_last() {
    let mut engine = start("15");
    engine.write("INFO timeout_turn 99999999\r\nINFO time_left 1\r\n");
    assert_eq!(ask(&mut engine, "RESTART"), "OK");
    assert!(ask(&mut engine, "TURN 7,7").contains(','));
}

/// The engine chooses the side that is clearly better, and plays on from there.
#[test]
fn sides_are_chosen_by_swap2() {
    let mut engine = start("15");
    engine.write("INFO rule 1\r\n");
    let opening = ask(&mut engine, "SWAP2BOARD\r\nDONE");
    let mut stones: Vec<&str> = opening.split(' ').collect();
    assert_eq!(stones.len(), 3, "{opening}");
    assert!(ask(&mut engine, &format!("TURN {}", stones[0])).contains("is occupied"));
    let choice = ask(&mut engine, &format!("SWAP2BOARD\r\n{}\r\nDONE", stones.join("\r\n")));
    assert!(choice == "SWAP" || choice.contains(','), "{choice}");
    stones.sort_unstable();
    stones.dedup();
    assert_eq!(stones.len(), 3, "{opening}");
    // X has three in a row, then the board is nearly empty for O's attack.
    let x_is_better = "SWAP2BOARD\r\n6,7\r\n0,0\r\n7,7\r\n14,0\r\n8,7\r\nDONE";
    assert_eq!(ask(&mut engine, x_is_better), "SWAP");
    let o_is_better = "SWAP2BOARD\r\n0,0\r\n7,7\r\n14,0\r\n8,8\r\n0,14\r\nDONE";
    assert!(ask(&mut engine, o_is_better).contains(','));
    // After the choice the manager sends the stones as a BOARD; now the engine is O.
    let board = "BOARD\r\n6,7,2\r\n0,0,1\r\n7,7,2\r\n14,0,1\r\n8,7,2\r\nDONE";
    assert!(ask(&mut engine, board).contains(','));
    assert!(ask(&mut engine, "START 7").starts_with("OK"));
    assert!(ask(&mut engine, "SWAP2BOARD\r\nDONE").starts_with("ERROR SWAP2BOARD needs at least"));
}

/// A search of hours ends when the manager asks for the move, begins another
/// game, or ends the session.
#[test]
fn a_search_can_be_ended() {
    let mut engine = start("15");
    let hours = "INFO time_left 99999999\r\nINFO timeout_turn 99999999\r\n";
    engine.write(hours);
    engine.write("BEGIN\r\nSTOP\r\n");
    assert!(answer(&engine).contains(','));
    // The move of the first game is not sent.
    engine.write("TURN 0,0\r\nRESTART\r\n");
    assert_eq!(answer(&engine), "OK");
    // A board that does not exist ends no game; the waiting BEGIN is dropped.
    engine.write(&format!("{hours}BEGIN\r\nSTART 23\r\nBEGIN\r\nRESTART\r\n"));
    assert_eq!(answer(&engine), "OK");
    // Waiting settings and commands for other boards are not dropped.
    engine.write(
        "BEGIN\r\nSTART 12\r\nINFO timeout_turn 0\r\nINFO time_left 2147483647\r\nRESTART\r\n",
    );
    assert_eq!(answer(&engine), "OK");
    assert_eq!(answer(&engine), "OK");
    assert!(ask(&mut engine, "BEGIN").contains(','));
    assert!(ask(&mut engine, "TURN 12,0").starts_with("ERROR "));
    // A wrong line in a waiting BOARD makes that board invalid.
    engine.write(&format!("{hours}TURN 0,0\r\nBOARD\r\nhello\r\n7,7,2\r\nDONE\r\nSTOP\r\n"));
    assert!(answer(&engine).contains(','));
    assert_eq!(answer(&engine), "ERROR not a stone: \"hello\" is not a command");
    engine.write("TURN 1,0\r\nEND\r\n");
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty(), "{rest:?}");
    // The end of the input also ends the waiting searches.
    let mut engine = start("15");
    engine.write(&format!("{hours}TURN 0,0\r\nTURN 1,1\r\nTURN 2,2\r\n"));
    assert!(engine.end().0.success());
}

/// With rule 1 six in a row do not win, and the rule may change during a game.
#[test]
fn rule_1_wants_exactly_five_in_a_row() {
    let mut engine = start("15");
    // The opponent threatens exactly five with 8,4.
    let stones = "3,4,1\r\n9,4,2\r\n5,4,2\r\n0,2,1\r\n6,4,2\r\n0,4,1\r\n7,4,2\r\n";
    let board = format!("INFO timeout_turn 0\r\nINFO rule 1\r\nBOARD\r\n{stones}DONE");
    assert!(ask(&mut engine, &board).contains(','));
    // Six stones of the engine in a row, in any order, are a valid position.
    let six: String = (2..8).map(|x| format!("{x},4,1\r\n{x},{},2\r\n", x % 3 * 2 + 6)).collect();
    assert!(ask(&mut engine, &format!("BOARD\r\n{six}DONE")).contains(','));
    // The opponent's six cannot be on the board under rule 0, which holds from the
    // next game on.
    let six = six.replace(",1\r\n", ",x\r\n").replace(",2\r\n", ",1\r\n").replace(",x", ",2");
    assert!(ask(&mut engine, &format!("BOARD\r\n{six}DONE")).contains(','));
    engine.write("INFO rule 0\r\n");
    engine.until(|line| line.starts_with("MESSAGE the rule holds from the next game on: "));
    assert!(ask(&mut engine, "TURN 14,14").contains(','));
    assert_eq!(ask(&mut engine, "TURN 2,4"), "ERROR position not set: \"c11\" is occupied");
    assert_eq!(ask(&mut engine, "RESTART"), "OK");
    assert!(ask(&mut engine, &format!("BOARD\r\n{six}DONE")).starts_with("ERROR "));
    assert_eq!(ask(&mut engine, "INFO rule 1\r\nRESTART"), "OK");
    // Under rule 0 such a board is refused.
    assert_eq!(ask(&mut engine, "INFO rule 2\r\nRESTART\r\nINFO rule 0"), "OK");
    assert!(ask(&mut engine, &format!("BOARD\r\n{six}DONE")).starts_with("ERROR "));
}

/// The start of Yixin-Board, as its source sends it with the settings of its first start: in
/// lower case, with the limits of its levels.
const YIXIN_START: &str = "info show_detail 1\nyxshowinfo\nSTART 15 15\n\
    INFO max_node -1\nINFO timeout_match 100000000\nINFO time_left 100000000\n\
    INFO timeout_turn 2000000\nINFO max_depth 225\nINFO time_increment 0\n\
    INFO caution_factor 1\nINFO thread_num 1\nINFO hash_size 16384\nINFO pondering 0\n\
    INFO vcthread 0\n";

/// Yixin-Board begins each move with another game and the whole board.
#[test]
fn yixin_board_starts_and_plays() {
    let mut engine = Engine::start(&[]);
    engine.write(YIXIN_START);
    let greeting = engine.until(|line| line == "OK");
    assert!(greeting[0].starts_with("MESSAGE noughts "), "{greeting:?}");
    let hash = greeting.iter().find_map(|line| line.strip_prefix("MESSAGE INFO MAX_HASH_SIZE "));
    let hash: u32 = hash.expect("the size").parse().expect("a number");
    assert!((10..=30).contains(&hash), "2^{hash} KiB");
    assert!(greeting.contains(&"MESSAGE INFO MAX_THREAD_NUM 256".to_string()), "{greeting:?}");
    // A level of Yixin-Board.
    engine.write("INFO max_node 1000\n");
    let mut board = "7,7,2\n".to_string();
    for _ in 0..3 {
        engine.write("INFO time_left 100000000\nyxhashclear\nstart 15 15\n");
        assert_eq!(engine.line(), "OK");
        engine.write(&format!("board\n{board}done\n"));
        let lines = engine.until(|line| !line.starts_with("MESSAGE "));
        let best = lines.last().expect("the move");
        // The board shows the best move.
        let shown = format!("MESSAGE REALTIME BEST {best}");
        assert!(lines.contains(&shown), "{lines:?}");
        board += &format!("{best},1\n");
        let free = (0..15).find(|row| !board.contains(&format!("0,{row},"))).expect("a square");
        board += &format!("0,{free},2\n");
    }
    // Other requests of its menus, and the end.
    assert_eq!(ask(&mut engine, "yxshowforbid"), "FORBID .");
    assert_eq!(ask(&mut engine, "start 15 14\nstart 15 15"), START_REFUSED);
    assert_eq!(engine.line(), "OK");
    engine.write("end\n");
    assert!(engine.end().0.success());
}

const START_REFUSED: &str = "ERROR expected START and the number of columns, such as START 15; \
    RECTSTART begins a game on a board that is not square";

/// A position by which Gomocup tests engines (`test_zip_rules.py` of its judge): the four of
/// X is worth nothing in caro, and the three of O must be stopped.
#[test]
fn fives_between_two_stones_do_not_win_in_caro() {
    let mut engine = start("15");
    engine.write("INFO timeout_turn 0\r\n");
    let own = "7,7,1\r\n6,7,1\r\n8,7,1\r\n9,7,1\r\n";
    let stones = format!("{own}5,7,2\r\n5,8,2\r\n5,6,2\r\n11,7,2\r\n");
    for (rule, expected) in [
        (0, &["10,7"][..]),
        (8, &["5,4", "5,5", "5,9", "5,10"][..]),
        (9, &["5,4", "5,5", "5,9", "5,10"][..]),
    ] {
        engine.write(&format!("INFO rule {rule}\r\nBOARD\r\n{stones}DONE\r\n"));
        let lines = engine.until(|line| !line.starts_with("MESSAGE "));
        let played = lines.last().map(String::as_str);
        assert!(played.is_some_and(|played| expected.contains(&played)), "{rule}: {lines:?}");
    }
}

/// The forbidden moves of renju: two threes at 7,7, and none after another rule or for O.
#[test]
fn forbidden_moves_are_shown() {
    let mut engine = start("15");
    let stones = "7,5,1\r\n0,0,2\r\n7,6,1\r\n2,0,2\r\n5,7,1\r\n4,0,2\r\n6,7,1\r\n6,0,2\r\n";
    engine.write(&format!("INFO rule 4\r\nYXBOARD\r\n{stones}DONE\r\n"));
    assert_eq!(ask(&mut engine, "YXSHOWFORBID"), "FORBID 0707.");
    engine.write("INFO rule 1\r\n");
    assert_eq!(ask(&mut engine, "YXSHOWFORBID"), "FORBID .");
    // The same stones of the opponent, who has moved once more.
    let others = stones.replace(",1\r", ",3\r").replace(",2\r", ",1\r").replace(",3\r", ",2\r");
    engine.write(&format!("INFO rule 4\r\nYXBOARD\r\n{others}9,9,2\r\nDONE\r\n"));
    assert_eq!(ask(&mut engine, "YXSHOWFORBID"), "FORBID .");
}

/// Wine has no Python.
#[cfg(unix)]
#[test]
fn the_script_compares_the_forbidden_squares_of_two_engines() {
    use super::process::PROGRAM;

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scripts/forbidden.py");
    let output = std::process::Command::new("python3")
        .args(["-B", script, PROGRAM, PROGRAM, "--positions", "50"])
        .output()
        .expect("python3 starts");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}{}", String::from_utf8_lossy(&output.stderr));
    assert!(shown.trim_end().ends_with("0 positions differ"), "{shown}");
}

/// `yxboard` asks for no move; `yxnbest` reports as many different moves as it says.
#[test]
fn the_best_moves_are_reported() {
    let mut engine = start("15");
    engine.write("yxboard\r\n7,7,1\r\n8,8,2\r\ndone\r\nINFO max_node 3000\r\nyxnbest 4\r\n");
    let lines = engine.until(|line| !line.starts_with("MESSAGE "));
    let (best, lines) = lines.split_last().expect("the move");
    let ranked: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("MESSAGE (")).collect();
    let mut moves: Vec<&str> = ranked[ranked.len() - 4..]
        .iter()
        .zip(1..)
        .map(|(line, rank)| {
            assert!(line.starts_with(&format!("{rank}) ")), "{line}");
            line.rsplit(" | ").next().and_then(|moves| moves.split(' ').next()).expect("a move")
        })
        .collect();
    let (column, row) = best.split_once(',').expect("a point");
    let column = char::from(b'A' + column.parse::<u8>().expect("a number"));
    assert_eq!(moves[0], format!("{column}{}", row.parse::<u32>().expect("a number") + 1));
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 4, "{ranked:?}");
    // The next move is again a single one, on the board with the best move.
    engine.write("TURN 0,0\r\n");
    let lines = engine.until(|line| !line.starts_with("MESSAGE "));
    assert!(!lines.iter().any(|line| line.starts_with("MESSAGE (")), "{lines:?}");
}

/// The nodes of the last `MESSAGE` before a move, if it has no unit.
fn nodes(engine: &Engine) -> u64 {
    let lines = engine.until(|line| !line.starts_with("MESSAGE "));
    let summary = lines.iter().rfind(|line| line.starts_with("MESSAGE Speed ")).expect("a line");
    let nodes = summary.split("| Node ").nth(1).and_then(|rest| rest.split(' ').next());
    nodes.expect("nodes").parse().unwrap_or_else(|_| panic!("{summary}"))
}

#[test]
fn limits_on_nodes_and_depth_are_kept() {
    let mut engine = Engine::start(&["-o", "Search=alphabeta"]);
    // Without a time, the limits alone end a search.
    engine.write("START 15\r\nINFO max_node 700\r\nTURN 7,7\r\n");
    assert_eq!(engine.line(), "OK");
    assert_eq!(nodes(&engine), 700);
    engine.write("INFO max_depth 2\r\nINFO max_node -1\r\nTURN 0,0\r\n");
    let lines = engine.until(|line| !line.starts_with("MESSAGE "));
    let deepest = lines.iter().rfind(|line| line.starts_with("MESSAGE Depth ")).expect("a line");
    assert!(deepest.starts_with("MESSAGE Depth 2-"), "{lines:?}");
    // The report comes during the search, too.
    assert!(lines.iter().any(|line| line.starts_with("MESSAGE Depth 1-")), "{lines:?}");
    // Lifted limits leave only the time.
    engine.write("INFO max_depth 0\r\nINFO timeout_turn 0\r\nTURN 14,14\r\n");
    assert_eq!(nodes(&engine), 1000);
    engine.write("INFO max_node 1500\r\nTURN 14,0\r\n");
    assert_eq!(nodes(&engine), 1500);
}
