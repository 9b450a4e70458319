//! Products of small integers for networks, compiled for the best vector
//! instructions of the processor: [`DotWork`].
//!
//! ```text
//! four activations (u8)   a b c d                    the same for all lanes
//! lane 0 (i32)          += a w0 + b w1 + c w2 + d w3
//! lane 1                += a w4 + b w5 + c w6 + d w7           and so on
//! ```
//!
//! The weights are stored in the order that the instructions need: as they are
//! numbered in the picture ([`Order::ByLane`]), first those of `a` and `b`, then
//! those of `c` and `d` ([`Order::ByPair`]), or first those of `a`, then those of
//! `b` and so on ([`Order::ByActivation`]).
//!
//! Activations are at most 127, so that the sum of two products fits into 16
//! bits, as AVX2 needs it. The sums are exact with all instructions.

mod products;

use super::Hardware;
pub use products::{DotProducts, DotWork, LANES, Order};

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
    const SQUARES: usize = 1;

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

// Vector instructions need `unsafe`. On x86-64 an evaluation by the network takes
// 18 times as long without them as with AVX2, and 35 times as long as with VNNI.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;
#[cfg(target_arch = "x86_64")]
use x86 as imp;

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
mod neon;
#[cfg(target_arch = "aarch64")]
use neon as imp;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
mod wasm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as imp;

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod imp {
    use super::super::imp::Detected;
    use super::DotWork;

    pub(super) fn run<W: DotWork>(detected: Detected, _work: W) -> W::Output {
        match detected {}
    }
}
