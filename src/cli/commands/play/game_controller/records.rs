//! The records of the game: kept as it is played, saved, loaded and opened.

use std::path::Path;

use super::GameController;
use crate::cli::commands::play::kept::Keeper;
use crate::cli::commands::play::record::{self, Details, Loaded, today};
use crate::cli::commands::play::seat::{Change, EnginePlayer, Seat, person};

impl GameController {
    /// Saves the game; the notice has the result.
    pub(in crate::cli::commands::play) fn save(&mut self, file: &Path) {
        match record::save(file, &self.record()) {
            Ok(()) => self.set_notice(format!("saved in {}", file.display())),
            Err(error) => self.set_notice(format!("not saved: {error}")),
        }
    }

    /// Keeps the game of a person, from its first move on.
    pub(super) fn keep(&mut self) {
        if self.is_watched() {
            return;
        }
        if let Err(error) = self.keeper.keep(&self.record()) {
            self.set_notice(format!("this game cannot be kept: {error}"));
        }
    }

    /// Returns the file of the game.
    pub(in crate::cli::commands::play) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    fn record(&self) -> String {
        let names = self.seats.each_ref().map(|seat| match seat {
            Seat::Person => person(),
            Seat::Engine(_) => seat.name().to_string(),
        });
        let details = Details {
            players: names.each_ref().map(String::as_str),
            are_people: self.seats.each_ref().map(|seat| matches!(seat, Seat::Person)),
            level: self.seats.iter().filter_map(Seat::player).find_map(EnginePlayer::level),
            clock: self.clock.as_ref(),
            ended: self.ended,
            date: &self.date,
        };
        record::print(&self.history, details)
    }

    /// Loads a game; the notice has the result.
    pub(in crate::cli::commands::play) fn load(&mut self, file: &Path) {
        match record::load(file) {
            Ok(loaded) => self.open(loaded, None),
            Err(error) => self.set_notice(format!("not loaded: {error}")),
        }
    }

    /// Takes over a game from a record. One that is kept goes on in its file. The engine
    /// moves only in a game that can go on.
    pub(in crate::cli::commands::play) fn open(&mut self, loaded: Loaded, kept: Option<&Path>) {
        let plies = loaded.history.state().moves().len();
        let are_people = self.seats.each_ref().map(|seat| matches!(seat, Seat::Person));
        if loaded.are_people == Some([are_people[1], are_people[0]]) {
            self.seats.swap(0, 1);
        }
        if let Some(level) = loaded.level {
            self.change_level(Change::To(level));
        }
        self.set(loaded.history);
        self.ended = loaded.ended;
        if let Some(file) = kept {
            self.keeper.go_on_in(file);
        }
        self.date = loaded.date.unwrap_or_else(today);
        if let Some(control) = loaded.clock {
            self.set_clock(Some(control));
        }
        if let Some(clock) = &mut self.clock {
            clock.set_left(loaded.left);
        }
        self.paused = self.is_finished();
        self.run_clock();
        let unit = if plies == 1 { "ply" } else { "plies" };
        let players = loaded.players.map_or(String::new(), |[x, o]| format!(", {x} against {o}"));
        self.set_notice(format!("loaded {plies} {unit} of {}{players}", self.spec()));
    }
}
