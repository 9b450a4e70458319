//! Lines: how they may arrive, and what may be in them.

use std::iter;
use std::mem;
use std::time::Instant;

use crate::check::bench::{Bench, Search, first_word};
use crate::check::rule::{Broken, Kept, Rule, Step, broken, ensure};

pub(super) const RULES: &[Rule] = &[
    Rule::must("one-write", one_write)
        .says("obeys several commands that arrive in one write, in their order")
        .from(&["UCI: general", "UGI: General", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("many-writes", many_writes)
        .says("obeys a command that arrives in many writes, when its line has ended")
        .from(&["UCI: general", "UGI: General", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::should("crlf", crlf)
        .says("accepts lines that end with CRLF")
        .from(&["UCI: general", "PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("white-space", white_space)
        .says("accepts any white space between words, before the first and behind the last one")
        .from(&["UCI: general", "PROTOCOL.md: Lines"])
        .should_in_ugi()
        .needs(&["go"]),
    Rule::should("blank-lines", |bench| survives(bench, b"\n\n   \n\t\n"))
        .says("survives blank lines")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["go"]),
    Rule::must("unknown-command", |bench| survives(bench, b"xyzzy\nxyzzy plugh 1 -2 %s\n"))
        .says("survives commands that it does not know")
        .from(&["UCI: general", "PROTOCOL.md: Errors"])
        .should_in_ugi()
        .needs(&["go"]),
    Rule::should("unknown-word", unknown_word)
        .says("skips words before a command that it does not know")
        .from(&["UCI: general", "PROTOCOL.md: Grammar"])
        .only_uci()
        .needs(&["unknown-command"]),
    Rule::should("unknown-word-in-go", unknown_word_in_go)
        .says("skips words of a `go` that it does not know")
        .from(&["UCI: general", "PROTOCOL.md: Grammar"])
        .needs(&["go"]),
    Rule::should("long-line", long_line)
        .says("survives a line of 60,000 bytes")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["unknown-command"]),
    Rule::should("not-text", |bench| survives(bench, b"\xff\xfe\x80\0 \xc3\n"))
        .says("survives lines that are not text")
        .from(&["PROTOCOL.md: Lines"])
        .needs(&["unknown-command"]),
    Rule::must("debug", |bench| survives(bench, b"debug on\ndebug off\n"))
        .says("accepts `debug on` and `debug off`")
        .from(&["UCI: debug", "PROTOCOL.md: Commands"])
        .only_uci()
        .needs(&["go"]),
    Rule::should("register", |bench| survives(bench, b"register later\n"))
        .says("survives `register later`, which it did not ask for")
        .from(&["UCI: general, register"])
        .only_uci()
        .needs(&["unknown-command"]),
];

/// It is ready after these bytes, and searches.
fn survives(bench: &mut Bench<'_>, bytes: &[u8]) -> Step {
    bench.seated()?;
    bench.send_raw(bytes)?;
    bench.send("isready")?;
    bench.until("readyok")?;
    bench.search_quickly()?;
    Ok(Kept::Yes)
}

/// How often it said that it is ready.
fn readies(search: &Search) -> usize {
    search.lines.iter().filter(|line| first_word(line) == "readyok").count()
}

fn one_write(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let position = bench.position(&[]);
    let lines = format!("isready\nisready\n{position}\nisready\n{}", bench.quick);
    let search = bench.search(&lines)?;
    let count = readies(&search);
    ensure(count == 3, || format!("\"readyok\" came {count} times for three \"isready\""))?;
    search.with_move()?;
    Ok(Kept::Yes)
}

fn many_writes(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    bench.send_pieces(["is", "rea", "dy"])?;
    let early = bench.listen()?;
    if let Some(line) = early.first() {
        return broken(format!("\"{line}\" came before the line had ended"));
    }
    bench.send_pieces(["\n"])?;
    bench.until("readyok")?;
    let text = format!("{}\nisready\n{}\n", bench.position(&[]), bench.quick);
    // A letter at a time, whatever is a letter.
    let ends = text.char_indices().map(|(at, _)| at).skip(1).chain(iter::once(text.len()));
    let mut from = 0;
    let pieces: Vec<&str> = ends.map(|end| &text[mem::replace(&mut from, end)..end]).collect();
    bench.send_pieces(pieces)?;
    bench.answer(Instant::now())?.with_move()?;
    Ok(Kept::Yes)
}

/// Says a line with this end, and waits for the word that answers it.
fn say(bench: &mut Bench<'_>, line: &str, answer: &str) -> Result<(), Broken> {
    bench.send_raw(line.as_bytes())?;
    bench.until(answer).map(drop)
}

fn crlf(bench: &mut Bench<'_>) -> Step {
    bench.open()?;
    let (hello, welcome) = (bench.hello(), bench.welcome());
    say(bench, &format!("{hello}\r\n"), welcome)?;
    let settings = bench.settings().replace('\n', "\r\n");
    say(bench, &format!("{settings}isready\r\n"), "readyok")?;
    say(bench, &format!("{}\r\nisready\r\n", bench.position(&[])), "readyok")?;
    say(bench, &format!("{}\r\n", bench.quick), "bestmove")?;
    Ok(Kept::Yes)
}

fn white_space(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    say(bench, "  \t isready \t \n", "readyok")?;
    let spread = |line: &str| format!(" \t{}\t ", line.replace(' ', "  \t "));
    say(bench, &format!("{}\nisready\n", spread(&bench.position(&[]))), "readyok")?;
    say(bench, &format!("{}\n", spread(bench.quick)), "bestmove")?;
    Ok(Kept::Yes)
}

fn unknown_word(bench: &mut Bench<'_>) -> Step {
    bench.ready()?;
    let position = bench.position(&[]);
    let search = bench.search(&format!("xyzzy isready\n{position}\n{}", bench.quick))?;
    ensure(readies(&search) == 1, || "\"xyzzy isready\" has no answer".to_string())?;
    Ok(Kept::Yes)
}

fn unknown_word_in_go(bench: &mut Bench<'_>) -> Step {
    bench.seated()?;
    let go = bench.quick.replacen("go", "go xyzzy", 1);
    bench.search(&go)?.with_move()?;
    Ok(Kept::Yes)
}

fn long_line(bench: &mut Bench<'_>) -> Step {
    let mut line = vec![b'x'; 60_000];
    line.push(b'\n');
    survives(bench, &line)
}
