//! Elements of a double pendulum as sums of unknowns, with the covariance that these have.

use nalgebra::{DMatrix, DVector};

use super::super::TwoStepError;
use super::super::tests::small_motion;
use super::super::unknown::Unknown;
use super::super::unknown::Unknown::{Gravity, Inertia, Variation};
use super::{Expansion, has_offset};
use crate::identify::BaseEstimate;
use crate::motion::{Adjusted, Cleaned, Equation, Motion};
use crate::options::{EquationSide, List, ProcessingOptions};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::Written;
use crate::regression::{BaseColumns, Equations, Sample};
use armwright_robots::double_pendulum::{self, ROBOT};
use armwright_robots::tx40;
use armwright_runtime::{
    BaseParameter, Element, ElementPart, ElementTerm, Model, Parameter, ParameterKind, Quantity,
    Robot, Side, Site,
};

/// A small motion about (0.3, -0.8), with the torques of the nominal values.
fn motion(samples: i32, options: &ProcessingOptions) -> Motion {
    let recording = small_motion("about a place", [0.3, -0.8], samples);
    Motion::of(recording, options, ROBOT.model()).expect("a motion")
}

fn truth(model: &Model) -> BaseEstimate {
    let mut beta = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&crate::parameters::nominal(model), &mut beta)
        .expect("its sizes");
    BaseEstimate::exact(beta)
}

#[test]
fn values_are_those_of_the_model_and_what_it_leaves() {
    let model = ROBOT.model();
    let mut expansion =
        Expansion::of(&ROBOT, &motion(300, &ProcessingOptions::default())).expect("a motion");
    // A covariance in which every pair is another one.
    let size = expansion.unknowns.len();
    let entry = |i: usize, j: usize| {
        if i == j {
            10.0 + i as f64
        } else {
            0.1 * (i + j) as f64
        }
    };
    expansion.covariance = DMatrix::from_fn(size, size, entry);
    let left = DVector::from_fn(size, |k, _| 1.0 + 0.5 * k as f64);
    let place = |unknown: Unknown| {
        let mut all = expansion.unknowns.iter();
        all.position(|u| *u == unknown).expect("an unknown")
    };
    let of = |part: ElementPart, indices: &[usize], known: &[bool]| {
        let mut all = model.elements.iter();
        let element = all.find(|e| e.part == part && e.indices == indices);
        expansion.value(element.expect("an element"), 0.25, &left, known)
    };
    let all = vec![true; size];
    let varying = [place(Variation(0, 0, 1)), place(Variation(0, 1, 1))];
    // g_2, M_12, S_122 = M_12's slope, S_112 = M_11's, S_211 = half of that below 0.
    for (part, indices, terms) in [
        (
            ElementPart::Gravity,
            &[1][..],
            vec![(place(Gravity(1)), 1.0)],
        ),
        (
            ElementPart::Inertia,
            &[0, 1],
            vec![(place(Inertia(0, 1)), 1.0)],
        ),
        (ElementPart::Coriolis, &[0, 1, 1], vec![(varying[1], 1.0)]),
        (ElementPart::Coriolis, &[0, 0, 1], vec![(varying[0], 1.0)]),
        (ElementPart::Coriolis, &[1, 0, 0], vec![(varying[0], -0.5)]),
    ] {
        let found = of(part, indices, &all);
        let sum: f64 = terms.iter().map(|(k, a)| a * left[*k]).sum();
        let std = terms
            .iter()
            .map(|(k, a)| a * a * entry(*k, *k))
            .sum::<f64>()
            .sqrt();
        assert!(
            (found.value - 0.25 - sum).abs() < 1e-12,
            "{indices:?}: {found:?}"
        );
        assert!(
            found.std.is_some_and(|s| (s - std).abs() < 1e-12),
            "{indices:?}: {found:?}"
        );
        let mut lost = all.clone();
        lost[terms[0].0] = false;
        assert_eq!(of(part, indices, &lost).std, None, "{indices:?}");
    }
    // What does not vary here is not determined by nothing.
    expansion.unknowns.retain(|u| !matches!(u, Gravity(_)));
    let gravity = &model.elements[0];
    let found = expansion.value(gravity, 0.25, &left, &all);
    assert_eq!((found.value, found.std), (0.25, None));
}

