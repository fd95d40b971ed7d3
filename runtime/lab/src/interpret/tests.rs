//! A robot whose plan is written by hand: one division, one root, one sum, one equation to spare.
//!
//! `tx_u = A/m_u`, `m_v = C ± √B`, `Jxx_v = A l - m_v/10`; to spare is `l m_v - A`.

mod options;
mod starts;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::caveat;
use super::known::{known, unfitted};
use super::numbers::{Numbers, Recovered, SpareResidual, resolved};
use super::solutions::{Alternative, Rule, Solutions};
use super::{
    Caveat, ImpossibleBodies, InterpretOptions, Interpretation, InterpretationError, KnownValue,
    bounded, interpret,
};
use crate::distribution::normal_threshold;
use crate::identify::{BaseEstimate, LengthEstimate};
use crate::parameters::nominal;
use armwright_robots::double_pendulum;
use armwright_runtime::recovery::Outcome;
use armwright_runtime::{
    Axis, BaseParameter, Class, EvaluationError, Inertial, Inputs, Model, Parameter, ParameterKind,
    Physical, PhysicalKind, Quantity, Recovery, RecoveryError, Robot, Spare, Step, StepKind, Term,
};

const X: Inertial = Inertial::Moment(Axis::X);
const XX: Inertial = Inertial::Inertia(Axis::X, Axis::X);

const fn physical(
    name: &'static str,
    unit: &'static str,
    kind: PhysicalKind,
    nominal: Option<f64>,
) -> Physical {
    Physical {
        name,
        latex: name,
        unit,
        kind,
        nominal,
    }
}

const fn of_body(body: usize, component: Inertial) -> PhysicalKind {
    PhysicalKind::Body { body, component }
}

const KNOWN: [Physical; 2] = [
    physical("m_u", "kg", of_body(0, Inertial::Mass), Some(4.0)),
    physical("l", "m", PhysicalKind::Length, None),
];

const fn step(
    recovered: &'static [usize],
    kind: StepKind,
    formula: &'static str,
    divisor: &'static str,
) -> Step {
    Step {
        recovered,
        kind,
        formula,
        latex: "",
        divisor,
        note: "",
    }
}

static STEPS: [Step; 3] = [
    step(&[0], StepKind::Linear, "tx_u = A/m_u", "m_u"),
    step(
        &[1],
        StepKind::Quadratic,
        "m_v = C + sqrt(B)",
        "2*(m_v - C)",
    ),
    step(&[2], StepKind::Linear, "Jxx_v = A*l - m_v/10", ""),
];

const SPARE: Spare = Spare {
    formula: "l*m_v - A",
    latex: "",
    unit: "kg·m",
    base: 0,
};

struct ByHand {
    model: Model,
    /// Whether the first step has two solutions as well, of either sign.
    is_of_either_sign: bool,
    /// How often the plan was followed from some values.
    starts: AtomicUsize,
}

/// With nominal values of what is recovered, and with or without the equation to spare.
fn by_hand(nominal: [Option<f64>; 3], has_spare: bool) -> ByHand {
    let bodies = ["u", "v"].into_iter().enumerate();
    let parameters = bodies.flat_map(|(body, name)| {
        Inertial::ALL.map(|component| Parameter {
            name: format!("{}_{name}", component.standard()).leak(),
            unit: "",
            kind: ParameterKind::Inertial { body, component },
            class: Class::Combined,
            nominal: None,
        })
    });
    let base = [("mx_u", 1), ("Lzz_v", 19), ("Lyy_v", 17)].map(|(name, parameter)| BaseParameter {
        name,
        expression: name,
        latex: name,
        unit: "",
        representative: parameter,
        terms: vec![Term {
            parameter,
            coefficient: 1.0,
        }]
        .leak(),
    });
    let recovered = [
        physical("tx_u", "m", of_body(0, X), nominal[0]),
        physical("m_v", "kg", of_body(1, Inertial::Mass), nominal[1]),
        physical("Jxx_v", "kg·m²", of_body(1, XX), nominal[2]),
    ];
    let spare: &[Spare] = if has_spare { &[SPARE] } else { &[] };
    let model = Model {
        name: "by_hand",
        bodies: &["u", "v"],
        parameters: parameters.collect::<Vec<_>>().leak(),
        base: base.to_vec().leak(),
        elements: &[],
        recovery: Some(Recovery {
            known: &KNOWN,
            recovered: recovered.to_vec().leak(),
            steps: &STEPS,
            undetermined: &[],
            invisible: &[],
            spare: spare.to_vec().leak(),
            rank: 3,
        }),
        ..*double_pendulum::ROBOT.model()
    };
    ByHand {
        model,
        is_of_either_sign: false,
        starts: AtomicUsize::new(0),
    }
}

impl ByHand {
    fn solve(
        [beta, known, tolerance]: [&[f64]; 3],
        is_upper: impl Fn(f64) -> bool,
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let ([a, b, c], [mass, length]) = ([beta[0], beta[1], beta[2]], [known[0], known[1]]);
        let zero = |k: usize, value: f64| RecoveryError::ZeroDivisor {
            step: &STEPS[k],
            value,
            tolerance: tolerance[k],
        };
        if mass.abs() <= tolerance[0] {
            return Err(zero(0, mass));
        }
        out[0] = a / mass;
        if b < 0.0 {
            return Err(RecoveryError::NoRealRoot {
                step: &STEPS[1],
                discriminant: b,
            });
        }
        let divisor = 2.0 * b.sqrt();
        if divisor <= tolerance[1] {
            return Err(zero(1, divisor));
        }
        out[1] = if is_upper(c) {
            c + b.sqrt()
        } else {
            c - b.sqrt()
        };
        out[2] = a * length - 0.1 * out[1];
        if let [residual, others @ ..] = residuals {
            *residual = length * out[1] - a;
            others.fill(0.0);
        }
        Ok(())
    }
}

