//! The words of a command line that name an engine: its program and arguments, its
//! protocol and its options.

use clap::Command;
use noughts_client::Dialect;
use noughts_client::names::value_of;
use noughts_tournament::config::Problems;

use crate::cli::common::end::misuse;

/// Parses the name of a protocol.
pub(crate) fn dialect(text: &str) -> Result<Dialect, String> {
    value_of(Dialect::ALL, text).ok_or_else(|| "ugi, uci or gomocup is expected".to_string())
}

/// Parses an option of an engine.
pub(crate) fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is expected")?;
    Ok((name.to_string(), value.to_string()))
}

/// Returns the arguments of an engine: the words after its program, without the separator.
/// `own` is the command that was called.
///
/// # Errors
///
/// When an argument is an option of the command: it was most likely not meant for the
/// engine.
pub(crate) fn arguments<'a>(
    own: &Command,
    engine: &str,
    words: &'a [String],
) -> Result<&'a [String], Problems> {
    if let Some((separator, arguments)) = words.split_first()
        && separator == "--"
    {
        return Ok(arguments);
    }
    let is_own = |arg: &&String| {
        let name = arg.strip_prefix("--").and_then(|name| name.split('=').next());
        name.is_some_and(|name| own.get_arguments().any(|own| own.get_long() == Some(name)))
    };
    let options: Vec<&str> = words.iter().filter(is_own).map(String::as_str).collect();
    if options.is_empty() {
        return Ok(words);
    }
    let reason = format!(
        "the words after the engine are its arguments; put options of `{}` before {engine}, or \
         write {engine} -- {} for arguments of the engine",
        own.get_name(),
        words.join(" ")
    );
    Err(misuse(&options.join(" "), reason))
}
