//! Levels of play below full strength: few nodes and a share of errors.
//!
//! A level is the same on every machine and in every game of a session: its
//! search begins with empty tables, counts nodes, and uses one thread. The
//! tables were measured, see `docs/levels.md`.

use super::kind::{Players, SearchKind};
use super::levels::Level;
use crate::game::{Game, Square, Squares};
use crate::random::Random;
use crate::search::task::{
    Budget, FULL_SKILL, Heuristics, Line, Report, Score, Searcher, Settings, Task, candidates,
};

/// From this level on, a win in one is never overlooked.
const SEES_WINS: usize = 2;
/// From this level on, an error never lets the other side win in one, if
/// another move prevents it.
const SEES_THREATS: usize = 7;

/// Up to this level, an error takes the less promising of two squares.
const PREFERS_POOR_SQUARES: usize = 2;

impl SearchKind {
    /// A new searcher for a game, which plays at the level of its settings.
    pub fn searcher<G: Players>(self, game: &G) -> Box<dyn Searcher<G>> {
        Box::new(Handicapped { full: self.at_full_strength(game), kind: self })
    }
}

/// A search that plays at the level of its settings.
pub(crate) struct Handicapped<G> {
    /// The search at full strength, whose tables the levels below neither use
    /// nor change.
    pub(crate) full: Box<dyn Searcher<G>>,
    pub(crate) kind: SearchKind,
}

impl<G: Players> Searcher<G> for Handicapped<G> {
    fn search(&mut self, task: &mut Task<'_, G>) -> Report {
        let number = task.settings.skill;
        // `random` has no levels.
        if number >= FULL_SKILL || self.kind == SearchKind::Random {
            return self.full.search(task);
        }
        let level = task.game.levels()[number.max(1) - 1];
        let kind = match self.kind {
            SearchKind::Auto => task.game.auto_below_full_strength(),
            other => other,
        };
        let mut searcher = kind.at_full_strength(task.game);
        let settings = Settings { hash: 1, threads: 1, book: None, ..task.settings.clone() };
        let budget = Budget { nodes: task.budget.nodes.min(level.nodes), ..task.budget };
        let mut task = Task { settings: &settings, budget, report: &mut *task.report, ..*task };
        match error(&task, level) {
            None => searcher.search(&mut task),
            Some(square) => {
                task.moves = [square].into_iter().collect();
                // Only this move is searched, so a proof says nothing about the
                // others.
                task.delegate(&mut *searcher, |mut report| {
                    report.lines.iter_mut().for_each(claim_nothing);
                    report.margin = None;
                    report
                })
            }
        }
    }

    fn clear(&mut self) {
        self.full.clear();
    }

    fn warm_up(&mut self, settings: &Settings) {
        if settings.skill >= FULL_SKILL {
            self.full.warm_up(settings);
        }
    }
}

/// Replaces a proven result, or an estimate derived from one, by an ordinary
/// estimate.
fn claim_nothing(line: &mut Line) {
    let Score::Cp(value) = line.score.unproven() else { return };
    let score = Score::estimate(value);
    if score != line.score {
        line.wdl = line.wdl.map(|_| score.wdl());
    }
    (line.score, line.exact) = (score, false);
}

/// The move to play if this ply is an error: a random move next to the stones,
/// as a person might play it. The seed and the position determine it.
fn error<G: Heuristics>(task: &Task<'_, G>, level: Level) -> Option<Square> {
    let Task { game, root, moves, settings, .. } = *task;
    let mut random = Random::new(settings.seed ^ game.hash(root));
    if random.below(1000) >= level.errors {
        return None;
    }
    let wins = |square: Square| game.wins_with(&mut root.clone(), square);
    if settings.skill >= SEES_WINS && moves.into_iter().any(wins) {
        return None;
    }
    let or_all = |some: G::Set, all: G::Set| if some.is_empty() { all } else { some };
    // A forbidden move loses at once, and boards for people show it.
    let allowed = or_all(moves - game.forbidden(root), moves);
    let mut choice = or_all(allowed & candidates(game, root, true), allowed);
    if settings.skill >= SEES_THREATS {
        let safe = |&square: &Square| !lets_win(game, root, square);
        choice = or_all(choice.into_iter().filter(safe).collect(), choice);
    }
    let mut any = || choice.nth(random.below(choice.len()));
    let square = any()?;
    if settings.skill > PREFERS_POOR_SQUARES {
        return Some(square);
    }
    any().into_iter().chain([square]).min_by_key(|&square| game.weight(square))
}

