//! From a journal of games of lines to weights.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs, process};

use noughts::game::{Game, GameSpec, Lines, Outcome, Side, Squares, Trains};
use noughts::random::Random;
use noughts::search::patterns::{UNITS, WINDOWS};
use noughts_tournament::journal::{Entry, Header, VERSION};
use noughts_tournament::model::config::Config;

fn learn(folder: &Path, words: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-learn");
    Command::new(program).current_dir(folder).args(words.split(' ')).output().unwrap()
}

/// A journal of random games, with scores, whose last line is incomplete.
fn journal(spec: &str, games: usize) -> String {
    match spec.parse() {
        Ok(GameSpec::Lines(shape)) => header(spec) + &records(&Lines::new(shape), games),
        Ok(GameSpec::Trains(rules)) => header(spec) + &records(&Trains::new(rules), games),
        _ => panic!("{spec}"),
    }
}

fn records<G: Game>(game: &G, games: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::new();
    for number in 1..=games {
        let (mut position, mut plies) = (game.start(), Vec::new());
        while game.outcome(&position).is_none() {
            let legal = game.legal(&position);
            let square = legal.nth(random.below(legal.len())).unwrap();
            let (name, score) = (game.board().name(square), random.below(200) as i32 - 100);
            plies.push(format!("{{\"move\":\"{name}\",\"us\":0,\"cp\":{score}}}"));
            game.play(&mut position, square);
        }
        let result = match game.outcome(&position) {
            Some(Outcome::Win(Side::X)) => "x",
            Some(Outcome::Win(Side::O)) => "o",
            _ => "draw",
        };
        let plies = plies.join(",");
        text += &format!(
            "{{\"type\":\"game\",\"game\":{number},\"pairing\":{number},\"round\":1,\
             \"players\":[\"a\",\"b\"],\"opening\":\"\",\"seeds\":[null,null],\
             \"result\":\"{result}\",\"termination\":\"rules\",\"plies\":[{plies}],\
             \"started\":0,\"millis\":0}}\n"
        );
    }
    text + "{\"type\":\"game\",\"resu"
}

/// The first line of a journal of a game.
fn header(spec: &str) -> String {
    let config = Config::new(spec.parse().unwrap(), Vec::new());
    let header = Header { version: VERSION, shard: None, config };
    serde_json::to_string(&Entry::Header(Box::new(header))).unwrap() + "\n"
}

#[test]
fn journals_become_weights() {
    let folder = env::temp_dir().join(format!("noughts-learn-lines-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("games"), journal("tictactoe:9x9:5", 40)).unwrap();
    for command in ["patterns --epochs 1", "combinations"] {
        let weights = ["a", "b"].map(|name| {
            let output = learn(&folder, &format!("{command} --out {name} games"));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            fs::read(folder.join(name)).unwrap()
        });
        assert!(weights[0] == weights[1], "{command}: the same games, the same weights");
        assert!(weights[0].iter().any(|&byte| byte != 0), "{command}");
    }
    fs::write(folder.join("of-trains"), journal("tictactrains", 3)).unwrap();
    let weights = ["a", "b"].map(|name| {
        let output = learn(&folder, &format!("playouts --out {name} of-trains"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(folder.join(name)).unwrap()
    });
    assert!(weights[0] == weights[1] && weights[0].len() == 521, "a byte for each weight");
    let refused = learn(&folder, "playouts --out c games");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not a game of TicTacTrains"));
    // Without a step to learn, the network at the start is the one at the end. Its
    // rows are integers; the rest are numbers of 32 bits that are scaled.
    let same = learn(&folder, "patterns --epochs 1 --out first games");
    assert!(same.status.success());
    let same = learn(&folder, "patterns --from first --epochs 0 --out second games");
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stderr));
    let networks = ["first", "second"].map(|name| fs::read(folder.join(name)).unwrap());
    let integers = 2 * (WINDOWS + 1) * UNITS;
    let [first, second] = networks.each_ref().map(|bytes| bytes.split_at(integers));
    assert!(first.0 == second.0);
    let numbers = [first.1, second.1].map(bytemuck::pod_collect_to_vec::<u8, f32>);
    for (before, after) in numbers[0].iter().zip(&numbers[1]) {
        assert!((before - after).abs() <= 1e-6 * before.abs(), "{before} {after}");
    }
    fs::write(folder.join("four"), journal("tictactoe:7x7:4", 20)).unwrap();
    fs::write(folder.join("trains"), header("tictactrains")).unwrap();
    for (file, expected) in
        [("four", "too few positions"), ("trains", "not a game of lines"), ("none", "none")]
    {
        let output = learn(&folder, &format!("patterns --out c {file}"));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(expected), "{error}");
    }
    let output = learn(&folder, "patterns --from games --out c games");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && error.contains("is not a network"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}
