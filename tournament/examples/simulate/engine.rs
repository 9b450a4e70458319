//! An engine of the simulation: it speaks UGI or UCI, plays random legal moves, and now
//! and then does what no engine should.
//!
//! Everything that it does follows from its character, the position and the option
//! `Seed`, which the runner derives from the number of the game. So a game that is played
//! again is the same, in whatever run and order.

use std::time::Duration;

use noughts::game::{GameSpec, GameState, new_game};
use noughts::protocol::{Command, Go, Query, Start};
use noughts::random::{Random, splitmix};

/// How an engine plays, and what it does wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Character {
    /// The name in the configuration.
    pub(crate) name: String,
    /// The name that the engine reports, perhaps that of another.
    pub(crate) id: String,
    /// Whether it reports another name from its second start on, as if its file had been
    /// replaced.
    pub(crate) is_replaced: bool,
    /// How often it takes a win that it sees, of 100.
    pub(crate) skill: usize,
    /// How often it fails to start, of 1000.
    pub(crate) start_failures: usize,
    /// What it does wrong, and in how many of 1000 games.
    pub(crate) misdeeds: Vec<(Misdeed, usize)>,
    /// Whether it reports scores.
    pub(crate) has_scores: bool,
}

/// What an engine does wrong in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misdeed {
    /// It ends instead of preparing for a game.
    DiesPreparing,
    /// It is ready a microsecond too late.
    ReadyTooLate,
    /// It ends while it searches.
    Dies,
    /// It closes its output and goes on.
    ClosesOutput,
    /// It never moves, not even after `stop`.
    Hangs,
    /// It moves a microsecond after its time, if its time is limited.
    Late,
    /// It prints without end.
    Floods,
    /// It prints a line without end.
    LongLine,
    /// It moves to a square that is taken.
    Illegal,
    /// It says that it has no move.
    NoMove,
    /// It says `bestmove` and nothing else.
    Garbage,
    /// It moves twice.
    Twice,
    /// It stops reading its input.
    Deaf,
}

impl Misdeed {
    pub(crate) const ALL: [Misdeed; 13] = [
        Misdeed::DiesPreparing,
        Misdeed::ReadyTooLate,
        Misdeed::Dies,
        Misdeed::ClosesOutput,
        Misdeed::Hangs,
        Misdeed::Late,
        Misdeed::Floods,
        Misdeed::LongLine,
        Misdeed::Illegal,
        Misdeed::NoMove,
        Misdeed::Garbage,
        Misdeed::Twice,
        Misdeed::Deaf,
    ];

    /// Returns whether a game may end before anybody can notice it: what comes after the
    /// engine's last move.
    pub(crate) fn may_go_unnoticed(self) -> bool {
        matches!(self, Misdeed::Twice | Misdeed::Deaf)
    }
}

/// The limits of the tournament that an engine must know to break them by a microsecond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) margin: Duration,
    pub(crate) ready: Duration,
    pub(crate) think: Duration,
    /// Whether the runner asks the engines for the rules, and so whether a move is legal.
    pub(crate) is_asked: bool,
    /// Whether engines name the reply that they expect.
    pub(crate) ponders: bool,
}

/// What an engine does after a line of input, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Prints text after some time; text that was to come later is not printed.
    Print(Duration, String),
    /// Prints this text again and again.
    Repeat(String),
    /// Ends after some time.
    End(Duration),
    /// Closes its output.
    Close,
    /// Stops reading.
    GoDeaf,
    /// Notes what it does wrong.
    Note(Misdeed),
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Brain {
    character: Character,
    terms: Terms,
    id: String,
    game: Box<dyn GameState>,
    pub(crate) seed: Option<i64>,
    /// The misdeed of this game, and the own move at which it happens.
    planned: Option<(Misdeed, usize)>,
    /// The own moves of this game so far.
    moves: usize,
    /// The answer to the search that runs: printed early by `stop`.
    answer: Option<String>,
    /// Whether the search lasts until `ponderhit` or `stop`.
    ponders: bool,
    latency: Duration,
}

const MICROSECOND: Duration = Duration::from_micros(1);
const MILLISECOND: Duration = Duration::from_millis(1);

impl Brain {
    pub(crate) fn new(character: Character, terms: Terms, spec: &GameSpec, start: usize) -> Brain {
        let mut id = character.id.clone();
        if character.is_replaced && start > 0 {
            id += " replaced";
        }
        Brain {
            character,
            terms,
            id,
            game: new_game(spec),
            seed: None,
            planned: None,
            moves: 0,
            answer: None,
            ponders: false,
            latency: Duration::ZERO,
        }
    }

