//! Prints what was generated from `scara.yaml`, and evaluates it in `f64` and in `f32`.

use armwright_runtime::{EvaluationError, Robot, Scalar};

armwright_runtime::include_robot!(scara);

/// Masses and inertias that the file gives; what it leaves open is 0.
fn nominal(robot: &dyn Robot) -> Vec<f64> {
    let parameters = robot.model().parameters;
    parameters
        .iter()
        .map(|parameter| parameter.nominal.unwrap_or(0.0))
        .collect()
}

/// Joint torques while the robot moves through a pose, by the generated function itself. Shapes
/// are part of the types, and the number type is the caller's.
fn torques<S: Scalar>(theta: &[f64; scara::PARAMETERS]) -> [S; scara::DOF] {
    let theta = theta.map(S::constant);
    let (q, qd, qdd) = (
        [0.3, -0.8, 0.05, 1.1],
        [0.5, 1.0, -0.2, 2.0],
        [4.0, -3.0, 1.0, 10.0],
    );
    let mut tau = [S::constant(0.0); scara::DOF];
    let [q, qd, qdd] = [q, qd, qdd].map(|state: [f64; scara::DOF]| state.map(S::constant));
    scara::inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau);
    tau
}

/// The weights that the robot carries while it hangs still, by the interface of any robot.
fn gravity(robot: &dyn Robot, theta: &[f64]) -> Result<Vec<f64>, EvaluationError> {
    let joints = robot.model().joints.len();
    let mut out = vec![0.0; joints];
    robot.gravity_torques(theta, &vec![0.0; joints], &mut out)?;
    Ok(out)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let robot: &dyn Robot = &scara::ROBOT;
    let model = robot.model();
    println!(
        "{}: {} joints, {} parameters",
        model.title,
        scara::DOF,
        scara::PARAMETERS
    );
    println!("base parameters ({}):", scara::BASE_PARAMETERS);
    for base in model.base {
        println!("  {:12} = {}", base.name, base.expression);
    }

    let theta = nominal(robot);
    let weights = gravity(robot, &theta)?;
    let fixed: &[f64; scara::PARAMETERS] = armwright_runtime::vector(&theta)?;
    let (double, single) = (torques::<f64>(fixed), torques::<f32>(fixed));
    println!(
        "{:10} {:>10} {:>12} {:>12}",
        "joint", "gravity", "tau (f64)", "tau (f32)"
    );
    for (i, joint) in model.joints.iter().enumerate() {
        println!(
            "{:10} {:10.4} {:12.6} {:12.6}",
            joint.name, weights[i], double[i], single[i]
        );
    }
    Ok(())
}
