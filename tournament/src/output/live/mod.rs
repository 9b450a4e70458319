//! The live page: the report of a running tournament, with the games that are
//! being played, served to browsers.
//!
//! The runner adds games and plies to a [`Feed`], which takes the same time
//! with any number of readers. A separate thread takes them from the feed ten
//! times a second, and sends the changes to every reader as server-sent events.
//! A reader that does not keep up is dropped; its browser reconnects and asks
//! for what it missed.

mod address;
mod answer;
mod board_news;
mod connections;
mod door;
mod events;
mod feed;
mod readers;
mod server;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

pub use address::{Address, BadAddress, DEFAULT_ADDRESS};
pub use feed::Feed;

use crate::model::config::Config;
use crate::output::report::Setting;
use server::Server;

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// Another program uses the address.
    #[error(
        "another program uses {0}; write another port, or port 0 for a free one (--live=127.0.0.1:0)"
    )]
    InUse(Address),
    /// The address is not one of this machine.
    #[error("{0} is not an address of this machine; 0.0.0.0 stands for all its addresses")]
    NotHere(Address),
    /// The system does not allow this port.
    #[error("this program may not use the port of {0}; ports from 1024 on are free for all")]
    Denied(Address),
    /// Another error of the operating system.
    #[error("{address} cannot be used: {error}")]
    Io {
        /// The address.
        address: Address,
        /// The error.
        error: std::io::Error,
    },
}

/// A running server.
#[derive(Debug)]
pub struct Live {
    feed: Arc<Feed>,
    local: SocketAddr,
    thread: JoinHandle<()>,
}

impl Live {
    /// Begins to serve the page of a tournament.
    ///
    /// # Errors
    ///
    /// When the address cannot be used.
    pub fn start(config: &Config, address: &Address, setting: Setting) -> Result<Live, LiveError> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AddrInUse => LiveError::InUse(address.clone()),
            std::io::ErrorKind::AddrNotAvailable => LiveError::NotHere(address.clone()),
            std::io::ErrorKind::PermissionDenied => LiveError::Denied(address.clone()),
            _ => LiveError::Io { address: address.clone(), error },
        };
        let listener = TcpListener::bind(address.to_string()).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let local = listener.local_addr().map_err(failed)?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let feed = Arc::new(Feed::new(config));
        let server = Server::new(config, Arc::clone(&feed), address.host(), setting);
        let thread = std::thread::Builder::new()
            .name("live".to_string())
            .spawn(move || server.run(&runtime, listener))
            .map_err(failed)?;
        Ok(Live { feed, local, thread })
    }

    /// Returns the feed, to which games are added.
    pub fn feed(&self) -> &Arc<Feed> {
        &self.feed
    }

    /// Returns the address of the page for a browser on this machine.
    pub fn url(&self) -> String {
        let mut local = self.local;
        if local.ip().is_unspecified() {
            local.set_ip(match local {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{local}/")
    }

    /// Tells the readers that the tournament has ended, and ends within about a
    /// second.
    pub fn end(self, why: &str) {
        self.feed.end(why);
        // A panic of the server does not concern the games.
        let _ = self.thread.join();
    }
}
