//! Laws of two places together, one of which has friction.

use nalgebra::{DMatrix, DVector};

use super::super::fitting::Fitted;
use super::super::knots::Knots;
use super::super::law::{Law, Shape};
use super::super::observed::{BLOCKS, Observed};
use super::super::place::places;
use super::super::proposal::Told;
use super::super::select::Candidate;
use super::super::tests::made::{COLUMNS, Written, best, hats, written};
use super::{Agreement, together};
use crate::random::Random;
use crate::regression::{Equations, Factor};
use armwright_robots::double_pendulum;
use armwright_runtime::Side;

/// Viscous friction of 2 at the first place alone.
const UNKNOWNS: [f64; COLUMNS] = [
    1.0, -2.0, 0.0, -2.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
];
const WEIGHTS: [f64; 2] = [4.0, 0.25];

fn fitted(shape: Shape) -> Fitted {
    Fitted::new(Law::of(shape), Vec::new())
}

#[test]
fn losses_are_those_of_least_squares_without_a_block() {
    let (rows, observed, knots) = written(&UNKNOWNS, 0.3);
    let laws = [fitted(Shape::Viscous), fitted(Shape::CoulombViscous)];
    let agreement = Agreement {
        observed: &observed,
        knots: &knots,
        weights: &WEIGHTS,
    };
    let found = agreement.losses(&laws);
    let expected = losses(&rows, &laws);
    // Of the first row the fifth block has nothing.
    assert_eq!([found[0].len(), found[1].len()], [9, 10]);
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    }
}

fn losses(rows: &Written, laws: &[Fitted; 2]) -> [Vec<f64>; 2] {
    let [one, other] = [0, 1].map(|k| hats(&laws[k].law));
    let width = 2 + one.ncols() + other.ncols();
    let matrix = |wanted: &dyn Fn(usize, usize) -> bool| {
        let (mut elements, mut right) = (Vec::new(), Vec::new());
        for (block, of_block) in rows.iter().enumerate() {
            for (row, equations) in of_block
                .iter()
                .enumerate()
                .filter(|(row, _)| wanted(block, *row))
            {
                let scale = WEIGHTS[row].sqrt();
                for (line, y) in equations {
                    let line = DVector::from_column_slice(line) * scale;
                    elements.extend([line[0], line[1]]);
                    elements.extend(one.tr_mul(&line.rows(2, 6)).iter());
                    elements.extend(other.tr_mul(&line.rows(8, 6)).iter());
                    right.push(scale * y);
                }
            }
        }
        (
            DMatrix::from_row_slice(right.len(), width, &elements),
            DVector::from_vec(right),
        )
    };
    [0, 1].map(|row| {
        let blocks = (0..10).filter(|k| !rows[*k][row].is_empty());
        let of = |block: usize| {
            let (others, right) = matrix(&|k, _| k != block);
            let x = best(&others, &right).0;
            let (own, right) = matrix(&|k, of| (k, of) == (block, row));
            (right - own * x).norm_squared() / rows[block][row].len() as f64
        };
        blocks.map(of).collect()
    })
}

/// Two rows with the friction of one place, which the first has and the other has not: a law of both explains the first, which
/// weighs more, and is wrong in the other.
#[test]
fn a_law_by_which_a_row_is_predicted_worse_is_given_back() {
    let mut random = Random::new(5);
    let columns: Vec<usize> = (0..8).collect();
    let mut block = || {
        let rows = [2.0, 0.0].map(|viscous| {
            let mut factor = Factor::new(8);
            for _ in 0..12 {
                let line: Vec<f64> = (0..8).map(|_| random.normal()).collect();
                // Viscous friction is as large as speed, which is 1 at two of the knots.
                let friction = viscous * (line[5] - line[3]);
                let right = line[0] - 2.0 * line[1] + friction + 0.3 * random.normal();
                factor.push(line.into_iter().enumerate(), right);
            }
            factor
        });
        rows.to_vec()
    };
    let observed = Observed {
        starts: vec![2, 8],
        layout: vec![columns.clone(), columns],
        blocks: (0..BLOCKS).map(|_| block()).collect(),
        velocities: Vec::new(),
    };
    let knots = [Knots { at: vec![0.0, 1.0] }];
    let agreement = Agreement {
        observed: &observed,
        knots: &knots,
        weights: &[4.0, 0.25],
    };
    let (laws, files) = ([fitted(Shape::Viscous)], [Some(fitted(Shape::None))]);
    let [without, with] = [Shape::None, Shape::Viscous].map(|s| agreement.losses(&[fitted(s)]));
    for k in 0..BLOCKS {
        assert!(with[0][k] < without[0][k] && with[1][k] > without[1][k]);
        assert!(with[0][k] + with[1][k] < without[0][k] + without[1][k]);
    }
    assert_eq!(agreement.reverted(&laws, &files, &|_, _| true), [0]);
    // Its place has no part of that row.
    let of_first = agreement.reverted(&laws, &files, &|_, row| row == 0);
    assert!(of_first.is_empty(), "{of_first:?}");
    // The file's own law is given back to nobody.
    let same = agreement.reverted(&laws, &[Some(fitted(Shape::Viscous))], &|_, _| true);
    assert!(same.is_empty() && agreement.reverted(&laws, &[None], &|_, _| true).is_empty());
}

