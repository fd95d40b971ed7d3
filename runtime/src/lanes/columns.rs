//! Many states as columns, and their results in packets of eight.

use core::marker::PhantomData;

use super::number::Lanes;
use crate::{Results, ShapeError};

/// How many states stand side by side in a [`Packet`].
pub const PACKET: usize = 8;

/// The results of eight states in a row, on a cache line of its own: the same layout whatever the processor.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[repr(C, align(64))]
pub struct Packet(pub [f64; PACKET]);

/// What generated functions take of many states: a column of numbers, a state each, for every number that
/// [`Inputs`](crate::Inputs) has of one. Parameters are those of all states.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Columns<'a> {
    /// Standard parameters (`p`), the same for every state.
    pub theta: &'a [f64],
    /// Positions of the coordinates, rad or m (`n` columns).
    pub q: &'a [&'a [f64]],
    /// Their velocities (`n` columns).
    pub qd: &'a [&'a [f64]],
    /// Their accelerations (`n` columns).
    pub qdd: &'a [&'a [f64]],
    /// How the base moves, if it does ([`BaseMotion::INPUTS`](crate::BaseMotion::INPUTS) columns).
    pub base: &'a [&'a [f64]],
}

impl Columns<'_> {
    /// How many states there are: so many as the shortest column has.
    #[must_use]
    pub fn states(&self) -> usize {
        let columns = [self.q, self.qd, self.qdd, self.base];
        let columns = columns.into_iter().flatten();
        columns.map(|column| column.len()).min().unwrap_or(0)
    }

    /// The numbers of some states beginning with one, side by side.
    ///
    /// # Errors
    /// [`ShapeError`] if there are not `N` columns.
    #[inline(always)]
    pub fn lanes<L: Lanes, const N: usize>(
        columns: &[&[f64]],
        at: usize,
    ) -> Result<[L; N], ShapeError> {
        let columns: &[&[f64]; N] = columns.try_into().map_err(|_| ShapeError {
            expected: N,
            actual: columns.len(),
        })?;
        let mut lanes = [L::constant(0.0); N];
        // One branch for all columns, which hardly ever end here.
        let end = at.saturating_add(L::WIDTH);
        let fit = |fit, column: &&[f64]| fit & (column.len() >= end);
        if columns.iter().fold(true, fit) {
            for (k, lane) in lanes.iter_mut().enumerate() {
                // SAFETY: the column is long enough.
                *lane = unsafe { L::get_at(columns[k].as_ptr().add(at)) };
            }
        } else {
            for (k, lane) in lanes.iter_mut().enumerate() {
                *lane = L::load(columns[k], at);
            }
        }
        Ok(lanes)
    }

    /// The parameters, the same in every lane.
    ///
    /// # Errors
    /// [`ShapeError`] if there are not `N`.
    #[inline(always)]
    pub fn same<L: Lanes, const N: usize>(numbers: &[f64]) -> Result<[L; N], ShapeError> {
        let numbers: &[f64; N] = crate::vector(numbers)?;
        let mut lanes = [L::constant(0.0); N];
        for (k, lane) in lanes.iter_mut().enumerate() {
            *lane = L::constant(numbers[k]);
        }
        Ok(lanes)
    }
}

/// Some lanes of a row of packets, a packet a value.
pub(crate) struct Packets<'a, L> {
    first: *mut f64,
    values: usize,
    life: PhantomData<(&'a mut [Packet], L)>,
}

impl<'a, L: Lanes> Packets<'a, L> {
    /// The lanes from one on; so far from the end that they fit.
    #[inline(always)]
    pub(crate) fn new(packets: &'a mut [Packet], lane: usize) -> Self {
        let lane = lane.min(PACKET.saturating_sub(L::WIDTH));
        Self {
            // SAFETY: a packet has more numbers, and where there is none nothing is written.
            first: unsafe { packets.as_mut_ptr().cast::<f64>().add(lane) },
            values: packets.len(),
            life: PhantomData,
        }
    }
}

impl<L: Lanes> Results<L> for Packets<'_, L> {
    #[inline(always)]
    fn put(&mut self, value: usize, number: L) {
        const { assert!(L::WIDTH <= PACKET, "lanes of one packet") };
        if value < self.values {
            // SAFETY: the packet is there, and lanes fit from `first` on.
            unsafe { number.put_at(self.first.add(PACKET * value)) };
            core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;
    use crate::ShapeError;

    /// A column that ends first ends all of them, the base's included.
    #[test]
    fn there_are_as_many_states_as_the_shortest_column_has() {
        let (long, short): (&[f64], &[f64]) = (&[1.0; 5], &[1.0; 3]);
        let all = Columns {
            theta: &[1.0],
            q: &[long, long],
            qd: &[long],
            qdd: &[long],
            base: &[long],
        };
        let of = |columns: Columns<'_>| columns.states();
        assert_eq!(of(all), 5);
        assert_eq!(
            of(Columns {
                q: &[long, short],
                ..all
            }),
            3
        );
        assert_eq!(
            of(Columns {
                qd: &[short],
                ..all
            }),
            3
        );
        assert_eq!(
            of(Columns {
                qdd: &[short],
                ..all
            }),
            3
        );
        assert_eq!(
            of(Columns {
                base: &[short],
                ..all
            }),
            3
        );
        assert_eq!(of(Columns::default()), 0);
    }

    /// Where a column ends its last number stands for those that are not there.
    #[test]
    fn numbers_are_those_of_a_state_or_the_last_ones() {
        let columns: [&[f64]; 2] = [&[1.0, 2.0, 3.0], &[4.0, 5.0]];
        for (at, told) in [
            (0, [1.0, 4.0]),
            (1, [2.0, 5.0]),
            (2, [3.0, 5.0]),
            (9, [3.0, 5.0]),
            (usize::MAX, [3.0, 5.0]),
        ] {
            assert_eq!(Columns::lanes::<f64, 2>(&columns, at), Ok(told), "{at}");
        }
        assert_eq!(Columns::same::<f64, 2>(&[6.0, 7.0]), Ok([6.0, 7.0]));
        let wrong = |expected, actual| Err(ShapeError { expected, actual });
        assert_eq!(Columns::lanes::<f64, 3>(&columns, 0), wrong(3, 2));
        assert_eq!(
            Columns::same::<f64, 2>(&[6.0]).map(|[x, _]| [x; 3]),
            wrong(2, 1)
        );
    }
}
