//! Tournament files: their configuration, and the messages about mistakes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use noughts_client::Dialect;
use noughts_client::Program;
use noughts_tournament::config;
use noughts_tournament::config::MachineChecks;
use noughts_tournament::config::{Overlay, from_options, load, parse};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Source;
use noughts_tournament::model::sprt::Counts;

fn read(text: &str) -> Config {
    parse(text, "t.toml", Path::new("/folder")).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns the problems as `line: reason`.
fn problems(text: &str) -> Vec<String> {
    let problems = parse(text, "t.toml", Path::new("/folder")).expect_err("a file with mistakes");
    problems.0.iter().map(|p| format!("{}: {}", p.line, p.reason)).collect()
}

const SMALL: &str =
    "game = 'tictactoe'\n[each]\nnodes = 5\n[[engine]]\nname = 'a'\n[[engine]]\nname = 'b'\n";

#[test]
fn the_example_is_read() {
    let config = load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/example.toml")));
    let config = config.unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(config.game.to_string(), "tictactrains:modern");
    assert_eq!((config.pairings, config.concurrency, config.seed), (2, 2, 42));
    assert_eq!(config.openings, Source::Random(4));
    assert_eq!(config.deadlines, Default::default());
    let [uct, alphabeta, random] = &config.engines[..] else { panic!("three engines") };
    assert_eq!(uct.program, Program::Builtin);
    assert_eq!(uct.limits.tc.map(|tc| tc.to_string()).as_deref(), Some("1+0.01"));
    let options = [("Hash", "16"), ("Search", "uct")].map(|(a, b)| (a.to_string(), b.to_string()));
    assert_eq!(uct.options, options);
    assert_eq!((alphabeta.limits.tc, alphabeta.limits.movetime), (None, Some(20)));
    assert_eq!(random.dialect, Dialect::Uci);
}

#[test]
fn missing_keys_have_defaults() {
    let config = read(SMALL);
    assert_eq!(config.format.name(), "round-robin");
    assert_eq!((config.pairings, config.concurrency, config.seed), (10, 1, 0));
    assert_eq!(config.openings, Source::Random(2));
    assert_eq!(config.engines[1].limits.nodes, Some(5));
    let asked = read(&format!("max_plies = 99\n{SMALL}").replace("tictactoe", "ugi"));
    assert_eq!((asked.openings, asked.max_plies), (Source::Random(0), 99));
    let sprt = "sprt = { elo0 = 0, elo1 = 5 }";
    let counts = |more: &str| read(&format!("{more}{sprt}\n{SMALL}")).sprt.unwrap().counts;
    assert_eq!(counts(""), Counts::Pentanomial);
    assert_eq!(counts("no_swap = true\n"), Counts::Trinomial);
}

#[test]
fn keys_of_an_engine_override_each() {
    let config = read(
        "game = 'qubic'\nmargin = 1\n\
         [each]\ntc = '5'\ncmd = 'bin/x'\nargs = ['-q']\ndialect = 'uci'\nenv = { A = 1, B = 2 }\n\
         options = { Zeta = true, Alpha = 1, Beta = 'x y' }\n\
         [[engine]]\nname = 'a'\n\
         [[engine]]\nname = 'b'\ncmd = 'y'\ndialect = 'ugi'\nnodes = 7\nenv = { B = 3 }\n\
         options = { alpha = 2 }\ndir = 'd'\n",
    );
    let [a, b] = &config.engines[..] else { panic!("two engines") };
    assert_eq!(config.margin, Duration::from_secs(1));
    let args = vec!["-q".to_string()];
    assert_eq!(a.program, Program::Command { path: "/folder/bin/x".into(), args });
    assert_eq!(b.program, Program::Command { path: "y".into(), args: vec![] });
    assert_eq!(b.dir.as_deref(), Some(Path::new("/folder/d")));
    assert_eq!((a.dialect, b.dialect), (Dialect::Uci, Dialect::Ugi));
    // Options keep the order of the file.
    let names = |config: &noughts_client::EngineConfig| {
        config.options.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>()
    };
    assert_eq!(names(a), ["Zeta=true", "Alpha=1", "Beta=x y"]);
    assert_eq!(names(b), ["Zeta=true", "Beta=x y", "alpha=2"]);
    assert_eq!((&*b.env["A"], &*b.env["B"], &*a.env["B"]), ("1", "3", "2"));
    assert_eq!((b.limits.tc, b.limits.nodes), (None, Some(7)));
}

#[test]
fn all_mistakes_are_reported_with_their_lines() {
    let found = problems(
        "game = 'chess'\n\
         formt = 'gauntlet'\n\
         pairings = 0\n\
         concurrency = 'two'\n\
         margin = -1\n\
         [deadlines]\n\
         ready = 0\n\
         [openings]\n\
         random = 3\n\
         list = []\n\
         [each]\n\
         tc = '40/'\n\
         [[engine]]\n\
         name = 'a'\n\
         nodes = 1.5\n\
         cdm = 'x'\n\
         [[engine]]\n\
         name = 'a'\n\
         args = ['x']\n\
         dialect = 'xboard'\n\
         [[engine]]\n\
         depth = 3\n\
         options = { Hash = [1] }\n",
    );
    let expected = [
        "1: game: unknown game \"chess\"",
        "2: unknown key \"formt\"; did you mean \"format\"?",
        "3: pairings: a whole number from 1 to 10000000 is expected, not 0",
        "4: concurrency: a whole number from 1 to 1024 is expected, not \"two\"",
        "5: margin: a number of seconds is expected, not -1",
        "7: ready: a number of seconds above 0 is expected, not 0",
        "8: openings: set exactly one of random, list and file",
        "10: list: it contains no openings",
        "12: tc: \"40/\" is not a time control",
        "15: nodes: a whole number from 1 to 9223372036854775807 is expected, not 1.5",
        "16: unknown key \"cdm\"; did you mean \"cmd\"?",
        "17: two engines are named \"a\"",
        "19: args: the built-in engine takes no arguments",
        "20: dialect: \"auto\" or \"ugi\" or \"uci\" or \"gomocup\" is expected, not \"xboard\"",
        "21: engine: no name",
        "23: options: Hash: a string, a number, true or false is expected, not a list",
    ];
    for expected in expected {
        assert!(found.iter().any(|f| f.starts_with(expected)), "{expected} in {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn broken_toml_is_reported_with_its_lines() {
    let found =
        problems("game = tictactoe\n[each]\nnodes = 5\nnodes = 6\n[[engine]]\nname = 'a'\n");
    assert!(found.iter().any(|f| f.starts_with("1: ")), "{found:#?}");
    assert!(found.iter().any(|f| f.starts_with("4: duplicate key")), "{found:#?}");
    assert!(found.iter().any(|f| f.contains("at least two")), "{found:#?}");
    for text in
        ["", "\u{0}", "game", "[[engine]", "engine = 3", "engine = [3, 4]", "[each]\n[each]"]
    {
        assert!(!problems(text).is_empty());
    }
}

#[test]
fn openings_are_checked_against_the_rules() {
    let with = |openings: &str| format!("{SMALL}[openings]\n{openings}\n");
    let found = problems(&with("list = [\n'a1 b2',\n'a1 a1',\n'a1 b1 a2 b2 a3',\n7]"));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("11: opening \"a1 a1\""));
    assert!(found[1].starts_with("12: ") && found[1].contains("over"));
    assert!(found[2].starts_with("13: a string in quotes"));
    assert!(problems(&with("random = 9"))[0].starts_with("9: random: no opening of 9"));
    assert!(problems(&with("random = 2").replace("tictactoe", "ugi"))[0].contains("rules"));
    // Without rules openings are not checked.
    let asked = read(&with("list = ['e2e4 e7e5']").replace("tictactoe", "ugi"));
    assert_eq!(asked.openings, Source::List(vec!["e2e4 e7e5".parse().unwrap()]));
}

#[test]
fn mistakes_in_an_opening_file_have_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{SMALL}[openings]\nfile = 'book.txt'\n");
    let read = || parse(&text, "t.toml", folder.path());
    let missing = read().expect_err("no file");
    assert!(missing.0[0].line == 9 && missing.0[0].reason.contains("cannot be read"));
    fs::write(folder.path().join("book.txt"), "# book\n\na1 b2\n  # more\n  1.c3 c2 2. c1\n")
        .unwrap();
    let Source::List(list) = read().unwrap().openings else { panic!("a list") };
    assert_eq!(list.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a1 b2", "c3 c2 c1"]);
    fs::write(folder.path().join("book.txt"), "# book\na1\n\nz9\n").unwrap();
    let wrong = read().expect_err("a wrong move");
    assert!(wrong.0[0].file.ends_with("book.txt") && wrong.0[0].line == 4, "{wrong}");
    // A book of another game has nothing else.
    fs::write(folder.path().join("book.txt"), "\u{1b}[2J z9 z8\n".repeat(1000)).unwrap();
    let wrong = read().expect_err("wrong moves");
    assert_eq!(wrong.0.len(), 20);
    assert!(!wrong.to_string().contains('\u{1b}'), "{wrong}");
    assert!(wrong.0[19].reason.ends_with("and perhaps more"), "{wrong}");
    for empty in ["", "# nothing\n"] {
        fs::write(folder.path().join("book.txt"), empty).unwrap();
        assert!(read().expect_err("no opening").0[0].reason.contains("contains no openings"));
    }
}

#[test]
fn openings_are_read_as_other_programs_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let read = |game: &str, keys: &str, file: &str| {
        fs::write(folder.path().join("book"), file).unwrap();
        let text = format!("{SMALL}[openings]\nfile = 'book'\n{keys}\n");
        let text = text.replace("tictactoe", game);
        parse(&text, "t.toml", folder.path()).map(|config| {
            let Source::List(list) = config.openings else { panic!("a list") };
            list.iter().map(ToString::to_string).collect::<Vec<_>>()
        })
    };
    let list = |game: &str, keys: &str, file: &str| {
        read(game, keys, file).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let lines = "\u{feff}B2 A1\r\n\r\n3 3 3 3/1X1/O2 x 2 id \"x\";\r\n";
    assert_eq!(list("tictactoe", "", lines), ["b2 a1", "fen 3 3 3 3/1X1/O2 x 2"]);
    let games = "[Event \"x\"]\n\n1. a1 b1 2. c1 1-0\n\n[Event \"y\"]\n\n1. a1 b2 *\n";
    assert_eq!(list("tictactoe", "plies = 2", games), ["a1 b1", "a1 b2"]);
    assert_eq!(list("ugi", "", games), ["a1 b1 c1", "a1 b2"]);
    // A game that is over after the plies that are played.
    let whole = "[Event \"x\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n";
    assert_eq!(list("tictactoe", "plies = 4", whole), ["a1 b1 a2 b2"]);
    let wrong = read("tictactoe", "", whole).unwrap_err().0.remove(0);
    assert!(wrong.line == 1 && wrong.reason.contains("plies=N"), "{wrong}");
    assert_eq!(list("tictactoe:20x20:5", "", "8,-3, 6,-4\n"), ["s13 q14"]);
    assert_eq!(list("tictactoe:20x20:5", "", "d3e5\nf6\n"), ["d18 e16", "f15"]);
    assert_eq!(list("tictactoe:20x20:5", "format = 'epd'", "f6\n"), ["f6"]);
    let wrong = read("tictactoe", "", "a1 b2\na1 c9\n").unwrap_err().0.remove(0);
    assert_eq!(wrong.line, 2);
    let reason = "opening \"a1 c9\", column 4: \"c9\" is not a square of this board";
    assert_eq!(wrong.reason, reason);
    let wrong = problems(&format!("{SMALL}[openings]\nlist = ['a1']\nformat = 'pgn'"));
    assert!(wrong[0].starts_with("9: list: games in PGN are read from a file"), "{wrong:?}");
    let wrong = problems(&format!("{SMALL}[openings]\nrandom = 2\nformat = 'pgn'"));
    assert_eq!(wrong, ["10: format: only openings of a list or a file take this key"]);
}

#[test]
fn start_and_plies_rotate_and_cut_a_list() {
    let with = |openings: &str| format!("{SMALL}[openings]\n{openings}\n");
    let list = |openings: &str| {
        let Source::List(list) = read(&with(openings)).openings else { panic!("a list") };
        list.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let lines = "list = ['a1 b2 c3', 'b1', 'c1 a2']";
    assert_eq!(list(&format!("{lines}\nstart = 2")), ["b1", "c1 a2", "a1 b2 c3"]);
    assert_eq!(list(&format!("{lines}\nstart = 3\nplies = 1")), ["c1", "a1", "b1"]);
    let wrong = problems(&with(&format!("{lines}\nstart = 4")));
    assert_eq!(wrong, ["10: start: the list has only 3 openings"]);
    let wrong = problems(&with("random = 2\nstart = 2\nplies = 1"));
    assert_eq!(wrong.len(), 2, "{wrong:?}");
}

#[test]
fn the_places_of_options_are_known() {
    let mut overlay = Overlay::default();
    let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    overlay.value("game", "qubic", "--game");
    overlay.table("each", &words("nodes=1 option.Hash=1 option.Seed=2"), "--each");
    overlay.table("engine", &words("name=a option.hash=3"), "--engine a");
    overlay.table("engine", &words("name=b option.Game=x"), "--engine b");
    let (_, places) = from_options(overlay, MachineChecks::Off).unwrap();
    let problem = |engine: &str, option: &str| places.problem(engine, option, "no").to_string();
    assert_eq!(problem("a", "hash"), "--engine a: engine \"a\": no");
    assert_eq!(problem("a", "Seed"), "--each: engine \"a\": no");
    assert_eq!(problem("b", "HASH"), "--each: engine \"b\": no");
    assert_eq!(problem("a", "Game"), "--game: engine \"a\": no");
    assert_eq!(problem("b", "Game"), "--engine b: engine \"b\": no");
    assert_eq!(problem("b", "Ponder"), "options: engine \"b\": no");
}

#[test]
fn an_engine_is_named_after_its_program() {
    let file = "game = 'qubic'\n[each]\nnodes = 1\n[[engine]]\ncmd = 'bin/old'\n\
                [[engine]]\ncmd = 'bin/new'\n[[engine]]\nname = 'x'\ncmd = 'bin/new'\n";
    let names: Vec<String> = read(file).engines.into_iter().map(|engine| engine.name).collect();
    assert_eq!(names, ["old", "new", "x"]);
    let twice = problems(&format!("{file}[[engine]]\ncmd = 'other/new'\n"));
    assert_eq!(twice, ["11: two engines are named \"new\"; give each its own name"]);
    for name in ["'tab\there'", "\"line\\nbreak\""] {
        let wrong = problems(&file.replace("'x'", name));
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        assert!(wrong[0].starts_with("9: name: "), "{wrong:?}");
    }
}

#[test]
fn unused_openings_are_counted() {
    let text = format!("{SMALL}[openings]\nlist = ['a1', 'b1', 'c1']\n");
    assert_eq!(read(&text).unused_openings(), 0);
    assert_eq!(read(&format!("pairings = 1\n{text}")).unused_openings(), 2);
    assert_eq!(read(SMALL).unused_openings(), 0);
}

#[test]
fn numbers_of_every_base_are_sent_as_decimals() {
    let config = read(&format!(
        "margin = 0x10\n{SMALL}options = {{ A = 0x10, B = 1_000, C = -0, D = 0b101, E = 1.50 }}\n"
    ));
    assert_eq!(config.margin, Duration::from_secs(16));
    let values: Vec<&str> = config.engines[1].options.iter().map(|(_, v)| v.as_str()).collect();
    assert_eq!(values, ["16", "1000", "0", "5", "1.50"]);
}

#[test]
fn an_impossible_engine_is_a_mistake() {
    let found = problems(&format!("{SMALL}cmd = 'python3 eng.py -q'\n"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("8: cmd: there is no program"), "{found:#?}");
    assert!(found[0].ends_with("cmd = \"python3\" and args = [\"eng.py\", \"-q\"]"), "{found:#?}");
    for empty in ["''", "' '"] {
        let found = problems(&format!("{SMALL}cmd = {empty}\n"));
        assert!(found[0].starts_with("8: cmd: the path of a file is expected"), "{found:#?}");
    }
    // One UCI engine is refereed by its opponent, two by a third engine.
    let one = format!("{SMALL}dialect = 'uci'\n").replace("tictactoe", "ugi");
    assert_eq!(read(&one).engines[1].dialect, Dialect::Uci);
    let two = one.replace("[each]\n", "[each]\ndialect = 'uci'\n");
    let found = problems(&two);
    assert!(found.len() == 1 && found[0].starts_with("9: dialect: only UGI"), "{found:#?}");
    let referee = read(&format!("{two}[referee]\ncmd = './r'\n")).referee.unwrap();
    assert_eq!((&*referee.name, referee.dialect), ("referee", Dialect::Ugi));
    for (key, part) in
        [("dialect = 'uci'\ncmd = './r'", "dialect: only a UGI engine"), ("", "set cmd")]
    {
        let found = problems(&format!("{two}[referee]\n{key}\n"));
        assert!(found.len() == 1 && found[0].contains(part), "{found:#?}");
    }
    let found = problems(&format!("{SMALL}[referee]\ncmd = './r'\n"));
    assert!(found.len() == 1 && found[0].contains("only game = \"ugi\""), "{found:#?}");
    // The name of an existing program may contain a space.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my engine"), "").unwrap();
    assert!(parse(&format!("{SMALL}cmd = './my engine'\n"), "t.toml", folder.path()).is_ok());
}

#[test]
fn the_journal_may_be_named_in_the_file() {
    assert_eq!(read(SMALL).journal, None);
    let config = read(&format!("journal = 'a.journal'\n{SMALL}"));
    assert_eq!(config.journal.as_deref(), Some(Path::new("/folder/a.journal")));
    assert!(problems(&format!("journal = ''\n{SMALL}"))[0].starts_with("1: journal: the path"));
}

/// The documented lines are equal to those that are written.
#[test]
fn the_document_of_the_journal_is_correct() {
    use noughts_tournament::journal::Entry;
    use noughts_tournament::run::tune::Iteration;
    let document = include_str!("../JOURNAL.md");
    let lines = document.lines().filter(|line| line.starts_with('{'));
    // The journal of a tuning has lines of its own.
    let (of_tunings, lines): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.contains("\"type\":\"iteration\""));
    assert!(lines.len() >= 3 && !of_tunings.is_empty());
    for line in of_tunings {
        let iteration: Iteration = serde_json::from_str(line).unwrap();
        let mut value = serde_json::to_value(&iteration).unwrap();
        value["type"] = "iteration".into();
        assert_eq!(value, serde_json::from_str::<serde_json::Value>(line).unwrap());
        let (_, section) = document.split_once("## The journal of a tuning").unwrap();
        for key in value.as_object().unwrap().keys() {
            assert!(section.contains(&format!("`{key}`")), "{key}");
        }
    }
    for line in lines {
        let entry: Entry = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&serde_json::to_string(&entry).unwrap()), value(line));
        if let Entry::Game(game) = entry {
            let keys = value(&serde_json::to_string(&game).unwrap());
            for key in keys.as_object().unwrap().keys() {
                assert!(document.contains(&format!("| `{key}` |")), "{key}");
            }
        }
    }
}

/// A header that the first state of version 0.1.0 wrote, with nearly every key:
/// journals of earlier runs must stay readable.
const EARLIER: &str = r#"{"type":"header","version":1,"config":{"title":"T","game":"tictactoe","format":"swiss","rounds":2,"pairings":2,"no_swap":true,"concurrency":1,"wait":1,"seed":3,"openings":{"list":["a1","b2","fen 3 3 3 3/1X1/3 o 1"]},"order":"random","max_plies":2000,"max_faults":0.5,"journal":"/folder/j1","outputs":{"events":"/folder/ev","records":"/folder/re","transcripts":"/folder/wire","keep_all":true},"affinity":[0],"adjudication":{"resign":{"score":500,"moves":3,"both":true},"draw":{"score":0,"moves":8,"from":4},"max_length":8,"proof":{"name":"judge","program":"builtin","dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"nodes":10}}},"margin":0.5,"deadlines":{"startup":20.0,"ready":20.0,"think":300.0,"answer":2.0,"quit":1.0},"engines":[{"name":"A","program":"builtin","dir":null,"env":{"X":"1"},"dialect":"ugi","options":[["Search","random"]],"limits":{"nodes":30,"margin":0.25}},{"name":"B","program":"builtin","dir":null,"env":{},"dialect":"uci","options":[["Search","uct"]],"restart":true,"ponder":true,"limits":{"nodes":20}},{"name":"C","program":"builtin","dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"movetime":10,"depth":3}}]}}"#;

#[test]
fn headers_of_earlier_journals_round_trip() {
    use noughts_tournament::journal::Entry;
    let entry: Entry = serde_json::from_str(EARLIER).unwrap();
    assert_eq!(serde_json::to_string(&entry).unwrap(), EARLIER);
    let Entry::Header(header) = entry else { panic!("a game") };
    let again = parse(&config::print(&header.config), "t.toml", Path::new("/elsewhere"));
    assert_eq!(again.unwrap_or_else(|problems| panic!("{problems}")), header.config);
}

#[test]
fn the_journal_keeps_a_configuration_exactly() {
    let example = load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/example.toml"))).unwrap();
    for config in [example, read(SMALL)] {
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), config);
    }
}

