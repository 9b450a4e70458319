//! The page of a tuning: the table of the values and the path of each over the
//! iterations, in the frame of the report.

use std::io;

use serde::Serialize;

use super::{Content, fill, page_json};
use crate::model::tuning::TunedOption;
use crate::run::tune::{Past, Progress};

/// The script of the page, after the parts that draw.
pub(super) const SCRIPT: &str = include_str!("tuning.js");

/// The largest number of points of a path, but for the last.
const POINTS: usize = 600;

/// The data of the page.
#[derive(Serialize)]
struct TuningData<'a> {
    title: String,
    subtitle: String,
    options: Vec<Path<'a>>,
}

/// An option with its values.
#[derive(Serialize)]
struct Path<'a> {
    #[serde(flatten)]
    option: &'a TunedOption,
    value: f64,
    /// The change from the start, in per cent of the range.
    change: f64,
    /// Numbers of iterations, with the value after each; 0 is the start.
    points: Vec<(usize, f64)>,
}

/// Returns the page of the iterations in a journal, as the text of an HTML
/// file.
///
/// # Errors
///
/// When the data cannot be serialized.
pub fn page(past: &Past) -> io::Result<String> {
    let config = &past.header.config;
    let mut progress = Progress::new(past.header.tune.clone(), config.seed);
    let mut path = vec![progress.values().to_vec()];
    for iteration in &past.iterations {
        if progress.count(iteration) {
            path.push(progress.values().to_vec());
        }
    }
    let every = path.len().div_ceil(POINTS).max(1);
    let is_shown = |at: usize| at.is_multiple_of(every) || at + 1 == path.len();
    let shown: Vec<usize> = (0..path.len()).filter(|&at| is_shown(at)).collect();
    let options = progress.tuning().options.iter().zip(progress.values()).enumerate();
    let options = options.map(|(i, (option, &value))| Path {
        option,
        value,
        change: option.change(value),
        points: shown.iter().map(|&at| (at, path[at][i])).collect(),
    });
    let engine = config.engines.first().map_or("", |engine| &engine.name);
    let faults = match progress.faults() {
        0 => String::new(),
        faults => format!(", {faults} with a fault"),
    };
    let data = TuningData {
        title: config.title.clone().unwrap_or_else(|| format!("Tuning of {engine}")),
        subtitle: format!(
            "{}, seed {}: {} of {} iterations, {} games{faults}",
            config.game,
            config.seed,
            progress.finished(),
            progress.tuning().iterations,
            progress.games(),
        ),
        options: options.collect(),
    };
    let content = Content {
        title: "Tuning",
        main: include_str!("tuning.html"),
        scripts: &[SCRIPT],
        data: &page_json(&data)?,
        games: "[]",
        details: "",
    };
    Ok(fill(&content, None).html)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::kind::FileKind;
    use crate::journal::VERSION;
    use crate::model::config::Config;
    use crate::model::tuning::Tuning;
    use crate::run::tune::{Iteration, TrialResult, TuningHeader};
    use noughts_client::{EngineConfig, Limits};
    use serde_json::{Value, json};

    fn past(name: &str, count: usize) -> Past {
        let engine = EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new("tictactoe".parse().unwrap(), vec![engine]);
        let option = |integer| TunedOption {
            name: format!("{name} {integer}"),
            start: 20.0,
            max: 100.0,
            step: 10.0,
            rate: 0.05,
            integer,
            ..TunedOption::default()
        };
        let options = vec![option(true), option(false)];
        let tune = Tuning { iterations: 3000, options, ..Tuning::default() };
        let iteration = |iteration: usize| Iteration {
            iteration,
            plus: vec![30.0; 2],
            minus: vec![10.0; 2],
            games: vec![
                if iteration.is_multiple_of(3) {
                    TrialResult::Win
                } else {
                    TrialResult::Loss
                };
                2
            ],
            started: 0,
            millis: 0,
        };
        Past {
            header: TuningHeader { version: VERSION, config, tune },
            runs: Vec::new(),
            iterations: (1..=count).map(iteration).collect(),
            doubts: Vec::new(),
        }
    }

    #[test]
    fn the_page_has_the_path_of_every_option() {
        for count in [0, 1, 2500] {
            let text = page(&past("</script><img>\u{202e}", count)).unwrap();
            assert!(text.starts_with(FileKind::Page.beginning()));
            assert!(!text.contains("<img") && !text.contains('\u{202e}') && text.len() < 60_000);
            let (_, json) = text.split_once("id=\"data\">").unwrap();
            let data: Value =
                serde_json::from_str(json.split_once("</script>").unwrap().0).unwrap();
            let subtitle = data["subtitle"].as_str().unwrap();
            assert!(subtitle.contains(&format!("{count} of 3000 iterations")), "{subtitle}");
            let paths = data["options"].as_array().unwrap();
            assert_eq!(paths.len(), 2);
            for path in paths {
                let points = path["points"].as_array().unwrap();
                assert_eq!(points[0], json!([0, 20.0]));
                let [at, value] = &points.last().unwrap().as_array().unwrap()[..] else { panic!() };
                assert_eq!((at, value), (&json!(count), &path["value"]));
                assert!(points.len() <= POINTS + 1 && value.is_number());
            }
        }
    }
}
