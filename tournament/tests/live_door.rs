//! What the server of the live page lets in: readers among silent connections, and in
//! the page nothing but its own script and style.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;

use sha2::{Digest, Sha256};

use crate::live::{HOSTILE, Reader, answer, host, record, start};
use crate::support::browser::{Browser, base64};

/// Returns the text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end}")).0
}

/// Returns the sources of each directive of a policy.
fn directives(policy: &str) -> BTreeMap<&str, &str> {
    policy.split("; ").map(|directive| directive.split_once(' ').unwrap()).collect()
}

/// Checks that the only source of a directive is the hash of this text.
#[track_caller]
fn assert_hash(source: &str, text: &str) {
    let hash = source.strip_prefix("'sha256-").and_then(|rest| rest.strip_suffix('\''));
    let hash = base64(hash.unwrap_or_else(|| panic!("no hash: {source}")));
    assert_eq!(hash, Sha256::digest(text).as_slice(), "{source}");
}

#[test]
fn the_page_has_its_policy_as_a_header() {
    let live = start();
    let host = host(&live);
    live.feed().add(&record(1));
    Reader::new(&host, 0).await_event("games");
    for method in ["GET", "HEAD"] {
        let text = answer(&host, &format!("{method} / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        let (head, page) = text.split_once("\r\n\r\n").unwrap();
        let headers: Vec<(&str, &str)> =
            head.lines().filter_map(|line| line.split_once(": ")).collect();
        let header = |name: &str| {
            let mut found = headers.iter().filter(|(found, _)| found.eq_ignore_ascii_case(name));
            let value = found.next().unwrap_or_else(|| panic!("no {name}: {head}")).1;
            assert!(found.next().is_none(), "{head}");
            value
        };
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        let policy = header("content-security-policy");
        let mut found = directives(policy);
        let [script, style] = ["script-src", "style-src"].map(|name| found.remove(name).unwrap());
        let expected = [
            ("base-uri", "'none'"),
            ("connect-src", "'self'"),
            ("default-src", "'none'"),
            ("form-action", "'none'"),
            ("frame-ancestors", "'none'"),
        ];
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
        if method == "GET" {
            assert_hash(script, between(page, "<script>", "</script>"));
            assert_hash(style, between(page, "<style>", "</style>"));
            // A meta element cannot forbid frames.
            let meta = between(page, "Content-Security-Policy\" content=\"", "\"");
            assert_eq!(format!("{meta}; frame-ancestors 'none'"), policy);
            // The name is in the data only, where it ends nothing.
            assert!(page.contains("\\u003c/script>\\u003cimg") && !page.contains("<img"));
            assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
        }
    }
    live.end("finished");
}

#[test]
fn the_policy_lets_the_page_work_and_nothing_else() {
    let Some(mut browser) = Browser::start() else { return };
    let live = start();
    let mut page = browser.open_url(&live.url(), 1280, false);
    live.feed().add(&record(1));
    page.await_true("document.querySelectorAll('.row').length === 1");
    // After the summary nothing moves any more.
    page.await_true("document.querySelector('#standings').textContent.includes('100.0 %')");
    let standings = page.text("document.querySelector('#standings').textContent");
    assert!(standings.contains(HOSTILE), "{standings}");
    // The style of the page applies, and what its script sets.
    assert_eq!(
        page.text("getComputedStyle(document.querySelector('section')).borderTopWidth"),
        "1px"
    );
    assert_eq!(page.text("document.querySelector('.row').style.top"), "0px");
    page.click(".row");
    page.await_true("location.hash.startsWith('#1')");
    assert_eq!(page.errors(), Vec::<String>::new());
    // What others might add: a handler, a style, a script, a picture, a connection.
    page.text(
        "(() => { window.refused = new Set(); \
         document.addEventListener('securitypolicyviolation', \
            (event) => refused.add(event.effectiveDirective)); \
         const place = document.body.appendChild(document.createElement('div')); \
         place.innerHTML = '<b id=foreign onclick=\"window.owned = 1\" style=\"float: left\">'; \
         document.querySelector('#foreign').click(); \
         const script = document.createElement('script'); \
         script.textContent = 'window.owned = 1'; \
         place.append(script, Object.assign(new Image(), { src: '/picture' })); \
         fetch('http://127.0.0.1:9/').catch(() => {}); })()",
    );
    page.await_true(
        "[...refused].sort().join(' ') === \
         'connect-src img-src script-src-attr script-src-elem style-src-attr'",
    );
    assert_eq!(page.text("window.owned"), "undefined");
    assert_eq!(page.text("getComputedStyle(document.querySelector('#foreign')).float"), "none");
    let errors = page.errors();
    let is_refusal = |error: &String| error.contains("Content Security Policy");
    assert!(!errors.is_empty() && errors.iter().all(is_refusal), "{errors:#?}");
    live.end("finished");
}

#[test]
fn silent_connections_keep_no_reader_out() {
    let live = start();
    let host = host(&live);
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut follower = Reader::new(&host, 0);
    follower.await_event("summary");
    // They send nothing, or a byte, or read no answer.
    for (game, beginning) in ["", "G", &request].into_iter().enumerate() {
        let connect = |_| {
            let mut stream = TcpStream::connect(&host).unwrap();
            // The server may have closed the connection already.
            let _ = stream.write_all(beginning.as_bytes());
            stream
        };
        let silent: Vec<TcpStream> = (0..200).map(connect).collect();
        let page = answer(&host, &request);
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("</html>\n"), "{page}");
        // Who read events before still does.
        live.feed().add(&record(game + 1));
        follower.await_event("games");
        drop(silent);
    }
    live.end("finished");
}
