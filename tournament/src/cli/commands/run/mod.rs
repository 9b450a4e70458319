//! The command `run`: a tournament from a file, from options, or from options
//! that override a file.

pub(crate) mod demo;
pub(crate) mod ladder;
mod share;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use noughts_tournament::config::{self, MachineChecks, Problems, Spans};
use noughts_tournament::model::config::Config;
use noughts_tournament::output::live::{Address, DEFAULT_ADDRESS};
use noughts_tournament::run::tournament::summary::RunOptions;

use self::share::Share;
use crate::cli::advice::kinds;
use crate::cli::common::console;
use crate::cli::common::end::End;
use crate::cli::options::formats::Formats;
use crate::cli::options::keys::Keys;
use crate::cli::play::display::Choice;
use crate::cli::play::{OutputOptions, closing, play};

/// Arguments of the command `run`. Options override the file; engines given on
/// the command line come after those of the file.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(crate) struct Run {
    /// The tournament file; without one the options describe the whole
    /// tournament
    file: Option<PathBuf>,
    #[command(flatten)]
    keys: Keys,
    #[command(flatten)]
    share: Share,
    /// Wait for the journal if another runner has locked it, up to this many
    /// seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub(crate) wait_for_lock: u64,
    /// End at the first fault of an engine with code 4, and with code 8 if an
    /// engine is not the program that played the earlier games
    #[arg(long)]
    pub(crate) strict: bool,
    /// Serve the report as it grows to browsers, with the games being played,
    /// on this machine only unless another address is given
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true,
          default_missing_value = DEFAULT_ADDRESS)]
    pub(crate) live: Option<Address>,
    #[command(flatten)]
    pub(crate) display: Choice,
    #[command(flatten)]
    pub(crate) formats: Formats,
    /// Print the tournament file that is equivalent to these arguments, and
    /// play nothing
    #[arg(long)]
    pub(crate) print_config: bool,
}

/// The game if there is neither a file nor `--game`.
const DEFAULT_GAME: &str = "tictactrains";

impl Run {
    /// Plays the tournament, or prints its configuration.
    ///
    /// # Errors
    ///
    /// When the configuration is wrong or the run fails.
    pub(crate) fn run(&self) -> anyhow::Result<End> {
        let (mut config, places) = self.config()?;
        if self.print_config {
            // Written out, because another version might choose otherwise.
            config.settle_symmetric(None);
            console::show(&config::print(&config))?;
            return Ok(End::Finished);
        }
        let (shard, elsewhere) = self.share.of(&mut config)?;
        let options = RunOptions { shard, elsewhere, strict: self.strict, speed: None };
        let output = OutputOptions {
            display: &self.display,
            formats: &self.formats,
            patience: Duration::from_secs(self.wait_for_lock),
            live: self.live.as_ref(),
            last_words: &closing::closing,
        };
        play(config, &places, options, &output)
    }

