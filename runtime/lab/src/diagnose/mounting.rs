//! How the base stands: gravity along another direction than the robot file has it, as on a wall or on a floor that is not level.

use std::ops::ControlFlow;

use nalgebra::{DVector, Matrix3, Vector3};

use super::change::{Change, Fault};
use super::fit::{Fitted, Rule, Unexplained, fit};
use super::probe::Probe;
use super::search::BETTER;
use super::trial::{Judge, Left, Tried};
use super::weight::Weights;
use crate::cores;
use crate::regression::RegressionError;
use crate::thresholds::{AS_WELL, KNOWN_WELL, SLIGHTLY};

/// The first step of a search from the best of a few directions, radians, and how often it is halved: to less than a tenth of a degree.
const STEP: f64 = std::f64::consts::FRAC_PI_6;
const ROUNDS: usize = 9;
/// Steps of one length at most.
const STEPS: usize = 3;
/// A share of the largest weight, squared, below which gravity along a direction does nothing.
const IDLE: f64 = 1e-12;
/// So slight a turn, radians, changes nothing but what is not seen of parameters without any.
const SLIGHT: f64 = 1e-3;

/// Torques as they were recorded, explained under any gravity.
struct Mounting<'a> {
    weights: Weights<'a>,
    torque: Vec<Vec<f64>>,
    all: Vec<bool>,
    none: Vec<bool>,
    positive: Vec<bool>,
    friction: Vec<bool>,
    zero: DVector<f64>,
    nominal: Option<DVector<f64>>,
}

impl<'a> Mounting<'a> {
    /// None where gravity is not known to change with its direction, or does so as an offset of the first joint and the unit of time
    /// do: that of a robot all of whose joints turn about axes that are parallel and across gravity.
    fn of(probe: &'a Probe<'a>) -> Result<Option<Self>, RegressionError> {
        let Some(weights) = Weights::of(probe)? else {
            return Ok(None);
        };
        let gravity = weights.gravity;
        let (mut squares, mut acting) = (Matrix3::<f64>::zeros(), 0.0);
        for weight in &weights.weights {
            squares += weight * weight.transpose();
            acting += weight.dot(&gravity).powi(2);
        }
        let along = squares.symmetric_eigenvalues();
        let none = IDLE * along.max();
        if gravity.norm() == 0.0 || along.min() <= none && acting > none * gravity.norm_squared() {
            return Ok(None);
        }
        let torque = probe.torque(&Change::none(probe.equations().joints()));
        Ok(Some(Self::explaining(probe, weights, torque)))
    }

    /// Some torques of the rows.
    fn explaining(probe: &'a Probe<'a>, weights: Weights<'a>, torque: Vec<Vec<f64>>) -> Self {
        let model = probe.equations().robot().model();
        let (b, hidden) = (probe.positive.len(), weights.hidden.len());
        let with_hidden = |of: &[bool]| {
            let mut all = of.to_vec();
            all.resize(b + hidden, false);
            all
        };
        let nominal = probe.nominal.as_ref().map(|known| {
            let others = weights.hidden.iter();
            let others = others.map(|&p| model.parameters[p].nominal.unwrap_or(0.0));
            DVector::from_vec(known.iter().copied().chain(others).collect())
        });
        Self {
            all: vec![true; b + hidden],
            none: vec![false; b + hidden],
            positive: with_hidden(&probe.positive),
            friction: with_hidden(&probe.friction),
            zero: DVector::zeros(b + hidden),
            nominal,
            weights,
            torque,
        }
    }

    fn fit(
        &self,
        gravity: Vector3<f64>,
        free: &[bool],
        positive: &[bool],
        start: &DVector<f64>,
    ) -> Fitted {
        let rule = Rule {
            free,
            positive,
            start,
        };
        fit(&self.weights.rows(gravity), &self.torque, &rule)
    }

    /// What parameters that a robot can have leave under a gravity.
    fn possible(&self, gravity: Vector3<f64>) -> Unexplained {
        self.fit(gravity, &self.all, &self.positive, &self.zero)
            .left
    }

