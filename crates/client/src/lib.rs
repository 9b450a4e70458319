//! One engine process seen from outside, over its standard input and output: start,
//! handshake, options, positions, searches, queries, end. It speaks UGI, UCI and the
//! Gomocup protocol. Every wait has a deadline and ends with a reply or a named fault.
//!
//! The rooms, from the ground up; each imports only those before it:
//!
//! - [`base`]: text for people, names of values, the clock, threads, simulations of time;
//! - [`program`]: why a file cannot be started;
//! - [`config`]: how an engine is started and limited, as plain data;
//! - [`process`]: a child process, its pipes, its resources, and the watchdog that ends it;
//! - [`connection`]: lines to and from a process, the transcript, and the faults;
//! - [`options`]: the options that an engine declares, and the commands that set them;
//! - [`evaluation`]: what an engine reports of a search, and its answer;
//! - [`gomocup`]: the state and the lines of an engine of the Gomocup protocol;
//! - [`session`]: a running engine;
//! - [`start`]: starts an engine, and detects its dialect.

pub mod base;
pub mod config;
pub mod connection;
pub mod evaluation;
pub mod gomocup;
pub mod options;
pub mod process;
pub mod program;
pub mod session;
pub mod start;

pub use base::{names, seconds, simulation, stop, text, threads, time};
pub use config::{ARGUMENTS, Deadlines, Dialect, EngineConfig, Limits, Program, Rules, RulesError};
pub use connection::Connection;
pub use connection::fault;
pub use evaluation::{Answer, Evaluation, MAX_PV};
pub use gomocup::{Swap2Answer, Unsuitable, is_gomocup_answer};
pub use options::OptionError;
pub use process::{Host, Link, StderrTail, ThisMachine, Usage, watchdog};
pub use session::{Answers, Engine, SearchEvent};
pub use start::{Greeting, Launch, START_ATTEMPTS, StartError};