/// Of a motion without noise an expansion has the elements of the robot at its mean.
#[test]
fn elements_are_those_of_the_robot_at_the_mean() {
    let model = ROBOT.model();
    let truth = truth(model);
    let motion = motion(300, &ProcessingOptions::default());
    let expansion = Expansion::of(&ROBOT, &motion).expect("a motion");
    let (mean, swing, rows) = (expansion.mean.clone(), expansion.swing, expansion.rows);
    let found = expansion.elements(&truth);
    assert_eq!(found.recording, "about a place");
    assert_eq!(found.configuration, mean);
    assert!(
        (mean[0] - 0.3).abs() < 0.02 && (mean[1] + 0.8).abs() < 0.02,
        "{mean:?}"
    );
    assert_eq!(found.swing, swing);
    assert!(swing > 0.05 && swing < 0.09, "{swing}");
    // Every row of a sample that counts.
    let mut counting = 0;
    let mut count = |sample: &Sample<'_>| {
        counting += [0, 1].iter().filter(|row| sample.counts(**row)).count();
    };
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = BaseColumns::of_torques(&ROBOT);
    let passed = equations.pass(&motion, &columns, &mut count, &mut |_| {});
    let samples = passed.expect("a motion");
    assert!(rows > samples, "{rows} equations of {samples} samples");
    assert_eq!([rows, found.rows], [counting; 2]);
    let [s1, c1] = [mean[0].sin(), mean[0].cos()];
    let [s2, c2] = [mean[1].sin(), mean[1].cos()];
    // The monomials of the closed form, in its order: g_1, g_2, M_11, M_12, M_22, S_112, S_122, S_211.
    let bases = [
        vec![s1 * s2, s1 * c2, s1, c1 * s2, c1 * c2, c1],
        vec![s1 * s2, s1 * c2, c1 * s2, c1 * c2],
        vec![s2, c2, 1.0],
        vec![s2, c2, 1.0],
        vec![1.0],
        vec![s2, c2],
        vec![s2, c2],
        vec![s2, c2],
    ];
    for (found, expected) in found.bases.iter().zip(&bases) {
        assert_eq!(found.len(), expected.len());
        assert!(
            found
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
    }
    let theta = crate::parameters::nominal(model);
    let (mut gravity, mut inertia) = ([0.0; 2], [0.0; 4]);
    ROBOT
        .gravity_torques(&theta, &mean, &mut gravity)
        .expect("its sizes");
    ROBOT
        .inertia_matrix(&theta, &mean, &mut inertia)
        .expect("its sizes");
    for (k, expected) in [gravity[0], gravity[1], inertia[0], inertia[1], inertia[3]]
        .into_iter()
        .enumerate()
    {
        let value = found.elements[k];
        assert!(
            (value.value - expected).abs() < 1e-4 * expected.abs(),
            "{k}: {value:?} for {expected}"
        );
        assert!(value.std.is_some_and(|std| std < 1e-2), "{value:?}");
    }
}

#[test]
fn a_motion_of_fewer_equations_than_unknowns_is_refused() {
    // Of 35 samples every sixth is kept.
    let options = ProcessingOptions {
        decimate: Some(List(vec![6])),
        ..ProcessingOptions::default()
    };
    let mut short = motion(35, &options);
    short.source = "all of it".to_owned();
    match Expansion::of(&ROBOT, &short).map(|_| ()) {
        Err(TwoStepError::TooFewRows {
            recording,
            rows,
            unknowns,
        }) => {
            assert_eq!((recording.as_str(), unknowns), ("about a place", 14));
            assert!(rows < 14);
        }
        other => panic!("{other:?}"),
    }
}

