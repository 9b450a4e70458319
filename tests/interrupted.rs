//! The exit status of commands that a person interrupts: 3, as their work is unfinished.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Far longer than a start takes: turns a hang into a failure.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether the process catches SIGINT by now, as the system says.
fn catches_interrupts(child: &Child) -> bool {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> (Signal::INT.as_raw() - 1) & 1 == 1)
}

#[test]
fn an_interrupted_command_does_not_exit_as_if_it_had_finished() {
    for arguments in [
        "selfplay tictactoe:4 1000000000000",
        "selfplay tictactoe:4 1000000000000 --quiet",
        "selfplay qubic 1000000000000 --search mcts --nodes 50",
        "solve tictactrains",
        "solve tictactrains --all",
        "solve qubic --openings",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_noughts"))
            .args(arguments.split(' '))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let begin = Instant::now();
        while !catches_interrupts(&child) {
            assert!(begin.elapsed() < PATIENCE, "{arguments}");
            assert!(child.try_wait().expect("our child").is_none(), "{arguments}: it has ended");
            std::thread::sleep(Duration::from_millis(1));
        }
        kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
        let status = child.wait().expect("it is our child");
        assert_eq!(status.code(), Some(3), "{arguments}");
    }
}