impl Robot for ByHand {
    fn model(&self) -> &Model {
        &self.model
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        _: &Inputs<'_>,
        _: &mut [f64],
    ) -> Result<(), EvaluationError> {
        Err(EvaluationError::NotGenerated(quantity))
    }

    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        Self::solve([beta, known, tolerance], |_| true, out, residuals)
    }

    fn recover_near(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        near: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.starts.fetch_add(1, Ordering::Relaxed);
        Self::solve([beta, known, tolerance], |c| near[1] >= c, out, residuals)?;
        if self.is_of_either_sign {
            out[0] = out[0].abs().copysign(near[0]);
        }
        Ok(())
    }

    /// By A, B, C, `m_u` and `l`.
    fn plan_jacobian(
        &self,
        outcome: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let [a, mass, length] = [beta[0], known[0], known[1]];
        let (root, m) = (recovered[1] - beta[2], recovered[1]);
        let by_root = 1.0 / (2.0 * root);
        let rows = match outcome {
            Outcome::Recovered => vec![
                [1.0 / mass, 0.0, 0.0, -a / (mass * mass), 0.0],
                [0.0, by_root, 1.0, 0.0, 0.0],
                [length, -0.1 * by_root, -0.1, 0.0, a],
            ],
            Outcome::Divisors => vec![
                [0.0, 0.0, 0.0, 1.0, 0.0],
                [0.0, 1.0 / root, 0.0, 0.0, 0.0],
                [0.0; 5],
            ],
            Outcome::Residuals => vec![[-1.0, length * by_root, length, 0.0, m], [0.0; 5]],
        };
        let numbers = rows.into_iter().flatten();
        out.iter_mut().zip(numbers).for_each(|(out, x)| *out = x);
        Ok(())
    }
}

fn given(name: &str, value: f64, std: f64) -> KnownValue {
    KnownValue {
        name: name.to_owned(),
        value,
        std,
    }
}

const UNBOUNDED: InterpretOptions = InterpretOptions {
    level: 0.05,
    allowance: 2.0,
    bounded_bodies: 0,
};

fn asked(robot: &ByHand, beta: [f64; 3], length: f64) -> Interpretation {
    let estimate = BaseEstimate::exact(beta.to_vec());
    interpret(robot, &estimate, &[given("l", length, 0.0)], UNBOUNDED).expect("its own values")
}

fn recovered(found: &Interpretation) -> Vec<f64> {
    found.physical.iter().map(|p| p.value).collect()
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?} for {expected:?}");
    let mut pairs = found.iter().zip(expected);
    let is_near = pairs.all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + b.abs()));
    assert!(is_near, "{found:?} for {expected:?}");
}

fn alternatives(found: &Interpretation) -> Vec<(Vec<(&str, f64)>, Rule)> {
    let others = found.solutions.iter().flat_map(|s| &s.others);
    let each = others.map(|other| {
        let values = other.values.iter().map(|(name, x)| (name.as_str(), *x));
        (values.collect(), other.excluded_by)
    });
    each.collect()
}

#[test]
fn deviations_of_rounding_are_none() {
    assert_eq!(resolved(4.3e-20, -0.04), 0.0);
    assert_eq!(resolved(4.3e-10, -0.04), 4.3e-10);
    assert_eq!(resolved(1e-30, 0.0), 1e-30);
}

/// Roots 2 and -1, of which the first leaves nothing of the spare equation.
#[test]
fn a_spare_equation_tells_which_root_is_true() {
    let robot = by_hand([None; 3], true);
    let found = asked(&robot, [1.2, 2.25, 0.5], 0.6);
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    assert_eq!(found.failure, None);
    let expected = SpareResidual {
        equation: "l*m_v - A".to_owned(),
        unit: "kg·m".to_owned(),
        value: found.spare[0].value,
        std: Some(0.0),
        deviations: None,
        differs: false,
    };
    assert!(expected.value.abs() < 1e-12);
    assert_eq!(found.spare, [expected]);
    let solutions = found.solutions.as_ref().expect("two");
    assert_eq!(solutions.chosen_by, Rule::SpareEquations);
    let [(values, rule)] = &alternatives(&found)[..] else {
        panic!("{solutions:?}");
    };
    assert_eq!(*rule, Rule::SpareEquations);
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Jxx_v", "m_v"]);
    near(&[values[0].1, values[1].1], &[0.82, -1.0]);
    assert_eq!(
        found.caveats[0].to_string(),
        "the formulas have 2 solutions; the one here was taken because spare equations contradict all others; another: \
         Jxx_v = 0.82, m_v = -1 (spare equations contradict it)"
    );
    // Where it contradicts both it chooses none: bodies do.
    let found = asked(&robot, [1.3, 2.25, 0.5], 0.6);
    near(&recovered(&found), &[0.325, 2.0, 0.58]);
    assert_eq!(found.solutions.expect("two").chosen_by, Rule::Consistency);
}

/// Roots 2 and -1; what is nothing whatever the root contradicts neither, nor does it take back what the other equation says.
#[test]
fn one_spare_equation_of_two_tells_which_root_is_true() {
    let mut robot = by_hand([None; 3], true);
    let plan = robot.model.recovery.expect("a plan");
    let nothing = Spare {
        formula: "0",
        ..SPARE
    };
    robot.model.recovery = Some(Recovery {
        spare: vec![SPARE, nothing].leak(),
        ..plan
    });
    let found = asked(&robot, [1.2, 2.25, 0.5], 0.6);
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    let rules: Vec<Rule> = alternatives(&found).iter().map(|other| other.1).collect();
    assert_eq!(rules, [Rule::SpareEquations]);
    let of_nothing = &found.spare[1];
    assert_eq!((of_nothing.equation.as_str(), of_nothing.value), ("0", 0.0));
}

/// Terms of 1.2, 0.45, 0.3 and 1.2: a billionth of all is rounding, and more than that contradicts both roots.
#[test]
fn what_rounding_leaves_of_a_spare_equation_contradicts_nothing() {
    let robot = by_hand([None; 3], true);
    for (off, rule) in [
        (3e-9, Rule::SpareEquations),
        (-3e-9, Rule::SpareEquations),
        (3.3e-9, Rule::Consistency),
    ] {
        let found = asked(&robot, [1.2 + off, 2.25, 0.5], 0.6);
        assert_eq!(found.solutions.expect("two").chosen_by, rule, "{off}");
    }
}

