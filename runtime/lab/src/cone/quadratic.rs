//! A convex quadratic objective over positive semidefinite 4×4 blocks, nonnegative and free numbers, under linear
//! equations.

use nalgebra::{DMatrix, DVector};

use super::block::PAIRS;
use super::part::Part;
use super::program::Constraint;

/// `minimise |A x - c|² + linear·x - Σ w_k log det X_k` under equations, blocks and scalars in the cone.
///
/// Variables are ten numbers a block ([`block::vector`](super::block::vector)), then a number a scalar, then free
/// numbers. A block or scalar whose logarithm has a weight `w` stays inside the cone: on the central path its
/// complementarity ends at `w` in place of 0, and that is all that a logarithm costs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quadratic {
    /// Positive semidefinite blocks.
    pub(crate) blocks: usize,
    /// Nonnegative scalars.
    pub(crate) scalars: usize,
    /// Free numbers. With blocks and scalars given, `A` and the equations have to determine them.
    pub(crate) free: usize,
    /// `A` (`rows × variables`).
    pub(crate) matrix: DMatrix<f64>,
    /// `c` (`rows`).
    pub(crate) right: DVector<f64>,
    /// The linear part, a number a variable.
    pub(crate) linear: DVector<f64>,
    /// The weight of the logarithm of each block, then of each scalar; 0 for none.
    pub(crate) logarithms: Vec<f64>,
    /// Equations, linearly independent.
    pub(crate) equations: Vec<Constraint>,
}

impl Quadratic {
    /// How many variables are in the cone.
    pub(crate) fn conic(&self) -> usize {
        PAIRS.len() * self.blocks + self.scalars
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.conic() + self.free
    }

    /// Blocks and scalars, with the weights of their logarithms.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Part, f64)> {
        let blocks = (0..self.blocks).map(|k| Part::Block(PAIRS.len() * k));
        let first = PAIRS.len() * self.blocks;
        let scalars = (first..first + self.scalars).map(Part::Scalar);
        blocks.chain(scalars).zip(self.logarithms.iter().copied())
    }

    /// The quadratic and the linear part of the objective.
    #[cfg(test)]
    pub(crate) fn smooth(&self, x: &DVector<f64>) -> f64 {
        (&self.matrix * x - &self.right).norm_squared() + self.linear.dot(x)
    }

    /// The equations' coefficients (`equations × variables`) and right-hand sides.
    pub(crate) fn dense_equations(&self) -> (DMatrix<f64>, DVector<f64>) {
        let mut matrix = DMatrix::zeros(self.equations.len(), self.variables());
        for (row, equation) in self.equations.iter().enumerate() {
            for &(variable, coefficient) in &equation.terms {
                matrix[(row, variable)] += coefficient;
            }
        }
        let right = self.equations.iter().map(|equation| equation.right);
        (matrix, DVector::from_iterator(self.equations.len(), right))
    }
}
