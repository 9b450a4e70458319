//! Openings in the forms of the files that people have: lines of moves or
//! positions, EPD, games in PGN, and the two forms of c-gomoku-cli.

mod comma;
mod line;
mod pgn;
pub mod word;

use noughts::game::lines::Shape;
use noughts::game::{GameSpec, GameState, new_game};

use crate::model::opening::{Opening, OpeningError};
use crate::plan::openings::forms::word::{Line, Misread};

/// The form of a file or list of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// Recognized by the contents.
    #[default]
    Auto,
    /// A line for each opening: moves, or a position, which may have moves or
    /// operations of EPD after it.
    Lines,
    /// Games in PGN.
    Pgn,
    /// Lines such as `8,-3, 6,-4`: columns to the right of the centre, and rows
    /// below it.
    Offset,
    /// Lines such as `d3e5f6d7`: squares whose rows count from the top.
    Pos,
}

impl Form {
    /// The forms with their names; `epd` is what other runners call lines.
    pub const ALL: &'static [(&'static str, Form)] = &[
        ("auto", Form::Auto),
        ("lines", Form::Lines),
        ("epd", Form::Lines),
        ("pgn", Form::Pgn),
        ("offset", Form::Offset),
        ("pos", Form::Pos),
    ];
}

/// What a line of moves may be, for the message about one that is not.
const FORMS: &str = "a line has moves such as a1 b2, or a position, which may have \"moves\" and \
                     moves or operations of EPD after it; files in PGN and the forms offset and pos \
                     of c-gomoku-cli are read, too";

/// Reads openings of one game.
#[derive(Debug)]
pub struct FormReader {
    /// The start of the game; `None` if the runner does not know its rules.
    start: Option<Box<dyn GameState>>,
    /// The number of moves of each opening that are played.
    plies: usize,
    form: Form,
}

impl FormReader {
    /// Reads openings of a game, with at most this number of moves each.
    /// Without rules they are neither checked nor rewritten.
    pub fn new(game: Option<&GameSpec>, plies: Option<usize>, form: Form) -> FormReader {
        FormReader { start: game.map(new_game), plies: plies.unwrap_or(usize::MAX), form }
    }

    /// Decides the form of these lines, unless it was named.
    pub fn recognize<'t>(&mut self, lines: impl IntoIterator<Item = &'t str> + Clone) {
        if self.form != Form::Auto {
            return;
        }
        // A single square is a move in either form, with another row in each:
        // all lines have to agree.
        let content = || {
            let lines = lines.clone().into_iter().map(line::without_comment);
            let lines = lines.map(line::without_braces).map(str::trim);
            lines.filter(|line| !line.is_empty())
        };
        let board = self.flat();
        if pgn::is_pgn(lines.clone()) {
            self.form = Form::Pgn;
        } else if board.is_some()
            && content().any(comma::is_run)
            && content().all(|line| comma::is_run(line) || comma::is_square(line))
        {
            self.form = Form::Pos;
        }
    }

    /// Returns whether the form is that of games, not of lines.
    pub fn is_of_games(&self) -> bool {
        self.form == Form::Pgn
    }

    /// Reads a line; returns `None` if it is blank or a comment.
    ///
    /// # Errors
    ///
    /// When the line is not an opening of the game.
    pub fn line(&self, text: &str) -> Result<Option<Opening>, Misread> {
        let content = line::without_comment(text);
        if content.trim().is_empty() {
            return Ok(None);
        }
        let content = line::without_braces(content);
        let has_offsets = self.form == Form::Auto && self.flat().is_some();
        let is_offset = self.form == Form::Offset || has_offsets && comma::is_offset(content);
        let line = match self.form {
            Form::Pos => Some(comma::pos(content, self.columns_and_rows()?)?),
            _ if is_offset => Some(comma::offset(content, self.columns_and_rows()?)?),
            _ => line::parsed(text, self.start.as_deref())?,
        };
        line.map(|line| self.played(line)).transpose()
    }

    /// Reads games in PGN. Returns the line of each opening, from 1, and the
    /// opening or what is wrong.
    pub fn games(&self, text: &str) -> Vec<(usize, Result<Opening, Misread>)> {
        let places = pgn::Places::of(text);
        let games = pgn::games(text, self.start.as_ref().map(|start| start.spec()).as_ref());
        let read = games.into_iter().map(|(at, line)| {
            let (first, _) = places.find(text, at);
            match line.and_then(|line| self.played(line)) {
                Ok(opening) => (first, Ok(opening)),
                // The places of the words are still offsets in the text.
                Err(Misread { column: 0, reason }) => (first, Err(Misread { column: 0, reason })),
                Err(Misread { column, reason }) => {
                    let (line, column) = places.find(text, column - 1);
                    (line, Err(Misread { column, reason }))
                }
            }
        });
        read.collect()
    }

    /// Plays a line and returns the opening as the game writes it; without
    /// rules the opening as it is written.
    fn played(&self, mut line: Line<'_>) -> Result<Opening, Misread> {
        line.moves.truncate(self.plies);
        let start = line.start.as_ref().map(|(_, text)| text.to_string());
        let Some(game) = &self.start else {
            let moves = line.moves.iter().map(|word| word.text.to_string()).collect();
            return Ok(Opening { start, moves });
        };
        let mut game = game.boxed_clone();
        let column = line.start.as_ref().map_or(0, |&(column, _)| column);
        let set = crate::model::opening::set_start(&mut *game, start.as_deref());
        let start = set.map_err(|error| Misread::new(column, error))?;
        for (i, word) in line.moves.iter().enumerate() {
            if let Err(error) = crate::model::opening::play_word(&mut *game, &word.text) {
                let is_other = i == 0 && matches!(error, noughts::game::MoveError::NoSquare(_));
                let advice = match &*word.text {
                    run if self.flat().is_some() && comma::is_run(run) => {
                        "; squares without spaces between them are the form pos of c-gomoku-cli, \
                         whose rows count from the top: use it in every line or in none"
                            .to_string()
                    }
                    _ if is_other && line.start.is_none() => format!("; {FORMS}"),
                    _ => String::new(),
                };
                return Err(Misread::new(word.column, format!("{error}{advice}")));
            }
        }
        if game.outcome().is_some() {
            let way_out = if line.moves.is_empty() {
                ""
            } else {
                "; plies=N plays only the first N moves, and `book --from` makes a book of those \
                 games in PGN that last longer"
            };
            return Err(Misread::new(0, format!("{}{way_out}", OpeningError::Over)));
        }
        Ok(Opening { start, moves: crate::model::opening::names(&*game) })
    }

    /// Returns the numbers of columns and rows, if the game is one of lines on a
    /// flat board.
    fn flat(&self) -> Option<(usize, usize)> {
        match self.start.as_ref()?.spec() {
            GameSpec::Lines(Shape::Flat { columns, rows, .. }) => Some((columns, rows)),
            _ => None,
        }
    }

    fn columns_and_rows(&self) -> Result<(usize, usize), Misread> {
        let reason = "this form needs a game of lines on a flat board, such as tictactoe:15x15:5";
        self.flat().ok_or_else(|| Misread::new(0, reason))
    }
}

#[cfg(test)]
mod tests;
