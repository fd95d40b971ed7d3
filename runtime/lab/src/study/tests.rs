//! Studies of a robot with a plan of recovery: what is recovered, what is not, and what is asked for besides.

use super::Study;
use crate::identify::{Covariance, Estimation, Identification};
use crate::interpret::{InterpretOptions, InterpretationError, interpret};
use crate::judge::{Judgement, Note};
use crate::parameters::nominal;
use crate::report::tests::identification;
use crate::statistics::{Estimated, Quality};
use crate::two_step::TwoStep;
use armwright_robots::abb_wrist::ROBOT;
use armwright_robots::double_pendulum;
use armwright_runtime::recovery::Outcome;
use armwright_runtime::{
    EvaluationError, Inputs, Model, Physical, Quantity, Recovery, RecoveryError, Robot,
};

/// An identification with these base parameters of the wrist.
fn identified(beta: &[f64]) -> Identification {
    let base = ROBOT.model().base.iter().zip(beta);
    let base = base.map(|(base, value)| Estimated {
        name: base.name.to_owned(),
        value: *value,
        std: Some(1e-6 * value.abs().max(1e-3)),
        quality: Quality::Good,
        ..Estimated::default()
    });
    let mut found = identification();
    found.estimation = Estimation {
        robot: "abb_wrist".to_owned(),
        base: base.collect(),
        covariance: Covariance::default(),
        ..Estimation::default()
    };
    found
}

#[test]
fn a_study_has_what_is_recovered_and_what_is_asked_for() {
    let model = ROBOT.model();
    let mut beta = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut beta)
        .expect("base parameters");
    let found = identified(&beta);
    let estimate = found.estimation.base_estimate(model);
    let whole = interpret(&ROBOT, &estimate, &[], InterpretOptions::default());
    let mut whole = whole.expect("an interpretation");
    let elements = TwoStep {
        robot: "abb_wrist".to_owned(),
        configurations: Vec::new(),
        elements: Vec::new(),
    };
    let mut other = found.clone();
    other.other_masses = vec![("m_b".to_owned(), 9.0)];
    let told = Study::of(&ROBOT, other.clone(), None, vec![Note::Invented]);
    let masses = Note::OtherMasses(other.other_masses);
    assert_eq!(told.notes, [Note::Invented, masses]);
    let study = Study::of(
        &ROBOT,
        found.clone(),
        Some(elements.clone()),
        vec![Note::Invented],
    );
    assert!(whole.physical.len() > 10 && whole.failure.is_none());
    assert_eq!(study.physical, std::mem::take(&mut whole.physical));
    assert_eq!(study.interpretation, Some(whole));
    assert_eq!(study.two_step, Some(elements));
    assert_eq!(study.notes, [Note::Invented]);
    assert_eq!(study.judgement, Judgement::of(model, &found));
    assert_eq!(study.model.name, "abb_wrist");
    assert!(study.methods.is_none() && study.provenance.is_none());
}

/// The wrist, of which a mass that the plan takes for known is 0.
struct Massless(Model);

impl Robot for Massless {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        of: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        ROBOT.evaluate(of, inputs, out)
    }

    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        ROBOT.recover(beta, known, tolerance, out, residuals)
    }

    fn plan_jacobian(
        &self,
        outcome: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        ROBOT.plan_jacobian(outcome, beta, known, recovered, out)
    }
}

/// The wrist with another value of a mass that its plan takes for known, and its base parameters.
fn with_mass(mass: Option<f64>) -> (Massless, Vec<f64>) {
    let model = ROBOT.model();
    let mut beta = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut beta)
        .expect("base parameters");
    let plan = model.recovery.expect("a plan");
    let known = plan.known.iter().map(|known| Physical {
        nominal: match known.name {
            "m_b" => mass,
            _ => known.nominal,
        },
        ..*known
    });
    let robot = Massless(Model {
        recovery: Some(Recovery {
            known: known.collect::<Vec<_>>().leak(),
            ..plan
        }),
        ..*model
    });
    (robot, beta)
}

/// A plan that cannot be followed to its end is noted behind other notes.
#[test]
fn why_a_plan_ended_is_noted() {
    let (massless, beta) = with_mass(Some(0.0));
    let study = Study::of(&massless, identified(&beta), None, vec![Note::Invented]);
    let interpretation = study.interpretation.expect("as far as it goes");
    let failure = interpretation.failure.expect("a divisor");
    assert!(failure.contains("cannot be computed"), "{failure}");
    assert_eq!(study.notes, [Note::Invented, Note::NotRecovered(failure)]);
    assert!(study.two_step.is_none());
}

/// Without a value that a plan takes for known nothing is interpreted, and that is noted.
#[test]
fn what_a_plan_lacks_is_noted() {
    let (unknown, beta) = with_mass(None);
    let study = Study::of(&unknown, identified(&beta), None, vec![Note::Invented]);
    assert!(study.interpretation.is_none() && study.physical.is_empty());
    let names = "m_b".to_owned();
    let missing = InterpretationError::Missing { names };
    let expected = [Note::Invented, Note::NotRecovered(missing.to_string())];
    assert_eq!(study.notes, expected);
}

/// A robot file that asks for no physical parameters has nothing to be noted for want of a plan.
#[test]
fn where_nothing_is_to_be_recovered_nothing_is_noted() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    assert!(model.recovery.is_none());
    let mut beta = vec![0.0; model.base.len()];
    robot
        .base_parameters(&nominal(model), &mut beta)
        .expect("base parameters");
    let base = model.base.iter().zip(beta).map(|(base, value)| Estimated {
        name: base.name.to_owned(),
        value,
        std: Some(1e-6 * value.abs().max(1e-3)),
        quality: Quality::Good,
        ..Estimated::default()
    });
    let mut found = identification();
    found.estimation = Estimation {
        robot: model.name.to_owned(),
        base: base.collect(),
        covariance: Covariance::default(),
        ..Estimation::default()
    };
    let study = Study::of(robot, found, None, vec![Note::Invented]);
    let interpretation = study.interpretation.expect("a comparison");
    assert!(interpretation.failure.is_some() && study.physical.is_empty());
    assert_eq!(study.notes, [Note::Invented]);
}
