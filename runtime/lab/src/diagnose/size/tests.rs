//! Sizes of torques of the pendulum, by estimates that are its nominal values times a factor.

use nalgebra::{DMatrix, DVector};

use super::super::probe::tests::motion;
use super::{Factor as Sized, Sizes, densities, density};
use crate::diagnose::cause::{Cause, Evidence};
use crate::diagnose::change::Fault;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::output_error::by_hand::Described;
use crate::parameters::{base_matrix, nominal};
use crate::regression::{Equations, Factor, Observation, Series, by_hand};
use crate::statistics::{Estimated, Quality};
use armwright_robots::double_pendulum::ROBOT;
use armwright_robots::iiwa14;
use armwright_runtime::{
    BaseParameter, Joint, JointKind, Measured, Model, Parameter, ParameterKind, Robot, Side, Site,
    Term,
};

fn truth() -> Vec<f64> {
    let all = base_matrix(ROBOT.model()) * DVector::from_vec(nominal(ROBOT.model()));
    all.as_slice().to_vec()
}

/// A factor a row, each of which sees some base parameters.
fn observation(rows: &[&[usize]]) -> Observation {
    let b = ROBOT.model().base.len();
    let factor = |columns: &&[usize]| {
        let mut factor = Factor::new(b);
        columns.iter().for_each(|k| factor.push([(*k, 3.0)], 1.0));
        factor
    };
    Observation::of(vec![rows.iter().map(factor).collect()])
}

/// Measured torques of both joints.
fn series(of: [&[f64]; 2]) -> Series {
    let mut series = Series::new("run", 2, 100.0);
    series.measured = of.map(<[f64]>::to_vec).to_vec();
    series
}

/// What sizes are judged by.
struct Given {
    motions: Vec<Motion>,
    observation: Observation,
    beta: Vec<f64>,
    covariance: DMatrix<f64>,
    table: Vec<Estimated>,
    series: Vec<Series>,
    noisy: bool,
}

impl Given {
    fn new(beta: Vec<f64>) -> Self {
        let b = beta.len();
        let all: Vec<usize> = (0..b).collect();
        Self {
            motions: vec![motion(&ROBOT, 200)],
            observation: observation(&[&all, &all]),
            table: Vec::new(),
            covariance: DMatrix::zeros(b, b),
            series: vec![series([&[6.0, -6.0], &[2.0, -2.0]])],
            noisy: false,
            beta,
        }
    }

