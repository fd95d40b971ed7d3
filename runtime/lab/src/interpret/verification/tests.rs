//! A double pendulum beside its nominal values, each base parameter off by deviations that are set.

use super::{
    Compared, ImpossibleBodies, Suspects, Verification, coefficient_terms, compared, conclusion,
    verify,
};
use crate::identify::BaseEstimate;
use crate::interpret::SuspectSet;
use crate::output_error::by_hand::Described;
use crate::parameters::nominal_base;
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{ElementPart, Joint, JointKind, Model, Parameter, Robot};

const STD: [f64; 6] = [0.1, 0.2, 0.05, 0.4, 0.02, 0.01];

fn nominals() -> Vec<f64> {
    let all = (0..6).filter_map(|k| nominal_base(ROBOT.model(), k));
    all.collect()
}

fn estimate(off: [f64; 6]) -> BaseEstimate {
    let mut estimate = BaseEstimate::exact(nominals());
    for k in 0..6 {
        estimate.beta[k] += off[k] * STD[k];
        estimate.covariance[k][k] = STD[k] * STD[k];
    }
    estimate
}

fn verified(estimate: &BaseEstimate, level: f64) -> Verification {
    verify(&ROBOT, estimate, level).expect("nominal values")
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-9 * (1.0 + expected.abs()),
        "{found} for {expected}"
    );
}

/// Seven comparisons, of which the last is a coefficient of two base parameters, share half of a level of 2 %.
#[test]
fn base_parameters_and_coefficients_stand_beside_their_nominal_values() {
    let off = [1.5, -0.5, 3.1, 0.0, -3.2, 0.25];
    let found = verified(&estimate(off), 0.02);
    let model = ROBOT.model();
    assert_eq!(
        (found.level, found.comparisons, found.freedom),
        (0.02, 7, 6)
    );
    // `scipy.stats.norm.isf((1 - 0.99**(1/7))/2)`.
    near(found.threshold, 3.187_571_048_214_388_6);
    near(found.statistic, off.iter().map(|d| d * d).sum());
    assert_eq!(found.base.len(), 6);
    for (k, compared) in found.base.iter().enumerate() {
        let (base, nominal) = (&model.base[k], nominals()[k]);
        near(compared.value, nominal + off[k] * STD[k]);
        near(compared.std, STD[k]);
        near(compared.deviations.expect("a deviation"), off[k]);
        let expected = Compared {
            name: base.name.to_owned(),
            expression: base.expression.to_owned(),
            unit: base.unit.to_owned(),
            nominal,
            differs: k == 4,
            ..compared.clone()
        };
        assert_eq!(*compared, expected);
    }
    // Gravity and inertia: ten and seven. Those of base parameters 2 and 5 together have 2 %² of both.
    assert_eq!(found.coefficients.len(), 17);
    let named = |name: &str| {
        let mut all = found.coefficients.iter();
        all.find(|c| c.name == name).expect("a coefficient")
    };
    let both = named("PJ_3");
    near(both.std, f64::hypot(STD[2], STD[5]));
    near(both.value - both.nominal, 3.1 * STD[2] + 0.25 * STD[5]);
    near(both.nominal, nominals()[2] + nominals()[5]);
    assert!(!both.differs && both.unit == "kg·m²");
    let gravity = named("PG_4");
    near(gravity.nominal, -9.81 * nominals()[4]);
    near(gravity.std, 9.81 * STD[4]);
    near(gravity.deviations.expect("a deviation"), 3.2);
    assert!(
        gravity.differs && gravity.unit == "N·m" && gravity.expression == "-9.81*m_lower*tz_lower"
    );
    let flagged: Vec<&str> = found
        .coefficients
        .iter()
        .filter(|c| c.differs)
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(flagged, ["PG_2", "PG_4", "PG_8", "PG_9", "PJ_1", "PJ_4"]);
    assert!(found.differs);
    let start = "PG_2, PG_4, PG_8, PG_9, PJ_1, PJ_4 differ from the nominal values: ";
    assert!(found.conclusion.starts_with(start), "{}", found.conclusion);
    assert_eq!(found.conclusion[start.len()..], found.suspects.to_string());
}

/// None is more than 3.19 deviations off, but six that are 2.5 are too many: the tail of χ² of six degrees of freedom is
/// `exp(-x/2) (1 + x/2 + (x/2)²/2)`, 1.4·10⁻⁶.
#[test]
fn values_that_are_all_a_little_off_differ_together() {
    let found = verified(&estimate([2.5, -2.5, 2.5, 2.5, -2.5, 2.5]), 0.02);
    let half = 6.0 * 2.5f64.powi(2) / 2.0;
    let tail = (-half).exp() * (1.0 + half + half * half / 2.0);
    assert!(
        (found.p_value / tail - 1.0).abs() < 1e-6,
        "{}",
        found.p_value
    );
    let each = found.base.iter().chain(&found.coefficients);
    assert!(each.clone().all(|compared| !compared.differs));
    assert!(found.differs && !found.suspects.sets.is_empty());
}

