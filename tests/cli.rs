//! The command line: output and exit status of the program.

use std::process::{Command, Output};

fn noughts(arguments: &str) -> Output {
    let arguments = arguments.split_whitespace();
    let program = env!("CARGO_BIN_EXE_noughts");
    Command::new(program).args(arguments).output().expect("the program starts")
}

fn printed(arguments: &str) -> String {
    let output = noughts(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(arguments: &str) -> String {
    let output = noughts(arguments);
    assert!(!output.status.success(), "{arguments}");
    String::from_utf8_lossy(&output.stderr).to_string()
}

#[test]
fn protocol_commands_run_from_the_command_line() {
    let perft = printed("-g tictactoe perft 3");
    assert!(perft.starts_with("info string perft 3 nodes 504 "), "{perft}");
    let two = printed("--game tictactoe position moves b2 , show , go depth 2");
    assert!(two.contains("2 . X .") && two.contains("bestmove "), "{two}");
    assert!(printed("help").starts_with("commands:"));
    for command in ["solve", "verify", "selfplay"] {
        let help = printed(&format!("help {command}"));
        assert_eq!(help.trim_end(), printed(&format!("{command} -h")).trim_end());
        assert!(help.contains(&format!("Usage: noughts {command} ")), "{help}");
    }
    assert!(printed("-o Search=random -g qubic --portable go nodes 1").contains("bestmove "));
    assert_eq!(noughts("-g tictactoe position moves b2 b2").status.code(), Some(1));
    assert!(refused("-g chess perft 1").contains("chess"));
    assert!(refused("-o Hash=much bench").contains("much"));
}

#[test]
fn a_locale_without_utf8_changes_nothing() {
    let run = |locale: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
        let output = command.args(arguments).env("LC_ALL", locale).output().expect("it starts");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        text.lines().filter(|line| !line.contains(" nodes, ")).collect::<Vec<_>>().join("\n")
    };
    for arguments in [&["solve", "tictactoe", "b2", "--all"][..], &["-g", "chéss", "perft", "1"]] {
        let text = run("C", arguments);
        assert_eq!(text, run("C.UTF-8", arguments));
        let beyond = text.lines().filter(|line| !line.is_ascii()).collect::<Vec<_>>();
        assert_eq!(beyond.len(), 1, "only the legend, and what was typed: {beyond:?}");
    }
}

#[test]
fn a_network_is_loaded_from_a_file() {
    let root = env!("CARGO_MANIFEST_DIR");
    let go = "-o Search=puct position moves d4 , go nodes 64";
    let built_in = format!("{root}/src/search/network/weights.bin");
    assert_eq!(last_line(&format!("--net {built_in} {go}")), last_line(go));
    let error = refused(&format!("--net {root}/none.bin {go}"));
    assert!(error.contains("cannot open the network") && error.contains("none.bin"), "{error}");
    let error = refused(&format!("--net {root}/Cargo.toml {go}"));
    assert!(error.contains("cannot load the network"), "{error}");
}

/// The last `info` line without its speed, and the move.
fn last_line(arguments: &str) -> String {
    let text = printed(arguments);
    let line = text.lines().rfind(|line| line.contains(" pv ")).expect("a line of play");
    let of = |from: &str, to: &str| {
        line.split_once(from).and_then(|(_, rest)| rest.split_once(to)).expect("the fields").0
    };
    format!("{}{}", of(" score ", " nps "), line.split_once(" pv ").expect("a line").1)
}

/// Options after the command are set after those before it.
#[test]
fn game_and_options_are_accepted_before_and_after_the_command() {
    let lists = |arguments: &str, parts: &[&str]| {
        let text = printed(arguments);
        for part in parts {
            assert!(
                text.lines().any(|line| line.contains(part)),
                "{arguments}: no {part} in {text}"
            );
        }
    };
    let expected = ["game qubic", "option Seed = 5 ", "option Hash = 7 "];
    for arguments in [
        "-g qubic -o Seed=5 -o Hash=7 info",
        "-o Hash=9 info -g qubic --option Seed=5 -o=Hash=7",
        "--game tictactoe -o Seed=5 info -gqubic -oHash=7",
    ] {
        lists(arguments, &expected);
    }
    lists("go p1time -5 -o Search=random , info", &["bestmove ", "option Search = random "]);
    lists("solve -g tictactoe:4x4:3 -o Hash=1", &["tictactoe:4x4:3", "tables of 1 MiB"]);
    lists("-g qubic solve --game tictactoe b2", &["tictactoe"]);
    let random = printed("selfplay 3 -q -o Search=random -g tictactoe:4");
    assert!(random.starts_with("tictactoe:4 random: 3 games"), "{random}");
    let random = printed("-g tictactoe:4 -o Search=random selfplay 3 -q -o Hash=1");
    assert!(random.starts_with("tictactoe:4 random: 3 games"), "{random}");
    for command in ["info", "solve", "selfplay"] {
        assert!(refused(&format!("{command} -o Hash=much")).contains("much"));
        assert!(refused(&format!("{command} -g chess")).contains("chess"));
        assert!(refused(&format!("{command} -o Hash")).contains("NAME=VALUE"));
    }
    // An unknown option is an error.
    assert!(refused("info --magic").contains("--magic"));
}

#[test]
fn mistyped_words_have_a_suggestion() {
    for (words, expected) in [
        ("slove tictactoe", "unknown command \"slove\"; did you mean \"solve\"?"),
        ("slefplay", "did you mean \"selfplay\"?"),
        ("bnech", "did you mean \"bench\"?"),
        ("solve -o Serach=uct", "unknown option \"Serach\"; did you mean \"Search\"?"),
        ("info -o Search=mtcs", "did you mean \"mcts\"?"),
        ("selfplay tictactoe 1 --search mtcs", "\"mtcs\" is not a search; did you mean \"mcts\"?"),
    ] {
        let error = refused(words);
        assert!(error.contains(expected) && error.lines().count() == 1, "{words}: {error}");
    }
    for (words, expected) in [
        ("solve tictatoe", "qubic; did you mean \"tictactoe\"?"),
        ("solve tictatoe:5", "qubic; did you mean \"tictactoe:5\"?"),
        ("play qubik", "did you mean \"qubic\"?"),
        ("help slove", "unknown command \"slove\"; did you mean \"solve\"?"),
        ("help xyzzy", "unknown command \"xyzzy\"; see noughts --help"),
        // A game in place of a command, and commands of the other program.
        ("qubic", "unknown command \"qubic\"; to play it: noughts play qubic"),
        ("tictactoe:5 c3", "to play it: noughts play tictactoe:5"),
        ("qubik", "did you mean \"noughts play qubic\"?"),
        ("run --pairs 5", "it is a command of the runner: noughts-tournament run"),
        ("tournament", "it is a command of the runner: noughts-tournament\n"),
        ("xyzzy", "unknown command \"xyzzy\"; see noughts --help and noughts help"),
    ] {
        let output = noughts(words);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(error.contains(expected) && error.lines().count() == 1, "{words}: {error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}");
    }
    // The engine skips words before a command.
    assert!(printed("xyzzy isready").contains("readyok"));
    assert!(printed("help go").starts_with("go [nodes N]"));
}

#[test]
fn wrong_options_of_play_have_a_tip() {
    for (words, expected) in [
        ("play -level 3", "options of several letters begin with two dashes: --level"),
        ("play -side=o", "two dashes: --side"),
        ("play --movetime -1", "invalid value '-1' for '--movetime <MS>': write a whole number"),
        ("play --nodes 0", "write a whole number of at least 1"),
        ("play --level x", "invalid value 'x' for '--level <N>'"),
    ] {
        let output = noughts(words);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(error.contains(expected), "{words}: {error}");
        assert_eq!(output.status.code(), Some(2), "{words}");
    }
    // No other error gets the tip.
    assert!(!refused("play --levle 3").contains("two dashes"));
}

/// Returns standard output followed by standard error.
fn printed_by(arguments: &str) -> String {
    let output = noughts(arguments);
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).to_string()).concat()
}

