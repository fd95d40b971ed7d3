//! Differences between identified and nominal base parameters, and what changes of physical parameters
//! do to them.

use nalgebra::{DMatrix, DVector};

use crate::distribution::{shared_freedom, widened_tail};
use crate::identify::BaseEstimate;
use crate::numeric::whitening;
use crate::parameters::{self, bodies, standard};
use armwright_runtime::{Inertial, Model, ParameterKind, PhysicalKind, Robot};

/// Rounds of Gauss and Newton; centres of mass enter quadratically.
const ROUNDS: usize = 12;

/// Differences between identified and nominal base parameters, and what physical parameters do to
/// them.
pub(super) struct Differences<'a> {
    robot: &'a dyn Robot,
    model: &'a Model,
    /// Base parameters that are compared.
    places: Vec<usize>,
    /// Lengths that are compared, which were fitted: indices into [`Robot::lengths`].
    fitted: Vec<usize>,
    /// Identified less nominal, whitened.
    pub(super) whitened: DVector<f64>,
    /// The matrix that whitens.
    whitening: DMatrix<f64>,
    /// Nominal standard parameters.
    theta: Vec<f64>,
    /// Nominal [`Robot::lengths`].
    lengths: Vec<f64>,
    pub(super) candidates: Vec<Candidate>,
    /// Degrees of freedom of the variances: the harmonic mean, in which those known least count most.
    freedom: f64,
}

/// A physical parameter with a nominal value.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) nominal: f64,
    /// What no robot has less of: 0, unless the nominal value is below it.
    least: f64,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum What {
    /// Of a body: which one, and which of its ten.
    Body { body: usize, component: Inertial },
    /// The standard parameter itself.
    Drive(usize),
    /// One of [`Robot::lengths`].
    Length(usize),
}

impl<'a> Differences<'a> {
    pub(super) fn of(
        robot: &'a dyn Robot,
        estimate: &BaseEstimate,
        places: &[usize],
        nominals: &[f64],
    ) -> Self {
        let (model, all) = (robot.model(), robot.lengths());
        let lengths: Vec<f64> = all.iter().map(|l| l.nominal.unwrap_or(0.0)).collect();
        let estimated = |k: usize| estimate.lengths.iter().position(|l| l.name == all[k].name);
        let pairs = (0..all.len()).filter_map(|k| Some((k, estimated(k)?)));
        let is_known = |(_, l): &(usize, usize)| estimate.lengths[*l].among[*l] > 0.0;
        let (fitted, own): (Vec<usize>, Vec<usize>) = pairs.filter(is_known).unzip();
        let (bases, size) = (places.len(), places.len() + own.len());
        let whitening = whitening(&estimate.covariance_of(places, &own));
        let off = DVector::from_fn(size, |k, _| match k.checked_sub(bases) {
            None => estimate.beta[places[k]] - nominals[places[k]],
            Some(k) => estimate.lengths[own[k]].value - lengths[fitted[k]],
        });
        // A length that has to be fitted and is not shows in no base parameter.
        let is_candidate =
            |k: &usize| all[*k].kind != PhysicalKind::FittedLength || fitted.contains(k);
        let suspected = (0..all.len()).filter(is_candidate);
        let suspected: Vec<Candidate> = suspected
            .map(|k| Candidate {
                name: all[k].name.to_owned(),
                nominal: lengths[k],
                least: f64::NEG_INFINITY,
                what: What::Length(k),
            })
            .collect();
        Self {
            freedom: shared_freedom(places.iter().map(|k| estimate.freedom[*k])),
            robot,
            model,
            places: places.to_vec(),
            fitted,
            whitened: &whitening * off,
            whitening,
            theta: parameters::nominal(model),
            lengths,
            candidates: [candidates(model), suspected].concat(),
        }
    }

    /// How many values are compared.
    pub(super) fn count(&self) -> usize {
        self.places.len() + self.fitted.len()
    }

    /// The probability of so large a statistic of so many values.
    pub(super) fn tail(&self, statistic: f64, values: usize) -> f64 {
        widened_tail(statistic, values, self.freedom)
    }

    /// `Δᵀ Σ⁻¹ Δ`.
    pub(super) fn statistic(&self) -> f64 {
        self.whitened.norm_squared()
    }

    /// Whitened change of the base parameters when candidates change by so much.
    fn change(&self, set: &[usize], by: &[f64]) -> DVector<f64> {
        let (mut theta, mut lengths) = (self.theta.clone(), self.lengths.clone());
        let bodies = bodies(self.model);
        for (k, by) in set.iter().zip(by) {
            match self.candidates[*k].what {
                What::Drive(place) => theta[place] += by,
                What::Length(place) => lengths[place] += by,
                What::Body { .. } => {}
            }
        }
        for (index, (_, places)) in bodies.iter().enumerate() {
            let mine = set
                .iter()
                .zip(by)
                .filter_map(|(k, by)| match self.candidates[*k].what {
                    What::Body { body, component } if body == index => Some((component, *by)),
                    _ => None,
                });
            let mine: Vec<(Inertial, f64)> = mine.collect();
            let nominal = parameters::nominal_physical(self.model, places);
            if let (false, Some(mut physical)) = (mine.is_empty(), nominal) {
                for (component, by) in mine {
                    physical[component.at()] += by;
                }
                for (place, value) in places.iter().zip(standard(physical)) {
                    if let Some(place) = place {
                        theta[*place] = value;
                    }
                }
            }
        }
        let base = self.base(&theta, &lengths);
        let change = |k: usize| match k.checked_sub(self.places.len()) {
            None => base[self.places[k]],
            Some(k) => lengths[self.fitted[k]] - self.lengths[self.fitted[k]],
        };
        &self.whitening * DVector::from_fn(self.count(), |k, _| change(k))
    }

