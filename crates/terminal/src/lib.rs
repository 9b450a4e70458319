//! What the programs `noughts` and `noughts-tournament` do with a terminal.
//!
//! | module | what it does |
//! |---|---|
//! | `busy` | shows a spinner during long work |
//! | `color` | chooses colours and has the styles |
//! | `nearest` | suggests the name that a mistyped word means |
//! | `output` | writes to standard output and standard error |
//! | `packaging` | makes man pages and completions |

mod busy;
mod color;
mod nearest;
mod output;
mod packaging;

pub use busy::{Busy, PATIENCE, TICK, busy};
pub use color::{BAD, COMMAND, FAINT, HEADING, choose_colors, styled};
pub use nearest::{did_you_mean, nearest};
pub use output::{Unshown, complain, complain_error, show, width, wrapped};
pub use packaging::{Completions, Man, Unwritten};
