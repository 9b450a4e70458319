//! The results in journals: configuration and standings.

use std::io;
use std::path::{Path, PathBuf};

use noughts::pgn;
use noughts_client::Rules;

use crate::files::pgn::pairs::PgnPairs;
use crate::files::text;
use crate::journal::{ChangedProgram, Doubt, Journals, ReadError, changed_programs};
use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::model::sprt::Sprt;
use crate::stats::Tally;
use crate::stats::in_order::InOrder;
use crate::stats::performance::Performance;

/// The results in the journals of one tournament.
#[derive(Clone, Debug)]
pub struct Results {
    /// The configuration of the tournament.
    pub config: Config,
    /// The standings.
    pub tally: Tally,
    /// The sequential test, with the games in the order of their numbers.
    pub order: InOrder,
    /// The search and resource statistics of the engines.
    pub performance: Performance,
    /// The engines whose program changed between runs.
    pub changed: Vec<ChangedProgram>,
    /// The lines of the journals that do not count, with their files.
    pub doubts: Vec<(PathBuf, Doubt)>,
    /// The number of games of the tournament, as far as it is known.
    pub total: usize,
    /// The number of games in PGN that are left out.
    pub left_out: usize,
}

impl Results {
    /// Reads the journals of one tournament. The test replaces that of the
    /// configuration.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or the journals are of different
    /// tournaments.
    pub fn read<P: AsRef<Path>>(paths: &[P], sprt: Option<Sprt>) -> Result<Results, ReadError> {
        let mut journals = Journals::open(paths)?;
        let engines = &journals.header().config.engines;
        let mut tally = Tally::new(engines.iter().map(|engine| engine.name.as_str()));
        let mut performance = Performance::new(&journals.header().config);
        let config = &journals.header().config;
        let mut order = InOrder::new(config, sprt.or(config.sprt));
        journals.read_all(|found| {
            tally.add(&found.record);
            performance.add(&found.record);
            order.add(&found.record);
        })?;
        // Runs may have added pairings to the configuration.
        let config = journals.header().config.clone();
        let changed = changed_programs(journals.runs());
        let total = journals.total();
        let doubts = journals.doubts().to_vec();
        Ok(Results { config, tally, order, performance, changed, doubts, total, left_out: 0 })
    }

    /// Reads games in PGN, of any game and any program. The players are named
    /// by the tags `X` and `O` or `White` and `Black`; games without these tags
    /// or without a result are left out. Games that follow each other with the
    /// same opening and swapped sides are pairings.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn from_pgn<P: AsRef<Path>>(paths: &[P], sprt: Option<Sprt>) -> io::Result<Results> {
        let mut records: Vec<GameRecord> = Vec::new();
        let mut pairs = PgnPairs::default();
        let mut left_out = 0;
        for file in paths {
            let before = records.len();
            let path = file.as_ref().display();
            let unread =
                |error| io::Error::new(io::ErrorKind::InvalidData, format!("\"{path}\" {error}"));
            for game in pgn::games(&text::text_of(file.as_ref()).map_err(unread)?) {
                let name = |ours: &str, usual| game.tag(ours).or_else(|| game.tag(usual));
                let players = name("X", "White").zip(name("O", "Black")).filter(|(x, o)| x != o);
                let Some(((x, o), outcome)) = players.zip(game.result) else {
                    left_out += 1;
                    continue;
                };
                pairs.add(&game, [x, o]);
                let players = [x, o].map(str::to_string);
                records.push(GameRecord::of_result(records.len() + 1, players, outcome.into()));
            }
            if records.len() == before {
                let reason = format!("\"{path}\" has no games in PGN with results");
                return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
            }
        }
        let numbers = pairs.numbers();
        let no_swap = numbers.is_none();
        let config = Config { no_swap, ..Config::new(Rules::Asked, Vec::new()) };
        let (mut tally, mut order) = (Tally::new([]), InOrder::new(&config, sprt));
        for (record, pairing) in records.iter_mut().zip(numbers.unwrap_or_default()) {
            record.pairing = pairing;
        }
        for record in &records {
            tally.add(record);
            order.add(record);
        }
        let performance = Performance::new(&config);
        let (changed, total) = (Vec::new(), records.len());
        let doubts = Vec::new();
        Ok(Results { config, tally, order, performance, changed, doubts, total, left_out })
    }
}
