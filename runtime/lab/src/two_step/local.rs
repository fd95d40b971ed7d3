//! Step one: the equations' elements near one configuration, as constants.

use serde::Serialize;

use super::TwoStepError;
use super::solve::{Solved, weighted};
use crate::equations::EquationError;
use crate::factor::Factor;
use crate::motion::Motion;
use crate::signal::Decimation;
use crate::transmission::Drive;
use armwright_runtime::{Element, ElementPart, Model, ParameterKind, Robot, Side, Site};

/// A swing (rad or m) from which elements are no longer nearly constant.
pub(super) const FAR: f64 = 0.3;

/// One configuration and the elements there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Local {
    /// The recording.
    pub recording: String,
    /// Its mean configuration, rad or m (`n`).
    pub configuration: Vec<f64>,
    /// The largest distance of a joint from it, rad or m.
    pub swing: f64,
    /// Equations.
    pub rows: usize,
    /// The elements, in the order of [`Model::elements`].
    pub elements: Vec<LocalValue>,
    /// For each element its monomials, each the mean over the motion that the estimate of the
    /// element is a mean over: a row of Φ.
    #[serde(skip)]
    pub bases: Vec<Vec<f64>>,
}

/// An element's value near a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LocalValue {
    /// Its value, SI.
    pub value: f64,
    /// Its standard deviation; none if the motion does not determine it.
    pub std: Option<f64>,
}

/// A constant that step one fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// `g_i`, or the constant torque that offsets leave where there is no gravity.
    Gravity(usize),
    /// `M_ij`.
    Inertia(usize, usize),
    /// `∂²V/∂q_i∂q_j`, the slope of gravity: without it, a swing under gravity would look like
    /// inertia, because position and acceleration of a swing are opposite.
    Slope(usize, usize),
    /// `∂³V/∂q_i∂q_j∂q_k` (divided by the permutations), gravity's curvature: squares of positions
    /// and of velocities are alike, so without it the latter would be wrong.
    Curvature(usize, usize, usize),
    /// `∂M_ij/∂q_k`: how inertia varies over the swing, and with it all velocity terms.
    Variation(usize, usize, usize),
    /// Friction, column of the torque regressor.
    Friction(usize),
}

/// The elements of a robot near the mean configuration of a motion.
pub(super) fn identify(robot: &'static dyn Robot, motion: &Motion) -> Result<Local, TwoStepError> {
    let model = robot.model();
    let n = model.joints.len();
    let unknowns = unknowns(model);
    let mut pass = Pass::new(robot, motion, &unknowns)?;
    let mut factors = vec![Factor::new(unknowns.len()); n];
    let width = n * unknowns.len();
    let rows = pass.run(&mut |row| {
        let (columns, rest) = row.split_at(width);
        let (torque, speeds) = rest.split_at(n);
        for (i, factor) in factors.iter_mut().enumerate() {
            if certain(model, motion, i, speeds) {
                let mine = &columns[i * unknowns.len()..(i + 1) * unknowns.len()];
                factor.push(mine.iter().copied().enumerate(), torque[i]);
            }
        }
    })?;
    let equations = factors.iter().map(Factor::rows).sum();
    if equations < unknowns.len() {
        return Err(TwoStepError::TooFewRows {
            recording: motion.name.clone(),
            rows: equations,
            unknowns: unknowns.len(),
        });
    }
    let (_, low) = Decimation::noise(&motion.processing.decimate).map_err(EquationError::Filter)?;
    let solved = weighted(&factors, low.max(1.0));
    Ok(Local {
        recording: motion.name.clone(),
        configuration: pass.mean.clone(),
        swing: pass.swing,
        rows,
        elements: values(model, &unknowns, &solved),
        bases: pass.bases()?,
    })
}