/// Swap2 needs three stones for engines without the command.
#[test]
fn swap2_needs_openings_of_three_stones() {
    let with = |text: &str| {
        let small = SMALL.replace("tictactoe", "tictactoe:7x7:5");
        problems(&format!("swap2 = true\n{text}\n{small}"))
    };
    let config = read(&format!("swap2 = true\n{}", SMALL.replace("tictactoe", "tictactoe:7x7:5")));
    assert_eq!(config.openings, Source::Random(3));
    for text in [
        "openings = { random = 2 }",
        "openings = { list = ['a1 b1'] }",
        "openings = { list = [''] }",
    ] {
        let found = with(text);
        assert!(found.len() == 1 && found[0].starts_with("2: openings: with swap2"), "{found:#?}");
    }
}

#[test]
fn mistakes_outside_of_engines_are_reported() {
    let with = |text: &str| problems(&format!("{text}\n{SMALL}"));
    for (text, expected) in [
        ("sprt = { elo0 = 5, elo1 = 0 }", "1: sprt: elo0 must be less than elo1"),
        ("sprt = { elo0 = 0 }", "1: sprt: elo0 and elo1 are required"),
        ("sprt = { elo0 = 0, elo1 = 5, alpha = 0.7, beta = 0.7 }", "1: sprt: alpha and beta"),
        (
            "sprt = { elo0 = 0, elo1 = 5, model = 'wald' }",
            "1: model: \"normalized\" or \"logistic\"",
        ),
        ("resign = { moves = 3 }", "1: resign: score is required"),
        ("draw = { score = -1 }", "1: score: a whole number from 0"),
        (
            "proof = { cmd = 'builtin' }",
            "1: proof: its search has no limit; set tc, movetime, nodes or depth here",
        ),
        ("max_faults = 2", "1: max_faults: a number from 0 to 1"),
        ("affinity = []", "1: affinity: the list is empty"),
        ("affinity = 'all'", "1: affinity: a list is expected"),
        ("keep_all = true", "1: keep_all: no folder of transcripts"),
        ("format = 'gauntlet'\nseeds = 2", "2: seeds: must be less than"),
        ("events = ''", "1: events: the path of a file"),
        ("format = 'swiss'\nrounds = 0", "2: rounds: a whole number from 1"),
        ("rounds = 3", "1: rounds: only a Swiss tournament takes this key"),
        ("format = 'knockout'\nrounds = 3", "2: rounds: only a Swiss tournament takes this key"),
        ("seeds = 1", "1: seeds: only a gauntlet takes this key"),
        ("format = 'pyramid'\nseeds = 2", "2: seeds: only a gauntlet takes this key"),
        ("max_plies = 9", "1: max_plies: only game = \"ugi\" takes this key"),
        ("openings = { random = 2, order = 'random' }", "1: order: only openings of a list"),
        ("openings = { random = 2, transform = true }", "1: transform: only openings of a list"),
        ("openings = { list = ['a1'], symmetric = true }", "1: symmetric: only random openings"),
        ("wait = 0.5", "1: wait: a whole number from 0"),
        ("swap2 = true", "1: swap2: only flat boards with lines of four or more"),
        ("no_swap = 1", "1: no_swap: true or false is expected"),
        (
            "no_swap = true\nsprt = { elo0 = 0, elo1 = 5, counts = 'pentanomial' }",
            "2: counts: with no_swap there are no pairings of two games",
        ),
        ("events = 'x'\nrecords = './x'", "2: records: the same file as events"),
    ] {
        let found = with(text);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text}: {found:#?}");
    }
    let engine = |text: &str| problems(&format!("{SMALL}{text}\n"));
    for (text, expected) in [
        ("ponder = true", "8: ponder: only UCI engines"),
        ("restart = 1", "8: restart: true or false is expected, not 1"),
        ("scale = 0", "8: scale: a number from 0.001 to 1000"),
        ("margin = -1", "8: margin: a number of seconds"),
        (
            "[[engine]]\nname = 'c'\n[sprt]\nelo0 = 0\nelo1 = 1",
            "10: sprt: a test needs exactly two engines",
        ),
    ] {
        let found = engine(text);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text}: {found:#?}");
    }
    let three = format!("format = 'match'\n{SMALL}[[engine]]\nname = 'c'\n");
    assert!(problems(&three)[0].contains("a match has exactly two engines"));
    let asked = format!("proof = {{ nodes = 1 }}\n{SMALL}").replace("tictactoe", "ugi");
    assert!(problems(&asked)[0].starts_with("1: proof: the built-in engine does not know"));
}

