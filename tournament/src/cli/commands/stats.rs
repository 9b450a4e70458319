//! The command `stats`: statistics of counts of results, or of journals.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use noughts_terminal::busy;
use noughts_tournament::config::Problems;
use noughts_tournament::files::kind::FileKind;
use noughts_tournament::journal::doubt_notes;
use noughts_tournament::model::sprt::{Counts, Model, Sprt, Verdict};
use noughts_tournament::output::formats;
use noughts_tournament::output::results::Results;
use noughts_tournament::stats::formulas::score::{Games, Pairs};
use noughts_tournament::stats::in_order::TestState;

use crate::cli::common::console::{self, complain, wrapped};
use crate::cli::common::end::misuse;
use crate::cli::common::programs;
use crate::cli::options::formats::Formats;
use crate::cli::options::sprt::{self, ChosenTest};
use crate::cli::tables::grid::fit_together;
use crate::cli::tables::results::{
    account, against, crosstable, doubts, endings, fairness, sides, standings, superiorities,
    test_line,
};
use crate::cli::tables::usage;

/// Arguments of the command `stats`.
#[derive(Debug, Args)]
#[command(
    after_help = "Give either journals, --wdl or --penta. Errors are half the width of the 95 % interval."
)]
pub(crate) struct Stats {
    /// The journals of one tournament; they may still grow
    #[arg(value_name = "JOURNAL")]
    words: Vec<PathBuf>,
    /// Numbers of games won, drawn and lost
    #[arg(long, value_name = "W,D,L", conflicts_with = "penta")]
    wdl: Option<Trinomial>,
    /// Numbers of pairings by result: LL,LD,WL,DD,WD,WW, or five numbers with
    /// WL and DD together
    #[arg(long, value_name = "COUNTS")]
    penta: Option<Pentanomial>,
    /// The sequential test, such as 0,5 or 0,5,0.05,0.05,logistic,trinomial, or
    /// as KEY=VALUE words as in run: elo0=0 elo1=5. A bayesian test of pairings
    /// takes the share of draws from the games, unlike that of fastchess
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA][,MODEL][,COUNTS]",
        allow_hyphen_values = true
    )]
    sprt: Option<String>,
    /// Exit with code 5 when the test accepts elo1, and with 6 when it rejects
    /// it
    #[arg(long)]
    exit_code: bool,
    /// The files are games in PGN, of any game and any program
    #[arg(long, conflicts_with_all = ["wdl", "penta", "usage"])]
    pgn: bool,
    /// Refuse journals in which an engine is not the same program
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    formats: Formats,
    /// Also show what the engines did: depth, nodes, times, processors, memory
    #[arg(long, conflicts_with_all = ["wdl", "penta"])]
    usage: bool,
    /// Fix the rating of one player; the others are relative to it
    #[arg(long, value_name = "NAME=RATING", conflicts_with_all = ["wdl", "penta"])]
    anchor: Option<Anchor>,
}

/// Parses whole numbers separated by commas. Each is below 2^50, so that no sum
/// of counts overflows.
fn numbers(text: &str) -> Result<Vec<u64>, String> {
    let number = |word: &str| word.trim().parse().ok().filter(|&count: &u64| count < 1 << 50);
    let numbers: Option<Vec<u64>> = text.split(',').map(number).collect();
    numbers.ok_or_else(|| "whole numbers separated by commas are expected".to_string())
}

/// Counts of games by result.
#[derive(Clone, Debug)]
struct Trinomial(Games);

impl FromStr for Trinomial {
    type Err = String;

    fn from_str(text: &str) -> Result<Trinomial, String> {
        match numbers(text)?[..] {
            [wins, draws, losses] => Ok(Trinomial(Games { wins, draws, losses })),
            _ => Err("three numbers are expected: W,D,L".to_string()),
        }
    }
}

/// Counts of pairings by result.
#[derive(Clone, Debug)]
struct Pentanomial {
    pairs: Pairs,
    /// WL and DD are one count, so that the number of drawn games is unknown.
    is_short: bool,
}

impl FromStr for Pentanomial {
    type Err = String;

