//! The results of a ladder: in one sentence, in JSON, as a badge, and in Markdown for a
//! README.

mod snippet;

use std::collections::BTreeMap;

use noughts_client::text::{MAX_NAME, counted, printable};
use serde::Serialize;

use super::formats::badge::{Colour, badge};
use super::formats::{End, GameCounts};
use crate::model::config::Config;
use crate::model::record::Termination;
use crate::stats::Tally;
use crate::stats::ladder::{Ladder, Standing};

/// The version of the format.
const VERSION: u32 = 1;

/// The results of a ladder. A number that is not known is `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderResults {
    /// The version of the format.
    pub version: u32,
    /// The name of the engine.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The limits of the engine's searches.
    pub limits: String,
    /// The result in one sentence.
    pub sentence: String,
    /// The rating.
    pub rating: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// The highest level that the engine certainly beats.
    pub beats: Option<usize>,
    /// The lowest level to which it certainly loses.
    pub loses_to: Option<usize>,
    /// Whether the ratings of the levels were measured in this game.
    pub measured: bool,
    /// The number of games played.
    pub played: usize,
    /// The number of games that the engine lost by a fault.
    pub faults: u64,
    /// The number of games that a fault ended, by its kind.
    pub fault_kinds: BTreeMap<String, u64>,
    /// The levels, the lowest first.
    pub levels: Vec<LevelResults>,
    /// How the run ended.
    pub end: End,
}

/// The games against one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelResults {
    /// The level.
    pub level: usize,
    /// Its rating.
    pub rating: f64,
    /// `beaten`, `lost`, `even` or `undecided`.
    pub standing: &'static str,
    /// The engine's games against it.
    pub games: GameCounts,
}

impl LadderResults {
    /// Collects the results.
    pub fn new(config: &Config, tally: &Tally, end: End) -> LadderResults {
        let ladder = Ladder::of(config, tally);
        let rating = ladder.rating();
        let engine = config.engines.first();
        let encounters = tally.encounters();
        let standings = ladder.standings();
        let level = |(place, standing): (usize, &Standing)| {
            let players = [0, place + 1];
            let encounter = encounters.iter().find(|encounter| encounter.players == players);
            LevelResults {
                level: place + 1,
                rating: ladder.scale().ratings[place].round(),
                standing: word(*standing),
                games: GameCounts::from(&encounter.map(|met| met.games).unwrap_or_default()),
            }
        };
        let is_fault = |(by, count): (Termination, u64)| match by {
            Termination::Fault(kind) => Some((kind.to_string(), count)),
            _ => None,
        };
        LadderResults {
            version: VERSION,
            engine: engine.map(|engine| engine.name.clone()).unwrap_or_default(),
            game: config.game.to_string(),
            limits: engine.map(|engine| engine.limits.to_string()).unwrap_or_default(),
            sentence: sentence(&ladder),
            rating: rating.map(|rating| rating.difference.round()),
            error: rating.map(|rating| rating.error.ceil()),
            beats: ladder.beaten().map(|place| place + 1),
            loses_to: ladder.lost().map(|place| place + 1),
            measured: ladder.scale().is_measured,
            played: tally.played(),
            faults: tally.standings().first().map_or(0, |standing| standing.faults),
            fault_kinds: tally.endings().into_iter().filter_map(is_fault).collect(),
            levels: standings.iter().enumerate().map(level).collect(),
            end,
        }
    }

    /// Returns the badge.
    pub fn badge(&self) -> String {
        badge(&format!("noughts {}", self.game), &self.rating_text(), Colour::Blue)
    }

    /// Returns the rating in a few words.
    fn rating_text(&self) -> String {
        match (self.rating, self.error) {
            (Some(rating), Some(error)) => format!("{rating:.0} ± {error:.0}"),
            _ => "unknown".to_string(),
        }
    }

