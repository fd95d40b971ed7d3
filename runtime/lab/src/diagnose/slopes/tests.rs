//! Velocities and accelerations that belong to their positions, however they were measured, and those that do not.

use std::borrow::Cow;
use std::f64::consts::TAU;

use super::{Mismatch, Relation, integral, mismatches, window};
use crate::random::Random;

const RATE: f64 = 500.0;
const SAMPLES: usize = 5000;
const NAMES: [&str; 3] = ["q1", "q2", "q3"];
/// Amplitudes, Hz and phases of two sines a joint.
const SINES: [[(f64, f64, f64); 2]; 3] = [
    [(0.8, 0.3, 0.1), (0.1, 1.1, 0.7)],
    [(0.5, 0.4, 1.2), (0.1, 0.9, 0.2)],
    [(0.3, 0.7, 2.1), (0.2, 0.2, 0.4)],
];

type Columns = Vec<Vec<f64>>;

/// The derivative of this order of every joint's motion.
fn motion(order: i32) -> Columns {
    let at = |sines: &[(f64, f64, f64); 2], k: usize| {
        let each = sines.iter().map(|(amplitude, frequency, phase)| {
            let w = TAU * frequency;
            let turned = f64::from(order) * TAU / 4.0;
            amplitude * w.powi(order) * (w * k as f64 / RATE + phase + turned).sin()
        });
        each.sum()
    };
    let column = |sines| (0..SAMPLES).map(|k| at(sines, k)).collect();
    SINES.iter().map(column).collect()
}

fn each(columns: &Columns, change: impl Fn(&[f64]) -> Vec<f64>) -> Columns {
    columns.iter().map(|column| change(column)).collect()
}

fn found(positions: &Columns, columns: &Columns, order: usize) -> Vec<Option<Mismatch>> {
    let positions: Vec<Option<Cow<'_, [f64]>>> = positions.iter().map(|q| Some(q.into())).collect();
    let columns: Vec<Cow<'_, [f64]>> = columns.iter().map(Into::into).collect();
    mismatches(&positions, &columns, RATE, order, &NAMES)
}

/// Each with noise of so many times its own root mean square.
fn noisy(columns: &Columns, share: f64) -> Columns {
    let mut random = Random::new(5);
    let mut add = |column: &Vec<f64>| -> Vec<f64> {
        let square = column.iter().map(|x| x * x).sum::<f64>() / column.len() as f64;
        let noise = share * square.sqrt();
        column.iter().map(|x| x + noise * random.normal()).collect()
    };
    columns.iter().map(&mut add).collect()
}

fn rounded(columns: &Columns, step: f64) -> Columns {
    each(columns, |c| {
        c.iter().map(|x| (x / step).round() * step).collect()
    })
}

fn late(columns: &Columns, samples: usize) -> Columns {
    each(columns, |c| {
        (0..c.len()).map(|k| c[k.saturating_sub(samples)]).collect()
    })
}

/// Behind a filter of first order with a corner at so many Hz.
fn filtered(columns: &Columns, corner: f64) -> Columns {
    each(columns, |c| {
        let (mut y, a) = (c[0], 1.0 - (-TAU * corner / RATE).exp());
        let next = c.iter().map(|x| {
            y += a * (x - y);
            y
        });
        next.collect()
    })
}

/// What a controller makes of positions: differences of neighbours.
fn differenced(columns: &Columns) -> Columns {
    each(columns, |c| {
        let slope = |k: usize| (c[k] - c[k.saturating_sub(1)]) * RATE;
        (0..c.len()).map(slope).collect()
    })
}

