//! Rules for input lines: how they arrive and what they contain.

use std::iter;
use std::mem;

use crate::bench::{Bench, Search, first_word};
use crate::rule::Rule;
use crate::step::{Broken, Kept, Step, broken, ensure};
use noughts_client::time::Instant;

pub(super) const RULES: &[Rule] = &[
    Rule::must("one-write", one_write)
        .text("executes several commands that arrive in one write, in order")
        .from(&["UCI: general", "UGI: General", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("many-writes", many_writes)
        .text("executes a command that arrives in many writes, once its line is complete")
        .from(&["UCI: general", "UGI: General", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::should("crlf", crlf)
        .text("accepts lines that end in CRLF")
        .from(&["UCI: general", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("white-space", white_space)
        .text("accepts any white space between words and at both ends of a line")
        .from(&["UCI: general", "PROTOCOL.md: Lines"])
        .should_in_ugi()
        .needs(&["go"]),
    Rule::should("blank-lines", |bench| survives(bench, b"\n\n   \n\t\n"))
        .text("survives blank lines")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("unknown-command", |bench| survives(bench, b"xyzzy\nxyzzy plugh 1 -2 %s\n"))
        .text("survives unknown commands")
        .from(&["UCI: general", "PROTOCOL.md: Errors"])
        .should_in_ugi()
        .needs(&["go"]),
    Rule::should("unknown-word", unknown_word)
        .text("skips unknown words before a command")
        .from(&["UCI: general", "PROTOCOL.md: Grammar"])
        .only_uci()
        .needs(&["unknown-command"]),
    Rule::should("unknown-word-in-go", unknown_word_in_go)
        .text("skips unknown words in a `go`")
        .from(&["UCI: general", "PROTOCOL.md: Grammar"])
        .needs(&["go"]),
    Rule::should("long-line", long_line)
        .text("survives a line of 60,000 bytes")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["unknown-command"]),
    Rule::should("not-text", |bench| survives(bench, b"\xff\xfe\x80\0 \xc3\n"))
        .text("survives lines that are not valid UTF-8")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["unknown-command"]),
    Rule::must("debug", |bench| survives(bench, b"debug on\ndebug off\n"))
        .text("accepts `debug on` and `debug off`")
        .from(&["UCI: debug", "PROTOCOL.md: Commands"])
        .only_uci()
        .needs(&["go"]),
    Rule::should("register", |bench| survives(bench, b"register later\n"))
        .text("survives `register later` without having requested a registration")
        .from(&["UCI: general, register"])
        .only_uci()
        .needs(&["unknown-command"]),
];

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
