//! Robot files with torques of their own.

use std::fmt::Write as _;

use crate::Random;

/// Functions of the motion of joints A and B: what bodies, springs and friction repeat, and what nothing does.
const FUNCTIONS: [&str; 21] = [
    "sin(A)",
    "cos(2*A - B)",
    "A - 0.4",
    "3",
    "A*B",
    "cos(A + 30deg)^2",
    "sin(A)/(2 + cos(B))",
    "sin(A)/sqrt(1.5 - cos(A))",
    "sqrt(2 + sin(B))*cos(A)",
    "2*velocity(A)",
    "velocity(A)*cos(B)",
    "velocity(A)^3",
    "sign(velocity(A))*cos(B)",
    "abs(velocity(A))",
    "velocity(A)*abs(velocity(A))/4",
    "1 + sign(velocity(A))",
    "tanh(velocity(A)/0.5)",
    "exp(-sin(B))",
    "sign(velocity(A))*exp(-abs(velocity(A)))",
    "abs(A - 0.3)",
    "velocity(A)/sqrt(velocity(A)^2 + 0.2)",
];

/// Functions of the motion of motor M and joint A: a motor turns by large multiples, whose sines would be long.
const OF_MOTORS: [&str; 8] = [
    "M/50",
    "(M/100)^3",
    "2",
    "M*sin(A)/20",
    "velocity(M)^3/10000",
    "sign(velocity(M))*cos(A)",
    "tanh(velocity(M)/100)",
    "abs(M - 5)/10",
];

/// A robot file with torques on random joints, and on motors where it has any. The same for the same seed.
#[must_use]
pub fn urged(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let joints = text.matches("  - {name: b").count();
    let mut text = text.to_owned() + "torques:\n";
    let torques = 2 + random.below(5);
    let motors = text.matches("    - {name: m").count();
    for torque in 0..torques {
        if motors > 0 && random.below(3) == 0 {
            let on = format!("m{}", random.below(motors));
            let a = format!("j{}", random.below(joints));
            let function = OF_MOTORS[random.below(OF_MOTORS.len())];
            let function = function.replace('M', &on).replace('A', &a);
            let _ = writeln!(
                text,
                "  - {{name: u{torque}, motor: {on}, expression: \"{function}\"}}"
            );
            continue;
        }
        let [on, a, b] = [0; 3].map(|_| format!("j{}", random.below(joints)));
        // Mostly of the joint's own motion, as those of drives are.
        let a = if random.below(3) > 0 { on.clone() } else { a };
        let function = FUNCTIONS[random.below(FUNCTIONS.len())];
        let function = function.replace('A', &a).replace('B', &b);
        let _ = writeln!(
            text,
            "  - {{name: u{torque}, joint: {on}, expression: \"{function}\"}}"
        );
    }
    text
}