/// The constants of a second-order expansion of Lagrange's equations about a configuration.
fn unknowns(model: &Model) -> Vec<Unknown> {
    let n = model.joints.len();
    let of_part = |part: ElementPart| model.elements.iter().filter(move |e| e.part == part);
    let heavy: Vec<usize> = of_part(ElementPart::Gravity)
        .filter_map(|e| e.indices.first().copied())
        .collect();
    let constant = model
        .parameters
        .iter()
        .any(|p| matches!(p.kind, ParameterKind::Offset(_)));
    let mut unknowns: Vec<Unknown> = (0..n)
        .filter(|i| constant || heavy.contains(i))
        .map(Unknown::Gravity)
        .collect();
    for (place, &i) in heavy.iter().enumerate() {
        for (further, &j) in heavy.iter().enumerate().skip(place) {
            unknowns.push(Unknown::Slope(i, j));
            let rest = heavy.iter().skip(further);
            unknowns.extend(rest.map(|&k| Unknown::Curvature(i, j, k)));
        }
    }
    for element in model.elements {
        if let (ElementPart::Inertia, &[i, j]) = (element.part, element.indices) {
            unknowns.push(Unknown::Inertia(i, j));
            let varying = element.coordinates.iter();
            unknowns.extend(varying.map(|&k| Unknown::Variation(i, j, k)));
        }
    }
    let friction = model.parameters.iter().enumerate().filter(|(_, p)| {
        !matches!(
            p.kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_) | ParameterKind::Offset(_)
        )
    });
    unknowns.extend(friction.map(|(index, _)| Unknown::Friction(index)));
    unknowns
}

/// Values of the elements, as combinations of the unknowns.
fn values(model: &Model, unknowns: &[Unknown], solved: &Solved) -> Vec<LocalValue> {
    let place = |wanted: Unknown| unknowns.iter().position(|u| *u == wanted);
    let elements = model.elements.iter();
    elements
        .map(|element| {
            let combination: Vec<(usize, f64)> = parts(element)
                .into_iter()
                .filter_map(|(unknown, factor)| Some((place(unknown)?, factor)))
                .collect();
            let value = combination.iter().map(|(k, a)| a * solved.values[*k]).sum();
            let determined = combination.iter().all(|(k, _)| solved.determined[*k]);
            let variance: f64 = combination
                .iter()
                .flat_map(|(i, a)| combination.iter().map(move |(j, b)| (*i, *j, a * b)))
                .map(|(i, j, ab)| ab * solved.covariance[(i, j)])
                .sum();
            LocalValue {
                value,
                std: (determined && !combination.is_empty()).then(|| variance.max(0.0).sqrt()),
            }
        })
        .collect()
}

/// An element as a combination of unknowns: velocity terms are those of Christoffel,
/// `S_ijk = ∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i`, halved where j is k.
fn parts(element: &Element) -> Vec<(Unknown, f64)> {
    let variation = |i: usize, j: usize, k: usize| Unknown::Variation(i.min(j), i.max(j), k);
    match (element.part, element.indices) {
        (ElementPart::Gravity, &[i]) => vec![(Unknown::Gravity(i), 1.0)],
        (ElementPart::Inertia, &[i, j]) => vec![(Unknown::Inertia(i, j), 1.0)],
        (ElementPart::Coriolis, &[i, j, k]) => {
            let half = if j == k { 0.5 } else { 1.0 };
            let terms = [
                (variation(i, j, k), half),
                (variation(i, k, j), half),
                (variation(j, k, i), -half),
            ];
            terms.to_vec()
        }
        _ => Vec::new(),
    }
}

/// Whether every velocity whose friction enters a row is fast enough for its sign.
fn certain(model: &Model, motion: &Motion, row: usize, speeds: &[f64]) -> bool {
    let n = model.joints.len();
    let processing = &motion.processing;
    let motor_rows = Side::from(processing.equations) == Side::Motor;
    model.parameters.iter().all(|p| {
        let ParameterKind::Coulomb(site) = p.kind else {
            return true;
        };
        let (speed, threshold, enters) = match site {
            Site::Joint(i) => (
                speeds[i],
                processing.velocity_threshold.get(i),
                motor_rows || i == row,
            ),
            Site::Motor(k) => (
                speeds[n + k],
                processing.motor_velocity_threshold.get(k),
                !motor_rows || k == row,
            ),
        };
        !enters || speed.abs() >= threshold.copied().unwrap_or(0.0)
    })
}

