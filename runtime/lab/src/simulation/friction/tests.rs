//! Laws of friction, their derivatives, and where they act.

use armwright_robots::{abb_wrist, puma_shoulder};
use armwright_runtime::{Class, Model, Parameter, ParameterKind, Robot, Site};

use super::{FrictionLaw, FrictionSite, FrictionTerm, sites};
use crate::parameters::nominal;
use crate::regression::by_hand;

const LAWS: [FrictionLaw; 12] = [
    FrictionLaw::Coulomb,
    FrictionLaw::CoulombPositive,
    FrictionLaw::CoulombNegative,
    FrictionLaw::Viscous,
    FrictionLaw::ViscousPositive,
    FrictionLaw::ViscousNegative,
    FrictionLaw::Quadratic,
    FrictionLaw::Stribeck,
    FrictionLaw::StribeckSpeed,
    FrictionLaw::Tanh,
    FrictionLaw::TanhSpeed,
    FrictionLaw::Load,
];

fn site(terms: &[(FrictionLaw, f64)]) -> FrictionSite {
    let term = |(law, value): &(FrictionLaw, f64)| FrictionTerm {
        law: *law,
        value: *value,
        name: law.symbol().to_owned(),
    };
    FrictionSite {
        name: "a".to_owned(),
        form: vec![2.0, -0.5],
        terms: terms.iter().map(term).collect(),
        slides: false,
        is_locked: false,
    }
}

#[test]
fn each_law_multiplies_what_it_says() {
    let v = 0.7;
    for (law, ahead, back, symbol) in [
        (LAWS[0], [1.0, 0.0], [-1.0, 0.0], "fc"),
        (LAWS[1], [1.0, 0.0], [0.0, 0.0], "fcp"),
        (LAWS[2], [0.0, 0.0], [-1.0, 0.0], "fcn"),
        (LAWS[3], [v, 1.0], [-v, 1.0], "fv"),
        (LAWS[4], [v, 1.0], [0.0, 0.0], "fvp"),
        (LAWS[5], [0.0, 0.0], [-v, 1.0], "fvn"),
        (LAWS[6], [v * v, 2.0 * v], [-v * v, 2.0 * v], "fq"),
        (LAWS[7], [0.0; 2], [0.0; 2], "fs"),
        (LAWS[8], [0.0; 2], [0.0; 2], "vs"),
        (LAWS[9], [0.0; 2], [0.0; 2], "ft"),
        (LAWS[10], [0.0; 2], [0.0; 2], "vt"),
        (LAWS[11], [0.0; 2], [0.0; 2], "fl"),
    ] {
        assert_eq!((law.at(v, 1.0), law.at(-v, -1.0)), (ahead, back), "{law:?}");
        assert_eq!(law.symbol(), symbol);
        let speed = matches!(law, FrictionLaw::StribeckSpeed | FrictionLaw::TanhSpeed);
        assert_eq!(law.begins(), if speed { 0.1 } else { 0.0 });
        let own = match law {
            FrictionLaw::Stribeck => Some(FrictionLaw::StribeckSpeed),
            FrictionLaw::Tanh => Some(FrictionLaw::TanhSpeed),
            _ => None,
        };
        assert_eq!(law.speed(), own);
    }
}

/// At 0.3 of 0.5 rad/s: `s exp(-0.36)` and `tanh 0.6`, with the derivatives of calculus.
#[test]
fn laws_with_a_speed_are_functions_of_the_share_of_it() {
    let near = |found: [f64; 3], wanted: [f64; 3]| {
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
        }
    };
    let e = (-0.36f64).exp();
    near(
        FrictionLaw::Stribeck.at_speed(0.3, 1.0, 0.5),
        [e, -2.4 * e, 1.44 * e],
    );
    near(
        FrictionLaw::Stribeck.at_speed(-0.3, -1.0, 0.5),
        [-e, -2.4 * e, -1.44 * e],
    );
    near(
        FrictionLaw::Stribeck.at_speed(0.3, 1.0, -0.5),
        [e, -2.4 * e, -1.44 * e],
    );
    let t = 0.6f64.tanh();
    let slope = (1.0 - t * t) / 0.5;
    near(
        FrictionLaw::Tanh.at_speed(0.3, 1.0, 0.5),
        [t, slope, -0.6 * slope],
    );
    near(
        FrictionLaw::Tanh.at_speed(-0.3, -1.0, 0.5),
        [-t, slope, 0.6 * slope],
    );
    near(FrictionLaw::Tanh.at_speed(1.0, 1.0, 0.0), [1.0, 0.0, 0.0]);
    assert_eq!(FrictionLaw::Stribeck.at_speed(0.0, -1.0, 0.0)[0], -1.0);
}

