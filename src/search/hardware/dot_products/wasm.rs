//! Products of small integers with the vector instructions of WebAssembly.

use std::arch::wasm32::*;

use super::super::imp::Detected;
use super::{DotProducts, DotWork, LANES, Order};

/// Sums of two products of 16 bits at a time.
#[derive(Clone, Copy)]
struct Simd;

impl DotProducts for Simd {
    type Sums = [v128; 4];

    const ORDER: Order = Order::ByPair;
    const SQUARES: usize = 1;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> [v128; 4] {
        // SAFETY: arrays of 64 bytes both, without invalid values.
        unsafe { std::mem::transmute(sums) }
    }

    #[inline(always)]
    fn add(self, mut sums: [v128; 4], four: [u8; 4], weights: &[i8; 4 * LANES]) -> [v128; 4] {
        let pair = |a: u8, b: u8| i32x4_splat(i32::from(a) | i32::from(b) << 16);
        let pairs = [pair(four[0], four[1]), pair(four[2], four[3])];
        for (i, pair) in pairs.into_iter().enumerate() {
            for (lanes, sums) in sums.iter_mut().enumerate() {
                let first = 2 * LANES * i + 8 * lanes;
                // SAFETY: the load of 8 bytes is within the 64 of the weights.
                let weights = unsafe { i16x8_load_extend_i8x8(weights.as_ptr().add(first)) };
                *sums = i32x4_add(*sums, i32x4_dot_i16x8(weights, pair));
            }
        }
        sums
    }

    #[inline(always)]
    fn store(self, sums: [v128; 4]) -> [i32; LANES] {
        // SAFETY: as in `load`.
        unsafe { std::mem::transmute(sums) }
    }
}

pub(super) fn run<W: DotWork>(_: Detected, work: W) -> W::Output {
    work.run(Simd)
}
