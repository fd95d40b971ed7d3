//! Nominal values as they might have been: what a prior is where another truth is known.

use nalgebra::{DVector, Matrix4, SymmetricEigen, U4};

use super::prior::{Prior, inverse_root, thin, trusted};
use crate::cone::block::{PAIRS, Vector, matrix, vector};
use crate::cone::quadratic::Quadratic;
use crate::estimate::PriorMetric;
use crate::random::Random;

/// The extent of a ball along each axis, in units of its radius of gyration, as blocks have them: the root of a third.
const ROUND: f64 = 0.577_350_269_189_625_8;

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

    /// The departures that say how far nominal values are off, of a `program` of weight `mu²` of quadratic departures
    /// ([`Self::quadratic`]).
    ///
    /// Of a body that cannot exist there are none: it departs from its nominal values because it has to. Nor is there that of how
    /// thin a body is in a direction in which its metric is a guess.
    pub(super) fn departures(&self, program: &Quadratic, mu: f64) -> Vec<Departure> {
        let groups = self.groups();
        let first = program.matrix.nrows() - groups.len();
        let mut found = Vec::new();
        for (k, group) in groups.into_iter().enumerate() {
            let Some(group) = group else { continue };
            let row = program.matrix.row(first + k).transpose();
            let block = row.iter().position(|x| *x != 0.0).unwrap_or(0) / PAIRS.len();
            let counts = match group {
                Group::Bodies => self.euclidean.is_some() && can_exist(&self.bodies[block].0),
                Group::Drives => true,
            };
            if counts {
                let nominal = program.right[first + k];
                found.push(Departure {
                    group,
                    row,
                    nominal,
                    size: 1.0,
                });
            }
        }
        if self.metric == PriorMetric::Pullback {
            for (block, (nominal, known)) in self.bodies.iter().enumerate() {
                if *known && can_exist(nominal) {
                    found.extend(of_shape(
                        nominal,
                        PAIRS.len() * block,
                        program.matrix.ncols(),
                        mu,
                    ));
                }
            }
        }
        found
    }

    /// Puts into a program, of weight `mu²`, nominal values of bodies and drives that are so far `off` a truth, in units of the prior.
    ///
    /// A body that cannot exist is, besides, as far off as it lacks to be possible ([`wrong`]).
    pub(super) fn redraw(
        &self,
        program: &mut Quadratic,
        truth: &DVector<f64>,
        off: [f64; 2],
        mu: f64,
        random: &mut Random,
    ) {
        let mut nominal = truth.clone();
        for (block, (own, known)) in self.bodies.iter().enumerate() {
            if !known {
                continue;
            }
            let at = PAIRS.len() * block;
            let mut moved = wrong(own, random);
            match self.metric {
                PriorMetric::Pullback => {
                    let body = affine(off[0], random) * trusted(own).recompose();
                    moved += body + body.transpose();
                }
                PriorMetric::Entropic => {
                    let body = Vector::from_column_slice(&truth.as_slice()[at..at + PAIRS.len()]);
                    let near = Matrix4::identity() + affine(off[0], random);
                    let root = inverse_root(&(near * matrix(&body) * near.transpose() + moved));
                    let weight = self.entropic(true, mu).unwrap_or(0.0);
                    let gradient = vector(&(root * root)) * weight;
                    program
                        .linear
                        .rows_mut(at, PAIRS.len())
                        .copy_from(&gradient);
                }
                PriorMetric::Euclidean => {}
            }
            let mut place = nominal.rows_mut(at, PAIRS.len());
            place += vector(&moved);
        }
        let groups = self.groups();
        let first = program.matrix.nrows() - groups.len();
        for (k, group) in groups.iter().enumerate() {
            let size = match group {
                Some(Group::Drives) => off[1],
                Some(Group::Bodies) if self.euclidean.is_some() => off[0],
                // They are where their bodies are.
                Some(Group::Bodies) => 0.0,
                None => continue,
            };
            let there = program.matrix.row(first + k).transpose().dot(&nominal);
            program.right[first + k] = there + mu * size * random.normal();
        }
    }
}

/// A departure from nominal values, in units of the prior.
pub(super) struct Departure {
    pub(super) group: Group,
    /// What it is of the variables, times `mu`; and that of the nominal values.
    pub(super) row: DVector<f64>,
    pub(super) nominal: f64,
    /// Its mean square where nominal values are off by 1.
    pub(super) size: f64,
}

