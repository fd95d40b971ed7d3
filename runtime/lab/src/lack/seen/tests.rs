//! Rows that are written down, and the parts of motions that are seen.

use nalgebra::{DMatrix, DVector};

use super::{Seen, SeenRow, most, residual, stretches};
use crate::estimate::{Estimator, estimate};
use crate::lack::candidates::{Candidate, Place};
use crate::lack::term::Term;
use crate::motion::Motion;
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::random::Random;
use crate::recording::{Arrays, Recording};
use crate::regression::{Equations, NOISE_LAGS};
use crate::signal::Decimation;
use crate::statistics::Record;
use armwright_robots::double_pendulum;
use armwright_runtime::{Robot, Side};

/// Two directions and four columns of candidates, then the residual. The first row has candidates 0 and 3, the second 1, 2
/// and 3. Each stretch has a sample that does not count, which is zeros.
pub(in crate::lack) fn seen(
    samples: &[usize],
    residual: &dyn Fn(&mut Random, usize, &[f64]) -> f64,
) -> Seen {
    let mut random = Random::new(2);
    let columns = [vec![0, 1, 2, 5, 6], vec![0, 1, 3, 4, 5, 6]];
    let rows = columns.into_iter().enumerate().map(|(row, columns)| {
        let records = samples.iter().map(|&count| {
            let kept: Vec<bool> = (0..count).map(|t| t != 3).collect();
            let mut matrix = DMatrix::zeros(count, columns.len());
            for t in (0..count).filter(|t| kept[*t]) {
                let mut values: Vec<f64> = (1..columns.len()).map(|_| random.normal()).collect();
                // Directions are orthonormal over all samples: small.
                values[..2].iter_mut().for_each(|x| *x *= 0.02);
                values.push(residual(&mut random, row, &values));
                matrix.set_row(t, &nalgebra::RowDVector::from_vec(values));
            }
            Record { matrix, kept }
        });
        SeenRow {
            place: Some(row),
            records: records.collect(),
            columns,
        }
    });
    Seen {
        directions: 2,
        width: 7,
        rows: rows.collect(),
        times: 3.0,
        white: Vec::new(),
    }
}

/// A row of a stretch in all columns.
pub(in crate::lack) fn whole(
    seen: &Seen,
    row: usize,
    stretch: usize,
    sample: usize,
) -> DVector<f64> {
    let SeenRow {
        columns, records, ..
    } = &seen.rows[row];
    let mut all = DVector::zeros(seen.width);
    for (k, column) in columns.iter().enumerate() {
        all[*column] = records[stretch].matrix[(sample, k)];
    }
    all
}

#[test]
fn products_stand_at_their_columns() {
    let seen = seen(&[6, 5], &|random, _, _| random.normal());
    for row in 0..2 {
        let mut expected = DMatrix::zeros(7, 7);
        for (stretch, samples) in [6, 5].into_iter().enumerate() {
            for sample in 0..samples {
                let all = whole(&seen, row, stretch, sample);
                expected += &all * all.transpose();
            }
        }
        assert!((seen.plain(row) - expected).amax() < 1e-12);
        assert_eq!(seen.samples(row), 9);
    }
    let mut all = DMatrix::from_element(7, 7, 1.0);
    seen.scatter(
        0,
        &DMatrix::from_fn(5, 5, |i, j| (10 * i + j) as f64),
        &mut all,
    );
    assert_eq!(
        (all[(5, 2)], all[(6, 0)], all[(3, 3)], all[(0, 6)]),
        (33.0, 41.0, 1.0, 5.0)
    );
}

#[test]
fn residuals_are_less_what_coefficients_make() {
    let seen = seen(&[6, 5], &|random, _, _| random.normal());
    // That of the residual is not used.
    let coefficients = DVector::from_row_slice(&[0.5, -1.0, 2.0, 0.25, 3.0, -0.75, 99.0]);
    for row in 0..2 {
        let found = seen.residuals(row, &coefficients);
        let others: Vec<Vec<Option<f64>>> = [6, 5]
            .map(|n| (0..n).map(|t| (t != 1).then_some(t as f64)).collect())
            .into();
        let beside = seen.beside(row, &others, &coefficients);
        for (stretch, samples) in [6, 5].into_iter().enumerate() {
            assert_eq!([found[stretch].len(), beside[stretch].len()], [samples; 2]);
            for t in 0..samples {
                let all = whole(&seen, row, stretch, t);
                let made: f64 = (0..6).map(|k| all[k] * coefficients[k]).sum();
                let near = |found: Option<f64>, expected: f64| {
                    found.is_some_and(|x| (x - expected).abs() < 1e-12)
                };
                assert_eq!(found[stretch][t].is_some(), t != 3);
                assert!(t == 3 || near(found[stretch][t], all[6] - made));
                assert!(if t == 1 {
                    beside[stretch][t].is_none()
                } else {
                    near(beside[stretch][t], t as f64 - made)
                });
            }
        }
        assert_eq!(residual(&seen.rows[row].records[1])[3], None);
    }
}

