//! Running work with the instructions of this processor.
//!
//! The program is compiled for any x86-64. The inner loops of the searches are
//! compiled a second time for the bit and vector instructions that processors
//! have had since 2013, and which version runs is decided here. Both give the
//! same results: integers are exact, and the floating-point operations used
//! (+ − × ÷ and square roots, never fused) are exact by IEEE 754.
//!
//! This module and `allocation` are the only ones with `unsafe` code. What it is
//! worth is what `cargo bench --bench playouts` prints, and `noughts` with and
//! without `--portable`: on one machine (AMD EPYC, two cores) a uniform filling
//! took 297 ns instead of 321, and `mcts` made 1.0 M simulations per second on
//! the empty board of TicTacTrains instead of 0.4 M.

use std::sync::atomic::{AtomicBool, Ordering};

static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Uses the portable versions from now on, or no longer, for comparison.
pub fn use_portable(portable: bool) {
    PORTABLE.store(portable, Ordering::Relaxed);
}

/// Whether the faster versions can and may run.
pub fn is_accelerated() -> bool {
    accelerated().is_some()
}

fn accelerated() -> Option<Detected> {
    Detected::new().filter(|_| !PORTABLE.load(Ordering::Relaxed))
}

/// Instructions that the compiler does not find by itself.
pub trait Instructions: Copy {
    /// The bits of `word` at the ones of `mask`, moved together at the low end
    /// (`pext`).
    fn extract(self, word: u64, mask: u64) -> u64;

    /// The lowest bits of `word` at the ones of `mask` (`pdep`).
    fn deposit(self, word: u64, mask: u64) -> u64;

    /// Does work with the bit instructions but without the vector ones, for
    /// code that the compiler would only make slower with them.
    fn without_vectors<W: Work>(self, work: W) -> W::Output;
}

/// Work that gains from being compiled for newer instructions. `run` and what
/// matters in it must be `#[inline(always)]`.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run(self, instructions: impl Instructions) -> Self::Output;
}

/// Does work with the best instructions there are.
pub fn run<W: Work>(work: W) -> W::Output {
    match accelerated() {
        Some(detected) => detected.run(work),
        None => work.run(Portable),
    }
}

/// What every processor can do.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Instructions for Portable {
    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let (mut extracted, mut place) = (0, 0);
        while mask != 0 {
            extracted |= (word >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        extracted
    }

    fn deposit(self, mut word: u64, mut mask: u64) -> u64 {
        let mut deposited = 0;
        while mask != 0 && word != 0 {
            deposited |= (mask & mask.wrapping_neg()) * (word & 1);
            mask &= mask - 1;
            word >>= 1;
        }
        deposited
    }

    fn without_vectors<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

use imp::Detected;

// Entering code that is compiled for other instructions cannot be said without
// it; the figures stand above.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod imp {
    use super::{Instructions, Work};

    /// Proves that this processor has the instructions of `with_vectors`: only
    /// [`new`](Detected::new) makes one.
    #[derive(Clone, Copy)]
    pub(super) struct Detected(());

    impl Detected {
        pub(super) fn new() -> Option<Detected> {
            let detected = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            detected.then_some(Detected(()))
        }

        pub(super) fn run<W: Work>(self, work: W) -> W::Output {
            // SAFETY: `self` exists, so the instructions do.
            unsafe { with_vectors(self, work) }
        }
    }

    impl Instructions for Detected {
        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { std::arch::x86_64::_pext_u64(word, mask) }
        }

        #[inline(always)]
        fn deposit(self, word: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
        }

        #[inline(always)]
        fn without_vectors<W: Work>(self, work: W) -> W::Output {
            // SAFETY: as above.
            unsafe { bits_only(self, work) }
        }
    }

    // Inlined, it would get the caller's vector instructions.
    #[inline(never)]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn bits_only<W: Work>(detected: Detected, work: W) -> W::Output {
        work.run(detected)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_vectors<W: Work>(detected: Detected, work: W) -> W::Output {
        work.run(detected)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod imp {
    use super::{Portable, Work};

    /// Other instructions are not made use of: there is none.
    pub(super) enum Detected {}

    impl Detected {
        pub(super) fn new() -> Option<Detected> {
            None
        }

        pub(super) fn run<W: Work>(self, work: W) -> W::Output {
            work.run(Portable)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Both instructions on one pair of words.
    struct Both(u64, u64);

    impl Work for Both {
        type Output = [u64; 2];
        fn run(self, instructions: impl Instructions) -> [u64; 2] {
            [instructions.extract(self.0, self.1), instructions.deposit(self.0, self.1)]
        }
    }

    #[test]
    fn both_versions_extract_and_deposit_the_same() {
        let mut random = Random::new(9);
        for _ in 0..10_000 {
            let [word, mask] = [random.next_u64(), random.next_u64() & random.next_u64()];
            assert_eq!(run(Both(word, mask)), Both(word, mask).run(Portable));
        }
        assert_eq!(Both(0b1011_0100, 0b1111_0001).run(Portable), [0b1_0110, 0b1010_0000]);
    }
}
