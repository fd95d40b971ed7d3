//! The units of what is measured.

use std::f64::consts::PI;

use armwright_runtime::JointKind;

/// A unit of a channel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unit {
    /// How it is written: the first as it should be, others as they are met.
    pub(crate) names: &'static [&'static str],
    /// What it is in SI units.
    pub(crate) factor: f64,
    /// Whether it is of what turns (`true`), of what slides, or of either.
    pub(super) turning: Option<bool>,
}

pub(super) const DEGREE: f64 = PI / 180.0;
const TURN: f64 = 2.0 * PI;

/// Units that are the same for whatever moves.
const fn any(names: &'static [&'static str], factor: f64) -> Unit {
    let turning = None;
    Unit {
        names,
        factor,
        turning,
    }
}

/// A unit of what turns.
const fn turning(names: &'static [&'static str], factor: f64) -> Unit {
    let turning = Some(true);
    Unit {
        names,
        factor,
        turning,
    }
}

/// A unit of what slides.
const fn sliding(names: &'static [&'static str], factor: f64) -> Unit {
    let turning = Some(false);
    Unit {
        names,
        factor,
        turning,
    }
}

pub(super) static TIME: [Unit; 5] = [
    any(&["s", "sec", "secs", "second", "seconds"], 1.0),
    any(&["ms", "msec", "millisecond", "milliseconds"], 1e-3),
    any(
        &["us", "µs", "μs", "usec", "microsecond", "microseconds"],
        1e-6,
    ),
    any(&["ns", "nsec", "nanosecond", "nanoseconds"], 1e-9),
    any(&["day", "days"], 86_400.0),
];
pub(super) static POSITION: [Unit; 6] = [
    turning(&["rad", "radian", "radians"], 1.0),
    turning(&["deg", "degree", "degrees", "°"], DEGREE),
    turning(
        &["rev", "revs", "turn", "turns", "revolution", "revolutions"],
        TURN,
    ),
    turning(&["mrad"], 1e-3),
    sliding(&["m", "metre", "metres", "meter", "meters"], 1.0),
    sliding(
        &[
            "mm",
            "millimetre",
            "millimetres",
            "millimeter",
            "millimeters",
        ],
        1e-3,
    ),
];
pub(super) static VELOCITY: [Unit; 7] = [
    turning(&["rad/s", "rad/sec", "rads-1", "rad/second"], 1.0),
    turning(
        &["deg/s", "°/s", "degree/s", "degrees/s", "deg/sec", "dps"],
        DEGREE,
    ),
    turning(&["rev/s", "rps", "turns/s"], TURN),
    turning(&["rpm", "RPM", "rev/min", "1/min", "U/min"], TURN / 60.0),
    turning(&["mrad/s"], 1e-3),
    sliding(&["m/s"], 1.0),
    sliding(&["mm/s"], 1e-3),
];
pub(super) static ACCELERATION: [Unit; 4] = [
    turning(&["rad/s²", "rad/s2", "rad/s/s", "rads-2"], 1.0),
    turning(&["deg/s²", "deg/s2", "°/s2", "deg/s/s"], DEGREE),
    sliding(&["m/s²", "m/s2", "m/s/s"], 1.0),
    sliding(&["mm/s²", "mm/s2"], 1e-3),
];
pub(super) const TORQUE: [Unit; 6] = [
    turning(&["N·m", "Nm", "newton metre", "newton meter"], 1.0),
    turning(&["mN·m", "mNm"], 1e-3),
    turning(&["kN·m", "kNm"], 1e3),
    turning(&["N·mm", "Nmm"], 1e-3),
    sliding(&["N", "newton", "newtons"], 1.0),
    sliding(&["kN"], 1e3),
];
/// Moments, forces and power.
pub(super) static MEASURED: [Unit; 9] = [
    TORQUE[0],
    TORQUE[1],
    TORQUE[2],
    TORQUE[3],
    TORQUE[4],
    TORQUE[5],
    any(&["W", "watt", "watts"], 1.0),
    any(&["mW"], 1e-3),
    any(&["kW"], 1e3),
];
/// The unit of acceleration `g`, m/s².
pub(crate) const STANDARD_GRAVITY: f64 = 9.806_65;
/// Of a base that moves, as an IMU has it.
pub(super) static LINEAR: [Unit; 4] = [
    any(&["m/s²", "m/s2", "m/s/s"], 1.0),
    any(&["mm/s²", "mm/s2"], 1e-3),
    any(&["g", "gravities"], STANDARD_GRAVITY),
    any(&["mg"], 1e-3 * STANDARD_GRAVITY),
];
pub(super) static CURRENT: [Unit; 2] = [
    any(&["A", "amp", "amps", "ampere", "amperes"], 1.0),
    any(&["mA", "milliampere", "milliamperes"], 1e-3),
];
/// Of motors that a simulation is driven by; a recording has none.
#[cfg(feature = "cli")]
pub(super) static VOLTAGE: [Unit; 2] = [
    any(&["V", "volt", "volts"], 1.0),
    any(&["mV", "millivolt", "millivolts"], 1e-3),
];

impl Unit {
    /// Whether it is one of the same quantity as a unit of [`Model::measured`](armwright_runtime::Model::measured):
    /// a moment (N·m), a force (N) or a power (W).
    pub(crate) fn measures(&self, unit: &str) -> bool {
        let of = |known: &&Self| known.names[0] == unit && known.factor == 1.0;
        MEASURED.iter().find(of).map(|known| known.turning) == Some(self.turning)
    }

    /// Whether a joint of that kind can be measured in it.
    pub(crate) fn fits(&self, kind: JointKind) -> bool {
        let turns = kind != JointKind::Prismatic;
        self.turning.is_none_or(|turning| turning == turns)
    }
}

/// A unit without what people write in several ways: products, powers, blanks.
pub(super) fn plain(unit: &str) -> String {
    let kept = unit.trim().chars().filter(|c| !"·⋅.*^ ".contains(*c));
    let kept = kept.map(|c| if c == '²' { '2' } else { c });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::{LINEAR, MEASURED, TIME, TORQUE, plain};
    use armwright_runtime::JointKind;

    #[test]
    fn units_of_what_is_measured_are_of_its_quantity() {
        // Four of moments, two of forces, three of power.
        let of = |unit: &str| -> String {
            let fits = MEASURED.iter().map(|known| known.measures(unit));
            fits.map(|fits| if fits { '+' } else { '.' }).collect()
        };
        assert_eq!(of("N·m"), "++++.....");
        assert_eq!(of("N"), "....++...");
        assert_eq!(of("W"), "......+++");
        // What is no unit of the model is none of anything.
        assert_eq!([of("kN"), of("m")], [".........", "........."]);
    }

    #[test]
    fn units_are_of_what_turns_or_slides_or_of_both() {
        let kinds = [
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
        ];
        let fits = |unit: &super::Unit| kinds.map(|kind| unit.fits(kind));
        assert_eq!(fits(&TORQUE[0]), [true, true, false]);
        assert_eq!(fits(&TORQUE[4]), [false, false, true]);
        assert_eq!([fits(&TIME[0]), fits(&LINEAR[2])], [[true; 3]; 2]);
    }

    #[test]
    fn products_and_powers_are_written_in_many_ways() {
        for written in ["N·m/s²", " N*m/s^2 ", "N.m/s2", "N⋅m / s²"] {
            assert_eq!(plain(written), "Nm/s2");
        }
    }
}