    /// What is left under a gravity, explained in each way.
    fn left(&self, gravity: Vector3<f64>) -> Left {
        let nominal = self.nominal.as_ref();
        let nominal = nominal.map(|start| self.fit(gravity, &self.friction, &self.positive, start));
        Left {
            any: self.fit(gravity, &self.all, &self.none, &self.zero).left,
            possible: self.possible(gravity),
            nominal: nominal.map(|fitted| fitted.left),
        }
    }

    /// The best of some directions, with its score.
    fn best(&self, tries: &[Vector3<f64>]) -> Option<(Vector3<f64>, f64)> {
        let mut scores = Vec::with_capacity(tries.len());
        let mut take = |score: f64| {
            scores.push(score);
            ControlFlow::Continue(())
        };
        let score = |k: usize| self.possible(tries[k]).score();
        cores::in_order(tries.len(), &score, &mut take);
        let pairs = tries.iter().copied().zip(scores);
        pairs.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The direction that leaves least, in m/s², where it is neither the file's nor its opposite, which is tried by itself; an axis
    /// of the base where that explains as much. Walls are tried where much is left.
    fn found(&self, before: &Unexplained, much: bool) -> Option<Vector3<f64>> {
        let file = self.weights.gravity;
        let size = file.norm();
        let away = |gravity: &Vector3<f64>| angle(gravity, &file);
        let is_other = |gravity: &Vector3<f64>| {
            away(gravity) > KNOWN_WELL && away(gravity) < std::f64::consts::PI - KNOWN_WELL
        };
        let mut axes = axes(size);
        axes.retain(is_other);
        let mut tries = beside(file, KNOWN_WELL);
        if much {
            tries.extend(&axes);
        }
        let mut best = self.best(&tries)?;
        let lifted = |gravity: Vector3<f64>, before: &Unexplained| {
            let lifts = self.possible(gravity).lifts(before);
            lifts.iter().sum::<f64>() > SLIGHTLY
        };
        if !lifted(best.0, before) {
            return None;
        }
        let mut step = STEP;
        for _ in 0..ROUNDS {
            for _ in 0..STEPS {
                match self.best(&beside(best.0, step)) {
                    Some(next) if next.1 < best.1 - BETTER => best = next,
                    _ => break,
                }
            }
            step *= 0.5;
        }
        let (found, score) = best;
        let near = axes
            .iter()
            .copied()
            .filter(|axis| angle(axis, &found) < KNOWN_WELL);
        let near: Vec<Vector3<f64>> = near.collect();
        let axis = self.best(&near).filter(|axis| axis.1 < score + AS_WELL);
        let gravity = axis.map_or(found, |(axis, _)| axis);
        if !is_other(&gravity) {
            return None;
        }
        // What torques show of further parameters shows however little gravity turns: it says nothing of how far.
        let slight = file + (gravity - file) * SLIGHT;
        let slight = slight * (size / slight.norm());
        lifted(gravity, &self.possible(slight)).then_some(gravity)
    }
}

/// The angle between two vectors.
fn angle(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    a.cross(b).norm().atan2(a.dot(b))
}

/// Along the axes of the base, both ways.
fn axes(size: f64) -> Vec<Vector3<f64>> {
    let [x, y, z]: [Vector3<f64>; 3] = [Vector3::x(), Vector3::y(), Vector3::z()];
    [x, -x, y, -y, z, -z].map(|axis| axis * size).to_vec()
}

/// Four directions at an angle to one.
fn beside(of: Vector3<f64>, angle: f64) -> Vec<Vector3<f64>> {
    let least = if of.x.abs() < 0.6 * of.norm() {
        Vector3::x()
    } else {
        Vector3::y()
    };
    let across = of.cross(&least).normalize();
    let other = of.cross(&across).normalize();
    let (sine, cosine) = angle.sin_cos();
    let lean = |to: Vector3<f64>| of * cosine + to * (sine * of.norm());
    [across, -across, other, -other].map(lean).to_vec()
}

impl Judge<'_> {
    /// Gravity along the direction that leaves least.
    pub(super) fn mounting(
        &self,
        before: &Left,
        much: bool,
    ) -> Result<Vec<Tried>, RegressionError> {
        let Some(mounting) = Mounting::of(self.probe)? else {
            return Ok(Vec::new());
        };
        let found = mounting.found(&before.possible, much);
        let tried = found.map(|gravity| Tried {
            fault: Fault::GravityAlong {
                gravity: gravity.map(|x| (1e3 * x).round() / 1e3 + 0.0).into(),
            },
            left: mounting.left(gravity),
            outside: self.outside,
        });
        Ok(Vec::from_iter(tried))
    }
}

