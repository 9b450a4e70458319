//! An engine process with two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_noughts");

/// Far longer than any reply takes: turns a hang into a failure.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    /// The lines of its output, without the ends.
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().expect("it is a pipe");
        let (sender, lines) = unbounded();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = String::from_utf8(line.expect("it can be read")).expect("it is text");
                assert!(!line.contains('\r'), "{line:?}");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes.as_bytes()).expect("the engine reads");
    }

    /// Waits for the next line.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Waits for a line for which `is_last` holds, and returns the lines up to
    /// it.
    pub(crate) fn until(&self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| is_last(line)) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input, waits for the process to end, and returns its status
    /// and remaining lines.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>) {
        self.input = None;
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return (status, self.lines.iter().collect());
            }
            assert!(Instant::now() < deadline, "the engine does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Kills the process of a failed test.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
