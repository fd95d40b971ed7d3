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

armwright_runtime::include_robot!(scara);

unsafe extern "C" {
    fn something_can_panic() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it is never linked in.
    unsafe { something_can_panic() }
}

/// Torques for a motion in single precision, and the weight that any robot's interface tells.
#[unsafe(no_mangle)]
pub extern "C" fn _start() -> ! {
    let theta = black_box([0.5; scara::PARAMETERS]);
    let (q, qd, qdd) = black_box(([0.1; scara::DOF], [0.2; scara::DOF], [0.3; scara::DOF]));
    let mut tau = [0.0_f32; scara::DOF];
    loop {
        scara::inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau);
        black_box(&tau);
        let mut weight = black_box([0.0; scara::DOF]);
        let slice = black_box(&[0.1_f64; scara::DOF][..]);
        let theta = black_box(&[0.5_f64; scara::PARAMETERS][..]);
        // A slice of a wrong length is an answer, not a panic.
        let known = scara::ROBOT.gravity_torques(theta, slice, &mut weight).is_ok();
        black_box((known, weight));
    }
}
