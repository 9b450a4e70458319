//! Products of small integers with AVX2, AVX-VNNI, and AVX-512 with VNNI.

use std::arch::x86_64::*;

use super::products::{DotProducts, DotWork, LANES, Order};
use crate::search::hardware::imp::{Detected, Vnni};

/// AVX2: products of bytes, added up in 16 and then in 32 bits.
#[derive(Clone, Copy)]
struct Avx2;

impl DotProducts for Avx2 {
    type Sums = [__m256i; 2];

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 3;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> [__m256i; 2] {
        // SAFETY: both types have 64 bytes, of which all values are valid.
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

/// AVX-VNNI: one instruction for 32 products.
#[derive(Clone, Copy)]
struct AvxVnni;

impl DotProducts for AvxVnni {
    // A tuple, because the compiler keeps part of an array in memory; with AVX2 an
    // array is not slower.
    type Sums = (__m256i, __m256i);

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 3;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> (__m256i, __m256i) {
        let [low, high] = Avx2.load(sums);
        (low, high)
    }

    #[inline(always)]
    fn add(
        self,
        sums: (__m256i, __m256i),
        four: [u8; 4],
        weights: &[i8; 4 * LANES],
    ) -> (__m256i, __m256i) {
        // SAFETY: made only where the processor has AVX-VNNI; the loads are
        // within the 64 bytes of the weights.
        unsafe {
            let four = _mm256_set1_epi32(i32::from_le_bytes(four));
            let half = |sums, i: usize| {
                let weights = _mm256_loadu_si256(weights.as_ptr().add(32 * i).cast());
                _mm256_dpbusd_avx_epi32(sums, four, weights)
            };
            (half(sums.0, 0), half(sums.1, 1))
        }
    }

    #[inline(always)]
    fn store(self, sums: (__m256i, __m256i)) -> [i32; LANES] {
        Avx2.store([sums.0, sums.1])
    }
}

/// AVX-512 with VNNI: one instruction for 64 products.
#[derive(Clone, Copy)]
struct Avx512Vnni;

impl DotProducts for Avx512Vnni {
    type Sums = __m512i;

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 7;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> __m512i {
        // SAFETY: both types have 64 bytes, of which all values are valid.
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
    // SAFETY: a `Detected` proves that the processor has AVX2, and VNNI in this
    // form.
    match detected.vnni() {
        Some(Vnni::Avx512) => unsafe { with_avx512_vnni(work) },
        Some(Vnni::Avx) => unsafe { with_avx_vnni(work) },
        None => unsafe { with_avx2(work) },
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vnni")]
fn with_avx512_vnni<W: DotWork>(work: W) -> W::Output {
    work.run(Avx512Vnni)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avxvnni")]
fn with_avx_vnni<W: DotWork>(work: W) -> W::Output {
    work.run(AvxVnni)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: DotWork>(work: W) -> W::Output {
    work.run(Avx2)
}
