//! A story: a tournament, the characters of its engines, and what happens to it. One seed
//! tells one story.

use std::time::Duration;

use noughts::random::Random;
use noughts_client::config::limits::TimeControl;
use noughts_client::{Deadlines, EngineConfig, Limits, Program};
use noughts_tournament::model::adjudication::{DrawRule, Resign};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::format::Format;
use noughts_tournament::model::opening::Source;
use noughts_tournament::model::sprt::{Counts, Model, Sprt};

use super::engine::{Character, Misdeed, Terms};

/// What a seed tells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Story {
    pub(crate) seed: u64,
    game: &'static str,
    /// Whether the runner does not know the rules and asks the engines.
    pub(crate) is_asked: bool,
    /// Whether the first engine is tuned instead.
    pub(crate) is_tuned: bool,
    format: &'static str,
    pub(crate) characters: Vec<Character>,
    pub(crate) pairings: usize,
    no_swap: bool,
    /// The numbers of games at the same time, in the first run and in the others.
    pub(crate) concurrency: [usize; 2],
    /// The pause between games, in milliseconds.
    wait: u64,
    pub(crate) limit: Limit,
    restart: bool,
    ponder: bool,
    is_uci: bool,
    /// The moves of the openings.
    opening: usize,
    resign: bool,
    draw: bool,
    max_length: Option<usize>,
    max_faults: Option<f64>,
    pub(crate) sprt: Option<Sprt>,
    /// The number of shares in which the tournament is played once more.
    pub(crate) shares: usize,
    /// How the runs of the tournament's repetition end before the last one.
    pub(crate) cuts: Vec<Cut>,
}

/// How searches are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Nodes,
    Movetime,
    Clock,
    ClockOfMoves,
}

/// How a run ends at a write to its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The number of writes before it.
    pub(crate) after: usize,
    /// How much of the line is written, of 1000.
    pub(crate) kept: usize,
    /// The bytes of zeros that a power failure leaves after it.
    pub(crate) zeros: usize,
    /// Whether the disk is full; otherwise the runner is killed.
    pub(crate) is_disk_full: bool,
}

const FORMATS: [&str; 6] = ["match", "round-robin", "pyramid", "gauntlet", "knockout", "swiss"];

impl Story {
    /// Tells the story of a seed.
    pub(crate) fn of(seed: u64) -> Story {
        let mut random = Random::new(seed);
        let one_in = |chance: usize, random: &mut Random| random.below(chance) == 0;
        let r = &mut random;
        let format = FORMATS[r.below(FORMATS.len())];
        let engines = if format == "match" { 2 } else { 2 + r.below(3) };
        let is_unruly = one_in(2, r);
        let has_start_failures = one_in(12, r);
        let characters: Vec<Character> = (0..engines)
            .map(|number| {
                let name = format!("engine {}", char::from(b'a' + number as u8));
                let id = if one_in(8, r) { "engine b".to_string() } else { format!("the {name}") };
                let mut misdeeds = Vec::new();
                for _ in 0..r.below(3) {
                    let misdeed = Misdeed::ALL[r.below(Misdeed::ALL.len())];
                    // Each flood takes as long as a hundred tournaments.
                    if misdeed != Misdeed::Floods || one_in(100, r) {
                        misdeeds.push((misdeed, 1 + r.below(300)));
                    }
                }
                Character {
                    name,
                    id,
                    is_replaced: one_in(10, r),
                    skill: r.below(101),
                    start_failures: if has_start_failures { r.below(400) } else { 0 },
                    misdeeds: if is_unruly { misdeeds } else { Vec::new() },
                    has_scores: one_in(2, r),
                }
            })
            .collect();
        let meetings = engines * (engines - 1) / 2;
        let pairings = (10 / meetings).max(1) + r.below(2);
        let is_tested = engines == 2 && one_in(3, r);
        let is_tuned = one_in(10, r);
        Story {
            seed,
            game: ["tictactoe", "tictactoe", "tictactoe:4x3:3"][r.below(3)],
            is_asked: !is_tuned && one_in(12, r),
            is_tuned,
            format,
            characters,
            pairings: if is_tested { 12 } else { pairings },
            no_swap: one_in(8, r),
            concurrency: [1 + r.below(3), 1 + r.below(4)],
            wait: if one_in(6, r) { 70 } else { 0 },
            limit: [Limit::Nodes, Limit::Movetime, Limit::Clock, Limit::ClockOfMoves][r.below(4)],
            restart: one_in(6, r),
            ponder: one_in(5, r),
            is_uci: one_in(5, r),
            opening: if one_in(3, r) { 1 + r.below(2) } else { 0 },
            resign: one_in(4, r),
            draw: one_in(4, r),
            max_length: if one_in(8, r) { Some(3 + r.below(4)) } else { None },
            max_faults: if one_in(6, r) { Some(0.3) } else { None },
            sprt: is_tested.then(|| Sprt {
                elo0: 0.0,
                elo1: 300.0,
                alpha: 0.2,
                beta: 0.2,
                model: if one_in(2, r) { Model::Normalized } else { Model::Logistic },
                counts: if one_in(2, r) { Counts::Pentanomial } else { Counts::Trinomial },
            }),
            shares: if one_in(4, r) { 2 + r.below(2) } else { 0 },
            cuts: (0..r.below(3))
                .map(|_| Cut {
                    after: r.below(14),
                    kept: r.below(1001),
                    zeros: if one_in(6, r) { r.below(5000) } else { 0 },
                    is_disk_full: one_in(3, r),
                })
                .collect(),
        }
    }

