//! A sequential test on games in the order of their numbers, whatever the order
//! in which they arrive.

use std::collections::BTreeMap;

use crate::model::config::Config;
use crate::model::record::GameRecord;
use crate::model::sprt::{Counts, Sprt, Verdict};
use crate::stats::Tally;
use crate::stats::formulas::score::{Games, Pairs};

/// The first crossing of a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The number of the pairing, from 1, that crossed the bound.
    pub pairing: usize,
}

/// The state of a test after all games, including those after its decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestState {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio of all games.
    pub llr: f64,
    /// The verdict of the first crossing. For counts, whose order is not known,
    /// the verdict of their log-likelihood ratio.
    pub verdict: Option<Verdict>,
    /// The first crossing.
    pub decision: Option<Decision>,
    /// The number of complete pairings, or of games if they are not paired.
    counted: u64,
    is_paired: bool,
    has_later_games: bool,
    /// The number, from 1, of the first missing pairing, if later ones are
    /// present and there is no verdict: the test waits for it.
    missing: Option<usize>,
}

impl TestState {
    /// Returns the state of a test on counts of results, whose order is not
    /// known.
    pub fn of_counts(sprt: Sprt, games: &Games, pairs: &Pairs) -> TestState {
        let llr = sprt.llr(games, pairs);
        let is_paired = sprt.counts == Counts::Pentanomial;
        TestState {
            sprt,
            llr,
            verdict: sprt.verdict(llr),
            decision: None,
            counted: if is_paired { pairs.total() } else { games.total() },
            is_paired,
            has_later_games: false,
            missing: None,
        }
    }

    /// Describes the verdict. Without a verdict, the text names the pairing
    /// that the test waits for, if later ones are present, as in the journal of
    /// one share.
    pub fn verdict_text(&self) -> String {
        match (self.verdict, self.missing) {
            (Some(verdict), _) => verdict.to_string(),
            (None, Some(pairing)) => format!("undecided: pairing {pairing} is missing"),
            (None, None) => "undecided".to_string(),
        }
    }

    /// Names the pairing that decided the test, if there are later games: the
    /// log-likelihood ratio of all games may differ.
    pub fn earlier_decision(&self) -> Option<String> {
        let Decision { verdict, llr, pairing } = self.decision.filter(|_| self.has_later_games)?;
        let unit = if self.is_paired { "pairings" } else { "games" };
        Some(format!(
            "{verdict} with pairing {pairing} (LLR {llr:.2}); with all {} {unit} the LLR is {:.2}",
            self.counted, self.llr
        ))
    }
}

/// The games of a test in the order of their pairings.
#[derive(Clone, Debug)]
pub struct InOrder {
    sprt: Option<Sprt>,
    /// The number of games of a pairing.
    games: usize,
    /// The games that wait for earlier ones, by pairing.
    waiting: BTreeMap<usize, Vec<GameRecord>>,
    /// The number of the next pairing, from 1.
    next: usize,
    tally: Tally,
    llr: f64,
    decision: Option<Decision>,
}

impl InOrder {
    /// Creates the test of a tournament; `None` stands for no test.
    pub fn new(config: &Config, sprt: Option<Sprt>) -> InOrder {
        // Games without pairings allow a trinomial test only.
        let counts = |sprt: Sprt| match config.no_swap {
            true => Sprt { counts: Counts::Trinomial, ..sprt },
            false => sprt,
        };
        InOrder {
            sprt: sprt.map(counts),
            games: if config.no_swap { 1 } else { 2 },
            waiting: BTreeMap::new(),
            next: 1,
            tally: Tally::new(config.engines.iter().map(|engine| engine.name.as_str())),
            llr: 0.0,
            decision: None,
        }
    }

