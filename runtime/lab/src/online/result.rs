//! What a replay found, moment by moment.

use std::fmt::Write as _;

use serde::Serialize;

use crate::diagnose::{Sensed, SensorFault};
use crate::digits::clock;
use crate::recording::Repair;
use crate::thresholds::STRAYED;

/// A base parameter over time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tracked {
    /// The parameter that represents it.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// What it began with.
    pub nominal: f64,
    /// The standard deviation that it began with.
    pub prior: f64,
    /// What recursive least squares ended with.
    pub value: f64,
    /// The standard deviation of that.
    pub std: f64,
}

/// Errors of a joint's torque, predicted before each sample was learned from: root mean squares, N·m or N, since the gate opened first,
/// without what drives at their limits and positions that froze make of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointError {
    /// The joint.
    pub name: String,
    /// The share of the samples that were learned from at which it was: not where its friction has no certain sign, nor of a sensor that is
    /// dead or drops out.
    pub learned: f64,
    /// The torque itself.
    pub torque: f64,
    /// Of nominal parameters.
    pub nominal: f64,
    /// Of those that acted.
    pub acting: f64,
    /// Of recursive least squares.
    pub recursive: f64,
}

/// A state of the estimators.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Moment {
    /// Time, s.
    pub time: f64,
    /// Whether identified parameters acted.
    pub identified: bool,
    /// `R²` of predictions over the window, when it is full.
    pub r2: Option<f64>,
    /// Parameters of the window (`b`).
    pub window: Vec<f64>,
    /// Parameters of recursive least squares (`b`).
    pub recursive: Vec<f64>,
    /// Their standard deviations (`b`).
    pub std: Vec<f64>,
    /// Torques: measured, and predicted by the parameters that acted (`n` each); not a number where they were not learned from.
    pub torque: [Vec<f64>; 2],
}

/// When something happened.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct When {
    /// Which piece of the recording was replayed, by its name; none where there is one alone.
    pub recording: Option<String>,
    /// Its place in the order of the replay, from 0.
    pub piece: usize,
    /// Time by the clock of that, s.
    pub time: f64,
}

/// Something that was wrong with samples one after the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Noticed {
    /// When it was the first of them.
    #[serde(flatten)]
    pub when: When,
    /// How many were not learned from, those included that filters made of what was wrong before.
    pub samples: usize,
    /// What it was, with the joint.
    pub what: String,
}

/// What a replay found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    /// The robot.
    pub robot: String,
    /// The recording.
    pub recording: String,
    /// What was done to rows of it before they were used.
    pub repairs: Vec<Repair>,
    /// Sensors that are dead or saturated, or froze or dropped out: torques of dead ones were not learned from, nor those that were held.
    pub sensors: Vec<SensorFault>,
    /// Joints with torques well beyond the limits that the robot file says, which are then not those of the drives.
    pub exceeded: Vec<String>,
    /// Samples that were learned from: those with which something was wrong are not among them.
    pub samples: usize,
    /// Samples a second that were learned from, Hz; the fewest, where recordings of several rates do not come equally near to what was
    /// asked for.
    pub rate: f64,
    /// The most then, Hz.
    pub fastest: f64,
    /// Samples of the window.
    pub window: usize,
    /// Time constant of the filters, s.
    pub time_constant: f64,
    /// The share of each torque that was taken for its noise, of which deviations are.
    pub noise: f64,
    /// `R²` at which the gate opens, and below which it closes.
    pub gate: [f64; 2],
    /// When the gate opened first, s.
    pub opened: Option<f64>,
    /// Share of the samples after that at which identified parameters acted.
    pub open: f64,
    /// How well torques were predicted.
    pub joints: Vec<JointError>,
    /// Base parameters.
    pub base: Vec<Tracked>,
    /// When what recursive least squares predicted stopped being so, lastingly: it began anew then, unless it forgets.
    pub changed: Vec<When>,
    /// What was wrong with samples.
    pub noticed: Vec<Noticed>,
    /// The states of the estimators, at most about 1500 of them.
    #[serde(skip)]
    pub moments: Vec<Moment>,
}

