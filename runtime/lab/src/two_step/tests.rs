//! The constants of an expansion, and elements as combinations of them, for robots small enough to write them down.

use super::unknown::Unknown::{Curvature, Friction, Gravity, Inertia, Slope, Variation};
use super::unknown::{parts, unknowns};
use super::{ElementExcitation, TwoStepError, two_step, windows};
use crate::identify::BaseEstimate;
use crate::options::ProcessingOptions;
use crate::output_error::by_hand::Described;
use crate::parameters::nominal;
use crate::part::Part;
use crate::recording::{Arrays, Recording};
use armwright_robots::{double_pendulum, tx40};
use armwright_runtime::{
    Class, Element, ElementPart, Measured, Model, Parameter, ParameterKind, Pattern, Robot, Side,
    Site, Sparsity, Torque,
};

#[test]
fn a_double_pendulum_has_two_gravities_and_three_inertias_that_vary_with_the_elbow() {
    let found = unknowns(double_pendulum::ROBOT.model());
    assert_eq!(
        found,
        [
            Gravity(0),
            Gravity(1),
            Slope(0, 0),
            Curvature(0, 0, 0),
            Curvature(0, 0, 1),
            Slope(0, 1),
            Curvature(0, 1, 1),
            Slope(1, 1),
            Curvature(1, 1, 1),
            Inertia(0, 0),
            Variation(0, 0, 1),
            Inertia(0, 1),
            Variation(0, 1, 1),
            Inertia(1, 1),
        ]
    );
}

/// Offsets are constant torques of joints that no gravity moves, too; friction but for them has a column each.
#[test]
fn offsets_leave_a_constant_at_every_joint() {
    let model = tx40::ROBOT.model();
    let found = unknowns(model);
    for joint in 0..model.joints.len() {
        assert!(found.contains(&Gravity(joint)), "{joint}");
    }
    let friction = model.parameters.iter().enumerate();
    let friction = friction.filter(|(_, p)| {
        matches!(
            p.kind,
            ParameterKind::Coulomb(_) | ParameterKind::Viscous(_)
        )
    });
    let expected: Vec<_> = friction.map(|(k, _)| Friction(k)).collect();
    let columns = found.iter().filter(|u| matches!(u, Friction(_)));
    assert_eq!(columns.copied().collect::<Vec<_>>(), expected);
    assert!(expected.len() >= 12);
}

/// `S_ijk = ∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i`, halved where j is k.
#[test]
fn velocity_terms_are_those_of_christoffel() {
    let elements = double_pendulum::ROBOT.model().elements;
    let of = |part: ElementPart, indices: &[usize]| {
        let mut all = elements.iter();
        parts(
            all.find(|e| e.part == part && e.indices == indices)
                .expect("an element"),
        )
    };
    assert_eq!(of(ElementPart::Gravity, &[1]), [(Gravity(1), 1.0)]);
    assert_eq!(of(ElementPart::Inertia, &[0, 1]), [(Inertia(0, 1), 1.0)]);
    assert_eq!(
        of(ElementPart::Coriolis, &[0, 1, 1]),
        [
            (Variation(0, 1, 1), 0.5),
            (Variation(0, 1, 1), 0.5),
            (Variation(1, 1, 0), -0.5),
        ]
    );
    assert_eq!(
        of(ElementPart::Coriolis, &[0, 0, 1]),
        [
            (Variation(0, 0, 1), 1.0),
            (Variation(0, 1, 0), 1.0),
            (Variation(0, 1, 0), -1.0),
        ]
    );
    assert_eq!(
        of(ElementPart::Coriolis, &[1, 0, 0]),
        [
            (Variation(0, 1, 0), 0.5),
            (Variation(0, 1, 0), 0.5),
            (Variation(0, 0, 1), -0.5),
        ]
    );
}

const fn element(
    part: ElementPart,
    indices: &'static [usize],
    coordinates: &'static [usize],
) -> Element {
    Element {
        name: "",
        latex: "",
        part,
        indices,
        coordinates,
        terms: &[],
    }
}

const fn drive(kind: ParameterKind) -> Parameter {
    Parameter {
        name: "p",
        unit: "",
        kind,
        class: Class::Identifiable,
        nominal: None,
    }
}

