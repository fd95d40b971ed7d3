use std::f64::consts::TAU;

use super::errors::level;
use super::temperature::Temperatures;
use super::{Adjusted, Cleaned, ConditioningError, Equation, Motion, Processing, put};
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::{BaseMotion, Contacts, Recording, UserColumn};
use crate::regression::by_hand::{self, MODEL};
use crate::signal::{FilterError, LowPass, curvature, slope, zero_phase};
use crate::transmission::Drive;
use armwright_runtime::{Model, Side};

fn processing() -> Processing {
    by_hand::processing(EquationSide::Joint)
}

fn filtered(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let filter = LowPass::butterworth(2, 20.0, 100.0).expect("a filter");
    let mut columns = columns.to_vec();
    for column in &mut columns {
        zero_phase(&filter, column).expect("long enough");
    }
    columns
}

/// A recording of everything that there may be, with errors that are not the same anywhere.
fn recording() -> Recording {
    let mut recording = by_hand::recording(90);
    let noise = |i: u64, k: u64| ((k * 7919 + k * k * (31 + i)) % 1009) as f64 / 1009.0 - 0.5;
    let kinds = [
        Some(&mut recording.position),
        recording.velocity.as_mut(),
        recording.acceleration.as_mut(),
    ];
    for (kind, columns) in (0u64..).zip(kinds.into_iter().flatten()) {
        for (i, column) in (0u64..).zip(columns) {
            for (k, x) in (0u64..).zip(column) {
                *x += 0.01 * (1 + 2 * kind + i) as f64 * noise(2 * kind + i, k);
            }
        }
    }
    recording.measured = Some(vec![
        (0u32..90).map(f64::from).collect(),
        (0u32..90).map(|k| f64::from(k * k)).collect(),
    ]);
    recording.bridged = (0..90).map(|k| k == 8 || k > 81).collect();
    recording.start = 2.5;
    recording
}

#[test]
fn a_motion_is_a_recording_through_its_filter() {
    let mut recording = recording();
    recording.contacts = Some(Contacts {
        places: Vec::new(),
        wrenches: vec![vec![1.5; 90]; 6],
    });
    recording.further.user = vec![UserColumn {
        name: "temperature".to_owned(),
        columns: vec![vec![20.0; 90], vec![30.0; 90]],
    }];
    let found = by_hand::conditioned(recording.clone(), processing());
    let filter = LowPass::butterworth(2, 20.0, 100.0).expect("a filter");
    let measured = [
        Some(&recording.position),
        recording.velocity.as_ref(),
        recording.acceleration.as_ref(),
    ];
    // Errors are those of what the filter took, three samples within either end.
    let errors = measured.map(|columns| -> Vec<f64> {
        let columns = columns.expect("measured");
        let pairs = columns.iter().zip(filtered(columns));
        let taken = pairs.map(|(x, y)| (3..87).map(|k| x[k] - y[k]).collect::<Vec<f64>>());
        taken.map(|taken| level(&taken, 0.2)).collect()
    });
    assert!(
        errors.iter().flatten().all(|level| *level > 1e-3),
        "{errors:?}"
    );
    let positions = filtered(&recording.position);
    let largest = [0, 1].map(|i| {
        let sizes = positions[i].iter().map(|x: &f64| x.abs());
        sizes.fold(0.0, f64::max)
    });
    let expected = Motion {
        name: "swing".to_owned(),
        source: "swing".to_owned(),
        rate: 100.0,
        start: 2.5,
        processing: processing(),
        spectra: super::spectra::spectra(&recording, &filter, &MODEL),
        position: filtered(&recording.position),
        velocity: recording.velocity.as_ref().map(|c| filtered(c)),
        acceleration: recording.acceleration.as_ref().map(|c| filtered(c)),
        rounding: largest.map(|largest| 1e-12 * 100.0 * largest).to_vec(),
        torque: recording.torque.clone().expect("torques"),
        sides: [recording.position_side, recording.torque_side],
        rows: recording.measured.clone(),
        base: None,
        contacts: recording.contacts.clone(),
        temperatures: Temperatures::of(&recording.further),
        held: recording.further.held.clone(),
        bridged: recording.bridged.clone(),
        errors,
        rests: [const { [const { Vec::new() }; 2] }; 3].map(Vec::from),
        at_rest: Vec::new(),
        encoders: None,
        band: None,
        steps: vec![None; 2],
        adjusted: super::Adjusted::default(),
        cleaned: super::Cleaned::default(),
    };
    assert_eq!(found, expected);
    assert_eq!(found.contacts(), recording.contacts.as_ref());
}

