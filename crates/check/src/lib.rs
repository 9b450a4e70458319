//! The conformance check: tests rule by rule whether an engine of any game
//! keeps to UGI, UCI or the Gomocup protocol.
//!
//! - [`Rule`]: one rule and the step that tests it; `rules` holds them all,
//!   one file for each subject;
//! - `bench`: the engine process under test, and the waits for its output;
//! - `driver`: runs the steps in order;
//! - [`report`]: the results, as text or JSON.
//!
//! Every step starts its own process, so that a failure in one step does not
//! affect another. A step lists the steps whose rules it relies on; it is
//! skipped when one of those fails.

mod bench;
mod driver;
mod exchange;
mod five;
mod info;
mod known;
mod outcome;
pub mod report;
mod rule;
mod rules;
mod step;
mod subject;

pub use driver::check;
pub use exchange::{ExchangeLine, Who};
pub use outcome::{CheckError, Observer, Outcome};
pub use rule::{Level, Rule, Verdict};
pub use rules::all as rules;
pub use subject::Subject;
