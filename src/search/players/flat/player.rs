//! `auto` on flat boards: a player that combines a short proof, the threat
//! search and alpha-beta.
//!
//! The steps share one budget. A short proof comes first: it settles endgames,
//! and boards on which neither side can win. Then the threat search looks for a
//! forced win, and for threats of the other side: only moves inside the zone of
//! a threat can parry it. Alpha-beta chooses among those, and the threat search
//! tests its choice: a move after which the other side has a forced win is
//! removed, and alpha-beta chooses again.

use super::budget::BudgetedTask;
use super::rounds;
use crate::game::lines::Shape;
use crate::game::{Game, Lines, Square};
use crate::search::alphabeta::flat::FlatAlphaBeta;
use crate::search::alphabeta::patterns;
use crate::search::proof::bits::Bits;
use crate::search::proof::flat::board::{ATTACKER, after};
use crate::search::proof::flat::memory::LazyMemory;
use crate::search::proof::flat::report::line;
use crate::search::proof::flat::solution::ForcedWin;
use crate::search::task::{Budget, Heuristics, Line, Report, Score, Searcher, Settings, Task};

/// The part of the rest, in hundredths, that each step may take.
mod part {
    pub(crate) const PROOF: u32 = 25;
    /// The proof of an endgame, which seldom fails.
    pub(crate) const ENDING: u32 = 60;
    /// A proof that seldom succeeds.
    pub(crate) const UNLIKELY_PROOF: u32 = 4;
    pub(crate) const WIN: u32 = 12;
    pub(crate) const THREAT: u32 = 10;
    pub(crate) const CHOICE: u32 = 75;
    pub(crate) const TEST: u32 = 70;
}

/// On boards with at most this many squares a short proof often succeeds.
const LIKELY_BOARD: usize = 49;
/// In positions with at most this many moves a short proof often succeeds.
const LIKELY_MOVES: usize = 30;
/// The free moves of the loser in a forced win, at most.
const FREE_MOVES: u32 = 3;

/// The player as a searcher.
pub(crate) struct FlatPlayer<W> {
    memory: LazyMemory<W>,
    alpha_beta: FlatAlphaBeta,
}

impl<W: Bits> FlatPlayer<W> {
    pub(crate) fn new(game: &Lines) -> FlatPlayer<W> {
        let alpha_beta = FlatAlphaBeta::new(game.geometry().shape());
        FlatPlayer { memory: LazyMemory::default(), alpha_beta }
    }
}

impl<W: Bits> Searcher<Lines> for FlatPlayer<W> {
    fn search(&mut self, task: &mut Task<'_, Lines>) -> Report {
        let settings = with_half_hash(task.settings);
        let bytes = (task.settings.hash - settings.hash) << 20;
        let Some(memory) = self.memory.get(task.game, bytes) else {
            // Unreachable: `player` chooses a word that the board fits.
            return Report::default();
        };
        let mut task = Task { settings: &settings, report: &mut *task.report, ..*task };
        let Budget { nodes, depth, mate } = task.budget;
        let is_limited = nodes != u64::MAX || depth.is_some() || mate.is_some();
        if is_limited || task.stop.time_left().is_some() {
            BudgetedTask::new(memory, &mut self.alpha_beta, task, nodes).report()
        } else {
            rounds::search(memory, &mut self.alpha_beta, &mut task)
        }
    }

    fn clear(&mut self) {
        self.memory = LazyMemory::default();
        Searcher::<Lines>::clear(&mut self.alpha_beta);
    }

    fn warm_up(&mut self, settings: &Settings) {
        Searcher::<Lines>::warm_up(&mut self.alpha_beta, &with_half_hash(settings));
    }
}

/// The settings of alpha-beta: it and the prover get half of the memory each.
fn with_half_hash(settings: &Settings) -> Settings {
    Settings { hash: settings.hash / 2, ..settings.clone() }
}

impl<W: Bits> BudgetedTask<'_, '_, W> {
    /// Runs the steps, and returns the last report.
    pub(crate) fn report(mut self) -> Report {
        let all = self.task.has_all_moves();
        if self.task.settings.neighbors {
            return self.choose(self.task.moves, 100);
        }
        let mut proof = self.prove(self.proof_part());
        let is_bound = |line: &Line| line.score.is_decided() && !line.exact;
        if self.is_ending() && self.meter.nodes_left() > 0 && proof.lines.iter().any(is_bound) {
            let again = self.prove(100);
            // If the budget ran out, it may have proven less.
            if again.lines.iter().all(|line| line.score.is_proven()) {
                proof = again;
            }
        }
        if let Some(line) = proof.lines.first_mut() {
            self.complete_line(line);
            proof.depth = line.pv.len() as u32;
            proof.nodes = self.meter.nodes();
        }
        let Some(first) = proof.lines.first().cloned() else { return proof };
        let is_proven = proof.lines.iter().all(|line| line.score.is_proven());
        let several = self.task.settings.multi_pv > 1 || !all;
        let is_done = is_proven && (several || self.is_final(&first));
        if is_done || self.task.budget.mate.is_some() || self.meter.nodes_left() == 0 {
            return proof;
        }
        match first.score {
            Score::Draw if !several => self.try_to_win(proof),
            _ if several || self.task.budget.depth.is_some() => {
                self.choose_with(self.task.moves, 100, &proof.lines)
            }
            Score::Cp(_) if self.is_open() => self.choose(self.task.moves, 100),
            _ => self.play(proof),
        }
    }