/// Gravity at the second of three joints, and a drive parameter that enters the third alone.
fn with_spring(kind: ParameterKind) -> Vec<super::unknown::Unknown> {
    let parameters = [
        kind,
        ParameterKind::Coulomb(Site::Joint(0)),
        ParameterKind::Viscous(Site::Joint(0)),
    ];
    let model = Model {
        joints: vec![double_pendulum::ROBOT.model().joints[0]; 3].leak(),
        parameters: parameters.map(drive).to_vec().leak(),
        sparsity: Sparsity {
            joint: Pattern(&["0++", "0++", "+00"]),
            ..Sparsity::default()
        },
        elements: vec![
            element(ElementPart::Gravity, &[1], &[1]),
            element(ElementPart::Inertia, &[0, 0], &[]),
            element(ElementPart::Inertia, &[0, 2], &[0, 1]),
            element(ElementPart::Coriolis, &[0, 0, 1], &[1]),
        ]
        .leak(),
        ..*double_pendulum::ROBOT.model()
    };
    unknowns(&model)
}

const OF_INERTIA: [super::unknown::Unknown; 4] = [
    Inertia(0, 0),
    Inertia(0, 2),
    Variation(0, 2, 0),
    Variation(0, 2, 1),
];

#[test]
fn springs_vary_with_position_as_gravity_does() {
    let site = Site::Joint(2);
    let expected: Vec<_> = [
        vec![Gravity(1), Gravity(2)],
        vec![Slope(1, 1), Curvature(1, 1, 1), Curvature(1, 1, 2)],
        vec![Slope(1, 2), Curvature(1, 2, 2)],
        vec![Slope(2, 2), Curvature(2, 2, 2)],
        OF_INERTIA.to_vec(),
        vec![Friction(1), Friction(2)],
    ]
    .concat();
    for kind in [
        ParameterKind::Stiffness(site),
        ParameterKind::SpringRate(0),
        ParameterKind::SpringTension(0),
    ] {
        assert_eq!(with_spring(kind), expected, "{kind:?}");
    }
}

/// A constant torque is one at every joint, and takes the place of friction in one direction.
#[test]
fn constant_torques_are_at_every_joint() {
    let site = Site::Joint(2);
    let of = |constant: &[super::unknown::Unknown], friction: &[usize]| -> Vec<_> {
        let slope = [Slope(1, 1), Curvature(1, 1, 1)];
        let friction = friction.iter().map(|k| Friction(*k)).collect::<Vec<_>>();
        [constant, &slope, &OF_INERTIA, &friction].concat()
    };
    let every = [Gravity(0), Gravity(1), Gravity(2)];
    for (kind, expected) in [
        (ParameterKind::Offset(site), of(&every, &[1, 2])),
        (ParameterKind::CoulombNegative(site), of(&every, &[1, 2])),
        (ParameterKind::Preload(site), of(&every, &[1, 2])),
        (
            ParameterKind::CoulombPositive(site),
            of(&every[1..2], &[0, 1, 2]),
        ),
        (ParameterKind::Quadratic(site), of(&every[1..2], &[0, 1, 2])),
        (ParameterKind::Inertia(site), of(&every[1..2], &[1, 2])),
    ] {
        assert_eq!(with_spring(kind), expected, "{kind:?}");
    }
}

fn recording(samples: usize, rate: f64) -> Recording {
    let column: Vec<f64> = (0..samples).map(|k| (0.1 * k as f64).sin()).collect();
    let two = vec![column.clone(), column];
    let arrays = Arrays {
        name: "run".to_owned(),
        ..Arrays::new(rate, two.clone(), two)
    };
    Recording::from_arrays(double_pendulum::ROBOT.model(), arrays).expect("a recording")
}

/// A small motion of a double pendulum about a configuration, with the torques of the nominal values.
pub(super) fn small_motion(name: &str, about: [f64; 2], samples: i32) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let (rate, mut position, mut torque) = (100.0, vec![Vec::new(); 2], vec![Vec::new(); 2]);
    for k in 0..samples {
        let t = f64::from(k) / rate;
        let [mut q, mut qd, mut qdd] = [about, [0.0; 2], [0.0; 2]];
        for (joint, size, w) in [
            (0, 0.05, 9.0),
            (0, 0.03, 4.1),
            (1, 0.06, 6.7),
            (1, 0.02, 12.3),
        ] {
            q[joint] += size * f64::sin(w * t);
            qd[joint] += size * w * f64::cos(w * t);
            qdd[joint] -= size * w * w * f64::sin(w * t);
        }
        let mut tau = [0.0; 2];
        robot
            .inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)
            .expect("its sizes");
        for joint in 0..2 {
            position[joint].push(q[joint]);
            torque[joint].push(tau[joint]);
        }
    }
    let arrays = Arrays {
        name: name.to_owned(),
        ..Arrays::new(rate, position, torque)
    };
    Recording::from_arrays(robot.model(), arrays).expect("a recording")
}

