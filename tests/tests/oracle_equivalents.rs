//! The oracle against itself on robots written in two ways: with dependent joints and with their
//! constraint, with a base that is moved and on six joints that move it.

use armwright_tests::oracle::{BaseMotion, Mechanism};
use armwright_tests::{Freed, Random, assert_agree, freed, on_six_joints, row_major, yaml_files};
use nalgebra::{DMatrix, DVector, Vector3};

const TOLERANCE: f64 = 1e-12;
const STATES: usize = 20;

/// The text of each mechanism of `tests/laws`, and what the oracle reads in it.
fn mechanisms() -> Vec<(String, Mechanism)> {
    let folders = ["tests/driven", "tests/laws"];
    let files = folders
        .map(|folder| yaml_files(folder).expect("a folder"))
        .concat();
    let read = |file| {
        let text = std::fs::read_to_string(file).expect("a file");
        let robot = Mechanism::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        (text, robot)
    };
    files.into_iter().map(read).collect()
}

/// Rows of torque, inertia and regressor, energies, and the wrench at each body.
fn everything(robot: &Mechanism, theta: &[f64], [q, qd, qdd]: [&[f64]; 3]) -> [DMatrix<f64>; 7] {
    let column = |rows: Vec<f64>| DMatrix::from_vec(rows.len(), 1, rows);
    let (kinetic, potential) = robot.energy(theta, q, qd);
    let masses = robot
        .parameters()
        .iter()
        .filter_map(|p| p.name.strip_prefix("m_"));
    let wrenches = masses.filter_map(|body| robot.sensor_wrench(body, theta, [q, qd, qdd]));
    [
        column(robot.torque(theta, q, qd, qdd)),
        column(robot.gravity_torque(theta, q)),
        column(robot.coriolis(theta, q, qd)),
        robot.regressor(q, qd, qdd),
        robot.inertia(theta, q),
        column(vec![kinetic, potential]),
        column(wrenches.flatten().collect()),
    ]
}

