//! The engine on a terminal: lines with editing and history. Replies appear
//! above the line that is being typed.

mod interpreter;
mod screen;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use crossbeam_channel::{Sender, unbounded};
use noughts::engine::{self, Line, Options};
use noughts::protocol::{Command, Reply};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use super::protocol::NO_OUTPUT;
use interpreter::{Action, Interpreter};
use screen::{PROMPT, Screen, Watcher};

/// The longest wait for replies before the next prompt. Replies of longer
/// searches appear above the line that is being typed.
const PATIENCE: Duration = Duration::from_millis(200);

/// Terminals that cannot move their cursor.
const PLAIN_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Whether input and output are a terminal on which lines can be edited.
pub(crate) fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_plain()
}

fn is_plain() -> bool {
    std::env::var("TERM").is_ok_and(|term| PLAIN_TERMINALS.contains(&term.as_str()))
}

/// Runs the engine on the lines that a person types. The names of subcommands
/// cannot be typed.
pub(crate) fn converse(options: Options, subcommands: Vec<String>) -> anyhow::Result<ExitCode> {
    greet();
    let screen = Arc::<Screen>::default();
    // Pasted lines run one by one.
    let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
    let mut editor =
        Editor::with_history(config, MemHistory::new()).context("the terminal cannot be used")?;
    editor.set_helper(Some(Watcher(Arc::clone(&screen))));
    let interpreter = Interpreter::new(&options, subcommands);
    let expected = Arc::<OwedReplies>::default();
    let (sender, lines) = unbounded();
    let mut replies = Replies { screen: Arc::clone(&screen), expected: Arc::clone(&expected) };
    let engine =
        thread::spawn(move || engine::run(options, &lines, &mut |reply| replies.show(reply)));
    let typed = Prompt { editor, screen, interpreter, engine: sender, expected }.run();
    // The prompt is gone, so the engine sees the end of its input.
    let ended = engine.join().map_err(|_| anyhow!("the engine has failed"))?;
    ended.context(NO_OUTPUT)?;
    typed.context("the terminal cannot be read")?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what the program is and what to type.
fn greet() {
    let version = env!("CARGO_PKG_VERSION");
    // Without standard error nobody would read the greeting.
    let _ = writeln!(
        io::stderr(),
        "noughts {version}, an engine for noughts and crosses. To play a game: noughts play\n\
         Type moves (d4 d5), game tictactoe, go, undo, help or quit."
    );
}

/// Reads lines and sends commands.
struct Prompt {
    editor: Editor<Watcher, MemHistory>,
    screen: Arc<Screen>,
    interpreter: Interpreter,
    engine: Sender<Line>,
    expected: Arc<OwedReplies>,
}

impl Prompt {
    /// Runs until `quit`, the end of input, or Ctrl-C without a search.
    fn run(mut self) -> rustyline::Result<()> {
        loop {
            self.screen.begin_line();
            let line = self.editor.readline(PROMPT);
            self.screen.end_line();
            match line {
                Ok(line) => {
                    if !self.expected.is_searching() {
                        self.interpreter.search_ended();
                    }
                    // During an endless search the engine refuses a `go`.
                    let refuses_go = self.interpreter.is_endless();
                    for action in self.interpreter.interpret(&line) {
                        match action {
                            Action::Say(text) => writeln!(io::stderr(), "{text}")?,
                            Action::Send(line) => {
                                if !self.send(line, refuses_go) {
                                    return Ok(());
                                }
                            }
                        }
                    }
                    self.wait();
                }
                Err(ReadlineError::Interrupted) if self.expected.is_searching() => {
                    self.interpreter.interpret("stop");
                    self.send("stop".to_string(), false);
                    self.wait();
                }
                Err(ReadlineError::Interrupted) => {
                    self.send("quit".to_string(), false);
                    return Ok(());
                }
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a line and returns whether the engine reads further lines.
    fn send(&self, line: String, refuses_go: bool) -> bool {
        let command = Command::parse(&line).ok().flatten();
        match command {
            Some(Command::IsReady) => self.expected.change(|owed| owed.ready.push_back(true)),
            Some(Command::Go(_)) if !refuses_go => self.expected.change(|owed| owed.moves += 1),
            _ => {}
        }
        self.engine.send(Line::now(line)).is_ok() && command != Some(Command::Quit)
    }

    /// Waits until the replies to the typed line have been printed, so that
    /// they precede the next prompt: for `readyok`, which follows them, and for
    /// the answers of searches that end by themselves.
    fn wait(&self) {
        self.expected.change(|owed| owed.ready.push_back(false));
        if self.engine.send(Line::now("isready")).is_ok() {
            self.expected.wait(!self.interpreter.is_endless());
        }
    }
}

/// Prints the replies that a person has asked for.
struct Replies {
    screen: Arc<Screen>,
    expected: Arc<OwedReplies>,
}

impl Replies {
    fn show(&mut self, reply: &Reply) -> io::Result<()> {
        let mut is_wanted = true;
        if *reply == Reply::ReadyOk {
            self.expected.change(|owed| is_wanted = owed.ready.pop_front().unwrap_or(true));
        }
        if is_wanted {
            self.screen.print(&reply.to_string())?;
        }
        if matches!(reply, Reply::BestMove { .. }) {
            self.expected.change(|owed| owed.moves = owed.moves.saturating_sub(1));
        }
        Ok(())
    }
}

/// The replies that the engine owes.
#[derive(Default)]
struct OwedReplies {
    owed: Mutex<Owed>,
    changed: Condvar,
}

#[derive(Default)]
struct Owed {
    /// For each `readyok`, whether a person has asked for it.
    ready: VecDeque<bool>,
    /// The number of `bestmove`s to come.
    moves: usize,
}

impl OwedReplies {
    fn change(&self, change: impl FnOnce(&mut Owed)) {
        change(&mut self.owed.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    fn is_searching(&self) -> bool {
        self.owed.lock().unwrap_or_else(PoisonError::into_inner).moves > 0
    }

    /// Waits, at most for [`PATIENCE`], for all `readyok`s and, with
    /// `for_moves`, for all `bestmove`s.
    fn wait(&self, for_moves: bool) {
        let owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_owed = |owed: &mut Owed| !owed.ready.is_empty() || for_moves && owed.moves > 0;
        // It does not matter whether they arrived in time.
        let _ = self.changed.wait_timeout_while(owed, PATIENCE, is_owed);
    }
}