#[test]
fn what_belongs_to_its_positions_is_no_fault() {
    let none = vec![None; 3];
    for order in [1, 2] {
        let (q, v) = (motion(0), motion(order as i32));
        let made = |q: &Columns| (0..order).fold(q.clone(), |q, _| differenced(&q));
        let cases = [
            ("clean", q.clone(), v.clone()),
            ("noise", noisy(&q, 1e-3), noisy(&v, 1.0)),
            ("noise of positions", noisy(&q, 0.1), v.clone()),
            ("much noise of positions", noisy(&q, 0.8), v.clone()),
            ("steps", rounded(&q, 0.01), v.clone()),
            ("coarse steps", rounded(&q, 0.25), v.clone()),
            ("steps of both", rounded(&q, 0.01), made(&rounded(&q, 0.01))),
            ("noise of both", noisy(&q, 0.01), made(&noisy(&q, 0.01))),
            (
                "other noise of both",
                noisy(&q, 1e-4),
                made(&noisy(&q, 2e-4)),
            ),
            ("coarse velocity", q.clone(), rounded(&v, 0.5)),
            ("late", q.clone(), late(&v, 25)),
            ("later", q.clone(), late(&v, 50)),
            ("early", late(&q, 25), v.clone()),
            ("filtered", q.clone(), filtered(&v, 2.0)),
            ("strongly filtered", q.clone(), filtered(&v, 0.5)),
            (
                "a gain",
                q.clone(),
                each(&v, |c| c.iter().map(|x| 1.4 * x).collect()),
            ),
            (
                "an offset",
                q.clone(),
                each(&v, |c| c.iter().map(|x| x + 0.1).collect()),
            ),
        ];
        for (name, q, v) in cases {
            assert_eq!(found(&q, &v, order), none, "{name} of order {order}");
        }
    }
}

#[test]
fn a_wrong_sign_unit_or_column_is_named_whatever_the_noise() {
    let scaled = |c: &Columns, by: f64| each(c, |c| c.iter().map(|x| by * x).collect());
    for order in [1, 2] {
        let (q, v) = (motion(0), motion(order as i32));
        for (q, v) in [
            (q.clone(), v.clone()),
            (rounded(&q, 0.01), noisy(&v, 0.5)),
            (q.clone(), late(&v, 20)),
        ] {
            let of = |k: usize, column: Vec<f64>| {
                let mut changed = v.clone();
                changed[k] = column;
                found(&q, &changed, order)
            };
            let times = |by: f64| of(1, scaled(&v, by)[1].clone());
            assert_eq!(times(-1.0), [None, Some(Mismatch::Sign), None]);
            for by in [360.0 / TAU, -360.0 / TAU, TAU / 360.0, 60.0 / TAU, 2.0] {
                let [None, Some(Mismatch::Factor(factor)), None] = times(by)[..] else {
                    panic!("{by} of order {order}: {:?}", times(by));
                };
                assert!((factor / by).ln().abs() < 0.1, "{factor} of {by}");
            }
            assert_eq!(
                of(1, vec![0.0; SAMPLES]),
                [None, Some(Mismatch::Unrelated), None]
            );
            let exchanged = vec![v[0].clone(), v[2].clone(), v[1].clone()];
            let other = |name| Some(Mismatch::Of(name));
            assert_eq!(
                found(&q, &exchanged, order),
                [None, other("q3"), other("q2")]
            );
        }
        let mut random = Random::new(1);
        let noise: Vec<f64> = (0..SAMPLES).map(|_| random.normal()).collect();
        let foreign = vec![noise; 3];
        assert_eq!(found(&q, &foreign, order), [Some(Mismatch::Unrelated); 3]);
    }
}

#[test]
fn a_joint_that_moves_no_farther_than_its_noise_says_nothing() {
    let mut random = Random::new(3);
    let noise: Vec<f64> = (0..SAMPLES).map(|_| random.normal()).collect();
    let steps: Vec<f64> = (0..SAMPLES).map(|k| (k / 700 % 2) as f64).collect();
    for order in [1, 2] {
        assert_eq!(window(&noise, order), None);
        assert_eq!(window(&[0.5; 100], order), None);
        assert_eq!(window(&[], order), None);
        assert!(window(&motion(0)[0], order).is_some_and(|width| (100..500).contains(&width)));
        let (q, v) = (&motion(0)[1], &motion(order as i32)[1]);
        let still = [None, Some(q.into()), None];
        let found = mismatches(&still, &[v.into(), v.into(), v.into()], RATE, order, &NAMES);
        assert_eq!(found, [None; 3]);
    }
    assert_eq!(window(&steps, 2), None);
    // At a constant speed nothing is seen of the acceleration.
    let ramp: Vec<f64> = (0..SAMPLES).map(|k| 1e-3 * k as f64).collect();
    assert_eq!(window(&ramp, 2), None);
    assert_eq!(
        found(&vec![ramp.clone()], &vec![vec![0.5; SAMPLES]], 1),
        [None]
    );
    let sign = Some(Mismatch::Sign);
    assert_eq!(found(&vec![ramp], &vec![vec![-0.5; SAMPLES]], 1), [sign]);
}

