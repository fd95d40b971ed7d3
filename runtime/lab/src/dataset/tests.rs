use super::{Dataset, HoldOutError, SeenError, copied, rows};
use crate::random::Random;
use crate::recording::{Action, BaseMotion, Cause, Contacts, Recording, Repair};
use crate::regression::by_hand;
use nalgebra::{UnitQuaternion, Vector3};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Samples of one long motion, from one on; a sample is a hundredth of a second.
fn piece(source: &str, from: usize, samples: usize) -> Recording {
    static LONG: OnceLock<Recording> = OnceLock::new();
    let mut piece = LONG.get_or_init(|| by_hand::recording(600)).clone();
    let torque = piece.torque.iter_mut().flatten();
    for column in piece.position.iter_mut().chain(torque) {
        *column = column[from..from + samples].to_vec();
    }
    (piece.velocity, piece.acceleration) = (None, None);
    (piece.name, piece.source) = (format!("{source}.csv"), source.to_owned());
    piece.start = from as f64 / 100.0;
    piece
}

fn parts(recordings: &[Recording]) -> Vec<(&str, f64, usize)> {
    let mut found = Vec::new();
    for r in recordings {
        found.push((r.source.as_str(), r.start, r.samples()));
    }
    found
}

#[test]
fn the_end_of_each_recording_is_held_out_and_of_pieces_the_end_of_all() {
    let recordings = || {
        vec![
            piece("a", 0, 12),
            piece("a", 100, 20),
            piece("b", 0, 16),
            piece("c", 0, 16),
            piece("c", 200, 24),
            piece("c", 300, 8),
        ]
    };
    // A quarter: 8 of 32, 4 of 16, 12 of 48 samples.
    let found = Dataset::hold_out(recordings(), 0.25).expect("a share");
    assert_eq!(
        parts(&found.training),
        [
            ("a", 0.0, 12),
            ("a", 1.0, 12),
            ("b", 0.0, 12),
            ("c", 0.0, 16),
            ("c", 2.0, 20)
        ]
    );
    assert_eq!(
        parts(&found.validation),
        [("a", 1.12, 8), ("b", 0.12, 4), ("c", 2.2, 4), ("c", 3.0, 8)]
    );
    // Where a piece ends, none is cut.
    let halves = vec![piece("d", 0, 16), piece("d", 50, 16)];
    let found = Dataset::hold_out(halves, 0.5).expect("a share");
    assert_eq!(parts(&found.training), [("d", 0.0, 16)]);
    assert_eq!(parts(&found.validation), [("d", 0.5, 16)]);
}

#[test]
fn a_share_that_leaves_nothing_on_one_side_is_refused() {
    for share in [0.0, -0.1, 0.9, 1.0, f64::NAN] {
        let refused = Dataset::hold_out(vec![piece("a", 0, 12)], share).expect_err("no share");
        assert_eq!(refused.0.to_bits(), HoldOutError(share).0.to_bits());
    }
    assert_eq!(
        HoldOutError(0.9).to_string(),
        "the share to hold out must be above 0 and below 0.9; 0.9 is not"
    );
    assert!(Dataset::hold_out(vec![piece("a", 0, 12)], 0.89).is_ok());
}

#[test]
fn a_recording_that_is_there_twice_counts_once() {
    let mut copy = piece("copy", 60, 20);
    copy.start = 3.5;
    let mut other = piece("other", 500, 15);
    other.torque = None;
    let all = vec![piece("first", 0, 20), piece("second", 60, 20), copy, other];
    let found = Dataset::from(all).distinct().expect("nothing to validate");
    let sources: Vec<&str> = found.training.iter().map(|r| r.source.as_str()).collect();
    assert_eq!(sources, ["first", "second", "other"]);
    let [repair] = &found.training[0].repairs[..] else {
        panic!("{:?}", found.training[0].repairs);
    };
    let end = repair.time[1];
    assert!((end - 3.69).abs() < 1e-12, "{end}");
    let expected = Repair {
        recording: "copy.csv".to_owned(),
        time: [3.5, end],
        rows: None,
        count: 20,
        why: Cause::SameAs("second".to_owned()),
        done: Action::Dropped,
    };
    assert_eq!(*repair, expected);
}

