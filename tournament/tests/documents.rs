//! The commands of README.md and docs are run, and what the documents show of
//! their output is what they print. The table in `long_commands.md` lists the
//! commands that take too long.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::pattern::matches;

/// The head of the table of commands that the tests do not run.
const LONG_COMMANDS: &str = "| command | why | last run |";

/// A command of a page.
struct Shown {
    command: String,
    /// The output in the page; `…` in it stands for any text, and a line of it
    /// for any lines.
    output: Option<Vec<String>>,
    /// Lines of the output that a block further down the section shows.
    excerpt: Vec<String>,
}

impl Shown {
    fn new(command: String) -> Shown {
        Shown { command, output: None, excerpt: Vec::new() }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the workspace")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a page")
}

/// Returns the commands of a page: the lines of blocks of `sh`, those behind
/// the `$` of other blocks, and the code in tables that begins like one. A block of
/// `text` in the same section as a block of `sh`, and after it, shows lines of its
/// output, unless it begins with a command.
fn commands(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut lines = text.lines();
    // Whether the last command is of this section and has shown no output.
    let mut has_command = false;
    while let Some(line) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| line.trim_start() != "```");
            let block: Vec<&str> = block.collect();
            match (language, &block[..]) {
                ("sh", block) => {
                    found.extend(script(block));
                    has_command = true;
                }
                (_, [first, output @ ..]) if first.starts_with("$ ") => found.push(Shown {
                    output: Some(output.iter().map(ToString::to_string).collect()),
                    ..Shown::new(first[2..].to_string())
                }),
                ("text", [first, ..]) if has_command && !is_command_like(first) => {
                    let last = found.last_mut().expect("a command");
                    last.excerpt = block.iter().map(ToString::to_string).collect();
                    has_command = false;
                }
                _ => {}
            }
        } else if line.starts_with('#') {
            has_command = false;
        } else if line == LONG_COMMANDS {
            lines.by_ref().take_while(|line| line.starts_with('|')).for_each(drop);
        } else if line.starts_with('|') {
            let code = line.split('`').skip(1).step_by(2);
            let is_command = |code: &&str| {
                ["noughts ", "noughts-tournament ", "cargo ", "docs/scripts/"]
                    .iter()
                    .any(|start| code.starts_with(start))
                    && !code.contains(['…', '['])
            };
            found.extend(code.filter(is_command).map(|code| Shown::new(code.to_string())));
        }
    }
    found
}

/// Returns the commands of a block, a backslash joining lines.
fn script(block: &[&str]) -> Vec<Shown> {
    let text = block.join("\n").replace("\\\n", " ");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let commands = text.lines().map(words).filter(|line| !line.is_empty());
    commands.map(Shown::new).collect()
}

/// Whether a block that begins with this line has commands, not output.
fn is_command_like(line: &str) -> bool {
    ["noughts", "cargo ", "target/", "setoption ", "> "].iter().any(|start| line.starts_with(start))
}

/// The patterns of the commands that take long.
fn long_commands() -> Vec<String> {
    let text = include_str!("long_commands.md");
    let table = text.lines().skip_while(|line| *line != LONG_COMMANDS).skip(2);
    let rows = table.take_while(|line| line.starts_with("| `"));
    rows.map(|row| row.split('`').nth(1).expect("a command").to_string()).collect()
}

fn is_long(command: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| matches(command, pattern))
}

/// The folder of both programs; `cargo test -p noughts-tournament` alone does
/// not build the engine.
fn programs() -> PathBuf {
    let runner = Path::new(env!("CARGO_BIN_EXE_noughts-tournament"));
    let folder = runner.parent().expect("a folder").to_path_buf();
    if !folder.join("noughts").exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--package", "noughts", "--bin", "noughts"]).current_dir(root());
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success(), "the engine is not built");
    }
    folder
}

/// The output without spaces at the ends of lines.
fn lines_of(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(|line| line.trim_end().to_string()).collect()
}

/// Whether the lines match the patterns, of which `…` stands for any lines.
fn agree(lines: &[String], patterns: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "…" => {
            (0..=lines.len()).any(|skipped| agree(&lines[skipped..], rest))
        }
        Some((pattern, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| matches(line, pattern) && agree(others, rest)),
    }
}

/// Whether the lines of an excerpt, as patterns, occur in this order.
fn has_excerpt(lines: &[String], excerpt: &[String]) -> bool {
    let mut lines = lines.iter();
    excerpt.iter().all(|pattern| lines.any(|line| matches(line, pattern)))
}

