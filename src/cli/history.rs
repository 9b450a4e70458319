//! A game with undo and redo. What was played and taken back before another move stays
//! as a line beside the game.

use noughts::game::notation::PositionError;
use noughts::game::{GameSpec, GameState, MoveError, Square, new_game};

/// The maximum number of lines that are kept beside the game.
const MAX_LINES: usize = 200;

/// A game state with undo and redo.
#[derive(Debug)]
pub(crate) struct History {
    state: Box<dyn GameState>,
    /// The start position as text; `None` for that of the game.
    start: Option<String>,
    /// The moves taken back; the next one to redo is last.
    undone: Vec<String>,
    /// Other lines that were played, each from the start of the game. None of them begins
    /// another one or the present line.
    others: Vec<Vec<String>>,
}

impl History {
    /// Begins a game at a position text or, with `None`, at the start of the
    /// game.
    ///
    /// # Errors
    ///
    /// When the text is not a position of the game.
    pub(crate) fn new(spec: &GameSpec, start: Option<&str>) -> Result<History, PositionError> {
        let mut history = History::start_of(spec);
        history.state.set_start(start)?;
        Ok(History { start: start.map(str::to_string), ..history })
    }

    /// Begins a game at its start.
    pub(crate) fn start_of(spec: &GameSpec) -> History {
        History { state: new_game(spec), start: None, undone: Vec::new(), others: Vec::new() }
    }

    /// The current state of the game.
    pub(crate) fn state(&self) -> &dyn GameState {
        &*self.state
    }

    /// The start position as text; `None` for that of the game.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The names of the moves played.
    pub(crate) fn names(&self) -> Vec<String> {
        let board = self.state.board();
        self.state.moves().iter().map(|&square| board.name(square)).collect()
    }

    /// The square of the last ply.
    pub(crate) fn last(&self) -> Option<Square> {
        self.state.moves().last().copied()
    }

    /// The other lines that were played, each from the start of the game.
    pub(crate) fn others(&self) -> &[Vec<String>] {
        &self.others
    }

    /// Whether nothing is taken back.
    pub(crate) fn is_at_end(&self) -> bool {
        self.undone.is_empty()
    }

    /// Adds a line that was played earlier, from the start of the game. One with an
    /// illegal move is left out.
    pub(crate) fn add_other(&mut self, line: Vec<String>) {
        let mut state = self.at(0);
        if line.iter().all(|name| state.play(name).is_ok()) && !self.all_names().starts_with(&line)
        {
            self.set_aside(line);
        }
    }

    /// Keeps a line beside the game.
    fn set_aside(&mut self, line: Vec<String>) {
        if self.others.iter().any(|other| other.starts_with(&line)) {
            return;
        }
        self.others.retain(|other| !line.starts_with(other));
        if self.others.len() == MAX_LINES {
            self.others.remove(0);
        }
        self.others.push(line);
    }

    /// Plays a ply. If it is not the next one to redo, the plies taken back become
    /// another line. A line that was set aside is taken up again by its moves.
    ///
    /// # Errors
    ///
    /// When the move is not legal.
    pub(crate) fn play(&mut self, name: &str) -> Result<(), MoveError> {
        let square = self.state.play(name)?;
        let name = self.state.board().name(square);
        if self.undone.last() == Some(&name) {
            self.undone.pop();
            return Ok(());
        }
        let names = self.names();
        if !self.undone.is_empty() {
            let mut left = names[..names.len() - 1].to_vec();
            left.extend(self.undone.drain(..).rev());
            self.set_aside(left);
        }
        if let Some(at) = self.others.iter().position(|other| other.starts_with(&names)) {
            let line = self.others.swap_remove(at);
            self.undone = line[names.len()..].iter().rev().cloned().collect();
        }
        Ok(())
    }

