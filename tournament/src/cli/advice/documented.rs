//! The test that the documents name only commands and options that exist.

use std::fs;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};

use crate::cli::Arguments;

/// Returns the texts of code in a page: the lines of blocks, a backslash joining
/// lines, and the spans in sentences.
fn code(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 1 {
            let block = part.replace("\\\n", " ");
            found.extend(block.lines().skip(1).map(str::to_string));
        } else {
            found.extend(part.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")));
        }
    }
    found
}

/// Returns the option with this name of a command, or of the whole program.
fn option<'a>(program: &'a Command, command: &'a Command, name: &str) -> Option<&'a Arg> {
    let mut all = command.get_arguments().chain(program.get_arguments());
    all.find(|argument| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long() == Some(name) || aliases.contains(&name)
    })
}

/// Returns the options in a text of code that its command does not have.
fn unknown(program: &Command, text: &str) -> Vec<String> {
    let words = shlex::split(text);
    let words = words.unwrap_or_else(|| text.split_whitespace().map(str::to_string).collect());
    let start = words.iter().position(|word| word.ends_with(program.get_name()));
    let words = &words[start.map_or(0, |start| start + 1)..];
    let Some(command) = words.first().and_then(|word| program.find_subcommand(word)) else {
        return Vec::new();
    };
    let (mut missing, mut values) = (Vec::new(), 0_usize);
    for word in &words[1..] {
        if ["--", "|", ">", "&&", ";"].contains(&word.as_str()) {
            break;
        }
        let Some(long) = word.strip_prefix("--") else {
            // The words after the engine are its arguments.
            if ["check", "ladder"].contains(&command.get_name()) && values == 0 {
                break;
            }
            values = values.saturating_sub(1);
            continue;
        };
        let (name, value) = long.split_once('=').map_or((long, None), |(n, v)| (n, Some(v)));
        let name = name.trim_end_matches([',', ';', ')']);
        values = 0;
        match option(program, command, name) {
            Some(argument) => {
                values = usize::from(argument.get_action().takes_values() && value.is_none());
            }
            None if ["help", "version"].contains(&name) => {}
            None => missing.push(format!("{} --{name}", command.get_name())),
        }
    }
    missing
}

#[test]
fn the_documents_name_only_options_that_exist() {
    let program = Arguments::command();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut checked, mut wrong) = (0, Vec::new());
    for folder in ["", "docs", "tournament"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            for text in code(&fs::read_to_string(&path).unwrap()) {
                checked += usize::from(text.contains(" --"));
                let missing = unknown(&program, &text);
                wrong.extend(missing.iter().map(|it| format!("{}: {it}", path.display())));
                // An option without a command belongs to one of the commands.
                let alone = text.strip_prefix("--").filter(|_| folder == "tournament");
                if let Some(name) = alone.and_then(|rest| rest.split([' ', '=', '[']).next())
                    && !["", "help", "version"].contains(&name)
                    && !program.get_subcommands().any(|it| option(&program, it, name).is_some())
                {
                    wrong.push(format!("{}: --{name}", path.display()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(checked > 50, "only {checked} texts with options found");
}

#[test]
fn wrong_options_are_found() {
    let program = Arguments::command();
    let unknown = |text: &str| unknown(&program, text).join(" ");
    assert_eq!(unknown("report --strict"), "report --strict");
    assert_eq!(
        unknown("first$ noughts-tournament run x.toml --shard 1/2 --jornal a"),
        "run --jornal"
    );
    assert_eq!(unknown("follow '*' --running 'squeue --noheader' --every=3"), "");
    assert_eq!(unknown("noughts-tournament check --dialect uci ./engine --its-argument"), "");
    assert_eq!(unknown("replay FILE -- gdb --args ./b"), "");
}
