//! `noughts solve`: the true value of a position.

mod certificate;
mod checkpoint;
mod each;
mod openings;
mod strategy;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use noughts::engine::{Options, Player, drawing, drawing_with, player, status};
use noughts::game::lines::Shape;
use noughts::game::{Board, GameSpec, GameState, Outcome, Square, WideSet, new_game};
use noughts::search::{Budget, Line, Meter, Report, Score, SearchKind, Settings};
use noughts::values::words;
use noughts_terminal::HEADING;

use crate::cli::arguments::{GlobalOptions, game_and_rest};
use crate::cli::console::{Progress, complain, show, stop_on_interrupt};
use crate::cli::exit::{UNFINISHED, WrongArguments};
use checkpoint::Checkpoint;

/// The text below the options.
const AFTER_HELP: &str = "\
Ctrl-C and the limits end the proof with what is known by then. If anything is undecided, the \
exit status is 3.";

/// Prove who wins a position, and in how many plies
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) given: GlobalOptions,

    /// The game and the moves played: `tictactoe:4x4:3 b2 c3`
    #[arg(value_name = "SPEC] [MOVES")]
    words: Vec<String>,

    /// Begin at this position, a text as `noughts show` prints it
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,

    /// Prove the value of every legal move and draw them on the board
    #[arg(long)]
    all: bool,

    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Use this much memory for the tables, in MiB
    #[arg(long, value_name = "MIB")]
    hash: Option<String>,

    /// Flat boards: keep what is proven in this file and go on from it; other processes with
    /// the same file work on the same proof
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    checkpoint: Option<PathBuf>,

    /// The number of this process among those with the same checkpoint: 0, 1, 2 and so on,
    /// each used once
    #[arg(long, value_name = "N", default_value_t = 0, requires = "checkpoint",
        value_parser = clap::value_parser!(u32).range(..256))]
    worker: u32,

    /// Write the proof to this file, for `verify`: of a flat board, or of Qubic from
    /// the empty board, which `--book` reads, too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["openings", "all"])]
    certificate: Option<PathBuf>,

    /// Qubic: search at most this many nodes to make the certificate smaller; 400,000,000
    /// if not given
    #[arg(long, value_name = "N", requires = "certificate")]
    improve: Option<u64>,

    /// Qubic: prove every opening of two plies up to symmetry
    #[arg(long, conflicts_with_all = ["all", "position", "time"])]
    openings: bool,
}

