//! The groups of players that never met: their ratings cannot be compared.

use crate::stats::formulas::score::Encounter;

/// Returns the players that have games in groups, in order; within a group every
/// two have met, if only through others.
pub(super) fn groups(players: usize, encounters: &[Encounter]) -> Vec<Vec<usize>> {
    // The number of the group of each player; that of a player without games is
    // its own.
    let mut group: Vec<usize> = (0..players).collect();
    let mut has_games = vec![false; players];
    let mut members: Vec<Vec<usize>> = (0..players).map(|player| vec![player]).collect();
    let is_known = |e: &&Encounter| e.players.iter().all(|&player| player < players);
    let met = encounters.iter().filter(is_known).filter(|e| e.games.total() > 0);
    for [a, b] in met.map(|e| e.players) {
        (has_games[a], has_games[b]) = (true, true);
        let (into, from) = match members[group[a]].len() < members[group[b]].len() {
            true => (group[b], group[a]),
            false => (group[a], group[b]),
        };
        // The smaller group joins the larger one, so that no player moves often.
        if into != from {
            let joining = std::mem::take(&mut members[from]);
            joining.iter().for_each(|&player| group[player] = into);
            members[into].extend(joining);
        }
    }
    members.retain(|group| group.first().is_some_and(|&player| has_games[player]));
    members.iter_mut().for_each(|group| group.sort_unstable());
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::formulas::score::Games;

    #[test]
    fn players_are_connected_through_others() {
        let found = |pairs: &[[usize; 2]], players| {
            let met = pairs.iter().map(|&players| {
                let games = Games { draws: u64::from(players != [0, 1]), ..Games::default() };
                Encounter { players, games, ..Encounter::default() }
            });
            groups(players, &met.collect::<Vec<_>>())
        };
        assert_eq!(found(&[], 3), Vec::<Vec<usize>>::new());
        // Without games nobody has met.
        assert_eq!(found(&[[0, 1]], 2), Vec::<Vec<usize>>::new());
        assert_eq!(found(&[[1, 2], [3, 4], [0, 3], [2, 4]], 5), [vec![0, 1, 2, 3, 4]]);
        assert_eq!(found(&[[1, 5], [3, 4], [0, 3]], 7), [vec![0, 3, 4], vec![1, 5]]);
    }
}