/// A joint swings and then rests somewhere: what differences of its position show there is rounding of the filter, which may creep in one
/// direction for ever.
#[test]
fn a_joint_at_rest_has_no_direction() {
    let filter = LowPass::butterworth(4, 100.0, 5000.0).expect("a filter");
    let mut creeps = 0;
    for place in 1..9 {
        let mut recording = by_hand::recording(6000);
        recording.rate = 5000.0;
        (recording.velocity, recording.acceleration) = (None, None);
        let rest = 0.37 * f64::from(place);
        let swing = |k: u32| (TAU * f64::from(k.min(2000)) / 2000.0).sin().powi(4);
        recording.position[0] = (0..6000).map(|k| rest + swing(k)).collect();
        let mut filtered = recording.position[0].clone();
        zero_phase(&filter, &mut filtered).expect("long enough");
        let fast = Processing {
            cutoff: 100.0,
            order: 4,
            ..processing()
        };
        let motion = by_hand::conditioned(recording, fast);
        let mut speeds = Vec::new();
        motion.velocities(0, 20..5900, &mut speeds);
        let differences = (20..5900).map(|k| slope(&filtered, k, 5000.0));
        let differences: Vec<f64> = differences.collect();
        let least = 1e-12 * 5000.0 * filtered.iter().copied().fold(0.0, f64::max);
        let kept = |(speed, difference): (&f64, &f64)| match difference.abs() < least {
            true => *speed == 0.0,
            false => speed == difference,
        };
        assert!(speeds.iter().zip(&differences).all(kept));
        assert!(speeds[3000..].iter().all(|speed| *speed == 0.0));
        let accelerations = motion.states(3020..5900).qdd;
        assert!(accelerations.iter().step_by(2).all(|x| *x == 0.0));
        creeps += usize::from(differences[3000..].iter().any(|speed| *speed != 0.0));
    }
    assert!(creeps > 0);
}

/// The band of a filter that is slower than a spectrum can tell is its first line, where a constant has nothing.
#[test]
fn a_band_below_every_line_has_one() {
    for (samples, share) in [(128, 0.01), (1000, 1e-3), (128, 0.2), (128, 0.49)] {
        assert_eq!(level(&vec![0.25; samples], share), 0.0, "{samples} {share}");
    }
}

#[test]
fn encoders_of_coupled_motors_err_by_themselves() {
    let mut recording = recording();
    recording.position_side = Side::Motor;
    let found = by_hand::conditioned(recording.clone(), processing());
    let drive = Drive::of(&MODEL).expect("an inverse");
    let pairs = recording.position.iter().zip(filtered(&recording.position));
    let taken = pairs.map(|(x, y)| (3..87).map(|k| x[k] - y[k]).collect());
    let mut taken: Vec<Vec<f64>> = taken.collect();
    drive.columns_to_motor(&mut taken);
    let levels: Vec<f64> = taken.iter().map(|taken| level(taken, 0.2)).collect();
    assert_eq!(found.errors[0], levels);
    assert_eq!(found.encoders, Some(drive));
    // Motors that move one joint each err as their joints do.
    let alone = Model {
        transmission: &[2.0, 0.0, 0.0, 5.0],
        ..MODEL
    };
    let found = Motion::condition(recording, processing(), &alone).expect("a motion");
    assert_eq!(found.encoders, None);
}

