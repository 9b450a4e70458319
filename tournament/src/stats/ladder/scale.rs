//! The strengths of the opponents on a ladder: the levels of the built-in engine, as
//! `docs/levels.md` has them, or equal steps.

use noughts_client::{EngineConfig, Program};

use crate::model::config::Config;

/// The nodes of level 10, which has no limit of its own, when the levels were measured.
pub const LEVEL_NODES: u64 = 10_000;

/// The strength of the lowest opponent, which is arbitrary.
const LOWEST: f64 = 1000.0;
/// The step between opponents whose strengths were not measured.
const STEP: f64 = 160.0;
/// The number of levels.
const LEVELS: usize = 10;

/// The share of the points, in thousandths, that levels 2 to 10 score against the level
/// below. The table of `docs/levels.md` has the same numbers.
const MEASURED: &[(&str, [u16; LEVELS - 1])] = &[
    ("tictactrains", [744, 741, 739, 770, 731, 760, 706, 730, 796]),
    ("tictactoe:9x9:5", [692, 716, 700, 706, 697, 735, 696, 727, 772]),
    ("qubic", [686, 680, 719, 688, 705, 692, 680, 693, 772]),
    ("tictactoe:7x7:4", [795, 665, 635, 645, 575, 650, 625, 628, 660]),
    ("tictactoe", [700, 608, 622, 588, 598, 752, 552, 545, 528]),
];

/// The strengths of the opponents, the weakest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The ratings.
    pub ratings: Vec<f64>,
    /// Whether the differences were measured; otherwise they are equal steps.
    pub is_measured: bool,
}

impl Scale {
    /// Returns the scale of the ten levels in a game.
    pub fn of_levels(game: &str) -> Scale {
        let row = MEASURED.iter().find(|(measured, _)| *measured == game);
        row.map_or_else(|| Scale::of_steps(LEVELS), |(_, shares)| Scale::of_shares(shares))
    }

    /// Returns the scale of the opponents of the first engine of a tournament.
    pub fn of(config: &Config) -> Scale {
        let opponents = config.engines.get(1..).unwrap_or_default();
        let are_levels = opponents.len() == LEVELS
            && opponents.iter().zip(1..).all(|(engine, level)| is_level(engine, level));
        match are_levels {
            true => Scale::of_levels(&config.game.to_string()),
            false => Scale::of_steps(opponents.len()),
        }
    }

    /// Returns equal steps.
    fn of_steps(opponents: usize) -> Scale {
        let ratings = (0..opponents).map(|opponent| LOWEST + STEP * opponent as f64).collect();
        Scale { ratings, is_measured: false }
    }

    fn of_shares(shares: &[u16]) -> Scale {
        let step = |share: &u16| {
            let share = f64::from(*share) / 1000.0;
            400.0 * (share / (1.0 - share)).log10()
        };
        let mut ratings = vec![LOWEST];
        for share in shares {
            ratings.push(ratings.last().unwrap_or(&LOWEST) + step(share));
        }
        Scale { ratings, is_measured: true }
    }
}

/// Returns the shares of the points, in per cent, that levels 2 to 10 score against the level
/// below in the games in which they were measured.
pub fn measured() -> impl Iterator<Item = (&'static str, [f64; LEVELS - 1])> {
    MEASURED.iter().map(|(game, shares)| (*game, shares.map(|share| f64::from(share) / 10.0)))
}

/// Returns whether an engine is this level of the built-in one.
fn is_level(engine: &EngineConfig, level: usize) -> bool {
    let is_set = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("Skill") && value.trim() == level.to_string()
    };
    engine.program == Program::Builtin && engine.options.iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts_client::Limits;

    fn config(game: &str, skills: &[&str]) -> Config {
        let level =
            |skill: &&str| EngineConfig::builtin(skill, &[("skill", skill)], Limits::default());
        let first = EngineConfig::builtin("first", &[], Limits::default());
        let engines = [first].into_iter().chain(skills.iter().map(level)).collect();
        Config::new(game.parse().unwrap(), engines)
    }

    #[test]
    fn only_the_ten_levels_in_order_have_measured_strengths() {
        let all = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        let scale = Scale::of(&config("qubic", &all));
        assert!(scale.is_measured && scale.ratings.len() == 10);
        assert_eq!(scale.ratings[0], LOWEST);
        // 68.6 % of the points are 135.8 Elo.
        assert!((scale.ratings[1] - 1135.8).abs() < 0.1, "{scale:?}");
        assert!(scale.ratings.is_sorted());
        assert!(!Scale::of(&config("qubic:3", &all)).is_measured);
        assert!(!Scale::of(&config("qubic", &all[..9])).is_measured);
        let reversed: Vec<&str> = all.iter().rev().copied().collect();
        assert_eq!(Scale::of(&config("qubic", &reversed)), Scale::of_steps(10));
        assert_eq!(Scale::of_steps(3).ratings, [1000.0, 1160.0, 1320.0]);
    }

    #[test]
    fn the_page_of_the_levels_has_the_same_numbers() {
        let page = include_str!("../../../../docs/levels.md");
        let mut games = Vec::new();
        for line in page.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            if cells.contains(&"`qubic`") {
                games = cells[1..].iter().map(|game| game.trim_matches('`')).collect();
            }
            let Some(level) = cells[0].split(" against ").next().and_then(|n| n.parse().ok())
            else {
                continue;
            };
            if !(2..=LEVELS).contains(&level) || games.is_empty() {
                continue;
            }
            for (game, share) in games.iter().zip(&cells[1..]) {
                let (_, shares) = measured().find(|(found, _)| found == game).unwrap();
                assert_eq!(*share, format!("{:.1} %", shares[level - 2]), "{game}, level {level}");
            }
        }
        assert_eq!(games.len(), measured().count());
    }
}
