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

/// A robot file with torques on random joints. The same for the same seed.
#[must_use]
pub fn urged(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let joints = text.matches("  - {name: b").count();
    let mut text = text.to_owned() + "torques:\n";
    let torques = 2 + random.below(5);
    for torque in 0..torques {
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
