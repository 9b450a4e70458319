//! What a tournament writes besides its journal, if it is asked to: every event
//! as a line of JSON, records in the form of PGN, and what was said on the wire.
//! `EVENTS.md` tells what the events are.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::config::{Config, EngineConfig, Program};
use crate::form::{Form, FormError};
use crate::notices::Notice;
use crate::openings::Opening;
use crate::pgn;
use crate::record::{GameRecord, Ply};
use crate::stats::{Elo, Standing, Tally};

/// Where to write.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outputs {
    /// The file of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<PathBuf>,
    /// The file of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<PathBuf>,
    /// The folder of transcripts. Without one those of faulty games are kept
    /// beside the journal, if there is a journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcripts: Option<PathBuf>,
    /// Whether the transcripts of all games are kept, and not only of faulty
    /// ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_all: bool,
}

impl Outputs {
    /// Whether there is nothing to write.
    pub fn is_nothing(&self) -> bool {
        *self == Outputs::default()
    }
}

/// One line of the events.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The tournament begins.
    Start {
        /// What is played.
        config: &'a Config,
    },
    /// A game begins.
    GameStart {
        /// Its number.
        game: usize,
        /// The players, X first.
        players: [&'a str; 2],
        /// How it begins.
        opening: &'a Opening,
    },
    /// A ply has been played.
    Ply {
        /// The number of the game.
        game: usize,
        /// The player.
        player: &'a str,
        /// The ply, as in the journal.
        #[serde(flatten)]
        ply: &'a Ply,
    },
    /// A game has ended.
    Game(&'a GameRecord),
    /// A game teaches less than it might.
    Notice {
        /// Its number.
        game: usize,
        /// `duplicate`, `book-exhausted` or `superseded`.
        notice: &'a str,
        /// The number of the earlier game, for a duplicate.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<usize>,
    },
    /// The standings after a game.
    Standings {
        /// Each player.
        players: Vec<Row<'a>>,
        /// The logarithm of the likelihood ratio of the test, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        llr: Option<f64>,
    },
    /// The tournament has ended.
    End {
        /// So many games have been played.
        games: usize,
        /// `finished`, `stopped`, `accepted`, `rejected`, or an error.
        why: String,
    },
}

/// A player in the standings.
#[derive(Debug, Serialize)]
pub struct Row<'a> {
    name: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    faults: u64,
    /// Its rating, as a table shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    /// Its 95 % error.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
}

impl<'a> Row<'a> {
    fn new(standing: &'a Standing, elo: Option<Elo>) -> Row<'a> {
        Row {
            name: &standing.name,
            wins: standing.games.wins,
            draws: standing.games.draws,
            losses: standing.games.losses,
            faults: standing.faults,
            elo: elo.map(|elo| elo.difference),
            error: elo.map(|elo| elo.error),
        }
    }
}

/// The open files of a tournament. Like the journal they are written line by
/// line; a file that can no longer be written does not end the tournament.
#[derive(Debug)]
pub struct Logs {
    events: Option<Mutex<BufWriter<File>>>,
    records: Option<Mutex<File>>,
    transcripts: Option<PathBuf>,
    keep_all: bool,
    config: Config,
    /// What could not be written first. The games go on and count.
    failure: Mutex<Option<FormError>>,
}

impl Logs {
    /// Opens the files, behind what is in them.
    ///
    /// # Errors
    ///
    /// When one cannot be written, or holds anything else.
    pub fn open(config: &Config) -> Result<Logs, FormError> {
        let outputs = &config.outputs;
        let open = |form: Form, path: &Option<PathBuf>| {
            path.as_ref().map(|path| form.append(path)).transpose()
        };
        if let Some(folder) = &outputs.transcripts {
            let path = || folder.clone();
            fs::create_dir_all(folder).map_err(|error| FormError::Io { path: path(), error })?;
        }
        let events = open(Form::Events, &outputs.events)?;
        let logs = Logs {
            events: events.map(|file| Mutex::new(BufWriter::new(file))),
            records: open(Form::Records, &outputs.records)?.map(Mutex::new),
            transcripts: config.transcripts(),
            keep_all: outputs.keep_all,
            config: config.clone(),
            failure: Mutex::new(None),
        };
        logs.event(&Event::Start { config });
        Ok(logs)
    }