#[cfg(test)]
mod tests {
    use armwright_robots::{double_pendulum, mit_ddarm};
    use armwright_runtime::{Robot, Side};
    use nalgebra::Vector3;

    use super::{Mounting, angle};
    use crate::diagnose::probe::tests::{motion, probed};
    use crate::diagnose::weight::Weights;
    use crate::random::Random;

    /// The direction that is found where torques are those of a gravity with some noise, and of so much of parameters that are not seen
    /// under the file's; whether it is searched far.
    fn found(gravity: [f64; 3], hidden: f64, much: bool) -> Option<Vector3<f64>> {
        let robot = &mit_ddarm::ROBOT;
        let probe = probed(robot, Side::Joint, &[motion(robot, 600)]);
        let b = robot.model().base.len();
        let weights = Weights::of(&probe).expect("equations").expect("weights");
        let mut random = Random::new(5);
        let instants = probe.positions().ncols();
        let rows = weights.rows(Vector3::from(gravity));
        let torque = rows.iter().map(|row| {
            let theta = row.entering.iter();
            let theta = theta.map(|&k| if k < b { 1.0 } else { hidden });
            let theta = nalgebra::DVector::from_iterator(row.entering.len(), theta);
            let made = &row.columns * theta;
            let mut torque = vec![0.0; instants];
            for (&k, x) in row.kept.iter().zip(made.iter()) {
                torque[k] = x + 1e-2 * random.normal();
            }
            torque
        });
        let torque: Vec<Vec<f64>> = torque.collect();
        let mounting = Mounting::explaining(&probe, weights, torque);
        let before = mounting.possible(mounting.weights.gravity);
        mounting.found(&before, much)
    }

    #[test]
    fn a_direction_of_gravity_is_found_wherever_it_points() {
        let file = Vector3::from(mit_ddarm::ROBOT.model().gravity);
        let size = file.norm();
        let [x, y]: [Vector3<f64>; 2] = [Vector3::x(), Vector3::y()];
        for wall in [x, -x, y, -y] {
            let wall = wall * size;
            assert_eq!(found(wall.into(), 0.5, true), Some(wall));
        }
        let tilts: [(Vector3<f64>, f64); 3] = [
            (x, 6.0),
            (0.8 * y - 0.6 * x, 20.0),
            (0.8 * y + 0.6 * x, 40.0),
        ];
        for (towards, degrees) in tilts {
            let lean = degrees.to_radians();
            let tilted = file * lean.cos() + towards * (size * lean.sin());
            let found = found(tilted.into(), 0.5, degrees > 30.0).expect("a direction");
            let off = angle(&found, &tilted).to_degrees();
            assert!(off < 1.0, "{found} is {off} degrees from {tilted}");
        }
    }

    /// A torque of the first joint that looks like weight, as of a cable, is none: a turn that is nothing shows as much of it.
    #[test]
    fn gravity_as_the_robot_file_has_it_is_no_fault() {
        let file = Vector3::from(mit_ddarm::ROBOT.model().gravity);
        assert_eq!(found(file.into(), 0.0, true), None);
        let slight = file + Vector3::new(1e-4, 0.0, 0.0);
        assert_eq!(found(slight.into(), 1e4, true), None);
    }

    /// In a vertical plane gravity that turns about the shoulder is an offset of it, and what leans out of the plane a unit of time.
    #[test]
    fn a_pendulum_does_not_tell_how_its_base_stands() {
        let robot = &double_pendulum::ROBOT;
        let probe = probed(robot, Side::Joint, &[motion(robot, 200)]);
        assert!(Mounting::of(&probe).expect("equations").is_none());
    }
}
