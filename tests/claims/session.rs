//! Random sessions: games, positions, options and limits, all derived from a
//! seed.

use noughts::game::{self, GameSpec, GameState};
use noughts::random::Random;
use noughts::search::SearchKind;

use super::answer::{Claims, Question, compare};
use super::truth::{Move, Truth};

use crate::common::Client;

/// A session with an engine.
pub(crate) struct Session {
    seed: u64,
    random: Random,
    client: Client,
    state: Box<dyn GameState>,
    truth: Truth,
    /// The maximum number of empty squares of a position.
    most_empty: usize,
    sent: Vec<String>,
    search: String,
    multi_pv: usize,
    neighbors: bool,
    threads: u64,
    /// The numbers of positions searched, and of those skipped because the
    /// exhaustive search took too long.
    pub(crate) positions: u64,
    pub(crate) skipped: u64,
    pub(crate) claims: Claims,
}

impl Session {
    /// Starts a session of one game.
    pub(crate) fn of(game: &str, most_empty: usize, seed: u64) -> Session {
        let spec: GameSpec = game.parse().expect("a game");
        let state = game::new_game(&spec);
        let truth = Truth::of(&*state);
        let mut session = Session {
            seed,
            random: Random::new(seed),
            client: Client::new(),
            state,
            truth,
            most_empty,
            sent: Vec::new(),
            search: "auto".to_string(),
            multi_pv: 1,
            neighbors: false,
            threads: 1,
            positions: 0,
            skipped: 0,
            claims: Claims::default(),
        };
        session.send("ugi");
        session.client.until("ugiok");
        session.send(&format!("newgame {game}"));
        session.set("UCI_ShowWDL", "true");
        session
    }

    /// Starts the session of a seed, with a random game and options.
    pub(crate) fn new(seed: u64, games: &[(&str, usize)]) -> Session {
        let (game, most_empty) = games[Random::new(!seed).below(games.len())];
        let mut session = Session::of(game, most_empty, seed);
        session.choose_options();
        session
    }

    /// Searches positions of several random games.
    pub(crate) fn run(&mut self) -> Result<(), String> {
        for _ in 0..1 + self.random.below(3) {
            self.begin();
            for _ in 0..1 + self.random.below(6) {
                if self.state.outcome().is_some() {
                    break;
                }
                self.ask()?;
                if self.one_in(6) {
                    self.choose_options();
                }
            }
            if self.one_in(8) {
                self.send("uginewgame");
            }
        }
        Ok(())
    }

    fn send(&mut self, line: &str) {
        self.sent.push(line.to_string());
        self.client.send(line);
    }

