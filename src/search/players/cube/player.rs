//! The searcher of the cubes: first forced wins, then proofs for both sides
//! ([`super::alternate`]), then alpha-beta over the moves that are not proven
//! to lose.

use super::root_moves::{Outlook, RootMove, sort_moves};
use crate::game::{Game, Lines, Side, Square, SquareSet};
use crate::search::alphabeta::general::AlphaBeta;
use crate::search::budget::Meter;
use crate::search::proof::bits::Bits;
use crate::search::proof::cube::board::{Cube, CubePosition, Geometry};
use crate::search::proof::cube::forced::{ForcingResult, ForcingSearch, FoundWin, soonest_win};
use crate::search::proof::cube::tree::{Proof, Prover};
use crate::search::task::sorting::sort_by_key;
use crate::search::task::{Book, Budget, Line, Report, Score, Searcher, Settings, Task};

/// The searcher, which keeps both sides' proof trees from move to move.
pub(crate) struct CubePlayer<C: Cube> {
    pub(crate) geometry: &'static Geometry<C>,
    /// One prover for each side as the attacker.
    pub(crate) provers: [Prover<C>; 2],
    pub(crate) forcing: ForcingSearch<C>,
    /// The win of the last report.
    pub(crate) announced: Option<AnnouncedWin<C>>,
    /// For positions that no proof decides: quiet ones and full boards.
    alpha_beta: AlphaBeta,
}

/// The win of the last report.
#[derive(Debug)]
pub(crate) struct AnnouncedWin<C: Cube> {
    /// The position that was searched.
    pub(super) position: CubePosition<C>,
    /// The winner, to move in `position`.
    pub(super) side: Side,
    pub(super) plies: u32,
    pub(super) exact: bool,
    pub(super) line: Vec<Square>,
}

/// Nodes to find a forced win of the opponent after one of our moves.
pub(crate) const SAFETY_NODES: u64 = 20_000;

impl<C: Cube> Default for CubePlayer<C> {
    fn default() -> Self {
        CubePlayer {
            geometry: C::geometry(),
            provers: Default::default(),
            forcing: ForcingSearch::default(),
            announced: None,
            alpha_beta: AlphaBeta::default(),
        }
    }
}

impl<C: Cube> Searcher<Lines> for CubePlayer<C> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let mut meter = Meter::new(task.stop, task.budget.max_simulations());
        let mut search = CubeSearch::new(self, task, &mut meter);
        search.limit_memory();
        search.run_keeping_announced_win()
    }

    fn clear(&mut self) {
        self.provers.iter_mut().for_each(Prover::clear);
        self.forcing.clear();
        self.announced = None;
        Searcher::<Lines>::clear(&mut self.alpha_beta);
    }
}

/// The state of one search.
pub(crate) struct CubeSearch<'a, 'b, 'c, C: Cube> {
    pub(crate) player: &'a mut CubePlayer<C>,
    pub(crate) task: &'a mut Task<'b, Lines>,
    pub(crate) meter: &'a mut Meter<'c>,
    pub(crate) side: Side,
    pub(crate) position: CubePosition<C>,
    /// The root moves to consider, the most promising first.
    pub(crate) candidates: Vec<RootMove>,
    pub(crate) seldepth: u32,
    /// The plies of a win known before the search; `u32::MAX` if none is.
    pub(crate) known_plies: u32,
}

impl<'a, 'b, 'c, C: Cube> CubeSearch<'a, 'b, 'c, C> {
    fn new(
        player: &'a mut CubePlayer<C>,
        task: &'a mut Task<'b, Lines>,
        meter: &'a mut Meter<'c>,
    ) -> Self {
        let [x, o] = Side::BOTH.map(|side| C::Board::from_set(task.game.stones(task.root, side)));
        let position = CubePosition::new(player.geometry, x, o);
        let side = task.game.side(task.root);
        let mut candidates: Vec<RootMove> = task
            .moves
            .into_iter()
            .map(|square| RootMove::new(&position, side, square.index()))
            .collect();
        sort_by_key(&mut candidates, |candidate| std::cmp::Reverse(candidate.line_value));
        let (seldepth, known_plies) = (1, u32::MAX);
        CubeSearch { player, task, meter, side, position, candidates, seldepth, known_plies }
    }

