//! Where the results of a generated function stand: each value that differs once, and the places that have it.

use crate::Scalar;

/// The values of a generated function without repetition, and where each stands in the whole matrix.
///
/// A regressor is mostly zeros, and rows of parallel joints share elements: the value is computed and stored once
/// ([`Robot::evaluate_packed`](crate::Robot::evaluate_packed)), and this says which elements have it.
///
/// ```
/// use armwright_runtime::Packing;
/// // 0 a b
/// // 0 0 b
/// let packing = Packing { rows: 2, columns: 3, starts: &[0, 1, 3], places: &[1, 2, 5] };
/// assert_eq!(packing.values(), 2);
/// assert_eq!(packing.of_value(1), &[2, 5]);
/// let mut dense = [f64::NAN; 6];
/// packing.spread(&[7.0, 8.0], &mut dense);
/// assert_eq!(dense, [0.0, 7.0, 8.0, 0.0, 0.0, 8.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    /// Rows of the whole.
    pub rows: usize,
    /// Columns of the whole; a vector's are one.
    pub columns: usize,
    /// Where in [`Packing::places`] those of each value begin, and where the last one's end: one more than values.
    pub starts: &'static [u32],
    /// Elements, counted row by row: those of one value after those of the one before.
    pub places: &'static [u32],
}

impl Packing {
    /// How many values differ.
    // Known where a generated function puts them, so that no place has to be looked at.
    #[inline]
    #[must_use]
    pub const fn values(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether every element is a value of its own, in order: nothing is left out.
    #[inline]
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        let elements = self.rows * self.columns;
        let mut at = 0;
        while at < elements && at < self.places.len() && self.places[at] as usize == at {
            at += 1;
        }
        at == elements && self.values() == elements
    }

    /// The elements that have a value, counted row by row; none of a value that there is not.
    #[inline(always)]
    #[must_use]
    pub fn of_value(&self, value: usize) -> &'static [u32] {
        match (self.starts.get(value), self.starts.get(value + 1)) {
            (Some(&first), Some(&end)) => {
                let (first, end) = (first as usize, end as usize);
                self.places.get(first..end).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    /// The whole matrix, row by row, from its values: zero where no value stands.
    pub fn spread<S: Scalar>(&self, values: &[S], out: &mut [S]) {
        out.fill(S::constant(0.0));
        for (value, number) in values.iter().enumerate() {
            for &place in self.of_value(value) {
                if let Some(element) = out.get_mut(place as usize) {
                    *element = *number;
                }
            }
        }
    }
}

/// Where a generated function puts its values, one after the other.
pub trait Results<S> {
    /// Puts a value.
    fn put(&mut self, value: usize, number: S);
}

/// Values as they are.
impl<S: Scalar, const N: usize> Results<S> for [S; N] {
    #[inline(always)]
    fn put(&mut self, value: usize, number: S) {
        if let Some(place) = self.get_mut(value) {
            place.set(number);
        }
    }
}

/// Values as they are, in a slice of a length that was looked at.
pub(crate) struct Values<'a, S>(pub &'a mut [S]);

impl<S: Scalar> Results<S> for Values<'_, S> {
    #[inline(always)]
    fn put(&mut self, value: usize, number: S) {
        if let Some(place) = self.0.get_mut(value) {
            place.set(number);
        }
    }
}

/// Values at every place that has them: the whole matrix, whose zeros are there already.
#[derive(Debug)]
pub struct Dense<'a, S> {
    /// The matrix, row by row.
    pub out: &'a mut [S],
    /// Where its values stand.
    pub packing: &'static Packing,
}

impl<S: Scalar> Results<S> for Dense<'_, S> {
    // The value is known where this is inlined, and with it the places.
    #[inline(always)]
    fn put(&mut self, value: usize, number: S) {
        for &place in self.packing.of_value(value) {
            if let Some(element) = self.out.get_mut(place as usize) {
                element.set(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dense, Packing, Results, Values};

    /// `a b 0` and `0 b c`.
    static PACKING: Packing = Packing {
        rows: 2,
        columns: 3,
        starts: &[0, 1, 3, 4],
        places: &[0, 1, 4, 5],
    };

    #[test]
    fn values_stand_at_each_of_their_places() {
        assert_eq!(PACKING.values(), 3);
        let places = [0, 1, 2, 3].map(|value| PACKING.of_value(value));
        assert_eq!(places, [&[0][..], &[1, 4], &[5], &[]]);
        let wanted = [7.0, 8.0, 0.0, 0.0, 8.0, 9.0];
        let mut spread = [f64::NAN; 6];
        PACKING.spread(&[7.0, 8.0, 9.0], &mut spread);
        assert_eq!(spread, wanted);
        let (mut out, mut plain, mut slice) = ([0.0; 6], [0.0; 3], [0.0; 3]);
        for (value, number) in [(0, 7.0), (2, 9.0), (1, 8.0), (3, 1.0)] {
            let packing = &PACKING;
            let out = &mut out;
            Dense { out, packing }.put(value, number);
            plain.put(value, number);
            Values(&mut slice).put(value, number);
        }
        assert_eq!(
            (out, plain, slice),
            (wanted, [7.0, 8.0, 9.0], [7.0, 8.0, 9.0])
        );
    }

    #[test]
    fn what_leaves_nothing_out_and_moves_nothing_is_plain() {
        let of = |starts, places| Packing {
            rows: 1,
            columns: 2,
            starts,
            places,
        };
        assert!(of(&[0, 1, 2], &[0, 1]).is_plain());
        assert!(!of(&[0, 1, 2], &[1, 0]).is_plain());
        assert!(!of(&[0, 2], &[0, 1]).is_plain());
        assert!(!of(&[0, 1], &[0]).is_plain());
        let empty = Packing {
            rows: 0,
            columns: 3,
            starts: &[0],
            places: &[],
        };
        assert!(empty.is_plain() && empty.values() == 0);
        assert_eq!(of(&[], &[]).values(), 0);
    }
}
