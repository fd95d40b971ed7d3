//! The columns of a recording while it is put together.

use std::ops::Range;

use super::clock::{self, Clock};
use super::{RecordingError, Remark};

/// Columns of a recording (a column a joint), and changes that befall all of them alike.
pub(super) struct Samples {
    pub(super) position: Vec<Vec<f64>>,
    pub(super) velocity: Option<Vec<Vec<f64>>>,
    pub(super) acceleration: Option<Vec<Vec<f64>>>,
    pub(super) torque: Option<Vec<Vec<f64>>>,
}

impl Samples {
    fn each(&mut self, change: impl FnMut(&mut Vec<f64>)) {
        let optional = [&mut self.velocity, &mut self.acceleration, &mut self.torque];
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

    /// The constant rate that time stamps (s) show, to which samples are interpolated where the
    /// stamps stray from it; `place` says where a sample stands.
    pub(super) fn at_constant_rate(
        &mut self,
        time: &[f64],
        place: &dyn Fn(usize) -> String,
    ) -> Result<(Clock, Option<Remark>), RecordingError> {
        let clock = clock::check(time, place)?;
        if clock.is_uniform() {
            return Ok((clock, None));
        }
        self.each(|column| *column = clock::resample(time, column, clock.rate));
        let Clock { jitter, rate, .. } = clock;
        Ok((clock, Some(Remark::Resampled { jitter, rate })))
    }

    /// Refuses fewer samples than anything can be done with.
    pub(super) fn enough(&self, name: &str) -> Result<(), RecordingError> {
        let samples = self.position.first().map_or(0, Vec::len);
        if samples >= 10 {
            return Ok(());
        }
        let name = name.to_owned();
        Err(RecordingError::TooFew { name, samples })
    }
}
