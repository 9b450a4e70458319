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

/// What is expected of a position, for its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Expected {
    /// The expected result, from 0 to 1, by the network and the playouts: what
    /// the search goes by.
    pub(super) value: f32,
    /// The same by the network alone: what the search reports. Playouts find the
    /// better move but say too little of how good it is.
    pub(super) told: f32,
    /// The chance of a draw, by the network.
    pub(super) draw: f32,
}

impl Expected {
    pub(super) fn turned(self) -> Expected {
        Expected { value: 1.0 - self.value, told: 1.0 - self.told, ..self }
    }

    /// Adds another expectation times a weight.
    pub(super) fn add(&mut self, other: Expected, weight: f32) {
        self.value += weight * other.value;
        self.told += weight * other.told;
        self.draw += weight * other.draw;
    }

    pub(super) fn divided_by(self, sum: f32) -> Expected {
        Expected { value: self.value / sum, told: self.told / sum, draw: self.draw / sum }
    }
}

/// What is known and expected of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) expected: Expected,
    pub(super) bounds: Bounds,
}

impl Estimate {
    pub(super) fn proven(outcome: Outcome) -> Estimate {
        let (value, is_draw) = (outcome.value(), outcome == Outcome::Draw);
        let expected = Expected { value, told: value, draw: f32::from(u8::from(is_draw)) };
        Estimate { expected, bounds: Bounds::exactly(outcome) }
    }

    pub(super) fn turned(self) -> Estimate {
        Estimate { expected: self.expected.turned(), bounds: self.bounds.turned() }
    }
}
