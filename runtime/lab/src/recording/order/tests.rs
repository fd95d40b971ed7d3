use super::{
    Action, Cause, Done, Samples, Stretch, evenly, one_for_each_time, runs, spread, stretches,
};

fn ordered(time: &[f64]) -> (Vec<Vec<usize>>, Vec<Cause>) {
    let mut done = Vec::new();
    let found = stretches(time, &mut done);
    (found, done.into_iter().map(|done| done.why).collect())
}

#[test]
fn late_rows_are_sorted_in_and_clocks_may_begin_again() {
    let (rows, said) = ordered(&[0.0, 0.1, 0.3, 0.2, 0.4]);
    assert_eq!(
        (rows, said),
        (vec![vec![0, 1, 3, 2, 4]], vec![Cause::OutOfOrder])
    );

    let twice: Vec<f64> = (0..40).map(|k| f64::from(k % 20)).collect();
    let (rows, said) = ordered(&twice);
    let halves = vec![(0..20).collect::<Vec<_>>(), (20..40).collect()];
    assert_eq!((rows, said), (halves, vec![Cause::Restarted]));
}

#[test]
fn rows_that_share_a_stamp_before_a_hole_are_not_spread_over_it() {
    let mut time = vec![0.0, 0.0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 5.0, 5.0];
    let groups: Vec<Vec<usize>> = (0..5).map(|k| vec![2 * k, 2 * k + 1]).collect();
    spread(&groups, &mut time);
    let expected = [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 5.0, 5.05];
    let off = time
        .iter()
        .zip(expected)
        .map(|(a, b): (&f64, f64)| (a - b).abs());
    assert!(off.fold(0.0, f64::max) < 1e-12, "{time:?}");
}

#[test]
fn rows_whose_time_cannot_be_are_dropped() {
    let mut time: Vec<f64> = (0..40).map(f64::from).collect();
    time[7] = f64::NAN;
    time[20] = 1e9;
    let (rows, said) = ordered(&time);
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].contains(&7) && !rows[0].contains(&20) && rows[0].len() == 38);
    assert_eq!(said, [Cause::Untimed, Cause::Untimed]);
}

type Said = ([usize; 2], usize, Cause, Action);

fn said(done: Vec<Done>) -> Vec<Said> {
    let each = done.into_iter().map(|d| (d.rows, d.count, d.why, d.done));
    each.collect()
}

fn sorted(time: &[f64]) -> (Vec<Stretch>, Vec<Said>) {
    let mut done = Vec::new();
    let found = stretches(time, &mut done);
    (found, said(done))
}

#[test]
fn what_was_done_is_told_with_its_rows() {
    let none = f64::NAN;
    let time = [0.0, 0.1, none, none, 0.3, 0.2, 0.15, none, 0.4, 0.4];
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [[0, 1, 6, 5, 4, 8, 9]]);
    let expected = [
        ([2, 3], 2, Cause::Untimed, Action::Dropped),
        ([7, 7], 1, Cause::Untimed, Action::Dropped),
        ([5, 6], 2, Cause::OutOfOrder, Action::Sorted),
    ];
    assert_eq!(done, expected);
    // Late rows at the very end.
    let (rows, done) = sorted(&[0.0, 1.0, 2.0, 0.5, 1.0]);
    assert_eq!(rows, [[0, 3, 1, 4, 2]]);
    assert_eq!(done, [([3, 4], 2, Cause::OutOfOrder, Action::Sorted)]);
    assert_eq!(sorted(&[]), (vec![Vec::new()], Vec::new()));
    // What is no finite number is no time.
    for end in [f64::INFINITY, f64::NEG_INFINITY] {
        let (rows, done) = sorted(&[0.0, 1.0, end]);
        assert_eq!(rows, [[0, 1]], "{end}");
        assert_eq!(done, [([2, 2], 1, Cause::Untimed, Action::Dropped)]);
    }
}