/// What two recordings share is the first's, and what was said of it before is kept.
#[test]
fn copies_are_told_behind_what_is_known_of_the_first_recording() {
    let mut first = piece("first", 0, 20);
    let known = super::copy(&piece("earlier", 0, 7), "none".to_owned());
    first.repairs = vec![known.clone()];
    let all = vec![
        first,
        piece("second", 10, 20),
        piece("one", 12, 8),
        piece("third", 100, 20),
        piece("two", 105, 9),
    ];
    let mut dataset = Dataset::from(all);
    let found = dataset.clone().distinct().expect("nothing to validate");
    assert_eq!(found.training.len(), 3);
    let repairs = &found.training[0].repairs;
    assert_eq!(repairs[0], known);
    let told: Vec<(&str, usize, &Cause)> = repairs[1..]
        .iter()
        .map(|repair| (repair.recording.as_str(), repair.count, &repair.why))
        .collect();
    let same = |source: &str| Cause::SameAs(source.to_owned());
    assert_eq!(
        told,
        [
            ("one.csv", 8, &same("first")),
            ("two.csv", 9, &same("third"))
        ]
    );
    dataset.validation = vec![piece("test", 11, 9)];
    let refused = dataset.distinct().expect_err("seen");
    assert_eq!(refused.seen, "first");
}

/// Every value of a recording as it was written in a unit with so many decimals, or so many digits.
fn written_again(
    recording: &Recording,
    name: &str,
    unit: f64,
    write: fn(f64) -> String,
) -> Recording {
    let mut copy = recording.clone();
    let torque = copy.torque.iter_mut().flatten();
    let measured = copy.measured.iter_mut().flatten();
    let columns = copy.position.iter_mut().chain(torque).chain(measured);
    for value in columns.flatten() {
        *value = write(*value / unit).parse::<f64>().expect("a number") * unit;
    }
    (copy.name, copy.source) = (format!("{name}.csv"), name.to_owned());
    copy
}

#[test]
fn copies_in_other_units_and_with_fewer_digits_count_once() {
    let first = piece("first", 0, 400);
    let degree = std::f64::consts::PI / 180.0;
    let whole = |x: f64| x.to_string();
    let decimals = |x: f64| format!("{x:.3}");
    let digits = |x: f64| format!("{x:.4e}");
    let copies = [
        written_again(&first, "degrees", degree, whole),
        written_again(&first, "rounded degrees", degree, decimals),
        written_again(&first, "decimals", 1.0, decimals),
        written_again(&first, "digits", 1.0, digits),
        written_again(&piece("part", 90, 150), "a part", degree, decimals),
    ];
    for copy in copies {
        let name = copy.name.clone();
        for all in [[first.clone(), copy.clone()], [copy.clone(), first.clone()]] {
            let is_part = all[0].samples() < all[1].samples();
            let found = Dataset::from(all.to_vec())
                .distinct()
                .expect("no validation");
            assert_eq!(found.training.len(), 1 + usize::from(is_part), "{name}");
        }
        let dataset = Dataset {
            training: vec![first.clone()],
            validation: vec![copy],
        };
        assert!(dataset.distinct().is_err(), "{name} is no test");
    }
}

/// The first joint neither moves nor has another torque: rows are those in which the other one moves. A value that stands still is
/// rounded to digits that the others show; one that is off by more is another one.
#[test]
fn a_copy_is_found_where_one_joint_stands_still() {
    for still in [[0.5, -1.5], [0.512_345_678, -1.234_567]] {
        let mut first = piece("first", 0, 400);
        first.position[0].fill(still[0]);
        first.torque.as_mut().expect("torques")[0].fill(still[1]);
        let copy = written_again(&first, "decimals", 1.0, |x| format!("{x:.3}"));
        let mut other = copy.clone();
        other.position[0].fill(still[0] + 0.002);
        for all in [[first.clone(), copy.clone()], [copy.clone(), first.clone()]] {
            let found = Dataset::from(all.to_vec()).distinct();
            assert_eq!(found.expect("no validation").training.len(), 1);
        }
        let found = Dataset::from(vec![first.clone(), other]).distinct();
        assert_eq!(found.expect("no validation").training.len(), 2);
        let dataset = Dataset {
            training: vec![first],
            validation: vec![copy],
        };
        assert_eq!(dataset.distinct().expect_err("seen").seen, "first");
    }
}

