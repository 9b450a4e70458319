//! The description of a key: its name, meaning, values and syntax.

/// The syntax of a value on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A string, taken literally.
    Text,
    /// One of several words.
    Choice,
    /// `true` or `false`.
    Truth,
    /// A number.
    Number,
    /// The path of a file, from the working directory.
    File,
    /// The path of a folder, from the working directory.
    Folder,
    /// A program: a path, or a name to look up in the search path.
    Program,
    /// Words, quoted as in a shell.
    Arguments,
    /// Words as `Arguments`, or separated by commas.
    Names,
    /// Numbers and ranges of numbers separated by commas, or `true`.
    Numbers,
    /// Strings separated by semicolons.
    Lines,
    /// Names and values, each pair in a word such as `option.NAME=VALUE`.
    Settings,
    /// A table: `KEY=VALUE` words.
    Table,
    /// One of several tables: `KEY=VALUE` words; each further table is a
    /// further option.
    Tables,
}

/// The description of a key.
#[derive(Clone, Debug)]
pub struct KeyInfo {
    /// The name in a file.
    pub name: &'static str,
    /// The meaning.
    pub help: &'static str,
    /// The permitted values in words; empty for a table.
    pub values: String,
    /// The default in words; empty for a table.
    pub default: String,
    /// The syntax of the value on the command line.
    pub syntax: Syntax,
    /// Whether the journals of one tournament must agree in the key.
    pub must_agree: bool,
    /// The keys of the table, if the key is one.
    pub keys: Vec<KeyInfo>,
}