    fn from_str(text: &str) -> Result<Pentanomial, String> {
        match numbers(text)?[..] {
            [ll, ld, wl, dd, wd, ww] => {
                Ok(Pentanomial { pairs: Pairs([ll, ld, wl, dd, wd, ww]), is_short: false })
            }
            [ll, ld, even, wd, ww] => {
                Ok(Pentanomial { pairs: Pairs([ll, ld, even, 0, wd, ww]), is_short: true })
            }
            _ => {
                Err("six numbers are expected: LL,LD,WL,DD,WD,WW; or five, with WL and DD together"
                    .to_string())
            }
        }
    }
}

/// A player with a fixed rating.
#[derive(Clone, Debug)]
struct Anchor(String, f64);

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Anchor, String> {
        // A name may contain an equals sign; a rating does not.
        let parts = text.rsplit_once('=');
        let rated = parts.and_then(|(name, rating)| {
            rating.parse().ok().filter(|r: &f64| r.is_finite()).map(|r| Anchor(name.to_string(), r))
        });
        rated.ok_or_else(|| "a name and its rating are expected, such as old=1500".to_string())
    }
}

impl Stats {
    /// Prints the statistics. Returns the verdict of the test if the exit code
    /// depends on it.
    pub(crate) fn show(&self) -> anyhow::Result<Option<Verdict>> {
        let (journals, test) = sprt::separate("stats", self.sprt.as_ref(), &self.words)?;
        self.formats.check(FileKind::Results, &[])?;
        let has_counts = self.wdl.is_some() || self.penta.is_some();
        if let Some(journal) = journals.first().filter(|_| has_counts) {
            let reason = "give either journals or counts";
            return Err(misuse(&journal.display().to_string(), reason).into());
        }
        if journals.is_empty() && !has_counts {
            return Err(
                misuse("stats", "name a journal, or give counts with --wdl or --penta").into()
            );
        }
        let (text, verdict) = match (&self.wdl, &self.penta) {
            (Some(Trinomial(games)), _) => {
                let test = trinomial(test)?;
                self.of_counts(games, &Pairs::default(), true, test)?
            }
            (None, Some(Pentanomial { pairs, is_short })) => {
                let test = of_pairs(*is_short, test)?;
                self.of_counts(&pairs.games(), pairs, !is_short, test)?
            }
            (None, None) => self.of_journals(&journals, test)?,
        };
        if !self.formats.replace_text() {
            console::show(&text)?;
        }
        Ok(verdict.filter(|_| self.exit_code))
    }

    /// Returns the text about counts and the verdict of the test; writes the
    /// formats.
    fn of_counts(
        &self,
        games: &Games,
        pairs: &Pairs,
        has_draws: bool,
        test: Option<Sprt>,
    ) -> anyhow::Result<(String, Option<Verdict>)> {
        let state = test.map(|sprt| TestState::of_counts(sprt, games, pairs));
        let mut text = account(has_draws.then_some(games), pairs);
        if let Some(state) = &state {
            text = wrapped(&(text + &test_line(state, None)));
        }
        self.formats.write(&formats::Results::of_counts(
            games,
            pairs,
            has_draws,
            state.as_ref(),
        ))?;
        Ok((text, state.and_then(|state| state.verdict)))
    }