#[test]
fn positions_and_torques_are_each_of_their_own_side() {
    for sides in [[Side::Joint, Side::Motor], [Side::Motor, Side::Joint]] {
        let mut recording = by_hand::recording(90);
        [recording.position_side, recording.torque_side] = sides;
        let found = by_hand::conditioned(recording, processing());
        assert_eq!(found.sides, sides);
    }
}

#[test]
fn what_was_not_measured_is_zero_or_differentiated() {
    let mut recording = recording();
    recording.torque = None;
    recording.acceleration = None;
    let found = by_hand::conditioned(recording.clone(), processing());
    assert_eq!(found.torque, vec![vec![0.0; 90]; 2]);
    assert!(found.errors[2].is_empty() && found.errors[1].len() == 2);
    let states = found.states(5..9);
    assert_eq!((states.first, states.count(2)), (5, 4));
    let velocity = filtered(recording.velocity.as_ref().expect("measured"));
    for (k, [q, qd, qdd]) in (5..9).zip(states.each(2)) {
        for i in 0..2 {
            assert_eq!([q[i], qd[i]], [found.position[i][k], velocity[i][k]]);
            assert!((qdd[i] - slope(&velocity[i], k, 100.0)).abs() < 1e-10);
        }
    }
    recording.velocity = None;
    let found = by_hand::conditioned(recording, processing());
    let states = found.states(4..7);
    for (k, [_, qd, qdd]) in (4..7).zip(states.each(2)) {
        for i in 0..2 {
            let position = &found.position[i];
            assert!((qd[i] - slope(position, k, 100.0)).abs() < 1e-10);
            assert!((qdd[i] - curvature(position, k, 100.0)).abs() < 1e-8);
        }
    }
    let mut derived = Vec::new();
    assert_eq!(found.velocities(1, 4..7, &mut derived)[1], states.qd[3]);
}

#[test]
fn states_have_what_was_measured_of_base_and_warmth() {
    let mut recording = recording();
    let line = |i: u32| (0u32..90).map(|k| f64::from(i + k)).collect();
    recording.base = Some(BaseMotion {
        columns: (0..6).map(line).collect(),
        at: [0.1, 0.2, 0.3],
        ..BaseMotion::default()
    });
    recording.further.user = vec![UserColumn {
        name: "temperature".to_owned(),
        columns: vec![line(20), line(50)],
    }];
    let found = by_hand::conditioned(recording.clone(), processing());
    let states = found.states(40..42);
    let base = found.base.as_ref().expect("a base");
    assert_eq!(states.base_at(0), base.at(40, 100.0));
    assert_eq!(states.base_at(1), base.at(41, 100.0));
    assert_eq!(states.temperature, [60.0, 90.0, 61.0, 91.0]);
    let measured = [&found.acceleration, &found.velocity].map(|c| c.as_ref().expect("measured"));
    assert_eq!(
        states.qdd,
        [40, 41].map(|k| [0, 1].map(|i| measured[0][i][k])).concat()
    );
    assert_eq!(
        states.qd,
        [40, 41].map(|k| [0, 1].map(|i| measured[1][i][k])).concat()
    );
    // Without joints the base counts samples.
    let mut base_alone = found;
    base_alone.position.clear();
    assert_eq!(base_alone.samples(), 90);
    base_alone.base = None;
    assert_eq!(base_alone.samples(), 0);
}

