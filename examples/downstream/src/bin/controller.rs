//! A controller without an operating system: `cargo build --release --features controller --bin controller
//! --target thumbv7em-none-eabihf`.
//!
//! It links the core alone, without `std` and without an allocator. A panic would call a function that is
//! nowhere: the program links because nothing in it can panic.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use armwright_runtime::Robot as _;
use armwright_runtime::control::{Feedback, torques};
use armwright_runtime::online::{Bounds, Learner, Limits, Motion, MotionFilter, Settings};

armwright_runtime::include_robot!(scara);

unsafe extern "C" {
    fn something_can_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it is never linked in.
    unsafe { something_can_panic() }
}

const N: usize = scara::DOF;
const B: usize = scara::BASE_PARAMETERS;

/// What the arm's identification inside the loop begins with.
const SETTINGS: Settings<f32, N, B> = Settings {
    nominal: [0.5; B],
    deviations: [1.0; B],
    noise: [0.1; N],
    bounds: Bounds {
        lower: [-9.0; B],
        upper: [9.0; B],
    },
    limits: Limits {
        step: [0.01; N],
        torque: [40.0; N],
        moving: [0.1; N],
        patience: 5,
    },
    gate: [0.95, 0.9],
    every: 5,
    excitation: 0.9,
};

/// A loop that identifies the arm while it controls it, in single precision: sensors are read and torques
/// written where `black_box` stands.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    let mut learner = Learner::<f32, N, B, 50>::new(SETTINGS);
    let mut filter = MotionFilter::new(0.005, 0.001);
    let feedback = Feedback::critical([20.0; N]);
    let mut rows = [[0.0; B]; N];
    loop {
        let (q, tau) = black_box(([0.1; N], [0.2; N]));
        let motion = filter.update(&q);
        let measured = filter.torque(&tau);
        learner.watch(&tau, 60);
        scara::base_regressor(&motion.q, &motion.qd, &motion.qdd, &mut rows);
        let aim = black_box(Motion::default());
        black_box(learner.step(&q, &measured, &aim.qd, &rows));
        let command = feedback.command(&aim, &q, &motion.qd);
        scara::base_regressor(&q, &motion.qd, &command, &mut rows);
        black_box(torques(&rows, learner.parameters()));
        // A slice of a wrong length is an answer, not a panic.
        let mut weight = black_box([0.0; N]);
        let theta = black_box(&[0.5_f64; scara::PARAMETERS][..]);
        let slice = black_box(&[0.1_f64; N][..]);
        let known = scara::ROBOT
            .gravity_torques(theta, slice, &mut weight)
            .is_ok();
        black_box((known, weight));
    }
}
