//! Differences of a double pendulum, whose base parameters are sums that can be written down.

use nalgebra::{DMatrix, DVector};

use super::{Differences, What, candidates, least, least_squares};
use crate::identify::{BaseEstimate, LengthEstimate};
use crate::parameters::{nominal, nominal_base};
use crate::regression::by_hand::{B, ByHand, MODEL, P, PARAMETERS};
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{
    EvaluationError, Inertial, Inputs, Model, Parameter, Physical, PhysicalKind, Quantity, Robot,
};

/// Deviations of the base parameters.
const STD: [f64; 6] = [0.1, 0.2, 0.05, 0.4, 0.02, 0.01];
/// How many of them each is off.
const OFF: [f64; 6] = [1.5, -0.5, 2.0, 0.0, -1.0, 0.25];

fn nominals(robot: &dyn Robot) -> Vec<f64> {
    let model = robot.model();
    let all = (0..model.base.len()).map(|k| nominal_base(model, k));
    all.map(|x| x.expect("a nominal value")).collect()
}

fn estimate() -> BaseEstimate {
    let mut estimate = BaseEstimate::exact(nominals(&ROBOT));
    for k in 0..6 {
        estimate.beta[k] += OFF[k] * STD[k];
        estimate.covariance[k][k] = STD[k] * STD[k];
    }
    estimate
}

fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-8 * (1.0 + expected.abs()),
        "{found} for {expected}"
    );
}

/// The sum of squares of deviations, and the tail of chi-square: `e^(-x/2) (1 + x/2 + x²/8)` of six.
#[test]
fn differences_count_in_deviations() {
    let (estimate, all) = (estimate(), nominals(&ROBOT));
    let differences = Differences::of(&ROBOT, &estimate, &[0, 1, 2, 3, 4, 5], &all);
    assert_eq!(differences.count(), 6);
    near(differences.statistic(), 7.5625);
    let half = 7.5625 / 2.0_f64;
    near(
        differences.tail(7.5625, 6),
        (-half).exp() * (1.0 + half + half * half / 2.0),
    );
    near(differences.tail(3.0, 2), (-1.5_f64).exp());
    let some = Differences::of(&ROBOT, &estimate, &[2, 4], &all);
    near(some.statistic(), 5.0);
    // Fewer degrees of freedom make a statistic less of one.
    let mut little = estimate.clone();
    little.freedom[1] = 4.0;
    let wider = Differences::of(&ROBOT, &little, &[0, 1], &all);
    assert!(wider.tail(9.0, 2) > differences.tail(9.0, 2) + 1e-3);
    let other = Differences::of(&ROBOT, &little, &[0, 2], &all);
    near(other.tail(9.0, 2), differences.tail(9.0, 2));
}

/// Ten of each body: masses, centres, inertias about them.
#[test]
fn candidates_are_physical_parameters_with_their_nominal_values() {
    let differences = Differences::of(&ROBOT, &estimate(), &[0], &nominals(&ROBOT));
    let names = ["upper", "lower"]
        .map(|body| Inertial::ALL.map(|component| format!("{}_{body}", component.physical())));
    let values = [
        3.2, 0.17, 0.01, -0.02, 0.006, 0.0, 0.0012, 0.052, 0.0, 0.05, 1.8, 0.14, 0.0, 0.015, 0.003,
        0.0, -0.0006, 0.021, 0.0, 0.02,
    ];
    assert_eq!(differences.candidates.len(), 20);
    let expected = names.as_flattened().iter().zip(values);
    for (found, (name, value)) in differences.candidates.iter().zip(expected) {
        assert_eq!(&found.name, name);
        assert!((found.nominal - value).abs() < 1e-12, "{name}");
    }
    // Of the wrist: bodies, then drives, then the length.
    let all = nominals(&abb_wrist::ROBOT);
    let estimate = BaseEstimate::exact(all.clone());
    let mut some = estimate;
    some.covariance[0][0] = 1.0;
    let wrist = Differences::of(&abb_wrist::ROBOT, &some, &[0], &all);
    let model = abb_wrist::ROBOT.model();
    let names: Vec<&str> = wrist.candidates.iter().map(|c| c.name.as_str()).collect();
    let drives = model.parameters[30..].iter().map(|p| p.name);
    let expected: Vec<&str> = drives.chain(["l_b1"]).collect();
    assert_eq!(names[30..], expected);
    for (found, value) in wrist.candidates[30..].iter().zip(&nominal(model)[30..]) {
        assert_eq!(found.nominal, *value);
    }
}

