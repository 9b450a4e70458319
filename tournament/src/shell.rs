//! A tournament on the command line. Each argument becomes a piece of text of
//! a tournament file, so that both mean the same, have the same ranges, and are
//! checked in one place.

use std::path::PathBuf;

use clap::Args;
use noughts_tournament::config::{self, Addition, Config, Venue};
use noughts_tournament::shard::Shard;

use crate::display::Choice;
use crate::engines::{ENGINE, Engines};
use crate::words::{table, value};

/// What is to be played. What the command line says counts before what the
/// file says; its engines come after those of the file.
#[derive(Debug, Args)]
#[command(after_help = HELP, args_override_self = true)]
pub(crate) struct Run {
    /// The tournament file; without one the command line says all
    file: Option<PathBuf>,
    #[command(flatten)]
    engines: Engines,
    /// What holds for every engine that does not say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// The game; without a file it is tictactrains if nothing is said
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,
    /// What the tournament is called, in the report and the records
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// match, round-robin, gauntlet, knockout or swiss
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// Engines that meet all others in a gauntlet
    #[arg(long, value_name = "N")]
    seeds: Option<String>,
    /// Rounds of a Swiss tournament
    #[arg(long, value_name = "N")]
    rounds: Option<String>,
    /// Pairings of every two engines that meet
    #[arg(long, visible_alias = "pairs", value_name = "N")]
    pairings: Option<String>,
    /// Games at the same time
    #[arg(long, value_name = "N")]
    concurrency: Option<String>,
    /// The seed of everything that is random
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// Seconds by which a clock may be overstepped
    #[arg(long, value_name = "SECONDS")]
    margin: Option<String>,
    /// The longest game of ugi
    #[arg(long, value_name = "N")]
    max_plies: Option<String>,
    /// A game with so many plies after its opening is drawn
    #[arg(long, value_name = "N")]
    max_length: Option<String>,
    /// The share of games with a fault above which the run ends
    #[arg(long, value_name = "SHARE")]
    max_faults: Option<String>,
    /// Write a journal, one line of JSON per game, to this file
    #[arg(long, value_name = "FILE")]
    journal: Option<String>,
    /// Write every event as a line of JSON behind what is in this file
    #[arg(long, value_name = "FILE")]
    events: Option<String>,
    /// Write the games in the form of PGN behind what is in this file
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    /// Keep what was said on the wire in faulty games in this folder
    #[arg(long, value_name = "FOLDER")]
    transcripts: Option<String>,
    /// Keep it of all games: true
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    keep_all: Option<String>,
    /// Bind games to processors: true for all, or numbers such as 0,2
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "true")]
    affinity: Option<String>,
    /// Openings: random=PLIES, file=FILE or list='LINE; LINE'
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    openings: Vec<String>,
    /// The test that ends the run: elo0=0 elo1=5, alpha, beta, model, counts
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Who is so far behind loses: score=CENTIPOINTS, moves, both
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Vec<String>,
    /// When both are so near 0 the game is drawn: score=CENTIPOINTS, moves, from
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// A third engine ends games whose result it proves; keys of an engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    proof: Vec<String>,
    /// Seconds to wait: startup, ready, think, answer, quit
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    deadlines: Vec<String>,
    /// Play only this share of the games, on one of several machines: 1/N to N/N
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) display: Choice,
    /// Print the tournament file that means the same, and play nothing
    #[arg(long)]
    pub(crate) print_config: bool,
}

const HELP: &str = "\
Keys of --engine and --each are those of a tournament file (see tournament/README.md): name, cmd, \
args, dir, dialect, tc, movetime, nodes, depth …; option.NAME=VALUE and env.NAME=VALUE set options \
and the environment. Example:

  noughts-tournament run --engine name=A cmd=./a --engine name=B cmd=./b args='-q -x' \\
      --each tc=10+0.1 option.Hash=64 --pairs 100 --sprt elo0=0 elo1=10";

