//! Operations and time per evaluation of each generated function of every robot, on one core.
//!
//! `cargo bench -p armwright-robots`; times are medians over batches of random states.

use std::hint::black_box;
use std::time::Instant;

use armwright_robots::ur5;
use armwright_runtime::Robot;
use armwright_runtime::online::{Bounds, Learner, Limits, Settings};

const STATES: usize = 1024;
const BATCHES: usize = 41;

/// Positions, velocities and accelerations of one random state (SplitMix64).
struct States(u64);

impl States {
    fn vector(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.number()).collect()
    }

    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = u32::try_from((z ^ (z >> 31)) >> 32).unwrap_or(0);
        f64::from(bits) / f64::from(u32::MAX) * 6.0 - 3.0
    }
}

/// Median nanoseconds of one call.
fn nanoseconds(mut call: impl FnMut(usize)) -> f64 {
    let mut times: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let start = Instant::now();
            (0..STATES).for_each(&mut call);
            start.elapsed().as_secs_f64() * 1e9 / STATES as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[BATCHES / 2]
}

fn report(robot: &dyn Robot) {
    let model = robot.model();
    let (n, p, b) = (model.joints.len(), model.parameters.len(), model.base.len());
    let mut random = States(1);
    let states: Vec<[Vec<f64>; 3]> = (0..STATES)
        .map(|_| std::array::from_fn(|_| random.vector(n)))
        .collect();
    let theta = random.vector(p);
    let mut out = vec![0.0; n * p];
    for cost in model.costs {
        let time = nanoseconds(|i| {
            let [q, qd, qdd] = &states[i];
            let result = match cost.function {
                "torque_regressor" => robot.torque_regressor(q, qd, qdd, &mut out[..n * p]),
                "base_regressor" => robot.base_regressor(q, qd, qdd, &mut out[..n * b]),
                "energy_regressor" => robot.energy_regressor(q, qd, &mut out[..p]),
                "inverse_dynamics" => robot.inverse_dynamics(&theta, q, qd, qdd, &mut out[..n]),
                "inertia_matrix" => robot.inertia_matrix(&theta, q, &mut out[..n * n]),
                "coriolis_torques" => robot.coriolis_torques(&theta, q, qd, &mut out[..n]),
                "gravity_torques" => robot.gravity_torques(&theta, q, &mut out[..n]),
                "closed_form_torque" => robot.closed_form_torque(&theta, q, qd, qdd, &mut out[..n]),
                "base_parameters" => robot.base_parameters(&theta, &mut out[..b]),
                other => unreachable!("`{other}` has no benchmark yet"),
            };
            black_box(result).expect("slices of the robot's own sizes");
            black_box(&mut out);
        });
        println!(
            "{:16} {:20} {:6} {:6} {:3} {time:10.1}",
            model.name, cost.function, cost.multiplications, cost.additions, cost.sine_cosines
        );
    }
}

/// One sample of identification inside the loop: regressor, window of 50 and gate, solved for at every so many samples.
fn online(every: u32) {
    const N: usize = ur5::DOF;
    const B: usize = ur5::BASE_PARAMETERS;
    let mut learner = Learner::<f64, N, B, 50>::new(Settings {
        nominal: [0.0; B],
        deviations: [10.0; B],
        noise: [0.5; N],
        bounds: Bounds::none(),
        limits: Limits {
            step: [f64::INFINITY; N],
            torque: [f64::INFINITY; N],
            moving: [f64::INFINITY; N],
            patience: 5,
        },
        gate: [0.95, 0.9],
        every,
        excitation: 0.0,
    });
    let mut random = States(2);
    let mut state = || -> [[f64; N]; 4] {
        std::array::from_fn(|_| random.vector(N).try_into().unwrap_or([0.0; N]))
    };
    let states: Vec<_> = (0..STATES).map(|_| state()).collect();
    let mut rows = [[0.0; B]; N];
    let time = nanoseconds(|i| {
        let [q, qd, qdd, tau] = &states[i];
        ur5::base_regressor(q, qd, qdd, &mut rows);
        black_box(learner.step(q, tau, qd, &rows));
    });
    println!(
        "{:16} {:20} every {every:2} {time:24.1}",
        "ur5", "window of 50, solved"
    );
}

fn main() {
    // `cargo bench -p armwright-robots -- online` measures this alone.
    [1, 5, 10].into_iter().for_each(online);
    if std::env::args().any(|argument| argument == "online") {
        return;
    }
    println!(
        "{:16} {:20} {:>6} {:>6} {:>3} {:>10}",
        "robot", "function", "mul", "add", "sc", "ns"
    );
    for robot in armwright_robots::ALL {
        report(*robot);
    }
}
