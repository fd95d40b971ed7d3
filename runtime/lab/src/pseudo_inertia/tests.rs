//! Units and variables of two bodies and their drives, by hand.

use super::{Frame, Place, elements, general_units, variable};
use armwright_robots::double_pendulum;
use armwright_runtime::{
    Axis, BaseParameter, Class, Inertial, Model, Parameter, ParameterKind, Robot, Site, Term,
};

/// Two bodies, of which the first has nominal values, rotor inertia, an offset and friction.
fn model(base: &[&[(usize, f64)]]) -> Model {
    let parameter = |kind, nominal| Parameter {
        name: "",
        unit: "",
        kind,
        class: Class::Combined,
        nominal,
    };
    let nominal = [4.0, 0.4, -0.2, 0.8, 0.5, 0.01, -0.03, 0.7, 0.02, 0.8];
    let of_body = |body: usize, nominal: fn(f64) -> Option<f64>, values: [f64; 10]| {
        let all = Inertial::ALL.into_iter().zip(values);
        let one = move |(component, value)| {
            parameter(ParameterKind::Inertial { body, component }, nominal(value))
        };
        all.map(one).collect::<Vec<_>>()
    };
    let site = Site::Joint(0);
    let friction = Parameter {
        name: "fc",
        ..parameter(ParameterKind::Coulomb(site), Some(0.25))
    };
    let drives = [
        parameter(ParameterKind::Inertia(site), Some(0.0)),
        parameter(ParameterKind::Offset(site), Some(3.0)),
        friction,
    ];
    let parameters = [
        of_body(0, Some, nominal),
        of_body(1, |_| None, nominal),
        drives.to_vec(),
    ];
    let base = base.iter().map(|terms| BaseParameter {
        representative: terms[0].0,
        terms: terms
            .iter()
            .map(|(parameter, coefficient)| Term {
                parameter: *parameter,
                coefficient: *coefficient,
            })
            .collect::<Vec<_>>()
            .leak(),
        ..double_pendulum::ROBOT.model().base[0]
    });
    Model {
        bodies: &["a", "b"],
        parameters: parameters.concat().leak(),
        base: base.collect::<Vec<_>>().leak(),
        ..*double_pendulum::ROBOT.model()
    }
}

#[track_caller]
fn near((found, expected): ((f64, f64), (f64, f64))) {
    let off = (found.0 - expected.0).abs() + (found.1 - expected.1).abs();
    assert!(off < 1e-12, "{found:?} for {expected:?}");
}

/// The largest moment and the largest inertia; their ratio is a length, within bounds.
#[test]
fn units_are_of_the_sizes_of_base_parameters() {
    let of = |values: &[(usize, f64)]| {
        let terms: Vec<[(usize, f64); 1]> = values.iter().map(|(k, _)| [(*k, 1.0)]).collect();
        let terms: Vec<&[(usize, f64)]> = terms.iter().map(|t| &t[..]).collect();
        let beta: Vec<f64> = values.iter().map(|(_, x)| *x).collect();
        general_units(&model(&terms), &beta)
    };
    // Moments are parameters 1 to 3, inertias 4 to 9 and a mass 0; 22 is friction.
    near((
        of(&[
            (1, 0.3),
            (3, -0.8),
            (9, 0.4),
            (5, -0.1),
            (0, 90.0),
            (22, 70.0),
        ]),
        (1.6, 0.5),
    ));
    near((of(&[(1, 0.1), (4, 0.9)]), (0.05, 2.0)));
    near((of(&[(1, 0.1), (4, 0.001)]), (2.0, 0.05)));
    near((of(&[(0, 9.0), (14, -0.18)]), (2.0, 0.3)));
    near((of(&[(12, -0.6)]), (2.0, 0.3)));
    near((of(&[(0, 9.0)]), (1.0, 0.3)));
    near((of(&[]), (1.0, 0.3)));
}

