//! A strict syntax check of `info` lines. The runner, in contrast, skips
//! fields that it cannot parse.

use noughts_rules::protocol::{Info, Reply};

/// The fields whose value is one non-negative number.
const COUNTS: &[&str] = &[
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

/// The other fields.
const KEYWORDS: [&str; 8] =
    ["pv", "score", "currmove", "string", "refutation", "currline", "wdl", "ebf"];

fn is_keyword(word: &str) -> bool {
    COUNTS.contains(&word) || KEYWORDS.contains(&word)
}

/// Returns the first syntax error of an `info` line. Words that are in neither
/// protocol are ignored.
pub(super) fn syntax_fault(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        at += 1;
        let wrong = |what: &str| Some(format!("\"{word}\" without {what}"));
        match word {
            "string" => return None,
            _ if COUNTS.contains(&word) => match number(at) {
                Some(0) if word == "multipv" => return wrong("a rank of at least 1"),
                Some(1001..) if word == "hashfull" => return wrong("a number of at most 1000"),
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

/// Returns the `info` lines of a search except `info string`.
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
    fn malformed_fields_are_rejected() {
        for good in [
            "info",
            "info depth 3 seldepth 4 multipv 1 score cp -3 lowerbound nodes 0 pv a1 b2",
            "info score mate -2 hashfull 1000 wdl 0 1000 0 time 0",
            "info string depth nothing",
            "info currmove e2e4 currmovenumber 1",
            "info tree 7 depth 2",
        ] {
            assert_eq!(syntax_fault(good), None, "{good}");
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
            assert!(syntax_fault(bad).is_some(), "{bad}");
        }
    }
}
