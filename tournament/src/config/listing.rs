//! What follows from the table of all keys: their list, the file that means a
//! configuration, and what of it decides the games.

use super::Config;
use super::key::{KeyInfo, infos, print_keys};
use super::kind::{Joins, Kind};
use super::settings::KEYS;
use crate::referee::Rules;
use crate::schedule::Format;

/// All keys of a tournament file.
pub fn keys() -> Vec<KeyInfo> {
    infos(KEYS, &Config::new(Rules::Asked, Vec::new()))
}

/// The same tournament as far as it decides what is played.
#[must_use]
pub fn deciding(mut config: Config) -> Config {
    KEYS.iter().for_each(|key| key.forget(&mut config));
    config
}

/// Whether a key makes sense in a tournament of this format.
pub(super) fn belongs(key: &str, format: Format) -> bool {
    format.keys().contains(&key) || !Format::all().any(|other| other.keys().contains(&key))
}

/// The file that means this configuration. All of it is said, so that it stays
/// the same under another program with other defaults. Only paths that are no
/// text, and settings with line breaks, which no file can hold, would be lost.
pub fn print(config: &Config) -> String {
    let mut file = print_keys(KEYS.iter().filter(|key| belongs(key.name, config.format)), config);
    for key in KEYS {
        let Kind::Table(table) = &key.kind else { continue };
        let name = key.name;
        let head =
            if table.joins == Joins::List { format!("[[{name}]]") } else { format!("[{name}]") };
        file.extend((table.print)(config).iter().map(|lines| format!("\n{head}\n{lines}")));
    }
    file
}
