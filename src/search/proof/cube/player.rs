//! The search itself: forced wins at once; then proofs ([`super::alternate`]);
//! then the best of the moves that are not known to lose.

use super::announced::AnnouncedWin;
use super::bits::Bits;
use super::book::Book;
use super::dfpn::{Proof, Prover};
use super::distance::{Distance, soonest};
use super::forcing::{Forcing, Verdict};
use super::geometry::{Cube, Geometry};
use super::position::Position;
use super::root_moves::{Outlook, RootMove, choose};
use crate::game::{Game, Lines, Side, Square, SquareSet};
use crate::search::alpha_beta::AlphaBeta;
use crate::search::{Budget, Line, Meter, Report, Score, Searcher, Settings, Task};

/// Both sides' proof searches, kept from move to move.
pub(super) struct Player<C: Cube> {
    pub(super) geometry: &'static Geometry<C>,
    /// By the side that attacks.
    pub(super) provers: [Prover<C>; 2],
    pub(super) forcing: Forcing<C>,
    /// The win of the last report.
    pub(super) announced: Option<AnnouncedWin<C>>,
    /// For what no proof decides: quiet positions and full boards.
    alpha_beta: AlphaBeta,
}

/// Nodes to find out whether a move of ours loses by force.
pub(super) const SAFETY: u64 = 20_000;

impl<C: Cube> Default for Player<C> {
    fn default() -> Self {
        Player {
            geometry: C::geometry(),
            provers: Default::default(),
            forcing: Forcing::default(),
            announced: None,
            alpha_beta: AlphaBeta::default(),
        }
    }
}

impl<C: Cube> Searcher<Lines> for Player<C> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let mut meter = Meter::new(task.stop, task.budget.max_simulations());
        let mut search = Search::new(self, task, &mut meter);
        search.make_room();
        search.run_keeping_announced_win()
    }

    fn clear(&mut self) {
        self.provers.iter_mut().for_each(Prover::clear);
        self.forcing.clear();
        self.announced = None;
        Searcher::<Lines>::clear(&mut self.alpha_beta);
    }
}

/// One task at work.
pub(super) struct Search<'a, 'b, 'c, C: Cube> {
    pub(super) player: &'a mut Player<C>,
    pub(super) task: &'a mut Task<'b, Lines>,
    pub(super) meter: &'a mut Meter<'c>,
    pub(super) side: Side,
    pub(super) position: Position<C>,
    /// The moves to choose from, the most promising first.
    pub(super) candidates: Vec<RootMove>,
    pub(super) seldepth: u32,
    /// A win within so many plies is known before; none is `u32::MAX`.
    pub(super) announced_plies: u32,
}

