//! What a planned motion will tell of each parameter, before it is run.

use std::cmp::Ordering;

use serde::Serialize;

use armwright_runtime::{Robot, Side};

use super::confused::{CONFUSED, Confused, confused, hidden};
use super::error::ExciteError;
use super::foreseen::{Foreseen, foreseen};
use super::joint_use::{JointUse, followers, jerks, joints};
use super::limits::Limits;
use super::observed::observed;
use super::planned::Planned;
use super::reading::Reading;
use super::recovered::physical;
use super::rows::{measured_side, pass};
use crate::numeric::Decomposition;
use crate::parameters::{base_matrix, has_inertia, nominal};
use crate::regression::Factor;
use crate::rows::base_regressor;
use crate::transmission::unfollowed;

/// Noise of torques that nothing is said of, as a share of their root mean square: that of `simulate`.
pub const NOISE: f64 = 0.02;

/// What is foreseen of a motion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Screening {
    /// The robot.
    pub robot: String,
    /// Samples.
    pub samples: usize,
    /// The share of all samples that identification keeps, by which deviations are; none where they are those of all.
    pub kept: Option<f64>,
    /// Samples of recordings that exist and count as well.
    pub beside: usize,
    /// How long it lasts, s.
    pub duration: f64,
    /// What each joint does.
    pub joints: Vec<JointUse>,
    /// What joints do that move with others, and have limits of their own.
    pub followers: Vec<JointUse>,
    /// How many combinations of base parameters it tells, of so many.
    pub rank: usize,
    /// Singular values of the weighted observation matrix, columns scaled, falling.
    pub singular_values: Vec<f64>,
    /// Largest over smallest of these; none if one is zero.
    pub scaled_condition: Option<f64>,
    /// The same of torques of joints in SI units, neither rows nor columns scaled.
    pub condition: Option<f64>,
    /// Logarithm of the determinant of the information matrix in SI units, rows not weighted.
    pub log_det: Option<f64>,
    /// Standard deviation of the noise of each row that was taken.
    pub noise: Vec<f64>,
    /// Where that comes from.
    pub noise_from: &'static str,
    /// Base parameters.
    pub base: Vec<Foreseen>,
    /// Physical parameters, where the robot has a way back to them and nominal values to go it with.
    pub physical: Vec<Foreseen>,
    /// Parameters that nothing in the motion shows.
    pub unexcited: Vec<String>,
    /// Groups of parameters that are not told apart.
    pub confused: Vec<Confused>,
    /// What should be known before the motion is run.
    pub warnings: Vec<String>,
}

/// Judges a planned motion.
///
/// # Errors
/// [`ExciteError`].
pub fn screen(
    robot: &dyn Robot,
    planned: &Planned,
    limits: &Limits,
) -> Result<Screening, ExciteError> {
    screen_read(robot, planned, &Reading::default(), limits)
}