#[test]
fn the_constants_of_mcts_are_options_on_request_only() {
    let row = "option name MctsBias type spin default 200 min 1 max 100000";
    assert!(printed("--tunable ugi").contains(row));
    assert!(!printed("ugi").contains("MctsBias"));
    assert!(refused("-o MctsBias=7 ugi").contains("unknown option \"MctsBias\""));
    let visits = |tunable: &str| {
        let text = printed(&format!("{tunable} -o Search=mcts position moves d4 , go nodes 2000"));
        let best = text.lines().rfind(|line| line.contains(" pv ")).expect("a line of play");
        best.split_once(" score").expect("a score").1.split(" nps").next().map(str::to_string)
    };
    let usual = visits("");
    assert_eq!(visits("--tunable -o MctsBias=200"), usual);
    for constant in
        ["Exploration=500000", "Bias=100000", "Prior=1000", "Urgency=100", "Clarity=500"]
    {
        assert_ne!(visits(&format!("--tunable -o Mcts{constant}")), usual, "{constant}");
    }
}

#[test]
fn a_mistake_has_no_backtrace() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
    let output = command.env("RUST_BACKTRACE", "1").args(["solve", "chess"]).output();
    let error = String::from_utf8(output.expect("the program starts").stderr).expect("text");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    for words in ["solve tictactoe", "--help", "solve chess"] {
        assert!(!printed_by(words).contains('\u{1b}'), "{words}");
        assert!(printed_by(&format!("--color always {words}")).contains('\u{1b}'), "{words}");
        assert!(!printed_by(&format!("--color=never {words}")).contains('\u{1b}'), "{words}");
    }
}