/// A residual within its deviations contradicts nothing; beyond them it does.
#[test]
fn a_residual_contradicts_beyond_its_deviation() {
    let robot = by_hand([None; 3], true);
    // Roots 2 and 0: `0.6 m_v - 1` is 0.2 and -1 off, by as many deviations as A is known to. 0 is no mass.
    for (std, differs, rule) in [
        (0.6, false, Rule::Consistency),
        (0.12, false, Rule::SpareEquations),
        (0.09, true, Rule::Consistency),
    ] {
        let mut estimate = BaseEstimate::exact(vec![1.0, 1.0, 1.0]);
        estimate.covariance[0][0] = std * std;
        let found = interpret(&robot, &estimate, &[given("l", 0.6, 0.0)], UNBOUNDED);
        let found = found.expect("its own values");
        let spare = &found.spare[0];
        let deviations = spare.deviations.expect("known");
        near(
            &[spare.value, spare.std.expect("known"), deviations],
            &[0.2, std, 0.2 / std],
        );
        assert_eq!(spare.differs, differs, "{std}");
        assert_eq!(alternatives(&found)[0].1, rule, "{std}");
    }
}

/// Roots -1 and -3 are no masses; a root of 1 has no inertia, and is taken beside one that has no mass.
#[test]
fn a_solution_without_mass_is_never_taken() {
    let robot = by_hand([None; 3], false);
    let found = asked(&robot, [1.2, 1.0, -2.0], 0.6);
    near(&recovered(&found), &[0.3, -1.0, 0.82]);
    assert_eq!((found.failure, found.solutions), (None, None));
    let found = asked(&robot, [0.1, 4.0, -1.0], 0.1);
    near(&recovered(&found), &[0.025, 1.0, -0.09]);
    assert_eq!(
        found.solutions.as_ref().expect("two").chosen_by,
        Rule::Consistency
    );
    let [(values, Rule::Consistency)] = &alternatives(&found)[..] else {
        panic!("{found:?}");
    };
    near(&[values[0].1, values[1].1], &[0.31, -3.0]);
    // A root of 0 is none either.
    let found = asked(&robot, [1.2, 1.0, 1.0], 0.6);
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    assert_eq!(found.solutions.expect("two").chosen_by, Rule::Consistency);
}

/// Of two roots with mass one has an inertia below zero: bodies choose, though the other is nearer.
#[test]
fn bodies_that_can_exist_choose_before_nearness() {
    let robot = by_hand([None, Some(5.0), None], false);
    let found = asked(&robot, [0.5, 4.0, 3.0], 0.6);
    // 0.3 - 0.5 is none, 0.3 - 0.1 is one.
    near(&recovered(&found), &[0.125, 1.0, 0.2]);
    let solutions = found.solutions.as_ref().expect("two");
    assert_eq!(solutions.chosen_by, Rule::Consistency);
    assert_eq!(
        solutions.to_string(),
        "the formulas have 2 solutions; the one here was taken because no bodies are as all others say; another: Jxx_v = \
         -0.2, m_v = 5 (bodies that cannot exist)"
    );
}

/// Roots 5 and 1 with inertias 0.5 and 0.9 about x, of which the other two, known to be 0.5 and 0.25, bear only the first:
/// bodies choose, though the other is nearer.
#[test]
fn known_inertias_choose_with_recovered_ones() {
    let mut robot = by_hand([None, Some(1.0), None], false);
    let plan = robot.model.recovery.expect("a plan");
    let about = |name, axis, value| {
        let kind = of_body(1, Inertial::Inertia(axis, axis));
        physical(name, "kg·m²", kind, Some(value))
    };
    let known = vec![about("Jyy_v", Axis::Y, 0.5), about("Jzz_v", Axis::Z, 0.25)];
    robot.model.recovery = Some(Recovery {
        known: known.leak(),
        ..plan
    });
    // They stand where mass and length do in formulas.
    let estimate = BaseEstimate::exact(vec![4.0, 4.0, 3.0]);
    let found = interpret(&robot, &estimate, &[], UNBOUNDED).expect("an answer");
    near(&recovered(&found), &[8.0, 5.0, 0.5]);
    let solutions = found.solutions.as_ref().expect("two");
    assert_eq!(solutions.chosen_by, Rule::Consistency);
    let [(values, Rule::Consistency)] = &alternatives(&found)[..] else {
        panic!("{solutions:?}");
    };
    near(&[values[0].1, values[1].1], &[0.9, 1.0]);
}

/// The nearest to the nominal values in shares of these; to what the plan takes without any.
#[test]
fn nearness_counts_in_shares_of_nominal_values() {
    let of = |nominal: [Option<f64>; 3]| {
        let robot = by_hand(nominal, false);
        let found = asked(&robot, [1.2, 1.0, 2.0], 0.6);
        assert_eq!(
            found.solutions.as_ref().expect("two").chosen_by,
            Rule::Nearness
        );
        found.physical[1].value.round()
    };
    // Roots 3 and 1, inertias 0.42 and 0.62.
    assert_eq!(of([None; 3]), 3.0);
    assert_eq!(of([None, Some(1.9), None]), 1.0);
    assert_eq!(of([None, Some(2.1), None]), 3.0);
    assert_eq!(of([None, None, Some(0.53)]), 1.0);
    assert_eq!(of([None, None, Some(0.51)]), 3.0);
    // Squares of both: 0.289 and 0.294 of the first, 1.03 and 0.16 of the second.
    assert_eq!(of([None, Some(1.99), Some(0.51)]), 3.0);
    assert_eq!(of([None, Some(1.5), Some(0.51)]), 1.0);
    let robot = by_hand([None, Some(2.1), None], false);
    let found = asked(&robot, [1.2, 1.0, 2.0], 0.6);
    assert_eq!(
        found.solutions.expect("two").to_string(),
        "the formulas have 2 solutions; the one here was taken because it is the nearest to the nominal values; know more to \
         be certain; another: Jxx_v = 0.62, m_v = 1 (not the nearest)"
    );
}

