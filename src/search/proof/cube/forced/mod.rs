//! Wins by threats alone, and the moves that parry them.

pub(crate) mod defence;
pub(crate) mod distance;
pub(crate) mod forcing;
pub(crate) mod sequence;

pub(crate) use defence::{Danger, Defence, Survivors, Threat};
pub(crate) use distance::{FoundWin, forced_win_within, soonest_win, win_within};
pub(crate) use forcing::{ForcingResult, ForcingSearch};
