//! The useful keys, at the bottom of the screen.

use crate::cli::commands::play::game_controller::GameController;

/// The keys of a running game, of a finished one, and of someone who looks for a better
/// move; the longest form first.
const RUNNING: &[&str] = &[
    "? help  i rules  u undo  h hint  e values  q quit",
    "? help  u undo  h hint  e values  q quit",
    "? help  q quit",
];
const FINISHED: &[&str] = &[
    "? help  ← → step  m mistake  t try again  n new  q quit",
    "? help  ← → step  m mistake  n new",
    "? help  n new",
];
const TRYING: &[&str] = &["? help  b2, Enter try a move  m answer  q quit", "? help  m answer"];

/// The keys that fit on a line of this width.
pub(super) fn keys(controller: &GameController, width: u16) -> &'static str {
    let forms = if controller.is_trying() {
        TRYING
    } else if controller.is_finished() {
        FINISHED
    } else {
        RUNNING
    };
    let fits = |keys: &&&str| keys.chars().count() <= usize::from(width);
    forms.iter().find(fits).unwrap_or(&"? help")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_forms_come_first() {
        for forms in [RUNNING, FINISHED, TRYING] {
            assert!(forms.is_sorted_by_key(|keys| std::cmp::Reverse(keys.chars().count())));
            assert!(forms.iter().all(|keys| keys.chars().count() < 80));
        }
    }
}
