//! How long a browser takes to open the report of a large tournament, from the
//! start of the navigation to the end of the load event. Not a test: the figures
//! are those of the machine. The browser is that of the tests.

#[cfg(unix)]
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

#[cfg(unix)]
fn main() {
    unix::main();
}

#[cfg(not(unix))]
fn main() {
    eprintln!("the browser is driven on Unix only");
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::time::Instant;

    use noughts::game::{GameSpec, new_game};
    use noughts::random::Random;
    use noughts_client::EngineConfig;
    use noughts_client::Evaluation;
    use noughts_client::Limits;
    use noughts_tournament::journal::{Journal, Journals};
    use noughts_tournament::model::config::Config;
    use noughts_tournament::model::record::{GameRecord, GameResult, Ply, Termination};
    use noughts_tournament::output::report::{Setting, report};

    use super::support::browser::Browser;

    /// Returns a game of random moves to the end of the board.
    fn game(number: usize, config: &Config, spec: &GameSpec, random: &mut Random) -> GameRecord {
        let mut state = new_game(spec);
        let mut plies = Vec::new();
        while state.outcome().is_none() {
            let legal: Vec<_> =
                state.board().squares().filter(|&s| state.legal().contains(s)).collect();
            let name = state.board().name(legal[random.below(legal.len())]);
            state.play(&name).expect("a legal move");
            let (cp, depth) = (random.below(900) as i32 - 450, random.below(30) as u32);
            let evaluation = Evaluation {
                cp: Some(cp),
                depth: Some(depth),
                nodes: Some(800),
                ..Evaluation::default()
            };
            plies.push(Ply { name, us: 1000 + random.below(5000) as u64, evaluation });
        }
        let opening = plies.drain(..4).map(|ply| ply.name).collect::<Vec<_>>().join(" ");
        let place = number % 2;
        let result = state.outcome().map_or(GameResult::Unscored, GameResult::from);
        GameRecord {
            game: number,
            pairing: number.div_ceil(2),
            meeting: number.div_ceil(2),
            players: [place, 1 - place].map(|place| config.engines[place].name.clone()),
            opening: opening.parse().expect("an opening"),
            swap2: None,
            seeds: [None; 2],
            result,
            termination: Termination::Rules,
            culprit: None,
            dispute: None,
            trains: None,
            usage: None,
            plies,
            sides: String::new(),
            started: 1_700_000_000_000 + 1000 * number as u64,
            millis: 100,
            stopped: None,
            load: None,
            scale: None,
        }
    }

    pub(super) fn main() {
        let count = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(50_000);
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new(
            "tictactrains".parse().expect("a game"),
            ["one", "two"].map(engine).to_vec(),
        );
        let spec = config.game.spec().expect("a game of noughts").clone();
        let folder = tempfile::tempdir().expect("a folder");
        let (journal, page) = (folder.path().join("journal"), folder.path().join("report.html"));
        let mut random = Random::new(1);
        let mut writer = Journal::open(&journal, &config, None).expect("a journal");
        for number in 1..=count {
            let line = Journal::line(&game(number, &config, &spec, &mut random)).expect("a line");
            writer.add(&line).expect("space for a game");
        }
        drop(writer);
        let began = Instant::now();
        let mut journals = Journals::open(&[journal]).expect("the journal");
        let text = report(&mut journals, Setting::default()).expect("a report");
        let made = began.elapsed();
        fs::write(&page, &text).expect("space for a page");
        println!(
            "{count} games: {:.1} MB made in {:.1} s",
            text.len() as f64 / 1e6,
            made.as_secs_f64()
        );
        for _ in 0..5 {
            let mut browser = Browser::start().expect("chromium, or $NOUGHTS_BROWSER");
            let mut shown = browser.open(&page, "#40000/20", 1280, false);
            shown.await_true("performance.getEntriesByType('navigation')[0].loadEventEnd > 0");
            let millis = shown
                .text("Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)");
            println!("opened in {millis} ms");
        }
    }
}
