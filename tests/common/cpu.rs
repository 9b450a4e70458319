//! Time on a processor: where a machine does other work too, a fairer measure
//! than the clock on the wall, which takes its place where it is not known.
#![allow(dead_code, unreachable_pub)]

use std::time::Duration;

/// The time that this thread has computed for.
#[cfg(target_os = "linux")]
pub fn of_thread() -> Duration {
    clock(rustix::time::ClockId::ThreadCPUTime)
}

/// The time that all threads of this process have computed for.
#[cfg(target_os = "linux")]
pub fn of_process() -> Duration {
    clock(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(target_os = "linux")]
fn clock(id: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(id);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere, the time that has passed.
#[cfg(not(target_os = "linux"))]
pub fn of_thread() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Elsewhere, the time that has passed.
#[cfg(not(target_os = "linux"))]
pub fn of_process() -> Duration {
    of_thread()
}
