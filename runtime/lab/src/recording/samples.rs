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
    /// Angular velocity and what an accelerometer measures (6 columns).
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
