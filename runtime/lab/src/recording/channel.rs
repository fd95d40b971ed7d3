//! Units that a recording may be written in, and angles written for people.

use std::f64::consts::PI;

use armwright_runtime::JointKind;

/// What a column measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Time stamps.
    Time,
    /// Positions.
    Position,
    /// Velocities.
    Velocity,
    /// Accelerations.
    Acceleration,
    /// Torques or forces.
    Torque,
    /// Motor currents.
    Current,
    /// What the robot file says is measured.
    Measured,
    /// Which rows belong together.
    Segment,
}

/// A unit of a channel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unit {
    /// How it is written: the first as it should be, others as they are met.
    pub(crate) names: &'static [&'static str],
    /// What it is in SI units.
    pub(crate) factor: f64,
    /// Whether it is of what turns (`true`), of what slides, or of either.
    turning: Option<bool>,
}

const DEGREE: f64 = PI / 180.0;
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

static TIME: [Unit; 4] = [
    any(&["s", "sec", "secs", "second", "seconds"], 1.0),
    any(&["ms", "msec", "millisecond", "milliseconds"], 1e-3),
    any(
        &["us", "µs", "μs", "usec", "microsecond", "microseconds"],
        1e-6,
    ),
    any(&["ns", "nsec", "nanosecond", "nanoseconds"], 1e-9),
];
static POSITION: [Unit; 6] = [
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
static VELOCITY: [Unit; 7] = [
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
static ACCELERATION: [Unit; 4] = [
    turning(&["rad/s²", "rad/s2", "rad/s/s", "rads-2"], 1.0),
    turning(&["deg/s²", "deg/s2", "°/s2", "deg/s/s"], DEGREE),
    sliding(&["m/s²", "m/s2", "m/s/s"], 1.0),
    sliding(&["mm/s²", "mm/s2"], 1e-3),
];
const TORQUE: [Unit; 6] = [
    turning(&["N·m", "Nm", "newton metre", "newton meter"], 1.0),
    turning(&["mN·m", "mNm"], 1e-3),
    turning(&["kN·m", "kNm"], 1e3),
    turning(&["N·mm", "Nmm"], 1e-3),
    sliding(&["N", "newton", "newtons"], 1.0),
    sliding(&["kN"], 1e3),
];
/// Moments, forces and power.
static MEASURED: [Unit; 9] = [
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
static CURRENT: [Unit; 2] = [
    any(&["A", "amp", "amps", "ampere", "amperes"], 1.0),
    any(&["mA", "milliampere", "milliamperes"], 1e-3),
];

impl Channel {
    /// Every channel that has units.
    pub(crate) const ALL: [Self; 7] = [
        Self::Time,
        Self::Position,
        Self::Velocity,
        Self::Acceleration,
        Self::Torque,
        Self::Current,
        Self::Measured,
    ];

    /// What it is called in a description.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Torque => "torque",
            Self::Current => "current",
            Self::Measured => "measured",
            Self::Segment => "segment",
        }
    }

    /// Units that it may have.
    pub(crate) fn units(self) -> &'static [Unit] {
        match self {
            Self::Time => &TIME,
            Self::Position => &POSITION,
            Self::Velocity => &VELOCITY,
            Self::Acceleration => &ACCELERATION,
            Self::Torque => &TORQUE,
            Self::Current => &CURRENT,
            Self::Measured => &MEASURED,
            Self::Segment => &[],
        }
    }

    /// A unit by name; `None` if the quantity has no such unit.
    pub(crate) fn unit(self, name: &str) -> Option<&'static Unit> {
        let written = plain(name);
        let named = |unit: &&Unit| unit.names.iter().any(|known| plain(known) == written);
        self.units().iter().find(named)
    }

    /// The units by name, those of one kind of joint or all, for messages.
    pub(crate) fn known_units(self, of: Option<JointKind>) -> String {
        let fits = |unit: &&Unit| of.is_none_or(|kind| unit.fits(kind));
        let names = self.units().iter().filter(fits).map(|unit| unit.names[0]);
        names.collect::<Vec<_>>().join(", ")
    }
}

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
fn plain(unit: &str) -> String {
    let kept = unit.trim().chars().filter(|c| !"·⋅.*^ ".contains(*c));
    let kept = kept.map(|c| if c == '²' { '2' } else { c });
    kept.collect()
}

