//! Logs as machines leave them: dropped rows, gaps, spikes, clocks that begin again. What they say of a
//! robot is what the same log says without.

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::notes;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::{Action, Arrays, Cause, Channel, Recording, RecordingError};
use armwright_runtime::Robot;

const RATE: f64 = 500.0;

/// A clean log: 30 s at 500 Hz.
fn clean(seed: u64) -> Arrays {
    let mut random = Random::new(seed);
    let motion = designed(ROBOT.model(), 10.0, 30.0, &mut random);
    let theta = nominal(ROBOT.model());
    let sensors = Sensors::default();
    let simulated = simulate(&ROBOT, &theta, &motion, RATE, &sensors, &mut random)
        .expect("the specimen can be simulated");
    let recording = simulated.recording().expect("a simulation is a recording");
    assert_eq!(recording.repairs, [], "nothing is wrong with it");
    Arrays {
        time: (0..recording.samples()).map(|k| k as f64 / RATE).collect(),
        position: recording.position,
        torque: recording.torque.expect("torque was simulated"),
        ..Arrays::default()
    }
}

/// The rows of a log in some order.
fn rows(log: &Arrays, rows: &[usize]) -> Arrays {
    let pick = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect::<Vec<f64>>();
    Arrays {
        time: pick(&log.time),
        position: log.position.iter().map(pick).collect(),
        torque: log.torque.iter().map(pick).collect(),
        ..log.clone()
    }
}

fn pieces(log: Arrays) -> Vec<Recording> {
    Recording::all_from_arrays(ROBOT.model(), log).expect("a log")
}

fn identified(training: Vec<Recording>) -> Identification {
    identify(&ROBOT, Dataset::from(training), &Method::Wls.into()).expect("it identifies")
}

/// How far parameters are from those of another log, in their own deviations.
fn distances(found: &Identification, clean: &Identification) -> Vec<f64> {
    let pairs = found
        .estimation
        .parameters()
        .zip(clean.estimation.parameters());
    let distance = |(p, q): (&armwright_lab::statistics::Estimated, _)| {
        let q: &armwright_lab::statistics::Estimated = q;
        (p.value - q.value).abs() / p.std.expect("a deviation")
    };
    pairs.map(distance).collect()
}

fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64).sqrt()
}

/// Of estimates from white noise, one of 70 % of the samples is √(3/7) = .65 deviations of the whole one
/// away from it, and .55 of its own.
#[test]
fn a_log_with_everything_wrong_says_what_the_clean_one_says() {
    for seed in 1..5 {
        let log = clean(seed);
        let mut random = Random::new(100 + seed);
        let gaps: Vec<usize> = (0..5).map(|k| 1500 + 2500 * k).collect();
        let in_gap = |row: usize| gaps.iter().any(|&gap| (gap..gap + 25).contains(&row));
        let kept = (0..log.time.len()).filter(|&row| random.uniform() > 0.3 && !in_gap(row));
        let mut kept: Vec<usize> = kept.collect();
        kept.insert(401, kept[400]);
        let mut bad = rows(&log, &kept);
        bad.torque[1][2000] = f64::NAN;
        bad.position[0][3000] += 0.5;
        bad.torque[0][5000] -= 300.0;

        let found = pieces(bad);
        let [one] = &found[..] else {
            panic!("{} pieces", found.len());
        };
        let said = |why: &Cause| one.repairs.iter().any(|repair| repair.why == *why);
        assert!(
            said(&Cause::Missing) && said(&Cause::Copied),
            "{:?}",
            one.repairs
        );
        assert!(said(&Cause::NotANumber(Channel::Torque)) && said(&Cause::Spike(Channel::Torque)));
        assert!(said(&Cause::Spike(Channel::Position)), "{:?}", one.repairs);
        let missing = one.bridged.iter().filter(|bridged| **bridged).count();
        assert_eq!(
            one.samples() - missing,
            kept.len() - 4,
            "all that was measured counts"
        );

        let (found, whole) = (identified(found), identified(pieces(log)));
        let louder = found.fits.overall.rmse / whole.fits.overall.rmse;
        assert!(
            (1.05..1.35).contains(&louder),
            "a mean of fewer: √(1/.7), not {louder}"
        );
        let distances = distances(&found, &whole);
        let (typical, most) = (
            root_mean_square(&distances),
            distances.iter().copied().fold(0.0, f64::max),
        );
        assert!(
            typical < 0.9 && most < 2.0,
            "seed {seed}: {typical}, {most}: {distances:?}"
        );
    }
}