/// Without noise both steps find the nominal values, whatever one step found.
#[test]
fn two_steps_give_every_element_its_coefficients() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let places = [
        [0.3, -0.8],
        [1.2, 0.4],
        [-0.9, 1.7],
        [2.1, -2.0],
        [-2.0, 0.9],
        [0.1, 2.2],
        [-0.4, -1.5],
        [1.6, 1.2],
    ];
    let recordings: Vec<Recording> = places
        .iter()
        .enumerate()
        .map(|(k, place)| small_motion(&format!("place {k}"), *place, 250))
        .collect();
    let one_step = BaseEstimate::exact(vec![0.5, -0.25, 1.0, 2.0, -1.5, 0.75]);
    let mut told = Vec::new();
    let found = two_step(
        robot,
        &recordings,
        &ProcessingOptions::default(),
        &one_step,
        &mut |what, share| told.push((what.to_owned(), share)),
    );
    let found = found.expect("small motions");
    let expected: Vec<(String, f64)> = (0..8)
        .map(|k| ("elements".to_owned(), f64::from(k) / 8.0))
        .collect();
    assert_eq!(told, expected);
    assert_eq!(found.robot, "double_pendulum");
    for (k, (local, place)) in found.configurations.iter().zip(places).enumerate() {
        assert_eq!(local.recording, format!("place {k}"));
        let near = local
            .configuration
            .iter()
            .zip(place)
            .all(|(a, b)| (a - b).abs() < 0.03);
        assert!(near, "{:?} for {place:?}", local.configuration);
    }
    assert_eq!(found.elements.len(), model.elements.len());
    for (found, element) in found.elements.iter().zip(model.elements) {
        assert_eq!(
            (found.name.as_str(), found.configurations),
            (element.name, 8)
        );
        let size = found
            .terms
            .iter()
            .filter_map(|t| t.nominal)
            .fold(0.0, |m: f64, x| m.max(x.abs()));
        for (found, term) in found.terms.iter().zip(element.terms) {
            let nominal = found.nominal.expect("nominal values");
            assert!((found.value - nominal).abs() < 1e-3 * size, "{found:?}");
            assert!((found.alone - nominal).abs() < 0.05 * size, "{found:?}");
            assert_eq!(found.one_step, Some(one_step.combined(term.combination).0));
            assert_eq!(found.one_step_std, Some(0.0));
        }
    }
}

/// As many configurations as an element has coefficients tell it, and fewer do not.
#[test]
fn an_element_takes_as_many_configurations_as_it_has_coefficients() {
    let places = [[0.3, -0.8], [1.2, 0.4], [-0.9, 1.7]];
    let all = places.map(|place| small_motion("place", place, 250));
    let one_step = BaseEstimate::exact(vec![0.5, -0.25, 1.0, 2.0, -1.5, 0.75]);
    let (mut enough, mut too_few) = (0, 0);
    for count in 1..=3 {
        let options = ProcessingOptions::default();
        let robot = &double_pendulum::ROBOT;
        let found = two_step(robot, &all[..count], &options, &one_step, &mut |_, _| {});
        for element in found.expect("small motions").elements {
            let (name, width) = (&element.name, element.terms.len());
            assert_eq!(element.configurations, count, "{name}");
            let values = &element.singular_values;
            assert_eq!(values.len(), width.min(count), "{name}");
            let expected = match count < width {
                true => 0.0,
                false => values[width - 1] / values[0],
            };
            assert_eq!(element.ratio, expected, "{name}");
            let is_deficient = element.excitation == ElementExcitation::Deficient;
            assert_eq!(is_deficient, count < width, "{name}");
            enough += usize::from(count == width);
            too_few += usize::from(count < width);
        }
    }
    assert!(enough > 1 && too_few > 0, "{enough} {too_few}");
}

