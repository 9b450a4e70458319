//! The exact search that `mcts` asks: before its own simulations, where a
//! proof is within reach, and after them, how soon a win can be had.

use crate::search::{Budget, Heuristics, Line, Report, Score, Searcher, Settings, Task};

/// Of the nodes and of the time until the soft limit, this may be spent on an
/// attempt that fails.
const SHARE: f64 = 0.4;
/// An attempt is made if it would have to be luckier than ordinary by this
/// factor, or less.
const LUCK: f64 = 4.0;
/// The most nodes that an attempt may take: nothing is told before it ends.
const FARTHEST: f64 = 3e7;
/// The same without a clock, which would end it before it bores anybody.
const FARTHEST_WITHOUT_CLOCK: f64 = 4e6;
/// An attempt is given up after so many times the ordinary cost of a line.
const PATIENCE: f64 = 16.0;
/// The nodes of the first attempt; every other may take as many as all before.
const FIRST: u64 = 1 << 12;
/// The nodes that looking for a sooner win may take.
const SOONER: u64 = 200_000;
/// The part of the memory that the prover gets, once there is one.
const MEMORY: usize = 4;

/// A prover, made when it is first needed.
pub(super) struct SolverProbe<G: Heuristics> {
    prover: Option<Box<dyn Searcher<G>>>,
}

impl<G: Heuristics> Default for SolverProbe<G> {
    fn default() -> SolverProbe<G> {
        SolverProbe { prover: None }
    }
}

/// What has become of an attempt.
pub(super) enum ProbeResult {
    /// All that was asked for is proven.
    Proven(Report),
    /// It took too much, or was not even begun.
    Undecided {
        /// What it took.
        nodes: u64,
    },
}

impl<G: Heuristics> SolverProbe<G> {
    /// Tries to prove the result of the task's position.
    pub(super) fn search(&mut self, task: &mut Task<'_, G>) -> ProbeResult {
        let Task { game, root, moves, budget, settings, stop, .. } = *task;
        if settings.proofs && game.finds_shorter_wins() {
            // It will be asked in the end: the trees must leave it room.
            self.make(game);
        }
        let farthest = if stop.has_deadline() { FARTHEST } else { FARTHEST_WITHOUT_CLOCK };
        let most = (budget.max_simulations() as f64 * SHARE).min(farthest);
        let cost = game.proof_cost(root).filter(|&cost| cost <= most * LUCK);
        let Some(cost) = cost.filter(|_| settings.proofs && !settings.neighbors) else {
            return ProbeResult::Undecided { nodes: 0 };
        };
        let prover = self.make(game);
        let settings = Settings { hash: settings.hash / MEMORY, ..settings.clone() };
        let lines = settings.multi_pv.min(moves.len());
        // However few nodes are ordinary, the first attempt may take its own.
        let patience = (cost * PATIENCE * lines as f64).max(FIRST as f64);
        let most = most.min(patience) as u64;
        let (mut nodes, mut slice) = (0, FIRST);
        // What is begun at half of the share of the time may take the other half.
        while nodes < most && !stop.requested() && !stop.has_used(SHARE / 2.0) {
            let limit = slice.min(most - nodes);
            let budget = Budget { nodes: limit, depth: None, mate: None };
            let mut attempt =
                Task { game, root, moves, budget, settings: &settings, stop, report: &mut |_| {} };
            let mut report = prover.search(&mut attempt);
            nodes += report.nodes;
            if report.lines.len() == lines && report.lines.iter().all(|l| l.score.is_proven()) {
                report.nodes = nodes;
                return ProbeResult::Proven(report);
            }
            // A prover that ends on its own has found all that it can.
            if report.nodes < limit {
                break;
            }
            slice = nodes.max(FIRST);
        }
        ProbeResult::Undecided { nodes }
    }

    /// The prover, which from now on has its share of the memory.
    fn make(&mut self, game: &G) -> &mut dyn Searcher<G> {
        &mut **self.prover.get_or_insert_with(|| game.prover())
    }

