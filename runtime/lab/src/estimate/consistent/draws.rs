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

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector, Matrix4};

    use super::super::prior::tests::{nominal, prior, variables};
    use super::{Group, PAIRS, power};
    use crate::cone::block::{Vector, matrix, vector};
    use crate::estimate::PriorMetric;
    use crate::random::Random;

    #[test]
    fn rows_of_a_prior_are_of_bodies_and_drives() {
        let drives = [Some(Group::Drives), None, Some(Group::Drives)];
        let (pullback, _) = prior(PriorMetric::Pullback);
        let groups = pullback.groups();
        assert_eq!(groups.len(), PAIRS.len() + 3);
        assert!(
            groups[..PAIRS.len()]
                .iter()
                .all(|group| *group == Some(Group::Bodies))
        );
        assert_eq!(groups[PAIRS.len()..], drives);
        let (entropic, _) = prior(PriorMetric::Entropic);
        assert_eq!(entropic.groups(), drives);
        assert_eq!(entropic.quadratic().groups(), groups);
        assert_eq!(entropic.quadratic().metric, PriorMetric::Pullback);
        let (mut euclidean, _) = prior(PriorMetric::Euclidean);
        euclidean.euclidean = Some((DMatrix::zeros(4, 23), DVector::zeros(4)));
        assert_eq!(euclidean.groups().len(), 7);
        assert_eq!(euclidean.quadratic().metric, PriorMetric::Euclidean);
    }

    /// Nominal values that are off by nothing are the truth; off by something they scatter about it by so much.
    #[test]
    fn nominal_values_are_drawn_about_the_truth() {
        let mu = 2.0;
        for metric in [PriorMetric::Pullback, PriorMetric::Entropic] {
            let (prior, coordinates) = prior(metric);
            let body = nominal() * 1.3;
            let truth = variables([&body, &nominal()], [2.0, 9.0, 0.25]);
            let data = DMatrix::zeros(1, truth.len());
            let plain = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
            let drawn = |off, seed| {
                let mut program = plain.clone();
                prior.redraw(&mut program, &truth, off, mu, &mut Random::new(seed));
                program
            };
            let exact = drawn([0.0; 2], 1);
            let n = plain.right.len();
            let there = &plain.matrix * &truth;
            for k in 1..n {
                // What nothing is known of stays.
                let expected = if k == n - 2 { plain.right[k] } else { there[k] };
                assert!((exact.right[k] - expected).abs() < 1e-12, "{k}");
            }
            let inverse = body.try_inverse().expect("a body");
            let gradient = match metric {
                PriorMetric::Entropic => vector(&inverse) * (2.0 * mu * mu),
                _ => plain
                    .linear
                    .rows(0, PAIRS.len())
                    .into_owned()
                    .fixed_rows::<10>(0)
                    .into_owned(),
            };
            assert!((exact.linear.rows(0, PAIRS.len()) - gradient).amax() < 1e-9);
            let open = PAIRS.len()..2 * PAIRS.len();
            assert_eq!(
                exact.linear.rows(open.start, PAIRS.len()),
                plain.linear.rows(open.start, PAIRS.len())
            );
            let squares: f64 = (0..400)
                .map(|seed| {
                    ((drawn([5.0, 0.3], seed).right[n - 1] - there[n - 1]) / (mu * 0.3)).powi(2)
                })
                .sum();
            assert!((squares / 400.0 - 1.0).abs() < 0.25, "{squares}");
        }
    }

    #[test]
    fn a_function_of_a_matrix_is_one_of_its_eigenvalues() {
        let square = power(&nominal(), |x| x * x);
        assert!((square - nominal() * nominal()).amax() < 1e-12);
        let exponential = power(&(nominal() * 1e-4), f64::exp);
        assert!((exponential - Matrix4::identity() - nominal() * 1e-4).amax() < 1e-6);
    }

    /// `J^(1/2)` on both sides of what the divergence is from makes `exp(-S)`, whose ten numbers are as large as bodies are off,
    /// however far drives are.
    #[test]
    fn nominal_bodies_are_drawn_about_the_truth_as_far_as_bodies_are_off() {
        let mu = 2.0;
        let (prior, coordinates) = prior(PriorMetric::Entropic);
        let body = nominal() * 1.3;
        let truth = variables([&body, &nominal()], [2.0, 9.0, 0.25]);
        let data = DMatrix::zeros(1, truth.len());
        let plain = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
        let root = power(&body, f64::sqrt);
        let squares: f64 = (0..100)
            .map(|seed| {
                let (mut program, mut random) = (plain.clone(), Random::new(seed));
                prior.redraw(&mut program, &truth, [0.2, 5.0], mu, &mut random);
                let own = &program.linear.as_slice()[..PAIRS.len()];
                let inverse = matrix(&Vector::from_column_slice(own)) / (2.0 * mu * mu);
                let way = power(&(root * inverse * root), f64::ln);
                vector(&way).norm_squared() / (10.0 * 0.2 * 0.2)
            })
            .sum();
        assert!((squares / 100.0 - 1.0).abs() < 0.15, "{squares}");
    }
}
