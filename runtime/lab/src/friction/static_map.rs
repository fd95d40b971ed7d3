//! Friction of joints that were moved at constant velocity, there and back, without any model of bodies.
//!
//! At a constant velocity, all other joints at rest, a joint's torque is that of gravity at its position and friction. There and back over
//! the same positions gravity is the same, so that half of the difference is friction (the mean of both directions; what
//! differs between them is not told from gravity).

use serde::Serialize;

use super::error::FrictionError;
use super::proposal::LawParameter;
use super::static_law::{Point, law};
use super::words::unit;
use crate::identify::{informative, motions};
use crate::motion::{Motion, Run};
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use armwright_runtime::{JointKind, Robot};

/// A velocity is held while it stays so near to its mean, as a share of it; others rest below this share of it.
const HELD: f64 = 0.03;
/// A joint rests below this share of its highest speed.
const RESTS: f64 = 0.005;
/// Samples, and seconds, that it is held for at least.
const SAMPLES: usize = 20;
const SECONDS: f64 = 0.1;
/// Speeds there and back may differ by this share, positions of the others by so many rad (or m).
const ALIKE: f64 = 0.05;
const POSE: f64 = 0.02;
/// Of ways back those count as having most positions in common that have this share of the most.
const MOST: f64 = 0.9;
/// Parts of the positions that both ways share, in which torques are averaged.
const PARTS: usize = 8;

/// Friction over velocity, joint by joint.
#[derive(Debug, Clone, Serialize)]
pub struct StaticMap {
    /// The robot.
    pub robot: String,
    /// Each joint.
    pub joints: Vec<StaticJoint>,
}

/// Friction of one joint over velocity.
#[derive(Debug, Clone, Serialize)]
pub struct StaticJoint {
    /// Its name.
    pub name: String,
    /// Friction at speeds, slow ones first; empty where there is none.
    pub points: Vec<StaticPoint>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The law that fits the points with the least criterion of information, if there are enough of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
    /// Its parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<LawParameter>,
}

/// Friction at a speed, there and back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StaticPoint {
    /// The speed, rad/s or m/s.
    pub speed: f64,
    /// Half of what torques there are above those back, N·m or N.
    pub torque: f64,
    /// Its standard deviation, from parts of the way.
    pub std: f64,
    /// The positions that both ways share, rad or m.
    pub positions: [f64; 2],
    /// Samples of both.
    pub samples: usize,
}

/// Samples in which one joint moves at a constant velocity.
struct Stretch {
    velocity: f64,
    /// Position and torque of each sample.
    samples: Vec<[f64; 2]>,
    /// Where the others rest.
    others: Vec<f64>,
}

