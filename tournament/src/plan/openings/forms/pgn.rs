//! Openings from games in PGN.

use noughts::game::GameSpec;
use noughts::pgn::{self, PgnGame, is_tag};

use crate::plan::openings::forms::word::{Line, Misread, Word};

/// Returns whether the first line that is not a comment is a tag.
pub(super) fn is_pgn<'t>(lines: impl IntoIterator<Item = &'t str>) -> bool {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with(['%', ';', '#']);
    lines.into_iter().map(str::trim).find(is_content).is_some_and(is_tag)
}

/// Returns the offset of each game, and its position and moves; their columns
/// are offsets, too, from 1.
pub(super) fn games(
    text: &str,
    game: Option<&GameSpec>,
) -> Vec<(usize, Result<Line<'static>, Misread>)> {
    let line = |found: PgnGame| {
        let column = found.at + 1;
        let named = found.tag("Game").and_then(|name| name.parse::<GameSpec>().ok());
        let other = named.filter(|named| game.is_some_and(|game| named != game));
        let line = match other {
            Some(other) => Err(Misread::new(column, format!("this is a game of {other}"))),
            None => {
                let fen = found.tag("FEN").filter(|fen| !fen.trim().is_empty());
                let start = fen.map(|fen| (found.fen_at + 1, fen.to_string()));
                let moves = found.moves.into_iter().zip(found.places);
                let word = |(name, at): (String, usize)| Word { text: name.into(), column: at + 1 };
                Ok(Line { start, moves: moves.map(word).collect() })
            }
        };
        (column - 1, line)
    };
    pgn::games(text).map(line).collect()
}

/// Finds the lines and columns of offsets in a text.
pub(super) struct Places {
    /// The offset of the start of each line.
    starts: Vec<usize>,
}

impl Places {
    pub(super) fn of(text: &str) -> Places {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Places { starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// Returns the line and the column of an offset, from 1.
    pub(super) fn find(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        (line, text.get(start..at).map_or(0, |before| before.chars().count()) + 1)
    }
}