    /// Sets the memory limit of both proof trees, and clears full ones.
    fn limit_memory(&mut self) {
        let bytes = self.task.settings.hash << 20;
        for attacker in Side::BOTH {
            let normalized = Self::with_x_attacking(&self.position, attacker);
            let prover = &mut self.player.provers[attacker.index()];
            prover.memory = bytes / 3;
            let is_full = prover.full || prover.arena.bytes() > prover.memory;
            // A full tree holds mostly positions of earlier moves. It is kept
            // while its proof is being played.
            if is_full && !matches!(prover.probe(&normalized), Some(Proof::Proven(_))) {
                prover.clear();
            }
        }
    }

    /// Searches without regard to an announced win.
    pub(crate) fn run(&mut self) -> Report {
        if let Some(report) = self.find_forced_win() {
            return report;
        }
        self.find_losing_moves();
        if let Some(square) = self.book_move() {
            return self.report(Some(self.winning_line(square, self.empty().saturating_sub(1))));
        }
        if !self.all_moves_lose() {
            let proven = self.prove();
            self.update_candidates();
            if proven.is_some() {
                return self.report(proven);
            }
        }
        if !self.all_moves_lose() && self.meter.poll() && !self.task.stop.requested() {
            return self.search_alpha_beta();
        }
        // A client that wants several lines wants to see which moves last the
        // longest.
        if self.all_moves_lose() && self.task.settings.multi_pv == 1 {
            self.swindle();
        }
        self.report(None)
    }

    /// The number of empty squares, an upper bound of the plies left.
    pub(crate) fn empty(&self) -> u32 {
        self.position.empty(self.player.geometry).len()
    }

    /// Whether every root move is proven to lose.
    pub(crate) fn all_moves_lose(&self) -> bool {
        self.open_moves().is_empty()
    }

    /// The root moves that are not proven to lose.
    pub(crate) fn open_moves(&self) -> SquareSet {
        let open = self.candidates.iter().filter(|candidate| candidate.outlook == Outlook::Open);
        open.map(|candidate| Square::new(candidate.square)).collect()
    }

    /// Whether a square is one of the root moves to consider.
    pub(crate) fn is_candidate(&self, square: usize) -> bool {
        self.candidates.iter().any(|candidate| candidate.square == square)
    }

    /// The position with the colours exchanged if O is the attacker: provers
    /// take X as the attacker.
    pub(crate) fn with_x_attacking(position: &CubePosition<C>, attacker: Side) -> CubePosition<C> {
        if attacker == Side::X { *position } else { position.swapped() }
    }

    /// The position after one of our moves.
    pub(crate) fn after(&self, square: usize) -> CubePosition<C> {
        self.position.after(self.player.geometry, self.side, square)
    }

    /// Looks for a forced win. Sends a report of the first one found, and
    /// returns one of the soonest.
    fn find_forced_win(&mut self) -> Option<Report> {
        let moves = C::Board::from_set(self.task.moves);
        let known_plies = self.known_plies;
        let send = &mut *self.task.report;
        let mut report = |found: &FoundWin, nodes| {
            let is_allowed = found.line.first().is_some_and(|&first| moves.has(first));
            if is_allowed && found.plies <= known_plies {
                send(&Report {
                    depth: found.line.len() as u32,
                    seldepth: found.plies,
                    nodes,
                    hashfull: Some(0),
                    lines: vec![found.to_line()],
                    ..Report::default()
                });
            }
        };
        let found = soonest_win(
            &mut self.player.forcing,
            &self.position,
            self.side,
            moves,
            self.meter,
            &mut report,
        )?;
        self.seldepth = self.seldepth.max(found.plies);
        let first = *found.line.first()?;
        self.is_candidate(first).then(|| self.report(Some(found.to_line())))
    }

    /// The book for cubes of this size, if the settings have one.
    pub(crate) fn book(&self) -> Option<&Book> {
        self.task.settings.book.as_deref().filter(|_| Book::is_for::<C>())
    }

    /// The book's move in this position, if it has one.
    fn book_move(&self) -> Option<usize> {
        let [x, o] = Side::BOTH.map(|side| self.position.stones(side).to_set());
        let square = self.book().filter(|_| self.side == Side::X)?.move_in(x, o)?;
        self.is_candidate(square).then_some(square)
    }

