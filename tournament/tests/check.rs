//! The conformance check: our engine passes it, and engines that break a rule
//! fail the step of that rule and no other.

mod support;

use std::io;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use noughts::protocol::Dialect;
use noughts::search::SearchKind;
use noughts_tournament::check::report::table;
use noughts_tournament::check::{self, Observer, Outcome, Subject, Verdict};
use noughts_tournament::stop::Stop;
use support::example;

/// Keeps the outcomes.
#[derive(Default)]
struct Kept(Vec<Outcome>);

impl Observer for Kept {
    fn check_began(&mut self, _: &Subject, _: Dialect, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn step_ended(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.0.push(outcome.clone());
        Ok(())
    }
}

/// An engine in a dialect, with a short silence, and margins that no machine
/// misses.
fn subject(program: PathBuf, args: &[&str], dialect: Dialect) -> Subject {
    Subject {
        args: args.iter().map(ToString::to_string).collect(),
        dialect: Some(dialect),
        patience: Duration::from_secs(60),
        silence: Duration::from_millis(20),
        margin: Duration::from_secs(30),
        ..Subject::new(program)
    }
}

/// Our engine, with these options.
fn ours(dialect: Dialect, options: &[(&str, &str)]) -> Subject {
    let program = env!("CARGO_BIN_EXE_noughts-tournament").into();
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Subject { options: options.collect(), ..subject(program, &["engine"], dialect) }
}

fn take(subject: &Subject, steps: &[&str]) -> Vec<Outcome> {
    let mut kept = Kept::default();
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    check::check(subject, &steps, &Stop::default(), &mut kept).unwrap();
    kept.0
}

/// The steps that came to one of these verdicts.
fn steps(outcomes: &[Outcome], verdicts: &[Verdict]) -> Vec<&'static str> {
    let found = outcomes.iter().filter(|outcome| verdicts.contains(&outcome.verdict));
    found.map(|outcome| outcome.rule.name).collect()
}

/// Every must and every should is kept.
fn assert_perfect(subject: &Subject, names: &[&str]) -> Vec<Outcome> {
    let outcomes = take(subject, names);
    for Outcome { rule, verdict, reason, exchange, .. } in &outcomes {
        let fine = matches!(verdict, Verdict::Pass | Verdict::NotApplicable);
        assert!(fine, "{}: {reason:?} {:?} {exchange:#?}", rule.name, subject.options);
    }
    outcomes
}

/// Does something with each item, many at a time: most of it is waiting.
fn each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

#[test]
fn our_engine_keeps_every_rule() {
    let cases: [(Dialect, &[(&str, &str)]); 5] = [
        (Dialect::Ugi, &[("Game", "tictactoe")]),
        (Dialect::Ugi, &[("Game", "qubic:3"), ("Search", "alphabeta")]),
        (Dialect::Uci, &[("Game", "tictactrains:modern"), ("Search", "mcts")]),
        (Dialect::Uci, &[("Game", "tictactoe:7x6:4"), ("Threads", "2")]),
        (Dialect::Uci, &[("UCI_Variant", "tictactoe")]),
    ];
    each(&cases, |(dialect, options)| {
        let outcomes = assert_perfect(&ours(*dialect, options), &[]);
        // Nothing is left out but what belongs to the other dialect.
        let other = outcomes.iter().filter(|outcome| outcome.level.is_none()).count();
        let left_out = steps(&outcomes, &[Verdict::NotApplicable]);
        let linux = cfg!(target_os = "linux");
        assert!(!linux || left_out.len() == other, "{left_out:?}");
    });
}

const GAMES: [&str; 6] =
    ["tictactrains", "tictactoe", "tictactoe:5x4:3", "tictactoe:11", "qubic", "qubic:3"];

/// The steps that the search makes a difference to.
const STEPS: [&str; 12] = [
    "go-nodes",
    "go-depth",
    "go-movetime",
    "pv-legal",
    "pv-best",
    "info-score",
    "info-final",
    "multipv-order",
    "isready-searching",
    "stop-at-once",
    "stop-twice",
    "quit-searching",
];

