//! Lines of documents as patterns, in which `…` stands for any text.

/// Whether a line matches a pattern.
pub(crate) fn matches(line: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let [first, middle @ .., last] = &parts[..] else { return line == pattern };
    let Some(rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    let after = |rest: &'_ str, part: &&str| rest.find(part).map(|at| at + part.len());
    let mut at = 0;
    middle.iter().all(|part| after(&rest[at..], part).map(|end| at += end).is_some())
}

#[test]
fn patterns_match_any_text_at_an_ellipsis() {
    assert!(matches("a b c", "a b c") && !matches("a b c d", "a b c") && !matches("a", "a b"));
    assert!(matches("info depth 3 pv x y", "info depth … pv …"));
    assert!(matches("bestmove a1 ponder b2", "bestmove … ponder …"));
    assert!(!matches("bestmove a1", "bestmove … ponder …"));
    assert!(
        matches("nodes 5 time 3 end", "nodes … end") && !matches("nodes 5 endless", "nodes … end")
    );
}
