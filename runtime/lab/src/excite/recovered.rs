//! Expected deviations of physical parameters, through the derivatives of the way back to them.

use nalgebra::DMatrix;

use armwright_runtime::Robot;

use super::foreseen::{Foreseen, foreseen};

/// Derivatives of a robot's recovered parameters by its base parameters, at nominal values.
#[derive(Debug, Clone, PartialEq)]
pub struct AtNominal {
    /// The parameters.
    pub values: Vec<f64>,
    /// A row a parameter (`r × b`).
    pub jacobian: DMatrix<f64>,
}

impl AtNominal {
    /// `None` of a robot without a plan, or one whose nominal values do not go through it.
    #[must_use]
    pub fn of(robot: &dyn Robot, beta: &[f64]) -> Option<Self> {
        let plan = robot.model().recovery.as_ref()?;
        let known: Option<Vec<f64>> = plan.known.iter().map(|known| known.nominal).collect();
        let (known, r, b) = (known?, plan.recovered.len(), beta.len());
        let mut values = vec![f64::NAN; r];
        let mut residuals = vec![f64::NAN; plan.spare.len()];
        let tolerance = vec![0.0; plan.steps.len()];
        robot
            .recover(beta, &known, &tolerance, &mut values, &mut residuals)
            .ok()?;
        let mut all = vec![0.0; r * (b + known.len())];
        robot
            .recovery_jacobian(beta, &known, &values, &mut all)
            .ok()?;
        let all = DMatrix::from_row_slice(r, b + known.len(), &all);
        Some(Self {
            values,
            jacobian: all.columns(0, b).into_owned(),
        })
    }
}

/// Physical parameters with the deviations that follow from a covariance of base parameters; what rests on one that is
/// not determined has none.
pub(super) fn physical(
    robot: &dyn Robot,
    beta: &[f64],
    covariance: &DMatrix<f64>,
    determined: &dyn Fn(usize) -> bool,
) -> Vec<Foreseen> {
    let (Some(plan), Some(found)) = (&robot.model().recovery, AtNominal::of(robot, beta)) else {
        return Vec::new();
    };
    let rows = plan.recovered.iter().zip(found.jacobian.row_iter());
    rows.zip(&found.values)
        .map(|((parameter, row), value)| {
            let known = (0..row.len()).all(|k| row[k] == 0.0 || determined(k));
            let square = (row * covariance * row.transpose())[(0, 0)];
            let std = (known && square.is_finite()).then(|| square.max(0.0).sqrt());
            foreseen(parameter.name, "", parameter.unit, std, Some(*value))
        })
        .collect()
}
