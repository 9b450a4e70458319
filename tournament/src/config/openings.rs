//! The table `[openings]`: random openings, a list, or a file.

use std::path::{Path, PathBuf};

use noughts::game::GameSpec;

use super::Config;
use super::document::{Place, Placed, Table, Value};
use super::field::{choice, slot, whole};
use super::key::{Key, infos, print_keys, read_table};
use super::kind::{Joins, Kind, SubTable};
use super::reader::{Problem, Reader};
use crate::files;
use crate::openings::{Book, Opening, Order, Source};
use crate::referee::Rules;
use crate::text::{counted, printable};

/// The keys of the table.
#[derive(Default)]
struct Openings {
    random: Option<usize>,
    list: Option<Vec<String>>,
    /// The lines of the list with their places; empty when printing.
    lines: Vec<Placed<String>>,
    file: Option<PathBuf>,
    order: Order,
    start: Option<usize>,
    plies: Option<usize>,
    symmetric: Option<bool>,
    transform: Option<bool>,
}

type Row = Key<Openings>;

static KEYS: &[Row] = &[
    Row::new("random", "the number of random plies of each opening", whole!(0, 1000, random))
        .otherwise("2; 0 in a game of `ugi`"),
    Row::new(
        "list",
        "the openings; on the command line separated by semicolons",
        Kind::Lines {
            get: |o| o.list.clone(),
            set: |o, lines| {
                o.list = Some(Vec::new());
                o.lines = lines;
            },
        },
    ),
    Row::new("file", "a file with a line for each opening", Kind::File(slot!(file))),
    Row::new("order", "the order of a list or file", choice!(Order::ALL, order)),
    Row::new(
        "start",
        "the number of the first opening of a list or file; those before it come last",
        whole!(1, 10_000_000, start),
    )
    .otherwise("1"),
    Row::new(
        "plies",
        "the number of moves to play from each line of a list or file",
        whole!(0, 1000, plies),
    )
    .otherwise("all"),
    Row::new(
        "symmetric",
        "whether random openings may be the same up to the symmetries of the game",
        Kind::Truth(slot!(symmetric)),
    )
    .otherwise("false; in an older journal true"),
    Row::new(
        "transform",
        "whether each opening of a list or file is played as a symmetric image, which the seed \
         chooses",
        Kind::Truth(slot!(transform)),
    )
    .otherwise("false"),
];

/// The table `[openings]`.
pub(super) const TABLE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Openings::default()),
    // There is only one source of openings.
    joins: Joins::Nothing,
    read,
    print: |config| vec![print(config)],
    forget: None,
};

/// Returns the lines of the table. `start`, `plies` and `file` have already
/// been applied to the list.
fn print(config: &Config) -> String {
    let mut openings = Openings { order: config.order, ..Openings::default() };
    match &config.openings {
        Source::Random(plies) => {
            openings.random = Some(*plies);
            openings.symmetric = config.symmetric;
        }
        Source::List(list) => {
            openings.list = Some(list.iter().map(Opening::to_string).collect());
            openings.transform = config.game.spec().map(|_| config.transform);
        }
    }
    let is_random = openings.random.is_some();
    print_keys(KEYS.iter().filter(|key| !is_random || key.name != "order"), &openings)
}