    /// Tells of a tournament of 20 games of 3x3 in which nothing happens, for measuring.
    pub(crate) fn quiet(seed: u64) -> Story {
        let mut story = Story::of(seed);
        story.characters.truncate(2);
        for character in &mut story.characters {
            character.misdeeds.clear();
            (character.start_failures, character.is_replaced, character.skill) = (0, false, 0);
        }
        let limit = Limit::Nodes;
        Story {
            game: "tictactoe",
            is_asked: false,
            is_tuned: false,
            format: "round-robin",
            pairings: 10,
            no_swap: false,
            concurrency: [1, 1],
            wait: 0,
            limit,
            restart: false,
            ponder: false,
            opening: 0,
            max_faults: None,
            sprt: None,
            shares: 0,
            cuts: Vec::new(),
            ..story
        }
    }

    /// Tells of a tournament of four engines in which nothing happens.
    #[cfg(test)]
    pub(crate) fn of_four(format: &'static str, seed: u64) -> Story {
        let story = Story::quiet(seed);
        let characters = ["a", "b", "c", "d"]
            .map(|name| Character { name: name.to_string(), ..story.characters[0].clone() });
        // Of a ladder they are all pairings, of the others those of a match.
        let pairings = if format == "ladder" { 6 } else { 1 };
        Story { format, characters: characters.to_vec(), pairings, ..story }
    }

    /// Returns what the engines know of the tournament.
    pub(crate) fn terms(&self) -> Terms {
        let Deadlines { ready, think, .. } = self.deadlines();
        let (is_asked, ponders) = (self.is_asked, self.ponder);
        Terms { margin: MARGIN, ready, think, is_asked, ponders }
    }

    fn deadlines(&self) -> Deadlines {
        let [startup, ready, think, answer, quit] = [5, 4, 6, 2, 1].map(Duration::from_secs);
        Deadlines { startup, ready, think, answer, quit }
    }

    /// Returns the game that the engines play.
    pub(crate) fn spec(&self) -> noughts::game::GameSpec {
        self.game.parse().expect("a game of noughts")
    }

    /// Returns whether every game can be repeated: no engine fails to start by chance.
    pub(crate) fn is_repeatable(&self) -> bool {
        self.characters.iter().all(|character| character.start_failures == 0)
    }

