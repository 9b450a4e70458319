//! Markdown: tables, shares with their 95 % intervals, and means with theirs.

use noughts_tournament::stats::Proportion;

/// Prints a table.
pub(crate) fn print<S: ToString>(columns: &[S], rows: &[Vec<String>]) {
    let line = |cells: &[String]| println!("| {} |", cells.join(" | "));
    line(&columns.iter().map(S::to_string).collect::<Vec<_>>());
    line(&vec!["---".to_string(); columns.len()]);
    rows.iter().for_each(|row| line(row));
    println!();
}

/// Returns a share in percent with its Wilson interval, such as `4.9 (4.7–5.0)`.
pub(crate) fn share(count: u64, total: u64) -> String {
    let found = Proportion { count, total };
    let [low, high] = found.interval().map(|end| 100.0 * end);
    // The digits that the interval leaves.
    let digits = if high - low < 0.3 { 2 } else { 1 };
    format!("{:.digits$} ({low:.digits$}–{high:.digits$})", 100.0 * found.found())
}

/// A mean of many numbers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a number.
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    /// Returns the mean and half the width of its 95 % interval, such as `131 ± 1`.
    pub(crate) fn text(&self) -> String {
        let mean = self.sum / self.count;
        let variance = (self.squares / self.count - mean * mean).max(0.0);
        let error = 1.96 * (variance / self.count).sqrt();
        let digits = if error < 0.95 { 1 } else { 0 };
        format!("{mean:.digits$} ± {error:.digits$}")
    }
}
