//! Files for packages, generated from the definitions of the arguments:
//! completions and man pages.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::console::show;

/// Print completions for a shell
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn print(&self) -> ExitCode {
        let mut script = Vec::new();
        let mut command = super::Arguments::command();
        clap_complete::generate(self.shell, &mut command, "noughts", &mut script);
        show!("{}", String::from_utf8_lossy(&script).trim_end());
        ExitCode::SUCCESS
    }
}

/// Write the man pages, one for each command
#[derive(clap::Args)]
pub(super) struct Man {
    /// The folder to write to
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Man {
    pub(super) fn write(&self) -> anyhow::Result<ExitCode> {
        write_pages(&self.folder)
            .with_context(|| format!("\"{}\" cannot be written", self.folder.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn write_pages(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(super::Arguments::command(), folder)
}
