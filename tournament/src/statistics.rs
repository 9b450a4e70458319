//! The command that tells what results mean.

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use noughts_tournament::results::Results;
use noughts_tournament::stats::sprt::{Counts, Model, USUAL_ERROR, Verdict};
use noughts_tournament::stats::{Games, Pairs, Sprt};

use crate::tables::{account, fairness, sides, standings, superiorities, test_line};

/// What is to be computed from what.
#[derive(Debug, Args)]
#[command(after_help = "Without counts the games of the journals are taken. Errors are 95 %.")]
pub(crate) struct Stats {
    /// Journals, which may still be growing
    journals: Vec<PathBuf>,
    /// Games won, drawn and lost
    #[arg(long, value_name = "W,D,L", conflicts_with = "journals")]
    wdl: Option<Numbers>,
    /// Pairings by their results: LL,LD,WL,DD,WD,WW, or five numbers with WL
    /// and DD as one
    #[arg(long, value_name = "COUNTS", conflicts_with = "journals")]
    penta: Option<Numbers>,
    /// The test, such as 0,5 or 0,5,0.05,0.05,logistic,trinomial
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA][,MODEL][,COUNTS]",
        allow_hyphen_values = true
    )]
    sprt: Option<Test>,
    /// Exit with 5 when the test accepts, and with 6 when it rejects
    #[arg(long)]
    exit_code: bool,
    /// The player whose rating is known
    #[arg(long, value_name = "NAME=RATING")]
    anchor: Option<Anchor>,
}

/// Whole numbers with commas between them.
#[derive(Clone, Debug)]
struct Numbers(Vec<u64>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        // No sum of them overflows.
        let number = |word: &str| word.trim().parse().ok().filter(|&count: &u64| count < 1 << 50);
        let numbers: Option<Vec<u64>> = text.split(',').map(number).collect();
        numbers.map(Numbers).ok_or_else(|| "whole numbers with commas are expected".to_string())
    }
}

/// A test in one word.
#[derive(Clone, Debug)]
struct Test(Sprt);

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Test, String> {
        let mut numbers = Vec::new();
        let (mut model, mut counts) = (None, None);
        for word in text.split(',').map(str::trim) {
            let named = Model::ALL.iter().find(|(name, _)| *name == word);
            let counted = Counts::ALL.iter().find(|(name, _)| *name == word);
            match (word.parse::<f64>(), named, counted) {
                (Ok(number), ..) => numbers.push(number),
                (_, Some(&(_, choice)), _) => model = Some(choice),
                (.., Some(&(_, choice))) => counts = Some(choice),
                _ => return Err(format!("\"{word}\" is neither a number nor a model")),
            }
        }
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, USUAL_ERROR, USUAL_ERROR),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err("two or four numbers are expected".to_string()),
        };
        let (model, counts) = (model.unwrap_or_default(), counts.unwrap_or_default());
        let sprt = Sprt { elo0, elo1, alpha, beta, model, counts };
        sprt.checked().map(Test).map_err(|error| error.to_string())
    }
}

/// A player with its rating.
#[derive(Clone, Debug)]
struct Anchor(String, f64);

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Anchor, String> {
        // A name may have an equals sign in it, a rating has none.
        let parts = text.rsplit_once('=');
        let rated = parts.and_then(|(name, rating)| {
            rating.parse().ok().filter(|r: &f64| r.is_finite()).map(|r| Anchor(name.to_string(), r))
        });
        rated.ok_or_else(|| "a name and its rating are expected, such as old=1500".to_string())
    }
}

impl Stats {
    /// Computes and prints; returns the verdict of the test if the exit code is
    /// to tell it.
    pub(crate) fn show(&self) -> anyhow::Result<Option<Verdict>> {
        let (text, verdict) = match self.counts()? {
            Some((games, pairs)) => {
                let mut text = account(&games, &pairs);
                // Counts of games alone leave but one test.
                let counts = |sprt: Sprt| match pairs.total() {
                    0 => Counts::Trinomial,
                    _ => sprt.counts,
                };
                let sprt =
                    self.sprt.as_ref().map(|Test(sprt)| Sprt { counts: counts(*sprt), ..*sprt });
                if let Some(sprt) = &sprt {
                    text += &test_line(sprt, &games, &pairs, None);
                }
                (text, sprt.and_then(|sprt| sprt.verdict(sprt.llr(&games, &pairs))))
            }
            None => self.of_journals()?,
        };
        // A reader that has gone away has seen enough.
        let _ = write!(io::stdout().lock(), "{text}");
        Ok(verdict.filter(|_| self.exit_code))
    }

