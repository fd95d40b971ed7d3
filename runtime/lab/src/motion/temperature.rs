//! How warm joints are along a motion: the columns that a recording calls `temperature`.

use super::Motion;
use crate::recording::Further;

/// What a recording calls the columns of temperatures.
const NAME: &str = "temperature";

/// A column a joint, in the unit of the recording.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Temperatures(Vec<Vec<f64>>);

impl Temperatures {
    /// Those of a recording, if it has some; a joint without any number has 0 throughout.
    pub(super) fn of(further: &Further) -> Option<Self> {
        let user = further.user.iter().find(|user| user.name == NAME)?;
        let of_joint = |column: &Vec<f64>| match column.iter().all(|x| x.is_finite()) {
            true => column.clone(),
            false => vec![0.0; column.len()],
        };
        Some(Self(user.columns.iter().map(of_joint).collect()))
    }

    /// The first samples.
    pub(super) fn beginning(&self, samples: usize) -> Self {
        let first = |column: &Vec<f64>| column.iter().take(samples).copied().collect();
        Self(self.0.iter().map(first).collect())
    }

    /// Of each joint at a sample.
    pub(super) fn at(&self, sample: usize) -> impl Iterator<Item = f64> + '_ {
        self.0.iter().map(move |column| column[sample])
    }
}

impl Motion {
    /// Temperatures of a joint at all samples, if they were recorded.
    pub(crate) fn temperature(&self, joint: usize) -> Option<&[f64]> {
        let Temperatures(columns) = self.temperatures.as_ref()?;
        columns.get(joint).map(Vec::as_slice)
    }
}
