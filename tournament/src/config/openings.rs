//! The openings of a tournament file: random, listed, or from another file.

use std::path::Path;

use noughts::game::GameSpec;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reader::{Reader, Section};
use super::values::{choice, list, text, whole};
use crate::files;
use crate::openings::{Book, Opening, Order, Source};
use crate::referee::Rules;

/// Reads a table with exactly one of `random`, `list` and `file`, and an order.
pub(super) fn read(
    reader: &mut Reader<'_>,
    table: &Spanned<&DeTable<'_>>,
    game: Option<&Rules>,
    folder: &Path,
) -> (Option<Source>, Order) {
    let mut section = Section::new(table.get_ref());
    let plies = section.get(reader, "random", whole(0, 1000));
    let lines = section.get(reader, "list", list);
    let path = section.get(reader, "file", text);
    let order = section.get(reader, "order", choice(Order::ALL));
    let start = section.get(reader, "start", whole(1, 10_000_000));
    let most = section.get(reader, "plies", whole(0, 1000));
    section.finish(reader);
    let keys = ["random", "list", "file"];
    if keys.iter().filter(|key| table.get_ref().contains_key(**key)).count() != 1 {
        reader.problem(table.span(), "openings: one of random, list and file is needed");
    }
    let random = plies.map(|plies| random(reader, &plies, game));
    let spec = game.and_then(Rules::spec);
    let listed = lines.map(|lines| listed(reader, &lines, spec));
    let filed = path.map(|path| filed(reader, &path, spec, folder));
    let mut source = random.or(listed).or(filed);
    match &mut source {
        Some(Source::List(list)) => {
            if let Some(most) = most {
                list.iter_mut().for_each(|opening| opening.moves.truncate(*most.get_ref()));
            }
            // Those before the start come last.
            match start.as_ref().map(|start| (start.span(), start.get_ref() - 1)) {
                Some((span, skipped)) if skipped >= list.len() => {
                    let reason = format!("start: there are only {} openings", list.len());
                    reader.problem(span, reason);
                }
                Some((_, skipped)) => list.rotate_left(skipped),
                None => {}
            }
        }
        Some(Source::Random(_)) => {
            for key in ["order", "start", "plies"] {
                if let Some(value) = table.get_ref().get(key) {
                    let reason = format!("{key}: only openings of a list or a file have it");
                    reader.problem(value.span(), reason);
                }
            }
        }
        None => {}
    }
    (source, order.map(Spanned::into_inner).unwrap_or_default())
}

fn random(reader: &mut Reader<'_>, plies: &Spanned<usize>, game: Option<&Rules>) -> Source {
    let source = Source::Random(*plies.get_ref());
    if *plies.get_ref() > 0 && game == Some(&Rules::Asked) {
        let reason = "random: only games whose rules the runner knows have random openings";
        reader.problem(plies.span(), reason);
    } else if let Err(error) = Book::new(&source, game.and_then(Rules::spec), 0) {
        reader.problem(plies.span(), format!("random: {error}"));
    }
    source
}

fn listed(
    reader: &mut Reader<'_>,
    lines: &Spanned<&[Spanned<DeValue<'_>>]>,
    spec: Option<&GameSpec>,
) -> Source {
    let mut book = Vec::new();
    for item in *lines.get_ref() {
        match text(item.get_ref()).and_then(|line| opening(line, spec)) {
            Ok(opening) => book.push(opening),
            Err(reason) => reader.problem(item.span(), reason),
        }
    }
    if lines.get_ref().is_empty() {
        reader.problem(lines.span(), "list: there is no opening in it");
    }
    Source::List(book)
}

fn filed(
    reader: &mut Reader<'_>,
    path: &Spanned<&str>,
    spec: Option<&GameSpec>,
    folder: &Path,
) -> Source {
    let file = folder.join(path.get_ref()).display().to_string();
    let mut book = Vec::new();
    match files::text(Path::new(&file)) {
        Err(error) => reader.problem(path.span(), format!("file: {file} cannot be read: {error}")),
        Ok(text) => {
            let is_opening = |line: &str| !line.is_empty() && !line.starts_with('#');
            let lines = text.lines().map(str::trim).enumerate();
            let lines = lines.filter(|(_, line)| is_opening(line));
            let mut empty = true;
            for (i, line) in lines {
                empty = false;
                match opening(line, spec) {
                    Ok(opening) => book.push(opening),
                    Err(reason) => reader.problem_in(file.clone(), i + 1, reason),
                }
            }
            if empty {
                reader.problem(path.span(), "file: there is no opening in it");
            }
        }
    }
    Source::List(book)
}

/// An opening that can be played, if the rules are known.
fn opening(line: &str, spec: Option<&GameSpec>) -> Result<Opening, String> {
    let opening: Opening = line.parse().map_err(|error| format!("opening: {error}"))?;
    match spec.map(|spec| opening.setup(spec)) {
        Some(Err(error)) => Err(format!("opening \"{opening}\": {error}")),
        _ => Ok(opening),
    }
}
