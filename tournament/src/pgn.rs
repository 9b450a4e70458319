//! Prints records in the form of PGN.

use std::fmt::Write;
use std::time::{Duration, UNIX_EPOCH};

use noughts::game::{GameState, Side, new_game};

use crate::clock::Clock;
use crate::config::Config;
use crate::record::{Evaluation, GameRecord, GameResult, Ply};
use crate::referee::Rules;

/// The maximum width of a line of moves, in characters.
const WIDTH: usize = 80;

/// Returns the text of a record: tags, then the moves numbered by X's turns,
/// each with a comment `{[%clk h:mm:ss.s] score/depth seconds, nodes, pv moves}`
/// as far as it is known. Scores are points for the side that moved; `M` and a number is
/// the distance to a proven win or loss. Moves of the opening have the comment
/// `{book}`. `scale` is the factor on all times with which the game was played;
/// without it the clocks are not known.
pub fn record(game: &GameRecord, config: &Config, scale: Option<f64>) -> String {
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
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", config.title.as_deref().unwrap_or("noughts-tournament"));
    tag("Date", &date(game.started));
    tag("Time", &time_of_day(game.started));
    tag("Round", &format!("{}.{}", game.meeting, game.game));
    tag("Game", &rules.to_string());
    tag("X", x);
    tag("O", o);
    tag("Result", result);
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
    let mut clocks = Clocks::new(game, config, scale);
    let mut words = Words::new(game, rules);
    for name in &game.opening.moves {
        words.play(name, "book");
    }
    for ply in &game.plies {
        let left = clocks.after(words.2.side, ply);
        let left = left.map_or(String::new(), |left| format!("[%clk {}] ", clock_time(left)));
        words.play(&ply.name, &(left + &comment(ply)));
    }
    words.0.push(result.to_string());
    text + &wrapped(&words.0) + "\n"
}

/// The clocks of the players, X first; `None` for a player without one.
struct Clocks([Option<Clock>; 2]);

impl Clocks {
    fn new(game: &GameRecord, config: &Config, scale: Option<f64>) -> Clocks {
        Clocks(game.players.each_ref().map(|player| {
            let engine = config.engines.iter().find(|engine| engine.name == *player)?;
            let limits = engine.scaled_limits(scale?);
            limits.tc.is_some().then(|| Clock::new(&limits, Duration::ZERO))
        }))
    }

    /// Returns the time left on the clock of a player after its ply, with the
    /// increment, as PGN has it.
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
        let side = state.as_ref().map_or(Side::X, |state| state.side());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::EngineConfig;
    use crate::limits::Limits;
    use crate::record::{Culprit, Termination};
    use crate::trains::Train;

    fn game(opening: &str, moves: &[(&str, Option<i32>)]) -> GameRecord {
        GameRecord {
            game: 7,
            pairing: 4,
            meeting: 2,
            players: ["a \"x\"", "b"].map(str::to_string),
            opening: opening.parse().unwrap(),
            seeds: [None, Some(-3)],
            result: GameResult::X,
            termination: Termination::Rules,
            culprit: None,
            dispute: None,
            trains: None,
            usage: None,
            plies: moves
                .iter()
                .map(|(name, cp)| Ply {
                    name: name.to_string(),
                    us: 1500,
                    evaluation: Evaluation { cp: *cp, depth: Some(3), ..Evaluation::default() },
                })
                .collect(),
            started: 1_709_164_800_000,
            millis: 3,
        }
    }

    fn config(game: &str) -> Config {
        let limits = Limits { nodes: Some(7), ..Limits::default() };
        Config::new(game.parse().unwrap(), vec![EngineConfig::builtin("b", &[], limits)])
    }