    /// Returns the configuration, and the places where it sets options of
    /// engines.
    ///
    /// # Errors
    ///
    /// All mistakes in the file and on the command line.
    pub(crate) fn config(&self) -> Result<(Config, Spans), Problems> {
        let mut overlay = self.keys.0.clone();
        // A file that is only printed may be meant for another machine.
        let machine_checks = if self.print_config { MachineChecks::Off } else { MachineChecks::On };
        let Some(file) = &self.file else {
            if !overlay.has("game") {
                overlay.value("game", DEFAULT_GAME, &format!("--game {DEFAULT_GAME}"));
            }
            return config::from_options(overlay, machine_checks);
        };
        config::load_with(file, overlay, machine_checks).map_err(|mut problems| {
            let word = file.display().to_string();
            let is_address = self.live.is_some() && word.parse::<Address>().is_ok();
            let meant = is_address.then(|| format!("--live={word}"));
            let meant = meant.or_else(|| kinds::as_option(&word)).filter(|_| !file.exists());
            let missing = problems.0.iter_mut().find(|problem| problem.file == word);
            if let (Some(meant), Some(missing)) = (meant, missing) {
                missing.reason += &format!("; did you mean {meant}?");
            }
            problems
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        run: Run,
    }

    fn run(words: &str) -> Run {
        // With --print-config the programs of the engines need not exist.
        let words = shlex::split(&format!("run {words} --print-config")).unwrap();
        Line::try_parse_from(words).map(|line| line.run).unwrap_or_else(|error| panic!("{error}"))
    }

    fn config(words: &str) -> Config {
        run(words).config().unwrap_or_else(|error| panic!("{error}")).0
    }

    #[test]
    fn options_alone_describe_a_tournament() {
        let config = config(
            "--engine name=A cmd=some-engine args='-q \"x y\"' nodes=7 option.Hash=16 env.B=1 \
             --engine name=B --each tc=10+0.1 option.Search=uct --pairs 100 --seed 3 \
             --game tictactoe --openings random=1 --sprt elo0=-1.5 elo1=5 model=logistic \
             --format match --deadlines think=9",
        );
        let text = "game = 'tictactoe'\nformat = 'match'\npairings = 100\nseed = 3\n\
                    [openings]\nrandom = 1\n[deadlines]\nthink = 9\n\
                    [sprt]\nelo0 = -1.5\nelo1 = 5\nmodel = 'logistic'\n\
                    [each]\ntc = '10+0.1'\noptions = { Search = 'uct' }\n\
                    [[engine]]\nname = 'A'\ncmd = 'some-engine'\nargs = ['-q', 'x y']\nnodes = 7\n\
                    options = { Hash = 16 }\nenv = { B = 1 }\n[[engine]]\nname = 'B'\n";
        assert_eq!(config, config::parse(text, "t.toml", Path::new("")).unwrap());
    }

    #[test]
    fn without_a_file_paths_are_relative_to_the_working_directory() {
        let config = config("--engine name=A cmd=bin/a --engine name=B --each nodes=1 --journal j");
        assert_eq!(config.game.to_string(), "tictactrains");
        let here = std::env::current_dir().unwrap();
        assert_eq!(config.journal, Some(here.join("j")));
        let noughts_client::Program::Command { path, .. } = &config.engines[0].program else {
            panic!()
        };
        assert_eq!(*path, here.join("bin/a"));
    }

    #[test]
    fn mistakes_name_their_option() {
        let wrong = "--engine name=A nodes=x --engine name=A cdm=y --pairings 0 --each nodes=1";
        let message = run(wrong).config().unwrap_err().to_string();
        let lines: Vec<&str> = message.lines().collect();
        for expected in [
            "--engine name=A nodes=x: nodes: a whole number from 1",
            "--engine name=A cdm=y: unknown key \"cdm\"",
            "--engine name=A cdm=y: two engines are named \"A\"",
            "--pairings 0: pairings: a whole number from 1 to 10000000 is expected, not 0",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected} in {message}");
        }
        assert_eq!(lines.len(), 4, "{message}");
        let message = run("--each nodes=1 --engine name=A").config().unwrap_err().to_string();
        assert!(message.contains("two engines are needed"), "{message}");
        // A word without `=` is one mistake among others.
        let wrong = "--each t.toml nodes=1 --engine name=A args=\"'x\" --engine B --seed x";
        let message = run(wrong).config().unwrap_err().to_string();
        let expected = [
            "--each t.toml nodes=1: \"t.toml\" is not KEY=VALUE",
            "--engine name=A args='x: args='x: a quote is not closed",
            "--engine B: \"B\" is not KEY=VALUE",
            "--seed x: seed: a whole number",
            "--engine B: engine: no name; set name or cmd",
        ];
        for expected in expected {
            assert!(
                message.lines().any(|line| line.starts_with(expected)),
                "{expected} in {message}"
            );
        }
        assert_eq!(message.lines().count(), expected.len(), "{message}");
    }

    #[test]
    fn a_key_is_given_once() {
        let wrong = "--engine name=A name=B --engine name=C option.X=1 options=2 --each nodes=1 \
                     option.Hash=1 option.Hash=2 option.hash=3";
        let message = run(wrong).config().unwrap_err().to_string();
        let expected = [
            "--engine name=A name=B: duplicate key \"name\"",
            "--engine name=C option.X=1 options=2: duplicate key \"options\"",
            "--each nodes=1 option.Hash=1 option.Hash=2 option.hash=3: duplicate key \"option.Hash\"",
        ];
        for expected in expected {
            assert!(message.lines().any(|line| line == expected), "{expected} in {message}");
        }
        assert_eq!(message.lines().count(), expected.len(), "{message}");
    }

    #[test]
    fn options_override_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.toml");
        let text = "game = 'qubic'\npairings = 5\n[openings]\nrandom = 3\n[each]\nnodes = 1\n\
                    options = { Hash = 1, Seed = 2 }\n[[engine]]\nname = 'a'\ncmd = 'bin/a'\n";
        std::fs::write(&file, text).unwrap();
        let config = config(&format!(
            "{} --engine name=b --pairs 6 --pairs 7 --each option.Hash=9 --openings list='1a1;2a1'",
            file.display()
        ));
        assert_eq!((config.pairings, config.engines.len()), (7, 2));
        let option = |i: usize| config.engines[i].options.clone();
        let expected = [("Seed", "2"), ("Hash", "9")].map(|(n, v)| (n.to_string(), v.to_string()));
        let mut found = option(0);
        found.sort_by_key(|(name, _)| *name != "Seed");
        assert_eq!(found, expected);
        assert_eq!(config.unused_openings(), 0);
        assert_eq!(config.openings.to_owned(), {
            let list = ["1a1", "2a1"].map(|line| line.parse().unwrap());
            noughts_tournament::model::opening::Source::List(list.to_vec())
        });
        // Mistakes in the file keep their lines.
        std::fs::write(&file, text.replace("pairings = 5", "pairings = 'x'\nfoo = 1")).unwrap();
        let message = run(&format!("{} --engine name=b --seed 1", file.display())).config();
        let message = message.unwrap_err().to_string();
        assert!(
            message.contains("t.toml:2: pairings") && message.contains("t.toml:3: unknown"),
            "{message}"
        );
    }

