//! The page of a tuning: one HTML file with a table of the values and the path
//! of each over the iterations. It loads nothing and needs no script.

use std::fmt::{self, Write};

use crate::files::kind::FileKind;
use crate::model::tuning::TunedOption;
use crate::output::report::STYLE;
use crate::run::tune::progress::Progress;
use crate::run::tune::tuning_journal::Past;
use noughts_client::text::printable;

/// The largest number of points of a path.
const POINTS: usize = 600;
/// The size of a chart, and the space around the curve in it.
const WIDTH: f64 = 1100.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;

/// Returns the page of the iterations in a journal, as the text of an HTML
/// file.
pub fn page(past: &Past) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, past);
    text
}

fn write(out: &mut String, past: &Past) -> fmt::Result {
    let config = &past.header.config;
    let mut progress = Progress::new(past.header.tune.clone(), config.seed);
    let mut path = vec![progress.values().to_vec()];
    for iteration in &past.iterations {
        if progress.count(iteration) {
            path.push(progress.values().to_vec());
        }
    }
    let engine = config.engines.first().map_or("", |engine| &engine.name);
    let title = config.title.clone().unwrap_or_else(|| format!("Tuning of {engine}"));
    let title = escaped(&title);
    write!(
        out,
        "{}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<p id=\"subtitle\">{}, seed {}: {} of {} iterations, {} games",
        FileKind::Page.beginning(),
        escaped(&config.game.to_string()),
        config.seed,
        progress.finished(),
        progress.tuning().iterations,
        progress.games(),
    )?;
    if progress.faults() > 0 {
        write!(out, ", {} with a fault", progress.faults())?;
    }
    out.write_str("</p>\n</header>\n<main>\n")?;
    table(out, &progress)?;
    for (i, option) in progress.tuning().options.iter().enumerate() {
        let points: Vec<f64> = path.iter().filter_map(|values| values.get(i).copied()).collect();
        write!(
            out,
            "<section aria-labelledby=\"h-{i}\">\n<h2 id=\"h-{i}\">{}</h2>\n<div class=\"chart\">",
            escaped(&option.name)
        )?;
        chart(out, option, &points, i)?;
        out.write_str("</div>\n</section>\n")?;
    }
    out.write_str("</main>\n</body>\n</html>\n")
}

/// Writes the table of the values.
fn table(out: &mut String, progress: &Progress) -> fmt::Result {
    out.write_str(
        "<section aria-labelledby=\"h-values\">\n<h2 id=\"h-values\">Values</h2>\n\
         <div class=\"scroll\"><table>\n<tr><th class=\"left\">option</th><th>value</th>\
         <th>start</th><th>least</th><th>greatest</th><th>change</th></tr>\n",
    )?;
    for (option, value) in progress.tuning().options.iter().zip(progress.values()) {
        writeln!(
            out,
            "<tr><td class=\"left name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{:+.1} %</td></tr>",
            escaped(&option.name),
            exact(*value),
            exact(option.start),
            exact(option.min),
            exact(option.max),
            option.change(*value),
        )?;
    }
    out.write_str(
        "</table></div>\n<p class=\"note\">The change from the start, in per cent of the range. Below, \
         the value after each iteration; the dashed line is the start.</p>\n</section>\n",
    )
}