#[test]
fn a_frame_has_a_block_a_body_and_a_scalar_a_positive_parameter() {
    // The largest inertia of the armature that the two leave is that of the second: 0.6 / 3.
    let model = model(&[
        &[(9, 1.0), (20, 0.5)],
        &[(11, 2.0), (20, -3.0)],
        &[(22, 2.0)],
    ]);
    let beta = [0.7, -0.6, 0.9];
    let frame = Frame::of(&model, &beta);
    assert_eq!((frame.blocks(), frame.scalars()), (2, 2));
    // √((0.5 + 0.7 + 0.8) / 2 / 4); of the other body 0.6 of a moment and 0.7 of an inertia.
    near((frame.units(0), (4.0, 0.5)));
    near((frame.units(1), (0.6 * 0.6 / 0.7, 0.7 / 0.6)));
    let component = Inertial::Inertia(Axis::X, Axis::Z);
    assert_eq!(
        frame.place(16),
        Place::Body {
            block: 1,
            component
        }
    );
    let Place::Scalar { scalar: 0, unit } = frame.place(20) else {
        panic!("{:?}", frame.place(20));
    };
    assert!((unit - 0.2).abs() < 1e-12, "{unit}");
    assert_eq!(frame.place(21), Place::Free);
    assert_eq!(
        frame.place(22),
        Place::Scalar {
            scalar: 1,
            unit: 0.25
        }
    );
    assert_eq!(frame.variables(21), []);
    assert_eq!(frame.variables(22), [(21, 0.25)]);
    // What held friction leaves has any sign.
    let free = Frame::leaving(&model, &[None; 23], &beta, &["fc".to_owned()]);
    assert_eq!((free.place(22), free.scalars()), (Place::Free, 1));
    let several = ["fv", "fc", "fo"].map(str::to_owned);
    let free = Frame::leaving(&model, &[None; 23], &beta, &several);
    assert_eq!((free.place(22), free.scalars()), (Place::Free, 1));
    // Other nominal values take the place of the file's; none leaves what the base parameter does, or 1.
    let nominal = |armature: Option<f64>, friction: Option<f64>| {
        let mut all = vec![None; 23];
        (all[20], all[22]) = (armature, friction);
        let frame = Frame::about(&model, &all, &beta);
        [20, 22].map(|k| match frame.place(k) {
            Place::Scalar { unit, .. } => unit,
            other => panic!("{other:?}"),
        })
    };
    let [armature, friction] = nominal(Some(0.03), None);
    assert!((armature - 0.03).abs() < 1e-15 && (friction - 0.45).abs() < 1e-12);
    let mut zero = beta;
    zero[2] = 0.0;
    assert_eq!(
        Frame::about(&model, &[None; 23], &zero).place(22),
        Place::Scalar {
            scalar: 1,
            unit: 1.0
        }
    );
    let light = Frame::about(
        &model,
        &[[Some(0.0)].repeat(10), vec![None; 13]].concat(),
        &beta,
    );
    near((light.units(0), light.units(1)));
    // A body that is a point has a radius of a millimetre.
    let mut point = vec![None; 23];
    for k in [0, 4, 7, 9] {
        point[k] = Some(if k == 0 { 2.0 } else { 0.0 });
    }
    near((Frame::about(&model, &point, &beta).units(0), (2.0, 1e-3)));
}

/// `Lxx = Σyy + Σzz`, `Lxy = -Σxy`, in units of 4 kg and half a metre; off the diagonal the variable is √2 times.
#[test]
fn parameters_are_sums_of_variables() {
    let frame = Frame::of(&model(&[&[(11, 1.0)], &[(19, 1.0)]]), &[0.6, 0.3]);
    let root = std::f64::consts::FRAC_1_SQRT_2;
    for (parameter, expected) in [
        (0, vec![(9, 4.0)]),
        (1, vec![(3, 2.0 * root)]),
        (2, vec![(6, 2.0 * root)]),
        (3, vec![(8, 2.0 * root)]),
        (4, vec![(4, 1.0), (7, 1.0)]),
        (5, vec![(1, -root)]),
        (6, vec![(2, -root)]),
        (7, vec![(0, 1.0), (7, 1.0)]),
        (8, vec![(5, -root)]),
        (9, vec![(0, 1.0), (4, 1.0)]),
        // The other body: half a metre and 1.2 kg.
        (10, vec![(19, 1.2)]),
        (11, vec![(13, 0.6 * root)]),
        (15, vec![(11, -0.3 * root)]),
        (19, vec![(10, 0.3), (14, 0.3)]),
    ] {
        let found = frame.variables(parameter);
        assert_eq!(found.len(), expected.len(), "{parameter}");
        for ((a, x), (b, y)) in found.iter().zip(&expected) {
            assert!(
                a == b && (x - y).abs() < 1e-12,
                "{parameter}: {found:?} for {expected:?}"
            );
        }
    }
    assert_eq!(variable(2, (1, 3)), 26);
    let yz = Inertial::Inertia(Axis::Y, Axis::Z);
    assert_eq!(elements(yz), [((1, 2), -1.0)]);
}
