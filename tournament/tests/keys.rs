//! The tables of keys: the documents contain their rows, and every key is read,
//! stored, printed and compared as its row says.

use std::path::Path;

use noughts_tournament::config::MachineChecks;
use noughts_tournament::config::foreign;
use noughts_tournament::config::tuning_keys;
use noughts_tournament::config::{KeyInfo, Syntax};
use noughts_tournament::config::{Overlay, from_options, keys, load_tuning, parse, print};
use noughts_tournament::journal::{Header, VERSION, differences};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::format::Format;

const README: &str = include_str!("../README.md");
const EXAMPLE: &str = include_str!("../example.toml");

fn tables() -> Vec<KeyInfo> {
    keys().into_iter().filter(|key| !key.keys.is_empty()).collect()
}

/// Returns the keys outside of tables.
fn plain() -> Vec<KeyInfo> {
    keys().into_iter().filter(|key| key.keys.is_empty()).collect()
}

/// Returns a table of the document.
fn document(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head = [head, &vec!["---"; head.len()][..]].map(|cells| cells.join("|"));
    let head = format!("| {} |\n|{}|\n", head[0].replace('|', " | "), head[1]);
    head + &rows.map(line).collect::<String>()
}

fn assert_documented(table: &str) {
    // No further row may follow.
    assert!(
        README.contains(&format!("{table}\n")),
        "tournament/README.md lacks the table\n\n{table}"
    );
}

#[test]
fn the_document_has_the_words_of_other_runners() {
    for rows in [foreign::OPTIONS, foreign::KEYS] {
        let rows = rows.iter().map(|row| vec![format!("`{}`", row.theirs), row.here.to_string()]);
        assert_documented(&document(&["cutechess-cli, fastchess", "here"], rows));
    }
}

#[test]
fn the_document_has_the_tables_of_keys() {
    let code = |text: &str| format!("`{text}`");
    let cells = |key: &KeyInfo| {
        vec![code(key.name), key.values.clone(), key.default.clone(), key.help.to_string()]
    };
    let columns = ["key", "values", "default", "meaning"];
    let with_agreement = |key: &KeyInfo| {
        let mut row = cells(key);
        row.insert(3, if key.must_agree { "yes" } else { "no" }.to_string());
        row
    };
    let agreed = ["key", "values", "default", "must agree", "meaning"];
    assert_documented(&document(&agreed, plain().iter().map(with_agreement)));
    let name = |table: &KeyInfo| match table.syntax {
        Syntax::Tables => format!("`[[{}]]`", table.name),
        _ => format!("`[{}]`", table.name),
    };
    let rows = tables().into_iter().map(|table| vec![name(&table), table.help.to_string()]);
    assert_documented(&document(&["table", "meaning"], rows));
    // The tables of engines share their keys.
    let of_engines = ["engine", "each", "proof", "referee"];
    let small = tables().into_iter().filter(|table| !of_engines.contains(&table.name));
    let rows = small.flat_map(|table| {
        let name = name(&table);
        table.keys.iter().map(|key| [vec![name.clone()], cells(key)].concat()).collect::<Vec<_>>()
    });
    assert_documented(&document(&[&["table"], &columns[..]].concat(), rows));
    let engine = tables().into_iter().find(|table| table.name == "engine").unwrap();
    assert_documented(&document(&agreed, engine.keys.iter().map(with_agreement)));
    for table in tables().iter().filter(|table| of_engines.contains(&table.name)) {
        let own: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
        let all = engine.keys.iter().map(|key| key.name);
        let expected: Vec<&str> =
            all.filter(|name| table.name != "each" || *name != "name").collect();
        assert_eq!(own, expected);
    }
}

#[test]
fn the_document_and_the_example_have_the_keys_of_a_tuning() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tune.toml"));
    let (tuning, _) = load_tuning(file, Overlay::default(), MachineChecks::Off)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(tuning.tuning.options.len() > 1);
    let example = std::fs::read_to_string(file).unwrap();
    let keys = tuning_keys();
    let (tables, plain): (Vec<&KeyInfo>, Vec<&KeyInfo>) =
        keys.iter().partition(|key| !key.keys.is_empty());
    let named = plain.into_iter().map(|key| ("`[tune]`", key));
    let below = tables.iter().flat_map(|table| &table.keys);
    let named: Vec<(&str, &KeyInfo)> =
        named.chain(below.map(|key| ("`[[tune.option]]`", key))).collect();
    let rows = named.iter().map(|(table, key)| {
        let name = format!("`{}`", key.name);
        vec![
            (*table).to_string(),
            name,
            key.values.clone(),
            key.default.clone(),
            key.help.to_string(),
        ]
    });
    assert_documented(&document(&["table", "key", "values", "default", "meaning"], rows));
    for (_, key) in named {
        let lines = example.lines().map(|line| line.trim_start_matches("# "));
        let is_there = lines.clone().any(|line| line.starts_with(&format!("{} =", key.name)));
        assert!(is_there, "tune.toml lacks {}", key.name);
    }
}

#[test]
fn every_key_is_in_the_example() {
    let has = |name: &str| {
        let lines = EXAMPLE.lines().map(|line| line.trim_start_matches("# "));
        let inline = format!(" {name} =");
        lines.clone().any(|line| line.starts_with(&format!("{name} =")))
            || lines.clone().any(|line| line.starts_with(&format!("[{name}]")))
            || lines.clone().any(|line| line.starts_with(&format!("[[{name}]]")))
            || EXAMPLE.contains(&inline)
    };
    for key in keys() {
        assert!(has(key.name), "{}", key.name);
        for below in &key.keys {
            assert!(has(below.name), "{}.{}", key.name, below.name);
        }
    }
}

