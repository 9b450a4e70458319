//! Files for packages, made from the arguments of a program: completions and man
//! pages.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::output::{Unshown, show};

/// Print completions for a shell
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions of a program with these arguments.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written.
    pub fn print<Arguments: CommandFactory>(&self) -> Result<(), Unshown> {
        let mut program = Arguments::command();
        let name = program.get_name().to_string();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        show(&String::from_utf8_lossy(&script))
    }
}

/// Write the man pages, one for each command
#[derive(Debug, Args)]
pub struct Man {
    /// The folder to write to
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Man pages that were not written.
#[derive(Debug, thiserror::Error)]
#[error("\"{}\" cannot be written", folder.display())]
pub struct Unwritten {
    folder: PathBuf,
    source: io::Error,
}

impl Man {
    /// Writes the man pages of a program with these arguments.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub fn write<Arguments: CommandFactory>(&self) -> Result<(), Unwritten> {
        write_pages::<Arguments>(&self.folder)
            .map_err(|source| Unwritten { folder: self.folder.clone(), source })
    }
}

fn write_pages<Arguments: CommandFactory>(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Arguments::command(), folder)
}
