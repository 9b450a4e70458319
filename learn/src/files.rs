//! The files of a run: the network that it reads, and the results that it writes
//! without harming other files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use noughts::search::network::Network;

/// Reads the weights of a network of TicTacTrains.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    Network::read(file).with_context(|| format!("{name} is not a network"))
}

/// Checks before a long run that its results can be written, and that no result
/// would replace an input or another result.
pub(crate) fn check_results(results: &[&Path], inputs: &[PathBuf]) -> anyhow::Result<()> {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    for (i, result) in results.iter().enumerate() {
        let others = inputs.iter().map(PathBuf::as_path).chain(results[..i].iter().copied());
        if others.into_iter().any(|other| real(other) == real(result)) {
            bail!("{} is named for two purposes: it would be lost", result.display());
        }
        let beside = beside(result);
        File::create(&beside)
            .and_then(|_| fs::remove_file(&beside))
            .with_context(|| format!("cannot write {}", result.display()))?;
    }
    Ok(())
}

/// Writes a result beside its place and then moves it there, so that the file is
/// whole at any time.
pub(crate) fn write_result(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let beside = beside(path);
    fs::write(&beside, bytes)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The name of the file before it is whole.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

/// Parses a share from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| String::from("a number from 0 to 1 is needed"))
}

/// Parses a number that is not negative.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| String::from("a number of at least 0 is needed"))
}
