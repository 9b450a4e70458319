//! The server of the live page: one thread, which answers requests and sends the
//! news of the games to all readers.

use std::cell::RefCell;
use std::convert::Infallible;
use std::net::TcpListener;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_SECURITY_POLICY, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::task::{LocalSet, yield_now};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::answer::{Answer, engine_page, html, response, text};
use super::connections::{Connection, Connections, Stage};
use super::door::refusal;
use super::events::Events;
use super::feed::Feed;
use super::readers::Readers;
use crate::model::config::Config;
use crate::output::report::{ENGINE_PAGE, Setting};

/// The interval at which the server takes the news.
const INTERVAL: Duration = Duration::from_millis(100);
/// The time in which a browser has to send its request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time in which a browser has to fetch the page; events have no such
/// limit.
const FETCH_TIME: Duration = Duration::from_secs(60);
/// The time in which readers fetch the last message.
const LAST_TIME: Duration = Duration::from_secs(1);
/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// The server of one page.
#[derive(Debug)]
pub(super) struct Server {
    feed: Arc<Feed>,
    events: Events,
    /// The host at which the page is served.
    name: String,
}

/// The state that the connections share.
struct Shared {
    events: RefCell<Events>,
    readers: RefCell<Readers>,
    /// The page and its policy, until the next news.
    page: RefCell<Option<(Bytes, HeaderValue)>>,
    name: String,
    connections: RefCell<Connections>,
}

impl Server {
    pub(super) fn new(config: &Config, feed: Arc<Feed>, name: &str, setting: Setting) -> Server {
        Server { feed, events: Events::new(config, setting), name: name.to_string() }
    }

    /// Serves until the tournament is over.
    pub(super) fn run(self, runtime: &Runtime, listener: TcpListener) {
        let Server { feed, events, name } = self;
        let state = Rc::new(Shared {
            events: RefCell::new(events),
            readers: RefCell::default(),
            page: RefCell::default(),
            name,
            connections: RefCell::default(),
        });
        LocalSet::new().block_on(runtime, async move {
            let accepting = tokio::task::spawn_local(accept(Rc::clone(&state), listener));
            let mut interval = interval(INTERVAL);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            while !state.events.borrow().is_over() {
                interval.tick().await;
                state.tick(&feed);
            }
            accepting.abort();
            state.readers.borrow_mut().finish();
            let is_idle = async {
                while !state.connections.borrow().is_empty() {
                    sleep(INTERVAL / 10).await;
                }
            };
            let _ = timeout(LAST_TIME, is_idle).await;
        });
    }
}

async fn accept(state: Rc<Shared>, listener: TcpListener) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let Some(connection) = state.connections.borrow_mut().add() else { continue };
                let state = Rc::clone(&state);
                tokio::task::spawn_local(async move {
                    serve(&state, &connection, stream).await;
                    state.connections.borrow_mut().remove(&connection);
                });
                // A connection that lost its place closes its socket now.
                yield_now().await;
            }
            // Too many open files, for example, until some are closed.
            Err(_) => sleep(INTERVAL).await,
        }
    }
}

/// Answers the request of a connection.
async fn serve(state: &Shared, connection: &Connection, stream: TcpStream) {
    let service = service_fn(|request: Request<Incoming>| {
        let answer = state.answer(&request, connection);
        std::future::ready(Ok::<_, Infallible>(answer))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    builder.keep_alive(false).max_buf_size(MAX_HEAD);
    let mut served = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let mut dropped = pin!(connection.dropped.notified());
    let mut late = pin!(sleep(FETCH_TIME));
    std::future::poll_fn(|context| {
        let is_dropped = dropped.as_mut().poll(context).is_ready();
        let is_following = connection.stage.get() == Stage::Following;
        let is_late = !is_following && late.as_mut().poll(context).is_ready();
        if is_dropped || is_late {
            return Poll::Ready(());
        }
        // An error means that the browser is gone.
        served.as_mut().poll(context).map(drop)
    })
    .await;
}

impl Shared {
    /// Takes the news and sends them.
    fn tick(&self, feed: &Feed) {
        let has_readers = !self.readers.borrow().is_empty();
        let mut events = self.events.borrow_mut();
        let taken = events.take(&mut feed.news());
        if taken.is_new() {
            self.page.take();
        }
        // A game that cannot be written as JSON is not shown.
        let message = events.message(taken, has_readers).unwrap_or_default();
        if !message.is_empty() {
            self.readers.borrow_mut().send(&Bytes::from(message));
        }
    }

    fn answer(&self, request: &Request<Incoming>, connection: &Connection) -> Response<Answer> {
        connection.stage.set(Stage::Fetching);
        if let Some(status) = refusal(request, &self.name) {
            let mut refused = text(status, "refused\n");
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return refused;
        }
        match request.uri().path() {
            "/" => self.page(),
            "/events" => self.follow(request, connection),
            path if path.strip_prefix('/') == Some(ENGINE_PAGE) => engine_page(),
            _ => text(StatusCode::NOT_FOUND, "not found\n"),
        }
    }

    /// Answers with the page. Its policy is a header, too: that is in force before the
    /// page is read, and only there can a policy forbid frames.
    fn page(&self) -> Response<Answer> {
        let mut page = self.page.borrow_mut();
        if page.is_none() {
            *page = self.events.borrow().page().ok().and_then(|page| {
                let policy = format!("{}; frame-ancestors 'none'", page.policy);
                Some((Bytes::from(page.html), HeaderValue::try_from(policy).ok()?))
            });
        }
        let Some((page, policy)) = &*page else {
            return text(StatusCode::INTERNAL_SERVER_ERROR, "failed\n");
        };
        let mut response = html(page.clone());
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
        response
    }

    /// Answers with the events after those that the reader knows.
    fn follow(&self, request: &Request<Incoming>, connection: &Connection) -> Response<Answer> {
        const KIND: &str = "text/event-stream";
        if request.method() == Method::HEAD {
            return response(StatusCode::OK, KIND, Answer::Whole(None));
        }
        // A browser that reconnects names the last event that it received.
        let last = request.headers().get("last-event-id").and_then(|id| id.to_str().ok());
        let asked = request.uri().query().and_then(|query| query.strip_prefix("from="));
        let known = last.or(asked).and_then(|number| number.parse().ok()).unwrap_or(usize::MAX);
        let first = Bytes::from(self.events.borrow().first(known));
        match self.readers.borrow_mut().add(first, Rc::clone(&connection.dropped)) {
            Some(messages) => {
                connection.stage.set(Stage::Following);
                response(StatusCode::OK, KIND, Answer::Events(messages))
            }
            None => text(StatusCode::SERVICE_UNAVAILABLE, "too many readers\n"),
        }
    }
}
