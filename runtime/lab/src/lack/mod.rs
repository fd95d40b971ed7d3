//! What a model lacks: terms of friction, springs, delays and compliance that residuals show.
//!
//! A model whose form is too simple fits with parameters that are wrong, and no deviation that follows from the
//! noise says so. After an identification each usual term is tried as a further column of the equations
//! (`candidates`, `columns`), on samples that are spread over the motions (`seen`). By how much a term makes the
//! residuals likelier, their noise modelled with and without it, is compared with what noise alone gains (`search`); a
//! constant that slow noise would explain, with its deviation (`search::constant`). The
//! surest term is taken in, and the others tried again beside it. What is found moves parameters:
//! by how much follows from its coefficients, and deviations are made wide enough for it
//! ([`Deviations::lacking`](crate::statistics::Deviations)).
//!
//! What cannot be seen: a term that the base parameters make up, and of two that are alike along a motion, which it
//! is.

mod candidates;
mod colour;
mod columns;
mod local;
mod regress;
mod search;
mod seen;
mod term;
mod white;

#[cfg(test)]
pub(crate) use term::tests::lack;
pub use term::{Lack, Term};

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use crate::cores;
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::numeric::ends;
use crate::regression::{Equations, RegressionError};
use crate::statistics::{Autoregression, Noise, Sandwich};
use armwright_runtime::{JointKind, Model, Side, Site};
use candidates::{Candidate, Place, candidates};
use search::{Found, Search};
use seen::Seen;
use white::White;

/// Samples that a core looks through for speeds, and those whose speeds are there at once.
const PART: usize = 1 << 14;
const BLOCK: usize = 256;

/// What a model lacks.
#[derive(Debug, Clone, Default)]
pub struct Lacking {
    /// The terms, in the order in which they were found.
    pub lacks: Vec<Lack>,
    /// What they do to the base parameters; none where there are none.
    pub moved: Option<Moved>,
}

/// What missing terms do to base parameters.
#[derive(Debug, Clone)]
pub struct Moved {
    /// How far they moved each parameter (`b`).
    pub shift: DVector<f64>,
    /// The covariance of the parameters less this shift (`b × b`).
    pub covariance: DMatrix<f64>,
}

/// All usual terms as further columns of the equations, seen along motions beside what an estimate leaves.
pub struct Trials<'a> {
    equations: &'a Equations<'a>,
    estimate: &'a Estimate,
    candidates: Vec<Candidate>,
    seen: Seen,
}

impl<'a> Trials<'a> {
    /// Of an estimate from motions; none where it leaves nothing.
    ///
    /// # Errors
    /// [`RegressionError`] if the robot's functions do not fit its description.
    pub fn of(
        equations: &'a Equations<'a>,
        motions: &[Motion],
        estimate: &'a Estimate,
    ) -> Result<Option<Self>, RegressionError> {
        let noisy = estimate.variance.iter().all(|v| v.is_finite() && *v > 0.0);
        if !noisy {
            return Ok(None);
        }
        let candidates = candidates(equations, &fastest(equations, motions));
        let seen = Seen::of(equations, motions, estimate, &candidates)?;
        Ok(Some(Self {
            equations,
            estimate,
            candidates,
            seen,
        }))
    }

    /// The terms that the estimate lacks, with what they do to it. `noise` is that of the rows.
    #[must_use]
    pub fn lacks(&self, noise: &Noise) -> Lacking {
        let Trials {
            equations,
            estimate,
            candidates,
            seen,
        } = self;
        let model = equations.robot().model();
        let orders = noise.rows.iter().map(Autoregression::order).collect();
        let mut search = Search::of(seen, candidates, &estimate.weights, orders);
        search.run();
        if search.found.is_empty() {
            return Lacking::default();
        }
        let noise = search.noise();
        let white = search.fitted(White::of(seen, &noise).products());
        let (columns, coefficients) = (search.columns(), white.coefficients());
        let lack = |found: &Found| {
            let candidate = &candidates[found.candidate];
            let values = candidate
                .columns()
                .map(|column| coefficients[seen.directions + column]);
            let [all, before, after] = found.squares;
            let (joint, slides) = named(model, candidate.place);
            let row = seen.rows[found.row]
                .place
                .map(|place| match equations.side() {
                    Side::Joint => Place::Joint(place),
                    Side::Motor => Place::Motor(place),
                });
            let (row, force) = row.map_or((None, false), |row| named(model, row));
            let other = equations.measured().get(found.row);
            let row = other.map(|other| other.name.to_owned()).or(row);
            Lack {
                joint,
                row: row.unwrap_or_default(),
                term: candidate.term,
                coefficients: values.collect(),
                share: (before - after) / all,
                before: before.max(0.0).sqrt(),
                after: after.max(0.0).sqrt(),
                unit: match other {
                    Some(other) => other.unit,
                    None if force => "N",
                    None => "N·m",
                },
                alternatives: found.alternatives.clone(),
                in_model: is_in_model(model, candidate),
                on_motor: matches!(candidate.place, Place::Motor(_)) && !model.motors.is_empty(),
                slides,
            }
        };
        let lacks = search.found.iter().map(lack).collect();
        let gain = &estimate.gain * estimate.spectrum.left.columns(0, seen.directions);
        let mut along = DMatrix::zeros(seen.directions, columns.len());
        for (row, weight) in estimate.weights.iter().enumerate() {
            let products = seen.plain(row);
            for (k, &column) in columns.iter().enumerate() {
                let part = products.view((0, column), (seen.directions, 1));
                along
                    .column_mut(k)
                    .axpy(weight * seen.times, &part.column(0), 1.0);
            }
        }
        let along = &gain * along;
        let values =
            DVector::from_iterator(columns.len(), columns.iter().map(|&k| coefficients[k]));
        let scatter = scatter(seen, &estimate.weights, &noise) * seen.times;
        let covariance = &gain * scatter * gain.transpose()
            + &along * white.covariance(&columns) * along.transpose();
        Lacking {
            lacks,
            moved: Some(Moved {
                shift: along * values,
                covariance,
            }),
        }
    }
}

