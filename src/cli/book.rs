//! A certificate as a book: perfect play at once.

use std::path::Path;

use anyhow::Context;

use super::{certificate, verify};

/// Checks a certificate and makes the searches play from it.
pub(super) fn load(file: &Path) -> anyhow::Result<()> {
    let text = verify::read(file)?;
    noughts::verify::verify(&text).with_context(|| format!("{}", file.display()))?;
    let entries = certificate::parse(&text).context("the certificate cannot be read")?;
    noughts::search::cube::use_book(&entries);
    Ok(())
}