#[test]
fn friction_is_the_sum_of_its_terms_with_derivatives_by_all() {
    let all = site(&[
        (FrictionLaw::Coulomb, 0.6),
        (FrictionLaw::Stribeck, 0.35),
        (FrictionLaw::StribeckSpeed, 0.5),
        (FrictionLaw::Viscous, 0.2),
        (FrictionLaw::Tanh, 0.45),
        (FrictionLaw::TanhSpeed, 0.25),
        (FrictionLaw::Load, 0.15),
        (FrictionLaw::Quadratic, -0.1),
    ]);
    assert_eq!(all.velocity(&[0.4, 1.0]), 2.0 * 0.4 - 0.5);
    for (v, direction) in [(0.3, 1.0), (-0.8, -1.0)] {
        let [f, slope] = all.torque(v, direction);
        let wanted = direction * 0.6
            + 0.35 * direction * (-(v / 0.5f64).powi(2)).exp()
            + 0.2 * v
            + 0.45 * (v / 0.25f64).tanh()
            - 0.1 * v * f64::abs(v);
        assert!((f - wanted).abs() < 1e-14, "{f} {wanted}");
        let h = 1e-6;
        let ahead = all.torque(v + h, direction)[0];
        let difference = (ahead - all.torque(v - h, direction)[0]) / (2.0 * h);
        assert!((slope - difference).abs() < 1e-8, "{slope} {difference}");
        for term in 0..all.terms.len() {
            let moved = |by: f64| {
                let mut all = all.clone();
                all.terms[term].value += by;
                all.torque(v, direction)[0]
            };
            let difference = (moved(h) - moved(-h)) / (2.0 * h);
            let column = all.column(term, v, direction);
            assert!(
                (column - difference).abs() < 1e-8,
                "{term}: {column} {difference}"
            );
        }
    }
    // A law whose speed is not there has the one that speeds begin with.
    let alone = site(&[(FrictionLaw::Stribeck, 2.0)]);
    assert!((alone.torque(0.05, 1.0)[0] - 2.0 * (-0.25f64).exp()).abs() < 1e-14);
}

#[test]
fn a_place_slips_beyond_its_limits_and_passes_on_what_load_leaves() {
    let uneven = site(&[
        (FrictionLaw::CoulombPositive, 0.7),
        (FrictionLaw::CoulombNegative, 0.4),
    ]);
    assert_eq!(uneven.limits(), [0.7, 0.4]);
    assert_eq!(site(&[(FrictionLaw::Coulomb, -0.3)]).limits(), [0.0; 2]);
    let by_direction = |ahead: f64, back: f64| {
        let laws = [FrictionLaw::CoulombPositive, FrictionLaw::CoulombNegative];
        site(&[(laws[0], ahead), (laws[1], back)]).limits()
    };
    // About a constant of 3 it sticks, and of what is below zero in both together the middle is left.
    assert_eq!(by_direction(4.0, -2.0), [4.0, -2.0]);
    assert_eq!(by_direction(-3.0, 1.0), [-2.0, 2.0]);
    assert_eq!(by_direction(f64::NAN, 1.0), [0.0; 2]);
    assert_eq!(site(&[(FrictionLaw::Viscous, 3.0)]).limits(), [0.0; 2]);
    let mut locked = uneven.clone();
    locked.is_locked = true;
    assert_eq!(locked.limits(), [f64::INFINITY; 2]);
    assert_eq!((uneven.by_load(), uneven.passed(3.0, -1.0)), (None, 3.0));
    let load = site(&[(FrictionLaw::Coulomb, 1.0), (FrictionLaw::Load, 0.25)]);
    assert_eq!(load.by_load(), Some(0.25));
    // Driven it passes on 1 / 1.25 of the torque, braked 1 / 0.75.
    assert_eq!(
        [load.passed(5.0, 1.0), load.passed(-5.0, -1.0)],
        [4.0, -4.0]
    );
    assert_eq!(
        [load.passed(-3.0, 1.0), load.passed(3.0, -1.0)],
        [-4.0, 4.0]
    );
}

