//! The ladder: the first player meets the others where the results so far are uncertain.

use crate::plan::schedule::pairing::{Pairing, Schedule, Scores};
use crate::plan::schedule::row::{Make, Row};
use crate::stats::ladder::{Ladder as Results, Scale};

pub(super) const ROW: Row = Row {
    name: "ladder",
    noun: "a ladder",
    help: "the first engine meets those of the others, named from the weakest on, that are \
           about as strong, until it is certain which it beats and to which it loses; those \
           within 40 Elo of it may stay undecided; at most `pairings` pairings in all",
    keys: &[],
    mistake: |config, _| {
        let reason = "no_swap: a ladder needs both games of a pairing";
        config.no_swap.then_some(("no_swap", reason))
    },
    make: Make::FromResults(|config| Box::new(Ladder::new(Scale::of(config), config.pairings))),
};

/// A ladder. In each round the first player meets the two opponents on either side of its
/// strength, as the results of all earlier rounds have it; those that are decided are left
/// out. The last round is that after which nothing is undecided, or the rating is close.
#[derive(Clone, Debug)]
pub struct Ladder {
    results: Results,
    max_pairings: usize,
    known: Vec<Pairing>,
    scores: Scores,
    /// The number of pairings of earlier rounds, whose results have been added.
    counted: usize,
    /// The number of pairings with each opponent.
    meetings: Vec<usize>,
    is_over: bool,
}

impl Ladder {
    /// Creates a ladder with at most this many pairings.
    pub fn new(scale: Scale, max_pairings: usize) -> Ladder {
        let mut ladder = Ladder {
            meetings: vec![0; scale.ratings.len()],
            results: Results::new(scale),
            max_pairings,
            known: Vec::new(),
            scores: Scores::default(),
            counted: 0,
            is_over: false,
        };
        ladder.begin_round();
        ladder
    }

    fn begin_round(&mut self) {
        let left = self.max_pairings - self.known.len();
        let opponents: Vec<usize> = self.results.next().into_iter().take(left).collect();
        self.is_over = opponents.is_empty();
        for opponent in opponents {
            let meeting = self.meetings[opponent];
            self.meetings[opponent] += 1;
            self.known.push(Pairing { players: [0, opponent + 1], meeting });
        }
    }
}

impl Schedule for Ladder {
    fn total(&self) -> usize {
        if self.is_over { self.known.len() } else { self.max_pairings }
    }

    fn known(&self) -> usize {
        self.known.len()
    }

    fn pairing(&self, number: usize) -> Pairing {
        self.known[number]
    }

    fn report_result(&mut self, number: usize, points: [u32; 2]) {
        self.scores.set(number, points);
        let round = self.counted..self.known.len();
        let scores: Option<Vec<_>> = round.clone().map(|number| self.scores.get(number)).collect();
        let Some(scores) = scores.filter(|_| !self.is_over) else { return };
        for (number, [own, other]) in round.zip(scores) {
            // A pairing with an unscored game says nothing.
            if own + other == 4 {
                self.results.add(self.known[number].players[1] - 1, own as usize);
            }
        }
        self.counted = self.known.len();
        self.begin_round();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a ladder against an engine that beats the first `weaker` of ten opponents.
    fn met(weaker: usize, max_pairings: usize) -> (Vec<usize>, Ladder) {
        let mut ladder = Ladder::new(Scale::of_levels("no such game"), max_pairings);
        let mut met = Vec::new();
        while met.len() < ladder.known() {
            let Pairing { players, meeting } = ladder.pairing(met.len());
            assert_eq!(players[0], 0);
            assert_eq!(meeting, met.iter().filter(|&&opponent| opponent == players[1]).count());
            let points = if players[1] <= weaker { [4, 0] } else { [0, 4] };
            ladder.report_result(met.len(), points);
            met.push(players[1]);
        }
        assert!(ladder.is_complete() && ladder.total() == met.len());
        (met, ladder)
    }

    #[test]
    fn the_engine_climbs_to_its_place() {
        for weaker in 0..=10 {
            let (met, ladder) = met(weaker, 200);
            assert_eq!(met[..2], [5, 6], "the middle first");
            assert_eq!(ladder.results.beaten(), weaker.checked_sub(1), "{met:?}");
            assert_eq!(ladder.results.lost(), (weaker < 10).then_some(weaker), "{met:?}");
            assert!(met.len() < 40, "{met:?}");
        }
    }

    #[test]
    fn there_is_an_end_in_any_case() {
        for pairings in [1, 2, 7] {
            assert_eq!(met(6, pairings).0.len(), pairings);
        }
        // Unscored games decide nothing.
        let mut ladder = Ladder::new(Scale::of_levels("qubic"), 5);
        for number in 0..5 {
            assert!(number < ladder.known());
            ladder.report_result(number, [0, 0]);
        }
        assert!(ladder.is_complete() && ladder.total() == 5);
    }

    #[test]
    fn a_round_waits_for_all_results_of_the_one_before() {
        let mut ladder = Ladder::new(Scale::of_levels("qubic"), 100);
        assert_eq!(ladder.known(), 2);
        ladder.report_result(1, [4, 0]);
        assert_eq!(ladder.known(), 2);
        ladder.report_result(0, [4, 0]);
        assert_eq!(ladder.known(), 4);
        assert!(ladder.pairing(2).players[1] > 6);
    }
}
