//! How large all torques are together: a factor of all of them is seen by no motion.
//!
//! Gravity, inertia and friction grow with such a factor alike, so that any fits as well. What it can be follows
//! from what robots are: nominal values, as rough as they may be; limits of effort, which drives have because
//! they need them; and bodies, which are neither denser than any metal nor lighter than paper.

use armwright_runtime::{Inertial, JointKind, Model, ParameterKind};
use nalgebra::{DMatrix, DVector, Vector3};

use super::cause::{Cause, Evidence};
use super::change::Fault;
use crate::distribution::{NORMAL, student_widening};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::parameters::{is_friction, never_negative, nominal_base};
use crate::regression::{Equations, Observation, RegressionError, Series};
use crate::statistics::{Estimated, Quality};
use crate::thresholds::{AGREE, APART, BEYOND_LIMIT, CERTAIN, DENSEST, IDLE, LIGHTEST, ROUGH};

/// Instants at which inertia is looked at.
const INSTANTS: usize = 48;

/// What the size of torques is judged by.
pub(crate) struct Sizes<'a> {
    /// The equations.
    pub(crate) equations: &'a Equations<'a>,
    /// Where the robot was.
    pub(crate) motions: &'a [Motion],
    /// The triangular factor of each row.
    pub(crate) observation: &'a Observation,
    /// Base parameters (`b`).
    pub(crate) beta: &'a [f64],
    /// Their covariance (`b × b`).
    pub(crate) covariance: &'a DMatrix<f64>,
    /// The same with names (`b`).
    pub(crate) table: &'a [Estimated],
    /// Torques of the joints.
    pub(crate) series: &'a [Series],
    /// Whether accelerations are noise, so that inertias are too small and say nothing.
    pub(crate) noisy: bool,
}

/// What all torques may be multiplied by, as one kind of evidence has it.
#[derive(Debug, Clone, Copy)]
struct Factor {
    evidence: Evidence,
    low: f64,
    high: f64,
    /// Whether it is certain that torques are of the wrong size.
    wrong: bool,
}