/// Offsets are constants of the torques, which an expansion has as gravity.
#[test]
fn offsets_stay_in_what_is_expanded() {
    let model = ROBOT.model();
    let mut expansion =
        Expansion::of(&ROBOT, &motion(300, &ProcessingOptions::default())).expect("a motion");
    let offset = Parameter {
        kind: ParameterKind::Offset(Site::Joint(1)),
        ..model.parameters[0]
    };
    let mut parameters = model.parameters.to_vec();
    parameters.push(offset);
    let mut base = model.base.to_vec();
    base[4] = BaseParameter {
        representative: parameters.len() - 1,
        ..base[4]
    };
    let with_offset = Model {
        parameters: parameters.leak(),
        base: base.leak(),
        ..*double_pendulum::ROBOT.model()
    };
    expansion.model = &with_offset;
    let truth = truth(model);
    let mut expected = truth.clone();
    expected.beta[4] = 0.0;
    assert!(truth.beta.iter().all(|x| *x != 0.0));
    assert_eq!(expansion.without_offsets(&truth), expected);
}

/// Offsets alone drive the joints, of which a motor drives two. Gravity that is constant is told from them by the motion, and that
/// which varies has them beside it. So many constants take other blocks of rows to factorise than base parameters beside them do.
#[test]
fn an_offset_is_in_the_element_that_it_is_fitted_with() {
    let [gravity, .., inertia] = [0, 1, 2].map(|k| double_pendulum::ROBOT.model().elements[k]);
    let of = |element: Element, indices: Vec<usize>, monomial| Element {
        indices: indices.leak(),
        terms: vec![ElementTerm {
            monomial,
            combination: &[],
            ..element.terms[0]
        }]
        .leak(),
        ..element
    };
    let elements = [(3, "c4"), (4, "c5"), (4, "1"), (5, "c6")];
    let elements = elements.map(|(joint, monomial)| of(gravity, vec![joint], monomial));
    let inertias = (0..6).map(|joint| of(inertia, vec![joint; 2], "1"));
    let elements: Vec<Element> = elements.into_iter().chain(inertias).collect();
    let model = Model {
        elements: elements.leak(),
        ..*tx40::ROBOT.model()
    };
    let robot = Written(model, |quantity, inputs, out| {
        match quantity {
            Quantity::ElementBases => out.fill(1.0),
            _ => tx40::ROBOT.evaluate(quantity, inputs, out)?,
        }
        Ok(())
    });
    let model = robot.model();
    let theta = model.parameters.iter().map(|p| match p.kind {
        ParameterKind::Offset(_) => 0.5,
        _ => 0.0,
    });
    let (theta, mut beta) = (theta.collect::<Vec<_>>(), vec![0.0; model.base.len()]);
    robot.base_parameters(&theta, &mut beta).expect("its sizes");
    let (still, mut offsets) = ([0.0; 6], [0.0; 6]);
    robot
        .inverse_dynamics(&theta, &still, &still, &still, &mut offsets)
        .expect("its sizes");
    let samples = |of: &dyn Fn(usize, f64) -> f64| -> Vec<Vec<f64>> {
        let column = |joint| (0..900).map(|k| of(joint, f64::from(k) / 100.0)).collect();
        (0..6).map(column).collect()
    };
    let position = samples(&|joint, t| {
        let w = 4.0 + 1.3 * joint as f64;
        0.3 + 0.05 * (w * t).sin() + 0.03 * (0.45 * w * t).cos()
    });
    let arrays = Arrays::new(100.0, position, samples(&|joint, _| offsets[joint]));
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let options = ProcessingOptions {
        equations: Some(EquationSide::Motor),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording, &options, model).expect("a motion");
    let expansion = Expansion::of(&robot, &motion).expect("an expansion");
    let found = expansion.elements(&BaseEstimate::exact(beta)).elements;
    let expected = [offsets[3], offsets[4], 0.0, offsets[5]];
    for (found, expected) in found.iter().zip(expected) {
        let off = (found.value - expected).abs();
        assert!(off < 1e-9 && found.std.is_some(), "{found:?}, {expected}");
    }
}

