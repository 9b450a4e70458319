//! The time of an evaluation by the network of `puct` with each set of
//! instructions that the processor has: `cargo bench --bench network`.

use std::time::Instant;

use noughts::game::trains::{Lengths, RuleSet};
use noughts::game::{Game, Trains};
use noughts::random::Random;
use noughts::search::Hardware;
use noughts::search::network::{Network, View};

fn main() {
    let game = Trains::new(RuleSet::default());
    let network = Network::built_in();
    let mut lengths = Lengths::default();
    for plies in [4, 12, 20, 28] {
        let mut random = Random::new(plies);
        let views: Vec<View> = (0..256)
            .map(|_| {
                let mut position = game.start();
                for _ in 0..plies {
                    let legal = game.legal(&position);
                    if let Some(square) = legal.nth(random.below(legal.len())) {
                        game.play(&mut position, square);
                    }
                }
                View::of(&game, &position)
            })
            .collect();
        let time = |call: &mut dyn FnMut(&View)| {
            let rounds = (0..9).map(|_| {
                let started = Instant::now();
                views.iter().for_each(&mut *call);
                started.elapsed().as_nanos() as f64 / views.len() as f64 / 1000.0
            });
            rounds.fold(f64::INFINITY, f64::min)
        };
        let planes = time(&mut |view| {
            std::hint::black_box(view.planes(&mut lengths));
        });
        println!("after {plies:2} plies; {planes:.2} µs of each time are for the input:");
        for hardware in Hardware::all() {
            let whole = time(&mut |view| {
                let planes = view.planes(&mut lengths);
                std::hint::black_box(network.evaluate(hardware, &planes));
            });
            println!("  {whole:6.2} µs  {hardware:?}");
        }
    }
}