/// How the noise scatters weighted columns.
fn scatter(seen: &Seen, weights: &[f64], noise: &Noise) -> DMatrix<f64> {
    let size = seen.directions;
    let mut sandwich = Sandwich::of(noise, size);
    let stretches = seen.rows.first().map_or(0, |row| row.records.len());
    for stretch in 0..stretches {
        sandwich.restart();
        let samples = seen.rows[0].records[stretch].kept.len();
        for t in 0..samples {
            let rows = seen.rows.iter().zip(weights).map(|(row, weight)| {
                let elements = row.records[stretch].matrix.row(t);
                DVector::from_fn(size, |k, _| weight * elements[k])
            });
            sandwich.push(rows.collect());
        }
    }
    sandwich.sum()
}

/// Whether the robot file has a term of a candidate at its place.
fn is_in_model(model: &Model, candidate: &Candidate) -> bool {
    let mut sites = (model.parameters.iter()).filter_map(|p| candidate.term.site(p.kind));
    sites.any(|site| match (site, candidate.place) {
        (Site::Motor(motor), Place::Motor(k)) => motor == k,
        (Site::Joint(body), Place::Joint(k)) => model.motion(body).eq([(k, 1.0)]),
        _ => false,
    })
}

/// The name of a place, and whether it is a joint that slides.
fn named(model: &Model, place: Place) -> (Option<String>, bool) {
    match place {
        Place::All => (None, false),
        Place::Motor(k) if model.motors.len() == model.joints.len() => {
            (Some(model.motors[k].name.to_owned()), false)
        }
        Place::Motor(k) | Place::Joint(k) => {
            let joint = &model.joints[k];
            (
                Some(joint.name.to_owned()),
                joint.kind == JointKind::Prismatic,
            )
        }
    }
}

/// The highest speeds of joints, then of motors (`2 n`).
fn fastest(equations: &Equations<'_>, motions: &[Motion]) -> Vec<f64> {
    let mut fastest = vec![0.0f64; 2 * equations.joints()];
    for motion in motions {
        let inside = motion.interior();
        let of = |part: usize| {
            let first = inside.start + part * PART;
            fastest_in(equations, motion, first..(first + PART).min(inside.end))
        };
        for part in cores::map(inside.len().div_ceil(PART), &of) {
            let both = fastest.iter_mut().zip(part);
            both.for_each(|(top, v)| *top = top.max(v));
        }
    }
    fastest
}

/// Those in a part of a motion.
fn fastest_in(equations: &Equations<'_>, motion: &Motion, part: Range<usize>) -> Vec<f64> {
    let (n, ratios) = (equations.joints(), equations.drive().to_motor_matrix());
    let mut fastest = vec![0.0f64; 2 * n];
    let (mut derived, mut turning) = (vec![Vec::new(); n], Vec::new());
    let size = |run: &[f64]| {
        let [low, high] = ends(run);
        high.max(-low)
    };
    for first in part.clone().step_by(BLOCK) {
        let samples = first..(first + BLOCK).min(part.end);
        let speeds = derived.iter_mut().enumerate();
        let speeds = speeds.map(|(i, derived)| motion.velocities(i, samples.clone(), derived));
        let speeds: Vec<&[f64]> = speeds.collect();
        let (joints, motors) = fastest.split_at_mut(n);
        for (top, run) in joints.iter_mut().zip(&speeds) {
            *top = top.max(size(run));
        }
        for (motor, top) in motors.iter_mut().enumerate() {
            turning.clear();
            turning.resize(samples.len(), 0.0);
            let turns = ratios.row(motor);
            let turns = turns.iter().zip(&speeds);
            for (ratio, run) in turns.filter(|(ratio, _)| **ratio != 0.0) {
                let both = turning.iter_mut().zip(*run);
                both.for_each(|(sum, v)| *sum += ratio * v);
            }
            *top = top.max(size(&turning));
        }
    }
    fastest
}

#[cfg(test)]
mod tests;