#[test]
fn a_sentence_names_five_values_of_another_solution() {
    let other = |count: usize| Alternative {
        values: (0..count)
            .map(|k| (format!("p{k}"), 1.0 + k as f64 / 3.0))
            .collect(),
        excluded_by: Rule::Nearness,
    };
    let said = |counts: &[usize]| {
        let solutions = Solutions {
            chosen_by: Rule::Nearness,
            others: counts.iter().map(|count| other(*count)).collect(),
        };
        solutions.to_string()
    };
    let five = "another: p0 = 1, p1 = 1.333, p2 = 1.667, p3 = 2, p4 = 2.333";
    assert!(said(&[5]).ends_with(&format!("certain; {five} (not the nearest)")));
    assert!(said(&[6]).ends_with(&format!("{five}, and 1 more (not the nearest)")));
    let both = said(&[7, 1]);
    assert!(both.starts_with("the formulas have 3 solutions;"), "{both}");
    assert!(
        both.ends_with(&format!(
            "{five}, and 2 more (not the nearest); another: p0 = 1 (not the nearest)"
        )),
        "{both}"
    );
    let json = serde_json::to_value([Rule::SpareEquations, Rule::Consistency, Rule::Nearness]);
    assert_eq!(
        json.expect("JSON"),
        serde_json::json!(["spare-equations", "consistency", "nearness"])
    );
}

/// `J Σ Jᵀ` by hand, with A and C that err together and a mass that is known to 0.2.
#[test]
fn recovered_values_have_the_deviations_of_what_they_are_made_of() {
    let robot = by_hand([Some(0.25), Some(2.0), None], true);
    let mut estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    estimate.covariance = vec![
        vec![0.0004, 0.0, 0.0001],
        vec![0.0, 0.0036, 0.0],
        vec![0.0001, 0.0, 0.0009],
    ];
    let known = [given("m_u", 4.0, 0.02), given("l", 0.6, 0.0)];
    let found = interpret(&robot, &estimate, &known, UNBOUNDED).expect("its own values");
    let stds = [
        (0.0004 / 16.0 + 0.0004 * (1.2_f64 / 16.0).powi(2)).sqrt(),
        (0.0036 / 9.0 + 0.0009_f64).sqrt(),
        // A by 0.6, B by -1/30, C by -1/10.
        (0.36 * 0.0004 + 0.0036 / 900.0 + 0.01 * 0.0009 - 2.0 * 0.06 * 0.0001_f64).sqrt(),
    ];
    let expected = [
        ("tx_u", "m", 0.3, Some(0.25), Some(0.05 / stds[0]), true),
        ("m_v", "kg", 2.0, Some(2.0), Some(0.0), false),
        ("Jxx_v", "kg·m²", 0.52, None, None, false),
    ];
    // Two in three of a level of 5 %: 2.39.
    assert!(0.05 / stds[0] > 2.4);
    let kinds = [of_body(0, X), of_body(1, Inertial::Mass), of_body(1, XX)];
    for (((found, std), kind), (name, unit, value, nominal, deviations, differs)) in
        found.physical.iter().zip(stds).zip(kinds).zip(expected)
    {
        near(&[found.value, found.std.expect("known")], &[value, std]);
        near(
            &found.deviations.into_iter().collect::<Vec<_>>(),
            &deviations.into_iter().collect::<Vec<_>>(),
        );
        let texts = Recovered {
            name: name.to_owned(),
            kind,
            latex: name.to_owned(),
            unit: unit.to_owned(),
            value: found.value,
            std: found.std,
            nominal,
            deviations: found.deviations,
            differs,
            truth: None,
        };
        assert_eq!(*found, texts);
    }
    // The residual: A by -1, B by 0.6/3, C by 0.6.
    let spare = &found.spare[0];
    let variance = 0.0004 + 0.04 * 0.0036 + 0.36 * 0.0009 - 2.0 * 0.6 * 0.0001;
    near(&[spare.std.expect("known")], &[f64::sqrt(variance)]);
    assert!(!spare.differs && spare.deviations.is_some_and(|d| d.abs() < 1e-9));
    // Of a base parameter that the motion did not determine nothing has a deviation that rests on it.
    let mut lost = estimate.clone();
    lost.determined[2] = false;
    let found = interpret(&robot, &lost, &known, UNBOUNDED).expect("its own values");
    let has: Vec<bool> = found.physical.iter().map(|p| p.std.is_some()).collect();
    assert_eq!(has, [true, false, false]);
    assert_eq!(
        (found.spare[0].std, found.spare[0].deviations),
        (None, None)
    );
    // A biased estimate is compared with nothing.
    let mut biased = estimate.clone();
    biased.biased = true;
    let found = interpret(&robot, &biased, &known, UNBOUNDED).expect("its own values");
    assert!(
        found
            .physical
            .iter()
            .all(|p| p.deviations.is_none() && p.std.is_some() && !p.differs)
    );
    assert!(found.spare[0].deviations.is_none() && found.spare[0].std.is_some());
    // Variances that are known from little make a difference less of one.
    let mut little = estimate;
    little.freedom[0] = 3.0;
    let found = interpret(&robot, &little, &known, UNBOUNDED).expect("its own values");
    let off = found.physical[0].deviations.expect("known");
    let counts = little.surprise(off, [0]);
    assert!(counts < off && found.physical[0].differs == (counts > normal_threshold(0.05, 3)));
}

#[test]
fn recovered_values_have_the_names_that_formulas_have() {
    let mut robot = by_hand([None; 3], true);
    let plan = robot.model.recovery.expect("a plan");
    let mut recovered = plan.recovered.to_vec();
    for (parameter, latex) in recovered.iter_mut().zip(["t_{x,u}", "m_v", "J_{xx,v}"]) {
        parameter.latex = latex;
    }
    robot.model.recovery = Some(Recovery {
        recovered: recovered.leak(),
        ..plan
    });
    let found = asked(&robot, [1.2, 2.25, 0.5], 0.6);
    let names = found.physical.iter().map(|p| (&*p.name, &*p.latex));
    let names: Vec<(&str, &str)> = names.collect();
    assert_eq!(
        names,
        [("tx_u", "t_{x,u}"), ("m_v", "m_v"), ("Jxx_v", "J_{xx,v}")]
    );
}

