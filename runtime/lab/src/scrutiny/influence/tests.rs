//! Stretches of two motions of the pendulum left out in turn, against least squares of all other equations.

use nalgebra::{DMatrix, DVector};

use super::Influence;
use crate::estimate::{Estimator, Method, estimate};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::numeric::Decomposition;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters::nominal;
use crate::regression::{Equations, Factor, Observation, Sample, by_hand};
use crate::scrutiny::{Asked, Questions, weight};
use crate::statistics::{Noise, Record};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Robot, Side};

fn motion(seconds: f64, seed: u64) -> Motion {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let path = designed(model, seconds, seconds, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.05,
    };
    let made = simulate(&ROBOT, &nominal(model), &path, 200.0, &sensors, &mut random);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let mut recording = made.and_then(|made| made.recording()).expect("a recording");
    // A clock need not begin at 0.
    recording.start = 100.0 * seed as f64;
    let mut motion = Motion::of(recording, &options, model).expect("a motion");
    motion.name = format!("run {seed}");
    motion
}

/// An equation: which motion, when, which row, its elements and its right-hand side.
type Equation = (usize, f64, usize, Vec<f64>, f64);

#[test]
fn each_stretch_is_left_out_in_turn() {
    let motions = [motion(6.0, 1), motion(2.0, 2)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let (model, b) = (ROBOT.model(), ROBOT.model().base.len());
    let observation = equations.observe(&motions, &mut |_| {}).expect("factors");
    let estimator = Estimator {
        method: Method::Ols,
        ..Estimator::default()
    };
    let found = estimate(&observation, model, &estimator).expect("an estimate");
    let covariance = DMatrix::from_fn(b, b, |i, j| {
        if i == j {
            (0.01 * (i + 1) as f64).powi(2)
        } else {
            0.0
        }
    });
    let record = || {
        vec![Record {
            matrix: DMatrix::zeros(9, 1),
            kept: vec![true; 9],
        }]
    };
    let noise = Noise::beside(vec![record(), record()], &[0.0, 0.0], &[]);
    let asked = Asked {
        equations: &equations,
        motions: &motions,
        observation: &observation,
        estimator: &estimator,
        estimate: &found,
        covariance: &covariance,
        noise: &noise,
    };
    // As many equations as there are unknowns leave nothing to tell noise by.
    let identity = Decomposition::of(&DMatrix::identity(b, b));
    let is_known = |rows: u32| {
        let each = (0..rows).map(|row| {
            let mut factor = Factor::new(b);
            (0..b).for_each(|k| factor.push([(k, 1.0)], f64::from(row)));
            factor
        });
        let others = Observation::of(vec![each.collect()]);
        let beta = asked.without(&others, &identity).expect("an answer");
        beta.is_some()
    };
    assert_eq!([1, 2].map(is_known), [false, true]);
    // Nor do any number of them that leave one unknown open.
    let open = |row: u32| {
        let mut factor = Factor::new(b);
        (0..3 * b).for_each(|k| factor.push([(1 + k % (b - 1), 1.0)], f64::from(row)));
        factor
    };
    let others = Observation::of(vec![(0..2).map(open).collect()]);
    let beta = asked.without(&others, &identity).expect("an answer");
    assert_eq!(beta, None);
    // What is left of one equation is a residual: here all of it.
    let left = |rows: u32| {
        let mut factor = Factor::new(b);
        (0..rows).for_each(|_| factor.push([(0, 1.0)], 3.0));
        asked.residual(&[factor], &vec![0.0; b])
    };
    assert_eq!(left(0), None);
    for rows in [1, 2] {
        let (left, all) = (
            left(rows).expect("a residual"),
            3.0 / found.variance[0].sqrt(),
        );
        assert!((left - all).abs() < 1e-12 * all, "{rows}: {left} for {all}");
    }
    let questions = Questions {
        influence: true,
        ..Questions::default()
    };
    let answers = asked.answer(&questions, &mut |_| {}).expect("answers");
    assert!(answers.profiles.is_empty() && answers.sequence.is_empty());
    let mut all: Vec<Equation> = Vec::new();
    for (k, motion) in motions.iter().enumerate() {
        let mut take = |sample: &Sample<'_>| {
            for row in (0..2).filter(|row| sample.counts(*row)) {
                let mut line = vec![0.0; b];
                sample.row(row).for_each(|(j, x)| line[j] = x);
                all.push((k, sample.time, row, line, sample.torque[row]));
            }
        };
        let columns = equations.base_columns();
        equations
            .pass(motion, &columns, &mut take, &mut |_| {})
            .expect("equations");
    }
    let matrix = |wanted: &dyn Fn(&Equation) -> bool, scaled: bool| {
        let some: Vec<&Equation> = all.iter().filter(|e| wanted(e)).collect();
        let scale = |row: usize| {
            if scaled {
                found.variance[row].powf(-0.5)
            } else {
                1.0
            }
        };
        (
            DMatrix::from_fn(some.len(), b, |i, j| scale(some[i].2) * some[i].3[j]),
            DVector::from_fn(some.len(), |i, _| scale(some[i].2) * some[i].4),
        )
    };
    // Lengths of 1151 and 351 samples: eight stretches of the first, two of the second.
    let lengths = motions
        .each_ref()
        .map(|motion| motion.interior().len() as f64 / 200.0);
    let share = lengths[0] / (lengths[0] + lengths[1]);
    let counts = [
        (10.0 * share).round() as usize,
        (10.0 * (1.0 - share)).round() as usize,
    ];
    assert_eq!(counts, [8, 2]);
    assert_eq!(answers.influence.len(), 10);
    let (whole, _) = matrix(&|_| true, true);
    let information = whole.tr_mul(&whole).try_inverse().expect("an inverse");
    let near = |found: f64, expected: f64, what: &str| {
        assert!(
            (found - expected).abs() < 1e-6 * expected.abs().max(1e-3),
            "{what}: {found} for {expected}"
        );
    };
    for (place, stretch) in answers.influence.iter().enumerate() {
        let (k, own) = if place < 8 {
            (0, place)
        } else {
            (1, place - 8)
        };
        let start = motions[k].time(motions[k].interior().start);
        let length = lengths[k] / counts[k] as f64;
        let Influence {
            recording,
            from,
            to,
            ..
        } = stretch;
        assert_eq!(recording, &motions[k].name);
        near(*from, start + own as f64 * length, "the beginning");
        near(*to, start + (own + 1) as f64 * length, "the end");
        let inside = |e: &Equation| {
            e.0 == k && ((((e.1 - start) / length + 1e-9) as usize).min(counts[k] - 1) == own)
        };
        let (mine, y) = matrix(&inside, true);
        assert_eq!(stretch.equations, mine.nrows());
        near(
            stretch.information,
            (&mine * &information * mine.transpose()).trace() / b as f64,
            "information",
        );
        let size =
            |beta: &DVector<f64>| ((&y - &mine * beta).norm_squared() / mine.nrows() as f64).sqrt();
        near(
            stretch.residual.expect("a residual"),
            size(&DVector::from_column_slice(&found.beta)),
            "residual",
        );
        let (others, right) = matrix(&|e| !inside(e), false);
        let beta =
            others.tr_mul(&others).try_inverse().expect("an inverse") * others.tr_mul(&right);
        near(stretch.unseen.expect("a residual"), size(&beta), "unseen");
        let far = |j: usize| (found.beta[j] - beta[j]) / (0.01 * (j + 1) as f64);
        let most = (0..b)
            .max_by(|i, j| far(*i).abs().total_cmp(&far(*j).abs()))
            .expect("a parameter");
        let moved = stretch.moved.as_ref().expect("a parameter");
        assert_eq!(moved.name, model.base[most].name);
        near(moved.deviations, far(most), "moved");
    }
    let apart = |unseen| {
        let stretch = Influence {
            unseen,
            ..answers.influence[0].clone()
        };
        stretch.is_apart()
    };
    assert_eq!(
        [None, Some(1.5), Some(1.51)].map(apart),
        [false, false, true]
    );
    // Estimates that are drawn somewhere say nothing of what a stretch adds.
    let mut drawn = found.clone();
    drawn.biased = true;
    let drawn = Asked {
        estimate: &drawn,
        ..asked
    };
    let refused = drawn
        .answer(&questions, &mut |_| {})
        .expect_err("a refusal");
    assert_eq!(
        refused.to_string(),
        format!(
            "what a stretch adds is a question about what recordings alone say, and {} adds to it: ask it of least squares",
            Method::Ols.title()
        )
    );
}

