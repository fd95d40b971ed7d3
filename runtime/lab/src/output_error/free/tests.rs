//! Names, units and values of what can be free.

use armwright_robots::{abb_wrist, double_pendulum, scara, tx40};
use armwright_runtime::Robot;
use nalgebra::DVector;

use super::{Free, all_free, free, known, within};
use crate::output_error::FitError;
use crate::parameters::{base_matrix, never_negative, nominal};
use crate::simulation::{Direction, Electric, FrictionLaw, Machine};

const DRIVE: Electric = Electric {
    resistance: 2.0,
    inductance: 0.5,
    torque_constant: 0.25,
    back_emf: 0.125,
    gear: 3.0,
};

fn machine(robot: &'static dyn Robot) -> Machine<'static> {
    Machine::of(robot, &nominal(robot.model())).expect("a machine")
}

fn names(all: &[Free]) -> Vec<&str> {
    all.iter().map(|free| free.name.as_str()).collect()
}

/// A base parameter is the value of its combination, and given a value it has it: the others of the combination stay.
#[test]
fn base_parameters_are_combinations() {
    for robot in [
        &double_pendulum::ROBOT as &'static dyn Robot,
        &abb_wrist::ROBOT,
    ] {
        let machine = machine(robot);
        let model = robot.model();
        let beta = base_matrix(model) * DVector::from_vec(nominal(model));
        let all = all_free(&machine);
        for (k, base) in model.base.iter().enumerate() {
            let free = all
                .iter()
                .find(|free| free.name == base.name)
                .expect(base.name);
            assert!(
                (free.of(&machine) - beta[k]).abs() < 1e-12 * (1.0 + beta[k].abs()),
                "{}",
                base.name
            );
            assert_eq!(free.direction, Direction::Standard(base.representative));
            assert_eq!((free.unit, free.bounds), (base.unit, free.limits));
            let low = match never_negative(model, k) {
                true => 0.0,
                false => f64::NEG_INFINITY,
            };
            assert_eq!(free.limits, [low, f64::INFINITY], "{}", base.name);
            let mut moved = machine.clone();
            free.set(&mut moved, 7.5);
            assert!((free.of(&moved) - 7.5).abs() < 1e-12);
            let change = moved.value(free.direction) - machine.value(free.direction);
            assert!((change - (7.5 - beta[k])).abs() < 1e-12);
        }
        assert_eq!(
            all.len(),
            model.base.len(),
            "friction of the file is among them"
        );
    }
}

#[test]
fn friction_and_windings_have_their_units() {
    let laws = [
        (FrictionLaw::Coulomb, "fc", "N·m"),
        (FrictionLaw::CoulombPositive, "fcp", "N·m"),
        (FrictionLaw::CoulombNegative, "fcn", "N·m"),
        (FrictionLaw::Viscous, "fv", "N·m·s/rad"),
        (FrictionLaw::ViscousPositive, "fvp", "N·m·s/rad"),
        (FrictionLaw::ViscousNegative, "fvn", "N·m·s/rad"),
        (FrictionLaw::Quadratic, "fq", "N·m·s²/rad²"),
        (FrictionLaw::Stribeck, "fs", "N·m"),
        (FrictionLaw::StribeckSpeed, "vs", "rad/s"),
        (FrictionLaw::Tanh, "ft", "N·m"),
        (FrictionLaw::TanhSpeed, "vt", "rad/s"),
        (FrictionLaw::Load, "fl", ""),
    ];
    let all: Vec<FrictionLaw> = laws.iter().map(|(law, ..)| *law).collect();
    let robot = &abb_wrist::ROBOT;
    let machine = machine(robot)
        .with_friction(&all)
        .with_drives(&[DRIVE; 3])
        .expect("drives");
    let found = known(&machine);
    // Friction of motors is not there any more; rotors are.
    assert!(
        found
            .iter()
            .all(|free| !free.name.ends_with("_m1") || !free.name.starts_with('f'))
    );
    let of = |name: &str| found.iter().find(|free| free.name == name).expect(name);
    for (term, (_, symbol, unit)) in laws.iter().enumerate() {
        let free = of(&format!("{symbol}_q2"));
        assert_eq!(
            (free.unit, free.direction),
            (*unit, Direction::Friction { site: 1, term })
        );
        assert_eq!(free.offset, 0.0);
    }
    for (symbol, unit, value) in [
        ("R", "Ω", 2.0),
        ("L", "H", 0.5),
        ("kt", "N·m/A", 0.25),
        ("ke", "V·s/rad", 0.125),
    ] {
        let free = of(&format!("{symbol}_m3"));
        assert_eq!((free.unit, free.of(&machine)), (unit, value));
        assert!(matches!(
            free.direction,
            Direction::Electric { motor: 2, .. }
        ));
    }
    let bodies = robot
        .model()
        .base
        .iter()
        .filter(|base| !base.name.starts_with('f'))
        .count();
    assert_eq!(found.len(), bodies + 3 * 12 + 3 * 4);
    assert_eq!(names(&all_free(&machine)), names(&found)[..bodies + 36]);
}

/// The third joint of the scara slides, the nut that moves it turns.
#[test]
fn friction_of_what_slides_is_a_force() {
    let laws = [
        (FrictionLaw::Coulomb, "fc", "N"),
        (FrictionLaw::Viscous, "fv", "N·s/m"),
        (FrictionLaw::Quadratic, "fq", "N·s²/m²"),
        (FrictionLaw::Stribeck, "fs", "N"),
        (FrictionLaw::StribeckSpeed, "vs", "m/s"),
        (FrictionLaw::Load, "fl", ""),
    ];
    let all: Vec<FrictionLaw> = laws.iter().map(|(law, ..)| *law).collect();
    let of_file = machine(&scara::ROBOT);
    let (own, others) = (known(&of_file), known(&of_file.clone().with_friction(&all)));
    let unit = |found: &[Free], name: &str| {
        let free = found.iter().find(|free| free.name == name);
        free.expect(name).unit
    };
    for (_, symbol, of_slide) in laws {
        assert_eq!(unit(&others, &format!("{symbol}_q3")), of_slide);
    }
    assert_eq!(unit(&others, "fv_q4"), "N·m·s/rad");
    assert_eq!(unit(&own, "fc_nut"), "N·m");
    let sites = of_file.friction();
    assert!(sites.iter().all(|site| !site.slides), "motors turn");
}

/// Masses, moments of inertia, friction and windings are not below 0; first moments and products of inertia have either sign.
#[test]
fn parameters_are_sought_where_physics_allows_them() {
    let laws = [
        FrictionLaw::Viscous,
        FrictionLaw::Quadratic,
        FrictionLaw::Stribeck,
        FrictionLaw::StribeckSpeed,
        FrictionLaw::Load,
    ];
    let reversed = Electric {
        torque_constant: -0.5,
        back_emf: -0.5,
        ..Electric::default()
    };
    let drives = [Electric::default(), reversed];
    let machine = machine(&double_pendulum::ROBOT).with_friction(&laws);
    let machine = machine.with_drives(&drives).expect("drives");
    let (least, most) = (1e-6, f64::INFINITY);
    let (any, positive) = ([-most, most], [0.0, most]);
    for (name, limits) in [
        ("m_upper", positive),
        ("Lyy_lower", positive),
        ("Lxz_upper", any),
        ("mx_lower", any),
        ("fv_elbow", positive),
        ("fq_elbow", any),
        ("fs_elbow", positive),
        ("vs_elbow", [least, most]),
        ("fl_elbow", [0.0, 1.0]),
        ("R_shoulder", [least, most]),
        ("L_elbow", [2e-5, most]),
        ("kt_shoulder", positive),
        ("ke_shoulder", positive),
        ("kt_elbow", [-most, 0.0]),
        ("ke_elbow", [-most, 0.0]),
    ] {
        let found = free(&machine, &[name.to_owned()]).expect(name);
        assert_eq!(
            (found[0].limits, found[0].bounds),
            (limits, limits),
            "{name}"
        );
        assert_eq!(found[0].is_even, name.starts_with("vs"), "{name}");
    }
}

/// An inductance is at least what makes the shortest time constant with the resistance of its own motor; a speed is above 0, and its sign
/// makes no difference.
#[test]
fn windings_and_speeds_have_limits_of_their_own() {
    let winding = |resistance: f64| Electric {
        resistance,
        ..DRIVE
    };
    let machine = machine(&double_pendulum::ROBOT)
        .with_friction(&[FrictionLaw::Tanh, FrictionLaw::TanhSpeed])
        .with_drives(&[winding(2.0), winding(8.0)])
        .expect("drives");
    for (name, low, is_even) in [
        ("L_shoulder", 2e-5 * 2.0, false),
        ("L_elbow", 2e-5 * 8.0, false),
        ("ft_elbow", 0.0, false),
        ("vt_elbow", 1e-6, true),
    ] {
        let found = free(&machine, &[name.to_owned()]).expect(name);
        assert_eq!(found[0].limits, [low, f64::INFINITY], "{name}");
        assert_eq!(found[0].is_even, is_even, "{name}");
    }
}

#[test]
fn parameters_are_asked_for_by_name() {
    let machine = machine(&double_pendulum::ROBOT).with_friction(&[FrictionLaw::Viscous]);
    let asked = |all: &[&str]| {
        let all: Vec<String> = all.iter().map(|name| (*name).to_owned()).collect();
        free(&machine, &all)
    };
    let found = asked(&["fv_elbow", "m_upper", "mz_upper"]).expect("names");
    assert_eq!(names(&found), ["fv_elbow", "m_upper", "mz_upper"]);
    // A mass that is no base parameter is one by itself.
    let place = |name: &str| {
        let parameters = double_pendulum::ROBOT.model().parameters.iter();
        Direction::Standard(parameters.clone().position(|p| p.name == name).expect(name))
    };
    assert_eq!(
        (found[1].direction, found[1].unit, found[1].offset),
        (place("m_upper"), "kg", 0.0)
    );
    assert_eq!(
        asked(&["m_upper", "m_upper"]),
        Err(FitError::Twice("m_upper".to_owned()))
    );
    match asked(&["fv_elbo"]) {
        Err(FitError::NoParameter {
            name,
            known,
            suggestion,
        }) => {
            assert_eq!(name, "fv_elbo");
            assert!(
                known.ends_with("fv_shoulder, fv_elbow") && suggestion.contains("fv_elbow"),
                "{known}"
            );
        }
        other => panic!("{other:?}"),
    }
}

/// A law in place of the file's friction leaves offsets of torques where they are: they are no friction.
#[test]
fn offsets_stay_where_friction_is_replaced() {
    let machine = machine(&tx40::ROBOT).with_friction(&[FrictionLaw::Viscous]);
    let all = all_free(&machine);
    let of = |prefix: &str| -> Vec<&Free> {
        let those = all.iter().filter(|free| free.name.starts_with(prefix));
        those.collect()
    };
    let offsets = of("fo_");
    assert_eq!(offsets.len(), 6);
    for free in offsets {
        assert!(matches!(free.direction, Direction::Standard(_)), "{free:?}");
    }
    assert!(of("fc_").is_empty());
    let viscous = of("fv_");
    assert_eq!(viscous.len(), 6);
    for (k, free) in viscous.iter().enumerate() {
        assert_eq!(free.direction, Direction::Friction { site: k, term: 0 });
    }
}

/// No winding is simulated with a negative resistance or inductance, whatever is asked for; what else is free is sought as far as
/// asked, and nothing is sought further than that.
#[test]
fn windings_are_sought_where_there_are_any() {
    let machine = machine(&abb_wrist::ROBOT);
    let machine = machine.with_drives(&[DRIVE; 3]).expect("drives");
    let all = known(&machine);
    let of = |name: &str, low: f64| {
        let mut free = all
            .iter()
            .find(|free| free.name == name)
            .expect(name)
            .clone();
        free.bounds = [low, 9.0];
        let found = within(std::slice::from_ref(&free));
        assert_eq!((found.len(), found[0].bounds[1]), (1, 9.0));
        (found[0].bounds[0], free.limits[0])
    };
    for name in ["R_m1", "L_m1"] {
        let (low, limit) = of(name, -5.0);
        assert!(low == limit && limit >= 0.0, "{name}: {low} {limit}");
        assert_eq!(of(name, 1.5).0, 1.5);
    }
    assert_eq!(of("kt_m1", -5.0).0, -5.0);
}
