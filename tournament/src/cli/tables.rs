//! Tables and lines of text that show results.

use comfy_table::{CellAlignment, LineStyle, Table, presets};
use noughts_tournament::stats::{
    Elo, Games, Pairs, Proportion, Ratings, Sprt, Standing, Tally, los, normalized,
};

/// Describes the results of one player against another. With `games` absent
/// only the pairings are known, and the number of drawn games is not.
pub(crate) fn account(games: Option<&Games>, pairs: &Pairs) -> String {
    let has_draws = games.is_some();
    let games = &games.copied().unwrap_or_else(|| pairs.games());
    let by_pair = pairs.total() > 0;
    let either = |pairs: Option<Elo>, games: Option<Elo>| if by_pair { pairs } else { games };
    let elo = either(Elo::from_pairs(pairs), Elo::from_games(games));
    let normalized = either(normalized::from_pairs(pairs), normalized::from_games(games));
    let superiority = if by_pair { los::from_pairs(pairs) } else { los::from_games(games) };
    let total = games.total();
    let share = 100.0 * games.share();
    let mut text = format!("games:       {total}");
    if has_draws {
        let Games { wins, draws, losses } = games;
        text += &format!(": {wins} won, {draws} drawn, {losses} lost");
    }
    text += &format!("\npoints:      {}, {share:.2} %\n", games.points());
    if let (Some(elo), Some(normalized), Some(superiority), Some(draws)) =
        (elo, normalized, superiority, games.draw_ratio())
    {
        text += &format!(
            "Elo:         {:.2} ± {:.2}\n\
             nElo:        {:.2} ± {:.2}\n\
             LOS:         {:.2} %\n",
            elo.difference,
            elo.error,
            normalized.difference,
            normalized.error,
            100.0 * superiority,
        );
        if has_draws {
            text += &format!("draw ratio:  {:.2} %\n", 100.0 * draws);
        }
    }
    if by_pair {
        let [ll, ld, wl, dd, wd, ww] = pairs.0;
        let even = if has_draws { format!("{wl} WL, {dd} DD") } else { format!("{wl} WL or DD") };
        text += &format!("pairings:    {ll} LL, {ld} LD, {even}, {wd} WD, {ww} WW\n");
        let ratio = pairs.ratio().map_or("no pairing was lost".to_string(), |r| format!("{r:.2}"));
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
    let counts = tally.endings().into_iter().map(|(by, count)| format!("{count} by {by}"));
    format!("ended:       {}\n", counts.collect::<Vec<_>>().join(", "))
}

/// Describes the state of a test.
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

/// Returns a table whose only rule is below its header.
fn plain_table(header: Vec<String>) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(presets::NOTHING.header_separator(rule));
    table.set_header(header);
    table
}

/// Formats a table: numbers right-aligned, names (the second column)
/// left-aligned, no trailing spaces.
fn aligned(mut table: Table) -> String {
    for (i, column) in table.column_iter_mut().enumerate() {
        if i != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Returns the places of the players, the best rating first.
fn ranked(tally: &Tally, ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tally.standings().len()).collect();
    order.sort_by(|&a, &b| ratings.rating(b).total_cmp(&ratings.rating(a)));
    order
}

/// Returns the table of the standings, the best rating first.
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
    let shown = tally.shown(ratings);
    for (rank, place) in ranked(tally, ratings).into_iter().enumerate() {
        let standing = &all[place];
        let games = standing.games;
        let share = |games: &Games| match games.total() {
            0 => "-".to_string(),
            _ => format!("{:.1} %", 100.0 * games.share()),
        };
        let number = |text: Option<String>| text.unwrap_or("-".to_string());
        let elo = shown.get(place).copied().flatten();
        let mut row = vec![
            (rank + 1).to_string(),
            standing.name.clone(),
            number(elo.map(|elo| format!("{:+.1}", elo.difference))),
            number(elo.map(|elo| format!("{:.1}", elo.error))),
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

/// Returns the table of the likelihood, in percent, that each player is better
/// than each other one.
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