#[test]
fn a_position_is_solved() {
    let text = printed("solve tictactoe:4x4:3");
    assert!(text.contains("value: X wins in 5 plies"), "{text}");
    assert!(printed("solve tictactoe").contains("value: draw"));
    // With the game from `-g`, all words are moves.
    let text = printed("-g tictactoe solve a1 b1");
    assert!(text.contains("value: X wins in 5 plies"), "{text}");
    let text = printed("solve tictactoe a1 b1 a3");
    assert!(text.contains("value: X wins in 4 plies") && text.contains("line: a2 "), "{text}");
    assert!(printed("solve tictactoe a1 b1 a2 b2 a3").contains("game over: X wins"));
    assert!(printed("solve tictactoe a1 b1 a2 b2").contains("X wins in 1 ply\n"));
    // Where `proof` does not play: to the end on small boards, wins on large ones.
    assert!(printed("solve tictactoe:3=").contains("value: draw\n"));
    let renju = "solve tictactoe:15x15:renju h8 a1 i8 a3 j8 a5";
    assert!(printed(renju).contains("X wins within 3 plies"));
    for word in ["chess", "tictactoee:4"] {
        let error = refused(&format!("solve {word}"));
        assert!(error.contains(&format!("unknown game \"{word}\"")), "{error}");
        assert!(!error.contains("square"), "{error}");
    }
    let error = refused("solve games/my.pgn");
    assert!(error.contains("\"games/my.pgn\" is neither a game nor a file"), "{error}");
    assert!(refused("solve tictactoe b2 b2").contains("\"b2\" is occupied"));
    let error = refused("solve tictactoe:23");
    assert!(error.contains("23x23") && !error.contains("square of"), "{error}");
    let error = refused("solve tictactoe a1 b1 a2 b2 a3 --certificate never");
    assert!(error.contains("the game is over"), "{error}");
    let error = refused("solve tictactoe:15x15:5 --checkpoint never");
    assert!(error.contains("are for flat boards to 11x11"), "{error}");
    let error = refused("solve 4x4:3");
    assert!(error.contains("\"tictactoe:4x4:3\"") && !error.contains("square of"), "{error}");
    assert!(refused("solve h8").contains("\"h8\" is neither a square of tictactrains nor a game"));
    assert!(refused("solve tictactoe --hash much").contains("much"));
}

/// X has two threats in the centre or the third corner. In the last corner it
/// lets O, which must take the centre, make two threats. The edges draw.
#[test]
fn every_move_is_drawn_with_its_value() {
    let text = printed("solve tictactoe a1 b1 a3 a2 --all");
    let rows: Vec<&str> = text.lines().skip(1).take(3).collect();
    assert_eq!(rows, ["3  X  = +3", "2  O +3  =", "1  X  O -4"]);
    assert!(text.contains("value: X wins in 3 plies"), "{text}");
}

/// This holds for any node limit.
#[test]
fn marks_are_symmetric_and_show_bounds() {
    for nodes in [3000, 30_000, 300_000] {
        let output = noughts(&format!("solve tictactoe:6x6:4 --all --nodes {nodes}"));
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        let rows = text.lines().skip(1).take(6);
        let rows: Vec<Vec<&str>> =
            rows.map(|row| row.split_whitespace().skip(1).collect()).collect();
        for (r, c) in (0..6).flat_map(|r| (0..6).map(move |c| (r, c))) {
            let mark = rows[r][c];
            assert!(
                mark == rows[5 - r][c] && mark == rows[r][5 - c] && mark == rows[c][r],
                "{text}"
            );
            // A win within all 35 remaining plies is a bound, not a distance.
            assert!(!mark.contains("35") || mark == "+≤35", "{text}");
        }
        assert_eq!(output.status.code(), Some(3), "{text}");
    }
}

