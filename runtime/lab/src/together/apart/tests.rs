//! What changes from recording to recording, by hand.

use nalgebra::{DMatrix, DVector};

use super::{Apart, Beyond, Carrying, Own};
use crate::distribution::{MANY, student_widening};

/// Three combinations of two unknowns, the same in each of four recordings.
fn columns() -> DMatrix<f64> {
    DMatrix::from_row_slice(3, 2, &[100.0, 0.0, 0.0, 50.0, 30.0, -20.0])
}

fn information() -> DMatrix<f64> {
    let normal = columns().tr_mul(&columns()) * 4.0;
    normal.try_inverse().expect("regular")
}

/// Of two bodies what multiplies a mass and a moment.
fn bodies() -> [DMatrix<f64>; 2] {
    [[0.5, 0.9], [0.8, -0.5]].map(|[x, y]| DMatrix::from_row_slice(2, 2, &[x, 0.0, y, 0.0]))
}

/// Of recordings of which a fit leaves so much, in noise of unit variance.
fn apart(left: [DVector<f64>; 4]) -> Option<Apart> {
    let own = left.map(|left| Own {
        left,
        columns: columns(),
        noise: DMatrix::identity(3, 3),
    });
    Apart::of(&own, &information(), &[MANY; 2], &bodies())
}

const FIRST: [f64; 4] = [0.4, -0.1, -0.5, 0.2];
const SECOND: [f64; 4] = [-0.3, 0.9, -0.4, -0.2];

/// The variance of a mean of four, by Student's t of three degrees of freedom.
fn of_mean(changes: [f64; 4]) -> f64 {
    let squares: f64 = changes.iter().map(|x| x * x).sum();
    squares / 3.0 / 4.0 * student_widening(3.0).powi(2)
}

#[test]
fn what_changes_from_recording_to_recording_is_named_and_nothing_else_widened() {
    let alone = [0, 1, 2, 3].map(|r| columns().column(1) * SECOND[r]);
    let found = apart(alone).expect("they are apart");
    assert_eq!(found.changing, [1]);
    assert!((found.scatter[(1, 1)] / of_mean(SECOND) - 1.0).abs() < 1e-9);
    assert!(found.scatter[(0, 0)] < 1e-12 * found.scatter[(1, 1)]);
    // All squares over those that noise makes of the six numbers that two unknowns leave of twelve, and four more.
    let squares: f64 = SECOND.iter().map(|x| x * x).sum::<f64>() * (50.0f64.powi(2) + 400.0);
    assert!((found.times / (squares / 10.0).sqrt() - 1.0).abs() < 1e-9);
    let both = [0, 1, 2, 3].map(|r| columns() * DVector::from_vec(vec![FIRST[r], SECOND[r]]));
    let mut found = apart(both).expect("they are apart");
    found.changing.sort_unstable();
    assert_eq!(found.changing, [0, 1]);
    for (k, changes) in [FIRST, SECOND].into_iter().enumerate() {
        assert!((found.scatter[(k, k)] / of_mean(changes) - 1.0).abs() < 1e-9);
    }
}

/// Two recordings by themselves tell each unknown, and of the first the one that changes more: what that does to the other by least squares of
/// both is known, though of two values nobody knows how far a third would be.
#[test]
fn what_changes_moves_the_others_by_what_it_is() {
    let more = DMatrix::from_row_slice(3, 2, &[20.0, 90.0, 0.0, 50.0, 60.0, 40.0]);
    let both = [columns(), more];
    let normal: DMatrix<f64> = both.iter().map(|own| own.tr_mul(own)).sum();
    let information = normal.try_inverse().expect("regular");
    let changes = [0.5, -0.5].map(|change| DVector::from_vec(vec![0.0, change]));
    let pairs = || both.iter().zip(&changes);
    let right: DVector<f64> = pairs()
        .map(|(own, change)| own.tr_mul(&(own * change)))
        .sum();
    let moved = &information * right;
    let own = pairs().map(|(own, change)| Own {
        left: own * (change - &moved),
        columns: own.clone(),
        noise: DMatrix::identity(3, 3),
    });
    let found = Apart::of(&own.collect::<Vec<_>>(), &information, &[MANY; 2], &[]);
    let found = found.expect("they are apart");
    assert_eq!(found.changing, [1]);
    let other = found.scatter[(0, 0)] / moved[0].powi(2);
    assert!(
        moved[0].abs() > 0.01 && (1.0..1.1).contains(&other),
        "{other}"
    );
    let half = 0.5 * student_widening(1.0);
    assert!(
        found.scatter[(1, 1)] > 0.5 * half * half,
        "{}",
        found.scatter
    );
}

