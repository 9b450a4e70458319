//! The files that a tournament file names to be written: each one of its own, and
//! nothing else than what is to be written there.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::Config;
use super::player::absolute;
use super::reader::{Reader, Section, Venue};
use super::values::{path, truth};
use crate::form::{Form, is_same};

/// A key, the form of its file, where it stands and where it leads.
type Target = (&'static str, Form, Range<usize>, PathBuf);

/// Reads where to write.
pub(super) fn read(
    reader: &mut Reader<'_>,
    top: &mut Section<'_, '_>,
    folder: &Path,
    config: &mut Config,
) {
    let mut files: Vec<Target> = Vec::new();
    let mut file = |key, form| {
        let path = top.get(reader, key, path)?;
        let target = absolute(folder, path.get_ref());
        files.push((key, form, path.span(), target.clone()));
        Some(target)
    };
    config.journal = file("journal", Form::Journal);
    config.outputs.events = file("events", Form::Events);
    config.outputs.records = file("records", Form::Records);
    let transcripts = top.get(reader, "transcripts", path);
    let place = transcripts.as_ref().map(toml::Spanned::span);
    config.outputs.transcripts = transcripts.map(|path| absolute(folder, path.get_ref()));
    if let Some(keep) = top.get(reader, "keep_all", truth) {
        config.outputs.keep_all = *keep.get_ref();
        if *keep.get_ref() && config.outputs.transcripts.is_none() {
            reader.problem(keep.span(), "keep_all: there is no folder of transcripts");
        }
    }
    for (i, (key, form, span, path)) in files.iter().enumerate() {
        let same = files.iter().take(i).find(|(.., other)| is_same(other, path));
        if let Some((other, ..)) = same {
            let reason = format!("{key}: it is the file of the {other}");
            reader.problem(span.clone(), reason);
        } else if reader.venue == Venue::Here
            && let Err(error) = form.check(path)
        {
            reader.problem(span.clone(), format!("{key}: {error}"));
        }
    }
    // The folder beside the journal has the place of the journal.
    let place = place.or_else(|| files.first().map(|(_, _, span, _)| span.clone()));
    let (Some(folder), Some(place)) = (config.transcripts(), place) else { return };
    if let Some((key, ..)) = files.iter().find(|(.., path)| is_same(&folder, path)) {
        reader.problem(place, format!("transcripts: their folder is the file of the {key}"));
    } else if reader.venue == Venue::Here && folder.exists() && !folder.is_dir() {
        reader.problem(place, format!("transcripts: {} is no folder", folder.display()));
    }
}
