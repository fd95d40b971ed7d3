//! A linear objective over positive semidefinite 4×4 blocks and nonnegative numbers, under linear
//! equations.

use super::block::PAIRS;

/// One linear equation, `Σ coefficient · x = right`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::consistency) struct Constraint {
    /// Variables and coefficients.
    pub(in crate::consistency) terms: Vec<(usize, f64)>,
    /// The right-hand side.
    pub(in crate::consistency) right: f64,
}

/// `minimise cost·x` under the rows, `x` in the cone, and the sum of the blocks' traces and of the
/// scalars at most `limit`.
///
/// Variables are ten numbers a block ([`block::vector`](super::block::vector)), then a number a
/// scalar. The limit makes the set of solutions compact: an optimum then exists on both sides of
/// duality, and an optimum that leans on the limit is one that grows without it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::consistency) struct Program {
    /// Positive semidefinite blocks.
    pub(in crate::consistency) blocks: usize,
    /// Nonnegative scalars.
    pub(in crate::consistency) scalars: usize,
    /// Equations, linearly independent.
    pub(in crate::consistency) rows: Vec<Constraint>,
    /// The objective.
    pub(in crate::consistency) cost: Vec<(usize, f64)>,
    /// The bound on the sum of traces and scalars.
    pub(in crate::consistency) limit: f64,
}

impl Program {
    /// How many variables there are.
    pub(in crate::consistency) fn variables(&self) -> usize {
        PAIRS.len() * self.blocks + self.scalars
    }

    /// The objective, a number a variable.
    pub(in crate::consistency) fn dense_cost(&self) -> Vec<f64> {
        let mut cost = vec![0.0; self.variables()];
        for &(variable, coefficient) in &self.cost {
            cost[variable] += coefficient;
        }
        cost
    }

    /// The coefficients of the limit: 1 on the diagonals of the blocks and on the scalars.
    pub(in crate::consistency) fn trace(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
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
