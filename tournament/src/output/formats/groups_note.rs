//! The note that some engines never met, so that their ratings say nothing about
//! each other.

use noughts_client::text::{MAX_NAME, printable};

use crate::stats::Tally;

/// The largest numbers of groups and of names in a group that are shown.
const MAX_GROUPS: usize = 6;
const MAX_NAMES: usize = 6;

/// Returns the names of the engines that have games in groups, within which every
/// two have met, if only through others.
pub fn groups(tally: &Tally) -> Vec<Vec<String>> {
    let all = tally.standings();
    let names = |group: &Vec<usize>| {
        group.iter().filter_map(|&place| all.get(place)).map(|s| s.name.clone()).collect()
    };
    tally.groups().iter().map(names).collect()
}

/// Says that ratings of different groups cannot be compared; `None` if there are
/// not two groups.
pub fn groups_note(groups: &[Vec<String>]) -> Option<String> {
    let names = |group: &Vec<String>| {
        let names = group.iter().take(MAX_NAMES).map(|name| printable(name, MAX_NAME));
        listed(names.collect(), ", ", group.len())
    };
    let shown: Vec<String> = groups.iter().take(MAX_GROUPS).map(names).collect();
    (groups.len() > 1).then(|| {
        format!(
            "these groups of engines never met, not even through others, so the ratings of one \
             cannot be compared with those of another: {}",
            listed(shown, " | ", groups.len())
        )
    })
}

/// Joins texts, and says how many of them are left out.
fn listed(shown: Vec<String>, separator: &str, total: usize) -> String {
    match total - shown.len() {
        0 => shown.join(separator),
        more => format!("{}{separator}and {more} more", shown.join(separator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_listed_and_shortened() {
        let group = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(groups_note(&[]), None);
        assert_eq!(groups_note(&[group(&["a", "b"])]), None);
        let two = groups_note(&[group(&["a", "b"]), group(&["c\n", "d"])]).unwrap();
        assert!(two.ends_with("with those of another: a, b | c\\n, d"), "{two}");
        let many = vec![group(&["name"; 100]); 100];
        let text = groups_note(&many).unwrap();
        assert!(text.ends_with("name, and 94 more | and 94 more") && text.len() < 600, "{text}");
    }
}
