use super::{MODEL, NAMED, PASSIVE, TURNING, motor, turning};
use crate::recording::Channel;
use crate::recording::draft::name::{Name, Owner};
use armwright_runtime::Model;

type Said = (
    Option<Channel>,
    Option<Owner>,
    &'static str,
    i32,
    bool,
    Option<&'static str>,
);

fn name((channel, owner, pattern, trust, motor, unit): Said) -> Name {
    Name {
        channel,
        owner,
        pattern: pattern.to_owned(),
        trust,
        motor,
        unit,
    }
}

#[test]
fn a_name_says_what_it_measures_and_of_which_joint() {
    use Channel::{Position, Torque, Velocity};
    use Owner::{Joint, Motor, Number};
    let all: [(&str, &str, Said); 13] = [
        (
            "upper_arm_pos [deg]",
            "run",
            (Some(Position), Some(Joint(1)), "* pos", 0, false, None),
        ),
        (
            "arm/arm_pos_deg",
            "run",
            (
                Some(Position),
                Some(Joint(0)),
                "arm * pos",
                0,
                false,
                Some("deg"),
            ),
        ),
        (
            "drive_a_measured_torque",
            "run",
            (
                Some(Torque),
                Some(Motor(0)),
                "* measured torque",
                1,
                true,
                None,
            ),
        ),
        (
            "spin_cmd_vel_rad_s",
            "run",
            (
                Some(Velocity),
                Some(Motor(1)),
                "* cmd vel",
                -2,
                true,
                Some("rad/s"),
            ),
        ),
        // What names of joints take away says what is measured where nothing else does, before the file.
        (
            "theta",
            "run",
            (Some(Position), Some(Joint(2)), "*", 0, false, None),
        ),
        (
            "theta",
            "motor_torque",
            (Some(Position), Some(Joint(2)), "*", 0, true, None),
        ),
        (
            "2",
            "motor_torque",
            (Some(Torque), Some(Number(2)), "*", 0, true, None),
        ),
        (
            "2_pos",
            "motor_torque",
            (Some(Position), Some(Number(2)), "* pos", 0, false, None),
        ),
        (
            "arm_2_pos_3",
            "run",
            (Some(Position), Some(Joint(0)), "* 2 pos 3", 0, false, None),
        ),
        (
            "2_pos_3",
            "run",
            (Some(Position), Some(Number(3)), "2 pos *", 0, false, None),
        ),
        (
            "actual_target_motor_pos_1",
            "run",
            (
                Some(Position),
                Some(Number(1)),
                "actual target motor pos *",
                -1,
                true,
                None,
            ),
        ),
        ("forearm", "run", (None, None, "forearm", 0, false, None)),
        // A unit alone is no unit of something.
        ("deg", "run", (None, None, "deg", 0, false, None)),
    ];
    for (text, file, said) in all {
        assert_eq!(Name::of(text, file, &NAMED), name(said), "{text} of {file}");
    }
}

/// Motors that are called as the joints are.
const ALIKE: Model = Model {
    motors: &[motor("j1"), motor("j2")],
    ..MODEL
};
const SIDES: Model = Model {
    joints: &[turning("left_arm_1"), turning("left_arm_2")],
    ..MODEL
};

const ONE: Model = Model {
    joints: &[turning("left_arm_0")],
    ..MODEL
};

/// Joints j1 and j2, motors m1 and m2.
#[test]
fn names_that_only_count_are_numbers_and_tell_motors_by_their_word() {
    let of = |text: &str, model: &Model| {
        let name = Name::of(text, "run", model);
        (name.owner, name.pattern, name.motor)
    };
    let number =
        |number, pattern: &str, motor| (Some(Owner::Number(number)), pattern.to_owned(), motor);
    assert_eq!(of("q_j2", &TURNING), number(2, "q j *", false));
    assert_eq!(of("q_m2", &TURNING), number(2, "q m *", true));
    assert_eq!(of("q_j2", &ALIKE), number(2, "q j *", false));
    // Of three words, a name does not only count.
    let left = (Some(Owner::Joint(1)), "* pos".to_owned(), false);
    assert_eq!(of("left_arm_2_pos", &SIDES), left);
    assert_eq!(of("left_arm_1_pos", &SIDES).0, Some(Owner::Joint(0)));
    assert_eq!(of("left_arm_0_pos", &ONE).0, Some(Owner::Joint(0)));
    // Where joints have words, motors may count all the same, and the other way about.
    let words = Model {
        motors: MODEL.motors,
        ..NAMED
    };
    assert_eq!(of("q_m2", &words), number(2, "q m *", true));
    let words = Model {
        motors: NAMED.motors,
        ..MODEL
    };
    assert_eq!(
        of("spin_q", &words),
        (Some(Owner::Motor(1)), "* q".to_owned(), true)
    );
}

