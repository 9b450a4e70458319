//! Answers to command lines that clap refuses.

#[cfg(test)]
mod documented;
#[cfg(test)]
mod foreign_words;
pub(crate) mod hints;
pub(crate) mod kinds;
mod wrong_options;