/// A number of radians (or metres), `90deg`, or a multiple of pi (`-pi/2`, `3*pi/4`, `0.5*pi`);
/// `None` if it cannot be read or is not finite.
pub(crate) fn angle(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Some(degrees) = text.strip_suffix("deg") {
        let degrees: f64 = degrees.trim().parse().ok()?;
        return Some(degrees * DEGREE).filter(|angle| angle.is_finite());
    }
    let (product, divisor) = match text.split_once('/') {
        Some((product, divisor)) => (product.trim(), divisor.trim().parse::<f64>().ok()?),
        None => (text, 1.0),
    };
    let (sign, product) = match product.strip_prefix('-') {
        Some(rest) => (-1.0, rest.trim()),
        None => (1.0, product.strip_prefix('+').unwrap_or(product).trim()),
    };
    let factor = |text: &str| match text.trim() {
        "pi" => Some(PI),
        number => number.parse().ok(),
    };
    let value = product.split('*').map(factor).product::<Option<f64>>()?;
    Some(sign * value / divisor).filter(|angle| angle.is_finite())
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::{Channel, angle};
    use armwright_runtime::JointKind;

    #[test]
    fn angles_are_read_as_people_write_them() {
        assert_eq!(angle("-pi/2"), Some(-PI / 2.0));
        assert_eq!(angle("3*pi/4"), Some(3.0 * PI / 4.0));
        assert_eq!(angle(" 180deg "), Some(PI));
        assert_eq!(angle("-1.5e-3"), Some(-1.5e-3));
        assert_eq!(angle("pi*2"), Some(2.0 * PI));
        for wrong in ["", "pie", "pi/0x", "deg", "1//2", "pi/0", "nan"] {
            assert_eq!(angle(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn units_are_found_however_they_are_written_and_belong_to_a_kind_of_joint() {
        let factor = |channel: Channel, name| channel.unit(name).map(|unit| unit.factor);
        for torque in ["N·m", "Nm", "N.m", "N*m", "N m"] {
            assert_eq!(factor(Channel::Torque, torque), Some(1.0), "{torque}");
        }
        assert_eq!(factor(Channel::Acceleration, "rad/s^2"), Some(1.0));
        assert_eq!(factor(Channel::Time, "µs"), Some(1e-6));
        assert_eq!(factor(Channel::Position, "rad/s"), None);
        for unit in Channel::ALL.iter().flat_map(|channel| channel.units()) {
            let fits = [JointKind::Revolute, JointKind::Prismatic].map(|kind| unit.fits(kind));
            assert!(fits.contains(&true), "{unit:?}");
        }
        let metres = Channel::Position.unit("mm").unwrap();
        assert!(metres.fits(JointKind::Prismatic) && !metres.fits(JointKind::Continuous));
    }

    /// Every word, at a number from a table of units.
    #[test]
    fn every_unit_is_as_large_as_the_international_system_has_it() {
        use Channel::{Acceleration, Current, Measured, Position, Time, Torque, Velocity};
        let degree = 0.017_453_292_519_943_295;
        let turn = std::f64::consts::TAU;
        let words = [
            (Time, 1.0, "s sec secs second seconds"),
            (Time, 1e-3, "ms msec millisecond milliseconds"),
            (Time, 1e-6, "us µs μs usec microsecond microseconds"),
            (Time, 1e-9, "ns nsec nanosecond nanoseconds"),
            (
                Position,
                1.0,
                "rad radian radians m metre metres meter meters",
            ),
            (Position, degree, "deg degree degrees °"),
            (Position, turn, "rev revs turn turns revolution revolutions"),
            (
                Position,
                1e-3,
                "mrad mm millimetre millimetres millimeter millimeters",
            ),
            (Velocity, 1.0, "rad/s rad/sec rads-1 rad/second m/s"),
            (Velocity, degree, "deg/s °/s degree/s degrees/s deg/sec dps"),
            (Velocity, turn, "rev/s rps turns/s"),
            (
                Velocity,
                0.104_719_755_119_659_77,
                "rpm RPM rev/min 1/min U/min",
            ),
            (Velocity, 1e-3, "mrad/s mm/s"),
            (
                Acceleration,
                1.0,
                "rad/s² rad/s2 rad/s/s rads-2 m/s² m/s2 m/s/s",
            ),
            (Acceleration, degree, "deg/s² deg/s2 °/s2 deg/s/s"),
            (Acceleration, 1e-3, "mm/s² mm/s2"),
            (
                Torque,
                1.0,
                "N·m Nm newton_metre newton_meter N newton newtons",
            ),
            (Torque, 1e-3, "mN·m mNm N·mm Nmm"),
            (Torque, 1e3, "kN·m kNm kN"),
            (Current, 1.0, "A amp amps ampere amperes"),
            (Current, 1e-3, "mA milliampere milliamperes"),
            (
                Measured,
                1.0,
                "N·m Nm newton_metre newton_meter N newton newtons W watt watts",
            ),
            (Measured, 1e-3, "mN·m mNm N·mm Nmm mW"),
            (Measured, 1e3, "kN·m kNm kN kW"),
        ];
        let mut count = 0;
        for (channel, factor, words) in words {
            for word in words.split(' ') {
                let unit = channel.unit(&word.replace('_', " ")).unwrap();
                assert!((unit.factor / factor - 1.0).abs() < 1e-15, "{word}");
                count += 1;
            }
        }
        let known = Channel::ALL.iter().flat_map(|channel| channel.units());
        assert_eq!(count, known.map(|unit| unit.names.len()).sum::<usize>());
    }
}
