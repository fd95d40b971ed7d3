//! A term that is planted in rows that are written down, and noise in which there is none.

use nalgebra::{DMatrix, DVector};

use super::super::candidates::{Candidate, Place};
use super::super::seen::tests::{seen, whole};
use super::super::seen::{Seen, SeenRow};
use super::super::term::Term;
use super::super::white::White;
use super::{Search, Tried};
use crate::statistics::{Noise, Record};

/// Candidates of the four columns: both of the first joint's Coulomb and viscous, then two of the second joint.
const CANDIDATES: [Candidate; 3] = [
    Candidate {
        term: Term::Quadratic,
        place: Place::Joint(0),
        column: 0,
    },
    Candidate {
        term: Term::Spring,
        place: Place::Joint(1),
        column: 1,
    },
    Candidate {
        term: Term::Delay,
        place: Place::All,
        column: 3,
    },
];
const WEIGHTS: [f64; 2] = [4.0, 0.25];

/// The sum over all samples that count.
fn sum(seen: &Seen, row: usize, of: &dyn Fn(&DVector<f64>) -> f64) -> f64 {
    let mut sum = 0.0;
    for (stretch, record) in seen.rows[row].records.iter().enumerate() {
        for t in (0..record.kept.len()).filter(|t| record.kept[*t]) {
            sum += of(&whole(seen, row, stretch, t));
        }
    }
    sum
}

#[test]
fn mean_squares_are_those_of_the_samples_that_count() {
    let seen = seen(&[30, 20], &|random, _, _| random.normal());
    let search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![1, 0]);
    let coefficients = DVector::from_row_slice(&[0.5, -1.0, 2.0, 0.25, 3.0, -0.75, 99.0]);
    for (row, weight) in WEIGHTS.into_iter().enumerate() {
        let left = |all: &DVector<f64>| {
            let made: f64 = (0..6).map(|k| all[k] * coefficients[k]).sum();
            (all[6] - made).powi(2)
        };
        let expected = sum(&seen, row, &left) / 48.0;
        let found = search.square(row, &coefficients);
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{found} for {expected}"
        );
        // How much of the directions a row has, three times as many samples as are seen.
        let own = sum(&seen, row, &|all| all[0] * all[0] + all[1] * all[1]);
        assert!((search.lost[row] / (3.0 * weight * own) - 1.0).abs() < 1e-12);
    }
    let mut products = DMatrix::zeros(7, 7);
    for (row, weight) in WEIGHTS.iter().enumerate() {
        products += seen.plain(row) * *weight;
    }
    assert!((&search.products - products).amax() < 1e-12);
    let columns: Vec<Vec<usize>> = (0..3).map(|k| search.columns_of(k)).collect();
    assert_eq!(columns, [vec![2], vec![3, 4], vec![5]]);
    assert!(search.columns().is_empty());
}

/// White noise of a variance of 0.7 in 100 samples, of which 7 are lost: (100 - 7) ln 0.7; another row likewise.
#[test]
fn residuals_are_the_likelier_the_less_innovations_scatter() {
    let seen = seen(&[30], &|random, _, _| random.normal());
    let mut search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    search.lost = vec![7.0, 200.0];
    let row =
        |size: f64, samples: usize| vec![(0..samples).map(|_| Some(size)).collect::<Vec<_>>()];
    let found = search.unlikelihood(&[row(0.7f64.sqrt(), 100), row(9.0, 50)]);
    assert!((found - 93.0 * 0.7f64.ln()).abs() < 1e-9, "{found}");
    search.lost[1] = 10.0;
    let found = search.unlikelihood(&[row(0.7f64.sqrt(), 100), row(9.0, 50)]);
    assert!(
        (found - 93.0 * 0.7f64.ln() - 40.0 * 81f64.ln()).abs() < 1e-9,
        "{found}"
    );
    // Each row by its own order: of the pairs (1, 2) and (3, 5) a factor of 1.7 leaves 0.05.
    let mut search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![1, 0]);
    search.lost = vec![0.0, 10.0];
    let pairs = vec![vec![Some(1.0), Some(2.0), None, Some(3.0), Some(5.0)]];
    let found = search.unlikelihood(&[pairs, row(9.0, 50)]);
    assert!(
        (found - 2.0 * 0.05f64.ln() - 40.0 * 81f64.ln()).abs() < 1e-9,
        "{found}"
    );
}

/// A probability of a thousandth in all, of three candidates a third of it each.
#[test]
fn a_candidate_of_several_has_to_be_the_surer() {
    let seen = seen(&[30], &|random, _, _| random.normal());
    let search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    let sure = [3.3e-4, 3.4e-4, 9e-4].map(|probability| search.is_sure(probability));
    assert_eq!(sure, [true, false, false]);
}

