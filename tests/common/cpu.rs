//! Processor time: on a busy machine a fairer measure than elapsed time. Where
//! the processor time is unknown, these functions return the elapsed time.
#![allow(dead_code, unreachable_pub)]

use std::time::Duration;

/// The processor time of this thread.
#[cfg(target_os = "linux")]
pub fn of_thread() -> Duration {
    clock(rustix::time::ClockId::ThreadCPUTime)
}

/// The processor time of all threads of this process.
#[cfg(target_os = "linux")]
pub fn of_process() -> Duration {
    clock(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(target_os = "linux")]
fn clock(id: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(id);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The elapsed time since the first call.
#[cfg(not(target_os = "linux"))]
pub fn of_thread() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The elapsed time since the first call.
#[cfg(not(target_os = "linux"))]
pub fn of_process() -> Duration {
    of_thread()
}
