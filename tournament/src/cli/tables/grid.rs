//! Tables that fit the terminal: where it is narrow, columns are left out and
//! names shortened, so that no line wraps.

use comfy_table::{CellAlignment, LineStyle, Table, presets};
use noughts_client::text::{MAX_NAME, printable};
use unicode_width::UnicodeWidthStr;

use crate::cli::common::console::{FAINT, HEADING, styled};

/// Returns the name of an engine as it is shown: names from journals and PGN
/// are untrusted.
pub(crate) fn shown(name: &str) -> String {
    printable(name, 1000)
}

/// A column of a table.
#[derive(Clone, Debug)]
struct Column {
    header: String,
    cells: Vec<String>,
    /// Columns with the lowest number are left out first; `None` stands for a
    /// column that is always shown.
    spare: Option<usize>,
    is_name: bool,
}

/// A table whose only rule is below its header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid(Vec<Column>);

/// The lengths to which names are shortened before a column is left out.
const LONG: [usize; 3] = [24, 16, 12];
/// The least length of a shortened name.
const SHORT: usize = 6;

impl Grid {
    /// Adds a column of numbers that is always shown.
    pub(crate) fn always(&mut self, header: &str, cells: Vec<String>) {
        self.add(header, cells, None, false);
    }

    /// Adds a column of numbers; those with the lowest `spare` are left out
    /// first.
    pub(crate) fn spare(&mut self, spare: usize, header: &str, cells: Vec<String>) {
        self.add(header, cells, Some(spare), false);
    }

    /// Adds a column of names, with control characters escaped.
    pub(crate) fn names(&mut self, header: &str, cells: Vec<String>) {
        self.add(header, cells.iter().map(|name| shown(name)).collect(), None, true);
    }

    fn add(&mut self, header: &str, cells: Vec<String>, spare: Option<usize>, is_name: bool) {
        self.0.push(Column { header: header.to_string(), cells, spare, is_name });
    }

    /// Returns the table, no wider than `width` if possible.
    pub(crate) fn fit(&self, width: Option<usize>) -> String {
        self.fit_names(width, MAX_NAME).0
    }

    /// Returns the table with names of at most `most` characters, and the
    /// length to which they are shortened.
    fn fit_names(&self, width: Option<usize>, most: usize) -> (String, usize) {
        let whole = self.format(most, 0, false);
        let Some(width) = width.filter(|&width| widest(&whole) > width) else {
            return (in_bold(&whole), most);
        };
        let least =
            self.0.iter().filter_map(|column| column.spare).max().map_or(0, |most| most + 1);
        let shorter = [usize::MAX].into_iter().chain(LONG).map(|longest| (longest, 0));
        let fewer = (1..=least).map(|least| (LONG[2], least));
        let shortest = (SHORT..LONG[2]).rev().map(|longest| (longest, least));
        let tries = shorter.chain(fewer).chain(shortest);
        let (mut text, mut left_out, mut chosen) = (whole, 0, most);
        for (longest, least) in tries {
            chosen = longest.min(most);
            (text, left_out) = (self.format(chosen, least, true), least);
            if widest(&text) <= width {
                break;
            }
        }
        let mut text = in_bold(&text);
        if self.0.iter().any(|column| column.spare.is_some_and(|spare| spare < left_out)) {
            text += &format!("\n{}", styled(FAINT, "(a wider terminal shows more columns)"));
        }
        (text, chosen)
    }

