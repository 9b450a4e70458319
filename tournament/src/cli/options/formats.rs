//! The options `--json`, `--markdown` and `--junit`: results for programs and
//! for continuous integration.

use std::path::{Path, PathBuf};

use clap::Args;
use noughts_check::Outcome;
use noughts_tournament::files::kind::{FileKind, FileKindError, is_same};
use noughts_tournament::output::formats::{Results, junit, markdown};

use crate::cli::common::console;
use crate::cli::common::end::misuse;

/// The formats of results. Without a file a format goes to standard output, in
/// place of the text.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Formats {
    /// Write the results as JSON
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    json: Option<Option<PathBuf>>,
    /// Write the results in Markdown, for a comment on a pull request
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    markdown: Option<Option<PathBuf>>,
    /// Write the results as JUnit's XML, for the list of tests of a CI system
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    junit: Option<Option<PathBuf>>,
}

/// The place of one format: `None` if it is not asked for, otherwise a file or
/// standard output.
type Target = Option<Option<PathBuf>>;

impl Formats {
    /// Returns whether a format replaces the text on standard output.
    pub(crate) fn replace_text(&self) -> bool {
        [&self.json, &self.markdown, &self.junit].into_iter().any(|place| *place == Some(None))
    }

    /// Returns whether any format is asked for.
    pub(crate) fn any(&self) -> bool {
        self.json.is_some() || self.markdown.is_some() || self.junit.is_some()
    }

    /// Returns where JSON goes.
    pub(crate) fn json(&self) -> Option<Option<&Path>> {
        self.json.as_ref().map(Option::as_deref)
    }

    /// Checks that the files can be written, before the games are played. They
    /// may replace only earlier results, and must differ from one another and
    /// from the `others`. `json` is the kind of the file of `--json`.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written, and more than one format on
    /// standard output.
    pub(crate) fn check(&self, json: FileKind, others: &[&Path]) -> anyhow::Result<()> {
        let named =
            [("--json", &self.json), ("--markdown", &self.markdown), ("--junit", &self.junit)];
        let shown = named.into_iter().filter(|(_, place)| **place == Some(None));
        if let [first, others @ ..] = &shown.map(|(name, _)| name).collect::<Vec<_>>()[..]
            && !others.is_empty()
        {
            let reason = "only one format can go to standard output";
            let advice = format!("give the others files, as in {}=FILE", others[0]);
            return Err(misuse(first, format!("{reason}; {advice}")).into());
        }
        let kinds = [json, FileKind::Markdown, FileKind::JUnit];
        for (kind, place) in kinds.into_iter().zip([&self.json, &self.markdown, &self.junit]) {
            if let Some(Some(file)) = place {
                kind.check(file)?;
            }
        }
        let places = [&self.json, &self.markdown, &self.junit].into_iter().flatten();
        let files: Vec<&Path> = places.flat_map(Option::as_deref).collect();
        for (i, file) in files.iter().enumerate() {
            let mut earlier = files[..i].iter().chain(others);
            if earlier.any(|earlier| is_same(earlier, file)) {
                return Err(FileKindError::Shared(file.to_path_buf()).into());
            }
        }
        Ok(())
    }

    /// Writes the results of a tournament.
    ///
    /// # Errors
    ///
    /// When a file or standard output cannot be written.
    pub(crate) fn write(&self, results: &Results) -> anyhow::Result<()> {
        put(FileKind::Results, &self.json, || Ok(serde_json::to_string_pretty(results)? + "\n"))?;
        put(FileKind::Markdown, &self.markdown, || Ok(markdown::tournament(results)))?;
        put(FileKind::JUnit, &self.junit, || Ok(junit::tournament(results)))
    }

    /// Writes the result of a check, except for its JSON, which is written
    /// while it runs.
    ///
    /// # Errors
    ///
    /// When a file or standard output cannot be written.
    pub(crate) fn write_check(&self, program: &str, outcomes: &[Outcome]) -> anyhow::Result<()> {
        put(FileKind::Markdown, &self.markdown, || Ok(markdown::check(program, outcomes)))?;
        put(FileKind::JUnit, &self.junit, || Ok(junit::check(program, outcomes)))
    }
}

/// Writes a format to its place, if it is asked for.
///
/// # Errors
///
/// When a file or standard output cannot be written.
pub(crate) fn put(
    kind: FileKind,
    place: &Target,
    text: impl FnOnce() -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    match place {
        None => Ok(()),
        Some(None) => Ok(console::show(&text()?)?),
        Some(Some(file)) => Ok(kind.replace(file, &text()?)?),
    }
}
