//! The conformance check: the engine of noughts passes every step, and an
//! engine that breaks a rule fails only the step of that rule.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use noughts::search::SearchKind;
use noughts_check::{self, Observer, Outcome, Subject, Verdict};
use noughts_client::Dialect;
use noughts_client::stop::Stop;

use crate::support::example;

/// Collects the outcomes.
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

/// Returns a subject with a short silence, and timeouts that no machine misses.
fn subject(program: PathBuf, args: &[&str], dialect: Dialect) -> Subject {
    Subject {
        args: args.iter().map(ToString::to_string).collect(),
        dialect,
        patience: Duration::from_secs(60),
        silence: Duration::from_millis(20),
        margin: Duration::from_secs(30),
        ..Subject::new(program)
    }
}

/// Returns the engine of noughts as a subject, with these options.
fn ours(dialect: Dialect, options: &[(&str, &str)]) -> Subject {
    let program = env!("CARGO_BIN_EXE_noughts-tournament").into();
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Subject { options: options.collect(), ..subject(program, &["engine"], dialect) }
}

fn take(subject: &Subject, steps: &[&str]) -> Vec<Outcome> {
    let mut kept = Kept::default();
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    noughts_check::check(subject, &steps, &Stop::default(), &mut kept).unwrap();
    kept.0
}

/// Returns the steps with one of these verdicts.
fn steps(outcomes: &[Outcome], verdicts: &[Verdict]) -> Vec<&'static str> {
    let found = outcomes.iter().filter(|outcome| verdicts.contains(&outcome.verdict));
    found.map(|outcome| outcome.rule.name).collect()
}

/// Asserts that the subject keeps every must and every should.
fn assert_perfect(subject: &Subject, names: &[&str]) -> Vec<Outcome> {
    let outcomes = take(subject, names);
    for Outcome { rule, verdict, reason, exchange, .. } in &outcomes {
        let fine = matches!(verdict, Verdict::Pass | Verdict::NotApplicable);
        assert!(fine, "{}: {reason:?} {:?} {exchange:#?}", rule.name, subject.options);
    }
    outcomes
}

/// Applies `work` to each item, in 12 threads, because the steps mostly wait.
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
fn the_engine_of_noughts_keeps_every_rule() {
    let cases: [(Dialect, &[(&str, &str)]); 5] = [
        (Dialect::Ugi, &[("Game", "tictactoe")]),
        (Dialect::Ugi, &[("Game", "qubic:3"), ("Search", "alphabeta")]),
        (Dialect::Uci, &[("Game", "tictactrains:modern"), ("Search", "mcts")]),
        (Dialect::Uci, &[("Game", "tictactoe:7x6:4"), ("Threads", "2")]),
        (Dialect::Uci, &[("UCI_Variant", "tictactoe")]),
    ];
    each(&cases, |(dialect, options)| {
        let outcomes = assert_perfect(&ours(*dialect, options), &[]);
        // Only the rules of the other dialect are not applicable.
        let other = outcomes.iter().filter(|outcome| outcome.level.is_none()).count();
        let left_out = steps(&outcomes, &[Verdict::NotApplicable]);
        let linux = cfg!(target_os = "linux");
        assert!(!linux || left_out.len() == other, "{left_out:?}");
    });
}

const GAMES: [&str; 7] = [
    "tictactrains",
    "tictactoe",
    "tictactoe:5x4:3",
    "tictactoe:11",
    "tictactoe:15x15:5",
    "qubic",
    "qubic:3",
];