/// What is said is the recording that a copy has the rows of, and not the first one.
#[test]
fn a_copy_in_another_unit_is_told_with_the_recording_that_it_is_of() {
    let degree = std::f64::consts::PI / 180.0;
    let whole = |x: f64| x.to_string();
    let second = piece("second", 300, 200);
    let copy = written_again(&second, "degrees", degree, |x| format!("{x:.3}"));
    let all = [piece("first", 0, 200), second.clone()];
    let found = Dataset::from([&all[..], std::slice::from_ref(&copy)].concat());
    let found = found.distinct().expect("no validation");
    let [repair] = &found.training[0].repairs[..] else {
        panic!("{:?}", found.training[0].repairs);
    };
    assert_eq!(repair.recording, "degrees.csv");
    assert_eq!(repair.why, Cause::SameAs("second".to_owned()));
    let dataset = Dataset {
        training: all.to_vec(),
        validation: vec![written_again(&second, "test", degree, whole)],
    };
    assert_eq!(dataset.distinct().expect_err("seen").seen, "second");
}

/// A motion that was run again, with noise of a few digits in its torques, and one that was recorded coarsely.
#[test]
fn the_same_motion_again_is_no_copy() {
    let first = piece("first", 0, 400);
    let coarse = |x: f64| format!("{x:.2}");
    for write in [|x: f64| x.to_string(), coarse] {
        let mut random = Random::new(5);
        let mut again = first.clone();
        for value in again.torque.iter_mut().flatten().flatten() {
            *value += 0.03 * random.normal();
        }
        let all = vec![
            written_again(&first, "first", 1.0, write),
            written_again(&again, "again", 1.0, write),
        ];
        let found = Dataset::from(all).distinct().expect("no validation");
        assert_eq!(found.training.len(), 2);
    }
}

/// A motion of which a sensor shows a force about a mean, and no torques.
fn sensed(name: &str, mean: f64) -> Recording {
    let mut recording = piece(name, 0, 400);
    let force = |k: u32| mean + f64::sin(0.013 * f64::from(k));
    recording.torque = None;
    recording.measured = Some(vec![(0..400).map(force).collect()]);
    recording
}

/// A hand moves alike without and with a load that a sensor behind it shows.
#[test]
fn the_same_motion_under_other_forces_is_no_copy() {
    let (empty, loaded) = (sensed("empty", 3.0), sensed("loaded", 7.8));
    let dataset = Dataset {
        training: vec![empty.clone(), loaded.clone()],
        validation: vec![sensed("test", 5.4)],
    };
    let found = dataset.distinct().expect("a test");
    assert_eq!([found.training.len(), found.validation.len()], [2, 1]);
    let writes: [fn(f64) -> String; 2] = [|x| x.to_string(), |x| format!("{x:.3}")];
    for write in writes {
        let copy = written_again(&loaded, "copy", 1.0, write);
        let all = vec![empty.clone(), loaded.clone(), copy];
        let found = Dataset::from(all).distinct().expect("no validation");
        assert_eq!(found.training.len(), 2);
        let repair = &found.training[0].repairs[0];
        assert_eq!(repair.why, Cause::SameAs("loaded".to_owned()));
    }
}

