//! What is wrong with a validation recording that is not predicted, where the model holds on all else.

use std::fmt;

use super::phrases::validated_with;
use crate::diagnose::{Cause, Fault};
use crate::identify::Validation;

/// What is wrong with validation recordings.
#[derive(Debug, Clone, PartialEq)]
pub struct UnseenFault {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Base parameters that no robot has, by these recordings alone.
    pub impossible: Vec<String>,
    /// What is most likely wrong, the first the likeliest.
    pub causes: Vec<Cause>,
}

impl UnseenFault {
    /// Of base parameters that no robot has, by the validation recordings alone; none if a robot may have made them.
    pub(super) fn of(validation: &Validation, impossible: Vec<String>) -> Option<Self> {
        let is_wrong = !impossible.is_empty() || !validation.causes.is_empty();
        is_wrong.then(|| Self {
            recordings: validation.recordings.clone(),
            impossible,
            causes: validation.causes.clone(),
        })
    }

    /// The faults, the likeliest first; none where parameters alone show that there is one.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let faults = self.causes.iter().map(|cause| cause.fault.clone());
        faults.collect()
    }
}

impl fmt::Display for UnseenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recordings = validated_with(&self.recordings);
        write!(f, "A fault is in the {recordings}")?;
        match self.impossible.as_slice() {
            [] => f.write_str("."),
            names => write!(
                f,
                ", by which alone {} would be negative, which is impossible.",
                names.join(", ")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UnseenFault;
    use crate::diagnose::{Cause, Evidence, Fault};
    use crate::estimate::Method;
    use crate::judge::verdict::tests::of_another_robot;
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

    #[test]
    fn recordings_and_parameters_are_named() {
        let of = |recordings: &[&str], impossible: &[&str], causes: Vec<Cause>| {
            let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
            let fault = UnseenFault {
                recordings: names(recordings),
                impossible: names(impossible),
                causes,
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
