//! The groups of options that several commands share.

pub(crate) mod engine;
pub(crate) mod formats;
pub(crate) mod keys;
pub(crate) mod sprt;
