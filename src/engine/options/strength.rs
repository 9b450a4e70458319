//! The level of play that the options `Skill`, `UCI_LimitStrength` and
//! `UCI_Elo` ask for.

use crate::search::FULL_SKILL;

/// The number of the lowest level on the scale of `UCI_Elo`, by definition.
const LOWEST: usize = 1000;
/// The approximate distance between two levels on that scale; see
/// `docs/levels.md`.
const STEP: usize = 160;

/// The least and the greatest `UCI_Elo`: those of the lowest level and of full
/// strength.
pub(super) const ELO: (usize, usize) = (LOWEST, LOWEST + (FULL_SKILL - 1) * STEP);

/// Returns the level whose number is nearest to this one.
pub(super) fn nearest_level(elo: usize) -> usize {
    let above = elo.saturating_sub(LOWEST) + STEP / 2;
    (1 + above / STEP).min(FULL_SKILL)
}

#[cfg(test)]
mod tests {
    use crate::engine::Options;
    use crate::search::Settings;

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
}
