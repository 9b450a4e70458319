//! `--book`: a certificate as an opening book.

use std::path::Path;

use anyhow::Context;

use super::{certificate, verify};

/// Checks a certificate and installs it as the book of the searches.
pub(super) fn load(file: &Path) -> anyhow::Result<()> {
    let text = verify::read(file)?;
    noughts::verify::verify(&text).with_context(|| format!("{}", file.display()))?;
    let entries = certificate::parse(&text).context("the certificate is malformed")?;
    noughts::search::cube::use_book(&entries);
    Ok(())
}