    fn counts(&self) -> anyhow::Result<Option<(Games, Pairs)>> {
        let pairs = match self.penta.as_ref().map(|numbers| &numbers.0[..]) {
            None => None,
            Some(&[ll, ld, wl, dd, wd, ww]) => Some(Pairs([ll, ld, wl, dd, wd, ww])),
            Some(&[ll, ld, even, wd, ww]) => Some(Pairs([ll, ld, even, 0, wd, ww])),
            Some(_) => bail!("--penta: five or six numbers are expected"),
        };
        let games = match self.wdl.as_ref().map(|numbers| &numbers.0[..]) {
            None => None,
            Some(&[wins, draws, losses]) => Some(Games { wins, draws, losses }),
            Some(_) => bail!("--wdl: three numbers are expected"),
        };
        Ok(match (games, pairs) {
            (None, None) => None,
            (games, pairs) => {
                let pairs = pairs.unwrap_or_default();
                Some((games.unwrap_or_else(|| pairs.games()), pairs))
            }
        })
    }

    fn of_journals(&self) -> anyhow::Result<(String, Option<Verdict>)> {
        if self.journals.is_empty() {
            bail!("there are neither counts (--wdl, --penta) nor journals");
        }
        let results = Results::read(&self.journals)?;
        let tally = &results.tally;
        let mut ratings = tally.ratings();
        if let Some(Anchor(name, rating)) = &self.anchor {
            let place = tally.place_of(name);
            let place = place.with_context(|| format!("--anchor: nobody is called \"{name}\""))?;
            ratings = ratings.anchored(place, *rating);
        }
        let mut text = standings(tally, &ratings) + "\n";
        if let [first, second] = tally.standings() {
            text += &format!("\n{} against {}\n", first.name, second.name);
            text += &account(&first.games, &first.pairs);
            text += &sides(first);
            text += &fairness(&tally.games_of_x());
        } else {
            text += &format!("\n{}\n", superiorities(tally, &ratings));
        }
        let asked = self.sprt.as_ref().map(|test| test.0);
        let own = results.config.sprt;
        let mut verdict = None;
        if let (Some(sprt), [first, _]) = (asked.or(own), tally.standings()) {
            text += &test_line(&sprt, &first.games, &first.pairs, Some(tally.faults()));
            verdict = sprt.verdict(sprt.llr(&first.games, &first.pairs));
        } else if asked.is_some() {
            bail!("--sprt: it tests the first of two engines");
        }
        Ok((text, verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_from_a_word() {
        let test = |text: &str| text.parse::<Test>().map(|test| test.0);
        assert_eq!(test("0,5"), Ok(Sprt::new(0.0, 5.0)));
        let sprt = test("-1.5, 2, 0.1, 0.2, bayesian, trinomial").unwrap();
        assert_eq!((sprt.elo0, sprt.alpha, sprt.beta), (-1.5, 0.1, 0.2));
        assert_eq!((sprt.model, sprt.counts), (Model::Bayesian, Counts::Trinomial));
        for bad in ["", "0", "0,5,0.05", "5,0", "0,5,wald", "0,5,0.9,0.9", "nan,1", "0,inf"] {
            assert!(test(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn anchors_and_counts_are_read() {
        let anchor: Anchor = "a=b=-12.5".parse().unwrap();
        assert_eq!((&*anchor.0, anchor.1), ("a=b", -12.5));
        assert!("a=x".parse::<Anchor>().is_err() && "a".parse::<Anchor>().is_err());
        assert_eq!("1, 2,3".parse::<Numbers>().unwrap().0, [1, 2, 3]);
        for bad in ["", "1,", "-1", "1.5", "99999999999999999999"] {
            assert!(bad.parse::<Numbers>().is_err(), "{bad}");
        }
    }
}