/// Of a base without joints its motion and what acts on it are all that there is.
#[test]
fn a_base_is_told_by_its_motion_and_by_what_acts_on_it() {
    let wave = |phase: f64| -> Vec<f64> {
        let at = |k: u32| f64::sin(0.013 * f64::from(k) + phase);
        (0..400).map(at).collect()
    };
    let of = |name: &str, [motion, wrench]: [f64; 2]| {
        let mut recording = piece(name, 0, 400);
        (recording.position, recording.torque) = (Vec::new(), None);
        recording.measured = Some(vec![vec![0.0; 400]; 6]);
        recording.base = Some(BaseMotion {
            columns: vec![wave(motion); 6],
            ..BaseMotion::default()
        });
        recording.contacts = Some(Contacts {
            wrenches: vec![wave(wrench); 6],
            ..Contacts::default()
        });
        recording
    };
    for (other, count) in [([0.1, 0.2], 1), ([0.3, 0.2], 2), ([0.1, 0.4], 2)] {
        let all = vec![of("first", [0.1, 0.2]), of("other", other)];
        let found = Dataset::from(all).distinct().expect("no validation");
        assert_eq!(found.training.len(), count, "{other:?}");
    }
}

/// A motion with readings of an IMU and of a sensor of forces of some size, written with so many decimals and turned by angles into
/// the axes of the base.
fn turned(name: &str, decimals: usize, [roll, pitch, yaw]: [f64; 3], forces: f64) -> Recording {
    let turn = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
    let written = |x: f64| -> f64 { format!("{x:.decimals$}").parse().expect("a number") };
    let vectors = |sizes: [f64; 2]| -> Vec<Vec<f64>> {
        let mut columns = vec![Vec::new(); 6];
        for (size, first) in sizes.into_iter().zip([0, 3]) {
            for k in 0..400u32 {
                let at = |i: usize| f64::sin(0.013 * f64::from(k) + (first + i) as f64);
                let read = Vector3::from_fn(|i, _| written(size * at(i)));
                let own = turn * read;
                (0..3).for_each(|i| columns[first + i].push(own[i]));
            }
        }
        columns
    };
    let mut recording = piece(name, 0, 400);
    recording.torque = None;
    recording.base = Some(BaseMotion {
        columns: vectors([2.0, 9.0]),
        rpy: [roll, pitch, yaw],
        ..BaseMotion::default()
    });
    recording.contacts = Some(Contacts {
        wrenches: vectors([300.0 * forces, 20.0 * forces]),
        ..Contacts::default()
    });
    recording
}

/// Of a vector that was turned no component has a last digit; 0.00001 rad make a difference of as large a share at most.
#[test]
fn copies_are_found_though_vectors_were_turned() {
    let rpy = [0.3, -0.4, 1.2];
    let first = turned("first", 9, rpy, 1.0);
    for copy in [
        turned("decimals", 6, rpy, 1.0),
        turned("corrected", 9, [0.3, -0.4, 1.200_01], 1.0),
    ] {
        let all = vec![first.clone(), copy.clone()];
        let found = Dataset::from(all).distinct().expect("no validation");
        assert_eq!(found.training.len(), 1, "{}", copy.source);
        let dataset = Dataset {
            training: vec![first.clone()],
            validation: vec![copy],
        };
        assert_eq!(dataset.distinct().expect_err("seen").seen, "first");
    }
    for other in [
        turned("loaded", 6, rpy, 1.5),
        turned("elsewhere", 9, [0.3, -0.4, 1.3], 1.0),
    ] {
        let all = vec![first.clone(), other];
        let found = Dataset::from(all).distinct().expect("no validation");
        assert_eq!(found.training.len(), 2);
    }
}

/// A value that was interpolated is no multiple of the last digit of those that were read.
#[test]
fn rows_that_were_bridged_say_nothing_of_digits() {
    let first = piece("first", 0, 400);
    let mut copy = written_again(&first, "decimals", 1.0, |x| format!("{x:.3}"));
    copy.bridged = vec![false; 400];
    copy.bridged[50] = true;
    for column in copy.torque.iter_mut().flatten() {
        column[50] = 100.0 * std::f64::consts::PI;
    }
    let found = Dataset::from(vec![first, copy]).distinct();
    assert_eq!(found.expect("no validation").training.len(), 1);
}