/// The default node limit of a proof with a certificate and of each opening.
const NODES: u64 = 500_000_000;
/// The default of `--improve`.
const IMPROVE: u64 = 400_000_000;
/// The default memory for these proofs, in MiB.
const MEMORY: usize = 1024;
/// The most squares of a board that is searched to the end where `proof` does not play.
const MAX_SMALL: usize = 36;

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl Solve {
    pub(crate) fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let mut options = options.clone();
        if let Some(hash) = &self.hash {
            let is_set = options.set("Hash", Some(hash)).context("--hash");
            is_set.map_err(|error| WrongArguments::of(&error))?;
        }
        let (spec, moves) = game_and_rest(&options, &self.words)?;
        let is_flat = matches!(spec, GameSpec::Lines(shape) if shape.is_flat());
        if (self.checkpoint.is_some() || self.certificate.is_some())
            && !SearchKind::Proof.supports(&spec)
        {
            let text = "--checkpoint and --certificate are for flat boards to 11x11 without exact \
                        lines, renju and caro";
            return Err(WrongArguments(text.to_string()).into());
        }
        if self.checkpoint.is_some() && !is_flat {
            let text = format!("--checkpoint is for flat boards, not {spec}");
            return Err(WrongArguments(text).into());
        }
        if self.improve.is_some() && is_flat {
            let text = format!("--improve is for qubic, not {spec}");
            return Err(WrongArguments(text).into());
        }
        if self.openings || self.certificate.is_some() && !is_flat {
            return self.qubic(&spec, &moves, &options);
        }
        let player = self.player(&spec, &moves);
        let mut player = player.map_err(|error| WrongArguments::of(&error))?;
        if let Some(file) = &self.certificate {
            anyhow::ensure!(
                player.state().outcome().is_none(),
                "the game is over: there is nothing to prove"
            );
            let nodes = self.nodes.unwrap_or(u64::MAX);
            let checkpoint = self.checkpoint(&spec)?;
            let exchange = checkpoint.as_ref().map(|checkpoint| &checkpoint.exchange);
            let memory = self.memory(&options);
            let stop = stop_on_interrupt(self.time)?;
            let meter = Meter::new(&stop, nodes);
            let status = strategy::run(player.state(), file, meter, memory, exchange);
            checkpoint.map_or(Ok(()), Checkpoint::close)?;
            return status;
        }
        let checkpoint = self.checkpoint(&spec)?;
        show!("{spec}");
        if let Some(read) = checkpoint.as_ref().map(|checkpoint| checkpoint.read).filter(|&n| n > 0)
        {
            show!("{read} entries read from the checkpoint");
        }
        if player.state().outcome().is_some() {
            print_lines(&drawing(player.state()));
            show!("{}", status(player.state()));
            return Ok(ExitCode::SUCCESS);
        }
        let legal = player.state().legal();
        let settings =
            Settings { multi_pv: if self.all { legal.len() } else { 1 }, ..options.analysing() };
        let exchange = checkpoint.as_ref().map(|checkpoint| checkpoint.exchange.clone());
        let settings = Settings { exchange, ..settings };
        let report = self.search(&mut *player, legal, &moves, &settings);
        // Before the result is printed: a reader that is gone ends the program there.
        let closed = checkpoint.map_or(Ok(()), Checkpoint::close);
        let report = report?;
        let decided = print_result(player.state(), &report.0, report.1, &settings, self.all);
        closed?;
        Ok(if decided { ExitCode::SUCCESS } else { ExitCode::from(UNFINISHED) })
    }

    /// Opens the checkpoint, if one is given.
    fn checkpoint(&self, spec: &GameSpec) -> anyhow::Result<Option<Checkpoint>> {
        let Some(file) = &self.checkpoint else { return Ok(None) };
        let place = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
        if self.certificate.as_ref().is_some_and(|other| place(other) == place(file)) {
            let text = "--checkpoint and --certificate are the same file".to_string();
            return Err(WrongArguments(text).into());
        }
        let checkpoint = Checkpoint::open(file, spec, self.worker)?;
        if checkpoint.damaged > 0 {
            let (name, damaged) = (file.display(), checkpoint.damaged);
            complain(format_args!("{name}: damaged lines left out: {damaged}"));
        }
        Ok(Some(checkpoint))
    }

    /// Returns a prover at the position to solve. Where `proof` does not play, small boards
    /// are searched to the end, and wins are looked for on large ones.
    fn player(&self, spec: &GameSpec, moves: &[String]) -> anyhow::Result<Box<dyn Player>> {
        let is_large = new_game(spec).board().len() > MAX_SMALL;
        let kind = match [SearchKind::Proof, SearchKind::Patterns].map(|kind| kind.supports(spec)) {
            [true, _] => SearchKind::Proof,
            [false, true] if is_large => SearchKind::Patterns,
            [false, _] => SearchKind::AlphaBeta,
        };
        let mut player = player(spec, kind);
        player.set_position(self.position.as_deref(), moves)?;
        Ok(player)
    }

    /// Runs `--openings`, and `--certificate` on cubes: for the empty board of 4x4x4 only.
    fn qubic(
        &self,
        spec: &GameSpec,
        moves: &[String],
        options: &Options,
    ) -> anyhow::Result<ExitCode> {
        let is_whole = moves.is_empty() && self.position.is_none() && self.time.is_none();
        if spec.to_string() != "qubic" || !is_whole {
            let text = "in qubic, --certificate and --openings are for the empty board of 4x4x4, \
                        without --time";
            return Err(WrongArguments(text.to_string()).into());
        }
        let nodes = self.nodes.unwrap_or(NODES);
        let memory = self.memory(options);
        if self.openings {
            return openings::run(nodes, memory, options.settings.threads);
        }
        let improve = self.improve.unwrap_or(IMPROVE);
        certificate::run(self.certificate.as_deref(), nodes, improve, memory)
    }

    /// The memory of a proof with a certificate and of the openings, in bytes.
    fn memory(&self, options: &Options) -> usize {
        // `Hash` of the engine counts as well, except for its default, which is too
        // little for these proofs.
        let is_set = self.hash.is_some() || options.settings.hash != Settings::default().hash;
        let mebibytes = if is_set { options.settings.hash } else { MEMORY };
        mebibytes.saturating_mul(1 << 20)
    }

    /// Searches the position after the moves `played`, and returns the last
    /// report and the time.
    fn search(
        &self,
        player: &mut dyn Player,
        moves: WideSet,
        played: &[String],
        settings: &Settings,
    ) -> anyhow::Result<(Report, Duration)> {
        let stop = stop_on_interrupt(self.time)?;
        let started = Instant::now();
        let mut progress = Progress::new(None);
        let limit = self.nodes.unwrap_or(u64::MAX);
        let budget = Budget { nodes: limit, ..Budget::UNLIMITED };
        let board = *player.state().board();
        let mut show_progress = |report: &Report| {
            progress
                .update(report.nodes, || so_far(report, self.all.then_some(moves.len()), &board));
        };
        let mut report = player.search(moves, budget, settings, &stop, &mut show_progress);
        if self.all {
            let is_reported =
                |square| report.lines.iter().any(|line| line.pv.first() == Some(&square));
            let others: Vec<Square> = moves.into_iter().filter(|&s| !is_reported(s)).collect();
            report.lines.extend(others.into_iter().map(Line::unknown));
        }
        let is_cube = matches!(player.state().spec(), GameSpec::Lines(Shape::Cube { .. }));
        // With `Neighbors` the search leaves out moves and proves nothing.
        if self.all && is_cube && !settings.neighbors {
            let position = (self.position.as_deref(), played);
            each::decide(
                &mut *player,
                position,
                &mut report,
                limit,
                settings,
                (&stop, &mut show_progress),
            )?;
        }
        progress.end();
        Ok((report, started.elapsed()))
    }
}

