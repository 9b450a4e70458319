//! Products of small integers with NEON, which every 64-bit ARM processor has.

use std::arch::aarch64::*;

use super::super::imp::Detected;
use super::{DotProducts, DotWork, LANES, Order};

/// NEON: products of bytes, added up in 16 and then in 32 bits.
#[derive(Clone, Copy)]
struct Neon;

impl DotProducts for Neon {
    type Sums = [int32x4_t; 4];

    const ORDER: Order = Order::ByLane;
    const SQUARES: usize = 3;

    #[inline(always)]
    fn load(self, sums: [i32; LANES]) -> [int32x4_t; 4] {
        // SAFETY: arrays of 64 bytes both, without invalid values.
        unsafe { std::mem::transmute(sums) }
    }

    #[inline(always)]
    fn add(
        self,
        mut sums: [int32x4_t; 4],
        four: [u8; 4],
        weights: &[i8; 4 * LANES],
    ) -> [int32x4_t; 4] {
        // SAFETY: every 64-bit ARM processor has NEON; the loads are within the
        // 64 bytes of the weights.
        unsafe {
            let four = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(four)));
            for (i, sums) in sums.iter_mut().enumerate() {
                let weights = vld1q_s8(weights.as_ptr().add(16 * i));
                let low = vmull_s8(vget_low_s8(weights), vget_low_s8(four));
                let high = vmull_high_s8(weights, four);
                // Two products fit into 16 bits.
                *sums = vpadalq_s16(*sums, vpaddq_s16(low, high));
            }
        }
        sums
    }

    #[inline(always)]
    fn store(self, sums: [int32x4_t; 4]) -> [i32; LANES] {
        // SAFETY: as in `load`.
        unsafe { std::mem::transmute(sums) }
    }
}

pub(super) fn run<W: DotWork>(_: Detected, work: W) -> W::Output {
    work.run(Neon)
}