#[test]
fn what_does_not_differ_has_no_suspects() {
    let found = verified(&estimate([0.5, -0.5, 0.1, 0.0, -0.2, 0.25]), 0.02);
    assert!(!found.differs && found.p_value > 0.99);
    assert_eq!(found.suspects, Suspects::default());
    assert_eq!(
        found.conclusion,
        "The identification agrees with the nominal values"
    );
    let mut contradicted = found;
    contradicted.contradict(&ImpossibleBodies(vec![
        "no body has m_a = -1 (body a)".to_owned(),
    ]));
    assert!(contradicted.differs);
    assert_eq!(
        contradicted.conclusion,
        "The identification agrees with the nominal values; but no body has m_a = -1 (body a): a known value is wrong, or the \
         recording"
    );
}

/// What the motion did not determine, what holds exactly, and what has no nominal value is left out.
#[test]
fn only_what_has_a_deviation_and_a_nominal_value_is_compared() {
    let mut some = estimate([1.0; 6]);
    some.determined[5] = false;
    some.covariance[1][1] = 0.0;
    let found = verified(&some, 0.02);
    let names: Vec<&str> = found.base.iter().map(|c| c.name.as_str()).collect();
    let all: Vec<&str> = ROBOT.model().base.iter().map(|b| b.name).collect();
    assert_eq!(names, [all[0], all[2], all[3], all[4]]);
    // Without the coefficient of two; those of one that holds exactly are there, without deviations.
    assert_eq!(
        (found.comparisons, found.freedom, found.coefficients.len()),
        (4, 4, 14)
    );
    let exact = found
        .coefficients
        .iter()
        .find(|c| c.name == "PG_3")
        .expect("a coefficient");
    assert_eq!(
        (exact.std, exact.deviations, exact.differs),
        (0.0, None, false)
    );
    near(found.statistic, 4.0);
    let exact = BaseEstimate::exact(nominals());
    assert!(verify(&ROBOT, &exact, 0.02).is_none());
    let mut parameters = ROBOT.model().parameters.to_vec();
    parameters[13] = Parameter {
        nominal: None,
        ..parameters[13]
    };
    let without = Described(Model {
        parameters: parameters.leak(),
        ..*ROBOT.model()
    });
    let found = verify(&without, &estimate([1.0; 6]), 0.02).expect("others");
    assert_eq!(
        (
            found.base.len(),
            found.comparisons,
            found.coefficients.len()
        ),
        (5, 6, 11)
    );
}

/// Half of the level is shared among two values: 2.0 is beyond 1.95 of 20 % and within 2.50 of 5 %.
#[test]
fn single_values_have_half_of_the_level() {
    let alone = |level: f64| {
        let mut estimate = estimate([0.0; 6]);
        for k in 1..6 {
            estimate.covariance[k][k] = 0.0;
        }
        estimate.beta[0] += 2.0 * STD[0];
        let found = verified(&estimate, level);
        assert_eq!(found.comparisons, 1 + 1);
        (found.threshold, found.differs, found.base[0].differs)
    };
    // Of two, the coefficient of two base parameters that hold exactly being the other.
    let (threshold, differs, base) = alone(0.2);
    assert!(threshold < 2.0 && differs && base, "{threshold}");
    let (threshold, differs, base) = alone(0.05);
    assert!(threshold > 2.0 && !differs && !base, "{threshold}");
}

#[test]
fn a_value_is_compared_in_its_deviations() {
    let of = |std: f64, beyond: f64| {
        let found = compared(["a", "b", "c"], (2.0, std), 3.0, |d| d.abs() > beyond);
        (found.deviations, found.differs)
    };
    assert_eq!(of(0.5, 1.9), (Some(-2.0), true));
    assert_eq!(of(0.5, 2.1), (Some(-2.0), false));
    assert_eq!(of(0.0, 0.0), (None, false));
    let found = compared(["a", "b", "c"], (2.0, 0.5), 3.0, |_| true);
    let expected = Compared {
        name: "a".to_owned(),
        expression: "b".to_owned(),
        unit: "c".to_owned(),
        value: 2.0,
        std: 0.5,
        nominal: 3.0,
        deviations: Some(-2.0),
        differs: true,
    };
    assert_eq!(found, expected);
}

