//! The rules of a game on one page: words, and pictures drawn in characters.

mod lines;
mod part;
mod trains;

use noughts::game::GameSpec;
use noughts::game::lines::Shape;

use part::Part;
pub(crate) use part::wrap;
pub(crate) use trains::restriction;

/// Returns the rules as lines of at most `width` columns, as far as the pictures fit.
pub(crate) fn page(spec: &GameSpec, width: usize) -> Vec<String> {
    let mut parts = match spec {
        GameSpec::Trains(rules) => trains::parts(rules),
        GameSpec::Lines(Shape::Cube { side }) => lines::cube(*side),
        _ => lines::flat(spec),
    };
    if let Some(balance) = spec.balance() {
        let mut text = balance.to_string();
        text[..1].make_ascii_uppercase();
        parts.push(Part::Text(format!("{text}.")));
    }
    let mut page: Vec<String> = Vec::new();
    for part in parts {
        if !page.is_empty() {
            page.push(String::new());
        }
        page.extend(part.lines(width));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(spec: &str, width: usize) -> Vec<String> {
        page(&spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}")), width)
    }

    #[test]
    fn every_page_fits_the_usual_screen() {
        let rules = ["classical", "modern", "postmodern", "spanish", "swiss", "viennese"];
        let mut specs: Vec<String> =
            rules.iter().map(|name| format!("tictactrains:{name}")).collect();
        for spec in [
            "tictactrains:mallorcan",
            "tictactrains:(XA, O23-a1g7, O1, X1, XA, OA, ...)",
            "tictactoe",
            "tictactoe:1",
            "tictactoe:11x1:3",
            "tictactoe:1x11:3",
            "tictactoe:15x15:5=",
            "tictactoe:15x15:renju",
            "tictactoe:15x15:caro",
            "tictactoe:20",
            "qubic:2",
            "qubic:3",
            "qubic",
            "qubic:5",
        ] {
            specs.push(spec.to_string());
        }
        for spec in specs {
            let lines = page_of(&spec, 76);
            assert!(lines.len() <= 22, "{spec}: {}\n{}", lines.len(), lines.join("\n"));
            assert!(lines.len() > 2, "{spec}");
            for line in lines {
                assert!(line.chars().count() <= 76, "{spec}: {line}");
                assert_eq!(line.trim_end(), line, "{spec}");
            }
        }
    }

    #[test]
    fn words_and_pictures_fit_a_narrow_screen() {
        for spec in ["tictactrains:mallorcan", "tictactoe:5", "qubic"] {
            for line in page_of(spec, 36) {
                assert!(line.chars().count() <= 36, "{spec}: {line}");
            }
        }
    }
}
