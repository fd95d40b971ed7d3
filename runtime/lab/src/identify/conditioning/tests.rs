//! What says nothing is refused, and pieces that filters leave nothing of are left out.

use armwright_robots::solo12;
use armwright_runtime::Model;

use super::{common_processing, conditioned as all_conditioned, informative, motions};
use crate::identify::IdentificationError;
use crate::motion::Run;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::{Action, BaseMotion, Cause, Contacts, Recording, Remark, Repair};
use crate::regression::by_hand::{
    ByHand, MODEL, ROBOT, conditioned, motion, processing, recording,
};
use armwright_runtime::{Measured, Side};

fn refused(recordings: &[Recording], robot: &ByHand) -> Option<String> {
    informative(recordings, robot)
        .err()
        .map(|error| error.to_string())
}

#[test]
fn recordings_that_say_nothing_are_refused_with_the_remedy() {
    assert_eq!(refused(&[recording(30)], &ROBOT), None);
    let mut still = recording(30);
    still.position = vec![vec![0.3; 30], vec![-0.1; 30]];
    // Another piece of it moves.
    assert_eq!(refused(&[still.clone(), recording(30)], &ROBOT), None);
    assert_eq!(
        refused(&[still], &ROBOT).as_deref(),
        Some(
            "swing: no joint moves, every position column is constant from beginning to end; check that `position` names the \
             measured columns, or record a motion"
        )
    );
    let mut constant = recording(30);
    constant.torque = Some(vec![vec![2.0; 30], vec![0.0; 30]]);
    assert_eq!(
        refused(&[constant], &ROBOT).as_deref(),
        Some(
            "swing: every torque column is constant from beginning to end, which says nothing of the robot; check that \
             `torque` (or `current`) names the measured columns, and that they were recorded"
        )
    );
    let mut silent = recording(30);
    silent.torque = None;
    assert_eq!(
        refused(&[recording(30), silent.clone()], &ROBOT).as_deref(),
        Some(
            "swing has no torque: add `torque:` (or `current:`) to its description, or columns `tau_<joint>` to the file"
        )
    );
    // Torques that were passed over are there.
    let mut passed_over = silent.clone();
    let passed = |torques: bool| Remark::OtherSide {
        what: "columns are called after motors: tau_m1".to_owned(),
        torques,
    };
    for (torques, reason) in [
        (
            true,
            "columns are called after motors: tau_m1; write a description that names those of either, each with its `side`",
        ),
        (
            false,
            "add `torque:` (or `current:`) to its description, or columns `tau_<joint>` to the file",
        ),
    ] {
        passed_over.remarks = vec![passed(torques)];
        assert_eq!(
            refused(std::slice::from_ref(&passed_over), &ROBOT),
            Some(format!("swing has no torque: {reason}"))
        );
    }
    // Of several the one that lacks it is named.
    let mut other = silent.clone();
    other.source = "another".to_owned();
    assert_eq!(
        refused(&[recording(30), other], &ROBOT).as_deref(),
        Some(
            "another has no torque: add `torque:` (or `current:`) to its description, or columns `tau_<joint>` to the file"
        )
    );
    let measuring = ByHand(Box::leak(Box::new(Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        base_of_torque: false,
        ..MODEL
    })));
    assert_eq!(
        refused(&[recording(30)], &measuring).as_deref(),
        Some(
            "swing has no column of what the file of by_hand says with `measure` is measured (power), and torques do not \
             identify the robot: name the columns under `measured:` in its description, or call them so in the file; or give \
             the robot file `measure: [torque]`"
        )
    );
    silent.measured = recording(30).torque;
    assert_eq!(refused(&[silent], &measuring), None);
}

#[test]
fn arrays_of_another_length_than_the_robots_are_refused() {
    let said = |change: fn(&mut Recording)| {
        let mut changed = recording(30);
        change(&mut changed);
        refused(&[recording(30), changed], &ROBOT)
    };
    for (change, text) in [
        (
            (|r| r.position.truncate(1)) as fn(&mut Recording),
            "swing: columns of positions: 1 where 2 are wanted",
        ),
        (
            |r| r.position[1].truncate(20),
            "swing: samples in a column of positions: 20 where 30 are wanted",
        ),
        (
            |r| r.velocity = Some(vec![vec![0.0; 30]; 3]),
            "swing: columns of velocities: 3 where 2 are wanted",
        ),
        (
            |r| r.acceleration = Some(vec![vec![0.0; 31]; 2]),
            "swing: samples in a column of accelerations: 31 where 30 are wanted",
        ),
        (
            |r| r.torque.iter_mut().for_each(|torque| torque.truncate(1)),
            "swing: columns of torques: 1 where 2 are wanted",
        ),
    ] {
        assert_eq!(said(change).as_deref(), Some(text));
    }
}