/// A real-time system that is late again and again: gaps of 6 to 9 ms at 1 kHz.
#[test]
fn short_gaps_cost_nothing() {
    let log = Arrays {
        time: clean(1).time.iter().map(|t| t * 0.5).collect(),
        ..clean(1)
    };
    let gap = |k: usize| 6 + k % 4;
    let kept: Vec<usize> = (0..log.time.len())
        .filter(|row| *row < 100 || row % 150 > gap(row / 150))
        .collect();
    let found = pieces(rows(&log, &kept));
    assert_eq!(found.len(), 1, "gaps are short against the motion");
    let whole = pieces(log.clone());
    for (column, clean) in found[0].position.iter().zip(&whole[0].position) {
        let worst = column.iter().zip(clean).map(|(a, b)| (a - b).abs());
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 2e-3, "{worst} rad");
    }
    let distances = distances(&identified(found), &identified(whole));
    assert!(root_mean_square(&distances) < 0.5, "{distances:?}");
}

#[test]
fn long_gaps_split_and_all_pieces_count() {
    let log = clean(2);
    let gone = |row: &usize| {
        let ranges = [2000..2400, 2500..2900, 7000..9500, 9530..9800];
        ranges.iter().any(|range| range.contains(row))
    };
    let kept: Vec<usize> = (0..log.time.len()).filter(|row| !gone(row)).collect();
    let found = pieces(rows(&log, &kept));
    let spans: Vec<(f64, usize)> = found.iter().map(|p| (p.start, p.samples())).collect();
    assert_eq!(spans[0], (0.0, 2000), "{spans:?}");
    assert_eq!(*spans.last().unwrap(), (19.6, 5200), "{spans:?}");
    let repairs = &found[0].repairs;
    let splits = repairs.iter().filter(|repair| repair.done == Action::Split);
    assert_eq!(
        splits.map(|r| r.count).collect::<Vec<_>>(),
        [400, 400, 2500, 270]
    );
    let dropped = repairs
        .iter()
        .filter(|repair| repair.done == Action::Dropped);
    let dropped: Vec<[usize; 2]> = dropped.filter_map(|repair| repair.rows).collect();
    assert_eq!(
        dropped,
        [[2000, 2099], [6200, 6229]],
        "too short for the motion"
    );
    assert!(found[1..].iter().all(|piece| piece.repairs.is_empty()));

    let said = notes(&found.clone().into(), ROBOT.model());
    assert_eq!(said, [], "no doubts of pieces");
    let (whole, parts) = (identified(pieces(log)), identified(found));
    let distances = distances(&parts, &whole);
    let most = distances.iter().copied().fold(0.0, f64::max);
    assert!(
        root_mean_square(&distances) < 0.9 && most < 2.0,
        "{distances:?}"
    );
    assert!(
        parts.rows * 10 > whole.rows * 6,
        "{} of {}",
        parts.rows,
        whole.rows
    );
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let log = clean(3);
    let whole = pieces(log.clone());
    let mut order: Vec<usize> = (0..log.time.len()).collect();
    order.swap(700, 701);
    order[4000..4005].rotate_right(2);
    let sorted = pieces(rows(&log, &order));
    assert_eq!(sorted[0].position, whole[0].position);
    let whys: Vec<&Cause> = sorted[0].repairs.iter().map(|repair| &repair.why).collect();
    assert_eq!(whys, [&Cause::OutOfOrder, &Cause::OutOfOrder]);

    // Two runs in one file, each with a clock from 0.
    let mut twice = log.clone();
    twice.time[8000..].iter_mut().for_each(|t| *t -= 16.0);
    let runs = pieces(twice);
    let lengths: Vec<usize> = runs.iter().map(Recording::samples).collect();
    assert_eq!((lengths, runs[1].start), (vec![8000, 7000], 0.0));
    assert_eq!(runs[1].position[0], whole[0].position[0][8000..]);
}

#[test]
fn stamps_that_are_too_coarse_are_spread() {
    let log = clean(4);
    let mut coarse = log.clone();
    // Three or four rows a stamp.
    for (k, t) in coarse.time.iter_mut().enumerate() {
        *t = (k * 2 / 7) as f64 * 0.007;
    }
    let found = pieces(coarse);
    assert_eq!(found.len(), 1);
    assert!((found[0].rate - RATE).abs() < 0.1, "{} Hz", found[0].rate);
    assert!(
        found[0].position == pieces(log)[0].position,
        "no row is lost or moved"
    );
    assert_eq!(found[0].repairs[0].why, Cause::Coarse);
}