#[test]
fn a_divisor_within_three_deviations_of_zero_ends_the_plan() {
    let robot = by_hand([None; 3], true);
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let of = |std: f64| {
        let known = [given("m_u", 4.0, std), given("l", 0.6, 0.0)];
        interpret(&robot, &estimate, &known, UNBOUNDED).expect("its own values")
    };
    assert_eq!(of(1.3).failure, None);
    let found = of(1.5);
    assert_eq!(
        found.failure.as_deref(),
        Some(
            "the step `tx_u = A/m_u` cannot be computed: `m_u` is 4e0, and below 4.5e0 it cannot be told from zero; know \
             more beforehand, or identify from a richer motion"
        )
    );
    assert!(found.physical.is_empty() && found.spare.is_empty());
    // No root, but what was recovered before it.
    let found = asked(&robot, [1.2, -0.25, 0.5], 0.6);
    near(&recovered(&found), &[0.3]);
    assert!(
        found
            .failure
            .is_some_and(|why| why.contains("m_v = C + sqrt(B)"))
    );
    assert_eq!((found.spare.len(), found.solutions), (0, None));
}

/// A plan of divisions alone has one solution, whose divisors are as uncertain.
#[test]
fn a_plan_with_one_solution_ends_at_an_uncertain_divisor_too() {
    let mut robot = by_hand([None; 3], true);
    let plan = robot.model.recovery.expect("a plan");
    let steps = STEPS.map(|step| Step {
        kind: StepKind::Linear,
        ..step
    });
    robot.model.recovery = Some(Recovery {
        steps: steps.to_vec().leak(),
        ..plan
    });
    let of = |std: f64, beta: [f64; 3]| {
        let known = [given("m_u", 4.0, std), given("l", 0.6, 0.0)];
        let estimate = BaseEstimate::exact(beta.to_vec());
        interpret(&robot, &estimate, &known, UNBOUNDED).expect("its own values")
    };
    let beta = [1.2, 2.25, 0.5];
    let found = of(1.3, beta);
    assert_eq!((&found.failure, &found.solutions), (&None, &None));
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    assert_eq!(found.spare.len(), 1);
    let found = of(1.5, beta);
    let why = found.failure.expect("a divisor that may be zero");
    assert!(
        why.contains("`m_u` is 4e0, and below 4.5e0 it cannot be told from zero"),
        "{why}"
    );
    assert!(found.physical.is_empty() && found.spare.is_empty());
    // What ends it before says why, and leaves what was recovered.
    let found = of(1.3, [1.2, -0.25, 0.5]);
    near(&recovered(&found), &[0.3]);
    let why = found.failure.expect("a root of a negative number");
    assert!(why.contains("m_v = C + sqrt(B)"), "{why}");
    // A divisor that may be zero ends it before that does.
    let found = of(1.5, [1.2, -0.25, 0.5]);
    let why = found.failure.expect("a divisor that may be zero");
    assert!(
        why.contains("`m_u` is 4e0, and below 4.5e0 it cannot be told from zero"),
        "{why}"
    );
    assert!(found.physical.is_empty());
}

#[test]
fn tolerances_are_three_deviations_of_the_divisors() {
    let robot = by_hand([None; 3], true);
    let plan = robot.model.recovery.expect("a plan");
    let mut covariance = vec![0.0; 25];
    (covariance[6], covariance[18]) = (0.09, 0.04);
    let numbers = Numbers {
        robot: &robot,
        plan: &plan,
        beta: &[1.2, 2.25, 0.5],
        known: &[4.0, 0.6],
        covariance: &covariance,
    };
    // Of the mass by 0.2, of the root by 0.3/1.5.
    let found = numbers.tolerance(&[0.3, 2.0, 0.52]).expect("its sizes");
    near(&found, &[0.6, 0.6, 0.0]);
    // Where a derivative does not exist none is asked for.
    let found = numbers
        .tolerance(&[0.3, f64::NAN, 0.52])
        .expect("its sizes");
    near(&found, &[0.6, 0.0, 0.0]);
}

/// With a length of the file that the plan takes for known.
fn with_length(kind: PhysicalKind) -> ByHand {
    let mut robot = by_hand([None; 3], true);
    let plan = robot.model.recovery.expect("a plan");
    let length = physical("l", "m", kind, Some(0.5));
    robot.model.recovery = Some(Recovery {
        known: vec![KNOWN[0], length].leak(),
        ..plan
    });
    robot
}

