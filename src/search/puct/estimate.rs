//! What is known or expected of a position.

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Outcome {
    Loss,
    Draw,
    Win,
}

impl Outcome {
    pub(super) fn value(self) -> f32 {
        f32::from(self as u8) / 2.0
    }

    /// The same result for the other side.
    pub(super) fn turned(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// What is known of a position: the worst and the best result that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) worst: Outcome,
    pub(super) best: Outcome,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { worst: Outcome::Loss, best: Outcome::Win };

    pub(super) fn exactly(outcome: Outcome) -> Bounds {
        Bounds { worst: outcome, best: outcome }
    }

    /// The result, if it is known.
    pub(super) fn proven(self) -> Option<Outcome> {
        (self.worst == self.best).then_some(self.worst)
    }

    pub(super) fn turned(self) -> Bounds {
        Bounds { worst: self.best.turned(), best: self.worst.turned() }
    }
}

/// What an evaluation says of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The expected result, from 0 to 1.
    pub(super) value: f32,
    /// The chance of a draw.
    pub(super) draw: f32,
    pub(super) bounds: Bounds,
}

impl Estimate {
    pub(super) fn proven(outcome: Outcome) -> Estimate {
        let draw = f32::from(u8::from(outcome == Outcome::Draw));
        Estimate { value: outcome.value(), draw, bounds: Bounds::exactly(outcome) }
    }

    pub(super) fn turned(self) -> Estimate {
        Estimate { value: 1.0 - self.value, bounds: self.bounds.turned(), ..self }
    }
}
