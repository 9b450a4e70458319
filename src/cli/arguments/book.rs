//! `--book`: a certificate as an opening book.

use std::path::Path;

use anyhow::Context;
use noughts::search::cube::Book;

use crate::cli::certificate;

/// Checks a certificate and returns its moves.
pub(super) fn load(file: &Path) -> anyhow::Result<Book> {
    let text = certificate::read(file)?;
    certificate::check(&text).with_context(|| format!("{}", file.display()))?;
    let entries = certificate::parse(&text).context("the certificate is malformed")?;
    Ok(Book::new(&entries))
}