    /// Returns the name that the engine reports.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Obeys a line.
    pub(crate) fn obey(&mut self, line: &str) -> Vec<Action> {
        let at_once = |text: String| vec![Action::Print(Duration::ZERO, text)];
        match Command::parse(line) {
            Ok(Some(Command::Ugi)) => at_once(self.introduction("ugiok")),
            Ok(Some(Command::Uci)) => at_once(self.introduction("uciok")),
            Ok(Some(Command::IsReady)) => match self.planned {
                Some((Misdeed::ReadyTooLate, _)) => {
                    self.planned = None;
                    let late = self.terms.ready + MICROSECOND;
                    let text = "readyok\n".to_string();
                    vec![Action::Note(Misdeed::ReadyTooLate), Action::Print(late, text)]
                }
                Some((Misdeed::DiesPreparing, _)) => {
                    self.planned = None;
                    vec![Action::Note(Misdeed::DiesPreparing), Action::End(MILLISECOND)]
                }
                _ => at_once("readyok\n".to_string()),
            },
            Ok(Some(Command::SetOption { name, value })) => {
                if name.eq_ignore_ascii_case("Seed") {
                    self.seed = value.and_then(|value| value.parse().ok());
                }
                Vec::new()
            }
            Ok(Some(Command::UgiNewGame | Command::UciNewGame)) => {
                self.begin();
                Vec::new()
            }
            Ok(Some(Command::Position { start, moves })) => {
                let text = match &start {
                    Start::StartPos => None,
                    Start::Fen(text) => Some(text.as_str()),
                };
                let legal = self.game.set_start(text).is_ok()
                    && moves.iter().all(|name| self.game.play(name).is_ok());
                assert!(legal || self.terms.is_asked, "an illegal position: {line}");
                match legal {
                    true => Vec::new(),
                    false => at_once("info string error: an illegal move\n".to_string()),
                }
            }
            Ok(Some(Command::Go(go))) => self.search(&go),
            Ok(Some(Command::PonderHit)) => {
                self.ponders = false;
                match self.answer.clone() {
                    Some(answer) => vec![Action::Print(self.latency, answer)],
                    None => Vec::new(),
                }
            }
            Ok(Some(Command::Stop)) => match self.answer.take() {
                Some(answer) => at_once(answer),
                None => Vec::new(),
            },
            Ok(Some(Command::Query(query))) => at_once(self.response(query)),
            Ok(Some(Command::Quit)) => vec![Action::End(MILLISECOND)],
            _ => Vec::new(),
        }
    }

    /// The engine has printed all that it was to print.
    pub(crate) fn has_answered(&mut self) {
        if !self.ponders {
            self.answer = None;
        }
    }

    fn introduction(&self, end: &str) -> String {
        format!(
            "id name {}\noption name Seed type spin default 0 min 0 max {}\n\
             option name Game type string default {}\n\
             option name Ponder type check default false\n\
             option name Bonus type spin default 50 min 0 max 100\n{end}\n",
            self.id,
            i64::MAX,
            self.game.spec()
        )
    }

    fn response(&self, query: Query) -> String {
        let text = match (query, self.game.outcome()) {
            (Query::P1Turn, _) => (self.game.side() == noughts::game::Side::X).to_string(),
            (Query::GameOver, outcome) => outcome.is_some().to_string(),
            (Query::Result, None) => "none".to_string(),
            (Query::Result, Some(noughts::game::Outcome::Draw)) => "draw".to_string(),
            (Query::Result, Some(noughts::game::Outcome::Win(side))) => {
                if side == noughts::game::Side::X { "p1win" } else { "p2win" }.to_string()
            }
        };
        format!("response {text}\n")
    }

    /// Begins a game: decides what goes wrong in it.
    fn begin(&mut self) {
        let mut random = self.random(0);
        (self.moves, self.answer, self.ponders, self.planned) = (0, None, false, None);
        for &(misdeed, chance) in &self.character.misdeeds {
            if random.below(1000) < chance {
                self.planned = Some((misdeed, random.below(4)));
            }
        }
    }

    /// Returns the random numbers of a moment of the game.
    fn random(&self, moment: u64) -> Random {
        let mut state = self.seed.unwrap_or(0).unsigned_abs();
        let mut mixed = splitmix(&mut state);
        for byte in self.character.name.bytes() {
            mixed = mixed.rotate_left(8) ^ u64::from(byte);
            mixed = splitmix(&mut mixed);
        }
        Random::new(mixed ^ moment)
    }

