//! The columns of a recording while it is put together.

use std::ops::Range;

use super::Channel;

/// Columns of a recording (a column a joint), and changes that befall all of them alike.
#[derive(Clone)]
pub(super) struct Samples {
    pub(super) position: Vec<Vec<f64>>,
    pub(super) velocity: Option<Vec<Vec<f64>>>,
    pub(super) acceleration: Option<Vec<Vec<f64>>>,
    pub(super) torque: Option<Vec<Vec<f64>>>,
    pub(super) measured: Option<Vec<Vec<f64>>>,
    /// Angular velocity and what an accelerometer measures (6 columns), and how the base is turned, where that is needed (9).
    pub(super) base: Option<Vec<Vec<f64>>>,
    /// Six columns a contact.
    pub(super) contacts: Option<Vec<Vec<f64>>>,
    /// Positions on the other side of the transmission.
    pub(super) second: Option<Vec<Vec<f64>>>,
    /// What a user recorded beside.
    pub(super) user: Option<Vec<Vec<f64>>>,
}

impl Samples {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.columns().next().map_or(0, |(_, column)| column.len())
    }

    /// Every column with what it measures.
    pub(super) fn columns(&self) -> impl Iterator<Item = (Channel, &Vec<f64>)> {
        let optional = [
            (Channel::Velocity, &self.velocity),
            (Channel::Acceleration, &self.acceleration),
            (Channel::Torque, &self.torque),
            (Channel::Measured, &self.measured),
            (Channel::BaseRate, &self.base),
            (Channel::Contact, &self.contacts),
            (Channel::SecondPosition, &self.second),
            (Channel::User, &self.user),
        ];
        let optional = optional
            .into_iter()
            .flat_map(|(channel, columns)| columns.iter().flatten().map(move |c| (channel, c)));
        let position = self.position.iter().map(|c| (Channel::Position, c));
        position.chain(optional)
    }

    fn each(&mut self, change: impl FnMut(&mut Vec<f64>)) {
        let optional = [
            &mut self.velocity,
            &mut self.acceleration,
            &mut self.torque,
            &mut self.measured,
            &mut self.base,
            &mut self.contacts,
            &mut self.second,
            &mut self.user,
        ];
        let optional = optional.into_iter().flatten().flatten();
        self.position.iter_mut().chain(optional).for_each(change);
    }

    /// Drops the samples outside of a range.
    pub(super) fn keep(&mut self, range: Range<usize>) {
        self.each(|column| {
            column.truncate(range.end);
            column.drain(..range.start.min(column.len()));
        });
    }

    /// The same columns made of others, each by itself.
    pub(super) fn map(&self, make: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        let all = |columns: &Vec<Vec<f64>>| columns.iter().map(|c| make(c)).collect();
        Self {
            position: all(&self.position),
            velocity: self.velocity.as_ref().map(all),
            acceleration: self.acceleration.as_ref().map(all),
            torque: self.torque.as_ref().map(all),
            measured: self.measured.as_ref().map(all),
            base: self.base.as_ref().map(all),
            contacts: self.contacts.as_ref().map(all),
            second: self.second.as_ref().map(all),
            user: self.user.as_ref().map(all),
        }
    }

    /// Whether two rows hold the same numbers (or lack the same).
    pub(super) fn are_equal(&self, one: usize, other: usize) -> bool {
        self.columns().all(|(_, column)| {
            let (a, b) = (column[one], column[other]);
            a == b || a.is_nan() && b.is_nan()
        })
    }

    /// Puts the mean of rows into the first of them.
    pub(super) fn average(&mut self, rows: &[usize]) {
        self.each(|column| {
            let sum: f64 = rows.iter().map(|&row| column[row]).sum();
            column[rows[0]] = sum / rows.len() as f64;
        });
    }
}

/// Samples that a recording or a piece of one has at least.
pub(super) const FEWEST: usize = 10;

#[cfg(test)]
mod tests {

    use super::{Channel, FEWEST, Samples};

    /// Columns of four rows, each of another channel; the hundreds say which.
    fn all() -> Samples {
        let column = |from: f64| vec![from, from + 1.0, from + 3.0, from + 7.0];
        let some = |from: f64| Some(vec![column(from)]);
        Samples {
            position: vec![column(100.0), column(150.0)],
            velocity: some(200.0),
            acceleration: some(300.0),
            torque: some(400.0),
            measured: some(500.0),
            base: some(600.0),
            contacts: some(700.0),
            second: some(800.0),
            user: some(900.0),
        }
    }

    fn row(samples: &Samples, row: usize) -> Vec<f64> {
        samples.columns().map(|(_, column)| column[row]).collect()
    }

    const FIRST: [f64; 10] = [
        100.0, 150.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0, 900.0,
    ];

    #[test]
    fn columns_are_told_by_what_they_measure() {
        let all = all();
        let channels: Vec<Channel> = all.columns().map(|(channel, _)| channel).collect();
        use Channel::{
            Acceleration, BaseRate, Contact, Measured, Position, SecondPosition, Torque, User,
            Velocity,
        };
        let expected = [
            Position,
            Position,
            Velocity,
            Acceleration,
            Torque,
            Measured,
            BaseRate,
            Contact,
            SecondPosition,
            User,
        ];
        assert_eq!(channels, expected);
        assert_eq!((all.len(), row(&all, 0)), (4, FIRST.to_vec()));
        assert_eq!(FEWEST, 10);
        let base = Samples {
            position: Vec::new(),
            velocity: None,
            ..all
        };
        assert_eq!(base.len(), 4);
    }

    #[test]
    fn what_befalls_one_column_befalls_all() {
        let mut kept = all();
        kept.keep(1..3);
        assert_eq!(kept.len(), 2);
        assert_eq!(
            [row(&kept, 0), row(&kept, 1)],
            [1.0, 3.0].map(|x| FIRST.map(|y| y + x).to_vec())
        );
        kept.keep(5..9);
        assert_eq!(kept.len(), 0);
        let mapped = all().map(|column| vec![2.0 * column[3]]);
        assert_eq!(row(&mapped, 0), FIRST.map(|x| 2.0 * (x + 7.0)));
        let mut averaged = all();
        averaged.average(&[3, 1]);
        assert_eq!(row(&averaged, 3), FIRST.map(|x| x + 4.0));
        assert_eq!(row(&averaged, 1), FIRST.map(|x| x + 1.0));
    }

    #[test]
    fn rows_are_equal_where_every_column_is() {
        let mut samples = all();
        assert!(samples.are_equal(2, 2) && !samples.are_equal(0, 1));
        samples.each(|column| column[1] = column[0]);
        assert!(samples.are_equal(0, 1));
        let user = samples.user.as_mut().expect("columns");
        user[0][1] = f64::NAN;
        assert!(!samples.are_equal(0, 1));
        samples.user.as_mut().expect("columns")[0][0] = f64::NAN;
        assert!(samples.are_equal(0, 1));
    }
}
