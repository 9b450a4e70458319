//! The list of all keys, the file that is equivalent to a configuration, and
//! the part of a configuration that decides the games.

use noughts_client::Rules;

use crate::config::key::info::KeyInfo;
use crate::config::key::kind::{Joins, Kind};
use crate::config::key::{infos, print_keys};
use crate::config::tables::settings::KEYS;
use crate::model::config::Config;
use crate::model::format::Format;

/// Returns the descriptions of all keys of a tournament file.
pub fn keys() -> Vec<KeyInfo> {
    infos(KEYS, &Config::new(Rules::Asked, Vec::new()))
}

/// Returns the part of a configuration that decides the games: the keys in
/// which machines may differ are reset.
#[must_use]
pub fn without_machine(mut config: Config) -> Config {
    KEYS.iter().for_each(|key| key.forget(&mut config));
    config
}

/// Returns whether a key applies to a tournament of this format.
pub(crate) fn applies_to(key: &str, format: Format) -> bool {
    format.keys().contains(&key) || !Format::all().any(|other| other.keys().contains(&key))
}

/// Returns the file that is equivalent to a configuration. It sets every key,
/// so that another version with other defaults reads the same. Paths that are
/// not Unicode, and settings with line breaks, cannot be written; no file can
/// set them either.
pub fn print(config: &Config) -> String {
    let mut file =
        print_keys(KEYS.iter().filter(|key| applies_to(key.name, config.format)), config);
    for key in KEYS {
        let Kind::Table(table) = &key.kind else { continue };
        let name = key.name;
        let head =
            if table.joins == Joins::List { format!("[[{name}]]") } else { format!("[{name}]") };
        file.extend((table.print)(config).iter().map(|lines| format!("\n{head}\n{lines}")));
    }
    file
}
