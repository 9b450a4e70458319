//! Prints records in the form of PGN.

use std::time::Duration;

use noughts::game::{Outcome, Side, new_game};
pub(crate) use noughts::pgn::date;
use noughts::pgn::{PgnWriter, result_word};
use noughts_client::Evaluation;

use crate::model::clock::Clock;
use crate::model::config::Config;
use crate::model::record::{GameRecord, GameResult, Ply};

/// Returns the text of a record: the seven tags of PGN in their order, with White
/// for X, which moves first; other tags; then the moves numbered by X's turns,
/// each with a comment `{[%clk h:mm:ss.s] score/depth seconds, nodes, pv moves}`
/// as far as it is known. Scores are points for the side that moved; `M` and a
/// number is the distance to a proven win or loss. Moves of the opening have the
/// comment `{book}`. Clocks are known if the scale of the game is.
pub fn record(game: &GameRecord, config: &Config) -> String {
    let rules = &config.game;
    let result = match game.result {
        GameResult::X => Some(Outcome::Win(Side::X)),
        GameResult::O => Some(Outcome::Win(Side::O)),
        GameResult::Draw => Some(Outcome::Draw),
        GameResult::Unscored => None,
    };
    let [x, o] = &game.players;
    // The text of a position ends with the number of its turn.
    let last = game.opening.start.as_ref().and_then(|text| text.split_whitespace().last());
    let number = last.and_then(|word| word.parse().ok()).unwrap_or(1_usize);
    let mut writer = PgnWriter::new(number.max(1));
    let mut tag = |name: &str, value: &str| writer.tag(name, value);
    tag("Event", config.title.as_deref().unwrap_or("noughts-tournament"));
    tag("Site", "?");
    tag("Date", &date(game.started));
    tag("Round", &format!("{}.{}", game.meeting, game.game));
    tag("White", x);
    tag("Black", o);
    tag("Result", result_word(result));
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
    let mut state = rules.spec().map(|spec| {
        let mut state = new_game(spec);
        // Games do not begin from an invalid position.
        let _ = state.set_start(game.opening.start.as_deref());
        state
    });
    // With unknown rules the sides of the opening alternate before the first ply.
    let first = game.sides(rules.spec()).next().unwrap_or(Side::X);
    let is_even = game.opening.moves.len().is_multiple_of(2);
    let before_opening = if is_even { first } else { !first };
    let mut side = state.as_ref().map_or(before_opening, |state| state.side());
    for name in &game.opening.moves {
        writer.ply(side, name, Some("book"));
        // Records have only legal moves.
        let next = state.as_mut().and_then(|state| state.play(name).ok().map(|_| state.side()));
        side = next.unwrap_or(!side);
    }
    let mut clocks = Clocks::new(game, config);
    for (ply, side) in game.plies.iter().zip(game.sides(rules.spec())) {
        let left = clocks.after(side, ply);
        let left = left.map_or(String::new(), |left| format!("[%clk {}] ", clock_time(left)));
        writer.ply(side, &ply.name, Some(&(left + &comment(ply))));
    }
    writer.finish(result) + "\n"
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

/// Returns the time of day in UTC of a time in milliseconds since 1970.
fn time_of_day(millis: u64) -> String {
    let seconds = millis / 1000 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

pub(crate) mod pairs;
#[cfg(test)]
mod tests;