#[test]
fn every_search_keeps_them_in_every_game() {
    let mut cases = Vec::new();
    for game in GAMES {
        let spec = game.parse().unwrap();
        for search in SearchKind::all().filter(|search| search.supports(&spec)) {
            let dialect = if cases.len() % 2 == 0 { Dialect::Ugi } else { Dialect::Uci };
            cases.push((dialect, [("Game", game), ("Search", search.name())]));
        }
    }
    assert!(cases.len() > 30);
    each(&cases, |(dialect, options)| {
        let extra = if *dialect == Dialect::Uci {
            ["searchmoves", "ponderhit"]
        } else {
            ["query-truth", "eof-searching"]
        };
        assert_perfect(&ours(*dialect, options), &[&STEPS[..], &extra].concat());
    });
}

/// What is done wrong, in which dialect, and the step that finds it.
const SPOILT: &[(&str, Dialect, &str)] = &[
    ("banner", Dialect::Ugi, "silent-start"),
    ("banner", Dialect::Uci, "silent-start"),
    ("mute", Dialect::Ugi, "handshake"),
    ("chatty-hello", Dialect::Ugi, "handshake"),
    ("anonymous", Dialect::Ugi, "id"),
    ("ready-twice", Dialect::Ugi, "isready"),
    ("ready-with-words", Dialect::Uci, "isready"),
    ("shapeless-option", Dialect::Ugi, "option-form"),
    ("shapeless-option", Dialect::Uci, "option-form"),
    ("unlimited-option", Dialect::Uci, "option-form"),
    ("wild-default", Dialect::Ugi, "option-default"),
    ("unlisted-default", Dialect::Uci, "option-default"),
    ("twin-option", Dialect::Uci, "option-unique"),
    ("twin-value", Dialect::Ugi, "option-vars"),
    ("odd-type", Dialect::Ugi, "option-standard"),
    ("no-move", Dialect::Ugi, "go"),
    ("two-moves", Dialect::Ugi, "one-bestmove"),
    ("no-nodes", Dialect::Ugi, "go-nodes"),
    ("no-depth", Dialect::Ugi, "go-depth"),
    ("no-movetime", Dialect::Ugi, "go-movetime"),
    ("no-clock", Dialect::Ugi, "go-clock"),
    ("own-clock-first", Dialect::Ugi, "go-clock-order"),
    ("needs-increments", Dialect::Uci, "go-clock-bare"),
    ("no-movestogo", Dialect::Uci, "go-movestogo"),
    ("one-limit", Dialect::Uci, "go-several"),
    ("no-depth-0", Dialect::Ugi, "go-depth-0"),
    ("default-crash", Dialect::Ugi, "setoption"),
    ("bad-value-crash", Dialect::Ugi, "setoption-bad-value"),
    ("unknown-option-crash", Dialect::Uci, "setoption-unknown"),
    ("exact-names", Dialect::Ugi, "setoption-case"),
    ("forgets-repeats", Dialect::Ugi, "one-write"),
    ("whole-lines-only", Dialect::Uci, "many-writes"),
    ("keeps-cr", Dialect::Uci, "crlf"),
    ("strict-spaces", Dialect::Uci, "white-space"),
    ("blank-crash", Dialect::Ugi, "blank-lines"),
    ("unknown-crash", Dialect::Uci, "unknown-command"),
    ("word-shy", Dialect::Uci, "unknown-word"),
    ("word-shy-in-go", Dialect::Ugi, "unknown-word-in-go"),
    ("short-lines", Dialect::Ugi, "long-line"),
    ("text-only", Dialect::Ugi, "not-text"),
    ("debug-crash", Dialect::Uci, "debug"),
    ("register-crash", Dialect::Uci, "register"),
    ("hangs-on-new-game", Dialect::Ugi, "new-game"),
    ("knows-only-the-start", Dialect::Ugi, "play"),
    ("ponders-in-ugi", Dialect::Ugi, "bestmove-form"),
    ("illegal-move", Dialect::Ugi, "bestmove-legal"),
    ("illegal-line", Dialect::Ugi, "pv-legal"),
    ("second-thoughts", Dialect::Ugi, "pv-best"),
    ("overfull", Dialect::Ugi, "info-form"),
    ("lonely-seldepth", Dialect::Uci, "info-seldepth"),
    ("no-score", Dialect::Ugi, "info-score"),
    ("no-final-nodes", Dialect::Ugi, "info-final"),
    ("startpos-only", Dialect::Ugi, "position-fen"),
    ("bad-position-crash", Dialect::Ugi, "position-bad"),
    ("third-word", Dialect::Ugi, "query"),
    ("no-query-after-isready", Dialect::Ugi, "query-batch"),
    ("never-over", Dialect::Ugi, "query-agree"),
    ("liar", Dialect::Ugi, "query-truth"),
    ("ignores-searchmoves", Dialect::Uci, "searchmoves"),
    ("ranks-reversed", Dialect::Ugi, "multipv"),
    ("ranks-unsorted", Dialect::Ugi, "multipv-order"),
    ("greedy", Dialect::Ugi, "nodes-kept"),
    ("late", Dialect::Ugi, "movetime-kept"),
    ("flag-falls", Dialect::Ugi, "clock-kept"),
    ("stop-deaf", Dialect::Ugi, "stop"),
    ("slow-to-stop", Dialect::Ugi, "stop-soon"),
    ("impatient", Dialect::Uci, "infinite-holds"),
    ("busy", Dialect::Ugi, "isready-searching"),
    ("stops-for-isready", Dialect::Ugi, "isready-searching"),
    ("stray-stop", Dialect::Uci, "stop-idle"),
    ("sticky-stop", Dialect::Uci, "stop-idle"),
    ("racy", Dialect::Ugi, "stop-at-once"),
    ("answers-late-stop", Dialect::Ugi, "stop-late"),
    ("answers-every-stop", Dialect::Ugi, "stop-twice"),
    ("no-mate", Dialect::Uci, "go-mate"),
    ("needs-a-limit", Dialect::Ugi, "go-bare"),
    ("ponder-stop-deaf", Dialect::Uci, "ponder-stop"),
    ("ponderhit-deaf", Dialect::Uci, "ponderhit"),
    ("ponderhit-racy", Dialect::Uci, "ponderhit-at-once"),
    ("ponder-early", Dialect::Uci, "ponder-holds"),
    ("ponder-busy", Dialect::Uci, "isready-pondering"),
    ("stray-ponderhit", Dialect::Uci, "ponderhit-idle"),
    ("talks-to-itself", Dialect::Ugi, "silent-idle"),
    ("ignores-quit", Dialect::Ugi, "quit"),
    ("crashes-at-quit", Dialect::Ugi, "quit"),
    ("fails-at-quit", Dialect::Ugi, "quit-status"),
    ("searches-on", Dialect::Uci, "quit-searching"),
    ("leaves-unanswered", Dialect::Ugi, "quit-answers"),
    ("deaf-to-the-end", Dialect::Ugi, "eof"),
    ("searches-on-at-the-end", Dialect::Ugi, "eof-searching"),
    ("ponders-on-at-the-end", Dialect::Uci, "eof-pondering"),
    #[cfg(target_os = "linux")]
    ("orphan", Dialect::Ugi, "nothing-left"),
];