#[test]
fn what_was_estimated_from_is_no_test() {
    let dataset = |from| Dataset {
        training: vec![piece("first", 0, 20), piece("second", 60, 40)],
        validation: vec![piece("new", 200, 20), piece("test", from, 20)],
    };
    let refused = dataset(75).distinct().expect_err("seen");
    let expected = SeenError {
        recording: "test.csv".to_owned(),
        seen: "second".to_owned(),
    };
    assert_eq!(refused, expected);
    assert_eq!(
        expected.to_string(),
        "test.csv would validate with samples that are in second: that is no test; hold out a part of it instead, or \
         choose parts that do not overlap with `select`"
    );
    // Of two the first is told.
    let mut two = dataset(75);
    two.validation.push(piece("later", 5, 12));
    assert_eq!(two.distinct().expect_err("seen"), expected);
    // A fifth of it was not seen, or a tenth.
    for from in [84, 82] {
        let kept = dataset(from).distinct().expect("a test");
        assert_eq!([kept.training.len(), kept.validation.len()], [2, 2]);
    }
    assert!(dataset(81).distinct().is_err());
    // One recording by itself is looked at no further.
    let one = Dataset::from(piece("only", 0, 20));
    assert!(one.validation.is_empty());
    assert_eq!(
        parts(&one.distinct().expect("one").training),
        [("only", 0.0, 20)]
    );
}

#[test]
fn rows_are_told_by_positions_and_torques_and_those_at_rest_are_one() {
    let one = piece("a", 0, 20);
    assert_eq!(rows(&one).len(), 20);
    assert_eq!(rows(&one)[5..], rows(&piece("b", 5, 15)));
    let mut still = one.clone();
    still.position.iter_mut().for_each(|c| c.fill(0.5));
    assert_eq!(rows(&still).len(), 20, "torques vary");
    for column in still.torque.iter_mut().flatten() {
        column[3..].fill(1.5);
    }
    assert_eq!(rows(&still).len(), 4);
    still.torque = None;
    assert_eq!(rows(&still).len(), 1);
}

#[test]
fn nine_rows_in_ten_make_no_copy_and_more_do() {
    let seen: HashMap<u64, usize> = (0..100).map(|row| (row, row as usize / 50)).collect();
    let known = |count: u64| -> Vec<u64> {
        (0..20)
            .map(|k| if k < count { 60 + k } else { 1000 + k })
            .collect()
    };
    assert_eq!(copied(&known(20), &seen), Some(1));
    assert_eq!(copied(&known(19), &seen), Some(1));
    assert_eq!(copied(&known(18), &seen), None);
    assert_eq!(copied(&known(0), &seen), None);
    // A row by itself says nothing.
    assert_eq!(copied(&[60], &seen), None);
    assert_eq!(copied(&[60, 61], &seen), Some(1));
}

/// A motion of which no torques are known is no copy of one of which they are.
#[test]
fn a_recording_without_torques_is_no_copy_of_one_with_them() {
    let first = piece("first", 0, 200);
    let mut bare = piece("bare", 0, 200);
    bare.torque = None;
    for all in [[first.clone(), bare.clone()], [bare.clone(), first.clone()]] {
        let found = Dataset::from(all.to_vec()).distinct();
        assert_eq!(found.expect("no validation").training.len(), 2);
    }
}

/// One rest is as another: a robot may stand at the same place twice.
#[test]
fn recordings_of_a_robot_at_rest_are_no_copies() {
    let mut first = piece("first", 0, 50);
    let torque = first.torque.iter_mut().flatten();
    let columns = first.position.iter_mut().chain(torque);
    columns.for_each(|column| column.fill(0.5));
    let mut again = first.clone();
    again.source = "again".to_owned();
    let found = Dataset::from(vec![first, again]).distinct();
    assert_eq!(found.expect("no validation").training.len(), 2);
}