/// Judges a planned motion as it will be read.
///
/// # Errors
/// [`ExciteError`].
pub fn screen_read(
    robot: &dyn Robot,
    planned: &Planned,
    reading: &Reading<'_>,
    limits: &Limits,
) -> Result<Screening, ExciteError> {
    let (model, beside) = (robot.model(), reading.beside);
    if model.base_moves() {
        return Err(ExciteError::MovingBase(model.name.to_owned()));
    }
    let samples = planned.time.len();
    if samples < 2 {
        return Err(ExciteError::TooFew {
            what: "samples",
            count: samples,
            least: 2,
        });
    }
    for Planned { time, .. } in std::iter::once(planned).chain(beside) {
        let mut steps = time.windows(2);
        if let Some(row) =
            steps.position(|pair| pair[0].partial_cmp(&pair[1]) != Some(Ordering::Less))
        {
            return Err(ExciteError::Clock { row: row + 2 });
        }
    }
    let (theta, b) = (nominal(model), model.base.len());
    let has_nominal = theta.iter().any(|value| *value != 0.0);
    let beta = base_matrix(model) * nalgebra::DVector::from_column_slice(&theta);
    let kept = |k: usize| !planned.without_friction || has_inertia(model, k);
    let rows = base_regressor(robot).length(model) / b.max(1);
    let side = match reading.torques {
        [] => measured_side(robot),
        _ => Side::Joint,
    };
    let is_read = |row: usize| reading.torques.get(row) != Some(&false);
    let all: Vec<&Planned> = std::iter::once(planned).chain(beside).collect();
    // Root mean squares of what nominal values say is measured, for noise as a share of it.
    let mut squares = vec![0.0; rows];
    let mut plain = Factor::new(b);
    for motion in &all {
        pass(robot, motion, side, |row, columns| {
            let torque: f64 = columns
                .iter()
                .zip(beta.iter())
                .map(|(y, beta)| y * beta)
                .sum();
            squares[row] += torque * torque;
        })?;
    }
    let counted: usize = all.iter().map(|motion| motion.time.len()).sum();
    let (noise, noise_from) = match planned.noise.as_slice() {
        [one] => (vec![*one; rows], "given"),
        [] if squares.iter().any(|square| *square > 0.0) => {
            let of = |square: &f64| NOISE * (square / counted as f64).sqrt();
            let own: Vec<f64> = squares.iter().map(of).collect();
            let largest = own.iter().copied().fold(0.0, f64::max);
            // A row without torque has no share of it.
            (
                own.into_iter().map(|x| x.max(1e-3 * largest)).collect(),
                match beside {
                    [] => "2 % of each row's root mean square by nominal values",
                    _ => "2 % of each row's root mean square by nominal values, over all motions",
                },
            )
        }
        [] if has_nominal => (
            vec![1.0; rows],
            "1 N·m, since nominal values ask for no torque along the motion: deviations are in proportion",
        ),
        [] => (
            vec![1.0; rows],
            "1 N·m, since the robot file has no nominal values: deviations are in proportion",
        ),
        all => (all.to_vec(), "given"),
    };
    let mut factor = Factor::new(b);
    for motion in std::iter::once(planned).chain(beside) {
        pass(robot, motion, Side::Joint, |row, columns| {
            let own = columns.iter().copied().enumerate();
            if is_read(row) {
                plain.push(own.filter(|(k, _)| kept(*k)), 0.0);
            }
        })?;
        pass(robot, motion, side, |row, columns| {
            if !is_read(row) {
                return;
            }
            let own = || {
                columns
                    .iter()
                    .copied()
                    .enumerate()
                    .filter(|(k, _)| kept(*k))
            };
            factor.push(own().map(|(k, y)| (k, y / noise[row])), 0.0);
        })?;
    }
    let (triangle, _, _) = factor.parts();
    let spectrum = Decomposition::without(&triangle, |k| !kept(k));
    let hidden = hidden(&spectrum);
    let determined = |k: usize| kept(k) && hidden[(k, k)] <= CONFUSED;
    // What is not read weighs nothing; torques of motors have those of several joints in them.
    let heard = noise.iter().enumerate();
    let heard = heard.map(|(row, noise)| if is_read(row) { *noise } else { f64::INFINITY });
    let observed = match reading.identified && (reading.torques.is_empty() || side == model.side) {
        true => observed(robot, &all, &heard.collect::<Vec<_>>()),
        false => None,
    };
    let identified = observed.and_then(|(triangle, share)| {
        let found = Decomposition::without(&triangle, |k| !kept(k));
        (found.rank == spectrum.rank).then_some((found.inverse, share))
    });
    let inverse = identified
        .as_ref()
        .map_or(&spectrum.inverse, |(inverse, _)| inverse);
    let std = |k: usize| determined(k).then(|| inverse.row(k).norm());
    let base = (0..b).filter(|k| kept(*k)).map(|k| {
        let nominal = has_nominal.then_some(beta[k]);
        foreseen(
            model.base[k].name,
            model.base[k].expression,
            model.base[k].unit,
            std(k),
            nominal,
        )
    });
    let base: Vec<Foreseen> = base.collect();
    let norms: Vec<f64> = (0..b).map(|k| triangle.column(k).norm()).collect();
    let largest = norms.iter().copied().fold(0.0, f64::max);
    let zero = |k: usize| norms[k] <= 1e-12 * largest;
    let unexcited: Vec<String> = (0..b)
        .filter(|k| kept(*k) && zero(*k))
        .map(|k| model.base[k].name.to_owned())
        .collect();
    let confused = confused(
        &hidden,
        |k| kept(k) && !zero(k),
        |k| model.base[k].name.to_owned(),
    );
    let joints = joints(model, planned, limits);
    let (plain, _, _) = plain.parts();
    let columns: Vec<usize> = (0..b).filter(|k| kept(*k)).collect();
    let values = plain.select_columns(&columns).singular_values();
    let (top, bottom) = (values.max(), values.min());
    let regular = bottom > 1e-14 * top && !columns.is_empty();
    let covariance = inverse * inverse.transpose();
    let physical = match has_nominal {
        true => physical(robot, beta.as_slice(), &covariance, &determined),
        false => Vec::new(),
    };
    let mut found = Screening {
        robot: model.name.to_owned(),
        samples,
        kept: identified.as_ref().map(|(_, share)| *share),
        beside: beside.iter().map(|motion| motion.time.len()).sum(),
        duration: planned.duration(),
        rank: spectrum.rank,
        scaled_condition: Some(spectrum.condition).filter(|x| x.is_finite()),
        singular_values: spectrum.singular_values.clone(),
        condition: regular.then(|| top / bottom),
        log_det: regular.then(|| values.iter().map(|x| 2.0 * x.ln()).sum()),
        noise,
        noise_from,
        base,
        physical,
        unexcited,
        confused,
        joints,
        followers: followers(model, planned),
        warnings: Vec::new(),
    };
    found.warn();
    found.warnings.extend(jerks(model, planned, limits));
    found.warnings.extend(unfollowed(model));
    Ok(found)
}

impl Screening {
    fn warn(&mut self) {
        for joint in &self.joints {
            if joint.still {
                self.warnings.push(format!(
                    "joint {} stands still: what only its motion shows stays unknown",
                    joint.name
                ));
            }
        }
        for joint in self.joints.iter().chain(&self.followers) {
            for (used, what) in joint
                .used
                .iter()
                .zip(["position", "velocity", "acceleration"])
            {
                if *used > 1.0 + 1e-9 {
                    self.warnings.push(format!(
                        "joint {} exceeds its limit of {what}: {:.1} % of it",
                        joint.name,
                        100.0 * used
                    ));
                }
            }
        }
        if !self.unexcited.is_empty() {
            self.warnings
                .push(format!("not excited at all: {}", self.unexcited.join(", ")));
        }
        self.warnings
            .extend(self.confused.iter().map(Confused::said));
    }

    /// Whether everything that is looked for will be known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unexcited.is_empty()
            && self.confused.is_empty()
            && !self.joints.iter().any(|j| j.still)
    }
}

#[cfg(test)]
mod tests;
