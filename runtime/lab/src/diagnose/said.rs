//! What faults of times, of gravity, of the size of torques and of the transmission are called.

use super::units::is_usual_time;
use crate::digits::{READABLE, exact, power, short};

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
    format!("[{}]", of.map(plain).join(", "))
}

/// A number as a robot file has it: `-1.7`.
pub(super) fn plain(of: f64) -> String {
    exact(of).replace('−', "-")
}

/// The sign of a ratio of the transmission.
pub(super) fn of_coupling(motor: &str, joint: &str, ratio: f64, instead: f64) -> String {
    let [ratio, instead] = [ratio, instead].map(exact);
    format!(
        "the sign of the ratio by which motor {motor} turns with joint {joint} ({instead} taken for {ratio})"
    )
}

/// The least and the most that all torques are to be multiplied by.
pub(super) fn of_size(low: f64, high: f64) -> String {
    let (size, by) = match low >= 1.0 {
        true => ("small", times(low, high)),
        false => ("large", times(1.0 / high, 1.0 / low)),
    };
    format!("the size of all torques (too {size} {by})")
}

/// `by a factor of 20 to 900`, rounded outwards to one digit.
pub(super) fn times(low: f64, high: f64) -> String {
    let rounded = |x: f64, to: fn(f64) -> f64| {
        let unit = 10f64.powf(x.log10().floor());
        let rounded = to(x / unit) * unit;
        match READABLE.contains(&x) {
            true => format!("{rounded:.*}", usize::from(unit < 1.0)),
            false => power(rounded, 0),
        }
    };
    let least = rounded(low, f64::floor);
    match high.is_finite() {
        true => format!("by a factor of {least} to {}", rounded(high, f64::ceil)),
        false => format!("by a factor of {least} or more"),
    }
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
