//! Motions of other programs: accelerations by Pinocchio, integrated by SciPy's DOP853 (`tests/peers/simulated_motions.py`).

use armwright_lab::parameters::nominal;
use armwright_lab::simulation::{
    Direction, FrictionLaw, Function, Grid, Machine, Settings, Start, simulate,
};
use armwright_robots::{abb_wrist, double_pendulum, valkyrie_arm};
use armwright_runtime::{ParameterKind, Robot};

/// The largest difference after five seconds.
fn apart(robot: &dyn Robot, damping: f64, other: &[f64]) -> f64 {
    let mut theta = nominal(robot.model());
    // The URDF has bodies alone.
    for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
        if !matches!(parameter.kind, ParameterKind::Inertial { .. }) {
            *value = 0.0;
        }
    }
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let n = machine.joints();
    for site in 0..n {
        machine.set(Direction::Friction { site, term: 0 }, damping);
    }
    let push = Function(|t: f64, out: &mut [f64]| {
        for (i, out) in out.iter_mut().enumerate() {
            *out = (1.3 * t + 0.5 * i as f64).sin() / (1.0 + i as f64);
        }
    });
    let position: Vec<f64> = (0..n).map(|i| 0.2 + 0.1 * i as f64).collect();
    let grid = Grid {
        start: 0.0,
        rate: 10.0,
        samples: 51,
    };
    let settings = Settings {
        relative: 1e-11,
        absolute: 1e-12,
        ..Settings::default()
    };
    let start = Start::at_rest(&position);
    let motion = simulate(&machine, &push, &start, &grid, &settings).expect("a motion");
    assert!(motion.stop.is_none(), "{:?}", motion.stop);
    let end = &motion.q[50 * n..];
    let far = end.iter().zip(other).map(|(a, b)| (a - b).abs());
    far.fold(0.0, f64::max)
}

#[test]
fn motions_are_those_of_pinocchio_and_scipy() {
    let pendulum = apart(
        &double_pendulum::ROBOT,
        0.0,
        &[1.77100049079, 1.61996653981],
    );
    let wrist = [-1.3319061634, -0.762717250203, -12.2045930486];
    let wrist = apart(&abb_wrist::ROBOT, 0.0, &wrist);
    let arm = [
        -0.0907905720382,
        -1.75954926209,
        0.784302989011,
        -0.202885744855,
    ];
    let arm = apart(&valkyrie_arm::ROBOT, 1.0, &arm);
    println!("{pendulum:.1e} {wrist:.1e} {arm:.1e}");
    assert!(
        pendulum < 1e-6 && wrist < 1e-6 && arm < 1e-6,
        "{pendulum} {wrist} {arm}"
    );
}
