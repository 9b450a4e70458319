//! The game and its players. People play, take back and change the game here;
//! engines play in [`engine_turns`]; [`ends`] has the clock, [`records`] the files, and
//! [`retries`] the review.

mod ends;
mod engine_turns;
mod records;
mod retries;

use std::time::Instant;

use noughts::game::{GameSpec, MoveError, Side};
use noughts::protocol::{Go, printable};

use super::clock::Clock;
use super::engine::Launch;
use super::kept::Keeper;
use super::record::{Ending, today};
use super::seat::{Change, EnginePlayer, Seat, person_name};
use crate::cli::advice::game_meant;
use crate::cli::commands::play::analysis::Analyst;
use crate::cli::history::History;
use crate::cli::words::rules;

pub(super) use engine_turns::Unfit;

/// The maximum length of a notice, in characters.
const MAX_NOTICE: usize = 300;

/// The players of a record, X first.
struct Recorded {
    players: [String; 2],
    are_people: Option<[bool; 2]>,
}

/// A game in progress.
pub(super) struct GameController {
    history: History,
    seats: [Seat; 2],
    /// The limits of each search for a move.
    go: Go,
    /// Whether engines have to wait for [`GameController::go_on`].
    paused: bool,
    /// The last message for the user.
    notice: String,
    /// Gives hints and values, and reviews finished games.
    pub(super) analyst: Analyst,
    keeper: Keeper,
    /// How the game ended, if not on the board.
    ended: Option<Ending>,
    clock: Option<Clock>,
    /// The clocks as they were last looked at.
    faces: [Option<String>; 2],
    /// The day when the game began.
    date: String,
    /// The players of a record that is only looked at.
    recorded: Option<Recorded>,
    /// The mistake in whose place a better move is being looked for.
    retry: Option<usize>,
    /// Whether estimates are shown in centipoints, too.
    has_points: bool,
}

impl GameController {
    /// Begins a game; `players` are the engines of the sides, X first.
    pub(super) fn new(
        history: History,
        players: [Option<Launch>; 2],
        go: Go,
        analyst: Analyst,
        keeper: Keeper,
    ) -> GameController {
        let seats = players.map(|launch| {
            launch.map_or(Seat::Person(None), |l| Seat::Engine(Box::new(EnginePlayer::new(l))))
        });
        let notice = String::new();
        GameController {
            history,
            seats,
            go,
            paused: false,
            notice,
            analyst,
            keeper,
            ended: None,
            clock: None,
            faces: [None, None],
            date: today(),
            recorded: None,
            retry: None,
            has_points: false,
        }
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// Gives the people their names, that of X first.
    pub(super) fn name_people(&mut self, names: &[String]) {
        let people = self.seats.iter_mut().filter(|seat| seat.is_person());
        for (seat, name) in people.zip(names) {
            *seat = Seat::Person(person_name(name));
        }
    }

    pub(super) fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The name of the player of a side: that of the record, until somebody goes on from
    /// there.
    pub(super) fn player_name(&self, side: Side) -> &str {
        match &self.recorded {
            Some(recorded) => &recorded.players[side.index()],
            None => self.seat(side).name(),
        }
    }

    /// The last message for the user; empty if there is none.
    pub(super) fn notice(&self) -> &str {
        &self.notice
    }

    /// Sets the message for the user. It may quote files and engines, so it is
    /// made safe to print.
    pub(super) fn set_notice(&mut self, notice: impl AsRef<str>) {
        self.notice = printable(notice.as_ref(), MAX_NOTICE);
    }

    /// Whether engines wait for [`GameController::go_on`].
    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    pub(super) fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Whether a person is to move.
    pub(super) fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.seat(self.side()).is_person()
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        self.history.state().side()
    }

