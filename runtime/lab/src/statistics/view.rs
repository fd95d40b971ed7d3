//! Equations as an estimate sees them: what errors of positions do to it is asked of nothing else.

use crate::motion::Motion;
use crate::regression::{Columns, Equations, RegressionError, Sample};

/// What is predicted of a motion, a column a row.
pub(crate) type Predict<'a> = dyn Fn(&Motion) -> Result<Vec<Vec<f64>>, RegressionError> + 'a;

/// Equations as an estimate sees them, that is linear in the torques, or nearly so.
pub(crate) struct View<'a> {
    /// The equations.
    pub(crate) equations: &'a Equations<'a>,
    /// Their columns.
    pub(crate) columns: &'a dyn Fn() -> Box<dyn Columns + 'a>,
    /// The weight of each row.
    pub(crate) weights: &'a [f64],
    /// How many combinations of columns there are, orthonormal over all weighted rows.
    pub(crate) size: usize,
    /// These combinations in a row of a sample, then its residual (`size + 1`).
    pub(crate) seen: &'a dyn Fn(&Sample<'_>, usize) -> Vec<f64>,
    /// What the estimate predicts of a motion, a column a row.
    pub(crate) predicted: &'a Predict<'a>,
}