impl Replay {
    /// Why the gate stayed closed; none where it opened.
    #[must_use]
    pub fn closed(&self) -> Option<String> {
        let why = match self.samples {
            0 => "something was wrong with every sample, and nothing was learned".to_owned(),
            _ => format!(
                "no full window was predicted with an R² of {}",
                self.gate[0]
            ),
        };
        let said = format!("The gate stayed closed: {why}; nominal parameters acted throughout.");
        self.opened.is_none().then_some(said)
    }

    /// Whose torque was not learned from at times, because it hardly moved or its sensor is dead or drops out; none where all was.
    #[must_use]
    pub fn slow(&self) -> Option<String> {
        let is_seldom = |joint: &&JointError| self.samples > 0 && joint.learned < 0.995;
        let joints = self.joints.iter().filter(is_seldom);
        let shares: Vec<String> = joints
            .map(|joint| format!("{} {:.0} %", joint.name, 100.0 * (1.0 - joint.learned)))
            .collect();
        let is_dead = |sensor: &SensorFault| {
            matches!(sensor.sensed, Sensed::DeadTorque | Sensed::HeldTorque(_))
        };
        let why = match self.sensors.iter().any(is_dead) {
            true => {
                "Nothing is learned from the torque of a sensor that is dead or drops out, nor where a joint hardly moves and its friction has no certain sign"
            }
            false => {
                "Where a joint hardly moves, its friction has no certain sign, and nothing is learned from its torque"
            }
        };
        (!shares.is_empty()).then(|| format!("{why}: {} of the samples.", shares.join(", ")))
    }