/// Departures of a body whose ten variables of `n` stand behind so many others.
///
/// Along its principal axes `i` and `j`, in which its pseudo-inertia is `λ`, it departs by `U = λ^(-1/2) (E λ + λ Eᵀ) λ^(-1/2)` where its points
/// are moved by `E` ([`affine`]): of `√2 U_ij` the mean square is `(λ_i / λ_j + λ_j / λ_i) / 2`. Turned by as much, a slender body departs by more.
fn of_shape(
    nominal: &Matrix4<f64>,
    at: usize,
    n: usize,
    mu: f64,
) -> impl Iterator<Item = Departure> {
    let units = Matrix4::from_diagonal(&[ROUND.recip(), ROUND.recip(), ROUND.recip(), 1.0].into());
    let body = units * nominal * units;
    let eigen = SymmetricEigen::new(body);
    let least = thin(&body);
    let is_thin = eigen.eigenvalues.map(|x| x < least);
    let sizes = eigen.eigenvalues.map(|x| x.max(least));
    let roots = Matrix4::from_diagonal(&sizes.map(|x| x.sqrt().recip()));
    let white = roots * eigen.eigenvectors.transpose() * units;
    let nominal = vector(nominal);
    let pairs = PAIRS.into_iter().enumerate();
    let pairs = pairs.filter(move |(_, (i, j))| !(is_thin[*i] && is_thin[*j]));
    pairs.map(move |(k, (i, j))| {
        let mut unit = Vector::zeros();
        unit[k] = 1.0;
        let own = vector(&(white.transpose() * matrix(&unit) * white)) * mu;
        let mut row = DVector::zeros(n);
        row.rows_mut(at, PAIRS.len()).copy_from(&own);
        let ratio = sizes[i] / sizes[j];
        Departure {
            group: Group::Bodies,
            row,
            nominal: own.dot(&nominal),
            size: (ratio + ratio.recip()) / 2.0,
        }
    })
}

/// How nominal values move the points of a body, and its mass: stretches, turns and shifts as large in every direction of space, by which
/// each departure of a ball has the mean square `off²`.
fn affine(off: f64, random: &mut Random) -> Matrix4<f64> {
    let mut found = Matrix4::from_fn(|_, _| off / 2.0 * random.normal());
    for axis in 0..3 {
        found[(axis, 3)] *= ROUND;
        found[(3, axis)] /= ROUND;
    }
    found
}

/// How a nominal body errs that cannot exist: by what it lacks, and by as much in each second moment, since which of them are wrong nobody
/// knows. Nothing of one that can.
fn wrong(nominal: &Matrix4<f64>, random: &mut Random) -> Matrix4<f64> {
    let mut lacking = lacking(nominal);
    let size = lacking.eigenvalues.norm();
    lacking.eigenvalues.apply(|x| *x *= random.normal());
    let moments = Vector::from_fn(|k, _| match PAIRS[k].1 {
        3 => 0.0,
        _ => size * random.normal(),
    });
    lacking.recompose() + matrix(&moments)
}

/// What of a pseudo-inertia is below zero, which no body has.
fn lacking(nominal: &Matrix4<f64>) -> SymmetricEigen<f64, U4> {
    let mut eigen = SymmetricEigen::new(*nominal);
    eigen.eigenvalues.apply(|x| *x = x.min(0.0));
    eigen
}

