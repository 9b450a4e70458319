//! Runs the exact search for `mcts`: before the simulations where a proof is
//! within reach, and after them to find the shortest win.

use crate::game::Squares;
use crate::search::task::{Budget, Heuristics, Line, Report, Score, Searcher, Settings, Task};

/// The part of the nodes, and of the time until the soft deadline, that a
/// failing attempt may take.
const SHARE: f64 = 0.4;
/// An attempt is made if the estimated cost of a proof is at most this many
/// times the nodes allowed.
const MAX_COST_RATIO: f64 = 4.0;
/// The maximum number of nodes of an attempt: nothing is reported before it
/// ends.
const MAX_NODES: f64 = 3e7;
/// The maximum number of nodes without a clock; a clock would end long
/// attempts.
const MAX_NODES_WITHOUT_CLOCK: f64 = 4e6;
/// An attempt is given up after this many times the estimated cost for each
/// line.
const PATIENCE: f64 = 16.0;
/// The nodes of the first slice of an attempt; every further slice may take as
/// many as all before it.
const FIRST_SLICE: u64 = 1 << 12;
/// The maximum number of nodes of the search for a shorter win.
const SHORTER_WIN_NODES: u64 = 200_000;
/// Once the prover exists, it gets the memory divided by this number.
const PROVER_SHARE: usize = 4;

/// Makes the prover of a game.
pub(crate) type MakeProver<G> = fn(&G) -> Box<dyn Searcher<G>>;

/// The prover, made when it is first needed.
pub(super) struct SolverProbe<G: Heuristics> {
    make_prover: MakeProver<G>,
    prover: Option<Box<dyn Searcher<G>>>,
}

/// The result of an attempt.
pub(super) enum ProbeResult {
    /// All requested lines are proven.
    Proven(Report),
    /// The attempt was given up, or not begun.
    Undecided {
        /// The nodes it took.
        nodes: u64,
    },
}

impl<G: Heuristics> SolverProbe<G> {
    pub(super) fn new(make_prover: MakeProver<G>) -> SolverProbe<G> {
        SolverProbe { make_prover, prover: None }
    }

    /// Forgets the prover.
    pub(super) fn clear(&mut self) {
        self.prover = None;
    }

    /// Tries to prove the result of the task's position.
    pub(super) fn search(&mut self, task: &mut Task<'_, G>) -> ProbeResult {
        let Task { game, root, moves, settings, stop, .. } = *task;
        if settings.proofs && game.finds_shorter_wins() {
            // `shortest_win` will need it, so the trees must leave it memory.
            self.make(game);
        }
        let Some(cost) = cost(task) else { return ProbeResult::Undecided { nodes: 0 } };
        let max_nodes = max_nodes(task);
        let prover = self.make(game);
        let settings = Settings { hash: settings.hash / PROVER_SHARE, ..settings.clone() };
        let lines = settings.multi_pv.min(moves.len());
        // At least the first slice, however low the estimated cost is.
        let patience = (cost * PATIENCE * lines as f64).max(FIRST_SLICE as f64);
        let max_nodes = max_nodes.min(patience) as u64;
        let (mut nodes, mut slice) = (0, FIRST_SLICE);
        // A slice takes about as long as all before it, so the last one begins
        // within half of the share of the time.
        while nodes < max_nodes && !stop.requested() && !stop.has_used_part(SHARE / 2.0) {
            let limit = slice.min(max_nodes - nodes);
            let budget = Budget { nodes: limit, depth: None, mate: None };
            let mut attempt =
                Task { game, root, moves, budget, settings: &settings, stop, report: &mut |_| {} };
            let mut report = prover.search(&mut attempt);
            nodes += report.nodes;
            if report.lines.len() == lines && report.lines.iter().all(|l| l.score.is_proven()) {
                report.nodes = nodes;
                return ProbeResult::Proven(report);
            }
            // A prover that ends before its limit cannot find more.
            if report.nodes < limit {
                break;
            }
            slice = nodes.max(FIRST_SLICE);
        }
        ProbeResult::Undecided { nodes }
    }

    /// Whether the next [`search`](SolverProbe::search) makes the prover, for
    /// which the trees must leave memory.
    pub(super) fn will_make_prover(&self, task: &Task<'_, G>) -> bool {
        let is_always_made = || task.settings.proofs && task.game.finds_shorter_wins();
        self.prover.is_none() && (is_always_made() || cost(task).is_some())
    }

    /// The prover, made if necessary. From now on it has its share of the
    /// memory.
    fn make(&mut self, game: &G) -> &mut dyn Searcher<G> {
        &mut **self.prover.get_or_insert_with(|| (self.make_prover)(game))
    }

    /// The shortest win of a position for which the report has a win of more
    /// than one ply; `None` if finding it takes too many nodes. Adds its nodes
    /// to the report.
    pub(super) fn shortest_win(&mut self, task: &Task<'_, G>, report: &mut Report) -> Option<Line> {
        let &Task { game, root, moves, budget, settings, stop, .. } = task;
        let Score::Win(plies @ 2..) = report.lines.first()?.score else { return None };
        if !game.finds_shorter_wins() || !task.has_all_moves() {
            return None;
        }
        let left = budget.max_simulations().saturating_sub(report.nodes).min(SHORTER_WIN_NODES);
        let settings = &Settings { hash: settings.hash / PROVER_SHARE, ..settings.clone() };
        let budget = Budget { nodes: left, depth: None, mate: Some(plies) };
        let report_to = &mut |_: &Report| {};
        let mut attempt = Task { game, root, moves, budget, settings, stop, report: report_to };
        let mut found = self.prover.as_mut().filter(|_| left > 0)?.search(&mut attempt);
        report.nodes += found.nodes;
        found.lines.drain(..).next().filter(|line| line.exact)
    }