/// A run through one motion.
struct Pass<'a> {
    robot: &'static dyn Robot,
    model: &'static Model,
    motion: &'a Motion,
    unknowns: &'a [Unknown],
    drive: Drive,
    mean: Vec<f64>,
    swing: f64,
    /// For each element, its monomials times weights, and the weights, summed.
    sums: Vec<(Vec<f64>, f64)>,
}

impl<'a> Pass<'a> {
    fn new(
        robot: &'static dyn Robot,
        motion: &'a Motion,
        unknowns: &'a [Unknown],
    ) -> Result<Self, EquationError> {
        let model = robot.model();
        let n = model.joints.len();
        let drive = Drive::of(model).ok_or(EquationError::Transmission(model.name))?;
        let (mut low, mut high) = (vec![f64::INFINITY; n], vec![f64::NEG_INFINITY; n]);
        let (mut q, mut qd, mut qdd) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        let mut mean = vec![0.0; n];
        #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
        let samples = motion.interior().len().max(1) as f64;
        for k in motion.interior() {
            motion.state(k, &mut q, &mut qd, &mut qdd);
            for i in 0..n {
                mean[i] += q[i] / samples;
                low[i] = low[i].min(q[i]);
                high[i] = high[i].max(q[i]);
            }
        }
        let distance = |i: usize| (high[i] - mean[i]).max(mean[i] - low[i]);
        let swing = (0..n).map(distance).fold(0.0, f64::max);
        let sums = model.elements.iter();
        Ok(Self {
            robot,
            model,
            motion,
            unknowns,
            drive,
            swing,
            mean,
            sums: sums.map(|e| (vec![0.0; e.terms.len()], 0.0)).collect(),
        })
    }

    /// Hands over decimated rows: columns (`n × unknowns`), torques (`n`), speeds of joints and
    /// motors (`2 n`). Answers with how many there were.
    fn run(&mut self, take: &mut dyn FnMut(&[f64])) -> Result<usize, EquationError> {
        let (n, width) = (self.mean.len(), self.unknowns.len());
        let side = Side::from(self.motion.processing.equations);
        let turn = self.drive.torque_rows(side);
        let factors = &self.motion.processing.decimate;
        let mut decimation = Decimation::new(factors, n * width + 3 * n)?;
        let interior = self.motion.interior();
        let total = factors.iter().fold(interior.len(), |rows, factor| {
            rows.div_ceil((*factor).max(1))
        });
        // Near an end the anti-alias filter sees only a reflection.
        let edge = if total < interior.len() { 2 } else { 0 };
        let (mut count, mut used) = (0, 0);
        let mut settled = |row: &[f64]| {
            if count >= edge && count + edge < total {
                used += 1;
                take(row);
            }
            count += 1;
        };
        let mut state = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
        let mut torque = vec![0.0; n];
        for k in interior {
            let [q, qd, qdd] = &mut state;
            self.motion.state(k, q, qd, qdd);
            self.motion.torque(k, &mut torque);
            self.average(&state)?;
            let joint = self.columns(&state)?;
            let mut row = Vec::with_capacity(n * width + 3 * n);
            for i in 0..n {
                for column in 0..width {
                    row.push(
                        (0..n)
                            .map(|r| turn[(i, r)] * joint[r * width + column])
                            .sum(),
                    );
                }
            }
            for i in 0..n {
                row.push((0..n).map(|r| turn[(i, r)] * torque[r]).sum());
            }
            row.extend_from_slice(&state[1]);
            let mut speeds = vec![0.0; n];
            self.drive.to_motor(&state[1], &mut speeds);
            row.extend(speeds);
            if !row.iter().all(|x: &f64| x.is_finite()) {
                let (recording, time) = (self.motion.name.clone(), self.motion.time(k));
                return Err(EquationError::NotFinite { recording, time });
            }
            decimation.push(&row, &mut settled);
        }
        decimation.finish(&mut settled)?;
        Ok(used)
    }

