//! The data of a report, serialized for the script of the page.

use std::collections::HashMap;

use serde::Serialize;

use super::boards::{BoardShape, Replay};
use crate::config::{Config, EngineConfig, Program};
use crate::formats::UsageResults;
use crate::performance::Performance;
use crate::record::{GameRecord, GameResult};
use crate::stats::{Sprt, Standing, Tally};

/// The largest number of points in the charts of the progress.
const POINTS: usize = 160;

/// The data of a page.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    /// The title of the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The name of the game.
    game: String,
    /// The board, if the runner knows the rules.
    board: Option<BoardShape>,
    format: &'static str,
    seed: u64,
    /// The times at which the first and the last game began, in milliseconds
    /// since 1970.
    when: Option<[u64; 2]>,
    /// The players, in the order of the configuration.
    players: Vec<Player>,
    /// The places of the players, the best first.
    ranking: Vec<usize>,
    progress: Progress,
    /// What the engines did.
    usage: Vec<UsageResults>,
    /// The engines that used clearly more processors, in words.
    unequal_processors: Vec<String>,
    games: Vec<Game>,
}

/// A player and its results.
#[derive(Debug, Serialize)]
struct Player {
    name: String,
    /// The program, options and limits in words.
    about: String,
    points: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    faults: u64,
    unscored: u64,
    /// The Elo and its 95 % error as in the table of a run; `None` before its
    /// first game.
    elo: Option<[f64; 2]>,
}

/// The course of the ratings.
#[derive(Debug, Serialize)]
struct Progress {
    /// The number of games at each point.
    games: Vec<usize>,
    /// For each player the Elo and its error at each point.
    elo: Vec<Vec<Option<[f64; 2]>>>,
    /// The test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<Ratio>,
}

/// The log-likelihood ratio of a test.
#[derive(Debug, Serialize)]
struct Ratio {
    /// The ratios at which the test rejects and accepts.
    bounds: [f64; 2],
    /// The ratio at each point.
    values: Vec<f64>,
}

