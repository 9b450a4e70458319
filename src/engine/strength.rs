//! The level of play that the options `Skill`, `UCI_LimitStrength` and
//! `UCI_Elo` ask for.

use super::go::Plan;
use super::options::Options;
use crate::search::{FULL_SKILL, Settings};

/// The number of the lowest level on the scale of `UCI_Elo`, by definition.
const LOWEST: usize = 1000;
/// The approximate distance between two levels on that scale; see
/// `docs/levels.md`.
const STEP: usize = 160;

/// The least and the greatest `UCI_Elo`: those of the lowest level and of full
/// strength.
pub(super) const ELO: (usize, usize) = (LOWEST, LOWEST + (FULL_SKILL - 1) * STEP);

/// Returns the level whose number is nearest to this one.
fn nearest(elo: usize) -> usize {
    let above = elo.saturating_sub(LOWEST) + STEP / 2;
    (1 + above / STEP).min(FULL_SKILL)
}

impl Plan {
    /// Whether the search analyses the position instead of choosing a move to
    /// play.
    fn is_analysis(&self) -> bool {
        self.infinite && !self.ponder || self.budget.mate.is_some()
    }
}

impl Options {
    /// The settings of a search that chooses a move.
    pub fn playing(&self) -> Settings {
        let skill = if self.limit_strength { nearest(self.elo) } else { self.settings.skill };
        Settings { skill, ..self.settings.clone() }
    }

    /// The settings of a search that analyses a position: full strength.
    pub fn analysing(&self) -> Settings {
        Settings { skill: FULL_SKILL, ..self.settings.clone() }
    }

    /// The settings of the search of a `go`.
    pub(super) fn settings_of(&self, plan: &Plan) -> Settings {
        if plan.is_analysis() { self.analysing() } else { self.playing() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::go::plan;
    use crate::game::new_game;
    use crate::protocol::{Command, Dialect};

    fn options(set: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (name, value) in set {
            assert_eq!(options.set(name, Some(value)), Ok(()), "{name} {value}");
        }
        options
    }

    #[test]
    fn elo_counts_only_when_the_strength_is_limited() {
        for (elo, level) in [
            (1000, 1),
            (1079, 1),
            (1080, 2),
            (1160, 2),
            (2279, 9),
            (2280, 9),
            (2360, 10),
            (2440, 10),
        ] {
            let elo = elo.to_string();
            let limited = [("UCI_LimitStrength", "true"), ("UCI_Elo", &elo), ("Skill", "4")];
            assert_eq!(options(&limited).playing().skill, level, "{elo}");
            assert_eq!(options(&limited[1..]).playing().skill, 4);
        }
        assert_eq!(options(&[]).playing(), Settings::default());
        assert_eq!(options(&[("UCI_LimitStrength", "true")]).playing(), Settings::default());
        assert!(Options::default().set("UCI_Elo", Some("999")).is_err());
        assert!(Options::default().set("UCI_Elo", Some("2441")).is_err());
    }

    #[test]
    fn analysis_is_at_full_strength() {
        let options = options(&[("Skill", "3"), ("MultiPV", "2")]);
        let state = new_game(&options.game);
        for (line, level) in [
            ("go", FULL_SKILL),
            ("go infinite", FULL_SKILL),
            ("go infinite nodes 5", FULL_SKILL),
            ("go mate 5", FULL_SKILL),
            ("go nodes 5", 3),
            ("go depth 5", 3),
            ("go movetime 5", 3),
            ("go wtime 500", 3),
            // Its answer is played after `ponderhit`.
            ("go ponder", 3),
            ("go ponder wtime 500", 3),
        ] {
            let Ok(Some(Command::Go(go))) = Command::parse(line) else { panic!("{line}") };
            let plan = plan(&go, &*state, &options, Dialect::Plain);
            let settings = options.settings_of(&plan);
            assert_eq!((settings.skill, settings.multi_pv), (level, 2), "{line}");
        }
    }
}