/// Whether the other side wins in one after this move.
fn lets_win<G: Game>(game: &G, root: &G::Position, square: Square) -> bool {
    let mut after = root.clone();
    game.play(&mut after, square);
    game.side(&after) != game.side(root)
        && game.legal(&after).into_iter().any(|reply| game.wins_with(&mut after, reply))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::prelude::*;

    use super::super::levels::{CUBE, FLAT, TRAINS};
    use super::*;
    use crate::game::lines::{LineRule, Shape};
    use crate::game::trains::RuleSet;
    use crate::game::{GameSpec, Lines, Trains};
    use crate::search::Report;
    use crate::search::budget::Canceller;

    /// The report of a new search at a level, and the interim ones. `first`
    /// searches another position before.
    fn search<G: Players>(
        game: &G,
        root: &G::Position,
        settings: &Settings,
        nodes: u64,
        first: bool,
    ) -> (Report, Vec<Report>) {
        let (_canceller, stop) = Canceller::new(Instant::now());
        let mut searcher = SearchKind::Auto.searcher(game);
        let mut interim = Vec::new();
        let mut task = |root: &G::Position, interim: &mut Vec<Report>| {
            searcher.search(&mut Task {
                game,
                root,
                moves: game.legal(root),
                budget: Budget { nodes, ..Budget::UNLIMITED },
                settings,
                stop: &stop,
                report: &mut |report| interim.push(report.clone()),
            })
        };
        if first {
            task(&game.start(), &mut Vec::new());
        }
        (task(root, &mut interim), interim)
    }

    fn settings(skill: usize, seed: u64) -> Settings {
        Settings { skill, seed, hash: 1, ..Settings::default() }
    }

    /// A random position in which the game goes on.
    fn position<G: Game>(game: &G, plies: usize, seed: u64) -> G::Position {
        let mut random = Random::new(seed);
        let mut position = game.start();
        for _ in 0..plies {
            let legal = game.legal(&position);
            let Some(square) = legal.nth(random.below(legal.len())) else { break };
            let mut next = position.clone();
            game.play(&mut next, square);
            if game.outcome(&next).is_some() {
                break;
            }
            position = next;
        }
        position
    }

    fn check<G: Players>(game: &G, plies: usize, seed: u64, skill: usize) {
        let root = position(game, plies, seed);
        let settings = settings(skill, seed);
        let (report, interim) = search(game, &root, &settings, 100_000, false);
        let best = report.lines[0].pv[0];
        assert!(game.legal(&root).contains(best));
        // The same whatever was searched before.
        assert_eq!(
            search(game, &root, &settings, 100_000, true),
            (report.clone(), interim.clone())
        );
        let level = game.levels()[skill - 1];
        // Searches of cubes may exceed their nodes.
        let is_cube = matches!(game.spec(), GameSpec::Lines(shape) if !shape.is_flat());
        assert!(is_cube || report.nodes <= level.nodes, "{} nodes", report.nodes);
        assert!(is_cube || search(game, &root, &settings, 3, false).0.nodes <= 3);
        let wins = |square: Square| game.wins_with(&mut root.clone(), square);
        if skill >= SEES_WINS && game.legal(&root).into_iter().any(wins) {
            assert!(wins(best), "level {skill} overlooks a win in one");
        }
        let (_canceller, stop) = Canceller::new(Instant::now());
        let task = Task {
            game,
            root: &root,
            moves: game.legal(&root),
            budget: Budget::UNLIMITED,
            settings: &settings,
            stop: &stop,
            report: &mut |_| {},
        };
        if let Some(square) = error(&task, level) {
            // All reports are of the move played, and none calls it proven.
            for line in interim.iter().chain([&report]).flat_map(|report| &report.lines) {
                assert_eq!(line.pv[0], square);
                let is_ordinary = matches!(line.score, Score::Cp(-18_999..=18_999));
                assert!(is_ordinary && !line.exact, "{line:?}");
            }
            let safe = |square| !lets_win(game, &root, square);
            if skill >= SEES_THREATS && game.legal(&root).into_iter().any(safe) {
                let near = candidates(game, &root, true).into_iter().any(safe);
                assert!(safe(square) || !near, "level {skill} gives the game away");
            }
        }
    }

    fn flat(side: usize, line: usize) -> Lines {
        Lines::new(Shape::flat(side, side, line).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        #[test]
        fn a_level_depends_on_position_and_seed_only(
            seed: u64,
            plies in 0usize..48,
            skill in 1..FULL_SKILL,
        ) {
            check(&flat(3, 3), plies % 9, seed, skill);
            check(&flat(7, 4), plies, seed, skill);
            check(&Lines::new(Shape::cube(4).unwrap()), plies, seed, skill);
            check(&Trains::new(RuleSet::default()), plies, seed, skill);
        }
    }

    /// Of three moves, one of them forbidden, an error takes an allowed one.
    #[test]
    fn no_level_plays_a_forbidden_move() {
        let game = Lines::wide(Shape::five(15, 15, LineRule::Renju).unwrap());
        let mut root = game.start();
        for name in ["f8", "a1", "g8", "a3", "h6", "a5", "h7", "a7"] {
            game.play(&mut root, game.board().parse(name).unwrap());
        }
        let square = |name| game.board().parse(name).unwrap();
        let forbidden = square("h8");
        assert!(game.forbidden(&root).contains(forbidden));
        let (_canceller, stop) = Canceller::new(Instant::now());
        for skill in 1..FULL_SKILL {
            for seed in 0..200 {
                let task = Task {
                    game: &game,
                    root: &root,
                    moves: [forbidden, square("h9"), square("i8")].into_iter().collect(),
                    budget: Budget::UNLIMITED,
                    settings: &settings(skill, seed),
                    stop: &stop,
                    report: &mut |_| {},
                };
                let level = Level { errors: 1000, ..game.levels()[skill - 1] };
                assert_ne!(error(&task, level), Some(forbidden), "level {skill}");
            }
        }
    }

    /// Over many seeds, the share of errors is that in the table.
    #[test]
    fn the_lowest_level_overlooks_wins() {
        let game = flat(3, 3);
        let mut root = game.start();
        for name in ["a1", "b1", "a2", "b2"] {
            game.play(&mut root, game.board().parse(name).unwrap());
        }
        let win = game.board().parse("a3").unwrap();
        let found = |skill| {
            let plays = |&seed: &u64| search(&game, &root, &settings(skill, seed), 1000, false);
            (0..400).filter(|seed| plays(seed).0.lines[0].pv[0] == win).count()
        };
        assert_eq!(found(SEES_WINS), 400);
        // Of five squares an error hits the win with one.
        let expected = 400 - FLAT[0].errors * 400 / 1000 * 4 / 5;
        assert!(found(1).abs_diff(expected) < 60, "{} of {expected}", found(1));
    }

    #[test]
    fn full_strength_is_the_search_itself() {
        let game = flat(7, 4);
        let root = position(&game, 9, 4);
        let settings = settings(FULL_SKILL, 4);
        let (_canceller, stop) = Canceller::new(Instant::now());
        let itself = SearchKind::Auto.at_full_strength(&game).search(&mut Task {
            game: &game,
            root: &root,
            moves: game.legal(&root),
            budget: Budget { nodes: 5000, ..Budget::UNLIMITED },
            settings: &settings,
            stop: &stop,
            report: &mut |_| {},
        });
        assert_eq!(search(&game, &root, &settings, 5000, false).0, itself);
    }

    #[test]
    fn levels_rise() {
        for levels in [&TRAINS, &FLAT, &CUBE] {
            assert!(levels.iter().all(|level| level.errors <= 1000));
            assert!(levels.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
        }
    }
}
