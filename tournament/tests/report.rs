//! The report in a browser: opened at a link, stepped through by keys and
//! buttons, on the screens of a computer and a phone.
//!
//! The browser is `$NOUGHTS_BROWSER`, or `chromium` if it is installed;
//! otherwise the tests do nothing. If `$NOUGHTS_SCREENSHOTS` is set to a
//! folder, the tests write screenshots there.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use noughts_client::Evaluation;
use noughts_client::Usage;
use noughts_tournament::journal::{Journal, Journals};
use noughts_tournament::model::config::Config;
use noughts_tournament::model::opening::Opening;
use noughts_tournament::model::record::{GameRecord, GameResult, Ply, Termination};
use noughts_tournament::output::report::{Setting, report};

use crate::support::browser::{Browser, Page};
use crate::support::mock;

const HOSTILE: &str = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";

/// Returns a game with these plies, which X wins.
fn record(game: usize, players: [&str; 2], opening: &str, plies: &str) -> GameRecord {
    let ply = |name: &str| Ply {
        name: name.to_string(),
        us: 1500,
        evaluation: Evaluation { cp: Some(40), ..Evaluation::default() },
    };
    GameRecord {
        game,
        pairing: game.div_ceil(2),
        meeting: game.div_ceil(2),
        players: players.map(str::to_string),
        opening: opening.parse::<Opening>().unwrap(),
        swap2: None,
        seeds: [None; 2],
        result: GameResult::X,
        termination: Termination::Rules,
        culprit: None,
        dispute: None,
        trains: None,
        usage: None,
        plies: plies.split_whitespace().map(ply).collect(),
        sides: String::new(),
        started: 0,
        millis: 5,
        stopped: None,
        load: None,
        scale: None,
    }
}

/// Writes the page of these games and returns its path.
fn page_of(folder: &Path, game: &str, records: &[GameRecord]) -> PathBuf {
    let mut engines = vec![mock("honest"), mock("random")];
    engines[0].name = "first".to_string();
    engines[1].name = HOSTILE.to_string();
    let mut config = Config::new(game.parse().unwrap(), engines);
    config.pairings = records.len();
    let journal = folder.join("journal");
    let mut writer = Journal::open(&journal, &config, None).unwrap();
    for record in records {
        writer.add(&Journal::line(record).unwrap()).unwrap();
    }
    drop(writer);
    let file = folder.join("report.html");
    fs::write(&file, report(&mut Journals::open(&[journal]).unwrap(), Setting::default()).unwrap())
        .unwrap();
    file
}

/// An expression for the squares of X's and of O's stones on the drawn board,
/// each sorted.
const STONES: &str = "['x', 'o'].map((side) => [...document.querySelectorAll(`.stone.${side}`)]\
                      .map((stone) => stone.dataset.stone).sort().join(' ')).join(' / ')";
const SHOWN: &str =
    "[...document.querySelectorAll('.shown')].map((cell) => cell.dataset.square).sort().join(' ')";

/// Types into the search field.
fn search(page: &mut Page<'_>, words: &str) {
    page.text(&format!(
        "(() => {{ const field = document.querySelector('#filters input'); \
         field.value = '{words}'; field.dispatchEvent(new Event('input')); }})()"
    ));
    page.await_true(&format!(
        "wanted.words === '{words}' && listed.length === games.filter(isWanted).length"
    ));
}