#[test]
fn coefficients_of_robots_that_slide_have_no_unit_of_their_own() {
    let model = ROBOT.model();
    let joints = [JointKind::Revolute, JointKind::Prismatic].map(|kind| Joint {
        kind,
        ..model.joints[0]
    });
    let slides = Model {
        joints: joints.to_vec().leak(),
        ..*model
    };
    let (estimate, nominals) = (estimate([0.0; 6]), nominals());
    let units = |model: &Model| -> Vec<&str> {
        let terms = coefficient_terms(model, &estimate, &nominals);
        terms.into_iter().map(|(_, unit)| unit).collect()
    };
    assert_eq!(
        units(model),
        [["N·m"; 10].as_slice(), &["kg·m²"; 7]].concat()
    );
    assert_eq!(units(&slides), ["SI"; 17]);
}

/// What no coefficient has, as friction, is named by itself, and so is one whose coefficient does not differ for others in it.
#[test]
fn a_base_parameter_is_named_unless_a_coefficient_of_it_is() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let b = model.base.len();
    let start = |off: &[(usize, f64)]| {
        let nominals = (0..b).filter_map(|k| nominal_base(model, k)).collect();
        let mut estimate = BaseEstimate::exact(nominals);
        for k in 0..b {
            estimate.covariance[k][k] = 1e-6;
        }
        for (k, deviations) in off {
            estimate.beta[*k] += 1e-3 * deviations;
        }
        let found = verify(robot, &estimate, 0.01).expect("nominal values");
        assert!(!found.coefficients.is_empty());
        let (names, _) = found.conclusion.split_once(" differ").expect("a verb");
        names.to_owned()
    };
    let place = |name: &str| model.base.iter().position(|base| base.name == name);
    let [coulomb, viscous] = ["fc_m1", "fv_m2"].map(|name| place(name).expect("friction"));
    assert_eq!(start(&[(coulomb, 20.0)]), "fc_m1");
    assert_eq!(start(&[(coulomb, 20.0), (viscous, -9.0)]), "fc_m1, fv_m2");
    // Behind coefficients of a body's.
    let elements = model.elements.iter();
    let gravity = elements.filter(|element| element.part == ElementPart::Gravity);
    let alone = gravity.flat_map(|element| element.terms);
    let mut alone = alone.filter_map(|term| match term.combination {
        [(k, _)] => Some(*k),
        _ => None,
    });
    let body = alone.next_back().expect("a coefficient of one");
    let both = start(&[(body, 20.0), (coulomb, 20.0)]);
    assert!(
        both.starts_with("PG_") && both.ends_with(", fc_m1"),
        "{both}"
    );
    assert!(!both.contains(model.base[body].name), "{both}");
    // A coefficient that adds two says it of both.
    for k in [2, 5] {
        let mut off = [0.0; 6];
        off[k] = if k == 2 { 9.0 } else { 50.0 };
        let found = verified(&estimate(off), 0.02);
        assert!(found.base[k].differs && found.coefficients.iter().any(|c| c.differs));
        let (names, _) = found.conclusion.split_once(" differ").expect("a verb");
        assert!(
            names.split(", ").all(|name| name.starts_with('P')),
            "{names}"
        );
    }
    // Of two that a coefficient adds, the other is hardly known, and with it that.
    let mut sum = estimate([0.0, 0.0, 9.0, 0.0, 0.0, 0.0]);
    sum.covariance[5][5] = 1.0;
    let found = verified(&sum, 0.02);
    let start = format!("{} differs from", ROBOT.model().base[2].name);
    assert!(found.conclusion.starts_with(&start), "{}", found.conclusion);
}

#[test]
fn a_conclusion_names_what_differs_and_whom_to_suspect() {
    let set = SuspectSet {
        parameters: vec!["m_c".to_owned()],
        values: vec![1.0],
        nominal: vec![2.0],
        p_value: 0.5,
    };
    let suspects = Suspects {
        explained: true,
        sets: vec![set],
    };
    let all = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"];
    let said = |count: usize| conclusion(&all[..count], true, &suspects);
    let end = "from the nominal values: m_c explains it";
    assert_eq!(said(1), format!("p1 differs {end}"));
    assert_eq!(said(2), format!("p1, p2 differ {end}"));
    assert_eq!(
        said(8),
        format!("p1, p2, p3, p4, p5, p6, p7, p8 differ {end}")
    );
    assert_eq!(
        said(9),
        format!("p1, p2, p3, p4, p5, p6 and 3 others differ {end}")
    );
    assert_eq!(
        said(0),
        format!("The base parameters together differ, though none does by itself {end}")
    );
    assert_eq!(
        conclusion(&all, false, &suspects),
        "The identification agrees with the nominal values"
    );
}