/// In the last recording an offset of its own takes the first unknown, but for so small a share, beside which 0.9 deviations of noise are left:
/// the first unknown scatters as the mean of the three others, and the offset not at all.
#[test]
fn a_recording_that_hardly_tells_what_changes_says_nothing_of_it() {
    for share in [0.0, 1e-10, 1e-2] {
        let tells = DMatrix::from_row_slice(2, 3, &[100.0, 0.0, 0.0, 0.0, 50.0, 0.0]);
        let rows = [100.0, 0.0, 100.0, 0.0, 50.0, 0.0, share, 0.0, 0.0];
        let hardly = DMatrix::from_row_slice(3, 3, &rows);
        let normal = tells.tr_mul(&tells) * 3.0 + hardly.tr_mul(&hardly);
        let information = normal.try_inverse().expect("regular");
        let changes = [0.5, -0.3, -0.2];
        let own = |left: DVector<f64>, columns: &DMatrix<f64>| Own {
            noise: DMatrix::identity(left.len(), left.len()),
            left,
            columns: columns.clone(),
        };
        let each = changes.map(|change| own(tells.column(0) * change, &tells));
        let mut all = Vec::from(each);
        all.push(own(DVector::from_vec(vec![0.0, 0.0, 0.9]), &hardly));
        let found = Apart::of(&all, &information, &[MANY; 3], &[]).expect("they are apart");
        assert_eq!(found.changing, [0]);
        let squares = 0.5f64.powi(2) + 0.3f64.powi(2) + 0.2f64.powi(2);
        let mean = squares / 2.0 / 3.0 * student_widening(2.0).powi(2);
        assert!((found.scatter[(0, 0)] / mean - 1.0).abs() < 1e-6, "{share}");
        assert!(found.scatter[(2, 2)] < 1e-6, "{}", found.scatter);
    }
}

/// What is across all columns is of no unknown: it scatters all as noise would.
#[test]
fn what_no_unknown_explains_is_as_large_in_each_combination() {
    let across = DVector::from_vec(vec![-0.3, 0.4, 1.0]);
    assert!(columns().tr_mul(&across).amax() < 1e-12);
    let found = apart([5.0, -4.0, 6.0, -3.0].map(|x| &across * x)).expect("they are apart");
    assert!(found.changing.is_empty());
    let more = (86.0 * 1.25 - 10.0) / 10.0 * student_widening(10.0).powi(2);
    assert!((&found.scatter - information() * more).amax() < 1e-12);
}

