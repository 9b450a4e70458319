//! The share of forced wins that the search `patterns` finds in a given time:
//! `cargo bench --bench forced_wins -- [GAME] [COUNT] [MILLISECONDS] [SEED]`.
//!
//! The positions come from quick games of the search against itself. A slow
//! solver, which shares nothing with the search but the lines of the board, has
//! proven that the side to move wins by continuous threats: half of the
//! positions by fours alone, and the others, as far as the solver can see, only
//! with threes.

mod threats;

use std::time::{Duration, Instant};

use noughts::game::{Game, GameSpec, Lines, Squares};
use noughts::random::Random;
use noughts::search::{
    Budget, Canceller, Line, Players, Score, SearchKind, Searcher, Settings, Task,
};
use threats::Threats;

/// The random plies at the start of a game.
const OPENING: usize = 4;
/// The nodes of a move of a game: few, so that many moves are mistakes.
const GAME_NODES: u64 = 300;
/// The length of the shortest win that counts, in plies. Shorter ones are too
/// easy: an open four wins in 5.
const SHORTEST: usize = 7;
/// The maximum number of threes of a win that the solver looks for.
const THREES: usize = 2;
/// The work limit of the solver for one position, in scans of all lines.
const SCANS: u64 = 20_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = |i: usize, default| args.get(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let spec = args.first().map_or("tictactoe:15x15:5", |text| text);
    let (count, time) = (number(1, 200) as usize, Duration::from_millis(number(2, 100)));
    let seed = number(3, 2026);
    match spec.parse() {
        Ok(GameSpec::Lines(shape)) if !SearchKind::Patterns.supports(&GameSpec::Lines(shape)) => {
            println!("{spec}: not a game of patterns");
        }
        Ok(GameSpec::Lines(shape)) if shape.is_wide() => {
            measure(&Lines::wide(shape), count, time, seed);
        }
        Ok(GameSpec::Lines(shape)) => measure(&Lines::new(shape), count, time, seed),
        Ok(_) => println!("{spec}: not a game of lines"),
        Err(error) => println!("{spec}: {error}"),
    }
}

/// How the side to move wins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Fours,
    Threes,
}

fn measure<S: Squares>(game: &Lines<S>, count: usize, time: Duration, seed: u64)
where
    Lines<S>: Players,
{
    let mut random = Random::new(seed);
    let begun = Instant::now();
    let (mut positions, mut games) = (Vec::new(), 0);
    while positions.len() < count {
        games += 1;
        let wanted = [Way::Fours, Way::Threes].into_iter().filter(|&way| {
            positions.iter().filter(|(_, of)| *of == way).count() < count.div_ceil(2)
        });
        positions.extend(from_game(game, &wanted.collect::<Vec<_>>(), &mut random));
        positions.truncate(count);
    }
    println!("{}: {count} positions of {games} games, {:.0?}", game.spec(), begun.elapsed());
    println!("wins by  positions  found   share  median ms  p90 ms");
    for (way, name) in [(Way::Fours, "fours"), (Way::Threes, "threes")] {
        let of_way = positions.iter().filter(|(_, of)| *of == way);
        let mut times: Vec<Option<Duration>> =
            of_way.map(|(position, _)| time_to_find(game, position, time)).collect();
        let found = times.iter().flatten().count();
        times.sort_by_key(|time| time.unwrap_or(Duration::MAX));
        let at = |part: usize| match times.get(times.len() * part / 10).copied().flatten() {
            Some(time) => format!("{:.1}", time.as_secs_f64() * 1e3),
            None => "-".to_string(),
        };
        let share = 100.0 * found as f64 / times.len().max(1) as f64;
        println!("{name:7} {:10} {found:6} {share:5.1} % {:>10} {:>7}", times.len(), at(5), at(9));
    }
}

/// Plays a game, and returns its first position for each wanted way, if it has
/// one.
fn from_game<S: Squares>(
    game: &Lines<S>,
    wanted: &[Way],
    random: &mut Random,
) -> Vec<(<Lines<S> as Game>::Position, Way)>
where
    Lines<S>: Players,
{
    let mut found = Vec::new();
    let mut position = game.start();
    for _ in 0..OPENING {
        let legal = game.legal(&position);
        if let Some(square) = legal.nth(random.below(legal.len())) {
            game.play(&mut position, square);
        }
    }
    let mut searcher = SearchKind::Patterns.searcher(game);
    let budget = Budget { nodes: GAME_NODES, ..Budget::UNLIMITED };
    while game.outcome(&position).is_none() && found.len() < wanted.len() {
        if let Some(way) = way_to_win(game, &position)
            && wanted.contains(&way)
            && found.iter().all(|(_, other)| *other != way)
        {
            found.push((position.clone(), way));
        }
        let line = search(game, &position, &mut *searcher, budget, None);
        let Some(&square) = line.pv.first() else { break };
        game.play(&mut position, square);
    }
    found
}

/// How the side to move wins in at least [`SHORTEST`] plies.
fn way_to_win<S: Squares>(game: &Lines<S>, position: &<Lines<S> as Game>::Position) -> Option<Way> {
    let side = game.side(position);
    let (own, other) = (position.set(side), position.set(!side));
    let mut threats = Threats::new(game.geometry(), SCANS);
    if let Some(moves) = threats.fours(own, other) {
        return (moves.len() >= SHORTEST).then_some(Way::Fours);
    }
    (1..=THREES).any(|threes| threats.wins(own, other, threes)).then_some(Way::Threes)
}

/// The time in which a fresh search proves the win; `None` if it does not.
fn time_to_find<S: Squares>(
    game: &Lines<S>,
    position: &<Lines<S> as Game>::Position,
    time: Duration,
) -> Option<Duration>
where
    Lines<S>: Players,
{
    let mut searcher = SearchKind::Patterns.searcher(game);
    // Build the tables of the board before the time begins, as in a game.
    let short = Budget { nodes: 1, ..Budget::UNLIMITED };
    search(game, position, &mut *searcher, short, None);
    searcher.clear();
    let begun = Instant::now();
    let line = search(game, position, &mut *searcher, Budget::UNLIMITED, Some(time));
    matches!(line.score, Score::Win(_)).then(|| begun.elapsed())
}

/// The best line of a search.
fn search<S: Squares>(
    game: &Lines<S>,
    position: &<Lines<S> as Game>::Position,
    searcher: &mut dyn Searcher<Lines<S>>,
    budget: Budget,
    time: Option<Duration>,
) -> Line {
    let settings = Settings { hash: 16, ..Settings::default() };
    let (canceller, stop) = Canceller::new(Instant::now());
    if let Some(time) = time {
        canceller.set_deadline(time, time);
    }
    let mut task = Task {
        game,
        root: position,
        moves: game.legal(position),
        budget,
        settings: &settings,
        stop: &stop,
        report: &mut |_| {},
    };
    searcher.search(&mut task).lines.remove(0)
}