#[test]
fn rows_of_which_nothing_is_left_weigh_as_others() {
    let weights = [4.0, 0.0, -1.0, f64::INFINITY, f64::NAN].map(|x| weight(&x));
    assert_eq!(weights, [0.25, 1.0, 1.0, 1.0, 1.0]);
}

/// What stretches of motions of the robot by hand add, some of whose parameters are given.
fn influence(motions: &[Motion], known: &[(&str, f64)]) -> Vec<Influence> {
    let known = known
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value));
    let estimator = Estimator {
        method: Method::Ols,
        known: known.collect(),
        ..Estimator::default()
    };
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(motions, &mut |_| {}).expect("factors");
    let found = estimate(&observation, &by_hand::MODEL, &estimator).expect("an estimate");
    let record = || {
        vec![Record {
            matrix: DMatrix::zeros(9, 1),
            kept: vec![true; 9],
        }]
    };
    let noise = Noise::beside(vec![record(), record()], &[0.0, 0.0], &[]);
    let covariance = DMatrix::identity(by_hand::B, by_hand::B);
    let asked = Asked {
        equations: &equations,
        motions,
        observation: &observation,
        estimator: &estimator,
        estimate: &found,
        covariance: &covariance,
        noise: &noise,
    };
    let questions = Questions {
        influence: true,
        ..Questions::default()
    };
    let answers = asked.answer(&questions, &mut |_| {});
    answers.expect("answers").influence
}