impl<'a, 'b, 'c, C: Cube> Search<'a, 'b, 'c, C> {
    fn new(
        player: &'a mut Player<C>,
        task: &'a mut Task<'b, Lines>,
        meter: &'a mut Meter<'c>,
    ) -> Self {
        let [x, o] = Side::BOTH.map(|side| C::Board::from_set(task.game.stones(task.root, side)));
        let position = Position::new(player.geometry, x, o);
        let side = task.game.side(task.root);
        let mut candidates: Vec<RootMove> = task
            .moves
            .into_iter()
            .map(|square| RootMove::new(&position, side, square.index()))
            .collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.line_value));
        let (seldepth, announced_plies) = (1, u32::MAX);
        Search { player, task, meter, side, position, candidates, seldepth, announced_plies }
    }

    /// Gives the trees their memory.
    fn make_room(&mut self) {
        let bytes = self.task.settings.hash << 20;
        for attacker in Side::BOTH {
            let seen = Self::seen_by(&self.position, attacker);
            let prover = &mut self.player.provers[attacker.index()];
            prover.memory = bytes / 3;
            let is_full = prover.full || prover.arena.bytes() > prover.memory;
            // What a full tree knows is mostly of positions long past, unless
            // its proof is being played.
            if is_full && !matches!(prover.known(&seen), Some(Proof::Proven(_))) {
                prover.clear();
            }
        }
    }

    /// Searches, whatever was told before.
    pub(super) fn run(&mut self) -> Report {
        if let Some(report) = self.win_by_force() {
            return report;
        }
        self.look_for_dangers();
        if let Some(square) = self.book_move() {
            return self.report(Some(self.proven(square, self.empty().saturating_sub(1))));
        }
        if !self.lost() {
            let proven = self.prove();
            self.take_over();
            if proven.is_some() {
                return self.report(proven);
            }
        }
        if !self.lost() && self.meter.poll() && !self.task.stop.requested() {
            return self.search_deeper();
        }
        // Several lines are asked for by those who want to know how long each
        // move lasts.
        if self.lost() && self.task.settings.multi_pv == 1 {
            self.swindle();
        }
        self.report(None)
    }

    /// The number of empty squares: no game takes more plies.
    pub(super) fn empty(&self) -> u32 {
        self.position.empty(self.player.geometry).len()
    }

    /// Whether every move is known to lose.
    pub(super) fn lost(&self) -> bool {
        self.open_moves().is_empty()
    }

    /// The moves that are not known to lose.
    pub(super) fn open_moves(&self) -> SquareSet {
        let open = self.candidates.iter().filter(|candidate| candidate.outlook == Outlook::Open);
        open.map(|candidate| Square::new(candidate.square)).collect()
    }

    pub(super) fn is_candidate(&self, square: usize) -> bool {
        self.candidates.iter().any(|candidate| candidate.square == square)
    }

    /// A position as the prover with this side as attacker sees it.
    pub(super) fn seen_by(position: &Position<C>, attacker: Side) -> Position<C> {
        if attacker == Side::X { *position } else { position.swapped() }
    }

    pub(super) fn after(&self, square: usize) -> Position<C> {
        self.position.after(self.player.geometry, self.side, square)
    }

    /// A forced win, told as soon as there is one and again when it is the
    /// soonest.
    fn win_by_force(&mut self) -> Option<Report> {
        let moves = C::Board::from_set(self.task.moves);
        let announced_plies = self.announced_plies;
        let tell = &mut *self.task.report;
        let mut announce = |found: &Distance, nodes| {
            let may_begin = found.line.first().is_some_and(|&first| moves.has(first));
            if may_begin && found.plies <= announced_plies {
                tell(&Report {
                    depth: found.line.len() as u32,
                    seldepth: found.plies,
                    nodes,
                    hashfull: Some(0),
                    lines: vec![found.to_line()],
                    ..Report::default()
                });
            }
        };
        let found = soonest(
            &mut self.player.forcing,
            &self.position,
            self.side,
            moves,
            self.meter,
            &mut announce,
        )?;
        self.seldepth = self.seldepth.max(found.plies);
        let first = *found.line.first()?;
        self.is_candidate(first).then(|| self.report(Some(found.to_line())))
    }

    /// The book for cubes of this size, if the settings have one.
    pub(super) fn book(&self) -> Option<&Book> {
        self.task.settings.book.as_deref().filter(|_| Book::is_for::<C>())
    }

    /// The book's move, if it has one here.
    fn book_move(&self) -> Option<usize> {
        let [x, o] = Side::BOTH.map(|side| self.position.stones(side).to_set());
        let square = self.book().filter(|_| self.side == Side::X)?.move_in(x, o)?;
        self.is_candidate(square).then_some(square)
    }

    /// Finds out which moves lose by force.
    fn look_for_dangers(&mut self) {
        let threats = self.position.completions(self.player.geometry, !self.side);
        for candidate in &mut self.candidates {
            if !(threats & !C::Board::of(candidate.square)).is_empty() {
                candidate.outlook = Outlook::Loses(2);
            }
        }
        // What the opponent cannot do after a pass it cannot do after a move.
        if threats.is_empty()
            && let Verdict::NoWin =
                self.player.forcing.search(&self.position, !self.side, SAFETY, self.meter)
        {
            return;
        }
        for i in 0..self.candidates.len() {
            let RootMove { square, outlook: Outlook::Open, .. } = self.candidates[i] else {
                continue;
            };
            let after = self.after(square);
            let verdict = self.player.forcing.search(&after, !self.side, SAFETY, self.meter);
            if let Verdict::Win(sequence) = verdict {
                self.candidates[i].outlook = Outlook::Loses(sequence.plies() + 1);
            }
        }
    }

    /// Alpha-beta over the moves that are not known to lose, where proofs have
    /// nothing more to say.
    fn search_deeper(&mut self) -> Report {
        let moves = self.open_moves();
        let settings = self.task.settings.clone();
        let settings = Settings { hash: settings.hash / 3, threads: 1, ..settings };
        let (spent, seldepth, fullness) = (self.meter.nodes(), self.seldepth, self.fullness());
        let budget = Budget { nodes: self.meter.nodes_left(), ..self.task.budget };
        let report = &mut *self.task.report;
        let mut task = Task { moves, budget, settings: &settings, report, ..*self.task };
        task.delegate(&mut self.player.alpha_beta, |report| Report {
            nodes: report.nodes + spent,
            seldepth: report.seldepth.max(seldepth),
            hashfull: report.hashfull.max(Some(fullness)),
            ..report
        })
    }

    /// What is known: this line, or the chosen move, and others for `MultiPV`.
    /// A score says that something was searched: other moves have no line.
    pub(super) fn report(&mut self, first: Option<Line>) -> Report {
        choose(&mut self.candidates, self.side);
        let longest = self.candidates.iter().map(RootMove::lasts).max().unwrap_or(0);
        let mut lines: Vec<Line> = first.into_iter().collect();
        for candidate in self.candidates.clone() {
            let square = Square::new(candidate.square);
            let is_further = |first: &Line| candidate.is_judged() && first.pv[0] != square;
            if lines.len() < self.task.settings.multi_pv && lines.first().is_none_or(is_further) {
                let score = match (candidate.outlook, candidate.wins) {
                    // The longest way to lose bounds the distance, whichever
                    // move is chosen.
                    (Outlook::Loses(_), _) if lines.is_empty() => Score::Loss(longest),
                    (Outlook::Loses(plies), _) => Score::Loss(plies),
                    (Outlook::Open, Some(plies)) => Score::Win(plies.min(self.empty())),
                    // The order follows more than the estimate, which must not
                    // contradict it.
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
                lines.push(Line::new(score, false, pv));
            }
        }
        let depth = lines.first().map_or(1, |line| line.pv.len() as u32);
        Report {
            depth,
            seldepth: self.seldepth.max(depth),
            nodes: self.meter.nodes(),
            hashfull: Some(self.fullness()),
            lines,
            ..Report::default()
        }
    }

    /// How much of the memory for proofs is in use, in thousandths; all of it
    /// when one was given up because there was no more.
    fn fullness(&self) -> u32 {
        if self.player.provers.iter().any(|prover| prover.full) {
            return 1000;
        }
        let used: usize = self.player.provers.iter().map(|prover| prover.arena.bytes()).sum();
        let all: usize = self.player.provers.iter().map(|prover| prover.memory).sum();
        ((used * 1000).checked_div(all).unwrap_or(0)).min(1000) as u32
    }
}