#[test]
fn the_beginning_of_a_motion_has_all_that_goes_with_it() {
    let mut recording = recording();
    let line = |i: u32| (0u32..90).map(|k| f64::from(i + k)).collect();
    recording.base = Some(BaseMotion {
        columns: (0..6).map(line).collect(),
        at: [0.1, 0.2, 0.3],
        ..BaseMotion::default()
    });
    recording.contacts = Some(Contacts::default());
    recording.further.user = vec![UserColumn {
        name: "temperature".to_owned(),
        columns: vec![line(20), line(50)],
    }];
    let mut whole = by_hand::conditioned(recording, processing());
    whole.encoders = Drive::of(&MODEL);
    whole.adjust(Adjusted {
        rows: 1,
        all: vec![Equation {
            add: 0.5,
            is_low: true,
            is_out: false,
        }],
    });
    whole.clean(Cleaned {
        rows: 2,
        all: vec![0.25, 0.75],
    });
    let found = whole.beginning(40);
    assert_eq!(found.samples(), 40);
    let [part, all] = [&found, &whole].map(|motion| motion.states(20..30));
    assert_eq!(
        (&part.base, &part.temperature),
        (&all.base, &all.temperature)
    );
    assert_eq!(
        found.temperature(1),
        whole.temperature(1).map(|column| &column[..40])
    );
    assert_eq!(
        found.base.as_ref().map(super::base::Base::samples),
        Some(40)
    );
    assert_eq!(found.contacts(), None);
    assert_eq!(
        (&found.adjusted, &found.cleaned),
        (&whole.adjusted, &whole.cleaned)
    );
    assert_eq!(
        (&found.encoders, &found.errors),
        (&whole.encoders, &whole.errors)
    );
    assert_eq!((found.rate, found.start), (100.0, 2.5));
    assert_eq!(
        (&found.name, &found.processing),
        (&whole.name, &whole.processing)
    );
}

#[test]
fn samples_are_told_by_their_number() {
    let mut found = by_hand::conditioned(recording(), processing());
    assert_eq!(found.interior(), 3..87);
    let mut tau = [0.0; 2];
    found.torque(7, &mut tau);
    assert_eq!(tau, [found.torque_of(0)[7], found.torque_of(1)[7]]);
    assert_ne!(tau[0], tau[1]);
    assert_eq!(found.row(6).collect::<Vec<_>>(), [6.0, 36.0]);
    found.add(1, 6, 0.5);
    found.add(2, 6, 9.0);
    found.add(0, 90, 9.0);
    assert_eq!(found.row(6).collect::<Vec<_>>(), [6.0, 36.5]);
    assert_eq!(found.row(5).collect::<Vec<_>>(), [5.0, 25.0]);
    assert!(found.of_rows() && !found.is_whole());
    assert_eq!(
        [7, 8, 81, 82, 99].map(|k| found.measured(k)),
        [true, false, true, false, true]
    );
    assert!((found.measured_share() - 0.9).abs() < 1e-12);
    assert!((found.time(30) - 2.8).abs() < 1e-12);
    found.bridged.clear();
    found.rows = None;
    assert!(!found.of_rows() && found.is_whole() && found.measured_share() == 1.0);
    assert_eq!(found.row(6).count(), 0);
    // A sample is cut at each end at least, and nothing is left of what is too short.
    found.processing.trim = 0;
    assert_eq!(found.interior(), 1..89);
    found.processing.trim = 50;
    assert!(found.interior().is_empty());
    let mut rows = vec![0.0; 6];
    put(&mut rows, 1, 3, &[5.0, 7.0]);
    assert_eq!(rows, [0.0, 5.0, 0.0, 0.0, 7.0, 0.0]);
}

/// What was measured in place of torques, else torques; at the ends as well.
#[test]
fn what_was_measured_is_changed_at_each_sample() {
    let change = |values: &mut [f64]| values.swap(0, 1);
    let mut motion = by_hand::conditioned(recording(), processing());
    let changed = motion.with_signals(&change);
    for (sample, expected) in [(0, [0.0, 0.0]), (2, [4.0, 2.0]), (89, [7921.0, 89.0])] {
        assert_eq!(changed.row(sample).collect::<Vec<_>>(), expected);
    }
    assert_eq!(changed.torque, motion.torque);
    motion.rows = None;
    let changed = motion.with_signals(&change);
    assert_eq!(changed.torque_of(0), motion.torque_of(1));
    assert_eq!(changed.torque_of(1), motion.torque_of(0));
}