#[test]
fn pieces_that_are_too_short_are_left_out() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(10.0)),
        decimate: Some(List(vec![4])),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        trim: Some(2),
        ..ProcessingOptions::default()
    };
    let piece = |start: f64, samples| {
        let mut piece = recording(samples);
        piece.start = start;
        piece
    };
    let taken = |pieces: Vec<Recording>| {
        let run = Run::of(&pieces, &MODEL);
        motions(pieces, &|_| options.clone(), &run, &MODEL)
    };
    let (found, gone) =
        taken(vec![piece(0.0, 300), piece(5.0, 20), piece(9.0, 150)]).expect("motions");
    assert_eq!(
        found.iter().map(|m| m.samples()).collect::<Vec<_>>(),
        [300, 150]
    );
    let expected = Repair {
        recording: "swing".to_owned(),
        time: [5.0, 5.0 + 0.19],
        rows: None,
        count: 20,
        why: Cause::Unfilterable,
        done: Action::Dropped,
    };
    assert_eq!(gone, [expected]);
    // A recording of its own is no piece of another, and stays.
    let mut own = piece(5.0, 20);
    own.source = "another".to_owned();
    let (found, gone) = taken(vec![piece(0.0, 300), own, piece(9.0, 150)]).expect("motions");
    let samples: Vec<usize> = found.iter().map(|motion| motion.samples()).collect();
    assert_eq!((samples, gone), (vec![300, 20, 150], Vec::new()));
    assert_eq!(
        taken(vec![piece(0.0, 20), piece(5.0, 22)])
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some(
            "swing: filters leave nothing of any of its 2 pieces: record with fewer holes, decimate less, or choose a higher \
             cut-off"
        )
    );
    // Its own pieces are counted, and no other recording.
    let mut own = piece(0.0, 300);
    own.source = "another".to_owned();
    let refused = taken(vec![own, piece(0.0, 20), piece(5.0, 22)]).err();
    let expected = IdentificationError::Pieces {
        recording: "swing".to_owned(),
        pieces: 2,
    };
    assert_eq!(refused, Some(expected));
}

