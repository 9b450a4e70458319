//! `noughts-learn play`: games of a search against itself.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use noughts::game::trains::{BOARD, Lengths, MAX_PLIES, NAMED, RuleSet, longest_train_squares};
use noughts::game::{Game, Side, Square, Trains};
use noughts::random::{Random, splitmix};
use noughts::search::network::{Network, PLIES_AHEAD, SQUARES, View};
use noughts::search::{
    Budget, Canceller, Hardware, PuctConstants, Report, SearchKind, Searcher, Settings, Task,
};

use crate::files::read_network;
use crate::output::print_line;
use crate::sample::place;
use crate::sample::{self, Sample};

/// The options of `play`.
#[derive(clap::Args)]
pub(crate) struct PlayOptions {
    /// The file to which the positions are appended
    #[arg(long)]
    out: PathBuf,
    /// The search that plays: puct, mcts or uct
    #[arg(long, default_value = "puct")]
    search: String,
    /// The network, instead of the one of the engine
    #[arg(long)]
    net: Option<PathBuf>,
    /// The nodes of a ply
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// The nodes of a ply with few empty squares, which mcts plays
    #[arg(long, default_value_t = 8000)]
    late_nodes: u64,
    /// The share of plies, in percent, that are searched with all nodes; the
    /// others get a fifth, and their moves are not learned
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u8).range(..=100))]
    full: u8,
    /// The number of games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The last ply whose position is kept
    #[arg(long, default_value_t = 36)]
    last: usize,
}

/// A game begins with up to this many random plies.
const RANDOM_PLIES: usize = 8;
/// The nodes of the search that checks whether these plies have decided the
/// game.
const OPENING_NODES: u64 = 64;
/// A game counts as decided if the expected result differs by more than this
/// from a draw. Only one in [`DECIDED`] of such games is played.
const CLEAR: f32 = 0.32;
const DECIDED: usize = 6;
/// The share of noise in the policy at the root, in thousandths.
const NOISE: u32 = 250;
/// With at most this many empty squares `mcts` plays.
const LATE: usize = 22;
/// Before this ply, a random move is played, with the probabilities of the
/// policy; from it on, the best move.
const DRAWN_PLIES: usize = 16;