#[test]
fn options_of_the_command_come_before_those_of_the_description() {
    let mut recording = recording();
    recording.options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(15.0)),
        order: Some(3),
        decimate: Some(List(vec![2])),
        trim: Some(4),
        ..ProcessingOptions::default()
    };
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        ..ProcessingOptions::default()
    };
    let found = Motion::of(recording, &options, &MODEL)
        .expect("a motion")
        .processing;
    let chosen = (found.cutoff, found.order, found.decimate, found.trim);
    assert_eq!(chosen, (25.0, 3, vec![2], 4));
}

#[test]
fn recordings_that_cannot_be_filtered_are_told_by_name() {
    let refused = |trim: usize, order: usize| {
        let options = ProcessingOptions {
            trim: Some(trim),
            order: Some(order),
            cutoff: Some(Cutoff::Hertz(20.0)),
            ..ProcessingOptions::default()
        };
        // A piece of what it was read from.
        let piece = Recording {
            name: "swing (second)".to_owned(),
            ..recording()
        };
        Motion::of(piece, &options, &MODEL).err()
    };
    assert_eq!(refused(44, 2), None);
    assert!(refused(usize::MAX, 2).is_some());
    let short = refused(45, 2).expect("too short");
    let expected = ConditioningError::Filter {
        recording: "swing (second)".to_owned(),
        source: FilterError::Trimmed {
            samples: 90,
            trim: 45,
        },
    };
    assert_eq!(short, expected);
    assert_eq!(
        short.to_string(),
        "swing (second): 90 samples leave nothing where 45 are dropped at both ends (`trim`)"
    );
    let order = refused(4, 13).expect("no such order");
    assert!(matches!(
        order,
        ConditioningError::Filter {
            source: FilterError::Order(13),
            ..
        }
    ));
}

/// A share of the largest position, on whichever side of zero.
#[test]
fn rounding_of_a_position_is_as_large_below_zero() {
    let least = |place: f64| {
        let mut recording = by_hand::recording(90);
        for column in &mut recording.position {
            column.iter_mut().for_each(|x| *x = place + 0.1 * x.sin());
        }
        by_hand::conditioned(recording, processing()).rounding
    };
    for place in [-5.0, 5.0] {
        for rounding in least(place) {
            // 1e-12 at 100 Hz of 5 rad, more or less by a tenth.
            assert!((rounding / 5e-10 - 1.0).abs() < 0.03, "{place}: {rounding}");
        }
    }
}

/// Of two joints the speeds of one are below what is rounding there, and those of the other are not.
#[test]
fn each_joint_has_rounding_of_its_own() {
    let mut motion = by_hand::conditioned(recording(), processing());
    motion.velocity = None;
    for still in [0, 1] {
        motion.rounding = vec![0.0; 2];
        motion.rounding[still] = 1e9;
        for joint in [0, 1] {
            let mut derived = Vec::new();
            let speeds = motion.velocities(joint, 5..85, &mut derived);
            let rests = speeds.iter().all(|speed| *speed == 0.0);
            assert_eq!(rests, joint == still, "{joint}");
        }
    }
}

/// Positions that differ by 8 nm in all are those of a joint that stands still; a micrometre is a motion.
#[test]
fn a_joint_that_stands_still_throughout_has_no_derivatives() {
    for (wave, stands) in [(0.0, true), (4e-9, true), (1e-6, false)] {
        let mut recording = by_hand::recording(90);
        (recording.velocity, recording.acceleration) = (None, None);
        let place = |k: u32| 1.6 + wave * (0.3 * f64::from(k)).sin();
        recording.position[0] = (0..90).map(place).collect();
        let states = by_hand::conditioned(recording, processing()).states(5..85);
        let moves = |joint: usize| {
            let derivatives = [&states.qd, &states.qdd];
            derivatives.map(|of| of.iter().skip(joint).step_by(2).any(|x| *x != 0.0))
        };
        assert_eq!(moves(0), [!stands; 2], "{wave}");
        assert_eq!(moves(1), [true; 2]);
    }
}
