//! The address at which a live page is served.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

/// The address if none is given: only programs on this machine reach it.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:7180";

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The name or IP address of the host, without brackets.
    host: String,
    port: u16,
}

/// The error for a text that is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not an address to serve at; write a port such as 8000, or an address of this machine \
     and a port such as 192.168.1.5:8000"
)]
pub struct BadAddress(String);

impl Address {
    /// Returns the host.
    pub(super) fn host(&self) -> &str {
        &self.host
    }
}

/// Parses `PORT`, `HOST:PORT` or `[IPV6]:PORT`. A port alone is one of the
/// loopback interface.
impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Address, BadAddress> {
        let bad = || BadAddress(text.to_string());
        let (host, port) = match text.rsplit_once(':') {
            None => ("127.0.0.1", text),
            Some(parts) => parts,
        };
        let is_digits = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
        let port = port.parse().ok().filter(|_| is_digits).ok_or_else(bad)?;
        let host = match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inner) => inner.parse::<Ipv6Addr>().map_err(|_| bad())?.to_string(),
            None => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
                let is_host = !host.is_empty() && host.chars().all(is_name);
                is_host.then(|| host.to_string()).ok_or_else(bad)?
            }
        };
        Ok(Address { host, port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Address { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_port() {
        for (text, printed) in [
            ("8000", "127.0.0.1:8000"),
            ("0", "127.0.0.1:0"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("box-1.example:7", "box-1.example:7"),
            ("[::1]:7180", "[::1]:7180"),
            (DEFAULT_ADDRESS, DEFAULT_ADDRESS),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), printed);
        }
        for text in [
            "",
            ":",
            ":80",
            "a",
            "a:",
            "a:b",
            "a:65536",
            "a:+8",
            "::1:80",
            "[a]:80",
            "t.toml",
            "a b:8",
            "http://a:80",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