impl Sizes<'_> {
    /// A factor on all torques, where they are beyond doubt too large or too small.
    ///
    /// # Errors
    /// [`RegressionError`] if the robot's functions do not fit its description.
    pub(crate) fn cause(&self) -> Result<Option<Cause>, RegressionError> {
        let all = [self.nominal(), self.limits()];
        let mut all: Vec<Factor> = all.into_iter().flatten().collect();
        if !self.noisy {
            all.extend(self.density());
            all.extend(self.weight()?);
        }
        let Some(first) = all.iter().find(|factor| factor.wrong) else {
            return Ok(None);
        };
        let low = all.iter().map(|factor| factor.low).fold(0.0, f64::max);
        let high = all.iter().map(|f| f.high).fold(f64::INFINITY, f64::min);
        // Where kinds of evidence contradict each other, the first that is certain counts.
        let [low, high] = match low < high && (low > 1.0 || high < 1.0) {
            true => [low, high],
            false => [first.low, first.high],
        };
        Ok(Some(Cause {
            fault: Fault::Size { low, high },
            evidence: first.evidence,
            rows: EquationSide::Joint,
            lifts: Vec::new(),
            shared: false,
        }))
    }

    fn model(&self) -> &Model {
        self.equations.robot().model()
    }

    /// Torques of bodies, row by row, beside those of nominal values.
    fn nominal(&self) -> Option<Factor> {
        let model = self.model();
        let rigid = |k: &usize| !is_friction(model, *k);
        let mut nominal = DVector::zeros(self.beta.len());
        let mut found = nominal.clone();
        for k in (0..self.beta.len()).filter(rigid) {
            (nominal[k], found[k]) = (nominal_base(model, k)?, self.beta[k]);
        }
        let rows = self.observation.factors().iter().map(|factor| {
            let triangle = factor.parts().0;
            [&nominal, &found].map(|beta| (&triangle * beta).norm())
        });
        let rows: Vec<[f64; 2]> = rows.collect();
        let logarithms = rows.iter().map(|[nominal, found]| (nominal / found).ln());
        let logarithms: Vec<f64> = logarithms.filter(|x| x.is_finite()).collect();
        let count = logarithms.len() as f64;
        if logarithms.len() < 2 {
            return None;
        }
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|x| (x - mean).powi(2)).sum();
        let scatter = (squares / (count - 1.0)).sqrt();
        let (mean, margin) = if scatter > AGREE.ln() {
            // Another robot's values; even so the largest torques are not of another order.
            let [nominal, found] =
                [0, 1].map(|k| rows.iter().map(|row| row[k]).fold(0.0, f64::max));
            ((nominal / found).ln(), APART.ln())
        } else {
            let scatter = scatter / count.sqrt();
            let margin = NORMAL * student_widening(count - 1.0) * scatter;
            (mean, margin.max(AGREE.ln()))
        };
        Some(Factor {
            evidence: Evidence::Nominal,
            low: (mean - margin).exp(),
            high: (mean + margin).exp(),
            wrong: mean.abs() - margin > ROUGH.ln(),
        })
    }

    /// Torques beside what joints can take, where that is known of all.
    fn limits(&self) -> Option<Factor> {
        let joints = self.model().joints.iter().enumerate();
        let known = joints.filter(|(k, _)| self.equations.rows_of_joint(*k).is_some());
        let (mut peak, mut largest, mut smallest) = (0f64, 0f64, f64::INFINITY);
        for (k, joint) in known {
            let limit = joint.effort?;
            let torque = || self.series.iter().flat_map(|series| &series.measured[k]);
            let squares: f64 = torque().map(|x| x * x).sum();
            let level = (squares / torque().count().max(1) as f64).sqrt() / limit;
            peak = torque().fold(peak, |peak, x| peak.max(x.abs() / limit));
            (largest, smallest) = (largest.max(level), smallest.min(level));
        }
        (peak > 0.0).then(|| Factor {
            evidence: Evidence::Limits,
            low: IDLE / peak,
            high: 1.0 / largest,
            wrong: peak < IDLE || smallest > BEYOND_LIMIT,
        })
    }

    /// All that turns about each axis, as one body: no lighter than paper as large as the robot reaches from there, `M / D⁴`
    /// of its inertia `M`, and no denser than matter.
    fn weight(&self) -> Result<Vec<Factor>, RegressionError> {
        let model = self.model();
        let instants = self.instants();
        let (mut low, mut densest) = (0.0, 0.0);
        for (k, joint) in model.joints.iter().enumerate() {
            let turns = joint.kind != JointKind::Prismatic;
            if !turns || self.equations.rows_of_joint(k).is_none() {
                continue;
            }
            let Some(reach) = self.reach(k, &instants) else {
                return Ok(Vec::new());
            };
            let mut mean = DVector::zeros(self.beta.len());
            for q in &instants {
                let [weight, inertia] = self.columns(k, q)?;
                let gravity = Vector3::from(model.gravity).norm();
                let moment = self.value(&weight).map(|x| x / gravity);
                let least = moment[0].abs() - moment[1];
                let [most, margin] = self.value(&inertia);
                densest = f64::max(densest, density(least.max(0.0), most + margin));
                mean += inertia / instants.len() as f64;
            }
            let [inertia, margin] = self.value(&mean);
            let size = (inertia + margin) / reach.powi(4);
            if size.is_finite() && size > 0.0 {
                low = f64::max(low, LIGHTEST / size);
            }
        }
        let light = Factor {
            evidence: Evidence::Size,
            low,
            high: f64::INFINITY,
            wrong: low > 1.0,
        };
        let dense = Factor {
            evidence: Evidence::Density,
            low: 0.0,
            high: DENSEST / densest,
            wrong: densest > DENSEST,
        };
        Ok(vec![light, dense])
    }

    /// The columns of the weight on a joint, none where a spring or the like cannot be told from it, and of its own inertia
    /// (`b` each).
    fn columns(&self, joint: usize, q: &[f64]) -> Result<[DVector<f64>; 2], RegressionError> {
        let (robot, model) = (self.equations.robot(), self.model());
        let (n, b) = (model.joints.len(), self.beta.len());
        let (mut moving, mut still) = (vec![0.0; n * b], vec![0.0; n * b]);
        let (zero, mut unit) = (vec![0.0; n], vec![0.0; n]);
        unit[joint] = 1.0;
        robot.base_regressor(q, &zero, &unit, &mut moving)?;
        robot.base_regressor(q, &zero, &zero, &mut still)?;
        let own =
            |columns: &[f64]| DVector::from_column_slice(&columns[joint * b..(joint + 1) * b]);
        let (moving, mut still) = (own(&moving), own(&still));
        let inertia = moving - &still;
        let is_other = |k: &usize| still[*k] != 0.0 && !of_bodies(model, *k).all(|is| is);
        let others: Vec<usize> = (0..b).filter(is_other).collect();
        match others.iter().any(|k| of_bodies(model, *k).any(|is| is)) {
            true => still.fill(0.0),
            false => others.iter().for_each(|k| still[*k] = 0.0),
        }
        Ok([still, inertia])
    }

    /// A combination of the base parameters, and what it may be off by: anything where one of them was not excited.
    fn value(&self, row: &DVector<f64>) -> [f64; 2] {
        let value = row.iter().zip(self.beta).map(|(y, x)| y * x).sum();
        let is_open = |p: &Estimated| p.std.is_none() && p.quality == Quality::Undetermined;
        let mut pairs = row.iter().zip(self.table);
        if pairs.any(|(y, p)| *y != 0.0 && is_open(p)) {
            return [value, f64::INFINITY];
        }
        let variance = (self.covariance * row).dot(row).max(0.0);
        [value, CERTAIN * variance.sqrt()]
    }

    /// Positions over all motions.
    fn instants(&self) -> Vec<Vec<f64>> {
        let each = INSTANTS.div_ceil(self.motions.len().max(1));
        let places = self.motions.iter().flat_map(|motion| {
            let inside = motion.interior();
            let step = (inside.len() / each).max(1);
            inside.step_by(step).map(move |k| motion.states(k..k + 1).q)
        });
        places.collect()
    }

    /// The largest distance of a body's origin from an axis, m: the root of the inertia that a unit mass there has.
    fn reach(&self, joint: usize, instants: &[Vec<f64>]) -> Option<f64> {
        let (robot, model) = (self.equations.robot(), self.model());
        let n = model.joints.len();
        let masses = model.parameters.iter().enumerate().filter(|(_, p)| {
            let mass = |c| c == Inertial::Mass;
            matches!(p.kind, ParameterKind::Inertial { component, .. } if mass(component))
        });
        let mut farthest = 0.0;
        for (place, _) in masses {
            let mut theta = vec![0.0; model.parameters.len()];
            theta[place] = 1.0;
            let mut inertia = vec![0.0; n * n];
            for q in instants.iter().step_by(4) {
                robot.inertia_matrix(&theta, q, &mut inertia).ok()?;
                farthest = f64::max(farthest, inertia[joint * n + joint]);
            }
        }
        Some(farthest.sqrt())
    }

    /// Bodies beside the densest matter.
    fn density(&self) -> Option<Factor> {
        let densities = densities(self.model(), |k| self.table.get(k));
        let densest = densities.into_iter().map(|(_, density)| density);
        let densest = densest.fold(0.0, f64::max);
        (densest > 0.0).then_some(Factor {
            evidence: Evidence::Density,
            low: 0.0,
            high: DENSEST / densest,
            wrong: densest > DENSEST,
        })
    }
}

