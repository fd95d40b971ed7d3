//! Sums of squares of one place against least squares of all rows.

use nalgebra::{DMatrix, DVector};

use super::super::fitting::Fitted;
use super::super::knots::Knots;
use super::super::law::{Law, Shape};
use super::super::observed::{BLOCKS, Observed};
use super::super::place::places;
use super::super::tests::made::{COLUMNS, best, hats, written};
use super::{Combined, Problem, Squares, push};
use crate::part::Part;
use crate::random::Random;
use crate::regression::by_hand;
use crate::regression::{Equations, Factor};
use armwright_robots::double_pendulum;
use armwright_runtime::{Side, Torque};

#[test]
fn squares_are_those_of_the_rows() {
    let rows = [
        ([1.0, 2.0], 3.0),
        ([-2.0, 0.5], 1.0),
        ([0.25, 4.0], -2.0),
        ([3.0, 1.0], 0.5),
    ];
    let mut factor = Factor::new(2);
    rows.iter()
        .for_each(|(row, right)| factor.push(row.iter().copied().enumerate(), *right));
    let squares = Squares::of(&factor);
    for x in [[0.0, 0.0], [1.0, -2.0], [0.3, 0.7]] {
        let each = rows
            .iter()
            .map(|(row, right)| (row[0] * x[0] + row[1] * x[1] - right).powi(2));
        let expected: f64 = each.sum();
        let found = squares.at(&DVector::from_row_slice(&x));
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{found} for {expected}"
        );
    }
    // Rows and a rest, times a scale.
    let mut scaled = Factor::new(2);
    let matrix = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, -2.0, 0.5, 1.0]);
    push(&mut scaled, &matrix, 5.0, 3.0);
    let found = Squares::of(&scaled).at(&DVector::from_row_slice(&[1.0, -2.0]));
    // 9 · ((1 - 4 - 3)² + (-2 - 1 - 1)² + 25).
    assert!((found - 9.0 * 77.0).abs() < 1e-9, "{found}");
}

const UNKNOWNS: [f64; COLUMNS] = [
    1.0, -2.0, -0.5, -0.9, 0.4, 1.1, 0.2, -0.3, -0.7, -1.2, 0.6, 1.3, -0.1, 0.5,
];

/// With the law of the other place its linear parameters are as free as base parameters.
#[test]
fn base_parameters_and_friction_of_others_are_the_best_ones() {
    let (rows, observed, knots) = written(&UNKNOWNS, 0.3);
    let equations = Equations::of(&double_pendulum::ROBOT, Side::Joint).expect("equations");
    let places = places(&equations);
    let weights = [4.0, 0.25];
    let law = Law::of(Shape::CoulombViscous);
    let laws = [Law::of(Shape::Coulomb), law.clone()].map(|law| Fitted::new(law, Vec::new()));
    let problem = Problem::of(&equations, &observed, &places, &knots, &laws, 0, &weights);
    // What is eliminated (two base parameters, two of the other law), what remains, the right-hand side; each row weighed.
    let matrices = |wanted: &dyn Fn(usize, usize) -> bool| {
        let (mut first, mut own, mut right) = (Vec::new(), Vec::new(), Vec::new());
        for (block, of_block) in rows.iter().enumerate() {
            for (row, equations) in of_block
                .iter()
                .enumerate()
                .filter(|(row, _)| wanted(block, *row))
            {
                let scale = f64::sqrt(weights[row]);
                for (line, y) in equations {
                    let line = DVector::from_column_slice(line) * scale;
                    let other = hats(&law).tr_mul(&line.rows(8, 6));
                    first.extend([line[0], line[1], other[0], other[1]]);
                    own.extend(line.rows(2, 6).iter().copied());
                    right.push(scale * y);
                }
            }
        }
        let count = right.len();
        (
            DMatrix::from_row_slice(count, 4, &first),
            DMatrix::from_row_slice(count, 6, &own),
            DVector::from_vec(right),
        )
    };
    let x = DVector::from_row_slice(&[-0.4, -1.0, 0.5, 0.9, 0.3, -0.2]);
    let near = |found: f64, expected: f64| {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    };
    let (first, own, right) = matrices(&|_, _| true);
    near(problem.all.at(&x), best(&first, &(right - own * &x)).1);
    // Nine folds, that of the fifth block has no rows.
    let blocks: Vec<usize> = (0..10).filter(|k| *k != 4).collect();
    assert_eq!(problem.folds.len(), 9);
    for (fold, block) in problem.folds.iter().zip(blocks) {
        assert_eq!(fold.rows, 9 + block);
        let (first, own, right) = matrices(&|k, _| k != block);
        let (g, left) = best(&first, &(right - own * &x));
        near(fold.others.at(&x), left);
        // Of the block itself its own row alone counts, with what the others say of the rest.
        let (first, own, right) = matrices(&|k, row| k == block && row == 0);
        near(
            fold.own.at(&x),
            (right - own * &x - first * g).norm_squared(),
        );
    }
    assert_eq!(problem.rows, 9 * 9 + 45 - 4);
}