/// Any two squares of the 2-cube are a line, so every first move wins on the
/// next own ply. On the 3-cube the centre wins, and every other move loses.
#[test]
fn every_move_on_a_cube_is_valued() {
    let marks = |command: &str, side: usize| -> Vec<String> {
        let text = printed(command);
        let rows = text.lines().skip(2).take(side);
        let words = rows.flat_map(str::split_whitespace);
        // Skip the row numbers.
        words.filter(|word| word.starts_with(['+', '-', '?'])).map(str::to_string).collect()
    };
    let side_2 = marks("solve qubic:2 --all", 2);
    assert_eq!(side_2.len(), 8, "{side_2:?}");
    assert!(side_2.iter().all(|mark| mark == "+3" || mark == "+≤3"), "{side_2:?}");
    let side_3 = marks("solve qubic:3 --all", 3);
    let (wins, losses): (Vec<&String>, _) = side_3.iter().partition(|mark| mark.starts_with('+'));
    assert_eq!((wins.len(), losses.len()), (1, 26), "{side_3:?}");
    // The middle mark, row by row across the three levels.
    assert!(side_3[13].starts_with('+') && losses.iter().all(|m| m.starts_with('-')), "{side_3:?}");
    let output = noughts("solve qubic:3 --all --nodes 100");
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(text.contains("100 nodes") && text.contains('?'), "{text}");
}

#[test]
fn an_unproven_value_is_undecided() {
    let output = noughts("solve tictactoe:11x11:5 --nodes 500");
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains("value: undecided") && text.contains("500 nodes"), "{text}");
    let output = noughts("solve tictactoe:11x11:5 --time 0.05 --all");
    assert_eq!(output.status.code(), Some(3));
    let output = noughts("solve qubic --openings --nodes 1000");
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains("undecided; X wins after 0 of 12 replies"), "{text}");
}

/// No proof starts if its file is not writable; a failed proof leaves no file.
#[test]
fn a_certificate_needs_a_writable_file_and_a_proof() {
    let folder = std::env::temp_dir();
    let nowhere = folder.join("there-is-no-such-folder").join("proof");
    let output = noughts(&format!("solve qubic --certificate {}", nowhere.display()));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let file = folder.join(format!("noughts-undecided-{}", std::process::id()));
    let command = format!("solve qubic --nodes 1000 --certificate {}", file.display());
    assert_eq!(noughts(&command).status.code(), Some(3));
    assert!(!file.exists());
}

/// An option that would have no effect is refused.
#[test]
fn only_a_certificate_of_qubic_can_be_improved() {
    let file = std::env::temp_dir().join(format!("noughts-flat-{}", std::process::id()));
    let command = format!("solve tictactoe:4x4:4 --improve 5 --certificate {}", file.display());
    let output = noughts(&command);
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.code() == Some(2) && error.contains("--improve is for qubic"), "{error}");
    assert!(!file.exists());
}

/// The expected game is that of the reference program.
#[test]
fn self_play_is_counted_and_shown() {
    let text = printed("selfplay tictactoe 1000");
    assert!(text.starts_with("tictactoe minimax: 1000 games, X 0 draws 1000 O 0, "), "{text}");
    assert!(text.contains("1. b2 a3 2. b3 b1 3. a2 c2 4. c3 a1 5. c1"), "{text}");
    assert!(text.contains("plies 9000: "), "{text}");
    assert!(text.contains("the others played from the table, one probe each"), "{text}");
    let quiet = printed("selfplay --quiet qubic:3 2 --search mcts --nodes 50");
    assert!(quiet.lines().count() == 1 && quiet.contains(" mcts: 2 games, "), "{quiet}");
    assert!(printed("selfplay tictactrains 1 --nodes 20 -q").contains("1 games"));
    assert!(printed("selfplay tictactoe:7 2 -q").contains("draws 2"));
    assert!(!printed("selfplay tictactoe 1 --search random").contains("table"));
    assert!(refused("selfplay tictactoe many").contains("many"));
    assert!(refused("selfplay tictactoe -o Game=qubic").contains("two games"));
    assert!(refused("-g qubic solve tictactoe:4").contains("two games"));
    assert!(refused("selfplay tictactoe 1 --search magic").contains("magic"));
    assert!(refused("selfplay tictactoe:9 1 --search minimax").contains("does not play"));
}

