//! Pairings among games in PGN: two games of the same players from the same
//! opening with the sides swapped, between which the players have no other game
//! from that opening.

use std::collections::HashMap;

use noughts::pgn::PgnGame;

/// Finds the pairings of games that are added in the order of their file.
#[derive(Debug, Default)]
pub(crate) struct PgnPairs {
    games: Vec<Game>,
    /// The game that waits for its partner, and its player with X, by the players
    /// and the opening.
    waiting: HashMap<String, (usize, String)>,
}

#[derive(Debug)]
struct Game {
    /// The place of the other game of the pairing.
    partner: Option<usize>,
    /// Whether this runner wrote the game, whose tag `Round` then names the pairing.
    is_ours: bool,
}

impl PgnPairs {
    /// Adds the next game of these players, X first.
    pub(crate) fn add(&mut self, game: &PgnGame, [x, o]: [&str; 2]) {
        let place = self.games.len();
        // `Round` is the number of the pairing of these players and that of the
        // game.
        let round = game.tag("Round").and_then(|round| round.split_once('.'));
        let meeting = round.filter(|_| game.tag("X").is_some()).map(|(meeting, _)| meeting);
        let start = game.tag("FEN").unwrap_or("");
        let opening = game.moves.get(..game.book).unwrap_or_default().join(" ");
        // No value of a tag has a line break.
        let key = [x.min(o), x.max(o), meeting.unwrap_or(""), start, &opening].join("\n");
        let partner = self.waiting.remove(&key).filter(|(_, other)| other != x);
        match partner {
            Some((first, _)) => self.games[first].partner = Some(place),
            None => drop(self.waiting.insert(key, (place, x.to_string()))),
        }
        let partner = partner.map(|(first, _)| first);
        self.games.push(Game { partner, is_ours: meeting.is_some() });
    }

    /// Returns the number of the pairing of each game, from 1 in the order of their
    /// first games; games without a partner are pairings of one game and come last.
    /// `None` if there are no pairings. Of other programs' games those that happen
    /// to meet the conditions are no pairings while a tenth of all has no partner.
    pub(crate) fn numbers(mut self) -> Option<Vec<usize>> {
        let others = || self.games.iter().filter(|game| !game.is_ours);
        let paired = others().filter(|game| game.partner.is_some()).count();
        if others().count().saturating_mul(9) > paired.saturating_mul(10) {
            let others = self.games.iter_mut().filter(|game| !game.is_ours);
            others.for_each(|game| game.partner = None);
        }
        let pairs = self.games.iter().filter(|game| game.partner.is_some()).count() / 2;
        let (mut pair, mut single) = (0, pairs);
        let mut numbers: Vec<usize> = Vec::new();
        for (place, game) in self.games.iter().enumerate() {
            let number = match game.partner {
                Some(first) if first < place => numbers[first],
                Some(_) => {
                    pair += 1;
                    pair
                }
                None => {
                    single += 1;
                    single
                }
            };
            numbers.push(number);
        }
        (pairs > 0).then_some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noughts::pgn::games;

    /// Returns the numbers of the pairings of games, each with its players, a text
    /// of further tags and its moves.
    fn numbers(list: &[(&str, &str, &str)]) -> Option<Vec<usize>> {
        let mut pairs = PgnPairs::default();
        for (players, tags, moves) in list {
            let (x, o) = players.split_at(1);
            let text = format!("{tags}[Result \"1-0\"]\n\n{moves} 1-0\n");
            pairs.add(&games(&text).next().unwrap(), [x, o]);
        }
        pairs.numbers()
    }

    #[test]
    fn the_games_of_a_pairing_follow_each_other() {
        let (fen, book) = ("[FEN \"a b\"]", "1. e4 {book} e5 {book} Nf3");
        for (list, expected) in [
            (&[("ab", "", "e4"), ("ba", "", "d4")][..], Some(&[1, 1][..])),
            (
                &[("ab", fen, ""), ("ba", fen, ""), ("ba", "", ""), ("ab", "", "")],
                Some(&[1, 1, 2, 2]),
            ),
            // The games of other players and from other openings may lie between.
            (
                &[
                    ("ab", fen, ""),
                    ("ac", "", ""),
                    ("ab", "", book),
                    ("ca", "", ""),
                    ("ba", "", book),
                    ("ba", fen, ""),
                ],
                Some(&[1, 2, 3, 2, 3, 1]),
            ),
            // The same side, another opening, other moves of the book.
            (&[("ab", "", ""), ("ab", "", "")], None),
            (&[("ab", "", ""), ("ba", fen, "")], None),
            (&[("ab", "", book), ("ba", "", "1. e4 {book} c5 {book} Nf3")], None),
            (&[], None),
        ] {
            assert_eq!(numbers(list).as_deref(), expected, "{list:?}");
        }
    }

    #[test]
    fn pairings_by_chance_do_not_count() {
        let mut list = vec![("ab", "", ""); 4];
        list.push(("ba", "", ""));
        assert_eq!(numbers(&list), None);
        // The last game of an unfinished match has no partner yet.
        let mut list = [("ab", "", ""), ("ba", "", "")].repeat(10);
        list.push(("ab", "", ""));
        let found = numbers(&list).unwrap();
        assert_eq!((found[0], found[1], found[19], found[20]), (1, 1, 10, 11));
    }

    #[test]
    fn a_record_of_this_runner_names_its_pairing() {
        let tags = |round| format!("[Round \"{round}\"][X \"x\"][O \"o\"]");
        let [one, three, two, four, six] = ["1.1", "2.3", "1.2", "2.4", "3.6"].map(tags);
        let list = [
            ("ab", &*one, ""),
            ("ab", &*three, ""),
            ("ba", &*two, ""),
            ("ba", &*four, ""),
            ("ba", &*six, ""),
        ];
        // However many have no partner.
        assert_eq!(numbers(&list), Some(vec![1, 2, 1, 2, 3]));
        assert_eq!(numbers(&list[1..3]), None);
    }
}