    /// Whether five in a row is far from its end: there alpha-beta finds the
    /// forced wins itself, and uses the time better.
    fn is_open(&self) -> bool {
        let Task { game, moves, .. } = self.task;
        let is_large = game.board().len() > LIKELY_BOARD && moves.len() > LIKELY_MOVES;
        is_large && patterns::has_network(game.geometry().shape())
    }

    /// Whether distances have to be exact.
    fn is_ending(&self) -> bool {
        self.task.game.needs_exact_distances(self.task.root)
    }

    /// The part of the budget for the short proof, in hundredths.
    fn proof_part(&self) -> u32 {
        let Task { game, moves, .. } = self.task;
        if self.is_ending() {
            part::ENDING
        } else if game.board().len() <= LIKELY_BOARD || moves.len() <= LIKELY_MOVES {
            part::PROOF
        } else {
            part::UNLIKELY_PROOF
        }
    }

    /// Whether no other step can improve on this proof.
    fn is_final(&self, line: &Line) -> bool {
        match line.score {
            Score::Win(_) => true,
            Score::Loss(_) => line.exact,
            // With lines this long neither side ever wins. Without a clock
            // nobody waits for a move, so the proof itself is wanted.
            Score::Draw => self.is_long() || !self.is_limited(),
            Score::Cp(_) => false,
        }
    }

    /// Whether lines are as long as the board: then a pairing decides at once.
    fn is_long(&self) -> bool {
        let Shape::Flat { columns, rows, line, .. } = self.task.game.geometry().shape() else {
            return false;
        };
        line == columns.max(rows)
    }

    /// The position is a proven draw: plays the choice of alpha-beta if it
    /// keeps the draw.
    fn try_to_win(&mut self, proof: Report) -> Report {
        let choice = self.choose(self.task.moves, part::CHOICE);
        let square = choice.lines.first().and_then(|line| line.pv.first().copied());
        let known = proof.lines.first().and_then(|line| line.pv.first().copied());
        let Some(square) = square.filter(|_| square != known) else {
            return Report { nodes: self.meter.nodes(), ..proof };
        };
        let stones = after(self.root, square);
        let safe = self.run_prover(part::TEST, |prover| prover.can_force(stones, ATTACKER));
        if matches!(safe, Some((false, _))) {
            let mut line = Line { pv: vec![square], ..proof.lines[0].clone() };
            self.complete_line(&mut line);
            let depth = line.pv.len() as u32;
            return Report { depth, nodes: self.meter.nodes(), lines: vec![line], ..choice };
        }
        Report { nodes: self.meter.nodes(), ..proof }
    }

    /// The position is not proven, or proven lost without an exact distance.
    fn play(&mut self, proof: Report) -> Report {
        let [mine, theirs] = self.root;
        let win = self.run_prover(part::WIN, |p| p.forced_win(mine, theirs, FREE_MOVES));
        if let Some(win) = win {
            return self.won(win);
        }
        let mut moves = self.task.moves;
        let zone = self.run_prover(part::THREAT, |p| p.threat_zone(mine, theirs, FREE_MOVES));
        if let Some(zone) = zone {
            let answers = moves & zone.to_set();
            moves = if answers.is_empty() { moves } else { answers };
        }
        let mut refuted = None;
        loop {
            let mut report = self.choose(moves, part::CHOICE);
            let Some(square) = report.lines.first().map(|line| line.pv[0]) else { return proof };
            let is_over = self.task.stop.requested() || self.meter.nodes_left() == 0;
            // All of these moves lose, but another one may resist longer.
            if report.lines[0].score.is_unproven_loss() && !is_over {
                let all = self.choose(self.task.moves, 100);
                let is_better = all.depth >= report.depth
                    || all.lines.first().is_some_and(|line| line.score.is_proven());
                return if is_better { all } else { Report { nodes: all.nodes, ..report } };
            }
            let is_proven = report.lines[0].score.is_proven();
            if is_proven || is_over {
                return report;
            }
            let [theirs, mine] = after(self.root, square);
            let answer = self.run_prover(part::TEST, |p| p.forced_win(theirs, mine, FREE_MOVES));
            if answer.is_none() {
                self.spend_rest();
                report.nodes = self.meter.nodes();
                return report;
            }
            refuted = refuted.or(Some(report));
            moves.remove(square);
            if moves.is_empty() {
                // Every move loses: the first choice probably resists longest.
                let mut report = refuted.unwrap_or(proof);
                report.nodes = self.meter.nodes();
                return report;
            }
        }
    }

    /// Reports a forced win. If the loser has no free move, the length of its
    /// line is an upper bound, and a shorter win is searched for.
    fn won(&mut self, win: ForcedWin<W>) -> Report {
        let empty = self.task.game.legal(self.task.root).len() as u32;
        let mut pv: Vec<Square> = win.moves.iter().map(|&at| Square::new(at.into())).collect();
        let (mut plies, mut exact) = ((empty - 1) | 1, false);
        if win.free_moves == 0 && win.is_complete {
            plies = win.moves.len() as u32;
            let [mine, theirs] = self.root;
            let soonest = self.run_prover(part::TEST, |p| p.win_within(mine, theirs, plies));
            if let Some(Some((found, Some(square)))) = soonest {
                let square = Square::new(square.into());
                if found != plies || pv[0] != square {
                    pv = vec![square];
                }
                (plies, exact) = (found, true);
            }
        }
        let mut line = line(Score::Win(plies), exact, pv);
        self.complete_line(&mut line);
        let depth = line.pv.len() as u32;
        let lines = vec![line];
        Report { depth, seldepth: depth, nodes: self.meter.nodes(), lines, ..Report::default() }
    }
}