    /// What base parameters have over the nominal ones.
    fn base(&self, theta: &[f64], lengths: &[f64]) -> Vec<f64> {
        if lengths != self.lengths {
            let at = |theta: &[f64], lengths: &[f64]| {
                let mut base = vec![0.0; self.model.base.len()];
                let made = self.robot.base_parameters_at(theta, lengths, &mut base);
                made.map(|()| base)
            };
            if let (Ok(there), Ok(here)) = (at(theta, lengths), at(&self.theta, &self.lengths)) {
                return there.iter().zip(here).map(|(x, y)| x - y).collect();
            }
        }
        let changed = |k: usize| theta[k] - self.theta[k];
        let base = self.model.base.iter();
        base.map(|base| {
            let terms = base.terms.iter();
            terms.map(|t| t.coefficient * changed(t.parameter)).sum()
        })
        .collect()
    }

    /// Derivatives of [`Self::change`] by the members of a set, at a change. Centres and
    /// lengths enter quadratically, so that central differences are exact.
    pub(super) fn derivatives(&self, set: &[usize], by: &[f64]) -> DMatrix<f64> {
        let columns: Vec<DVector<f64>> = (0..set.len())
            .map(|k| {
                let step = 1e-3 * self.candidates[set[k]].nominal.abs().max(1e-2);
                let moved = |sign: f64| {
                    let mut by = by.to_vec();
                    by[k] += sign * step;
                    self.change(set, &by)
                };
                (moved(1.0) - moved(-1.0)) / (2.0 * step)
            })
            .collect();
        DMatrix::from_columns(&columns)
    }

    /// The change of a set that explains most, and the statistic that remains. What would be less than any robot has stays at
    /// that while the others change.
    pub(super) fn fit(&self, set: &[usize]) -> (Vec<f64>, f64) {
        let candidates: Vec<&Candidate> = set.iter().map(|k| &self.candidates[*k]).collect();
        let least: Vec<f64> = candidates.iter().map(|c| c.least - c.nominal).collect();
        let mut free: Vec<usize> = (0..set.len()).collect();
        let mut by = vec![0.0; set.len()];
        let mut left = self.statistic();
        for _ in 0..ROUNDS {
            let jacobian = self.derivatives(set, &by).select_columns(&free);
            let rest = &self.whitened - self.change(set, &by);
            let Some(step) = least_squares(&jacobian, &rest) else {
                break;
            };
            // Halve the step until it improves: far from the nominal values the equations bend.
            let improved = (0..6).find_map(|half| {
                let share = 0.5f64.powi(half);
                let mut next = by.clone();
                for (k, d) in free.iter().zip(&step) {
                    next[*k] = (by[*k] + share * d).max(least[*k]);
                }
                let rest = (&self.whitened - self.change(set, &next)).norm_squared();
                (rest < left).then_some((next, rest))
            });
            let Some((next, rest)) = improved else { break };
            let all = free.len();
            free.retain(|k| next[*k] > least[*k]);
            let done = free.is_empty() || free.len() == all && left - rest < 1e-9 * left;
            (by, left) = (next, rest);
            if done {
                break;
            }
        }
        (by, left)
    }
}

/// The least value that a parameter may have: 0 where it is never negative, unless its nominal value is.
fn least(is_never_negative: bool, nominal: f64) -> f64 {
    match is_never_negative && nominal >= 0.0 {
        true => 0.0,
        false => f64::NEG_INFINITY,
    }
}

/// Physical parameters with nominal values: ten of each body that has them all, then drives.
fn candidates(model: &Model) -> Vec<Candidate> {
    let mut all = Vec::new();
    for (body, (name, places)) in bodies(model).iter().enumerate() {
        let Some(physical) = parameters::nominal_physical(model, places) else {
            continue;
        };
        for (component, nominal) in Inertial::ALL.into_iter().zip(physical) {
            all.push(Candidate {
                name: format!("{}_{name}", component.physical()),
                nominal,
                least: least(component.is_positive(), nominal),
                what: What::Body { body, component },
            });
        }
    }
    for (place, parameter) in model.parameters.iter().enumerate() {
        let drive = !matches!(parameter.kind, ParameterKind::Inertial { .. });
        if let (true, Some(nominal)) = (drive, parameter.nominal) {
            all.push(Candidate {
                name: parameter.name.to_owned(),
                nominal,
                least: least(parameter.kind.is_never_negative(), nominal),
                what: What::Drive(place),
            });
        }
    }
    all
}

/// The least-squares solution of a few unknowns; none if they cannot be told apart.
pub(super) fn least_squares(matrix: &DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    let norms: Vec<f64> = matrix.column_iter().map(|c| c.norm()).collect();
    if norms.iter().any(|n| !(n.is_finite() && *n > 0.0)) {
        return None;
    }
    let scaled = DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| {
        matrix[(i, j)] / norms[j]
    });
    let gram = scaled.transpose() * &scaled;
    let cholesky = nalgebra::Cholesky::new(gram)?;
    // Columns that are almost parallel are one suspect, not two.
    let pivots = cholesky.l_dirty().diagonal();
    if pivots.iter().any(|p| *p < 1e-4) {
        return None;
    }
    let solution = cholesky.solve(&(scaled.transpose() * right));
    let solution = DVector::from_fn(norms.len(), |k, _| solution[k] / norms[k]);
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}

#[cfg(test)]
mod tests;