/// Columns that are asked for stand behind the directions in the order in which they are asked for; what a row does not have is 0.
#[test]
fn records_have_the_columns_that_are_asked_for() {
    let seen = seen(&[6, 5], &|random, _, _| random.normal());
    let coefficients = DVector::from_row_slice(&[0.5, -1.0, 2.0, 0.25, 3.0, -0.75, 99.0]);
    let further = [4, 5, 2];
    let found = seen.records(&further, &coefficients);
    for (row, records) in found.iter().enumerate() {
        let residuals = seen.residuals(row, &coefficients);
        for (stretch, record) in records.iter().enumerate() {
            assert_eq!(record.kept, seen.rows[row].records[stretch].kept);
            assert_eq!(record.matrix.ncols(), 6);
            let left = residuals[stretch].iter().enumerate();
            for (t, left) in left.take(record.kept.len()) {
                let all = whole(&seen, row, stretch, t);
                let expected = [all[0], all[1], all[4], all[5], all[2], left.unwrap_or(0.0)];
                assert_eq!(
                    record.matrix.row(t).iter().copied().collect::<Vec<_>>(),
                    expected
                );
            }
        }
    }
}

/// Of eleven samples two count in no row, and one more not in the second.
#[test]
fn samples_that_count_are_those_of_the_row() {
    let mut seen = seen(&[6, 5], &|random, _, _| random.normal());
    seen.rows[1].records[0].kept[0] = false;
    assert_eq!([seen.samples(0), seen.samples(1)], [9, 8]);
}

#[test]
fn samples_are_bounded_before_and_after_decimation() {
    // Decimation by 10, by 250, by 5,000.
    assert_eq!(most(100_000, 1_000_000), 2400);
    assert_eq!(most(4_000, 1_000_000), 1000);
    assert_eq!(most(2_000, 10_000_000), 600);
    assert_eq!(most(0, 0), 600);
}

fn motion(samples: usize) -> Motion {
    let column: Vec<f64> = (0..samples).map(|k| (0.01 * k as f64).sin()).collect();
    let arrays = Arrays::new(500.0, vec![column.clone(); 2], vec![column; 2]);
    let model = double_pendulum::ROBOT.model();
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(50.0)),
        decimate: Some(List(vec![2, 2])),
        trim: Some(10),
        ..ProcessingOptions::default()
    };
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    Motion::of(recording, &options, model).expect("a motion")
}

#[test]
fn stretches_are_spread_over_long_motions() {
    let (long, short) = (motion(30_000), motion(3_000));
    // 7495 of 2400: eight of 300, and gaps of (29980 - 8 · 1200) / 7.
    let spread = |count: usize, length: usize, gap: usize, which: usize| -> Vec<_> {
        let start = |k: usize| 10 + k * (length + gap);
        (0..count)
            .map(|k| (which, start(k)..start(k) + length))
            .collect()
    };
    assert_eq!(
        stretches(std::slice::from_ref(&long)),
        spread(8, 1200, 2911, 0)
    );
    // Of 8240 the first has 2183 of 2400, seven of 311, the other 216.
    let both = [long, short.clone()];
    let expected = [spread(7, 1244, 3545, 0), spread(1, 864, 0, 1)].concat();
    assert_eq!(stretches(&both), expected);
    // Of 7590 the first has 2369, seven of 338; of the other's 95 half a stretch, 150, would be more than there are.
    let beside = [both[0].clone(), motion(400)];
    let expected = [spread(7, 1352, 3419, 0), vec![(1, 10..390)]].concat();
    assert_eq!(stretches(&beside), expected);
    // What is no more than is seen anyway is seen as it is.
    assert_eq!(
        stretches(&[short.clone(), short]),
        [(0, 10..2990), (1, 10..2990)]
    );
    assert!(stretches(&[]).is_empty());
}

/// What changes with time counts from the middle of all motions, beside which a constant torque is told from it.
#[test]
fn time_counts_from_the_middle_of_all_motions() {
    let mut motions = [motion(3_000), motion(2_000)];
    (motions[0].start, motions[1].start) = (1.0, 20.0);
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("factors");
    let found = estimate(&observation, robot.model(), &Estimator::default()).expect("an estimate");
    let drift = Candidate {
        term: Term::Drift,
        place: Place::Joint(0),
        column: 0,
    };
    let seen = Seen::of(&equations, &motions, &found, &[drift]).expect("samples");
    // White noise is no more white behind two steps of decimation.
    let white = Decimation::autocorrelation(&[2, 2], NOISE_LAGS).expect("factors");
    assert!(white[1] != 0.0 && seen.white == white, "{:?}", seen.white);
    let row = &seen.rows[0];
    assert_eq!(
        (row.records.len(), row.columns.len()),
        (2, seen.directions + 2)
    );
    // Middles are 3 s and 2 s after the beginnings: at 4 s and at 22 s; 13 s is between them.
    for (record, middle) in row.records.iter().zip([4.0, 22.0]) {
        let times = record.matrix.column(seen.directions);
        let counted = (0..times.len()).filter(|k| record.kept[*k]);
        let counted: Vec<f64> = counted.map(|k| times[k]).collect();
        assert!(counted.len() > 200, "{}", counted.len());
        let (first, last) = (counted[0], counted[counted.len() - 1]);
        let mean = f64::midpoint(first, last);
        let expected = middle - 13.0;
        assert!((mean - expected).abs() < 0.05, "{mean} for {expected}");
    }
    // It has no place in the other joint's torque.
    assert_eq!(seen.rows[1].columns.len(), seen.directions + 1);
    // Of one motion alone it counts from the middle of that.
    let alone = Seen::of(&equations, &motions[..1], &found, &[drift]).expect("samples");
    let record = &alone.rows[0].records[0];
    let times = record.matrix.column(alone.directions);
    let mut counted = (0..times.len()).filter(|k| record.kept[*k]);
    let ends = [counted.next(), counted.next_back()];
    let [first, last] = ends.map(|k| times[k.expect("samples")]);
    let mean = f64::midpoint(first, last);
    assert!(mean.abs() < 0.05 && last - first > 1.0, "{first} {last}");
}