/// The least density, kg/m³, of what has a first moment `h` and a moment of inertia `L` about an axis. The centre of mass
/// lies `h / m` from it, so `L ≥ h² / m`, and the body reaches about as far as `L / h`: that much mass, `h² / L`, in such a
/// cube has the density `h⁵ / L⁴` at least.
fn density(moment: f64, inertia: f64) -> f64 {
    match inertia > 0.0 {
        true => moment.powi(5) / inertia.powi(4),
        false => 0.0,
    }
}

/// What a base parameter's representative is of its body.
fn component(model: &Model, k: usize) -> Option<Inertial> {
    match model.parameters[model.base[k].representative].kind {
        ParameterKind::Inertial { component, .. } => Some(component),
        _ => None,
    }
}

/// Of each parameter that a base parameter combines, whether it is of a body.
fn of_bodies(model: &Model, k: usize) -> impl Iterator<Item = bool> {
    let terms = model.base[k].terms.iter();
    let kinds = terms.map(move |term| model.parameters[term.parameter].kind);
    kinds.map(|kind| matches!(kind, ParameterKind::Inertial { .. }))
}

/// The least density of each body.
pub(crate) fn densities<'a>(
    model: &'a Model,
    parameter: impl Fn(usize) -> Option<&'a Estimated>,
) -> Vec<(&'static str, f64)> {
    let values = |body: usize, wanted: fn(Inertial) -> bool| -> Vec<(usize, &Estimated)> {
        let base = (0..model.base.len()).filter(|&k| {
            let kind = model.parameters[model.base[k].representative].kind;
            matches!(kind, ParameterKind::Inertial { body: of, component } if of == body && wanted(component))
        });
        base.filter_map(|k| Some((k, parameter(k)?))).collect()
    };
    let of_rows = model.base_moves() || !(model.base_of_torque || model.measured.is_empty());
    let bodies = model.bodies.iter().enumerate();
    let each = bodies.filter_map(|(body, name)| {
        // The least that the moment can be, and the most that the inertia can.
        let std = |p: &Estimated| CERTAIN * p.std.unwrap_or(f64::INFINITY);
        let inertias = values(body, |c| matches!(c, Inertial::Inertia(a, b) if a == b));
        let inertias = inertias.iter().filter(|(k, _)| never_negative(model, *k));
        let most = inertias.map(|(k, p)| (p.value + std(p), component(model, *k)));
        let (inertia, about) = most.fold((0.0, None), |a, b| if b.0 > a.0 { b } else { a });
        // A wrench reveals the moment along an axis without what turns about others.
        let along = |k: usize| match (component(model, k), about) {
            (Some(Inertial::Moment(axis)), Some(Inertial::Inertia(about, _))) => {
                of_rows && axis == about
            }
            _ => false,
        };
        let moments = values(body, |c| matches!(c, Inertial::Moment(_)));
        // What is combined with a spring may be the spring's for the most part.
        let counts = |k: usize| of_bodies(model, k).all(|is| is) && !along(k);
        let moments = moments.iter().filter(|(k, _)| counts(*k));
        let moments = moments.map(|(_, p)| (p.value.abs() - std(p)).max(0.0));
        let moment = moments.map(|h| h * h).sum::<f64>().sqrt();
        (inertia > 0.0).then(|| (*name, density(moment, inertia)))
    });
    each.collect()
}

#[cfg(test)]
mod tests;
