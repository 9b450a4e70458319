//! The program in a pseudo-terminal, and what its user would see.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use super::{Folder, PATIENCE};

/// The running program.
type Running = Box<dyn Child + Send + Sync>;

/// How long a text stands still before it counts as whole, and after how long one that does
/// not stand still is taken.
const STILL: Duration = Duration::from_millis(20);
const RESTLESS: Duration = Duration::from_millis(500);

/// A terminal with the program in it.
pub(crate) struct Terminal {
    screen: Arc<Mutex<Parser>>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Running,
    /// The working folder.
    pub(crate) folder: Folder,
}

fn size(width: u16, height: u16) -> PtySize {
    PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size")
}

/// Starts `noughts play` in a terminal of this size, with these arguments and
/// variables.
fn start(
    (width, height): (u16, u16),
    arguments: &str,
    variables: &[(&str, &str)],
    folder: &Folder,
) -> (Box<dyn MasterPty + Send>, Running) {
    let pair = native_pty_system().openpty(size(width, height)).expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_noughts"));
    command.arg("play");
    command.args(arguments.split_whitespace());
    command.cwd(folder.path());
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    command.env("NOUGHTS_DATA", folder.path().join("data"));
    variables.iter().for_each(|(name, value)| command.env(name, value));
    (pair.master, pair.slave.spawn_command(command).expect("the program starts"))
}

/// Closes the terminal of a running program and waits for its end.
pub(crate) fn close_while_running(arguments: &str) {
    let folder = Folder::new();
    let (master, mut child) = start((80, 24), arguments, &[], &folder);
    let mut output = master.try_clone_reader().expect("its output");
    assert!(output.read(&mut [0; 4096]).is_ok_and(|count| count > 0));
    drop((output, master));
    let deadline = Instant::now() + PATIENCE;
    while child.try_wait().expect("it is our child").is_none() {
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("the program goes on without a terminal");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Terminal {
    /// Starts `noughts play` in a terminal of this size, with these arguments
    /// and variables.
    pub(crate) fn open(
        (width, height): (u16, u16),
        arguments: &str,
        variables: &[(&str, &str)],
    ) -> Terminal {
        let folder = Folder::new();
        let (master, child) = start((width, height), arguments, variables, &folder);
        let screen = Parser::new(positive(height), positive(width), 0);
        let screen = Arc::new(Mutex::new(screen));
        let mut output = master.try_clone_reader().expect("its output");
        let seen = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose program has ended may give an error.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().expect("the screen").process(&bytes[..count]);
            }
        });
        let keys = master.take_writer().expect("its input");
        Terminal { screen, keys, master, child, folder }
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    pub(crate) fn look<T>(&self, look: impl Fn(&vt100::Screen) -> T) -> T {
        look(self.screen.lock().expect("the screen").screen())
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// Waits until the text of the screen is as wanted, and returns it once it stands still:
    /// a picture arrives in parts.
    pub(crate) fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        // The text, since when it stands, and since when it is as wanted.
        let mut last: Option<(String, Instant, Instant)> = None;
        loop {
            let (text, now) = (self.text(), Instant::now());
            last = match (wanted(&text), last) {
                (true, Some((old, since, first))) if old == text => {
                    if now - since >= STILL {
                        return text;
                    }
                    Some((old, since, first))
                }
                // A screen that always changes is taken as it is.
                (true, Some((_, _, first))) if now - first >= RESTLESS => return text,
                (true, Some((_, _, first))) => Some((text.clone(), now, first)),
                (true, None) => Some((text.clone(), now, now)),
                (false, _) => None,
            };
            assert!(now < deadline, "no {what} on the screen:\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for a text on the screen.
    pub(crate) fn await_text(&self, part: &str) -> String {
        self.until(part, |text| text.contains(part))
    }

    /// Waits until a text has left the screen.
    pub(crate) fn await_no(&self, part: &str) -> String {
        self.until(&format!("end of {part}"), |text| !text.contains(part))
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        let mut screen = self.screen.lock().expect("the screen");
        screen.set_size(positive(height), positive(width));
        self.master.resize(size(width, height)).expect("a size");
    }

    /// The process of the program.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits for the program to end.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                return status;
            }
            assert!(Instant::now() < deadline, "the program does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Kills the program of a failed test.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
