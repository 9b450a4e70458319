//! The command that plays a transcript again: the same engine is told the same
//! lines, and what it answers is shown, so that a fault can be looked at.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use noughts_tournament::config::Program;
use noughts_tournament::files;
use noughts_tournament::logs::{LAUNCHED, Launched};
use noughts_tournament::text::shown;

use super::builtin;
use super::console::{self, Unshown};
use super::end::misuse;

/// What to play again.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The transcript of an engine in a game
    file: PathBuf,
    /// Seconds to wait for an answer, and for the end behind the last line
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    wait: u64,
    /// The command that starts the engine, if not the one of the transcript
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    /// To the engine.
    Sent(String),
    /// By the engine, and worth waiting for.
    Answered,
}

/// The words with which an engine answers, and so ends a wait.
const ANSWERS: &[&str] = &["ugiok", "uciok", "readyok", "bestmove", "response"];

fn is_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next().is_some_and(|word| ANSWERS.contains(&word))
}

/// What was said, and how the engine was started.
fn read(text: &str) -> (Option<Launched>, Vec<Said>) {
    let mut launched = None;
    let mut said = Vec::new();
    for line in text.lines() {
        if let Some(json) = line.strip_prefix(LAUNCHED) {
            launched = serde_json::from_str(json).ok();
        }
        let Some((_, line)) = line.split_once(' ') else { continue };
        if let Some(sent) = line.strip_prefix("> ") {
            said.push(Said::Sent(sent.to_string()));
        } else if line.strip_prefix("< ").is_some_and(is_answer) {
            said.push(Said::Answered);
        }
    }
    (launched, said)
}

/// An engine that is being told the lines; it ends with this program.
struct Conversation {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    began: Instant,
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Replay {
    /// Plays it again.
    pub(crate) fn play(&self) -> anyhow::Result<()> {
        let file = self.file.display().to_string();
        let text = files::bytes(&self.file)
            .map_err(|error| misuse(&file, format_args!("it cannot be read: {error}")))?;
        let (launched, said) = read(&String::from_utf8_lossy(&text));
        if said.is_empty() {
            return Err(misuse(&file, "it is not a transcript: nothing was sent in it").into());
        }
        let mut engine = self.start(launched)?;
        let wait = Duration::from_secs(self.wait);
        for line in &said {
            match line {
                Said::Sent(line) => engine.send(line)?,
                Said::Answered => engine.listen(wait, true)?,
            }
        }
        engine.listen(wait, false)?;
        let end = match engine.child.try_wait()? {
            Some(status) => format!("# it ended, {status}\n"),
            None => "# it is still running\n".to_string(),
        };
        Ok(console::show(&end)?)
    }

    fn start(&self, launched: Option<Launched>) -> anyhow::Result<Conversation> {
        let (program, args) = match (&self.command[..], launched.as_ref().map(|l| &l.program)) {
            ([program, args @ ..], _) => (program.into(), args.to_vec()),
            ([], Some(Program::Command { path, args })) => (path.clone(), args.clone()),
            ([], Some(Program::Builtin)) => builtin::program()?,
            ([], None) => bail!("the transcript does not tell how the engine was started"),
        };
        let mut command = Command::new(&program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(launched) = &launched {
            command.envs(&launched.env);
            if let Some(folder) = &launched.dir {
                command.current_dir(folder);
            }
        }
        let child = command.spawn();
        let mut child = child.with_context(|| format!("cannot start {}", program.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("the engine has no input or output")
        };
        let (sender, lines) = channel();
        let listen = move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(listen)?;
        Ok(Conversation { child, input, lines, began: Instant::now() })
    }
}

impl Conversation {
    fn show(&self, sign: char, line: &str) -> Result<(), Unshown> {
        let time = self.began.elapsed().as_secs_f64();
        console::show(&format!("{time:.6} {sign} {}\n", shown(line, 10_000)))
    }

    /// An engine that has ended is told in vain; the end is seen later.
    fn send(&mut self, line: &str) -> Result<(), Unshown> {
        self.show('>', line)?;
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        Ok(())
    }

    /// Shows what comes, up to an answer or for so long.
    fn listen(&mut self, patience: Duration, to_answer: bool) -> Result<(), Unshown> {
        let until = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.show('<', line.trim_end_matches('\r'))?;
                    if to_answer && is_answer(&line) {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    // Its status is known a moment after its last word.
                    let _ = (0..100).find(|_| {
                        thread::sleep(Duration::from_millis(10));
                        !matches!(self.child.try_wait(), Ok(None))
                    });
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_are_read() {
        let (launched, said) = read(
            "# game 3, a > b\n# started as {\"program\":\"builtin\",\"dir\":null,\"env\":{}}\n\
             0.000001 > ugi\n0.1 < id name > x\n0.2 < ugiok\n0.3 > go nodes 1\n\
             0.4 < info string bestmove\n0.5 < bestmove a1\n! bestmove\n",
        );
        assert_eq!(launched.map(|l| l.program), Some(Program::Builtin));
        let sent = |text: &str| Said::Sent(text.to_string());
        assert_eq!(said, [sent("ugi"), Said::Answered, sent("go nodes 1"), Said::Answered]);
        assert_eq!(read("nothing of the kind"), (None, vec![]));
    }
}