/// Of the others one has three decimals and one has one: what is off by three thousandths stands at another place.
#[test]
fn a_value_that_stands_still_has_the_finest_digits_of_the_others() {
    let mut first = piece("first", 0, 400);
    first.position[0].fill(0.5);
    let coarse = (0..400u32).map(|k| 0.1 * f64::from(k % 7)).collect();
    first.position.push(coarse);
    let copy = written_again(&first, "decimals", 1.0, |x| format!("{x:.3}"));
    let mut other = copy.clone();
    other.position[0].fill(0.503);
    for (second, count) in [(copy, 1), (other, 2)] {
        let found = Dataset::from(vec![first.clone(), second]).distinct();
        assert_eq!(found.expect("no validation").training.len(), count);
    }
}

/// Half of its rows are of one recording and half of another: the first that it has rows of is told.
#[test]
fn a_copy_of_two_recordings_is_told_with_the_first() {
    let degree = std::f64::consts::PI / 180.0;
    let decimals = |x: f64| format!("{x:.3}");
    let across = written_again(&piece("across", 100, 200), "across", degree, decimals);
    let all = vec![piece("first", 0, 200), piece("second", 200, 200), across];
    let found = Dataset::from(all).distinct().expect("no validation");
    assert_eq!(found.training.len(), 2);
    let repair = &found.training[0].repairs[0];
    assert_eq!(repair.why, Cause::SameAs("first".to_owned()));
}

/// What conversions make of a value is a share of it: a ten-thousandth more is another motion, however small that is.
#[test]
fn small_values_are_told_apart_as_large_ones_are() {
    let times = |factor: f64| {
        let mut recording = piece("first", 0, 400);
        let torque = recording.torque.iter_mut().flatten();
        for value in recording.position.iter_mut().chain(torque).flatten() {
            *value *= factor;
        }
        recording
    };
    for size in [1.0, 1e-6] {
        for (more, count) in [(1e-12, 1), (1e-4, 2)] {
            let all = vec![times(size), times(size * (1.0 + more))];
            let found = Dataset::from(all).distinct().expect("no validation");
            assert_eq!(found.training.len(), count, "{size} {more}");
        }
    }
}

/// Of 0.512345678 five digits are written, which is off by 4.3e-6: less than is written of values from 1 on, and more than of those
/// below 0, which are small here.
#[test]
fn a_value_that_stands_still_has_the_digits_of_the_largest_of_the_others() {
    let mut first = piece("first", 0, 400);
    first.torque = None;
    first.position[0].fill(0.512_345_678);
    let other = |k: u32| match k % 2 {
        0 => 1.0 + 0.0137 * f64::from(k),
        _ => -0.01 - 1e-6 * f64::from(k),
    };
    first.position[1] = (0..400).map(other).collect();
    let copy = written_again(&first, "digits", 1.0, |x| format!("{x:.4e}"));
    for all in [[first.clone(), copy.clone()], [copy, first]] {
        let found = Dataset::from(all.to_vec()).distinct();
        assert_eq!(found.expect("no validation").training.len(), 1);
    }
}

/// The robot goes back by the places that it came by, with the same torques: every row of the way back is one of the way there, too.
#[test]
fn a_copy_of_the_way_back_is_found_behind_the_way_there() {
    let mut first = piece("first", 0, 200);
    let along = |k: u32| f64::from(k.min(199 - k));
    let torque = first.torque.iter_mut().flatten();
    let columns = first.position.iter_mut().chain(torque);
    for (column, phase) in columns.zip([0.1, 0.4, 0.7, 0.2]) {
        let at = |k: u32| f64::sin(phase + 0.013 * along(k));
        *column = (0..200).map(at).collect();
    }
    let mut back = first.clone();
    let torque = back.torque.iter_mut().flatten();
    for column in back.position.iter_mut().chain(torque) {
        column.drain(..100);
    }
    let copy = written_again(&back, "decimals", 1.0, |x| format!("{x:.3}"));
    let found = Dataset::from(vec![first, copy]).distinct();
    assert_eq!(found.expect("no validation").training.len(), 1);
}
