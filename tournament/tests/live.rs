//! The live page over real sockets, and in a browser.
//!
//! The browser is found as in `report.rs`.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use noughts_client::EngineConfig;
use noughts_client::Evaluation;
use noughts_client::Limits;
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Opening;
use noughts_tournament::model::record::{GameRecord, GameResult, Ply, Termination};
use noughts_tournament::output::live::{Live, LiveError};
use noughts_tournament::output::report::Setting;
use noughts_tournament::run::logs::{Event, Spectator};
use serde_json::Value;

use crate::support::browser::Browser;

const NAMES: [&str; 2] = ["first", HOSTILE];
/// A name that shows and runs something if it is taken for HTML.
pub(crate) const HOSTILE: &str =
    "</script><img src=x onerror=\"document.title='owned'\"><b style=color:red>second";

fn config() -> Config {
    let limits = Limits { tc: Some("10+0.5".parse().unwrap()), ..Limits::default() };
    let engine = |name| EngineConfig::builtin(name, &[], limits.clone());
    Config::new("tictactoe".parse().unwrap(), NAMES.map(engine).to_vec())
}

pub(crate) fn start() -> Live {
    Live::start(&config(), &"0".parse().unwrap(), Setting::default()).unwrap()
}

fn ply(name: &str, us: u64) -> Ply {
    let evaluation = Evaluation { cp: Some(25), depth: Some(4), ..Evaluation::default() };
    Ply { name: name.to_string(), us, evaluation }
}

fn opening() -> Opening {
    "a1 a2".parse().unwrap()
}

pub(crate) fn record(game: usize) -> GameRecord {
    GameRecord {
        game,
        pairing: game.div_ceil(2),
        meeting: game.div_ceil(2),
        players: NAMES.map(str::to_string),
        opening: opening(),
        swap2: None,
        seeds: [None; 2],
        result: GameResult::X,
        termination: Termination::Rules,
        culprit: None,
        dispute: None,
        trains: None,
        usage: None,
        plies: ["b1", "b2", "c1"].map(|name| ply(name, 1_000_000)).to_vec(),
        sides: String::new(),
        started: 0,
        millis: 5,
        stopped: None,
        load: None,
        scale: None,
    }
}

/// Feeds the beginning of a game.
fn begin(live: &Live, game: usize) {
    live.feed().event(&Event::GameStart { game, players: NAMES, opening: &opening() });
}

/// Feeds a ply.
fn play(live: &Live, game: usize, player: usize, name: &str) {
    live.feed().event(&Event::Ply { game, player: NAMES[player], ply: &ply(name, 1_000_000) });
}

/// Returns `HOST:PORT` of the page.
pub(crate) fn host(live: &Live) -> String {
    live.url().trim_start_matches("http://").trim_end_matches('/').to_string()
}

fn send(host: &str, request: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    BufReader::new(stream)
}

/// Sends a request and returns the whole answer.
pub(crate) fn answer(host: &str, request: &str) -> String {
    let mut text = String::new();
    send(host, request).read_to_string(&mut text).unwrap();
    text
}

/// A reader of the events.
pub(crate) struct Reader(BufReader<TcpStream>);

impl Reader {
    pub(crate) fn new(host: &str, from: usize) -> Reader {
        Reader(send(host, &format!("GET /events?from={from} HTTP/1.1\r\nHost: {host}\r\n\r\n")))
    }

    /// Returns the next event and its data; `None` at the end.
    fn next(&mut self) -> Option<(String, Value)> {
        let mut event = String::new();
        loop {
            let mut line = String::new();
            // A connection that the server has cut ends, too.
            if self.0.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.trim_end().to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                // The last line of a connection that was cut may be a part.
                return Some((event, serde_json::from_str(data).ok()?));
            }
        }
    }

    /// Skips to the next event of this name.
    pub(crate) fn await_event(&mut self, name: &str) -> Value {
        loop {
            let (event, data) = self.next().unwrap_or_else(|| panic!("no event {name}"));
            if event == name {
                return data;
            }
        }
    }
}

