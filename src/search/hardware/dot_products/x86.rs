//! Products of small integers with AVX2, and with AVX-512 and VNNI.

use std::arch::x86_64::*;

use super::super::imp::Detected;
use super::{DotProducts, DotWork, LANES, Order};

/// AVX2: products of bytes, added up in 16 and then in 32 bits.
#[derive(Clone, Copy)]
struct Avx2;

impl DotProducts for Avx2 {
    type Sums = [__m256i; 2];

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 3;

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
    const SQUARES: usize = 7;

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
