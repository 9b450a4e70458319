//! The description of a run in a journal: its start, its machine and its
//! programs.

use std::fmt;

use noughts_client::text::printable;
use noughts_client::time;
use serde::{Deserialize, Serialize};

use crate::machine::description::{Machine, ProgramFile};
use crate::machine::speed;

/// A run of the tournament, or of a share of it, on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The time of its start, in milliseconds since 1970.
    pub started: u64,
    /// The version of the runner.
    pub version: String,
    /// The machine.
    pub machine: Machine,
    /// The factor on the times of all engines.
    pub scale: f64,
    /// The measured speed, if the factor follows from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// The number of pairings of every two engines that meet. A later run may
    /// play more than an earlier one.
    pub pairings: usize,
    /// The programs of the engines.
    pub programs: Vec<ProgramFile>,
    /// In a further line of a run, in which an engine started with another program:
    /// the game for which it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
}

impl Run {
    /// Describes a run that begins now on this machine.
    pub fn now(
        scale: f64,
        speed: Option<Speed>,
        pairings: usize,
        programs: Vec<ProgramFile>,
    ) -> Run {
        let now = time::since_1970();
        Run {
            started: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            version: env!("CARGO_PKG_VERSION").to_string(),
            machine: Machine::this(),
            scale,
            speed,
            pairings,
            programs,
            game: None,
        }
    }

    /// Describes the same run after one of its engines has started with another
    /// program for a game.
    #[must_use]
    pub fn with_program(&self, program: ProgramFile, game: usize) -> Run {
        let now = time::since_1970();
        let mut run = self.clone();
        run.started = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        run.game = Some(game);
        run.programs.retain(|known| known.engine != program.engine);
        run.programs.push(program);
        run
    }
}

/// The speed of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// The name of the calculation that measured it.
    pub calculation: String,
    /// The speed, in units of the calculation.
    pub measured: f64,
}

impl Speed {
    /// Measures this machine.
    pub fn measure() -> Speed {
        Speed { calculation: speed::CALCULATION.to_string(), measured: speed::measure() }
    }
}

/// A machine whose speed differs from that in its previous run.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedSpeed {
    /// The speeds of the previous run and of this one.
    pub measured: [f64; 2],
}

impl fmt::Display for ChangedSpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, now] = self.measured;
        write!(
            f,
            "this machine has the speed {now:.1}, in its previous run it had {before:.1}; other \
             programs may be running on it, and the factor on all times follows from the speed"
        )
    }
}

/// The share by which two measurements of a machine may differ.
const SPEED_TOLERANCE: f64 = 0.15;

/// Compares the speed of the last run with that of the previous run of the same
/// machine that measured it in the same way.
pub fn changed_speed(runs: &[Run]) -> Option<ChangedSpeed> {
    let (last, earlier) = runs.split_last()?;
    let now = last.speed.as_ref()?;
    let same_machine = earlier.iter().rev().filter(|run| run.machine == last.machine);
    let before = same_machine
        .filter_map(|run| run.speed.as_ref())
        .find(|speed| speed.calculation == now.calculation)?;
    let ratio = now.measured / before.measured;
    let differs = ratio.max(1.0 / ratio) > 1.0 + SPEED_TOLERANCE;
    differs.then_some(ChangedSpeed { measured: [before.measured, now.measured] })
}

/// An engine that played with different programs, in two runs or in one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ChangedProgram {
    /// The earlier program, and its host.
    first: (ProgramFile, String),
    /// The later program, and its host.
    second: (ProgramFile, String),
    /// The first game of the later program, if it is in the same run.
    game: Option<usize>,
}

impl ChangedProgram {
    /// Returns the name of the engine.
    pub fn engine(&self) -> &str {
        &self.second.0.engine
    }
}

impl fmt::Display for ChangedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first file that differs, for an interpreter and its script.
        let hash_of = |(program, _): &(ProgramFile, String), at: usize| {
            program.files.get(at).map(|file| file.sha256.clone())
        };
        let most = self.first.0.files.len().max(self.second.0.files.len());
        let differs = |at: &usize| hash_of(&self.first, *at) != hash_of(&self.second, *at);
        let at = (0..most).find(differs).unwrap_or(0);
        let text = |(program, host): &(ProgramFile, String)| {
            let name = if program.id.is_empty() { "no name" } else { program.id.as_str() };
            // The first digits of a hash are enough to distinguish two
            // programs.
            let hash = program.files.get(at).map_or("", |file| &file.sha256);
            let hash = hash.get(..12).unwrap_or("unknown");
            format!("{} (SHA-256 {hash}…) on {}", printable(name, 60), printable(host, 60))
        };
        let name = printable(&self.first.0.engine, 60);
        let [first, second] = [&self.first, &self.second].map(text);
        write!(f, "engine \"{name}\" is not the same program in all games: {first}; {second}")?;
        if let Some(game) = self.game {
            write!(f, " from game {game} on")?;
        }
        if first == second {
            write!(f, "; its handshake has another dialect or other options")?;
        }
        Ok(())
    }
}