#[test]
fn ten_rows_may_be_late_and_eleven_begin_again() {
    let time = |late: u32| -> Vec<f64> {
        let late = (0..late).map(|k| 5.5 + 0.01 * f64::from(k));
        (0..20)
            .map(f64::from)
            .chain(late)
            .chain([20.0, 21.0])
            .collect()
    };
    let (rows, done) = sorted(&time(10));
    assert_eq!(rows.len(), 1);
    assert_eq!(
        rows[0][4..18],
        [4, 5, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 6, 7]
    );
    assert_eq!(done, [([20, 29], 10, Cause::OutOfOrder, Action::Sorted)]);
    let (rows, done) = sorted(&time(11));
    assert_eq!(rows, [(0..20).collect::<Vec<_>>(), (20..33).collect()]);
    assert_eq!(done, [([20, 20], 1, Cause::Restarted, Action::Split)]);
}

#[test]
fn one_stamp_far_ahead_is_dropped() {
    let mut time: Vec<f64> = (0..40).map(f64::from).collect();
    time[20] = 900.0;
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [(0..20).chain(21..40).collect::<Vec<_>>()]);
    assert_eq!(done, [([20, 20], 1, Cause::Untimed, Action::Dropped)]);
    // Of two the second is, and then time begins again.
    time[21] = 901.0;
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [(0..22).collect::<Vec<_>>(), (22..40).collect()]);
    assert_eq!(done, [([22, 22], 1, Cause::Restarted, Action::Split)]);
}

/// Whether a stamp is ahead is seen from the row before it: what follows does not come before that one.
#[test]
fn a_stamp_is_far_ahead_only_if_time_goes_on_from_the_row_before_it() {
    let mut time: Vec<f64> = (0..40).map(f64::from).collect();
    (time[20], time[21]) = (900.0, 19.0);
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [(0..20).chain(21..40).collect::<Vec<_>>()]);
    assert_eq!(done, [([20, 20], 1, Cause::Untimed, Action::Dropped)]);
    time[21] = 18.5;
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [(0..21).collect::<Vec<_>>(), (21..40).collect()]);
    assert_eq!(done, [([21, 21], 1, Cause::Restarted, Action::Split)]);
    // Before the first row there is none.
    let mut time: Vec<f64> = (0..40).map(f64::from).collect();
    time[0] = 900.0;
    let (rows, done) = sorted(&time);
    assert_eq!(rows, [vec![0], (1..40).collect()]);
    assert_eq!(done, [([1, 1], 1, Cause::Restarted, Action::Split)]);
}

fn samples(position: Vec<f64>, torque: Vec<f64>) -> Samples {
    Samples {
        position: vec![position],
        velocity: None,
        acceleration: None,
        torque: Some(vec![torque]),
        measured: None,
        base: None,
        contacts: None,
        second: None,
        user: None,
    }
}

#[test]
fn copies_are_dropped_and_others_averaged() {
    // Rows 4 to 6 and 9 to 10 of 30 share their times.
    let mut time: Vec<f64> = (0..30).map(f64::from).collect();
    (time[5], time[6], time[10]) = (4.0, 4.0, 9.0);
    let mut position: Vec<f64> = (0..30).map(|k| 0.5 * f64::from(k)).collect();
    let mut torque = position.clone();
    (position[5], position[6]) = (position[4], 8.0);
    (torque[5], torque[6]) = (torque[4], 5.0);
    (position[10], torque[10]) = (position[9], torque[9]);
    let mut samples = samples(position, torque);
    let (mut rows, mut done) = ((0..30).collect(), Vec::new());
    let before = time.clone();
    one_for_each_time(&mut rows, &mut time, &mut samples, &mut done);
    assert_eq!(
        rows,
        (0..30)
            .filter(|k| ![5, 6, 10].contains(k))
            .collect::<Vec<_>>()
    );
    let expected = [
        ([5, 5], 1, Cause::Copied, Action::Dropped),
        ([4, 6], 1, Cause::SameTime, Action::Averaged),
        ([10, 10], 1, Cause::Copied, Action::Dropped),
    ];
    assert_eq!(said(done), expected);
    // The mean of 2, 2 and 8, and of 2, 2 and 5.
    assert_eq!((samples.position[0][4], time), (4.0, before));
    assert_eq!(samples.torque.expect("torques")[0][4], 3.0);
}