/// Draws the path of an option: its values at the start and after each
/// iteration.
fn chart(out: &mut String, option: &TunedOption, values: &[f64], number: usize) -> fmt::Result {
    let extreme = |pick: fn(f64, f64) -> f64| values.iter().copied().fold(option.start, pick);
    let (low, high) = (extreme(f64::min), extreme(f64::max));
    let space = ((high - low) / 10.0).max(option.step / 2.0);
    let (low, high) = ((low - space).max(option.min), (high + space).min(option.max));
    let last = values.len().saturating_sub(1).max(1) as f64;
    let x = |at: f64| LEFT + at / last * (WIDTH - LEFT - RIGHT);
    let span = if high > low { high - low } else { 1.0 };
    let y = |value: f64| HEIGHT - BOTTOM - (value - low) / span * (HEIGHT - TOP - BOTTOM);
    let label = escaped(&format!("{}: the value after each iteration", option.name));
    write!(out, "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">")?;
    let end = WIDTH - RIGHT;
    for tick in ticks(low, high, 4.0) {
        let at = y(tick);
        write!(
            out,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{end}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            exact(tick),
        )?;
    }
    for tick in ticks(0.0, last, 8.0).filter(|tick| tick.fract() == 0.0) {
        let bottom = HEIGHT - 6.0;
        write!(
            out,
            "<text x=\"{:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{tick}</text>",
            x(tick)
        )?;
    }
    let start = y(option.start);
    write!(
        out,
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{end}\" y1=\"{start:.1}\" y2=\"{start:.1}\"/>\
         <path class=\"curve\" stroke=\"var(--c{})\" d=\"",
        number % 8
    )?;
    let every = values.len().div_ceil(POINTS).max(1);
    let is_shown = |at: usize| at.is_multiple_of(every) || at + 1 == values.len();
    for (i, (at, value)) in values.iter().enumerate().filter(|(at, _)| is_shown(*at)).enumerate() {
        let pen = if i == 0 { 'M' } else { 'L' };
        write!(out, "{pen}{:.1} {:.1}", x(at as f64), y(*value))?;
    }
    out.write_str("\"/></svg>")
}

/// Returns round values from `low` to `high`, about `most` of them.
fn ticks(low: f64, high: f64, most: f64) -> impl Iterator<Item = f64> {
    let raw = (high - low) / most;
    let power = 10_f64.powf(raw.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|n| n * power);
    let step = steps.into_iter().find(|step| *step >= raw).filter(|step| step.is_normal());
    let step = step.unwrap_or(f64::INFINITY);
    let first = (low / step).ceil();
    // Far from 0 a step may be too small to change the number.
    let all = (0..20).map(move |i| (first + f64::from(i)) * step);
    all.take_while(move |tick| *tick <= high + step * 1e-9).filter(|tick| tick.is_finite())
}

/// Returns a value with at most four decimals.
fn exact(value: f64) -> String {
    ((value * 1e4).round() / 1e4 + 0.0).to_string()
}

/// Escapes text for HTML. The names come from files.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in printable(text, 200).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::VERSION;
    use crate::model::config::Config;
    use crate::model::tuning::Tuning;
    use crate::run::tune::{Iteration, TrialResult, TuningHeader};
    use noughts_client::EngineConfig;
    use noughts_client::Limits;

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
        }
    }

    #[test]
    fn the_page_draws_every_option_and_loads_nothing() {
        for count in [0, 1, 2500] {
            let text = page(&past("a", count));
            assert_eq!(text.matches("<path").count(), 2, "{count}");
            assert!(text.contains(&format!("{count} of 3000 iterations")));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{count}");
            for word in ["http://", "https://", "src=", "@import", "url(", "<script"] {
                assert!(!text.contains(word), "{word}");
            }
            assert!(text.starts_with(crate::files::kind::FileKind::Page.beginning()));
            assert!(text.len() < 60_000, "{}", text.len());
        }
    }

    #[test]
    fn names_are_escaped() {
        let text = page(&past("</title><img src=x onerror=\"y\" '&\u{202e}", 3));
        assert!(!text.contains("<img") && !text.contains("x\"y") && !text.contains('\u{202e}'));
        assert_eq!(text.matches("</title>").count(), 1);
        assert!(text.contains("&lt;/title&gt;&lt;img"));
    }

    #[test]
    fn ticks_are_round_and_few() {
        let found = |low, high| ticks(low, high, 4.0).collect::<Vec<f64>>();
        assert_eq!(found(0.0, 100.0), [0.0, 50.0, 100.0]);
        assert_eq!(found(13.0, 17.0), [13.0, 14.0, 15.0, 16.0, 17.0]);
        for (low, high) in [(1.0, 1.0), (2.0, 1.0), (-1e308, 1e308), (1e15, 1e15 + 0.125)] {
            assert!(found(low, high).len() <= 20);
        }
    }
}
