//! `noughts puzzles`: makes puzzles from self-play or from records of games.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use noughts::engine::{Player, player};
use noughts::files::{Replacement, text_of};
use noughts::game::{GameSpec, GameState, Square, new_game};
use noughts::pgn;
use noughts::puzzles::{Goal, HEADER, Prover, Puzzle, canonical};
use noughts::random::Random;
use noughts::search::{Budget, Score, SearchKind, Settings, Stop};

use crate::cli::console::{Progress, show, stop_on_interrupt};
use crate::cli::exit::{UNFINISHED, WrongArguments};

/// Make puzzles: positions with one winning move, or one that does not lose, with
/// the values of all moves proven. Ctrl-C keeps those that were found.
#[derive(clap::Args)]
pub(crate) struct Puzzles {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// A game; may be repeated [default: those of the built-in file]
    #[arg(short, long = "game", value_name = "SPEC")]
    games: Vec<String>,

    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u32).range(1..=5000))]
    count: u32,

    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Records of games to take the positions from, instead of self-play
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "games")]
    from: Vec<PathBuf>,
}

/// The games of the file that comes with the program, and how many empty squares
/// their puzzles have at most. `proof` gives no exact distances on cubes, so qubic has
/// no puzzles so far.
const GAMES: [(&str, usize); 14] = [
    ("tictactrains", 11),
    ("tictactoe:4x4:3", 13),
    ("qubic", 30),
    ("tictactrains:modern", 10),
    ("tictactoe:5x5:4", 20),
    ("tictactoe:6x6:4", 30),
    ("tictactrains:mallorcan", 11),
    ("tictactoe:7x6:4", 34),
    ("qubic", 24),
    ("tictactrains:spanish", 10),
    ("tictactoe:8x8:5", 44),
    ("tictactoe:9x9:5", 60),
    ("tictactrains:swiss", 9),
    ("qubic", 36),
];

/// The nodes of a proof of one move.
const NODES: u64 = 20_000;
/// The most puzzles from one game, which are alike.
const FROM_A_GAME: usize = 2;
/// The games that are searched for each puzzle before the maker gives up.
const PATIENCE: u64 = 60;
/// The seeds of each level that measure how difficult a puzzle is.
const SEEDS: u64 = 2;
/// The largest record, in bytes.
const MAX_RECORD: u64 = 64 << 20;

