//! Positions that never change although the joint moves: dead encoders.

use super::cause::Cause;
use super::sensors::{Sensed, SensorFault};
use crate::regression::Series;
use crate::statistics::Fit;
use crate::thresholds::SOUND;

/// Samples without which R² says nothing.
const FEW: usize = 20;

/// Says of positions that never change that they are dead, where neither the torque of their own joint nor that of
/// another one is explained: torques of joints that move. A joint that is held has a torque that the others explain,
/// but for the friction that holds it. A cause after which all torques are explained leaves the joint held.
pub(crate) fn without_causes_of_dead(
    causes: Vec<Cause>,
    sensors: &mut [SensorFault],
    series: &[Series],
    names: &[&str],
) -> Vec<Cause> {
    let explained = |cause: &Cause| {
        let mut lifts = cause.lifts.iter();
        !cause.lifts.is_empty() && lifts.all(|lift| lift.after > SOUND)
    };
    if causes.first().is_some_and(explained) {
        return causes;
    }
    let mut dead = false;
    let still: Vec<SensorFault> = sensors
        .iter()
        .filter(|sensor| sensor.sensed == Sensed::StillPosition)
        .cloned()
        .collect();
    for sensor in sensors.iter_mut() {
        let Some(joint) = names.iter().position(|name| *name == sensor.joint) else {
            continue;
        };
        let Some(series) = series.iter().find(|s| s.name == sensor.recording) else {
            continue;
        };
        let moves = |k: &usize| {
            let mut still = still.iter();
            !still.any(|other| other.recording == series.name && other.joint == names[*k])
        };
        let poor = |k: usize| {
            let fit = Fit::of(names[k], std::slice::from_ref(series), k);
            fit.samples >= FEW && fit.r2 < SOUND
        };
        if sensor.sensed == Sensed::StillPosition
            && poor(joint)
            && (0..names.len()).filter(moves).any(poor)
        {
            sensor.sensed = Sensed::DeadPosition;
            dead = true;
        }
    }
    match dead {
        true => Vec::new(),
        false => causes,
    }
}

#[cfg(test)]
mod tests {
    use super::super::cause::{Evidence, Lift};
    use super::super::change::Fault;
    use super::*;
    use crate::options::EquationSide;

    const NAMES: [&str; 3] = ["a", "b", "c"];

    /// A cause after which rows are explained so far.
    fn cause(after: &[f64]) -> Cause {
        let lift = |after: &f64| Lift {
            name: "a".to_owned(),
            before: 0.1,
            after: *after,
        };
        Cause {
            fault: Fault::Gravity { factor: 0.0 },
            evidence: Evidence::Fit,
            rows: EquationSide::Joint,
            lifts: after.iter().map(lift).collect(),
            shared: false,
        }
    }

    /// A recording of three rows whose R² is so much, of so many samples.
    fn series(name: &str, r2: [f64; 3], samples: u32) -> Series {
        let mut series = Series::new(name, 3, 100.0);
        for k in 0..samples {
            let measured = if k % 2 == 0 { 1.0 } else { -1.0 };
            let predicted = r2.map(|r2: f64| measured * (1.0 - (1.0 - r2).sqrt()));
            series.push(0.0, &[measured; 3], &predicted, [true; 3].into_iter());
        }
        series
    }

    fn still(recording: &str, joint: &str) -> SensorFault {
        SensorFault {
            recording: recording.to_owned(),
            joint: joint.to_owned(),
            sensed: Sensed::StillPosition,
        }
    }

    /// What is left of a cause that does not explain all, and what is said of sensors.
    fn found(sensors: &[SensorFault], series: &[Series], after: &[f64]) -> (usize, Vec<bool>) {
        let mut sensors = sensors.to_vec();
        let left = without_causes_of_dead(vec![cause(after)], &mut sensors, series, &NAMES);
        let dead = sensors.iter().map(|s| s.sensed == Sensed::DeadPosition);
        (left.len(), dead.collect())
    }

