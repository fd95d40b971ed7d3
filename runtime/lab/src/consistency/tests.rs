//! Intervals, statements and the programs behind them, with bodies whose numbers are known by hand.

use nalgebra::Matrix4;

use super::evidence::{statements, steiner};
use super::feasible::{FeasibleSet, LowerBound, read};
use super::inertia::{above, below, largest};
use super::statement::{Equation, Statement, equations};
use super::{Consistency, ConsistencyError, End, Evidence, Interval, Known, Measure, consistency};
use crate::cone::block::vector;
use crate::cone::interior_point::{Ending, Solution};
use crate::cone::program::{Constraint, Program};
use crate::parameters::standard;
use crate::pseudo_inertia::{Frame, variable};
use LowerBound::{Impossible, Undecided, Unlimited, Value};
use armwright_robots::double_pendulum;
use armwright_runtime::{
    Axis, BaseParameter, Class, Inertial, Model, Parameter, ParameterKind, Robot, Site, Term,
};

#[test]
fn the_better_of_two_bounds_is_the_larger_and_one_that_is_decided() {
    let (small, large) = (Value(1.0, 0.5), Value(2.0, 0.25));
    for (one, other, better) in [
        (small, large, large),
        (large, small, large),
        (Value(2.0, 0.125), large, Value(2.0, 0.125)),
        (Impossible, small, Impossible),
        (small, Impossible, small),
        (small, Unlimited, small),
        (Unlimited, small, small),
        (Undecided, small, small),
        (small, Undecided, small),
        (Unlimited, Undecided, Unlimited),
        (Undecided, Unlimited, Unlimited),
        (Undecided, Impossible, Impossible),
        (Impossible, Undecided, Impossible),
        (Undecided, Undecided, Undecided),
    ] {
        assert_eq!(one.better(other), better, "{one:?} {other:?}");
    }
    for (bound, floored) in [
        (Value(3.0, 0.5), Value(3.0, 0.5)),
        (Value(2.0, 0.5), Value(2.0, 0.5)),
        (Value(1.9, 0.5), Value(2.0, 0.0)),
        (Unlimited, Value(2.0, 0.0)),
        (Undecided, Value(2.0, 0.0)),
        (Impossible, Impossible),
    ] {
        assert_eq!(bound.at_least(2.0), floored, "{bound:?}");
    }
}

fn interval(low: Option<f64>, high: Option<f64>, ends: [End; 2], gap: f64) -> Interval {
    let [low_end, high_end] = ends;
    Interval {
        name: String::new(),
        unit: String::new(),
        low,
        high,
        low_end,
        high_end,
        gap,
        nominal: None,
    }
}

#[test]
fn an_interval_is_made_of_two_bounds() {
    use End::{Outer, Sharp, Unlimited as Endless};
    let sharp = interval(Some(1.5), Some(4.0), [Sharp; 2], 0.3);
    assert_eq!(Interval::of(Value(1.5, 0.1), Value(-4.0, 0.3)), sharp);
    assert_eq!(
        Interval::of(Value(1.5, 0.3), Value(-4.0, 0.1)),
        interval(Some(1.5), Some(4.0), [Sharp; 2], 0.3)
    );
    for (least, least_negative, ends) in [
        (Unlimited, Undecided, [Endless, End::Undecided]),
        (Impossible, Unlimited, [End::Undecided, Endless]),
    ] {
        let found = Interval::of(least, least_negative);
        assert_eq!(found, interval(None, None, ends, 0.0));
    }
    let half = interval(None, Some(-2.0), [Endless, Sharp], 0.25);
    let named = Interval {
        name: "m_a".to_owned(),
        unit: "kg".to_owned(),
        nominal: Some(7.0),
        ..half.clone()
    };
    assert_eq!(
        named.clone().at(3.0),
        Interval {
            low: Some(3.0),
            high: Some(3.0),
            low_end: Sharp,
            high_end: Sharp,
            gap: 0.0,
            ..named.clone()
        }
    );
    assert_eq!(
        named.clone().times(4.0, "N"),
        Interval {
            unit: "N".to_owned(),
            high: Some(-8.0),
            gap: 1.0,
            ..named.clone()
        }
    );
    assert_eq!(
        interval(Some(-3.0), Some(5.0), [Sharp; 2], 0.5).times(0.5, ""),
        interval(Some(-1.5), Some(2.5), [Sharp; 2], 0.25)
    );
    assert_eq!(named.clone().outer_unless(true), named);
    assert_eq!(half.clone().outer_unless(false).high_end, Outer);
    assert_eq!(half.clone().outer_unless(false).low_end, Endless);
    assert_eq!(sharp.clone().outer_unless(false).low_end, Outer);
    assert_eq!(
        half.at_least_zero(),
        interval(Some(0.0), Some(-2.0), [Outer, Sharp], 0.25)
    );
    assert_eq!(
        interval(Some(-1.0), None, [Sharp, Endless], 0.0).at_least_zero(),
        interval(Some(0.0), None, [Sharp, Endless], 0.0)
    );
    assert_eq!(sharp.clone().at_least_zero(), sharp);
}