/// What is never negative is sought from 0 on, unless the file says that it is.
#[test]
fn what_is_never_negative_ends_at_zero() {
    let any = f64::NEG_INFINITY;
    assert_eq!(
        [2.0, 0.0, -1.0].map(|nominal| least(true, nominal)),
        [0.0, 0.0, any]
    );
    assert_eq!(
        [2.0, 0.0, -1.0].map(|nominal| least(false, nominal)),
        [any; 3]
    );
}

/// Friction of a joint that its file says is 0, and another of which it says nothing.
#[test]
fn a_nominal_value_of_zero_is_one() {
    const PARAMETERS_WITH_ZERO: [Parameter; P] = {
        let mut all = PARAMETERS;
        all[5].nominal = Some(0.0);
        all
    };
    const WITH_ZERO: Model = Model {
        parameters: &PARAMETERS_WITH_ZERO,
        ..MODEL
    };
    let found = candidates(&WITH_ZERO);
    let found: Vec<_> = found
        .iter()
        .map(|c| (c.name.as_str(), c.nominal, c.what))
        .collect();
    // No body has all ten.
    assert!(
        matches!(
            found[..],
            [
                ("fc_m2", 0.2, What::Drive(4)),
                ("fv_j1", 0.0, What::Drive(5))
            ]
        ),
        "{found:?}"
    );
    // Identified at 0.3 with a deviation of 0.1, it explains that by itself, and the other nothing.
    let all = vec![1.5, 1.2, 3.0, 0.2, 0.0, 0.0];
    let mut estimate = BaseEstimate::exact(all.clone());
    estimate.beta[4] = 0.3;
    (0..B).for_each(|k| estimate.covariance[k][k] = 0.01);
    let robot = ByHand(&WITH_ZERO);
    let differences = Differences::of(&robot, &estimate, &[3, 4], &all);
    near(differences.statistic(), 9.0);
    let (by, left) = differences.fit(&[1]);
    near(by[0], 0.3);
    near(left, 0.0);
    let (by, left) = differences.fit(&[0]);
    near(by[0], 0.0);
    near(left, 9.0);
}

