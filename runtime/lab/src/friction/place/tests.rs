//! Where friction is, and what law the terms of a robot file make up.

use super::super::law::{Extra, Law, Shape};
use super::{Place, law_of_file, place, places, signed, terms_of_file};
use crate::regression::Equations;
use crate::regression::by_hand::{self, ByHand, MODEL};
use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{Model, Parameter, ParameterKind, Robot, Side, Site};

#[test]
fn terms_of_the_robot_file_make_up_a_law() {
    use ParameterKind::{
        Coulomb, CoulombNegative, CoulombPositive, Offset, Quadratic, Viscous, ViscousNegative,
        ViscousPositive,
    };
    let model = abb_wrist::ROBOT.model();
    let terms = |kinds: &[fn(Site) -> ParameterKind]| {
        let mut parameters = model.parameters.to_vec();
        for (base, kind) in model.base.iter().zip(kinds) {
            let Parameter { kind: own, .. } = &mut parameters[base.representative];
            *own = kind(Site::Motor(1));
        }
        let model = Model {
            parameters: parameters.leak(),
            ..*model
        };
        let own: Vec<usize> = (0..kinds.len()).collect();
        terms_of_file(&model, &own)
    };
    let of = |kinds: &[fn(Site) -> ParameterKind]| law_of_file(&terms(kinds));
    let law = |shape, extras: &[Extra]| extras.iter().fold(Law::of(shape), |law, e| law.with(*e));
    let both = Shape::CoulombViscous;
    assert_eq!(of(&[]), law(Shape::None, &[]));
    assert_eq!(of(&[Coulomb]), law(Shape::Coulomb, &[]));
    assert_eq!(of(&[Viscous]), law(Shape::Viscous, &[]));
    assert_eq!(of(&[Viscous, Coulomb]), law(both, &[]));
    assert_eq!(of(&[Quadratic, Viscous]), law(Shape::Quadratic, &[]));
    assert_eq!(of(&[Offset]), law(Shape::None, &[Extra::Offset]));
    // What is apart by direction is a mean and a difference.
    assert_eq!(
        of(&[CoulombPositive]),
        law(Shape::Coulomb, &[Extra::Offset])
    );
    assert_eq!(of(&[CoulombNegative, Viscous]), law(both, &[Extra::Offset]));
    assert_eq!(
        of(&[ViscousPositive]),
        law(Shape::Viscous, &[Extra::Directional])
    );
    assert_eq!(
        of(&[Coulomb, ViscousNegative]),
        law(both, &[Extra::Directional])
    );
    assert_eq!(
        of(&[Quadratic, CoulombNegative, ViscousPositive]),
        law(Shape::Quadratic, &[Extra::Offset, Extra::Directional])
    );
    // A law may have more than that.
    assert_eq!(of(&[Quadratic]), law(Shape::Quadratic, &[]));
    assert_eq!(terms(&[Quadratic]), ["quadratic"]);
    assert_eq!(terms(&[Viscous, Quadratic]), ["quadratic", "viscous"]);
    assert_eq!(
        terms(&[CoulombPositive, CoulombNegative]),
        ["coulomb", "offset"]
    );
}

/// No law has the square of the speed alone: by what the file says it is called, not by the least law that has it.
#[test]
fn a_law_of_a_file_is_called_by_its_terms() {
    let named = |terms: &[&'static str]| {
        let own = Place {
            law: law_of_file(terms),
            terms: terms.to_vec(),
            ..place(abb_wrist::ROBOT.model(), 1, true)
        };
        [own.title_of_file(), own.formula_of_file()]
    };
    assert_eq!(named(&["quadratic"]), ["quadratic", "quadratic v |v|"]);
    assert_eq!(
        named(&["offset", "quadratic", "viscous"]),
        [
            "viscous+quadratic+offset",
            "viscous v + quadratic v |v| + offset"
        ]
    );
    assert_eq!(
        named(&["coulomb", "quadratic", "viscous"]),
        [
            "coulomb+viscous+quadratic",
            "coulomb sign(v) + viscous v + quadratic v |v|"
        ]
    );
    assert_eq!(named(&[]), ["none", "0"]);
}