/// `M_c = Cᵀ M C`, `tau_c = Cᵀ tau`, and the same energy, with `q_free = C q + offset`. A spring's preload is what it
/// takes where all coordinates are zero, `offset` away from where the free joint has it.
#[test]
fn dependent_joints_are_a_constraint() {
    for (text, robot) in mechanisms() {
        let Freed {
            robot: free,
            factors,
            offsets,
            ..
        } = freed(&text);
        let base = robot.base_rows();
        let mut whole = DMatrix::identity(free.rows(), robot.rows());
        whole
            .view_mut((base, base), factors.shape())
            .copy_from(&factors);
        let springs = free.joints().iter().zip(&offsets);
        let springs = springs.filter_map(|(joint, offset)| {
            let mut parameters = robot.parameters().iter();
            let mut at = |symbol| parameters.position(|p| p.name == format!("{symbol}_{joint}"));
            let stiffness = at("k")?;
            Some((stiffness, stiffness + 1 + at("k0")?, *offset))
        });
        let springs: Vec<(usize, usize, f64)> = springs.collect();
        let mut random = Random::new(11);
        for _ in 0..STATES {
            let theta = random.physical_theta(&robot);
            let (mut theta_free, mut stored) = (theta.clone(), 0.0);
            for &(stiffness, preload, offset) in &springs {
                theta_free[preload] -= offset * theta[stiffness];
                stored += offset * (theta[preload] - 0.5 * offset * theta[stiffness]);
            }
            let motion = [3.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
            let moved = random.moved(&robot);
            let mut freed = free.clone().with_gravity(moved.gravity().into());
            if let Some(base) = moved.base() {
                freed = freed.with_base(base);
            }
            let [q, qd, qdd] = motion.each_ref().map(|rates| {
                let free = &factors * DVector::from_column_slice(rates);
                free.as_slice().to_vec()
            });
            let q: Vec<f64> = q
                .iter()
                .zip(&offsets)
                .map(|(q, offset)| q + offset)
                .collect();
            let [q_c, qd_c, qdd_c] = motion.each_ref().map(Vec::as_slice);
            let actual = everything(&moved, &theta, [q_c, qd_c, qdd_c]);
            let [
                tau,
                gravity,
                coriolis,
                mut regressor,
                inertia,
                mut energy,
                wrenches,
            ] = everything(&freed, &theta_free, [&q, &qd, &qdd]);
            for &(stiffness, preload, offset) in &springs {
                let preload = regressor.column(preload) * offset;
                let mut stiffness = regressor.column_mut(stiffness);
                stiffness -= preload;
            }
            energy[1] -= stored;
            let expected = [
                whole.tr_mul(&tau),
                whole.tr_mul(&gravity),
                whole.tr_mul(&coriolis),
                whole.tr_mul(&regressor),
                whole.tr_mul(&inertia) * &whole,
                energy,
                wrenches,
            ];
            for (actual, expected) in actual.iter().zip(&expected) {
                assert_agree(
                    robot.name(),
                    &row_major(actual),
                    &row_major(expected),
                    TOLERANCE,
                );
            }
        }
    }
}

/// The base on slides x, y, z and turns x, y, z, which are at zero, so that their axes are the base's.
#[test]
fn a_moved_base_is_six_joints() {
    let floating = mechanisms()
        .into_iter()
        .filter(|(_, robot)| robot.base_rows() > 0);
    let mut count = 0;
    for (text, robot) in floating {
        let on_joints = Mechanism::parse(&on_six_joints(&text));
        let on_joints = on_joints.unwrap_or_else(|error| panic!("{error}"));
        let mut random = Random::new(12);
        for _ in 0..STATES {
            let theta = random.physical_theta(&robot);
            let motion = [3.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
            let moved = random.moved(&robot);
            let base = moved.base().expect("a base that is moved");
            let held = on_joints.clone().with_gravity(moved.gravity().into());
            let of_joints = base_joints(base, random.vector(3, 1.0));
            let joined: Vec<Vec<f64>> = of_joints
                .iter()
                .zip(&motion)
                .map(|(base, rest)| [&base[..], rest].concat())
                .collect();
            // The last of the six bodies is the base.
            let mut theta_on_joints = vec![0.0; 50];
            theta_on_joints.extend_from_slice(&theta);
            let [q, qd, qdd] = motion.each_ref().map(Vec::as_slice);
            let mut actual = everything(&moved, &theta, [q, qd, qdd]);
            let mut expected = everything(
                &held,
                &theta_on_joints,
                [&joined[0], &joined[1], &joined[2]],
            );
            // The other bodies of these joints are no part of the other robot. Energy is counted from its base.
            expected[3] = expected[3].columns_range(50..).into_owned();
            let rise = Vector3::from_column_slice(&of_joints[0][..3]).dot(&held.gravity());
            expected[6] = expected[6].rows_range(30..).into_owned();
            expected[5][1] += rise * mass(&robot, &theta);
            // Six turns make accelerations of their own, which `C qd` has and the base's input has not.
            for parts in [&mut actual, &mut expected] {
                parts[2] = DMatrix::zeros(0, 0);
            }
            for (actual, expected) in actual.iter().zip(&expected) {
                assert_agree(
                    robot.name(),
                    &row_major(actual),
                    &row_major(expected),
                    TOLERANCE,
                );
            }
        }
        count += 1;
    }
    assert!(count > 0, "no mechanism with a base that is moved");
}

/// Position, velocity and acceleration of the six joints that move a base so, its turns at zero.
///
/// The axes of the later turns are carried by the earlier ones, which adds `Σ w_i × w_j` for `i` before `j`.
fn base_joints(base: BaseMotion, place: Vec<f64>) -> [Vec<f64>; 3] {
    let six = |a: Vector3<f64>, b: Vector3<f64>| [a.as_slice(), b.as_slice()].concat();
    let w = base.spin;
    let carried = Vector3::new(w.y * w.z, -w.x * w.z, w.x * w.y);
    [
        six(Vector3::from_vec(place), Vector3::zeros()),
        six(base.velocity, w),
        six(base.acceleration, base.spin_rate - carried),
    ]
}

fn mass(robot: &Mechanism, theta: &[f64]) -> f64 {
    let parameters = robot.parameters().iter().zip(theta);
    parameters
        .filter(|(p, _)| p.name.starts_with("m_"))
        .map(|(_, mass)| mass)
        .sum()
}
