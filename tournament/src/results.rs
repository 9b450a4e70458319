//! The results in journals: configuration and standings.

use std::path::Path;

use crate::config::Config;
use crate::journal::{ChangedProgram, Journals, ReadError, changed_programs};
use crate::performance::Performance;
use crate::stats::Tally;

/// The results in the journals of one tournament.
#[derive(Clone, Debug)]
pub struct Results {
    /// The configuration of the tournament.
    pub config: Config,
    /// The standings.
    pub tally: Tally,
    /// What the engines did.
    pub performance: Performance,
    /// The engines that are not the same program in all games.
    pub changed: Vec<ChangedProgram>,
}

impl Results {
    /// Reads the journals of one tournament.
    ///
    /// # Errors
    ///
    /// When a journal cannot be read, or the journals are of different
    /// tournaments.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> Result<Results, ReadError> {
        let mut journals = Journals::open(paths)?;
        let engines = &journals.header().config.engines;
        let mut tally = Tally::new(engines.iter().map(|engine| engine.name.as_str()));
        let mut performance = Performance::new(&journals.header().config);
        journals.read_all(|found| {
            tally.add(&found.record);
            performance.add(&found.record);
        })?;
        // Runs may have added pairings to the configuration.
        let config = journals.header().config.clone();
        let changed = changed_programs(journals.runs());
        Ok(Results { config, tally, performance, changed })
    }
}
