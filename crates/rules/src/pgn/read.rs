//! Reads records of this project and of other programs. The text is untrusted.

use std::ops::Range;

use super::result_of;
use crate::game::Outcome;

/// A game in PGN: its tags and its main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The moves, without those of variations.
    pub moves: Vec<String>,
    /// The number of first moves that belong to the opening: each has the comment
    /// `{book}`, as in the records of most runners.
    pub book: usize,
    /// The offset of each move in the text.
    pub places: Vec<usize>,
    /// The variations: the number of moves before each, and where its moves are in
    /// the text. The first move of a variation replaces the move before it.
    pub variations: Vec<(usize, Range<usize>)>,
    /// The offset of the first tag or move in the text.
    pub at: usize,
    /// The offset of the tag `FEN` in the text; 0 without it.
    pub fen_at: usize,
    /// The result behind the moves, or else that of the tag `Result`.
    pub result: Option<Outcome>,
    /// Whether there are moves or a result, and not only other tags.
    pub is_played: bool,
}

impl PgnGame {
    /// Returns the value of a tag, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Keeps the offset of the first tag or move.
    fn begin(&mut self, at: usize) {
        if self.tags.is_empty() && self.moves.is_empty() {
            self.at = at;
        }
    }

    fn end(mut self, result: Option<Option<Outcome>>) -> PgnGame {
        let result = result.or_else(|| self.tag("Result").and_then(result_of));
        self.is_played = result.is_some() || !self.moves.is_empty();
        self.result = result.flatten();
        self
    }
}

/// Returns the games of a text that have moves or a result. Comments, annotations and
/// lines that begin with `%` are skipped, of variations the places are kept; an unclosed comment
/// extends to the tags of the next game, an unclosed variation to the end of the
/// text.
pub fn games(text: &str) -> impl Iterator<Item = PgnGame> {
    Reader { text, rest: text }.filter(|game| game.is_played)
}

/// Returns the first game of a text, even if it has only tags.
pub fn first_game(text: &str) -> Option<PgnGame> {
    Reader { text, rest: text }.next()
}

/// The games of a text.
struct Reader<'a> {
    text: &'a str,
    /// What has not been read.
    rest: &'a str,
}

impl Iterator for Reader<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let text = self.text;
        let mut game = PgnGame::default();
        // Whether moves have followed the tags.
        let mut has_begun = false;
        while let Some(first) = self.rest.chars().next() {
            let at = text.len() - self.rest.len();
            let after = &self.rest[first.len_utf8()..];
            self.rest = match first {
                '%' if at == 0 || text[..at].ends_with('\n') => behind(after, '\n'),
                '[' => {
                    let (tag, after) = tag(after);
                    let name = tag.as_ref().map(|(name, _)| name.as_str());
                    if has_begun || name.is_some_and(|name| game.tag(name).is_some()) {
                        return Some(game.end(None));
                    }
                    game.begin(at);
                    if name.is_some_and(|name| name.eq_ignore_ascii_case("FEN")) {
                        game.fen_at = at;
                    }
                    game.tags.extend(tag);
                    after
                }
                '{' => {
                    let is_book = after.split('}').next().is_some_and(|text| text.trim() == "book");
                    game.book += usize::from(is_book && game.moves.len() == game.book + 1);
                    behind_comment(after)
                }
                ';' => behind(after, '\n'),
                '(' => {
                    let rest = behind_variation(after);
                    game.variations.push((game.moves.len(), at + 1..text.len() - rest.len()));
                    rest
                }
                _ if first.is_whitespace() || matches!(first, ')' | ']' | '}') => after,
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}();".contains(c);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    let (word, after) = self.rest.split_at(end);
                    has_begun = true;
                    game.begin(at);
                    if let Some(result) = result_of(word) {
                        self.rest = after;
                        return Some(game.end(Some(result)));
                    }
                    if !word.starts_with('$')
                        && let Some(name) = unnumbered(word)
                    {
                        let place = at + word.len() - name.len();
                        let name = name.trim_end_matches(['!', '?']);
                        if !name.is_empty() {
                            game.moves.push(name.to_string());
                            game.places.push(place);
                        }
                    }
                    after
                }
            };
        }
        (has_begun || !game.tags.is_empty()).then(|| game.end(None))
    }
}

