//! The instants of all clocks: those of the system, or of the host where there
//! is no system.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::{Instant, set_clock};

/// WebAssembly has no clock of its own; [`set_clock`] sets that of the host.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod hosted {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, which returns the time since any fixed moment. Only the
    /// first call has an effect; until then time stands still.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, like [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment, zero if it is to come.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