/// Whether a nominal body can exist, or lacks less than what its metric takes to be thin.
fn can_exist(nominal: &Matrix4<f64>) -> bool {
    lacking(nominal).eigenvalues.norm() <= thin(nominal)
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector, Matrix4, SymmetricEigen};

    use super::super::prior::tests::{nominal, prior, variables};
    use super::{Departure, Group, PAIRS};
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

    /// A function of a symmetric matrix.
    fn power(matrix: &Matrix4<f64>, function: impl Fn(f64) -> f64) -> Matrix4<f64> {
        let mut eigen = SymmetricEigen::new(*matrix);
        eigen.eigenvalues.apply(|x| *x = function(*x));
        eigen.recompose()
    }

    /// What the divergence is from is a ball that is moved: ten numbers as large as bodies are off, however far drives are.
    #[test]
    fn nominal_bodies_are_drawn_about_the_truth_as_far_as_bodies_are_off() {
        let mu = 2.0;
        let (prior, coordinates) = prior(PriorMetric::Entropic);
        let third = 1.3 / 3.0;
        let body = Matrix4::from_diagonal(&[third, third, third, 1.3].into());
        let truth = variables([&body, &nominal()], [2.0, 9.0, 0.25]);
        let data = DMatrix::zeros(1, truth.len());
        let plain = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
        let root = power(&body, f64::sqrt);
        let squares: f64 = (0..100)
            .map(|seed| {
                let (mut program, mut random) = (plain.clone(), Random::new(seed));
                prior.redraw(&mut program, &truth, [0.1, 5.0], mu, &mut random);
                let own = &program.linear.as_slice()[..PAIRS.len()];
                let inverse = matrix(&Vector::from_column_slice(own)) / (2.0 * mu * mu);
                let way = power(&(root * inverse * root), f64::ln);
                vector(&way).norm_squared() / (10.0 * 0.1 * 0.1)
            })
            .sum();
        assert!((squares / 100.0 - 1.0).abs() < 0.15, "{squares}");
    }

    /// A rod twenty times as long as thick, whose numbers are those of a prior of one body: the mean squares of its departures when it is
    /// redrawn so far off, by their sizes.
    #[test]
    fn a_slender_body_that_is_turned_departs_by_as_much_as_it_is_slender() {
        let (mu, off) = (2.0, 0.3);
        let (mut prior, coordinates) = prior(PriorMetric::Pullback);
        let rod = Matrix4::from_diagonal(&[1.0, 0.0025, 0.0025, 1.0].into());
        prior.bodies[0].0 = rod;
        let truth = variables([&(rod * 1.2), &nominal()], [2.0, 9.0, 0.25]);
        let data = DMatrix::zeros(1, truth.len());
        let mut program = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
        let departures: Vec<Departure> = prior.departures(&program, mu);
        let of_body = |own: &&Departure| own.group == Group::Bodies;
        let departures: Vec<&Departure> = departures.iter().filter(of_body).collect();
        assert_eq!(departures.len(), PAIRS.len());
        let (along, across) = (3.0, 0.0075);
        let turned = (along / across + across / along) / 2.0;
        let largest = departures.iter().map(|own| own.size).fold(0.0, f64::max);
        assert!((largest / turned - 1.0).abs() < 1e-9, "{largest} {turned}");
        // The nominal body that a program draws to, of the rows of its prior.
        let rows = program.matrix.view((1, 0), (10, 10)).into_owned();
        let solve = rows.lu();
        let mut random = Random::new(1);
        let mut squares = vec![0.0; departures.len()];
        let draws = 1000;
        for _ in 0..draws {
            prior.redraw(&mut program, &truth, [off, 0.0], mu, &mut random);
            let drawn = solve.solve(&program.right.rows(1, 10).into_owned());
            let moved = drawn.expect("ten numbers") - truth.rows(0, 10);
            for (square, own) in squares.iter_mut().zip(&departures) {
                *square += own.row.rows(0, 10).dot(&moved).powi(2);
            }
        }
        for (square, own) in squares.iter().zip(&departures) {
            let share = square / f64::from(draws) / (own.size * (mu * off).powi(2));
            assert!((share - 1.0).abs() < 0.25, "{}: {share}", own.size);
        }
    }

    /// Of a flat body how thin it is counts for nothing, of one that cannot exist nothing counts.
    #[test]
    fn what_a_body_that_cannot_exist_departs_by_says_nothing_of_others() {
        let mu = 2.0;
        let of = |diagonal: [f64; 4], metric: PriorMetric| {
            let (mut prior, coordinates) = prior(metric);
            prior.bodies[0].0 = Matrix4::from_diagonal(&diagonal.into());
            let prior = prior.quadratic();
            let data = DMatrix::zeros(1, 2 * PAIRS.len() + 3);
            let program = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
            let departures = prior.departures(&program, mu);
            let count = |group| departures.iter().filter(|own| own.group == group).count();
            [count(Group::Bodies), count(Group::Drives)]
        };
        for metric in [PriorMetric::Pullback, PriorMetric::Entropic] {
            assert_eq!(of([0.5, 0.3, 0.2, 1.0], metric), [10, 2]);
            assert_eq!(of([0.5, 0.5, 1e-9, 1.0], metric), [9, 2]);
            assert_eq!(of([0.5, 0.5, -1e-9, 1.0], metric), [9, 2]);
            assert_eq!(of([0.6, 0.5, -0.1, 1.0], metric), [0, 2]);
        }
    }

    /// Where it lacks 0.1 to be possible its second moments are drawn by that, and what it lacks once more; neither its mass nor where it is.
    #[test]
    fn a_body_that_cannot_exist_is_off_by_what_it_lacks() {
        let mu = 2.0;
        let (mut prior, coordinates) = prior(PriorMetric::Pullback);
        prior.bodies[0].0 = Matrix4::from_diagonal(&[0.6, 0.5, -0.1, 1.0].into());
        let truth = variables([&nominal(), &nominal()], [2.0, 9.0, 0.25]);
        let data = DMatrix::zeros(1, truth.len());
        let mut program = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
        let solve = program.matrix.view((1, 0), (10, 10)).into_owned().lu();
        let mut random = Random::new(2);
        let mut squares = Vector::zeros();
        let draws = 1000;
        for _ in 0..draws {
            prior.redraw(&mut program, &truth, [0.0; 2], mu, &mut random);
            let drawn = solve.solve(&program.right.rows(1, 10).into_owned());
            let moved = drawn.expect("ten numbers") - truth.rows(0, 10);
            squares += Vector::from_column_slice(moved.as_slice()).map(|x| x * x);
        }
        for (k, square) in squares.iter().enumerate() {
            let found = (square / f64::from(draws)).sqrt();
            let expected = match PAIRS[k] {
                (2, 2) => 0.1 * 2f64.sqrt(),
                (_, 3) => 0.0,
                _ => 0.1,
            };
            assert!((found - expected).abs() < 0.015, "{k}: {found}");
        }
    }
}
