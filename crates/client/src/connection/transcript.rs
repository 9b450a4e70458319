//! The transcript of an engine: the lines sent and received at its start and
//! in the current game.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use crate::base::text::printable;
use crate::base::time::Instant;

/// The number of bytes beyond which lines received in a game are dropped. Lines
/// sent are always kept, because `replay` needs them.
const KEPT: usize = 1 << 20;

/// The number of characters printed of a line.
const MAX_SHOWN: usize = 10_000;

/// Lines with the seconds since the start of the process and a sign: `>` for
/// sent, `<` for received.
#[derive(Debug)]
pub(crate) struct Transcript {
    began: Instant,
    /// The engine name for printing lines to standard error; `None` does not
    /// print.
    shown_as: Option<String>,
    /// The lines from the start of the process to the first game.
    start: Lines,
    /// The lines of the current game; before the first game, those of the
    /// start.
    game: Lines,
    in_game: bool,
    /// The number of received lines dropped in this game.
    omitted: usize,
}

/// Lines and when they were sent or received. The text with times is made only when
/// it is asked for, which is after a fault.
#[derive(Debug, Default)]
struct Lines {
    text: String,
    marks: Vec<Mark>,
}

/// When a line was sent or received, its sign, and where it ends in the text.
#[derive(Debug)]
struct Mark {
    time: Duration,
    sign: char,
    end: usize,
}

impl Lines {
    fn add(&mut self, time: Duration, sign: char, line: &str) {
        self.text.push_str(line);
        self.marks.push(Mark { time, sign, end: self.text.len() });
    }

    /// Returns the number of bytes of memory in use.
    fn size(&self) -> usize {
        self.text.len() + self.marks.len() * size_of::<Mark>()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
    }

    fn print(&self, to: &mut String) {
        let mut from = 0;
        for &Mark { time, sign, end } in &self.marks {
            let line = &self.text[from..end];
            // Writing to a string does not fail.
            let _ = writeln!(to, "{}.{:06} {sign} {line}", time.as_secs(), time.subsec_micros());
            from = end;
        }
    }
}

impl Transcript {
    pub(crate) fn new(shown_as: Option<String>) -> Transcript {
        Transcript {
            began: Instant::now(),
            shown_as,
            start: Lines::default(),
            game: Lines::default(),
            in_game: false,
            omitted: 0,
        }
    }

    /// Begins a new game and drops the lines of the previous one.
    pub(crate) fn new_game(&mut self) {
        if self.in_game {
            self.game.clear();
        } else {
            self.start = std::mem::take(&mut self.game);
        }
        self.in_game = true;
        self.omitted = 0;
    }

    /// Adds lines that were sent.
    pub(crate) fn sent(&mut self, text: &str) {
        let time = self.began.elapsed();
        for line in text.lines() {
            self.show(time, '>', line);
            self.game.add(time, '>', line);
        }
    }

    /// Adds a line that was received.
    pub(crate) fn received(&mut self, line: &str) {
        let time = self.began.elapsed();
        self.show(time, '<', line);
        if self.game.size() + size_of::<Mark>() + line.len() > KEPT {
            self.omitted += 1;
        } else {
            self.game.add(time, '<', line);
        }
    }

    fn show(&self, time: Duration, sign: char, line: &str) {
        if let Some(name) = &self.shown_as {
            let (time, line) = (time.as_secs_f64(), printable(line, MAX_SHOWN));
            // A closed standard error is not an error of the game.
            let _ = io::Write::write_fmt(
                &mut io::stderr().lock(),
                format_args!("{time:.6} {name} {sign} {line}\n"),
            );
        }
    }

    /// Returns the lines of the start and of the current game.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.start.print(&mut text);
        self.game.print(&mut text);
        if self.omitted > 0 {
            let _ = writeln!(text, "# {} more lines were received", self.omitted);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines without their times.
    fn lines(transcript: &Transcript) -> Vec<String> {
        let text = transcript.text();
        text.lines().map(|line| line.split_once(' ').map_or("", |(_, rest)| rest).into()).collect()
    }

    #[test]
    fn the_start_and_the_last_game_are_kept() {
        let mut transcript = Transcript::new(None);
        transcript.sent("ugi\n");
        transcript.received("ugiok");
        for game in 1..=3 {
            transcript.new_game();
            transcript.sent(&format!("uginewgame\ngo nodes {game}\n"));
            transcript.received(&format!("bestmove a{game}"));
        }
        let expected = ["> ugi", "< ugiok", "> uginewgame", "> go nodes 3", "< bestmove a3"];
        assert_eq!(lines(&transcript), expected);
    }

    #[test]
    fn memory_is_bounded_for_empty_lines() {
        let mut transcript = Transcript::new(None);
        transcript.new_game();
        (0..1_000_000).for_each(|_| transcript.received(""));
        assert!(transcript.game.size() <= KEPT && transcript.game.marks.len() > 10_000);
    }

    #[test]
    fn memory_is_bounded() {
        let mut transcript = Transcript::new(None);
        transcript.new_game();
        (0..100).for_each(|_| transcript.received(&"x".repeat(60_000)));
        transcript.sent("stop");
        // A time takes less text than a mark takes memory.
        assert!(transcript.text().len() < KEPT + 1000);
        assert!(transcript.text().contains("> stop\n# 83 more lines"), "{}", transcript.omitted);
    }
}
