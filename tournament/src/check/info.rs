//! An `info` line, read strictly: the runner skips what it does not
//! understand, the check wants to know.

use noughts::protocol::{Info, Reply};

/// The words that are followed by one number that is not negative.
const COUNTS: [&str; 12] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "multipv",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "movesleft",
];

/// The words that begin something.
const KEYWORDS: [&str; 8] =
    ["pv", "score", "currmove", "string", "refutation", "currline", "wdl", "ebf"];

fn is_keyword(word: &str) -> bool {
    COUNTS.contains(&word) || KEYWORDS.contains(&word)
}

/// What is wrong with a line that begins with `info`. Words that are in no
/// protocol are let pass.
pub(super) fn fault(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        let wrong = |what: &str| Some(format!("\"{word}\" without {what}"));
        match word {
            "string" => return None,
            _ if COUNTS.contains(&word) => match number(at) {
                Some(0) if word == "multipv" => return wrong("a rank from 1"),
                Some(1001..) if word == "hashfull" => return wrong("a number up to 1000"),
                Some(0..) => at += 1,
                _ => return wrong("a number"),
            },
            "score" => {
                if !matches!(words.get(at), Some(&("cp" | "mate"))) || number(at + 1).is_none() {
                    return wrong("\"cp\" or \"mate\" and a number");
                }
                at += 2;
            }
            "wdl" => {
                let all = [at, at + 1, at + 2].map(|at| number(at).filter(|n| *n >= 0));
                if all.iter().any(Option::is_none) {
                    return wrong("three numbers");
                }
                at += 3;
            }
            "pv" | "currmove" if words.get(at).is_none_or(|next| is_keyword(next)) => {
                return wrong("a move");
            }
            _ => {}
        }
    }
    None
}

/// The `info` lines among the lines of a search that are not for people.
pub(super) fn infos(lines: &[String]) -> Vec<Info> {
    let parse = |line: &String| match Reply::parse(line) {
        Reply::Info(info) if info.string.is_none() => Some(info),
        _ => None,
    };
    lines.iter().filter_map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_found() {
        for good in [
            "info",
            "info depth 3 seldepth 4 multipv 1 score cp -3 lowerbound nodes 0 pv a1 b2",
            "info score mate -2 hashfull 1000 wdl 0 1000 0 time 0",
            "info string depth nothing",
            "info currmove e2e4 currmovenumber 1",
            "info tree 7 depth 2",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [
            "info depth",
            "info depth x",
            "info nodes -1",
            "info multipv 0",
            "info hashfull 1001",
            "info score 30",
            "info score cp",
            "info score cp 0.5",
            "info wdl 1 2",
            "info pv",
            "info pv depth 3",
        ] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
