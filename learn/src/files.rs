//! The files of a run: the network that it reads, and the results that it writes
//! without harming other files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use noughts::files::{beside, replace};
use noughts::search::network::Network;

/// Reads the weights of a network of TicTacTrains.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open the network {name}"))?;
    Network::read(file).with_context(|| format!("cannot load the network {name}"))
}

/// Checks before a long run that its results can be written, and that no result
/// would replace an input or another result.
pub(crate) fn check_results<'a>(
    results: &[&Path],
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    let mut taken: Vec<PathBuf> = inputs.into_iter().map(|path| real(path)).collect();
    for result in results {
        let beside = beside(&real(result));
        for path in [*result, &beside] {
            if taken.contains(&real(path)) {
                bail!("{} would be overwritten: choose other names", path.display());
            }
            taken.push(real(path));
        }
        if result.is_dir() {
            bail!("cannot write {}: it is a folder", result.display());
        }
        File::create(&beside)
            .and_then(|_| fs::remove_file(&beside))
            .with_context(|| format!("cannot write {}", result.display()))?;
    }
    Ok(())
}

/// The same path for every name of a file, even if the file does not exist.
fn real(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let in_folder = || {
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_path_buf())
}

/// Writes a result beside its place and then moves it there, so that the file is
/// whole at any time.
pub(crate) fn write_result(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
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

/// Parses a number above 0.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let above = number(text).ok().filter(|&number| number > 0.0);
    above.ok_or_else(|| String::from("a number above 0 is needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_finite_and_in_range() {
        assert_eq!([number("0"), positive("0.5")], [Ok(0.0), Ok(0.5)]);
        for text in ["", "x", "-1", "inf", "NaN"] {
            assert!(number(text).is_err() && positive(text).is_err(), "{text}");
        }
        assert!(positive("0").is_err());
    }

    #[test]
    fn a_result_replaces_no_input_and_no_other_result() {
        let folder = std::env::temp_dir().join(format!("noughts-learn-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        let at = |name: &str| folder.join(name);
        fs::write(at("games"), "").unwrap();
        let check = |results: &[PathBuf]| {
            let results: Vec<&Path> = results.iter().map(PathBuf::as_path).collect();
            check_results(&results, &[at("games")])
        };
        assert!(check(&[at("out"), at("parameters")]).is_ok());
        // A result is written to a file beside it before it replaces the old one.
        fs::write(at("games.part"), "").unwrap();
        assert!(check_results(&[&at("games")], &[at("games.part")]).is_err());
        assert!(check(&[at("out"), at("out.part")]).is_err());
        assert!(check(&[at("out.part"), at("out")]).is_err());
        // Neither of these exists, but both are the same file.
        assert!(check(&[at("out"), at("inner/../out")]).is_err());
        assert!(check(&[at("inner/../games")]).is_err());
        assert!(check(&[at("inner")]).is_err() && check(&[at("missing/out")]).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
