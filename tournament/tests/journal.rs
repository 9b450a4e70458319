//! Journals: continued runs after kills and damage, shares, merging.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use noughts::random::Random;
use noughts_tournament::journal::{Entry, Journal, Journals, read};
use noughts_tournament::model::record::{GameRecord, GameResult};

use crate::support;
use crate::support::{timeless, unchecked};

fn run(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    command.current_dir(folder).args(["run", "t.toml"]).args(args).stdin(Stdio::null());
    command
}

fn complete(folder: &Path, args: &[&str]) -> Output {
    let output = run(folder, args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    output
}

/// Makes a folder with a tournament of `pairings` pairings between engines that
/// answer at once.
fn tournament(pairings: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = format!(
        "game = 'tictactoe'\npairings = {pairings}\nconcurrency = 2\nseed = 11\n[each]\n\
         nodes = 1\ncmd = '{}'\n[[engine]]\nname = 'one'\n[[engine]]\nname = 'two'\n",
        support::example("instant-engine").display(),
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    let path = folder.path().to_path_buf();
    (folder, path)
}

/// Returns the games of a journal sorted by their numbers, without the values
/// that differ between two runs.
fn games(journal: &Path) -> Vec<GameRecord> {
    let mut games: Vec<GameRecord> =
        read(journal).unwrap().1.map(|found| found.unwrap().record).collect();
    games.sort_by_key(|record| record.game);
    games.iter_mut().for_each(timeless);
    games
}

/// Kills a run of 500 games at `moments` random moments, continues it each
/// time, and compares its games with those of an uninterrupted run.
fn killed_at(moments: usize, seed: u64) {
    let (_keep, folder) = tournament(250);
    complete(&folder, &["--journal", "whole"]);
    let whole = games(&folder.join("whole"));
    let numbers = |games: &[GameRecord]| games.iter().map(|g| g.game).collect::<Vec<_>>();
    assert_eq!(numbers(&whole), (1..=500).collect::<Vec<_>>());

    let journal = folder.join("killed");
    let mut random = Random::new(seed);
    let mut lines = 0;
    for kill in 0..moments {
        let mut child = run(&folder, &["--journal", "killed"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A random game within this kill's share of the games, some
        // microseconds after its line. Counting lines makes the moment
        // independent of the machine's speed.
        let share = (490 - lines.min(490)) / (moments - kill);
        let goal = lines + random.below(2 * share + 1);
        while lines < goal.min(490) && child.try_wait().unwrap().is_none() {
            lines = fs::read(&journal).map_or(0, |b| b.iter().filter(|&&b| b == b'\n').count());
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(random.below(1500) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // Truncates the file, as a power cut might.
        if let Ok(bytes) = fs::read(&journal)
            && kill % 3 == 0
        {
            let torn = bytes.len().saturating_sub(random.below(300));
            fs::write(&journal, &bytes[..torn]).unwrap();
        }
    }
    complete(&folder, &["--journal", "killed", "--concurrency", "1"]);
    let continued = games(&journal);
    assert_eq!(numbers(&continued), numbers(&whole));
    assert!(continued == whole, "pairings, openings or moves differ");
}

/// The first line of a journal that version 0.2.0 wrote: openings that are the
/// same up to symmetry were played.
const EARLIER: &str = r#"{"type":"header","version":1,"config":{"game":"tictactoe","format":"round-robin","pairings":20,"concurrency":2,"seed":11,"openings":{"random":2},"max_plies":2000,"journal":"/elsewhere","margin":0.1,"deadlines":{"startup":20.0,"ready":20.0,"think":300.0,"answer":2.0,"quit":2.0},"engines":[{"name":"one","program":{"command":{"path":"/there/instant-engine","args":[]}},"dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"nodes":1}},{"name":"two","program":{"command":{"path":"/there/instant-engine","args":[]}},"dir":null,"env":{},"dialect":"ugi","options":[],"limits":{"nodes":1}}]}}"#;

#[test]
fn a_journal_of_an_earlier_version_keeps_its_openings() {
    let (_keep, folder) = tournament(20);
    let header = |name: &str| {
        fs::read_to_string(folder.join(name)).unwrap().lines().next().unwrap().to_string()
    };
    complete(&folder, &["--journal", "new"]);
    assert!(header("new").contains(r#""symmetric":false"#), "{}", header("new"));
    complete(&folder, &["--journal", "all", "--openings", "random=2", "symmetric=true"]);
    let all = games(&folder.join("all"));
    assert_ne!(games(&folder.join("new")), all);

    // The earlier run ended after five games.
    let text = fs::read_to_string(folder.join("all")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|l| l.contains(r#""type":"game""#)).collect();
    let old = format!("{EARLIER}\n{}\n", lines[..5].join("\n"));
    fs::write(folder.join("old"), &old).unwrap();
    complete(&folder, &["--journal", "old"]);
    assert_eq!(header("old"), EARLIER, "the header stays");
    assert_eq!(games(&folder.join("old")), all);

    // What is missing can be divided, and the parts merged with the rest.
    fs::write(folder.join("old"), &old).unwrap();
    let share = ["--journal", "rest", "--without", "old", "--shard", "1/1"];
    complete(&folder, &share);
    assert!(header("rest").contains(r#""symmetric":true"#), "{}", header("rest"));
    let merged = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"))
        .current_dir(&folder)
        .args(["merge", "old", "rest", "-o", "merged"])
        .output()
        .unwrap();
    assert!(merged.status.success(), "{merged:?}");
    assert_eq!(games(&folder.join("merged")), all);

    // Journals of other openings are other tournaments.
    for (journal, value, part) in [
        ("old", "false", "symmetric is true in the journal but false in this run"),
        ("new", "true", "symmetric is false in the journal but true in this run"),
    ] {
        let words = ["--openings", "random=2", &format!("symmetric={value}")];
        let output = run(&folder, &["--journal", journal]).args(words).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(part), "{errors}");
    }
}

#[test]
fn a_run_killed_at_random_moments_loses_and_repeats_no_game() {
    killed_at(10, 1);
}

/// `cargo test -p noughts-tournament fifty -- --ignored`
#[test]
#[ignore = "as the test above with 50 moments, which takes longer"]
fn a_run_killed_at_fifty_random_moments_loses_and_repeats_no_game() {
    killed_at(50, 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_continued() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader};

    let (_keep, folder) = tournament(400);
    let mut child = run(&folder, &["--journal", "j"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest = std::io::copy(&mut lines, &mut std::io::sink()).unwrap();
    let code = child.wait().unwrap().code();
    let before = games(&folder.join("j")).len();
    // Unless all games were over before the signal.
    assert!(code == Some(3) && before < 800 || before == 800, "{code:?} {before} {rest}");
    complete(&folder, &["--journal", "j"]);
    complete(&folder, &["--journal", "whole"]);
    assert!(games(&folder.join("j")) == games(&folder.join("whole")));
}

/// A job scheduler signals engines and runner, in any order.
#[cfg(target_os = "linux")]
#[test]
fn engines_that_are_signalled_before_the_runner_are_not_at_fault() {
    use rustix::process::{Pid, Signal, kill_process};

    let (_keep, folder) = tournament(1_000_000);
    let mut child = run(&folder, &["--journal", "j"]).stdout(Stdio::null()).spawn().unwrap();
    let runner = Pid::from_child(&child);
    let journal = folder.join("j");
    let engines = || -> Vec<i32> {
        let tasks = fs::read_dir(format!("/proc/{}/task", runner.as_raw_nonzero())).unwrap();
        let children = tasks.map(|task| task.unwrap().path().join("children"));
        let texts = children.map(|path| fs::read_to_string(path).unwrap_or_default());
        texts
            .flat_map(|t| t.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
            .collect()
    };
    // Two games with two engines each, and the watchdog.
    let is_busy = || fs::read(&journal).map_or(0, |bytes| bytes.len()) >= 10_000;
    while !is_busy() || engines().len() < 5 {
        std::thread::sleep(Duration::from_millis(2));
    }
    for pid in engines() {
        kill_process(Pid::from_raw(pid).unwrap(), Signal::TERM).unwrap();
    }
    std::thread::sleep(Duration::from_millis(50));
    kill_process(runner, Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(games(&journal).iter().all(|record| record.culprit.is_none()));
}

#[test]
fn a_finished_or_foreign_journal_is_not_changed() {
    let (_keep, folder) = tournament(2);
    complete(&folder, &["--journal", "j"]);
    let before = fs::read(folder.join("j")).unwrap();
    let output = complete(&folder, &["--journal", "j"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Elo"));
    let output = run(&folder, &["--journal", "j", "--seed", "12"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("seed is 11 in the journal but 12 in this run"), "{errors}");
    assert_eq!(fs::read(folder.join("j")).unwrap(), before);
}

/// As in a journal that was joined with a copy of its beginning.
#[test]
fn a_repeated_line_is_one_game() {
    let (_keep, matched) = tournament(4);
    let swiss = of_four("swiss");
    for folder in [matched.as_path(), swiss.path()] {
        complete(folder, &["--journal", "whole"]);
        let lines = lines(&folder.join("whole"));
        let doubled = [&lines[..], &lines[1..3]].concat();
        let unfinished = doubled[..4].iter().chain(&doubled[1..3]).cloned().collect::<String>();
        for (name, text) in [("doubled", doubled.concat()), ("unfinished", unfinished)] {
            let journal = folder.join(name);
            fs::write(&journal, &text).unwrap();
            complete(folder, &["--journal", name]);
            assert!(fs::read_to_string(&journal).unwrap().starts_with(&text));
            let mut seen = Vec::new();
            Journals::open(&[&journal]).unwrap().read_all(|found| seen.push(found.record)).unwrap();
            seen.sort_by_key(|game| game.game);
            seen.iter_mut().for_each(timeless);
            assert!(seen == games(&folder.join("whole")), "{name}");
        }
    }
    // A different game with the same number is an error everywhere.
    let mut other = games(&matched.join("whole")).remove(0);
    other.result = GameResult::Unscored;
    let text = unchecked(&lines(&matched.join("whole")).concat());
    let text = text + &Journal::line(&other).unwrap();
    fs::write(matched.join("other"), text).unwrap();
    let output = run(&matched, &["--journal", "other"]).output().unwrap();
    assert!(!output.status.success());
    assert!(Journals::open(&[matched.join("other")]).unwrap().read_all(|_| ()).is_err());
}

#[test]
fn merged_shares_equal_the_whole_run() {
    let (_keep, folder) = tournament(10);
    complete(&folder, &["--journal", "whole"]);
    for shard in ["1/3", "2/3", "3/3"] {
        complete(&folder, &["--shard", shard, "--journal", &shard.replace('/', "of")]);
    }
    let merge = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noughts-tournament"));
        command.current_dir(&folder).arg("merge").args(args).output().unwrap()
    };
    let output = merge(&["1of3", "2of3", "3of3", "-o", "merged"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(games(&folder.join("merged")), games(&folder.join("whole")));
    complete(&folder, &["--journal", "merged"]);
    assert_eq!(games(&folder.join("merged")).len(), 20);
    // A journal with another seed is of another tournament.
    complete(&folder, &["--journal", "other", "--seed", "12"]);
    let output = merge(&["1of3", "other", "-o", "mixed"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("seed is 11 in the first but 12 in the second"), "{errors}");
    assert!(!folder.join("mixed").exists());
}

#[test]
fn a_journal_in_use_is_refused() {
    let (_keep, folder) = tournament(1_000_000);
    let mut first = run(&folder, &["--journal", "j"]).stdout(Stdio::null()).spawn().unwrap();
    while fs::read(folder.join("j")).map_or(true, |bytes| bytes.is_empty()) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&folder, &["--journal", "j"]).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&second.stderr);
    assert!(errors.contains("another runner is writing it"), "{errors}");
}

/// Returns the lines of a journal without those of the runs: its header and its
/// games.
fn lines(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap();
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("{\"type\":\"run\""));
    lines.map(str::to_string).collect()
}

/// Makes a folder with a tournament of four engines that play random moves from
/// their seeds.
fn of_four(format: &str) -> tempfile::TempDir {
    let engines: String =
        ["a", "b", "c", "d"].map(|name| format!("[[engine]]\nname = '{name}'\n")).concat();
    let folder = tempfile::tempdir().unwrap();
    let file = format!(
        "game = 'tictactoe'\nformat = '{format}'\npairings = 1\nconcurrency = 3\nseed = 5\n\
         [each]\nnodes = 1\noptions = {{ Search = 'random' }}\n{engines}"
    );
    fs::write(folder.path().join("t.toml"), file).unwrap();
    folder
}

#[test]
fn superseded_games_are_played_again() {
    for format in ["knockout", "swiss"] {
        let folder = of_four(format);
        let folder = folder.path();
        complete(folder, &["--journal", "whole"]);
        let whole = games(&folder.join("whole"));
        let text = unchecked(&lines(&folder.join("whole")).concat());
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_string).collect();
        // Changes the players of the last two games and removes the first game,
        // as if the first game had another result and was lost.
        let last = whole.len();
        let others = ["a", "b", "c", "d"].into_iter().map(str::to_string);
        let others: Vec<String> =
            others.filter(|name| !whole[last - 1].players.contains(name)).collect();
        let others = [others[0].clone(), others[1].clone()];
        let mut first = 0;
        for (place, line) in lines.iter_mut().enumerate().skip(1) {
            let Ok(Entry::Game(mut game)) = serde_json::from_str(line) else { panic!("{line}") };
            if game.game == 1 {
                first = place;
            }
            if game.game + 2 > last {
                game.players = others.clone();
                *line = Journal::line(&game).unwrap();
            }
        }
        lines.remove(first);
        let journal = folder.join("other");
        fs::write(&journal, lines.concat()).unwrap();
        // Before they are replayed, readers see the old games.
        let read_all = |journal: &Path| {
            let mut games = Vec::new();
            Journals::open(&[journal]).unwrap().read_all(|found| games.push(found.record)).unwrap();
            games.sort_by_key(|game| game.game);
            games.iter_mut().for_each(timeless);
            games
        };
        assert_eq!(read_all(&journal).len(), last - 1);
        let output = complete(folder, &["--journal", "other"]);
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        for game in [last - 1, last] {
            assert!(shown.contains(&format!("game {game} of the journal no longer")), "{shown}");
        }
        assert!(read_all(&journal) == whole, "{format}");
        let written = fs::read(&journal).unwrap();
        assert!(written.starts_with(lines.concat().as_bytes()));
        complete(folder, &["--journal", "other"]);
        assert_eq!(fs::read(&journal).unwrap(), written);
    }
}

#[test]
fn a_decided_test_stays_decided() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = "game = 'tictactoe'\npairings = 1000\nseed = 5\n\
                sprt = { elo0 = 0, elo1 = 100 }\n[each]\nnodes = 50\n\
                [[engine]]\nname = 'better'\noptions = { Search = 'mcts' }\n\
                [[engine]]\nname = 'worse'\noptions = { Search = 'random' }\n";
    fs::write(folder.join("t.toml"), file).unwrap();
    let journal = folder.join("j");
    let accepted = || {
        let output = run(folder, &["--journal", "j"]).output().unwrap();
        assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
        games(&journal)
    };
    let whole = accepted();
    assert!(whole.len() > 8 && whole.len() < 2000, "{}", whole.len());
    assert_eq!(accepted(), whole);
    // A truncated journal needs the same games again.
    fs::write(&journal, lines(&journal)[..whole.len() - 4].concat()).unwrap();
    assert_eq!(accepted(), whole);
    // Games that ended after the decision do not change it, whatever their
    // results.
    let mut text = unchecked(&lines(&journal).concat());
    for number in whole.len() + 1..=whole.len() + 20 {
        let mut record = whole[usize::from(number.is_multiple_of(2))].clone();
        record.result = if record.players[0] == "better" { GameResult::O } else { GameResult::X };
        record.game = number;
        (record.pairing, record.meeting) = (number.div_ceil(2), number.div_ceil(2));
        text += &Journal::line(&record).unwrap();
    }
    fs::write(&journal, text).unwrap();
    assert_eq!(accepted().len(), whole.len() + 20);
}
