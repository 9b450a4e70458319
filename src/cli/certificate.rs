//! Certificates, the proofs that X wins 4x4x4: their text, and checking them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use noughts::game::lines::Shape;
use noughts::game::{Board, GameSpec, SquareSet, new_game};
use noughts::search::cube::Entry;
use noughts::verify::Refused;
use noughts::verify::cube::{Accepted, from_dictionary, verify_with_progress};

use super::console::Progress;

/// The first line of a certificate.
const HEADING: &str = "qubic x";

/// The size of the largest accepted certificate, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Checks a certificate and shows a progress bar.
pub(crate) fn check(text: &str) -> Result<Accepted, Refused> {
    let mut progress: Option<Progress> = None;
    let result = verify_with_progress(text, &mut |done, all| {
        let bar = progress.get_or_insert_with(|| Progress::new(Some(all as u64)));
        bar.update(done as u64, || format!("{done} of {all} entries checked"));
    });
    if let Some(mut progress) = progress {
        progress.end();
    }
    result
}

/// Reads the text of a certificate. That of Patashnik's dictionary, as it was published, is
/// brought into the same form.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    let opened = File::open(file).with_context(|| format!("{}", file.display()))?;
    read_opened(opened, file)
}

/// The same for a file that is open.
pub(crate) fn read_opened(opened: impl Read, file: &Path) -> anyhow::Result<String> {
    let name = || format!("{}", file.display());
    let mut text = String::new();
    opened.take(MAX_BYTES + 1).read_to_string(&mut text).with_context(name)?;
    if text.len() as u64 > MAX_BYTES {
        bail!("{}: larger than {MAX_BYTES} bytes, the limit for certificates", file.display());
    }
    let dictionary = from_dictionary(&text).with_context(name)?;
    Ok(dictionary.unwrap_or(text))
}

/// Returns the certificate as text: a heading, then on each line X's squares,
/// O's squares and X's move.
pub(crate) fn text(entries: &[Entry]) -> String {
    let board = board();
    let names = |set: SquareSet| match set.is_empty() {
        true => "-".to_string(),
        false => set.into_iter().map(|square| board.name(square)).collect(),
    };
    let mut text = format!("{HEADING}\n");
    for Entry { x, o, square } in entries {
        text += &format!("{} {} {}\n", names(*x), names(*o), board.name(*square));
    }
    text
}

/// Parses a certificate in the form of [`text`]; `None` if it is malformed.
pub(crate) fn parse(text: &str) -> Option<Vec<Entry>> {
    let board = board();
    let squares = |word: &str| -> Option<SquareSet> {
        if word == "-" {
            return Some(SquareSet::EMPTY);
        }
        word.as_bytes().chunks(3).map(|name| board.parse(str::from_utf8(name).ok()?)).collect()
    };
    let mut lines = text.lines();
    (lines.next() == Some(HEADING)).then_some(())?;
    let entry = |line: &str| {
        let mut words = line.split(' ');
        let [x, o, square] = [words.next()?, words.next()?, words.next()?];
        Some(Entry { x: squares(x)?, o: squares(o)?, square: board.parse(square)? })
    };
    lines.map(entry).collect()
}

fn board() -> Board {
    *new_game(&GameSpec::Lines(Shape::Cube { side: 4 })).board()
}
