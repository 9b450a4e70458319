//! The review in a few sentences: what decided the game, and how well each side played.

use super::judgement::judge;
use super::{Chance, Judgement, Mark, Review};
use crate::game::{Outcome, Side};

impl Review {
    /// Whether everything is searched.
    pub fn is_finished(&self) -> bool {
        self.next().is_none()
    }

    /// What is being done, for people.
    pub fn work(&self) -> String {
        match self.next() {
            // Of an unfinished game, the position after the last move is searched, too.
            Some(search) => {
                let moves = self.moves();
                format!("judging move {} of {moves}", (search.plies + 1).min(moves))
            }
            None => "judged".to_string(),
        }
    }

    /// The sentences: what decided the game, then the accuracies.
    pub fn summary(&self) -> Vec<String> {
        self.verdict().into_iter().chain(self.counts()).collect()
    }

    /// What decided the game, in sentences.
    pub fn verdict(&self) -> Vec<String> {
        match self.result {
            None => Vec::new(),
            Some(Outcome::Win(winner)) => self.decision(!winner),
            Some(Outcome::Draw) => {
                if let Some(side) = self.gave_up_win() {
                    return vec![format!("The draw was agreed in a position won for {side}.")];
                }
                let judgements = self.judgements();
                let missed = |mark: Option<Mark>| mark == Some(Mark::Blunder);
                let last = judgements.iter().rev().find(|of| missed(of.mark) && of.proven);
                let all_proven = self.chances().iter().all(|of| of.is_some_and(|of| of.proven));
                vec![match last {
                    Some(judgement) => judgement.text.clone(),
                    None if all_proven => "No win was missed.".to_string(),
                    None => "No win was missed, as far as is proven.".to_string(),
                }]
            }
        }
    }

    /// The move that decided the game: the last one of the loser before which the game was
    /// not lost, if a better one is known, or else the last great mistake before it.
    pub fn decisive(&self) -> Option<usize> {
        let Outcome::Win(winner) = self.result? else { return None };
        let last = self.last_chance(!winner)?;
        let is_great = |ply: &usize| {
            let judgement = judge(&self.course, *ply, &self.board, false);
            let great = matches!(judgement.mark, Some(Mark::Blunder | Mark::Mistake));
            great && judgement.side != winner
        };
        (0..=last).rev().find(is_great)
    }

    /// The last move of the loser before which the game was not lost, as far as is proven.
    fn last_chance(&self, loser: Side) -> Option<usize> {
        let ply = self.first_lost(loser)?.checked_sub(1)?;
        (self.side(ply) == Some(loser)).then_some(ply)
    }

    /// The number of plies after which the game was lost for good.
    fn first_lost(&self, loser: Side) -> Option<usize> {
        let is_lost =
            |at: &usize| self.chances()[*at].is_some_and(|of| of.proven && of.of(loser) == 0.0);
        (0..=self.moves()).rev().take_while(is_lost).last()
    }

    fn decision(&self, loser: Side) -> Vec<String> {
        let Some(first) = self.first_lost(loser) else {
            return self.not_lost(loser).into_iter().collect();
        };
        if first == 0 {
            return vec![format!("{loser} was lost from the beginning.")];
        }
        let last = self.last_chance(loser);
        let decisive = self.decisive();
        let text = decisive.map(|ply| self.judgements().swap_remove(ply).text);
        // The sentence about the decisive move says when the game was lost, too.
        let lost = last.filter(|_| decisive != last).and_then(|ply| self.course.plies[ply].played);
        let lost = lost.map(|played| {
            let name = self.board.name(played);
            format!("After {name} {loser} is lost; before it, nothing is proven.")
        });
        let proof = last.and_then(|ply| self.proof(ply + 1));
        text.into_iter().chain(lost).chain(proof).collect()
    }

    /// Says that the loser gave up, or ran out of time, without being lost on the board.
    fn not_lost(&self, loser: Side) -> Option<String> {
        let of = self.last_proven()?.of(loser);
        let value = if of == 1.0 { format!("won for {loser}") } else { "a draw".to_string() };
        Some(format!("{loser} was not lost: the last position is {value}."))
    }

    /// The side that agreed to a draw in a won position.
    fn gave_up_win(&self) -> Option<Side> {
        let last = self.last_proven()?;
        Side::BOTH.into_iter().find(|&side| last.of(side) == 1.0)
    }

    /// The proven chance at the end of the game.
    fn last_proven(&self) -> Option<Chance> {
        self.chances().last().copied().flatten().filter(|of| of.proven)
    }

    /// The proven value after so many plies, with its line.
    fn proof(&self, plies: usize) -> Option<String> {
        let (best, side) = (self.best(plies)?, self.side(plies)?);
        let played = self.course.plies.get(plies.checked_sub(1)?)?.played?;
        let line: Vec<String> = best.line.iter().map(|&s| self.board.name(s)).collect();
        let (name, words) = (self.board.name(played), best.words(side));
        best.score.is_proven().then(|| format!("Proven: after {name} {words}: {}.", line.join(" ")))
    }

    /// The accuracy of each side and the numbers of its marks.
    fn counts(&self) -> Vec<String> {
        let judgements = self.judgements();
        let line = |(side, accuracy): (Side, Option<f64>)| {
            let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(|mark| {
                let of = |j: &&Judgement| j.side == side && j.mark == Some(mark);
                (mark, judgements.iter().filter(of).count())
            });
            let words = marks.into_iter().filter(|(_, count)| *count > 0);
            let words: Vec<String> =
                words.map(|(mark, count)| format!("{count} {}", mark.name(count))).collect();
            let words = if words.is_empty() { "no mistakes".to_string() } else { words.join(", ") };
            Some(format!("{side}: accuracy {:.0} %, {words}", accuracy?))
        };
        Side::BOTH.into_iter().zip(self.accuracy()).filter_map(line).collect()
    }
}
