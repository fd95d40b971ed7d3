//! What a planned motion uses of the joints' limits.

use serde::Serialize;

use crate::rows::position_unit;
use armwright_runtime::{Joint, JointKind, Model};

use super::limits::{JointLimits, Limits};
use super::planned::{Planned, Rounding};

/// A joint that moves by less, rad or m, stands still.
const STILL: f64 = 1e-3;

/// What a joint does in a motion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointUse {
    /// Its name.
    pub name: String,
    /// `rad`, or `m` of one that slides.
    pub unit: &'static str,
    /// Lowest and highest position, in that unit.
    pub position: [f64; 2],
    /// Highest speed, rad/s or m/s.
    pub velocity: f64,
    /// Highest acceleration, rad/s² or m/s².
    pub acceleration: f64,
    /// The largest of position, velocity and acceleration as a share of the limits, each; above 1 they are exceeded.
    pub used: [f64; 3],
    /// Whether it stands still.
    pub still: bool,
}

/// What each joint does.
pub(super) fn joints(model: &Model, planned: &Planned, limits: &Limits) -> Vec<JointUse> {
    let all = model.joints.iter().zip(&limits.joints).enumerate();
    all.map(|(j, (joint, limits))| {
        let columns = [0, 1, 2].map(|order| planned.state[order][j].iter().copied());
        JointUse::of(joint, limits, columns.map(extremes))
    })
    .collect()
}

/// What joints do that move with others, and have limits.
pub(super) fn followers(model: &Model, planned: &Planned) -> Vec<JointUse> {
    let each = model.followers.iter().map(|follower| {
        let joint = &follower.joint;
        let limits = JointLimits {
            position: joint.position.unwrap_or([f64::MIN, f64::MAX]),
            velocity: joint.velocity.unwrap_or(f64::INFINITY),
            acceleration: joint.acceleration.unwrap_or(f64::INFINITY),
            jerk: f64::INFINITY,
        };
        let state =
            |k: usize| follower.state(|j| planned.state.each_ref().map(|columns| columns[j][k]));
        let column = |order: usize| (0..planned.time.len()).map(move |k| state(k)[order]);
        JointUse::of(
            joint,
            &limits,
            [0, 1, 2].map(|order| extremes(column(order))),
        )
    });
    each.collect()
}

/// Which joints exceed their limits of jerk, as far as changes of acceleration from sample to sample say it, however figures were rounded;
/// and of which rounding leaves nothing to be said.
pub(super) fn jerks(model: &Model, planned: &Planned, limits: &Limits) -> Vec<String> {
    let Rounding { time, acceleration } = &planned.rounding;
    let joints = model.joints.iter().zip(&limits.joints);
    let each = joints.zip(&planned.state[2]).enumerate();
    let limited = each.filter(|(_, ((_, limits), _))| limits.jerk.is_finite());
    limited
        .filter_map(|(j, ((joint, limits), column))| {
            let own = acceleration.get(j);
            let off = |k: usize| own.and_then(|own| own.get(k)).copied().unwrap_or(0.0);
            // What jerk there is at least, and what rounding may make of none.
            let steps = (1..column.len()).map(|k| {
                let step = planned.time[k] - planned.time[k - 1];
                let off = off(k - 1) + off(k);
                let least = (column[k] - column[k - 1]).abs() - off;
                let of_rounding = off + 2.0 * time * limits.jerk;
                [least / (step + 2.0 * time), of_rounding / step]
            });
            let count = steps.len() as f64;
            let [most, of_rounding] = steps.fold([0.0f64; 2], |[most, sum], [least, own]| {
                [most.max(least), sum + own]
            });
            let used = most / limits.jerk;
            if used > 1.0 + 1e-9 {
                return Some(format!(
                    "joint {} exceeds its limit of jerk: {:.1} % of it",
                    joint.name,
                    100.0 * used
                ));
            }
            (of_rounding > count * limits.jerk).then(|| {
                format!(
                    "the jerk of joint {} cannot be judged: that the table's figures are rounded makes as much as its limit",
                    joint.name
                )
            })
        })
        .collect()
}

fn extremes(column: impl Iterator<Item = f64>) -> [f64; 2] {
    column.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
        [low.min(x), high.max(x)]
    })
}