/// A gap of 0.01 and a thousandth of the nominal value beyond 1 and 2.
#[test]
fn a_nominal_value_is_excluded_beyond_the_gap_and_a_thousandth() {
    let of = |low: Option<f64>, high: Option<f64>, nominal: Option<f64>| {
        let found = Interval {
            nominal,
            ..interval(low, high, [End::Sharp; 2], 0.01)
        };
        found.excludes_nominal()
    };
    let both = (Some(1.0), Some(2.0));
    for (nominal, excluded) in [
        (0.9889, true),
        (0.9892, false),
        (1.5, false),
        (2.0118, false),
        (2.0122, true),
    ] {
        assert_eq!(of(both.0, both.1, Some(nominal)), excluded, "{nominal}");
    }
    assert!(of(None, Some(2.0), Some(3.0)) && of(Some(1.0), None, Some(-3.0)));
    assert!(!of(None, Some(2.0), Some(-3.0)) && !of(Some(1.0), None, Some(3.0)));
    assert!(!of(both.0, both.1, None));
    // Of a nominal value below zero the thousandth is as wide.
    assert!(!of(Some(-1.0), None, Some(-1.0109)) && of(Some(-1.0), None, Some(-1.0112)));
}

#[test]
fn an_interval_is_narrow_within_a_share_of_its_larger_end() {
    let of = |low: Option<f64>, high: Option<f64>, share: f64| {
        interval(low, high, [End::Sharp; 2], 0.0).is_narrow(share)
    };
    assert!(of(Some(2.0), Some(2.5), 0.2) && !of(Some(2.0), Some(2.5), 0.199));
    assert!(of(Some(-2.5), Some(-2.0), 0.2) && !of(Some(-2.5), Some(-2.0), 0.199));
    assert!(of(Some(-1.0), Some(2.0), 1.5) && !of(Some(-1.0), Some(2.0), 1.49));
    assert!(!of(None, Some(2.0), 9.0) && !of(Some(2.0), None, 9.0));
}

/// What the solver ended with, and what it proved.
#[test]
fn what_the_solver_found_is_read_as_a_bound() {
    let of = |ending: Ending, value: f64, proved: f64, limit_share: f64| {
        read(&Solution {
            ending,
            variables: Vec::new(),
            multipliers: Vec::new(),
            value,
            residual: 0.0,
            proved,
            limit_share,
            steps: 3,
        })
    };
    use Ending::{Converged, Infeasible, Stalled};
    assert_eq!(of(Infeasible, 5.0, 4.0, 0.0), Impossible);
    assert_eq!(of(Stalled, 5.0, f64::NEG_INFINITY, 0.0), Undecided);
    assert_eq!(of(Converged, f64::NAN, 4.0, 0.0), Undecided);
    // What the limit carries, up to 0.02 of 4, is taken off the bound.
    assert_eq!(of(Converged, 5.0, 4.0, 0.0625), Value(3.9375, 1.0625));
    assert_eq!(of(Stalled, 5.0, 4.0, 0.0625), Value(3.9375, 1.0625));
    assert_eq!(of(Converged, 3.0, 4.0, 0.0), Value(4.0, 0.0));
    assert_eq!(of(Converged, 5.0, -4.0, 0.0625), Value(-4.0625, 9.0625));
    // Of a small bound, up to 0.02.
    assert_eq!(
        of(Converged, 0.5, 0.25, 0.015_625),
        Value(0.234_375, 0.265_625)
    );
    assert_eq!(of(Converged, 0.5, 0.25, 0.021), Unlimited);
    // Beyond that the limit is all that stops it, where a point far out was reached: to a tenth.
    assert_eq!(of(Converged, -5.0, -50.0, 10.0), Unlimited);
    assert_eq!(of(Stalled, -100.0, -109.0, 10.0), Unlimited);
    assert_eq!(of(Stalled, -100.0, -111.0, 10.0), Undecided);
}

fn equation(name: &str, coefficients: &[f64], right: f64, allowance: f64) -> Equation {
    Equation {
        name: name.to_owned(),
        is_base: true,
        coefficients: coefficients.to_vec(),
        right,
        allowance,
    }
}

/// An allowance becomes two numbers: `row + a s = right + a`, `s + s' = 2`.
#[test]
fn equations_with_allowances_have_two_numbers_more() {
    let mut first = vec![0.0; 12];
    (first[3], first[11]) = (0.5, -2.0);
    let mut second = vec![0.0; 12];
    second[0] = 3.0;
    let set = FeasibleSet {
        blocks: 1,
        scalars: 2,
        equations: vec![
            equation("a", &first, 1.5, 0.25),
            equation("b", &second, 7.0, 0.0),
            equation("c", &second, -1.0, 2.0),
        ],
    };
    assert_eq!(set.variables(), 12);
    let row = |terms: &[(usize, f64)], right: f64| Constraint {
        terms: terms.to_vec(),
        right,
    };
    assert_eq!(
        set.program(vec![(4, -1.0)]),
        Program {
            blocks: 1,
            scalars: 6,
            rows: vec![
                row(&[(12, 1.0), (13, 1.0)], 2.0),
                row(&[(3, 0.5), (11, -2.0), (12, 0.25)], 1.75),
                row(&[(0, 3.0)], 7.0),
                row(&[(14, 1.0), (15, 1.0)], 2.0),
                row(&[(0, 3.0), (14, 2.0)], 1.0),
            ],
            cost: vec![(4, -1.0)],
            limit: 1e4,
        }
    );
    assert!((set.equations[0].norm() - 4.25_f64.sqrt()).abs() < 1e-15);
}

/// 3 kg, centre at (0.1, -0.05, 0.2), and another body.
const BODY: [f64; 10] = [3.0, 0.1, -0.05, 0.2, 0.05, 0.004, -0.006, 0.06, 0.002, 0.04];