    fn ask<T>(&self, of: impl Fn(&Sizes<'_>) -> T) -> T {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        self.ask_of(&equations, of)
    }

    /// The same of equations of another robot, or of other rows.
    fn ask_of<'a, T>(&'a self, equations: &'a Equations<'a>, of: impl Fn(&Sizes<'a>) -> T) -> T {
        of(&Sizes {
            equations,
            motions: &self.motions,
            observation: &self.observation,
            beta: &self.beta,
            covariance: &self.covariance,
            table: &self.table,
            series: &self.series,
            noisy: self.noisy,
        })
    }
}

fn near(found: Option<Sized>, evidence: Evidence, [low, high]: [f64; 2], wrong: bool) {
    let found = found.expect("a factor");
    let close = |a: f64, b: f64| a == b || (a / b - 1.0).abs() < 1e-9;
    assert!(
        close(found.low, low) && close(found.high, high),
        "{found:?}"
    );
    assert_eq!((found.evidence, found.wrong), (evidence, wrong));
}

#[test]
fn torques_of_nominal_values_say_what_size_others_have() {
    let of = |beta: &dyn Fn(usize, f64) -> f64, rows: &[&[usize]]| {
        let beta = truth().into_iter().enumerate().map(|(k, x)| beta(k, x));
        let given = Given {
            observation: observation(rows),
            ..Given::new(beta.collect())
        };
        given.ask(|sizes| sizes.nominal())
    };
    let all: Vec<usize> = (0..truth().len()).collect();
    let both = [&all[..], &all[..]];
    // Rows that agree: a factor of two to each side; of more than five beside that it is certain.
    near(
        of(&|_, x| x / 9.9, &both),
        Evidence::Nominal,
        [9.9 / 2.0, 19.8],
        false,
    );
    near(
        of(&|_, x| x / 10.1, &both),
        Evidence::Nominal,
        [10.1 / 2.0, 20.2],
        true,
    );
    near(
        of(&|_, x| x * 10.1, &both),
        Evidence::Nominal,
        [1.0 / 20.2, 2.0 / 10.1],
        true,
    );
    // Rows of factors 3 and 4: their logarithms scatter by ln(4/3) / √2, Student's t of one degree of freedom is 12.706.
    let apart = |k: usize, x: f64| if k == 0 { x / 3.0 } else { x / 4.0 };
    let scatter = (4.0f64 / 3.0).ln() / 2f64.sqrt();
    let (mean, margin) = ((12.0f64).ln() / 2.0, 12.706_204_736 * scatter / 2f64.sqrt());
    let found = of(&apart, &[&[0], &[1]]).expect("a factor");
    assert!((found.low.ln() - (mean - margin)).abs() < 1e-6, "{found:?}");
    assert!(
        (found.high.ln() - (mean + margin)).abs() < 1e-6,
        "{found:?}"
    );
    // Rows of factors 1 and 40 are of another robot; the largest torques are not of another order: 20 to each side.
    let other = |k: usize, x: f64| if k == 0 { x } else { x / 40.0 };
    let sizes = [0, 1].map(|k| [truth()[k].abs(), other(k, truth()[k]).abs()]);
    let ratio = f64::max(sizes[0][0], sizes[1][0]) / f64::max(sizes[0][1], sizes[1][1]);
    near(
        of(&other, &[&[0], &[1]]),
        Evidence::Nominal,
        [ratio / 20.0, ratio * 20.0],
        false,
    );
    // One row says nothing.
    assert!(of(&|_, x| x, &[&all]).is_none());
}

/// The shoulder takes 60 N·m, the elbow 25.
#[test]
fn torques_are_judged_by_what_joints_can_take() {
    let of = |all: &[Series]| {
        let given = Given {
            series: all.to_vec(),
            ..Given::new(truth())
        };
        given.ask(|sizes| sizes.limits())
    };
    let one = [series([&[30.0, -30.0], &[5.0, -20.0, 5.0, 20.0]])];
    let elbow = ((25.0 + 400.0) / 2f64).sqrt() / 25.0;
    near(of(&one), Evidence::Limits, [0.01 / 0.8, 1.0 / elbow], false);
    // Over several recordings.
    let two = [series([&[30.0], &[5.0]]), series([&[-30.0], &[-20.0]])];
    near(of(&two), Evidence::Limits, [0.01 / 0.8, 1.0 / elbow], false);
    // No torque reaches a hundredth; or all are beyond three times of it, in the mean.
    near(
        of(&[series([&[0.59], &[-0.24]])]),
        Evidence::Limits,
        [0.01 / (0.59 / 60.0), 60.0 / 0.59],
        true,
    );
    near(
        of(&[series([&[0.61], &[0.2]])]),
        Evidence::Limits,
        [0.6 / 0.61, 60.0 / 0.61],
        false,
    );
    near(
        of(&[series([&[-181.0], &[76.0]])]),
        Evidence::Limits,
        [0.25 / 76.0, 25.0 / 76.0],
        true,
    );
    near(
        of(&[series([&[179.0], &[760.0]])]),
        Evidence::Limits,
        [0.25 / 760.0, 25.0 / 760.0],
        false,
    );
    // One of 400 reaches a tenth, and their root mean square half of a hundredth: that is not too little.
    let mut short = vec![0.0; 400];
    short[7] = 6.0;
    near(
        of(&[series([&short, &[0.0]])]),
        Evidence::Limits,
        [0.1, 200.0],
        false,
    );
    assert!(of(&[series([&[0.0], &[0.0]])]).is_none());
}

fn estimated(name: &str, value: f64, std: f64) -> Estimated {
    Estimated {
        name: name.to_owned(),
        expression: String::new(),
        unit: String::new(),
        value,
        std: Some(std),
        freedom: None,
        bias: None,
        lacking: None,
        percent: None,
        alone: None,
        effect: 1.0,
        quality: Quality::default(),
        correlated: None,
        from_data: 1.0,
        truth: None,
    }
}

/// The least moment and the most inertia that three deviations allow: `h⁵ / L⁴`.
#[test]
fn bodies_are_no_denser_than_matter() {
    assert_eq!(density(3.0, 2.0), 243.0 / 16.0);
    assert_eq!(density(3.0, 0.0), 0.0);
    let (model, b) = (ROBOT.model(), ROBOT.model().base.len());
    let table = |inertia: f64, moments: [f64; 2]| -> Vec<Estimated> {
        let of = |k: usize| match model.base[k].name {
            "Lyy_lower" => estimated("Lyy_lower", inertia, 0.1),
            "mx_lower" => estimated("mx_lower", moments[0], 0.2),
            "mz_lower" => estimated("mz_lower", moments[1], 0.5),
            name => estimated(name, 0.0, 0.0),
        };
        (0..b).map(of).collect()
    };
    let all = table(2.0, [3.0, -4.0]);
    let found = densities(model, |k| all.get(k));
    let expected = (2.4f64.powi(2) + 2.5f64.powi(2)).sqrt().powi(5) / 2.3f64.powi(4);
    let lower = found
        .iter()
        .find(|(name, _)| *name == "lower")
        .expect("a body");
    assert!((lower.1 / expected - 1.0).abs() < 1e-12, "{found:?}");
    // A moment that may be zero, a deviation that is not known: nothing is dense.
    let unknown = table(2.0, [0.5, 1.0]);
    let lower = |all: &[Estimated]| {
        let found = densities(model, |k| all.get(k));
        found
            .iter()
            .find(|(name, _)| *name == "lower")
            .map(|found| found.1)
    };
    assert_eq!(lower(&unknown), Some(0.0));
    assert!(densities(model, |_| None).is_empty());
    let given = |table| Given {
        table,
        ..Given::new(truth())
    };
    near(
        given(all).ask(|sizes| sizes.density()),
        Evidence::Density,
        [0.0, 23_000.0 / expected],
        false,
    );
    let dense = table(0.01, [3.0, -4.0]);
    let expected = (2.4f64.powi(2) + 2.5f64.powi(2)).sqrt().powi(5) / 0.31f64.powi(4);
    near(
        given(dense).ask(|sizes| sizes.density()),
        Evidence::Density,
        [0.0, 23_000.0 / expected],
        expected > 23_000.0,
    );
    let denser = table(-0.25, [3.0, -4.0]);
    let expected = (2.4f64.powi(2) + 2.5f64.powi(2)).sqrt().powi(5) / 0.05f64.powi(4);
    near(
        given(denser).ask(|sizes| sizes.density()),
        Evidence::Density,
        [0.0, 23_000.0 / expected],
        true,
    );
    assert!(given(unknown).ask(|sizes| sizes.density()).is_none());
}

/// A moment along the axis of the inertia does not count where rows beside the joints' torques reveal it: of a base that moves,
/// and where the base parameters are not those of the torques.
#[test]
fn a_moment_along_the_axis_counts_where_torques_alone_reveal_it() {
    let pendulum = ROBOT.model();
    let named = |name: &str| {
        let place = pendulum.parameters.iter().position(|p| p.name == name);
        place.expect("a parameter")
    };
    let base = ["Lyy_lower", "mx_lower", "my_lower"].map(|name| BaseParameter {
        name: "",
        representative: named(name),
        terms: &[],
        ..pendulum.base[0]
    });
    let base = Vec::leak(base.to_vec());
    let values = [(2.0, 0.1), (3.0, 0.2), (4.0, 0.5)].map(|(x, std)| estimated("", x, std));
    let wrench = &[Measured {
        name: "fx_lower",
        unit: "N",
    }];
    for (bodies, measured, base_of_torque, counts) in [
        (pendulum.bodies, &[][..], true, true),
        (pendulum.bodies, wrench, true, true),
        (pendulum.bodies, wrench, false, false),
        (&["base", "lower"], &[], true, false),
        (&["base", "lower"], wrench, true, false),
    ] {
        let model = Model {
            bodies,
            measured,
            base_of_torque,
            base,
            ..*pendulum
        };
        let found = densities(&model, |k| values.get(k));
        // Three deviations less of moments, and more of the inertia.
        let along: f64 = if counts { 2.5 } else { 0.0 };
        let expected = density(2.4f64.hypot(along), 2.3);
        let lower = found.iter().find(|(name, _)| *name == "lower");
        let (_, lower) = lower.expect("a body");
        assert!(
            (lower / expected - 1.0).abs() < 1e-12,
            "{lower} {measured:?}"
        );
    }
}

#[test]
fn a_combination_of_parameters_is_off_by_three_deviations() {
    let mut given = Given::new(truth());
    let b = given.beta.len();
    given.covariance[(0, 0)] = 4.0;
    given.covariance[(1, 1)] = 9.0;
    (given.covariance[(0, 1)], given.covariance[(1, 0)]) = (1.0, 1.0);
    let mut row = DVector::zeros(b);
    (row[0], row[1]) = (2.0, -0.5);
    let check = |given: &Given, expected: f64| {
        let [value, margin] = given.ask(|sizes| sizes.value(&row));
        assert!((value - (2.0 * given.beta[0] - 0.5 * given.beta[1])).abs() < 1e-12);
        assert!(
            margin == expected || (margin - expected).abs() < 1e-12,
            "{margin}"
        );
    };
    // 16 - 2 + 2.25.
    let known = 3.0 * 16.25f64.sqrt();
    check(&given, known);
    // Anything where the motion did not excite one of them; others do not matter, nor do those that were given.
    for (place, quality, expected) in [
        (2, Quality::Undetermined, known),
        (1, Quality::Given, known),
        (1, Quality::Undetermined, f64::INFINITY),
    ] {
        given.table = (0..b).map(|_| estimated("", 1.0, 0.1)).collect();
        (given.table[place].std, given.table[place].quality) = (None, quality);
        check(&given, expected);
    }
}

#[test]
fn gravity_and_inertia_of_an_axis_are_those_of_the_robot() {
    let given = Given::new(truth());
    let instants = given.ask(|sizes| sizes.instants());
    // 160 samples in steps of 3, from the twentieth on.
    assert_eq!(instants.len(), 54);
    assert_eq!(instants[2], given.motions[0].states(26..27).q);
    let reach = [0, 1].map(|k| {
        given
            .ask(|sizes| sizes.reach(k, &instants))
            .expect("a distance")
    });
    // The elbow is 0.4 m from the shoulder, and where its own axis is.
    assert!(
        (reach[0] - 0.4).abs() < 1e-9 && reach[1].abs() < 1e-9,
        "{reach:?}"
    );
    let theta = nominal(ROBOT.model());
    let (b, mut mean) = (given.beta.len(), [0.0; 2]);
    let mut densest: f64 = 0.0;
    for q in &instants {
        let (mut inertia, mut gravity) = (vec![0.0; 4], vec![0.0; 2 * b]);
        ROBOT
            .inertia_matrix(&theta, q, &mut inertia)
            .expect("an inertia");
        ROBOT
            .base_regressor(q, &[0.0; 2], &[0.0; 2], &mut gravity)
            .expect("a regressor");
        for k in 0..2 {
            let [weight, own] = given.ask(|sizes| sizes.columns(k, q)).expect("columns");
            let dot = |row: &[f64]| row.iter().zip(&given.beta).map(|(y, x)| y * x).sum::<f64>();
            let torque = dot(&gravity[k * b..(k + 1) * b]);
            assert!((dot(weight.as_slice()) - torque).abs() < 1e-9);
            assert!((dot(own.as_slice()) - inertia[3 * k]).abs() < 1e-9);
            mean[k] += inertia[3 * k] / 54.0;
            densest = densest.max((torque.abs() / 9.81).powi(5) / inertia[3 * k].powi(4));
        }
    }
    let [light, dense] = given.ask(|sizes| sizes.weight()).expect("factors")[..] else {
        panic!("two factors")
    };
    near(
        Some(light),
        Evidence::Size,
        [0.2 / (mean[0] / 0.4f64.powi(4)), f64::INFINITY],
        false,
    );
    near(
        Some(dense),
        Evidence::Density,
        [0.0, 23_000.0 / densest],
        false,
    );
    // Ten thousand times less weighs less than paper, and what may be off by as much less so.
    let small = Given::new(truth().iter().map(|x| 1e-4 * x).collect());
    let found = small.ask(|sizes| sizes.weight()).expect("factors");
    near(
        Some(found[0]),
        Evidence::Size,
        [1e4 * light.low, f64::INFINITY],
        1e4 * light.low > 1.0,
    );
    // What has no inertia at all has no weight that could be too small.
    let nothing = Given::new(vec![0.0; b]);
    let found = nothing.ask(|sizes| sizes.weight()).expect("factors");
    near(Some(found[0]), Evidence::Size, [0.0, f64::INFINITY], false);
    let mut unsure = Given::new(truth().iter().map(|x| 1e-4 * x).collect());
    unsure.covariance = DMatrix::identity(b, b);
    let found = unsure.ask(|sizes| sizes.weight()).expect("factors");
    assert!(
        found[0].low < 0.1 * light.low * 1e4 && found[1].high > 1e6,
        "{found:?}"
    );
    // Nor what noise alone moves, so that its inertia is of nothing.
    let mut hidden = Given::new(truth().iter().map(|x| 1e-4 * x).collect());
    let names = ROBOT.model().base.iter().map(|base| base.name);
    hidden.table = names.map(|name| estimated(name, 1.0, 0.1)).collect();
    let mut inertias = hidden.table.iter_mut();
    let lower = inertias.find(|p| p.name == "Lyy_lower");
    lower.expect("an inertia").std = None;
    let found = hidden.ask(|sizes| sizes.weight()).expect("factors");
    near(Some(found[0]), Evidence::Size, [0.0, f64::INFINITY], false);
    let heavy = Given::new(truth().iter().map(|x| 1e7 * x).collect());
    let found = heavy.ask(|sizes| sizes.weight()).expect("factors");
    near(
        Some(found[1]),
        Evidence::Density,
        [0.0, 23_000.0 / (1e7 * densest)],
        true,
    );
}

/// A body whose inertia is almost none beside its moment is too dense, unless accelerations are noise.
#[test]
fn inertias_say_nothing_of_the_size_where_accelerations_are_noise() {
    let model = ROBOT.model();
    let evidence = |noisy: bool| {
        let of = |k: usize| match model.base[k].name {
            "Lyy_lower" => estimated("Lyy_lower", -0.25, 0.1),
            "mx_lower" => estimated("mx_lower", 3.0, 0.2),
            name => estimated(name, 0.0, 0.0),
        };
        let given = Given {
            table: (0..model.base.len()).map(of).collect(),
            noisy,
            ..Given::new(truth())
        };
        let cause = given.ask(|sizes| sizes.cause()).expect("an answer");
        cause.map(|cause| cause.evidence)
    };
    assert_eq!(evidence(false), Some(Evidence::Density));
    assert_eq!(evidence(true), None);
}

#[test]
fn kinds_of_evidence_are_taken_together_unless_they_contradict() {
    let of = |factor: f64, torques: [&[f64]; 2]| {
        let given = Given {
            series: vec![series(torques)],
            ..Given::new(truth().iter().map(|x| x / factor).collect())
        };
        given.ask(|sizes| sizes.cause()).expect("an answer")
    };
    let cause = |low: f64, high: f64, evidence| Cause {
        fault: Fault::Size { low, high },
        evidence,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: false,
    };
    let same = |found: Option<Cause>, expected: Cause| {
        let found = found.expect("a cause");
        let (Fault::Size { low, high }, Fault::Size { low: a, high: b }) =
            (&found.fault, &expected.fault)
        else {
            panic!("{found:?}")
        };
        assert!(
            (low / a - 1.0).abs() < 1e-9 && (high / b - 1.0).abs() < 1e-9,
            "{found:?}"
        );
        assert_eq!(
            Cause {
                fault: expected.fault.clone(),
                ..found
            },
            expected
        );
    };
    assert_eq!(of(1.0, [&[6.0], &[2.0]]), None);
    // Nominal values say 50 to 200, limits 1 / 0.1 at most: the first that is certain counts.
    same(
        of(100.0, [&[6.0], &[2.0]]),
        cause(50.0, 200.0, Evidence::Nominal),
    );
    // Limits say 100 at least: 100 to 200.
    same(
        of(100.0, [&[0.006], &[0.002]]),
        cause(100.0, 200.0, Evidence::Nominal),
    );
    // Limits alone are certain, nominal values say 2 at most.
    same(of(1.0, [&[0.4], &[0.1]]), cause(1.5, 2.0, Evidence::Limits));
}

/// About 48 of all motions together: 27 of 160 samples each, in steps of 6.
#[test]
fn instants_are_of_all_motions_together() {
    let given = Given {
        motions: vec![motion(&ROBOT, 200), motion(&ROBOT, 200)],
        ..Given::new(truth())
    };
    let instants = given.ask(|sizes| sizes.instants());
    assert_eq!(instants.len(), 54);
    for which in [0, 1] {
        let own = &given.motions[which];
        assert_eq!(instants[27 * which + 2], own.states(32..33).q);
    }
}

/// What slides turns nothing about its axis, and where no torque of a joint was measured nothing is known of its size.
#[test]
fn only_joints_that_turn_and_whose_torques_are_known_weigh() {
    let given = Given::new(truth());
    let slides = ROBOT.model().joints.iter().map(|joint| Joint {
        kind: JointKind::Prismatic,
        ..*joint
    });
    let robot = Described(Model {
        joints: slides.collect::<Vec<Joint>>().leak(),
        ..*ROBOT.model()
    });
    let sliding = Equations::of(&robot, Side::Joint).expect("equations");
    let measured = Equations::of_measured(&ROBOT).expect("equations");
    for equations in [&sliding, &measured] {
        let found = given.ask_of(equations, |sizes| sizes.weight());
        let [light, dense] = found.expect("factors")[..] else {
            panic!("two factors")
        };
        near(Some(light), Evidence::Size, [0.0, f64::INFINITY], false);
        near(Some(dense), Evidence::Density, [0.0, f64::INFINITY], false);
    }
}

/// Stretched out, the second axis is 0.42 + 0.4 m from the last origins, and the fourth 0.4 m.
#[test]
fn each_axis_is_as_far_as_its_own_bodies_reach() {
    let given = Given::new(truth());
    let equations = Equations::of(&iiwa14::ROBOT, Side::Joint).expect("equations");
    for (joint, expected) in [(0, 0.0), (1, 0.82), (3, 0.4)] {
        let found = given.ask_of(&equations, |sizes| sizes.reach(joint, &[vec![0.0; 7]]));
        let found = found.expect("a distance");
        assert!((found - expected).abs() < 1e-7, "{joint}: {found}");
    }
}

/// The torque at rest without Coulomb friction (3 and 5 to the positive side) and without an offset.
#[test]
fn friction_is_no_weight() {
    let given = Given {
        beta: vec![0.0; by_hand::B],
        ..Given::new(truth())
    };
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let of = |joint: usize| {
        let found = given.ask_of(&equations, |sizes| sizes.columns(joint, &[0.0, 0.25]));
        found
            .expect("columns")
            .map(|column| column.as_slice().to_vec())
    };
    assert_eq!(
        of(0),
        [
            vec![0.0, 10.0, 0.0, 0.0, 0.0, 0.0],
            vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        ]
    );
    assert_eq!(
        of(1),
        [
            vec![0.0, 0.0, -3.0, 0.0, 0.0, 0.0],
            vec![0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
        ]
    );
}

/// A spring and a torque of the file alone count as nothing; where they are combined with a moment or a mass, nothing is told of
/// the weight on the joints on which both act, whichever of the two represents them.
#[test]
fn springs_and_torques_of_the_file_are_no_weight() {
    let given = Given {
        beta: vec![0.0; by_hand::B],
        ..Given::new(truth())
    };
    let weights = |combined: Option<(usize, &'static [Term])>| {
        let mut parameters = by_hand::PARAMETERS;
        parameters[4].kind = ParameterKind::Torque(0, Site::Joint(0));
        parameters[6].kind = ParameterKind::Stiffness(Site::Joint(1));
        let mut base = by_hand::BASE;
        if let Some((place, terms)) = combined {
            base[place].terms = terms;
        }
        let model: &'static Model = Box::leak(Box::new(Model {
            parameters: parameters.to_vec().leak(),
            base: base.to_vec().leak(),
            ..by_hand::MODEL
        }));
        let robot = by_hand::ByHand(model);
        let equations = Equations::of(&robot, Side::Joint).expect("equations");
        [0, 1].map(|joint| {
            let found = given.ask_of(&equations, |sizes| sizes.columns(joint, &[0.0, 0.25]));
            let [weight, inertia] = found.expect("columns");
            assert_eq!(inertia[2 * joint], 1.0);
            weight.as_slice().to_vec()
        })
    };
    let none = vec![0.0; by_hand::B];
    let shoulder = vec![0.0, 10.0, 0.0, 0.0, 0.0, 0.0];
    let slide = vec![0.0, 0.0, -3.0, 0.0, 0.0, 0.0];
    let term = |parameter: usize| Term {
        parameter,
        coefficient: 0.5,
    };
    let moment: &'static [Term] = vec![term(1), term(6)].leak();
    let spring: &'static [Term] = vec![term(6), term(3)].leak();
    assert_eq!(weights(None), [shoulder.clone(), slide.clone()]);
    assert_eq!(weights(Some((1, moment))), [none.clone(), slide]);
    assert_eq!(weights(Some((5, spring))), [shoulder, none]);
}

