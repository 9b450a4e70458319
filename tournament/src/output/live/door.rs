//! Decides which requests are answered: only those that read, and only those of
//! pages that this server has sent.
//!
//! A page of another site could otherwise read the tournament through the browser
//! of its visitor: by requests from there, which have a foreign `Origin`, or by a
//! name that suddenly means this machine (DNS rebinding), which is a foreign
//! `Host`. An IP address is no such name.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderMap, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{Method, Request, StatusCode};

/// Returns the status with which a request is refused; `name` is the host at
/// which the page is served.
pub(super) fn refusal<B>(request: &Request<B>, name: &str) -> Option<StatusCode> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Some(StatusCode::METHOD_NOT_ALLOWED);
    }
    let is_own = |authority: &Authority| is_own(authority, name);
    let Some(host) = only(request.headers(), HOST) else { return Some(StatusCode::FORBIDDEN) };
    let host_is_own = host.parse().is_ok_and(|host| is_own(&host));
    let uri_is_own = request.uri().authority().is_none_or(is_own);
    let origin_is_own = !request.headers().contains_key(ORIGIN)
        || only(request.headers(), ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|origin| origin.eq_ignore_ascii_case(host));
    let is_welcome = host_is_own && uri_is_own && origin_is_own;
    (!is_welcome).then_some(StatusCode::FORBIDDEN)
}

/// Returns whether a host is an IP address, this machine, or the name at which
/// the page is served.
fn is_own(authority: &Authority, name: &str) -> bool {
    let host = authority.host();
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let is_name = |name: &str| host.eq_ignore_ascii_case(name);
    let has_user = authority.as_str().contains('@');
    !has_user && (inner.parse::<IpAddr>().is_ok() || is_name("localhost") || is_name(name))
}

/// Returns the value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: hyper::header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().method(method).uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        refusal(&request.body(()).unwrap(), "box.example").map_or(200, |status| status.as_u16())
    }

    #[test]
    fn only_own_hosts_and_origins_are_welcome() {
        for host in [
            "localhost",
            "localhost:7180",
            "LocalHost:1",
            "127.0.0.1:7180",
            "[::1]:7180",
            "10.0.0.7",
            "box.example:80",
            "Box.Example",
        ] {
            assert_eq!(status("GET", &[("host", host)]), 200, "{host}");
            let origin = format!("http://{host}");
            assert_eq!(status("GET", &[("host", host), ("origin", &origin)]), 200, "{host}");
            for origin in
                ["null", "http://evil.example", "https://localhost", "http://localhost:1234", ""]
            {
                assert_eq!(status("GET", &[("host", host), ("origin", origin)]), 403, "{origin}");
            }
        }
        for host in [
            "evil.example",
            "evil.example:7180",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "a@localhost",
            "localhost@evil.example",
            "1 2",
        ] {
            assert_eq!(status("GET", &[("host", host)]), 403, "{host}");
        }
        assert_eq!(status("GET", &[]), 403);
        assert_eq!(status("GET", &[("host", "localhost"), ("host", "evil.example")]), 403);
    }

    #[test]
    fn only_reading_is_allowed() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"] {
            assert_eq!(status(method, &[("host", "localhost")]), 405, "{method}");
        }
        assert_eq!(status("HEAD", &[("host", "localhost")]), 200);
    }
}