/// The pseudo-inertia of standard parameters: `Σ = tr(L)/2 1 - L`, first moments and mass.
fn block(theta: [f64; 10]) -> Vec<f64> {
    let [m, x, y, z, xx, xy, xz, yy, yz, zz] = theta;
    let half = (xx + yy + zz) / 2.0;
    #[rustfmt::skip]
    let matrix = Matrix4::new(
        half - xx, -xy, -xz, x,
        -xy, half - yy, -yz, y,
        -xz, -yz, half - zz, z,
        x, y, z, m,
    );
    vector(&matrix).iter().copied().collect()
}

/// A set in which the second of two blocks is fixed, the first has a mass of 2 and inertias of a ball, and a scalar is 5.
fn fixed() -> FeasibleSet {
    let ball = block([2.0, 0.0, 0.0, 0.0, 0.2, 0.0, 0.0, 0.2, 0.0, 0.2]);
    let values = [ball, block(standard(BODY)), vec![5.0]].concat();
    let equations = values.iter().enumerate().map(|(k, value)| {
        let mut coefficients = vec![0.0; values.len()];
        coefficients[k] = 1.0;
        equation("", &coefficients, *value, 0.0)
    });
    FeasibleSet {
        blocks: 2,
        scalars: 1,
        equations: equations.collect(),
    }
}

#[test]
fn the_largest_inertia_of_a_body_that_is_known_is_its_own() {
    let set = fixed();
    for (axis, expected) in [(Axis::X, BODY[4]), (Axis::Y, BODY[7]), (Axis::Z, BODY[9])] {
        let Value(bound, gap) = largest(&set, 1, axis) else {
            panic!("{axis:?}: {:?}", largest(&set, 1, axis));
        };
        assert!(
            (bound + expected).abs() < 1e-6 && gap < 1e-6,
            "{axis:?}: {bound}"
        );
    }
}

#[test]
fn bounds_of_a_body_that_is_known_are_its_own_values() {
    let set = fixed();
    let near = |found: LowerBound, expected: f64| match found {
        Value(bound, gap) => assert!(
            (bound - expected).abs() < 1e-6 && gap < 1e-6,
            "{bound} for {expected}"
        ),
        other => panic!("{other:?} for {expected}"),
    };
    // The scalar, a moment (√2 times it is the variable), and its ratio to the mass.
    near(set.lower_bound(vec![(20, -1.0)]), -5.0);
    let moment = variable(1, (2, 3));
    near(
        set.lower_bound(vec![(moment, 2.0)]),
        2.0 * 2.0_f64.sqrt() * 0.6,
    );
    let half = std::f64::consts::FRAC_1_SQRT_2;
    near(
        set.lower_bound_of_ratio(vec![(moment, half)], variable(1, (3, 3))),
        0.2,
    );
    let none = FeasibleSet {
        equations: vec![equation(
            "",
            &[vec![0.0; 20], vec![1.0]].concat(),
            -1.0,
            0.0,
        )],
        ..set
    };
    assert_eq!(none.lower_bound(vec![(20, 1.0)]), Impossible);
}

/// `s = 1` and `s = 4`, each off by as many units of 1 and 2: one unit each, towards each other.
#[test]
fn a_distance_is_shared_in_units() {
    let at =
        |name: &str, right: f64| equation(name, &[vec![0.0; 10], vec![1.0]].concat(), right, 0.0);
    let set = FeasibleSet {
        blocks: 1,
        scalars: 1,
        equations: vec![at("low", 1.0), at("high", 4.0)],
    };
    let found = set.distance(&[1.0, 2.0]).expect("a distance");
    assert!(
        (found.proved - 1.0).abs() < 1e-5 && (found.attained - 1.0).abs() < 1e-5,
        "{found:?}"
    );
    assert!(
        (found.point[10] - 2.0).abs() < 1e-4 && found.point.len() == 11,
        "{found:?}"
    );
    // A larger value of the lower one helps, a smaller one of the higher; shares of the distance add up to 1.
    let [low, high] = found.multipliers[..] else {
        panic!("{found:?}");
    };
    assert!(
        low < 0.0 && high > 0.0 || low > 0.0 && high < 0.0,
        "{found:?}"
    );
    assert!(
        (low.abs() - 1.0 / 3.0).abs() < 1e-3 && (high.abs() - 2.0 / 3.0).abs() < 1e-3,
        "{found:?}"
    );
    // What has to hold holds.
    let found = set.distance(&[1.0, 0.0]).expect("a distance");
    assert!(
        (found.attained - 3.0).abs() < 1e-5 && found.multipliers[1] == 0.0,
        "{found:?}"
    );
    assert_eq!(set.distance(&[0.0, 0.0]), None);
}

