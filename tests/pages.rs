//! The pages of the documents as files: their links, code and length.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All pages of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in ["", "docs", "docs/notes", "tournament"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Returns a page without its blocks of code.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let is_prose = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    };
    text.lines().filter(is_prose).collect::<Vec<_>>().join("\n")
}

/// Returns the targets of all links: the texts in `](…)`.
fn links(text: &str) -> Vec<String> {
    let after = text.split("](").skip(1);
    after.filter_map(|rest| Some(rest.split_once(')')?.0.replace('\n', " "))).collect()
}

/// The anchors of the headings of a page.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| {
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        let heading: String = line.trim_start_matches('#').trim().chars().filter(kept).collect();
        heading.to_lowercase().replace(' ', "-")
    };
    headings.map(name).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut seen = 0;
    for page in pages() {
        let text = prose(&read(&page));
        for link in links(&text) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().expect("a folder").join(file),
            };
            assert!(target.exists(), "{}: there is no {file}", page.display());
            if !anchor.is_empty() {
                let known = anchors(&prose(&read(&target)));
                assert!(known.iter().any(|name| name == anchor), "{}: {link}", page.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 80, "only {seen} links found");
}

#[test]
fn every_page_and_picture_can_be_reached_from_the_readme() {
    let mut reached = vec![root().join("README.md").canonicalize().expect("the README")];
    let mut next = 0;
    while let Some(page) = reached.get(next).cloned() {
        next += 1;
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for link in links(&prose(&read(&page))) {
            let file = page.parent().expect("a folder").join(link.split('#').next().unwrap_or(""));
            if let Ok(file) = file.canonicalize()
                && file.is_file()
                && !reached.contains(&file)
            {
                reached.push(file);
            }
        }
    }
    let pictures = fs::read_dir(root().join("docs/pictures")).expect("the pictures");
    let pictures = pictures.map(|entry| entry.expect("an entry").path());
    for file in pages().into_iter().chain(pictures) {
        let path = file.canonicalize().expect("a file");
        assert!(reached.contains(&path), "no page links to {}", file.display());
    }
}

#[test]
fn the_readme_is_short() {
    let words = read(&root().join("README.md")).split_whitespace().count();
    assert!(words <= 900, "README.md has {words} words");
}

#[test]
fn the_programs_in_the_pages_are_those_that_are_tested() {
    for (page, language, program) in [
        ("docs/engine-author.md", "python", "docs/engine.py"),
        ("docs/gui-author.md", "rust", "examples/first_game.rs"),
        ("docs/tournament.md", "python", "docs/chess_referee.py"),
    ] {
        let program = read(&root().join(program));
        let is_shown = |line: &&str| !line.starts_with("//!");
        let code: Vec<&str> = program.lines().filter(is_shown).collect();
        let block = format!("\n```{language}\n{}\n```\n", code.join("\n").trim_start());
        assert!(read(&root().join(page)).contains(&block), "{page} lacks\n{block}");
    }
}
