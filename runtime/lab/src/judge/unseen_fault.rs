//! What is wrong with a validation recording that is not predicted, where the model holds on all else.

use std::fmt;

use super::phrases::validated_with;
use crate::diagnose::{Cause, Fault, SensorFault};
use crate::identify::{Estimation, Identification};
use crate::parameters::never_negative;
use armwright_runtime::{Model, Site};

/// What is wrong with validation recordings.
#[derive(Debug, Clone, PartialEq)]
pub struct UnseenFault {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Base parameters that no robot has, by these recordings alone.
    pub impossible: Vec<String>,
    /// What is most likely wrong, the first the likeliest.
    pub causes: Vec<Cause>,
    /// Sensors that are dead or saturated, or measure something else.
    pub sensors: Vec<SensorFault>,
}

impl UnseenFault {
    /// By what they say themselves, of which some base parameters are impossible; none if a robot may have made them. A law of friction
    /// that the model lacks, one that falls with speed, may make any of these but not all friction of one place.
    pub(super) fn of(model: &Model, found: &Identification, impossible: &[String]) -> Option<Self> {
        let validation = found.validation.as_ref()?;
        let is_driving = |name: &&String| {
            let own = validation.own.as_ref().zip(site_of_friction(model, name));
            own.is_some_and(|(own, site)| drives(model, own, site))
        };
        let impossible: Vec<String> = impossible.iter().filter(is_driving).cloned().collect();
        let is_known = !validation.causes.is_empty() || !validation.sensors.is_empty();
        (is_known || !impossible.is_empty()).then(|| Self {
            recordings: validation.differing.clone(),
            impossible,
            causes: validation.causes.clone(),
            sensors: validation.sensors.clone(),
        })
    }

    /// The faults, the likeliest first; none where parameters alone show that there is one.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let faults = self.causes.iter().map(|cause| cause.fault.clone());
        faults.collect()
    }
}

/// Where the base parameter of a name is friction.
pub(super) fn site_of_friction(model: &Model, name: &str) -> Option<Site> {
    let base = model.base.iter().find(|base| base.name == name)?;
    model.parameters[base.representative].kind.friction()
}

/// Whether all friction of a place is negative, so that it does not brake at any speed.
fn drives(model: &Model, estimation: &Estimation, site: Site) -> bool {
    let sums = (0..model.base.len()).filter(|&k| never_negative(model, k));
    let names = sums.map(|k| model.base[k].name);
    let mut own = names.filter(|name| site_of_friction(model, name) == Some(site));
    own.all(|name| estimation.parameter(name).is_some_and(|p| p.value < 0.0))
}