/// Whatever is wrong with recorded torques and an estimate takes out of them again, before decimation or after it, moves neither values
/// nor deviations.
#[test]
fn what_is_taken_out_of_torques_is_not_expanded() {
    let model = ROBOT.model();
    let truth = truth(model);
    let options = ProcessingOptions {
        decimate: Some(List(vec![1])),
        ..ProcessingOptions::default()
    };
    let plain = motion(300, &options);
    let wrong = |k: usize, joint: usize| 5.0 * ((k * k + 3 * joint) as f64).sin();
    let mut recording = small_motion("about a place", [0.3, -0.8], 300);
    for (joint, column) in recording.torque.iter_mut().flatten().enumerate() {
        let samples = column.iter_mut().enumerate();
        samples.for_each(|(k, torque)| *torque += wrong(k, joint));
    }
    let disturbed = Motion::of(recording, &options, model).expect("a motion");
    assert_eq!(disturbed.processing, plain.processing);
    let added = |motion: &Motion| -> Vec<f64> {
        let samples = motion.interior();
        let each = samples.flat_map(|k| [0, 1].map(|joint| -wrong(k, joint)));
        each.collect()
    };
    let elements = |motion: &Motion| {
        let expansion = Expansion::of(&ROBOT, motion).expect("an expansion");
        expansion.elements(&truth).elements
    };
    let expected = elements(&plain);
    assert!(elements(&disturbed) != expected);
    let (mut before, mut after) = (disturbed.clone(), disturbed);
    before.clean(Cleaned {
        rows: 2,
        all: added(&before),
    });
    let equation = |add: f64| Equation {
        add,
        ..Equation::default()
    };
    after.adjust(Adjusted {
        rows: 2,
        all: added(&after).into_iter().map(equation).collect(),
    });
    for motion in [&before, &after] {
        for (found, expected) in elements(motion).iter().zip(&expected) {
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * b.abs();
            assert!(near(found.value, expected.value), "{found:?} {expected:?}");
            let std = [found.std, expected.std].map(|std| std.expect("determined"));
            assert!(std[1] > 0.0 && near(std[0], std[1]), "{std:?}");
        }
    }
}

/// A constant among the terms of gravity takes up what is constant; nothing else does.
#[test]
fn gravity_with_a_constant_of_its_own_has_no_offset() {
    let plain = ROBOT.model();
    let mut parameters = plain.parameters.to_vec();
    parameters.retain(|p| !matches!(p.kind, ParameterKind::Offset(_)));
    let without = Model {
        parameters: parameters.clone().leak(),
        ..*plain
    };
    parameters.push(Parameter {
        kind: ParameterKind::Offset(Site::Joint(1)),
        ..plain.parameters[0]
    });
    let with = Model {
        parameters: parameters.leak(),
        ..*plain
    };
    let template = plain.elements[0];
    let element = |part: ElementPart, monomials: &[&'static str]| {
        let terms = monomials.iter().map(|&monomial| ElementTerm {
            monomial,
            ..template.terms[0]
        });
        Element {
            part,
            terms: terms.collect::<Vec<_>>().leak(),
            ..template
        }
    };
    for (monomials, expected) in [
        (&["c1"][..], true),
        (&["c1", "s1"], true),
        (&["c1", "1"], false),
        (&["1", "c1"], false),
        (&["1"], false),
    ] {
        let gravity = element(ElementPart::Gravity, monomials);
        assert_eq!(has_offset(&with, &gravity), expected, "{monomials:?}");
        assert!(!has_offset(&without, &gravity), "{monomials:?}");
        let inertia = element(ElementPart::Inertia, monomials);
        assert!(!has_offset(&with, &inertia), "{monomials:?}");
    }
}
