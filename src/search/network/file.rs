//! Reads a network from an open file.

use std::io::{self, Read};

use super::{Network, NetworkError, Weights};

/// Why a file gives no network.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the file")]
    Read(#[source] io::Error),
    /// The file has more bytes than a network.
    #[error("the file is larger than a network, which has {} bytes", size_of::<Weights>())]
    Large,
    /// The file has other contents.
    #[error(transparent)]
    Network(NetworkError),
}

impl Network {
    /// Reads a network from a file, which takes little memory even if the file is large.
    ///
    /// # Errors
    /// When the file cannot be read or has no network of this shape.
    pub fn read(file: impl Read) -> Result<Network, ReadError> {
        let mut bytes = Vec::new();
        // One byte more than a network has shows that the file is too large.
        let limit = size_of::<Weights>() + 1;
        file.take(limit as u64).read_to_end(&mut bytes).map_err(ReadError::Read)?;
        if bytes.len() == limit {
            return Err(ReadError::Large);
        }
        Network::from_bytes(&bytes).map_err(ReadError::Network)
    }
}