#[test]
fn motions_have_one_side_and_are_of_one_kind() {
    let joint = || motion(40);
    let motor = || conditioned(recording(40), processing(EquationSide::Motor));
    let mut rows = recording(40);
    rows.measured = rows.torque.clone();
    let rows = conditioned(rows, processing(EquationSide::Joint));
    let mut other = processing(EquationSide::Joint);
    other.trim = 5;
    let other = conditioned(recording(40), other);
    assert_eq!(
        common_processing(&[joint(), other.clone()], &[joint()]),
        Ok(joint().processing)
    );
    assert_eq!(
        common_processing(&[other.clone(), joint()], &[]).map(|p| p.trim),
        Ok(5)
    );
    // What was chosen for another rate is said once, beside what was chosen for the first.
    let chosen = |rate: f64, said: &str| {
        let mut motion = joint();
        (motion.processing.rate, motion.processing.chosen) =
            (rate, vec!["cut-off".to_owned(), said.to_owned()]);
        motion
    };
    let all = [
        chosen(200.0, "from 200"),
        chosen(200.1, "from 200.1"),
        chosen(500.0, "from 500"),
        chosen(500.0, "from 500"),
    ];
    let said = common_processing(&all, &[chosen(100.0, "from 100")]).map(|p| p.chosen);
    let expected = ["cut-off", "from 200", "from 500"].map(str::to_owned);
    assert_eq!(said, Ok(expected.to_vec()));
    assert_eq!(
        common_processing(&[], &[joint()]),
        Err(IdentificationError::NoRecording)
    );
    assert_eq!(
        common_processing(&[joint(), motor()], &[]),
        Err(IdentificationError::Sides)
    );
    assert_eq!(
        common_processing(&[joint()], &[motor()]),
        Err(IdentificationError::Sides)
    );
    assert_eq!(
        common_processing(&[joint()], &[rows]),
        Err(IdentificationError::Mixed)
    );
    for (error, expected) in [
        (IdentificationError::NoRecording, "no recording was given"),
        (
            IdentificationError::Sides,
            "the recordings ask for equations on different sides: choose one",
        ),
        (
            IdentificationError::Mixed,
            "some recordings have torques, and others what `measure` of the robot file names: give recordings of one kind",
        ),
        (
            IdentificationError::NoBase {
                recording: "swing".to_owned(),
            },
            "swing has no motion of the base, which moves: name its columns under `base:` in the description, or call them \
             base_wx to base_wz and base_ax to base_az",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

/// Of recordings that are used together each says something, and all have their equations on one side.
#[test]
fn recordings_that_cannot_be_used_together_are_refused() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        trim: Some(3),
        ..ProcessingOptions::default()
    };
    let taken = |second: Recording| {
        let found = all_conditioned(&ROBOT, vec![recording(60), second], &options);
        found.map(|motions| motions.len())
    };
    let second = || {
        let mut second = recording(60);
        second.source = "second".to_owned();
        second
    };
    assert_eq!(taken(second()), Ok(2));
    let mut at_motors = second();
    at_motors.torque_side = Side::Motor;
    assert_eq!(taken(at_motors), Err(IdentificationError::Sides));
    let mut constant = second();
    constant.torque = Some(vec![vec![2.0; 60], vec![0.5; 60]]);
    assert_eq!(
        taken(constant),
        Err(IdentificationError::ConstantTorque {
            recording: "second".to_owned(),
            base_moves: false,
        })
    );
}

/// Of a base that moves: whether joints move, whether the base does where it was recorded, and whether rows change or are touched.
#[test]
fn a_base_that_moves_is_a_motion_and_contacts_are_loads() {
    let of = |joints: bool, base: Option<bool>, rows: bool, is_touched: bool| {
        let column = |changes: bool| -> Vec<f64> {
            let each = (0u32..30).map(|k| if changes { f64::from(k) } else { 0.25 });
            each.collect()
        };
        let mut made = recording(30);
        made.position = vec![column(joints); 12];
        (made.velocity, made.acceleration, made.torque) = (None, None, None);
        made.measured = Some(vec![column(rows); 18]);
        made.base = base.map(|moves| BaseMotion {
            columns: vec![column(moves); 6],
            ..BaseMotion::default()
        });
        made.contacts = is_touched.then(Contacts::default);
        made
    };
    let said = |pieces: &[Recording]| informative(pieces, &solo12::ROBOT).err();
    let name = || "swing".to_owned();
    let moving = || of(true, Some(true), true, false);
    assert_eq!(said(&[moving()]), None);
    let no_base = IdentificationError::NoBase { recording: name() };
    let without = || of(true, None, true, false);
    assert_eq!(said(&[without()]).as_ref(), Some(&no_base));
    for pieces in [[moving(), without()], [without(), moving()]] {
        assert_eq!(said(&pieces).as_ref(), Some(&no_base));
    }
    // Joints that stand are carried about.
    assert_eq!(said(&[of(false, Some(true), true, false)]), None);
    let no_motion = IdentificationError::NoMotion { recording: name() };
    assert_eq!(
        said(&[of(false, Some(false), true, false)]),
        Some(no_motion)
    );
    // What touches a robot is a load where nothing else changes, in any of the pieces.
    let constant = || of(true, Some(true), false, false);
    let no_load = IdentificationError::ConstantTorque {
        recording: name(),
        base_moves: true,
    };
    assert_eq!(
        no_load.to_string(),
        "swing: every row of the base and of torques is constant from beginning to end, which says nothing of the robot; check that \
         `contacts` (in a file without a description fx_base to tz_base) and `torque` name the measured columns, and that they were \
         recorded"
    );
    assert_eq!(said(&[constant()]), Some(no_load));
    let touched = || of(true, Some(true), false, true);
    assert_eq!(said(&[touched()]), None);
    assert_eq!(said(&[constant(), touched()]), None);
}
