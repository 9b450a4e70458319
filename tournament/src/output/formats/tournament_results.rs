//! The results of a tournament as one value, which is written as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{GameCounts, UsageResults, groups};
use crate::model::config::Config;
use crate::model::sprt::Sprt;
use crate::stats::formulas::score::Pairs;
use crate::stats::in_order::TestState;
use crate::stats::performance::Performance;
use crate::stats::{Comparison, Ratings, Tally};

/// The version of the format.
const VERSION: u32 = 1;

/// The results of a tournament. A number that is not known is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// The version of the format.
    pub version: u32,
    /// The title of the tournament, if it has one.
    pub title: Option<String>,
    /// The game.
    pub game: String,
    /// The number of games played.
    pub played: usize,
    /// The number of games of the complete tournament.
    pub total: usize,
    /// The number of games that ended by a fault.
    pub faults: u64,
    /// How the run ended; `None` for journals that are read.
    pub end: Option<End>,
    /// The sequential test, if there is one.
    pub sprt: Option<Test>,
    /// The engines, the best rating first.
    pub engines: Vec<EngineResults>,
    /// The names of the engines that have games in groups: only ratings of the same
    /// group can be compared, because the groups never met.
    pub groups: Vec<Vec<String>>,
    /// The games of every two engines that have met.
    pub encounters: Vec<EncounterResults>,
    /// The number of games of each termination.
    pub endings: BTreeMap<String, u64>,
    /// The losses on time while the load of the machine exceeded its processors.
    pub late_under_load: u64,
    /// The engines whose program changed between runs, in words.
    pub changed_programs: Vec<String>,
    /// The lines of the journals that do not count, or are not where they were written,
    /// in words: the first ten, and how many more there are.
    pub doubtful_lines: Vec<String>,
    /// The engines that used clearly more processors than their opponents, in
    /// words.
    pub unequal_processors: Vec<String>,
    /// The search and resource statistics of each engine against each opponent
    /// with each side; `None` for games in PGN.
    pub usage: Option<Vec<UsageResults>>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    /// The exit code of the runner.
    pub code: u8,
    /// The error that ended the run early.
    pub error: Option<String>,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio of all games.
    pub llr: f64,
    /// The log-likelihood ratios at which the test rejects and accepts.
    pub bounds: [f64; 2],
    /// `accepted`, `rejected` or `undecided`.
    pub verdict: String,
    /// The pairing that decided the test, if one did.
    pub decided: Option<Crossing>,
    /// The test in one line.
    pub text: String,
    /// The decision in words, if there are later games.
    #[serde(skip)]
    pub earlier: Option<String>,
}

/// The first pairing, in the order of their numbers, that decided a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// Its number, from 1.
    pub pairing: usize,
    /// The log-likelihood ratio after this pairing.
    pub llr: f64,
}

/// The results of one engine against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineResults {
    /// The name.
    pub name: String,
    /// The rating, or the Elo difference of two engines.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error: Option<f64>,
    /// The normalized Elo difference to the opponents.
    pub nelo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub nelo_error: Option<f64>,
    /// The likelihood, from 0 to 1, that the engine is better than its
    /// opponents; `None` with too few results.
    pub los: Option<f64>,
    /// The likelihood, from 0 to 1, that the engine is better than each other
    /// one, by the joint ratings; `None` with too few results, or if they cannot be
    /// compared. Empty unless there are more than two engines.
    pub better_than: BTreeMap<String, Option<f64>>,
    /// The ratio of pairings won to pairings lost; `None` if none was lost.
    pub pairs_ratio: Option<f64>,
    /// The scored games.
    pub games: GameCounts,
    /// The scored games with X.
    pub with_x: Option<GameCounts>,
    /// The scored games with O.
    pub with_o: Option<GameCounts>,
    /// The complete pairings: LL, LD, WL, DD, WD, WW.
    pub pairs: [Option<u64>; 6],
    /// The share of drawn games.
    pub drawn_games: Option<f64>,
    /// The share of pairings with one point for each: WL or DD.
    pub drawn_pairs: Option<f64>,
    /// The games lost by a fault of the engine.
    pub faults: u64,
    /// The unscored games.
    pub unscored: u64,
}

/// The games of two engines, from the view of the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EncounterResults {
    /// The names.
    pub players: [String; 2],
    /// The Elo difference, from their games alone.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error: Option<f64>,
    /// The normalized Elo difference.
    pub nelo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub nelo_error: Option<f64>,
    /// The likelihood, from 0 to 1, that the first is better; `None` with too few
    /// results.
    pub los: Option<f64>,
    /// The ratio of pairings won to pairings lost; `None` if none was lost.
    pub pairs_ratio: Option<f64>,
    /// The scored games.
    pub games: GameCounts,
    /// The complete pairings: LL, LD, WL, DD, WD, WW.
    pub pairs: [Option<u64>; 6],
}