/// Returns values other than the default, at least one of them valid.
fn samples(key: &KeyInfo) -> Vec<String> {
    let texts: &[&str] = match key.syntax {
        Syntax::Truth => &["true", "false"],
        Syntax::Number => &["2", "1", "0.25"],
        Syntax::Choice => {
            let words = key.values.replace('"', "");
            let words = words.split(" or ").filter(|word| !key.default.starts_with(word));
            return words.map(str::to_string).collect();
        }
        Syntax::Text => &["qubic", "9+1", "0.5"],
        // The file has openings of tic-tac-toe and of Qubic.
        Syntax::File | Syntax::Folder | Syntax::Program => &["./there", BOOK],
        Syntax::Arguments => &["-x 'y z'"],
        Syntax::Names => &["Hash,'Move Overhead'"],
        Syntax::Numbers => &["0,2-3"],
        Syntax::Lines => &["1a1;2b2"],
        Syntax::Settings => &["x"],
        Syntax::Table | Syntax::Tables => panic!("{} is a table", key.name),
    };
    texts.iter().filter(|text| **text != key.default).map(|text| (*text).to_string()).collect()
}

/// A file with an opening that every game has: the start position.
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/start.book");

/// Returns a tournament with these values of keys and words of tables, if it is
/// valid.
fn config(values: &[(&str, &str)], words: &[(&str, &str)]) -> Option<Config> {
    let mut overlay = Overlay::default();
    for (key, value) in [&[("game", "tictactoe")], values].concat() {
        overlay.value(key, value, "");
    }
    for (table, words) in [&[("engine", "name=a"), ("engine", "name=b")], words].concat() {
        let words: Vec<String> = words.split('&').map(str::to_string).collect();
        overlay.table(table, &words, "");
    }
    // Without [each] the engines have no limit.
    if !words.iter().any(|(table, _)| *table == "each") {
        overlay.table("each", &["nodes=1".to_string()], "");
    }
    from_options(overlay, MachineChecks::Off).ok().map(|(config, _)| config)
}

fn assert_printed(config: &Config) {
    let text = print(config);
    let again = parse(&text, "t.toml", Path::new("/elsewhere"));
    assert_eq!(again.unwrap_or_else(|e| panic!("{e}\n{text}")), *config, "{text}");
}

#[test]
fn journals_must_agree_in_a_key_if_its_row_says_so() {
    for key in plain() {
        // Some keys are valid only together with another key.
        let formats = Format::all().map(|format| vec![("format", format.name())]);
        let more =
            [vec![("transcripts", "t")], vec![("game", "ugi")], vec![("game", "tictactoe:4x4:4")]];
        let third = [("engine", "name=c")];
        let mut tried = formats.chain(more).flat_map(|with| {
            let with: Vec<(&str, &str)> =
                with.into_iter().filter(|(name, _)| *name != key.name).collect();
            let both = |value: &String| {
                let before = config(&with, &third)?;
                let after = config(&[&with[..], &[(key.name, value)]].concat(), &third)?;
                Some([before, after])
            };
            samples(&key).iter().filter_map(both).collect::<Vec<_>>()
        });
        let both = tried.next().unwrap_or_else(|| panic!("{} is never valid", key.name));
        assert_ne!(both[0], both[1], "{} is not stored", key.name);
        assert_printed(&both[1]);
        let [first, second] = both.map(|config| Header { version: VERSION, shard: None, config });
        let differ = !differences(&first, &second).is_empty();
        assert_eq!(differ, key.must_agree, "{}", key.name);
    }
}

#[test]
fn keys_of_tables_are_stored_and_printed() {
    for table in tables() {
        let game = if table.name == "referee" { "ugi" } else { "qubic" };
        // A referee speaks UGI, in which nobody ponders.
        let is_fixed = |key: &&KeyInfo| game == "ugi" && ["dialect", "ponder"].contains(&key.name);
        for key in table.keys.iter().filter(|key| !is_fixed(key)) {
            let words = samples(key).into_iter().map(|value| match key.syntax {
                Syntax::Settings => format!("{}.X={value}", key.name),
                _ => format!("{}={value}", key.name),
            });
            let words: Vec<String> = words.collect();
            let bases = [
                "",
                "score=5",
                "elo0=-9",
                "elo1=900",
                "elo0=-9&elo1=900",
                "list=1a1;2b2;3c3 1b1 1c1",
                "random=3",
                "name=c&tc=1",
                "name=c&nodes=1",
                "name=c&nodes=1&dialect=uci",
                "name=c&nodes=1&cmd=x",
                "tc=1",
                "nodes=1",
                "nodes=1&dialect=uci",
                "nodes=1&cmd=x",
            ];
            // It decides how the openings are read, and is not kept.
            if (table.name, key.name) == ("openings", "format") {
                continue;
            }
            let same = format!("{}=", key.name);
            let tries = bases.iter().flat_map(|base| words.iter().map(move |word| (base, word)));
            let mut tried = tries.filter_map(|(base, word)| {
                let base = base.split('&').filter(|w| !w.is_empty() && !w.starts_with(&same));
                let base: Vec<&str> = base.collect();
                let with = [&base[..], &[word]].concat().join("&");
                let after = config(&[("game", game)], &[(table.name, &with)])?;
                let before = match base.len() {
                    0 => None,
                    _ => config(&[("game", game)], &[(table.name, &base.join("&"))]),
                };
                Some((before, after))
            });
            let both = tried.next();
            let both = both.unwrap_or_else(|| panic!("{}.{} is never valid", table.name, key.name));
            assert_ne!(both.0.as_ref(), Some(&both.1), "{}.{} is not stored", table.name, key.name);
            assert_printed(&both.1);
        }
    }
}
