//! The parts of the report in a browser: the chart of many engines, the cross
//! table, the verdict, the openings, and what it gives away.
//!
//! The browser is found as in `report.rs`.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use noughts::game::{GameSpec, GameState, new_game};
use noughts_client::EngineConfig;
use noughts_client::Evaluation;
use noughts_client::Limits;
use noughts_tournament::files::pgn;
use noughts_tournament::journal::{Journal, Journals};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::record::{Culprit, GameRecord, GameResult, Ply, Termination};
use noughts_tournament::model::sprt::Sprt;
use noughts_tournament::model::train::Train;
use noughts_tournament::output::report::{Setting, report};

use crate::support::browser::Browser;

/// Returns a tournament of this many engines.
fn config(game: &str, engines: usize) -> Config {
    let limits = Limits { nodes: Some(7), ..Limits::default() };
    let name = |i| format!("an engine with a name that is too long for a narrow column {i}");
    let engine = |i| EngineConfig::builtin(&name(i), &[], limits.clone());
    Config::new(game.parse().unwrap(), (0..engines).map(engine).collect())
}

/// Returns a game of engines `x` and `o` of a configuration.
fn record(
    config: &Config,
    game: usize,
    [x, o]: [usize; 2],
    opening: &str,
    plies: &str,
) -> GameRecord {
    let ply = |(i, name): (usize, &str)| Ply {
        name: name.to_string(),
        us: 1_234_567 + i as u64,
        evaluation: Evaluation {
            cp: Some(40 - 60 * i as i32).filter(|_| i != 2),
            mate: [None, None, Some(-2)][i.min(2)],
            depth: Some(9).filter(|_| i != 1),
            nodes: Some(12_345),
            pv: if i == 0 { vec![name.to_string(), "x9".to_string()] } else { Vec::new() },
        },
    };
    let opening: noughts_tournament::model::opening::Opening = opening.parse().unwrap();
    let plies: Vec<Ply> = plies.split_whitespace().enumerate().map(ply).collect();
    let names = || plies.iter().map(|ply| &*ply.name);
    let trains = config.game.spec().and_then(|spec| Train::at_end(spec, &opening, names()));
    GameRecord {
        game,
        pairing: game.div_ceil(2),
        meeting: 3,
        players: [x, o].map(|place| config.engines[place].name.clone()),
        opening,
        swap2: None,
        seeds: [Some(-7), None],
        result: GameResult::X,
        termination: Termination::Rules,
        culprit: None,
        dispute: None,
        trains,
        usage: None,
        plies,
        sides: String::new(),
        started: 1_709_164_812_345,
        millis: 5,
        stopped: None,
        load: None,
        scale: None,
    }
}

fn page_of(folder: &Path, config: &Config, records: &[GameRecord]) -> PathBuf {
    let journal = folder.join("journal");
    let mut writer = Journal::open(&journal, config, None).unwrap();
    for record in records {
        writer.add(&Journal::line(record).unwrap()).unwrap();
    }
    drop(writer);
    let file = folder.join("report.html");
    let setting = Setting { has_engine_page: true };
    fs::write(&file, report(&mut Journals::open(&[journal]).unwrap(), setting).unwrap()).unwrap();
    file
}

#[test]
fn every_engine_is_in_the_chart_and_can_be_left_out() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let config = config("tictactoe", 12);
    let mut records = Vec::new();
    for x in 0..12 {
        for o in (0..12).filter(|&o| o != x) {
            let (game, opening) = (records.len() + 1, ["a1 a2", "b2"][x % 2]);
            records.push(record(
                &config,
                game,
                [x, o],
                opening,
                ["b1 b2 c1", "a1 b1 c1 c3 a3"][x % 2],
            ));
            // Of a pairing the second game has the sides swapped.
            records.last_mut().unwrap().pairing = 12 * x.min(o) + x.max(o);
        }
    }
    let file = page_of(folder.path(), &config, &records);
    let mut page = browser.open(&file, "", 1280, false);
    let curves = "document.querySelectorAll('#progress .curve').length";
    page.await_true(&format!("{curves} === 12"));
    // Colours and dashes tell all apart, and are not those of stones and results.
    let looks = "new Set([...document.querySelectorAll('#progress .curve')]\
                 .map((line) => getComputedStyle(line).stroke + getComputedStyle(line).strokeDasharray)).size";
    assert_eq!(page.text(looks), "12");
    let shared = "(() => { const of = (name) => getComputedStyle(document.documentElement)\
                  .getPropertyValue(name).trim(); \
                  const others = ['--x', '--o', '--win', '--draw', '--loss', '--accent'].map(of); \
                  return [...Array(8).keys()].filter((i) => others.includes(of(`--c${i}`))).length })()";
    assert_eq!(page.text(shared), "0");
    page.click("#chosen label:nth-of-type(2) input");
    page.await_true(&format!("{curves} === 11"));
    page.hover("#progress svg");
    page.await_true(
        "document.querySelectorAll('#progress .tip:not([hidden]) .tip-row').length === 8",
    );
    page.picture("engines.png");
    // The headers of the cross table are whole, and upright.
    let head = "document.querySelector('#cross th.cell span')";
    assert!(page.text(&format!("{head}.textContent")).contains("too long for a narrow column"));
    let is_whole = format!(
        "{head}.scrollHeight <= {head}.clientHeight + 1 && {head}.clientHeight > {head}.clientWidth"
    );
    assert_eq!(page.text(&is_whole), "true");
    // Openings, and their games.
    let openings =
        "[...document.querySelectorAll('.opening')].map((cell) => cell.textContent).join(', ')";
    assert_eq!(page.text(openings), "a1 a2, b2");
    page.click(".opening button");
    let count = "document.querySelector('#count').textContent";
    page.await_true(&format!("{count} === '66 games'"));
    page.click("#filters button");
    page.await_true(&format!("{count} === '132 games'"));
    assert_eq!(page.errors(), Vec::<String>::new());
    let mut page = browser.open(&file, "", 390, false);
    page.await_true("document.querySelector('#s-cross .hint').checkVisibility()");
    assert_eq!(page.text("document.documentElement.scrollWidth <= 390"), "true");
}