#[test]
fn a_game_is_replayed_from_a_link_by_keys_and_buttons() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let records = [
        record(1, ["first", HOSTILE], "a1 a2", "b1 b2 c1"),
        record(2, [HOSTILE, "first"], "a1 a2", "b1 c3 c1"),
        record(3, [HOSTILE, "first"], "fen 3 3 3 3/1X1/3 o 1", "a1 b1 c1 b3"),
    ];
    let file = page_of(folder.path(), "tictactoe", &records);
    let mut page = browser.open(&file, "#1/3", 1280, false);
    assert_eq!(page.text(STONES), "a1 b1 / a2");
    assert_eq!(page.text(SHOWN), "");
    page.key("ArrowRight");
    assert_eq!(page.text(STONES), "a1 b1 / a2 b2");
    page.key("End");
    assert_eq!(page.text(STONES), "a1 b1 c1 / a2 b2");
    assert_eq!(page.text(SHOWN), "a1 b1 c1");
    assert_eq!(page.text("location.hash"), "#1/5");
    page.key("ArrowRight");
    assert_eq!(page.text("location.hash"), "#1/5");
    page.key("Home");
    assert_eq!(page.text(STONES), " / ");
    page.click("[aria-label^=forward]");
    assert_eq!(page.text(STONES), "a1 / ");
    page.click("[aria-label^=last]");
    page.click("[aria-label^=back]");
    assert_eq!(page.text("location.hash"), "#1/4");
    // Moves and games are links.
    page.click(".moves tbody tr:nth-child(2) a");
    assert_eq!(page.text(STONES), "a1 / a2");
    // Played from its start, the game ends at its end.
    page.key("Home");
    page.click("[aria-label^=play]");
    page.await_true("location.hash === '#1/5'");
    page.await_true("document.querySelector('[aria-label^=play]') !== null");
    page.key("n");
    assert_eq!(page.text("location.hash"), "#2");
    assert_eq!(page.text(STONES), "a1 b1 c1 / a2 c3");
    page.click(".row:last-child");
    assert_eq!(page.text(STONES), "b1 b2 b3 / a1 c1");
    assert_eq!(page.text(SHOWN), "b1 b2 b3");
    page.key("Home");
    assert_eq!(page.text(STONES), "b2 / ");
    page.picture("small.png");
}

#[test]
fn what_the_engines_did_is_a_table() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut game = record(1, ["first", HOSTILE], "a1", "b1 b2");
    let used = |cpu_us| Some(Usage { cpu_us, us: 1_000_000, peak_kib: 2048 });
    game.usage = Some([used(2_000_000), used(500_000)]);
    let file = page_of(folder.path(), "tictactoe", &[game]);
    let mut page = browser.open(&file, "#1", 1280, false);
    let cells = "[...document.querySelectorAll('#usage tbody tr:first-child td')]\
                 .slice(2).map((cell) => cell.textContent).join(' ')";
    assert_eq!(page.text(cells), "X 1 1 0.0015 0.0015 2 2.00 2");
    let heads = "[...document.querySelectorAll('#usage th')].map((h) => h.textContent).join(' ')";
    // No engine reported depths or nodes, and none has a clock.
    assert_eq!(page.text(heads), "engine opponent side games plies s/ply longest CPU s CPUs MiB");
    let note = page.text("document.querySelector('#unequal').textContent");
    assert!(note.starts_with("Note: engine \"first\" used 2.0 processors"), "{note}");
    assert_eq!(page.errors(), Vec::<String>::new());
    page.picture("usage.png");
}

