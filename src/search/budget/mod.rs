//! When a search stops: clocks, deadlines, the stop signal, counted nodes.

pub(crate) mod allotment;
pub(crate) mod clock;
pub(crate) mod meter;
pub(crate) mod report_timer;
pub(crate) mod stop;
pub(crate) mod yield_hook;
