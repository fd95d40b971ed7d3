//! The fit on data that took no part in an estimate, and what these say by themselves where they are not predicted.

use std::borrow::Cow;

use serde::Serialize;

use super::prediction::{fits, joint_side, predictions};
use super::{Estimation, IdentificationError, Progress};
use crate::diagnose::{
    Cause, Evidence, Sensed, SensorFault, causes, causes_by_identified, of_clock,
    without_causes_of_dead,
};
use crate::estimate::{Estimator, estimate};
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError, Series};
use crate::statistics::{Deviations, Fits, Transfer, table};

/// Equations a base parameter, below which an estimate is not worth comparing.
const ENOUGH: usize = 2;

/// The fit on data that took no part in the estimate.
#[derive(Debug, Clone, Serialize)]
pub struct Validation {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Whether each is a stretch of a motion that was identified from, so that it tests the noise alone.
    pub repeats: bool,
    /// The fit of the joints' torques.
    #[serde(flatten)]
    pub fits: Fits,
    /// The fit of each recording by itself; none of pieces of recordings that were identified from.
    #[serde(skip)]
    pub each: Vec<UnseenFit>,
    /// Names of those that other recordings do not predict and that are asked why: the first in which something is wrong; all
    /// that are not predicted where in none anything is, and the first of these where they do not agree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<String>,
    /// What these say of the base parameters by themselves.
    #[serde(skip)]
    pub own: Option<Estimation>,
    /// What is most likely wrong with them, the first the likeliest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
    /// Their sensors that are dead or saturated, or measure something else: other faults are not looked for then. Those of all where
    /// all are predicted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensors: Vec<SensorFault>,
    /// Measured and predicted torques of the joints.
    #[serde(skip)]
    pub series: Vec<Series>,
}

/// The fit of one recording that took no part in the estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct UnseenFit {
    /// The recording, or names of its pieces.
    pub recordings: Vec<String>,
    /// The fit of the joints' torques.
    pub fits: Fits,
}

impl UnseenFit {
    /// Whether none of its samples count.
    pub(crate) fn is_untested(&self) -> bool {
        has_no_samples(&self.fits)
    }
}

fn has_no_samples(fits: &Fits) -> bool {
    fits.joints.iter().all(|fit| fit.samples == 0)
}

impl Validation {
    /// Whether none of their samples count.
    pub(crate) fn is_untested(&self) -> bool {
        has_no_samples(&self.fits)
    }

    /// Whether what is not predicted says something by itself.
    pub(super) fn speaks(&self) -> bool {
        self.own.is_some() || !self.causes.is_empty() || !self.sensors.is_empty()
    }
}

pub(super) fn validate(
    equations: &Equations<'_>,
    held_out: &[Motion],
    beta: &[f64],
    progress: &mut Progress<'_>,
) -> Result<Option<Validation>, RegressionError> {
    if held_out.is_empty() {
        return Ok(None);
    }
    let rows = predictions(equations, held_out, beta, progress)?;
    let series: Vec<Series> = rows.iter().map(|s| joint_side(equations, s)).collect();
    let all = fits(equations, &rows, &series);
    let (mut each, mut next) = (Vec::new(), 0);
    for motions in held_out.chunk_by(|a, b| a.source == b.source) {
        let own = next..next + motions.len();
        next = own.end;
        each.push(UnseenFit {
            recordings: names(motions),
            fits: match own.len() == held_out.len() {
                true => all.clone(),
                false => fits(equations, &rows[own.clone()], &series[own]),
            },
        });
    }
    Ok(Some(Validation {
        recordings: names(held_out),
        repeats: false,
        differing: Vec::new(),
        own: None,
        causes: Vec::new(),
        sensors: Vec::new(),
        fits: all,
        each,
        series,
    }))
}

/// Whether some joint's torque is predicted worse than what was fitted.
pub(super) fn falls(seen: &Fits, unseen: &Fits) -> bool {
    let mut all = seen.transfers(unseen);
    all.any(|(.., outcome)| matches!(outcome, Transfer::Fails | Transfer::Weakens))
}

