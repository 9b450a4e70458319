//! The records of the game: kept as it is played, saved, loaded and opened.

use std::path::Path;

use super::{GameController, Recorded};
use crate::cli::commands::play::kept::Keeper;
use crate::cli::commands::play::record::{self, Details, Loaded, today};
use crate::cli::commands::play::seat::{Change, EnginePlayer, Seat, person_name, user};

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
        let (names, are_people) = match &self.recorded {
            Some(recorded) => (recorded.players.clone(), recorded.are_people),
            None => (
                self.seats.each_ref().map(Seat::recorded_name),
                Some(self.seats.each_ref().map(Seat::is_person)),
            ),
        };
        let details = Details {
            players: names.each_ref().map(String::as_str),
            are_people,
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
        let are_people = self.seats.each_ref().map(Seat::is_person);
        if loaded.are_people == Some([are_people[1], are_people[0]]) {
            self.seats.swap(0, 1);
        }
        if let Some(level) = loaded.level {
            self.change_level(Change::To(level));
        }
        self.set(loaded.history);
        self.ended = loaded.ended;
        // The people of the record keep their names.
        for (i, seat) in self.seats.iter_mut().enumerate() {
            let was_person = loaded.are_people.is_some_and(|people| people[i]);
            let name = loaded.players.as_ref().and_then(|players| person_name(&players[i]));
            if let (Seat::Person(known), true) = (seat, was_person) {
                *known = name.filter(|name| *name != user());
            }
        }
        match (kept, &loaded.players) {
            (Some(file), _) => self.keeper.go_on_in(file),
            (None, Some(players)) => {
                let name = |name: &String| person_name(name).unwrap_or_else(|| "?".to_string());
                let players = players.each_ref().map(name);
                self.recorded = Some(Recorded { players, are_people: loaded.are_people });
            }
            (None, None) => {}
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
        self.settle();
        let unit = if plies == 1 { "ply" } else { "plies" };
        let players = loaded.players.map_or(String::new(), |[x, o]| format!(", {x} against {o}"));
        self.set_notice(format!("loaded {plies} {unit} of {}{players}", self.spec()));
    }
}
