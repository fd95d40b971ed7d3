//! A linear objective over positive semidefinite 4×4 blocks and nonnegative numbers, under linear
//! equations.

use super::block::PAIRS;

/// One linear equation, `Σ coefficient · x = right`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Constraint {
    /// Variables and coefficients.
    pub(crate) terms: Vec<(usize, f64)>,
    /// The right-hand side.
    pub(crate) right: f64,
}

/// `minimise cost·x` under the rows, `x` in the cone, and the sum of the blocks' traces and of the
/// scalars at most `limit`.
///
/// Variables are ten numbers a block ([`block::vector`](super::block::vector)), then a number a
/// scalar. The limit makes the set of solutions compact: an optimum then exists on both sides of
/// duality, and an optimum that leans on the limit is one that grows without it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Program {
    /// Positive semidefinite blocks.
    pub(crate) blocks: usize,
    /// Nonnegative scalars.
    pub(crate) scalars: usize,
    /// Equations, linearly independent.
    pub(crate) rows: Vec<Constraint>,
    /// The objective.
    pub(crate) cost: Vec<(usize, f64)>,
    /// The bound on the sum of traces and scalars.
    pub(crate) limit: f64,
}

impl Program {
    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        PAIRS.len() * self.blocks + self.scalars
    }

    /// The objective, a number a variable.
    pub(crate) fn dense_cost(&self) -> Vec<f64> {
        let mut cost = vec![0.0; self.variables()];
        for &(variable, coefficient) in &self.cost {
            cost[variable] += coefficient;
        }
        cost
    }

    /// The coefficients of the limit: 1 on the diagonals of the blocks and on the scalars.
    pub(crate) fn trace(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
        let (blocks, scalars) = (self.blocks, self.scalars);
        let diagonals = (0..blocks).flat_map(|block| {
            let places = PAIRS.iter().enumerate();
            places
                .filter(|(_, (i, j))| i == j)
                .map(move |(k, _)| PAIRS.len() * block + k)
        });
        let first = PAIRS.len() * blocks;
        diagonals
            .chain(first..first + scalars)
            .map(|variable| (variable, 1.0))
    }
}