/// Secants and planes at the body itself, by the standard parameters: `L - Σ (a + b) h + a b m` and
/// `L + p h_j + q h_i - p q m`.
#[test]
fn linear_functions_bound_inertias_about_the_centre() {
    let theta = standard(BODY);
    let point = [vec![0.0; 10], block(theta)].concat();
    let value =
        |linear: &Vec<(usize, f64)>| -> f64 { linear.iter().map(|(k, a)| a * point[*k]).sum() };
    let ranges = [(0.05, 0.3), (-0.2, 0.1), (0.15, 0.25)];
    let centre = ranges.map(Some);
    let m = theta[0];
    let moments = [theta[1], theta[2], theta[3]];
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}")
    };
    for axis in Axis::ALL {
        let mut expected = theta[Inertial::Inertia(axis, axis).at()];
        for k in (0..3).filter(|k| *k != axis.at()) {
            let (a, b) = ranges[k];
            expected += a * b * m - (a + b) * moments[k];
        }
        let found = below(1, (axis, axis), centre);
        assert_eq!(found.len(), 1);
        near(value(&found[0]), expected);
        assert!(expected < BODY[Inertial::Inertia(axis, axis).at()]);
        assert!(above(1, (axis, axis), centre).is_empty());
        let mut open = centre;
        open[(axis.at() + 1) % 3] = None;
        assert!(below(1, (axis, axis), open).is_empty());
        // Where it lies along its own axis says nothing.
        let mut open = centre;
        open[axis.at()] = None;
        assert_eq!(below(1, (axis, axis), open), found);
    }
    for (a, b) in [(Axis::X, Axis::Y), (Axis::X, Axis::Z), (Axis::Y, Axis::Z)] {
        let (i, j) = (a.at(), b.at());
        let own = theta[Inertial::Inertia(a, b).at()];
        let plane = |p: f64, q: f64| own + p * moments[j] + q * moments[i] - p * q * m;
        let (x, y) = (ranges[i], ranges[j]);
        let lower = below(1, (a, b), centre);
        let upper = above(1, (a, b), centre);
        assert_eq!((lower.len(), upper.len()), (2, 2));
        near(value(&lower[0]), plane(x.0, y.0));
        near(value(&lower[1]), plane(x.1, y.1));
        near(value(&upper[0]), plane(x.1, y.0));
        near(value(&upper[1]), plane(x.0, y.1));
        let truth = BODY[Inertial::Inertia(a, b).at()];
        assert!(lower.iter().all(|l| value(l) < truth) && upper.iter().all(|l| value(l) > truth));
        for lost in [i, j] {
            let mut open = centre;
            open[lost] = None;
            assert!(below(1, (a, b), open).is_empty() && above(1, (a, b), open).is_empty());
        }
    }
}

/// `m (|t|² - t_i²)` on the diagonal, `-m t_i t_j` off it.
#[test]
fn steiner_adds_what_is_known_of_the_centre() {
    use Axis::{X, Y, Z};
    let centre = [Some(0.5), Some(-0.25), None];
    assert_eq!(
        steiner(centre, (Z, Z)),
        (vec![(None, 0.25), (None, 0.0625)], true)
    );
    assert_eq!(steiner(centre, (X, X)), (vec![(None, 0.0625)], false));
    assert_eq!(steiner(centre, (Y, Y)), (vec![(None, 0.25)], false));
    assert_eq!(steiner(centre, (X, Y)), (vec![(Some(Y), -0.5)], true));
    assert_eq!(steiner(centre, (X, Z)), (vec![(Some(Z), -0.5)], true));
    assert_eq!(
        steiner([None, None, Some(0.125)], (Y, Z)),
        (vec![(Some(Y), -0.125)], true)
    );
    assert_eq!(
        steiner([Some(0.5), None, None], (Y, Z)),
        (Vec::new(), false)
    );
}

const NAMES: [&str; 10] = [
    "m_a", "mx_a", "my_a", "mz_a", "Lxx_a", "Lxy_a", "Lxz_a", "Lyy_a", "Lyz_a", "Lzz_a",
];

/// One body with nominal values of 4 kg and half a metre, Coulomb friction and an offset.
fn model() -> Model {
    let parameter = |name, kind, nominal| Parameter {
        name,
        unit: "N·m",
        kind,
        class: Class::Combined,
        nominal,
    };
    let nominal = [4.0, 0.4, -0.2, 0.8, 0.6, 0.01, -0.03, 0.6, 0.02, 0.8];
    let of_body = Inertial::ALL.into_iter().zip(NAMES).zip(nominal);
    let mut parameters: Vec<Parameter> = of_body
        .map(|((component, name), nominal)| {
            let kind = ParameterKind::Inertial { body: 0, component };
            parameter(name, kind, Some(nominal))
        })
        .collect();
    let site = Site::Joint(0);
    parameters.push(parameter("fc_q1", ParameterKind::Coulomb(site), Some(0.25)));
    parameters.push(parameter("fo_q1", ParameterKind::Offset(site), None));
    let base = |name, terms: &[(usize, f64)]| BaseParameter {
        name,
        expression: name,
        latex: "",
        unit: "",
        representative: terms[0].0,
        terms: terms
            .iter()
            .map(|(parameter, coefficient)| Term {
                parameter: *parameter,
                coefficient: *coefficient,
            })
            .collect::<Vec<_>>()
            .leak(),
    };
    Model {
        name: "one",
        bodies: &["a"],
        parameters: parameters.leak(),
        base: vec![
            base("Lzz_a", &[(9, 1.0), (0, 0.5)]),
            base("fc_q1", &[(10, 2.0)]),
        ]
        .leak(),
        ..*double_pendulum::ROBOT.model()
    }
}

fn known(all: &[(&str, f64)]) -> Vec<Known> {
    let one = |(name, value): &(&str, f64)| Known {
        name: (*name).to_owned(),
        value: *value,
    };
    all.iter().map(one).collect()
}

fn said(
    name: &str,
    terms: &[(usize, f64)],
    value: f64,
    allowance: f64,
    at_least: bool,
) -> Statement {
    Statement {
        name: name.to_owned(),
        is_base: false,
        terms: terms.to_vec(),
        value,
        allowance,
        at_least,
    }
}

fn identified(name: &str, terms: &[(usize, f64)], value: f64, allowance: f64) -> Statement {
    Statement {
        is_base: true,
        ..said(name, terms, value, allowance, false)
    }
}

