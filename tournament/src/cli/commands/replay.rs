//! The command `replay`: sends the lines of a transcript to an engine again and
//! shows its replies, to reproduce a fault.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use noughts_client::process::Process;
use noughts_client::text::printable;
use noughts_client::{Program, is_gomocup_answer};
use noughts_tournament::files::access;
use noughts_tournament::run::logs::{LAUNCHED, Launched};

use crate::cli::common::builtin;
use crate::cli::common::console::{self, Unshown};
use crate::cli::common::end::misuse;

/// Arguments of the command `replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The transcript of one engine in one game
    file: PathBuf,
    /// Seconds to wait for a reply, and for the engine to end after the last
    /// line
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    wait: u64,
    /// The command that starts the engine; by default the one in the transcript
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

/// A line of a transcript that the replay needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A line to send to the engine.
    Send(String),
    /// A reply of the engine to wait for.
    Reply,
}

/// The first words of the replies that end a wait.
const REPLIES: &[&str] = &["ugiok", "uciok", "readyok", "bestmove", "response"];

fn is_reply(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next();
    first.is_some_and(|word| REPLIES.contains(&word)) || is_gomocup_answer(line)
}

/// Returns how the engine was started, if the transcript says so, and the steps
/// to replay.
fn read(text: &str) -> (Option<Launched>, Vec<Step>) {
    let mut launched = None;
    let mut steps = Vec::new();
    for line in text.lines() {
        if let Some(json) = line.strip_prefix(LAUNCHED) {
            launched = serde_json::from_str(json).ok();
        }
        let Some((_, line)) = line.split_once(' ') else { continue };
        if let Some(sent) = line.strip_prefix("> ") {
            steps.push(Step::Send(sent.to_string()));
        } else if line.strip_prefix("< ").is_some_and(is_reply) {
            steps.push(Step::Reply);
        }
    }
    (launched, steps)
}

/// A running engine; dropping it ends the engine.
struct Conversation {
    engine: Process,
    /// The lines to the engine, which a thread writes: an engine may not read.
    input: Sender<String>,
    /// The lines of the engine, which another thread reads.
    lines: Receiver<String>,
    began: Instant,
}

/// The lines of the engine that may wait to be shown.
const WAITING_LINES: usize = 1000;
/// A longer line is cut into several.
const MAX_LINE: u64 = 1 << 20;

impl Replay {
    /// Replays the transcript.
    pub(crate) fn play(&self) -> anyhow::Result<()> {
        let file = self.file.display().to_string();
        let text = access::bytes(&self.file).map_err(|error| {
            misuse(&file, format_args!("cannot be read: {}", access::reason(&error)))
        })?;
        let (launched, steps) = read(&String::from_utf8_lossy(&text));
        if steps.is_empty() {
            return Err(misuse(&file, "not a transcript: it has no line to an engine").into());
        }
        let mut engine = self.start(launched)?;
        let wait = Duration::from_secs(self.wait);
        for step in &steps {
            match step {
                Step::Send(line) => engine.send(line)?,
                Step::Reply => engine.listen(wait, true)?,
            }
        }
        engine.listen(wait, false)?;
        let end = match engine.engine.status() {
            Some(status) => format!("# the engine ended, {status}\n"),
            None => "# the engine is still running\n".to_string(),
        };
        Ok(console::show(&end)?)
    }

    fn start(&self, launched: Option<Launched>) -> anyhow::Result<Conversation> {
        let (program, args) = match (&self.command[..], launched.as_ref().map(|l| &l.program)) {
            ([program, args @ ..], _) => (program.into(), args.to_vec()),
            ([], Some(Program::Command { path, args })) => (path.clone(), args.clone()),
            ([], Some(Program::Builtin)) => builtin::program()?,
            ([], None) => bail!(
                "the transcript does not say how to start the engine; give its command after --"
            ),
        };
        let mut command = Command::new(&program);
        command.args(args);
        if let Some(launched) = &launched {
            command.envs(&launched.env);
            if let Some(folder) = &launched.dir {
                command.current_dir(folder);
            }
        }
        let started = Process::spawn(command, Some(&builtin::guard()?));
        let (engine, mut stdin, output) =
            started.with_context(|| format!("cannot start \"{}\"", program.display()))?;
        let (input, to_write) = channel::<String>();
        // A failed write is ignored: the replay shows the end of the engine later.
        let write = move || {
            to_write
                .iter()
                .try_for_each(|line| writeln!(stdin, "{line}").and_then(|()| stdin.flush()))
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        let listen = move || {
            let (mut output, mut line) = (BufReader::new(output), Vec::new());
            while let Ok(1..) = (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line));
                if sender.send(text.into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        };
        thread::Builder::new().spawn(write)?;
        thread::Builder::new().spawn(listen)?;
        Ok(Conversation { engine, input, lines, began: Instant::now() })
    }
}

impl Conversation {
    fn show(&self, sign: char, line: &str) -> Result<(), Unshown> {
        let time = self.began.elapsed().as_secs_f64();
        console::show(&format!("{time:.6} {sign} {}\n", printable(line, 10_000)))
    }

    /// Sends a line.
    fn send(&mut self, line: &str) -> Result<(), Unshown> {
        self.show('>', line)?;
        let _ = self.input.send(line.to_string());
        Ok(())
    }

    /// Shows the lines of the engine until `patience` has passed or, with
    /// `to_reply`, up to a reply.
    fn listen(&mut self, patience: Duration, to_reply: bool) -> Result<(), Unshown> {
        let until = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.show('<', line.trim_end_matches('\r'))?;
                    // An engine may write without end.
                    if to_reply && is_reply(&line) || Instant::now() >= until {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    // The exit status is available shortly after the end of the
                    // output: wait for up to a second.
                    let _ = (0..100).find(|_| {
                        thread::sleep(Duration::from_millis(10));
                        self.engine.status().is_some()
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
    fn a_transcript_is_read() {
        let (launched, steps) = read(
            "# game 3, a > b\n# started as {\"program\":\"builtin\",\"dir\":null,\"env\":{}}\n\
             0.000001 > ugi\n0.1 < id name > x\n0.2 < ugiok\n0.3 > go nodes 1\n\
             0.4 < info string bestmove\n0.5 < bestmove a1\n! bestmove\n",
        );
        assert_eq!(launched.map(|l| l.program), Some(Program::Builtin));
        let sent = |text: &str| Step::Send(text.to_string());
        assert_eq!(steps, [sent("ugi"), Step::Reply, sent("go nodes 1"), Step::Reply]);
        let gomocup = "0.1 > START 20\n0.2 < MESSAGE 1,2\n0.3 < OK\n0.4 > BEGIN\n0.5 < 9,9\n";
        assert_eq!(read(gomocup).1, [sent("START 20"), Step::Reply, sent("BEGIN"), Step::Reply]);
        assert_eq!(read("nothing of the kind"), (None, vec![]));
    }
}