/// `mx_u + l m_l`, `mz_u`, `Lyy_u + l² m_l`, `mx_l`, `mz_l`, `Lyy_l`, with `Lyy = Jyy + m (tx² + tz²)` and l = 0.4.
#[test]
fn base_parameters_change_with_physical_ones() {
    let differences = Differences::of(&ROBOT, &estimate(), &[0, 1, 2, 3, 4, 5], &nominals(&ROBOT));
    let place = |name: &str| {
        let mut all = differences.candidates.iter();
        all.position(|c| c.name == name).expect("a candidate")
    };
    for (name, by, derivatives) in [
        ("Jyy_upper", 0.0, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
        ("Jyy_lower", 0.3, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
        ("Jxx_lower", 0.0, [0.0; 6]),
        // Nominally 0.
        ("ty_lower", 0.0, [0.0; 6]),
        ("ty_lower", 0.2, [0.0; 6]),
        ("tx_lower", 0.0, [0.0, 0.0, 0.0, 1.8, 0.0, 2.0 * 1.8 * 0.14]),
        ("tx_lower", 0.1, [0.0, 0.0, 0.0, 1.8, 0.0, 2.0 * 1.8 * 0.24]),
        (
            "tz_upper",
            -0.05,
            [0.0, 3.2, 2.0 * 3.2 * -0.07, 0.0, 0.0, 0.0],
        ),
        (
            "m_lower",
            0.5,
            [0.4, 0.0, 0.16, 0.14, 0.015, 0.14 * 0.14 + 0.015 * 0.015],
        ),
    ] {
        let found = differences.derivatives(&[place(name)], &[by]);
        for k in 0..6 {
            near(found[(k, 0)], derivatives[k] / STD[k]);
        }
    }
    // Two at once: each by itself, and the mass at the centre that the other moved.
    let pair = [place("m_lower"), place("tx_lower")];
    let found = differences.derivatives(&pair, &[0.2, 0.1]);
    near(found[(3, 0)], 0.24 / STD[3]);
    near(found[(3, 1)], 2.0 / STD[3]);
    near(found[(5, 0)], (0.24 * 0.24 + 0.015 * 0.015) / STD[5]);
    near(found[(5, 1)], 2.0 * 2.0 * 0.24 / STD[5]);
    // A parameter of one base parameter takes up that difference.
    let (by, left) = differences.fit(&[place("Jyy_upper")]);
    near(by[0], 2.0 * 0.05);
    near(left, 7.5625 - 4.0);
    let (by, left) = differences.fit(&[place("Jyy_lower"), place("Jyy_upper")]);
    near(by[0], 0.25 * 0.01);
    near(by[1], 0.1);
    near(left, 7.5625 - 4.0 - 0.0625);
    // What changes nothing explains nothing.
    assert_eq!(
        differences.fit(&[place("Jxx_lower")]),
        (vec![0.0], differences.statistic())
    );
}

/// Length and centre are one to the wrist: a length that was fitted is compared by itself.
#[test]
fn lengths_that_were_fitted_are_compared_too() {
    let robot = &abb_wrist::ROBOT;
    let all = nominals(robot);
    let mut estimate = BaseEstimate::exact(all.clone());
    estimate.covariance[3][3] = 0.04;
    estimate.beta[3] += 0.4;
    let length = |name: &str, value: f64, variance: f64| LengthEstimate {
        name: name.to_owned(),
        value,
        covariance: vec![0.0; all.len()],
        among: vec![variance; 1],
    };
    estimate.lengths = vec![length("l_b1", 0.088, 1e-6)];
    let differences = Differences::of(robot, &estimate, &[3], &all);
    assert_eq!(differences.count(), 2);
    near(differences.whitened[0], 2.0);
    near(differences.whitened[1], 3.0);
    let last = differences.candidates.len() - 1;
    assert_eq!(differences.candidates[last].name, "l_b1");
    near(differences.derivatives(&[last], &[0.0])[(1, 0)], 1e3);
    // With 6 kg of c at its end, `mx_b + mx_c + l m_c`.
    near(differences.derivatives(&[last], &[0.0])[(0, 0)], 6.0 / 0.2);
    // Its deviation and its value are its own, behind a length that is none of the robot's.
    let own = LengthEstimate {
        among: vec![0.0, 1e-6],
        ..length("l_b1", 0.088, 0.0)
    };
    let before = LengthEstimate {
        among: vec![0.0, 0.0],
        ..length("l_c", 0.5, 0.0)
    };
    estimate.lengths = vec![before, own];
    let second = Differences::of(robot, &estimate, &[3], &all);
    assert_eq!(second.count(), 2);
    near(second.whitened[0], 2.0);
    near(second.whitened[1], 3.0);
    // One that holds exactly is not, nor one that the robot does not have.
    estimate.lengths = vec![length("l_b1", 0.088, 0.0)];
    assert_eq!(Differences::of(robot, &estimate, &[3], &all).count(), 1);
    estimate.lengths = vec![length("l_c", 0.088, 1e-6)];
    assert_eq!(Differences::of(robot, &estimate, &[3], &all).count(), 1);
}

#[test]
fn a_few_unknowns_are_solved_for_where_they_are_told_apart() {
    let solved = |columns: &[[f64; 3]], right: [f64; 3]| {
        let columns: Vec<_> = columns
            .iter()
            .map(|c| DVector::from_column_slice(c))
            .collect();
        let right = DVector::from_column_slice(&right);
        least_squares(&DMatrix::from_columns(&columns), &right)
    };
    // `numpy.linalg.lstsq`; by hand, 2 and -1 of the columns and something at right angles.
    let found = solved(
        &[[1.0, 2.0, 2.0], [0.0, 3.0, -3.0]],
        [2.0 + 4.0, 4.0 - 3.0 - 1.0, 4.0 + 3.0 - 1.0],
    );
    let found = found.expect("two unknowns");
    near(found[0], 2.0);
    near(found[1], -1.0);
    assert_eq!(solved(&[[1.0, 2.0, 2.0], [0.0; 3]], [1.0; 3]), None);
    assert_eq!(solved(&[[1.0, 2.0, f64::NAN]], [1.0; 3]), None);
    assert_eq!(
        solved(&[[1.0, 2.0, 2.0], [-2.0, -4.0, -4.0]], [1.0; 3]),
        None
    );
    // Nearer than a ten-thousandth to parallel is parallel.
    assert_eq!(
        solved(&[[1.0, 0.0, 0.0], [1.0, 0.9e-4, 0.0]], [1.0; 3]),
        None
    );
    assert!(solved(&[[1.0, 0.0, 0.0], [1.0, 1.1e-4, 0.0]], [1.0; 3]).is_some());
    assert_eq!(solved(&[[1.0, 0.0, 0.0]], [f64::INFINITY, 0.0, 0.0]), None);
}

/// A mass below nothing would explain what is seen best: it is taken as 0 and no less.
#[test]
fn no_mass_below_nothing_is_a_suspect() {
    let all = nominals(&ROBOT);
    let seen = |mass: f64| {
        let model = ROBOT.model();
        let mut theta = nominal(model);
        let place = |name: &str| {
            model
                .parameters
                .iter()
                .position(|p| p.name == name)
                .expect(name)
        };
        theta[place("m_lower")] = mass;
        let mut beta = vec![0.0; model.base.len()];
        ROBOT
            .base_parameters(&theta, &mut beta)
            .expect("base parameters");
        let mut estimate = BaseEstimate::exact(beta);
        for k in 0..all.len() {
            estimate.covariance[k][k] = 1e-6;
        }
        let places: Vec<usize> = (0..all.len()).collect();
        let differences = Differences::of(&ROBOT, &estimate, &places, &all);
        let named = |c: &super::Candidate| c.name == "m_lower";
        let at = differences
            .candidates
            .iter()
            .position(named)
            .expect("a mass");
        let (by, left) = differences.fit(&[at]);
        (
            differences.candidates[at].nominal + by[0],
            left,
            differences.statistic(),
        )
    };
    let (mass, ..) = seen(-0.9);
    near(mass, 0.0);
    let (mass, left, before) = seen(0.9);
    assert!(mass > 0.0 && left < before, "{mass} {left} {before}");
}

/// The mass would be -0.9 kg and the inertia 1 kg·m² more: with no mass, the inertia takes up what that leaves of `Lyy_u + l² m_l`.
#[test]
fn what_ends_at_zero_leaves_the_rest_to_the_others() {
    let all = nominals(&ROBOT);
    let mut estimate = BaseEstimate::exact(all.clone());
    let of_mass = [0.4, 0.0, 0.16, 0.14, 0.015, 0.14 * 0.14 + 0.015 * 0.015];
    for (k, by) in of_mass.into_iter().enumerate() {
        estimate.beta[k] -= 2.7 * by;
        estimate.covariance[k][k] = 1e-6;
    }
    estimate.beta[2] += 1.0;
    let differences = Differences::of(&ROBOT, &estimate, &[0, 1, 2, 3, 4, 5], &all);
    let place = |name: &str| {
        let mut all = differences.candidates.iter();
        all.position(|c| c.name == name).expect("a candidate")
    };
    let (by, left) = differences.fit(&[place("m_lower"), place("Jyy_upper")]);
    near(by[0], -1.8);
    near(by[1], 1.0 - 0.9 * 0.16);
    let others = [0, 3, 4, 5].map(|k| (0.9 * of_mass[k] * 1e3).powi(2));
    near(left, others.iter().sum());
}

/// The wrist with a length that would have to be fitted.
struct ToBeFitted;

impl Robot for ToBeFitted {
    fn model(&self) -> &Model {
        abb_wrist::ROBOT.model()
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        abb_wrist::ROBOT.evaluate(quantity, inputs, out)
    }

    fn lengths(&self) -> &'static [Physical] {
        let kind = PhysicalKind::FittedLength;
        let lengths = abb_wrist::ROBOT.lengths().iter();
        let lengths = lengths.map(|length| Physical { kind, ..*length });
        lengths.collect::<Vec<_>>().leak()
    }

    fn base_parameters_at(
        &self,
        theta: &[f64],
        lengths: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        abb_wrist::ROBOT.base_parameters_at(theta, lengths, out)
    }
}

/// It shows in no base parameter; one that was fitted does.
#[test]
fn a_length_that_has_to_be_fitted_and_is_not_is_no_suspect() {
    let all = nominals(&ToBeFitted);
    let mut estimate = BaseEstimate::exact(all.clone());
    estimate.covariance[0][0] = 1.0;
    let is_suspected = |estimate: &BaseEstimate| {
        let differences = Differences::of(&ToBeFitted, estimate, &[0], &all);
        differences.candidates.iter().any(|c| c.name == "l_b1")
    };
    assert!(!is_suspected(&estimate));
    estimate.lengths = vec![LengthEstimate {
        name: "l_b1".to_owned(),
        value: 0.088,
        covariance: vec![0.0; all.len()],
        among: vec![1e-6],
    }];
    assert!(is_suspected(&estimate));
}