    #[test]
    fn moves_have_numbers_and_comments() {
        let record = record(
            &game("b2 a1", &[("a3", Some(-25)), ("c3", None), ("c1", Some(100))]),
            &config("tictactoe"),
            None,
        );
        for line in [
            "[Date \"2024.02.29\"]",
            "[Time \"00:00:00\"]",
            "[OLimits \"nodes=7\"]",
            "[OSeed \"-3\"]",
            "[Round \"2.7\"]",
            "[Game \"tictactoe\"]",
            "[X \"a \\\"x\\\"\"]",
            "[Result \"1-0\"]",
            "[Termination \"rules\"]",
            "[PlyCount \"5\"]",
        ] {
            assert!(record.lines().any(|l| l == line), "{line} in {record}");
        }
        let moves = record.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            moves.trim(),
            "1. b2 {book} a1 {book} 2. a3 {-0.25/3 0.002s} c3 {0.002s} 3. c1 {+1.00/3 0.002s} 1-0"
        );
        assert!(record.lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn the_longest_trains_are_tags() {
        let trains = |record: &str| {
            let tags = record.lines().filter(|line| line.contains("Train \""));
            tags.map(str::to_string).collect::<Vec<_>>()
        };
        let mut played = game("d4 a1", &[("d5", None), ("g7", None)]);
        let config = config("tictactrains");
        assert_eq!(trains(&record(&played, &config, None)), Vec::<String>::new());
        let spec = config.game.spec().unwrap();
        played.trains = Train::at_end(spec, &played.opening, &played.plies);
        let tags = trains(&record(&played, &config, None));
        let ends = [
            ["[XTrain \"2 d4 d5\"]", "[XTrain \"2 d5 d4\"]"],
            ["[OTrain \"1 a1\"]", "[OTrain \"1 g7\"]"],
        ];
        assert_eq!(tags.len(), 2);
        assert!(tags.iter().zip(ends).all(|(tag, ends)| ends.contains(&tag.as_str())), "{tags:?}");
    }

    #[test]
    fn double_turns_have_one_number() {
        // Under these rules O has two plies after X's first one.
        let spec = "tictactrains:modern";
        let state = new_game(&spec.parse().unwrap());
        let sides: Vec<Side> = (0..6).map(|ply| state.side_at(ply)).collect();
        let mut played = state.boxed_clone();
        let mut names = Vec::new();
        for _ in 0..6 {
            let square = played.legal().nth(0).unwrap();
            names.push(played.board().name(square));
            played.play(names.last().unwrap()).unwrap();
        }
        let moves: Vec<(&str, Option<i32>)> = names.iter().map(|name| (&**name, None)).collect();
        let record = record(&game("", &moves), &config(spec), None);
        let bare: Vec<&str> = record.split("\n\n").nth(1).unwrap().split_whitespace().collect();
        let bare: Vec<&str> = bare.into_iter().filter(|word| !word.starts_with('{')).collect();
        // The record that the engine itself prints of this game.
        assert_eq!(bare.join(" "), format!("{} 1-0", played.movetext()), "{sides:?}");
    }

    #[test]
    fn faults_starts_and_unknown_games_are_recorded() {
        let mut faulty = game("fen 3 3 3 3/1X1/3 o 1", &[("a1", None)]);
        faulty.culprit = Some(Culprit { player: 1, detail: "it\\ended".to_string() });
        let text = record(&faulty, &config("tictactoe"), None);
        assert!(text.contains("[FEN \"3 3 3 3/1X1/3 o 1\"]"));
        assert!(text.contains("[Fault \"b: it\\\\ended\"]"), "{text}");
        assert!(text.contains("1... a1"), "{text}");
        let text = record(&game("e2e4", &[("e7e5", None), ("x", None)]), &config("ugi"), None);
        assert!(text.contains("1. e2e4 {book} e7e5"), "{text}");
        assert!(text.contains("2. x"), "{text}");
    }

    #[test]
    fn comments_have_the_reported_evaluation() {
        let comment = |mate, cp, depth, nodes| {
            let evaluation = Evaluation { depth, nodes, cp, mate, pv: Vec::new() };
            comment(&Ply { name: "a1".to_string(), us: 1_234_567, evaluation })
        };
        for (mate, cp, depth, nodes, expected) in [
            (None, None, None, None, "1.235s"),
            (None, None, Some(9), Some(5), "1.235s, 5 nodes"),
            (None, Some(0), None, None, "+0.00 1.235s"),
            (None, Some(-7), Some(4), Some(12), "-0.07/4 1.235s, 12 nodes"),
            (None, Some(12_345), Some(4), None, "+123.45/4 1.235s"),
            (Some(3), None, Some(4), None, "+M3/4 1.235s"),
            (Some(1), Some(50), None, None, "+M1 1.235s"),
            (Some(-2), None, None, Some(1), "-M2 1.235s, 1 nodes"),
            // Mate in 0 is a loss of the side to move.
            (Some(0), None, Some(1), None, "-M0/1 1.235s"),
            (Some(i32::MIN), None, None, None, "-M2147483648 1.235s"),
        ] {
            assert_eq!(comment(mate, cp, depth, nodes), expected);
        }
        let pv = ["a1", "b2"].map(str::to_string).to_vec();
        let evaluation = Evaluation { cp: Some(5), pv, ..Evaluation::default() };
        let ply = Ply { name: "a1".to_string(), us: 1_000, evaluation };
        assert_eq!(super::comment(&ply), "+0.05 0.001s, pv a1 b2");
    }

    #[test]
    fn games_with_a_clock_have_the_time_left() {
        let mut config = config("tictactoe");
        let limits = |tc: &str| Limits { tc: Some(tc.parse().unwrap()), ..Limits::default() };
        config.engines.push(EngineConfig::builtin("a \"x\"", &[], limits("3600+0.5")));
        let mut game = game("b2 a1", &[("a3", None), ("c3", None), ("c1", None)]);
        game.plies[0].us = 61_540_000;
        let text = |game: &GameRecord, config: &Config, scale| {
            let text = record(game, config, scale);
            text.split("\n\n").nth(1).unwrap().replace('\n', " ")
        };
        // Player b is limited by nodes.
        let shown = text(&game, &config, Some(1.0));
        let expected =
            "2. a3 {[%clk 0:58:58.9] 61.540s} c3 {0.002s} 3. c1 {[%clk 0:58:59.4] 0.002s}";
        assert!(shown.contains(expected), "{shown}");
        // The factors of the machine and of the engine.
        config.engines[1].scale = 2.0;
        let shown = text(&game, &config, Some(3.0));
        assert!(shown.contains("a3 {[%clk 5:59:01.4] 61.540s}"), "{shown}");
        assert!(!text(&game, &config, None).contains("%clk"));
        // Time used beyond the clock, within the margin, is not carried over.
        game.plies[0].us = 4_000_000_000;
        config.engines[1].scale = 1.0;
        assert!(text(&game, &config, Some(1.0)).contains("a3 {[%clk 0:00:00.5]"));
    }

    #[test]
    fn results_and_times_have_their_tags() {
        for (result, text) in [
            (GameResult::X, "1-0"),
            (GameResult::O, "0-1"),
            (GameResult::Draw, "1/2-1/2"),
            (GameResult::Unscored, "*"),
        ] {
            // 13 h 46 min 39.999 s on 31 December 1999.
            let game = GameRecord { result, started: 946_647_999_999, ..game("", &[("a1", None)]) };
            let text_of_game = record(&game, &config("tictactoe"), None);
            for line in [
                &*format!("[Result \"{text}\"]"),
                "[Date \"1999.12.31\"]",
                "[Time \"13:46:39\"]",
                "[Event \"noughts-tournament\"]",
            ] {
                assert!(text_of_game.lines().any(|l| l == line), "{line} in {text_of_game}");
            }
            assert!(text_of_game.ends_with(&format!(" {text}\n\n")), "{text_of_game}");
        }
    }

    #[test]
    fn dates_match_a_day_by_day_count() {
        const DAY: u64 = 86_400_000;
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(DAY - 1), "1970.01.01");
        // Every day of more than 400 years.
        let leap = |year: u32| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..150_000 {
            assert_eq!(date(days * DAY), format!("{year:04}.{month:02}.{day:02}"));
            let length = match month {
                2 => 28 + u32::from(leap(year)),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
    }

    #[test]
    fn lines_have_a_maximum_width() {
        let word = |length: usize| "x".repeat(length);
        let lines = |words: &[usize]| {
            let words: Vec<String> = words.iter().map(|&length| word(length)).collect();
            wrapped(&words).lines().map(str::len).collect::<Vec<_>>()
        };
        assert_eq!(lines(&[40, 39]), [80]);
        assert_eq!(lines(&[40, 40]), [40, 40]);
        assert_eq!(lines(&[100, 3, 76, 1]), [100, 80, 1]);
        // Characters are counted, not bytes.
        assert_eq!(wrapped(&["é".repeat(40), "é".repeat(39)]).lines().count(), 1);
    }

    #[test]
    fn turns_are_numbered_from_the_number_of_the_start() {
        let start = "fen 3 3 3 3/1X1/2O x 5";
        let text = record(
            &game(start, &[("a1", None), ("a2", None), ("c3", None)]),
            &config("tictactoe"),
            None,
        );
        assert!(text.contains("5. a1 {0.002s} a2 {0.002s} 6. c3"), "{text}");
    }
}