/// Runs the commands of a page one after the other, in a folder that looks
/// like that of the project.
fn run_commands(name: &str, least: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["docs", "tests", "tournament"] {
        symlink(root().join(part), folder.path().join(part)).expect("a link");
    }
    let programs = programs();
    fs::create_dir(folder.path().join("target")).expect("a folder");
    symlink(&programs, folder.path().join("target/release")).expect("a link");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", programs.display());

    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let long = long_commands();
    let mut found = 0;
    for Shown { command, output, excerpt } in commands(&page(name)) {
        if is_long(&command, &long) {
            continue;
        }
        found += 1;
        if command.contains(".py") && !has_python {
            println!("skipped, because there is no python3: {command}");
            continue;
        }
        println!("$ {command}");
        let done = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("sh runs");
        let status = done.status.code();
        // A test that is decided has a status of its own.
        let is_test = command.contains("--sprt");
        let is_well = status == Some(0) || (is_test && matches!(status, Some(5 | 6)));
        let (shown, errors) = (lines_of(&done.stdout), lines_of(&done.stderr).join("\n"));
        assert!(
            is_well,
            "{name}: {command}\nends with {status:?}:\n{}\n{errors}",
            shown.join("\n")
        );
        if let Some(output) = output {
            let printed = shown.join("\n");
            assert!(agree(&shown, &output), "{name}: {command}\nprints\n{printed}");
        }
        assert!(
            has_excerpt(&shown, &excerpt),
            "{name}: {command}\nprints\n{}\nand not\n{}",
            shown.join("\n"),
            excerpt.join("\n")
        );
    }
    assert!(found >= least, "{name}: only {found} commands found");
}

#[test]
fn the_commands_of_the_readme_work() {
    run_commands("README.md", 8);
}

#[test]
fn the_commands_of_the_games_work() {
    run_commands("docs/games.md", 5);
}

#[test]
fn the_commands_of_the_searches_work() {
    run_commands("docs/searches.md", 1);
}

#[test]
fn the_commands_of_the_strength_work() {
    run_commands("docs/strength.md", 4);
}

#[test]
fn the_commands_of_the_truth_work() {
    run_commands("docs/truth.md", 3);
}

#[test]
fn the_commands_of_the_puzzles_work() {
    run_commands("docs/puzzles.md", 3);
}

#[test]
fn the_commands_of_reviews_and_checks_work() {
    run_commands("docs/review.md", 1);
    run_commands("docs/check.md", 1);
}

#[test]
fn the_commands_of_the_installation_work() {
    run_commands("docs/install.md", 5);
}

#[test]
fn the_commands_for_engines_work() {
    run_commands("docs/engine-author.md", 6);
}

#[test]
fn the_commands_for_guis_work() {
    run_commands("docs/gui-author.md", 4);
}

#[test]
fn the_commands_of_the_tournament_work() {
    run_commands("docs/tournament.md", 10);
}

#[test]
fn the_commands_of_the_gomocup_page_work() {
    run_commands("docs/gomocup.md", 1);
}

/// The reference is too long to run all its commands. This one needs an engine that
/// `.ci/run` installs.
#[test]
fn the_check_of_fairy_stockfish_is_the_one_of_the_reference() {
    let engine = "/usr/games/fairy-stockfish";
    if !Path::new(engine).exists() {
        println!("skipped, because there is no {engine}");
        return;
    }
    let text = page("tournament/README.md");
    let (_, after) =
        text.split_once(&format!("(`noughts-tournament check {engine}`)")).expect("it");
    let block: Vec<String> = after
        .lines()
        .skip_while(|line| *line != "```text")
        .skip(1)
        .take_while(|line| *line != "```")
        .map(str::to_string)
        .collect();
    let done = Command::new(programs().join("noughts-tournament"))
        .args(["check", engine])
        .output()
        .expect("the runner runs");
    let shown = lines_of(&done.stdout);
    assert!(block.len() > 1 && has_excerpt(&shown, &block), "{}", shown.join("\n"));
}

#[test]
fn every_page_is_tested_and_every_long_command_is_in_one() {
    let tested = include_str!("documents.rs");
    let mut all = vec!["README.md".to_string(), "CONTRIBUTING.md".to_string()];
    for entry in fs::read_dir(root().join("docs")).expect("the pages") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        if name.ends_with(".md") {
            all.push(format!("docs/{name}"));
        }
    }
    let patterns = long_commands();
    let mut known = Vec::new();
    for name in &all {
        let commands = commands(&page(name));
        let is_run = tested.contains(&format!("run_commands(\"{name}\""));
        for Shown { command, .. } in commands {
            assert!(is_run || is_long(&command, &patterns), "{name}: nothing runs {command}");
            known.push(command);
        }
    }
    for pattern in &patterns {
        let is_used = known.iter().any(|command| matches(command, pattern));
        assert!(is_used, "long_commands.md: no page has {pattern}");
    }
}

#[test]
fn the_scripts_are_well_formed() {
    for entry in fs::read_dir(root().join("docs/scripts")).expect("the scripts") {
        let script = entry.expect("an entry").path();
        let is_python = script.extension().is_some_and(|extension| extension == "py");
        let mut check = Command::new(if is_python { "python3" } else { "sh" });
        if is_python {
            check.args(["-c", "import sys; compile(open(sys.argv[1]).read(), 'it', 'exec')"]);
        } else {
            check.arg("-n");
        }
        let checked = check.arg(&script).status().expect("the interpreter runs");
        assert!(checked.success(), "{}", script.display());
    }
}