    /// Marks the root moves that lose to a forced win.
    fn find_losing_moves(&mut self) {
        let threats = self.position.completions(self.player.geometry, !self.side);
        for candidate in &mut self.candidates {
            if !(threats & !C::Board::of(candidate.square)).is_empty() {
                candidate.outlook = Outlook::Loses(2);
            }
        }
        // Without a forced win after a pass the opponent has none after a move.
        if threats.is_empty()
            && let ForcingResult::NoWin =
                self.player.forcing.search(&self.position, !self.side, SAFETY_NODES, self.meter)
        {
            return;
        }
        for i in 0..self.candidates.len() {
            let RootMove { square, outlook: Outlook::Open, .. } = self.candidates[i] else {
                continue;
            };
            let after = self.after(square);
            let result = self.player.forcing.search(&after, !self.side, SAFETY_NODES, self.meter);
            if let ForcingResult::Win(sequence) = result {
                self.candidates[i].outlook = Outlook::Loses(sequence.plies() + 1);
            }
        }
    }

    /// Runs alpha-beta over the moves that are not proven to lose, once the
    /// proofs have failed.
    fn search_alpha_beta(&mut self) -> Report {
        let moves = self.open_moves();
        let settings = self.task.settings.clone();
        let settings = Settings { hash: settings.hash / 3, threads: 1, ..settings };
        let (spent, seldepth, memory_use) = (self.meter.nodes(), self.seldepth, self.memory_use());
        let budget = Budget { nodes: self.meter.nodes_left(), ..self.task.budget };
        let report = &mut *self.task.report;
        let mut task = Task { moves, budget, settings: &settings, report, ..*self.task };
        task.delegate(&mut self.player.alpha_beta, |report| Report {
            nodes: report.nodes + spent,
            seldepth: report.seldepth.max(seldepth),
            hashfull: report.hashfull.max(Some(memory_use)),
            ..report
        })
    }

    /// The report with `first`, or else the best candidate, as its first line,
    /// and more candidates for `MultiPV`. Candidates without findings get no
    /// further line, since they have no score.
    pub(crate) fn report(&mut self, first: Option<Line>) -> Report {
        sort_moves(&mut self.candidates, self.side);
        let longest = self.candidates.iter().map(RootMove::plies_to_loss).max().unwrap_or(0);
        let mut lines: Vec<Line> = first.into_iter().collect();
        for candidate in self.candidates.clone() {
            let square = Square::new(candidate.square);
            let is_another = |first: &Line| candidate.has_findings() && first.pv[0] != square;
            if lines.len() < self.task.settings.multi_pv && lines.first().is_none_or(is_another) {
                let score = match (candidate.outlook, candidate.win_plies) {
                    // The longest loss bounds that of the position, even if
                    // another move is ranked first.
                    (Outlook::Loses(_), _) if lines.is_empty() => Score::Loss(longest),
                    (Outlook::Loses(plies), _) => Score::Loss(plies),
                    (Outlook::Open, Some(plies)) => Score::Win(plies.min(self.empty())),
                    // The order of the moves depends on more than the estimate:
                    // keep the scores in descending order.
                    (Outlook::Open, None) => {
                        let above = lines.last().map_or(i32::MAX, |line| match line.score {
                            Score::Cp(above) => above,
                            _ => i32::MAX,
                        });
                        Score::Cp(candidate.estimate().min(above))
                    }
                };
                let pv = match candidate.outlook {
                    Outlook::Loses(plies) => self.losing_line(candidate.square, plies),
                    Outlook::Open => vec![square],
                };
                let mut line = Line::new(score, false, pv);
                line.wdl = line.wdl.or(Some(expected_results(score)));
                lines.push(line);
            }
        }
        let depth = lines.first().map_or(1, |line| line.pv.len() as u32);
        Report {
            depth,
            seldepth: self.seldepth.max(depth),
            nodes: self.meter.nodes(),
            hashfull: Some(self.memory_use()),
            lines,
            ..Report::default()
        }
    }

    /// The part of the memory for proofs that is in use, in thousandths: 1000
    /// once a prover has run out of memory.
    fn memory_use(&self) -> u32 {
        if self.player.provers.iter().any(|prover| prover.full) {
            return 1000;
        }
        let used: usize = self.player.provers.iter().map(|prover| prover.arena.bytes()).sum();
        let all: usize = self.player.provers.iter().map(|prover| prover.memory).sum();
        ((used * 1000).checked_div(all).unwrap_or(0)).min(1000) as u32
    }
}

/// Wins, draws and losses expected in 1,000 games. Proof numbers say less than other
/// estimates: 400 centipoints of theirs are worth 100 (`docs/searches.md`).
fn expected_results(score: Score) -> [u32; 3] {
    match score {
        Score::Cp(value) => Score::Cp(value / 4).wdl(),
        proven => proven.wdl(),
    }
}