    /// The part of `bytes` that is left for the trees.
    pub(super) fn tree_memory(&self, bytes: usize) -> usize {
        if self.prover.is_some() { bytes - bytes / PROVER_SHARE } else { bytes }
    }
}

/// The maximum number of nodes of an attempt.
fn max_nodes<G: Heuristics>(task: &Task<'_, G>) -> f64 {
    let cap = if task.stop.has_deadline() { MAX_NODES } else { MAX_NODES_WITHOUT_CLOCK };
    (task.budget.max_simulations() as f64 * SHARE).min(cap)
}

/// The estimated cost of a proof, if an attempt is to be made.
fn cost<G: Heuristics>(task: &Task<'_, G>) -> Option<f64> {
    let Task { game, root, settings, .. } = task;
    let cost = game.proof_cost(root).filter(|_| settings.proofs && !settings.neighbors);
    cost.filter(|&cost| cost <= max_nodes(task) * MAX_COST_RATIO)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Instant;

    use super::*;
    use crate::game::lines::Shape;
    use crate::game::{Game, Lines, Square, SquareSet};
    use crate::search::budget::Canceller;

    /// A prover with prepared reports, the last one repeated, that records the
    /// budgets and numbers of lines it is called with.
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

    /// A report of `nodes` nodes with these scores for the first squares.
    fn report(nodes: u64, scores: &[Score]) -> Report {
        let line = |(i, &score)| Line { score, ..Line::unknown(Square::new(i)) };
        Report { nodes, lines: scores.iter().enumerate().map(line).collect(), ..Report::default() }
    }

    type Asked = Vec<(Budget, usize)>;

    /// Probes the start of 4x4, of which a proof costs 4,000 nodes, with the
    /// first `squares` squares as moves.
    fn ask<T>(
        reports: &[Report],
        (squares, budget): (usize, Budget),
        settings: &Settings,
        question: impl FnOnce(&mut SolverProbe<Lines>, &mut Task<'_, Lines>) -> T,
    ) -> (T, Asked) {
        let game = Lines::new(Shape::flat(4, 4, 3).unwrap());
        let asked: Arc<Mutex<Asked>> = Arc::default();
        let prover = Prepared { reports: reports.to_vec(), asked: Arc::clone(&asked) };
        let mut probe = SolverProbe::new(|_| unreachable!("the prover is prepared"));
        probe.prover = Some(Box::new(prover));
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

    /// The proven scores, or the nodes that the attempt took.
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
    fn an_attempt_succeeds_only_with_proofs_of_all_lines() {
        let settings = |multi_pv| Settings { multi_pv, ..Settings::default() };
        // An undecided attempt takes all nodes allowed.
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
            // There are fewer moves than lines.
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
        // A later slice succeeds, and all nodes count.
        let late = report(5, &[WIN]);
        let budget = Budget { nodes: 100_000, ..Budget::UNLIMITED };
        let settings = Settings::default();
        let (nodes, _) = ask(&[never, late], (16, budget), &settings, |probe, task| {
            let ProbeResult::Proven(report) = probe.search(task) else { panic!("it is proven") };
            report.nodes
        });
        assert_eq!(nodes, 4096 + 5);
    }

    /// A prover that ends before its limit would only repeat itself.
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
        // Nor where a proof costs too much.
        assert_eq!(tried(&proof, 16, 1, &Settings::default()), (Err(0), Vec::new()));
    }

    #[test]
    fn a_shorter_win_has_to_be_exact() {
        let default = Settings::default();
        let exact = |exact| {
            let line = Line { exact, score: Score::Win(3), ..Line::unknown(Square::new(4)) };
            Report { nodes: 9, lines: vec![line], ..Report::default() }
        };
        let shortest = |prepared: Report, found: Score, squares, nodes| {
            let budget = Budget { nodes, ..Budget::UNLIMITED };
            let (answer, asked) = ask(&[prepared], (squares, budget), &default, |probe, task| {
                let mut so_far = report(100, &[found]);
                let line = probe.shortest_win(task, &mut so_far);
                (line.map(|line| line.score), so_far.nodes)
            });
            (answer, asked.first().map(|(budget, _)| *budget))
        };
        let asked = |nodes, mate| Some(Budget { nodes, depth: None, mate: Some(mate) });
        let (shorter, budget) = shortest(exact(true), WIN, 16, u64::MAX);
        assert_eq!((shorter, budget), ((Some(Score::Win(3)), 109), asked(SHORTER_WIN_NODES, 5)));
        let (bound, budget) = shortest(exact(false), WIN, 16, 1000);
        assert_eq!((bound, budget), ((None, 109), asked(900, 5)));
        // No win, a win in one, moves left out, no nodes left: no search.
        for (found, squares, nodes) in [
            (Score::Loss(4), 16, 1000),
            (Score::Draw, 16, 1000),
            (Score::Cp(19_999), 16, 1000),
            (Score::Win(1), 16, 1000),
            (WIN, 15, 1000),
            (WIN, 16, 100),
        ] {
            let (answer, budget) = shortest(exact(true), found, squares, nodes);
            assert_eq!((answer, budget), ((None, 100), None), "{found:?}");
        }
    }
}
