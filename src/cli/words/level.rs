//! A word for each level of play, as on the page.

/// The words, level 1 first.
const WORDS: [&str; 10] = [
    "for a child",
    "first steps",
    "very easy",
    "easy",
    "medium",
    "tricky",
    "hard",
    "very hard",
    "expert",
    "full strength",
];

/// Returns the word for a level of an engine that has as many levels as noughts.
pub(crate) fn level_word(level: i64, max: i64) -> Option<&'static str> {
    if max != WORDS.len() as i64 {
        return None;
    }
    WORDS.get(usize::try_from(level).ok()?.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_the_document_have_the_same_words() {
        let page = include_str!("../../../web/page/levels.js");
        let document = include_str!("../../../docs/levels.md");
        for (place, word) in WORDS.iter().enumerate() {
            assert_eq!(level_word(place as i64 + 1, 10), Some(*word));
            assert!(page.contains(&format!("\"{word}\"")), "{word}");
            assert!(document.contains(&format!("| {} | {word} |", place + 1)), "{word}");
        }
        assert_eq!((level_word(0, 10), level_word(11, 10), level_word(3, 20)), (None, None, None));
    }
}