/// What is done wrong at the end of a game that nobody but the engine knows,
/// and the step that finds it.
const FOREIGN: [(&str, &str); 3] = [
    ("foreign-never-over", "query-agree"),
    ("foreign-plays-on", "query-end"),
    ("foreign-crashes", "play"),
];

/// An engine that does something wrong, at 3x3 tic-tac-toe.
fn spoilt(behaviour: &str, dialect: Dialect) -> Subject {
    Subject {
        game: Some("tictactoe".parse().unwrap()),
        // What takes the honest part of an engine a millisecond.
        patience: Duration::from_secs(4),
        silence: Duration::from_millis(40),
        margin: Duration::from_secs(1),
        ..subject(example("spoilt-engine"), &[behaviour], dialect)
    }
}

/// What shows only if it comes while the check listens.
const UNHURRIED: [&str; 5] =
    ["banner", "impatient", "sticky-stop", "stops-for-isready", "ponder-early"];

/// What is not as it should be: the one step that an engine fails is the one
/// that is about what it does wrong, and skipped is only what needs that step.
fn mistakes(mut subject: Subject, step: &str, names: &[&str]) -> Vec<String> {
    let behaviour = subject.args[0].clone();
    if UNHURRIED.contains(&&*behaviour) {
        subject.silence = Duration::from_millis(400);
    }
    let outcomes = take(&subject, names);
    let blocked = steps(&outcomes, &[Verdict::Fail, Verdict::Warning, Verdict::Skipped]);
    let mut mistakes = Vec::new();
    if steps(&outcomes, &[Verdict::Fail, Verdict::Warning, Verdict::Note]) != [step] {
        mistakes.push(format!("{behaviour} does not fail just {step}"));
    }
    for Outcome { rule, verdict, reason, .. } in &outcomes {
        let well = match verdict {
            Verdict::Fail | Verdict::Warning | Verdict::Note => rule.name == step,
            Verdict::Skipped => rule.needs.iter().any(|name| blocked.contains(name)),
            Verdict::Pass | Verdict::NotApplicable => rule.name != step,
        };
        if !well {
            mistakes.push(format!("{behaviour}: {verdict:?} {}: {reason:?}", rule.name));
        }
    }
    mistakes
}