impl JointUse {
    /// By the lowest and the highest position, velocity and acceleration.
    fn of(joint: &Joint, limits: &JointLimits, [position, speed, rate]: [[f64; 2]; 3]) -> Self {
        let most = |[low, high]: [f64; 2]| high.max(-low);
        let [low, high] = limits.position;
        let off = (position[1] - limits.middle()).max(limits.middle() - position[0]);
        let range = match joint.kind {
            JointKind::Continuous => f64::INFINITY,
            _ => (high - low) / 2.0,
        };
        Self {
            name: joint.name.to_owned(),
            unit: position_unit(joint),
            position,
            velocity: most(speed),
            acceleration: most(rate),
            used: [
                off / range,
                most(speed) / limits.velocity,
                most(rate) / limits.acceleration,
            ],
            still: position[1] - position[0] < STILL,
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Follower, Joint, JointKind, Model};

    use super::super::limits::Limits;
    use super::super::planned::{Planned, Rounding};
    use super::{followers, jerks};
    use crate::regression::by_hand::MODEL;

    static FOLLOWED: Model = Model {
        followers: &[
            Follower {
                joint: Joint {
                    name: "wheel",
                    kind: JointKind::Continuous,
                    position: None,
                    velocity: None,
                    acceleration: Some(8.0),
                    ..MODEL.joints[0]
                },
                motion: &[(0, -3.0)],
                offset: 0.0,
            },
            Follower {
                joint: Joint {
                    name: "slide",
                    position: Some([0.0, 4.0]),
                    velocity: None,
                    acceleration: None,
                    ..MODEL.joints[1]
                },
                motion: &[(1, 2.0)],
                offset: 1.0,
            },
            Follower {
                joint: Joint {
                    name: "free",
                    position: None,
                    velocity: Some(2.0),
                    acceleration: None,
                    ..MODEL.joints[0]
                },
                motion: &[(0, 1.0)],
                offset: 5.0,
            },
        ],
        ..MODEL
    };

    /// From 5 to 20 rad/s² in half a second are 30 rad/s³ at least, however they are reached; what nothing limits is not exceeded.
    #[test]
    fn jerk_is_judged_by_changes_of_acceleration() {
        let planned = Planned {
            time: vec![0.0, 0.25, 0.75],
            state: [
                vec![vec![0.0; 3]; 2],
                vec![vec![0.0; 3]; 2],
                vec![vec![5.0, 5.0, 20.0], vec![1.0, -3.0, -3.0]],
            ],
            ..Planned::default()
        };
        let mut limits = Limits::of(&MODEL);
        assert_eq!(jerks(&MODEL, &planned, &limits), [""; 0]);
        (limits.joints[0].jerk, limits.joints[1].jerk) = (30.0, 12.8);
        assert_eq!(
            jerks(&MODEL, &planned, &limits),
            ["joint j2 exceeds its limit of jerk: 125.0 % of it"]
        );
        limits.joints[0].jerk = 24.0;
        assert_eq!(jerks(&MODEL, &planned, &limits).len(), 2);
    }

    /// Of 15 rad/s² in half a second 13 in 0.55 s are certain where accelerations may be off by 1 and times by 0.025 s; and where they are off by 3
    /// in a quarter and by 2.5 in half a second, 8.5 rad/s³ and more are made of none, on the average.
    #[test]
    fn what_rounding_explains_is_no_jerk() {
        let planned = Planned {
            time: vec![0.0, 0.25, 0.75],
            state: [
                vec![vec![0.0; 3]; 2],
                vec![vec![0.0; 3]; 2],
                vec![vec![5.0, 5.0, 20.0], vec![1.0, -3.0, -3.0]],
            ],
            rounding: Rounding {
                time: 0.025,
                acceleration: vec![vec![1.0; 3], vec![0.5, 2.5, 0.0]],
            },
            ..Planned::default()
        };
        let told = |first: f64, second: f64| {
            let mut limits = Limits::of(&MODEL);
            (limits.joints[0].jerk, limits.joints[1].jerk) = (first, second);
            jerks(&MODEL, &planned, &limits)
        };
        assert_eq!(told(24.0, 16.0), [""; 0]);
        assert_eq!(
            told(13.0 / 0.55 / 1.25, 16.0),
            ["joint j1 exceeds its limit of jerk: 125.0 % of it"]
        );
        assert_eq!(
            told(24.0, 9.0),
            [
                "the jerk of joint j2 cannot be judged: that the table's figures are rounded makes as much as its limit"
            ]
        );
    }

    /// Of what nothing limits no share is used: a wheel of 18 of 8 rad/s², a slide that is 1.5 of 2 m from its middle, and an arm
    /// far from zero, at half of its speed.
    #[test]
    fn what_nothing_limits_is_not_used() {
        let planned = Planned {
            time: vec![0.0, 1.0],
            state: [
                vec![vec![0.0, 1.0], vec![0.5, -0.25]],
                vec![vec![1.0, -1.0], vec![0.0, 2.5]],
                vec![vec![3.0, -6.0], vec![-15.0, 0.0]],
            ],
            noise: Vec::new(),
            without_friction: false,
            end: None,
            recorded: Vec::new(),
            ..Planned::default()
        };
        let found = followers(&FOLLOWED, &planned);
        let names: Vec<(&str, &str)> = found.iter().map(|x| (x.name.as_str(), x.unit)).collect();
        assert_eq!(names, [("wheel", "rad"), ("slide", "m"), ("free", "rad")]);
        let used: Vec<[f64; 3]> = found.iter().map(|x| x.used).collect();
        assert_eq!(used, [[0.0, 0.0, 2.25], [0.75, 0.0, 0.0], [0.0, 0.5, 0.0]]);
        assert_eq!(found[0].position, [-3.0, 0.0]);
        assert_eq!(found[1].position, [0.5, 2.0]);
        assert_eq!((found[1].velocity, found[1].acceleration), (5.0, 30.0));
        assert_eq!(found[2].position, [5.0, 6.0]);
    }
}
