//! Choices by their names: the words of files and of the command line.

/// The name of a choice, which is in the table.
pub fn name_of<T: PartialEq>(names: &[(&'static str, T)], choice: &T) -> &'static str {
    names.iter().find(|(_, known)| known == choice).map_or("", |(name, _)| name)
}

/// The choice of a name, if there is one.
pub fn named<T: Copy>(names: &[(&'static str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|&(_, choice)| choice)
}
