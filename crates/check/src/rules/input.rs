//! Rules for input lines: how they arrive and what they contain.

use std::{iter, mem};

use noughts_client::time::Instant;

use crate::bench::{Bench, Search, first_word};
use crate::rule::{Rule, rules};
use crate::step::{Broken, Kept, Step, broken, ensure};

pub(super) const RULES: &[Rule] = rules! {
    must "one-write" after "go": one_write =>
        "executes several commands that arrive in one write, in order",
        from "UCI: general", "UGI: General", "PROTOCOL.md: Lines";
    must "many-writes" after "go": many_writes =>
        "executes a command that arrives in many writes, once its line is complete",
        from "UCI: general", "UGI: General", "PROTOCOL.md: Lines";
    should "crlf" after "go": crlf =>
        "accepts lines that end in CRLF", from "UCI: general", "PROTOCOL.md: Lines";
    must "white-space" after "go", should_in_ugi: white_space =>
        "accepts any white space between words and at both ends of a line",
        from "UCI: general", "PROTOCOL.md: Lines";
    should "blank-lines" after "go": |bench| survives(bench, b"\n\n   \n\t\n") =>
        "survives blank lines", from "PROTOCOL.md: Lines";
    must "unknown-command" after "go", should_in_ugi: |bench| survives(bench, b"xyzzy\nxyzzy plugh 1 -2 %s\n") =>
        "survives unknown commands", from "UCI: general", "PROTOCOL.md: Errors";
    should "unknown-word" after "unknown-command", only_uci: unknown_word =>
        "skips unknown words before a command", from "UCI: general", "PROTOCOL.md: Grammar";
    should "unknown-word-in-go" after "go": unknown_word_in_go =>
        "skips unknown words in a `go`", from "UCI: general", "PROTOCOL.md: Grammar";
    should "long-line" after "unknown-command": long_line =>
        "survives a line of 60,000 bytes", from "PROTOCOL.md: Lines";
    should "not-text" after "unknown-command": |bench| survives(bench, b"\xff\xfe\x80\0 \xc3\n") =>
        "survives lines that are not valid UTF-8", from "PROTOCOL.md: Lines";
    must "debug" after "go", only_uci: |bench| survives(bench, b"debug on\ndebug off\n") =>
        "accepts `debug on` and `debug off`", from "UCI: debug", "PROTOCOL.md: Commands";
    should "register" after "unknown-command", only_uci: |bench| survives(bench, b"register later\n") =>
        "survives `register later` without having requested a registration",
        from "UCI: general, register";
};

/// Checks that the engine is ready and can search after `bytes`.
fn survives(bench: &mut Bench<'_>, bytes: &[u8]) -> Step {
    bench.ready_at_position()?;
    bench.send_raw(bytes)?;
    bench.send("isready")?;
    bench.read_until("readyok")?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}

/// Returns the number of `readyok` lines.
fn readies(search: &Search) -> usize {
    search.lines.iter().filter(|line| first_word(line) == "readyok").count()
}

fn one_write(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let position = bench.position(&[]);
    let lines = format!("isready\nisready\n{position}\nisready\n{}", bench.quick);
    let search = bench.search(&lines)?;
    let count = readies(&search);
    ensure(count == 3, || format!("{count} \"readyok\" for three \"isready\""))?;
    search.with_move()?;
    Ok(Kept::Yes)
}

fn many_writes(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send_pieces(["is", "rea", "dy"])?;
    let early = bench.listen()?;
    if let Some(line) = early.first() {
        return broken(format!("the engine sent \"{line}\" before the line was complete"));
    }
    bench.send_pieces(["\n"])?;
    bench.read_until("readyok")?;
    let text = format!("{}\nisready\n{}\n", bench.position(&[]), bench.quick);
    // One character at a time, which may be several bytes.
    let ends = text.char_indices().map(|(at, _)| at).skip(1).chain(iter::once(text.len()));
    let mut from = 0;
    let pieces: Vec<&str> = ends.map(|end| &text[mem::replace(&mut from, end)..end]).collect();
    bench.send_pieces(pieces)?;
    bench.answer(Instant::now())?.with_move()?;
    Ok(Kept::Yes)
}

/// Sends `text` as it is, and waits for a line that begins with `reply`.
fn exchange(bench: &mut Bench<'_>, text: &str, reply: &str) -> Result<(), Broken> {
    bench.send_raw(text.as_bytes())?;
    bench.read_until(reply).map(drop)
}

fn crlf(bench: &mut Bench<'_>) -> Step {
    bench.open()?;
    let (hello, welcome) = (bench.hello(), bench.welcome());
    exchange(bench, &format!("{hello}\r\n"), welcome)?;
    let settings = bench.settings().replace('\n', "\r\n");
    exchange(bench, &format!("{settings}isready\r\n"), "readyok")?;
    exchange(bench, &format!("{}\r\nisready\r\n", bench.position(&[])), "readyok")?;
    exchange(bench, &format!("{}\r\n", bench.quick), "bestmove")?;
    Ok(Kept::Yes)
}

fn white_space(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    exchange(bench, "  \t isready \t \n", "readyok")?;
    let spread = |line: &str| format!(" \t{}\t ", line.replace(' ', "  \t "));
    exchange(bench, &format!("{}\nisready\n", spread(&bench.position(&[]))), "readyok")?;
    exchange(bench, &format!("{}\n", spread(bench.quick)), "bestmove")?;
    Ok(Kept::Yes)
}

fn unknown_word(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let position = bench.position(&[]);
    let search = bench.search(&format!("xyzzy isready\n{position}\n{}", bench.quick))?;
    ensure(readies(&search) == 1, || "no answer to \"xyzzy isready\"".to_string())?;
    Ok(Kept::Yes)
}

fn unknown_word_in_go(bench: &mut Bench<'_>) -> Step {
    bench.ready_at_position()?;
    let go = bench.quick.replacen("go", "go xyzzy", 1);
    bench.search(&go)?.with_move()?;
    Ok(Kept::Yes)
}

fn long_line(bench: &mut Bench<'_>) -> Step {
    let mut line = vec![b'x'; 60_000];
    line.push(b'\n');
    survives(bench, &line)
}