#[test]
fn an_engine_may_have_its_own_times() {
    let config = read(
        "game = 'qubic'\n[each]\ntc = '40/10+0.1'\nscale = 2\nmargin = 0.5\n\
         [[engine]]\nname = 'a'\n[[engine]]\nname = 'b'\nscale = 0.5\nmargin = 0\n\
         dialect = 'uci'\nponder = true\nrestart = true\n",
    );
    let [a, b] = &config.engines[..] else { panic!("two engines") };
    let tc = |limits: &noughts_client::Limits| limits.tc.map(|tc| tc.to_string());
    // The limits are those of the file; a run scales them.
    assert_eq!(
        [&a, &b].map(|engine| tc(&engine.limits)),
        [(); 2].map(|()| Some("40/10+0.1".to_string()))
    );
    let scaled = config.scaled();
    assert_eq!(tc(&scaled.engines[0].limits).as_deref(), Some("40/20+0.2"));
    assert_eq!(tc(&scaled.engines[1].limits).as_deref(), Some("40/5+0.05"));
    assert_eq!(a.limits.margin, Some(Duration::from_millis(500)));
    assert_eq!(b.limits.margin, Some(Duration::ZERO));
    assert_eq!((a.ponder, a.restart, b.ponder, b.restart), (false, false, true, true));
}

#[test]
fn every_format_is_in_the_document() {
    let document = include_str!("../README.md");
    for format in noughts_tournament::model::format::Format::all() {
        let row = format!("| `{format}` | {} |", format.help());
        assert!(document.contains(&row), "README.md lacks the row\n{row}");
    }
}
