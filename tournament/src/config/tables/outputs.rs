//! Checks of the output files: all are different, and none holds other content.

use crate::config::document::Table;
use crate::config::document::reader::{MachineChecks, Reader};
use crate::files::kind::{FileKind, is_same};
use crate::model::config::Config;

/// Reports outputs that share a file or would destroy one.
pub(crate) fn check(reader: &mut Reader, document: &Table, config: &Config) {
    if let Some(keep) = document.place("keep_all")
        && config.outputs.keep_all
        && config.transcripts().is_none()
    {
        reader.problem(keep, "keep_all: no folder of transcripts; set transcripts or journal");
    }
    let files = [
        ("journal", reader.purpose.journal(), &config.journal),
        ("events", FileKind::Events, &config.outputs.events),
        ("records", FileKind::Records, &config.outputs.records),
    ];
    let files: Vec<_> = files
        .into_iter()
        .filter_map(|(key, kind, path)| Some((key, kind, document.place(key)?, path.as_ref()?)))
        .collect();
    for (i, (key, kind, place, path)) in files.iter().enumerate() {
        let same = files.iter().take(i).find(|(.., other)| is_same(other, path));
        if let Some((other, ..)) = same {
            reader.problem(place, format!("{key}: the same file as {other}"));
        } else if reader.machine_checks == MachineChecks::On
            && let Err(error) = kind.check(path)
        {
            reader.problem(place, format!("{key}: {error}"));
        }
    }
    // Mistakes in the folder beside the journal have the place of the journal.
    let first = files.first().map(|(_, _, place, _)| *place);
    let place = document.place("transcripts").filter(|_| config.outputs.transcripts.is_some());
    let (Some(folder), Some(place)) = (config.transcripts(), place.or(first)) else { return };
    if let Some((key, ..)) = files.iter().find(|(.., path)| is_same(&folder, path)) {
        reader.problem(place, format!("transcripts: the folder is the same path as {key}"));
    } else if reader.machine_checks == MachineChecks::On && folder.exists() && !folder.is_dir() {
        let reason = format!("transcripts: \"{}\" is not a folder", folder.display());
        reader.problem(place, reason);
    }
}