/// All four columns are there, more than three.
#[test]
fn each_row_may_lack_several_terms() {
    let candidate = |term, place, column| Candidate {
        term,
        place,
        column,
    };
    let four = [
        candidate(Term::Drift, Place::Joint(0), 0),
        candidate(Term::Drift, Place::Joint(1), 1),
        candidate(Term::Directional, Place::Joint(1), 2),
        candidate(Term::Delay, Place::All, 3),
    ];
    let seen = seen(&[120, 90], &|random, _, values| {
        0.8 * values[2..].iter().sum::<f64>() + 0.3 * random.normal()
    });
    let mut search = Search::of(&seen, &four, &WEIGHTS, vec![0, 0]);
    search.run();
    let mut found: Vec<usize> = search.found.iter().map(|found| found.candidate).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2, 3]);
}

/// Four columns of one row are there.
#[test]
fn three_terms_a_row_are_looked_for() {
    let candidate = |term, place, column| Candidate {
        term,
        place,
        column,
    };
    let four = [
        candidate(Term::Drift, Place::Joint(0), 0),
        candidate(Term::Directional, Place::Joint(0), 1),
        candidate(Term::Delay, Place::Joint(0), 2),
        candidate(Term::Delay, Place::All, 3),
    ];
    let mut random = crate::random::Random::new(2);
    let mut matrix = DMatrix::zeros(200, 7);
    for t in 0..200 {
        let mut values: Vec<f64> = (0..6).map(|_| random.normal()).collect();
        values[..2].iter_mut().for_each(|x| *x *= 0.02);
        let made = 0.8 * values[2..].iter().sum::<f64>();
        values.push(made + 0.3 * random.normal());
        matrix.set_row(t, &nalgebra::RowDVector::from_vec(values));
    }
    let kept = vec![true; 200];
    let row = SeenRow {
        place: Some(0),
        columns: (0..7).collect(),
        records: vec![Record { matrix, kept }],
    };
    let seen = Seen {
        directions: 2,
        width: 7,
        rows: vec![row],
        times: 3.0,
        white: Vec::new(),
    };
    let mut search = Search::of(&seen, &four, &[1.0], vec![0]);
    search.run();
    assert_eq!(search.found.len(), 3);
}

/// Three columns of the second row are nearly the same, two of them of friction near standstill that differs in its speed alone.
#[test]
fn terms_that_differ_in_a_number_are_named_once() {
    let candidate = |term, column| Candidate {
        term,
        place: Place::Joint(1),
        column,
    };
    let alike = [
        candidate(Term::Directional, 1),
        candidate(Term::Stribeck { speed: 0.1 }, 2),
        candidate(Term::Stribeck { speed: 0.2 }, 3),
    ];
    let mut seen = seen(&[120, 90], &|_, _, values| values[1]);
    let mut random = crate::random::Random::new(9);
    for record in &mut seen.rows[1].records {
        for t in (0..record.kept.len()).filter(|t| record.kept[*t]) {
            let first = record.matrix[(t, 2)];
            (3..5).for_each(|k| record.matrix[(t, k)] = first + 0.02 * random.normal());
            record.matrix[(t, 5)] = 0.5 * first + 0.3 * random.normal();
        }
    }
    for record in &mut seen.rows[0].records {
        for t in (0..record.kept.len()).filter(|t| record.kept[*t]) {
            record.matrix[(t, 3)] *= 1e-3;
            record.matrix[(t, 4)] = 0.3 * random.normal();
        }
    }
    let mut search = Search::of(&seen, &alike, &WEIGHTS, vec![0, 0]);
    search.run();
    let found = &search.found[0];
    let [other] = found.alternatives[..] else {
        panic!("{:?}", found.alternatives)
    };
    let is_straight = [alike[found.candidate].term, other].map(|term| term == Term::Directional);
    assert_ne!(is_straight[0], is_straight[1]);
}

#[test]
fn a_column_costs_what_it_gains_by_chance() {
    let tried = Tried {
        candidate: 0,
        gain: 11.0,
        count: 2,
    };
    assert_eq!(tried.worth(), 7.0);
}

