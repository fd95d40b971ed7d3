//! Intervals that overlap, against the double sum over the steps that they are made of.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::of;
use crate::estimate::{Method, estimate};
use crate::motion::Processing;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::by_hand::{MODEL, ROBOT, moved, processing};
use crate::regression::{Balance, Equations, Integral, Intervals, Sample};
use crate::statistics::Basis;

#[test]
fn noise_of_a_step_is_in_all_intervals_that_hold_it() {
    let mut random = Random::new(3);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let slow = Processing {
        motor_velocity_threshold: vec![0.0, 0.3],
        ..processing(EquationSide::Joint)
    };
    let motions = [(0.0, 130), (2.0, 90)].map(|span| {
        let mut last = 0.0;
        moved("swing", span, slow.clone(), &mut |_, rows| {
            [0, 1].map(|row| {
                last = 0.5 * last + 0.2 * random.normal();
                last + rows[row].iter().zip(beta).map(|(y, b)| y * b).sum::<f64>()
            })
        })
    });
    for intervals in [Intervals::Sliding, Intervals::Long] {
        let integral = Integral {
            intervals,
            length: Some(0.04),
            noise: vec![2.0, 0.5, 8.0],
            ..Integral::of(Balance::Momentum)
        };
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        let steps = equations.in_steps().expect("equations").expect("steps");
        let observation = equations
            .observe(&motions, &mut |_| {})
            .expect("an observation");
        let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
        let basis = Basis::of(&fit.spectrum);
        let mut shares = Vec::new();
        let mut progress = |share| shares.push(share);
        let (noise, middle) =
            of(&equations, &steps, &motions, &fit, &basis, &mut progress).expect("noise");
        // Of two motions the first is half of the work.
        assert!(shares.is_sorted() && shares.contains(&0.5), "{shares:?}");
        assert!(
            shares.first() >= Some(&0.0) && shares.last() <= Some(&1.0),
            "{shares:?}"
        );
        let mut expected = DMatrix::<f64>::zeros(basis.size(), basis.size());
        let (covariances, mut lost) = (|i, j| noise.covariances(i, j, 140), 0);
        let covariances = [
            [covariances(0, 0), covariances(0, 1)],
            [covariances(1, 0), covariances(1, 1)],
        ];
        for motion in &motions {
            // Columns of all intervals that hold each step, row by row.
            let zero = || DVector::<f64>::zeros(basis.size());
            let mut held: Vec<[DVector<f64>; 2]> = (0..140).map(|_| [zero(), zero()]).collect();
            let mut begun = [0, 0];
            let mut take = |sample: &Sample<'_>| {
                for row in 0..2 {
                    if !sample.counts(row) {
                        lost += 1;
                        begun[row] = sample.index + 1;
                        continue;
                    }
                    let first = match intervals {
                        Intervals::Sliding => sample.index - 3,
                        _ => begun[row],
                    };
                    let columns = basis.columns(sample, row) * fit.weights[row];
                    for step in &mut held[first..=sample.index] {
                        step[row] += &columns;
                    }
                }
            };
            equations
                .pass(motion, &equations.base_columns(), &mut take, &mut |_| {})
                .expect("a pass");
            // The noise is that of steps over their sizes.
            let mut sizes = vec![1.0; held.len()];
            let mut take = |sample: &Sample<'_>| sizes[sample.index] = sample.size;
            steps
                .pass(motion, &steps.base_columns(), &mut take, &mut |_| {})
                .expect("a pass");
            assert!(sizes.iter().any(|size| (size - 1.0).abs() > 0.1));
            for (columns, size) in held.iter_mut().zip(sizes) {
                columns.iter_mut().for_each(|columns| *columns *= size);
            }
            for (s, one) in held.iter().enumerate() {
                for (t, other) in held.iter().enumerate() {
                    for i in 0..2 {
                        for j in 0..2 {
                            let lag = s.abs_diff(t);
                            let gamma = match t >= s {
                                true => covariances[i][j][lag],
                                false => covariances[j][i][lag],
                            };
                            expected += &one[i] * other[j].transpose() * gamma;
                        }
                    }
                }
            }
        }
        assert!(lost > 0);
        let off = (&middle - &expected).amax() / expected.amax();
        assert!(off < 1e-9, "{intervals:?}: {off}");
    }
}
