use std::f64::consts::PI;

use super::{AngleDoubt, Column, Phase, PhaseError, Phases, doubt};

/// At an electrical angle of 30 degrees where the rotor's is 0.1.
fn motor() -> Phases {
    Phases {
        constant: 0.08,
        pairs: 2.0,
        angle: PI / 6.0 - 0.2,
        offsets: [0.1, 0.2, -0.3],
        ripple: vec![[0.1, 0.2], [0.3, -0.4]],
    }
}

#[test]
fn a_torque_is_the_sum_of_the_phases_times_a_constant_with_ripple() {
    // Sines of 30, 150 and 270 degrees: 0.9/2 + 1.8/2 - 3.3.
    let sum = -1.95;
    let half = 3f64.sqrt() / 2.0;
    let ripple = 0.1 * half + 0.2 * 0.5 + 0.3 * 0.5 - 0.4 * half;
    let found = motor().torque(0.1, [1.0, 2.0, 3.0]);
    assert!(
        (found - 0.08 * (1.0 + ripple) * sum).abs() < 1e-14,
        "{found}"
    );
    let plain = Phases::new(0.5, 3.0);
    let expected = Phases {
        constant: 0.5,
        pairs: 3.0,
        angle: 0.0,
        offsets: [0.0; 3],
        ripple: Vec::new(),
    };
    assert_eq!(plain, expected);
    // Sinusoidal currents of 2 A give three halves of that, wherever the rotor is.
    for rotor in [0.0, 0.3, 1.1] {
        let current = |phase: f64| 2.0 * (3.0 * rotor + phase * 2.0 * PI / 3.0).sin();
        let torque = plain.torque(rotor, [0.0, 1.0, 2.0].map(current));
        assert!((torque - 1.5).abs() < 1e-12);
    }
    let torques = motor().torques(&[0.1, 0.4], [&[1.0, 5.0], &[2.0, 6.0], &[3.0, 7.0]]);
    let other = motor().torque(0.4, [5.0, 6.0, 7.0]);
    assert_eq!(torques, Ok(vec![found, other]));
}

