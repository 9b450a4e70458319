//! `--net`: the weights of the network from a file.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use noughts::search::network::Network;

/// Reads a network from a file.
pub(super) fn load(path: &Path) -> anyhow::Result<Network> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open the network {name}"))?;
    Network::read(file).with_context(|| format!("cannot load the network {name}"))
}