#[test]
fn known_values_stand_in_the_order_of_the_plan() {
    let robot = with_length(PhysicalKind::Length);
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let of = |given: &[KnownValue]| known(&robot.model, &estimate, given);
    let (mass, length) = (given("m_u", 4.0, 0.0), given("l", 0.5, 0.0));
    assert_eq!(of(&[]), Ok(vec![mass.clone(), length.clone()]));
    let (other, more) = (given("m_u", 4.2, 0.1), given("tx_v", 0.2, 0.3));
    assert_eq!(
        of(&[more.clone(), other.clone()]),
        Ok(vec![other, length, more])
    );
    // A length that was fitted has its own value and deviation, whatever is given.
    let mut fitted = estimate.clone();
    let length_of = |name: &str, value: f64, among: [f64; 2]| LengthEstimate {
        name: name.to_owned(),
        value,
        covariance: vec![0.0; 3],
        among: among.to_vec(),
    };
    fitted.lengths = vec![
        length_of("k", 9.0, [0.25, 0.01]),
        length_of("l", 0.8, [0.01, 0.04]),
    ];
    let other = [given("l", 0.7, 0.1)];
    let found = known(&robot.model, &fitted, &other).expect("known");
    assert_eq!(found, [mass, given("l", 0.8, 0.2)]);
    for (wrong, said) in [
        (vec![given("l", f64::NAN, 0.0)], "l is not a finite number"),
        (
            vec![given("l", 1.0, f64::INFINITY)],
            "l is not a finite number",
        ),
        (
            vec![
                given("l", 1.0, 0.0),
                given("m_u", 1.0, 0.0),
                given("l", 1.0, 0.0),
            ],
            "`l` is given twice: give one value of it",
        ),
        (
            vec![given("m_w", 1.0, 0.0)],
            "by_hand has no physical parameter `m_w`; did you mean m_u, m_v, mx_u?",
        ),
    ] {
        let error = of(&wrong).expect_err("a refusal").to_string();
        assert_eq!(error, said);
    }
    // Of a name that is like none all are told, each once.
    let error = of(&[given("temperature", 1.0, 0.0)]).expect_err("a refusal");
    let said = error.to_string();
    let all = said.strip_prefix("by_hand has no physical parameter `temperature`; there are ");
    let mut all: Vec<&str> = all.expect("names").split(", ").collect();
    assert!(
        ["m_u", "Jxy_v", "Lxy_v", "l"]
            .iter()
            .all(|name| all.contains(name)),
        "{said}"
    );
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    // Physical, standard and plan's names are known.
    for name in ["Jxy_v", "Lxy_v", "l"] {
        assert!(of(&[given(name, 0.5, 0.0)]).is_ok(), "{name}");
    }
    let mut without = robot.model;
    let plan = without.recovery.expect("a plan");
    let nameless = KNOWN.map(|known| Physical {
        nominal: None,
        ..known
    });
    without.recovery = Some(Recovery {
        known: nameless.to_vec().leak(),
        ..plan
    });
    let missing = known(&without, &estimate, &[]).expect_err("missing");
    assert_eq!(
        missing.to_string(),
        "no value for m_u, l: the plan takes them for known; give values, here or in the robot file (`physical:` of the body)"
    );
    assert!(
        known(
            &without,
            &estimate,
            &[given("m_u", 1.0, 0.0), given("l", 1.0, 0.0)]
        )
        .is_ok()
    );
}

/// Base parameters are the coefficients of a regressor with the file's length: with another one formulas would mix the two.
#[test]
fn a_length_is_that_of_the_regressor() {
    let (robot, file) = (with_length(PhysicalKind::Length), 0.5);
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let of = |value: f64, std: f64| known(&robot.model, &estimate, &[given("l", value, std)]);
    assert_eq!(of(file, 0.0).expect("the file's")[1].value, file);
    for (value, std) in [(1.1 * file, 0.0), (file, 0.001)] {
        let said = of(value, std).expect_err("another length").to_string();
        let expected = format!(
            "base parameters were identified with {file} m for l, and what it is otherwise, or may be off by, is in them as well: \
             write its value into the robot file and identify again"
        );
        assert_eq!(said, expected);
    }
    // Nor with one that would have to be fitted, and was not.
    let open = with_length(PhysicalKind::FittedLength);
    assert!(known(&open.model, &estimate, &[given("l", 1.1 * file, 0.0)]).is_err());
    assert!(known(&open.model, &estimate, &[given("l", file, 0.0)]).is_ok());
    // What is fitted with base parameters is theirs.
    let mut fitted = estimate.clone();
    fitted.lengths = vec![LengthEstimate {
        name: "l".to_owned(),
        value: 0.7,
        covariance: vec![0.0; 3],
        among: vec![0.01],
    }];
    assert!(known(&robot.model, &fitted, &[given("l", 1.1 * file, 0.0)]).is_ok());
}

#[test]
fn lengths_that_would_have_to_be_fitted_say_nothing_by_themselves() {
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let robot = with_length(PhysicalKind::Length);
    assert_eq!(unfitted(&robot.model, &estimate, &[]), None);
    let robot = with_length(PhysicalKind::FittedLength);
    let why = unfitted(&robot.model, &estimate, &[]).expect("a reason");
    assert_eq!(
        why,
        "the motion determines l by itself, and base parameters were identified with the robot file's value of it: measure \
         it and put it into the robot file, name it under `recovery: {known: [...]}`, and identify again"
    );
    let measured = [given("l", 1.0, 0.0)];
    assert_eq!(unfitted(&robot.model, &estimate, &measured), None);
    let mut fitted = estimate.clone();
    fitted.lengths = vec![LengthEstimate {
        name: "l".to_owned(),
        value: 0.5,
        covariance: vec![0.0; 3],
        among: vec![0.01],
    }];
    assert_eq!(unfitted(&robot.model, &fitted, &[]), None);
    // That another one was fitted, or another value given, says nothing of it.
    let mut other = fitted.clone();
    other.lengths[0].name = "k".to_owned();
    let mass = [given("m_v", 2.0, 0.0)];
    assert_eq!(unfitted(&robot.model, &other, &mass), Some(why.clone()));
    // Another value of what was fitted is not put in; its own is what is there.
    let said = |value: f64| -> Vec<String> {
        let known = [given("m_v", 2.0, 0.0), given("l", value, 0.0)];
        let said = caveat::fitted(&fitted, &known);
        said.map(|caveat| caveat.to_string()).collect()
    };
    assert_eq!(
        said(0.3),
        [
            "l = 0.3 was given, but the base parameters are those of l = 0.5, which was fitted with them: to hold it, write it \
             into the robot file, name it under `recovery: {known: [...]}`, and identify again"
        ]
    );
    assert!(said(0.5).is_empty());
    let found = interpret(&robot, &estimate, &[], UNBOUNDED).expect("an answer");
    assert_eq!(found.failure.as_deref(), Some(why.as_str()));
    assert!(found.physical.is_empty());
    // Of two both are named.
    let mut two = by_hand([None; 3], true);
    let plan = two.model.recovery.expect("a plan");
    let known = ["l", "k"].map(|name| physical(name, "m", PhysicalKind::FittedLength, Some(0.5)));
    two.model.recovery = Some(Recovery {
        known: known.to_vec().leak(),
        ..plan
    });
    let both = unfitted(&two.model, &estimate, &[]).expect("a reason");
    assert_eq!(both, why.replacen(" l by itself", " l, k by itself", 1));
}