    /// Returns what has to be known about the numbers: the scale, and faults.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![match self.measured {
            true => format!(
                "the scale: level 1 is 1000, and the steps are those measured on {}",
                self.game
            ),
            false => format!(
                "the scale: level 1 is 1000; the levels were not measured on {}, and each step is \
                 taken to be 160, so the rating is rough",
                self.game
            ),
        }];
        if self.faults > 0 {
            let kinds: Vec<String> =
                self.fault_kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            notes.push(format!(
                "{} lost {} of {} by a fault ({})",
                printable(&self.engine, MAX_NAME),
                self.faults,
                counted(self.played, "game"),
                kinds.join(", ")
            ));
        }
        notes
    }
}

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Beaten => "beaten",
        Standing::Lost => "lost",
        Standing::Even => "even",
        Standing::Undecided => "undecided",
    }
}

/// Returns the rating in a few words.
pub fn rating(ladder: &Ladder) -> Option<String> {
    let rating = ladder.rating()?;
    Some(format!("{:.0} ± {:.0}", rating.difference, rating.error.ceil()))
}

/// Returns the result in one sentence: `beats level 6, loses to level 7: 1850 ± 40 on this
/// ladder`.
pub fn sentence(ladder: &Ladder) -> String {
    let Some(rating) = rating(ladder) else { return "no pairing is complete".to_string() };
    let standings = ladder.standings();
    let levels = |standing: Standing| {
        let levels = (1..=standings.len()).filter(|&level| standings[level - 1] == standing);
        match levels.collect::<Vec<_>>()[..] {
            [] => None,
            [level] => Some(format!("level {level}")),
            [first, second] => Some(format!("levels {first} and {second}")),
            [first, .., last] => Some(format!("levels {first} to {last}")),
        }
    };
    let mut parts = Vec::new();
    if let Some(beaten) = ladder.beaten() {
        let highest = if beaten + 1 == standings.len() { ", the highest" } else { "" };
        parts.push(format!("beats level {}{highest}", beaten + 1));
    }
    parts.extend(levels(Standing::Even).map(|levels| format!("even with {levels}")));
    parts.extend(levels(Standing::Undecided).map(|levels| format!("{levels} undecided")));
    if let Some(lost) = ladder.lost() {
        let lowest = if lost == 0 { ", the lowest" } else { "" };
        parts.push(format!("loses to level {}{lowest}", lost + 1));
    }
    format!("{}: {rating} on this ladder", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ladder::Scale;

    /// A level, and the half points in so many pairings against it.
    type Met = (usize, usize, usize);

    /// The sentence about an engine with these results.
    fn of(pairings: &[Met]) -> String {
        let mut ladder = Ladder::new(Scale::of_levels("other"));
        for &(level, half_points, times) in pairings {
            (0..times).for_each(|_| ladder.add(level - 1, half_points));
        }
        sentence(&ladder)
    }

    #[test]
    fn a_sentence_names_the_levels() {
        assert_eq!(of(&[]), "no pairing is complete");
        let cases: [(&[Met], &str); 7] = [
            (&[(6, 4, 9), (7, 0, 9)], "beats level 6, loses to level 7: 1880 ± "),
            (
                &[(5, 4, 9), (6, 2, 9), (7, 0, 9)],
                "beats level 5, level 6 undecided, loses to level 7: 1800 ± ",
            ),
            (&[(8, 4, 9), (9, 2, 30), (10, 2, 30)], "beats level 8, even with levels 9 and 10: "),
            (&[(10, 4, 9)], "beats level 10, the highest: "),
            (&[(1, 0, 9)], "loses to level 1, the lowest: "),
            (&[(5, 2, 1)], "levels 1 to 10 undecided: 1640 ± "),
            (&[(8, 4, 9), (9, 2, 9)], "beats level 8, levels 9 and 10 undecided: "),
        ];
        for (pairings, beginning) in cases {
            let sentence = of(pairings);
            assert!(sentence.starts_with(beginning), "{beginning}… is expected, not {sentence}");
            assert!(sentence.ends_with(" on this ladder"), "{sentence}");
        }
    }
}