    /// What could not be written first, for the end of the tournament.
    pub fn into_failure(self) -> Option<FormError> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, path: Option<&PathBuf>, written: io::Result<()>) {
        if let (Some(path), Err(error)) = (path, written) {
            self.fail(FormError::Io { path: path.clone(), error });
        }
    }

    fn fail(&self, error: FormError) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
    }

    /// Whether events are written at all.
    pub fn has_events(&self) -> bool {
        self.events.is_some()
    }

    /// Writes an event with its time.
    pub fn event(&self, event: &Event<'_>) {
        #[derive(Serialize)]
        struct Line<'a> {
            millis: u64,
            #[serde(flatten)]
            event: &'a Event<'a>,
        }
        let Some(file) = &self.events else { return };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let millis = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        let Ok(line) = serde_json::to_string(&Line { millis, event }) else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writeln!(file, "{line}").and_then(|()| file.flush());
        self.note(self.config.outputs.events.as_ref(), written);
    }

    /// A game teaches less than it might.
    pub fn notice(&self, game: usize, notice: Notice) {
        let (notice, of) = match notice {
            Notice::BookExhausted => ("book-exhausted", None),
            Notice::Duplicate(first) => ("duplicate", Some(first)),
            Notice::Superseded => ("superseded", None),
        };
        self.event(&Event::Notice { game, notice, of });
    }

    /// A game has ended.
    pub fn game(&self, record: &GameRecord, tally: &Tally, llr: Option<f64>) {
        if self.has_events() {
            self.event(&Event::Game(record));
            let shown = tally.shown(&tally.ratings());
            let rows = tally.standings().iter().zip(shown);
            let players = rows.map(|(standing, elo)| Row::new(standing, elo)).collect();
            self.event(&Event::Standings { players, llr });
        }
        if let Some(file) = &self.records {
            let text = pgn::record(record, &self.config);
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            self.note(self.config.outputs.records.as_ref(), file.write_all(text.as_bytes()));
        }
    }

    /// Whether the transcripts of a game with or without a fault are kept.
    pub fn keeps(&self, faulty: bool) -> bool {
        self.transcripts.is_some() && (faulty || self.keep_all)
    }

    /// A name of an engine for a file. Where others would have the same one its
    /// place, behind a sign that no such name has, tells them apart.
    fn file_name(&self, name: &str) -> String {
        let file = safe(name);
        let mut others = self.config.engines.iter().filter(|engine| engine.name != name);
        // Some file systems take capitals for small letters.
        if !others.any(|engine| safe(&engine.name).eq_ignore_ascii_case(&file)) {
            return file;
        }
        let place = self.config.engines.iter().position(|engine| engine.name == name);
        format!("{file}-{}", place.map_or(0, |place| place + 1))
    }

    /// Keeps what was said to and by an engine in a game, in a form that
    /// `replay` plays again. What ended the game is told if that was a fault.
    pub fn keep(&self, game: usize, engine: &EngineConfig, said: &str, fault: Option<&str>) {
        let Some(folder) = &self.transcripts else { return };
        let mut text = format!("{}{game}, {}\n", Form::Transcript.beginning(), engine.name);
        if let Some(fault) = fault {
            let _ = writeln!(text, "# ended by {fault}");
        }
        let launched = Launched::from(engine);
        if let Ok(launched) = serde_json::to_string(&launched) {
            let _ = writeln!(text, "{LAUNCHED}{launched}");
        }
        text += said;
        let name = self.file_name(&engine.name);
        if let Err(error) = fs::create_dir_all(folder) {
            return self.note(Some(folder), Err(error));
        }
        let path = folder.join(format!("game-{game}-{name}.txt"));
        match Form::Transcript.rewrite(&path) {
            Ok(mut file) => self.note(Some(&path), file.write_all(text.as_bytes())),
            Err(error) => self.fail(error),
        }
    }
}

/// A name as a part of that of a file, wherever that may be kept.
fn safe(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(safe).take(60).collect()
}

/// Begins the line of a transcript that tells how the engine was started.
pub const LAUNCHED: &str = "# started as ";

/// How an engine was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    /// The program.
    pub program: Program,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Additions to the environment.
    pub env: std::collections::BTreeMap<String, String>,
}

impl From<&EngineConfig> for Launched {
    fn from(engine: &EngineConfig) -> Launched {
        let EngineConfig { program, dir, env, .. } = engine;
        Launched { program: program.clone(), dir: dir.clone(), env: env.clone() }
    }
}
