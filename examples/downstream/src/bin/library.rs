//! Identifies from arrays: `cargo run --release --features library --bin library`.

use armwright_lab::identify::identify;
use armwright_lab::recording::{Arrays, Recording};
use armwright_runtime::Robot as _;

armwright_runtime::include_robot!(scara);

/// Ten seconds as a controller would log them: every joint swings at a pace of its own.
fn logged(pace: f64) -> Result<Recording, Box<dyn std::error::Error>> {
    let [mut position, mut torque] = [(); 2].map(|()| vec![Vec::new(); scara::DOF]);
    for k in 0..5000 {
        let turned = |j: usize| (pace + j as f64) * f64::from(k) / 500.0;
        let q = std::array::from_fn(|j| turned(j).sin());
        let qd = std::array::from_fn(|j| (pace + j as f64) * turned(j).cos());
        let qdd = std::array::from_fn(|j| -(pace + j as f64).powi(2) * turned(j).sin());
        let mut tau = [0.0; scara::DOF];
        scara::inverse_dynamics(&[0.5; scara::PARAMETERS], &q, &qd, &qdd, &mut tau);
        for j in 0..scara::DOF {
            position[j].push(q[j]);
            torque[j].push(tau[j]);
        }
    }
    let arrays = Arrays::new(500.0, position, torque);
    Ok(Recording::from_arrays(scara::ROBOT.model(), arrays)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let found = identify(&scara::ROBOT, logged(2.0)?, &Default::default())?;
    let prediction = found.predict(&scara::ROBOT, logged(1.5)?)?;
    let fits = prediction.fits.ok_or("no torque to compare with")?;
    println!("R² = {:.6}", fits.overall.r2);
    Ok(())
}
