//! The files that a tournament names to be written: each one of its own, and
//! nothing else than what is to be written there.

use super::Config;
use super::document::Table;
use super::reader::{Reader, Venue};
use crate::file_kind::{FileKind, is_same};

/// Checks where to write.
pub(super) fn check(reader: &mut Reader, document: &Table, config: &Config) {
    if let Some(keep) = document.place("keep_all")
        && config.outputs.keep_all
        && config.outputs.transcripts.is_none()
    {
        reader.problem(keep, "keep_all: there is no folder of transcripts");
    }
    let files = [
        ("journal", FileKind::Journal, &config.journal),
        ("events", FileKind::Events, &config.outputs.events),
        ("records", FileKind::Records, &config.outputs.records),
    ];
    let files: Vec<_> = files
        .into_iter()
        .filter_map(|(key, form, path)| Some((key, form, document.place(key)?, path.as_ref()?)))
        .collect();
    for (i, (key, form, place, path)) in files.iter().enumerate() {
        let same = files.iter().take(i).find(|(.., other)| is_same(other, path));
        if let Some((other, ..)) = same {
            reader.problem(place, format!("{key}: it is the file of the {other}"));
        } else if reader.venue == Venue::Here
            && let Err(error) = form.check(path)
        {
            reader.problem(place, format!("{key}: {error}"));
        }
    }
    // The folder beside the journal has the place of the journal.
    let first = files.first().map(|(_, _, place, _)| *place);
    let place = document.place("transcripts").filter(|_| config.outputs.transcripts.is_some());
    let (Some(folder), Some(place)) = (config.transcripts(), place.or(first)) else { return };
    if let Some((key, ..)) = files.iter().find(|(.., path)| is_same(&folder, path)) {
        reader.problem(place, format!("transcripts: their folder is the file of the {key}"));
    } else if reader.venue == Venue::Here && folder.exists() && !folder.is_dir() {
        reader.problem(place, format!("transcripts: {} is no folder", folder.display()));
    }
}