#[test]
fn standings_grow_and_moves_arrive() {
    let live = start();
    let host = host(&live);
    let mut reader = Reader::new(&host, 0);
    assert_eq!(reader.await_event("boards")["running"], 0);
    assert_eq!(reader.await_event("summary")["played"], 0);
    begin(&live, 1);
    play(&live, 1, 0, "b1");
    let boards = reader.await_event("boards");
    let game = &boards["news"][0];
    assert_eq!(
        (&game["n"], &game["open"], &game["p"]),
        (&1.into(), &"a1 a2".into(), &serde_json::json!([0, 1]))
    );
    assert_eq!(game["clocks"], serde_json::json!([10_000, 10_000]));
    let mut plies = game["plies"].as_array().unwrap().clone();
    if plies.is_empty() {
        plies.clone_from(reader.await_event("boards")["news"][0]["plies"].as_array().unwrap());
    }
    // The score, and what is left of the clock with the increment.
    assert_eq!(
        (&plies[0]["m"], &plies[0]["s"], &plies[0]["c"]),
        (&"b1".into(), &25.into(), &9500.into())
    );
    play(&live, 1, 1, "b2");
    let more = reader.await_event("boards");
    assert_eq!(
        (&more["news"][0]["from"], &more["news"][0]["plies"][0]["m"]),
        (&1.into(), &"b2".into())
    );
    // A second reader gets the whole game.
    let whole = Reader::new(&host, 0).await_event("boards");
    assert_eq!(whole["news"][0]["plies"].as_array().unwrap().len(), 2);
    play(&live, 1, 0, "c1");
    live.feed().event(&Event::Game(&record(1)));
    assert_eq!(reader.await_event("games")["rows"][0]["n"], 1);
    let summary = reader.await_event("summary");
    assert_eq!((&summary["played"], &summary["players"][0]["wins"]), (&1.into(), &1.into()));
    assert_eq!(summary["players"][1]["losses"], 1);
    let page = answer(&host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("data-known=\"1\""), "{page}");
    assert!(page.contains("connect-src 'self'") && !page.contains("<img"));
    live.end("finished");
    assert_eq!(reader.await_event("over")["why"], "finished");
    assert!(reader.next().is_none());
    assert!(TcpStream::connect(&host).is_err());
}

#[test]
fn readers_that_come_back_get_what_they_missed() {
    let live = start();
    let host = host(&live);
    let mut reader = Reader::new(&host, 0);
    (1..=3).for_each(|game| live.feed().add(&record(game)));
    reader.await_event("games");
    let request =
        format!("GET /events?from=0 HTTP/1.1\r\nHost: {host}\r\nLast-Event-ID: 2\r\n\r\n");
    let games = Reader(send(&host, &request)).await_event("games");
    assert_eq!((games["rows"].as_array().unwrap().len(), &games["rows"][0]["n"]), (1, &3.into()));
    assert_eq!(games["details"].as_array().unwrap().len(), 1);
    // A page of another run loads again.
    assert_eq!(Reader::new(&host, 7).next().unwrap().0, "reload");
    live.end("finished");
}

#[test]
fn foreign_and_changing_requests_are_refused() {
    let live = start();
    let host = host(&live);
    let port = host.rsplit_once(':').unwrap().1;
    let status = |method: &str, path: &str, headers: &str| {
        let text = answer(&host, &format!("{method} {path} HTTP/1.1\r\n{headers}\r\n"));
        text.split(' ').nth(1).unwrap_or("none").parse::<u16>().unwrap()
    };
    let own = format!("Host: {host}\r\n");
    for path in ["/", "/events", "/noughts.html", "/etc/passwd"] {
        for foreign in
            ["Host: evil.example\r\n", "Host: localhost\r\nOrigin: http://evil.example\r\n", ""]
        {
            let headers = foreign.replace("localhost", &format!("localhost:{port}"));
            let expected = if foreign.is_empty() { [400, 403] } else { [403; 2] };
            let found = status("GET", path, &headers);
            assert!(expected.contains(&found), "{path} {foreign}: {found}");
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            assert_eq!(status(method, path, &format!("{own}Content-Length: 0\r\n")), 405, "{path}");
        }
    }
    assert_eq!(
        status(
            "GET",
            "/",
            &format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n")
        ),
        200
    );
    assert_eq!(status("HEAD", "/", &own), 200);
    assert_eq!(status("HEAD", "/events", &own), 200);
    for path in ["/x", "/noughts.html", "/../Cargo.toml", "//"] {
        assert_eq!(status("GET", path, &own), 404, "{path}");
    }
    // What is not HTTP, and a head without end.
    assert!(answer(&host, "hello\r\n\r\n").starts_with("HTTP/1.1 400"));
    let long = format!("GET / HTTP/1.1\r\n{own}X: {}\r\n\r\n", "x".repeat(100_000));
    let mut stream = TcpStream::connect(&host).unwrap();
    let _ = stream.write_all(long.as_bytes());
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    assert!(!text.starts_with("HTTP/1.1 200"), "{text}");
    live.end("finished");
}

#[test]
fn a_reader_that_reads_nothing_is_dropped_and_delays_nobody() {
    let live = start();
    let host = host(&live);
    let mut slow = Reader::new(&host, 0);
    let mut quick = Reader::new(&host, 0);
    // More than the buffers of a connection hold.
    let mut game = record(1);
    game.dispute = Some("x".repeat(1_000_000));
    for number in 1..=60 {
        game.game = number;
        live.feed().add(&game);
        let found = quick.await_event("games");
        assert_eq!(found["rows"][0]["n"], number);
    }
    let mut received = 0;
    while let Some((event, _)) = slow.next() {
        received += usize::from(event == "games");
    }
    assert!(received < 60, "{received}");
    live.feed().add(&record(61));
    assert_eq!(quick.await_event("games")["rows"][0]["n"], 61);
    live.end("finished");
}

