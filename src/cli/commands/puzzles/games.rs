//! The games whose positions may be puzzles: self-play and records.

use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;
use noughts::engine::player;
use noughts::files::text_of;
use noughts::game::{GameSpec, Square};
use noughts::pgn;
use noughts::puzzles::is_cube;
use noughts::random::Random;
use noughts::search::{SearchKind, Stop};

use super::levels::{choose, level};

/// The games of the file that comes with the program, and how many empty squares
/// their puzzles have at most. A game has puzzles for each of its rows.
const GAMES: [(&str, usize); 13] = [
    ("tictactrains", 11),
    ("tictactoe:4x4:3", 13),
    ("qubic", IN_CUBES),
    ("tictactrains:modern", 10),
    ("tictactoe:5x5:4", 20),
    ("tictactoe:6x6:4", 30),
    ("tictactrains:mallorcan", 11),
    ("tictactoe:7x6:4", 34),
    ("qubic", IN_CUBES),
    ("tictactrains:spanish", 10),
    ("tictactoe:8x8:5", 44),
    ("tictactoe:9x9:5", 60),
    ("tictactrains:swiss", 9),
];

/// The most empty squares of a puzzle on a cube. Nobody has three of four in a row
/// before six plies.
const IN_CUBES: usize = 58;
/// The largest record, in bytes.
const MAX_RECORD: u64 = 64 << 20;

/// The games with these names, or all of the file that comes with the program, each with
/// the most empty squares of its puzzles.
pub(super) fn chosen(names: &[String]) -> anyhow::Result<Vec<(GameSpec, usize)>> {
    if names.is_empty() {
        let row = |&(text, empty): &(&str, usize)| Ok((text.parse()?, empty));
        return GAMES.iter().map(row).collect();
    }
    let chosen = |text: &String| {
        let spec: GameSpec = text.parse()?;
        SearchKind::Proof.check(&spec)?;
        let known = GAMES.iter().find(|(name, _)| *name == spec.to_string());
        let empty = known.map_or(default_empty(&spec), |row| row.1);
        Ok((spec, empty))
    };
    names.iter().map(chosen).collect()
}

/// The games of the records that `proof` supports, with their moves.
pub(super) fn recorded(paths: &[PathBuf]) -> anyhow::Result<Vec<(GameSpec, Vec<String>, usize)>> {
    let mut found = Vec::new();
    for path in paths {
        let name = || format!("cannot read {}", path.display());
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).with_context(name)?;
        file.take(MAX_RECORD + 1).read_to_end(&mut bytes).with_context(name)?;
        anyhow::ensure!(bytes.len() as u64 <= MAX_RECORD, "{} is too large", path.display());
        for game in pgn::games(&text_of(bytes)) {
            let Some(Ok(spec)) = game.tag("Game").map(str::parse::<GameSpec>) else { continue };
            if game.tag("FEN").is_none() && SearchKind::Proof.supports(&spec) {
                let empty = default_empty(&spec);
                found.push((spec, game.moves, empty));
            }
        }
    }
    Ok(found)
}

/// The most empty squares of a puzzle of any game.
fn default_empty(spec: &GameSpec) -> usize {
    match spec {
        GameSpec::Trains(_) => 11,
        cube if is_cube(cube) => IN_CUBES,
        _ => 30,
    }
}

/// The number of plies of a game of TicTacTrains that are not random.
const PLIES_OF_ENDINGS: usize = 19;

/// Returns the moves of a game between two middling levels.
pub(super) fn self_play(spec: &GameSpec, seed: u64, stop: &Stop) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut player = player(spec, SearchKind::Auto);
    let mut names = Vec::new();
    while player.state().outcome().is_none() && !stop.requested() {
        let settings = level(3 + random.below(5), random.next_u64() >> 1);
        let is_train = matches!(spec, GameSpec::Trains(_));
        let left = player.state().board().len() - names.len();
        // Endings of trains come late: the plies before are random.
        let square = if is_train && left > PLIES_OF_ENDINGS {
            let legal: Vec<Square> = player.state().legal().into_iter().collect();
            Some(legal[random.below(legal.len())])
        } else {
            choose(&mut *player, &settings, stop)
        };
        let Some(square) = square else { break };
        names.push(player.state().board().name(square));
        if player.play(square).is_err() {
            break;
        }
    }
    names
}