/// 100 samples of 10 Hz.
#[test]
fn windows_keep_a_rest_of_at_least_half() {
    let cut = |seconds: f64| {
        let parts = windows(recording(100, 10.0), seconds).expect("windows");
        let each = parts
            .iter()
            .map(|part| (part.name.clone(), part.start, part.samples()));
        each.collect::<Vec<_>>()
    };
    let part = |name: &str, start: f64, samples: usize| (name.to_owned(), start, samples);
    // The rest of 2 s is half of 4 s; that of 3 s is less than half of 7 s.
    assert_eq!(
        cut(4.0),
        [
            part("run", 0.0, 40),
            part("run (from 4.00 s)", 4.0, 40),
            part("run (from 8.00 s)", 8.0, 20),
        ]
    );
    assert_eq!(cut(7.0), [part("run", 0.0, 70)]);
    assert_eq!(cut(10.0), [part("run", 0.0, 100)]);
    assert_eq!(cut(20.0), [part("run", 0.0, 100)]);
    assert_eq!(cut(20.5), []);
    // By the clock of the recording, which begins later.
    let mut late = recording(100, 10.0);
    late.start = 100.0;
    let parts = windows(late, 4.0).expect("windows");
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["run", "run (from 104.00 s)", "run (from 108.00 s)"]);
    // A window has a sample at least.
    assert_eq!(cut(0.1).len(), 100);
    assert_eq!(
        windows(recording(100, 10.0), 0.09).map(|_| ()),
        Err(TwoStepError::Window(0.09))
    );
    assert_eq!(
        TwoStepError::Window(-1.0).to_string(),
        "-1 s is no length of time to cut recordings into: give more than 0"
    );
}

/// Not for want of a closed form, which a part of a robot has as little as elements.
#[test]
fn without_a_torque_two_steps_are_refused_for_that() {
    let robot: &dyn Robot = &double_pendulum::ROBOT;
    let part = Part::without(robot, Side::Joint, &[Torque::joint(1)]).expect("a part");
    let one_step = BaseEstimate::exact(vec![0.0; part.model().base.len()]);
    let options = ProcessingOptions::default();
    let found = two_step(
        &part,
        &[recording(100, 10.0)],
        &options,
        &one_step,
        &mut |_, _| {},
    );
    assert_eq!(
        found.expect_err("a refusal").to_string(),
        "the torque of elbow is left out, and elements are identified from the torques of all joints: identify base \
         parameters in one step"
    );
}

#[test]
fn what_two_steps_cannot_do_is_refused_with_the_reason() {
    let model = *double_pendulum::ROBOT.model();
    let refused = |model: Model, recording: Recording| {
        let one_step = BaseEstimate::exact(vec![0.0; 6]);
        let options = ProcessingOptions::default();
        let found = two_step(
            &Described(model),
            &[recording],
            &options,
            &one_step,
            &mut |_, _| {},
        );
        found.expect_err("a refusal").to_string()
    };
    let usual = || recording(100, 10.0);
    let without = |terms: Option<usize>| Model {
        elements: &[],
        closed_form_terms: terms,
        ..model
    };
    let end =
        "element by element it is fitted up to 400 terms: identify base parameters in one step";
    assert_eq!(
        refused(without(Some(512)), usual()),
        format!("the closed form of double_pendulum has 512 terms; {end}")
    );
    assert_eq!(
        refused(without(None), usual()),
        format!("the closed form of double_pendulum is past its budget of terms; {end}")
    );
    let one = drive(ParameterKind::Torque(0, Site::Joint(0)));
    let torque = Model {
        parameters: [model.parameters, &[one]].concat().leak(),
        ..model
    };
    assert_eq!(
        refused(torque, usual()),
        "double_pendulum has torques that its file gives as functions, which are no elements of the closed form: identify \
         base parameters in one step"
    );
    let measured = Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        base_of_torque: false,
        ..model
    };
    let other = "the elements of double_pendulum are identified from joint torques alone, and the rows of its equations are \
                 others: identify base parameters in one step";
    assert_eq!(refused(measured, usual()), other);
    let rows = Recording {
        measured: Some(vec![vec![0.0; 100]]),
        ..usual()
    };
    assert_eq!(refused(model, rows), other);
    let positions = Recording {
        torque: None,
        source: "all of it".to_owned(),
        ..usual()
    };
    assert_eq!(
        refused(model, positions),
        "run has no torque: there is nothing to fit"
    );
    let few = TwoStepError::TooFewRows {
        recording: "run".to_owned(),
        rows: 12,
        unknowns: 14,
    };
    assert_eq!(
        few.to_string(),
        "run leaves 12 equations for 14 unknowns: record longer, decimate less, or lower the velocity threshold"
    );
}