    fn search(&mut self, go: &Go) -> Vec<Action> {
        let mut random = self.random(self.game.hash() ^ 1);
        let side = self.game.side();
        let clock = go.clock[side.index()].map(|left| left.max(0).unsigned_abs());
        let limit = clock.into_iter().chain(go.movetime).min().map(Duration::from_millis);
        // Exactly at the limit is in time; of a clock the engine sees whole milliseconds.
        let (allowed, rounding) = match limit {
            Some(limit) => (limit + self.terms.margin, MILLISECOND * u32::from(clock.is_some())),
            None => (self.terms.think, Duration::ZERO),
        };
        let share = u32::try_from(random.below(1000)).unwrap_or(0);
        self.latency = match (random.below(16), clock) {
            (0, _) => allowed,
            (_, Some(_)) => allowed * share / 8000,
            // Without a limit it moves soon.
            _ if limit.is_none() => MILLISECOND * share / 20,
            _ => allowed * share / 1000,
        };
        let best = self.choose(&mut random);
        let mut text = String::new();
        if self.character.has_scores {
            let score = i64::try_from(random.below(1200)).unwrap_or(0) - 600;
            text += &format!("info depth 3 nodes 77 score cp {score} pv {best}\n");
        }
        text += &format!("bestmove {best}");
        if self.terms.ponders
            && let Some(reply) = self.reply_to(&best, &mut random)
        {
            text += &format!(" ponder {reply}");
        }
        text.push('\n');
        let due = self.planned.is_some_and(|(_, at)| at <= self.moves);
        let planned = self.planned.take_if(|_| due && !go.ponder).map(|(misdeed, _)| misdeed);
        // A ponder search that fails is searched again as another position.
        self.moves += usize::from(!go.ponder);
        self.ponders = go.ponder;
        self.answer = Some(text.clone());
        if go.ponder {
            return Vec::new();
        }
        let print = |latency, text: &str| Action::Print(latency, text.to_string());
        let (note, latency) = (|misdeed| Action::Note(misdeed), self.latency);
        let silent = |brain_answer: &mut Option<String>, misdeed, then| {
            *brain_answer = None;
            vec![note(misdeed), then]
        };
        match planned {
            None => vec![print(latency, &text)],
            Some(misdeed @ Misdeed::Dies) => {
                silent(&mut self.answer, misdeed, Action::End(latency))
            }
            Some(misdeed @ Misdeed::ClosesOutput) => {
                silent(&mut self.answer, misdeed, Action::Close)
            }
            Some(misdeed @ Misdeed::Hangs) => {
                silent(&mut self.answer, misdeed, print(Duration::ZERO, ""))
            }
            Some(misdeed @ Misdeed::Late) => {
                vec![note(misdeed), print(allowed + rounding + MICROSECOND, &text)]
            }
            Some(misdeed @ Misdeed::Floods) => {
                let line = format!("info string {}\n", "flood ".repeat(8000));
                silent(&mut self.answer, misdeed, Action::Repeat(line))
            }
            Some(misdeed @ Misdeed::LongLine) => {
                silent(&mut self.answer, misdeed, print(latency, &"long ".repeat(20_000)))
            }
            Some(misdeed @ Misdeed::Illegal) => {
                let taken = self.game.stones(!side).into_iter().next();
                let name = taken.map_or("z9".to_string(), |square| self.game.board().name(square));
                silent(&mut self.answer, misdeed, print(latency, &format!("bestmove {name}\n")))
            }
            Some(misdeed @ Misdeed::NoMove) => {
                silent(&mut self.answer, misdeed, print(latency, "bestmove (none)\n"))
            }
            Some(misdeed @ Misdeed::Garbage) => {
                silent(&mut self.answer, misdeed, print(latency, "bestmove\n"))
            }
            Some(misdeed @ Misdeed::Twice) => {
                silent(&mut self.answer, misdeed, print(latency, &(text.clone() + &text)))
            }
            Some(misdeed @ (Misdeed::Deaf | Misdeed::DiesPreparing | Misdeed::ReadyTooLate)) => {
                vec![print(latency, &text), note(misdeed), Action::GoDeaf]
            }
        }
    }

    /// Chooses a legal move: sometimes a win, if there is one.
    fn choose(&self, random: &mut Random) -> String {
        let legal: Vec<_> = self.game.legal().into_iter().collect();
        let name = |square| self.game.board().name(square);
        if random.below(100) < self.character.skill {
            let wins = legal.iter().find(|&&square| {
                let mut after = self.game.boxed_clone();
                after.play(&name(square)).is_ok()
                    && matches!(after.outcome(), Some(noughts::game::Outcome::Win(_)))
            });
            if let Some(&win) = wins {
                return name(win);
            }
        }
        legal.get(random.below(legal.len().max(1))).map_or("(none)".to_string(), |&at| name(at))
    }

    /// Returns a legal reply to a move, to ponder on.
    fn reply_to(&self, best: &str, random: &mut Random) -> Option<String> {
        let mut after = self.game.boxed_clone();
        after.play(best).ok()?;
        let legal: Vec<_> = after.legal().into_iter().collect();
        let square = *legal.get(random.below(legal.len().max(1)))?;
        after.outcome().is_none().then(|| after.board().name(square))
    }
}