#[test]
fn an_address_in_use_is_an_error() {
    let live = start();
    let address = host(&live).parse().unwrap();
    let error = Live::start(&config(), &address, Setting::default()).unwrap_err();
    assert!(matches!(error, LiveError::InUse(_)), "{error}");
    // TEST-NET-1 is no address of a machine.
    let error = Live::start(&config(), &"192.0.2.1:0".parse().unwrap(), Setting::default());
    assert!(matches!(error, Err(LiveError::NotHere(_))), "{error:?}");
    let folder = tempfile::tempdir().unwrap();
    let run = |option: &str| {
        let program = env!("CARGO_BIN_EXE_noughts-tournament");
        let args = [
            "run",
            "--engine",
            "name=a",
            "--engine",
            "name=b",
            "--each",
            "nodes=1",
            "--journal",
            "j",
            option,
        ];
        let output = Command::new(program).current_dir(folder.path()).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = run(&format!("--live={}", host(&live)));
    assert_ne!(code, Some(0));
    assert!(message.contains("another program uses 127.0.0.1:"), "{message}");
    let (code, message) = run("--live=t.toml");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("\"t.toml\" is not an address to serve at"), "{message}");
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    let output = Command::new(program).args(["run", "--live", "8000"]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("did you mean --live=8000?"), "{message}");
    assert!(!folder.path().join("j").exists(), "the journal was begun");
    live.end("finished");
}

#[test]
fn a_run_and_its_journal_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_noughts-tournament");
    let serve = |args: &[&str]| {
        let mut child = Command::new(program)
            .current_dir(folder.path())
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = lines.find_map(|line| Some(line.unwrap().split_once("http://")?.1.to_string()));
        (child, url.unwrap().trim_end_matches('/').to_string(), lines)
    };
    let interrupt = |child: &mut std::process::Child| {
        let id = rustix::process::Pid::from_child(child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    };
    let run = [
        "run",
        "--game",
        "tictactoe",
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "--each",
        "nodes=1",
        "--pairings",
        "1000000",
        "--journal",
        "j",
        "--quiet",
        "--live=127.0.0.1:0",
    ];
    let (mut playing, host, _lines) = serve(&run);
    let mut reader = Reader::new(&host, 0);
    while reader.await_event("summary")["played"].as_u64().unwrap() < 10 {}
    // A second program reads the journal that grows.
    let (mut following, other, _more) = serve(&["report", "--live=0", "j"]);
    let mut second = Reader::new(&other, 0);
    let first = second.await_event("games")["rows"].as_array().unwrap().len();
    assert!(first > 0);
    let games = second.await_event("games");
    assert!(!games["rows"].as_array().unwrap().is_empty());
    let summary = second.await_event("summary");
    assert_eq!(summary["conditions"]["runs"].as_array().unwrap().len(), 1);
    interrupt(&mut playing);
    assert_eq!(reader.await_event("over")["why"], "stopped");
    assert_eq!(playing.wait().unwrap().code(), Some(3));
    interrupt(&mut following);
    second.await_event("over");
    assert_eq!(following.wait().unwrap().code(), Some(0));
}

#[test]
fn a_browser_shows_the_moves_of_a_running_game() {
    let Some(mut browser) = Browser::start() else { return };
    let live = start();
    let mut page = browser.open_url(&live.url(), 1280, false);
    page.await_true("document.querySelector('#link').textContent.startsWith('The page follows')");
    begin(&live, 1);
    let stones = "['x', 'o'].map((side) => [...document.querySelectorAll(`[data-game=\"1\"] .stone.${side}`)]\
                  .map((stone) => stone.dataset.stone).sort().join(' ')).join(' / ')";
    page.await_true(&format!("{stones} === 'a1 / a2'"));
    for (player, name, expected) in
        [(0, "b1", "a1 b1 / a2"), (1, "b2", "a1 b1 / a2 b2"), (0, "c1", "a1 b1 c1 / a2 b2")]
    {
        play(&live, 1, player, name);
        page.await_true(&format!("{stones} === '{expected}'"));
    }
    let card = page.text("document.querySelector('[data-game=\"1\"]').textContent");
    for part in ["first", HOSTILE, "c1 · +0.25", "0:09.0", "ply 5, depth 4"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    page.picture("live.png");
    live.feed().event(&Event::Game(&record(1)));
    page.await_true("document.querySelectorAll('.row').length === 1");
    page.await_true("document.querySelector('#standings').textContent.includes('100.0 %')");
    page.await_true("document.querySelectorAll('#running .card:not([hidden])').length === 0");
    live.end("finished");
    page.await_true(
        "document.querySelector('#link').textContent === 'The tournament has ended: finished.'",
    );
    assert_eq!(page.errors(), Vec::<String>::new());
}
