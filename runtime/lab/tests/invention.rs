//! Robots without nominal values can be tried with invented ones.

use armwright_lab::experiment::invented;
use armwright_lab::parameters::physical;
use armwright_lab::transmission::Drive;
use armwright_robots::ALL;
use armwright_runtime::{Class, Model, Parameter, ParameterKind, Robot, Site};
use nalgebra::Matrix3;

#[test]
fn invented_bodies_can_exist_and_weigh_less_further_out() {
    for robot in ALL {
        let model = robot.model();
        let theta = invented(model);
        let mut bodies = vec![[0.0; 10]; model.bodies.len()];
        for (value, parameter) in theta.iter().zip(model.parameters) {
            match parameter.kind {
                ParameterKind::Inertial { body, component } => {
                    bodies[body][component.at()] = *value
                }
                kind => assert!(
                    *value > 0.0 || !kind.is_never_negative(),
                    "{}",
                    parameter.name
                ),
            }
        }
        for body in &bodies {
            let [mass, _, _, _, xx, xy, xz, yy, yz, zz] = physical(*body).expect("a mass");
            let inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
            let moments = inertia.symmetric_eigenvalues();
            assert!(mass > 0.0 && moments.min() > 0.0);
            assert!(
                2.0 * moments.max() < moments.sum(),
                "{}: {moments}",
                model.name
            );
        }
        assert!(bodies.windows(2).all(|pair| pair[1][0] < pair[0][0]));
    }
}

/// A parameter of a drive, wherever it is.
type Kind = fn(Site) -> ParameterKind;

/// Friction by the nth power of a motor's speed is, at the joint that turns with it, the ratio to the power of
/// n + 1 times that; an inertia is as viscous friction.
#[test]
fn what_is_invented_behind_a_gear_is_seen_at_its_joint_as_a_joints_own() {
    let model = armwright_robots::abb_wrist::ROBOT.model();
    let drive = Drive::of(model).expect("a transmission");
    let of = |kind| Parameter {
        name: "f",
        unit: "",
        kind,
        class: Class::Identifiable,
        nominal: None,
    };
    let invented_as = |kind| {
        let parameters: &'static [Parameter] = vec![of(kind)].leak();
        invented(&Model {
            parameters,
            ..*model
        })[0]
    };
    let kinds: [(Kind, i32); 4] = [
        (ParameterKind::Coulomb, 1),
        (ParameterKind::Viscous, 2),
        (ParameterKind::Inertia, 2),
        (ParameterKind::Quadratic, 3),
    ];
    for (kind, power) in kinds {
        for motor in 0..model.joints.len() {
            let ratios = (0..model.joints.len()).map(|joint| drive.ratio(motor, joint).abs());
            let (joint, ratio) = ratios
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .expect("a joint");
            let behind = invented_as(kind(Site::Motor(motor))) * ratio.powi(power);
            let own = invented_as(kind(Site::Joint(joint)));
            assert!((behind / own - 1.0).abs() < 1e-12, "{behind} {own}");
        }
    }
}