/// Plays the games. Each has random numbers of its own, and they are written in
/// order, so that the file is the same with any number of threads.
pub(crate) fn run(options: &PlayOptions) -> anyhow::Result<()> {
    let kind = SearchKind::from_name(&options.search)
        .with_context(|| format!("there is no search \"{}\"", options.search))?;
    if !matches!(kind, SearchKind::Puct | SearchKind::Mcts | SearchKind::Uct) {
        bail!("{} does not count visits, from which the policy is learned", kind.name());
    }
    let network = options.net.as_deref().map(read_network).transpose()?.map(Arc::new);
    let player = Player { options, kind, network };
    let file = sample::append_to(&options.out)?;
    let finished = Mutex::new(Finished { file, next: 0, waiting: BTreeMap::new() });
    let (next, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let bar = ProgressBar::new(options.games);
    bar.set_style(ProgressStyle::with_template("{elapsed} {wide_bar} {pos} games, {eta} {msg}")?);
    let play_all = || -> anyhow::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.games {
                return Ok(());
            }
            let mut seed = options.seed;
            let mut random = Random::new(splitmix(&mut seed) ^ number);
            let samples = play(&player, &mut random);
            let mut bytes = Vec::new();
            samples.iter().for_each(|sample| sample.write(&mut bytes));
            let added = match finished.lock() {
                Ok(mut finished) => finished.add(number, bytes),
                // Another thread has panicked, which ends the run.
                Err(_) => return Ok(()),
            };
            if added.is_err() {
                // The other threads end after their games.
                next.store(options.games, Ordering::Relaxed);
            }
            added.with_context(|| format!("cannot write {}", options.out.display()))?;
            positions.fetch_add(samples.len() as u64, Ordering::Relaxed);
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let play_all = &play_all;
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(play_all)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    bar.finish();
    let positions = positions.into_inner();
    print_line(None, &format!("{} games, {positions} positions", options.games))
}

/// The file of games, which are written in the order of their numbers.
struct Finished {
    file: File,
    /// The number of the next game to write.
    next: u64,
    /// The games that have finished before an earlier one.
    waiting: BTreeMap<u64, Vec<u8>>,
}

impl Finished {
    fn add(&mut self, number: u64, positions: Vec<u8>) -> io::Result<()> {
        self.waiting.insert(number, positions);
        while let Some(positions) = self.waiting.remove(&self.next) {
            self.file.write_all(&positions)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// Plays a game and returns its positions.
fn play(player: &Player<'_>, random: &mut Random) -> Vec<Sample> {
    let Player { options, .. } = player;
    let (game, mut position) = player.opening(random);
    let mut early = player.kind.searcher(&game);
    let mut late = SearchKind::Mcts.searcher(&game);
    let mut samples = Vec::new();
    while game.outcome(&position).is_none() {
        let ply = game.ply(&position);
        let legal = game.legal(&position);
        let is_late = game.empty(&position).len() <= LATE;
        let is_full = is_late || random.below(100) < options.full.into();
        let nodes = match (is_late, is_full) {
            (true, _) => options.late_nodes,
            (false, true) => options.nodes,
            (false, false) => (options.nodes / 5).max(32).min(options.nodes),
        };
        let noise = if is_full { NOISE } else { 0 };
        let settings = player.settings(random.next_u64(), noise);
        let searcher = if is_late { &mut late } else { &mut early };
        let report = search(&mut **searcher, &game, &position, nodes, &settings);
        let policy = match is_late || player.kind != SearchKind::Puct {
            true => visits(&report),
            false => player.improved(&game, &position, &report),
        };
        if ply <= options.last {
            samples.push(Sample {
                stones: Side::BOTH.map(|side| position.stones(side)),
                allowed: std::array::from_fn(|i| game.rules().allowed(ply + i)),
                plies_of_x: game.plies_of_x(),
                final_x: 0,
                trains: [0; 2],
                margin: 0,
                value: expected(&report),
                has_policy: is_full && !report.counts.is_empty(),
                policy,
            });
        }
        let square = if ply < DRAWN_PLIES { draw(&policy, random) } else { None };
        let square = square.filter(|&square| legal.contains(square));
        game.play(&mut position, square.unwrap_or(report.lines[0].pv[0]));
    }
    let final_x = position.stones(Side::X);
    let trains = Side::BOTH.map(|side| {
        let squares = longest_train_squares(position.stones(side));
        squares.into_iter().fold(0, |set, square| set | 1 << square.index())
    });
    for sample in &mut samples {
        sample.final_x = final_x;
        sample.trains = trains;
        sample.margin = game.margin(&position) as i8;
    }
    samples
}

/// The settings of all games.
struct Player<'a> {
    options: &'a PlayOptions,
    kind: SearchKind,
    network: Option<Arc<Network>>,
}

impl Player<'_> {
    fn settings(&self, seed: u64, noise: u32) -> Settings {
        let puct = PuctConstants { noise, late: 0, playouts: 0, ..PuctConstants::default() };
        let network = self.network.clone();
        Settings { hash: 16, seed, early_stop: false, puct, network, ..Settings::default() }
    }

    /// The policy to which the visits would converge with the values found so
    /// far (Grill et al. 2020), in 255ths of its largest share. It is smoother
    /// than the visits themselves.
    fn improved(
        &self,
        game: &Trains,
        position: &<Trains as Game>::Position,
        report: &Report,
    ) -> [u8; SQUARES] {
        let network = self.network.clone().unwrap_or_else(Network::built_in);
        let planes = View::of(game, position).planes(&mut Lengths::default());
        let evaluation = network.evaluate(Hardware::detect(), &planes);
        let places: Vec<usize> = report.counts.iter().map(|count| place(count.square)).collect();
        let mut priors = vec![0.0; places.len()];
        evaluation.shares(&places, &mut priors);
        let visits: u64 = report.counts.iter().map(|count| count.visits).sum();
        // A move without visits is taken to be as good as the position, by the search or
        // by the network, whichever is less.
        let all = expected(report).min(evaluation.value());
        let values: Vec<f32> =
            report.counts.iter().map(|count| count.mean.map_or(all, |mean| mean as f32)).collect();
        let exploration = PuctConstants::default().exploration as f32 / 1000.0;
        let weight = exploration * (visits.max(1) as f32).sqrt() / (visits as f32 + 1.0);
        let shares = |top: f32| -> Vec<f32> {
            priors
                .iter()
                .zip(&values)
                .map(|(prior, value)| weight * prior / (top - value))
                .collect()
        };
        // The shares add up to 1 for one value of `top` between these bounds.
        let bound = |extra: fn(f32, f32) -> f32| {
            let numbers = priors.iter().zip(&values).map(|(&p, &value)| value + extra(p, weight));
            numbers.fold(f32::NEG_INFINITY, f32::max)
        };
        let (mut low, mut high) =
            (bound(|prior, weight| prior * weight), bound(|_, weight| weight));
        for _ in 0..30 {
            let middle = (low + high) / 2.0;
            let sum: f32 = shares(middle).iter().sum();
            if sum > 1.0 { low = middle } else { high = middle }
        }
        let shares = shares(high);
        let most = shares.iter().copied().fold(1e-9, f32::max);
        let mut improved = [0; SQUARES];
        for (place, share) in places.into_iter().zip(shares) {
            improved[place] = (255.0 * share / most).round() as u8;
        }
        improved
    }

    /// A game and a position after some random plies.
    fn opening(&self, random: &mut Random) -> (Trains, <Trains as Game>::Position) {
        loop {
            let game = Trains::new(rules(random));
            let mut position = game.start();
            for _ in 0..random.below(RANDOM_PLIES + 1) {
                let legal = game.legal(&position);
                if let Some(square) = legal.nth(random.below(legal.len())) {
                    game.play(&mut position, square);
                }
            }
            let mut searcher = self.kind.searcher(&game);
            let settings = self.settings(random.next_u64(), 0);
            let report = search(&mut *searcher, &game, &position, OPENING_NODES, &settings);
            let is_clear = (expected(&report) - 0.5).abs() > CLEAR;
            if !is_clear || random.below(DECIDED) == 0 {
                return (game, position);
            }
        }
    }
}

/// The rules of a game: a named rule set or, in one game of eight, a random
/// one.
fn rules(random: &mut Random) -> RuleSet {
    let named = random.below(8);
    if let Some((name, _)) = NAMED.get(named) {
        return name.parse().unwrap_or_default();
    }
    loop {
        let restricted = 2 + random.below(4);
        let mut text = String::from("(XA");
        for _ in 0..restricted {
            let side = ["X", "O"][random.below(2)];
            let ring = ["A", "A", "1", "2", "3", "12", "23", "13", "A-d4"][random.below(9)];
            text.push_str(&format!(", {side}{ring}"));
        }
        let tail = if random.below(2) == 0 { ", XA, OA, ...)" } else { ", OA, XA, ...)" };
        text.push_str(tail);
        // The sides must have about the same number of stones.
        if let Ok(rules) = text.parse::<RuleSet>()
            && (23..=26).contains(&(0..MAX_PLIES).filter(|&ply| rules.side(ply) == Side::X).count())
        {
            return rules;
        }
    }
}

/// A search with a node limit.
pub(crate) fn search(
    searcher: &mut dyn Searcher<Trains>,
    game: &Trains,
    root: &<Trains as Game>::Position,
    nodes: u64,
    settings: &Settings,
) -> Report {
    let (_canceller, stop) = Canceller::new(Instant::now());
    searcher.search(&mut Task {
        game,
        root,
        moves: game.legal(root),
        budget: Budget { nodes, ..Budget::UNLIMITED },
        settings,
        stop: &stop,
        report: &mut |_| {},
    })
}

/// The visits of all squares in 255ths of the largest number.
fn visits(report: &Report) -> [u8; SQUARES] {
    let mut visits = [0; SQUARES];
    let most = report.counts.iter().map(|count| count.visits).max().unwrap_or(0).max(1);
    for count in &report.counts {
        visits[place(count.square)] = (count.visits * 255).div_ceil(most).min(255) as u8;
    }
    visits
}

/// The expected result for the side to move, from 0 to 1.
fn expected(report: &Report) -> f32 {
    let [wins, draws, _] = report.lines[0].wdl.unwrap_or([0, 1000, 0]);
    (wins as f32 + draws as f32 / 2.0) / 1000.0
}

/// A random square, with the probabilities of a policy.
fn draw(policy: &[u8; SQUARES], random: &mut Random) -> Option<Square> {
    let total: usize = policy.iter().map(|&share| usize::from(share)).sum();
    let mut rest = random.below(total.max(1));
    let drawn = (0..SQUARES).find(|&i| {
        let share = usize::from(policy[i]);
        let found = rest < share;
        rest = rest.saturating_sub(share);
        found
    })?;
    BOARD.squares().find(|&square| place(square) == drawn)
}

const _: () = assert!(MAX_PLIES == SQUARES && PLIES_AHEAD <= MAX_PLIES);
