//! The score of a position: an estimate or a proven result.

/// The value of a win now, on the scale of [`super::values`].
pub(crate) const WIN: i32 = 1 << 28;

/// The value of a position for the side to move.
///
/// ```
/// use noughts::search::Score;
///
/// let lost = Score::Loss(4);
/// assert!(lost.is_proven() && !Score::Cp(350).is_proven());
/// // A side that moves into a position which the opponent loses in 4 plies
/// // wins in 5. If it is still to move there, it loses in 5 itself.
/// assert_eq!(lost.earlier(true), Score::Win(5));
/// assert_eq!(lost.earlier(false), Score::Loss(5));
/// // Wins, draws and losses in 1,000 games.
/// assert_eq!(Score::Draw.proven_wdl(), Some([0, 1000, 0]));
/// assert_eq!(Score::Cp(350).proven_wdl(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in centipoints.
    Cp(i32),
    /// A proven win within this number of plies.
    Win(u32),
    /// A proven loss within this number of plies.
    Loss(u32),
    /// A proven draw.
    Draw,
}

impl Score {
    /// An estimate, limited to values below those of [`Score::unproven`].
    pub(crate) fn estimate(value: i32) -> Score {
        Score::Cp(value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }

    /// Whether the score is proven.
    pub fn is_proven(self) -> bool {
        !matches!(self, Score::Cp(_))
    }

    /// Whether the score is a proven win or loss.
    pub(crate) fn is_decided(self) -> bool {
        matches!(self, Score::Win(_) | Score::Loss(_))
    }

    /// The score as a number: an estimate, 0 for a draw, and for a win or loss a number
    /// beyond all estimates, the greater the sooner it comes.
    pub fn in_centipoints(self) -> i32 {
        match self.unproven() {
            Score::Cp(value) => value,
            Score::Win(_) | Score::Loss(_) | Score::Draw => 0,
        }
    }

    /// The score as an estimate, for a search with moves left out or a distance
    /// that is not exact.
    pub(crate) fn unproven(self) -> Score {
        let far = |plies: u32| UNPROVEN_WIN - plies as i32;
        match self {
            Score::Win(plies) => Score::Cp(far(plies)),
            Score::Loss(plies) => Score::Cp(-far(plies)),
            Score::Draw => Score::Cp(0),
            estimate @ Score::Cp(_) => estimate,
        }
    }

    /// Whether the score is a loss as an estimate.
    pub(crate) fn is_unproven_loss(self) -> bool {
        matches!(self, Score::Cp(value) if value < -MAX_ESTIMATE)
    }

    /// The score one ply earlier, for the other side or for the same side.
    pub fn earlier(self, by_the_other: bool) -> Score {
        match (self, by_the_other) {
            (Score::Win(plies), true) | (Score::Loss(plies), false) => Score::Loss(plies + 1),
            (Score::Win(plies), false) | (Score::Loss(plies), true) => Score::Win(plies + 1),
            (Score::Cp(value), true) => Score::Cp(-value),
            (same, _) => same,
        }
    }

    /// Orders lines of play: wins, short ones first, then estimates, with a
    /// draw as 0, then losses, long ones first.
    pub(crate) fn order(self) -> i32 {
        match self {
            Score::Cp(value) => value,
            decided => decided.rank(),
        }
    }

    /// Orders proven results: shorter wins and longer losses are better.
    pub(crate) fn rank(self) -> i32 {
        match self {
            Score::Win(plies) => WIN - plies as i32,
            Score::Loss(plies) => plies as i32 - WIN,
            Score::Draw | Score::Cp(_) => 0,
        }
    }

    /// Wins, draws and losses in 1,000 games if the score is proven.
    pub fn proven_wdl(self) -> Option<[u32; 3]> {
        self.is_proven().then(|| self.wdl())
    }

    /// Expected wins, draws and losses in 1,000 games.
    pub(crate) fn wdl(self) -> [u32; 3] {
        match self {
            Score::Win(_) => [1000, 0, 0],
            Score::Draw => [0, 1000, 0],
            Score::Loss(_) => [0, 0, 1000],
            Score::Cp(value) => estimated_wdl(value),
        }
    }
}

/// The expected score in thousandths for 0, 50, 100, … centipoints, from there on the
/// last one: the logistic function of points, which fits the results of games between
/// equals (`docs/searches.md`).
const EXPECTED: [i32; 15] =
    [500, 622, 731, 818, 881, 924, 953, 971, 982, 989, 993, 996, 998, 998, 998];

/// An estimate as wins, draws and losses in 1,000 games, in integers so that it
/// is the same on every machine.
fn estimated_wdl(value: i32) -> [u32; 3] {
    let size = value.unsigned_abs() as usize;
    let (at, rest) = (size / 50, (size % 50) as i32);
    let entry = |at: usize| EXPECTED[at.min(EXPECTED.len() - 1)];
    let leader = entry(at) + (entry(at + 1) - entry(at)) * rest / 50;
    let expected = if value < 0 { 1000 - leader } else { leader } as u32;
    let draw = expected.min(1000 - expected) / 2;
    let win = expected - draw / 2;
    [win, draw, 1000 - draw - win]
}

/// The centipoints of a win in 0 plies that is not proven, or whose distance is
/// not exact.
const UNPROVEN_WIN: i32 = 20_000;

/// The largest other estimate.
const MAX_ESTIMATE: i32 = 18_999;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_chances_by_the_logistic_function() {
        let expected = |[win, draw, _]: [u32; 3]| f64::from(win) + f64::from(draw) / 2.0;
        for value in -1000..=1000 {
            let wdl = estimated_wdl(value);
            assert_eq!(wdl.iter().sum::<u32>(), 1000, "{value}");
            let logistic = 1000.0 / (1.0 + (-f64::from(value) / 100.0).exp());
            assert!((expected(wdl) - logistic).abs() < 8.0, "{value}: {wdl:?}");
        }
        for extreme in [MAX_ESTIMATE, -MAX_ESTIMATE, UNPROVEN_WIN, i32::MAX, -i32::MAX] {
            // Nothing is certain that is not proven.
            assert!(estimated_wdl(extreme).iter().all(|&part| part > 0 && part < 1000));
        }
    }
}
