//! Reading the lines of managers.

use super::*;

fn parse(line: &str) -> Result<Option<GomocupCommand>, String> {
    GomocupCommand::parse(line).map_err(|error| error.to_string())
}

#[test]
fn commands_are_read() {
    let at = |column, row| Point { column, row };
    for (line, command) in [
        ("START 15", GomocupCommand::Start { columns: 15, rows: 15 }),
        ("RECTSTART 20,15\r\n", GomocupCommand::Start { columns: 20, rows: 15 }),
        ("restart", GomocupCommand::Restart),
        ("start 15 15", GomocupCommand::Start { columns: 15, rows: 15 }),
        ("BEGIN", GomocupCommand::Begin),
        ("TURN 0,19", GomocupCommand::Turn(at(0, 19))),
        ("TURN 3 , 4", GomocupCommand::Turn(at(3, 4))),
        ("BOARD", GomocupCommand::Board),
        ("10,10,1", GomocupCommand::Stone(at(10, 10), Field::Own)),
        ("9, 8, 2", GomocupCommand::Stone(at(9, 8), Field::Opponent)),
        ("9,8,3", GomocupCommand::Stone(at(9, 8), Field::Other)),
        ("SWAP2BOARD", GomocupCommand::Swap2),
        ("7,8", GomocupCommand::OpeningStone(at(7, 8))),
        ("DONE", GomocupCommand::Done),
        ("TAKEBACK 9,8", GomocupCommand::TakeBack(at(9, 8))),
        ("INFO timeout_turn 5000", GomocupCommand::Info(Setting::TimeoutTurn(5000))),
        ("INFO timeout_match 0", GomocupCommand::Info(Setting::TimeoutMatch(0))),
        ("INFO time_left 70", GomocupCommand::Info(Setting::TimeLeft(Some(70)))),
        ("INFO time_left -70", GomocupCommand::Info(Setting::TimeLeft(Some(0)))),
        ("INFO time_left 2147483647", GomocupCommand::Info(Setting::TimeLeft(None))),
        ("INFO max_memory 350000000", GomocupCommand::Info(Setting::MaxMemory(350_000_000))),
        ("INFO rule 1", GomocupCommand::Info(Setting::Rule(1))),
        ("INFO rule -1", GomocupCommand::Info(Setting::Rule(u64::MAX))),
        ("INFO folder C:\\a b", GomocupCommand::Info(Setting::Unknown)),
        ("INFO timeout_turn soon", GomocupCommand::Info(Setting::NoNumber("timeout_turn"))),
        ("INFO rule", GomocupCommand::Info(Setting::NoNumber("rule"))),
        ("INFO", GomocupCommand::Info(Setting::Unknown)),
        ("INFO max_node 90000", GomocupCommand::Info(Setting::MaxNode(Some(90_000)))),
        ("INFO max_node 0", GomocupCommand::Info(Setting::MaxNode(None))),
        ("INFO max_node -1", GomocupCommand::Info(Setting::MaxNode(None))),
        ("info MAX_DEPTH 225", GomocupCommand::Info(Setting::MaxDepth(Some(225)))),
        ("INFO max_depth -1", GomocupCommand::Info(Setting::MaxDepth(None))),
        ("INFO hash_size 524288", GomocupCommand::Info(Setting::HashSize(524_288))),
        ("info show_detail 1", GomocupCommand::Info(Setting::ShowDetail(1))),
        ("yxboard", GomocupCommand::SetBoard),
        ("yxnbest 3", GomocupCommand::BestMoves(3)),
        ("yxhashclear", GomocupCommand::ClearHash),
        ("yxshowinfo", GomocupCommand::ShowInfo),
        ("YXSHOWFORBID", GomocupCommand::ShowForbidden),
        ("ABOUT", GomocupCommand::About),
        ("YXSTOP", GomocupCommand::Stop),
        ("END", GomocupCommand::End),
    ] {
        assert_eq!(parse(line), Ok(Some(command)), "{line}");
    }
    assert_eq!(parse(" \r\n"), Ok(None));
}

#[test]
fn errors_describe_the_command() {
    for (line, part) in [
        ("START", "START 15"),
        ("START x", "START 15"),
        ("START 99999999999", "START 15"),
        ("START 15 16", "RECTSTART"),
        ("START 15 15 15", "START 15"),
        ("YXNBEST", "YXNBEST 3"),
        ("YXNBEST -1", "YXNBEST 3"),
        ("yxbalanceone 0", "\"yxbalanceone\" is not a command"),
        ("RECTSTART 15", "RECTSTART 20,15"),
        ("TURN -1,3", "TURN 7,8"),
        ("TURN 1,3,5", "TURN 7,8"),
        ("TAKEBACK", "TAKEBACK 7,8"),
        ("SWAP2", "\"SWAP2\" is not a command"),
        ("1,2,4", "\"1,2,4\" is not a command"),
    ] {
        let error = parse(line).expect_err(line);
        assert!(error.contains(part), "{line}: {error}");
    }
}

/// The lines of other protocols, and words that they skip, do not begin this one.
#[test]
fn only_whole_commands_begin_the_dialect_in_lower_case() {
    for line in [
        "START 15",
        "START x",
        " ABOUT",
        "SWAP2BOARD",
        "INFO rule 0",
        "INFO",
        "info show_detail 1",
        "info folder /tmp",
        "start 15",
        "Start 20 20",
        "begin",
        "turn 7,7",
        "yxshowinfo",
        "about",
    ] {
        assert!(GomocupCommand::begins(line), "{line}");
    }
    for line in [
        "start",
        "start uci",
        "info",
        "info depth 5",
        "board uci",
        "begin isready",
        "STOP",
        "stop",
        "END",
        "done",
        "yxstop",
        "",
        "1,2,1",
        "STARTING",
    ] {
        assert!(!GomocupCommand::begins(line), "{line}");
    }
}