    #[test]
    fn limits_after_each_replace_those_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.toml");
        let text = "game = 'qubic'\nproof = { nodes = 9 }\n[each]\ntc = '10+0.1'\nnodes = 1\n\
                    margin = 0.5\noptions = { Hash = 1 }\n\
                    [[engine]]\nname = 'a'\ndepth = 3\n[[engine]]\nname = 'b'\n";
        std::fs::write(&file, text).unwrap();
        let config = |words: &str| config(&format!("{} {words}", file.display()));
        let limits = |config: &Config| -> Vec<String> {
            config.engines.iter().map(|engine| engine.limits.to_string()).collect()
        };
        let plain = config("--each option.hash=2");
        assert_eq!(limits(&plain), ["depth=3", "tc=10+0.1 nodes=1"]);
        assert_eq!(plain.engines[1].options, [("hash".to_string(), "2".to_string())]);
        let timed = config("--each movetime=20 --proof depth=4");
        assert_eq!(limits(&timed), ["depth=3", "movetime=20"]);
        // Other keys stay.
        assert_eq!(timed.engines[1].limits.margin, plain.engines[1].limits.margin);
        assert_eq!(timed.engines[1].options.len(), 1);
        let proof = timed.adjudication.proof.as_ref().map(|proof| proof.limits.to_string());
        assert_eq!(proof.as_deref(), Some("depth=4"));
    }

    #[test]
    fn a_printed_configuration_is_equivalent() {
        for words in [
            "--engine name='a \"quoted\" name' cmd=x args='\"a b\" c' --engine name=B --each tc=1+0.01",
            "--engine name=A movetime=5 --engine name=B depth=3 option.'Strange Name=x'=1 --each nodes=1 \
             --game ugi --max-plies 9 --format gauntlet --journal j --max-faults 0.25",
            "--engine name=A --engine name=B --each nodes=1 --game qubic --openings list='1a1;2b2 3c3' start=2 plies=1 \
             --sprt elo0=0 elo1=5 --no-swap --wait 250 --margin 0.05 --format swiss --rounds 3 --deadlines ready=0.5",
            "--engine name=A tc=40/60 scale=0.5 margin=1 restart=true dialect=uci ponder=true --engine name=B --each nodes=1 \
             --title 'a \"b\" <c>' --resign score=500 moves=2 both=false --draw score=5 from=20 --max-length 40 \
             --events e --records r --transcripts t --keep-all --affinity 0,1 --proof nodes=100 option.Search=alphabeta",
        ] {
            let config = config(words);
            let text = config::print(&config);
            let again = config::parse(&text, "t.toml", Path::new("/elsewhere"));
            assert_eq!(again.unwrap_or_else(|e| panic!("{e}\n{text}")), config, "{text}");
        }
        let example = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/example.toml"));
        let config = config::load(example).unwrap();
        let again = config::parse(&config::print(&config), "t.toml", Path::new("/elsewhere"));
        assert_eq!(again.unwrap(), config);
    }
}
