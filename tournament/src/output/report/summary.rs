//! Everything that a report shows above its games, counted game by game, and
//! serialized for the script of the page.

use std::collections::HashMap;
use std::path::PathBuf;

use noughts_client::EngineConfig;
use serde::Serialize;

use super::boards::BoardShape;
use super::conditions::{Conditions, program};
use super::counts::{Counted, Counts};
use super::course::{Course, ratings};
use super::verdict;
use crate::journal::{Doubt, Run, changed_programs, doubt_notes};
use crate::model::config::Config;
use crate::model::record::{GameRecord, Termination};
use crate::output::formats::{UsageResults, groups, groups_note};
use crate::stats::in_order::InOrder;
use crate::stats::performance::Performance;
use crate::stats::{Standing, Tally};

/// The counts of the games so far.
#[derive(Debug)]
pub(crate) struct Summary {
    config: Config,
    places: HashMap<String, usize>,
    tally: Tally,
    order: InOrder,
    course: Course,
    performance: Performance,
    counts: Counts,
    runs: Vec<Run>,
    doubts: Vec<String>,
    played: usize,
}

/// How a page is used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// Whether the page of the engine, `noughts.html`, lies beside the report.
    pub has_engine_page: bool,
}

/// The data of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Data<'a> {
    /// The title of the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The name of the game.
    game: String,
    /// The board, if the runner knows the rules.
    board: Option<BoardShape>,
    format: &'static str,
    seed: u64,
    played: usize,
    /// The players, in the order of the configuration.
    players: Vec<Player>,
    /// The places of the players, the best first.
    ranking: Vec<usize>,
    progress: Course,
    /// The test, if there is one.
    test: Option<TestWords>,
    /// The points and the number of games of every two players that met.
    encounters: Vec<Met>,
    /// The search and resource statistics of the engines.
    usage: Vec<UsageResults>,
    /// The engines that used clearly more processors, in words.
    unequal_processors: Vec<String>,
    /// What a reader of the standings must know: engines that never met or whose program
    /// changed, and lines of the journals that do not count.
    notes: Vec<String>,
    #[serde(flatten)]
    counts: Counted<'a>,
    /// The terminations, the most frequent first, with the number of their
    /// games and whether they are faults.
    endings: Vec<(String, u64, bool)>,
    /// The losses on time while the load of the machine exceeded its processors.
    late_under_load: u64,
    conditions: Conditions,
    engine_page: bool,
}

/// A player and its results.
#[derive(Debug, Serialize)]
struct Player {
    name: String,
    /// The program, options and limits in words.
    about: String,
    limits: String,
    points: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The points and the games with each side, X first.
    sides: [(f64, u64); 2],
    faults: u64,
    unscored: u64,
    /// The Elo and its 95 % error as in the table of a run; `None` before its
    /// first game.
    elo: Option<[f64; 2]>,
}

/// The test and its state in words.
#[derive(Debug, Serialize)]
struct TestWords {
    /// The log-likelihood ratios at which the test rejects and accepts.
    bounds: [f64; 2],
    words: Vec<String>,
}

/// The scored games of two players.
#[derive(Debug, Serialize)]
struct Met {
    /// The places of the players.
    p: [usize; 2],
    /// The points of the first.
    points: f64,
    games: u64,
}

impl Summary {
    pub(crate) fn new(config: &Config) -> Summary {
        let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        let order = InOrder::new(config, config.sprt);
        let course = Course::new(names.len(), order.sprt());
        let places = names.iter().enumerate().map(|(place, name)| (name.to_string(), place));
        Summary {
            config: config.clone(),
            places: places.collect(),
            tally: Tally::new(names.iter().copied()),
            order,
            course,
            performance: Performance::new(config),
            counts: Counts::default(),
            runs: Vec::new(),
            doubts: Vec::new(),
            played: 0,
        }
    }

    /// Returns the configuration.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the places of the players of a game; `None` if they are not those
    /// of the configuration.
    pub(crate) fn places(&self, players: [&str; 2]) -> Option<[usize; 2]> {
        let [x, o] = players.map(|name| self.places.get(name).copied());
        Some([x?, o?])
    }

    /// Counts a game; `opening` is the text of its opening.
    pub(crate) fn add(&mut self, record: &GameRecord, opening: &str) {
        self.played += 1;
        self.tally.add(record);
        self.order.add(record);
        self.course.add(self.played, &self.tally);
        self.performance.add(record);
        self.counts.add(record, opening);
    }