    fn of_journals(
        &self,
        journals: &[PathBuf],
        test: Option<ChosenTest>,
    ) -> anyhow::Result<(String, Option<Verdict>)> {
        let sprt = test.map(|test| test.0);
        let results = {
            let _busy = busy("reading the games");
            match self.pgn {
                true => {
                    Results::from_pgn(journals, sprt).map_err(|error| misuse("--pgn", error))?
                }
                false => Results::read(journals, sprt)?,
            }
        };
        programs::note_doubts(&results.doubts);
        programs::check(&results.changed, self.strict)?;
        let unequal = results.performance.unequal();
        unequal.iter().for_each(|unequal| complain(format_args!("note: {unequal}")));
        let tally = &results.tally;
        let mut ratings = tally.ratings();
        if let Some(Anchor(name, rating)) = &self.anchor {
            let Some(place) = tally.place_of(name) else {
                return Err(
                    misuse("--anchor", format_args!("no player is named \"{name}\"")).into()
                );
            };
            ratings = ratings.anchored(place, *rating);
        }
        let width = console::width();
        let table = standings(tally, &ratings);
        let mut text = String::new();
        if let [first, second] = tally.standings() {
            text += &format!("{}\n\n{}\n", table.fit(width), against(first, second));
            let account = account(Some(&first.games), &first.pairs);
            let endings = if self.pgn { String::new() } else { endings(tally) };
            let games = fairness(&tally.games_of_x()) + &endings;
            text += &wrapped(&(account + &sides(first) + &games));
        } else {
            let tables = [table, crosstable(tally, &ratings), superiorities(tally, &ratings)];
            text += &(fit_together(tables, width).join("\n\n") + "\n\n");
            text += &doubts(tally, &ratings);
            if !self.pgn {
                text += &wrapped(&endings(tally));
            }
        }
        if self.usage {
            let width = width.unwrap_or(usage::WIDTH);
            let tables = usage::tables(&results.performance);
            text += &format!("\n{}\n\n", fit_together(tables, Some(width)).join("\n\n"));
        }
        if results.config.no_swap {
            trinomial(test)?;
        }
        let state = results.order.state(tally);
        if let Some(state) = &state {
            text += &wrapped(&test_line(state, Some(tally.faults())));
        } else if test.is_some() {
            return Err(misuse("--sprt", "a test needs a journal of exactly two engines").into());
        }
        let mut all = formats::Results::new(&results.config, tally, &ratings, state.as_ref());
        all.total = results.total.max(tally.played());
        if results.left_out > 0 {
            let games = if results.left_out == 1 { "game" } else { "games" };
            complain(format_args!(
                "note: {} {games} without two players or a result left out",
                results.left_out
            ));
        }
        all.changed_programs = results.changed.iter().map(ToString::to_string).collect();
        all.doubtful_lines = doubt_notes(&results.doubts);
        if !self.pgn {
            all.add_performance(&results.performance);
        }
        self.formats.write(&all)?;
        Ok((text, state.and_then(|state| state.verdict)))
    }
}

/// Returns the test for games that are not in pairings, which is a trinomial one.
fn trinomial(test: Option<ChosenTest>) -> Result<Option<Sprt>, Problems> {
    match test {
        Some((_, Some(Counts::Pentanomial))) => {
            Err(misuse("--sprt", "a pentanomial test needs pairings of two games"))
        }
        test => Ok(test.map(|(sprt, _)| Sprt { counts: Counts::Trinomial, ..sprt })),
    }
}

/// Returns the test for counts of pairings; `is_short` if the number of drawn games
/// is not known.
fn of_pairs(is_short: bool, test: Option<ChosenTest>) -> Result<Option<Sprt>, Problems> {
    let sprt = test.map(|test| test.0);
    let needs_draws =
        |sprt: Sprt| sprt.counts == Counts::Trinomial || sprt.model == Model::Bayesian;
    if is_short && sprt.is_some_and(needs_draws) {
        let reason = "this test needs the number of drawn games; give six counts to --penta";
        return Err(misuse("--sprt", reason));
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_and_counts_are_parsed() {
        let anchor: Anchor = "a=b=-12.5".parse().unwrap();
        assert_eq!((&*anchor.0, anchor.1), ("a=b", -12.5));
        assert!("a=x".parse::<Anchor>().is_err() && "a".parse::<Anchor>().is_err());
        let Trinomial(games) = "1, 2,3".parse().unwrap();
        assert_eq!(games, Games { wins: 1, draws: 2, losses: 3 });
        for bad in ["", "1,", "-1,1,1", "1.5,1,1", "99999999999999999999,1,1", "1,2", "1,2,3,4"] {
            assert!(bad.parse::<Trinomial>().is_err(), "{bad}");
        }
        let pairs = |text: &str| text.parse::<Pentanomial>().map(|c| (c.pairs.0, c.is_short));
        assert_eq!(pairs("1,2,3,4,5,6"), Ok(([1, 2, 3, 4, 5, 6], false)));
        assert_eq!(pairs("1,2,7,5,6"), Ok(([1, 2, 7, 0, 5, 6], true)));
        assert!(pairs("1,2,3").is_err() && pairs("1,2,3,4,5,6,7").is_err());
    }
}
