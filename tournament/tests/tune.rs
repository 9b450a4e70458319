//! Tunings of a made-up engine whose best values are known.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use noughts_client::Rules;
use noughts_client::stop::Stop;
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::model::adjudication::{Adjudication, Resign};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Source;
use noughts_tournament::model::tuning::{TunedOption, Tuning};
use noughts_tournament::run::tune::{
    Iteration, Progress, TuneObserver, Tuned, TuningJournal, past, tune,
};

use crate::support;
use crate::support::{config, launch, logged, mock, mock_path};

/// A tournament in which the reports of the made-up engine decide: a player
/// that reports a lost game resigns, and after one ply of each it is a draw.
fn games() -> Config {
    let mut config = config(vec![mock("tunable")]);
    config.adjudication = Adjudication {
        resign: Some(Resign { score: 500, moves: 1, both: false, from: 0 }),
        max_length: Some(2),
        ..Adjudication::default()
    };
    config
}

fn tuning(iterations: usize, starts: [f64; 2]) -> Tuning {
    let option = |name: &str, start, min, max, step| TunedOption {
        name: name.to_string(),
        start,
        min,
        max,
        step,
        rate: 0.1,
        integer: true,
    };
    let options =
        vec![option("A", starts[0], 0.0, 100.0, 12.0), option("B", starts[1], -10.0, 10.0, 2.4)];
    Tuning { iterations, options, ..Tuning::default() }
}

#[derive(Default)]
struct Seen(Vec<Iteration>);

impl TuneObserver for Seen {
    fn iteration_ended(&mut self, iteration: &Iteration, _: &Progress) {
        self.0.push(iteration.clone());
    }
}

fn run(
    config: &Config,
    tuning: &Tuning,
    journal: Option<TuningJournal>,
) -> (Tuned, Vec<Iteration>) {
    let mut seen = Seen::default();
    let launch = launch(config, &Stop::default());
    let tuned = tune(config, tuning, &launch, None, journal, &mut seen);
    (tuned, seen.0)
}

#[test]
fn the_best_values_are_found_from_ten_starts() {
    for seed in 0..10_u32 {
        // The corners, the middles of the sides, the middle, and the best
        // values.
        let start = [f64::from(seed % 3) * 50.0, f64::from(seed / 3) * 10.0 - 10.0];
        let start = if seed == 9 { [70.0, -3.0] } else { start };
        let mut config = games();
        config.seed = seed.into();
        let (tuned, _) = run(&config, &tuning(1000, start), None);
        assert!(tuned.error.is_none(), "{:?}", tuned.error);
        assert_eq!(tuned.progress.finished(), 1000);
        let [a, b] = tuned.progress.values() else { panic!() };
        let off = ((a - 70.0) / 100.0).hypot((b + 3.0) / 20.0);
        println!("from {start:?} to {a:.1} {b:.2}: {off:.3}");
        assert!(off < 0.15, "seed {seed}: from {start:?} to {a:.1} {b:.2}");
    }
}

#[test]
fn the_openings_are_those_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = games();
    config.openings = Source::List(vec!["a1 b3".parse().unwrap()]);
    config.transform = true;
    config.outputs.transcripts = Some(folder.path().join("wire"));
    config.outputs.keep_all = true;
    let (tuned, _) = run(&config, &tuning(8, [50.0, 0.0]), None);
    assert!(tuned.error.is_none(), "{:?}", tuned.error);
    let mut openings = HashSet::new();
    for file in fs::read_dir(folder.path().join("wire")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let moves = |line: &str| Some(line.split_once(" moves ")?.1.split(' ').take(2).collect());
        openings.extend(text.lines().filter_map(moves).collect::<Vec<String>>());
    }
    assert!(openings.len() > 2, "{openings:?}");
}

/// Clears the times of iterations.
fn timeless(mut iterations: Vec<Iteration>) -> Vec<Iteration> {
    iterations.iter_mut().for_each(|i| (i.started, i.millis) = (0, 0));
    iterations
}

