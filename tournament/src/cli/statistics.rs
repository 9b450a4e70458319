//! The command `stats`: statistics of counts of results, or of journals.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use noughts_tournament::config::Problems;
use noughts_tournament::names::value_of;
use noughts_tournament::results::Results;
use noughts_tournament::stats::sprt::{Counts, Model, USUAL_ERROR, Verdict};
use noughts_tournament::stats::{Games, Pairs, Sprt};

use super::console;
use super::end::misuse;
use super::tables::{account, endings, fairness, sides, standings, superiorities, test_line};

/// Arguments of the command `stats`.
#[derive(Debug, Args)]
#[command(
    after_help = "Give either journals, --wdl or --penta. Errors are half the width of the 95 % interval."
)]
pub(crate) struct Stats {
    /// The journals of one tournament; they may still grow
    #[arg(required_unless_present_any = ["wdl", "penta"], value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    /// Numbers of games won, drawn and lost
    #[arg(long, value_name = "W,D,L", conflicts_with_all = ["journals", "penta"])]
    wdl: Option<Trinomial>,
    /// Numbers of pairings by result: LL,LD,WL,DD,WD,WW, or five numbers with
    /// WL and DD together
    #[arg(long, value_name = "COUNTS", conflicts_with = "journals")]
    penta: Option<Pentanomial>,
    /// The sequential test, such as 0,5 or 0,5,0.05,0.05,logistic,trinomial
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA][,MODEL][,COUNTS]",
        allow_hyphen_values = true
    )]
    sprt: Option<Test>,
    /// Exit with code 5 when the test accepts elo1, and with 6 when it rejects
    /// it
    #[arg(long)]
    exit_code: bool,
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

/// A test given in one word, and the kind of its counts if the word says so.
#[derive(Clone, Debug)]
struct Test(Sprt, Option<Counts>);

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Test, String> {
        let mut numbers = Vec::new();
        let (mut model, mut counts) = (None, None);
        for word in text.split(',').map(str::trim) {
            if let Ok(number) = word.parse::<f64>() {
                numbers.push(number);
                continue;
            }
            match (value_of(Model::ALL, word), value_of(Counts::ALL, word)) {
                (Some(choice), _) => model = Some(choice),
                (_, Some(choice)) => counts = Some(choice),
                _ => {
                    return Err(format!(
                        "\"{word}\" is not a number, a model (normalized, logistic, bayesian) or a kind of counts (pentanomial, trinomial)"
                    ));
                }
            }
        }
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, USUAL_ERROR, USUAL_ERROR),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err("two or four numbers are expected: ELO0,ELO1[,ALPHA,BETA]".to_string()),
        };
        let model = model.unwrap_or_default();
        let sprt = Sprt { elo0, elo1, alpha, beta, model, counts: counts.unwrap_or_default() };
        sprt.checked().map(|sprt| Test(sprt, counts)).map_err(|error| error.to_string())
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
        let (text, verdict) = match (&self.wdl, &self.penta) {
            (Some(Trinomial(games)), _) => self.of_games(games)?,
            (None, Some(counts)) => self.of_pairs(counts)?,
            (None, None) => self.of_journals()?,
        };
        console::show(&text)?;
        Ok(verdict.filter(|_| self.exit_code))
    }

    /// Counts of games without pairings allow a trinomial test only.
    fn of_games(&self, games: &Games) -> anyhow::Result<(String, Option<Verdict>)> {
        let pairs = Pairs::default();
        Ok(tested(account(Some(games), &pairs), self.trinomial()?, games, &pairs))
    }

    /// Returns the test for games that are not in pairings.
    fn trinomial(&self) -> Result<Option<Sprt>, Problems> {
        match &self.sprt {
            Some(Test(_, Some(Counts::Pentanomial))) => {
                Err(misuse("--sprt", "a pentanomial test needs pairings of two games"))
            }
            test => {
                let counts = Counts::Trinomial;
                Ok(test.as_ref().map(|test| Sprt { counts, ..test.0 }))
            }
        }
    }

    fn of_pairs(&self, counts: &Pentanomial) -> anyhow::Result<(String, Option<Verdict>)> {
        let Pentanomial { pairs, is_short } = counts;
        let games = pairs.games();
        let sprt = self.sprt.as_ref().map(|test| test.0);
        let needs_draws =
            |sprt: Sprt| sprt.counts == Counts::Trinomial || sprt.model == Model::Bayesian;
        if *is_short && sprt.is_some_and(needs_draws) {
            let reason = "this test needs the number of drawn games; give six counts to --penta";
            return Err(misuse("--sprt", reason).into());
        }
        Ok(tested(account((!is_short).then_some(&games), pairs), sprt, &games, pairs))
    }

    fn of_journals(&self) -> anyhow::Result<(String, Option<Verdict>)> {
        let results = Results::read(&self.journals)?;
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
        let mut text = standings(tally, &ratings) + "\n";
        if let [first, second] = tally.standings() {
            text += &format!("\n{} against {}\n", first.name, second.name);
            text += &account(Some(&first.games), &first.pairs);
            text += &sides(first);
            text += &fairness(&tally.games_of_x());
            text += &endings(tally);
        } else {
            text += &format!("\n{}\n\n", superiorities(tally, &ratings));
            text += &endings(tally);
        }
        let chosen = match results.config.no_swap {
            true => self.trinomial()?,
            false => self.sprt.as_ref().map(|test| test.0),
        };
        let own = results.config.sprt;
        let mut verdict = None;
        if let (Some(sprt), [first, _]) = (chosen.or(own), tally.standings()) {
            text += &test_line(&sprt, &first.games, &first.pairs, Some(tally.faults()));
            verdict = sprt.verdict(sprt.llr(&first.games, &first.pairs));
        } else if chosen.is_some() {
            return Err(misuse("--sprt", "a test needs a journal of exactly two engines").into());
        }
        Ok((text, verdict))
    }
}

/// Appends the line of the test, if there is one; returns the text and the
/// verdict.
fn tested(
    mut text: String,
    sprt: Option<Sprt>,
    games: &Games,
    pairs: &Pairs,
) -> (String, Option<Verdict>) {
    let Some(sprt) = sprt else { return (text, None) };
    text += &test_line(&sprt, games, pairs, None);
    (text, sprt.verdict(sprt.llr(games, pairs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_parsed() {
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