    /// Returns the configuration of the first run or of the others.
    pub(crate) fn config(&self, run: usize) -> Config {
        let format: Format = self.format.parse().expect("a format");
        // UCI has no queries, by which engines referee.
        let is_uci = self.is_uci && !self.is_asked;
        let engines = self.characters.iter().map(|character| {
            let mut engine = EngineConfig::builtin(&character.name, &[], self.limits());
            engine.program =
                Program::Command { path: character.name.clone().into(), args: Vec::new() };
            engine.dialect =
                if is_uci { noughts_client::Dialect::Uci } else { noughts_client::Dialect::Ugi };
            (engine.restart, engine.ponder) = (self.restart, self.ponder);
            engine
        });
        let game = if self.is_asked { "ugi" } else { self.game };
        let mut config = Config::new(game.parse().expect("a game"), engines.collect());
        config.format = format;
        (config.pairings, config.no_swap) = (self.pairings, self.no_swap);
        (config.concurrency, config.wait) = (self.concurrency[run], self.wait);
        (config.seed, config.margin) = (self.seed >> 1, MARGIN);
        config.deadlines = self.deadlines();
        config.openings = Source::Random(if self.is_asked { 0 } else { self.opening });
        (config.max_faults, config.sprt) = (self.max_faults, self.sprt);
        config.adjudication.max_length = self.max_length;
        config.adjudication.resign =
            self.resign.then_some(Resign { score: 400, moves: 1, both: false, from: 2 });
        config.adjudication.draw = self.draw.then_some(DrawRule { score: 200, moves: 1, from: 3 });
        config
    }

    fn limits(&self) -> Limits {
        let clock = |plies| {
            let (base, increment) = (Duration::from_secs(2), Duration::from_millis(50));
            Some(TimeControl { plies, base, increment })
        };
        let limits = Limits::default();
        match self.limit {
            Limit::Nodes => Limits { nodes: Some(1000), ..limits },
            Limit::Movetime => Limits { movetime: Some(80), ..limits },
            Limit::Clock => Limits { tc: clock(None), ..limits },
            Limit::ClockOfMoves => Limits { tc: clock(Some(3)), ..limits },
        }
    }

    /// Returns stories that have one thing less.
    pub(crate) fn simpler(&self) -> Vec<Story> {
        let mut simpler = Vec::new();
        let mut without = |change: &dyn Fn(&mut Story)| {
            let mut story = self.clone();
            change(&mut story);
            if story != *self {
                simpler.push(story);
            }
        };
        without(&|story| story.pairings = (story.pairings / 2).max(1));
        without(&|story| story.pairings = (story.pairings - 1).max(1));
        without(&|story| story.format = "round-robin");
        for last in 0..self.characters.len() {
            without(&|story| {
                if story.characters.len() > 2 {
                    story.characters.remove(last);
                }
            });
            for misdeed in 0..self.characters[last].misdeeds.len() {
                without(&|story| {
                    story.characters[last].misdeeds.remove(misdeed);
                });
            }
            without(&|story| story.characters[last].is_replaced = false);
            without(&|story| story.characters[last].has_scores = false);
            without(&|story| story.characters[last].start_failures = 0);
            without(&|story| story.characters[last].skill = 0);
        }
        without(&|story| story.shares = 0);
        for cut in 0..self.cuts.len() {
            without(&|story| {
                story.cuts.remove(cut);
            });
            without(&|story| story.cuts[cut].zeros = 0);
            without(&|story| story.cuts[cut].is_disk_full = false);
        }
        without(&|story| story.concurrency = [1, story.concurrency[1]]);
        without(&|story| story.concurrency = [story.concurrency[0], 1]);
        without(&|story| story.sprt = None);
        without(&|story| (story.resign, story.draw, story.max_length) = (false, false, None));
        without(&|story| (story.ponder, story.restart, story.is_uci) = (false, false, false));
        without(&|story| (story.is_asked, story.no_swap) = (false, false));
        without(&|story| story.is_tuned = false);
        without(&|story| (story.limit, story.wait) = (Limit::Nodes, 0));
        without(&|story| (story.opening, story.max_faults) = (0, None));
        simpler
    }
}

/// The time by which engines may exceed their limits.
const MARGIN: Duration = Duration::from_millis(20);
