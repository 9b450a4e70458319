//! What the programs `noughts` and `noughts-tournament` do with a terminal.
//!
//! | module | what it does |
//! |---|---|
//! | `busy` | shows a spinner during long work |
//! | `color` | chooses colours and has the styles |
//! | `output` | writes to standard output and standard error |
//! | `packaging` | makes man pages and completions |
//! | `signals` | the signals that ask the program to end |

mod busy;
mod color;
mod output;
mod packaging;
mod signals;

pub use busy::{Busy, PATIENCE, TICK, busy};
pub use color::{BAD, COMMAND, FAINT, HEADING, choose_colors, styled};
pub use output::{Unshown, complain, complain_error, show, width, wrapped};
pub use packaging::{Completions, Man, Unwritten};
pub use signals::{Ending, on_ending};
