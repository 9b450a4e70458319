//! The command `report`: a page of the games, and a browser that shows it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use clap::Args;
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::journal::{Journals, changed_programs};
use noughts_tournament::output::live::{Address, DEFAULT_ADDRESS};
use noughts_tournament::output::report::{self, ENGINE_PAGE, Setting};

use crate::cli::common::console::{COMMAND, complain, styled};
use crate::cli::common::end::End;
use crate::cli::common::programs;
use crate::cli::play::watching;

/// Arguments of the command `report`.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The journals of one tournament; they may still grow
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// The HTML file to write
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    /// Serve the page as the journals grow instead of writing it, on this machine
    /// only unless another address is given
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true,
          default_missing_value = DEFAULT_ADDRESS, conflicts_with_all = ["output", "open"])]
    live: Option<Address>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Report {
    /// Returns whether the page of the engine lies beside the report.
    fn has_engine_page(&self) -> bool {
        self.output.with_file_name(ENGINE_PAGE).is_file()
    }

    /// Writes the page, and opens it if that was asked for.
    pub(crate) fn write(&self) -> anyhow::Result<End> {
        if let Some(address) = &self.live {
            return watching::follow(&self.journals, address);
        }
        let page = {
            let _busy = noughts_terminal::busy("reading the games");
            let mut journals = Journals::open(&self.journals)?;
            let setting = Setting { has_engine_page: self.has_engine_page() };
            let page = report::report(&mut journals, setting)?;
            programs::note_doubts(journals.doubts());
            programs::note(&changed_programs(journals.runs()));
            page
        };
        FileKind::Page.replace(&self.output, &page)?;
        let shown = self.output.display();
        if !self.open {
            let open = styled(COMMAND, "--open");
            complain(format_args!("wrote {shown}; a browser shows it, {open} starts one"));
            return Ok(End::Finished);
        }
        if !has_display() {
            bail!("wrote {shown}; there is no display to open it on, so open it in a browser");
        }
        complain(format_args!("wrote {shown}, opening it"));
        open(&self.output)
            .with_context(|| format!("no program opens {shown}; open it in a browser"))?;
        Ok(End::Finished)
    }
}

/// Starts the system's program for a page, without waiting for it.
fn open(page: &Path) -> io::Result<()> {
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else if std::env::var_os("WSL_DISTRO_NAME").is_some() {
        "wslview"
    } else {
        "xdg-open"
    };
    // An absolute path cannot be taken for an option.
    let mut command = Command::new(program);
    command.arg(std::path::absolute(page)?);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}

/// Returns whether a browser can show something. On Linux and similar systems,
/// an opener without a display fails silently.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_own_desktop = cfg!(any(windows, target_os = "macos"));
    has_own_desktop
        || ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"].into_iter().any(is_set)
}
