//! The command that tells what results mean, and the tables it shows.

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use comfy_table::{CellAlignment, LineStyle, Table, presets};
use noughts_tournament::results::Results;
use noughts_tournament::stats::sprt::{Counts, Model, USUAL_ERROR, Verdict};
use noughts_tournament::stats::{
    Elo, Games, Pairs, Ratings, Share, Sprt, Standing, Tally, normalized, superiority,
};

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

/// All that is to be said of the games of two.
pub(crate) fn account(games: &Games, pairs: &Pairs) -> String {
    let by_pair = pairs.total() > 0;
    let either = |pairs: Option<Elo>, games: Option<Elo>| if by_pair { pairs } else { games };
    let elo = either(Elo::from_pairs(pairs), Elo::from_games(games));
    let normalized = either(normalized::from_pairs(pairs), normalized::from_games(games));
    let los = if by_pair { superiority::from_pairs(pairs) } else { superiority::from_games(games) };
    let total = games.total();
    let share = 100.0 * games.points() / total.max(1) as f64;
    let mut text = format!(
        "games:       {total}: {} won, {} drawn, {} lost\n\
         points:      {}, {share:.2} %\n",
        games.wins,
        games.draws,
        games.losses,
        games.points(),
    );
    if let (Some(elo), Some(normalized), Some(los), Some(draws)) =
        (elo, normalized, los, games.draw_ratio())
    {
        text += &format!(
            "Elo:         {:.2} ± {:.2}\n\
             nElo:        {:.2} ± {:.2}\n\
             LOS:         {:.2} %\n\
             draw ratio:  {:.2} %\n",
            elo.difference,
            elo.error,
            normalized.difference,
            normalized.error,
            100.0 * los,
            100.0 * draws,
        );
    }
    if by_pair {
        let [ll, ld, wl, dd, wd, ww] = pairs.0;
        text += &format!("pairings:    {ll} LL, {ld} LD, {wl} WL, {dd} DD, {wd} WD, {ww} WW\n");
        let ratio = pairs.ratio().map_or("no pairing was lost".to_string(), |r| format!("{r:.2}"));
        text += &format!("pairs ratio: {ratio}\n");
    }
    text
}

/// What was made with each side.
fn sides(standing: &Standing) -> String {
    let line = |games: &Games| {
        let share = 100.0 * games.points() / games.total().max(1) as f64;
        format!("{} of {}, {share:.2} %", games.points(), games.total())
    };
    let [x, o] = &standing.sides;
    format!("with X:      {}\nwith O:      {}\n", line(x), line(o))
}

/// How often either side won, whoever had it, with 95 % intervals.
fn fairness(of_x: &Games) -> String {
    let total = of_x.total();
    let line = |name: &str, count: u64| {
        let share = Share { count, total };
        let [low, high] = share.interval().map(|end| 100.0 * end);
        format!("{name:<13}{count}, {:.1} % ({low:.1} to {high:.1})\n", 100.0 * share.found())
    };
    line("X won:", of_x.wins) + &line("drawn:", of_x.draws) + &line("O won:", of_x.losses)
}

/// The state of a test.
pub(crate) fn test_line(sprt: &Sprt, games: &Games, pairs: &Pairs, faults: Option<u64>) -> String {
    let [low, high] = sprt.bounds();
    let llr = sprt.llr(games, pairs);
    let verdict = sprt.verdict(llr).map_or("undecided".to_string(), |verdict| verdict.to_string());
    let faults = match faults {
        None => String::new(),
        Some(1) => ", 1 fault among the games".to_string(),
        Some(faults) => format!(", {faults} faults among the games"),
    };
    format!("SPRT {sprt}: LLR {llr:.4} ({low:.2}, {high:.2}), {verdict}{faults}\n")
}

/// A table without lines but that below its head.
fn plain_table(header: Vec<String>) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(presets::NOTHING.header_separator(rule));
    table.set_header(header);
    table
}

/// All numbers to the right, names to the left, no spaces at the ends of lines.
fn aligned(mut table: Table) -> String {
    for (i, column) in table.column_iter_mut().enumerate() {
        if i != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// The places of the players, the best rating first.
fn ranked(tally: &Tally, ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tally.standings().len()).collect();
    order.sort_by(|&a, &b| ratings.rating(b).total_cmp(&ratings.rating(a)));
    order
}

/// The standings, the best rating first. Of two engines the rating is the
/// difference to the other one, unless one of them is anchored.
pub(crate) fn standings(tally: &Tally, ratings: &Ratings) -> String {
    let all = tally.standings();
    let faults = tally.faults() > 0;
    let unscored = all.iter().any(|standing| standing.unscored > 0);
    let mut header =
        vec!["", "engine", "Elo", "± (95 %)", "games", "wins", "draws", "losses", "score"];
    header.extend(["with X", "with O"]);
    header.extend(faults.then_some("faults"));
    header.extend(unscored.then_some("unscored"));
    let mut table = plain_table(header.into_iter().map(str::to_string).collect());
    for (rank, place) in ranked(tally, ratings).into_iter().enumerate() {
        let standing = &all[place];
        let games = standing.games;
        let share = |games: &Games| match games.total() {
            0 => "-".to_string(),
            total => format!("{:.1} %", 100.0 * games.points() / total as f64),
        };
        let known = games.total() > 0;
        let difference = standing.elo().filter(|_| all.len() == 2 && !ratings.is_anchored());
        let (rating, error) = match difference {
            Some(elo) => (elo.difference, elo.error),
            None => (ratings.rating(place), ratings.error(place)),
        };
        let number = |text: String| if known { text } else { "-".to_string() };
        let mut row = vec![
            (rank + 1).to_string(),
            standing.name.clone(),
            number(format!("{rating:+.1}")),
            number(format!("{error:.1}")),
            games.total().to_string(),
            games.wins.to_string(),
            games.draws.to_string(),
            games.losses.to_string(),
            share(&games),
            share(&standing.sides[0]),
            share(&standing.sides[1]),
        ];
        row.extend(faults.then(|| standing.faults.to_string()));
        row.extend(unscored.then(|| standing.unscored.to_string()));
        table.add_row(row);
    }
    aligned(table)
}

/// How likely each player is better than each other one, in percent.
pub(crate) fn superiorities(tally: &Tally, ratings: &Ratings) -> String {
    let order = ranked(tally, ratings);
    let mut header = vec![String::new(), "better than (LOS, %)".to_string()];
    header.extend((1..=order.len()).map(|rank| rank.to_string()));
    let mut table = plain_table(header);
    for (rank, &place) in order.iter().enumerate() {
        let mut row = vec![(rank + 1).to_string(), tally.standings()[place].name.clone()];
        row.extend(order.iter().map(|&other| match place == other {
            true => String::new(),
            false => format!("{:.1}", 100.0 * ratings.superiority(place, other)),
        }));
        table.add_row(row);
    }
    aligned(table)
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
