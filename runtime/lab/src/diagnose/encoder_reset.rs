//! Encoders that were set anew while a recording went on: behind a jump a joint has another zero.
//!
//! Where a position jumps, two runs were joined, or its encoder was set anew. Pieces of one robot agree: if they do once the jump is
//! taken out of those behind it, and do not as they were recorded, it was the encoder.

use super::cause::Cause;
use super::change::{Change, Fault};
use super::probe::Probe;
use super::trial::{Judge, Tried};
use crate::motion::Motion;
use crate::recording::{Cause as Why, Repair};
use crate::regression::{Equations, RegressionError};
use armwright_runtime::JointKind;

/// A jump of one joint's position between two pieces of a recording.
struct Jump<'r> {
    joint: usize,
    name: &'r str,
    repair: &'r Repair,
    /// What takes it out of what is behind it.
    by: f64,
    unit: &'static str,
}

impl<'r> Jump<'r> {
    /// None of another repair, of several joints at once, and where nothing is on one of its sides.
    fn of(repair: &'r Repair, equations: &Equations<'_>, motions: &[Motion]) -> Option<Self> {
        let Why::Jumped { of, by, .. } = &repair.why else {
            return None;
        };
        let [name] = of.as_slice() else {
            return None;
        };
        let joints = equations.robot().model().joints;
        let joint = joints.iter().position(|joint| joint.name == name)?;
        let own = || motions.iter().filter(|m| m.source == repair.recording);
        let before = own().rfind(|motion| !is_behind(motion, repair))?;
        let behind = own().find(|motion| is_behind(motion, repair))?;
        let (last, first) = (
            before.position_of(joint).last()?,
            behind.position_of(joint).first()?,
        );
        let slides = joints[joint].kind == JointKind::Prismatic;
        Some(Self {
            joint,
            name,
            repair,
            by: by.copysign(last - first),
            unit: if slides { "m" } else { "rad" },
        })
    }

    /// Takes it out.
    fn undo(&self, motions: &mut [Motion]) {
        let own = motions
            .iter_mut()
            .filter(|m| m.source == self.repair.recording && is_behind(m, self.repair));
        own.for_each(|motion| motion.shift(self.joint, self.by));
    }

    fn fault(&self) -> Fault {
        Fault::EncoderReset {
            of: self.name.to_owned(),
            recording: self.repair.recording.clone(),
            time: self.repair.time[0],
            by: self.by,
            unit: self.unit,
        }
    }
}

/// Whether a piece begins where the rows of a repair do, or later.
fn is_behind(motion: &Motion, repair: &Repair) -> bool {
    motion.time(0) >= repair.time[0] - 0.5 / motion.rate
}

/// Joints whose encoders were set anew where recordings were split, if that alone explains what is not explained otherwise: at one of the
/// jumps, or at all of them. Of a base that moves it is not looked for.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub(crate) fn encoder_resets(
    equations: &Equations<'_>,
    motions: &[Motion],
    repairs: &[Repair],
) -> Result<Vec<Cause>, RegressionError> {
    if equations.robot().model().base_moves() || !equations.measured().is_empty() {
        return Ok(Vec::new());
    }
    let jumps = repairs.iter();
    let jumps = jumps.filter_map(|repair| Jump::of(repair, equations, motions));
    let jumps: Vec<Jump<'_>> = jumps.collect();
    if jumps.is_empty() {
        return Ok(Vec::new());
    }
    let Some(probe) = Probe::of(equations, motions)? else {
        return Ok(Vec::new());
    };
    let judge = Judge::of(&probe)?;
    let none = Change::none(equations.joints());
    let before = judge.left(&none)?;
    let all = (jumps.len() > 1).then_some(&jumps[..]);
    let mut tried = Vec::new();
    for some in jumps.chunks(1).chain(all) {
        let mut undone = motions.to_vec();
        some.iter().for_each(|jump| jump.undo(&mut undone));
        let Some(probe) = Probe::of(equations, &undone)? else {
            continue;
        };
        let judge = Judge::of(&probe)?;
        let fault = match some {
            [one] => one.fault(),
            several => Fault::Together {
                faults: several.iter().map(Jump::fault).collect(),
            },
        };
        tried.push(Tried {
            fault,
            left: judge.left(&none)?,
            outside: judge.outside,
        });
    }
    Ok(judge.named(&before, &tried))
}

#[cfg(test)]
mod tests {
    use super::{Cause, Fault, Repair, Why, encoder_resets};
    use crate::experiment::{Random, Sensors, designed, simulate};
    use crate::motion::Motion;
    use crate::options::{Cutoff, ProcessingOptions};
    use crate::parameters::nominal;
    use crate::recording::{Action, Recording};
    use crate::regression::Equations;
    use armwright_robots::double_pendulum::ROBOT;
    use armwright_runtime::{Robot, Side};

    /// A recording that was cut in the middle, behind which a position of the elbow is off by so much; what is named of it where a jump of
    /// such a size was told.
    fn named(off: f64, jumped: f64) -> Vec<Cause> {
        let (model, mut random) = (ROBOT.model(), Random::new(3));
        let path = designed(model, 5.0, 8.0, &mut random);
        let sensors = Sensors {
            encoder: None,
            position_noise: 0.0,
            torque_noise: 1e-3,
        };
        let made = simulate(&ROBOT, &nominal(model), &path, 200.0, &sensors, &mut random);
        let made = made.and_then(|made| made.recording());
        let made = made.expect("a recording");
        let middle = made.position[0].len() / 2;
        let part = |first: usize, last: usize| {
            let mut part: Recording = made.clone();
            let columns = part.torque.iter_mut().flatten();
            for column in part.position.iter_mut().chain(columns) {
                *column = column[first..last].to_vec();
            }
            part.start += first as f64 / part.rate;
            part
        };
        let (before, mut behind) = (part(0, middle), part(middle, 2 * middle));
        behind.position[1].iter_mut().for_each(|q| *q += off);
        let repair = Repair {
            recording: made.source.clone(),
            time: [behind.start; 2],
            rows: None,
            count: 1,
            why: Why::Jumped {
                of: vec!["elbow".to_owned()],
                by: jumped,
                unit: "rad",
            },
            done: Action::Split,
        };
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(25.0)),
            trim: Some(20),
            ..ProcessingOptions::default()
        };
        let motions = [before, behind].map(|part| Motion::of(part, &options, model));
        let motions = motions.map(|motion| motion.expect("a motion"));
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        encoder_resets(&equations, &motions, &[repair]).expect("an answer")
    }

    #[test]
    fn an_encoder_that_was_set_anew_is_named() {
        for off in [0.4, -0.4] {
            let found = named(off, 0.4);
            let [cause] = &found[..] else {
                panic!("one of {found:?}")
            };
            let Fault::EncoderReset {
                of, time, by, unit, ..
            } = &cause.fault
            else {
                panic!("{cause:?}")
            };
            assert_eq!((of.as_str(), *by, *unit), ("elbow", -off, "rad"));
            assert!((time - 4.0).abs() < 0.01, "{time}");
            assert!(cause.lifts.iter().all(|lift| lift.after > 0.999));
        }
    }

    /// What was told to jump where two runs were joined agrees as it was recorded.
    #[test]
    fn runs_that_were_joined_are_left_as_they_are() {
        let found = named(0.0, 0.4);
        assert!(found.is_empty(), "{found:?}");
    }
}
