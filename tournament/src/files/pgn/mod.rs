//! Prints records in the form of PGN.

use std::fmt::Write;
use std::time::{Duration, UNIX_EPOCH};

use noughts::game::{GameState, Side, new_game};

use crate::model::clock::Clock;
use crate::model::config::Config;
use crate::model::record::{GameRecord, GameResult, Ply};
use noughts_client::Evaluation;
use noughts_client::Rules;
use noughts_client::text::printable;

/// The maximum width of a line of moves, in characters.
const WIDTH: usize = 80;

/// Returns the text of a record: the seven tags of PGN in their order, with White
/// for X, which moves first; other tags; then the moves numbered by X's turns,
/// each with a comment `{[%clk h:mm:ss.s] score/depth seconds, nodes, pv moves}`
/// as far as it is known. Scores are points for the side that moved; `M` and a
/// number is the distance to a proven win or loss. Moves of the opening have the
/// comment `{book}`. Clocks are known if the scale of the game is.
pub fn record(game: &GameRecord, config: &Config) -> String {
    let rules = &config.game;
    let mut text = String::new();
    let result = match game.result {
        GameResult::X => "1-0",
        GameResult::O => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unscored => "*",
    };
    let [x, o] = &game.players;
    let mut tag = |name: &str, value: &str| {
        let value = printable(value, usize::MAX).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", config.title.as_deref().unwrap_or("noughts-tournament"));
    tag("Site", "?");
    tag("Date", &date(game.started));
    tag("Round", &format!("{}.{}", game.meeting, game.game));
    tag("White", x);
    tag("Black", o);
    tag("Result", result);
    tag("Time", &time_of_day(game.started));
    tag("Game", &rules.to_string());
    tag("X", x);
    tag("O", o);
    for (name, player) in ["XLimits", "OLimits"].into_iter().zip(&game.players) {
        if let Some(engine) = config.engines.iter().find(|engine| engine.name == *player) {
            tag(name, &engine.limits.to_string());
        }
    }
    for (name, seed) in ["XSeed", "OSeed"].into_iter().zip(game.seeds) {
        if let Some(seed) = seed {
            tag(name, &seed.to_string());
        }
    }
    if let Some(start) = &game.opening.start {
        tag("SetUp", "1");
        tag("FEN", start);
    }
    tag("Termination", &game.termination.to_string());
    tag("PlyCount", &(game.opening.moves.len() + game.plies.len()).to_string());
    for (name, train) in ["XTrain", "OTrain"].into_iter().zip(game.trains.iter().flatten()) {
        tag(name, &format!("{} {}", train.length, train.squares.join(" ")));
    }
    if let Some(culprit) = &game.culprit {
        let name = game.players.get(culprit.player).map_or("", String::as_str);
        tag("Fault", &format!("{name}: {}", culprit.detail));
    }
    if let Some(dispute) = &game.dispute {
        tag("Dispute", dispute);
    }
    text.push('\n');
    let mut clocks = Clocks::new(game, config);
    let mut words = Words::new(game, rules);
    for name in &game.opening.moves {
        words.play(name, "book");
    }
    for (ply, side) in game.plies.iter().zip(game.sides(rules.spec())) {
        words.2.side = side;
        let left = clocks.after(side, ply);
        let left = left.map_or(String::new(), |left| format!("[%clk {}] ", clock_time(left)));
        words.play(&ply.name, &(left + &comment(ply)));
    }
    words.0.push(result.to_string());
    text + &wrapped(&words.0) + "\n"
}

/// The clocks of the players, X first; `None` for a player without one.
struct Clocks([Option<Clock>; 2]);

impl Clocks {
    fn new(game: &GameRecord, config: &Config) -> Clocks {
        Clocks(game.players.each_ref().map(|player| {
            let engine = config.engines.iter().find(|engine| engine.name == *player)?;
            let limits = engine.scaled_limits(game.scale?);
            limits.tc.is_some().then(|| Clock::new(&limits, Duration::ZERO))
        }))
    }

    /// Returns the time left on the clock of a player after its ply, with the
    /// increment, as in PGN's `%clk`.
    fn after(&mut self, side: Side, ply: &Ply) -> Option<Duration> {
        let clock = self.0[side.index()].as_mut()?;
        clock.used(Duration::from_micros(ply.us));
        clock.left()
    }
}

/// Returns a time as `h:mm:ss.s`, rounded down as clocks show it.
fn clock_time(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let (seconds, tenths) = (tenths / 10, tenths % 10);
    format!("{}:{:02}:{:02}.{tenths}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The words of the moves, the game if its rules are known, and the turn.
struct Words(Vec<String>, Option<Box<dyn GameState>>, Turn);

/// The side to move and the number of its turn; with unknown rules the sides
/// alternate.
#[derive(Clone, Copy)]
struct Turn {
    number: usize,
    side: Side,
    /// The side of the previous ply, if there was one.
    before: Option<Side>,
}

impl Words {
    fn new(game: &GameRecord, rules: &Rules) -> Words {
        let state = rules.spec().map(|spec| {
            let mut state = new_game(spec);
            // Games do not begin from an invalid position.
            let _ = state.set_start(game.opening.start.as_deref());
            state
        });
        // With unknown rules the sides of the opening alternate before the first ply.
        let first = game.sides(rules.spec()).next().unwrap_or(Side::X);
        let is_even = game.opening.moves.len().is_multiple_of(2);
        let before_opening = if is_even { first } else { !first };
        let side = state.as_ref().map_or(before_opening, |state| state.side());
        // The text of a position ends with the number of its turn.
        let last = game.opening.start.as_ref().and_then(|text| text.split_whitespace().last());
        let number = last.and_then(|word| word.parse().ok()).unwrap_or(1_usize);
        Words(Vec::new(), state, Turn { number: number.saturating_sub(1), side, before: None })
    }

    fn play(&mut self, name: &str, comment: &str) {
        let Words(words, state, turn) = self;
        let first = turn.before.is_none();
        if turn.side == Side::X && turn.before != Some(Side::X) || first {
            turn.number += 1;
            let dots = if turn.side == Side::X { "." } else { "..." };
            words.push(format!("{}{dots}", turn.number));
        }
        words.push(name.to_string());
        words.push(format!("{{{comment}}}"));
        turn.before = Some(turn.side);
        // Records have only legal moves.
        let next = state.as_mut().and_then(|state| state.play(name).ok().map(|_| state.side()));
        turn.side = next.unwrap_or(!turn.side);
    }
}

/// Returns the comment of a ply.
pub(crate) fn comment(ply: &Ply) -> String {
    let Evaluation { depth, nodes, cp, mate, ref pv } = ply.evaluation;
    let score = match (mate, cp) {
        (Some(distance), _) if distance > 0 => Some(format!("+M{distance}")),
        (Some(distance), _) => Some(format!("-M{}", distance.unsigned_abs())),
        (None, Some(cp)) => Some(format!("{:+.2}", f64::from(cp) / 100.0)),
        (None, None) => None,
    };
    let mut comment = String::new();
    if let Some(score) = score {
        comment += &score;
        comment += &depth.map_or(String::new(), |depth| format!("/{depth}"));
        comment.push(' ');
    }
    comment += &format!("{:.3}s", Duration::from_micros(ply.us).as_secs_f64());
    comment += &nodes.map_or(String::new(), |nodes| format!(", {nodes} nodes"));
    if !pv.is_empty() {
        comment += &format!(", pv {}", pv.join(" "));
    }
    comment
}

/// Joins words to lines of at most [`WIDTH`] characters.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > WIDTH {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += width;
    }
    text + "\n"
}

/// Returns the time of day in UTC of a time in milliseconds since 1970.
fn time_of_day(millis: u64) -> String {
    let seconds = millis / 1000 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the date in UTC of a time in milliseconds since 1970.
///
/// Source: Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
pub(crate) fn date(millis: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(millis);
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let days = i64::try_from(seconds / 86_400).unwrap_or_default() + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

pub(crate) mod pairs;
pub mod reader;
#[cfg(test)]
mod tests;
