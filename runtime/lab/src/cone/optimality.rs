//! Programs whose optima are known, or recognised by the conditions of optimality.

use nalgebra::Matrix4;

use super::block::{PAIRS, Vector, extremes, matrix, vector};
use super::interior_point::{Ending, minimise};
use super::program::{Constraint, Program};
use crate::random::Random;

fn definite(random: &mut Random) -> Matrix4<f64> {
    let half = Matrix4::from_fn(|_, _| random.normal());
    half * half.transpose()
}

fn interior(random: &mut Random, blocks: usize, scalars: usize) -> Vec<f64> {
    let inside = (0..blocks).flat_map(|_| vector(&definite(random)).as_slice().to_vec());
    let mut inside: Vec<f64> = inside.collect();
    inside.extend((0..scalars).map(|_| random.normal().powi(2)));
    inside
}

/// A program with points inside the cone and inside its dual.
fn sound(random: &mut Random, blocks: usize, scalars: usize, rows: usize) -> Program {
    let point = interior(random, blocks, scalars);
    let mut cost = interior(random, blocks, scalars);
    let mut all = Vec::new();
    for _ in 0..rows {
        // As base parameters are: each of a few of all parameters.
        let mut terms = Vec::new();
        for k in 0..point.len() {
            if random.normal() > 1.0 {
                terms.push((k, random.normal()));
            }
        }
        let right = terms.iter().map(|(k, a)| a * point[*k]).sum();
        let multiplier = random.normal();
        for (k, a) in &terms {
            cost[*k] += multiplier * a;
        }
        if !terms.is_empty() {
            all.push(Constraint { terms, right });
        }
    }
    Program {
        blocks,
        scalars,
        rows: all,
        cost: cost.into_iter().enumerate().collect(),
        limit: 1e4,
    }
}

/// Feasible, dual feasible and complementary: nothing else makes an optimum.
fn check(program: &Program) {
    let found = minimise(program);
    assert_eq!(found.ending, Ending::Converged, "{found:?}");
    let x = &found.variables;
    for row in &program.rows {
        let left: f64 = row.terms.iter().map(|(k, a)| a * x[*k]).sum();
        assert!((left - row.right).abs() < 1e-6, "{left} for {}", row.right);
    }
    let mut rest = program.dense_cost();
    for (row, y) in program.rows.iter().zip(&found.multipliers) {
        for (k, a) in &row.terms {
            rest[*k] -= a * y;
        }
    }
    let limit = found.multipliers[program.rows.len()];
    assert!(limit < 1e-7, "the limit's multiplier is {limit}");
    for (k, a) in program.trace() {
        rest[k] -= a * limit;
    }
    let scale = 1.0 + found.value.abs();
    let mut product = 0.0;
    for block in 0..program.blocks {
        let at = PAIRS.len() * block..PAIRS.len() * (block + 1);
        let (x, z) = (
            matrix(&Vector::from_column_slice(&x[at.clone()])),
            matrix(&Vector::from_column_slice(&rest[at])),
        );
        assert!(extremes(&x).0 > -1e-9 && extremes(&z).0 > -1e-7 * scale);
        product += x.dot(&z);
    }
    for k in PAIRS.len() * program.blocks..program.variables() {
        assert!(x[k] > -1e-9 && rest[k] > -1e-7 * scale);
        product += x[k] * rest[k];
    }
    assert!(product.abs() < 1e-5 * scale, "{product}");
    assert!(found.proved <= found.value + 1e-9 * scale);
    assert!(found.value - found.proved < 1.1e-8 * scale);
}

#[test]
fn optima_satisfy_the_conditions_of_karush_kuhn_and_tucker() {
    let mut random = Random::new(11);
    for (blocks, scalars, rows) in [(1, 0, 3), (1, 2, 6), (3, 6, 20), (7, 21, 50), (7, 0, 43)] {
        for _ in 0..4 {
            check(&sound(&mut random, blocks, scalars, rows));
        }
    }
}

#[test]
fn the_smallest_eigenvalue_is_found() {
    // min <C, X> with trace 1 is the smallest eigenvalue of C.
    let mut random = Random::new(3);
    let c = definite(&mut random) - Matrix4::identity();
    let mut program = Program {
        blocks: 1,
        scalars: 0,
        rows: Vec::new(),
        cost: vector(&c).iter().copied().enumerate().collect(),
        limit: 1e4,
    };
    program.rows.push(Constraint {
        terms: program.trace().collect(),
        right: 1.0,
    });
    let found = minimise(&program);
    assert!((found.value - extremes(&c).0).abs() < 1e-8);
    assert!((found.proved - extremes(&c).0).abs() < 1e-8);
}

#[test]
fn what_cannot_be_is_proved_to_be_impossible() {
    // Elements 1, 1 on the diagonal and 2 beside them: no such matrix is positive.
    let fixed = |k: usize, right: f64| Constraint {
        terms: vec![(k, 1.0)],
        right,
    };
    let program = Program {
        blocks: 1,
        scalars: 0,
        rows: vec![fixed(0, 1.0), fixed(4, 1.0), fixed(1, 2.0 * 2f64.sqrt())],
        cost: vec![(9, 1.0)],
        limit: 1e4,
    };
    assert_eq!(minimise(&program).ending, Ending::Infeasible);
    let negative = Program {
        blocks: 0,
        scalars: 2,
        rows: vec![Constraint {
            terms: vec![(0, 1.0), (1, 2.0)],
            right: -1.0,
        }],
        cost: vec![(0, 1.0)],
        limit: 1e4,
    };
    assert_eq!(minimise(&negative).ending, Ending::Infeasible);
}

#[test]
fn without_a_floor_the_limit_carries_the_optimum() {
    let program = Program {
        blocks: 1,
        scalars: 1,
        rows: vec![Constraint {
            terms: vec![(0, 1.0)],
            right: 1.0,
        }],
        cost: vec![(9, -1.0)],
        limit: 1e4,
    };
    let found = minimise(&program);
    assert!((found.limit_share / 1e4 - 1.0).abs() < 1e-3, "{found:?}");
}