impl Puzzles {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let games = self.specs().map_err(|error| WrongArguments::of(&error))?;
        let records = self.records()?;
        let mut file = Replacement::begin(&self.output)
            .with_context(|| format!("cannot write {}", self.output.display()))?;
        let stop = stop_on_interrupt(None)?;
        let mut progress = Progress::new(Some(u64::from(self.count)));
        let mut maker = Maker { seen: BTreeSet::new(), found: Vec::new() };
        let count = self.count as usize;
        let rounds = if self.from.is_empty() {
            PATIENCE.saturating_mul(u64::from(self.count))
        } else {
            records.len() as u64
        };
        for round in 0..rounds {
            if maker.found.len() >= count || stop.requested() {
                break;
            }
            progress.update(maker.found.len() as u64, || {
                format!("{} puzzles from {round} games", maker.found.len())
            });
            let (spec, moves, empty) = if self.from.is_empty() {
                let (spec, empty) = games[round as usize % games.len()].clone();
                let quota = count.div_ceil(games.len());
                let made = maker.found.iter().filter(|p| p.spec == spec).count();
                let rows = games.iter().filter(|(other, _)| *other == spec).count();
                // The last rounds may take any game, if one has too few puzzles.
                if made >= quota * rows && round < rounds / 2 {
                    continue;
                }
                let moves = self_play(&spec, self.seed.wrapping_add(round << 20), &stop);
                (spec, moves, empty)
            } else {
                records[round as usize].clone()
            };
            maker.take_from(&spec, &moves, empty, &stop);
        }
        progress.end();
        maker.found.truncate(count);
        maker.found.sort_by_cached_key(|p| (p.grade(), 100 - p.found, p.to_string()));
        writeln!(file, "{HEADER}")?;
        for puzzle in &maker.found {
            writeln!(file, "{puzzle}")?;
        }
        file.finish().with_context(|| format!("cannot write {}", self.output.display()))?;
        show!("{} puzzles in {}", maker.found.len(), self.output.display());
        Ok(if maker.found.len() < count { ExitCode::from(UNFINISHED) } else { ExitCode::SUCCESS })
    }

    fn specs(&self) -> anyhow::Result<Vec<(GameSpec, usize)>> {
        if self.games.is_empty() {
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
        self.games.iter().map(chosen).collect()
    }

    /// Reads the games of the records that `proof` supports.
    fn records(&self) -> anyhow::Result<Vec<(GameSpec, Vec<String>, usize)>> {
        let mut found = Vec::new();
        for path in &self.from {
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
}

/// The most empty squares of a puzzle of any game.
fn default_empty(spec: &GameSpec) -> usize {
    if matches!(spec, GameSpec::Trains(_)) { 11 } else { 30 }
}

/// Settings of a level, whose moves the seed determines.
fn level(skill: usize, seed: u64) -> Settings {
    Settings { skill, seed, hash: 1, ..Settings::default() }
}

/// Returns the choice of a level in the position of the player.
fn choose(player: &mut dyn Player, settings: &Settings, stop: &Stop) -> Option<Square> {
    let budget = Budget { nodes: 1000, ..Budget::UNLIMITED };
    player.clear();
    let legal = player.state().legal();
    let report = player.search(legal, budget, settings, stop, &mut |_| {});
    report.lines.first()?.pv.first().copied()
}

/// Returns the moves of a game between two middling levels.
fn self_play(spec: &GameSpec, seed: u64, stop: &Stop) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut player = player(spec, SearchKind::Auto);
    let mut names = Vec::new();
    while player.state().outcome().is_none() && !stop.requested() {
        let settings = level(3 + random.below(5), random.next_u64() >> 1);
        let is_train = matches!(spec, GameSpec::Trains(_));
        // Endings of trains come late: the plies before are random.
        let square = if is_train && names.len() < 30 {
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

struct Maker {
    /// The canonical positions.
    seen: BTreeSet<String>,
    found: Vec<Puzzle>,
}

impl Maker {
    /// Looks for puzzles among the positions of a game, the late ones last.
    fn take_from(&mut self, spec: &GameSpec, moves: &[String], empty: usize, stop: &Stop) {
        let mut state = new_game(spec);
        let mut prover = Prover::new(spec, NODES);
        let mut taken = 0;
        for name in moves {
            if taken == FROM_A_GAME || stop.requested() {
                return;
            }
            let is_near = state.board().len() - state.ply().min(state.board().len()) <= empty;
            if is_near && self.seen.insert(canonical(&*state)) {
                let puzzle = puzzle(&*state, &mut prover, stop);
                if let Some(puzzle) = puzzle
                    && !stop.requested()
                    && (puzzle.found < 90 || self.easy() * 8 <= self.found.len())
                {
                    self.found.push(puzzle);
                    taken += 1;
                }
            }
            if state.play(name).is_err() {
                return;
            }
        }
    }

    fn easy(&self) -> usize {
        self.found.iter().filter(|puzzle| puzzle.found >= 90).count()
    }
}

/// Returns the puzzle of a position, if one move is better than all others.
fn puzzle(state: &dyn GameState, prover: &mut Prover, stop: &Stop) -> Option<Puzzle> {
    let (mut wins, mut draws) = (Vec::new(), Vec::new());
    let legal = state.legal();
    if state.outcome().is_some() || legal.len() < 3 {
        return None;
    }
    for square in legal {
        let value = prover.value(state, square, stop)?;
        match value.score {
            Score::Win(_) => wins.push(value),
            Score::Draw => draws.push(value),
            Score::Loss(_) => {}
            Score::Cp(_) => return None,
        }
        if wins.len() > 1 {
            return None;
        }
    }
    let (best, goal) = match (wins.pop(), draws.pop()) {
        (Some(win), _) => {
            let Score::Win(plies) = win.score else { return None };
            (win, Goal::Win(plies))
        }
        (None, Some(draw)) if draws.is_empty() => (draw, Goal::Draw),
        _ => return None,
    };
    if !best.exact || matches!(goal, Goal::Win(1 | 2)) {
        return None;
    }
    let found = share_found(state, best.square, stop)?;
    let names = [best.square].into_iter().chain(best.rest);
    let line = names.map(|square| state.board().name(square)).collect();
    let (spec, position, side) = (state.spec(), state.text(), state.side());
    Some(Puzzle { spec, position, side, goal, line, found })
}

/// Returns how many of the searches of levels 1 to 9 find the move, in per cent.
fn share_found(state: &dyn GameState, solution: Square, stop: &Stop) -> Option<u32> {
    let mut player = player(&state.spec(), SearchKind::Auto);
    player.set_position(Some(&state.text()), &[]).ok()?;
    let mut found = 0;
    for skill in 1..=9 {
        for seed in 0..SEEDS {
            let choice = choose(&mut *player, &level(skill, seed), stop);
            found += u64::from(choice == Some(solution));
        }
    }
    Some((100 * found / (9 * SEEDS)) as u32)
}
