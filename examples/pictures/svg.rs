//! The text of an SVG file. Every picture has a light ground of its own, so
//! that it reads on light and on dark pages.

use std::fmt::Write as _;

pub(crate) const INK: &str = "#1d2126";
pub(crate) const SOFT: &str = "#5c656f";
pub(crate) const CELL: &str = "#eef0ec";
pub(crate) const SHOWN: &str = "#ffe08a";
pub(crate) const X: &str = "#1c62c8";
pub(crate) const O: &str = "#c8501c";
pub(crate) const WIN: &str = "#2f9461";
pub(crate) const LOSS: &str = "#cf5d5d";
pub(crate) const WHITE: &str = "#ffffff";

/// A point, in pixels from the upper left corner.
pub(crate) type Point = (i32, i32);

/// A picture that is being drawn.
#[derive(Default)]
pub(crate) struct Svg {
    body: String,
}

impl Svg {
    fn line(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a String takes all text");
    }

    /// Rounded squares around these centres, in a colour of this strength.
    pub(crate) fn squares(&mut self, centres: &[Point], side: i32, fill: &str, percent: u32) {
        let opacity = f64::from(percent) / 100.0;
        let round = side / 10 + 1;
        let side = side - round;
        let mut path = String::new();
        for (x, y) in centres {
            let (left, top) = (x - side / 2, y - side / 2);
            path += &format!("M{left} {top}h{side}v{side}h-{side}z");
        }
        self.line(format_args!(
            r#"<path d="{path}" fill="{fill}" stroke="{fill}" stroke-width="{round}" stroke-linejoin="round" opacity="{opacity}"/>"#
        ));
    }

    /// The mark of X around a centre.
    pub(crate) fn cross(&mut self, (x, y): Point, arm: i32, opacity: &str) {
        let (left, top, full) = (x - arm, y - arm, 2 * arm);
        let width = (arm / 2).max(2);
        self.line(format_args!(
            r#"<path d="M{left} {top}l{full} {full}m0 -{full}l-{full} {full}" stroke="{X}" stroke-width="{width}" stroke-linecap="round" opacity="{opacity}"/>"#
        ));
    }

    /// The mark of O around a centre.
    pub(crate) fn ring(&mut self, (x, y): Point, radius: i32, opacity: &str) {
        let width = (radius / 2).max(2);
        self.line(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{O}" stroke-width="{width}" opacity="{opacity}"/>"#
        ));
    }

    /// A thick, pale line through these points.
    pub(crate) fn path(&mut self, points: &[Point], color: &str, width: i32) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.line(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" opacity="0.3"/>"#,
            points.join(" ")
        ));
    }

    /// Text around a centre.
    pub(crate) fn text(&mut self, at: Point, size: i32, color: &str, text: &str) {
        self.write(at, size, color, "middle", text);
    }

    /// Text to the right of a point.
    pub(crate) fn text_from(&mut self, at: Point, size: i32, color: &str, text: &str) {
        self.write(at, size, color, "start", text);
    }

    fn write(&mut self, (x, y): Point, size: i32, color: &str, anchor: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        // Not all renderers know a vertical centre of text.
        let y = y + size * 7 / 20;
        let weight = if color == SOFT { "" } else { r#" font-weight="600""# };
        self.line(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}"{weight}>{text}</text>"#
        ));
    }

    /// The whole file; `title` is what a screen reader reads.
    pub(crate) fn finish(&self, (width, height): Point, title: &str) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<title>{title}</title>
<rect width="{width}" height="{height}" rx="8" fill="{WHITE}"/>
{}</svg>
"#,
            self.body
        )
    }
}
