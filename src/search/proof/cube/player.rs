//! The search itself: forced wins at once; then proofs, of a win for each
//! side in turn; then the best of the moves that are not known to lose.

use super::bits::Bits;
use super::book;
use super::choice::{Candidate, Fate, choose};
use super::dfpn::{Proof, Prover};
use super::distance::{Distance, soonest};
use super::forcing::{Forcing, Verdict};
use super::geometry::{Cube, Geometry};
use super::position::Position;
use crate::game::{Game, Lines, Side, Square, SquareSet};
use crate::search::alpha_beta::AlphaBeta;
use crate::search::{
    Budget, Line, Meter, REPORT_INTERVAL, Report, Score, Searcher, Settings, Task,
};

/// Both sides' proof searches, kept from move to move.
pub(super) struct Player<C: Cube> {
    geometry: &'static Geometry<C>,
    /// By the side that attacks.
    provers: [Prover<C>; 2],
    forcing: Forcing<C>,
    /// For what no proof decides: quiet positions and full boards.
    alpha_beta: AlphaBeta,
}

/// Nodes to find out whether a move of ours loses by force.
const SAFETY: u64 = 20_000;

/// Nodes of a turn of the two proof searches, that we win and that the opponent
/// does. Only one can succeed, and the other takes whatever it is given: so
/// turns of the one whose proof number is smaller grow.
const TURN: u64 = 20_000;
/// To so many nodes.
const LONGEST_TURN: u64 = 1_000_000;

impl<C: Cube> Default for Player<C> {
    fn default() -> Self {
        Player {
            geometry: C::geometry(),
            provers: Default::default(),
            forcing: Forcing::default(),
            alpha_beta: AlphaBeta::default(),
        }
    }
}

impl<C: Cube> Searcher<Lines> for Player<C> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let bytes = task.settings.hash << 20;
        for prover in &mut self.provers {
            prover.memory = bytes / 3;
            // What a full tree knows is mostly of positions long past.
            if prover.full || prover.arena.bytes() > prover.memory {
                prover.clear();
            }
        }
        let mut meter = Meter::new(task.stop, task.budget.max_simulations());
        let mut search = Search::new(self, task, &mut meter);
        let mut report = search.run();
        if task.settings.neighbors {
            // What was found with some squares left out proves nothing.
            for line in &mut report.lines {
                (line.score, line.exact) = (line.score.unproven(), false);
            }
        }
        report
    }

    fn clear(&mut self) {
        self.provers.iter_mut().for_each(Prover::clear);
        self.forcing.clear();
        Searcher::<Lines>::clear(&mut self.alpha_beta);
    }
}