    /// Takes back the last ply; returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let mut names = self.names();
        let Some(last) = names.pop() else { return false };
        self.state = self.at(names.len());
        self.undone.push(last);
        true
    }

    /// Replays the ply that was taken back last; returns whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(name) = self.undone.pop() else { return false };
        // It was legal in this position.
        self.state.play(&name).is_ok()
    }

    /// The names of the moves played, and of those taken back after them.
    pub(crate) fn all_names(&self) -> Vec<String> {
        let mut names = self.names();
        names.extend(self.undone.iter().rev().cloned());
        names
    }

    /// Whether the game is over after the moves that were taken back.
    pub(crate) fn is_finished(&self) -> bool {
        self.end().outcome().is_some()
    }

    /// Returns the game after its last move, also of one that was taken back.
    pub(crate) fn end(&self) -> Box<dyn GameState> {
        self.at(usize::MAX)
    }

    /// Returns the game after its first `plies` moves, also of those taken back.
    pub(crate) fn at(&self, plies: usize) -> Box<dyn GameState> {
        let mut state = self.state.boxed_clone();
        // Neither fails: both succeeded when this game was played.
        let _ = state.set_start(self.start.as_deref());
        for name in self.all_names().iter().take(plies) {
            let _ = state.play(name);
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(moves: &str) -> History {
        let spec = "tictactoe".parse().unwrap_or_else(|error| panic!("{error}"));
        let mut history = History::new(&spec, None).unwrap_or_else(|error| panic!("{error}"));
        for name in moves.split_whitespace() {
            history.play(name).unwrap_or_else(|error| panic!("{error}"));
        }
        history
    }

    #[test]
    fn plies_go_back_and_forth() {
        let mut history = history("b2 a1 c3");
        assert!(history.undo() && history.undo());
        assert_eq!(history.state().text(), "3 3 3 3/1X1/3 o 1");
        assert!(history.redo());
        assert_eq!(history.names(), ["b2", "a1"]);
        // Playing the move that was taken back keeps the rest; another move sets it
        // aside.
        assert!(history.undo());
        assert!(history.play("a1").is_ok() && history.redo());
        assert!(history.undo() && history.undo());
        assert!(history.play("a2").is_ok() && !history.redo());
    }

    #[test]
    fn a_finished_game_is_known_at_each_of_its_moves() {
        let mut history = history("b2 a1 c3 b1 c1 a3 c2");
        assert!(history.is_finished() && history.undo() && history.undo());
        assert!(history.is_finished() && history.names().len() == 5);
        assert_eq!(history.all_names().join(" "), "b2 a1 c3 b1 c1 a3 c2");
        assert!(history.play("a2").is_ok() && !history.is_finished());
    }

    #[test]
    fn what_was_played_stays() {
        let mut history = history("b2 a1 c3");
        assert!(history.undo() && history.undo());
        assert!(history.play("a2").is_ok());
        assert_eq!(history.others(), [["b2", "a1", "c3"]]);
        // The moves of the other line take it up again.
        assert!(history.undo() && history.play("a1").is_ok());
        assert_eq!(history.all_names(), ["b2", "a1", "c3"]);
        assert_eq!(history.others(), [["b2", "a2"]]);
        assert!(history.redo() && history.is_at_end());
        // What begins a known line is none of its own.
        history.add_other(vec!["b2".to_string(), "a2".to_string()]);
        history.add_other(vec!["b2".to_string()]);
        history.add_other(vec!["b2".to_string(), "b2".to_string()]);
        assert_eq!(history.others().len(), 1);
    }

    #[test]
    fn nothing_is_before_the_start() {
        let mut history = history("b2");
        assert!(history.play("b2").is_err());
        assert!(history.undo() && !history.undo());
        assert_eq!(history.last(), None);
        let spec = "tictactoe".parse().unwrap_or_else(|error| panic!("{error}"));
        assert!(History::new(&spec, Some("3 3 3 XX1/3/3 o")).is_err());
        let start = Some("3 3 3 3/1X1/3 o 1");
        let mut game = History::new(&spec, start).unwrap_or_else(|error| panic!("{error}"));
        assert!(game.play("a1").is_ok() && game.undo());
        assert_eq!(game.state().text(), "3 3 3 3/1X1/3 o 1");
    }
}
