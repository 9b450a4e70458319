//! Products of small integers for networks, compiled for the best vector
//! instructions of the processor: [`DotWork`].
//!
//! ```text
//! four activations (u8)   a b c d                    the same for all lanes
//! lane 0 (i32)          += a w0 + b w1 + c w2 + d w3
//! lane 1                += a w4 + b w5 + c w6 + d w7           and so on
//! ```
//!
//! The weights are stored in the order of their numbers ([`Order::ByLane`]), or
//! with those of `a` first, then those of `b` and so on
//! ([`Order::ByActivation`]), as portable code needs them.
//!
//! Activations are at most 127, so that the sum of two products fits into 16
//! bits, as AVX2 needs it. The sums are exact with all instructions.

use super::Hardware;

/// The sums that are computed together.
pub const LANES: usize = 16;

/// The order in which the weights of four activations are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The four weights of a lane next to each other.
    ByLane,
    /// The weights of all lanes for an activation next to each other.
    ByActivation,
}

/// Adds products of four activations and the weights of [`LANES`] sums.
pub trait DotProducts: Copy {
    /// The sums, in registers.
    type Sums: Copy;

    /// The order of the weights that [`add`](DotProducts::add) expects.
    const ORDER: Order;

    /// The sums with these values.
    fn load(self, sums: [i32; LANES]) -> Self::Sums;

    /// Adds to each sum the products of four activations, of at most 127, with
    /// its four weights.
    fn add(self, sums: Self::Sums, four: [u8; 4], weights: &[i8; 4 * LANES]) -> Self::Sums;

    /// The values of the sums.
    fn store(self, sums: Self::Sums) -> [i32; LANES];
}

/// Work to be compiled for the best instructions. `run` and all functions whose
/// speed matters in it must be `#[inline(always)]`.
pub trait DotWork {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run(self, products: impl DotProducts) -> Self::Output;
}

impl Hardware {
    /// Runs work compiled for the best instructions for products.
    pub fn run_products<W: DotWork>(self, work: W) -> W::Output {
        match self {
            Hardware::Portable => work.run(Portable),
            Hardware::Accelerated(detected) => imp::run(detected, work),
        }
    }
}

/// Products in portable code.
#[derive(Clone, Copy)]
struct Portable;

impl DotProducts for Portable {
    type Sums = [i32; LANES];

    const ORDER: Order = Order::ByActivation;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> [i32; LANES] {
        sums
    }

    #[inline(always)]
    fn add(self, mut sums: [i32; LANES], four: [u8; 4], weights: &[i8; 4 * LANES]) -> [i32; LANES] {
        let [a, b, c, d] = four.map(i16::from);
        for (i, sum) in sums.iter_mut().enumerate() {
            let weight = |activation: usize| i16::from(weights[activation * LANES + i]);
            // Two products fit into 16 bits.
            let first = a * weight(0) + b * weight(1);
            let second = c * weight(2) + d * weight(3);
            *sum += i32::from(first) + i32::from(second);
        }
        sums
    }

    #[inline(always)]
    fn store(self, sums: [i32; LANES]) -> [i32; LANES] {
        sums
    }
}

// Vector instructions need `unsafe`. A convolution takes about 20 times as long
// without them.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod imp {
    use std::arch::x86_64::*;

    use super::super::imp::Detected;
    use super::{DotProducts, DotWork, LANES, Order};

    /// AVX2: products of bytes, added up in 16 and then in 32 bits.
    #[derive(Clone, Copy)]
    struct Avx2;

    impl DotProducts for Avx2 {
        type Sums = [__m256i; 2];

        const ORDER: Order = Order::ByLane;

        #[inline(always)]
        fn load(self, sums: [i32; LANES]) -> [__m256i; 2] {
            // SAFETY: arrays of 64 bytes both, without invalid values.
            unsafe { std::mem::transmute(sums) }
        }

        #[inline(always)]
        fn add(self, sums: [__m256i; 2], four: [u8; 4], weights: &[i8; 4 * LANES]) -> [__m256i; 2] {
            // SAFETY: made only where the processor has AVX2; the loads are
            // within the 64 bytes of the weights.
            unsafe {
                let four = _mm256_set1_epi32(i32::from_le_bytes(four));
                let ones = _mm256_set1_epi16(1);
                let half = |i: usize| {
                    let weights = _mm256_loadu_si256(weights.as_ptr().add(32 * i).cast());
                    let pairs = _mm256_maddubs_epi16(four, weights);
                    _mm256_add_epi32(sums[i], _mm256_madd_epi16(pairs, ones))
                };
                [half(0), half(1)]
            }
        }

        #[inline(always)]
        fn store(self, sums: [__m256i; 2]) -> [i32; LANES] {
            // SAFETY: as in `load`.
            unsafe { std::mem::transmute(sums) }
        }
    }

    /// AVX-512 with VNNI: one instruction for 64 products.
    #[derive(Clone, Copy)]
    struct Vnni;

    impl DotProducts for Vnni {
        type Sums = __m512i;

        const ORDER: Order = Order::ByLane;

        #[inline(always)]
        fn load(self, sums: [i32; LANES]) -> __m512i {
            // SAFETY: arrays of 64 bytes both, without invalid values.
            unsafe { std::mem::transmute(sums) }
        }

        #[inline(always)]
        fn add(self, sums: __m512i, four: [u8; 4], weights: &[i8; 4 * LANES]) -> __m512i {
            // SAFETY: made only where the processor has these instructions; the
            // load is within the 64 bytes of the weights.
            unsafe {
                let four = _mm512_set1_epi32(i32::from_le_bytes(four));
                let weights = _mm512_loadu_si512(weights.as_ptr().cast());
                _mm512_dpbusd_epi32(sums, four, weights)
            }
        }

        #[inline(always)]
        fn store(self, sums: __m512i) -> [i32; LANES] {
            // SAFETY: as in `load`.
            unsafe { std::mem::transmute(sums) }
        }
    }

    pub(super) fn run<W: DotWork>(detected: Detected, work: W) -> W::Output {
        if detected.has_vnni() {
            // SAFETY: the processor has the instructions.
            unsafe { with_vnni(work) }
        } else {
            // SAFETY: a `Detected` proves that the processor has AVX2.
            unsafe { with_avx2(work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
    fn with_vnni<W: DotWork>(work: W) -> W::Output {
        work.run(Vnni)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<W: DotWork>(work: W) -> W::Output {
        work.run(Avx2)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod imp {
    use super::super::imp::Detected;
    use super::DotWork;

    pub(super) fn run<W: DotWork>(detected: Detected, _work: W) -> W::Output {
        match detected {}
    }
}