/// Centres first, whatever comes first; then others, then base parameters.
#[test]
fn evidence_is_linear_statements() {
    let model = model();
    let known = known(&[
        ("Jxx_a", 0.3),
        ("ty_a", 0.25),
        ("Jyy_a", 0.5),
        ("m_a", 4.0),
        ("tz_a", -0.5),
        ("Jxy_a", 0.125),
        ("fc_q1", 0.75),
    ]);
    let evidence = Evidence {
        beta: &[7.0, 0.5],
        deviation: &[Some(0.2), Some(-0.1)],
        allowance: 3.0,
        known: &known,
    };
    let found = statements(&model, &evidence).expect("statements");
    assert_eq!(
        found.statements,
        [
            said("ty_a", &[(2, 1.0), (0, -0.25)], 0.0, 0.0, false),
            said("tz_a", &[(3, 1.0), (0, 0.5)], 0.0, 0.0, false),
            said(
                "Jxx_a",
                &[(4, 1.0), (0, -0.0625), (0, -0.25)],
                0.3,
                0.0,
                false
            ),
            said("Jyy_a", &[(7, 1.0), (0, -0.25)], 0.5, 0.0, true),
            said("m_a", &[(0, 1.0)], 4.0, 0.0, false),
            said("Jxy_a", &[(5, 1.0), (1, 0.25)], 0.125, 0.0, false),
            said("fc_q1", &[(10, 1.0)], 0.75, 0.0, false),
            identified("Lzz_a", &[(9, 1.0), (0, 0.5)], 7.0, 0.2),
            identified("fc_q1", &[(10, 2.0)], 0.5, 0.0),
        ]
    );
    let why = "an inertia about the centre of mass says all it can only where the centre is known";
    assert_eq!(found.unused, [format!("Jyy_a: {why}")]);
    assert_eq!(found.centres, [[None, Some(0.25), Some(-0.5)]]);
    // What the motion did not determine says nothing, whatever it is; a product without either coordinate neither.
    let open = self::known(&[("Jyz_a", 0.1)]);
    let evidence = Evidence {
        beta: &[f64::NAN, 0.5],
        deviation: &[None, Some(0.1)],
        known: &open,
        ..evidence
    };
    let found = statements(&model, &evidence).expect("statements");
    assert_eq!(
        found.statements,
        [identified("fc_q1", &[(10, 2.0)], 0.5, 0.1)]
    );
    assert_eq!(found.unused, [format!("Jyz_a: {why}")]);
}

#[test]
fn evidence_that_does_not_fit_is_refused() {
    let model = model();
    let usual = Evidence {
        beta: &[7.0, 0.5],
        deviation: &[Some(0.2), Some(0.1)],
        allowance: 3.0,
        known: &[],
    };
    let refused = |evidence: Evidence<'_>| match statements(&model, &evidence) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{evidence:?}"),
    };
    assert_eq!(
        refused(Evidence {
            beta: &[7.0],
            ..usual
        }),
        "base parameters: expected 2 numbers, got 1"
    );
    assert_eq!(
        refused(Evidence {
            deviation: &[None; 3],
            ..usual
        }),
        "standard deviations: expected 2 numbers, got 3"
    );
    let infinite = known(&[("m_a", 1.0), ("ty_a", f64::INFINITY)]);
    assert_eq!(
        refused(Evidence {
            known: &infinite,
            ..usual
        }),
        "ty_a is not a finite number"
    );
    let unknown = known(&[("m_b", 1.0)]);
    let said = refused(Evidence {
        known: &unknown,
        ..usual
    });
    assert!(
        said.starts_with("the robot has no parameter `m_b`; did you mean m_a"),
        "{said}"
    );
    assert_eq!(
        refused(Evidence {
            beta: &[7.0, f64::NAN],
            ..usual
        }),
        "fc_q1 is not a finite number"
    );
    assert_eq!(
        refused(Evidence {
            deviation: &[Some(f64::INFINITY), None],
            ..usual
        }),
        "Lzz_a is not a finite number"
    );
    let conflict = ConsistencyError::Conflict("m_a, Lzz_a".to_owned());
    assert_eq!(
        conflict.to_string(),
        "no bounds: no bodies that can exist have these values, however many standard deviations they are off; in conflict \
         are m_a, Lzz_a: a known value is wrong, or the recording"
    );
    let impossible = ConsistencyError::Impossible("m_a".to_owned());
    assert_eq!(
        impossible.to_string(),
        "no body can have the known values, whatever the motion says: m_a; correct them (a mass or an inertia below zero, \
         or a centre of mass without mass)"
    );
}

