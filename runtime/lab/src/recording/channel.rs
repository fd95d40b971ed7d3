//! What columns measure, the units they may be written in, and angles written for people.

use std::f64::consts::PI;

use super::unit::{
    ACCELERATION, CURRENT, DEGREE, LINEAR, MEASURED, POSITION, TIME, TORQUE, Unit, VELOCITY, plain,
};
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
    /// Currents of the three phases of motors.
    Phase,
    /// Positions on the other side of the transmission.
    SecondPosition,
    /// What a user recorded beside: temperatures and the like.
    User,
    /// What the robot file says is measured.
    Measured,
    /// Angular velocities of a base that moves.
    BaseRate,
    /// Accelerations of its origin.
    BaseAcceleration,
    /// Orientations of it.
    BaseOrientation,
    /// Forces and moments on bodies from outside.
    Contact,
    /// Which rows belong together.
    Segment,
}

impl Channel {
    /// Every channel that has units.
    pub(crate) const ALL: [Self; 13] = [
        Self::Time,
        Self::Position,
        Self::Velocity,
        Self::Acceleration,
        Self::Torque,
        Self::Current,
        Self::Measured,
        Self::BaseRate,
        Self::BaseAcceleration,
        Self::BaseOrientation,
        Self::Contact,
        Self::Phase,
        Self::SecondPosition,
    ];

    /// Those of which there is not one column a joint, motor or row.
    pub(crate) const OUTSIDE: [Self; 6] = [
        Self::BaseOrientation,
        Self::BaseRate,
        Self::BaseAcceleration,
        Self::Contact,
        Self::Phase,
        Self::User,
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
            Self::Phase => "phases",
            Self::SecondPosition => "second_position",
            Self::User => "user",
            Self::Measured => "measured",
            Self::BaseRate => "base.angular_velocity",
            Self::BaseAcceleration => "base.acceleration",
            Self::BaseOrientation => "base.orientation",
            Self::Contact => "contacts",
            Self::Segment => "segment",
        }
    }

    /// Whether it has not one column a joint, motor or row.
    pub(crate) fn is_outside(self) -> bool {
        Self::OUTSIDE.contains(&self)
    }

    /// Units that it may have.
    pub(crate) fn units(self) -> &'static [Unit] {
        match self {
            Self::Time => &TIME,
            Self::Position | Self::SecondPosition => &POSITION,
            Self::Velocity => &VELOCITY,
            Self::Acceleration => &ACCELERATION,
            Self::Torque | Self::Contact => &TORQUE,
            Self::Current | Self::Phase => &CURRENT,
            Self::Measured => &MEASURED,
            Self::BaseRate => &VELOCITY[..5],
            Self::BaseAcceleration => &LINEAR,
            Self::BaseOrientation => &POSITION[..4],
            Self::Segment | Self::User => &[],
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

    use super::{CURRENT, Channel, LINEAR, POSITION, TORQUE, Unit, VELOCITY, angle};
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
        let of_base = [
            LINEAR.len(),
            VELOCITY[..5].len(),
            POSITION[..4].len(),
            TORQUE.len(),
            CURRENT.len(),
            POSITION.len(),
        ];
        let shared = of_base.iter().sum::<usize>();
        let known: Vec<&Unit> = Channel::ALL
            .iter()
            .flat_map(|channel| channel.units())
            .collect();
        let known = known[..known.len() - shared].iter();
        assert_eq!(count, known.map(|unit| unit.names.len()).sum::<usize>());
    }
}
