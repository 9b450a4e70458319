//! The value of a position: proven bounds and expected results.

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
    pub(super) fn for_opponent(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// The proven bounds of a position's result: the worst and the best possible
/// one.
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

    /// What both bounds prove of the same position.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { worst: self.worst.max(other.worst), best: self.best.min(other.best) }
    }

    /// The result, if the bounds prove it.
    pub(super) fn proven(self) -> Option<Outcome> {
        (self.worst == self.best).then_some(self.worst)
    }

    pub(super) fn for_opponent(self) -> Bounds {
        Bounds { worst: self.best.for_opponent(), best: self.worst.for_opponent() }
    }
}

/// The expected result of a position, for its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Expected {
    /// The expected result, from 0 to 1, by the network and the playouts. The
    /// search uses this one.
    pub(super) value: f32,
    /// The same by the network alone, for reports. Playouts help to find the
    /// better move but are a poor measure of how good it is.
    pub(super) reported: f32,
    /// The chance of a draw, by the network.
    pub(super) draw: f32,
}

impl Expected {
    pub(super) fn for_opponent(self) -> Expected {
        Expected { value: 1.0 - self.value, reported: 1.0 - self.reported, ..self }
    }

    /// The nearest expectation within proven bounds.
    pub(super) fn within(self, bounds: Bounds) -> Expected {
        let (worst, best) = (bounds.worst.value(), bounds.best.value());
        if self.value < worst {
            Estimate::proven(bounds.worst).expected
        } else if self.value > best {
            Estimate::proven(bounds.best).expected
        } else {
            Expected { reported: self.reported.clamp(worst, best), ..self }
        }
    }

    /// Adds another expectation times a weight.
    pub(super) fn add(&mut self, other: Expected, weight: f32) {
        self.value += weight * other.value;
        self.reported += weight * other.reported;
        self.draw += weight * other.draw;
    }

    pub(super) fn divided_by(self, sum: f32) -> Expected {
        Expected { value: self.value / sum, reported: self.reported / sum, draw: self.draw / sum }
    }
}

/// The expected result of a position and its proven bounds, for its side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) expected: Expected,
    pub(super) bounds: Bounds,
}

impl Estimate {
    pub(super) fn proven(outcome: Outcome) -> Estimate {
        let (value, is_draw) = (outcome.value(), outcome == Outcome::Draw);
        let expected = Expected { value, reported: value, draw: f32::from(u8::from(is_draw)) };
        Estimate { expected, bounds: Bounds::exactly(outcome) }
    }

    pub(super) fn for_opponent(self) -> Estimate {
        Estimate { expected: self.expected.for_opponent(), bounds: self.bounds.for_opponent() }
    }
}