    /// Replaces the runs that played the games.
    pub(crate) fn set_runs(&mut self, runs: &[Run]) {
        self.runs = runs.to_vec();
    }

    /// Replaces the lines of the journals that do not count or are not where they were
    /// written.
    pub(crate) fn set_doubts(&mut self, doubts: &[(PathBuf, Doubt)]) {
        self.doubts = doubt_notes(doubts);
    }

    fn notes(&self) -> Vec<String> {
        let changed = changed_programs(&self.runs);
        let changed = changed.iter().map(ToString::to_string);
        let groups = groups_note(&groups(&self.tally)).into_iter();
        groups.chain(changed).chain(self.doubts.iter().cloned()).collect()
    }

    /// Returns the data of the page with at most this many openings.
    pub(crate) fn data(&self, setting: Setting, openings: usize) -> Data<'_> {
        let config = &self.config;
        let elo = ratings(&self.tally);
        let mut ranking: Vec<usize> = (0..config.engines.len()).collect();
        // Players without games come last.
        let rating = |place: usize| elo[place].map_or(f64::NEG_INFINITY, |[rating, _]| rating);
        ranking.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
        let players = config.engines.iter().zip(self.tally.standings()).zip(&elo);
        let test = self.order.state(&self.tally).map(|state| TestWords {
            bounds: state.sprt.bounds(),
            words: verdict::words(&state, config),
        });
        let met = self.tally.encounters().into_iter().map(|met| Met {
            p: met.players,
            points: met.games.points(),
            games: met.games.total(),
        });
        let is_fault = |by: Termination| matches!(by, Termination::Fault(_));
        let endings = self.tally.endings().into_iter();
        Data {
            title: config.title.as_deref(),
            game: config.game.to_string(),
            board: config.game.spec().map(BoardShape::new),
            format: config.format.name(),
            seed: config.seed,
            played: self.played,
            players: players.map(|((e, standing), &elo)| Player::new(e, standing, elo)).collect(),
            ranking,
            progress: self.course.until(self.played, &self.tally),
            test,
            encounters: met.collect(),
            usage: UsageResults::all(&self.performance),
            unequal_processors: self
                .performance
                .unequal()
                .iter()
                .map(ToString::to_string)
                .collect(),
            notes: self.notes(),
            counts: self.counts.counted(openings),
            endings: endings.map(|(by, games)| (by.to_string(), games, is_fault(by))).collect(),
            late_under_load: self.tally.late_under_load(),
            conditions: Conditions::new(config, &self.runs),
            engine_page: setting.has_engine_page,
        }
    }
}

impl Player {
    fn new(engine: &EngineConfig, standing: &Standing, elo: Option<[f64; 2]>) -> Player {
        let options = engine.options.iter().map(|(name, value)| format!("{name}={value}"));
        let limits = engine.limits.to_string();
        let about = [program(engine)].into_iter().chain(options).chain([limits.clone()]);
        Player {
            name: engine.name.clone(),
            about: about.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
            limits,
            points: standing.games.points(),
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            sides: standing.sides.map(|games| (games.points(), games.total())),
            faults: standing.faults,
            unscored: standing.unscored,
            elo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use noughts_client::Limits;

    #[test]
    fn engines_that_never_met_are_named() {
        let engines = ["a", "b", "c", "d"];
        let engines = engines.map(|name| EngineConfig::builtin(name, &[], Limits::default()));
        let config = Config::new("tictactoe".parse().unwrap(), engines.to_vec());
        let mut summary = Summary::new(&config);
        let note = |summary: &Summary| {
            let data = serde_json::to_value(summary.data(Setting::default(), 9)).unwrap();
            data["notes"].get(0).map(|note| note.as_str().unwrap().to_string())
        };
        for (number, players) in [(1, ["a", "b"]), (2, ["d", "c"]), (3, ["b", "d"])] {
            let is_apart = note(&summary).is_some_and(|note| note.ends_with("a, b | c, d"));
            assert_eq!(is_apart, number == 3);
            let players = players.map(str::to_string);
            summary.add(&GameRecord { players, ..record(2 * number) }, "");
        }
        assert_eq!(note(&summary), None);
    }
}