/// The map of recordings in which joints move at constant velocities, one after the other, there and back.
///
/// # Errors
/// [`FrictionError`]; a joint of which nothing is told has a reason.
pub fn static_map(
    robot: &dyn Robot,
    recordings: Vec<Recording>,
    options: &ProcessingOptions,
) -> Result<StaticMap, FrictionError> {
    let model = robot.model();
    informative(&recordings, robot)?;
    if recordings
        .iter()
        .any(|recording| recording.torque.is_none())
    {
        return Err(FrictionError::NotOfTorque(model.name.to_owned()));
    }
    let run = Run::of(&recordings, model);
    let (motions, _) = motions(recordings, &|_| options.clone(), &run, model)?;
    let n = model.joints.len();
    let mut top = vec![0.0f64; n];
    for motion in &motions {
        let states = motion.states(motion.interior());
        for [_, qd, _] in states.each(n) {
            top.iter_mut()
                .zip(qd)
                .for_each(|(top, v)| *top = top.max(v.abs()));
        }
    }
    let joints = model.joints.iter().enumerate().map(|(j, joint)| {
        let all: Vec<Stretch> = motions
            .iter()
            .flat_map(|motion| stretches(motion, j, &top))
            .collect();
        let (points, reason) = match points(&all) {
            Ok(points) => (points, None),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        let plain = points.iter().map(|point| Point {
            speed: point.speed,
            torque: point.torque,
            std: point.std,
        });
        let fitted = law(&plain.collect::<Vec<_>>());
        let slides = joint.kind == JointKind::Prismatic;
        StaticJoint {
            name: joint.name.to_owned(),
            reason,
            law: fitted.as_ref().map(|(fitted, _)| fitted.law.title()),
            parameters: fitted.map_or(Vec::new(), |(fitted, std)| {
                let values = fitted.linear.iter().chain(&fitted.theta).zip(std);
                let names = fitted.law.names().into_iter().zip(values);
                let of = |(name, (value, std)): (&'static str, (&f64, f64))| LawParameter {
                    name,
                    value: *value,
                    std,
                    unit: unit(name, slides),
                };
                names.map(of).collect()
            }),
            points,
        }
    });
    Ok(StaticMap {
        robot: model.name.to_owned(),
        joints: joints.collect(),
    })
}

/// Stretches of a motion in which a joint's velocity is held and the others rest.
fn stretches(motion: &Motion, joint: usize, top: &[f64]) -> Vec<Stretch> {
    let n = top.len();
    let least = SAMPLES.max((SECONDS * motion.rate).ceil() as usize);
    let inside = motion.interior();
    let states = motion.states(inside.clone());
    let mut torque = vec![0.0; n];
    let mut found: Vec<Stretch> = Vec::new();
    let mut now: Option<Stretch> = None;
    for (k, [q, qd, _]) in inside.zip(states.each(n)) {
        let v = qd[joint];
        let rests = |i: usize| i == joint || qd[i].abs() <= (HELD * v.abs()).max(RESTS * top[i]);
        let moves = v.abs() > RESTS * top[joint] && (0..n).all(rests) && motion.measured(k);
        let goes_on = now
            .as_ref()
            .is_some_and(|s| (v - s.velocity).abs() <= HELD * s.velocity.abs());
        if !(moves && goes_on) {
            found.extend(now.take().filter(|s| s.samples.len() >= least));
        }
        if !moves {
            continue;
        }
        motion.torque(k, &mut torque);
        let stretch = now.get_or_insert_with(|| Stretch {
            velocity: v,
            samples: Vec::new(),
            others: (0..n)
                .map(|i| if i == joint { 0.0 } else { q[i] })
                .collect(),
        });
        stretch.samples.push([q[joint], torque[joint]]);
        stretch.velocity += (v - stretch.velocity) / stretch.samples.len() as f64;
    }
    found.extend(now.filter(|s| s.samples.len() >= least));
    found
}

impl Stretch {
    fn ends(&self) -> [f64; 2] {
        let positions = || self.samples.iter().map(|[q, _]| *q);
        [
            positions().fold(f64::INFINITY, f64::min),
            positions().fold(f64::NEG_INFINITY, f64::max),
        ]
    }

    /// Means of position and torque between two positions.
    fn mean(&self, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let inside: Vec<&[f64; 2]> = self
            .samples
            .iter()
            .filter(|[q, _]| (from..to).contains(q))
            .collect();
        let count = inside.len() as f64;
        let sums = inside
            .iter()
            .fold([0.0; 2], |[a, b], [q, tau]| [a + q, b + tau]);
        (!inside.is_empty()).then(|| sums.map(|sum| sum / count))
    }
}

/// Pairs of ways there and back, each with its friction; or why there are none.
fn points(all: &[Stretch]) -> Result<Vec<StaticPoint>, String> {
    let (there, back): (Vec<&Stretch>, Vec<&Stretch>) = all.iter().partition(|s| s.velocity > 0.0);
    if all.is_empty() {
        let what = "it never moves at a constant velocity for 0.1 s while the other joints rest";
        return Err(what.to_owned());
    }
    if there.is_empty() || back.is_empty() {
        return Err("it moves at constant velocities in one direction only".to_owned());
    }
    let mut points = Vec::new();
    for one in &there {
        let speed = |s: &Stretch| s.velocity.abs();
        let alike = |other: &&&Stretch| {
            let mut others = one.others.iter().zip(&other.others);
            (speed(other) - speed(one)).abs() <= ALIKE * speed(one)
                && others.all(|(a, b)| (a - b).abs() <= POSE)
        };
        // One way back serves once a way there: of those with most positions in common that of the nearest speed.
        let shared = |other: &Stretch| {
            let ([a, b], [c, d]) = (one.ends(), other.ends());
            [a.max(c), b.min(d)]
        };
        let length = |[from, to]: [f64; 2]| to - from;
        let off = |other: &Stretch| (speed(other) - speed(one)).abs();
        let alike: Vec<&&Stretch> = back.iter().filter(alike).collect();
        let lengths = alike.iter().map(|other| length(shared(other)));
        let most = lengths.fold(0.0, f64::max);
        let best = alike
            .into_iter()
            .filter(|other| length(shared(other)) >= MOST * most)
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        points.extend(best.and_then(|other| point(one, other, shared(other))));
    }
    points.sort_by(|a, b| a.speed.total_cmp(&b.speed));
    match points.is_empty() {
        true => Err("no way back has the speed and the positions of one there".to_owned()),
        false => Ok(merged(&points)),
    }
}

/// Points of the same speed are one: those that are alike to the slowest of them.
fn merged(points: &[StaticPoint]) -> Vec<StaticPoint> {
    let one = |group: &[StaticPoint]| {
        let count = group.len() as f64;
        let mean = |of: &dyn Fn(&StaticPoint) -> f64| group.iter().map(of).sum::<f64>() / count;
        let ends = |k: usize, pick: fn(f64, f64) -> f64| {
            let ends = group.iter().map(|point| point.positions[k]);
            ends.reduce(pick).unwrap_or_default()
        };
        let squares: f64 = group.iter().map(|point| point.std.powi(2)).sum();
        StaticPoint {
            speed: mean(&|point| point.speed),
            torque: mean(&|point| point.torque),
            std: squares.sqrt() / count,
            positions: [ends(0, f64::min), ends(1, f64::max)],
            samples: group.iter().map(|point| point.samples).sum(),
        }
    };
    let mut found = Vec::new();
    let mut rest = points;
    while let [slowest, ..] = rest {
        let alike = |point: &StaticPoint| point.speed - slowest.speed <= ALIKE * slowest.speed;
        let (group, faster) = rest.split_at(rest.partition_point(alike));
        found.push(one(group));
        rest = faster;
    }
    found
}

fn point(there: &Stretch, back: &Stretch, [from, to]: [f64; 2]) -> Option<StaticPoint> {
    let step = (to - from) / PARTS as f64;
    if step <= 0.0 {
        return None;
    }
    let parts = (0..PARTS).filter_map(|k| {
        let part = [from + step * k as f64, from + step * (k + 1) as f64];
        Some([there.mean(part)?, back.mean(part)?])
    });
    let halves: Vec<f64> = parts
        .map(|[[_, up], [_, down]]| 0.5 * (up - down))
        .collect();
    let count = halves.len() as f64;
    if halves.len() < PARTS / 2 {
        return None;
    }
    let torque = halves.iter().sum::<f64>() / count;
    let squares: f64 = halves.iter().map(|x| (x - torque).powi(2)).sum();
    Some(StaticPoint {
        speed: 0.5 * (there.velocity - back.velocity),
        torque,
        std: (squares / (count - 1.0) / count).sqrt(),
        positions: [from, to],
        samples: there.samples.len() + back.samples.len(),
    })
}

impl StaticMap {
    /// The map as a table that `identify --friction-map` reads: both directions, which have the same size.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "name,velocity,torque,std,samples\n".to_owned();
        for joint in &self.joints {
            let back = joint.points.iter().rev().map(|point| (point, -1.0));
            for (point, sign) in back.chain(joint.points.iter().map(|point| (point, 1.0))) {
                let [speed, torque] = [point.speed, point.torque].map(|x| sign * x);
                let (name, std, samples) = (&joint.name, point.std, point.samples);
                text += &format!("{name},{speed},{torque},{std},{samples}\n");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests;