#[test]
fn a_place_knows_its_name_its_base_parameters_and_whether_it_slides() {
    let model = abb_wrist::ROBOT.model();
    let motor = place(model, 1, true);
    assert_eq!(
        (motor.index, motor.on_motor, motor.name.as_str()),
        (1, true, "m2")
    );
    let own: Vec<&str> = motor.own.iter().map(|j| model.base[*j].name).collect();
    assert_eq!(own, ["fc_m2", "fv_m2"]);
    assert_eq!(motor.law, Law::of(Shape::CoulombViscous));
    let joint = place(model, 1, false);
    assert_eq!(
        (joint.index, joint.on_motor, joint.name.as_str()),
        (1, false, "q2")
    );
    assert!(joint.own.is_empty() && joint.law == Law::of(Shape::None));
    // The third joint of a SCARA slides; a motor turns whatever it moves.
    let model = scara::ROBOT.model();
    let slides = |on_motor| [0, 1, 2, 3].map(|k| place(model, k, on_motor).slides);
    assert_eq!(slides(false), [false, false, true, false]);
    assert_eq!(slides(true), [false; 4]);
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn friction_enters_the_rows_that_its_place_moves() {
    let equations = Equations::of(&abb_wrist::ROBOT, Side::Joint).expect("equations");
    let model = abb_wrist::ROBOT.model();
    let entered = |on_motor: bool, side: Side| {
        [0, 1, 2].map(|k| {
            let place = place(model, k, on_motor);
            let rows = 0..3;
            rows.filter(|row| !place.is_zero(equations.drive(), side, *row))
                .collect::<Vec<usize>>()
        })
    };
    let own = [vec![0], vec![1], vec![2]];
    assert_eq!(entered(false, Side::Joint), own);
    assert_eq!(entered(true, Side::Motor), own);
    let others = [vec![0], vec![0, 1], vec![0, 1, 2]];
    assert_eq!(entered(true, Side::Joint), others);
    // The first joint is moved by all motors, and its torque is shared by the first alone.
    assert_eq!(entered(false, Side::Motor), others);
    let all = places(&equations);
    assert_eq!(all, [0, 1, 2].map(|k| place(model, k, true)));
}

/// A double pendulum's file has no friction, and motors of the wrist move other joints as well: these have a sign in each row of theirs.
#[test]
fn every_place_has_a_sign_in_the_rows_that_it_enters() {
    let of = |robot: &dyn Robot, side: Side| {
        let equations = signed(Equations::of(robot, side).expect("equations"));
        let rows = 0..equations.rows();
        rows.map(|row| equations.signs().of_row(row).to_vec())
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&double_pendulum::ROBOT, Side::Joint), [[0], [1]]);
    assert_eq!(
        of(&abb_wrist::ROBOT, Side::Joint),
        [vec![3, 4, 5], vec![4, 5], vec![5]]
    );
}

/// The first joint rubs itself; of the second both the slide and its motor do. Where nothing rubs, it is what has torques.
#[test]
fn a_joint_without_friction_is_looked_at_on_the_side_of_its_torques() {
    let names = |robot: &ByHand, side: Side| -> Vec<String> {
        let equations = Equations::of(robot, side).expect("equations");
        let all = places(&equations).into_iter();
        all.map(|place| place.name).collect()
    };
    for side in [Side::Joint, Side::Motor] {
        assert_eq!(names(&by_hand::ROBOT, side), ["j1", "j2", "m2"]);
    }
    let mut parameters = MODEL.parameters.to_vec();
    parameters[5].kind = parameters[0].kind;
    let smooth = ByHand(Box::leak(Box::new(Model {
        parameters: parameters.leak(),
        ..MODEL
    })));
    assert_eq!(names(&smooth, Side::Joint), ["j1", "j2", "m2"]);
    assert_eq!(names(&smooth, Side::Motor), ["m1", "j2", "m2"]);
}