impl Run {
    /// The configuration of the file and the command line.
    ///
    /// # Errors
    ///
    /// With all mistakes in both.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let additions = self.additions()?;
        // What is only printed may be for another machine.
        let venue = if self.print_config { Venue::Elsewhere } else { Venue::Here };
        Ok(match &self.file {
            Some(file) => config::load_with(file, &additions, venue)?,
            None => config::assemble(&additions, venue)?,
        })
    }

    fn additions(&self) -> anyhow::Result<Vec<Addition>> {
        let mut additions = Vec::new();
        let game = self.game.clone().or(self.file.is_none().then(|| "tictactrains".to_string()));
        for (key, text) in [
            ("game", &game),
            ("title", &self.title),
            ("format", &self.format),
            ("seeds", &self.seeds),
            ("rounds", &self.rounds),
            ("pairings", &self.pairings),
            ("concurrency", &self.concurrency),
            ("seed", &self.seed),
            ("margin", &self.margin),
            ("max_plies", &self.max_plies),
            ("max_length", &self.max_length),
            ("max_faults", &self.max_faults),
            ("journal", &self.journal),
            ("events", &self.events),
            ("records", &self.records),
            ("transcripts", &self.transcripts),
            ("keep_all", &self.keep_all),
            ("affinity", &self.affinity),
        ] {
            if let Some(text) = text {
                let origin = format!("--{} {text}", key.replace('_', "-"));
                additions.push(Addition { origin, text: format!("{key} = {}", value(key, text)?) });
            }
        }
        for (key, pairs) in [
            ("each", &self.each),
            ("openings", &self.openings),
            ("sprt", &self.sprt),
            ("resign", &self.resign),
            ("draw", &self.draw),
            ("proof", &self.proof),
            ("deadlines", &self.deadlines),
        ] {
            if !pairs.is_empty() {
                let origin = format!("--{key} {}", pairs.join(" "));
                additions.push(Addition { origin, text: format!("{key} = {}", table(pairs)?) });
            }
        }
        for pairs in &self.engines.0 {
            let origin = format!("--{ENGINE} {}", pairs.join(" "));
            additions.push(Addition { origin, text: format!("{ENGINE} = [{}]", table(pairs)?) });
        }
        Ok(additions)
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
        // Their programs are nowhere.
        let words = shlex::split(&format!("run {words} --print-config")).unwrap();
        Line::try_parse_from(words).map(|line| line.run).unwrap_or_else(|error| panic!("{error}"))
    }

    fn config(words: &str) -> Config {
        run(words).config().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_tournament_needs_no_file() {
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
    fn the_game_has_a_default_and_paths_start_here() {
        let config = config("--engine name=A cmd=bin/a --engine name=B --each nodes=1 --journal j");
        assert_eq!(config.game.to_string(), "tictactrains");
        let here = std::env::current_dir().unwrap();
        assert_eq!(config.journal, Some(here.join("j")));
        let config::Program::Command { path, .. } = &config.engines[0].program else { panic!() };
        assert_eq!(*path, here.join("bin/a"));
    }

    #[test]
    fn mistakes_name_their_part_of_the_command_line() {
        let wrong = "--engine name=A nodes=x --engine name=A cdm=y --pairings 0 --each nodes=1";
        let told = run(wrong).config().unwrap_err().to_string();
        let lines: Vec<&str> = told.lines().collect();
        for expected in [
            "--engine name=A nodes=x: nodes: a whole number from 1",
            "--engine name=A cdm=y: unknown key \"cdm\"",
            "--engine name=A cdm=y: there are two engines named \"A\"",
            "--pairings 0: pairings: a whole number from 1 to 10000000 is expected, not 0",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected} in {told}");
        }
        assert_eq!(lines.len(), 4, "{told}");
        let told = run("--each nodes=1 --engine name=A").config().unwrap_err().to_string();
        assert!(told.contains("at least two"), "{told}");
        assert!(run("--each t.toml").config().unwrap_err().to_string().contains("KEY=VALUE"));
    }

    #[test]
    fn a_file_and_the_command_line_are_joined() {
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
            noughts_tournament::openings::Source::List(list.to_vec())
        });
        // A mistake in the file still has its line.
        std::fs::write(&file, text.replace("pairings = 5", "pairings = 'x'\nfoo = 1")).unwrap();
        let told = run(&format!("{} --engine name=b --seed 1", file.display())).config();
        let told = told.unwrap_err().to_string();
        assert!(
            told.contains("t.toml:2: pairings") && told.contains("t.toml:3: unknown"),
            "{told}"
        );
    }

    #[test]
    fn what_is_printed_means_the_same() {
        for words in [
            "--engine name='a \"quoted\" name' cmd=x args='\"a b\" c' --engine name=B --each tc=1+0.01",
            "--engine name=A movetime=5 --engine name=B depth=3 option.'Strange Name=x'=1 --each nodes=1 \
             --game ugi --max-plies 9 --format gauntlet --journal j --max-faults 0.25",
            "--engine name=A --engine name=B --each nodes=1 --game qubic --openings list='1a1;2b2 3c3' start=2 plies=1 \
             --sprt elo0=0 elo1=5 --margin 0.05 --format swiss --rounds 3 --deadlines ready=0.5",
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