/// Friction of motors acts at their velocities; that of the file leaves the parameters.
#[test]
fn places_are_those_of_the_file() {
    let model = abb_wrist::ROBOT.model();
    let mut theta = nominal(model);
    let before = theta.clone();
    let (found, places) = sites(model, &mut theta);
    let names: Vec<&str> = found.iter().map(|site| site.name.as_str()).collect();
    assert_eq!(names, ["m1", "m2", "m3"]);
    let forms = [[-60.0, 0.0, 0.0], [10.0, 50.0, 0.0], [-8.0, 12.0, 45.0]];
    for (site, form) in found.iter().zip(forms) {
        assert_eq!(
            (&site.form[..], site.is_locked, site.terms.len()),
            (&form[..], false, 2)
        );
    }
    for (k, parameter) in model.parameters.iter().enumerate() {
        let law = match parameter.kind {
            ParameterKind::Coulomb(Site::Motor(motor)) => Some((FrictionLaw::Coulomb, motor)),
            ParameterKind::Viscous(Site::Motor(motor)) => Some((FrictionLaw::Viscous, motor)),
            _ => None,
        };
        let Some((law, motor)) = law else {
            assert_eq!((places[k], theta[k]), (None, before[k]));
            continue;
        };
        let (site, term) = places[k].expect("a place");
        let own = FrictionTerm {
            law,
            value: before[k],
            name: parameter.name.to_owned(),
        };
        assert_eq!(
            (site, &found[site].terms[term], theta[k]),
            (motor, &own, 0.0)
        );
    }
    // A joint of a robot some of whose joints are locked is called as its body.
    let model = puma_shoulder::ROBOT.model();
    let (found, _) = sites(model, &mut nominal(model));
    let laws: Vec<FrictionLaw> = found[0].terms.iter().map(|term| term.law).collect();
    assert_eq!(
        (found.len(), found[0].name.as_str(), &found[0].form[..]),
        (1, "2", &[1.0][..])
    );
    assert_eq!(laws.len(), 3);
    assert!(
        [LAWS[0], LAWS[4], LAWS[5]]
            .iter()
            .all(|law| laws.contains(law))
    );
    let of = FrictionLaw::of;
    let site = Site::Joint(3);
    assert_eq!(
        of(ParameterKind::CoulombPositive(site)),
        Some((LAWS[1], site))
    );
    assert_eq!(
        of(ParameterKind::CoulombNegative(site)),
        Some((LAWS[2], site))
    );
    assert_eq!(
        of(ParameterKind::ViscousPositive(site)),
        Some((LAWS[4], site))
    );
    assert_eq!(
        of(ParameterKind::ViscousNegative(site)),
        Some((LAWS[5], site))
    );
    assert_eq!(of(ParameterKind::Quadratic(site)), Some((LAWS[6], site)));
    assert_eq!(of(ParameterKind::Offset(site)), None);
}

/// The first joint of the file turns; the second slides, and so its friction is a force.
#[test]
fn friction_of_the_file_is_a_force_where_its_unit_says_so() {
    let friction = |unit: &'static str, joint: usize| Parameter {
        name: "fv",
        unit,
        kind: ParameterKind::Viscous(Site::Joint(joint)),
        class: Class::Identifiable,
        nominal: None,
    };
    let parameters = vec![friction("N·m·s/rad", 0), friction("N·s/m", 1)];
    let model = Model {
        parameters: parameters.leak(),
        ..by_hand::MODEL
    };
    let (found, _) = sites(&model, &mut [0.0; 2]);
    let slides: Vec<bool> = found.iter().map(|site| site.slides).collect();
    assert_eq!(slides, [false, true]);
}

/// A body that moves by the second coordinate and half the third; motors without a transmission turn as their joints do.
#[test]
fn places_move_by_the_coordinates_that_move_them() {
    let model = abb_wrist::ROBOT.model();
    let bare = Model {
        transmission: &[],
        ..*model
    };
    let (found, _) = sites(&bare, &mut nominal(&bare));
    let forms: Vec<Vec<f64>> = found.into_iter().map(|site| site.form).collect();
    let own = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(forms, own.map(|form| form.to_vec()));
    let parameters = vec![Parameter {
        name: "fv",
        unit: "N·m·s/rad",
        kind: ParameterKind::Viscous(Site::Joint(2)),
        class: Class::Identifiable,
        nominal: None,
    }];
    let following = Model {
        motions: &[&[(0, 1.0)], &[(2, 1.0)], &[(1, 1.0), (2, 0.5)]],
        parameters: parameters.leak(),
        ..*model
    };
    let (found, places) = sites(&following, &mut [0.7]);
    assert_eq!(places, [Some((0, 0))]);
    assert_eq!(
        (found[0].name.as_str(), &found[0].form[..]),
        (model.bodies[2], &[0.0, 1.0, 0.5][..])
    );
}
