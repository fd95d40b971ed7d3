//! Nominal values as they might have been: what a prior is where another truth is known.

use nalgebra::{DVector, Matrix4, SymmetricEigen};

use super::prior::Prior;
use crate::cone::block::{PAIRS, Vector, matrix, vector};
use crate::cone::quadratic::Quadratic;
use crate::estimate::PriorMetric;
use crate::random::Random;

/// What a row of a prior is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Bodies,
    Drives,
}

impl Prior {
    /// The same with quadratic departures only.
    pub(super) fn quadratic(&self) -> Self {
        let mut found = self.clone();
        if found.metric == PriorMetric::Entropic {
            found.metric = PriorMetric::Pullback;
        }
        found
    }

    /// What the rows of a program behind those of the recordings are of; none of those that nothing is known of.
    pub(super) fn groups(&self) -> Vec<Option<Group>> {
        let known = self.bodies.iter().filter(|(_, known)| *known).count();
        let of_bodies = match &self.euclidean {
            Some((matrix, _)) => matrix.nrows(),
            None if self.metric == PriorMetric::Pullback => PAIRS.len() * known,
            None => 0,
        };
        let mut groups = vec![Some(Group::Bodies); of_bodies];
        let drives = self.drives.iter();
        groups.extend(drives.map(|(.., known)| known.then_some(Group::Drives)));
        groups
    }

    /// Puts into a program, of weight `mu²`, nominal values of bodies and drives that are so far `off` a truth, in units of the prior.
    pub(super) fn redraw(
        &self,
        program: &mut Quadratic,
        truth: &DVector<f64>,
        off: [f64; 2],
        mu: f64,
        random: &mut Random,
    ) {
        let groups = self.groups();
        let first = program.matrix.nrows() - groups.len();
        for (k, group) in groups.iter().enumerate() {
            let Some(group) = group else { continue };
            let size = off[usize::from(*group == Group::Drives)];
            let there = program.matrix.row(first + k).transpose().dot(truth);
            program.right[first + k] = there + mu * size * random.normal();
        }
        for (block, (_, known)) in self.bodies.iter().enumerate() {
            let Some(weight) = self.entropic(*known, mu).filter(|_| *known) else {
                continue;
            };
            // J^(-1/2) exp(-S) J^(-1/2), with a random S, is the inverse of a nominal body about J.
            let at = PAIRS.len() * block;
            let body = matrix(&Vector::from_column_slice(
                &truth.as_slice()[at..at + PAIRS.len()],
            ));
            let way = matrix(&Vector::from_fn(|_, _| -off[0] * random.normal()));
            let root = power(&body, |x| x.max(f64::MIN_POSITIVE).sqrt().recip());
            let inverse = root * power(&way, f64::exp) * root;
            let gradient = vector(&inverse) * weight;
            program
                .linear
                .rows_mut(at, PAIRS.len())
                .copy_from(&gradient);
        }
    }
}

/// A function of a symmetric matrix.
fn power(matrix: &Matrix4<f64>, function: impl Fn(f64) -> f64) -> Matrix4<f64> {
    let eigen = SymmetricEigen::new(*matrix);
    let values = eigen.eigenvalues.map(function);
    eigen.eigenvectors * Matrix4::from_diagonal(&values) * eigen.eigenvectors.transpose()
}
