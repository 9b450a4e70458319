//! The text of a file of openings or games, whatever program saved it: compressed with
//! gzip, with a byte-order mark, as UTF-16 or ISO 8859-1, with any line ends.

use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::files::access;
use crate::files::kind::FileKind;

/// Why a file has no text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The file cannot be read or decompressed.
    #[error("cannot be read: {}", access::reason(.0))]
    Io(#[from] io::Error),
    /// The decompressed text is too long.
    #[error("cannot be read: decompressed it has more than {} bytes", access::MAX_BYTES)]
    Long,
    /// An archive or a compressed file of another kind.
    #[error("is compressed ({0}), and only gzip is read; decompress it first")]
    Compressed(&'static str),
    /// A journal.
    #[error(
        "is a journal; `book --from` makes a book of its games, and `stats` reads it without --pgn"
    )]
    Journal,
    /// Anything else that is not text.
    #[error("is not a text file: a book has a line for each opening, or games in PGN")]
    NotText,
}

/// The first bytes of compressed files that are not read.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
];

/// Returns the text of a file, with line feeds between its lines.
///
/// # Errors
///
/// When the file cannot be read, or is not text.
pub fn text_of(path: &Path) -> Result<String, TextError> {
    let bytes = access::bytes(path)?;
    let bytes = if bytes.starts_with(b"\x1f\x8b") { decompressed(&bytes)? } else { bytes };
    decoded(bytes)
}

fn decompressed(bytes: &[u8]) -> Result<Vec<u8>, TextError> {
    let mut text = Vec::new();
    MultiGzDecoder::new(bytes).take(access::MAX_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > access::MAX_BYTES { Err(TextError::Long) } else { Ok(text) }
}

fn decoded(bytes: Vec<u8>) -> Result<String, TextError> {
    if let Some((_, name)) = COMPRESSED.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(TextError::Compressed(name));
    }
    let journals = [FileKind::Journal, FileKind::Tuning];
    if journals.iter().any(|kind| bytes.starts_with(kind.beginning().as_bytes())) {
        return Err(TextError::Journal);
    }
    let text = match &bytes[..] {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes)?,
        _ => noughts::files::text_of(bytes),
    };
    if text.contains('\0') {
        return Err(TextError::NotText);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // The end of a text under DOS.
    let text = text.trim_end_matches('\u{1a}');
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, TextError> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    let text = String::from_utf16(&units).ok().filter(|_| odd.is_empty());
    text.ok_or(TextError::NotText)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn read(bytes: &[u8]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        fs::write(&path, bytes).unwrap();
        text_of(&path).map_err(|error| error.to_string())
    }

    fn compressed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn any_program_may_have_saved_the_text() {
        let utf_16 = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}a1\r\né".encode_utf16().flat_map(unit).collect()
        };
        for bytes in [
            "a1\né".as_bytes(),
            "\u{feff}a1\r\né".as_bytes(),
            "a1\ré".as_bytes(),
            "a1\né\u{1a}".as_bytes(),
            b"a1\n\xe9",
            &utf_16(u16::to_le_bytes),
            &utf_16(u16::to_be_bytes),
            &compressed("\u{feff}a1\r\né".as_bytes()),
            // A file of several members, as tools for logs make them.
            &[compressed(b"a1\n"), compressed("é".as_bytes())].concat(),
        ] {
            assert_eq!(read(bytes).as_deref(), Ok("a1\né"), "{bytes:?}");
        }
    }

    #[test]
    fn other_files_are_named() {
        for (bytes, part) in [
            (&b"PK\x03\x04..."[..], "is compressed (zip)"),
            (&compressed(b"\x28\xb5\x2f\xfd..."), "is compressed (zstd)"),
            (b"{\"type\":\"header\",\"version\":1}\n", "`book --from`"),
            (b"\x7fELF\0\0\0", "is not a text file"),
            (b"\xff\xfea", "is not a text file"),
            (&compressed(b"a1")[..12], "cannot be read"),
            (b"\x1f\x8b\x08", "cannot be read"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