#[test]
fn motors_and_columns_that_cannot_be_are_told() {
    let columns: [&[f64]; 3] = [&[1.0], &[1.0, 2.0], &[1.0]];
    let refused = motor().torques(&[0.1], columns);
    let lengths = PhaseError::Lengths {
        angle: 1,
        a: 1,
        b: 2,
        c: 1,
    };
    assert_eq!(refused, Err(lengths));
    assert_eq!(
        lengths.to_string(),
        "angle and currents have 1, 1, 2 and 1 samples: they must be as many"
    );
    let short: [&[f64]; 3] = [&[1.0], &[1.0], &[]];
    let lengths = PhaseError::Lengths {
        angle: 1,
        a: 1,
        b: 1,
        c: 0,
    };
    assert_eq!(motor().torques(&[0.1], short), Err(lengths));
    let said = |change: fn(&mut Phases)| {
        let mut motor = motor();
        change(&mut motor);
        let error = motor.torques(&[], [&[], &[], &[]]).expect_err("no motor");
        let said = error.to_string();
        said.split(" of the motor is ")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(said(|m| m.constant = 0.0), "the torque constant");
    assert_eq!(said(|m| m.pairs = -2.0), "the number of pairs of poles");
    assert_eq!(
        said(|m| m.pairs = f64::INFINITY),
        "the number of pairs of poles"
    );
    assert_eq!(said(|m| m.angle = f64::NAN), "the electrical angle");
    assert_eq!(said(|m| m.offsets[2] = f64::NAN), "a current's offset");
    assert_eq!(
        said(|m| m.ripple[1][1] = f64::INFINITY),
        "a part of the ripple"
    );
    let error = PhaseError::Motor {
        name: "the torque constant",
        value: -1.5,
    };
    assert_eq!(
        error.to_string(),
        "the torque constant of the motor is -1.5: it must be a finite number, and the torque constant and pairs of poles \
         above 0"
    );
}

#[test]
fn a_motor_is_as_its_description_has_it() {
    let phase = Phase {
        constant: 0.08,
        pairs: 2.0,
        angle: motor().angle,
        offsets: motor().offsets.to_vec(),
        ripple: vec![vec![0.1, 0.2], vec![0.3, -0.4]],
        ..Phase::default()
    };
    assert_eq!(phase.motor(), motor());
    let plain = Phase {
        offsets: Vec::new(),
        ripple: Vec::new(),
        ..phase
    };
    let expected = Phases {
        angle: motor().angle,
        ..Phases::new(0.08, 2.0)
    };
    assert_eq!(plain.motor(), expected);
}

/// What a drive sends through the windings of a motor with the torque current `along` it and a field current across.
fn driven(electrical: f64, along: f64, across: f64) -> [f64; 3] {
    [0.0, 1.0, 2.0].map(|phase| {
        let (sine, cosine) = (electrical + phase * 2.0 * PI / 3.0).sin_cos();
        along * sine + across * cosine
    })
}

#[test]
fn currents_that_turn_with_another_angle_are_doubted() {
    let motor = Phases {
        angle: 0.4,
        offsets: [0.1, 0.2, -0.3],
        ripple: Vec::new(),
        ..motor()
    };
    let found = |lead: f64, exchange: bool, weakened: f64| {
        let samples = (0..400).map(|k| {
            let rotor = 0.02 * f64::from(k);
            let along = (0.13 * f64::from(k)).sin();
            let [a, b, c] = driven(motor.pairs * rotor + 0.4 + lead, along, weakened);
            let (b, c) = if exchange { (c, b) } else { (b, c) };
            (rotor, [a + 0.1, b + 0.2, c - 0.3])
        });
        doubt(&motor, samples)
    };
    assert_eq!(found(0.0, false, 0.0), None);
    assert_eq!(found(0.05, false, 0.0), None);
    // A field that is weakened has one sign whatever the torque's.
    assert_eq!(found(0.0, false, -0.2), None);
    for lead in [0.3, -0.8, 1.4] {
        match found(lead, false, 0.0) {
            Some(AngleDoubt::Off(by)) => assert!((by - lead).abs() < 1e-9, "{by}"),
            other => panic!("{lead}: {other:?}"),
        }
    }
    // Torque with the other sign lies along the same line.
    assert_eq!(found(PI, false, 0.0), None);
    for lead in [0.0, 0.5] {
        assert_eq!(found(lead, true, 0.0), Some(AngleDoubt::Exchanged));
    }
    // A hundred samples with a current are enough.
    let led = |count: u32| {
        let currents = driven(0.4 + 0.8, 1.0, 0.0);
        let with_current = [currents[0] + 0.1, currents[1] + 0.2, currents[2] - 0.3];
        let idle = (0..50).map(|_| (0.0, motor.offsets));
        // A sample of which one phase is not known is none.
        let lost = (0..3).map(|phase| {
            let mut currents = with_current;
            currents[phase] = f64::NAN;
            (0.0, currents)
        });
        let samples = idle.chain(lost);
        let samples = samples.chain((0..count).map(|_| (0.0, with_current)));
        doubt(&motor, samples).is_some()
    };
    assert_eq!([50, 99, 100].map(led), [false, false, true]);
    let lost = (0..400).map(|_| (f64::NAN, [1.0, 0.0, -1.0]));
    assert_eq!(doubt(&motor, lost), None);
}

/// Currents lie by turns before and behind a line that leads by 45 degrees: of their squares the cosine of twice as much lies along it.
#[test]
fn an_angle_is_doubted_where_most_of_the_currents_lie_along_one_line() {
    let motor = Phases::new(0.08, 2.0);
    let found = |share: f64| {
        let beside = 0.5 * share.acos();
        let samples = (0..400).map(|k| {
            let rotor = 0.02 * f64::from(k);
            let lead = PI / 4.0 + if k % 2 == 0 { beside } else { -beside };
            (rotor, driven(2.0 * rotor + lead, 1.0, 0.0))
        });
        doubt(&motor, samples)
    };
    assert_eq!(found(0.8), None);
    match found(0.95) {
        Some(AngleDoubt::Off(by)) => assert!((by - PI / 4.0).abs() < 1e-9, "{by}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_doubt_says_what_to_write() {
    let phase = Phase {
        angle: 0.25,
        columns: ["ia", "ib", "ic"]
            .map(|name| Column::Named(name.to_owned()))
            .to_vec(),
        ..Phase::default()
    };
    let exchanged = phase.remark("m1".to_owned(), AngleDoubt::Exchanged);
    assert!(
        exchanged
            .to_string()
            .contains("exchange `ib` and `ic` in `phases`")
    );
    let off = phase.remark("m1".to_owned(), AngleDoubt::Off(PI / 3.0));
    let said = off.to_string();
    assert!(
        said.contains("60.0° beside the line of its rotor that makes torque, of which 50 %"),
        "{said}"
    );
    assert!(said.contains("`angle: 1.2972`"), "{said}");
}

/// Currents that stand still turn neither with the electrical angle nor against it.
#[test]
fn currents_that_do_not_turn_are_not_said_to_be_exchanged() {
    let samples = (0..400).map(|k| (0.02 * f64::from(k), [1.0, -0.5, -0.5]));
    assert_eq!(doubt(&Phases::new(0.08, 2.0), samples), None);
}