/// Returns a word without the number of its turn, which may stand alone (`1.`,
/// `1...`) or before the move (`1.d4`); `None` if nothing else is left.
pub fn unnumbered(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = rest.trim_start_matches('.');
    match (name.len() < rest.len(), name) {
        (false, _) => Some(word),
        (true, "") => None,
        (true, name) => Some(name),
    }
}

/// Returns the text after the first `end` character.
fn behind(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, after)| after)
}

/// Returns the text after a comment in braces. An unclosed one ends before the tags of
/// the next game, which would be lost otherwise.
fn behind_comment(text: &str) -> &str {
    let end = text.find('}').unwrap_or(text.len());
    let mut lines = text[..end].match_indices('\n').map(|(at, _)| &text[at + 1..]);
    match lines.find(|rest| is_tag(rest.lines().next().unwrap_or_default())) {
        Some(tags) => tags,
        None => text.get(end + 1..).unwrap_or_default(),
    }
}

/// Returns whether a line begins with a tag, `[Name "…`.
pub fn is_tag(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(name, _)| {
        let name = name.trim();
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// Returns the text after a variation, which may contain nested ones.
fn behind_variation(mut text: &str) -> &str {
    let mut depth = 1;
    while depth > 0 {
        let Some(at) = text.find(['(', ')', '{', ';']) else { return "" };
        let (found, after) = (text.as_bytes()[at], &text[at + 1..]);
        text = match found {
            b'{' => behind(after, '}'),
            b';' => behind(after, '\n'),
            _ => {
                depth = if found == b'(' { depth + 1 } else { depth - 1 };
                after
            }
        };
    }
    text
}

/// Parses a tag after its opening bracket; returns the tag, if it has a name and
/// a quoted value on one line, and the text after it.
fn tag(text: &str) -> (Option<(String, String)>, &str) {
    let (line, after_line) = text.split_once('\n').unwrap_or((text, ""));
    let name = match line.find(['"', ']']) {
        Some(at) if line[at..].starts_with('"') => &line[..at],
        Some(at) => return (None, &text[at + 1..]),
        None => return (None, after_line),
    };
    let mut value = String::new();
    let mut characters = line[name.len() + 1..].char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let end = name.len() + 1 + at + 1;
                let after = line[end..].find(']').map_or(after_line, |at| &text[end + at + 1..]);
                return (Some((name.trim().to_string(), value)), after);
            }
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            _ => value.push(character),
        }
    }
    (None, after_line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    const X: Option<Outcome> = Some(Outcome::Win(Side::X));
    const O: Option<Outcome> = Some(Outcome::Win(Side::O));

    fn read(text: &str) -> Vec<PgnGame> {
        games(text).collect()
    }

    #[test]
    fn tags_moves_and_results_are_read() {
        let text = "[Event \"a \\\"b\\\" \\\\\"]\n[Game \"tictactoe\"]\n\n1. b2 {book} a1! $3 2.a3 ; rest\n\
                    (2. c3 {)} (2. c1) b1) 2... c3?? 1-0\n\n[Event \"x\"]\n\n1... a1 *\n\n\
                    [Event \"y\"]\n\na1 b2";
        let found = read(text);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].tag("Event"), Some("a \"b\" \\"));
        assert_eq!(found[0].tag("Game"), Some("tictactoe"));
        assert_eq!(found[0].moves, ["b2", "a1", "a3", "c3"]);
        assert_eq!(found[0].result, X);
        assert_eq!((found[0].book, found[1].book), (1, 0));
        assert_eq!((&found[1].moves[..], found[1].result), (&["a1".to_string()][..], None));
        assert_eq!(found[2].moves, ["a1", "b2"]);
        assert_eq!(found[2].tag("Game"), None);
    }

    #[test]
    fn variations_are_found_where_they_are() {
        let text = "1. a1 b1 (1... c1 (1... b3) 2. c2) 2. c3 (2. a3 *";
        let game = &read(text)[0];
        assert_eq!(game.moves, ["a1", "b1", "c3"]);
        let inner = |i: usize| (game.variations[i].0, &text[game.variations[i].1.clone()]);
        assert_eq!(inner(0), (2, "1... c1 (1... b3) 2. c2)"));
        assert_eq!(inner(1), (3, "2. a3 *"));
        assert_eq!(read(inner(0).1)[0].moves, ["c1", "c2"]);
    }

    #[test]
    fn the_result_behind_the_moves_counts_before_the_tag() {
        let result = |text| read(text)[0].result;
        assert_eq!(result("[Result \"0-1\"]\n\n1. e4 1-0"), X);
        assert_eq!(result("[Result \"1-0\"]\n\n1. e4 0-1"), O);
        assert_eq!(result("[Result \"0-1\"]\n\n1. e4"), O);
    }

    #[test]
    fn a_bracket_in_the_comment_of_a_variation_closes_nothing() {
        for comment in ["; a ) here\n", "{a ) here}", "{;} (d1 ; )\n)"] {
            let text = format!("1. a1 (b2 {comment} c3) b1 *");
            assert_eq!(read(&text)[0].moves, ["a1", "b1"], "{text:?}");
        }
    }

    #[test]
    fn an_unclosed_comment_ends_before_the_next_game() {
        let text = "[White \"A\"]\n\n1. a1 {never closed\n\u{e9} [x]\n[\u{e9} \"\n[%clk \"1\"]\n\
                    [White \"B\"]\n\n1. b2 {closed [x]\n[} c3 {} 1-0";
        let found = read(text);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].tag("white"), &found[0].moves[..]),
            (Some("A"), &["a1".to_string()][..])
        );
        assert_eq!((found[1].tag("White"), found[1].result), (Some("B"), X));
        assert_eq!(found[1].moves, ["b2", "c3"]);
        assert_eq!(read("a1 {unclosed \u{e9}")[0].moves, ["a1"]);
    }

    #[test]
    fn the_opening_is_what_the_first_moves_say() {
        let book = |moves: &str| read(moves)[0].book;
        assert_eq!(book("1. a1 {book} b2 { book\n} 2. c3 {+0.1/3} a2 {book} 1-0"), 2);
        assert_eq!(book("{book} 1. a1 b2 {book} 1-0"), 0);
        assert_eq!(book("1. a1 {book} {book} (c1 {book}) b2 {bookish} 1-0"), 1);
    }

    #[test]
    fn no_line_hides_or_replaces_a_result() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4\n% a note: 0-1\ne5 1-0\n\n\
                    [Annotator]\n[White \"A\"]\n[Black \"B\"]\n[Site \"x]\n\n1. e4 e5 1-0\n\n\
                    [White \"B\"]\n[Black \"A\"]\n[Result \"0-1\"]\n\n1. e4 e5\n\n\
                    [White \"A\"][Black \"B\"][Result \"1-0\"]\n\n\
                    [White \"A\"][Black \"B\"]\n\n\
                    [White \"C\"]\n\n1. e4";
        let found = read(text);
        let results: Vec<_> =
            found.iter().map(|game| (game.tag("White").unwrap(), game.result)).collect();
        assert_eq!(results, [("A", X), ("A", X), ("B", O), ("A", X), ("C", None)]);
        assert_eq!(found[0].moves, ["e4", "e5"]);
        assert_eq!(found[1].tag("Site"), None);
    }

    #[test]
    fn texts_that_end_early_do_no_harm() {
        let whole = "[Event \"a\\\\\"]\n1. b2 {é} (c1 {x} (a1)) $1 a1 ; x\n 1/2-1/2";
        for end in (0..=whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            let found = read(&whole[..end]);
            assert!(found.len() <= 1, "{found:?}");
        }
        assert_eq!(read(""), []);
        assert_eq!(read(")]} \u{feff}").len(), 1);
    }

    #[test]
    fn the_first_game_may_have_only_tags() {
        let first = |text| first_game(text).map(|game| (game.tags.len(), game.moves.len()));
        assert_eq!(first("[Game \"qubic\"]\n"), Some((1, 0)));
        assert_eq!(first("[Game \"qubic\"]\n\n1. 1a1 *\n[Game \"x\"]\n1. b2"), Some((1, 1)));
        assert_eq!(first("{only a comment}"), None);
    }
}
