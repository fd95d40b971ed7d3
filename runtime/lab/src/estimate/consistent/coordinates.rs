//! Standard parameters as coordinates of a conic program, one by one.

use nalgebra::{DMatrix, DVector};

use crate::cone::block::PAIRS;
use crate::pseudo_inertia::{Frame, Place};
use armwright_runtime::Model;

/// How standard parameters are made of the variables of a conic program: blocks, scalars, free numbers.
pub(super) struct Coordinates {
    pub(super) blocks: usize,
    pub(super) scalars: usize,
    pub(super) free: usize,
    /// `theta = map x` (`p × variables`), block by block.
    pub(super) map: DMatrix<f64>,
    /// Parameters of drives and their variables.
    pub(super) drives: Vec<(usize, usize)>,
}

impl Coordinates {
    /// Units are those of nominal values (`p`); of a drive's parameter without one the value that would explain all
    /// torques (`full`, `p`).
    pub(super) fn of(model: &Model, nominal: &[Option<f64>], beta: &[f64], full: &[f64]) -> Self {
        let frame = Frame::about(model, nominal, beta);
        let p = model.parameters.len();
        let is_free = |k: &usize| frame.place(*k) == Place::Free;
        let conic = PAIRS.len() * frame.blocks() + frame.scalars();
        let free: Vec<usize> = (0..p).filter(is_free).collect();
        let mut found = Self {
            blocks: frame.blocks(),
            scalars: frame.scalars(),
            free: free.len(),
            map: DMatrix::zeros(p, conic + free.len()),
            drives: Vec::new(),
        };
        for parameter in 0..p {
            let size = nominal[parameter].map(f64::abs).filter(|size| *size > 0.0);
            let unit = size.unwrap_or(full[parameter]);
            let variable = match frame.place(parameter) {
                Place::Body { .. } => {
                    for (variable, share) in frame.variables(parameter) {
                        found.map[(parameter, variable)] = share;
                    }
                    continue;
                }
                Place::Scalar { scalar, .. } => PAIRS.len() * found.blocks + scalar,
                Place::Free => conic + free.iter().take_while(|k| **k < parameter).count(),
            };
            found.map[(parameter, variable)] = unit;
            found.drives.push((parameter, variable));
        }
        found
    }

    /// The variables of standard parameters (`p`); 0 for what is not known, and for bodies of which not all is.
    pub(super) fn point(&self, theta: &[Option<f64>]) -> DVector<f64> {
        let mut point = DVector::zeros(self.map.ncols());
        for &(parameter, variable) in &self.drives {
            point[variable] = theta[parameter].unwrap_or(0.0) / self.map[(parameter, variable)];
        }
        for block in 0..self.blocks {
            let at = PAIRS.len() * block;
            let columns = self.map.columns(at, PAIRS.len());
            let rows = 0..theta.len();
            let rows: Vec<usize> = rows.filter(|k| columns.row(*k).amax() > 0.0).collect();
            let values: Option<Vec<f64>> = rows.iter().map(|k| theta[*k]).collect();
            let square = columns.select_rows(&rows);
            if let Some(values) = values.filter(|values| values.len() == PAIRS.len())
                && let Some(found) = square.lu().solve(&DVector::from_vec(values))
            {
                point.rows_mut(at, PAIRS.len()).copy_from(&found);
            }
        }
        point
    }
}