#[test]
fn laws_of_all_places_stand_in_for_their_columns() {
    let (_, observed, knots) = written(&UNKNOWNS, 0.3);
    let (one, other) = (Law::of(Shape::CoulombViscous), Law::of(Shape::Coulomb));
    let laws = [one.clone(), other.clone()].map(|law| Fitted::new(law, Vec::new()));
    let factor = &observed.blocks[1][1];
    let (r, z, rest) = factor.parts();
    let all = Combined::of(&observed, &knots, &laws, None);
    assert_eq!(all.width, 2 + 2 + 1);
    let (rows, left) = all.rows(factor, &observed.layout[1]);
    assert_eq!(left, rest);
    let mut expected = DMatrix::zeros(8, 6);
    expected.columns_mut(0, 2).copy_from(&r.columns(0, 2));
    expected
        .columns_mut(4, 1)
        .copy_from(&(r.columns(2, 6) * hats(&other)));
    expected.set_column(5, &DVector::from_vec(z));
    assert!((rows - expected).amax() < 1e-12);
    // The first place as it is seen stands last.
    let first = Combined::of(&observed, &knots, &laws, Some(0));
    assert_eq!((first.before, first.width), (3, 9));
    let (rows, _) = first.rows(&observed.blocks[1][0], &observed.layout[0]);
    let (r, ..) = observed.blocks[1][0].parts();
    assert!((rows.columns(3, 6) - r.columns(2, 6)).amax() < 1e-15);
    let last = Combined::of(&observed, &knots, &laws, Some(1));
    assert_eq!((last.before, last.width), (4, 10));
    let (rows, _) = last.rows(&observed.blocks[1][0], &observed.layout[0]);
    assert!((rows.columns(2, 2) - r.columns(2, 6) * hats(&one)).amax() < 1e-12);
}

/// The second motor moves both joints, so that its friction is in both torques, that of each joint in its own. A base parameter
/// has equations of its own, by which it is 0.
#[test]
fn equations_of_every_torque_that_a_place_enters_count() {
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let places = places(&equations);
    let names: Vec<&str> = places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["j1", "j2", "m2"]);
    let layout: Vec<Vec<usize>> = vec![
        (0..7).chain(13..19).collect(),
        (0..1).chain(7..19).collect(),
    ];
    let line = |block: usize, row: usize, k: usize| -> ([f64; 6], f64) {
        let at = |j: usize| ((1 + 5 * block + 3 * row + 7 * k + j * j) as f64).sin();
        ([0, 1, 2, 3, 4, 5].map(at), at(6))
    };
    // One equation of the motor in the first torque, two in the second.
    let factor = |block: usize, row: usize| {
        let mut factor = Factor::new(13);
        factor.push([(0, 1.0)], 0.0);
        for k in 0..=row {
            let (own, right) = line(block, row, k);
            let mut all = vec![0.0; 13];
            all[7..].copy_from_slice(&own);
            factor.push(all.into_iter().enumerate(), right);
        }
        factor
    };
    let observed = Observed {
        starts: vec![1, 7, 13, 19],
        layout,
        blocks: (0..BLOCKS)
            .map(|block| vec![factor(block, 0), factor(block, 1)])
            .collect(),
        velocities: Vec::new(),
    };
    let knots = [0; 3].map(|_| Knots { at: vec![0.0, 1.0] });
    let laws = [0; 3].map(|_| Fitted::new(Law::of(Shape::None), Vec::new()));
    let weights = [4.0, 0.25];
    let of = |place: usize| {
        Problem::of(
            &equations, &observed, &places, &knots, &laws, place, &weights,
        )
    };
    for (place, each) in [(0, 2), (1, 3), (2, 5)] {
        let problem = of(place);
        let rows: Vec<usize> = problem.folds.iter().map(|fold| fold.rows).collect();
        assert_eq!((problem.rows, rows), (each * BLOCKS, vec![each; BLOCKS]));
    }
    let x = DVector::from_row_slice(&[-0.4, -1.0, 0.5, 0.9, 0.3, -0.2]);
    for (block, fold) in of(2).folds.iter().enumerate() {
        let left = |row: usize, k: usize| {
            let (own, right) = line(block, row, k);
            let sum: f64 = own.iter().zip(x.iter()).map(|(y, x)| y * x).sum();
            weights[row] * (right - sum).powi(2)
        };
        let expected = left(0, 0) + left(1, 0) + left(1, 1);
        let found = fold.own.at(&x);
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{block}: {found} for {expected}"
        );
    }
}

/// Without the torque of the shoulder that of the elbow is the first row: three base parameters and six columns of friction, in four
/// equations of each block.
#[test]
fn rows_of_a_part_are_those_of_its_own_places() {
    let robot = &double_pendulum::ROBOT;
    let part = Part::without(robot, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let equations = Equations::of(&part, Side::Joint).expect("equations");
    let places = places(&equations);
    assert_eq!((places.len(), places[0].name.as_str()), (1, "elbow"));
    let mut random = Random::new(3);
    let mut factor = || {
        let mut factor = Factor::new(9);
        for _ in 0..4 {
            let line: Vec<f64> = (0..9).map(|_| random.normal()).collect();
            factor.push(line.into_iter().enumerate(), random.normal());
        }
        factor
    };
    let observed = Observed {
        starts: vec![3, 9],
        layout: vec![(0..9).collect()],
        blocks: (0..BLOCKS).map(|_| vec![factor()]).collect(),
        velocities: Vec::new(),
    };
    let knots = [Knots { at: vec![0.0, 1.0] }];
    let laws = [Fitted::new(Law::of(Shape::Viscous), Vec::new())];
    let problem = Problem::of(&equations, &observed, &places, &knots, &laws, 0, &[1.0]);
    assert_eq!((problem.rows, problem.folds.len()), (4 * BLOCKS, BLOCKS));
}
