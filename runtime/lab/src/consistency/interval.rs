//! The ends of an interval, from the answers of the solver.

use super::feasible::LowerBound;
use super::{End, Interval};

impl LowerBound {
    /// The larger of two lower bounds of the same thing.
    pub(super) fn better(self, other: Self) -> Self {
        match (self, other) {
            (Self::Value(a, _), Self::Value(b, _)) => {
                if a >= b {
                    self
                } else {
                    other
                }
            }
            (Self::Value(..) | Self::Impossible, _) | (_, Self::Undecided) => self,
            _ => other,
        }
    }

    pub(super) fn at_least(self, floor: f64) -> Self {
        match self {
            Self::Value(value, gap) if value >= floor => Self::Value(value, gap),
            Self::Impossible => self,
            _ => Self::Value(floor, 0.0),
        }
    }
}

impl End {
    pub(super) fn outer_unless(self, exact: bool) -> Self {
        if self == Self::Sharp && !exact {
            Self::Outer
        } else {
            self
        }
    }
}

impl Interval {
    /// From the least value of a parameter and the least value of its negative.
    pub(super) fn of(least: LowerBound, least_negative: LowerBound) -> Self {
        let end = |least: LowerBound| match least {
            LowerBound::Value(value, gap) => (Some(value), End::Sharp, gap),
            LowerBound::Unlimited => (None, End::Unlimited, 0.0),
            LowerBound::Impossible | LowerBound::Undecided => (None, End::Undecided, 0.0),
        };
        let (low, low_end, low_gap) = end(least);
        let (high, high_end, high_gap) = end(least_negative);
        Self {
            name: String::new(),
            unit: String::new(),
            low,
            high: high.map(|x| -x),
            low_end,
            high_end,
            gap: low_gap.max(high_gap),
            nominal: None,
        }
    }

    /// A value that is known.
    pub(super) fn at(self, value: f64) -> Self {
        Self {
            low: Some(value),
            high: Some(value),
            low_end: End::Sharp,
            high_end: End::Sharp,
            gap: 0.0,
            ..self
        }
    }

    pub(super) fn outer_unless(self, exact: bool) -> Self {
        Self {
            low_end: self.low_end.outer_unless(exact),
            high_end: self.high_end.outer_unless(exact),
            ..self
        }
    }

    pub(super) fn times(self, unit: f64, name: &str) -> Self {
        Self {
            unit: name.to_owned(),
            low: self.low.map(|x| x * unit),
            high: self.high.map(|x| x * unit),
            gap: self.gap * unit,
            ..self
        }
    }

    pub(super) fn at_least_zero(self) -> Self {
        Self {
            low: Some(self.low.map_or(0.0, |x| x.max(0.0))),
            low_end: if self.low.is_none() {
                End::Outer
            } else {
                self.low_end
            },
            ..self
        }
    }
}
