//! Selects the version of the inner loops for the processor: [`Hardware`].
//!
//! The program is compiled for any x86-64. The inner loops of the searches are
//! compiled a second time for the bit and vector instructions that processors
//! have had since 2013. On 64-bit ARM, and in WebAssembly compiled with
//! `simd128`, only the network has a second version, for vector instructions. The
//! settings of a search select the version. All versions give the same results:
//! integers are exact, and the floating-point operations used (+ − × ÷ and square
//! roots, never fused) are exact by IEEE 754.
//!
//! Only this folder and `memory::allocation` have `unsafe` code. Its gain can
//! be measured by `cargo bench --bench playouts`, and by `noughts` with and
//! without `--portable`: on one machine (AMD EPYC, two cores) a uniform filling
//! took 297 ns instead of 321, and `mcts` made 1.0 M simulations per second on
//! the empty board of TicTacTrains instead of 0.4 M.

mod dot_products;

pub use dot_products::{DotProducts, DotWork, LANES, Order};
use imp::Detected;

/// The instructions that searches may use. The default is the best set that the
/// processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardware {
    /// Instructions that every processor has.
    Portable,
    /// The bit and vector instructions of newer x86-64 processors, or the vector
    /// instructions of 64-bit ARM and WebAssembly.
    Accelerated(Detected),
}

impl Hardware {
    /// The best set that this processor has.
    pub fn detect() -> Hardware {
        Hardware::all().last().unwrap_or(Hardware::Portable)
    }

    /// All sets that this processor has, the best one last.
    pub fn all() -> impl Iterator<Item = Hardware> {
        [Hardware::Portable].into_iter().chain(Detected::all().map(Hardware::Accelerated))
    }

    /// Runs work compiled for these instructions.
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Hardware::Portable => work.run(Portable),
            Hardware::Accelerated(detected) => imp::run(detected, work),
        }
    }
}

impl Default for Hardware {
    fn default() -> Hardware {
        Hardware::detect()
    }
}

/// Instructions that the compiler does not generate from portable code.
pub trait Instructions: Copy {
    /// The bits of `word` at the ones of `mask`, moved together at the low end
    /// (`pext`).
    fn extract(self, word: u64, mask: u64) -> u64;

    /// The lowest bits of `word` at the ones of `mask` (`pdep`).
    fn deposit(self, word: u64, mask: u64) -> u64;

    /// Runs work with the bit instructions but without the vector ones, for
    /// code that the compiler would make slower with them.
    fn without_vectors<W: Work>(self, work: W) -> W::Output;
}

/// Work to be compiled for newer instructions. `run` and all functions whose
/// speed matters in it must be `#[inline(always)]`.
pub trait Work {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run(self, instructions: impl Instructions) -> Self::Output;
}

/// The instructions as portable code.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Instructions for Portable {
    #[inline(always)]
    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let (mut extracted, mut place) = (0, 0);
        while mask != 0 {
            // The lowest run of ones: the sum carries through it.
            let start = mask.trailing_zeros();
            let rest = mask & mask.wrapping_add(1 << start);
            let run = mask & !rest;
            extracted |= ((word & run) >> start) << place;
            place += run.count_ones();
            mask = rest;
        }
        extracted
    }

    #[inline(always)]
    fn deposit(self, mut word: u64, mask: u64) -> u64 {
        let mut deposited = 0;
        while word != 0 {
            deposited |= select(mask, word.trailing_zeros());
            word &= word - 1;
        }
        deposited
    }

    fn without_vectors<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// The bit of `mask` that has `n` bits of `mask` below it, 0 if there is none.
/// The sums of the ones in bytes lead to its byte (Vigna 2008).
#[inline(always)]
fn select(mask: u64, n: u32) -> u64 {
    const BYTES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = BYTES << 7;
    let pairs = mask - ((mask >> 1) & (BYTES * 0x55));
    let fours = (pairs & (BYTES * 0x33)) + ((pairs >> 2) & (BYTES * 0x33));
    let counts = (fours + (fours >> 4)) & (BYTES * 0x0f);
    // In each byte the ones up to its end.
    let sums = counts.wrapping_mul(BYTES);
    let passed = (((u64::from(n) * BYTES) | TOPS) - sums) & TOPS;
    let passed = passed.count_ones() * 8;
    if passed == u64::BITS {
        return 0;
    }
    let mut byte = (mask >> passed) & 0xff;
    for _ in (((sums << 8) >> passed) & 0xff)..u64::from(n) {
        byte &= byte - 1;
    }
    (byte & byte.wrapping_neg()) << passed
}

// Calling code that is compiled for other instructions needs `unsafe`; the gain
// is given above.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod imp {
    use super::{Instructions, Work};

    /// The proof that this processor has the instructions: made only by
    /// [`Detected::all`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Detected {
        vnni: Option<Vnni>,
    }

    /// The form of the neural network instructions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Vnni {
        /// For vectors of 256 bits, on processors without AVX-512.
        Avx,
        /// For vectors of 512 bits.
        Avx512,
    }

    impl Detected {
        /// Checks the processor for the instructions of [`inner`], then for those of
        /// neural networks.
        pub(super) fn all() -> impl Iterator<Item = Detected> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512_vnni = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vnni");
            let forms = [
                (has_all, None),
                (has_all && is_x86_feature_detected!("avxvnni"), Some(Vnni::Avx)),
                (has_all && has_avx512_vnni, Some(Vnni::Avx512)),
            ];
            let has = |(has, vnni): (bool, _)| has.then_some(Detected { vnni });
            forms.into_iter().filter_map(has)
        }

        /// The neural network instructions that the processor has.
        pub(super) fn vnni(self) -> Option<Vnni> {
            self.vnni
        }
    }

    impl Instructions for Detected {
        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            // SAFETY: a `Detected` proves that the processor has `pext`.
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
            unsafe { bits(self, work) }
        }
    }

    pub(super) fn run<W: Work>(detected: Detected, work: W) -> W::Output {
        // SAFETY: a `Detected` proves that the processor has the instructions.
        unsafe { inner(detected, work) }
    }

    // Inlined, it would be compiled with the caller's vector instructions.
    #[inline(never)]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn bits<W: Work>(detected: Detected, work: W) -> W::Output {
        work.run(detected)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn inner<W: Work>(detected: Detected, work: W) -> W::Output {
        work.run(detected)
    }
}

// On these platforms only the network uses other instructions than portable code
// (`dot_products`).
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod imp {
    use super::{Portable, Work};

    /// The vector instructions that the program is compiled for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Detected(());

    impl Detected {
        pub(super) fn all() -> impl Iterator<Item = Detected> {
            std::iter::once(Detected(()))
        }
    }

    pub(super) fn run<W: Work>(_: Detected, work: W) -> W::Output {
        work.run(Portable)
    }
}

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod imp {
    use super::Work;

    /// No processor of this kind has the instructions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Detected {}

    impl Detected {
        pub(super) fn all() -> impl Iterator<Item = Detected> {
            std::iter::empty()
        }
    }

    pub(super) fn run<W: Work>(detected: Detected, _work: W) -> W::Output {
        match detected {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Runs both instructions on one pair of words.
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
            assert_eq!(Hardware::detect().run(Both(word, mask)), Both(word, mask).run(Portable));
        }
        assert_eq!(Both(0b1011_0100, 0b1111_0001).run(Portable), [0b1_0110, 0b1010_0000]);
    }
}
