//! A line for each opening: moves, with or without numbers, or a position, with
//! moves or operations of EPD after it. Comments begin with `#` or `;` or stand
//! in braces.

use noughts::game::GameState;
use noughts::pgn::{is_tag, unnumbered};

use crate::model::opening::{OpeningError, is_drops, set_start};
use crate::plan::openings::forms::word::{Line, Misread, Word};

/// Returns a line up to its comment after `#` or `;`.
pub(super) fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    let begins = |(at, c): (usize, char)| {
        let is_start = std::mem::replace(&mut before, c).is_whitespace();
        (c == ';' || c == '#' && is_start).then_some(at)
    };
    line.char_indices().find_map(begins).map_or(line, |at| &line[..at]).trim_end()
}

/// Returns a line without the comment in braces at its end.
pub(super) fn without_braces(line: &str) -> &str {
    match line.find('{') {
        Some(at) if line.trim_end().ends_with('}') => line[..at].trim_end(),
        _ => line,
    }
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'t> {
    kind: Kind,
    text: &'t str,
    /// The column from 1, in characters.
    column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    /// A text in quotation marks, the operand of an operation.
    Quoted,
    Semicolon,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }
}

/// Splits a line into its tokens, without comments in braces and after `#`.
fn tokens(line: &str) -> Result<Vec<Token<'_>>, Misread> {
    let mut tokens = Vec::new();
    let mut rest = line;
    let mut column = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '#' => break,
            '{' => match rest.find('}') {
                Some(end) => (None, end + 1),
                None => return Err(Misread::new(column, "this comment has no } at its end")),
            },
            '"' => match rest[1..].find('"') {
                Some(end) => (Some(Kind::Quoted), end + 2),
                None => return Err(Misread::new(column, "this text has no \" at its end")),
            },
            ';' => (Some(Kind::Semicolon), 1),
            _ if first.is_whitespace() => (None, first.len_utf8()),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '{' | ';');
                (Some(Kind::Word), rest.find(ends).unwrap_or(rest.len()))
            }
        };
        let (text, after) = rest.split_at(length);
        tokens.extend(kind.map(|kind| Token { kind, text, column }));
        column += text.chars().count();
        rest = after;
    }
    Ok(tokens)
}

/// Parses a line; `None` if it has only comments. The game is that of the
/// opening, if its rules are known.
pub(super) fn parsed<'t>(
    line: &'t str,
    game: Option<&dyn GameState>,
) -> Result<Option<Line<'t>>, Misread> {
    let tokens = tokens(line)?;
    let Some(first) = tokens.first() else { return Ok(None) };
    if is_tag(line) {
        let reason = "this is a tag of PGN, but the file does not begin with tags; set format=pgn \
                      to read it as PGN";
        return Err(Misread::new(first.column, reason));
    }
    // Operations and comments follow the first semicolon.
    let words = || tokens.iter().take_while(|token| token.kind == Kind::Word);
    let has_board = words().any(|word| word.text.contains('/') && !is_result(word.text));
    let (start, moves) = match first.text {
        "startpos" => (None, behind_position(&tokens[1..], game)?),
        "fen" => position(&tokens[1..], game)?,
        "moves" => (None, &tokens[1..]),
        _ if has_board => position(&tokens, game)?,
        _ => (None, &tokens[..]),
    };
    if start.is_none()
        && let Some(number) = moves.first().and_then(|word| number(word.text))
        && number != 1
    {
        let reason = format!(
            "the line begins with move {number}; to read games that span several lines, set \
             format=pgn"
        );
        return Err(Misread::new(first.column, reason));
    }
    if start.is_none()
        && let Some(game) = game
        && let Some(at) = tokens.iter().position(|token| token.kind == Kind::Semicolon)
        && let Some(next) = tokens.get(at + 1)
        && tokens[at..].iter().all(|token| match token.kind {
            Kind::Word => game.board().parse(token.text).is_some(),
            Kind::Semicolon => true,
            Kind::Quoted => false,
        })
    {
        let reason = "a semicolon begins a comment, but squares follow it; write each opening on a \
                      line of its own";
        return Err(Misread::new(next.column, reason));
    }
    Ok(Some(Line { start, moves: names(moves) }))
}

/// Returns the number before a move, `12.` or `12.a1`.
fn number(word: &str) -> Option<usize> {
    word.split_once('.').and_then(|(number, _)| number.parse().ok())
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Returns the names of the moves up to a comment, without numbers, annotations
/// and the result of the game.
fn names<'t>(tokens: &[Token<'t>]) -> Vec<Word<'t>> {
    let words: Vec<_> = tokens.iter().take_while(|token| token.kind != Kind::Semicolon).collect();
    let last = words.len().saturating_sub(1);
    let name = |(i, word): (usize, &&Token<'t>)| {
        if i == last && is_result(word.text) || word.text.starts_with('$') {
            return None;
        }
        let name = unnumbered(word.text)?;
        // The name is the end of the word.
        let column = word.column + word.text.chars().count() - name.chars().count();
        let name = name.trim_end_matches(['!', '?']);
        (!name.is_empty()).then(|| Word { text: name.into(), column })
    };
    words.iter().enumerate().filter_map(name).collect()
}

