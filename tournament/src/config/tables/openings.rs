//! The table `[openings]`: random openings, a list, or a file.

use std::path::{Path, PathBuf};

use noughts_client::Rules;
use noughts_client::text::{counted, printable};

use crate::config::document::problem::{Place, Problem};
use crate::config::document::reader::Reader;
use crate::config::document::{Placed, Table, Value};
use crate::config::key::field::{choice, slot, whole};
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, keys, print_keys, read_table};
use crate::files::text;
use crate::model::config::Config;
use crate::model::opening::{Opening, Order, Source};
use crate::plan::openings::forms::word::Misread;
use crate::plan::openings::{Book, Form, FormReader};

/// The keys of the table.
#[derive(Default)]
struct Openings {
    random: Option<usize>,
    list: Option<Vec<String>>,
    /// The lines of the list with their places; empty when printing.
    lines: Vec<Placed<String>>,
    file: Option<PathBuf>,
    form: Form,
    order: Order,
    start: Option<usize>,
    plies: Option<usize>,
    symmetric: Option<bool>,
    transform: Option<bool>,
}

static KEYS: &[Key<Openings>] = keys! { Openings;
    "random", whole!(0, 1000, random), default "2; 0 in a game of `ugi`" =>
        "the number of random plies of each opening";
    "list", Kind::Lines {
        get: |o| o.list.clone(),
        set: |o, lines| {
            o.list = Some(Vec::new());
            o.lines = lines;
        },
    } => "the openings; on the command line separated by semicolons";
    "file", Kind::File(slot!(file)) =>
        "a file with a line for each opening, or with games in PGN; also compressed with gzip";
    "format", choice!(Form::ALL, form) =>
        "the form of a list or file; needed only if it is not detected";
    "order", choice!(Order::ALL, order) => "the order of a list or file";
    "start", whole!(1, 10_000_000, start), default "1" =>
        "the number of the first opening of a list or file; those before it come last";
    "plies", whole!(0, 1000, plies), default "all" =>
        "the number of moves to play from each line of a list or file";
    "symmetric", Kind::Truth(slot!(symmetric)), default "false; in an older journal true" =>
        "whether random openings may be the same up to the symmetries of the game";
    "transform", Kind::Truth(slot!(transform)), default "false" =>
        "whether each opening of a list or file is played as a symmetric image, which the seed \
         chooses";
};

/// The table `[openings]`.
pub(crate) const TABLE: SubTable<Config> = SubTable {
    keys: || infos(KEYS, &Openings::default()),
    // There is only one source of openings.
    joins: Joins::Nothing,
    read,
    print: |config| vec![print(config)],
    forget: None,
};

/// Returns the lines of the table. `start`, `plies`, `format` and `file` have
/// already been applied to the list.
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
    let is_left =
        |key: &&Key<Openings>| key.name != "format" && !(is_random && key.name == "order");
    print_keys(KEYS.iter().filter(is_left), &openings)
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
    let spec = reader.game.as_ref().and_then(Rules::spec);
    let mut forms = FormReader::new(spec, openings.plies, openings.form);
    let listed =
        openings.list.is_some().then(|| listed(reader, &mut forms, &openings.lines, table));
    let filed = openings.file.as_ref().map(|path| filed(reader, &mut forms, path, table));
    config.order = openings.order;
    config.symmetric = openings.symmetric;
    config.transform = openings.transform.unwrap_or(false);
    match random.or(listed).or(filed) {
        Some(Source::List(mut list)) => {
            // Openings before the start come last.
            match (table.place("start"), openings.start.unwrap_or(1) - 1) {
                (Some(place), skipped) if skipped >= list.len() => {
                    let reason =
                        format!("start: the list has only {}", counted(list.len(), "opening"));
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
            for key in ["format", "order", "start", "plies", "transform"] {
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

fn listed(
    reader: &mut Reader,
    forms: &mut FormReader,
    lines: &[Placed<String>],
    table: &Table,
) -> Source {
    forms.recognize(lines.iter().map(|line| &*line.value));
    let mut book = Vec::new();
    if forms.is_of_games()
        && let Some(place) = table.place("list")
    {
        reader.problem(place, "list: games in PGN are read from a file; name it with file");
        return Source::List(book);
    }
    for Placed { value: line, place } in lines {
        match forms.line(line) {
            // A blank line of a list is the start position.
            Ok(opening) => book.push(opening.unwrap_or_default()),
            Err(misread) => reader.problem(place, message(line, &misread)),
        }
    }
    if let Some(Placed { value: Value::List(items), place }) = table.get("list")
        && items.is_empty()
    {
        reader.problem(place, "list: it contains no openings");
    }
    Source::List(book)
}

fn filed(reader: &mut Reader, forms: &mut FormReader, path: &Path, table: &Table) -> Source {
    let file = path.display().to_string();
    let mut book = Vec::new();
    let wrong = match text::text_of(path) {
        Err(error) => Some(format!("file: \"{file}\" {error}")),
        Ok(text) => {
            forms.recognize(text.lines());
            let problems = match forms.is_of_games() {
                true => games(forms, &text, &mut book),
                false => lines(forms, &text, &mut book),
            };
            let is_empty = book.is_empty() && problems.is_empty();
            let problem = |(line, reason)| Problem { file: file.clone(), line, reason };
            reader.add_all(problems.into_iter().map(problem));
            is_empty.then(|| format!("file: \"{file}\" contains no openings"))
        }
    };
    if let Some((reason, place)) = wrong.zip(table.place("file")) {
        reader.problem(place, reason);
    }
    Source::List(book)
}

/// The number of wrong lines of a file that are reported: a book of another game
/// has nothing else.
const MAX_PROBLEMS: usize = 20;

/// Reads the lines of a file into a book. Returns the numbers of the first wrong
/// lines, and what is wrong with them.
fn lines(forms: &FormReader, text: &str, book: &mut Vec<Opening>) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    for (i, line) in text.lines().enumerate() {
        match forms.line(line) {
            Ok(opening) => book.extend(opening),
            Err(misread) => problems.push((i + 1, message(line, &misread))),
        }
        if problems.len() == MAX_PROBLEMS {
            break;
        }
    }
    ended(problems)
}

/// Reads the games of a file as [`lines`] reads its lines.
fn games(forms: &FormReader, text: &str, book: &mut Vec<Opening>) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    for (i, (line, game)) in forms.games(text).into_iter().enumerate() {
        match game {
            Ok(opening) => book.push(opening),
            Err(misread) => {
                let (game, place) = (i + 1, column(&misread));
                let reason = format!("game {game}{place}: {}", misread.reason);
                problems.push((line, printable(&reason, MAX_MESSAGE)));
            }
        }
        if problems.len() == MAX_PROBLEMS {
            break;
        }
    }
    ended(problems)
}

fn ended(mut problems: Vec<(usize, String)>) -> Vec<(usize, String)> {
    if let Some((_, last)) = problems.get_mut(MAX_PROBLEMS - 1) {
        last.push_str("; and perhaps more");
    }
    problems
}

/// The largest length of a message, in characters.
const MAX_MESSAGE: usize = 500;

fn message(line: &str, misread: &Misread) -> String {
    let (line, place) = (printable(line.trim(), 100), column(misread));
    printable(&format!("opening \"{line}\"{place}: {}", misread.reason), MAX_MESSAGE)
}

fn column(misread: &Misread) -> String {
    match misread.column {
        0 => String::new(),
        column => format!(", column {column}"),
    }
}
