//! The plan of a motion from what was asked.

use nalgebra::DMatrix;

use super::efforts::efforts;
use super::settings::{Balance, Excite, Goal, Shape};
use crate::command::error::CommandError;
use crate::excite::{
    AtNominal, Basis, Constraint, Criterion, Ends, Equations, ExciteError, Geometry, JointLimits,
    Kind, Limits, Moving, Plan, Planned, Scale, information,
};
use crate::parameters::{base_matrix, nominal};
use crate::suggestion::suggestion;
use crate::transmission::{Drive, unfollowed};
use crate::unread::unread;
use armwright_runtime::{Model, Robot, Side};

/// What options take in place of a number, or a pair, for each joint.
const ONE: &str = "one for all joints, or ";
const PAIR: &str = "a pair for all joints, or ";

/// A wrong count of numbers.
fn count(option: &'static str, all: &'static str, given: usize, wanted: usize) -> CommandError {
    CommandError::Count {
        option,
        all,
        given,
        wanted,
    }
}

impl Excite {
    pub(super) fn limits(&self, model: &Model) -> Result<Limits, CommandError> {
        let mut limits = Limits::of(model);
        let n = model.joints.len();
        let position: Vec<[f64; 2]> = self.position.as_chunks::<2>().0.to_vec();
        if self.position.len() % 2 == 1 {
            return Err(count("--position", PAIR, self.position.len(), 2 * n));
        }
        if !position.is_empty() {
            let all = each(&position, n)
                .ok_or_else(|| count("--position", PAIR, self.position.len(), 2 * n))?;
            limits
                .joints
                .iter_mut()
                .zip(all)
                .for_each(|(joint, x)| joint.position = x);
        }
        type Place = fn(&mut JointLimits) -> &mut f64;
        let places: [(&'static str, &Vec<f64>, Place); 3] = [
            ("--velocity", &self.velocity, |joint| &mut joint.velocity),
            ("--acceleration", &self.acceleration, |joint| {
                &mut joint.acceleration
            }),
            ("--jerk", &self.jerk, |joint| &mut joint.jerk),
        ];
        for (option, given, place) in places {
            if !given.is_empty() {
                let all = each(given, n).ok_or_else(|| count(option, ONE, given.len(), n))?;
                limits
                    .joints
                    .iter_mut()
                    .zip(all)
                    .for_each(|(joint, x)| *place(joint) = x);
            }
        }
        for (what, given) in [
            ("position", !self.position.is_empty()),
            ("velocity", !self.velocity.is_empty()),
            ("acceleration", !self.acceleration.is_empty()),
        ] {
            limits.defaults.retain(|(_, of)| !(given && *of == what));
        }
        Ok(limits)
    }

    pub(super) fn plan(
        &self,
        robot: &dyn Robot,
        limits: &Limits,
        beside: &[Planned],
    ) -> Result<Plan, CommandError> {
        let model = robot.model();
        if let Some(why) = unfollowed(model) {
            return Err(CommandError::Unfollowed(why));
        }
        let n = model.joints.len();
        for (option, place) in [("--start", &self.start), ("--end", &self.end)] {
            if let Some(place) = place.as_ref().filter(|place| place.len() != n) {
                return Err(count(option, "", place.len(), n));
            }
        }
        let even = |count: usize| {
            let step = self.duration / (count.max(2) - 1) as f64;
            (0..count.max(2))
                .map(move |k| step * k as f64)
                .collect::<Vec<_>>()
        };
        let (points, duration) = (self.harmonics.max(1), self.duration);
        let basis = match self.shape {
            Shape::Fourier => Basis::Fourier {
                period: duration,
                harmonics: points,
            },
            Shape::Quintic => Basis::Quintic {
                times: even(points),
            },
            Shape::CubicSpline => Basis::Spline {
                degree: 3,
                pieces: points,
                duration,
            },
            Shape::QuinticSpline => Basis::Spline {
                degree: 5,
                pieces: points,
                duration,
            },
            Shape::Segments => Basis::Segments {
                times: even(points),
                blend: 0.25 * duration / (points.max(2) - 1) as f64,
            },
        };
        // Postures are reached at rest, and segments begin and end so, by themselves.
        let own = matches!(self.shape, Shape::Quintic | Shape::Segments);
        let moving = match self.joints.as_slice() {
            [] => Moving::All,
            names => {
                let middle = || limits.joints.iter().map(JointLimits::middle).collect();
                let held = self.start.clone().or_else(|| self.end.clone());
                Moving::Some(marked(model, names)?, held.unwrap_or_else(middle))
            }
        };
        let mut weights = match self.noise.as_slice() {
            [] => vec![],
            noise => {
                let all = each(noise, n).ok_or_else(|| count("--noise", ONE, noise.len(), n))?;
                at_joints(model, &all).map(|noise| 1.0 / noise).collect()
            }
        };
        if !self.torques.is_empty() {
            let used = marked(model, &self.torques)?;
            weights.resize(n, 1.0);
            weights
                .iter_mut()
                .zip(used)
                .filter(|(_, used)| !used)
                .for_each(|(w, _)| *w = 0.0);
        }
        let equations = Equations {
            kind: match self.model {
                Balance::Differential => Kind::Measured,
                Balance::Integral => Kind::Energy,
                Balance::IntegralFromStart => Kind::EnergyFromStart,
            },
            weights: if self.model == Balance::Differential {
                weights
            } else {
                vec![]
            },
            columns: vec![],
            without_friction: self.without_friction,
        };
        // As many samples as it is judged at stand for those that will be recorded.
        let prior = match beside {
            [] => None,
            beside => {
                let share = self.samples as f64 / (self.rate * self.duration);
                let known = information(robot, beside, &equations.weights);
                Some(known.map_err(ExciteError::from)? * share)
            }
        };
        Ok(Plan {
            basis,
            limits: limits.clone(),
            ends: Ends {
                rest: !self.moving_ends && !own,
                start: self.start.clone(),
                end: self.end.clone(),
            },
            moving,
            criterion: self.criterion(robot)?,
            equations,
            samples: self.samples,
            prior,
            kept: self.kept(model)?,
            margin: self.margin,
            first: None,
        })
    }

    fn criterion(&self, robot: &dyn Robot) -> Result<Criterion, CommandError> {
        let model = robot.model();
        let theta = nominal(model);
        let beta = base_matrix(model) * nalgebra::DVector::from_column_slice(&theta);
        let needs = || CommandError::NoNominal {
            robot: model.name.to_owned(),
            wanted: "a share of them",
            otherwise: "; other criteria do without",
        };
        let share = |x: f64| if x == 0.0 { 0.0 } else { 1.0 / x.abs() };
        Ok(match self.criterion {
            Goal::LogDet => Criterion::LogDeterminant,
            Goal::Condition => Criterion::Condition(Scale::Unscaled),
            Goal::ScaledCondition => Criterion::Condition(Scale::Columns),
            Goal::Frobenius => Criterion::Frobenius(Scale::Unscaled),
            Goal::SmallestSingularValue => Criterion::SmallestSingularValue(Scale::Unscaled),
            Goal::BaseDeviations => {
                if theta.iter().all(|x| *x == 0.0) {
                    return Err(needs());
                }
                Criterion::Deviations(DMatrix::from_diagonal(&beta.map(share)))
            }
            Goal::PhysicalDeviations if model.recovery.is_none() => {
                return Err(CommandError::NoPlan(model.name.to_owned()));
            }
            Goal::PhysicalDeviations => {
                let found = AtNominal::of(robot, beta.as_slice()).ok_or_else(needs)?;
                let mut rows = found.jacobian;
                for (mut row, value) in rows.row_iter_mut().zip(&found.values) {
                    row *= share(*value);
                }
                Criterion::Deviations(rows)
            }
        })
    }

    fn kept(&self, model: &Model) -> Result<Vec<Constraint>, CommandError> {
        let n = model.joints.len();
        let mut kept = Vec::new();
        if self.keep_torques || !self.torque.is_empty() {
            let limits = match self.torque.as_slice() {
                [] => efforts(model)?,
                given => each(given, n).ok_or_else(|| count("--torque", ONE, given.len(), n))?,
            };
            kept.push(Constraint::Torque {
                theta: nominal_or(model)?,
                limits,
                side: Side::Joint,
            });
        }
        type Make = fn(Vec<f64>) -> Constraint;
        let motors: [(&'static str, &Vec<f64>, Make); 2] = [
            (
                "--motor-velocity",
                &self.motor_velocity,
                Constraint::MotorVelocity,
            ),
            (
                "--motor-acceleration",
                &self.motor_acceleration,
                Constraint::MotorAcceleration,
            ),
        ];
        for (option, given, make) in motors.into_iter().filter(|(_, given, _)| !given.is_empty()) {
            let all = each(given, n).ok_or_else(|| count(option, ONE, given.len(), n))?;
            kept.push(make(all));
        }
        if let Some(path) = &self.geometry {
            let wrong = |what: String| CommandError::File {
                path: path.clone(),
                what,
            };
            let text = std::fs::read_to_string(path).map_err(|error| wrong(unread(&error)))?;
            let geometry = Geometry::read(&text).map_err(|error| wrong(error.to_string()))?;
            kept.push(Constraint::Clear(geometry));
        }
        Ok(kept)
    }
}

impl Excite {
    /// Which joints' torques are used; none named where all are.
    pub(super) fn torques_read(&self, model: &Model) -> Result<Vec<bool>, CommandError> {
        match self.torques.is_empty() {
            true => Ok(Vec::new()),
            false => marked(model, &self.torques),
        }
    }

    /// The noise of the rows that are judged: of torques of joints where some of these are chosen, else as it was given.
    pub(super) fn noise_read(&self, model: &Model) -> Result<Vec<f64>, CommandError> {
        let (noise, n) = (&self.noise, model.joints.len());
        if self.torques.is_empty() || noise.is_empty() {
            return Ok(noise.clone());
        }
        let all = each(noise, n).ok_or_else(|| count("--noise", ONE, noise.len(), n))?;
        Ok(at_joints(model, &all).collect())
    }
}

/// One for all, or one each.
fn each<T: Copy>(given: &[T], n: usize) -> Option<Vec<T>> {
    match given {
        [one] => Some(vec![*one; n]),
        all if all.len() == n => Some(all.to_vec()),
        _ => None,
    }
}

/// Noise of torques of joints, from that of what the robot file says is measured.
fn at_joints(model: &Model, noise: &[f64]) -> impl Iterator<Item = f64> {
    let drive = Drive::of(model).filter(|_| model.side == Side::Motor);
    let of_joint = move |joint: usize| match &drive {
        None => noise[joint],
        Some(drive) => (0..noise.len())
            .map(|motor| (drive.ratio(motor, joint) * noise[motor]).powi(2))
            .sum::<f64>()
            .sqrt(),
    };
    (0..noise.len()).map(of_joint)
}

fn marked(model: &Model, names: &[String]) -> Result<Vec<bool>, CommandError> {
    let known = || model.joints.iter().map(|joint| joint.name);
    for name in names {
        if !known().any(|joint| joint == name) {
            return Err(ExciteError::Unknown {
                name: name.clone(),
                what: "joint",
                known: known().collect::<Vec<_>>().join(", "),
                suggestion: suggestion(name, known()),
            }
            .into());
        }
    }
    Ok(known()
        .map(|joint| names.iter().any(|name| name == joint))
        .collect())
}

/// Nominal values, provided that there are any.
fn nominal_or(model: &Model) -> Result<Vec<f64>, CommandError> {
    let theta = nominal(model);
    if theta.iter().all(|value| *value == 0.0) {
        return Err(CommandError::NoNominal {
            robot: model.name.to_owned(),
            wanted: "a limit of torque",
            otherwise: "",
        });
    }
    Ok(theta)
}

#[cfg(test)]
mod tests;
