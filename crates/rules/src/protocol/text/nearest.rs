//! Suggests the name that a mistyped word most likely means.

/// Returns the name that a mistyped word most likely means: the one with the
/// smallest edit distance, if that is at most a third of the length of the
/// word, rounded up. Case does not matter.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let max = word.chars().count().div_ceil(3);
    let distance = |name: &str| strsim::damerau_levenshtein(&word, &name.to_lowercase());
    let names = names.into_iter().map(|name| (distance(name), name));
    let (distance, name) = names.min_by_key(|(distance, _)| *distance)?;
    // A word with nothing in common is not a mistyped name.
    (distance <= max && distance < name.chars().count().min(word.chars().count())).then_some(name)
}

/// Returns `; did you mean "NAME"?`, to append to a message; empty if no name
/// is near.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_has_a_nearest_name() {
        let names = ["run", "stats", "report", "game", "Search", "mcts", "uct"];
        for (word, expected) in [
            ("rnu", Some("run")),
            ("gmae", Some("game")),
            ("Serach", Some("Search")),
            ("mtcs", Some("mcts")),
            ("reprot", Some("report")),
            ("x", None),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
    }
}
