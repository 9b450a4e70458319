//! The imports between the files of a crate, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::common::sources::sources;

/// The path of a module or of an item, from the root of the crate.
type Names = Vec<String>;

/// The sources of a crate by their paths below `src`.
#[derive(Clone)]
pub(super) struct Crate(pub(super) BTreeMap<String, String>);

/// An import: a file, the file that it takes from, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrow {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) item: String,
}

/// What a file contains, apart from tests.
#[derive(Default)]
struct Contents {
    /// The modules that it declares.
    children: BTreeSet<String>,
    /// The modules that it declares for tests only.
    test_children: BTreeSet<String>,
    /// The paths that it names, each with the module in which it is named.
    paths: Vec<(Names, Names)>,
    /// The names that it passes on (`pub use`), each with its path.
    passed_on: Vec<(String, Names)>,
}

impl Crate {
    /// Reads the sources of a crate.
    pub(super) fn read(src: &Path) -> Crate {
        let name = |path: &Path| {
            let path = path.strip_prefix(src).expect("a source of the crate");
            path.to_string_lossy().replace('\\', "/")
        };
        let text = |path: &Path| fs::read_to_string(path).expect("a source");
        Crate(sources(src).iter().map(|path| (name(path), text(path))).collect())
    }

    /// Returns the imports between the files. Tests are left out, and what a file
    /// passes on counts as taken from where it is defined.
    pub(super) fn arrows(&self) -> BTreeSet<Arrow> {
        let contents: BTreeMap<&str, Contents> =
            self.0.iter().map(|(file, text)| (&**file, contents(text, &module(file)))).collect();
        let tests: BTreeSet<Names> = contents
            .iter()
            .flat_map(|(file, found)| {
                let child = |name: &String| [module(file), vec![name.clone()]].concat();
                found.test_children.iter().map(child).collect::<Vec<_>>()
            })
            .collect();
        let is_test = |of: &Names| (1..=of.len()).any(|n| tests.contains(&of[..n]));
        let files: BTreeMap<Names, &str> = contents
            .keys()
            .filter(|file| **file != "main.rs" && !is_test(&module(file)))
            .map(|file| (module(file), *file))
            .collect();
        let mut passed_on = BTreeMap::new();
        for (file, found) in &contents {
            for (name, path) in &found.passed_on {
                if let Some(path) = absolute(path, &module(file), &found.children) {
                    passed_on.insert([module(file), vec![name.clone()]].concat(), path);
                }
            }
        }
        let mut arrows = BTreeSet::new();
        for (file, found) in &contents {
            if is_test(&module(file)) {
                continue;
            }
            for (path, place) in &found.paths {
                let Some(path) = absolute(path, place, &found.children) else { continue };
                let Some((to, item)) = definition(path, &files, &passed_on) else { continue };
                if to != *file {
                    let (from, to) = (file.to_string(), to.to_string());
                    arrows.insert(Arrow { from, to, item: item.join("::") });
                }
            }
        }
        arrows
    }
}

/// Returns the module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module(file: &str) -> Names {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("mod").unwrap_or(path).trim_end_matches('/');
    if ["lib", "main"].contains(&path) {
        return Vec::new();
    }
    path.split('/').map(str::to_string).collect()
}

/// Returns a path from the root of the crate; `None` if it leads elsewhere.
fn absolute(path: &[String], place: &Names, children: &BTreeSet<String>) -> Option<Names> {
    let first = path.first()?;
    if first == "crate" {
        return Some(path[1..].to_vec());
    }
    let ups = path.iter().take_while(|name| *name == "super").count();
    if ups > 0 {
        let base = place.len().checked_sub(ups)?;
        return Some([&place[..base], &path[ups..]].concat());
    }
    let own = if first == "self" { &path[1..] } else { path };
    let is_own = first == "self" || children.contains(first);
    is_own.then(|| [place, own].concat())
}

/// Returns the file that defines an item, and the item.
fn definition<'a>(
    mut path: Names,
    files: &BTreeMap<Names, &'a str>,
    passed_on: &BTreeMap<Names, Names>,
) -> Option<(&'a str, Names)> {
    // Each step follows one `pub use`; a real chain is short.
    for _ in 0..10 {
        let known =
            |n: &usize| !files.contains_key(&path[..*n]) && passed_on.contains_key(&path[..*n]);
        let Some(n) = (1..=path.len()).rev().find(known) else { break };
        path = [passed_on[&path[..n]].clone(), path[n..].to_vec()].concat();
    }
    let n = (0..=path.len()).rev().find(|&n| files.contains_key(&path[..n]))?;
    Some((files[&path[..n]], path[n..].to_vec()))
}