    /// Adds a game. After the decision further games change nothing.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(sprt) = self.sprt.filter(|_| self.decision.is_none()) else { return };
        if record.pairing < self.next {
            return;
        }
        // Only the result counts; the plies would take memory.
        self.waiting.entry(record.pairing).or_default().push(record.without_plies());
        while let Some(games) = self.waiting.get(&self.next)
            && games.len() >= self.games
            && self.decision.is_none()
        {
            let pairing = self.next;
            let games = self.waiting.remove(&pairing).unwrap_or_default();
            games.iter().for_each(|game| self.tally.add(game));
            self.next += 1;
            if let Some(first) = self.tally.standings().first() {
                self.llr = sprt.llr(&first.games, &first.pairs);
                let llr = self.llr;
                self.decision = sprt.verdict(llr).map(|verdict| Decision { verdict, llr, pairing });
            }
        }
    }

    /// Returns the test.
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Returns the first crossing of a bound.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Returns the state of the test, if there is one and two players. `all`
    /// has all games, including those added to this test.
    pub fn state(&self, all: &Tally) -> Option<TestState> {
        let (sprt, [first, _]) = (self.sprt?, all.standings()) else { return None };
        let of_all = TestState::of_counts(sprt, &first.games, &first.pairs);
        let is_paired = self.games > 1;
        Some(TestState {
            verdict: self.decision.map(|decision| decision.verdict),
            decision: self.decision,
            counted: if is_paired { first.pairs.total() } else { first.games.total() },
            is_paired,
            missing: (self.decision.is_none()
                && self.waiting.values().any(|games| games.len() >= self.games))
            .then_some(self.next),
            has_later_games: all.played() > self.tally.played(),
            ..of_all
        })
    }

    /// Returns the log-likelihood ratio of the pairings before the first
    /// missing one.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Returns the number, from 1, of the first missing pairing.
    pub fn next(&self) -> usize {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::record;
    use crate::model::record::GameResult;
    use noughts::random::Random;
    use noughts_client::EngineConfig;
    use noughts_client::Limits;

    fn config() -> Config {
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        Config::new("tictactoe".parse().unwrap(), vec![engine("a"), engine("b")])
    }

    /// Returns games in which `a` wins with a probability of three quarters.
    fn games(count: usize) -> Vec<GameRecord> {
        let mut random = Random::new(7);
        let game = |number: usize| {
            let mut game = record(number);
            let wins = random.below(4) > 0;
            if number.is_multiple_of(2) {
                game.players.reverse();
            }
            let is_x = !number.is_multiple_of(2);
            game.result = if wins == is_x { GameResult::X } else { GameResult::O };
            game
        };
        (1..=count).map(game).collect()
    }

    #[test]
    fn the_decision_does_not_depend_on_the_order_of_arrival() {
        let sprt = Sprt::new(0.0, 100.0);
        let games = games(400);
        let mut straight = InOrder::new(&config(), Some(sprt));
        games.iter().for_each(|game| straight.add(game));
        let decision = straight.decision().expect("a decision");
        assert_eq!(decision.verdict, Verdict::Accepted);
        assert!(decision.pairing < 150, "{decision:?}");
        let mut random = Random::new(1);
        for _ in 0..20 {
            let mut shuffled = games.clone();
            random.shuffle(&mut shuffled);
            let mut order = InOrder::new(&config(), Some(sprt));
            shuffled.iter().for_each(|game| order.add(game));
            assert_eq!(order.decision(), Some(decision));
        }
        // A missing game keeps the later ones waiting.
        let mut order = InOrder::new(&config(), Some(sprt));
        games.iter().filter(|game| game.game != 9).for_each(|game| order.add(game));
        assert_eq!((order.decision(), order.next()), (None, 5));
        order.add(&games[8]);
        assert_eq!(order.decision(), Some(decision));
    }

    #[test]
    fn later_games_do_not_change_the_verdict() {
        let sprt = Sprt::new(0.0, 100.0);
        let mut all = Tally::new(["a", "b"]);
        let mut order = InOrder::new(&config(), Some(sprt));
        let mut add = |order: &mut InOrder, game: &GameRecord| {
            all.add(game);
            order.add(game);
            order.state(&all).expect("two players")
        };
        let mut games = games(400).into_iter();
        let decided = games.by_ref().map(|game| add(&mut order, &game));
        let decided = decided.skip_while(|state| state.decision.is_none()).take(1).next();
        let decided = decided.expect("a decision");
        assert_eq!((decided.verdict, decided.earlier_decision()), (Some(Verdict::Accepted), None));
        let mut last = decided;
        for mut game in games {
            game.result = if game.players[0] == "a" { GameResult::O } else { GameResult::X };
            last = add(&mut order, &game);
        }
        assert_eq!(sprt.verdict(last.llr), Some(Verdict::Rejected));
        assert_eq!((last.verdict, last.decision), (decided.verdict, decided.decision));
        let Decision { pairing, llr, .. } = decided.decision.expect("a decision");
        let words = format!(
            "accepted with pairing {pairing} (LLR {llr:.2}); with all 200 pairings the LLR is {:.2}",
            last.llr
        );
        assert_eq!(last.earlier_decision(), Some(words));
    }

    /// A journal may have a game of a counted pairing again: the test waits for nothing.
    #[test]
    fn a_pairing_that_was_counted_counts_once() {
        let mut all = Tally::new(["a", "b"]);
        let mut order = InOrder::new(&config(), Some(Sprt::new(0.0, 100.0)));
        let games = games(20);
        for game in &games {
            all.add(game);
            order.add(game);
        }
        let (state, llr) = (order.state(&all), order.llr());
        assert!(state.is_some_and(|state| state.verdict.is_none() && state.missing.is_none()));
        games.iter().for_each(|game| order.add(game));
        assert_eq!((order.state(&all), order.llr(), order.next()), (state, llr, 11));
    }

    #[test]
    fn without_the_first_pairing_there_is_no_verdict() {
        let mut all = Tally::new(["a", "b"]);
        let mut order = InOrder::new(&config(), Some(Sprt::new(0.0, 100.0)));
        for game in games(400).into_iter().filter(|game| game.pairing > 1) {
            all.add(&game);
            order.add(&game);
        }
        let state = order.state(&all).expect("two players");
        assert_eq!(state.verdict, None);
        assert!(state.llr > state.sprt.bounds()[1]);
        assert_eq!(state.verdict_text(), "undecided: pairing 1 is missing");
    }

    #[test]
    fn a_test_of_single_games_counts_games() {
        let config = Config { no_swap: true, ..config() };
        let mut order = InOrder::new(&config, Some(Sprt::new(0.0, 100.0)));
        // Every game is its own pairing.
        for mut game in games(400) {
            game.pairing = game.game;
            order.add(&game);
        }
        assert_eq!(order.decision().expect("a decision").verdict, Verdict::Accepted);
    }
}
