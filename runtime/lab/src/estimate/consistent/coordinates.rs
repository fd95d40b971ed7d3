//! Standard parameters as coordinates of a conic program, one by one.

use nalgebra::{DMatrix, DVector};

use crate::bodies::{CENTRE, Condition, Conditions, cone_rows};
use crate::cone::block::PAIRS;
use crate::cone::program::Constraint;
use crate::parameters::bodies;
use crate::pseudo_inertia::{Frame, Place, variable};
use armwright_runtime::Model;

/// How what is known of a body holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Hold {
    /// As an equation.
    Exact,
    /// As a sum that is at least so much: what it is more is this scalar.
    Sum(usize),
    /// As a cone: this block.
    Cone(usize),
}

/// How standard parameters are made of the variables of a conic program: blocks, scalars, free numbers.
pub(super) struct Coordinates {
    /// Blocks that are bodies; those of centres in ellipsoids follow.
    pub(super) bodies: usize,
    pub(super) blocks: usize,
    /// Drive parameters, then what sums are more than they have to be.
    pub(super) scalars: usize,
    pub(super) free: usize,
    /// `theta = map x` (`p × variables`), block by block.
    pub(super) map: DMatrix<f64>,
    /// Parameters of drives and their variables.
    pub(super) drives: Vec<(usize, usize)>,
    /// What is known of bodies.
    pub(super) equations: Vec<Constraint>,
    /// What is known of bodies: the body, what it is, and how it holds.
    pub(super) limits: Vec<(usize, String, Hold)>,
}

impl Coordinates {
    /// Units are those of nominal values (`p`); of a drive's parameter without one the value that would explain all
    /// torques (`full`, `p`). Parameters that are `free`, by name, have any sign.
    pub(super) fn of(
        model: &Model,
        nominal: &[Option<f64>],
        beta: &[f64],
        full: &[f64],
        known: &[(usize, Conditions)],
        free: &[String],
    ) -> Self {
        let frame = Frame::leaving(model, nominal, beta, free);
        let p = model.parameters.len();
        let is_free = |k: &usize| frame.place(*k) == Place::Free;
        let of_cones: usize = known.iter().map(|(_, known)| known.cones.len()).sum();
        let linear = known.iter().flat_map(|(_, known)| &known.linear);
        let limits = linear.filter(|condition| !condition.is_exact).count();
        let blocks = frame.blocks() + of_cones;
        let conic = PAIRS.len() * blocks + frame.scalars() + limits;
        let free: Vec<usize> = (0..p).filter(is_free).collect();
        let mut found = Self {
            bodies: frame.blocks(),
            blocks,
            scalars: frame.scalars() + limits,
            free: free.len(),
            map: DMatrix::zeros(p, conic + free.len()),
            drives: Vec::new(),
            equations: Vec::new(),
            limits: Vec::new(),
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
                Place::Scalar { scalar, .. } => PAIRS.len() * blocks + scalar,
                Place::Free => conic + free.iter().take_while(|k| **k < parameter).count(),
            };
            found.map[(parameter, variable)] = unit;
            found.drives.push((parameter, variable));
        }
        found.know(model, &frame, known);
        found
    }

    /// Adds equations for what is known of bodies.
    fn know(&mut self, model: &Model, frame: &Frame, known: &[(usize, Conditions)]) {
        let bodies = bodies(model);
        let (mut block, mut scalar) = (self.bodies, PAIRS.len() * self.blocks + frame.scalars());
        for (body, conditions) in known {
            let places = bodies[*body].1;
            let row = |coefficients: &[f64; 10]| -> Vec<(usize, f64)> {
                let mut sum = DVector::<f64>::zeros(self.map.ncols());
                for (place, coefficient) in places.iter().zip(coefficients) {
                    if let Some(place) = place {
                        sum += self.map.row(*place).transpose() * *coefficient;
                    }
                }
                let terms = sum.iter().copied().enumerate();
                terms.filter(|(_, x)| *x != 0.0).collect()
            };
            for Condition {
                name,
                coefficients,
                least,
                is_exact,
            } in &conditions.linear
            {
                let mut terms = row(coefficients);
                let size = terms.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
                if size <= 0.0 {
                    continue;
                }
                terms.iter_mut().for_each(|(_, x)| *x /= size);
                let mut hold = Hold::Exact;
                if !is_exact {
                    terms.push((scalar, -1.0));
                    hold = Hold::Sum(scalar);
                    scalar += 1;
                }
                self.limits.push((*body, name.clone(), hold));
                let right = least / size;
                self.equations.push(Constraint { terms, right });
            }
            let mass = (variable(*body, (3, 3)), frame.units(*body).0);
            for cone in &conditions.cones {
                let sums = cone.each_ref().map(row);
                self.equations
                    .extend(cone_rows(PAIRS.len() * block, &sums, mass));
                let hold = Hold::Cone(block);
                self.limits.push((*body, CENTRE.to_owned(), hold));
                block += 1;
            }
        }
    }

    /// The variables of standard parameters (`p`); 0 for what is not known, and for bodies of which not all is.
    pub(super) fn point(&self, theta: &[Option<f64>]) -> DVector<f64> {
        let mut point = DVector::zeros(self.map.ncols());
        for &(parameter, variable) in &self.drives {
            point[variable] = theta[parameter].unwrap_or(0.0) / self.map[(parameter, variable)];
        }
        for block in 0..self.bodies {
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

#[cfg(test)]
mod tests;
