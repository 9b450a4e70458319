//! When a search stops: clocks, deadlines, the stop signal, counted nodes.

pub(crate) mod allotment;
pub(crate) mod clock;
pub(crate) mod meter;
pub(crate) mod report_timer;
pub(crate) mod stop;
pub(crate) mod yield_hook;

pub use allotment::{Allotment, TimeLimits, allot};
pub use clock::Clock;
pub use meter::Meter;
pub(crate) use report_timer::ReportTimer;
pub use stop::{Canceller, Never, Stop};
pub use yield_hook::YieldHook;
