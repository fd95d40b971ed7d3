//! Memory for derivatives of motions, asked for once.

use super::side_by_side::SideBySide;

/// Memory for the derivatives.
pub(super) struct Columns {
    /// `∂f/∂q` and `∂f/∂q̇` of the forces at these accelerations (`n × 2n`, row-major).
    pub slopes: Vec<f64>,
    /// The torque regressor (`n × p`).
    pub regressor: Vec<f64>,
    pub unit: Vec<f64>,
    pub part: Vec<f64>,
    pub force: Vec<f64>,
    pub side_by_side: SideBySide,
}

impl Columns {
    pub(super) fn new(n: usize, p: usize) -> Self {
        Self {
            slopes: vec![0.0; 2 * n * n],
            regressor: vec![0.0; n * p],
            unit: vec![0.0; n],
            part: vec![0.0; n],
            force: vec![0.0; n],
            side_by_side: SideBySide::default(),
        }
    }
}