#[test]
fn estimates_that_do_not_fit_the_robot_are_refused() {
    let robot = by_hand([None; 3], true);
    let usual = || BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let refused = |change: fn(&mut BaseEstimate)| {
        let mut estimate = usual();
        change(&mut estimate);
        let found = interpret(&robot, &estimate, &[], UNBOUNDED);
        found.expect_err("a refusal").to_string()
    };
    let count = |actual: usize| format!("by_hand has 3 base parameters, not {actual}");
    assert_eq!(refused(|e| e.beta.push(1.0)), count(4));
    assert_eq!(refused(|e| e.covariance.truncate(2)), count(2));
    assert_eq!(refused(|e| e.determined.truncate(1)), count(1));
    assert_eq!(refused(|e| e.freedom.truncate(1)), count(1));
    assert_eq!(refused(|e| e.covariance[2].push(0.0)), count(4));
    assert_eq!(
        refused(|e| e.beta[1] = f64::NAN),
        "Lzz_v is not a finite number"
    );
    assert_eq!(
        refused(|e| e.covariance[2][0] = f64::INFINITY),
        "Lyy_v is not a finite number"
    );
    let missing = InterpretationError::Missing {
        names: "a".to_owned(),
    };
    assert!(missing.to_string().starts_with("no value for a: "));
    let options = InterpretOptions {
        level: 0.01,
        allowance: 2.0,
        bounded_bodies: 10,
    };
    assert_eq!(InterpretOptions::default(), options);
}

#[test]
fn caveats_stand_in_the_order_of_what_was_done() {
    let robot = by_hand([None; 3], true);
    let mut estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    estimate.independent = true;
    let known = [
        given("l", 0.6, 0.0),
        given("tx_u", 0.35, 0.0),
        given("ty_v", 2.0, 0.1),
        given("m_u", -4.0, 0.1),
    ];
    let found = interpret(&robot, &estimate, &known, UNBOUNDED).expect("an answer");
    let said: Vec<String> = found.caveats.iter().map(ToString::to_string).collect();
    let [
        independent,
        several,
        recovered,
        not_used,
        impossible,
        bounds,
    ] = &said[..]
    else {
        panic!("{said:#?}");
    };
    assert_eq!(
        independent,
        "no covariance was read: deviations are taken to be independent, though estimates err together; an \
         identification.json has the covariance"
    );
    assert!(
        several.starts_with("the formulas have 2 solutions"),
        "{several}"
    );
    assert_eq!(
        recovered,
        "tx_u = 0.35 was given, but the plan recovers -0.3, which differs by -0.65; the plan keeps what it recovers"
    );
    assert_eq!(
        not_used,
        "ty_v = 2 was given, but the plan does not use it: plans are made of the robot file; for one that starts from it, name it \
         there under `recovery: {known: [...]}`"
    );
    assert_eq!(
        impossible,
        "no body has m_u = -4 (body u): a known value is wrong, or the recording"
    );
    assert_eq!(bounds, "no bounds for 2 bodies unless asked for");
    assert!(found.verification.is_none() && found.bounds.is_none());
    assert_eq!(found.robot, "by_hand");
    let names: Vec<&str> = found
        .known
        .iter()
        .map(|known| known.name.as_str())
        .collect();
    assert_eq!(names, ["m_u", "l", "tx_u", "ty_v"]);
    estimate.independent = false;
    estimate.biased = true;
    let found = interpret(&robot, &estimate, &known[..1], UNBOUNDED).expect("an answer");
    let said: Vec<String> = found
        .caveats
        .iter()
        .skip(1)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        said,
        [
            "no comparison with nominal values and no bounds: the estimator draws the parameters away from what the \
             recordings alone say, so deviations do not tell how far they are from the truth; least squares gives both"
        ]
    );
    for (caveat, sentence) in [
        (
            Caveat::TakenExactly(vec!["m_u".to_owned(), "l".to_owned()]),
            "the bounds take known values to hold exactly: they leave out the deviation of m_u, l",
        ),
        (
            Caveat::Impossible(ImpossibleBodies(vec!["a".to_owned(), "b".to_owned()])),
            "a; b: a known value is wrong, or the recording",
        ),
        (
            Caveat::NoBounds(crate::consistency::ConsistencyError::NotFinite(
                "m_u".to_owned(),
            )),
            "m_u is not a finite number",
        ),
    ] {
        assert_eq!(caveat.to_string(), sentence);
        assert_eq!(serde_json::to_value(&caveat).expect("JSON"), sentence);
    }
}

/// Without a plan everything that is not known is bounded, but for drives that are base parameters of their own.
#[test]
fn bounds_are_of_what_is_neither_known_nor_identified() {
    let pendulum = double_pendulum::ROBOT.model();
    let mut beta = vec![0.0; 6];
    double_pendulum::ROBOT
        .base_parameters(&nominal(pendulum), &mut beta)
        .expect("its sizes");
    let estimate = BaseEstimate::exact(beta);
    let known = [given("m_lower", 1.8, 0.1), given("ty_upper", 0.01, 0.0)];
    let (found, rough) = bounded(pendulum, &estimate, &known, 2.0).expect("consistent");
    assert_eq!(rough, ["m_lower"]);
    let names: Vec<&str> = found.parameters.iter().map(|p| p.name.as_str()).collect();
    let all = ["upper", "lower"]
        .map(|body| Inertial::ALL.map(|component| format!("{}_{body}", component.physical())));
    let all = all.as_flattened().iter().map(String::as_str);
    let open: Vec<&str> = all
        .filter(|name| !["m_lower", "ty_upper"].contains(name))
        .collect();
    assert_eq!(names, open);
    // A plan's own are known or recovered, its lengths no parameters of bodies.
    let robot = by_hand([None; 3], true);
    let estimate = BaseEstimate::exact(vec![1.2, 0.9, 0.8]);
    let known = [given("m_u", 4.0, 0.0), given("l", 0.6, 0.1)];
    let (found, rough) = bounded(&robot.model, &estimate, &known, 2.0).expect("consistent");
    assert!(rough.is_empty());
    let names: Vec<&str> = found.parameters.iter().map(|p| p.name.as_str()).collect();
    assert!(!names.contains(&"m_u") && !names.contains(&"tx_u") && !names.contains(&"Jxx_v"));
    assert_eq!(names.len(), 20 - 4);
    let open = with_length(PhysicalKind::FittedLength);
    let again = bounded(&open.model, &estimate, &known, 2.0).expect("consistent");
    assert_eq!(again, (found, rough));
    // Two drives, of which one is a base parameter by itself.
    let mut drives = *pendulum;
    let drive = |name: &'static str, kind| Parameter {
        name,
        kind,
        ..pendulum.parameters[0]
    };
    let site = armwright_runtime::Site::Joint(0);
    let mut parameters = pendulum.parameters.to_vec();
    parameters.push(drive("fv", ParameterKind::Viscous(site)));
    parameters.push(drive("Ia", ParameterKind::Inertia(site)));
    let term = |parameter: usize, coefficient: f64| Term {
        parameter,
        coefficient,
    };
    let mut base = pendulum.base.to_vec();
    let own = |name: &'static str, terms: Vec<Term>| BaseParameter {
        name,
        terms: terms.leak(),
        ..pendulum.base[0]
    };
    base.push(own("fv", vec![term(20, 1.0)]));
    base.push(own("Ia", vec![term(21, 1.0), term(0, 0.5)]));
    drives.parameters = parameters.leak();
    drives.base = base.leak();
    let mut beta = vec![0.0; 6];
    double_pendulum::ROBOT
        .base_parameters(&nominal(pendulum), &mut beta)
        .expect("its sizes");
    beta.extend([0.3, 2.0]);
    let (found, _) = bounded(&drives, &BaseEstimate::exact(beta), &[], 2.0).expect("consistent");
    let last: Vec<&str> = found
        .parameters
        .iter()
        .skip(19)
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(last, ["Jzz_lower", "Ia"]);
}