/// A position with its column, and the tokens of the moves after it.
type Position<'a, 't> = (Option<(usize, String)>, &'a [Token<'t>]);

/// Reads the position at the front of these tokens.
fn position<'a, 't>(
    tokens: &'a [Token<'t>],
    game: Option<&dyn GameState>,
) -> Result<Position<'a, 't>, Misread> {
    let is_word = |token: &&Token<'_>| token.kind == Kind::Word && token.text != "moves";
    let words = tokens.iter().take_while(is_word).count();
    let (head, rest) = tokens.split_at(words);
    let column = head.first().map_or(1, |word| word.column);
    let has_operations = rest.first().is_some_and(|next| next.kind != Kind::Word);
    let fields = match game {
        Some(game) => fields_of(head, game),
        None if has_operations => fields_of_unknown(head, rest),
        None => words,
    };
    let mut text: Vec<&str> = head[..fields].iter().map(|word| word.text).collect();
    let behind = behind_position(&tokens[fields..], game);
    let behind = behind.map_err(|misread| match wrong_position(&text.join(" "), game) {
        // A position of another game has other words.
        Some(reason) => Misread::new(column, reason),
        None => misread,
    })?;
    // In chess these two operations are the last two fields of a position.
    let counts = ["hmvc", "fmvn"].map(|name| operand(&tokens[fields..], name));
    if let [.., _, _] = &text[..]
        && game.is_none()
        && text.len() == 4
        && matches!(text[1], "w" | "b")
        && counts.iter().any(Option::is_some)
    {
        text.extend([counts[0].unwrap_or("0"), counts[1].unwrap_or("1")]);
    }
    Ok((Some((column, text.join(" "))), behind))
}

/// Returns what is wrong with a position of a game whose rules are known.
fn wrong_position(text: &str, game: Option<&dyn GameState>) -> Option<OpeningError> {
    set_start(&mut *game?.boxed_clone(), Some(text)).err()
}

/// Returns the moves after a position or `startpos`; there are none after
/// operations of EPD.
fn behind_position<'a, 't>(
    tokens: &'a [Token<'t>],
    game: Option<&dyn GameState>,
) -> Result<&'a [Token<'t>], Misread> {
    let Some(next) = tokens.first() else { return Ok(tokens) };
    let is_square = |token: &Token<'_>| {
        token.kind == Kind::Word
            && game.is_some_and(|game| game.board().parse(token.text).is_some())
    };
    match next {
        next if next.is("moves") => Ok(&tokens[1..]),
        next if is_square(next) => {
            let reason = format!("\"{}\": the word \"moves\" comes before moves", next.text);
            Err(Misread::new(next.column, reason))
        }
        _ if tokens.iter().any(|token| token.kind == Kind::Semicolon) => Ok(&[]),
        next => {
            let reason = format!(
                "unexpected \"{}\" after the position; \"moves\", or operations that end with a \
                 semicolon, may follow it",
                next.text
            );
            Err(Misread::new(next.column, reason))
        }
    }
}

/// Returns the operand of an operation.
fn operand<'t>(tokens: &[Token<'t>], name: &str) -> Option<&'t str> {
    let mut operations = tokens.split(|token| token.kind == Kind::Semicolon);
    operations.find_map(|operation| match operation {
        [opcode, operand, ..] if opcode.is(name) => Some(operand.text),
        _ => None,
    })
}

/// Returns the number of words of a position of a game whose rules are known.
fn fields_of(head: &[Token<'_>], game: &dyn GameState) -> usize {
    let is_count = |word: &&Token<'_>| word.text.bytes().all(|b| b.is_ascii_digit());
    let fields = if is_drops(&mut head.iter().map(|word| word.text)) {
        // After the side: castling, en passant and two counts.
        let more = |word: &&Token<'_>| word.text == "-" || is_count(word);
        2 + head.iter().skip(2).take(4).take_while(more).count()
    } else {
        // The text of a position ends with the board, the side and a count.
        let empty = game.text();
        let before = empty.split_whitespace().count().saturating_sub(3);
        before + 2 + head.iter().skip(before + 2).take(1).filter(is_count).count()
    };
    fields.min(head.len())
}

/// Returns the number of words of a position of any game: those before the
/// first operation, which has a common name, or whose operand is a text.
fn fields_of_unknown(head: &[Token<'_>], rest: &[Token<'_>]) -> usize {
    let named = head.iter().position(|word| is_opcode(word.text));
    let quoted = rest.first().is_some_and(|next| next.kind == Kind::Quoted);
    named.unwrap_or(head.len() - usize::from(quoted && !head.is_empty()))
}

/// Returns whether a word is the name of an operation of the standard of EPD.
fn is_opcode(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "acd",
        "acn",
        "acs",
        "am",
        "bm",
        "ce",
        "dm",
        "draw_accept",
        "draw_claim",
        "draw_offer",
        "draw_reject",
        "eco",
        "fmvn",
        "hmvc",
        "id",
        "nic",
        "noop",
        "pm",
        "pv",
        "rc",
        "resign",
        "sm",
        "tcgs",
        "tcri",
        "tcsi",
    ];
    NAMES.contains(&word) || matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
}