#[test]
fn an_engine_that_breaks_a_rule_fails_its_step_and_no_other() {
    let found = Mutex::new(Vec::new());
    each(SPOILT, |(behaviour, dialect, step)| {
        let mistakes = mistakes(spoilt(behaviour, *dialect), step, &[]);
        found.lock().unwrap().extend(mistakes);
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Without `--game` games are played to their end in the engine's own words.
#[test]
fn an_engine_that_does_not_know_when_its_game_is_over_is_found() {
    each(&FOREIGN, |(behaviour, step)| {
        let subject = Subject { game: None, ..spoilt(behaviour, Dialect::Ugi) };
        let found = mistakes(subject, step, &[]);
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// What the text of a dialect leaves open is not held against an engine, or
/// only noted.
#[test]
fn nothing_is_demanded_that_no_text_demands() {
    let names = ["option-form", "option-default", "setoption"];
    for behaviour in ["unlimited-option", "unlisted-default"] {
        assert_perfect(&spoilt(behaviour, Dialect::Ugi), &names);
    }
    for (behaviour, step, expected) in
        [("banner", "silent-start", Verdict::Note), ("keeps-cr", "crlf", Verdict::Warning)]
    {
        let mut subject = spoilt(behaviour, Dialect::Uci);
        subject.silence = Duration::from_millis(400);
        let outcomes = take(&subject, &[step]);
        let last = outcomes.last().unwrap();
        assert_eq!((last.rule.name, last.verdict), (step, expected), "{last:?}");
    }
}

/// These would take the processor from the others in all steps.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_does_not_rest_is_found() {
    let names = ["idle-cpu", "idle-memory", "silent-idle"];
    for (behaviour, step) in [("spins", "idle-cpu"), ("grows", "idle-memory")] {
        let found = mistakes(spoilt(behaviour, Dialect::Ugi), step, &names);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Every rule that can be broken by an engine is broken by one.
#[test]
fn there_is_an_engine_for_every_rule() {
    // They have tests of their own, or the end of input comes too soon to be
    // seen from outside.
    let without = ["eof-limited", "idle-cpu", "idle-memory", "nothing-left"];
    for rule in check::rules() {
        let steps = SPOILT.iter().map(|(_, _, step)| step);
        let broken = steps.chain(FOREIGN.iter().map(|(_, step)| step)).any(|s| *s == rule.name);
        assert!(broken || without.contains(&rule.name), "{}", rule.name);
    }
}

#[test]
fn the_dialect_is_found_out() {
    for (behaviour, word) in [("honest", "ugiok"), ("uci-only", "uciok")] {
        let subject = Subject { dialect: None, ..spoilt(behaviour, Dialect::Ugi) };
        let outcomes = take(&subject, &["handshake"]);
        assert!(steps(&outcomes, &[Verdict::Pass]).contains(&"handshake"));
        let exchange = &outcomes.iter().find(|o| o.rule.name == "handshake").unwrap().exchange;
        assert_eq!(exchange.last().map(|said| said.text.as_str()), Some(word));
    }
}

/// An engine of a game that nobody knows is checked by its own moves.
#[test]
fn a_foreign_game_is_learnt_from_the_engine() {
    for dialect in [Dialect::Ugi, Dialect::Uci] {
        let subject = Subject { game: None, ..spoilt("foreign", dialect) };
        let outcomes = assert_perfect(&subject, &[]);
        let left_out = steps(&outcomes, &[Verdict::NotApplicable]);
        for name in ["bestmove-legal", "pv-legal", "position-fen"] {
            assert!(left_out.contains(&name), "{name}");
        }
        let passed = steps(&outcomes, &[Verdict::Pass]);
        // After `ugi` the engine itself tells when its game is over.
        let played = outcomes.iter().find(|outcome| outcome.rule.name == "play").unwrap();
        let plies = if dialect == Dialect::Ugi { "49 plies" } else { "4 plies" };
        assert_eq!(played.reason.as_deref(), Some(plies));
        assert_eq!(passed.contains(&"query-end"), dialect == Dialect::Ugi);
        assert!(passed.contains(&"play") && passed.contains(&"multipv"));
        assert_eq!(passed.contains(&"searchmoves"), dialect == Dialect::Uci);
    }
}

fn command(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    Command::new(program).arg("check").args(args).output().unwrap()
}

#[test]
fn the_command_tells_by_its_exit_code() {
    let spoilt = example("spoilt-engine").display().to_string();
    let steps = ["--silence", "0.02", "--step", "stop-twice", "--step", "id"];
    for (engine, behaviour, code) in [
        ("builtin", None, 0),
        (&*spoilt, Some("anonymous"), 7),
        // Only a should.
        (&*spoilt, Some("twin-value"), 0),
        ("./no-such-engine", None, 4),
    ] {
        let args: Vec<&str> = steps.iter().copied().chain([engine]).chain(behaviour).collect();
        let output = command(&args);
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{engine} {behaviour:?}: {told}");
        assert!(code == 4 || told.contains("conform"), "{told}");
    }
    for wrong in [
        &["--step", "xyzzy", "builtin"][..],
        &["--option", "xyzzy=1", "builtin"],
        &["--game", "chess", "builtin"],
        &["--position", "startpos moves z9", "builtin"],
        &["--dialect", "xboard", "builtin"],
        &[],
    ] {
        let output = command(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

/// What comes behind the engine is the engine's, also where the check has an
/// option of the same name.
#[test]
fn arguments_of_the_engine_are_left_to_it() {
    let spoilt = example("spoilt-engine").display().to_string();
    let own = ["--game", "mnk", "--step", "xyzzy", "--list", "--", "--help"];
    let args = ["--silence", "0.02", "--json", "--step", "id", &spoilt, "anonymous"];
    let output = command(&[&args[..], &own].concat());
    let told = String::from_utf8_lossy(&output.stdout);
    let start = told.lines().next().map(|line| serde_json::from_str(line).unwrap());
    let start: serde_json::Value = start.expect("a line of JSON");
    assert_eq!(start["program"], format!("{spoilt} anonymous {}", own.join(" ")));
    // It is without an author, as its first argument demands.
    assert_eq!(output.status.code(), Some(7), "{told}");
    let output = command(&["builtin", "--game", "qubic"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("before it"), "{told}");
    let output = command(&["--xyzzy", "builtin"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn programs_read_a_line_of_json_for_each_step() {
    let args = ["--json", "--silence", "0.02", "--step", "stop-twice", "--option", "Search=mcts"];
    let output = command(&[&args[..], &["--game", "qubic", "builtin"]].concat());
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [start, taken @ .., end] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&start["type"], &start["dialect"]), (&"start".into(), &"ugi".into()));
    assert_eq!(start["steps"], taken.len());
    let last = taken.last().unwrap();
    assert_eq!((&last["step"], &last["verdict"]), (&"stop-twice".into(), &"pass".into()));
    let sent = last["exchange"].as_array().unwrap().iter().filter(|said| said["who"] == ">");
    let stops = sent.filter(|said| said["text"] == "stop").count();
    assert!(stops >= 2 && last["level"] == "must", "{last}");
    assert_eq!((&end["conforms"], &end["fail"]), (&true.into(), &0.into()));
    assert_eq!(end["pass"], taken.len());
}

#[test]
fn the_rules_are_documented() {
    let readme = include_str!("../README.md");
    let rules = table(check::rules());
    assert!(readme.contains(&rules), "the README has not this table:\n{rules}");
    let listed = command(&["--list"]);
    assert_eq!(String::from_utf8(listed.stdout).unwrap(), rules);
}

/// A real engine of another game, which is no model of every should.
#[test]
fn fairy_stockfish_keeps_every_must() {
    let program = PathBuf::from("/usr/games/fairy-stockfish");
    if !program.exists() {
        eprintln!("fairy-stockfish is not installed: nothing is tested");
        return;
    }
    let steps = [
        "option-unique",
        "setoption-unknown",
        "crlf",
        "white-space",
        "debug",
        "searchmoves",
        "multipv",
        "stop-twice",
        "stop-at-once",
        "isready-pondering",
        "ponderhit-at-once",
        "quit-searching",
    ];
    let outcomes = take(&subject(program, &[], Dialect::Uci), &steps);
    for Outcome { rule, verdict, reason, exchange, .. } in &outcomes {
        assert_ne!(*verdict, Verdict::Fail, "{}: {reason:?} {exchange:#?}", rule.name);
        assert_ne!(*verdict, Verdict::Skipped, "{}", rule.name);
    }
}
