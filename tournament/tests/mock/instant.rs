//! A minimal engine of 3x3 tic-tac-toe over UGI. It plays the first empty
//! square, or one chosen by its option `Seed`, without a search, so that the
//! duration of a match measures the runner.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let (mut line, mut position, mut seed) = (String::new(), String::new(), 0);
    while input.read_line(&mut line)? > 0 {
        let text = line.trim_end();
        let reply = match text.split(' ').next() {
            Some("ugi") => {
                "id name instant\noption name Seed type spin default 0 min 0 max 99999\nugiok\n"
                    .into()
            }
            Some("isready") => "readyok\n".into(),
            Some("setoption") => {
                seed = text.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
                String::new()
            }
            Some("position") => {
                position = text.to_string();
                String::new()
            }
            Some("go") => format!("bestmove {}\n", choose(&position, seed)),
            Some("quit") => break,
            _ => String::new(),
        };
        if !reply.is_empty() {
            output.write_all(reply.as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// Returns an empty square.
fn choose(position: &str, seed: usize) -> &'static str {
    const SQUARES: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    let taken = |square: &str| position.split(' ').any(|word| word == square);
    let plies = position.split(' ').count();
    let shifted = (0..9).map(|i| SQUARES[(i + seed.wrapping_mul(plies)) % 9]);
    shifted.into_iter().find(|square| !taken(square)).unwrap_or("0000")
}
