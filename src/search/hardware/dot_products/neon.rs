//! Products of small integers with NEON, which every 64-bit ARM processor has.

use std::arch::aarch64::*;

use super::products::{DotProducts, DotWork, LANES, Order};
use crate::search::hardware::imp::Detected;

/// The sums in four registers: a tuple, because the compiler keeps an array of them
/// in memory.
type Quarters = (int32x4_t, int32x4_t, int32x4_t, int32x4_t);

/// NEON: products of bytes, added up in 16 and then in 32 bits.
#[derive(Clone, Copy)]
struct Neon;

impl DotProducts for Neon {
    type Sums = Quarters;

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 3;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> Quarters {
        // SAFETY: both types have 64 bytes, of which all values are valid.
        let [a, b, c, d] = unsafe { std::mem::transmute::<[i32; LANES], [int32x4_t; 4]>(sums) };
        (a, b, c, d)
    }

    #[inline(always)]
    fn add(self, sums: Quarters, four: [u8; 4], weights: &[i8; 4 * LANES]) -> Quarters {
        // SAFETY: every 64-bit ARM processor has NEON; the loads are within the
        // 64 bytes of the weights.
        unsafe {
            let four = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(four)));
            let quarter = |sums, i: usize| {
                let weights = vld1q_s8(weights.as_ptr().add(16 * i));
                let low = vmull_s8(vget_low_s8(weights), vget_low_s8(four));
                let high = vmull_high_s8(weights, four);
                // Two products fit into 16 bits.
                vpadalq_s16(sums, vpaddq_s16(low, high))
            };
            (quarter(sums.0, 0), quarter(sums.1, 1), quarter(sums.2, 2), quarter(sums.3, 3))
        }
    }

    #[inline(always)]
    fn store(self, sums: Quarters) -> [i32; LANES] {
        // SAFETY: as in `load`.
        unsafe { std::mem::transmute([sums.0, sums.1, sums.2, sums.3]) }
    }
}

pub(super) fn run<W: DotWork>(_: Detected, work: W) -> W::Output {
    work.run(Neon)
}
