//! Rules for the start of an engine and its handshake.

use noughts_rules::protocol::Reply;

use crate::bench::{Bench, first_word};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure, not_applicable};

pub(super) const RULES: &[Rule] = rules! {
    should "silent-start", note_in_uci: silent_start =>
        "prints nothing before the first command, and only handshake lines after it",
        from "UCI: general", "UGI: General", "PROTOCOL.md: Commands";
    must "handshake": handshake =>
        "answers `ugi` with `ugiok`, and `uci` with `uciok`",
        from "UCI: uci, uciok", "UGI: ugi", "PROTOCOL.md: Commands";
    must "id" after "handshake": id =>
        "sends `id name` and `id author` in the handshake",
        from "UCI: id", "UGI: ugi", "PROTOCOL.md: Commands";
    must "isready" after "handshake": is_ready =>
        "answers `isready` with one `readyok`",
        from "UCI: isready, readyok", "UGI: isready", "PROTOCOL.md: Commands";
};

/// The first words of the lines permitted in the handshake.
const GREETINGS: [&str; 8] =
    ["id", "option", "uciok", "ugiok", "info", "copyprotection", "registration", ""];

fn silent_start(bench: &mut Bench<'_>) -> Step {
    bench.open()?;
    let mut heard = || -> Result<Vec<String>, Broken> {
        let lines = bench.listen()?;
        bench.send(bench.hello())?;
        // The next step demands an answer.
        if lines.is_empty() { bench.listen() } else { Ok(lines) }
    };
    let lines = match heard() {
        // The next step judges an engine that exits.
        Err(Broken::Rule(reason)) => return not_applicable(reason),
        lines => lines?,
    };
    match lines.iter().find(|line| !GREETINGS.contains(&first_word(line))) {
        Some(line) => broken(format!("the engine sent an unsolicited \"{line}\"")),
        None => Ok(Kept::Yes),
    }
}

fn handshake(bench: &mut Bench<'_>) -> Step {
    bench.greeting = bench.greet()?;
    let last = bench.greeting.last().map_or("", |line| line.trim());
    ensure(last == bench.welcome(), || {
        format!("the engine sent \"{last}\" instead of \"{}\"", bench.welcome())
    })?;
    Ok(Kept::Yes)
}

fn id(bench: &mut Bench<'_>) -> Step {
    let replies: Vec<Reply> = bench.greeting.iter().map(|line| Reply::parse(line)).collect();
    let name = replies.iter().any(|reply| matches!(reply, Reply::IdName(n) if !n.is_empty()));
    let author = replies.iter().any(|reply| matches!(reply, Reply::IdAuthor(a) if !a.is_empty()));
    ensure(name, || "there is no \"id name\"".to_string())?;
    ensure(author, || "there is no \"id author\"".to_string())?;
    Ok(Kept::Yes)
}

fn is_ready(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send("isready")?;
    let lines = bench.read_until("readyok")?;
    let last = lines.last().map_or("", |line| line.trim());
    ensure(last == "readyok", || format!("the engine sent \"{last}\" instead of \"readyok\""))?;
    let again = bench.listen()?.iter().any(|line| first_word(line) == "readyok");
    ensure(!again, || "the engine sent a second \"readyok\"".to_string())?;
    Ok(Kept::Yes)
}