/// Returns the engines whose programs differ between runs, each once.
pub fn changed_programs(runs: &[Run]) -> Vec<ChangedProgram> {
    let programs = runs.iter().flat_map(|run| {
        let of_run = |program: &ProgramFile| (program.clone(), run.machine.host.clone());
        run.programs.iter().map(move |program| (of_run(program), run.game))
    });
    let mut first: Vec<(ProgramFile, String)> = Vec::new();
    let mut changed: Vec<ChangedProgram> = Vec::new();
    for ((program, host), game) in programs {
        match first.iter().find(|(known, _)| known.engine == program.engine) {
            None => first.push((program, host)),
            Some((known, _)) if known.is_same(&program) => {}
            Some(_) if changed.iter().any(|c| c.first.0.engine == program.engine) => {}
            Some(known) => {
                let (first, second) = (known.clone(), (program, host));
                changed.push(ChangedProgram { first, second, game });
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::description::HashedFile;

    fn run(host: &str, programs: &[(&str, &str, &str)]) -> Run {
        let program = |&(engine, id, sha256): &(&str, &str, &str)| ProgramFile {
            engine: engine.to_string(),
            id: id.to_string(),
            handshake: None,
            files: vec![HashedFile { file: "x".into(), bytes: 1, sha256: sha256.to_string() }],
        };
        Run {
            started: 1,
            version: "1".to_string(),
            machine: Machine { host: host.to_string(), ..Machine::default() },
            scale: 1.0,
            speed: None,
            pairings: 1,
            programs: programs.iter().map(program).collect(),
            game: None,
        }
    }

    #[test]
    fn a_machine_of_another_speed_than_before_is_reported() {
        let measured = |host: &str, measured: f64| {
            let speed = Speed { calculation: speed::CALCULATION.to_string(), measured };
            Run { speed: Some(speed), ..run(host, &[]) }
        };
        let changed = |runs: &[Run]| changed_speed(runs).map(|changed| changed.measured);
        let first = measured("one", 100.0);
        for (now, expected) in [(114.0, false), (116.0, true), (88.0, false), (86.0, true)] {
            let runs = [first.clone(), measured("two", now), run("one", &[]), measured("one", now)];
            assert_eq!(changed(&runs), expected.then_some([100.0, now]));
            assert_eq!(changed(&runs[..2]), None, "another machine");
        }
        let text = changed_speed(&[first, measured("one", 60.0)]).unwrap().to_string();
        assert!(
            text.starts_with("this machine has the speed 60.0, in its previous run it had 100.0")
        );
    }

    #[test]
    fn an_engine_with_another_program_is_named_once() {
        let first = [("a", "A 1", "0123456789abcdef"), ("b", "B 1", "1")];
        let second = [("a", "A 2", "fedcba9876543210"), ("b", "B 1", "1")];
        let runs = [run("one", &first), run("two", &first)];
        assert_eq!(changed_programs(&runs), []);
        let runs = [run("one", &first), run("two", &second), run("three", &second)];
        let texts: Vec<String> = changed_programs(&runs).iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            ["engine \"a\" is not the same program in all games: A 1 (SHA-256 0123456789ab…) on \
              one; A 2 (SHA-256 fedcba987654…) on two"]
        );
    }

    #[test]
    fn a_program_that_changes_during_a_run_is_named_with_its_first_game() {
        let first = run("one", &[("a", "A", "0123456789abcdef"), ("b", "B", "1")]);
        let another = run("one", &[("a", "A", "fedcba9876543210")]).programs.remove(0);
        let runs = [first.clone(), first.with_program(another, 17), run("one", &[])];
        let [change] = &changed_programs(&runs)[..] else { panic!("one change") };
        assert!(change.to_string().ends_with("A (SHA-256 fedcba987654…) on one from game 17 on"));
        // The same file that says something else, as a script can.
        let mut script = first.programs[1].clone();
        let mut before = first;
        before.programs[1].handshake = Some("1".into());
        script.handshake = Some("2".into());
        let runs = [before.clone(), before.with_program(script, 3)];
        let [change] = &changed_programs(&runs)[..] else { panic!("one change") };
        assert!(
            change
                .to_string()
                .ends_with("from game 3 on; its handshake has another dialect or other options")
        );
    }
}