/// One task at work.
struct Search<'a, 'b, 'c, C: Cube> {
    player: &'a mut Player<C>,
    task: &'a mut Task<'b, Lines>,
    meter: &'a mut Meter<'c>,
    side: Side,
    position: Position<C>,
    /// The moves to choose from, the most promising first.
    candidates: Vec<Candidate>,
    seldepth: u32,
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
        let mut candidates: Vec<Candidate> = task
            .moves
            .into_iter()
            .map(|square| Candidate::new(&position, side, square.index()))
            .collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        Search { player, task, meter, side, position, candidates, seldepth: 1 }
    }

    fn run(&mut self) -> Report {
        if let Some(report) = self.win_by_force() {
            return report;
        }
        self.look_for_dangers();
        if let Some(square) = self.book_move() {
            return self.report(Some(self.proven(square, self.empty().saturating_sub(1))));
        }
        if !self.lost() {
            if let Some(square) = self.prove() {
                return self.report(Some(square));
            }
            self.take_over();
        }
        if !self.lost() && self.meter.look() && !self.task.stop.should_wind_up() {
            return self.search_deeper();
        }
        self.report(None)
    }

    /// The number of empty squares: no game takes more plies.
    fn empty(&self) -> u32 {
        self.position.empty(self.player.geometry).len()
    }

    /// Whether every move is known to lose.
    fn lost(&self) -> bool {
        self.candidates.iter().all(|candidate| matches!(candidate.fate, Fate::Loses(_)))
    }

    fn is_candidate(&self, square: usize) -> bool {
        self.candidates.iter().any(|candidate| candidate.square == square)
    }

    /// A position as the prover with this side as attacker sees it.
    fn seen_by(position: &Position<C>, attacker: Side) -> Position<C> {
        if attacker == Side::X { *position } else { position.swapped() }
    }

    fn after(&self, square: usize) -> Position<C> {
        self.position.after(self.player.geometry, self.side, square)
    }

    /// A forced win, told as soon as there is one and again when it is the
    /// soonest.
    fn win_by_force(&mut self) -> Option<Report> {
        let moves = C::Board::from_set(self.task.moves);
        let line = |found: &Distance| Line {
            score: Score::Win(found.plies),
            wdl: Score::Win(found.plies).certain_wdl(),
            exact: found.exact,
            pv: found.line.iter().copied().map(Square::new).collect(),
        };
        let tell = &mut *self.task.report;
        let mut announce = |found: &Distance, nodes| {
            if found.line.first().is_some_and(|&first| moves.has(first)) {
                tell(&Report {
                    depth: found.line.len() as u32,
                    seldepth: found.plies,
                    nodes,
                    hashfull: Some(0),
                    lines: vec![line(found)],
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
        self.is_candidate(first).then(|| self.report(Some(line(&found))))
    }

    /// The book's move, if it has one here.
    fn book_move(&self) -> Option<usize> {
        let [x, o] = Side::BOTH.map(|side| self.position.stones(side).to_set());
        let square = (self.side == Side::X).then(|| book::find::<C>(x, o)).flatten()?;
        self.is_candidate(square).then_some(square)
    }

    /// Finds out which moves lose by force.
    fn look_for_dangers(&mut self) {
        let threats = self.position.completions(self.player.geometry, !self.side);
        for candidate in &mut self.candidates {
            if !(threats & !C::Board::of(candidate.square)).is_empty() {
                candidate.fate = Fate::Loses(2);
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
            let Candidate { square, fate: Fate::Open, .. } = self.candidates[i] else { continue };
            let after = self.after(square);
            let verdict = self.player.forcing.search(&after, !self.side, SAFETY, self.meter);
            if let Verdict::Win(sequence) = verdict {
                self.candidates[i].fate = Fate::Loses(sequence.plies() + 1);
            }
        }
    }

    /// Looks for a proof that we win, and in turn for one that the opponent
    /// does, until both are out of reach or the time is over. A line that is
    /// proven to win.
    fn prove(&mut self) -> Option<Line> {
        let own = Self::seen_by(&self.position, self.side);
        // A proof may not use moves that are not to be considered.
        let mut attacks = self.task.moves == self.task.game.legal(self.task.root);
        let mut defends = true;
        let (mut near, mut far) = (0, 0);
        let mut long = TURN;
        let mut told = self.task.stop.elapsed();
        while (attacks || defends) && self.meter.look() && !self.task.stop.should_wind_up() {
            let turn = |nearer| if nearer { long } else { TURN };
            if attacks {
                let nodes = turn(near < far || !defends);
                let prover = &mut self.player.provers[self.side.index()];
                let proof = prover.prove(&own, nodes, self.meter);
                self.seldepth = self.seldepth.max(prover.deepest);
                match proof {
                    Proof::Proven(_) => return self.proven_line(),
                    Proof::Unknown(pn) if !prover.full => near = pn,
                    _ => attacks = false,
                }
            }
            if defends {
                match self.defend(turn(far < near || !attacks)) {
                    Some(pn) => far = pn,
                    None => defends = false,
                }
            }
            long = (2 * long).min(LONGEST_TURN);
            if self.task.stop.elapsed() - told > REPORT_INTERVAL {
                told = self.task.stop.elapsed();
                self.take_over();
                let report = self.report(None);
                (self.task.report)(&report);
            }
        }
        None
    }

    /// Looks for a proof that the opponent wins, for so many nodes. The proof
    /// number; `None` when there is no more to do.
    fn defend(&mut self, nodes: u64) -> Option<u32> {
        let open = self.candidates.iter().filter(|candidate| candidate.fate == Fate::Open);
        let replies =
            open.fold(C::Board::EMPTY, |set, candidate| set | C::Board::of(candidate.square));
        let position = Self::seen_by(&self.position, !self.side);
        let prover = &mut self.player.provers[(!self.side).index()];
        let proof = prover.prove_all(&position, replies, nodes, self.meter);
        self.seldepth = self.seldepth.max(prover.deepest);
        match proof {
            Proof::Unknown(pn) if !prover.full => Some(pn),
            _ => None,
        }
    }

    /// Takes over what the proof searches know of each move.
    fn take_over(&mut self) {
        let own = Self::seen_by(&self.position, self.side);
        let moves = self.player.provers[self.side.index()].moves(&own);
        for i in 0..self.candidates.len() {
            let square = self.candidates[i].square;
            if let Some(&(_, pn, _)) = moves.iter().find(|&&(at, ..)| at == square) {
                self.candidates[i].attack = Some(pn);
            }
            let after = Self::seen_by(&self.after(square), !self.side);
            let prover = &self.player.provers[(!self.side).index()];
            match prover.known(&after) {
                Some(Proof::Proven(plies)) if self.candidates[i].fate == Fate::Open => {
                    self.candidates[i].fate = Fate::Loses(plies + 1);
                }
                Some(Proof::Failed) => self.candidates[i].defence = Some(u32::MAX),
                Some(Proof::Unknown(pn)) => self.candidates[i].defence = Some(pn),
                _ => {}
            }
        }
    }

    /// The line of a proof that was found, to its end in a forced win.
    fn proven_line(&mut self) -> Option<Line> {
        let prover = &self.player.provers[self.side.index()];
        let mut position = Self::seen_by(&self.position, self.side);
        let soonest = |position: &Position<C>| {
            let moves = prover.moves(position).into_iter();
            moves.filter(|&(_, pn, _)| pn == 0).min_by_key(|&(square, _, plies)| (plies, square))
        };
        let (first, _, plies) = soonest(&position)?;
        let mut line = self.proven(first, plies.min(self.empty()));
        line.pv.clear();
        while let Some((square, ..)) = soonest(&position) {
            line.pv.push(Square::new(square));
            position.play(self.player.geometry, super::ATTACKER, square);
            let longest = |reply: usize| {
                let after = position.after(self.player.geometry, super::DEFENDER, reply);
                match prover.known(&after) {
                    Some(Proof::Proven(plies)) => Some((plies, reply)),
                    _ => None,
                }
            };
            let replies = position.empty(self.player.geometry).members();
            let Some((_, reply)) = replies.filter_map(longest).max() else {
                let forced = Self::forced_line(&mut self.player.forcing, &position, self.meter);
                line.pv.extend(forced.into_iter().map(Square::new));
                break;
            };
            line.pv.push(Square::new(reply));
            position.play(self.player.geometry, super::DEFENDER, reply);
        }
        Some(line)
    }

    /// The reply of the defender after which a forced win takes longest, and
    /// that win.
    fn forced_line(
        forcing: &mut Forcing<C>,
        position: &Position<C>,
        meter: &mut Meter<'_>,
    ) -> Vec<usize> {
        let geometry = C::geometry();
        let mut longest = Vec::new();
        for reply in position.empty(geometry).members() {
            let after = position.after(geometry, super::DEFENDER, reply);
            let verdict = forcing.search(&after, super::ATTACKER, SAFETY, meter);
            if let Verdict::Win(sequence) = verdict
                && sequence.plies() as usize >= longest.len()
            {
                longest = sequence.line(geometry, &after, super::ATTACKER);
                longest.insert(0, reply);
            }
        }
        longest
    }

    fn proven(&self, square: usize, plies: u32) -> Line {
        let score = Score::Win(plies);
        Line { score, wdl: score.certain_wdl(), exact: false, pv: vec![Square::new(square)] }
    }

    /// Alpha-beta over the moves that are not known to lose, where proofs have
    /// nothing more to say.
    fn search_deeper(&mut self) -> Report {
        let open = self.candidates.iter().filter(|candidate| candidate.fate == Fate::Open);
        let moves: SquareSet = open.map(|candidate| Square::new(candidate.square)).collect();
        let Task { game, root, budget, settings, stop, .. } = *self.task;
        let settings = Settings { hash: settings.hash / 3, threads: 1, ..settings.clone() };
        let nodes = budget.max_simulations() - self.meter.nodes();
        let seldepth = self.seldepth;
        let counted = self.meter.nodes();
        let tell = &mut *self.task.report;
        let complete = |mut report: Report| {
            report.nodes += counted;
            report.seldepth = report.seldepth.max(seldepth);
            report
        };
        let mut task = Task {
            game,
            root,
            moves,
            budget: Budget { nodes, ..budget },
            settings: &settings,
            stop,
            report: &mut |report| tell(&complete(report.clone())),
        };
        complete(self.player.alpha_beta.search(&mut task))
    }

    /// What is known: this line, or the chosen move, and others for `MultiPV`.
    fn report(&mut self, first: Option<Line>) -> Report {
        choose(&mut self.candidates, self.side);
        let mut lines: Vec<Line> = first.into_iter().collect();
        for candidate in &self.candidates {
            let square = Square::new(candidate.square);
            if lines.len() < self.task.settings.multi_pv
                && lines.first().is_none_or(|line| line.pv[0] != square)
            {
                let score = match candidate.fate {
                    Fate::Loses(plies) => Score::Loss(plies),
                    Fate::Open => Score::Cp(candidate.estimate()),
                };
                let wdl = score.certain_wdl();
                lines.push(Line { score, wdl, exact: false, pv: vec![square] });
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

    /// How much of the memory for proofs is in use, in thousandths.
    fn fullness(&self) -> u32 {
        let used: usize = self.player.provers.iter().map(|prover| prover.arena.bytes()).sum();
        let all: usize = self.player.provers.iter().map(|prover| prover.memory).sum();
        ((used * 1000).checked_div(all).unwrap_or(0)).min(1000) as u32
    }
}
