//! The answers of the server: their headers, and bodies that end or follow events.

use std::convert::Infallible;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;

use crate::output::report::ENGINE_PAGE;

/// The headers of every answer: no guesses of the contents, no copies kept, no
/// frames in other pages, no address for other sites.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
];
const HTML: &str = "text/html; charset=utf-8";

/// The body of an answer.
pub(super) enum Answer {
    Whole(Option<Bytes>),
    Events(mpsc::Receiver<Bytes>),
}

/// Returns an answer of this kind.
pub(super) fn response(status: StatusCode, kind: &'static str, body: Answer) -> Response<Answer> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns an answer in words.
pub(super) fn text(status: StatusCode, words: &'static str) -> Response<Answer> {
    response(status, "text/plain", Answer::Whole(Some(Bytes::from_static(words.as_bytes()))))
}

/// Returns a page.
pub(super) fn html(page: Bytes) -> Response<Answer> {
    response(StatusCode::OK, HTML, Answer::Whole(Some(page)))
}

/// Answers with the page of the engine in the working directory, which has its own
/// policy.
pub(super) fn engine_page() -> Response<Answer> {
    match std::fs::read(Path::new(ENGINE_PAGE)) {
        Ok(page) => html(Bytes::from(page)),
        Err(_) => text(StatusCode::NOT_FOUND, "not found\n"),
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match self.get_mut() {
            Answer::Whole(bytes) => Poll::Ready(bytes.take()),
            Answer::Events(messages) => messages.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Answer::Whole(bytes) => {
                let length = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
                SizeHint::with_exact(length)
            }
            Answer::Events(_) => SizeHint::default(),
        }
    }
}
