//! What the pass hands over, sample by sample.

use armwright_runtime::Side;

use super::{decimated_samples, leaves_samples, settled_samples};
use crate::motion::{Adjusted, Cleaned, Equation};
use crate::options::EquationSide;
use crate::regression::by_hand::{
    B, ROBOT, conditioned, motion, near, of_motors, processing, recording, rows_at,
};
use crate::regression::columns::PredictedBy;
use crate::regression::{Columns, Equations, Sample};

#[test]
fn so_many_samples_are_left() {
    assert_eq!(decimated_samples(&[], 17), 17);
    assert_eq!(decimated_samples(&[1], 17), 17);
    assert_eq!(decimated_samples(&[4], 17), 5);
    assert_eq!(decimated_samples(&[4, 3], 17), 2);
    assert_eq!(decimated_samples(&[4, 0], 16), 4);
    assert_eq!(settled_samples(&[1], 17), 0..17);
    assert_eq!(settled_samples(&[3], 22), 2..6);
    // Too few for both ends.
    assert!(settled_samples(&[5], 20).is_empty());
    assert_eq!(settled_samples(&[5], 21), 2..3);
}

#[test]
fn a_motion_leaves_samples_if_filters_have_enough() {
    let with = |samples: u32, decimate: Vec<usize>| {
        let mut processing = processing(EquationSide::Joint);
        processing.decimate = decimate;
        leaves_samples(&conditioned(recording(samples), processing))
    };
    assert_eq!(with(30, vec![1]), Ok(true));
    assert_eq!(with(200, vec![3]), Ok(true));
    // 24 samples of which 8 are left are fewer than the filter reaches.
    assert_eq!(with(30, vec![3]), Ok(false));
    assert_eq!(with(26, vec![10]), Ok(false));
    assert!(with(400, vec![60]).is_err());
}

/// A robust estimate takes out spikes and adds to torques; what was not measured and what is too slow does not count.
#[test]
fn a_sample_is_what_was_measured_and_what_an_estimate_makes_of_it() {
    let mut recording = recording(60);
    recording.bridged = (0..60).map(|k| k == 30).collect();
    let mut processing = processing(EquationSide::Motor);
    processing.motor_velocity_threshold = vec![0.0, 1.2];
    let mut motion = conditioned(recording, processing);
    let inside = motion.interior().len();
    let added = |k: usize, row: usize| 0.01 * k as f64 + row as f64;
    let each = || (0..inside).flat_map(|k| [(k, 0), (k, 1)]);
    motion.clean(Cleaned {
        rows: 2,
        all: each().map(|(k, row)| added(k, row)).collect(),
    });
    let equation = |(k, row): (usize, usize)| Equation {
        add: 0.5 - 0.02 * (2 * k + row) as f64,
        is_low: k % 3 == row,
        is_out: k % 5 == row,
    };
    motion.adjust(Adjusted {
        rows: 2,
        all: each().map(equation).collect(),
    });
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let columns = equations.base_columns();
    let (mut index, mut slow) = (0, 0);
    let mut take = |sample: &Sample<'_>| {
        assert_eq!(sample.index, index);
        let at = index + 3;
        near(sample.time, 0.01 * at as f64);
        assert_eq!((sample.size, sample.work.len()), (1.0, 0));
        let rows = rows_at(&motion, at);
        let speed = motion.states(at..at + 1).qd;
        let slow_here = (3.0 * speed[0] + 5.0 * speed[1]).abs() < 1.2;
        slow += usize::from(slow_here);
        let torque = of_motors([0, 1].map(|joint| motion.torque_of(joint)[at]));
        let recorded = equations.recorded(&motion, at);
        for row in 0..2 {
            near(recorded[row], torque[row]);
            let is_out = index % 5 == row;
            // The friction of the second motor is in its own torque alone.
            let counts = at != 30 && !is_out && !(row == 1 && slow_here);
            assert_eq!(sample.counts(row), counts, "{at} {row}");
            assert_eq!(sample.is_outlier(row), index % 3 == row);
            if at == 30 {
                continue;
            }
            near(sample.recorded[row], torque[row]);
            near(sample.cleaned[row], torque[row] + added(index, row));
            let add = 0.5 - 0.02 * (2 * index + row) as f64;
            near(sample.torque[row], torque[row] + added(index, row) + add);
            for (k, x) in sample.row(row) {
                near(x, of_motors([rows[0][k], rows[1][k]])[row]);
            }
        }
        index += 1;
    };
    let used = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    assert_eq!((used, index), (Ok(inside), inside));
    assert!(slow > 5 && slow < inside - 5, "{slow}");
}

/// Where nothing was measured all along what a sample is made of, it does not count, and is a number all the same.
#[test]
fn samples_of_which_nothing_was_measured_are_numbers() {
    let mut recording = recording(60);
    recording.bridged = (0..60).map(|k| (20..40).contains(&k)).collect();
    let motion = conditioned(recording, processing(EquationSide::Joint));
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let mut lost = 0;
    let mut take = |sample: &Sample<'_>| {
        let numbers = sample.recorded.iter().chain(sample.torque);
        assert!(numbers.chain(sample.cleaned).all(|x| x.is_finite()));
        for row in 0..2 {
            assert!(sample.row(row).all(|(_, x)| x.is_finite()));
            lost += usize::from(!sample.counts(row));
        }
    };
    let used = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    assert!(used.is_ok() && lost >= 40, "{lost}");
}

