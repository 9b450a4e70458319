//! The parts of a page, paragraphs and pictures, and their lines.

/// The columns between two pictures that stand side by side.
const GAP: usize = 6;

/// A part of the page.
pub(super) enum Part {
    /// A paragraph, which is broken into lines.
    Text(String),
    /// Pictures, side by side where there is room.
    Pictures(Vec<Vec<String>>),
}

impl Part {
    /// Returns the lines of the part, of at most `width` columns as far as the pictures fit.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        match self {
            Part::Text(text) => wrap(text, width),
            Part::Pictures(pictures) => side_by_side(pictures, width),
        }
    }
}

/// Breaks a text between words.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(last) = lines.last_mut() else { break };
        let length = last.chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            if length > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Puts pictures beside each other, or below if there is no room.
fn side_by_side(pictures: &[Vec<String>], width: usize) -> Vec<String> {
    let width_of = |picture: &[String]| {
        picture.iter().map(|line| line.chars().count()).max().unwrap_or_default()
    };
    let mut lines: Vec<String> = Vec::new();
    let (mut top, mut used) = (0, 0);
    for picture in pictures {
        if used > 0 && used + GAP + width_of(picture) > width {
            lines.push(String::new());
            (top, used) = (lines.len(), 0);
        }
        let left = if used > 0 { used + GAP } else { 0 };
        for (row, text) in picture.iter().enumerate() {
            if top + row >= lines.len() {
                lines.push(String::new());
            }
            let line = &mut lines[top + row];
            let spaces = left.saturating_sub(line.chars().count());
            *line += &" ".repeat(spaces);
            line.push_str(text);
        }
        used = left + width_of(picture);
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}