/// A game. The names of the fields are short to keep the page small.
#[derive(Debug, Serialize)]
struct Game {
    /// The number of the game.
    n: usize,
    /// The number of pairings of the players so far, this one included.
    r: usize,
    /// The places of the players, X first.
    p: [usize; 2],
    /// The result: `x`, `o`, `draw`, `unscored`.
    e: GameResult,
    /// The termination.
    t: String,
    /// Whether a fault ended the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    f: bool,
    /// The detail of a fault, or the dispute.
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<String>,
    /// The opening as text.
    #[serde(skip_serializing_if = "str::is_empty")]
    o: String,
    /// The plies after the opening.
    m: String,
    /// The time of each ply, in microseconds.
    u: Vec<u64>,
    /// The score of each ply for its own side: centipoints, `"#3"` for a proven
    /// distance, or null.
    s: Vec<Score>,
    /// The data for drawing the board.
    #[serde(flatten)]
    replay: Option<Replay>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Score {
    None,
    Cp(i32),
    Mate(String),
}

impl Data {
    /// Computes the data of these games, which must be in the order of their
    /// numbers.
    pub(super) fn new(config: &Config, records: &[GameRecord]) -> Data {
        let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        let places: HashMap<&str, usize> =
            names.iter().enumerate().map(|(place, &name)| (name, place)).collect();
        let mut tally = Tally::new(names.iter().copied());
        let ratio = |sprt: Sprt| Ratio { bounds: sprt.bounds(), values: Vec::new() };
        let mut progress = Progress {
            games: Vec::new(),
            elo: vec![Vec::new(); names.len()],
            llr: config.sprt.map(ratio),
        };
        let step = records.len().div_ceil(POINTS).max(1);
        for (i, record) in records.iter().enumerate() {
            tally.add(record);
            if (i + 1) % step == 0 || i + 1 == records.len() {
                progress.games.push(i + 1);
                for (line, elo) in progress.elo.iter_mut().zip(ratings(&tally)) {
                    line.push(elo);
                }
                if let (Some(llr), Some(sprt)) = (&mut progress.llr, config.sprt)
                    && let Some(first) = tally.standings().first()
                {
                    llr.values.push(sprt.llr(&first.games, &first.pairs));
                }
            }
        }
        let mut performance = Performance::new(config);
        records.iter().for_each(|record| performance.add(record));
        let elo = ratings(&tally);
        let mut ranking: Vec<usize> = (0..names.len()).collect();
        // Players without games come last.
        let rating = |place: usize| elo[place].map_or(f64::NEG_INFINITY, |[rating, _]| rating);
        ranking.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
        let began = records.iter().map(|record| record.started);
        let players = config.engines.iter().zip(tally.standings()).zip(&elo);
        let game = |record: &GameRecord| {
            let [x, o] = &record.players;
            let players = [*places.get(x.as_str())?, *places.get(o.as_str())?];
            Some(Game::new(config, record, players))
        };
        Data {
            title: config.title.clone(),
            game: config.game.to_string(),
            board: config.game.spec().map(BoardShape::new),
            format: config.format.name(),
            seed: config.seed,
            when: began.clone().min().zip(began.max()).map(|(first, last)| [first, last]),
            ranking,
            players: players
                .map(|((engine, standing), &elo)| Player::new(engine, standing, elo))
                .collect(),
            progress,
            usage: UsageResults::all(&performance),
            unequal_processors: performance.unequal().iter().map(ToString::to_string).collect(),
            games: records.iter().filter_map(game).collect(),
        }
    }
}

impl Player {
    fn new(engine: &EngineConfig, standing: &Standing, elo: Option<[f64; 2]>) -> Player {
        Player {
            name: engine.name.clone(),
            about: about(engine),
            points: standing.games.points(),
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            faults: standing.faults,
            unscored: standing.unscored,
            elo,
        }
    }
}

impl Game {
    fn new(config: &Config, record: &GameRecord, players: [usize; 2]) -> Game {
        let culprit = record.culprit.as_ref().map(|culprit| {
            let side = if culprit.player == 0 { "X" } else { "O" };
            format!("{side}: {}", culprit.detail)
        });
        let moves: Vec<&str> = record.plies.iter().map(|ply| ply.name.as_str()).collect();
        Game {
            n: record.game,
            r: record.meeting,
            p: players,
            e: record.result,
            t: record.termination.to_string(),
            f: record.culprit.is_some(),
            d: culprit.or_else(|| record.dispute.clone()),
            o: record.opening.to_string(),
            m: moves.join(" "),
            u: record.plies.iter().map(|ply| ply.us).collect(),
            s: record
                .plies
                .iter()
                .map(|ply| match (ply.evaluation.mate, ply.evaluation.cp) {
                    (Some(mate), _) => Score::Mate(format!("#{mate}")),
                    (None, Some(cp)) => Score::Cp(cp),
                    (None, None) => Score::None,
                })
                .collect(),
            replay: config.game.spec().and_then(|spec| Replay::new(spec, record)),
        }
    }
}

/// Returns the ratings of a table, rounded to tenths.
fn ratings(tally: &Tally) -> Vec<Option<[f64; 2]>> {
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    let shown = tally.shown(&tally.ratings()).into_iter();
    shown.map(|elo| elo.map(|elo| [tenths(elo.difference), tenths(elo.error)])).collect()
}

/// Describes the settings of an engine in one line.
fn about(engine: &EngineConfig) -> String {
    let mut parts = vec![match &engine.program {
        Program::Builtin => "built-in".to_string(),
        Program::Command { path, args } => {
            let program = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            [&[program.into_owned()], &args[..]].concat().join(" ")
        }
    }];
    parts.extend(engine.options.iter().map(|(name, value)| format!("{name}={value}")));
    if let Ok(serde_json::Value::Object(limits)) = serde_json::to_value(&engine.limits) {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        parts.extend(limits.iter().map(|(name, value)| format!("{name}={}", text(value))));
    }
    parts.join(" · ")
}