/// Ten unknowns change, each more than the next one: the first eight are named.
#[test]
fn eight_unknowns_at_most_are_named() {
    let own = SECOND.map(|change| Own {
        left: DVector::from_fn(10, |k, _| 10.0 * change * (10 - k) as f64),
        columns: DMatrix::from_diagonal_element(10, 10, 10.0),
        noise: DMatrix::identity(10, 10),
    });
    let information = DMatrix::from_diagonal_element(10, 10, 1.0 / 400.0);
    let found = Apart::of(&own, &information, &[MANY; 2], &[]).expect("they are apart");
    assert_eq!(found.changing, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn what_noise_explains_is_no_contradiction() {
    let small = [0, 1, 2, 3].map(|r| columns().column(1) * (0.04 * SECOND[r]));
    assert_eq!(apart(small), None);
    let across = DVector::from_vec(vec![-0.3, 0.4, 1.0]);
    assert_eq!(apart([1.0, -1.0, 1.0, -1.0].map(|x| &across * x)), None);
    // Of ten squares noise makes a sum of 29.6 once in a thousand times: 21.5 · 1.25 is less, 27 · 1.25 more.
    assert_eq!(apart([3.0, -2.0, 2.5, -1.5].map(|x| &across * x)), None);
    let more = apart([3.5, -2.5, 2.5, -1.5].map(|x| &across * x));
    assert!(more.is_some_and(|found| found.changing.is_empty()));
}

/// Noise whose covariance has no squares tells of no number of values, and so of no chance.
#[test]
fn noise_without_squares_tells_nothing() {
    assert!(Beyond::of(5.0, [1.0, 0.0], 3, MANY).is_none());
    assert!(Beyond::of(5.0, [0.0, 0.0], 3, MANY).is_none());
    // As the sum of three squares it is far beyond three; of none it is nothing.
    assert!(Beyond::of(50.0, [3.0, 3.0], 3, MANY).is_some());
    assert!(Beyond::of(50.0, [3.0, 3.0], 0, MANY).is_none());
}

/// The last recording was made with 1.5 kg more on the second body: a mean takes a quarter of that from it, and leaves the others as
/// much short.
#[test]
fn a_body_that_one_recording_carries_alone_is_found() {
    let more = DVector::from_vec(vec![0.8, -0.5]) * 1.5;
    let carried = |recording: usize| {
        let share = |r: usize| if r == recording { 0.75 } else { -0.25 };
        let left = [0, 1, 2, 3].map(|r| columns() * &more * share(r));
        let found = apart(left).expect("they are apart");
        assert_eq!(found.changing.len(), 2);
        found.carried
    };
    for recording in 0..4 {
        let found = carried(recording);
        assert_eq!(found, Some(Carrying { recording, body: 1 }));
    }
    // Two that change from one recording to the next are no body, nor is one unknown.
    let both = [0, 1, 2, 3].map(|r| columns() * DVector::from_vec(vec![FIRST[r], SECOND[r]]));
    assert_eq!(apart(both).expect("they are apart").carried, None);
    let alone = [-0.25, 0.75, -0.25, -0.25].map(|x| columns().column(1) * x);
    let found = apart(alone).expect("they are apart");
    assert_eq!((found.changing, found.carried), (vec![1], None));
}

/// Of two recordings the one lacks what the other carries, and the one with more of it is named.
#[test]
fn of_two_recordings_the_heavier_one_carries_the_body() {
    let more = DVector::from_vec(vec![0.8, -0.5]) * 1.5;
    let normal = columns().tr_mul(&columns()) * 2.0;
    let information = normal.try_inverse().expect("regular");
    for (recording, shares) in [(0, [0.5, -0.5]), (1, [-0.5, 0.5])] {
        let own = shares.map(|share| Own {
            left: columns() * &more * share,
            columns: columns(),
            noise: DMatrix::identity(3, 3),
        });
        let found = Apart::of(&own, &information, &[MANY; 2], &bodies());
        let found = found.expect("they are apart");
        assert_eq!(found.carried, Some(Carrying { recording, body: 1 }));
    }
}

/// The same columns in units that make them a billionth of what they are.
#[test]
fn a_body_is_found_in_any_unit() {
    let unit = 2f64.powi(-30);
    let more = DVector::from_vec(vec![0.8, -0.5]) * 1.5;
    let own = [-0.25, 0.75, -0.25, -0.25].map(|share| Own {
        left: columns() * &more * share,
        columns: columns() * unit,
        noise: DMatrix::identity(3, 3),
    });
    let information = information() / (unit * unit);
    let found = Apart::of(&own, &information, &[MANY; 2], &bodies());
    let carrying = Carrying {
        recording: 1,
        body: 1,
    };
    assert_eq!(found.expect("they are apart").carried, Some(carrying));
}