/// The steps whose verdict may depend on the search algorithm.
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
fn every_search_keeps_the_rules_in_every_game() {
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

/// A misbehaviour, the dialect, and the step that finds it.
const SPOILT: &[(&str, Dialect, &str)] = &[
    ("banner", Dialect::Ugi, "silent-start"),
    ("banner", Dialect::Uci, "silent-start"),
    ("no-handshake", Dialect::Ugi, "handshake"),
    ("handshake-with-words", Dialect::Ugi, "handshake"),
    ("no-author", Dialect::Ugi, "id"),
    ("two-readyoks", Dialect::Ugi, "isready"),
    ("readyok-with-words", Dialect::Uci, "isready"),
    ("option-without-default", Dialect::Ugi, "option-form"),
    ("option-without-default", Dialect::Uci, "option-form"),
    ("spin-without-range", Dialect::Uci, "option-form"),
    ("default-out-of-range", Dialect::Ugi, "option-default"),
    ("unlisted-default", Dialect::Uci, "option-default"),
    ("duplicate-option", Dialect::Uci, "option-unique"),
    ("duplicate-value", Dialect::Ugi, "option-vars"),
    ("wrong-option-type", Dialect::Ugi, "option-standard"),
    ("no-move", Dialect::Ugi, "go"),
    ("two-bestmoves", Dialect::Ugi, "one-bestmove"),
    ("ignores-nodes", Dialect::Ugi, "go-nodes"),
    ("ignores-depth", Dialect::Ugi, "go-depth"),
    ("ignores-movetime", Dialect::Ugi, "go-movetime"),
    ("ignores-clock", Dialect::Ugi, "go-clock"),
    ("requires-clock-order", Dialect::Ugi, "go-clock-order"),
    ("requires-increments", Dialect::Uci, "go-clock-bare"),
    ("ignores-movestogo", Dialect::Uci, "go-movestogo"),
    ("ignores-several-limits", Dialect::Uci, "go-several"),
    ("ignores-depth-0", Dialect::Ugi, "go-depth-0"),
    ("crashes-on-default", Dialect::Ugi, "setoption"),
    ("crashes-on-bad-value", Dialect::Ugi, "setoption-bad-value"),
    ("crashes-on-unknown-option", Dialect::Uci, "setoption-unknown"),
    ("case-sensitive-options", Dialect::Ugi, "setoption-case"),
    ("ignores-second-isready", Dialect::Ugi, "one-write"),
    ("drops-partial-lines", Dialect::Uci, "many-writes"),
    ("ignores-crlf", Dialect::Uci, "crlf"),
    ("ignores-leading-space", Dialect::Uci, "white-space"),
    ("crashes-on-blank-line", Dialect::Ugi, "blank-lines"),
    ("crashes-on-unknown-command", Dialect::Uci, "unknown-command"),
    ("ignores-unknown-word", Dialect::Uci, "unknown-word"),
    ("ignores-unknown-word-in-go", Dialect::Ugi, "unknown-word-in-go"),
    ("crashes-on-long-line", Dialect::Ugi, "long-line"),
    ("crashes-on-invalid-utf8", Dialect::Ugi, "not-text"),
    ("crashes-on-debug", Dialect::Uci, "debug"),
    ("crashes-on-register", Dialect::Uci, "register"),
    ("hangs-on-new-game", Dialect::Ugi, "new-game"),
    ("ignores-go-after-moves", Dialect::Ugi, "play"),
    ("ponder-move-in-ugi", Dialect::Ugi, "bestmove-form"),
    ("illegal-move", Dialect::Ugi, "bestmove-legal"),
    ("illegal-pv", Dialect::Ugi, "pv-legal"),
    ("pv-without-bestmove", Dialect::Ugi, "pv-best"),
    ("hashfull-out-of-range", Dialect::Ugi, "info-form"),
    ("seldepth-without-depth", Dialect::Uci, "info-seldepth"),
    ("no-score", Dialect::Ugi, "info-score"),
    ("info-without-nodes", Dialect::Ugi, "info-final"),
    ("ignores-fen", Dialect::Ugi, "position-fen"),
    ("crashes-on-bad-position", Dialect::Ugi, "position-bad"),
    ("response-with-words", Dialect::Ugi, "query"),
    ("ignores-query-after-isready", Dialect::Ugi, "query-batch"),
    ("gameover-always-false", Dialect::Ugi, "query-agree"),
    ("wrong-turn", Dialect::Ugi, "query-truth"),
    ("ignores-searchmoves", Dialect::Uci, "searchmoves"),
    ("ranks-reversed", Dialect::Ugi, "multipv"),
    ("ignores-multipv", Dialect::Ugi, "multipv-lines"),
    ("ranks-unsorted", Dialect::Ugi, "multipv-order"),
    ("exceeds-nodes", Dialect::Ugi, "nodes-kept"),
    ("exceeds-movetime", Dialect::Ugi, "movetime-kept"),
    ("exceeds-clock", Dialect::Ugi, "clock-kept"),
    ("ignores-stop", Dialect::Ugi, "stop"),
    ("answers-stop-late", Dialect::Ugi, "stop-soon"),
    ("answers-infinite-early", Dialect::Uci, "infinite-holds"),
    ("no-readyok-in-search", Dialect::Ugi, "isready-searching"),
    ("stops-for-isready", Dialect::Ugi, "isready-searching"),
    ("answers-idle-stop", Dialect::Uci, "stop-idle"),
    ("stores-idle-stop", Dialect::Uci, "stop-idle"),
    ("loses-immediate-stop", Dialect::Ugi, "stop-at-once"),
    ("answers-late-stop", Dialect::Ugi, "stop-late"),
    ("answers-every-stop", Dialect::Ugi, "stop-twice"),
    ("ignores-mate", Dialect::Uci, "go-mate"),
    ("requires-limit", Dialect::Ugi, "go-bare"),
    ("ignores-stop-in-ponder", Dialect::Uci, "ponder-stop"),
    ("ignores-ponderhit", Dialect::Uci, "ponderhit"),
    ("loses-immediate-ponderhit", Dialect::Uci, "ponderhit-at-once"),
    ("answers-ponder-early", Dialect::Uci, "ponder-holds"),
    ("no-readyok-in-ponder", Dialect::Uci, "isready-pondering"),
    ("answers-idle-ponderhit", Dialect::Uci, "ponderhit-idle"),
    ("prints-when-idle", Dialect::Ugi, "silent-idle"),
    ("ignores-quit", Dialect::Ugi, "quit"),
    ("crashes-at-quit", Dialect::Ugi, "quit"),
    ("exits-with-failure", Dialect::Ugi, "quit-status"),
    ("searches-after-quit", Dialect::Uci, "quit-searching"),
    ("quits-without-bestmove", Dialect::Ugi, "quit-answers"),
    ("ignores-eof", Dialect::Ugi, "eof"),
    ("searches-after-eof", Dialect::Ugi, "eof-searching"),
    ("ponders-after-eof", Dialect::Uci, "eof-pondering"),
    #[cfg(target_os = "linux")]
    ("leaves-child", Dialect::Ugi, "nothing-left"),
];

/// A misbehaviour at the end of a game that only the engine knows, and the step
/// that finds it.
const FOREIGN: [(&str, &str); 3] = [
    ("foreign-never-over", "query-agree"),
    ("foreign-plays-on", "query-end"),
    ("foreign-crashes", "play"),
];

/// Returns a misbehaving engine of 3x3 tic-tac-toe as a subject.
fn spoilt(behaviour: &str, dialect: Dialect) -> Subject {
    Subject {
        game: Some("tictactoe".parse().unwrap()),
        // Ample: an honest answer takes a millisecond.
        patience: Duration::from_secs(4),
        silence: Duration::from_millis(40),
        margin: Duration::from_secs(1),
        ..subject(example("spoilt-engine"), &[behaviour], dialect)
    }
}

/// The misbehaviours that are found only if they happen within the silence.
const UNHURRIED: [&str; 6] = [
    "allocates-when-idle",
    "banner",
    "answers-infinite-early",
    "stores-idle-stop",
    "stops-for-isready",
    "answers-ponder-early",
];

/// Returns the unexpected verdicts on a misbehaving engine: it must fail only
/// `step`, and only steps that need `step` may be skipped.
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
fn an_engine_that_breaks_a_rule_fails_only_its_step() {
    let found = Mutex::new(Vec::new());
    each(SPOILT, |(behaviour, dialect, step)| {
        let mistakes = mistakes(spoilt(behaviour, *dialect), step, &[]);
        found.lock().unwrap().extend(mistakes);
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Without `--game` the engine's answers decide when its game is over.
#[test]
fn wrong_answers_about_the_end_of_a_game_are_found() {
    each(&FOREIGN, |(behaviour, step)| {
        let subject = Subject { game: None, ..spoilt(behaviour, Dialect::Ugi) };
        let found = mistakes(subject, step, &[]);
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// Where a protocol leaves a behaviour open, it passes, or gives a note or a
/// warning.
#[test]
fn behaviour_that_no_protocol_forbids_does_not_fail() {
    let names = ["option-form", "option-default", "setoption"];
    for behaviour in ["spin-without-range", "unlisted-default"] {
        assert_perfect(&spoilt(behaviour, Dialect::Ugi), &names);
    }
    // A score that is a bound takes no rank away, and no move.
    for behaviour in ["ranks-with-bounds", "bounds-after-ranks", "plays-from-bound"] {
        let names = ["multipv", "multipv-lines", "multipv-order", "pv-best"];
        assert_perfect(&spoilt(behaviour, Dialect::Ugi), &names);
    }
    for (behaviour, step, expected) in
        [("banner", "silent-start", Verdict::Note), ("ignores-crlf", "crlf", Verdict::Warning)]
    {
        let mut subject = spoilt(behaviour, Dialect::Uci);
        subject.silence = Duration::from_millis(400);
        let outcomes = take(&subject, &[step]);
        let last = outcomes.last().unwrap();
        assert_eq!((last.rule.name, last.verdict), (step, expected), "{last:?}");
    }
}

/// These engines run alone, because they would slow the others down.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_works_while_idle_is_found() {
    let names = ["idle-cpu", "idle-memory", "silent-idle"];
    for (behaviour, step) in
        [("uses-cpu-when-idle", "idle-cpu"), ("allocates-when-idle", "idle-memory")]
    {
        let found = mistakes(spoilt(behaviour, Dialect::Ugi), step, &names);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn every_rule_is_broken_by_an_engine() {
    // These have their own tests; with `eof-limited` the end of input comes
    // too early for the engine's wrapper to misbehave.
    let without = ["eof-limited", "idle-cpu", "idle-memory", "nothing-left"];
    for rule in noughts_check::rules().filter(|rule| rule.gomocup.is_none()) {
        let steps = SPOILT.iter().map(|(_, _, step)| step);
        let broken = steps.chain(FOREIGN.iter().map(|(_, step)| step)).any(|s| *s == rule.name);
        assert!(broken || without.contains(&rule.name), "{}", rule.name);
    }
}

#[test]
fn the_dialect_is_detected() {
    for (behaviour, word) in [("honest", "ugiok"), ("uci-only", "uciok")] {
        let subject = Subject { dialect: Dialect::Auto, ..spoilt(behaviour, Dialect::Ugi) };
        let outcomes = take(&subject, &["handshake"]);
        assert!(steps(&outcomes, &[Verdict::Pass]).contains(&"handshake"));
        let exchange = &outcomes.iter().find(|o| o.rule.name == "handshake").unwrap().exchange;
        assert_eq!(exchange.last().map(|line| line.text.as_str()), Some(word));
    }
}

/// A misbehaviour of an engine of the Gomocup protocol, and the step that finds
/// it.
const GOMOCUP: &[(&str, &str)] = &[
    ("refuses-size", "start"),
    ("silent-at-start", "start"),
    ("no-about", "about"),
    ("says-little", "about-fields"),
    ("answers-info", "info"),
    ("no-begin", "begin"),
    ("no-first-turn", "turn"),
    ("no-board", "board"),
    ("answers-twice", "one-answer"),
    ("illegal-later", "game"),
    ("keeps-board", "restart"),
    ("starts-once", "start-again"),
    ("ignores-rectangles", "rectstart"),
    ("ignores-takeback", "takeback"),
    ("ignores-unknown", "unknown"),
    ("needs-lf", "line-ends"),
    ("ignores-turn-limit", "turn-kept"),
    ("ignores-time-left", "time-left-kept"),
    ("hoards", "memory-kept"),
    ("ignores-end", "end"),
    ("thinks-after-end", "end-searching"),
    ("ignores-eof", "end-of-input"),
];

fn of_gomocup(behaviour: &str, dialect: Dialect) -> Subject {
    Subject {
        patience: Duration::from_secs(4),
        silence: Duration::from_millis(40),
        margin: Duration::from_secs(1),
        ..subject(example("mock-gomocup"), &[behaviour], dialect)
    }
}

#[test]
fn each_rule_of_the_gomocup_protocol_is_checked() {
    // Also the dialect is found out.
    for behaviour in ["honest", "chatty", "drops-a-word"] {
        assert_perfect(&of_gomocup(behaviour, Dialect::Auto), &[]);
    }
    let small = Some("tictactoe:7x6:5".parse().unwrap());
    assert_perfect(&Subject { game: small, ..of_gomocup("honest", Dialect::Gomocup) }, &[]);
    let found = Mutex::new(Vec::new());
    each(GOMOCUP, |(behaviour, step)| {
        let outcomes = take(&of_gomocup(behaviour, Dialect::Gomocup), &[]);
        let broken = steps(&outcomes, &[Verdict::Fail, Verdict::Warning]);
        if !broken.contains(step) {
            found.lock().unwrap().push(format!("{behaviour} does not fail {step}: {broken:?}"));
        }
    });
    assert!(found.lock().unwrap().is_empty(), "{found:?}");
    for rule in noughts_check::rules().filter(|rule| rule.gomocup.is_some()) {
        assert!(GOMOCUP.iter().any(|(_, step)| *step == rule.name), "{}", rule.name);
    }
}

#[test]
fn a_check_of_the_gomocup_protocol_needs_its_game_and_its_start() {
    let honest = of_gomocup("honest", Dialect::Gomocup);
    let mut kept = Kept::default();
    let game = Subject { game: Some("qubic".parse().unwrap()), ..honest.clone() };
    let error = noughts_check::check(&game, &[], &Stop::default(), &mut kept).unwrap_err();
    assert!(error.to_string().contains("five in a row"), "{error}");
    let moved = Subject { moves: vec!["a1".to_string()], ..honest };
    let error = noughts_check::check(&moved, &[], &Stop::default(), &mut kept).unwrap_err();
    assert!(error.to_string().contains("empty board"), "{error}");
}

/// A game whose rules are unknown is checked with the engine's own moves.
#[test]
fn an_unknown_game_is_checked_with_the_moves_of_the_engine() {
    for dialect in [Dialect::Ugi, Dialect::Uci] {
        // It searches TicTacTrains, which may take seconds on a busy machine.
        let (patience, margin) = (Duration::from_secs(60), Duration::from_secs(30));
        let spoilt = spoilt("foreign", dialect);
        let subject = Subject { game: None, patience, margin, ..spoilt };
        let outcomes = assert_perfect(&subject, &[]);
        let left_out = steps(&outcomes, &[Verdict::NotApplicable]);
        for name in ["bestmove-legal", "pv-legal", "position-fen"] {
            assert!(left_out.contains(&name), "{name}");
        }
        let passed = steps(&outcomes, &[Verdict::Pass]);
        // In UGI the engine reports when its game is over.
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
fn the_exit_code_says_whether_the_engine_conforms() {
    let spoilt = example("spoilt-engine").display().to_string();
    let steps = ["--silence", "0.02", "--step", "stop-twice", "--step", "id"];
    for (engine, behaviour, code) in [
        ("builtin", None, 0),
        (&*spoilt, Some("no-author"), 7),
        // Breaks only a should.
        (&*spoilt, Some("duplicate-value"), 0),
        ("./no-such-engine", None, 4),
    ] {
        let args: Vec<&str> = steps.iter().copied().chain([engine]).chain(behaviour).collect();
        let output = command(&args);
        let report = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{engine} {behaviour:?}: {report}");
        assert!(code == 4 || report.contains("conform"), "{report}");
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

/// Arguments after the engine belong to the engine; `--` before them says so of
/// those that have the name of an option of the check.
#[test]
fn arguments_after_the_engine_are_passed_on() {
    let spoilt = example("spoilt-engine").display().to_string();
    let own = ["--game", "mnk", "--step", "xyzzy", "--list", "--", "--help"];
    let args = ["--silence", "0.02", "--json", "--step", "id", &spoilt, "--", "no-author"];
    let output = command(&[&args[..], &own].concat());
    let report = String::from_utf8_lossy(&output.stdout);
    let start = report.lines().next().map(|line| serde_json::from_str(line).unwrap());
    let start: serde_json::Value = start.expect("a line of JSON");
    assert_eq!(start["program"], format!("{spoilt} no-author {}", own.join(" ")));
    // The engine has obeyed its first argument.
    assert_eq!(output.status.code(), Some(7), "{report}");
    let output = command(&["builtin", "--game", "qubic"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("before builtin"), "{error}");
    let output = command(&["--xyzzy", "builtin"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_json_report_has_a_line_for_each_step() {
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
    let sent = last["exchange"].as_array().unwrap().iter().filter(|line| line["who"] == ">");
    let stops = sent.filter(|line| line["text"] == "stop").count();
    assert!(stops >= 2 && last["level"] == "must", "{last}");
    assert_eq!((&end["conforms"], &end["fail"]), (&true.into(), &0.into()));
    assert_eq!(end["pass"], taken.len());
}

#[test]
fn every_rule_is_listed() {
    let listed = String::from_utf8(command(&["--list"]).stdout).unwrap();
    for rule in noughts_check::rules() {
        let row = format!("| `{}` |", rule.name);
        assert!(listed.lines().any(|line| line.starts_with(&row)), "{}", rule.name);
    }
}

#[test]
fn the_page_has_the_rules_of_the_list() {
    let page = include_str!("../../docs/check.md");
    let listed = String::from_utf8(command(&["--list"]).stdout).unwrap();
    for line in listed.lines() {
        assert!(page.lines().any(|of_page| of_page == line), "docs/check.md has no {line}");
    }
    // The explanations name rules that exist.
    let (explained, _) = page.split_once("## UGI and UCI").unwrap();
    let bold = explained.lines().filter(|line| line.starts_with("**"));
    let heads = bold.filter_map(|line| line.split("**").nth(1));
    for name in heads.flat_map(|head| head.split('`').skip(1).step_by(2)) {
        assert!(noughts_check::rules().any(|rule| rule.name == name), "no rule {name}");
    }
}

/// A real engine of another game, which breaks some shoulds.
#[test]
fn fairy_stockfish_keeps_every_must() {
    let program = PathBuf::from("/usr/games/fairy-stockfish");
    if !program.exists() {
        eprintln!("skipped: fairy-stockfish is not installed");
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
