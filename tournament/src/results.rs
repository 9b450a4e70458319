//! The standings of journals, for those who look at them: also while they grow.

use std::path::Path;

use crate::config::Config;
use crate::journal::{Journals, ReadError};
use crate::stats::Tally;

/// What one or more journals hold.
#[derive(Clone, Debug)]
pub struct Results {
    /// What was played.
    pub config: Config,
    /// The standings.
    pub tally: Tally,
}

impl Results {
    /// Reads the journals of one tournament.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read, or they do not belong together.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> Result<Results, ReadError> {
        let mut journals = Journals::open(paths)?;
        let config = journals.header().config.clone();
        let mut tally = Tally::new(config.engines.iter().map(|engine| engine.name.as_str()));
        journals.all(|found| tally.add(&found.record))?;
        Ok(Results { config, tally })
    }
}