/// Three values that are compared share a level of 5 %, and so do two equations: of the ones 2.39 deviations are beyond it, of the
/// others 2.24, where one by itself had 1.96.
#[test]
fn values_and_equations_share_the_level_among_them() {
    let mut robot = by_hand([Some(0.25), None, None], true);
    let plan = robot.model.recovery.expect("a plan");
    robot.model.recovery = Some(Recovery {
        spare: vec![SPARE; 2].leak(),
        ..plan
    });
    // `tx_u` is 0.3 for 0.25, a quarter of what A is known to; of the first equation so much is left.
    let of = |std: f64, residual: f64| {
        let root = (1.2 + residual) / 0.6;
        let mut estimate = BaseEstimate::exact(vec![1.2, 2.25, root - 1.5]);
        estimate.covariance[0][0] = std * std;
        let found = interpret(&robot, &estimate, &[given("l", 0.6, 0.0)], UNBOUNDED);
        let found = found.expect("its own values");
        let (value, spare) = (&found.physical[0], &found.spare[0]);
        let deviations = [value.deviations, spare.deviations].map(|d| d.expect("known"));
        near(&deviations, &[0.2 / std, residual / std]);
        (value.differs, spare.differs)
    };
    for (value, equation, differs) in [
        (2.2, 2.1, (false, false)),
        (2.45, 2.1, (true, false)),
        (2.2, 2.3, (false, true)),
    ] {
        let std = 0.2 / value;
        assert_eq!(of(std, equation * std), differs, "{value} {equation}");
    }
}

/// Of four solutions three are told: the nearest of them first, each with its own rule.
#[test]
fn other_solutions_stand_in_the_order_of_their_distance() {
    let of = |nominal: [Option<f64>; 3], beta: [f64; 3]| {
        let robot = ByHand {
            is_of_either_sign: true,
            ..by_hand(nominal, false)
        };
        let estimate = BaseEstimate::exact(beta.to_vec());
        let found = interpret(&robot, &estimate, &[given("l", 0.6, 0.0)], UNBOUNDED);
        found.expect("its own values")
    };
    let others = |found: &Interpretation| -> Vec<(String, Rule)> {
        let all = alternatives(found).into_iter();
        let said = |values: Vec<(&str, f64)>| {
            let each = values.iter().map(|(name, x)| format!("{name} {x:.2}"));
            each.collect::<Vec<_>>().join(", ")
        };
        all.map(|(values, rule)| (said(values), rule)).collect()
    };
    let told = |of: &str, rule: Rule| (of.to_owned(), rule);
    // Roots 3 and 1 beside 2.1 are 0.18 and 0.27 off in squares of shares, the other sign is 4.
    let found = of([Some(0.3), Some(2.1), None], [1.2, 1.0, 2.0]);
    near(&recovered(&found), &[0.3, 3.0, 0.42]);
    assert_eq!(
        others(&found),
        [
            told("Jxx_v 0.62, m_v 1.00", Rule::Nearness),
            told("tx_u -0.30", Rule::Nearness),
            told("Jxx_v 0.62, m_v 1.00, tx_u -0.30", Rule::Nearness),
        ]
    );
    // Roots 2 and -1, of which the latter is no mass. What left only the one that was taken is nearness.
    let found = of([None; 3], [1.2, 2.25, 0.5]);
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    assert_eq!(
        others(&found),
        [
            told("Jxx_v 0.82, m_v -1.00", Rule::Consistency),
            told("tx_u -0.30", Rule::Nearness),
            told("Jxx_v 0.82, m_v -1.00, tx_u -0.30", Rule::Consistency),
        ]
    );
    assert_eq!(found.solutions.expect("four").chosen_by, Rule::Nearness);
}

/// The plan goes on with the length that was fitted, and it is said that another one was given.
#[test]
fn a_given_length_that_was_fitted_otherwise_is_told() {
    let robot = with_length(PhysicalKind::FittedLength);
    let mut estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    estimate.lengths = vec![LengthEstimate {
        name: "l".to_owned(),
        value: 0.6,
        covariance: vec![0.0; 3],
        among: vec![0.01],
    }];
    let known = [given("l", 0.3, 0.0)];
    let found = interpret(&robot, &estimate, &known, UNBOUNDED).expect("an answer");
    near(&recovered(&found), &[0.3, 2.0, 0.52]);
    let fitted = Caveat::Fitted {
        known: given("l", 0.3, 0.0),
        value: 0.6,
    };
    assert!(found.caveats.contains(&fitted), "{:?}", found.caveats);
}
