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
        (Time, 86_400.0, "day days"),
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

#[test]
fn angles_may_have_signs_factors_and_divisors() {
    for (text, expected) in [
        ("+pi", PI),
        ("- pi / 4", -PI / 4.0),
        ("90 deg", PI / 2.0),
        ("-30deg", -PI / 6.0),
        ("2*3*pi/8", 6.0 * PI / 8.0),
        ("-7/4", -1.75),
        ("+2.5", 2.5),
    ] {
        let found = angle(text).expect(text);
        assert!((found - expected).abs() < 1e-15, "{text}: {found}");
    }
    for wrong in ["infdeg", "2**3", "pi/", "1e400", "x*pi"] {
        assert_eq!(angle(wrong), None, "{wrong}");
    }
}

#[test]
fn an_angle_has_one_sign() {
    for wrong in [
        "--2", "-+2", "+-2", "++2", "- -2", "- +2", "+ -2", "- -pi/2", "--90deg",
    ] {
        assert_eq!(angle(wrong), None, "{wrong}");
    }
    assert_eq!(angle("-2/-4"), Some(0.5));
}

#[test]
fn channels_are_called_as_in_descriptions_and_have_their_units() {
    let turns = JointKind::Revolute;
    let all = [
        (
            Channel::Time,
            "time",
            "s, ms, us, ns, day",
            "s, ms, us, ns, day",
            false,
        ),
        (
            Channel::Position,
            "position",
            "rad, deg, rev, mrad, m, mm",
            "rad, deg, rev, mrad",
            false,
        ),
        (
            Channel::Velocity,
            "velocity",
            "rad/s, deg/s, rev/s, rpm, mrad/s, m/s, mm/s",
            "rad/s, deg/s, rev/s, rpm, mrad/s",
            false,
        ),
        (
            Channel::Acceleration,
            "acceleration",
            "rad/s², deg/s², m/s², mm/s²",
            "rad/s², deg/s²",
            false,
        ),
        (
            Channel::Torque,
            "torque",
            "N·m, mN·m, kN·m, N·mm, N, kN",
            "N·m, mN·m, kN·m, N·mm",
            false,
        ),
        (Channel::Current, "current", "A, mA", "A, mA", false),
        (Channel::Phase, "phases", "A, mA", "A, mA", true),
        (
            Channel::SecondPosition,
            "second_position",
            "rad, deg, rev, mrad, m, mm",
            "rad, deg, rev, mrad",
            false,
        ),
        (Channel::User, "user", "", "", true),
        (
            Channel::Measured,
            "measured",
            "N·m, mN·m, kN·m, N·mm, N, kN, W, mW, kW",
            "N·m, mN·m, kN·m, N·mm, W, mW, kW",
            false,
        ),
        (
            Channel::BaseRate,
            "base.angular_velocity",
            "rad/s, deg/s, rev/s, rpm, mrad/s",
            "rad/s, deg/s, rev/s, rpm, mrad/s",
            true,
        ),
        (
            Channel::BaseAcceleration,
            "base.acceleration",
            "m/s², mm/s², g, mg",
            "m/s², mm/s², g, mg",
            true,
        ),
        (
            Channel::BaseOrientation,
            "base.orientation",
            "rad, deg, rev, mrad",
            "rad, deg, rev, mrad",
            true,
        ),
        (
            Channel::Contact,
            "contacts",
            "N·m, mN·m, kN·m, N·mm, N, kN",
            "N·m, mN·m, kN·m, N·mm",
            true,
        ),
        (Channel::Segment, "segment", "", "", false),
    ];
    for (channel, name, units, turning, outside) in all {
        assert_eq!(channel.name(), name);
        assert_eq!(channel.known_units(None), units, "{name}");
        assert_eq!(channel.known_units(Some(turns)), turning, "{name}");
        assert_eq!(channel.is_outside(), outside, "{name}");
        assert_eq!(Channel::ALL.contains(&channel), !units.is_empty(), "{name}");
    }
    let slides = Channel::Position.known_units(Some(JointKind::Prismatic));
    assert_eq!(slides, "m, mm");
    let gravity = Channel::BaseAcceleration.unit("mg").expect("a unit");
    assert_eq!(gravity.factor, 9.806_65e-3);
    assert_eq!(
        Channel::BaseAcceleration.unit("g").map(|g| g.factor),
        Some(9.806_65)
    );
}
