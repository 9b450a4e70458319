//! What was said on the wire, kept for the game that is being played.

use std::fmt::Write;
use std::io;
use std::time::Instant;

use crate::text::shown;

/// Of what an engine says in a game so many bytes are kept; what it is told is
/// kept whole, for it is what plays the game again.
const KEPT: usize = 1 << 20;

/// So many characters of a line are shown as it is said.
const LONGEST_SHOWN: usize = 10_000;

/// Lines with a sign and the seconds since the start of the process: `>` was
/// sent, `<` was received.
#[derive(Debug)]
pub(super) struct Transcript {
    began: Instant,
    /// The name under which all is shown as it is said, if it is.
    shown_as: Option<String>,
    /// From the start of the process to the first game.
    start: String,
    /// The game, or the start before there was one.
    game: String,
    in_game: bool,
    /// How many received lines of the game there was no room for.
    omitted: usize,
}

impl Transcript {
    pub(super) fn new(shown_as: Option<String>) -> Transcript {
        Transcript {
            began: Instant::now(),
            shown_as,
            start: String::new(),
            game: String::new(),
            in_game: false,
            omitted: 0,
        }
    }

    /// A new game begins: what was said in the last one is forgotten.
    pub(super) fn new_game(&mut self) {
        if self.in_game {
            self.game.clear();
        } else {
            self.start = std::mem::take(&mut self.game);
        }
        self.in_game = true;
        self.omitted = 0;
    }

    /// Complete lines were sent.
    pub(super) fn sent(&mut self, text: &str) {
        text.lines().for_each(|line| self.line('>', line));
    }

    /// A line was received.
    pub(super) fn received(&mut self, line: &str) {
        if self.game.len() + line.len() > KEPT {
            self.omitted += 1;
            self.show('<', line);
        } else {
            self.line('<', line);
        }
    }

    fn line(&mut self, sign: char, line: &str) {
        self.show(sign, line);
        let time = self.began.elapsed();
        // Writing to a string does not fail.
        let _ = writeln!(self.game, "{}.{:06} {sign} {line}", time.as_secs(), time.subsec_micros());
    }

    fn show(&self, sign: char, line: &str) {
        if let Some(name) = &self.shown_as {
            let (time, line) = (self.began.elapsed().as_secs_f64(), shown(line, LONGEST_SHOWN));
            // Nobody may be looking.
            let _ = io::Write::write_fmt(
                &mut io::stderr().lock(),
                format_args!("{time:.6} {name} {sign} {line}\n"),
            );
        }
    }

    /// The start of the process and the game.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}{}", self.start, self.game);
        if self.omitted > 0 {
            let _ = writeln!(text, "# {} more lines were received", self.omitted);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines without their times.
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
    fn memory_is_bounded() {
        let mut transcript = Transcript::new(None);
        transcript.new_game();
        (0..100).for_each(|_| transcript.received(&"x".repeat(60_000)));
        transcript.sent("stop");
        assert!(transcript.text().len() < KEPT + 1000);
        assert!(transcript.text().contains("> stop\n# 83 more lines"), "{}", transcript.omitted);
    }
}
