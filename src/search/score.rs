//! What a position is worth to the side to move.

use super::memory::wins::WIN;

/// The value of a position for the side to move.
///
/// ```
/// use noughts::search::Score;
///
/// let lost = Score::Loss(4);
/// assert!(lost.is_proven() && !Score::Cp(350).is_proven());
/// // Whoever moves into a position where the opponent loses in 4 plies wins
/// // in 5; whoever goes on with a turn of their own into one loses in 5.
/// assert_eq!(lost.earlier(true), Score::Win(5));
/// assert_eq!(lost.earlier(false), Score::Loss(5));
/// // Wins, draws and losses in 1,000 games.
/// assert_eq!(Score::Draw.certain_wdl(), Some([0, 1000, 0]));
/// assert_eq!(Score::Cp(350).certain_wdl(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in centipoints.
    Cp(i32),
    /// A proven win within so many plies.
    Win(u32),
    /// A proven loss that can be held off for so many plies.
    Loss(u32),
    /// A proven draw.
    Draw,
}

impl Score {
    /// An estimate, kept apart from what stands for certain wins.
    pub(super) fn estimate(value: i32) -> Score {
        Score::Cp(value.clamp(-MOST_LIKELY, MOST_LIKELY))
    }

    /// Whether the value is certain.
    pub fn is_proven(self) -> bool {
        !matches!(self, Score::Cp(_))
    }

    /// Whether it is a proven win or loss.
    pub(super) fn is_decided(self) -> bool {
        matches!(self, Score::Win(_) | Score::Loss(_))
    }

    /// The value as an estimate: of a game in which some moves were left out,
    /// or where its distance is not certain.
    pub(super) fn unproven(self) -> Score {
        let far = |plies: u32| CLEAR - plies as i32;
        match self {
            Score::Win(plies) => Score::Cp(far(plies)),
            Score::Loss(plies) => Score::Cp(-far(plies)),
            Score::Draw => Score::Cp(0),
            estimate @ Score::Cp(_) => estimate,
        }
    }

    /// The same result as seen one ply earlier, by the other side or by the
    /// same one.
    pub fn earlier(self, by_the_other: bool) -> Score {
        match (self, by_the_other) {
            (Score::Win(plies), true) | (Score::Loss(plies), false) => Score::Loss(plies + 1),
            (Score::Win(plies), false) | (Score::Loss(plies), true) => Score::Win(plies + 1),
            (Score::Cp(value), true) => Score::Cp(-value),
            (same, _) => same,
        }
    }

    /// Orders lines of play: wins, soon ones first, then estimates, where a draw
    /// is nothing, then losses, late ones first.
    pub(super) fn order(self) -> i32 {
        match self {
            Score::Cp(value) => value,
            decided => decided.rank(),
        }
    }

    /// Orders proven results: nearer wins and later losses are better.
    pub(super) fn rank(self) -> i32 {
        match self {
            Score::Win(plies) => WIN - plies as i32,
            Score::Loss(plies) => plies as i32 - WIN,
            Score::Draw | Score::Cp(_) => 0,
        }
    }

    /// Wins, draws and losses in 1,000 games where that is certain.
    pub fn certain_wdl(self) -> Option<[u32; 3]> {
        self.is_proven().then(|| self.wdl())
    }

    /// Wins, draws and losses to be expected in 1,000 games.
    pub(super) fn wdl(self) -> [u32; 3] {
        match self {
            Score::Win(_) => [1000, 0, 0],
            Score::Draw => [0, 1000, 0],
            Score::Loss(_) => [0, 0, 1000],
            Score::Cp(value) => estimated_wdl(value),
        }
    }
}

/// What an estimate means in wins, draws and losses of 1,000 games. Rational,
/// so that it is the same everywhere; a point is worth about 3 wins in 4.
fn estimated_wdl(value: i32) -> [u32; 3] {
    let value = i64::from(value);
    let edge = (500 * value / (100 + value.abs())) as i32;
    let [win, loss] = [(500 + edge) as u32, (500 - edge) as u32];
    let draw = win.min(loss) / 2;
    [win - draw / 2, draw, 1000 - draw - (win - draw / 2)]
}

/// Centipoints that stand for a win of which only the distance is not certain,
/// or which is one among the moves that were looked at.
const CLEAR: i32 = 20_000;

/// The most that an estimate of anything else is told as.
const MOST_LIKELY: i32 = 18_999;