#[test]
fn the_verdict_of_a_test_is_said_with_its_ratio_and_bounds() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut config = config("tictactoe", 2);
    config.sprt = Some(Sprt::new(0.0, 200.0));
    config.pairings = 40;
    let game = |game: usize| {
        let players = if game % 2 == 1 { [0, 1] } else { [1, 0] };
        let result = if game % 2 == 1 { GameResult::X } else { GameResult::O };
        GameRecord { result, ..record(&config, game, players, "a1 a2", "b1 b2 c1") }
    };
    let records: Vec<GameRecord> = (1..=80).map(game).collect();
    let file = page_of(folder.path(), &config, &records);
    let mut page = browser.open(&file, "", 1280, false);
    let verdict = page.text("document.querySelector('.verdict').textContent");
    for part in [
        "Accepted",
        "200 Elo rather than 0 Elo",
        "(LLR) reached",
        "with pairing",
        "accepts from 2.94",
    ] {
        assert!(verdict.contains(part), "{part}: {verdict}");
    }
    page.await_true("[...document.querySelectorAll('#llr text')].some((text) => text.textContent === 'accepts +2.94')");
    page.picture("test.png");
    page.hover("#llr svg");
    page.await_true("document.querySelector('#llr .tip').textContent.includes('LLR+')");
    assert_eq!(page.errors(), Vec::<String>::new());
}

/// The values of an expression in JavaScript as a string in Rust.
fn strings(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap()
}

#[test]
fn games_and_positions_are_given_away_in_the_forms_of_the_runner() {
    let Some(mut browser) = Browser::start() else { return };
    for (game, opening, plies) in [
        ("tictactoe:7x6:4", "d1 d2", "c1 c2 b1 b2 a1"),
        ("tictactoe:12x11:5", "", "l11 a1 k10 b2 j9"),
        ("tictactoe", "fen 3 3 3 3/1X1/3 o 1", "a1 b1 c1 b3"),
        ("qubic", "1a1 1a2", "2a1 1a3 3a1 1b3 4a1"),
        ("tictactrains:modern", "d4 d5", "a1 e4 e5 b2"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(game, 2);
        config.title = Some("A \"title\" \\ here".to_string());
        let mut games = vec![record(&config, 1, [0, 1], opening, plies)];
        games.push(GameRecord { game: 2, result: GameResult::Draw, ..games[0].clone() });
        games[1].culprit = Some(Culprit { player: 1, detail: "it <hung>".to_string() });
        let file = page_of(folder.path(), &config, &games);
        let mut page = browser.open(&file, "#1", 1280, false);
        for (i, game) in games.iter().enumerate() {
            let text = page.text(&format!("recordText(unfold(games[{i}]))"));
            assert_eq!(text, pgn::record(game, &config));
        }
        // After every ply the text of the position is that of the rules.
        let spec: GameSpec = game.parse().unwrap();
        let mut state: Box<dyn GameState> = new_game(&spec);
        state.set_start(games[0].opening.start.as_deref()).unwrap();
        let mut expected = vec![state.text()];
        for name in games[0].opening.moves.iter().chain(games[0].plies.iter().map(|ply| &ply.name))
        {
            state.play(name).unwrap();
            expected.push(state.text());
        }
        let texts = page.text(
            "JSON.stringify([...open.game.moves, 0].map((_, ply) => positionText(open.game, ply)))",
        );
        assert_eq!(strings(&texts), expected);
        // The link carries the game, its start position and the moves so far.
        let link = "new URLSearchParams(document.querySelector('a.button').hash.slice(1))";
        assert_eq!(page.text(&format!("{link}.get('game')")), game);
        let moves: Vec<String> = opening
            .split(' ')
            .filter(|_| !opening.starts_with("fen"))
            .chain(plies.split(' '))
            .filter(|m| !m.is_empty())
            .map(str::to_string)
            .collect();
        assert_eq!(page.text(&format!("{link}.get('moves')")), moves.join(","));
        let start = games[0].opening.start.clone().unwrap_or("null".to_string());
        assert_eq!(page.text(&format!("{link}.get('start')")), start);
        assert_eq!(page.text(&format!("{link}.get('side')")), "both");
        // The best line of the ply that is shown.
        let best = "document.querySelector('.best').textContent";
        assert_eq!(page.text(best), "No best line was kept for this ply.");
        let ply = moves.len() - plies.split(' ').count() + 1;
        page.text(&format!("location.hash = '#1/{ply}'"));
        let first = plies.split(' ').next().unwrap();
        page.await_true(&format!("{best} === 'Best line of {ply}. {first}: {first} x9'"));
        // Time and depth of each move, and a proven score.
        let row = format!(
            "document.querySelector('.moves tbody tr:nth-child({})').textContent",
            moves.len() - plies.split(' ').count() + 3
        );
        let row = page.text(&row);
        for part in ["#−2", "1.23 s", "12.3K"] {
            assert!(row.contains(part), "{part}: {row}");
        }
        assert!(
            page.text("document.querySelector('#replay').textContent")
                .contains("#−2: that it loses in 2")
        );
        assert_eq!(page.errors(), Vec::<String>::new());
    }
}