/// Equations of a part know their place in the whole.
#[test]
fn a_part_of_a_motion_has_the_adjustments_of_its_place() {
    let mut motion = motion(60);
    let inside = motion.interior().len();
    let equation = |k: usize| Equation {
        add: k as f64,
        ..Equation::default()
    };
    motion.adjust(Adjusted {
        rows: 2,
        all: (0..2 * inside).map(equation).collect(),
    });
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let mut index = 0;
    let mut take = |sample: &Sample<'_>| {
        let at = 20 + index;
        assert_eq!(sample.index, index);
        near(sample.time, 0.01 * at as f64);
        let add = (2 * (at - 3) + 1) as f64;
        near(sample.torque[1] - motion.torque_of(1)[at], add);
        near(sample.cleaned[1], motion.torque_of(1)[at]);
        index += 1;
    };
    let used = equations.pass_over(&motion, 20..33, &columns, &mut take, &mut |_| {});
    assert_eq!((used, index), (Ok(13), 13));
}

/// Ten raw samples behind the first are five of these.
#[test]
fn a_part_of_a_decimated_motion_has_the_adjustments_of_its_place() {
    let mut halved = processing(EquationSide::Joint);
    halved.decimate = vec![2];
    let mut motion = conditioned(recording(200), halved);
    assert_eq!(motion.interior(), 3..197);
    let equation = |k: usize| Equation {
        add: k as f64,
        ..Equation::default()
    };
    motion.adjust(Adjusted {
        rows: 2,
        all: (0..2 * 97).map(equation).collect(),
    });
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let mut seen = 0;
    let mut take = |sample: &Sample<'_>| {
        for row in 0..2 {
            let add = (2 * (5 + sample.index) + row) as f64;
            near(sample.torque[row] - sample.cleaned[row], add);
        }
        seen += 1;
    };
    let used = equations.pass_over(&motion, 13..113, &columns, &mut take, &mut |_| {});
    // Of fifty without two at each end.
    assert_eq!((used, seen), (Ok(46), 46));
}

#[test]
fn what_parameters_predict_follows_from_the_base_columns() {
    let motion = conditioned(recording(60), processing(EquationSide::Motor));
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let betas = [vec![0.3; B], vec![1.0, -2.0, 0.5, 0.7, -0.4, 0.9]];
    let columns = PredictedBy::new(equations.base_columns(), &betas);
    assert_eq!(columns.count(), 2);
    let mut take = |sample: &Sample<'_>| {
        let rows = rows_at(&motion, sample.index + 3);
        for row in 0..2 {
            let found: Vec<(usize, f64)> = sample.row(row).collect();
            assert_eq!(found.len(), 2);
            for (k, x) in found {
                let of = |joint: usize| rows[joint].iter().zip(&betas[k]).map(|(y, b)| y * b);
                near(x, of_motors([of(0).sum(), of(1).sum()])[row]);
            }
        }
    };
    let used = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    assert_eq!(used, Ok(54));
}

/// Decimated, a sample in a hole is the mean of what was measured, and counts while half of its weight was.
#[test]
fn a_decimated_mean_leaves_out_what_was_not_measured() {
    let mut recording = recording(400);
    for column in recording.torque.iter_mut().flatten() {
        column
            .iter_mut()
            .enumerate()
            .for_each(|(k, x)| *x = if (200..215).contains(&k) { 1e6 } else { 7.0 });
    }
    recording.bridged = (0..400).map(|k| (200..215).contains(&k)).collect();
    let mut processing = processing(EquationSide::Joint);
    processing.decimate = vec![5];
    let motion = conditioned(recording, processing);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let (mut counted, mut first) = (0, None);
    let mut take = |sample: &Sample<'_>| {
        first.get_or_insert(sample.index);
        near(sample.time, 0.03 + 0.05 * sample.index as f64);
        assert_eq!(sample.counts(0), sample.counts(1));
        if sample.counts(0) {
            counted += 1;
            // A constant goes through any filter of unit gain.
            assert!(
                (sample.recorded[0] - 7.0).abs() < 1e-9,
                "{}",
                sample.recorded[0]
            );
        } else {
            let at = 3 + 5 * sample.index;
            assert!((195..220).contains(&at), "{at}");
        }
    };
    let used = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    // 394 samples inside, 79 decimated, without two at each end.
    assert_eq!((used, first), (Ok(75), Some(2)));
    assert!((71..74).contains(&counted), "{counted}");
}

/// Where three of every five samples were not measured, a mean of the other two is as good as any.
#[test]
fn a_sample_counts_by_how_much_was_measured_of_others() {
    let mut recording = recording(400);
    recording.bridged = (0..400).map(|k| k % 5 < 3).collect();
    let mut processing = processing(EquationSide::Joint);
    processing.decimate = vec![5];
    let motion = conditioned(recording, processing);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let mut counted = 0;
    let mut take =
        |sample: &Sample<'_>| counted += usize::from(sample.counts(0) && sample.counts(1));
    let used = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    assert_eq!((used, counted), (Ok(75), 75));
}
