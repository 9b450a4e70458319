//! `CuteGames`, a match runner for any UGI game. It has no rules: it asks the
//! engines for the side to move and the result. It accepts only answers of
//! exactly two words and otherwise waits for ever; so does this test. The order
//! of lines follows `play_game` in its source, with `askturn` and
//! `gameover: both`.

use super::process::Engine;

/// One of the two engines of a match.
struct Player(Engine);

impl Player {
    /// Starts an engine with the handshake of `CuteGames`.
    fn start(game: &str) -> Player {
        let mut player = Player(Engine::start(&[]));
        player.send("ugi");
        player.0.until(|line| line == "ugiok");
        player.send(&format!("setoption name Game value {game}"));
        player.is_ready();
        player
    }

    fn send(&mut self, line: &str) {
        self.0.write(&format!("{line}\n"));
    }

    fn is_ready(&mut self) {
        self.send("isready");
        self.0.until(|line| line == "readyok");
    }

    fn position(&mut self, moves: &[String]) {
        let moves: String = moves.iter().map(|name| format!(" {name}")).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        self.send(&format!("position startpos{moves}"));
    }

    /// Returns the second word of the next line that has exactly two words and
    /// begins with `first`.
    fn answer(&self, first: &str) -> String {
        let words = |line: &str| line.split(' ').map(str::to_string).collect::<Vec<_>>();
        let is_answer = |line: &str| words(line).len() == 2 && words(line)[0] == first;
        let lines = self.0.until(is_answer);
        words(lines.last().expect("one"))[1].clone()
    }

    /// Sends the position again before each query.
    fn query(&mut self, what: &str, moves: &[String]) -> String {
        self.position(moves);
        self.send(&format!("query {what}"));
        self.answer("response")
    }

    fn go(&mut self, clock: [i32; 2]) -> String {
        let [p1, p2] = clock;
        self.send(&format!("go p1time {p1} p2time {p2} p1inc 10 p2inc 10"));
        self.answer("bestmove")
    }
}

/// Plays a game, and returns its moves and the result that both engines report.
fn play(players: &mut [Player; 2]) -> (Vec<String>, String) {
    let mut moves = Vec::new();
    let mut clock = [300; 2];
    players.iter_mut().for_each(Player::is_ready);
    players.iter_mut().for_each(|player| player.send("uginewgame"));
    assert_eq!(players[0].query("p1turn", &moves), "true");
    loop {
        // `CuteGames` asks twice: for the turn, and to determine its "us".
        let turn = players[0].query("p1turn", &moves);
        assert_eq!(players[0].query("p1turn", &moves), turn);
        let us = usize::from(turn != "true");
        players[us].is_ready();
        players[us].position(&moves);
        let over = [us, 1 - us].map(|player| players[player].query("gameover", &moves));
        assert_eq!(over[0], over[1], "{moves:?}");
        if over[0] == "true" {
            break;
        }
        // An assumed use of the clock, independent of the machine.
        clock[us] = (clock[us] - 2).max(50);
        moves.push(players[us].go(clock));
        assert!(moves.len() <= 125, "{moves:?}");
    }
    let results = players.each_mut().map(|player| {
        player.is_ready();
        player.position(&moves);
        assert_eq!(player.query("gameover", &moves), "true");
        player.query("result", &moves)
    });
    assert_eq!(results[0], results[1], "{moves:?}");
    (moves, results[0].clone())
}

#[test]
fn cutegames_plays_all_three_games() {
    for game in ["tictactoe", "tictactrains:modern", "qubic"] {
        let mut players = [Player::start(game), Player::start(game)];
        // The engines stay for the next game.
        for round in 0..2 {
            let (moves, result) = play(&mut players);
            let mut state = noughts::game::new_game(&game.parse().expect("a game"));
            for name in &moves {
                state.play(name).unwrap_or_else(|error| panic!("{game} {round}: {error}"));
            }
            let expected = match state.outcome().expect("the game is over") {
                noughts::game::Outcome::Draw => "draw",
                noughts::game::Outcome::Win(noughts::game::Side::X) => "p1win",
                noughts::game::Outcome::Win(noughts::game::Side::O) => "p2win",
            };
            assert_eq!(result, expected, "{game} {moves:?}");
        }
        for player in players {
            let mut player = player;
            player.send("quit");
            let (status, rest) = player.0.end();
            assert!(status.success() && rest.is_empty(), "{rest:?}");
        }
    }
}