/// Two rows that have the friction of both places, that of the second place the other way round in the other row, which weighs
/// less: its law makes that row be predicted worse than none at all, and the law of the first place helps both.
#[test]
fn of_two_laws_the_one_that_costs_more_is_given_back_alone() {
    let mut random = Random::new(5);
    let columns: Vec<usize> = (0..14).collect();
    let mut block = || {
        let rows = [2.0, -2.0].map(|viscous| {
            let mut factor = Factor::new(14);
            for _ in 0..30 {
                let line: Vec<f64> = (0..14).map(|_| random.normal()).collect();
                let friction = 2.2 * (line[5] - line[3]) + viscous * (line[11] - line[9]);
                let right = line[0] - 2.0 * line[1] + friction + 0.3 * random.normal();
                factor.push(line.into_iter().enumerate(), right);
            }
            factor
        });
        rows.to_vec()
    };
    let observed = Observed {
        starts: vec![2, 8, 14],
        layout: vec![columns.clone(), columns],
        blocks: (0..BLOCKS).map(|_| block()).collect(),
        velocities: Vec::new(),
    };
    let knots = [vec![0.0, 1.0], vec![0.0, 1.0]].map(|at| Knots { at });
    let agreement = Agreement {
        observed: &observed,
        knots: &knots,
        weights: &[4.0, 0.25],
    };
    let laws = [fitted(Shape::Viscous), fitted(Shape::Viscous)];
    let files = [Some(fitted(Shape::None)), Some(fitted(Shape::None))];
    assert_eq!(agreement.reverted(&laws, &files, &|_, _| true), [1]);
}

#[test]
fn losses_of_rows_are_summed_block_by_block() {
    let sums = together(&vec![vec![1.0, 2.0, 3.0], vec![10.0, 20.0]]);
    assert_eq!(sums, [11.0, 22.0, 3.0]);
    assert!(together(&Vec::new()).is_empty());
}

/// What is told of a place: the law of its file, and another that is proposed.
fn told(proposed: Option<usize>, refused: Option<&'static str>) -> Option<Told> {
    let candidate = |shape, refused| Candidate {
        fitted: fitted(shape),
        losses: Vec::new(),
        bic: 0.0,
        aic: 0.0,
        refused,
    };
    Some(Told {
        tried: vec![
            candidate(Shape::Viscous, None),
            candidate(Shape::None, refused),
        ],
        asked: false,
        proposed,
        file: 1,
        variance: 1.0,
        effective: 1.0,
    })
}

#[test]
fn a_law_that_does_not_help_all_rows_is_given_back() {
    let (_, observed, knots) = written(&UNKNOWNS, 0.3);
    let equations = Equations::of(&double_pendulum::ROBOT, Side::Joint).expect("equations");
    let places = places(&equations);
    let agreement = Agreement {
        observed: &observed,
        knots: &knots,
        weights: &WEIGHTS,
    };
    let agreed = |mut told: [Option<Told>; 2]| {
        let mut laws = [fitted(Shape::Viscous), fitted(Shape::Viscous)];
        agreement.agree(&equations, &places, &mut laws, &mut told);
        let proposed = told.map(|told| told.and_then(|told| told.proposed));
        (laws.map(|fitted| fitted.law.shape), proposed)
    };
    let new = || told(Some(0), None);
    // The first explains its row; the second explains nothing.
    let expected = ([Shape::Viscous, Shape::None], [Some(0), Some(1)]);
    assert_eq!(agreed([new(), new()]), expected);
    // A law of the file that cannot be is none that is proposed.
    let refused = agreed([new(), told(Some(0), Some("it is not so"))]);
    assert_eq!(refused, ([Shape::Viscous, Shape::None], [Some(0), None]));
    // Where nothing is proposed or told there is nothing to give back.
    let same = [Shape::Viscous; 2];
    assert_eq!(agreed([new(), told(None, None)]), (same, [Some(0), None]));
    assert_eq!(agreed([None, None]), (same, [None, None]));
}
