//! Robots without nominal values can be tried with invented ones.

use armwright_lab::experiment::invented;
use armwright_lab::parameters::physical;
use armwright_robots::ALL;
use armwright_runtime::ParameterKind;
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