/// What motions that were held out are asked by, where others do not predict them.
pub(super) struct Questioning<'a> {
    /// What is estimated from.
    pub(super) source: &'a Equations<'a>,
    /// Those of torques, which are what is predicted.
    pub(super) equations: &'a Equations<'a>,
    pub(super) estimator: &'a Estimator,
    /// The base parameters that do not predict them (`b`), and the fit of what these were estimated from.
    pub(super) beta: &'a [f64],
    pub(super) seen: &'a Fits,
    /// Sensors of recordings that were held out.
    pub(super) sensors: &'a [SensorFault],
    /// Whether rows are no torques, of which faults are not known.
    pub(super) silent: bool,
    /// All of them, filtered by themselves, where the filter of the estimate takes away a part of what they are; else none.
    pub(super) apart: &'a [Motion],
}

impl Questioning<'_> {
    /// Asks the motions of each recording that is not predicted, or of which nothing counts, until something is wrong with one; where
    /// nothing is, all together that are not predicted, or the first where they do not agree.
    pub(super) fn ask(
        &self,
        validation: &mut Validation,
        held_out: &[Motion],
        progress: &mut Progress<'_>,
    ) -> Result<(), IdentificationError> {
        let mut differing = Vec::new();
        let each = validation.each.clone();
        let sources = held_out.chunk_by(|a, b| a.source == b.source);
        for (motions, unseen) in sources.zip(&each) {
            let falls = falls(self.seen, &unseen.fits);
            if !falls && !unseen.is_untested() {
                continue;
            }
            let motions = self.apart(motions);
            let mut sensors = self.sensors.to_vec();
            sensors.retain(|fault| motions.iter().any(|motion| motion.name == fault.recording));
            let mut causes = Vec::new();
            if !self.silent && !sensors.iter().any(SensorFault::is_wrong) {
                causes = self.faults(motions, &mut sensors, progress)?;
                causes = of_clock(causes, motions[0].rate, &unseen.fits.joints);
            }
            sensors.retain(SensorFault::is_wrong);
            if !sensors.is_empty() || !causes.is_empty() {
                validation.differing = names(motions);
                if sensors.is_empty() {
                    validation.own = own(self.source, motions, self.estimator, progress)?;
                }
                (validation.causes, validation.sensors) = (causes, sensors);
                return Ok(());
            }
            if falls {
                differing.push(motions);
            }
        }
        let together: Cow<'_, [Motion]> = match differing.as_slice() {
            [one] => Cow::Borrowed(*one),
            several => Cow::Owned(several.concat()),
        };
        validation.differing = names(&together);
        if !differing.is_empty() {
            let own = own(self.source, &together, self.estimator, progress)?;
            validation.own = match self.agree(&differing, own.as_ref(), progress)? {
                true => own,
                false => {
                    validation.differing = names(differing[0]);
                    self::own(self.source, differing[0], self.estimator, progress)?
                }
            };
        }
        Ok(())
    }

    /// What is most likely wrong with motions: by the parameters that do not predict them, then by what they say themselves. A position
    /// that never changes is dead where no parameters explain the torques of joints that move.
    fn faults(
        &self,
        motions: &[Motion],
        sensors: &mut [SensorFault],
        progress: &mut Progress<'_>,
    ) -> Result<Vec<Cause>, IdentificationError> {
        let mut report = |share| progress("looking for faults", share);
        let found = causes_by_identified(self.equations, motions, self.beta, &mut report)?;
        let found = match found.is_empty() {
            true => faults(self.equations, motions, progress)?,
            false => found,
        };
        let of_rows = motions.iter().any(Motion::of_rows);
        let is_still = |fault: &SensorFault| fault.sensed == Sensed::StillPosition;
        if of_rows || !sensors.iter().any(is_still) {
            return Ok(found);
        }
        // Another robot's torques are explained by parameters of its own.
        let own = own(self.source, motions, self.estimator, progress)?;
        let model = self.equations.robot().model();
        let own = own.map(|own| own.base_estimate(model).beta);
        let beta = own.as_deref().unwrap_or(self.beta);
        let rows = predictions(self.equations, motions, beta, progress)?;
        let series: Vec<Series> = rows.iter().map(|s| joint_side(self.equations, s)).collect();
        let names: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
        Ok(without_causes_of_dead(found, sensors, &series, &names))
    }

    /// Whether what several recordings say together predicts each; one agrees with itself.
    fn agree(
        &self,
        differing: &[&[Motion]],
        own: Option<&Estimation>,
        progress: &mut Progress<'_>,
    ) -> Result<bool, RegressionError> {
        if let (Some(own), [_, _, ..]) = (own, differing) {
            let beta = own.base_estimate(self.equations.robot().model()).beta;
            for motions in differing {
                if falls(self.seen, &self.fits(motions, &beta, progress)?) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The fit of motions by base parameters.
    fn fits(
        &self,
        motions: &[Motion],
        beta: &[f64],
        progress: &mut Progress<'_>,
    ) -> Result<Fits, RegressionError> {
        let rows = predictions(self.equations, motions, beta, progress)?;
        let series: Vec<Series> = rows.iter().map(|s| joint_side(self.equations, s)).collect();
        Ok(fits(self.equations, &rows, &series))
    }

    /// The motions of the same recording, filtered by themselves where all are.
    fn apart<'m>(&'m self, motions: &'m [Motion]) -> &'m [Motion] {
        let mut all = self.apart.chunk_by(|a, b| a.source == b.source);
        all.find(|apart| apart[0].source == motions[0].source)
            .unwrap_or(motions)
    }
}

fn names(motions: &[Motion]) -> Vec<String> {
    motions.iter().map(|motion| motion.name.clone()).collect()
}

/// The estimation that motions give; none if they are too short, or the estimator is biased, so that its deviations
/// do not tell what differs.
pub(super) fn own(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
    progress: &mut Progress<'_>,
) -> Result<Option<Estimation>, IdentificationError> {
    let model = equations.robot().model();
    let mut report = |share| progress("identifying what is not predicted", share);
    let observation = equations.observe(motions, &mut report)?;
    if observation.equations() < ENOUGH * model.base.len() {
        return Ok(None);
    }
    let found = estimate(&observation, model, estimator)?;
    if found.biased {
        return Ok(None);
    }
    let deviations = Deviations::of(equations, motions, &found, &mut report)?;
    let covariance = &deviations.covariance;
    let mut table = table(model, observation.factors(), &found, covariance);
    deviations.complete(&mut table);
    Ok(Some(Estimation::of(
        model,
        estimator.method,
        found,
        table,
        covariance,
    )))
}

/// What is most likely wrong with motions by what they say themselves: of a load that a robot has besides, nominal values know
/// nothing.
pub(super) fn faults(
    equations: &Equations<'_>,
    motions: &[Motion],
    progress: &mut Progress<'_>,
) -> Result<Vec<Cause>, RegressionError> {
    let mut report = |share| progress("looking for faults", share);
    let mut causes = causes(equations, motions, &mut report)?;
    causes.retain(|cause| cause.evidence != Evidence::Nominal);
    Ok(causes)
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Side, Torque};

    use super::{Questioning, Validation, falls, faults, own, predictions, validate};
    use crate::diagnose::{Sensed, SensorFault};
    use crate::estimate::Method;
    use crate::motion::Motion;
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::Equations;
    use crate::regression::by_hand::{Altered, B, MODEL, ROBOT, moved, near, processing};
    use crate::statistics::{Fit, Fits};

    fn fits(all: [(f64, f64); 2]) -> Fits {
        let of = |(rmse, r2): (f64, f64)| Fit {
            name: "j".to_owned(),
            is_motor: false,
            samples: 100,
            rmse,
            nrmse: 0.1,
            r2,
            lag1: 0.0,
            whiteness: None,
        };
        Fits {
            joints: all.map(of).to_vec(),
            overall: of(all[0]),
            averaged: 1.0,
        }
    }

    #[test]
    fn a_fit_falls_where_some_joint_is_predicted_worse() {
        let seen = fits([(1.0, 0.99), (2.0, 0.99)]);
        assert!(!falls(&seen, &fits([(1.4, 0.98), (2.9, 0.98)])));
        assert!(falls(&seen, &fits([(1.0, 0.99), (3.1, 0.93)])));
        assert!(falls(&seen, &fits([(1.6, 0.5), (2.0, 0.99)])));
    }

    #[test]
    fn what_was_held_out_is_predicted_and_speaks_for_itself() {
        let mut random = Random::new(2);
        let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
        let motions = [(0.0, 90), (1.4, 70)].map(|span| {
            let mut motion = moved(
                "held",
                span,
                processing(EquationSide::Joint),
                &mut |_, rows| {
                    [0, 1].map(|row| {
                        let torque: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                        torque + 0.01 * random.normal()
                    })
                },
            );
            motion.name = format!("held from {} s", span.0);
            motion
        });
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let found = validate(&equations, &motions, &[0.5; B], &mut |_, _| {});
        let found = found.expect("a prediction").expect("a validation");
        assert_eq!(found.recordings, ["held from 0 s", "held from 1.4 s"]);
        assert!(!found.repeats && found.own.is_none());
        assert_eq!(found.series.len(), 2);
        assert_eq!(
            found.fits,
            Fits::of(&crate::regression::by_hand::MODEL, &found.series)
        );
        near(found.series[1].measured[1][0], motions[1].torque_of(1)[3]);
        let none = validate(&equations, &[], &[0.5; B], &mut |_, _| {});
        assert!(none.is_ok_and(|none| none.is_none()));
        let all = own(&equations, &motions, &Method::Wls.into(), &mut |_, _| {});
        let all = all.expect("an estimate").expect("an estimation");
        for (name, value) in [("m_b", 1.3), ("fv_j1", -0.9), ("fo_j2", 2.0)] {
            let p = all.parameter(name).expect("a parameter");
            let std = p.std.expect("a deviation");
            assert!(
                (p.value - value).abs() < 4.0 * std && p.freedom.is_some(),
                "{p:?}"
            );
        }
        // Biased, or of less than two equations a parameter, it says nothing.
        let ridge = own(&equations, &motions, &Method::Ridge.into(), &mut |_, _| {});
        assert!(ridge.is_ok_and(|own| own.is_none()));
        let short = |samples| {
            let motion = moved(
                "held",
                (0.0, samples),
                processing(EquationSide::Joint),
                &mut |_, rows| [rows[0][0] + rows[0][1], rows[1][2] + 1.0],
            );
            own(&equations, &[motion], &Method::Ols.into(), &mut |_, _| {})
        };
        // Five and six samples inside, of two rows each.
        assert!(short(11).is_ok_and(|own| own.is_none()));
        let enough = short(12).expect("an estimate");
        assert_eq!(enough.map(|own| own.method), Some(Method::Ols));
    }

    /// The torque of the slide, which has a mass, with one sign and the other.
    #[test]
    fn what_is_wrong_with_what_was_held_out_is_told() {
        let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
        let found = |sign: f64| {
            let processing = processing(EquationSide::Joint);
            let motion = moved("held", (0.0, 120), processing, &mut |_, rows| {
                let torques = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
                [torques[0], sign * torques[1]]
            });
            let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
            faults(&equations, &[motion], &mut |_, _| {}).expect("an answer")
        };
        assert!(found(1.0).is_empty());
        assert!(!found(-1.0).is_empty());
    }

    /// What is said where a recording each has parameters so many times as large, and one sign of the torque of the slide or the other.
    fn asked(method: Method, all: &[(f64, f64)], sensors: &[SensorFault]) -> Validation {
        let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
        let mut random = Random::new(3);
        let recorded = |(k, &(factor, sign)): (usize, &(f64, f64))| {
            let (span, processing) = ((0.7 * k as f64, 120), processing(EquationSide::Joint));
            let name = format!("held {k}");
            moved(&name, span, processing, &mut |_, rows| {
                let torques = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
                let noise = [0, 1].map(|_| 0.01 * random.normal());
                [
                    factor * torques[0] + noise[0],
                    sign * factor * torques[1] + noise[1],
                ]
            })
        };
        let held_out: Vec<Motion> = all.iter().enumerate().map(recorded).collect();
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let found = validate(&equations, &held_out, &beta, &mut |_, _| {});
        let mut found = found.expect("a prediction").expect("a validation");
        let questioning = Questioning {
            source: &equations,
            equations: &equations,
            estimator: &method.into(),
            beta: &beta,
            seen: &fits([(0.01, 0.9999); 2]),
            sensors,
            silent: false,
            apart: &[],
        };
        let answer = questioning.ask(&mut found, &held_out, &mut |_, _| {});
        answer.expect("an answer");
        found
    }

    /// The first is predicted, of the second a sign is wrong, the third is of another robot.
    #[test]
    fn recordings_that_are_not_predicted_speak_one_at_a_time() {
        // A biased estimator says nothing of parameters, but a sign is wrong with it as well.
        for (method, speaks) in [(Method::Wls, true), (Method::Ridge, false)] {
            let found = asked(method, &[(1.0, 1.0), (1.0, -1.0), (1.5, 1.0)], &[]);
            assert_eq!(found.differing, ["held 1"]);
            assert_eq!(found.own.is_some(), speaks);
            assert!(!found.causes.is_empty() && found.speaks());
        }
        // All together where nothing is wrong with one, or the first where they are not of one robot.
        let both = ["held 0", "held 2"];
        for (other, differing) in [(1.5, &both[..]), (2.5, &both[..1])] {
            let found = asked(Method::Wls, &[(1.5, 1.0), (1.0, 1.0), (other, 1.0)], &[]);
            assert_eq!(found.differing, differing);
            assert!(found.causes.is_empty(), "{:?}", found.causes);
            assert!(found.speaks());
            let own = found.own.expect("an estimation");
            let value = own.parameter("m_b").expect("a parameter").value;
            assert!((value - 1.5 * 3.0).abs() < 0.1, "{value}");
        }
        let found = asked(Method::Wls, &[(1.0, 1.0)], &[]);
        assert!(found.differing.is_empty() && !found.speaks());
    }

    /// A sensor of a recording that is not predicted is told, and then no other fault; one of another recording is not.
    #[test]
    fn sensors_of_what_is_not_predicted_come_before_other_faults() {
        let fault = |recording: &str| SensorFault {
            recording: recording.to_owned(),
            joint: "j1".to_owned(),
            sensed: Sensed::DeadTorque,
        };
        let sensors = [fault("held 0"), fault("held 1")];
        let found = asked(Method::Wls, &[(1.0, 1.0), (1.0, -1.0)], &sensors);
        assert_eq!(found.differing, ["held 1"]);
        assert_eq!(found.sensors, [fault("held 1")]);
        assert!(found.causes.is_empty() && found.own.is_none() && found.speaks());
    }

    /// Of equations of motors, too, joints are what is shown.
    #[test]
    fn what_was_held_out_is_shown_at_the_joints() {
        let motion = moved(
            "held",
            (0.0, 60),
            processing(EquationSide::Motor),
            &mut |at, _| [1.0 + 0.1 * at as f64, 2.0 - 0.3 * at as f64],
        );
        let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
        let held_out = std::slice::from_ref(&motion);
        let found = validate(&equations, held_out, &[0.5; B], &mut |_, _| {});
        let found = found.expect("a prediction").expect("a validation");
        for joint in 0..2 {
            near(
                found.series[0].measured[joint][4],
                motion.torque_of(joint)[7],
            );
        }
        // So are their fits.
        assert_eq!(found.fits, Fits::of(&MODEL, &found.series));
        let rows = predictions(&equations, held_out, &[0.5; B], &mut |_, _| {}).expect("series");
        assert_ne!(found.fits, Fits::of(&MODEL, &rows));
    }

    /// Where no joint has all its torque, motors are what is compared: the second motor turns both.
    #[test]
    fn what_was_held_out_of_a_motor_alone_has_its_fit() {
        let motion = moved(
            "held",
            (0.0, 60),
            processing(EquationSide::Motor),
            &mut |at, _| [1.0 + 0.1 * at as f64, 2.0 - 0.3 * at as f64],
        );
        const SECOND: [Torque; 1] = [Torque::motor(1)];
        let robot = Altered::without(&ROBOT, &SECOND);
        let equations = Equations::of(&robot, Side::Motor).expect("equations");
        let held_out = std::slice::from_ref(&motion);
        let rows = predictions(&equations, held_out, &[0.5; B], &mut |_, _| {}).expect("series");
        let found = validate(&equations, held_out, &[0.5; B], &mut |_, _| {});
        let found = found.expect("a prediction").expect("a validation");
        let fit = Fit {
            is_motor: true,
            ..Fit::of("m1", &rows, 0)
        };
        assert_eq!(found.fits.joints, [fit]);
        assert!(found.fits.joints[0].samples > 20, "{:?}", found.fits);
        let all = Fit {
            name: "all motors".to_owned(),
            ..Fit::overall(&rows)
        };
        assert_eq!(found.fits.overall, all);
    }
}