#[test]
fn what_leaves_nothing_is_refused_with_its_span() {
    let mut log = clean(1);
    for row in 0..log.time.len() {
        if row % 600 > 8 {
            log.torque[0][row] = f64::NAN;
        }
    }
    let refused = Recording::all_from_arrays(ROBOT.model(), log);
    let refused = refused.expect_err("nothing is left");
    let message = refused.to_string();
    assert!(
        matches!(refused, RecordingError::NoPiece { .. }),
        "{message}"
    );
    assert!(message.contains("from 0.000 s to 29.998 s"), "{message}");
}

#[test]
fn a_clock_that_runs_backwards_is_refused() {
    let mut log = clean(1);
    log.time.iter_mut().for_each(|time| *time = -*time);
    let refused = Recording::all_from_arrays(ROBOT.model(), log).map(|found| found.len());
    assert!(
        matches!(refused, Err(RecordingError::Clock { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_held_out_is_the_end_of_all_pieces() {
    let log = clean(2);
    let gone = |row: &usize| (3000..4000).contains(row) || (12_000..13_000).contains(row);
    let kept: Vec<usize> = (0..log.time.len()).filter(|row| !gone(row)).collect();
    let found = pieces(rows(&log, &kept));
    assert_eq!(found.len(), 3);
    let parted = Dataset::hold_out(found, 0.25).unwrap();
    let samples = |all: &[Recording]| all.iter().map(Recording::samples).collect::<Vec<_>>();
    assert_eq!(samples(&parted.training), [3000, 6750]);
    assert_eq!(samples(&parted.validation), [1250, 2000]);
    let found = identify(&ROBOT, parted, &Method::Wls.into()).unwrap();
    assert!(found.validation.unwrap().fits.overall.r2 > 0.99);
}

#[test]
fn copies_do_not_count_twice_and_do_not_validate() {
    let named = |name: &str, log: Arrays| {
        let name = name.to_owned();
        pieces(Arrays { name, ..log }).remove(0)
    };
    let log = clean(1);
    let mut later = log.clone();
    later.time.iter_mut().for_each(|t| *t += 1000.0);
    let part = rows(&log, &(4000..9000).collect::<Vec<_>>());
    let training = vec![named("a", log.clone()), named("b", later.clone())];
    let distinct = Dataset::from(training).distinct().unwrap();
    assert_eq!(distinct.training.len(), 1);
    let why = distinct.training[0].repairs[0].to_string();
    assert_eq!(why, "the same samples as a");

    let mut restarted = log.clone();
    restarted.time[6000..].iter_mut().for_each(|t| *t -= 12.0);
    let both = Dataset {
        training: pieces(restarted),
        validation: vec![named("c", log.clone())],
    };
    assert_eq!(both.training.len(), 2);
    assert!(
        both.distinct().is_err(),
        "all of it is in the two pieces together"
    );

    for copy in [later, part] {
        let dataset = Dataset {
            training: vec![named("a", log.clone())],
            validation: vec![named("c", copy)],
        };
        let refused = dataset.distinct().unwrap_err().to_string();
        assert!(
            refused.contains("c would validate") && refused.contains("in a:"),
            "{refused}"
        );
    }
    let other = Dataset {
        training: vec![named("a", log)],
        validation: vec![named("d", clean(2))],
    };
    assert!(other.distinct().is_ok());
}

#[test]
fn torques_that_were_not_measured_do_not_count() {
    let whole = pieces(clean(1)).remove(0);
    let mut wild = whole.clone();
    wild.bridged = (0..wild.samples()).map(|k| k % 900 < 40).collect();
    for column in wild.torque.iter_mut().flatten() {
        for (tau, bridged) in column.iter_mut().zip(&wild.bridged) {
            *tau += if *bridged { 1e6 } else { 0.0 };
        }
    }
    let (wild, whole) = (identified(vec![wild]), identified(vec![whole]));
    let distances = distances(&wild, &whole);
    let typical = root_mean_square(&distances);
    assert!(typical < 0.5, "{typical}: {distances:?}");
    assert!((wild.fits.overall.rmse / whole.fits.overall.rmse - 1.0).abs() < 0.1);
}