    /// The soonest win of a position, where a tree has found one that takes
    /// more than one ply; `None` if that takes too many nodes. Adds those that
    /// it took.
    pub(super) fn soonest(&mut self, task: &Task<'_, G>, report: &mut Report) -> Option<Line> {
        let &Task { game, root, moves, budget, settings, stop, .. } = task;
        let Score::Win(plies @ 2..) = report.lines.first()?.score else { return None };
        if !game.finds_shorter_wins() || !task.has_all_moves() {
            return None;
        }
        let left = budget.max_simulations().saturating_sub(report.nodes).min(SOONER);
        let settings = &Settings { hash: settings.hash / MEMORY, ..settings.clone() };
        let budget = Budget { nodes: left, depth: None, mate: Some(plies) };
        let report_to = &mut |_: &Report| {};
        let mut ask = Task { game, root, moves, budget, settings, stop, report: report_to };
        let mut found = self.prover.as_mut().filter(|_| left > 0)?.search(&mut ask);
        report.nodes += found.nodes;
        found.lines.drain(..).next().filter(|line| line.exact)
    }

    /// The memory that is left for the trees.
    pub(super) fn rest_of(&self, bytes: usize) -> usize {
        if self.prover.is_some() { bytes - bytes / MEMORY } else { bytes }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Instant;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Game, Lines, Square, SquareSet};
    use crate::search::Canceller;

    /// A prover with prepared answers, the last one repeated, that notes what
    /// it is asked.
    struct Prepared {
        reports: Vec<Report>,
        asked: Arc<Mutex<Vec<(Budget, usize)>>>,
    }

    impl Searcher<Lines> for Prepared {
        fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
            let mut asked = self.asked.lock().unwrap();
            asked.push((task.budget, task.settings.multi_pv));
            let report = self.reports[(asked.len() - 1).min(self.reports.len() - 1)].clone();
            Report { nodes: report.nodes.min(task.budget.nodes), ..report }
        }

