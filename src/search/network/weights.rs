//! The shape of the network and its weights, as they are stored.

use bytemuck::{Pod, Zeroable};

/// The squares of the board.
pub const SQUARES: usize = 49;
/// The number of planes: the values of each square.
pub const PLANES: usize = 16;
/// The channels of all layers but the input: a multiple of the lanes of a vector (16).
pub const CHANNELS: usize = 32;
/// The residual blocks.
pub const BLOCKS: usize = 4;
/// The hidden units between the pooled channels and the outcome.
pub const HIDDEN: usize = 32;
/// The stored value of an activation of 1.
pub const ONE: i32 = 127;
/// The stored value of a weight of 1.
pub const UNIT: i32 = 256;
/// The factor from the output of the last layer to a logit, of a chance or of a move.
pub const LOGIT_SCALE: f32 = 8.0;

/// The taps of a convolution, row by row from the upper left.
pub const TAPS: usize = 9;

/// The weights as they are stored in a file, in the order of the file, little
/// endian.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Weights {
    /// Identifies the format. The number of bytes of the file depends on the shape.
    pub magic: [u8; 8],
    /// The first convolution, by tap, input and output.
    pub stem: [[[i8; CHANNELS]; PLANES]; TAPS],
    /// Its biases, in units of [`ONE`] · [`UNIT`], as all biases.
    pub stem_bias: [i32; CHANNELS],
    /// The blocks.
    pub blocks: [BlockWeights; BLOCKS],
    /// The weights of the policy.
    pub policy: [i16; CHANNELS],
    /// From the pooled channels (means, then maxima) to the hidden units, by
    /// hidden unit.
    pub hidden: [[i16; 2 * CHANNELS]; HIDDEN],
    /// Their biases.
    pub hidden_bias: [i32; HIDDEN],
    /// From the hidden units to the logits of win, draw and loss.
    pub outcome: [[i16; HIDDEN]; 3],
    /// Their biases.
    pub outcome_bias: [i32; 3],
    /// Padding.
    pub unused: [u8; 4],
}

/// The weights of a residual block.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct BlockWeights {
    /// The first convolution, by tap, input and output.
    pub first: [[[i8; CHANNELS]; CHANNELS]; TAPS],
    /// Its biases.
    pub first_bias: [i32; CHANNELS],
    /// The bias of all squares from the pooled channels (means, then maxima), by pooled
    /// channel and output.
    pub pooled: [[i8; CHANNELS]; 2 * CHANNELS],
    /// The second convolution.
    pub second: [[[i8; CHANNELS]; CHANNELS]; TAPS],
    /// Its biases.
    pub second_bias: [i32; CHANNELS],
}

impl Weights {
    /// The first bytes of a file of weights: a name, and the channels.
    pub const MAGIC: [u8; 8] = *b"nought32";

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytemuck::bytes_of(self).to_vec()
    }
}