    /// Sensors with something wrong, limits that are none, and torques that nothing lasting explains, in sentences.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let sensors = self.sensors.iter().map(ToString::to_string);
        let exceeded = (!self.exceeded.is_empty()).then(|| {
            format!(
                "Torques are well beyond the limits that the robot file says: {}. Those are not the limits of the drives, and what \
                 reaches them is learned from.",
                self.exceeded.join(", ")
            )
        });
        sensors.chain(exceeded).chain(self.strayed()).collect()
    }

    /// Torques of which recursive least squares leave more than noise and several times what windows do; none where these tell no more, nor
    /// where torques changed at once, which is told by itself.
    #[must_use]
    pub fn strayed(&self) -> Option<String> {
        let strays = |joint: &&JointError| {
            let noise = self.noise * joint.torque;
            joint.recursive > noise.max(STRAYED * joint.acting)
        };
        let times = |joint: &JointError| {
            let times = joint.recursive / joint.acting;
            format!("{} ({times:.1} times as much)", joint.name)
        };
        let joints: Vec<String> = self.joints.iter().filter(strays).map(times).collect();
        (!joints.is_empty() && self.changed.is_empty()).then(|| {
            format!(
                "Recursive least squares leave more than noise of torques that windows explain: {}. Parameters do not stay the same, as \
                 where a torque sensor drifts or friction warms, or the model lacks something: deviations do not hold.",
                joints.join(", ")
            )
        })
    }

    /// What happened to samples and to the torques, in sentences and in the order of the replay.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let noticed = self.noticed.iter().map(
            |Noticed {
                 when,
                 samples,
                 what,
             }| {
                let said = format!("{what} ({samples} samples); the gate closed.");
                (when, said)
            },
        );
        let changed = self.changed.iter().map(|when| {
            let said = "torques are no longer those that were predicted, and stay so, as with a load that was taken or a brake that \
                        drags; recursive least squares without a memory begins anew.";
            (when, said.to_owned())
        });
        let mut all: Vec<(&When, String)> = noticed.chain(changed).collect();
        // Every piece may have a clock of its own.
        all.sort_by(|(one, _), (other, _)| {
            let times = one.time.total_cmp(&other.time);
            one.piece.cmp(&other.piece).then(times)
        });
        let dated = |(when, said): (&When, String)| {
            let dated = format!("{} s: {said}", clock(when.time));
            match &when.recording {
                Some(name) => format!("{name}, {dated}"),
                None => dated,
            }
        };
        all.into_iter().map(dated).collect()
    }

    /// The states as a table: time, what acts, `R²`, then of each base parameter its value by the window and by recursive least squares with the
    /// latter's standard deviation.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "t,identified,r2".to_owned();
        for base in &self.base {
            let name = &base.name;
            let _ = write!(text, ",{name}_window,{name},{name}_std");
        }
        text.push('\n');
        for moment in &self.moments {
            let r2 = moment.r2.map_or_else(String::new, |r2| r2.to_string());
            let _ = write!(text, "{},{},{r2}", moment.time, u8::from(moment.identified));
            let all = moment.window.iter().zip(&moment.recursive);
            for ((window, recursive), std) in all.zip(&moment.std) {
                let _ = write!(text, ",{window},{recursive},{std}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{JointError, Moment, Noticed, Replay, Tracked, When};
    use crate::diagnose::{Sensed, SensorFault};

    /// A time of a recording that is one piece.
    fn at(time: f64) -> When {
        When {
            time,
            ..When::default()
        }
    }

    fn found(learned: &[f64]) -> Replay {
        let joint = |(k, learned): (usize, &f64)| JointError {
            name: format!("j{}", k + 1),
            learned: *learned,
            torque: 1.0,
            nominal: 1.0,
            acting: 1.0,
            recursive: 1.0,
        };
        let tracked = |name: &str| Tracked {
            name: name.to_owned(),
            unit: "kg".to_owned(),
            nominal: 7.0,
            prior: 7.0,
            value: 7.0,
            std: 7.0,
        };
        let first = Moment {
            time: 0.5,
            window: vec![1.0, 2.0],
            recursive: vec![10.0, 20.0],
            std: vec![0.1, 0.2],
            ..Moment::default()
        };
        let second = Moment {
            time: 0.75,
            identified: true,
            r2: Some(0.875),
            window: vec![3.0, 4.0],
            recursive: vec![30.0, 40.0],
            std: vec![0.3, 0.4],
            ..Moment::default()
        };
        Replay {
            robot: "arm".to_owned(),
            recording: "run".to_owned(),
            repairs: Vec::new(),
            sensors: Vec::new(),
            exceeded: Vec::new(),
            samples: 2,
            rate: 4.0,
            fastest: 4.0,
            window: 50,
            time_constant: 0.02,
            noise: 0.05,
            gate: [0.95, 0.9],
            opened: Some(0.75),
            open: 1.0,
            joints: learned.iter().enumerate().map(joint).collect(),
            base: ["a", "b"].map(tracked).to_vec(),
            changed: Vec::new(),
            noticed: Vec::new(),
            moments: vec![first, second],
        }
    }

    #[test]
    fn states_stand_in_a_table_below_their_names() {
        assert_eq!(
            found(&[1.0]).csv(),
            "t,identified,r2,a_window,a,a_std,b_window,b,b_std\n\
             0.5,0,,1,10,0.1,2,20,0.2\n\
             0.75,1,0.875,3,30,0.3,4,40,0.4\n"
        );
    }

    #[test]
    fn a_dead_sensor_is_told_with_the_joints_that_hardly_move() {
        let mut dead = found(&[0.5, 0.0]);
        dead.sensors.push(SensorFault {
            recording: "run".to_owned(),
            joint: "j2".to_owned(),
            sensed: Sensed::DeadTorque,
        });
        let said = dead.slow();
        assert_eq!(
            said.as_deref(),
            Some(
                "Nothing is learned from the torque of a sensor that is dead or drops out, nor where a joint hardly moves and its \
                 friction has no certain sign: j1 50 %, j2 100 % of the samples."
            )
        );
        dead.sensors[0].sensed = Sensed::FrozenPosition(0.5);
        assert!(
            dead.slow()
                .is_some_and(|said| said.starts_with("Where a joint"))
        );
    }

    /// A joint jumps before what follows from it is seen.
    #[test]
    fn what_happened_is_told_in_the_order_of_time() {
        let mut all = found(&[1.0]);
        all.changed = [1_700_000_010.06, 1_700_000_012.5].map(at).to_vec();
        let noticed = |time: f64, what: &str| Noticed {
            when: at(time),
            samples: 3,
            what: what.to_owned(),
        };
        all.noticed = vec![
            noticed(1_700_000_010.01, "j1 jumped further than it can move"),
            noticed(1_700_000_012.0, "the torque of j2 was at its limit"),
        ];
        let told = all.told();
        let begins = [
            "1700000010.010 s: j1 jumped further than it can move (3 samples); the gate closed.",
            "1700000010.060 s: torques are no longer those that were predicted, and stay so, as with a load",
            "1700000012.000 s: the torque of j2 was at its limit (3 samples); the gate closed.",
            "1700000012.500 s: torques are no longer those that were predicted",
        ];
        assert_eq!(told.len(), 4);
        for (told, begins) in told.iter().zip(begins) {
            assert!(told.starts_with(begins), "{told}");
        }
    }

    /// The second run has a clock that begins before that of the first.
    #[test]
    fn what_happened_in_several_runs_is_told_in_their_order() {
        let mut all = found(&[1.0]);
        let when = |piece: usize, time: f64| When {
            recording: Some(format!("run{piece}")),
            piece,
            time,
        };
        let noticed = |when: When| Noticed {
            when,
            samples: 3,
            what: "j1 jumped further than it can move".to_owned(),
        };
        all.noticed = [when(0, 10.01), when(1, 5.01)].map(noticed).to_vec();
        all.changed = vec![when(0, 9.5), when(1, 7.25)];
        let told = all.told();
        let begins = [
            "run0, 9.500 s: torques",
            "run0, 10.010 s: j1",
            "run1, 5.010 s: j1",
            "run1, 7.250 s: torques",
        ];
        assert_eq!(told.len(), 4);
        for (told, begins) in told.iter().zip(begins) {
            assert!(told.starts_with(begins), "{told}");
        }
        let json = serde_json::to_value(&all.noticed[1]).expect("JSON");
        assert_eq!(json["recording"], "run1");
        assert_eq!(json["time"], 5.01);
    }

    #[test]
    fn limits_that_are_none_are_told_behind_sensors() {
        let mut all = found(&[1.0]);
        assert!(all.faults().is_empty());
        all.sensors.push(SensorFault {
            recording: "run".to_owned(),
            joint: "j2".to_owned(),
            sensed: Sensed::DeadTorque,
        });
        all.exceeded = ["j1", "j3"].map(str::to_owned).to_vec();
        let said = all.faults();
        assert_eq!(said.len(), 2);
        assert!(said[0].starts_with("The torque of j2 never changes in run"));
        assert_eq!(
            said[1],
            "Torques are well beyond the limits that the robot file says: j1, j3. Those are not the limits of the drives, and what \
             reaches them is learned from."
        );
    }

    /// Four times as much and a fifth of the torque; as much in shares below the noise; twice as much.
    #[test]
    fn torques_that_windows_alone_explain_are_told() {
        let mut all = found(&[1.0; 3]);
        let errors = [[0.05, 0.2], [0.01, 0.04], [0.2, 0.4]];
        for (joint, [acting, recursive]) in all.joints.iter_mut().zip(errors) {
            (joint.acting, joint.recursive) = (acting, recursive);
        }
        assert_eq!(
            all.faults(),
            [
                "Recursive least squares leave more than noise of torques that windows explain: j1 (4.0 times as much). Parameters do \
                 not stay the same, as where a torque sensor drifts or friction warms, or the model lacks something: deviations do not \
                 hold."
            ]
        );
        // A load is told by itself.
        all.changed.push(When {
            recording: None,
            piece: 0,
            time: 7.12,
        });
        assert_eq!(all.strayed(), None);
        all.changed.clear();
        all.joints.remove(0);
        assert_eq!(all.strayed(), None);
    }

    #[test]
    fn why_the_gate_stayed_closed_is_told() {
        let mut all = found(&[0.0]);
        assert_eq!(all.closed(), None);
        all.opened = None;
        assert_eq!(
            all.closed().as_deref(),
            Some(
                "The gate stayed closed: no full window was predicted with an R² of 0.95; nominal parameters acted throughout."
            )
        );
        all.samples = 0;
        assert_eq!(
            all.closed().as_deref(),
            Some(
                "The gate stayed closed: something was wrong with every sample, and nothing was learned; nominal parameters acted \
                 throughout."
            )
        );
        // No joint hardly moved.
        assert_eq!(all.slow(), None);
    }

    #[test]
    fn joints_that_hardly_move_are_told_with_their_shares() {
        assert_eq!(found(&[1.0, 0.996]).slow(), None);
        let said = found(&[0.88, 1.0, 0.996, 0.25]).slow();
        assert_eq!(
            said.as_deref(),
            Some(
                "Where a joint hardly moves, its friction has no certain sign, and nothing is learned from its torque: j1 12 %, \
                 j4 75 % of the samples."
            )
        );
    }
}