        fn clear(&mut self) {}
    }

    /// A report of so many nodes with these results, of the first squares.
    fn report(nodes: u64, scores: &[Score]) -> Report {
        let line = |(i, &score)| Line { score, ..Line::unknown(Square::new(i)) };
        Report { nodes, lines: scores.iter().enumerate().map(line).collect(), ..Report::default() }
    }

    type Asked = Vec<(Budget, usize)>;

    /// Asks about the start of 4x4, of which a proof costs 4,000 nodes, with moves to the first squares.
    fn ask<T>(
        reports: &[Report],
        (squares, budget): (usize, Budget),
        settings: &Settings,
        question: impl FnOnce(&mut SolverProbe<Lines>, &mut Task<'_, Lines>) -> T,
    ) -> (T, Asked) {
        let game = Lines::new(Shape::flat(4, 4, 3).unwrap());
        let asked: Arc<Mutex<Asked>> = Arc::default();
        let prover = Prepared { reports: reports.to_vec(), asked: Arc::clone(&asked) };
        let mut probe = SolverProbe { prover: Some(Box::new(prover)) };
        let (_canceller, stop) = Canceller::new(Instant::now());
        let answer = question(
            &mut probe,
            &mut Task {
                game: &game,
                root: &game.start(),
                moves: (0..squares).map(Square::new).collect::<SquareSet>(),
                budget,
                settings,
                stop: &stop,
                report: &mut |_| {},
            },
        );
        let asked = asked.lock().unwrap().clone();
        (answer, asked)
    }

    /// The scores that are proven, or the nodes that the attempt took.
    fn tried(
        reports: &[Report],
        squares: usize,
        nodes: u64,
        settings: &Settings,
    ) -> (Result<Vec<Score>, u64>, Asked) {
        let budget = Budget { nodes, ..Budget::UNLIMITED };
        ask(reports, (squares, budget), settings, |probe, task| match probe.search(task) {
            ProbeResult::Proven(report) => Ok(report.lines.iter().map(|line| line.score).collect()),
            ProbeResult::Undecided { nodes } => Err(nodes),
        })
    }

    const WIN: Score = Score::Win(5);

    #[test]
    fn only_a_proof_of_all_lines_that_are_asked_for_is_one() {
        let settings = |multi_pv| Settings { multi_pv, ..Settings::default() };
        // Undecided, it takes what an attempt may take at most.
        let most = tried(&[report(u64::MAX, &[Score::Cp(3)])], 16, 1 << 16, &settings(1)).0;
        assert_eq!(most, Err((65_536.0 * SHARE) as u64));
        for (lines, squares, scores, is_proven) in [
            (1, 16, &[WIN][..], true),
            (1, 16, &[Score::Draw], true),
            (1, 16, &[], false),
            (3, 16, &[WIN, Score::Draw, Score::Loss(6)], true),
            (3, 16, &[WIN, Score::Draw, Score::Cp(-7)], false),
            (3, 16, &[Score::Cp(7), Score::Draw, Score::Loss(6)], false),
            (3, 16, &[WIN, Score::Draw], false),
            (3, 16, &[WIN], false),
            // There are no more moves than these.
            (3, 2, &[WIN, Score::Draw], true),
            (3, 1, &[WIN], true),
        ] {
            let found = tried(&[report(u64::MAX, scores)], squares, 1 << 16, &settings(lines)).0;
            let expected = if is_proven { Ok(scores.to_vec()) } else { most.clone() };
            assert_eq!(found, expected, "{lines} lines of {squares}: {scores:?}");
        }
    }

    #[test]
    fn an_attempt_takes_its_share_of_the_nodes_in_growing_slices() {
        let never = report(u64::MAX, &[Score::Cp(0)]);
        let (found, asked) = tried(std::slice::from_ref(&never), 16, 100_000, &Settings::default());
        let slices: Vec<u64> = asked.iter().map(|(budget, _)| budget.nodes).collect();
        assert_eq!(slices, [4096, 4096, 8192, 16_384, 40_000 - 32_768]);
        assert_eq!(found, Err(40_000));
        // What was undecided at first is proven later, and all nodes count.
        let late = report(5, &[WIN]);
        let budget = Budget { nodes: 100_000, ..Budget::UNLIMITED };
        let settings = Settings::default();
        let (nodes, _) = ask(&[never, late], (16, budget), &settings, |probe, task| {
            let ProbeResult::Proven(report) = probe.search(task) else { panic!("it is proven") };
            report.nodes
        });
        assert_eq!(nodes, 4096 + 5);
    }

    /// A prover that ends within its nodes would only repeat itself.
    #[test]
    fn an_attempt_ends_with_a_prover_that_gives_up() {
        let reports = [report(u64::MAX, &[Score::Cp(0)]), report(0, &[WIN])];
        let settings = Settings { multi_pv: 2, ..Settings::default() };
        let (found, asked) = tried(&reports, 16, 100_000, &settings);
        assert_eq!((found, asked.len()), (Err(4096), 2));
    }

    #[test]
    fn without_proofs_or_with_moves_left_out_nothing_is_attempted() {
        let proof = [report(1, &[WIN])];
        let default = Settings::default();
        for settings in
            [Settings { proofs: false, ..default.clone() }, Settings { neighbors: true, ..default }]
        {
            assert_eq!(tried(&proof, 16, 1 << 16, &settings), (Err(0), Vec::new()));
        }
        // Nor where it would be too lucky to succeed.
        assert_eq!(tried(&proof, 16, 1, &Settings::default()), (Err(0), Vec::new()));
    }

    #[test]
    fn a_sooner_win_is_one_that_is_exact() {
        let default = Settings::default();
        let exact = |exact| {
            let line = Line { exact, score: Score::Win(3), ..Line::unknown(Square::new(4)) };
            Report { nodes: 9, lines: vec![line], ..Report::default() }
        };
        let soonest = |prepared: Report, found: Score, squares, nodes| {
            let budget = Budget { nodes, ..Budget::UNLIMITED };
            let (answer, asked) = ask(&[prepared], (squares, budget), &default, |probe, task| {
                let mut so_far = report(100, &[found]);
                let line = probe.soonest(task, &mut so_far);
                (line.map(|line| line.score), so_far.nodes)
            });
            (answer, asked.first().map(|(budget, _)| *budget))
        };
        let asked = |nodes, mate| Some(Budget { nodes, depth: None, mate: Some(mate) });
        let (sooner, budget) = soonest(exact(true), WIN, 16, u64::MAX);
        assert_eq!((sooner, budget), ((Some(Score::Win(3)), 109), asked(SOONER, 5)));
        let (bound, budget) = soonest(exact(false), WIN, 16, 1000);
        assert_eq!((bound, budget), ((None, 109), asked(900, 5)));
        // No win, one at once, moves left out, no nodes left: nobody is asked.
        for (found, squares, nodes) in [
            (Score::Loss(4), 16, 1000),
            (Score::Draw, 16, 1000),
            (Score::Cp(19_999), 16, 1000),
            (Score::Win(1), 16, 1000),
            (WIN, 15, 1000),
            (WIN, 16, 100),
        ] {
            let (answer, budget) = soonest(exact(true), found, squares, nodes);
            assert_eq!((answer, budget), ((None, 100), None), "{found:?}");
        }
    }
}
