//! Products of small integers with the vector instructions of WebAssembly.

use std::arch::wasm32::*;

use super::products::{DotProducts, DotWork, LANES, Order};
use crate::search::hardware::imp::Detected;

/// The sums in four registers: a tuple, because the compiler keeps an array of them
/// in memory.
type Quarters = (v128, v128, v128, v128);

/// Sums of two products of 16 bits at a time.
#[derive(Clone, Copy)]
struct Simd;

impl DotProducts for Simd {
    type Sums = Quarters;

    const ORDER: Order = Order::ByPair;
    const SQUARES: usize = 1;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> Quarters {
        // SAFETY: both types have 64 bytes, of which all values are valid.
        let [a, b, c, d] = unsafe { std::mem::transmute::<[i32; LANES], [v128; 4]>(sums) };
        (a, b, c, d)
    }

    #[inline(always)]
    fn add(self, sums: Quarters, four: [u8; 4], weights: &[i8; 4 * LANES]) -> Quarters {
        let pair = |a: u8, b: u8| i32x4_splat(i32::from(a) | i32::from(b) << 16);
        let pairs = [pair(four[0], four[1]), pair(four[2], four[3])];
        let product = |i: usize, quarter: usize| {
            let first = 2 * LANES * i + 8 * quarter;
            // SAFETY: the load of 8 bytes is within the 64 of the weights.
            let weights = unsafe { i16x8_load_extend_i8x8(weights.as_ptr().add(first)) };
            i32x4_dot_i16x8(weights, pairs[i])
        };
        let quarter = |sums, quarter: usize| {
            i32x4_add(i32x4_add(sums, product(0, quarter)), product(1, quarter))
        };
        (quarter(sums.0, 0), quarter(sums.1, 1), quarter(sums.2, 2), quarter(sums.3, 3))
    }

    #[inline(always)]
    fn store(self, sums: Quarters) -> [i32; LANES] {
        // SAFETY: as in `load`.
        unsafe { std::mem::transmute([sums.0, sums.1, sums.2, sums.3]) }
    }
}

pub(super) fn run<W: DotWork>(_: Detected, work: W) -> W::Output {
    work.run(Simd)
}
