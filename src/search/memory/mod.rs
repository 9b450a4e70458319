//! What searches remember.
//!
//! | module | what it is |
//! |---|---|
//! | [`wins`] | proven results and estimates on one scale of numbers |
//! | [`bound`] | what a stored value says about the true one |
//! | [`entry`] | what alpha-beta searches keep of a position, in one word |
//! | [`table`] | entries by hash, shared by threads |
//! | [`paired_table`] | the same for one thread and few positions: it grows |
//! | [`buckets`] | addresses in a table that grows without a pause |
//! | [`allocation`] | memory from the system |
//!
//! The proof searches have tables of their own, whose entries have more than a
//! word: the flat prover's whole positions with zones, the solver of endings
//! signatures with zones, the cube's a graph of nodes. Addresses of keys and
//! memos are in [`crate::hashing`].

pub(super) mod allocation;
pub(super) mod bound;
pub(super) mod buckets;
pub(super) mod entry;
pub(super) mod paired_table;
pub(super) mod table;
pub(super) mod wins;