/// Runs self-play and returns the games won, drawn and lost by X.
fn results(arguments: &str) -> [u32; 3] {
    let text = printed(&format!("selfplay {arguments} -q"));
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let after = |name| {
        let at = words.iter().position(|word| *word == name).expect(name);
        words[at + 1].parse().expect("a number")
    };
    [after("X"), after("draws"), after("O")]
}

/// Between random players X wins 58.5 % of the games, O 28.8 %, and 12.7 % are
/// drawn (212,256, 104,544 and 46,080 of 9!, as each order of the squares is
/// equally likely). The bounds are six standard deviations.
#[test]
fn random_games_have_the_expected_results() {
    const GAMES: f64 = 20_000.0;
    let played = results("tictactoe 20000 --search random");
    for (count, of_all) in played.into_iter().zip([212_256.0, 46_080.0, 104_544.0]) {
        let share = of_all / 362_880.0;
        let deviation = (GAMES * share * (1.0 - share)).sqrt();
        assert!((f64::from(count) - GAMES * share).abs() < 6.0 * deviation, "{played:?}");
    }
    assert_eq!(played, results("tictactoe 20000 --search random"));
    assert_ne!(played, results("tictactoe 20000 --search random -o Seed=1"));
}

/// With few simulations the searches make different mistakes in different
/// games.
#[test]
fn games_of_tree_searches_differ() {
    for search in ["mcts", "uct"] {
        let played = results(&format!("tictactoe 60 --search {search} --nodes 20"));
        let kinds = played.into_iter().filter(|&count| count > 0).count();
        assert!(kinds > 1, "{search}: {played:?}");
        assert_eq!(played, results(&format!("tictactoe 60 --search {search} --nodes 20")));
    }
}

/// The parent may have set the streams of the engine to non-blocking.
#[cfg(target_os = "linux")]
#[test]
fn the_engine_waits_on_non_blocking_streams() {
    use rustix::io::{ioctl_fionbio, ioctl_fionread};
    use std::io::{BufRead, BufReader, Write, pipe};
    use std::time::Duration;

    let (stdin, mut input) = pipe().expect("a pipe");
    let (output, stdout) = pipe().expect("a pipe");
    ioctl_fionbio(&stdin, true).expect("a pipe can be non-blocking");
    ioctl_fionbio(&stdout, true).expect("a pipe can be non-blocking");
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts"));
    let mut child = command.stdin(stdin).stdout(stdout).spawn().expect("the program starts");
    // The child must have the only copies of its pipe ends.
    drop(command);
    let mut output = BufReader::new(output);
    let mut line = String::new();
    for _ in 0..50 {
        line.clear();
        writeln!(input, "isready").expect("the engine reads");
        output.read_line(&mut line).expect("text");
        assert_eq!(line, "readyok\n");
    }
    // Read nothing until the pipe is full or the engine has ended.
    const LINES: usize = 10_000;
    let words = "isready\n".repeat(LINES);
    let writer = std::thread::spawn(move || input.write_all(words.as_bytes()));
    while ioctl_fionread(output.get_ref()).expect("it is a pipe") < 65_000
        && child.try_wait().expect("it is our child").is_none()
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    let rest = output.lines().map(|line| line.expect("text"));
    assert_eq!(rest.filter(|line| line == "readyok").count(), LINES);
    writer.join().expect("no panic").expect("the engine reads");
    assert!(child.wait().expect("it is our child").success());
}

/// With a closed pipe or a full disk, and without a panic.
#[cfg(unix)]
#[test]
fn an_unwritable_output_ends_a_command() {
    let run = |shell: &str| {
        let shell = shell.replace("noughts", env!("CARGO_BIN_EXE_noughts"));
        Command::new("bash").args(["-c", &shell]).output().expect("bash")
    };
    let output = run("noughts solve tictactoe:4 | true; exit ${PIPESTATUS[0]}");
    assert!(matches!(output.status.code(), Some(0 | 141)), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    if std::path::Path::new("/dev/full").exists() {
        let output = run("noughts solve tictactoe > /dev/full");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(error.starts_with("error: standard output cannot be written"), "{error}");
    }
}
