//! Tables and lines of text that show results.

use noughts_client::fault::FaultKind;
use noughts_tournament::model::record::Termination;
use noughts_tournament::output::formats::{groups, groups_note};
use noughts_tournament::stats::formulas::elo::Elo;
use noughts_tournament::stats::formulas::los::MIN_RESULTS;
use noughts_tournament::stats::formulas::score::{Games, Pairs};
use noughts_tournament::stats::formulas::wilson::Proportion;
use noughts_tournament::stats::in_order::TestState;
use noughts_tournament::stats::{Comparison, Ratings, Standing, Tally};

use super::grid::Grid;
use crate::cli::common::console::wrapped;
use crate::cli::tables::grid::shown;

/// Describes the results of one player against another. With `games` absent
/// only the pairings are known, and the number of drawn games is not.
pub(crate) fn account(games: Option<&Games>, pairs: &Pairs) -> String {
    let has_draws = games.is_some();
    let games = &games.copied().unwrap_or_else(|| pairs.games());
    let Comparison { elo, normalized, superiority, pairs_ratio } = Comparison::new(games, pairs);
    let total = games.total();
    let share = 100.0 * games.share();
    let mut text = format!("games:       {total}");
    if has_draws {
        let Games { wins, draws, losses } = games;
        text += &format!(": {wins} won, {draws} drawn, {losses} lost");
    }
    text += &format!("\npoints:      {}, {share:.2} %\n", games.points());
    if let (Some(elo), Some(normalized), Some(draws)) = (elo, normalized, games.draw_ratio()) {
        let what = if pairs.total() > 0 { "pairings" } else { "games" };
        let few = || format!("too few {what} (at least {MIN_RESULTS} are needed)");
        let los = superiority.map_or_else(few, |los| format!("{:.2} %", 100.0 * los));
        text += &format!(
            "Elo:         {:.2} ± {:.2}\n\
             nElo:        {:.2} ± {:.2}\n\
             LOS:         {los}\n",
            elo.difference, elo.error, normalized.difference, normalized.error,
        );
        if has_draws {
            text += &format!("draw ratio:  {:.2} % of the games", 100.0 * draws);
            // The draw ratio of pairings, as in fastchess: one point for each
            // player.
            text += &pairs.draw_ratio().map_or("\n".to_string(), |draws| {
                format!(", {:.2} % of the pairings\n", 100.0 * draws)
            });
        }
    }
    if pairs.total() > 0 {
        let [ll, ld, wl, dd, wd, ww] = pairs.0;
        let even = if has_draws { format!("{wl} WL, {dd} DD") } else { format!("{wl} WL or DD") };
        text += &format!("pairings:    {ll} LL, {ld} LD, {even}, {wd} WD, {ww} WW\n");
        let ratio = pairs_ratio.map_or("no pairing was lost".to_string(), |r| format!("{r:.2}"));
        text += &format!("pairs ratio: {ratio}\n");
    }
    text
}

/// Describes the results of a player with each side.
pub(crate) fn sides(standing: &Standing) -> String {
    let line = |games: &Games| {
        let share = 100.0 * games.share();
        format!("{} of {}, {share:.2} %", games.points(), games.total())
    };
    let [x, o] = &standing.sides;
    format!("with X:      {}\nwith O:      {}\n", line(x), line(o))
}

/// Describes how often each side won, whoever played it, with 95 % intervals.
pub(crate) fn fairness(of_x: &Games) -> String {
    let total = of_x.total();
    let line = |name: &str, count: u64| {
        let share = Proportion { count, total };
        let [low, high] = share.interval().map(|end| 100.0 * end);
        format!("{name:<13}{count}, {:.1} % ({low:.1} to {high:.1})\n", 100.0 * share.found())
    };
    line("X won:", of_x.wins) + &line("drawn:", of_x.draws) + &line("O won:", of_x.losses)
}

/// Describes what ended the games, the most frequent termination first.
pub(crate) fn endings(tally: &Tally) -> String {
    let late = match tally.late_under_load() {
        0 => String::new(),
        late => format!(" ({late} while the machine was overloaded)"),
    };
    let counts = tally.endings().into_iter().map(|(by, count)| match by {
        Termination::Fault(FaultKind::Time) => format!("{count} by {by}{late}"),
        _ => format!("{count} by {by}"),
    });
    format!("ended:       {}\n", counts.collect::<Vec<_>>().join(", "))
}

/// Describes the state of a test.
pub(crate) fn test_line(state: &TestState, faults: Option<u64>) -> String {
    let TestState { sprt, llr, .. } = state;
    let [low, high] = sprt.bounds();
    let verdict = state.verdict_text();
    let faults = match faults {
        None => String::new(),
        Some(1) => ", 1 fault among the games".to_string(),
        Some(faults) => format!(", {faults} faults among the games"),
    };
    if let Some(earlier) = state.earlier_decision() {
        return format!("SPRT {sprt}: {earlier} ({low:.2}, {high:.2}){faults}\n");
    }
    format!("SPRT {sprt}: LLR {llr:.4} ({low:.2}, {high:.2}), {verdict}{faults}\n")
}