/// In units of 4 kg and half a metre. The offset is free: the equation that has most of it is used up.
#[test]
fn statements_are_equations_without_free_parameters() {
    let model = model();
    let frame = Frame::of(&model, &[7.0, 0.5]);
    let all = [
        said("sum", &[(0, 2.0), (11, 3.0)], 5.0, 0.3, false),
        said("offset", &[(11, 1.0)], 1.0, 0.0, false),
        said("friction", &[(10, 1.0)], 0.2, 0.0, false),
        said("inertia", &[(4, 1.0)], 0.3, 0.0, true),
        said("product", &[(5, 2.0), (1, 1.0)], 0.1, 0.0, false),
    ];
    let found = equations(&frame, 12, &all).expect("equations");
    let row = |entries: &[(usize, f64)]| {
        let mut row = vec![0.0; 12];
        for (k, x) in entries {
            row[*k] = *x;
        }
        row
    };
    let root = std::f64::consts::SQRT_2;
    let expected = [
        equation("friction", &row(&[(10, 0.25)]), 0.2, 0.0),
        equation(
            "inertia",
            &row(&[(4, 1.0), (7, 1.0), (11, -root)]),
            0.3,
            0.0,
        ),
        equation(
            "product",
            &row(&[(1, -2.0 / root), (3, 2.0 / root)]),
            0.1,
            0.0,
        ),
        equation("offset", &row(&[(9, -8.0 / 3.0)]), 1.0 - 5.0 / 3.0, 0.1),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found.name, expected.name);
        let numbers = |e: &Equation| [&e.coefficients[..], &[e.right, e.allowance]].concat();
        let pairs = numbers(found).into_iter().zip(numbers(expected));
        for (k, (found, expected)) in pairs.enumerate() {
            assert!(
                (found - expected).abs() < 1e-12,
                "{k}: {found} for {expected}"
            );
        }
    }
    // Two values of one thing.
    let twice = [
        said("friction", &[(10, 1.0)], 0.2, 0.0, false),
        said("again", &[(10, 2.0)], 0.5, 0.0, false),
    ];
    match equations(&frame, 11, &twice) {
        Err(ConsistencyError::Contradiction {
            name,
            value,
            implied,
        }) => {
            assert_eq!((name.as_str(), value), ("again", 0.5));
            assert!((implied - 0.4).abs() < 1e-12);
        }
        other => panic!("{other:?}"),
    }
    let error = ConsistencyError::Contradiction {
        name: "again".to_owned(),
        value: 0.5,
        implied: 0.4,
    };
    assert_eq!(
        error.to_string(),
        "again is 0.5, but the other exact values make it 0.4: leave one of them out, or give it a deviation"
    );
    // Allowed to differ, the same two stay; and a smaller share of the offset stands for a larger one.
    let allowed = [
        said("offset", &[(11, -1.0), (10, 4.0)], 1.0, 0.5, false),
        said("half", &[(11, 0.5)], 1.0, 0.25, false),
    ];
    let found = equations(&frame, 11, &allowed).expect("equations");
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].name.as_str(), found[0].coefficients[10]),
        ("half", 0.5)
    );
    assert_eq!((found[0].right, found[0].allowance), (1.5, 0.5));
}

/// All that is known of a body and its drive: every interval is a point, in SI units and beside its nominal value.
/// A base parameter stands for `Lzz_a + 0.5 m_a` under the name of the first: where that is known to be 7, what was identified as 3 is off, and
/// the known value is not impossible.
#[test]
fn what_was_identified_may_be_off_from_a_known_value_of_its_name() {
    let evidence = Evidence {
        beta: &[3.0, 0.5],
        deviation: &[Some(0.0); 2],
        allowance: 2.0,
        known: &known(&[("Lzz_a", 7.0)]),
    };
    let found = consistency(&model(), &evidence).expect("a distance");
    assert!(!found.consistent && found.distance > 0.0);
    assert_eq!(found.measure, Measure::Share);
    assert_eq!(found.resisting.first().map(String::as_str), Some("Lzz_a"));
}

#[test]
fn a_robot_that_is_known_has_points_for_intervals() {
    let model = model();
    let physical = BODY.into_iter().zip(Inertial::ALL);
    let name = |component: Inertial| format!("{}_a", component.physical());
    let all: Vec<Known> = physical
        .map(|(value, component)| Known {
            name: name(component),
            value,
        })
        .filter(|known| known.name != "Jzz_a")
        .collect();
    let beta = [standard(BODY)[9] + 1.5, 0.5];
    let evidence = Evidence {
        beta: &beta,
        deviation: &[Some(0.0), Some(0.0)],
        allowance: 2.0,
        known: &all,
    };
    let found = consistency(&model, &evidence).expect("consistent");
    let Consistency {
        consistent,
        distance,
        measure,
        allowance,
        resisting,
        parameters,
        unused,
    } = found;
    assert!(consistent && distance == 0.0 && measure == Measure::Share && allowance == 0.0);
    assert!(resisting.is_empty() && unused.is_empty());
    let names: Vec<String> = Inertial::ALL.into_iter().map(name).collect();
    let units = ["kg", "m", "m", "m"]
        .into_iter()
        .chain(["kg·m²"; 6])
        .chain(["N·m"]);
    // Nominal: the centre of 4 kg with moments (0.4, -0.2, 0.8), and inertias about it.
    let nominal = [
        4.0, 0.1, -0.05, 0.2, 0.43, -0.01, 0.05, 0.4, -0.02, 0.75, 0.25,
    ];
    let values = BODY.into_iter().chain([0.25]);
    assert_eq!(parameters.len(), 11);
    let names = names.iter().map(String::as_str).chain(["fc_q1"]);
    let expected = names.zip(units).zip(values.zip(nominal));
    for (found, ((name, unit), (value, nominal))) in parameters.iter().zip(expected) {
        assert_eq!((found.name.as_str(), found.unit.as_str()), (name, unit));
        let near = |x: Option<f64>, y: f64| x.is_some_and(|x| (x - y).abs() < 1e-5);
        assert!(
            near(found.low, value) && near(found.high, value),
            "{found:?} for {value}"
        );
        assert!(
            found.nominal.is_some_and(|x| (x - nominal).abs() < 1e-12),
            "{found:?}"
        );
        assert_eq!(
            [found.low_end, found.high_end],
            [End::Sharp; 2],
            "{found:?}"
        );
    }
}