#[test]
fn stamps_that_one_row_in_ten_repeats_are_no_coarse_ones() {
    let found = |repeats: usize| {
        let stamp = |k: usize| if k < 2 * repeats { k - k % 2 } else { k };
        let mut time: Vec<f64> = (0..20).map(|k| stamp(k) as f64).collect();
        let column: Vec<f64> = (0..20).map(f64::from).collect();
        let mut samples = samples(column.clone(), column);
        let (mut rows, mut done) = ((0..20).collect(), Vec::new());
        one_for_each_time(&mut rows, &mut time, &mut samples, &mut done);
        (rows.len(), said(done).remove(0), time)
    };
    let (rows, first, _) = found(2);
    assert_eq!(
        (rows, first),
        (18, ([0, 1], 1, Cause::SameTime, Action::Averaged))
    );
    let (rows, first, time) = found(3);
    assert_eq!(
        (rows, first),
        (20, ([0, 19], 20, Cause::Coarse, Action::Spread))
    );
    // From the second stamp (2, row 2) to the last (19, row 19) there is a row a second.
    assert_eq!(time, (0..20).map(f64::from).collect::<Vec<_>>());
    let mut time = vec![0.0, 1.0, 2.0];
    let mut column = samples(vec![1.0; 3], vec![1.0; 3]);
    let (mut rows, mut done) = (vec![0, 1, 2], Vec::new());
    one_for_each_time(&mut rows, &mut time, &mut column, &mut done);
    assert!(rows == [0, 1, 2] && done.is_empty());
}

#[test]
fn rows_of_coarse_stamps_are_even_if_none_strays_by_a_stamp() {
    // Three rows a stamp but for the first, which has one.
    let stamps = [0.0, 0.3, 0.3, 0.3, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9];
    let groups = [vec![0], vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]];
    let mut time = stamps.to_vec();
    assert!(evenly(&groups, &mut time));
    let expected: Vec<f64> = (0..10).map(|k| 0.3 + 0.1 * f64::from(k - 1)).collect();
    let near = |time: &[f64], expected: &[f64]| {
        let mut pairs = time.iter().zip(expected);
        assert!(pairs.all(|(x, y)| (x - y).abs() < 1e-12), "{time:?}");
    };
    near(&time, &expected);
    // Spread by hand: the first row is the last of its stamp.
    let mut time = stamps.to_vec();
    spread(&groups, &mut time);
    near(&time, &expected);
    // A hole of some stamps is none of an even clock.
    let mut torn = stamps.to_vec();
    torn[7..].fill(3.0);
    let before = torn.clone();
    assert!(!evenly(&groups, &mut torn));
    assert_eq!(torn, before);
    assert!(!evenly(&groups[..1], &mut torn));
    assert_eq!(
        super::stamps(&groups, &before),
        (0.3, vec![0.0, 0.3, 0.6, 3.0])
    );
}

/// Samples come evenly, and are stamped late by up to a stamp.
#[test]
fn rows_that_are_stamped_late_by_less_than_a_stamp_are_even() {
    let found = |sizes: [usize; 6]| {
        let mut groups = Vec::new();
        let mut time = Vec::new();
        for (stamp, size) in (0u32..).zip(sizes) {
            groups.push((time.len()..time.len() + size).collect::<Vec<_>>());
            time.resize(time.len() + size, 0.3 * f64::from(stamp));
        }
        (evenly(&groups, &mut time), time)
    };
    // From 0.3 s, row 1, to 1.5 s, row 13; row 9 stands at 1.1 s and has the stamp 0.9 s.
    let (even, time) = found([1, 3, 5, 1, 3, 3]);
    assert!(even);
    for (k, t) in (0u32..).zip(time) {
        assert!((t - 0.2 - 0.1 * f64::from(k)).abs() < 1e-12, "{k}: {t}");
    }
    // Row 11 stands at 1.3 s and has the stamp 0.9 s.
    assert!(!found([1, 3, 7, 1, 1, 3]).0);
}

#[test]
fn runs_are_numbers_that_follow_each_other() {
    let mut found = Vec::new();
    runs(&[1, 2, 3, 5, 8, 9], |ends| found.push(ends));
    assert_eq!(found, [[1, 3], [5, 5], [8, 9]]);
}