/// Returns the places of the players, the best rating first.
fn ranked(tally: &Tally, ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tally.standings().len()).collect();
    order.sort_by(|&a, &b| ratings.rating(b).total_cmp(&ratings.rating(a)));
    order
}

/// Returns the title of a match of two engines.
pub(crate) fn against(first: &Standing, second: &Standing) -> String {
    format!("{} against {}", shown(&first.name), shown(&second.name))
}

/// Returns the table of the standings, the best rating first.
pub(crate) fn standings(tally: &Tally, ratings: &Ratings) -> Grid {
    let all = tally.standings();
    let order = ranked(tally, ratings);
    let column = |cell: &dyn Fn(usize, &Standing) -> String| -> Vec<String> {
        order.iter().map(|&place| cell(place, &all[place])).collect()
    };
    let share = |games: &Games| match games.total() {
        0 => "-".to_string(),
        _ => format!("{:.1} %", 100.0 * games.share()),
    };
    let shown = tally.shown(ratings);
    let elo = |place: usize, text: &dyn Fn(Elo) -> String| {
        shown.get(place).copied().flatten().map_or("-".to_string(), text)
    };
    let mut grid = Grid::default();
    grid.spare(5, "", (1..=order.len()).map(|rank| rank.to_string()).collect());
    grid.names("engine", column(&|_, s| s.name.clone()));
    grid.always("Elo", column(&|place, _| elo(place, &|elo| format!("{:+.1}", elo.difference))));
    let error = column(&|place, _| elo(place, &|elo| format!("{:.1}", elo.error)));
    grid.spare(4, "± (95 %)", error);
    grid.spare(3, "games", column(&|_, s| s.games.total().to_string()));
    grid.spare(2, "wins", column(&|_, s| s.games.wins.to_string()));
    grid.spare(2, "draws", column(&|_, s| s.games.draws.to_string()));
    grid.spare(2, "losses", column(&|_, s| s.games.losses.to_string()));
    grid.always("score", column(&|_, s| share(&s.games)));
    grid.spare(1, "with X", column(&|_, s| share(&s.sides[0])));
    grid.spare(1, "with O", column(&|_, s| share(&s.sides[1])));
    if tally.faults() > 0 {
        grid.always("faults", column(&|_, s| s.faults.to_string()));
    }
    if all.iter().any(|standing| standing.unscored > 0) {
        grid.spare(3, "unscored", column(&|_, s| s.unscored.to_string()));
    }
    grid
}

/// Returns the table of the points that each player made against each other
/// one, with the number of their games.
pub(crate) fn crosstable(tally: &Tally, ratings: &Ratings) -> Grid {
    let encounters = tally.encounters();
    matrix(tally, ratings, "points against", &|row, column| {
        let both = [row.min(column), row.max(column)];
        let met = encounters.iter().find(|encounter| encounter.players == both);
        met.filter(|met| met.games.total() > 0).map_or("-".to_string(), |met| {
            let total = met.games.total();
            let points = met.games.points();
            let points = if row < column { points } else { total as f64 - points };
            format!("{points}/{total}")
        })
    })
}

/// Returns the table of the likelihood of superiority, in percent, of each
/// player over each other one.
pub(crate) fn superiorities(tally: &Tally, ratings: &Ratings) -> Grid {
    matrix(tally, ratings, "better than (LOS, %)", &|row, column| {
        let los = ratings.superiority(row, column);
        los.map_or("-".to_string(), |los| format!("{:.1}", 100.0 * los))
    })
}

/// Returns the note that ratings cannot be compared, if there are groups that never
/// met.
pub(crate) fn unconnected(tally: &Tally) -> String {
    let note = groups_note(&groups(tally));
    note.map_or(String::new(), |note| wrapped(&format!("note: {note}\n")))
}

/// Returns the notes on what the tables of more than two engines leave open.
pub(crate) fn doubts(tally: &Tally, ratings: &Ratings) -> String {
    let has_gap = |group: &Vec<usize>| {
        group.windows(2).any(|both| ratings.superiority(both[0], both[1]).is_none())
    };
    let few = match ratings.groups().iter().any(has_gap) {
        true => wrapped(&format!(
            "note: LOS needs {MIN_RESULTS} pairings of each engine, or as many games without \
             pairings\n"
        )),
        false => String::new(),
    };
    unconnected(tally) + &few
}

/// Returns a table with a row and a column for each player, the best rating
/// first. The columns of the last players are left out first.
fn matrix(
    tally: &Tally,
    ratings: &Ratings,
    title: &str,
    cell: &dyn Fn(usize, usize) -> String,
) -> Grid {
    let order = ranked(tally, ratings);
    let ranks = || (1..=order.len()).map(|rank| rank.to_string());
    let name = |&place: &usize| tally.standings()[place].name.clone();
    let mut grid = Grid::default();
    grid.always("", ranks().collect());
    grid.names(title, order.iter().map(name).collect());
    for (rank, &column) in order.iter().enumerate() {
        let cells = order.iter().map(|&row| match row == column {
            true => String::new(),
            false => cell(row, column),
        });
        grid.spare(order.len() - rank, &(rank + 1).to_string(), cells.collect());
    }
    grid
}