/// What a search has found so far, on one line of a usual screen; `moves` is the number of
/// moves, if all of them are to be proven.
fn so_far(report: &Report, moves: Option<usize>, board: &Board) -> String {
    let nodes = match report.nodes {
        nodes @ 0..1_000_000 => format!("{} thousand", nodes / 1000),
        nodes => format!("{:.1} million", nodes as f64 / 1e6),
    };
    let full = report.hashfull.unwrap_or(0) / 10;
    let proven = report.lines.iter().filter(|line| line.score.is_proven()).count();
    let best = report.lines.first().and_then(|line| line.pv.first());
    let known = match (moves, best) {
        (Some(moves), _) => format!(", {proven} of {moves} moves proven"),
        (None, Some(&best)) => format!(", best so far {}", board.name(best)),
        (None, None) => String::new(),
    };
    let done = report.done.map_or(String::new(), |done| format!(", about {} % done", done / 10));
    format!("{nodes} nodes{done}, table {full} % full{known}; Ctrl-C shows it")
}

/// Prints the result and returns whether all lines are proven.
fn print_result(
    state: &dyn GameState,
    report: &Report,
    time: Duration,
    settings: &Settings,
    all: bool,
) -> bool {
    let known = |square: Square| report.lines.iter().find(|line| line.pv.first() == Some(&square));
    if all {
        let mark = |square| known(square).map_or("?".to_string(), mark);
        let width = state.legal().into_iter().map(|s| mark(s).chars().count()).max().unwrap_or(1);
        print_lines(&drawing_with(state, width, &mark));
        show!("+N wins in N plies, -N loses in N, ≤N within N, = draws, ? undecided");
    } else {
        print_lines(&drawing(state));
    }
    show!("{}", status(state));
    let Some(best) = report.lines.first() else { return false };
    show!("{HEADING}value: {}{HEADING:#}", words(state, best));
    let names: Vec<String> = best.pv.iter().map(|&s| state.board().name(s)).collect();
    let title = if best.score.is_proven() { "line" } else { "best move so far" };
    show!("{title}: {}", names.join(" "));
    let full = f64::from(report.hashfull.unwrap_or(0)) / 10.0;
    show!(
        "{} nodes, {:.3} s, tables of {} MiB {full:.1} % full",
        report.nodes,
        time.as_secs_f64(),
        settings.hash
    );
    report.lines.iter().all(|line| line.score.is_proven())
}

/// Returns the value in words.
fn words(state: &dyn GameState, line: &Line) -> String {
    let undecided = || match line.score {
        Score::Draw => Outcome::Draw.to_string(),
        _ => "undecided".to_string(),
    };
    words::words(line.score, line.exact, state.side()).unwrap_or_else(undecided)
}

/// Returns the value of a move in a few characters.
fn mark(line: &Line) -> String {
    words::mark(line.score, line.exact).unwrap_or_else(|| "?".to_string())
}

fn print_lines(lines: &[String]) {
    lines.iter().for_each(|line| show!("{line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A longer line would leave its end on the screen when it is drawn again.
    #[test]
    fn progress_says_what_is_known_on_one_line() {
        let game = "tictactoe:11".parse().unwrap_or_else(|error| panic!("{error}"));
        let board = *noughts::game::new_game(&game).board();
        let square = board.square(10, 0, 0);
        let lost = Line { score: Score::Loss(2), ..Line::unknown(square) };
        let lines = vec![Line::unknown(square), lost];
        let mut report =
            Report { nodes: 123_456_789, hashfull: Some(1000), lines, ..Report::default() };
        let all = so_far(&report, Some(121), &board);
        assert_eq!(
            all,
            "123.5 million nodes, table 100 % full, 1 of 121 moves proven; Ctrl-C shows it"
        );
        assert!(so_far(&report, None, &board).contains("best so far k11"));
        (report.nodes, report.lines) = (12_345, Vec::new());
        let early = so_far(&report, None, &board);
        assert_eq!(early, "12 thousand nodes, table 100 % full; Ctrl-C shows it");
    }
}
