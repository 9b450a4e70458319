//! The tables of the searches, and their entries.
//!
//! | module | contents |
//! |---|---|
//! | [`bound`] | the relation of a stored value to the true one |
//! | [`entry`] | the entries of alpha-beta searches, each in one word |
//! | [`table`] | a table of entries by hash, shared by threads |
//! | [`paired_table`] | a table for one thread that grows with its contents |
//! | [`buckets`] | addresses in a table that grows without a pause |
//! | [`allocation`] | memory from the system |
//!
//! The proof searches have their own tables, with larger entries: the flat
//! prover stores whole positions with zones, the solver of endings signatures
//! with zones, the cube's prover a graph of nodes. Hash functions and memos are
//! in [`crate::hashing`].

pub(super) mod allocation;
pub(super) mod bound;
pub(super) mod buckets;
pub(super) mod entry;
pub(super) mod paired_table;
pub(super) mod table;

pub(crate) use allocation::{LARGE_PAGE, map_large_allocations, use_large_pages, zeroed};
pub(crate) use bound::Bound;
pub(crate) use buckets::{bucket, parent};
pub(crate) use entry::Entry;
pub(crate) use paired_table::PairedTable;
pub(crate) use table::Table;