#[test]
fn hostile_names_are_shown_as_text() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    // The chart needs two games.
    let other = record(2, [HOSTILE, "first"], "", "a1");
    let mut game = record(1, ["first", HOSTILE], "", "a1");
    game.plies[0].evaluation.pv = ["a1", HOSTILE].map(str::to_string).to_vec();
    game.termination = "died".parse().unwrap();
    game.culprit =
        Some(noughts_tournament::model::record::Culprit { player: 1, detail: HOSTILE.to_string() });
    let file = page_of(folder.path(), "tictactoe", &[game, other]);
    let mut page = browser.open(&file, "#1", 1280, false);
    assert_ne!(page.text("document.title"), "owned");
    assert_eq!(page.text("document.querySelectorAll('img').length"), "0");
    assert_eq!(page.text("document.querySelectorAll('script').length"), "4");
    for place in [
        "#standings",
        "#cross",
        "#usage",
        ".versus",
        ".row",
        "#replay",
        ".best",
        "#chosen",
        "#conditions",
    ] {
        let has =
            format!("document.querySelector('{place}').textContent.includes('</script><script>')");
        assert_eq!(page.text(&has), "true", "{place}");
    }
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn cubes_are_drawn_by_levels_and_turns_follow_the_rules() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let game = record(1, ["first", HOSTILE], "1a1 1a2", "2a1 1a3 3a1 1b3 4a1");
    let file = page_of(folder.path(), "qubic", &[game]);
    let mut page = browser.open(&file, "#1", 390, true);
    assert_eq!(page.text("document.querySelectorAll('figure .board').length"), "4");
    assert_eq!(page.text(SHOWN), "1a1 2a1 3a1 4a1");
    assert_eq!(page.text("document.querySelectorAll('figure:nth-child(2) .stone').length"), "1");
    page.picture("cube-phone-dark.png");
    assert_eq!(page.errors(), Vec::<String>::new());
    // The turns are X O O X O: the second and the third ply are O's.
    let folder = tempfile::tempdir().unwrap();
    let game = record(1, ["first", HOSTILE], "d4 d5", "a1 e4");
    let file = page_of(folder.path(), "tictactrains:modern", &[game]);
    let mut page = browser.open(&file, "#1", 390, false);
    assert_eq!(page.text(STONES), "d4 e4 / a1 d5");
    let trains = page.text("document.querySelector('.trains').textContent");
    assert!(trains.contains("X 2 (d4 e4)") || trains.contains("X 2 (e4 d4)"), "{trains}");
    assert!(trains.contains("O 1 (a1)") || trains.contains("O 1 (d5)"), "{trains}");
    // No element is wider than the screen.
    assert_eq!(page.text("document.documentElement.scrollWidth <= 390"), "true");
}

#[test]
fn ten_thousand_games_have_few_rows_and_can_be_filtered() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut records = Vec::new();
    for game in 1..=10_000 {
        let players = if game % 2 == 1 { ["first", HOSTILE] } else { [HOSTILE, "first"] };
        records.push(record(game, players, "a1 a2", "b1 b2 c1"));
        if game % 1000 == 0 {
            records[game - 1].result = GameResult::Unscored;
        }
    }
    let file = page_of(folder.path(), "tictactoe", &records);
    let mut page = browser.open(&file, "#9999/4", 1280, false);
    let numbers = "[...document.querySelectorAll('.row .n')].map((n) => n.textContent).join(' ')";
    let rows = page.text(numbers);
    assert!(rows.contains("9999") && rows.split(' ').count() < 60, "{rows}");
    assert_eq!(page.text(STONES), "a1 b1 / a2 b2");
    page.text(
        "(() => { const choice = document.querySelector('[aria-label=\"all results\"]'); \
         choice.value = 'unscored'; choice.dispatchEvent(new Event('change')); })()",
    );
    assert_eq!(page.text(numbers), "1000 2000 3000 4000 5000 6000 7000 8000 9000 10000");
    page.text("document.querySelector('#rows').scrollTop = 0");
    // Words, and moves in a row, of the games that are left.
    search(&mut page, "3000");
    assert_eq!(page.text(numbers), "3000");
    search(&mut page, "b2 c1");
    assert_eq!(page.text(numbers).split(' ').count(), 10);
    search(&mut page, "c1 b2");
    assert_eq!(page.text("document.querySelector('#count').textContent"), "0 games");
    search(&mut page, "");
    page.picture("many.png");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn a_tournament_without_games_has_a_page() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = page_of(folder.path(), "tictactoe", &[]);
    let mut page = browser.open(&file, "", 1280, false);
    let shown = "[...document.querySelectorAll('h2')].filter((head) => head.checkVisibility())\
                 .map((head) => head.textContent).join(', ')";
    assert_eq!(page.text(shown), "Standings, Conditions");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn games_without_known_rules_are_listed_by_their_moves() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let game = record(1, ["first", HOSTILE], "e2e4", "e7e5 g1f3");
    let file = page_of(folder.path(), "ugi", &[game]);
    let mut page = browser.open(&file, "#1/1", 1280, false);
    assert_eq!(page.text("document.querySelectorAll('.board').length"), "0");
    assert_eq!(page.text("document.querySelector('[aria-current]').textContent"), "e2e4");
    assert_eq!(page.errors(), Vec::<String>::new());
}