#[test]
fn an_integral_is_that_of_straight_lines() {
    let line: Vec<f64> = (0..5).map(f64::from).collect();
    let found = integral(&line, 2.0);
    let expected = [0.0, 0.25, 1.0, 2.25, 4.0];
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(x, y)| (x - y).abs() < 1e-12)
    );
    assert!(integral(&[], 1.0).is_empty());
}

/// Either way round and with either sign it is the same unit that is wrong.
#[test]
fn a_factor_is_of_the_unit_that_it_is_nearest_to() {
    let degrees = "degrees taken for radians";
    let minutes = "turns a minute taken for radians a second";
    let turns = "turns taken for radians";
    let thousandths = "thousandths taken for whole units";
    for (factor, unit) in [
        (360.0 / TAU, degrees),
        (-TAU / 360.0, degrees),
        (TAU / 60.0, minutes),
        (-60.0 / TAU, minutes),
        (TAU, turns),
        (-TAU, turns),
        (1.0 / TAU, turns),
        (1000.0, thousandths),
        (0.001, thousandths),
    ] {
        assert_eq!(
            Mismatch::Factor(factor).remedy(),
            format!("the unit of one of the two is wrong, as of {unit}"),
            "{factor}"
        );
    }
    let none = Mismatch::Factor(1.2 * TAU).remedy();
    assert_eq!(none, "check the units of both columns, and that of time");
}

/// A column of another joint may have the opposite sign besides.
#[test]
fn a_column_of_another_joint_is_known_by_its_negative_too() {
    let (q, v) = (motion(0), motion(1));
    let negative = v[2].iter().map(|x| -x).collect();
    let changed = vec![v[0].clone(), negative, v[2].clone()];
    assert_eq!(
        found(&q, &changed, 1),
        [None, Some(Mismatch::Of("q3")), None]
    );
}

/// Least squares the other way round have 6.25 for 4, and 2.5 for 1.6: between them are 5 and 2.
#[test]
fn a_factor_is_between_those_of_both_regressions() {
    let of = |factor, correlation| {
        let relation = Relation {
            factor,
            correlation,
        };
        relation.mismatch()
    };
    assert_eq!(of(4.0, 0.8), Some(Mismatch::Factor(5.0)));
    assert_eq!(of(-4.0, -0.8), Some(Mismatch::Factor(-5.0)));
    assert_eq!(of(1.6, 0.8), Some(Mismatch::Factor(2.0)));
    // From 0.45 to 0.703 there is two thirds.
    assert_eq!(
        [of(0.45, 0.8), of(-0.45, -0.8)],
        [None, Some(Mismatch::Sign)]
    );
    assert_eq!(of(0.4, 0.8), Some(Mismatch::Factor(0.5)));
}

/// Eight samples a step of 1/1024 apart, with a variance of 5.25 squares of it: a difference of two steps, 4, is above half of
/// that, and far above a twelfth, of noise of encoder steps.
#[test]
fn an_encoder_step_has_the_noise_of_its_square() {
    let steps: Vec<f64> = (0..8).map(|k| f64::from(k) / 1024.0).collect();
    assert_eq!(window(&steps, 1), Some(2));
    // Ten have a variance of 8.25, of which half is more than 4: samples have to be four apart, which ten are enough for.
    let ten: Vec<f64> = (0..10).map(|k| f64::from(k) / 1024.0).collect();
    assert_eq!(window(&ten, 1), Some(4));
}