    /// Sets an option, and stores the values on which claims depend.
    pub(crate) fn set(&mut self, option: &str, value: impl ToString) {
        let value = value.to_string();
        self.send(&format!("setoption name {option} value {value}"));
        match option {
            "Search" => self.search = value,
            "MultiPV" => self.multi_pv = value.parse().expect("a number"),
            "Threads" => self.threads = value.parse().expect("a number"),
            "Neighbors" => self.neighbors = value.parse().expect("true or false"),
            _ => {}
        }
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.random.below(chances) == 0
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    /// Sets a random search and random options.
    fn choose_options(&mut self) {
        let spec = self.state.spec();
        let searches: Vec<&str> =
            SearchKind::all().filter(|kind| kind.supports(&spec)).map(SearchKind::name).collect();
        let search = self.any(&searches);
        self.set("Search", search);
        let hash = self.any(&[0, 1, 1, 2, 3, 4, 8, 16]);
        self.set("Hash", hash);
        let threads = self.any(&[1, 1, 1, 1, 1, 2, 3, 8]);
        self.set("Threads", threads);
        let multi_pv = self.any(&[1, 1, 1, 2, 3, 5, 125]);
        self.set("MultiPV", multi_pv);
        let neighbors = self.one_in(8);
        self.set("Neighbors", neighbors);
        let seed = self.random.below(1000);
        self.set("Seed", seed);
        for option in ["Pruning", "Ordering", "ImmediateWins", "CentreReply"] {
            let value = search != "minimax" && search != "uct" || !self.one_in(3);
            self.set(option, value);
        }
        for option in ["Proofs", "EarlyStop", "TreeReuse"] {
            let value = search != "mcts" && search != "puct" || !self.one_in(4);
            self.set(option, value);
        }
        // The lowest level may overlook a win in one.
        let skill = if self.one_in(4) { 2 + self.random.below(8) } else { 10 };
        self.set("Skill", skill);
        let margin = self.one_in(2);
        self.set("Margin", margin);
    }

    /// Sets a random position near enough to the end of the game.
    fn begin(&mut self) {
        let spec = self.state.spec();
        loop {
            let mut state = game::new_game(&spec);
            let squares = state.board().len();
            let least = squares.saturating_sub(self.most_empty);
            let plies = least + self.random.below(squares - least);
            while state.ply() < plies && state.outcome().is_none() {
                let square = state.legal().nth(self.random.below(state.legal().len()));
                let name = state.board().name(square.expect("a move"));
                state.play(&name).expect("it is legal");
            }
            if state.outcome().is_none() {
                self.state = state;
                return;
            }
        }
    }

    /// Searches the position, checks the answer, and moves on to another
    /// position.
    fn ask(&mut self) -> Result<(), String> {
        let Some(all) = self.truth.moves(&*self.state) else {
            self.skipped += 1;
            self.begin();
            return Ok(());
        };
        let moves = self.some_of(all);
        let (limit, nodes) = self.limit();
        let chosen = if moves.len() < self.state.legal().len() || self.one_in(10) {
            let names: Vec<&str> = moves.iter().map(|m| m.name.as_str()).collect();
            format!(" searchmoves {}", names.join(" "))
        } else {
            String::new()
        };
        let answer = self.check(&moves, &format!("{limit}{chosen}"), nodes)?;
        self.go_on(&answer);
        Ok(())
    }

    /// Searches the position after the moves `played` with this `go`, and
    /// checks the answer.
    pub(crate) fn ask_about(&mut self, played: &str, go: &str) -> Result<(), String> {
        for name in played.split(' ') {
            self.state.play(name).expect("it is legal");
        }
        let mut moves = self.truth.moves(&*self.state).expect("it does not take too long");
        if let Some((_, names)) = go.split_once("searchmoves ") {
            moves.retain(|m| names.split(' ').any(|name| name == m.name));
        }
        self.check(&moves, go, None).map(|_| ())
    }

    /// Searches these moves, checks the replies, and returns the best move.
    fn check(&mut self, moves: &[Move], go: &str, nodes: Option<u64>) -> Result<String, String> {
        self.positions += 1;
        let position = if self.one_in(2) {
            format!("position fen {}", self.state.text())
        } else {
            let board = self.state.board();
            let moves: Vec<String> = self.state.moves().iter().map(|&s| board.name(s)).collect();
            format!("position startpos moves {}", moves.join(" "))
        };
        self.send(&position);
        self.send(&format!("go {go}"));
        if go.starts_with("infinite") {
            self.send("stop");
        }
        let replies = self.client.until("bestmove");
        let question = Question {
            state: &*self.state,
            search: &self.search,
            moves,
            multi_pv: self.multi_pv,
            neighbors: self.neighbors,
            // The searches of cubes may exceed the node limit.
            nodes: nodes.filter(|_| !self.state.spec().to_string().starts_with("qubic")),
        };
        compare(&question, &replies, &mut self.truth, &mut self.claims)
            .map_err(|why| format!("{why}\n{}\n{}", self.transcript(), replies.join("\n")))?;
        let answer = replies.last().and_then(|line| line.split(' ').nth(1));
        Ok(answer.unwrap_or("").to_string())
    }

    /// Returns all moves, or some of them in random order.
    fn some_of(&mut self, mut moves: Vec<Move>) -> Vec<Move> {
        if self.one_in(2) {
            self.random.shuffle(&mut moves);
            moves.truncate(1 + self.random.below(moves.len()));
        }
        moves
    }

    /// Returns random limits, and the node limit if it is exact.
    fn limit(&mut self) -> (String, Option<u64>) {
        // Small numbers as often as large ones.
        let high = 1 << (1 + self.random.below(15));
        let nodes = 1 + self.random.below(high) as u64;
        // Each thread visits at least one node.
        let most = Some(nodes).filter(|_| self.threads == 1);
        let plies = 1 + self.random.below(12);
        match self.random.below(12) {
            0 => (format!("depth {plies} nodes {nodes}"), most),
            1 => (format!("mate {plies} nodes {nodes}"), most),
            2 => (format!("depth {plies} nodes 30000"), most.and(Some(30_000))),
            3 if self.one_in(2) => ("infinite".to_string(), None),
            3 => (format!("movetime {}", self.random.below(3)), None),
            _ => (format!("nodes {nodes}"), most),
        }
    }

    /// Plays the answer or a random move, and some random plies.
    fn go_on(&mut self, answer: &str) {
        let mut next = if self.one_in(3) { String::new() } else { answer.to_string() };
        for _ in 0..self.random.below(4) {
            if self.state.outcome().is_some() {
                break;
            }
            if next.is_empty() {
                let legal = self.state.legal();
                let square = legal.nth(self.random.below(legal.len())).expect("a move");
                next = self.state.board().name(square);
            }
            self.state.play(&next).expect("it is legal");
            next.clear();
        }
    }

    /// Returns all lines sent, for a repetition.
    pub(crate) fn transcript(&self) -> String {
        format!("seed {}:\n{}", self.seed, self.sent.join("\n"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.transcript());
        }
    }
}