/// Stops the run after some iterations.
struct StopAfter(usize, Stop);

impl TuneObserver for StopAfter {
    fn iteration_ended(&mut self, _: &Iteration, progress: &Progress) {
        if progress.finished() >= self.0 {
            self.1.finish();
        }
    }
}

#[test]
fn a_run_in_parts_is_the_same_as_a_whole_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (config, tuning) = (games(), tuning(50, [20.0, 5.0]));
    let (whole, iterations) = run(&config, &tuning, None);
    for part in [1, 20, 21, 50] {
        let stop = Stop::default();
        let mut observer = StopAfter(part, stop.clone());
        let journal = Some(TuningJournal::open(&path, &config, &tuning).unwrap());
        let tuned = tune(&config, &tuning, &launch(&config, &stop), None, journal, &mut observer);
        assert_eq!(tuned.progress.finished(), part);
    }
    let past = past(&path).unwrap();
    assert_eq!(past.progress(), whole.progress);
    assert_eq!(timeless(past.iterations), timeless(iterations));
    assert_eq!(past.runs.len(), 4);
    // A finished run plays nothing more.
    let journal = TuningJournal::open(&path, &config, &tuning).unwrap();
    let (again, played) = run(&config, &tuning, Some(journal));
    assert_eq!((again.progress, played.len()), (whole.progress, 0));
}

#[test]
fn with_several_games_at_a_time_every_iteration_counts_once() {
    let mut config = games();
    config.concurrency = 4;
    let mut tuning = tuning(60, [20.0, 5.0]);
    tuning.pairs = 2;
    let (tuned, mut iterations) = run(&config, &tuning, None);
    assert!(tuned.error.is_none());
    assert_eq!((tuned.progress.finished(), tuned.progress.games()), (60, 240));
    iterations.sort_by_key(|iteration| iteration.iteration);
    let numbers = iterations.iter().map(|iteration| iteration.iteration);
    assert!(numbers.eq(1..=60));
    // The signs do not depend on the order in which the iterations ended.
    config.concurrency = 1;
    for (one, other) in iterations.iter().zip(run(&config, &tuning, None).1) {
        assert_eq!(one.plus[0] > one.minus[0], other.plus[0] > other.minus[0]);
    }
}

#[test]
fn engines_keep_running_unless_they_restart() {
    let folder = tempfile::tempdir().unwrap();
    for (restart, starts) in [(false, 2), (true, 1 + 10 * 4)] {
        let log = folder.path().join(restart.to_string());
        let mut config = games();
        config.engines = vec![logged("tunable", &log)];
        config.engines[0].restart = restart;
        let (tuned, _) = run(&config, &tuning(10, [20.0, 5.0]), None);
        assert!(tuned.error.is_none());
        // The first engine is started before the first game and plays it.
        let expected = if restart { starts - 1 } else { starts };
        assert_eq!(support::noted(&log, "start").len(), expected);
    }
}

