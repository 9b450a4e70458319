//! The last lines of a run: the files that it wrote, and the commands to use
//! next.

use std::env;
use std::path::Path;

use noughts_tournament::model::config::Config;
use noughts_tournament::run::tournament::summary::Summary;

use crate::cli::common::console::{COMMAND, quoted, styled};

/// The name of this program in suggested commands.
pub(crate) const PROGRAM: &str = "noughts-tournament";

/// Returns the lines about the files of a run and the commands that use them.
pub(crate) fn closing(config: &Config, summary: &Summary) -> Vec<String> {
    let Summary { played, total, .. } = summary;
    let mut lines = Vec::new();
    let is_decided = summary.verdict.is_some();
    let is_stopped = played < total && !is_decided;
    let stopped = if is_stopped {
        format!("stopped after {played} of {total} games; ")
    } else {
        String::new()
    };
    match &config.journal {
        Some(journal) => {
            let path = name_of(journal);
            if is_stopped {
                lines.push(format!("{stopped}the same command plays the rest"));
            }
            lines.push(format!("the journal {path} has the games; next:"));
            lines.push(command(&format!("stats {path}"), "all statistics"));
            lines.push(command(&format!("report {path} --open"), "every game on a page"));
            if summary.earlier == *total || (is_decided && summary.earlier == *played) {
                let another = styled(COMMAND, "--journal ANOTHER --seed N");
                let more = match config.format.is_fixed() && !is_decided {
                    true => format!(
                        "for more games raise {}, or begin another run: {another}",
                        styled(COMMAND, "--pairs")
                    ),
                    false => format!("for more games begin another run: {another}"),
                };
                lines.push(format!("nothing was played; {more}"));
            }
        }
        None => {
            lines.push(format!(
                "{stopped}the games were not kept; with {} they are, for {} and {}",
                styled(COMMAND, "--journal FILE"),
                styled(COMMAND, "stats"),
                styled(COMMAND, "report"),
            ));
        }
    }
    if let Some(folder) = config.transcripts().filter(|folder| folder.is_dir()) {
        let path = name_of(&folder);
        let what = if config.outputs.keep_all { "games" } else { "games with a fault" };
        lines.push(format!("the folder {path} has the transcripts of {what}; to send one again:"));
        lines.push(command(&format!("replay {path}/FILE"), "the lines and the replies"));
    }
    let others = [("records", &config.outputs.records), ("events", &config.outputs.events)];
    for (name, path) in others {
        if let Some(path) = path {
            lines.push(format!("{name}: {}", name_of(path)));
        }
    }
    lines
}

/// Returns the last lines of the demonstration.
pub(crate) fn after_demo() -> Vec<String> {
    vec![
        "this was a demonstration; to play your own engines:".to_string(),
        command("run --engine cmd=./a --engine cmd=./b --each tc=10+0.1", ""),
        command("run --help", "all options"),
    ]
}

fn command(words: &str, meaning: &str) -> String {
    let line = format!("  {}", styled(COMMAND, format_args!("{PROGRAM} {words}")));
    if meaning.is_empty() { line } else { format!("{line}  # {meaning}") }
}

/// Returns a path quoted for a shell, relative to the working directory if it
/// is below that.
pub(crate) fn name_of(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    quoted(&path.strip_prefix(here).unwrap_or(path).display().to_string())
}