impl Results {
    /// Adds the search and resource statistics.
    pub fn add_performance(&mut self, performance: &Performance) {
        self.unequal_processors = performance.unequal().iter().map(ToString::to_string).collect();
        self.usage = Some(UsageResults::all(performance));
    }

    /// Returns the results of a tournament.
    pub fn new(
        config: &Config,
        tally: &Tally,
        ratings: &Ratings,
        test: Option<&TestState>,
    ) -> Results {
        let games = if config.no_swap { 1 } else { 2 };
        let shown = tally.shown(ratings);
        let better_than = |place: usize| -> BTreeMap<String, Option<f64>> {
            let all = tally.standings();
            let others =
                all.iter().enumerate().filter(|(other, _)| *other != place && all.len() > 2);
            others
                .map(|(other, standing)| (standing.name.clone(), ratings.superiority(place, other)))
                .collect()
        };
        let mut engines: Vec<(usize, EngineResults)> = tally
            .standings()
            .iter()
            .enumerate()
            .map(|(place, standing)| {
                let elo = shown.get(place).copied().flatten();
                let Comparison { normalized, superiority, pairs_ratio, .. } =
                    Comparison::new(&standing.games, &standing.pairs);
                let engine = EngineResults {
                    name: standing.name.clone(),
                    elo: elo.map(|elo| elo.difference),
                    elo_error: elo.map(|elo| elo.error),
                    nelo: normalized.map(|elo| elo.difference),
                    nelo_error: normalized.map(|elo| elo.error),
                    los: superiority,
                    better_than: better_than(place),
                    pairs_ratio,
                    games: (&standing.games).into(),
                    with_x: Some((&standing.sides[0]).into()),
                    with_o: Some((&standing.sides[1]).into()),
                    pairs: standing.pairs.0.map(Some),
                    drawn_games: standing.games.draw_ratio(),
                    drawn_pairs: standing.pairs.draw_ratio(),
                    faults: standing.faults,
                    unscored: standing.unscored,
                };
                (place, engine)
            })
            .collect();
        engines.sort_by(|(a, _), (b, _)| ratings.rating(*b).total_cmp(&ratings.rating(*a)));
        let name = |place: usize| {
            tally.standings().get(place).map_or(String::new(), |standing| standing.name.clone())
        };
        let encounters = tally.encounters().into_iter().map(|met| {
            let Comparison { elo, normalized, superiority, pairs_ratio } =
                Comparison::new(&met.games, &met.pairs);
            EncounterResults {
                players: met.players.map(name),
                elo: elo.map(|elo| elo.difference),
                elo_error: elo.map(|elo| elo.error),
                nelo: normalized.map(|elo| elo.difference),
                nelo_error: normalized.map(|elo| elo.error),
                los: superiority,
                pairs_ratio,
                games: (&met.games).into(),
                pairs: met.pairs.0.map(Some),
            }
        });
        let endings = tally.endings().into_iter().map(|(by, count)| (by.to_string(), count));
        Results {
            version: VERSION,
            title: config.title.clone(),
            game: config.game.to_string(),
            played: tally.played(),
            // A knockout may extend its matches; games in PGN have no schedule.
            total: config.schedule().total().saturating_mul(games).max(tally.played()),
            faults: tally.faults(),
            end: None,
            sprt: test.map(Test::from),
            engines: engines.into_iter().map(|(_, engine)| engine).collect(),
            groups: groups(tally),
            encounters: encounters.collect(),
            endings: endings.collect(),
            late_under_load: tally.late_under_load(),
            changed_programs: Vec::new(),
            doubtful_lines: Vec::new(),
            unequal_processors: Vec::new(),
            usage: None,
        }
    }
}

impl From<&TestState> for Test {
    fn from(state: &TestState) -> Test {
        let verdict = state.verdict.map_or("undecided".to_string(), |it| it.to_string());
        Test {
            sprt: state.sprt,
            llr: state.llr,
            bounds: state.sprt.bounds(),
            verdict,
            decided: state.decision.map(|it| Crossing { pairing: it.pairing, llr: it.llr }),
            text: state.sprt.to_string(),
            earlier: state.earlier_decision(),
        }
    }
}

impl Pairs {
    /// Returns the share of pairings in which both players have one point; `None`
    /// without pairings. Other runners call this the draw ratio.
    pub fn draw_ratio(&self) -> Option<f64> {
        let [_, _, wl, dd, _, _] = self.0;
        (self.total() > 0).then(|| (wl + dd) as f64 / self.total() as f64)
    }
}
