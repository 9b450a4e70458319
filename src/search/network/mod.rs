//! The network of `puct`, which evaluates positions of TicTacTrains.
//!
//! A small convolutional network with residual blocks (He et al. 2016). The
//! first convolution of each block also sees the mean and the maximum of each
//! channel over the board (global pooling, Wu 2019). The outputs of the network
//! are the chances of a win, a draw and a loss for the side to move, and a policy:
//! how promising each legal move is.
//!
//! ```text
//! planes ──> convolution ──> block ... block ──┬──> pooling ──> hidden ──> win, draw, loss
//!  (input)      3x3                            └──> a number for each square (policy)
//!
//! block:  x ──> convolution + pooled x ──> convolution ──(+ x)──>
//! ```
//!
//! Everything is computed with integers, so that a position has the same value
//! on every machine. An activation of 1 is stored as [`ONE`]; activations are
//! clipped to 0 to 1. A weight of 1 is stored as [`UNIT`].

mod file;
mod input;
mod layers;
mod outputs;
#[cfg(test)]
mod tests;
pub mod weights;

use std::sync::{Arc, OnceLock};

use super::hardware::{DotProducts, DotWork, Hardware, LANES};
use bytemuck::Zeroable;
use layers::{Convolution, Map, PooledBias};
use outputs::{OutcomeHead, PolicyHead};

pub use file::ReadError;
pub(super) use input::place_of;
pub use input::{PLIES_AHEAD, Planes, View};
pub use outputs::Evaluation;
pub use weights::{
    BLOCKS, BlockWeights, CHANNELS, HIDDEN, LOGIT_SCALE, ONE, PLANES, SQUARES, TAPS, UNIT, Weights,
};

/// The largest bias of a network from a file. Learned ones are far smaller.
const MAX_BIAS: i32 = 1 << 24;

/// Why bytes are not the weights of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The number of bytes is wrong.
    #[error("a network has {size} bytes, the file {0}", size = size_of::<Weights>())]
    Size(usize),
    /// The first bytes are wrong.
    #[error("the file does not begin like a network of this program")]
    Magic,
    /// A bias is so large that sums could overflow.
    #[error("a bias is beyond ±{MAX_BIAS}")]
    Bias,
}

/// A network, ready to evaluate positions.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    stem: Convolution,
    blocks: Vec<Block>,
    policy: PolicyHead,
    outcome: OutcomeHead,
}

#[derive(Debug, PartialEq, Eq)]
struct Block {
    first: Convolution,
    pooled: PooledBias,
    second: Convolution,
}

const _: () = assert!(CHANNELS.is_multiple_of(LANES), "the channels fill whole vectors");

static BUILT_IN: &[u8] = include_bytes!("weights.bin");

impl Network {
    /// The built-in network.
    pub fn built_in() -> Arc<Network> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        // A test reads the built-in weights. They can only be wrong while the shape of
        // the network is being changed.
        let wrong = |error| {
            log::error!("the built-in network is useless: {error}");
            Network::new(&Weights::zeroed())
        };
        let read = || Arc::new(Network::from_bytes(BUILT_IN).unwrap_or_else(wrong));
        Arc::clone(NETWORK.get_or_init(read))
    }

    /// The network of a file.
    ///
    /// # Errors
    /// When the bytes are not those of a network of this shape, or a bias is too
    /// large.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if bytes.len() != size_of::<Weights>() {
            return Err(NetworkError::Size(bytes.len()));
        }
        let weights: Weights = bytemuck::pod_read_unaligned(bytes);
        if weights.magic != Weights::MAGIC {
            return Err(NetworkError::Magic);
        }
        let blocks = weights.blocks.iter();
        let of_blocks = blocks.flat_map(|block| block.first_bias.iter().chain(&block.second_bias));
        let of_heads = weights.hidden_bias.iter().chain(&weights.outcome_bias);
        let mut biases = weights.stem_bias.iter().chain(of_blocks).chain(of_heads);
        if !biases.all(|bias| (-MAX_BIAS..=MAX_BIAS).contains(bias)) {
            return Err(NetworkError::Bias);
        }
        Ok(Network::new(&weights))
    }

    fn new(weights: &Weights) -> Network {
        let block = |weights: &BlockWeights| Block {
            first: Convolution::new(&weights.first, &weights.first_bias),
            pooled: PooledBias::new(&weights.pooled),
            second: Convolution::new(&weights.second, &weights.second_bias),
        };
        Network {
            stem: Convolution::new(&weights.stem, &weights.stem_bias),
            blocks: weights.blocks.iter().map(block).collect(),
            policy: PolicyHead::new(&weights.policy),
            outcome: OutcomeHead::new(weights),
        }
    }

    /// Evaluates a position.
    pub fn evaluate(&self, hardware: Hardware, planes: &Planes) -> Evaluation {
        hardware.run_products(Evaluate { network: self, planes })
    }
}

struct Evaluate<'a> {
    network: &'a Network,
    planes: &'a Planes,
}

impl DotWork for Evaluate<'_> {
    type Output = Evaluation;

    #[inline(always)]
    fn run(self, products: impl DotProducts) -> Evaluation {
        let Network { stem, blocks, policy, outcome } = self.network;
        let mut x = Map::<CHANNELS>::default();
        let mut between = Map::<CHANNELS>::default();
        stem.apply(products, &Map::<PLANES>::of(self.planes), None, false, &mut x);
        for block in blocks {
            let bias = block.pooled.of(products, &x.pooled());
            block.first.apply(products, &x, Some(&bias), false, &mut between);
            block.second.apply(products, &between, None, true, &mut x);
        }
        Evaluation { policy: policy.of(&x), outcome: outcome.of(&x.pooled()) }
    }
}