/// What is given is not determined by any of them, and the others are by all but one.
#[test]
fn what_was_given_rests_on_no_stretch() {
    let all = influence(&[by_hand::motion(300)], &[("fv_j1", 0.7)]);
    assert_eq!(all.len(), 10);
    let information: f64 = all.iter().map(|stretch| stretch.information).sum();
    assert!((information - 1.0).abs() < 1e-9, "{information}");
    for stretch in &all {
        assert!(stretch.unseen.is_some(), "{stretch:?}");
        let moved = stretch.moved.as_ref().expect("a parameter");
        assert_ne!(moved.name, "fv_j1");
    }
}

/// 294 samples at 100 Hz, and 144 at 50 Hz: 2.94 s and 2.88 s.
#[test]
fn stretches_are_as_long_as_their_recording_at_its_own_rate() {
    let mut slow = by_hand::recording_from(1.4, 150);
    let mut processing = by_hand::processing(EquationSide::Joint);
    (slow.rate, processing.rate) = (50.0, 50.0);
    let motions = [by_hand::motion(300), by_hand::conditioned(slow, processing)];
    let all = influence(&motions, &[]);
    assert_eq!(all.len(), 10);
    for (motion, stretches) in motions.iter().zip(all.chunks_exact(5)) {
        let inside = motion.interior();
        let [from, to] = [inside.start, inside.end].map(|k| motion.time(k));
        assert!(
            (stretches[0].from - from).abs() < 1e-9,
            "{from}: {stretches:?}"
        );
        assert!((stretches[4].to - to).abs() < 1e-9, "{to}: {stretches:?}");
    }
}

/// In the second half the second motor stands, whose friction is in both rows.
#[test]
fn a_stretch_without_equations_moves_nothing() {
    let mut recording = by_hand::recording(300);
    for column in recording.velocity.iter_mut().flatten() {
        column[150..].fill(0.0);
    }
    let mut processing = by_hand::processing(EquationSide::Joint);
    processing.motor_velocity_threshold = vec![0.0, 0.1];
    let all = influence(&[by_hand::conditioned(recording, processing)], &[]);
    assert_eq!(all.len(), 10);
    assert!(
        all[1].moved.is_some() && all[1].equations > 0,
        "{:?}",
        all[1]
    );
    for stretch in &all[7..] {
        assert_eq!((stretch.equations, stretch.residual), (0, None));
        assert_eq!((stretch.unseen, stretch.moved.as_ref()), (None, None));
    }
}

/// Of 18 s and 0.54 s the short one has less than half a tenth.
#[test]
fn a_short_recording_is_a_stretch_of_its_own() {
    let motions = [by_hand::motion(1806), by_hand::motion(60)];
    let all = influence(&motions, &[]);
    assert_eq!(all.len(), 11);
    let inside = motions[1].interior();
    let [from, to] = [inside.start, inside.end].map(|k| motions[1].time(k));
    let last = &all[10];
    assert!((last.from - from).abs() < 1e-9 && (last.to - to).abs() < 1e-9);
    assert!(last.equations > 0);
}
