//! Constants that nobody asked for, against weighted least squares with a column for them.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::{BETA, NAMES, TOLD, all, plan, told, with_offsets};
use crate::distribution::widened_tail;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{conditioned, processing, recording_from, rows_at};
use crate::together::setup::whole;
use crate::together::zeros::Zeros;
use crate::together::{Factors, Fit, Offsets, Plan, TogetherOptions, identify_together, scatter};

/// What the unknowns of some columns are, of what the unknowns with an offset of each row and recording are.
fn projection(normal: &DMatrix<f64>, columns: &DMatrix<f64>) -> DMatrix<f64> {
    let own = columns.transpose() * normal;
    (&own * columns).try_inverse().expect("an inverse") * own
}

/// One recording's row has a constant: it is found there, as large, as sure and as disturbing as it is.
#[test]
fn a_constant_is_found_where_it_is() {
    // Without the file's own offset, 2.
    let mut offsets = [[0.0, -2.0]; 3];
    offsets[1][0] = 0.3;
    let (robot, motions) = (told(), with_offsets(EquationSide::Joint, offsets));
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let [none, common, each] =
        [Offsets::None, Offsets::Common, Offsets::Each].map(|offsets| Plan {
            base: TOLD,
            ..plan(offsets, 3)
        });
    let fit = |plan: &Plan| Fit::of(&factors, plan, DVector::zeros(plan.unknowns()), None);
    let free = fit(&each).expect("a fit");
    let scattered = scatter(&factors, &each, &free).expect("a scatter");
    let (matrix, _, of) = all(&motions);
    let weighted = DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |i, k| {
        matrix[(i, k)] * free.weight(of[i].0, of[i].1)
    });
    let normal = matrix.transpose() * weighted;
    let offset = |r: usize, row: usize| TOLD + 2 * r + row;
    // A constant may be in a row of all recordings or of one; where all share an offset, of one.
    for (plan, places) in [(&none, 8.0), (&common, 6.0)] {
        let known = DMatrix::from_fn(TOLD + 6, plan.unknowns(), |i, k| {
            let shared = k >= TOLD && i >= TOLD && (i - TOLD) % 2 == k - TOLD;
            f64::from(u8::from(i == k && k < TOLD || shared))
        });
        let place = offset(1, 0);
        let mut beside = known.clone().insert_column(plan.unknowns(), 0.0);
        beside[(place, plan.unknowns())] = 1.0;
        let line = projection(&normal, &beside);
        let line = line.row(plan.unknowns());
        let value = (line * &free.x)[0];
        let std = (line * &scattered.covariance * line.transpose())[0].sqrt();
        let found = Zeros::of(&factors, plan, &fit(plan).expect("a fit")).expect("an answer");
        let found = found.expect("a constant");
        let [zero] = &found.all[..] else {
            panic!("{:?}", found.all)
        };
        assert_eq!(
            (zero.row.as_str(), zero.recording.as_deref(), zero.unit),
            ("j1", Some(NAMES[1]), "N·m")
        );
        assert!(
            (value - 0.3).abs() < 4.0 * std && std < 0.05,
            "{value} {std}"
        );
        let chance = widened_tail((value / std).powi(2), 1, scattered.freedom[place]) * places;
        for (found, expected) in [(zero.value, value), (zero.std, std), (zero.chance, chance)] {
            assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        }
        let alone = DMatrix::from_fn(TOLD + 6, 1, |i, _| f64::from(u8::from(i == place)));
        let shift = projection(&normal, &known) * alone * value;
        assert!(
            (&found.shift - &shift).amax() < 1e-4 * shift.amax(),
            "{}",
            found.shift
        );
        for (r, constants) in found.constants.iter().enumerate() {
            let asked = match plan.offsets {
                Offsets::None => [0.0; 2],
                _ => [found.constants[0][0], found.constants[0][1]],
            };
            let own = if r == 1 { zero.value } else { 0.0 };
            let off = [constants[0] - asked[0] - own, constants[1] - asked[1]];
            assert!(off.iter().all(|x| x.abs() < 1e-12), "{constants:?}");
        }
        assert!(!found.still_apart);
    }
    // With offsets of each there is nothing to look for.
    let none = Zeros::of(&factors, &each, &free).expect("an answer");
    assert!(none.is_none());
}

/// The robot has no offset of the second joint, and what was recorded one of 2: deviations are as wide as that moves the parameters.
#[test]
fn a_constant_widens_deviations_by_what_it_moves() {
    let robot = told();
    let mut random = Random::new(5);
    let recordings = [("first", 0.0), ("second", 1.3)].map(|(name, time)| {
        let mut one = recording_from(time, 300);
        (one.name, one.source) = (name.to_owned(), name.to_owned());
        let states = conditioned(one.clone(), processing(EquationSide::Joint));
        let mut torques = vec![vec![0.0; 300]; 2];
        for at in states.interior() {
            for (torque, row) in torques.iter_mut().zip(rows_at(&states, at)) {
                let predicted: f64 = row.iter().zip(BETA).map(|(y, b)| y * b).sum();
                torque[at] = predicted + 1e-3 * random.normal();
            }
        }
        one.torque = Some(torques);
        one
    });
    let options = TogetherOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            order: Some(2),
            decimate: Some(List(vec![1])),
            trim: Some(3),
            velocity_threshold: Some(List(vec![0.0])),
            motor_velocity_threshold: Some(List(vec![0.0])),
            ..ProcessingOptions::default()
        },
        ..TogetherOptions::default()
    };
    let read = whole(&robot, recordings.to_vec(), &options.processing).expect("motions");
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &read.all, None).expect("factors");
    let plan = Plan {
        base: TOLD,
        ..plan(Offsets::None, 2)
    };
    let fit = Fit::of(&factors, &plan, DVector::zeros(TOLD), None).expect("a fit");
    let scattered = scatter(&factors, &plan, &fit).expect("a scatter");
    let zeros = Zeros::of(&factors, &plan, &fit).expect("an answer");
    let shift = zeros.expect("a constant").shift;
    // Beside a gravity of 3 it is taken for two thirds of a mass.
    assert!((-0.9..-0.4).contains(&shift[2]), "{shift}");
    let found = identify_together(&robot, recordings.to_vec(), &options).expect("parameters");
    assert_eq!(found.parameters.len(), TOLD);
    for (k, parameter) in found.parameters.iter().enumerate() {
        let std = parameter.std.expect("a deviation");
        let expected = scattered.std(k).hypot(shift[k]);
        assert!((std / expected - 1.0).abs() < 1e-9, "{k}: {std} {expected}");
    }
}

/// What one recording has by itself all recordings have: offsets that these share take it out.
#[test]
fn a_constant_of_a_single_recording_is_one_of_all() {
    // Without the file's own offset, 2.
    let mut offsets = [[0.0, -2.0]; 3];
    offsets[0][0] = 6.0;
    let (robot, motions) = (told(), with_offsets(EquationSide::Joint, offsets));
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions[..1], None).expect("factors");
    let plan = Plan {
        base: TOLD,
        ..plan(Offsets::None, 1)
    };
    let fit = Fit::of(&factors, &plan, DVector::zeros(TOLD), None).expect("a fit");
    let found = Zeros::of(&factors, &plan, &fit).expect("an answer");
    let found = found.expect("a constant").all;
    let [zero] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((zero.row.as_str(), &zero.recording), ("j1", &None));
    let off = (zero.value - 6.0).abs();
    assert!(off < 4.0 * zero.std && zero.std < 1.0, "{zero:?}");
}