#[test]
fn a_term_that_is_there_is_found_and_no_other() {
    // 0.8 times the first column of the spring and -0.5 times the second, at the second joint.
    let planted = |random: &mut crate::random::Random, row: usize, values: &[f64]| {
        let made = if row == 1 {
            0.8 * values[2] - 0.5 * values[3]
        } else {
            0.0
        };
        made + 0.3 * random.normal()
    };
    let seen = seen(&[120, 90], &planted);
    let mut search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    search.run();
    let [found] = &search.found[..] else {
        panic!("{} terms", search.found.len())
    };
    assert_eq!((found.candidate, found.row), (1, 1));
    assert!(found.alternatives.is_empty());
    assert_eq!(search.columns(), [3, 4]);
    // Of the row without any, with the directions, with the spring.
    let squares = |columns: &[usize]| {
        // As the estimator weighs rows.
        let mut normal = DMatrix::<f64>::zeros(columns.len(), columns.len());
        let mut right = DVector::zeros(columns.len());
        for (row, weight) in WEIGHTS.iter().enumerate() {
            for (i, a) in columns.iter().enumerate() {
                right[i] += weight * sum(&seen, row, &|all| all[*a] * all[6]);
                for (j, b) in columns.iter().enumerate() {
                    normal[(i, j)] += weight * sum(&seen, row, &|all| all[*a] * all[*b]);
                }
            }
        }
        let x: DVector<f64> = normal.try_inverse().expect("an inverse") * right;
        let left = |all: &DVector<f64>| {
            let made: f64 = columns.iter().zip(x.iter()).map(|(k, x)| all[*k] * x).sum();
            (all[6] - made).powi(2)
        };
        (sum(&seen, 1, &left) / 208.0, x)
    };
    let all = sum(&seen, 1, &|all| all[6] * all[6]) / 208.0;
    let (before, after) = (squares(&[0, 1]).0, squares(&[0, 1, 3, 4]));
    for (found, expected) in found.squares.iter().zip([all, before, after.0]) {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    }
    let coefficients = search.weighed().coefficients();
    for (column, expected) in [
        (0, after.1[0]),
        (1, after.1[1]),
        (3, after.1[2]),
        (4, after.1[3]),
        (2, 0.0),
        (5, 0.0),
    ] {
        assert!((coefficients[column] - expected).abs() < 1e-9, "{column}");
    }
    // The noise beside it is white, of the squares that it leaves.
    let noise = search.noise();
    assert_eq!(noise.rows.len(), 2);
    assert!(
        (noise.rows[1].innovation() / after.0 - 1.0).abs() < 0.2,
        "{noise:?}"
    );
    let white = White::of(&seen, &noise);
    // Noise that is white gains as chi-square has it: a gain of 60 by one column has a probability of 1e-14.
    let chance = |gain: f64| {
        let tried = Tried {
            candidate: 2,
            gain,
            count: 1,
        };
        search.chance(&tried, &noise, &white, &white.products())
    };
    assert!(chance(60.0) < 1e-4 && chance(1.0) > 0.1 && chance(1.0) > chance(4.0));
    let none = super::super::seen::tests::seen(&[120, 90], &|random, _, _| 0.3 * random.normal());
    let mut search = Search::of(&none, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    search.run();
    assert!(search.found.is_empty());
}

/// What is called friction has to brake.
#[test]
fn a_term_with_the_wrong_sign_is_none() {
    let coulomb = Candidate {
        term: Term::Coulomb,
        place: Place::Joint(0),
        column: 0,
    };
    // A spring, which may push either way, before it or behind.
    let orders = [[coulomb, CANDIDATES[1]], [CANDIDATES[1], coulomb]];
    let found = |order: &[Candidate], sign: f64| {
        let seen = seen(&[120, 90], &|random, row, values| {
            let made = if row == 0 { sign * values[2] } else { 0.0 };
            made + 0.3 * random.normal()
        });
        let mut search = Search::of(&seen, order, &WEIGHTS, vec![0, 0]);
        search.run();
        search.found.len()
    };
    for order in orders {
        assert_eq!([0.8, -0.8].map(|sign| found(&order, sign)), [1, 0]);
    }
}

/// Two terms of one joint that are alike: the one that explains most is named, the other as well; one of another joint is not.
#[test]
fn terms_that_explain_as_much_are_named_beside() {
    let candidate = |term, place, column| Candidate {
        term,
        place,
        column,
    };
    let alike = [
        candidate(Term::Directional, Place::Joint(1), 1),
        candidate(Term::Drift, Place::Joint(1), 2),
        candidate(Term::Load, Place::Joint(0), 3),
    ];
    let mut seen = seen(&[120, 90], &|_, _, values| values[1]);
    let mut random = crate::random::Random::new(9);
    // In the second row all three columns are nearly the same.
    for record in &mut seen.rows[1].records {
        for t in (0..record.kept.len()).filter(|t| record.kept[*t]) {
            let first = record.matrix[(t, 2)];
            (3..5).for_each(|k| record.matrix[(t, k)] = first + 0.1 * random.normal());
            record.matrix[(t, 5)] = 0.5 * first + 0.3 * random.normal();
        }
    }
    for record in &mut seen.rows[0].records {
        for t in (0..record.kept.len()).filter(|t| record.kept[*t]) {
            record.matrix[(t, 3)] *= 1e-3;
            record.matrix[(t, 4)] = 0.3 * random.normal();
        }
    }
    let mut search = Search::of(&seen, &alike, &WEIGHTS, vec![0, 0]);
    search.run();
    let found = &search.found[0];
    let other = if found.candidate == 0 {
        Term::Drift
    } else {
        Term::Directional
    };
    assert!(found.candidate < 2 && found.row == 1);
    assert_eq!(found.alternatives, [other]);
}

/// The probability that noise gains as much: of four samples of two rows, white, of unit variance, and independent of each other.
fn chance_in_four_samples(tried: &Tried) -> f64 {
    let seen = seen(&[5], &|random, _, _| random.normal());
    let search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    let record = |values: [f64; 8]| Record {
        matrix: DMatrix::from_column_slice(8, 1, &values),
        kept: vec![true; 8],
    };
    let one = record([1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
    let other = record([1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0]);
    let noise = Noise::beside(vec![vec![one], vec![other]], &[1.0, 1.0], &[]);
    let white = White::of(&seen, &noise);
    search.chance(tried, &noise, &white, &white.products())
}

/// Two columns take nearly all of four samples, so that noise alone gains much: a gain of 20 is of some hundredths, where
/// chi-square has e⁻¹⁰.
#[test]
fn of_few_samples_noise_gains_more_than_chi_square_has_it() {
    let chance = chance_in_four_samples(&Tried {
        candidate: 1,
        gain: 20.0,
        count: 2,
    });
    assert!((5e-4..0.2).contains(&chance), "{chance}");
}

/// The probability of more than a gain, over all gains, is the gain that is expected: of two columns in much noise 2, and never less,
/// however the draws fall; 40 of them have it to a third.
#[test]
fn noise_gains_what_its_draws_do_and_a_unit_a_column_at_least() {
    let seen = seen(&[60], &|random, _, _| random.normal());
    let search = Search::of(&seen, &CANDIDATES, &WEIGHTS, vec![0, 0]);
    let noise = search.noise();
    let white = White::of(&seen, &noise);
    let products = white.products();
    let chance = |gain: f64| {
        let tried = Tried {
            candidate: 1,
            gain,
            count: 2,
        };
        search.chance(&tried, &noise, &white, &products)
    };
    // Simpson's rule in steps of 2 up to 24, where chi-square leaves e⁻¹².
    let mean: f64 = (0..=12)
        .map(|k| {
            let weight = match k {
                0 | 12 => 1.0,
                k if k % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * 2.0 / 3.0 * chance(2.0 * f64::from(k))
        })
        .sum();
    assert!((1.95..3.0).contains(&mean), "{mean}");
    assert_eq!(chance(0.0), 1.0);
}

/// One column takes a good part of four samples: a gain of 20 is of some thousandths, where chi-square has 8e-6.
#[test]
fn of_few_samples_noise_gains_more_by_a_single_column_as_well() {
    let chance = chance_in_four_samples(&Tried {
        candidate: 0,
        gain: 20.0,
        count: 1,
    });
    assert!((1e-4..0.1).contains(&chance), "{chance}");
}

/// 0.8 of a column of unit variance in both rows, beside noise: of 0.3 it is nine tenths, of 1 four, of 3 less than one.
#[test]
fn a_term_is_told_by_its_own_row_or_by_the_one_that_it_explains_best() {
    for (place, noise, row) in [
        (Place::All, [0.3, 3.0], 0),
        (Place::All, [1.0, 0.3], 1),
        (Place::Joint(0), [0.3, 3.0], 0),
        (Place::Joint(1), [1.0, 0.3], 1),
        // Of its own row it explains a tenth at least.
        (Place::Joint(0), [1.0, 0.3], 0),
        (Place::Joint(1), [0.3, 1.0], 1),
        (Place::Motor(1), [0.3, 1.0], 1),
        (Place::Joint(1), [0.3, 3.0], 0),
        (Place::Motor(1), [0.3, 3.0], 0),
    ] {
        let both = [Candidate {
            term: Term::Drift,
            place,
            column: 3,
        }];
        let seen = seen(&[120, 90], &|random, row, values| {
            0.8 * values[values.len() - 1] + noise[row] * random.normal()
        });
        let mut search = Search::of(&seen, &both, &WEIGHTS, vec![0, 0]);
        search.run();
        let found: Vec<usize> = search.found.iter().map(|found| found.row).collect();
        assert_eq!(found, [row], "{place:?} {noise:?}");
    }
}
