//! A tournament on the command line. Each argument becomes a piece of text of
//! a tournament file, so that both mean the same, have the same ranges, and are
//! checked in one place.

use noughts_tournament::config::{self, Addition, Config, Places, Problem, Problems, Venue};

pub(crate) use super::flags::Run;

use super::engines::ENGINE;
use super::words::{table, value};

impl Run {
    /// The configuration of the file and the command line, and where the options
    /// of engines stand in them.
    ///
    /// # Errors
    ///
    /// With all mistakes in both.
    pub(crate) fn config(&self) -> Result<(Config, Places), Problems> {
        let (additions, mut wrong) = self.additions();
        // What is only printed may be for another machine.
        let venue = if self.print_config { Venue::Elsewhere } else { Venue::Here };
        let read = match &self.file {
            Some(file) => config::load_with(file, &additions, venue),
            None => config::assemble(&additions, venue),
        };
        match read {
            Ok(read) if wrong.is_empty() => Ok(read),
            read => {
                wrong.extend(read.err().into_iter().flat_map(|problems| problems.0));
                Err(Problems(wrong))
            }
        }
    }

    /// What the command line adds to a file, and what in it cannot be written
    /// in one.
    fn additions(&self) -> (Vec<Addition>, Vec<Problem>) {
        let (mut additions, mut wrong) = (Vec::new(), Vec::new());
        let mut add = |origin: String, text: Option<String>, mistakes: Vec<String>| {
            wrong.extend(mistakes.into_iter().map(|reason| {
                let file = origin.clone();
                Problem { file, line: 0, reason }
            }));
            additions.extend(text.map(|text| Addition { origin, text }));
        };
        let game = self.game.clone().or(self.file.is_none().then(|| "tictactrains".to_string()));
        for (key, text) in [
            ("game", &game),
            ("title", &self.title),
            ("format", &self.format),
            ("seeds", &self.seeds),
            ("rounds", &self.rounds),
            ("pairings", &self.pairings),
            ("no_swap", &self.no_swap),
            ("concurrency", &self.concurrency),
            ("wait", &self.wait),
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
            let Some(text) = text else { continue };
            let origin = format!("--{} {text}", key.replace('_', "-"));
            match value(key, text) {
                Ok(value) => add(origin, Some(format!("{key} = {value}")), Vec::new()),
                Err(reason) => add(origin, None, vec![reason]),
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
                let (table, mistakes) = table(pairs);
                let origin = format!("--{key} {}", pairs.join(" "));
                add(origin, Some(format!("{key} = {table}")), mistakes);
            }
        }
        for pairs in &self.engines.0 {
            let (table, mistakes) = table(pairs);
            let origin = format!("--{ENGINE} {}", pairs.join(" "));
            add(origin, Some(format!("{ENGINE} = [{table}]")), mistakes);
        }
        (additions, wrong)
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
        run(words).config().unwrap_or_else(|error| panic!("{error}")).0
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
        // What is no key and value is one mistake among others.
        let wrong = "--each t.toml nodes=1 --engine name=A args=\"'x\" --engine B --seed x";
        let told = run(wrong).config().unwrap_err().to_string();
        let expected = [
            "--each t.toml nodes=1: \"t.toml\" is no KEY=VALUE",
            "--engine name=A args='x: args='x: a quote is open",
            "--engine B: \"B\" is no KEY=VALUE",
            "--seed x: seed: a whole number",
            "--engine B: engine: there is no name",
        ];
        for expected in expected {
            assert!(told.lines().any(|line| line.starts_with(expected)), "{expected} in {told}");
        }
        assert_eq!(told.lines().count(), expected.len(), "{told}");
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