    /// Plays a move of a person, by the name of its square.
    ///
    /// # Errors
    ///
    /// When it is not a person's turn or the move is not legal, with a sentence
    /// for the user.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        if let Some(ply) = self.retry {
            return self.try_move(ply, name);
        }
        if !self.is_over() && !self.is_persons_turn() {
            let player = self.seat(self.side()).name();
            return Err(format!("it is {}'s turn ({player})", self.side()));
        }
        self.check_clock();
        if let Some(result) = self.result() {
            return Err(format!("the game is over: {result}"));
        }
        let state = self.history.state();
        // An engine may lose so, but a person has hardly meant it.
        if state.board().parse(name).is_some_and(|square| state.forbidden().contains(square)) {
            return Err(format!("{name} is forbidden to X: a move there would lose"));
        }
        let (side, before) = (self.side(), self.history.all_names());
        self.history.play(name).map_err(|error| match error {
            MoveError::NotAllowed(_) => {
                let place = rules::restriction(self.history.state());
                format!("{error}: {}", place.unwrap_or_default())
            }
            _ => error.to_string(),
        })?;
        self.paused = false;
        self.played(side, &before);
        Ok(())
    }

    /// A side has played a ply; the game goes on from there. `before` are all moves of the
    /// game before it.
    fn played(&mut self, side: Side, before: &[String]) {
        // Another move than the one taken back continues an ended game.
        if self.history.all_names() != before {
            (self.ended, self.recorded) = (None, None);
        }
        let plies = self.history.state().moves().len();
        if let Some(clock) = &mut self.clock {
            clock.played(side, plies, Instant::now());
        }
        self.changed();
        self.keep();
    }

    /// Takes back the last ply of a person and all plies since, or one ply if
    /// no person has played one. In a finished game, which is only looked at, it is one
    /// ply. Without a ply the notice says so.
    pub(super) fn undo(&mut self) {
        let is_persons = |ply: &usize| self.seat(self.history.state().side_at(*ply)).is_person();
        let played = self.history.state().moves().len();
        let first = self.history.state().ply() - played;
        let persons = (first..first + played).rev().find(is_persons);
        if played == 0 {
            return self.set_notice("there is no move to take back");
        }
        self.forget();
        let plies = match persons {
            _ if self.is_finished() => 1,
            Some(ply) => first + played - ply,
            None => 1,
        };
        for _ in 0..plies {
            self.history.undo();
        }
        // Otherwise the engine would repeat its move at once.
        self.paused = !self.is_persons_turn() || self.is_finished();
        self.went();
    }

    /// Replays the plies taken back, up to the next turn of a person, or one
    /// ply if only engines play. Without a ply the notice says so.
    pub(super) fn redo(&mut self) {
        if !self.history.redo() {
            return self.set_notice("there is no move to play again");
        }
        self.forget();
        loop {
            let only_engines = self.seats.iter().all(|seat| matches!(seat, Seat::Engine(_)));
            let is_there = self.is_persons_turn() || only_engines || self.is_finished();
            if is_there || !self.history.redo() {
                break;
            }
        }
        self.paused = self.is_watched() || self.is_finished();
        self.went();
    }

    /// The game is at an earlier or a later ply again.
    fn went(&mut self) {
        let plies = self.history.state().moves().len();
        if let Some(clock) = &mut self.clock {
            clock.went_to(plies, Instant::now());
        }
        self.changed();
    }

    /// Shows a finished game after `plies` of its moves, or at its end.
    pub(super) fn show(&mut self, plies: usize) {
        self.forget();
        while self.history.state().moves().len() > plies && self.history.undo() {}
        while self.history.state().moves().len() < plies && self.history.redo() {}
        self.paused = true;
        self.went();
    }

    /// Swaps the players of the two sides.
    pub(super) fn swap(&mut self) {
        self.forget();
        self.seats.swap(0, 1);
        self.recorded = None;
        self.paused = self.is_finished();
        self.changed();
    }

    /// Begins a new game with the same rules.
    pub(super) fn restart(&mut self) {
        self.set(History::start_of(&self.spec()));
    }

    /// Begins another game, by its spec. If that fails, the notice has the
    /// reason.
    pub(super) fn change_game(&mut self, text: &str) {
        match text.parse::<GameSpec>() {
            Ok(spec) => self.set(History::start_of(&spec)),
            Err(error) => self.set_notice(format!("{error}{}", game_meant(text))),
        }
    }

    /// Changes the level of all engines that play; the notice has the result.
    pub(super) fn change_level(&mut self, change: Change) {
        let mut players = self.seats.iter_mut().filter_map(Seat::player_mut).peekable();
        if players.peek().is_none() {
            return self.set_notice("no engine plays");
        }
        let changed =
            players.filter_map(|player| player.change_level(change).then_some(())).count();
        match changed {
            0 => self.set_notice("the engine has no levels"),
            _ => {
                let engines = self.seats.iter().filter(|seat| seat.player().is_some());
                let names: Vec<&str> = engines.map(Seat::name).collect();
                self.set_notice(names.join("; "));
            }
        }
    }

    /// Clears the notice and the error of the analyst.
    pub(super) fn forget_messages(&mut self) {
        self.notice.clear();
        self.analyst.forget_fault();
    }

    fn set(&mut self, history: History) {
        self.forget();
        let spec = history.state().spec();
        self.seats.iter_mut().filter_map(Seat::player_mut).for_each(|p| p.set_game(&spec));
        self.keeper.next_game();
        (self.history, self.ended, self.date) = (history, None, today());
        self.recorded = None;
        self.paused = false;
        self.set_clock(self.clock.as_ref().map(Clock::control));
        self.changed();
    }

    pub(super) fn spec(&self) -> GameSpec {
        self.history.state().spec()
    }

    /// Whether only engines play.
    pub(super) fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Engine(_)))
    }

    /// Whether only people play.
    pub(super) fn is_both(&self) -> bool {
        self.seats.iter().all(Seat::is_person)
    }

    /// Starts the search for a hint.
    pub(super) fn ask_hint(&mut self) {
        self.analyst.ask_hint(&self.history);
    }

    /// Whether estimates are shown in centipoints, too.
    pub(super) fn shows_points(&self) -> bool {
        self.has_points
    }

    /// Shows estimates in centipoints, too, or no longer.
    pub(super) fn toggle_points(&mut self) {
        self.has_points = !self.has_points;
        self.set_notice(if self.has_points {
            "estimates also in centipoints, hundredths of a point"
        } else {
            "estimates as chances only"
        });
    }

    /// Turns the evaluation of the moves on or off.
    pub(super) fn evaluate(&mut self, on: bool) {
        self.analyst.set_evaluation(on, &self.history);
    }

    /// Waits until the analyst has finished its job.
    pub(super) fn wait_for_analyst(&mut self) {
        self.analyst.wait(&self.history);
        self.hear_answer();
    }

    /// Stops the engines that play.
    fn forget(&mut self) {
        for player in self.seats.iter_mut().filter_map(Seat::player_mut) {
            player.forget();
        }
    }

    /// Discards messages about the previous position.
    fn changed(&mut self) {
        self.notice.clear();
        self.retry = None;
        self.analyst.position_changed(&self.history);
        self.run_clock();
        self.settle();
    }

    /// Marks the kept game as open or finished. At the end of a game, begins to judge its
    /// moves.
    fn settle(&mut self) {
        let is_begun = !self.history.state().moves().is_empty();
        self.keeper.set_open(is_begun && !self.is_finished());
        if is_begun && self.is_finished() && self.analyst.judged().is_none() {
            self.review();
        }
    }
}