/// Products of inertia that base parameters tell, about a centre that is known.
#[test]
fn products_of_inertia_about_a_known_centre_are_points() {
    let plain = model();
    let product = |name, parameter| BaseParameter {
        name,
        expression: name,
        latex: "",
        unit: "",
        representative: parameter,
        terms: vec![Term {
            parameter,
            coefficient: 1.0,
        }]
        .leak(),
    };
    let products = [
        product("Lxy_a", 5),
        product("Lxz_a", 6),
        product("Lyz_a", 8),
    ];
    let model = Model {
        base: [plain.base, &products].concat().leak(),
        ..plain
    };
    let known = known(&[
        ("m_a", BODY[0]),
        ("tx_a", BODY[1]),
        ("ty_a", BODY[2]),
        ("tz_a", BODY[3]),
        ("Jxx_a", BODY[4]),
        ("Jyy_a", BODY[7]),
    ]);
    let theta = standard(BODY);
    let evidence = Evidence {
        beta: &[theta[9] + 0.5 * BODY[0], 0.5, theta[5], theta[6], theta[8]],
        deviation: &[Some(0.0); 5],
        allowance: 2.0,
        known: &known,
    };
    let found = consistency(&model, &evidence).expect("consistent");
    assert!(found.consistent && found.unused.is_empty());
    for (k, name) in [(5, "Jxy_a"), (6, "Jxz_a"), (8, "Jyz_a"), (9, "Jzz_a")] {
        let interval = &found.parameters[k];
        assert_eq!(interval.name, name);
        let near = |x: Option<f64>| x.is_some_and(|x| (x - BODY[k]).abs() < 1e-5);
        assert!(near(interval.low) && near(interval.high), "{interval:?}");
    }
}

#[test]
fn friction_that_nothing_tells_is_only_not_negative() {
    let model = model();
    let evidence = Evidence {
        beta: &[standard(BODY)[9] + 0.5 * BODY[0], 0.5],
        deviation: &[Some(0.0), None],
        allowance: 2.0,
        known: &known(&[("m_a", BODY[0])]),
    };
    let found = consistency(&model, &evidence).expect("consistent");
    let friction = &found.parameters[10];
    assert_eq!((friction.name.as_str(), friction.high), ("fc_q1", None));
    // Not below zero by what the solver rounds.
    let low = friction.low.expect("a lower end");
    assert!((0.0..1e-6).contains(&low), "{low}");
}

/// Coulomb friction of -0.25 is five deviations from what a drive can have: bounds are of a tenth more than is needed.
#[test]
fn values_that_nothing_can_have_are_widened_by_a_tenth_more_than_needed() {
    let model = model();
    let evidence = Evidence {
        beta: &[standard(BODY)[9] + 0.5 * BODY[0], -0.5],
        deviation: &[Some(0.01), Some(0.1)],
        allowance: 3.0,
        known: &[],
    };
    let found = consistency(&model, &evidence).expect("an answer");
    assert!(!found.consistent && found.measure == Measure::Deviations);
    assert_eq!(found.resisting, ["fc_q1"]);
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-4, "{found} for {expected}")
    };
    near(found.distance, 5.0);
    near(found.allowance, 5.5);
    // Twice the friction is -0.5, and at most 5.5 · 0.1 more.
    let friction = &found.parameters[10];
    near(friction.low.expect("a lower end"), 0.0);
    near(friction.high.expect("an upper end"), 0.025);
    // Five and a half deviations would have done.
    let wide = Evidence {
        allowance: 5.5,
        ..evidence
    };
    let found = consistency(&model, &wide).expect("an answer");
    assert!(found.consistent && found.resisting.is_empty());
    near(found.allowance, 5.5);
    near(found.distance, 5.0);
    near(found.parameters[10].high.expect("an upper end"), 0.025);
    // Without deviations it is a share of the equation that is off.
    let exact = Evidence {
        deviation: &[Some(0.0); 2],
        ..evidence
    };
    let found = consistency(&model, &exact).expect("an answer");
    assert!(!found.consistent && found.measure == Measure::Share);
    near(found.allowance, 1.1 * found.distance);
    // A mass that is known is not off, and what is off is so by as much.
    let with_mass = Evidence {
        known: &known(&[("m_a", BODY[0])]),
        ..exact
    };
    let both = consistency(&model, &with_mass).expect("an answer");
    assert!(!both.consistent && both.measure == Measure::Share);
    near(both.distance, found.distance);
}

/// Of a body whose inertia about z is at most 7 and whose centre may be anywhere: a product of inertia is at most half of the
/// moment about the axis that is at right angles to both of its own, either way.
#[test]
fn products_of_inertia_are_at_most_half_of_the_third_moment() {
    let model = model();
    let evidence = Evidence {
        beta: &[7.0, 0.5],
        deviation: &[Some(0.0), Some(0.0)],
        allowance: 2.0,
        known: &[],
    };
    let found = consistency(&model, &evidence).expect("consistent");
    assert!(found.consistent);
    let of = |name: &str| {
        let mut all = found.parameters.iter();
        all.find(|interval| interval.name == name)
            .expect("a parameter")
    };
    let near = |found: Option<f64>, expected: f64| {
        assert!(
            found.is_some_and(|x| (x - expected).abs() < 1e-3),
            "{found:?} for {expected}"
        );
    };
    let moment = of("Jzz_a");
    near(moment.low, 0.0);
    near(moment.high, 7.0);
    assert_eq!([moment.low_end, moment.high_end], [End::Outer, End::Sharp]);
    let product = of("Jxy_a");
    near(product.low, -3.5);
    near(product.high, 3.5);
    assert_eq!([product.low_end, product.high_end], [End::Outer; 2]);
    assert!(moment.gap > 0.0 && product.gap == moment.gap / 2.0);
    for name in ["Jxz_a", "Jyz_a"] {
        assert_eq!(
            [of(name).low_end, of(name).high_end],
            [End::Unlimited; 2],
            "{name}"
        );
    }
    // Half of the mass is in it.
    near(of("m_a").high, 14.0);
}

