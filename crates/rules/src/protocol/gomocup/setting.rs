//! The settings of `INFO`.

use std::fmt;

use crate::game::lines::LineRule;

/// The bit of `rule` for several games one after the other, which an engine need not know.
const CONTINUOUS: u64 = 2;

/// The rules of lines of five, with their numbers in `INFO rule`: 1 stands for exactly five,
/// 4 for renju, 8 for caro.
const RULES: [(u64, LineRule); 5] = [
    (0, LineRule::Free),
    (1, LineRule::Exact),
    (4, LineRule::Renju),
    (8, LineRule::Caro),
    (9, LineRule::ExactCaro),
];

/// The rule of lines with this number in `INFO rule`.
pub fn rule_of_number(number: u64) -> Option<LineRule> {
    RULES.iter().find(|(of, _)| *of == number & !CONTINUOUS).map(|(_, rule)| *rule)
}

/// The number of a rule of lines in `INFO rule`.
pub fn number_of_rule(rule: LineRule) -> u64 {
    RULES.iter().find(|(_, of)| *of == rule).map_or(0, |(number, _)| *number)
}

/// A setting of `INFO`. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `timeout_turn`: the time for a move; 0: as fast as possible.
    TimeoutTurn(u64),
    /// `timeout_match`: the time for all moves of a game; 0: no limit.
    TimeoutMatch(u64),
    /// `time_left`: what is left of the time of the game; `None`: no limit.
    TimeLeft(Option<u64>),
    /// `max_node`: the nodes of a move; `None`: no limit, sent as 0 or -1.
    MaxNode(Option<u64>),
    /// `max_depth`: the depth of a search; `None`: no limit, sent as 0 or -1.
    MaxDepth(Option<u32>),
    /// `max_memory`, in bytes; 0: no limit.
    MaxMemory(u64),
    /// `hash_size`: the table in KiB.
    HashSize(u64),
    /// `rule`: [a number](rule_of_number) for the rows that win.
    Rule(u64),
    /// `thread_num`: the number of threads.
    Threads(u64),
    /// `show_detail`: a set of bits; 1 asks for the findings of a search for the board
    /// of the manager.
    ShowDetail(u64),
    /// A known key without a number.
    NoNumber(&'static str),
    /// Any other key.
    Unknown,
}

/// A key of `INFO` with the setting of a value.
type Key = (&'static str, fn(u64) -> Setting);

const KEYS: [Key; 10] = [
    ("timeout_turn", Setting::TimeoutTurn),
    ("timeout_match", Setting::TimeoutMatch),
    ("time_left", |time| Setting::TimeLeft((time < NO_LIMIT).then_some(time))),
    ("max_node", |nodes| Setting::MaxNode((nodes > 0).then_some(nodes))),
    ("max_depth", |depth| {
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        Setting::MaxDepth((depth > 0).then_some(depth))
    }),
    ("max_memory", Setting::MaxMemory),
    ("hash_size", Setting::HashSize),
    ("rule", Setting::Rule),
    ("thread_num", Setting::Threads),
    ("show_detail", Setting::ShowDetail),
];
/// Keys that managers may send first, and that have no effect here.
const WITHOUT_EFFECT: [&str; 3] = ["game_type", "folder", "evaluate"];
/// `time_left` without a limit.
const NO_LIMIT: u64 = i32::MAX as u64;

impl Setting {
    /// Whether a word is a key of the protocol.
    pub(super) fn is_key(word: &str) -> bool {
        let known = KEYS.iter().map(|(key, _)| *key).chain(WITHOUT_EFFECT);
        known.into_iter().any(|key| key.eq_ignore_ascii_case(word))
    }

    /// Parses the words after `INFO`.
    pub(super) fn parse(text: &str) -> Setting {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some((key, setting)) = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(key))
        else {
            return Setting::Unknown;
        };
        let value = value.trim();
        // Some managers send an overdrawn clock as a negative number, and -1 for no limit.
        // A negative rule is one that the engine does not know.
        let is_negative = value.starts_with('-');
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        match value.parse() {
            _ if is_negative && *key == "rule" => setting(u64::MAX),
            _ if is_negative => setting(0),
            Ok(value) => setting(value),
            // A number that is too large counts as the largest one.
            Err(_) if is_number => setting(u64::MAX),
            Err(_) => Setting::NoNumber(key),
        }
    }
}

impl fmt::Display for Setting {
    /// The words after `INFO`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = match *self {
            Setting::TimeoutTurn(time) => ("timeout_turn", time),
            Setting::TimeoutMatch(time) => ("timeout_match", time),
            Setting::TimeLeft(time) => ("time_left", time.unwrap_or(NO_LIMIT)),
            Setting::MaxNode(nodes) => ("max_node", nodes.unwrap_or(0)),
            Setting::MaxDepth(depth) => ("max_depth", depth.unwrap_or(0).into()),
            Setting::MaxMemory(bytes) => ("max_memory", bytes),
            Setting::HashSize(kib) => ("hash_size", kib),
            Setting::Rule(rule) => ("rule", rule),
            Setting::Threads(threads) => ("thread_num", threads),
            Setting::ShowDetail(bits) => ("show_detail", bits),
            Setting::NoNumber(key) => return f.write_str(key),
            Setting::Unknown => return f.write_str("unknown"),
        };
        write!(f, "{key} {value}")
    }
}