#[test]
fn too_many_faults_end_the_run_and_do_not_count() {
    let mut config = games();
    config.engines = vec![mock("tunable-exits")];
    let (tuned, iterations) = run(&config, &tuning(50, [20.0, 5.0]), None);
    assert_eq!(tuned.progress.values(), [20.0, 5.0]);
    assert_eq!(iterations.len(), 2);
    let error = tuned.error.unwrap().to_string();
    assert!(error.contains("4 of 4 games ended by a fault"), "{error}");
    // With the program: it ends with code 4, and keeps the transcripts.
    let files = Files::new(&table(50));
    let text = fs::read_to_string(files.path("t.toml")).unwrap();
    fs::write(files.path("t.toml"), text.replace("\"tunable\"", "\"tunable-exits\"")).unwrap();
    let (code, shown, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(4), "{errors}");
    assert!(shown.contains("2 games with a fault"), "{shown}");
    assert!(files.path("t.journal.faults/game-1-it_s_plus.txt").exists());
    // More are allowed on request.
    let (code, _, errors) = files.run(&["tune", "t.toml", "--max-faults", "1"]);
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn games_without_results_are_an_error() {
    let mut config = config(vec![mock("tunable")]);
    config.game = Rules::Asked;
    config.openings = Source::Random(0);
    config.max_plies = 1;
    let (tuned, iterations) = run(&config, &tuning(3, [20.0, 5.0]), None);
    assert_eq!(tuned.progress.values(), [20.0, 5.0]);
    assert!(iterations.iter().all(|iteration| format!("{:+}", iteration.result()) == "+0"));
    let error = tuned.error.unwrap().to_string();
    assert!(error.contains("none of the 6 games has a result"), "{error}");
}

/// A folder with a file for `tune`.
struct Files(tempfile::TempDir);

impl Files {
    fn new(tune: &str) -> Files {
        let files = Files(tempfile::tempdir().unwrap());
        let mock = mock_path();
        let text = format!(
            "game = \"tictactoe\"\nmax_length = 2\njournal = \"t.journal\"\n\
             resign = {{ score = 500, moves = 1, both = false }}\n\
             [each]\nnodes = 1\n[[engine]]\nname = \"it's\"\ncmd = {:?}\nargs = [\"tunable\"]\n{tune}",
            mock.display().to_string()
        );
        fs::write(files.path("t.toml"), text).unwrap();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        command.args(words).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command; returns its exit code, its output and its errors.
    fn run(&self, words: &[&str]) -> (Option<i32>, String, String) {
        let done = self.command(words).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    }

    /// Waits until the journal has some iterations.
    fn await_iterations(&self, count: usize) {
        let until = Instant::now() + Duration::from_secs(60);
        while past(&self.path("t.journal")).map_or(0, |past| past.iterations.len()) < count {
            assert!(Instant::now() < until, "no {count} iterations within a minute");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn table(iterations: usize) -> String {
    let option = |name, start, min, max, step| {
        format!(
            "[[tune.option]]\nname = \"{name}\"\nstart = {start}\nmin = {min}\nmax = {max}\n\
             step = {step}\nrate = 0.15\n"
        )
    };
    format!("[tune]\niterations = {iterations}\n")
        + &option("A", 20, 0, 100, 12)
        + &option("B", 5, -10, 10, 2)
}

#[test]
fn a_killed_run_goes_on_to_the_same_values() {
    let files = Files::new(&table(1500));
    let (code, _, errors) = files.run(&["tune", "t.toml", "--quiet", "--journal", "whole"]);
    assert_eq!(code, Some(0), "{errors}");
    let whole = past(&files.path("whole")).unwrap();
    for count in [3, 40, 100] {
        let mut child = files.command(&["tune", "t.toml"]).stdout(Stdio::null()).spawn().unwrap();
        files.await_iterations(count);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (code, shown, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.starts_with("resuming after "), "{shown}");
    let parts = past(&files.path("t.journal")).unwrap();
    assert_eq!(parts.progress(), whole.progress());
    assert_eq!(timeless(parts.iterations), timeless(whole.iterations));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_shows_its_values_and_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let files = Files::new(&table(100_000));
    let mut command = files.command(&["tune", "t.toml"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    files.await_iterations(5);
    let pid = Pid::from_raw(child.id().try_into().unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(3));
    let [shown, errors] = [done.stdout, done.stderr].map(|b| String::from_utf8(b).unwrap());
    assert!(errors.contains("the same command plays the rest"), "{errors}");
    let finished = past(&files.path("t.journal")).unwrap().iterations.len();
    assert!(errors.contains(&format!("stopped after {finished} of 100000 iterations")), "{errors}");
    assert!(shown.contains("noughts-tournament run"), "{shown}");
}

#[test]
fn the_end_has_the_values_a_command_that_tests_them_and_a_page() {
    let files = Files::new(&(table(30) + "[openings]\nrandom = 1\n"));
    let words = ["tune", "t.toml", "--report", "page.html", "--each", "option.Word=x y"];
    let (code, shown, errors) = files.run(&words);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(shown.lines().filter(|line| line.contains("/30  iteration")).count(), 30);
    assert!(errors.contains("wrote page.html"), "{errors}");
    let page = fs::read_to_string(files.path("page.html")).unwrap();
    assert!(page.starts_with(FileKind::Page.beginning()));
    assert!(page.contains("Tuning of it's") && page.contains("30 of 30 iterations"));
    // The command is complete: it describes the test.
    let command = shown.lines().last().unwrap();
    let words = shlex::split(command).unwrap();
    assert_eq!(words[0], "noughts-tournament");
    let mut words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert!(words.ends_with(&["--journal", "t-test.journal"]), "{command}");
    words.push("--print-config");
    let (code, config, errors) = files.run(&words);
    assert_eq!(code, Some(0), "{command}\n{errors}");
    let values = past(&files.path("t.journal")).unwrap().progress().values().to_vec();
    for part in [
        "game = \"tictactoe\"",
        "max_length = 2",
        "seed = 1\n",
        "[openings]\nrandom = 1",
        "elo0 = 0",
        "name = \"tuned\"",
        "name = \"start\"",
        "args = [\"tunable\"]",
        "\"Word\" = \"x y\"",
        &format!("\"A\" = \"{}\", \"B\" = \"{}\"", values[0].round(), values[1].round()),
        "\"A\" = \"20\", \"B\" = \"5\"",
    ] {
        assert!(config.contains(part), "no {part} in\n{config}");
    }
    // The journal alone shows the same, and nothing is played.
    let before = fs::read(files.path("t.journal")).unwrap();
    fs::remove_file(files.path("page.html")).unwrap();
    let words = ["tune", "t.toml", "--show", "--report", "page.html", "--each", "option.Word=x y"];
    let (code, again, errors) = files.run(&words);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.ends_with(&again), "{again}");
    assert_eq!(fs::read_to_string(files.path("page.html")).unwrap(), page);
    assert_eq!(fs::read(files.path("t.journal")).unwrap(), before);
}

#[test]
fn values_that_are_sent_as_at_the_start_are_not_tested() {
    // A rate this small moves no value to the next whole number.
    let files = Files::new(&table(2).replace("rate = 0.15", "rate = 0.0001"));
    let (code, shown, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.contains("these values are those at the start"), "{shown}");
    assert!(!shown.contains("--sprt"), "{shown}");
}

#[test]
fn a_tuning_is_lengthened_in_its_file() {
    let files = Files::new(&table(10));
    assert_eq!(files.run(&["tune", "t.toml"]).0, Some(0));
    let text = fs::read_to_string(files.path("t.toml")).unwrap();
    let lengthen = |iterations: &str| {
        let text = text.replace("iterations = 10", &format!("iterations = {iterations}"));
        fs::write(files.path("t.toml"), text).unwrap();
    };
    lengthen("25");
    let (code, shown, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.starts_with("resuming after 10 of 25 iterations"), "{shown}");
    let long = past(&files.path("t.journal")).unwrap();
    assert_eq!((long.iterations.len(), long.header.tune.iterations), (25, 25));
    let (code, again, errors) = files.run(&["tune", "t.toml", "--show"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(shown.ends_with(&again), "{again}");
    // It cannot be shortened.
    lengthen("10");
    let (code, _, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("iterations of [tune] is 25 in the journal but 10"), "{errors}");
}

#[test]
fn wrong_options_of_tune_are_answered() {
    let files = Files::new(&table(3));
    for (words, part) in [
        (
            &["--foo", "3"][..],
            "there is no option \"--foo\"; noughts-tournament tune --help lists all",
        ),
        (&["--iterations", "3"], "iterations is a key of the table [tune] in the file"),
        (&["--itertions", "3"], "iterations is a key of the table [tune] in the file"),
        (&["-rounds", "3"], "-rounds: `tune` does not take rounds: iterations in [tune] sets"),
        (&["-games", "2"], "\"-games\"; iterations and pairs in [tune] set the number of games"),
        (&["-pgnout", "x"], "\"-pgnout\"; the journal has a line for each iteration"),
        (&["-ratinginterval", "5"], "\"-ratinginterval\"; `tune` has nothing like it"),
        (&["-srand", "5"], "\"-srand\"; here: --seed N"),
        (&["-concurrency", "3"], "hyphens; try\n  noughts-tournament tune t.toml --concurrency 3"),
        (&["-each", "tc=1"], "hyphens; try\n  noughts-tournament tune t.toml --each tc=1"),
        (&["--tc", "1"], "tc is a key of engines: --each tc=1 sets it"),
        (&["--concurency", "3"], "did you mean \"--concurrency\"?"),
    ] {
        let (code, _, errors) = files.run(&[&["tune", "t.toml"], words].concat());
        assert!(code == Some(2) && errors.contains(part), "{words:?}: {errors}");
        assert!(!errors.contains("Usage"), "{errors}");
    }
}

#[test]
fn the_two_kinds_of_journals_are_not_mixed() {
    let files = Files::new(&table(3));
    let other =
        ["run", "--game", "tictactoe", "--engine", "name=a", "--engine", "name=b", "--each"];
    let other = [&other[..], &["nodes=1", "--pairs", "1", "--journal", "games"]].concat();
    assert_eq!(files.run(&["tune", "t.toml"]).0, Some(0));
    assert_eq!(files.run(&other).0, Some(0));
    let mut wrong = other;
    *wrong.last_mut().unwrap() = "t.journal";
    for (words, part) in [
        (&wrong[..], "the journal of a tuning, not that of a tournament"),
        (&["stats", "t.journal"], "the journal of a tuning, not that of a tournament"),
        (&["report", "t.journal"], "the journal of a tuning, not that of a tournament"),
        (&["run", "t.journal"], "this is a journal of `tune`, not a tournament file"),
        (
            &["tune", "t.toml", "--journal", "games"],
            "the journal of a tournament, not that of a tuning",
        ),
        (
            &["tune", "t.toml", "--show", "--journal", "games"],
            "the journal of a tournament, not that of a tuning",
        ),
    ] {
        let before = ["t.journal", "games"].map(|name| fs::read(files.path(name)).unwrap());
        let (code, _, errors) = files.run(words);
        assert_eq!(code, Some(2), "{words:?}: {errors}");
        assert!(errors.contains(part), "{words:?}: {errors}");
        let after = ["t.journal", "games"].map(|name| fs::read(files.path(name)).unwrap());
        assert_eq!(before, after);
    }
    // Other settings are another tuning.
    let text = fs::read_to_string(files.path("t.toml")).unwrap();
    fs::write(files.path("t.toml"), text.replace("start = 20", "start = 30")).unwrap();
    let (code, _, errors) = files.run(&["tune", "t.toml"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("start of option \"A\" is 20.0 in the journal but 30.0"), "{errors}");
}

#[test]
fn every_mistake_has_its_line_and_a_sentence() {
    let good = table(3);
    let edit = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    for (tune, line, part) in [
        (String::new(), 1, "no [tune] table; `tune` needs one"),
        ("[tune]\n".to_string(), 11, "iterations is required"),
        (
            "[tune]\niterations = 5\n".to_string(),
            11,
            "nothing to tune; add a table [[tune.option]]",
        ),
        ("[[tune]]\n".to_string(), 11, "a table is expected, not a list"),
        (edit("iterations = 3", "iterations = 0"), 12, "a whole number from 1 to 10000000"),
        (edit("iterations = 3", "iterations = 3\nbeta = 1"), 13, "unknown key \"beta\""),
        (edit("iterations = 3", "iterations = 3\npairs = 0"), 13, "from 1 to 10000"),
        (edit("iterations = 3", "iterations = 3\nalpha = -1"), 13, "a number from 0 to 2"),
        (edit("iterations = 3", "iterations = 3\ngamma = \"x\""), 13, "a number from 0 to 1"),
        (edit("iterations = 3", "iterations = 3\nA = -1"), 13, "a number from 0 to 10"),
        (edit("name = \"A\"\n", ""), 13, "option: name is required"),
        (edit("max = 100\nstep = 12\n", ""), 13, "option \"A\": max and step are required"),
        (edit("name = \"A\"", "name = \"\""), 14, "the name of an option is expected"),
        (
            edit("name = \"A\"", "name = \"b\""),
            21,
            "option \"B\": there is another option of this name",
        ),
        (edit("start = 20", "start = 120"), 15, "start 120 is not between min 0 and max 100"),
        (edit("min = 0", "min = 100"), 16, "option \"A\": min 100 must be below max 100"),
        (edit("step = 12", "step = 0"), 18, "step must be above 0; a tenth of the range"),
        (edit("step = 12", "step = 120"), 18, "step 120 exceeds the range from 0 to 100"),
        (edit("rate = 0.15", "rate = 0"), 19, "rate must be above 0, or the value never moves"),
        (
            edit("max = 100", "max = 99.5"),
            17,
            "max 99.5 is not a whole number; set integer = false",
        ),
        (edit("rate = 0.15", "integer = 1"), 19, "true or false is expected"),
        (edit("name = \"A\"", "name = \"Aa\""), 14, "unknown option \"Aa\""),
        (
            edit("max = 100", "max = 200"),
            14,
            "\"A\" does not accept \"200\": a whole number from 0",
        ),
        (
            edit("rate = 0.15", "integer = false"),
            14,
            "\"A\" does not accept \"38.2\": a whole number from 0",
        ),
        (edit("[tune]", "options.a = 1\n[tune]"), 15, "options of the engine sets it, too"),
        (edit("[tune]", "[[engine]]\nname = \"b\"\n[tune]"), 7, "exactly one [[engine]] table"),
    ] {
        let files = Files::new(&tune);
        let (code, _, errors) = files.run(&["tune", "t.toml"]);
        assert_eq!(code, Some(2), "{tune}\n{errors}");
        let found =
            errors.lines().any(|l| l.contains(part) && l.starts_with(&format!("t.toml:{line}:")));
        assert!(found, "line {line}: {part}\n{errors}");
    }
    for (word, part) in [
        (
            "--format=match",
            "format: `tune` does not take this key: the engine plays against itself",
        ),
        ("--pairings=3", "pairings: `tune` does not take this key: iterations and pairs in [tune]"),
        ("--sprt=0,5", "sprt: `tune` does not take this key: the command that `tune` prints"),
        ("--no-swap=true", "the two games of a pair always swap the sides"),
        ("--records=r", "the journal has a line for each iteration"),
    ] {
        let (code, _, errors) = Files::new(&good).run(&["tune", "t.toml", word]);
        assert!(code == Some(2) && errors.contains(part), "{word}: {errors}");
    }
    let (code, _, errors) = Files::new(&good).run(&["run", "t.toml"]);
    let part = "this is a file for `noughts-tournament tune`";
    assert!(code == Some(2) && errors.contains(part), "{errors}");
    for (words, part) in [
        (["tune", "t.toml", "--show"], "cannot be read: there is no such file\n"),
        (["tune", "t.toml", "--report=t.toml"], "holds something other than a report"),
    ] {
        let (code, _, errors) = Files::new(&good).run(&words);
        assert!(code == Some(2) && errors.contains(part), "{words:?}: {errors}");
    }
}
