//! From games to a network that plays: all commands, on very little.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs, process};

fn learn(folder: &Path, words: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_noughts-learn");
    Command::new(program).current_dir(folder).args(words.split(' ')).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn games_become_a_network_that_plays_the_next_games() {
    let folder = env::temp_dir().join(format!("noughts-learn-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let play = "play --search mcts --nodes 40 --late-nodes 60 --games 12 --seed 3";
    let played = text(&learn(&folder, &format!("{play} --out a --threads 1")));
    assert!(played.starts_with("12 games, "), "{played}");
    // The same games with two threads.
    text(&learn(&folder, &format!("{play} --out b --threads 2")));
    let file = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(file("a") == file("b"));

    let train = "train a --batch 64 --epochs 1 --threads 1 --out net --parameters net.f32";
    let learned = text(&learn(&folder, train));
    assert!(learned.contains("epoch 1.00"), "{learned}");
    let first = fs::read(folder.join("net")).unwrap();
    text(&learn(&folder, train));
    assert!(fs::read(folder.join("net")).unwrap() == first, "the same seed, the same network");
    let other = "train a --batch 64 --epochs 1 --from net.f32 --out more --parameters more.f32";
    text(&learn(&folder, other));
    assert!(fs::read(folder.join("more")).unwrap() != first);

    let measured = text(&learn(&folder, "measure b --net net --most 100"));
    assert!(measured.contains("in 1,000, drawn"), "{measured}");
    text(&learn(&folder, "play --net net --nodes 8 --late-nodes 60 --games 2 --out c"));
    // Games of mcts do not depend on a network.
    text(&learn(&folder, &format!("{play} --net net --out d --threads 1")));
    assert!(file("d") == file("a"));
    // What a killed run has left of a position is removed.
    let whole = fs::read(folder.join("d")).unwrap();
    fs::write(folder.join("d"), &whole[..whole.len() - 100]).unwrap();
    text(&learn(&folder, "play --net net --nodes 8 --late-nodes 60 --games 1 --out d"));
    let bytes = fs::read(folder.join("d")).unwrap();
    assert!(bytes.len() % 135 == 8 && bytes[..whole.len() - 135] == whole[..whole.len() - 135]);
    text(&learn(&folder, "measure d --most 10"));
    for (command, expected) in [
        ("measure net", "net is not a file of positions"),
        ("play --games 1 --out net", "net is not a file of positions"),
        ("train a --batch 0 --out e --parameters f", "invalid value '0' for '--batch"),
        ("train a --rate nan --out e --parameters f", "a number of at least 0 is needed"),
        ("train a --mix 7 --out e --parameters f", "a number from 0 to 1 is needed"),
        ("train a --batch 64 --rate 1e30 --out g --parameters h", "the learning diverges"),
        ("train a --out ./a --parameters f", "./a would be overwritten"),
        ("train a --out e --parameters e", "e would be overwritten"),
        ("train a --out none/e --parameters f", "cannot write none/e"),
        ("play --search random --games 1 --out e", "random does not count visits"),
        ("play --net a --games 1 --out c", "cannot load the network a: "),
        ("measure b --net a", "cannot load the network a: "),
    ] {
        let refused = learn(&folder, command);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && error.contains(expected), "{error}");
    }
    assert!(file("a") == file("b"), "no refused command has changed it");
    assert!(!folder.join("e").exists() && !folder.join("e.part").exists());
    fs::remove_dir_all(&folder).unwrap();
}