/// Reads the table, which must have exactly one of `random`, `list` and `file`.
fn read(reader: &mut Reader, table: &Table, place: &Place, config: &mut Config) {
    let mut openings = Openings::default();
    read_table(reader, KEYS, table, &mut openings);
    if ["random", "list", "file"].iter().filter(|key| table.has(key)).count() != 1 {
        reader.problem(place, "openings: set exactly one of random, list and file");
    }
    let random = openings.random.map(|plies| {
        check_random(reader, plies, table);
        Source::Random(plies)
    });
    let listed = openings.list.is_some().then(|| listed(reader, &openings.lines, table));
    let filed = openings.file.as_ref().map(|path| filed(reader, path, table));
    config.order = openings.order;
    config.symmetric = openings.symmetric;
    config.transform = openings.transform.unwrap_or(false);
    match random.or(listed).or(filed) {
        Some(Source::List(mut list)) => {
            if let Some(most) = openings.plies {
                list.iter_mut().for_each(|opening| opening.moves.truncate(most));
            }
            // Openings before the start come last.
            match (table.place("start"), openings.start.unwrap_or(1) - 1) {
                (Some(place), skipped) if skipped >= list.len() => {
                    let reason =
                        format!("start: there are only {}", counted(list.len(), "opening"));
                    reader.problem(place, reason);
                }
                (_, skipped) => list.rotate_left(skipped),
            }
            if let Some(place) = table.place("symmetric") {
                reader.problem(place, "symmetric: only random openings take this key");
            }
            if config.transform
                && reader.game == Some(Rules::Asked)
                && let Some(place) = table.place("transform")
            {
                let reason = "transform: symmetric images need a game whose rules the runner knows";
                reader.problem(place, reason);
            }
            config.openings = Source::List(list);
        }
        Some(Source::Random(plies)) => {
            for key in ["order", "start", "plies", "transform"] {
                if let Some(place) = table.place(key) {
                    let reason = format!("{key}: only openings of a list or a file take this key");
                    reader.problem(place, reason);
                }
            }
            config.openings = Source::Random(plies);
        }
        None => {}
    }
}

fn check_random(reader: &mut Reader, plies: usize, table: &Table) {
    let game = reader.game.as_ref();
    let reason = if plies > 0 && game == Some(&Rules::Asked) {
        "random openings need a game whose rules the runner knows".to_string()
    } else if let Err(error) = Book::new(&Source::Random(plies), game.and_then(Rules::spec), 0) {
        error.to_string()
    } else {
        return;
    };
    if let Some(place) = table.place("random") {
        reader.problem(place, format!("random: {reason}"));
    }
}

fn listed(reader: &mut Reader, lines: &[Placed<String>], table: &Table) -> Source {
    let mut book = Vec::new();
    for line in lines {
        match opening(&line.value, reader.game.as_ref().and_then(Rules::spec)) {
            Ok(opening) => book.push(opening),
            Err(reason) => reader.problem(&line.place, reason),
        }
    }
    if let Some(Placed { value: Value::List(items), place }) = table.get("list")
        && items.is_empty()
    {
        reader.problem(place, "list: it contains no openings");
    }
    Source::List(book)
}

fn filed(reader: &mut Reader, path: &Path, table: &Table) -> Source {
    let file = path.display().to_string();
    let mut book = Vec::new();
    let wrong = match files::text(path) {
        Err(error) => {
            let reason = files::reason(&error);
            Some(format!("file: \"{file}\" cannot be read: {reason}"))
        }
        Ok(text) => {
            let is_opening = |line: &str| !line.is_empty() && !line.starts_with('#');
            let lines = text.lines().map(str::trim).enumerate();
            let lines = lines.filter(|(_, line)| is_opening(line));
            let (mut empty, mut wrong) = (true, 0);
            for (i, line) in lines {
                empty = false;
                match opening(line, reader.game.as_ref().and_then(Rules::spec)) {
                    Ok(opening) => book.push(opening),
                    Err(reason) => {
                        wrong += 1;
                        let is_last = wrong == MOST_PROBLEMS;
                        let reason = if is_last { reason + "; and perhaps more" } else { reason };
                        reader.add_all([Problem { file: file.clone(), line: i + 1, reason }]);
                        if is_last {
                            break;
                        }
                    }
                }
            }
            empty.then(|| format!("file: \"{file}\" contains no openings"))
        }
    };
    if let Some((reason, place)) = wrong.zip(table.place("file")) {
        reader.problem(place, reason);
    }
    Source::List(book)
}

/// The number of wrong lines of a file that are reported: a book of another game
/// has nothing else.
const MOST_PROBLEMS: usize = 20;

/// Parses an opening and, if the rules are known, plays it.
fn opening(line: &str, spec: Option<&GameSpec>) -> Result<Opening, String> {
    let wrong = |error: &dyn std::fmt::Display| {
        printable(&format!("opening \"{}\": {error}", printable(line, 100)), 300)
    };
    let opening: Opening = line.parse().map_err(|error| wrong(&error))?;
    match spec.map(|spec| opening.play(spec)) {
        Some(Err(error)) => Err(wrong(&error)),
        _ => Ok(opening),
    }
}
