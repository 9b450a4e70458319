//! The tables of search and resource statistics, for `stats --usage`.

use noughts::game::Side;
use noughts_tournament::stats::performance::{EngineStats, Performance};

use super::grid::Grid;

/// The width of the tables where there is no terminal.
pub(crate) const WIDTH: usize = 80;

/// A row: the engine, its opponent, its side and the statistics.
type UsageRow<'a> = (&'a str, &'a str, Side, &'a EngineStats);

/// Returns the table of the searches, and that of times, processors and memory.
/// A column without values is left out.
pub(crate) fn tables(performance: &Performance) -> [Grid; 2] {
    let rows: Vec<UsageRow<'_>> = performance.rows().collect();
    let mut search = beginning(&rows);
    let mut add = |spare: usize, header: &str, cell: &dyn Fn(&EngineStats) -> Option<String>| {
        column(&mut search, &rows, spare, header, cell);
    };
    add(5, "games", &|d| Some(d.games.to_string()));
    add(6, "plies", &|d| Some(short(d.plies as f64)));
    add(9, "depth", &|d| d.average_depth().map(|depth| format!("{depth:.1}")));
    add(7, "least", &|d| d.depth.least.map(|depth| depth.to_string()));
    add(8, "nodes", &|d| d.average_nodes().map(short));
    add(9, "nodes/s", &|d| d.speed().map(short));
    let mut times = beginning(&rows);
    let mut add = |spare: usize, header: &str, cell: &dyn Fn(&EngineStats) -> Option<String>| {
        column(&mut times, &rows, spare, header, cell);
    };
    add(9, "s/ply", &|d| d.average_time().map(seconds));
    add(8, "longest", &|d| (d.plies > 0).then(|| seconds(d.longest_us as f64 / 1e6)));
    add(8, "left", &|d| d.least_left.map(|left| seconds(left.as_secs_f64())));
    add(7, "CPU s", &|d| d.usage.map(|used| seconds(used.cpu_us as f64 / 1e6)));
    add(9, "CPUs", &|d| d.usage?.processors().map(|processors| format!("{processors:.2}")));
    add(7, "MiB", &|d| d.usage.map(|used| short(used.peak_kib as f64 / 1024.0)));
    [search, times]
}

/// Returns a table with the columns of the engine, its opponent and its side.
fn beginning(rows: &[UsageRow<'_>]) -> Grid {
    let mut grid = Grid::default();
    grid.names("engine", rows.iter().map(|(name, ..)| (*name).to_string()).collect());
    grid.names("opponent", rows.iter().map(|(_, opponent, ..)| (*opponent).to_string()).collect());
    let letter = |side: &Side| if *side == Side::X { "X" } else { "O" }.to_string();
    grid.always("", rows.iter().map(|(_, _, side, _)| letter(side)).collect());
    grid
}

fn column(
    grid: &mut Grid,
    rows: &[UsageRow<'_>],
    spare: usize,
    header: &str,
    cell: &dyn Fn(&EngineStats) -> Option<String>,
) {
    let cells: Vec<Option<String>> = rows.iter().map(|(.., deeds)| cell(deeds)).collect();
    if cells.iter().any(Option::is_some) {
        let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".to_string())).collect();
        grid.spare(spare, header, cells);
    }
}

/// Returns a number in at most five characters.
fn short(number: f64) -> String {
    let scaled = [(1e9, "G"), (1e6, "M"), (1e3, "k")].into_iter();
    // From 9999.5 on a number is rounded to five digits.
    match scaled
        .into_iter()
        .find(|(unit, _)| number >= unit * if *unit < 1e6 { 9.9995 } else { 0.99995 })
    {
        Some((unit, letter)) if number >= unit * 99.95 => format!("{:.0}{letter}", number / unit),
        Some((unit, letter)) => format!("{:.1}{letter}", number / unit),
        None if number >= 99.95 || number.fract() == 0.0 => format!("{number:.0}"),
        None => format!("{number:.1}"),
    }
}

/// Returns a number of seconds with about three digits.
fn seconds(time: f64) -> String {
    match time {
        ..9.9995 => format!("{time:.3}"),
        ..99.95 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, expected) in [
            (0.0, "0"),
            (12.0, "12"),
            (12.34, "12.3"),
            (999.6, "1000"),
            (9999.0, "9999"),
            (10_000.0, "10.0k"),
            (123_456.0, "123k"),
            (1_000_000.0, "1.0M"),
            (123_456_789.0, "123M"),
            (4.5e9, "4.5G"),
        ] {
            assert_eq!(short(number), expected);
        }
        assert_eq!([0.0012, 12.34, 1234.5].map(seconds), ["0.001", "12.3", "1234"]);
    }
}