    /// Formats the columns whose number is at least `least`, with names of at
    /// most `longest` characters: numbers right-aligned, names left-aligned, no
    /// trailing spaces. In a tight table the columns are closer together.
    fn format(&self, longest: usize, least: usize, tight: bool) -> String {
        let shown = |column: &&Column| column.spare.is_none_or(|spare| spare >= least);
        let columns: Vec<&Column> = self.0.iter().filter(shown).collect();
        // Headers explain the columns, so they are shortened last.
        let title = if longest < LONG[2] { longest } else { longest.max(LONG[0]) };
        let cell = |column: &Column, text: &str, longest| match column.is_name {
            true => shortened(text, longest),
            false => text.to_string(),
        };
        let mut table = Table::new();
        let rule = LineStyle::none().fill('─').junction('─');
        table.load_style(presets::NOTHING.header_separator(rule));
        table.set_header(columns.iter().map(|column| cell(column, &column.header, title)));
        for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
            let text = |column: &&Column| {
                cell(column, column.cells.get(row).map_or("", String::as_str), longest)
            };
            table.add_row(columns.iter().map(text));
        }
        for (column, of) in table.column_iter_mut().zip(&columns) {
            if tight {
                column.set_padding((1, 0));
            }
            if !of.is_name {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt()
    }
}

/// Returns tables that are shown together. They have the same names, which are
/// shortened alike in all of them.
pub(crate) fn fit_together<const N: usize>(grids: [Grid; N], width: Option<usize>) -> [String; N] {
    let lengths = grids.iter().map(|grid| grid.fit_names(width, MAX_NAME).1);
    let most = lengths.min().unwrap_or(MAX_NAME);
    grids.map(|grid| grid.fit_names(width, most).0)
}

fn widest(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Returns the text with its first line in bold.
fn in_bold(table: &str) -> String {
    let (header, rest) = table.split_once('\n').unwrap_or((table, ""));
    format!("{}\n{rest}", styled(HEADING, header))
}

/// Returns a text of at most `longest` characters; an ellipsis marks the cut.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_string();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let cells = |text: &str| vec![text.to_string(); 2];
        let mut grid = Grid::default();
        grid.spare(4, "", cells("1"));
        grid.names("engine", cells("an-engine-with-a-name-of-forty-characters"));
        grid.always("Elo", cells("+123.4"));
        grid.spare(2, "games", cells("1000"));
        grid.spare(1, "with X", cells("50.0 %"));
        grid.spare(1, "with O", cells("50.0 %"));
        grid
    }

    #[test]
    fn a_table_is_never_wider_than_the_terminal() {
        for width in 20..120 {
            let text = anstream::adapter::strip_str(&grid().fit(Some(width))).to_string();
            let table = text.lines().take(4).collect::<Vec<_>>().join("\n");
            assert!(widest(&table) <= width, "{width}\n{text}");
            assert!(table.contains("Elo") && table.contains("an-e"), "{text}");
            let is_whole = !text.contains("wider terminal");
            assert_eq!(is_whole, table.contains("with X") && table.contains("games"), "{text}");
        }
    }

    #[test]
    fn tables_shown_together_have_the_same_names() {
        let mut narrow = Grid::default();
        narrow.names("engine", vec!["an-engine-with-a-name-of-forty-characters".to_string()]);
        let name =
            |text: &str| text.split_whitespace().find(|w| w.starts_with("an-")).map(str::to_string);
        let [first, second] = fit_together([grid(), narrow.clone()], Some(60));
        assert!(name(&first).is_some_and(|name| name.ends_with('…')), "{first}");
        assert_eq!(name(&first), name(&second));
        let [_, second] = fit_together([grid(), narrow], None);
        assert!(second.contains("forty-characters"), "{second}");
    }

    #[test]
    fn columns_go_in_their_order() {
        let has = |width, header: &str| grid().fit(Some(width)).contains(header);
        assert!(has(70, "with O") && has(70, "games"));
        assert!(!has(40, "with") && has(40, "games"));
        assert!(!has(25, "games") && has(25, "Elo"));
    }

    #[test]
    fn without_a_terminal_the_table_is_whole() {
        let text = grid().fit(None);
        assert!(
            text.contains("an-engine-with-a-name-of-forty-characters") && text.contains("with O")
        );
    }

    #[test]
    fn very_long_names_are_shortened_everywhere() {
        let mut grid = Grid::default();
        grid.names("engine", vec!["x".repeat(300), "y".repeat(60)]);
        let text = grid.fit(None);
        let lengths = text.lines().skip(2).map(|line| line.trim().chars().count());
        assert_eq!(lengths.collect::<Vec<_>>(), [60, 60], "{text}");
        assert!(text.contains(&("x".repeat(59) + "…")));
    }
}