    /// What multiplies each unknown in each joint's torque (`n × unknowns`).
    fn columns(&self, [q, qd, qdd]: &[Vec<f64>; 3]) -> Result<Vec<f64>, EquationError> {
        let (n, width, p) = (q.len(), self.unknowns.len(), self.model.parameters.len());
        let mut columns = vec![0.0; n * width];
        let mut regressor = vec![0.0; n * p];
        self.robot.torque_regressor(q, qd, qdd, &mut regressor)?;
        let away = |i: usize| q[i] - self.mean[i];
        for (k, unknown) in self.unknowns.iter().enumerate() {
            let mut add = |row: usize, x: f64| columns[row * width + k] += x;
            match *unknown {
                Unknown::Gravity(i) => add(i, 1.0),
                Unknown::Inertia(i, j) => {
                    add(i, qdd[j]);
                    if i != j {
                        add(j, qdd[i]);
                    }
                }
                Unknown::Slope(i, j) => {
                    add(i, away(j));
                    if i != j {
                        add(j, away(i));
                    }
                }
                // The gradient of the product of three.
                Unknown::Curvature(i, j, l) => {
                    add(i, away(j) * away(l));
                    add(j, away(i) * away(l));
                    add(l, away(i) * away(j));
                }
                // Lagrange's equations of `(q_l - mean) qd_i qd_j`, halved on the diagonal.
                Unknown::Variation(i, j, l) => {
                    if i == j {
                        add(i, away(l) * qdd[i] + qd[l] * qd[i]);
                        add(l, -0.5 * qd[i] * qd[i]);
                    } else {
                        add(i, away(l) * qdd[j] + qd[l] * qd[j]);
                        add(j, away(l) * qdd[i] + qd[l] * qd[i]);
                        add(l, -qd[i] * qd[j]);
                    }
                }
                Unknown::Friction(parameter) => {
                    for row in 0..n {
                        add(row, regressor[row * p + parameter]);
                    }
                }
            }
        }
        Ok(columns)
    }

    /// Adds a sample to the means of the monomials. Least squares gives an element's mean over the
    /// motion, samples weighted by the square of what the element is multiplied with; Φ takes the
    /// same mean, so that a finite swing does not look like an error of the element.
    fn average(&mut self, [q, qd, qdd]: &[Vec<f64>; 3]) -> Result<(), EquationError> {
        let total: usize = self.sums.iter().map(|(sum, _)| sum.len()).sum();
        let mut bases = vec![0.0; total];
        self.robot.element_bases(q, &mut bases)?;
        let mut bases = bases.iter();
        for (element, (sums, weights)) in self.model.elements.iter().zip(&mut self.sums) {
            let weight = match (element.part, element.indices) {
                (ElementPart::Inertia, &[i, j]) => qdd[i].powi(2) + qdd[j].powi(2),
                (ElementPart::Coriolis, &[_, j, k]) => (qd[j] * qd[k]).powi(2),
                _ => 1.0,
            };
            *weights += weight;
            for (sum, basis) in sums.iter_mut().zip(&mut bases) {
                *sum += weight * basis;
            }
        }
        Ok(())
    }

    /// The rows of Φ: means over the motion, and for gravity, whose curvature is an unknown of its
    /// own, the values at the mean configuration.
    fn bases(&self) -> Result<Vec<Vec<f64>>, EquationError> {
        let total: usize = self.sums.iter().map(|(sum, _)| sum.len()).sum();
        let mut here = vec![0.0; total];
        self.robot.element_bases(&self.mean, &mut here)?;
        let mut here = here.into_iter();
        let elements = self.model.elements.iter().zip(&self.sums);
        let bases = elements.map(|(element, (sums, weight))| {
            let centre: Vec<f64> = here.by_ref().take(sums.len()).collect();
            if element.part == ElementPart::Gravity || *weight <= 0.0 {
                return centre;
            }
            sums.iter().map(|sum| sum / weight).collect()
        });
        Ok(bases.collect())
    }
}
