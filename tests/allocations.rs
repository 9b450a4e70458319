//! Searches do not allocate memory for each node: the number of allocations
//! depends on their tables, buffers and reports.

use std::time::Instant;

use noughts::engine::player;
use noughts::game::GameSpec;
use noughts::search::{Budget, Canceller, SearchKind, Settings};

/// The nodes of a search.
const NODES: u64 = 20_000;
/// The maximum number of allocations of a search. One for each node would be
/// far more.
const MOST: u64 = NODES / 10;

/// The allocations of a search, and its nodes.
fn allocations(search: SearchKind, spec: &GameSpec, moves: &[&str]) -> (u64, u64) {
    let mut player = player(spec, search);
    let moves: Vec<String> = moves.iter().map(|&name| name.to_string()).collect();
    player.set_position(None, &moves).expect("the moves are legal");
    let settings = Settings { hash: 4, multi_pv: 3, ..Settings::default() };
    let (_canceller, stop) = Canceller::new(Instant::now());
    let budget = Budget { nodes: NODES, ..Budget::UNLIMITED };
    let legal = player.state().legal();
    let mut nodes = 0;
    let counted = allocation_counter::measure(|| {
        nodes = player.search(legal, budget, &settings, &stop, &mut |_| {}).nodes;
    });
    (counted.count_total, nodes)
}

#[test]
fn searches_do_not_allocate_node_by_node() {
    let mut searched = 0;
    for (game, moves) in [
        ("tictactrains", &["d4", "c4"][..]),
        ("tictactoe:8x8:5", &["d4", "c3"]),
        ("tictactoe:9x9:3=", &["e5", "c3", "f7"]),
        ("tictactoe:15x15:5", &["h8", "i9", "j8", "h10"]),
        ("qubic", &["1a1", "2b2", "3c2"]),
    ] {
        let spec: GameSpec = game.parse().expect("the name of a game");
        for search in SearchKind::all().filter(|search| search.supports(&spec)) {
            let (count, nodes) = allocations(search, &spec, moves);
            assert!(count <= MOST, "{} in {game}: {count} in {nodes} nodes", search.name());
            searched += usize::from(nodes == NODES);
        }
    }
    assert!(searched > 20, "only {searched} searches visited all their nodes");
}