#[test]
fn what_a_joint_and_a_motor_are_called_alike_is_either() {
    let of = |text: &str| {
        let said = |name: Name| (name.owner, name.motor);
        [Name::of, Name::of_motor].map(|of| said(of(text, "run", &PASSIVE)))
    };
    let joint = |k, motor| (Some(Owner::Joint(k)), motor);
    let motor = |k| (Some(Owner::Motor(k)), true);
    assert_eq!(of("q_shoulder"), [joint(0, false); 2]);
    assert_eq!(of("q_drive"), [motor(0); 2]);
    assert_eq!(of("q_elbow"), [joint(1, false), motor(1)]);
    assert_eq!(of("motor_q_elbow"), [joint(1, true), motor(1)]);
}

#[test]
fn every_word_of_a_channel_is_known() {
    for (channel, words) in [
        (
            Channel::Acceleration,
            "qdd ddq qddot acc accel acceleration accelerations",
        ),
        (
            Channel::Velocity,
            "qd dq qdot vel velocity velocities speed omega dtheta",
        ),
        (
            Channel::Torque,
            "tau torque torques trq tq effort efforts force forces moment",
        ),
        (Channel::Current, "current currents cur curr amps iq i"),
        (
            Channel::Position,
            "q pos position positions angle angles theta enc encoder p",
        ),
        (
            Channel::Time,
            "t time timestamp stamp clock zeit millis micros nanos",
        ),
    ] {
        for word in words.split(' ') {
            let found = Name::of(&format!("x_{word}_1"), "", &MODEL);
            assert_eq!(found.channel, Some(channel), "{word}");
        }
    }
    // The most telling one counts.
    for (text, channel) in [
        ("acc_vel_1", Channel::Acceleration),
        ("torque_vel_1", Channel::Velocity),
        ("current_torque_1", Channel::Torque),
        ("pos_current_1", Channel::Current),
        ("time_pos_1", Channel::Position),
    ] {
        assert_eq!(Name::of(text, "", &MODEL).channel, Some(channel), "{text}");
    }
}

#[test]
fn words_say_whether_a_column_was_measured_and_of_a_motor() {
    let measured = "actual act meas measured msr ist raw sensor";
    let commanded = "cmd command commanded target des desired ref reference set setpoint goal soll d error err ext \
                     external gravity coriolis friction model ff pred std filtered tcp tool limit";
    let motors = "mot motor motors drive rotor";
    for (words, trust, motor) in [
        (measured, 1, false),
        (commanded, -2, false),
        (motors, 0, true),
    ] {
        for word in words.split(' ') {
            let found = Name::of(&format!("pos_{word}_1"), "", &MODEL);
            assert_eq!((found.trust, found.motor), (trust, motor), "{word}");
        }
    }
}

#[test]
fn units_end_names() {
    for (end, unit) in [
        ("rad_s_2", "rad/s²"),
        ("deg_s2", "deg/s²"),
        ("m/s2", "m/s²"),
        ("rad_s", "rad/s"),
        ("deg_s", "deg/s"),
        ("mm_s", "mm/s"),
        ("radps", "rad/s"),
        ("degps", "deg/s"),
        ("dps", "deg/s"),
        ("rad", "rad"),
        ("radians", "rad"),
        ("deg", "deg"),
        ("degrees", "deg"),
        ("rev", "rev"),
        ("rpm", "rpm"),
        ("mm", "mm"),
        ("mnm", "mN·m"),
        ("nm", "N·m"),
        ("ma", "mA"),
        ("amp", "A"),
    ] {
        let found = Name::of(&format!("x_1_{end}"), "", &MODEL);
        assert_eq!(found.unit, Some(unit), "{end}");
        assert_eq!(
            (&*found.pattern, found.owner),
            ("x *", Some(Owner::Number(1)))
        );
    }
    // Positions have no amperes: `ma` is a joint.
    const CALLED: Model = Model {
        joints: &[turning("ma"), turning("mb")],
        ..MODEL
    };
    let found = Name::of("q_ma", "", &CALLED);
    assert_eq!((found.owner, found.unit), (Some(Owner::Joint(0)), None));
    assert_eq!(Name::of("q_ma_deg", "", &CALLED).unit, Some("deg"));
    let current = Name::of("i_mb_ma", "", &CALLED);
    assert_eq!(
        (current.owner, current.unit),
        (Some(Owner::Joint(1)), Some("mA"))
    );
    for none in ["x_1_m", "rad_x_1", "x_1_s"] {
        assert_eq!(Name::of(none, "", &MODEL).unit, None, "{none}");
    }
}