    #[test]
    fn an_encoder_is_dead_where_neither_its_own_torque_nor_that_of_others_is_explained() {
        let one = [still("run", "b")];
        let of = |r2: [f64; 3]| found(&one, &[series("run", r2, 40)], &[0.9]);
        assert_eq!(of([0.99, 0.3, 0.3]), (0, vec![true]));
        assert_eq!(of([0.3, 0.3, 0.99]), (0, vec![true]));
        // A joint that is held has a torque that is explained, or others that are.
        assert_eq!(of([0.3, 0.96, 0.3]), (1, vec![false]));
        assert_eq!(of([0.96, 0.3, 0.96]), (1, vec![false]));
        assert_eq!(of([0.94, 0.94, 0.99]), (0, vec![true]));
        // A cause after which all is explained leaves the joint held; one that says nothing of rows does not.
        let poor = || [series("run", [0.3; 3], 40)];
        assert_eq!(found(&one, &poor(), &[0.96, 0.99]), (1, vec![false]));
        assert_eq!(found(&one, &poor(), &[0.96, 0.94]), (0, vec![true]));
        assert_eq!(found(&one, &poor(), &[]), (0, vec![true]));
        // Few samples say nothing.
        assert_eq!(
            found(&one, &[series("run", [0.3; 3], 19)], &[0.9]),
            (1, vec![false])
        );
        assert_eq!(
            found(&one, &[series("run", [0.3; 3], 20)], &[0.9]),
            (0, vec![true])
        );
    }

    #[test]
    fn others_are_those_that_move_in_the_same_recording() {
        let poor = series("run", [0.3, 0.3, 0.99], 40);
        // Both that are poor stand still; the third is explained.
        let both = [still("run", "a"), still("run", "b")];
        assert_eq!(
            found(&both, std::slice::from_ref(&poor), &[0.9]),
            (1, vec![false; 2])
        );
        let elsewhere = [still("other", "a"), still("run", "b")];
        assert_eq!(
            found(&elsewhere, std::slice::from_ref(&poor), &[0.9]),
            (0, vec![false, true])
        );
        // Its own recording counts.
        let sound = series("other", [0.99; 3], 40);
        assert_eq!(
            found(&[still("other", "b")], &[poor.clone(), sound], &[0.9]),
            (1, vec![false])
        );
        // What is no joint, and a sensor with another fault, stay as they are.
        let mut torque = still("run", "b");
        torque.sensed = Sensed::DeadTorque;
        assert_eq!(
            found(&[still("run", "x"), torque], &[poor], &[0.9]),
            (1, vec![false; 2])
        );
    }

    /// Nothing explains what no cause was found for.
    #[test]
    fn an_encoder_is_dead_where_no_cause_was_found_at_all() {
        let of = |r2: [f64; 3]| {
            let mut sensors = [still("run", "b")];
            let series = [series("run", r2, 40)];
            let left = without_causes_of_dead(Vec::new(), &mut sensors, &series, &NAMES);
            assert!(left.is_empty());
            sensors[0].sensed == Sensed::DeadPosition
        };
        assert!(of([0.3, 0.3, 0.99]));
        assert!(!of([0.3, 0.96, 0.3]));
    }

    /// Of several causes the first, which explains most, says whether the joint is held.
    #[test]
    fn the_first_of_several_causes_says_whether_a_joint_is_held() {
        let of = |first: f64, second: f64| {
            let mut sensors = [still("run", "b")];
            let series = [series("run", [0.3; 3], 40)];
            let causes = vec![cause(&[first]), cause(&[second])];
            let left = without_causes_of_dead(causes, &mut sensors, &series, &NAMES);
            (left.len(), sensors[0].sensed == Sensed::DeadPosition)
        };
        assert_eq!(of(0.99, 0.3), (2, false));
        assert_eq!(of(0.3, 0.99), (0, true));
    }
}