/// By three deviations less the moments are 2.4 and 2.5, and the first may be all the spring's.
#[test]
fn a_moment_that_is_combined_with_a_spring_makes_no_body_dense() {
    let pendulum = ROBOT.model();
    let mut parameters = pendulum.parameters.to_vec();
    let spring = parameters.len();
    parameters.push(Parameter {
        name: "k_left",
        kind: ParameterKind::SpringRate(0),
        ..parameters[0]
    });
    let mut base = pendulum.base.to_vec();
    let combined = base.iter_mut().find(|base| base.name == "mx_lower");
    let combined = combined.expect("a moment");
    let mut terms = combined.terms.to_vec();
    terms.push(Term {
        parameter: spring,
        coefficient: 0.006,
    });
    combined.terms = terms.leak();
    let model = Model {
        parameters: parameters.leak(),
        base: base.leak(),
        ..*pendulum
    };
    let of = |name: &str| match name {
        "Lyy_lower" => estimated(name, 2.0, 0.1),
        "mx_lower" => estimated(name, 3.0, 0.2),
        "mz_lower" => estimated(name, -4.0, 0.5),
        name => estimated(name, 0.0, 0.0),
    };
    let all: Vec<Estimated> = model.base.iter().map(|base| of(base.name)).collect();
    let found = densities(&model, |k| all.get(k));
    let lower = found.iter().find(|(name, _)| *name == "lower");
    let (_, lower) = lower.expect("a body");
    assert!((lower / (2.5f64.powi(5) / 2.3f64.powi(4)) - 1.0).abs() < 1e-12);
}

/// Of a robot file that says it of one joint alone nothing follows: not what the elbow can take, nor what a body should weigh.
#[test]
fn what_is_not_known_of_all_says_nothing() {
    let given = Given::new(truth());
    let model = *ROBOT.model();
    let limited = |joint: &Joint| Joint {
        effort: joint.effort.filter(|_| joint.name == "shoulder"),
        ..*joint
    };
    let joints: Vec<Joint> = model.joints.iter().map(limited).collect();
    let limited = Described(Model {
        joints: joints.leak(),
        ..model
    });
    let mut parameters = model.parameters.to_vec();
    parameters[model.base[0].representative].nominal = None;
    let unknown = Described(Model {
        parameters: parameters.leak(),
        ..model
    });
    for (robot, factors) in [(&limited, [true, false]), (&unknown, [false, true])] {
        let equations = Equations::of(robot, Side::Joint).expect("equations");
        let found = given.ask_of(&equations, |sizes| [sizes.nominal(), sizes.limits()]);
        assert_eq!(found.map(|factor| factor.is_some()), factors);
    }
}