/// Reads a source.
fn contents(text: &str, module: &Names) -> Contents {
    let tokens: TokenStream = text.parse().expect("tokens of Rust");
    let mut found = Contents::default();
    read(tokens, module, &mut found);
    found
}

fn read(tokens: TokenStream, module: &Names, found: &mut Contents) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        if is_test_attribute(&tokens[i..]) {
            let end = end_of_item(&tokens[i..]);
            if let Some(name) = declared(&tokens[i..i + end]) {
                found.test_children.insert(name);
            }
            i += end;
            continue;
        }
        match &tokens[i] {
            TokenTree::Ident(word) if word == "use" => {
                let end = tokens[i..].iter().position(|token| is(token, ';'));
                let end = end.map_or(tokens.len(), |end| i + end);
                let mut paths = Vec::new();
                tree(&tokens[i + 1..end], &[], &mut paths);
                let is_public = matches!(tokens[..i].last(), Some(TokenTree::Ident(w)) if w == "pub")
                    || matches!(&tokens[..i], [.., TokenTree::Ident(w), TokenTree::Group(_)] if w == "pub");
                for (path, name) in paths {
                    if is_public {
                        found.passed_on.push((name, path));
                    } else {
                        found.paths.push((path, module.clone()));
                    }
                }
                i = end;
            }
            TokenTree::Ident(word) if word == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(next)) =
                    (tokens.get(i + 1), tokens.get(i + 2))
                {
                    if let TokenTree::Group(body) = next {
                        let inner = [&module[..], &[name.to_string()]].concat();
                        read(body.stream(), &inner, found);
                    } else {
                        found.children.insert(name.to_string());
                    }
                }
                i += 2;
            }
            // What a macro names is imported where the macro is used.
            TokenTree::Ident(word) if word == "macro_rules" => i += 3,
            // The place in `pub(in PLACE)` is no import.
            TokenTree::Ident(word) if word == "pub" => {
                i += usize::from(matches!(tokens.get(i + 1), Some(TokenTree::Group(_))));
            }
            TokenTree::Ident(_) => {
                let (path, length) = path_at(&tokens[i..]);
                let continues = i > 0 && is(&tokens[i - 1], ':');
                if path.len() > 1 && !continues {
                    found.paths.push((path, module.clone()));
                }
                i += length - 1;
            }
            TokenTree::Group(group) => read(group.stream(), module, found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        i += 1;
    }
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Whether the tokens begin with `#[cfg(test)]`, `#[cfg(all(test, …))]` or `#[test]`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(attribute), ..] = tokens else { return false };
    let text = attribute.to_string().replace(' ', "");
    let begins = ["[cfg(test)", "[cfg(all(test", "[test]"];
    is(hash, '#') && begins.iter().any(|begin| text.starts_with(begin))
}

/// The number of tokens of the item with its attributes at the beginning.
fn end_of_item(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is(token, ';'),
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}

/// The module that an item declares: `mod NAME;`.
fn declared(item: &[TokenTree]) -> Option<String> {
    match item {
        [.., TokenTree::Ident(word), TokenTree::Ident(name), end]
            if word == "mod" && is(end, ';') =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// The path at the beginning, and its number of tokens.
fn path_at(tokens: &[TokenTree]) -> (Names, usize) {
    let TokenTree::Ident(first) = &tokens[0] else { return (Vec::new(), 1) };
    let (mut path, mut end) = (vec![first.to_string()], 1);
    while let [a, b, TokenTree::Ident(next), ..] = &tokens[end..]
        && is(a, ':')
        && is(b, ':')
    {
        path.push(next.to_string());
        end += 3;
    }
    (path, end)
}

/// Reads the tree of a `use`: its paths, each with the name that it gets.
fn tree(tokens: &[TokenTree], before: &[String], paths: &mut Vec<(Names, String)>) {
    for branch in tokens.split(|token| is(token, ',')) {
        let (mut path, mut name) = (before.to_vec(), None);
        let mut words = branch.iter();
        while let Some(token) = words.next() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = words.next().map(ToString::to_string);
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    tree(&inner, &path, paths);
                    path.clear();
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        if let Some(last) = path.last() {
            let name = name.unwrap_or_else(|| last.clone());
            paths.push((path, name));
        }
    }
}
