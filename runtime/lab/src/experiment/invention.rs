//! Parameters for a robot whose file has none: plausible ones, so that an experiment can be tried.

use crate::parameters::standard;
use crate::transmission::Drive;
use armwright_runtime::{Model, ParameterKind, Site};

/// Mass of the first body, kg; each further one has [`TAPER`] of that of the body before.
const MASS: f64 = 8.0;
const TAPER: f64 = 0.75;
/// Where a body's centre is in its frame, m.
const CENTRE: [f64; 3] = [0.05, -0.03, 0.06];
/// Radii of gyration about the centre, m.
const RADII: [f64; 3] = [0.08, 0.1, 0.06];
/// What a drive has at its joint: inertia (kg·m²), viscous and Coulomb friction, offset, friction by the square of the
/// speed, for the first joint.
const DRIVE: [f64; 5] = [0.5, 4.0, 6.0, 0.5, 0.4];
/// What a spring at the first joint has: stiffness (N·m/rad), and torque at position zero.
const SPRING: [f64; 2] = [20.0, -4.0];
/// What a coil spring has: stiffness (N/m), and length at rest (m).
const COIL: [f64; 2] = [2000.0, 0.15];
/// The parameter of a torque of the robot file's own, N·m for a unit of its function.
const TORQUE: f64 = 5.0;
/// By what factors friction in positive and in negative direction is of that.
const DIRECTIONS: [f64; 2] = [1.1, 0.9];

/// Standard parameters that a robot with these joints could have (`p`), in the model's order: bodies that
/// can exist, lighter ones further out, and drives whose friction and inertia go with that. None of it is
/// true of any robot.
#[must_use]
pub fn invented(model: &Model) -> Vec<f64> {
    let share = |k: usize| TAPER.powi(i32::try_from(k).unwrap_or(i32::MAX));
    let parameter = |kind: ParameterKind| {
        // What a drive has, and the power of the gear's ratio with which it is seen at the joint.
        let [forwards, backwards] = DIRECTIONS;
        let (at_joint, power, site) = match kind {
            ParameterKind::Inertial { body, component } => {
                return of_body(MASS * share(body))[component.at()];
            }
            ParameterKind::Inertia(site) => (DRIVE[0], 2, site),
            ParameterKind::Viscous(site) => (DRIVE[1], 2, site),
            ParameterKind::ViscousPositive(site) => (forwards * DRIVE[1], 2, site),
            ParameterKind::ViscousNegative(site) => (backwards * DRIVE[1], 2, site),
            ParameterKind::Coulomb(site) => (DRIVE[2], 1, site),
            ParameterKind::CoulombPositive(site) => (forwards * DRIVE[2], 1, site),
            ParameterKind::CoulombNegative(site) => (backwards * DRIVE[2], 1, site),
            ParameterKind::Offset(site) => (DRIVE[3], 1, site),
            ParameterKind::Quadratic(site) => (DRIVE[4], 3, site),
            ParameterKind::Stiffness(site) => (SPRING[0], 2, site),
            ParameterKind::Preload(site) => (SPRING[1], 1, site),
            ParameterKind::SpringRate(_) => return COIL[0],
            ParameterKind::SpringTension(_) => return COIL[0] * COIL[1],
            ParameterKind::Torque(_, site) => (TORQUE, 1, site),
        };
        at_joint * on_side(model, site, power, &share)
    };
    let kinds = model.parameters.iter().map(|parameter| parameter.kind);
    kinds.map(parameter).collect()
}

/// The standard parameters of a body of some mass.
fn of_body(mass: f64) -> [f64; 10] {
    let [x, y, z] = RADII.map(|radius| mass * radius * radius / 2.0);
    let [cx, cy, cz] = CENTRE;
    let mut physical = [mass, cx, cy, cz, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for (component, value) in [(4, y + z), (7, x + z), (9, x + y)] {
        physical[component] = value;
    }
    standard(physical)
}

/// What a joint's drive has of something on its own side: behind a gear what is seen at the joint is the
/// square of the ratio times an inertia or viscous friction, its cube times friction by the square of the speed, and the
/// ratio times a torque.
fn on_side(model: &Model, site: Site, power: i32, share: &impl Fn(usize) -> f64) -> f64 {
    match site {
        Site::Joint(body) => share(body),
        Site::Motor(motor) => {
            let ratios = Drive::of(model).into_iter().flat_map(|drive| {
                let ratio = move |joint| (joint, drive.ratio(motor, joint).abs());
                (0..model.joints.len()).map(ratio)
            });
            let largest = ratios.max_by(|a, b| a.1.total_cmp(&b.1));
            largest.map_or(0.0, |(joint, ratio)| share(joint) / ratio.powi(power))
        }
    }
}