/// Of a body of 2 kg whose inertia about an axis through the origin is 0.5: where the axis through the centre of mass lies takes two
/// coordinates, and ends are outer bounds where one is not known, either of them.
#[test]
fn inertias_are_exact_where_both_coordinates_of_their_axis_are_known() {
    let plain = model();
    let centre = [0.3, -0.1, 0.2];
    let coordinates = ["tx_a", "ty_a", "tz_a"];
    let of_axes = [
        ([1, 2], 4, "Jxx_a", "Jyz_a"),
        ([0, 2], 7, "Jyy_a", "Jxz_a"),
        ([0, 1], 9, "Jzz_a", "Jxy_a"),
    ];
    for (axis, told) in [
        (0, &[2][..]),
        (1, &[0]),
        (2, &[0]),
        (2, &[1, 2]),
        (2, &[0, 1]),
    ] {
        let (others, own, moment, product) = of_axes[axis];
        let terms = vec![Term {
            parameter: own,
            coefficient: 1.0,
        }];
        let base = BaseParameter {
            representative: own,
            terms: terms.leak(),
            ..plain.base[0]
        };
        let model = Model {
            base: vec![base].leak(),
            ..plain
        };
        let values = told.iter().map(|&k| (coordinates[k], centre[k]));
        let evidence = Evidence {
            beta: &[0.5],
            deviation: &[Some(0.0)],
            allowance: 2.0,
            known: &known(&values.chain([("m_a", 2.0)]).collect::<Vec<_>>()),
        };
        let found = consistency(&model, &evidence).expect("consistent");
        assert!(found.consistent && found.unused.is_empty());
        // What is known of the way to the axis leaves so much about the centre at most.
        let known = others.into_iter().filter(|k| told.contains(k));
        let most = 0.5 - 2.0 * known.map(|k| centre[k] * centre[k]).sum::<f64>();
        let (least, end) = match told == others {
            true => (most, End::Sharp),
            false => (0.0, End::Outer),
        };
        for (name, [low, high], ends) in [
            (moment, [least, most], [end, End::Sharp]),
            (product, [-0.5 * most, 0.5 * most], [end; 2]),
        ] {
            let mut all = found.parameters.iter();
            let interval = all.find(|interval| interval.name == name);
            let interval = interval.expect("a parameter");
            let near = |found: Option<f64>, expected: f64| {
                found.is_some_and(|x| (x - expected).abs() < 1e-3)
            };
            assert!(
                near(interval.low, low) && near(interval.high, high),
                "{told:?}: {interval:?}"
            );
            let found = [interval.low_end, interval.high_end];
            assert_eq!(found, ends, "{name} {told:?}");
        }
    }
}

/// By how much one sum is larger says nothing of another.
#[test]
fn each_sum_that_may_be_larger_has_a_variable_of_its_own() {
    let model = model();
    let frame = Frame::of(&model, &[7.0, 0.5]);
    let all = [
        said("Jxx_a", &[(4, 1.0)], 0.3, 0.0, true),
        said("Jyy_a", &[(7, 1.0)], 0.2, 0.0, true),
    ];
    let found = equations(&frame, 13, &all).expect("equations");
    assert_eq!(found.len(), 2);
    // The norm of two elements of the pseudo-inertia.
    let root = std::f64::consts::SQRT_2;
    for (row, [own, other]) in found.iter().zip([[11, 12], [12, 11]]) {
        let x = row.coefficients[own];
        assert!((x + root).abs() < 1e-12, "{}: {x}", row.name);
        assert_eq!(row.coefficients[other], 0.0, "{}", row.name);
    }
}

/// A mass that there can be, and a friction that there cannot.
#[test]
fn all_known_values_are_named_where_no_body_can_have_them() {
    let evidence = Evidence {
        beta: &[7.0, 0.5],
        deviation: &[Some(0.0), None],
        allowance: 2.0,
        known: &known(&[("m_a", BODY[0]), ("fc_q1", -0.5)]),
    };
    let refused = consistency(&model(), &evidence).err();
    let expected = ConsistencyError::Impossible("m_a, fc_q1".to_owned());
    assert_eq!(refused, Some(expected));
}

/// Fewer deviations than none are none.
#[test]
fn an_allowance_is_not_below_zero() {
    let model = model();
    let [none, fewer] = [0.0, -1.0].map(|allowance| {
        let evidence = Evidence {
            beta: &[7.0, 0.5],
            deviation: &[Some(0.2), Some(0.1)],
            allowance,
            known: &[],
        };
        consistency(&model, &evidence).expect("consistent")
    });
    assert!(fewer.consistent);
    assert_eq!(fewer.allowance, 0.0);
    assert_eq!(fewer, none);
}

/// A friction below zero that no recording leaves a doubt of, beside an inertia that many bodies have.
#[test]
fn what_is_in_conflict_is_named_and_nothing_else() {
    let evidence = Evidence {
        beta: &[7.0, -0.5],
        deviation: &[Some(0.2), Some(0.0)],
        allowance: 2.0,
        known: &[],
    };
    let refused = consistency(&model(), &evidence).err();
    let expected = ConsistencyError::Conflict("fc_q1".to_owned());
    assert_eq!(refused, Some(expected));
}
