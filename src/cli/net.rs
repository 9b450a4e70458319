//! `--net`: the weights of the network from a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use noughts::search::network::{Network, Weights};

/// Reads a network from a file.
pub(super) fn load(path: &Path) -> anyhow::Result<Network> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut bytes = Vec::new();
    // One byte more than a network has shows that the file is too large.
    let limit = size_of::<Weights>() as u64 + 1;
    let size =
        file.take(limit).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if size as u64 == limit {
        bail!("{name} is larger than a network, which has {} bytes", size_of::<Weights>());
    }
    Network::from_bytes(&bytes).with_context(|| name.to_string())
}
