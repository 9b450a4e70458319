//! The words and numbers of a `MESSAGE` about a search; `message` has the
//! forms.

use crate::evaluation::MAX_PV;

/// A square in a principal variation: column and row, from 0.
pub(crate) type Point = (i32, Row);

/// The number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// From 0 at the top, as in the protocol: `7,7`.
    FromTop(i32),
    /// From 1, in some engines at the top and in others at the bottom: `H8`.
    Named(i32),
}

/// What a line tells.
#[derive(Debug, Default)]
pub(crate) struct MessageLine {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) score: Option<Score>,
    /// The rank of the move among several.
    pub(crate) rank: Option<u32>,
    pub(crate) pv: Vec<Point>,
}

/// A score, from the point of view of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    /// In the units of the engine.
    Units(i32),
    /// The distance to a win, or negative to a loss.
    Mate(i32),
}

impl MessageLine {
    /// Parses the text of a `MESSAGE`.
    pub(crate) fn parse(text: &str) -> MessageLine {
        let mut line = MessageLine::default();
        let is_space = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=');
        let mut words = text.split(is_space).filter(|word| !word.is_empty()).peekable();
        // The form of several moves: rank, score and depth have no names.
        if let Some(rank) = words.next_if(|word| word.starts_with('(')) {
            line.rank = rank.trim_matches(['(', ')']).parse().ok();
            line.score = words.next().and_then(score);
        }
        while let Some(word) = words.next() {
            let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
            if is(&["depth", "dep"]) {
                line.depth = words.next().and_then(depth);
            } else if is(&["eval", "evaluation", "ev", "val", "value"]) {
                line.score = words.next().and_then(score);
            } else if is(&["node", "nodes", "nd", "n"]) {
                line.nodes = words.next().and_then(count);
            } else if is(&["multipv"]) {
                line.rank = words.next().and_then(|word| word.parse().ok());
            } else if line.rank.is_some() && line.depth.is_none() && word.contains('-') {
                line.depth = depth(word);
            } else if line.pv.len() < MAX_PV {
                line.pv.extend(point(word));
            }
        }
        line
    }
}

/// Parses `12-21`, of which the first number is the depth, or `12`.
fn depth(word: &str) -> Option<u32> {
    let (depth, selective) = word.split_once('-').unwrap_or((word, "0"));
    selective.parse::<u32>().ok()?;
    depth.parse().ok()
}

/// Parses `45`, `+M7` (a win in 7 plies), `-M12` or, as in `PentaZen`, `+v7`.
fn score(word: &str) -> Option<Score> {
    if let Ok(units) = word.parse() {
        return Some(Score::Units(units));
    }
    let (sign, rest) = match word.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    let distance: u16 = rest.strip_prefix(['M', 'm', 'V', 'v'])?.parse().ok()?;
    (distance > 0).then(|| Score::Mate(sign * i32::from(distance)))
}

/// Parses `117`, `117K` or `1.2M`.
fn count(word: &str) -> Option<u64> {
    let suffix = word.chars().next_back()?.to_ascii_uppercase();
    let zeros = match suffix {
        'K' => 3,
        'M' => 6,
        'G' | 'B' => 9,
        'T' => 12,
        _ => 0,
    };
    let number = if zeros == 0 { word } else { &word[..word.len() - 1] };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    // The digits after the point, up to units.
    let digits = format!("{whole}{part:0<zeros$.zeros$}");
    digits.parse().ok()
}

/// Parses a square: `H8`, `h8`, `[H,8]`, `7,7` or `[7,7]`.
fn point(word: &str) -> Option<Point> {
    let word = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    if let Some((x, y)) = word.split_once(',')
        && let (Ok(x), Ok(y)) = (x.parse::<u8>(), y.parse::<u8>())
    {
        return Some((x.into(), Row::FromTop(y.into())));
    }
    let letter = word.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let number = word[1..].strip_prefix(',').unwrap_or(&word[1..]);
    let number: u8 = number.parse().ok()?;
    Some(((letter.to_ascii_lowercase() - b'a').into(), Row::Named(number.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_suffixes() {
        for (word, expected) in [
            ("117", Some(117)),
            ("1.25M", Some(1_250_000)),
            ("12k", Some(12_000)),
            ("0.1234567K", Some(123)),
            ("3G", Some(3_000_000_000)),
            ("2t", Some(2_000_000_000_000)),
            ("99999999999999T", None),
            ("K", None),
            ("", None),
            ("-1", None),
            ("1.5.5M", None),
        ] {
            assert_eq!(count(word), expected, "{word}");
        }
    }

    #[test]
    fn scores_may_be_distances() {
        for (word, expected) in [
            ("45", Some(Score::Units(45))),
            ("+45", Some(Score::Units(45))),
            ("+M7", Some(Score::Mate(7))),
            ("-v12", Some(Score::Mate(-12))),
            ("M3", Some(Score::Mate(3))),
            ("+M*", None),
            ("-M0", None),
            ("0.35", None),
            ("VAL_INF", None),
        ] {
            assert_eq!(score(word), expected, "{word}");
        }
    }
}
