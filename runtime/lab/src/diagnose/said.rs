//! What faults of times and of gravity are called.

use super::units::is_usual_time;
use crate::digits::{exact, short};

/// A factor that times are to be multiplied by.
pub(super) fn of_time(factor: f64) -> String {
    let factor_of = format!("a factor of {}", short(factor));
    match is_usual_time(factor) {
        true => format!("the unit of time ({factor_of})"),
        false => format!("the rate of samples ({factor_of} on times)"),
    }
}

/// Gravity in the frame of the base, m/s².
pub(super) fn of_gravity(gravity: &[f64; 3]) -> String {
    let gravity = vector(gravity);
    format!("the direction of gravity ({gravity} m/s² in the frame of the base)")
}

/// As a robot file has it: `[0, -1.7, -9.66]`.
pub(super) fn vector(of: &[f64; 3]) -> String {
    let all = of.map(|x| exact(x).replace('−', "-"));
    format!("[{}]", all.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::diagnose::Fault;

    #[test]
    fn rates_and_directions_are_said_with_their_numbers() {
        let rate = Fault::Time { factor: 0.8 };
        assert_eq!(
            rate.to_string(),
            "the rate of samples (a factor of 0.800 on times)"
        );
        for (factor, said) in [(1e-3, "0.00100"), (86_400.0, "86400"), (2.0, "2.00")] {
            let unit = Fault::Time { factor };
            let expected = format!("the unit of time (a factor of {said})");
            assert_eq!(unit.to_string(), expected);
        }
        let tilted = Fault::GravityAlong {
            gravity: [0.0, -1.703, -9.661],
        };
        assert_eq!(
            tilted.to_string(),
            "the direction of gravity ([0, -1.703, -9.661] m/s² in the frame of the base)"
        );
        assert_eq!(
            tilted.undone(),
            "write into the robot file how gravity acts where the robot stands (`gravity: [0, -1.703, -9.661]`)"
        );
    }
}