impl fmt::Display for UnseenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recordings = validated_with(&self.recordings);
        let alone = match self.impossible.as_slice() {
            [] => String::new(),
            names => format!(
                ", by which alone {} would be negative, which is impossible",
                names.join(", ")
            ),
        };
        write!(f, "A fault is in the {recordings}{alone}.")?;
        let mut sensors = self.sensors.iter();
        sensors.try_for_each(|sensor| write!(f, " {sensor}"))
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Model, ParameterKind, Site};

    use super::UnseenFault;
    use crate::diagnose::{Cause, Evidence, Fault, Mismatch, Sensed};
    use crate::estimate::Method;
    use crate::judge::facts::Facts;
    use crate::judge::verdict::tests::{of_another_robot, sensor};
    use crate::judge::{Finding, Grade, Judgement, Means, Remedy};
    use crate::options::EquationSide;
    use crate::regression::by_hand::MODEL;

    const HEADLINE: &str = "The model holds on its own recordings; what it was validated with has a fault, or is not described as it \
                            is.";

    /// A factor of a thousand on all times.
    fn cause() -> Cause {
        Cause {
            fault: Fault::Time { factor: 1000.0 },
            evidence: Evidence::Fit,
            rows: EquationSide::Joint,
            lifts: Vec::new(),
            shared: false,
        }
    }

    /// Viscous friction of the validation recording is -1 ± 0.01, which would else be a change of another robot. An offset has any sign.
    #[test]
    fn what_no_robot_has_is_a_fault_of_the_validation_recording() {
        let judged = |name: &str, remainders: &[&str]| {
            let mut found = of_another_robot();
            found.excitation.condition = 200.0;
            found.estimation.remainders = remainders.iter().map(|&name| name.to_owned()).collect();
            let own = found.validation.as_mut().and_then(|v| v.own.as_mut());
            let all = own.expect("parameters").parameters_mut();
            all.filter(|p| p.name == name).for_each(|p| p.value = -1.0);
            Judgement::of(&MODEL, &found)
        };
        let judgement = judged("fv_j1", &[]);
        assert_eq!(
            (judgement.grade, &*judgement.headline),
            (Grade::Poor, HEADLINE)
        );
        assert!(judgement.change.is_none());
        let said = "A fault is in the validation recording unseen, by which alone fv_j1 would be negative, which is impossible.";
        assert!(
            judgement.reasons().contains(&said.to_owned()),
            "{:?}",
            judgement.findings
        );
        // More of this motion would not help.
        let check = Remedy::DescribeValidation(vec!["unseen".to_owned()], Vec::new());
        assert_eq!(judgement.remedies, [check]);
        let is_fault = |finding: &Finding| matches!(finding, Finding::UnseenFault(_));
        for found in [judged("fo_j2", &[]), judged("fv_j1", &["fv_j1"])] {
            let findings = found.findings;
            assert!(!findings.iter().any(is_fault), "{findings:?}");
        }
    }

    #[test]
    fn a_fault_that_is_known_of_the_validation_recording_is_to_be_undone() {
        let mut found = of_another_robot();
        found.estimation.method = Method::Prior;
        let validation = found.validation.as_mut().expect("a validation");
        validation.causes = vec![cause()];
        let judgement = Judgement::of(&MODEL, &found);
        assert_eq!(judgement.headline, HEADLINE);
        assert!(judgement.change.is_none());
        let fault = UnseenFault {
            recordings: vec!["unseen".to_owned()],
            impossible: Vec::new(),
            causes: vec![cause()],
            sensors: Vec::new(),
        };
        assert!(judgement.findings.contains(&Finding::UnseenFault(fault)));
        let undone = cause().fault.undone();
        assert_eq!(
            judgement.advice(&Means::default()),
            [format!(
                "Describe what was recorded in the validation recording unseen as it is: {undone}. Then validate again."
            )]
        );
        // Where the model does not hold itself, it is not the other's fault.
        found.cross_validation = None;
        let findings = Judgement::of(&MODEL, &found).findings;
        let is_fault = |finding: &Finding| matches!(finding, Finding::UnseenFault(_));
        assert!(!findings.iter().any(is_fault), "{findings:?}");
    }

    /// Of Coulomb and viscous friction of one joint: what falls with speed brakes at low speeds.
    #[test]
    fn friction_that_falls_with_speed_is_no_fault() {
        let mut parameters = MODEL.parameters.to_vec();
        parameters[4].kind = ParameterKind::Coulomb(Site::Joint(0));
        let model = Model {
            parameters: parameters.leak(),
            ..MODEL
        };
        let judged = |coulomb: f64| {
            let mut found = of_another_robot();
            let own = found.validation.as_mut().and_then(|v| v.own.as_mut());
            for p in own.expect("parameters").parameters_mut() {
                p.value = match p.name.as_str() {
                    "fc_m2" => coulomb,
                    "fv_j1" => -1.0,
                    _ => p.value,
                };
            }
            let fault = Facts::of(&model, &found).unseen_fault;
            fault.map(|fault| fault.impossible)
        };
        assert_eq!(judged(4.0), None);
        assert_eq!(judged(-0.001), Some(vec!["fv_j1".to_owned()]));
    }

    /// Neither needs parameters of its own, nor a motion that shows all.
    #[test]
    fn what_is_known_of_a_validation_recording_needs_no_parameters() {
        let judged = |sensed: Option<Sensed>| {
            let mut found = of_another_robot();
            found.excitation.rank -= 1;
            let validation = found.validation.as_mut().expect("a validation");
            validation.own = None;
            match sensed {
                Some(sensed) => validation.sensors = sensor(sensed),
                None => validation.causes = vec![cause()],
            }
            let judgement = Judgement::of(&MODEL, &found);
            assert_eq!(judgement.headline, HEADLINE);
            (judgement.reasons(), judgement.advice(&Means::default()))
        };
        let undone = cause().fault.undone();
        assert_eq!(
            judged(None).1,
            [format!(
                "Describe what was recorded in the validation recording unseen as it is: {undone}. Then validate again."
            )]
        );
        let (reasons, advice) = judged(Some(Sensed::FrozenPosition(0.1)));
        let said = "A fault is in the validation recording unseen. The position of j1 freezes in one, in 10.0 % of the samples: it \
                    stops at once, or goes on with a step, as of an encoder that drops out.";
        assert!(reasons.contains(&said.to_owned()), "{reasons:?}");
        assert_eq!(
            advice,
            [
                "Record the position of j1 in the validation recording unseen again, with a sensor that works; or validate without the \
                 time in which it fails (`select` in the description of the recording)."
            ]
        );
        assert_eq!(
            judged(Some(Sensed::DeadTorque)).1,
            [
                "Record the torque of j1 in the validation recording unseen again, with a sensor that works."
            ]
        );
        assert_eq!(
            judged(Some(Sensed::WrongVelocity(Mismatch::Sign))).1,
            [
                "Describe the velocity of j1 in the validation recording unseen as measured (`sign`, `unit`, `columns`), or leave \
                 measured velocities and accelerations out of the description. Then validate again."
            ]
        );
    }

    #[test]
    fn recordings_and_parameters_are_named() {
        let of = |recordings: &[&str], impossible: &[&str], causes: Vec<Cause>| {
            let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
            let fault = UnseenFault {
                recordings: names(recordings),
                impossible: names(impossible),
                causes,
                sensors: Vec::new(),
            };
            Finding::UnseenFault(fault).to_string()
        };
        assert_eq!(
            of(&["a", "b"], &["fc_1", "m_2"], Vec::new()),
            "A fault is in the validation recordings a, b, by which alone fc_1, m_2 would be negative, which is impossible."
        );
        let cause = cause();
        assert_eq!(
            of(&["a"], &[], vec![cause.clone()]),
            format!("A fault is in the validation recording a. {cause}")
        );
    }
}
