//! What vector instructions must offer: products of four activations and the weights of
//! several sums.

/// The sums that are computed together.
pub const LANES: usize = 16;

/// The order in which the weights of four activations are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The four weights of a lane next to each other.
    ByLane,
    /// The two weights of a lane for the first two activations next to each
    /// other, followed by those for the other two.
    ByPair,
    /// The weights of all lanes for an activation next to each other.
    ByActivation,
}

/// Adds products of four activations and the weights of [`LANES`] sums.
pub trait DotProducts: Copy {
    /// The sums, in registers.
    type Sums: Copy;

    /// The order of the weights that [`add`](DotProducts::add) expects.
    const ORDER: Order;

    /// For how many squares the sums of two groups of [`LANES`] fit into the
    /// registers.
    const SQUARES: usize;

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
