//! The steps of a run against the equations that they solve.

use nalgebra::{DVector, Matrix4};

use super::super::block::extremes;
use super::super::program::{Constraint, Program};
use super::super::standard::{Point, Standard};
use super::{Ending, Run, Solution, definite, minimise, second_order};
use crate::random::Random;

fn program() -> Program {
    let row = |terms: &[(usize, f64)], right: f64| Constraint {
        terms: terms.to_vec(),
        right,
    };
    Program {
        blocks: 1,
        scalars: 2,
        rows: vec![
            row(&[(0, 1.0), (2, -0.5), (10, 2.0)], 3.0),
            row(&[(4, 2.0), (7, 1.0), (11, -1.0)], -40.0),
        ],
        cost: vec![(0, 1.0), (4, 30.0), (5, -0.5), (9, 2.0), (10, -3.0)],
        limit: 9.0,
    }
}

fn inside(random: &mut Random) -> Point {
    let half = Matrix4::from_fn(|_, _| random.normal());
    Point {
        blocks: vec![half * half.transpose() + Matrix4::identity() * 0.1],
        scalars: (0..3).map(|_| 0.2 + random.uniform()).collect(),
    }
}

#[test]
fn a_run_begins_far_inside() {
    let program = program();
    let standard = Standard::of(&program);
    let run = Run::start(&standard);
    // Order 4 + 3; the largest right-hand side is 40 / √6.
    let primal = 10f64.max(7f64.sqrt() * (1.0 + 40.0 / 6f64.sqrt()) / 2.0);
    let dual = (1.0f64 + 900.0 + 0.25 + 4.0 + 9.0).sqrt();
    assert!((run.x.scalars[1] - primal).abs() < 1e-12 && (run.z.scalars[2] - dual).abs() < 1e-12);
    assert_eq!(run.x.blocks[0], Matrix4::identity() * run.x.scalars[0]);
    assert!((run.mu - primal * dual).abs() < 1e-9 && run.y == DVector::zeros(3));
    let small = Program {
        rows: Vec::new(),
        cost: vec![(9, 1.0)],
        ..program
    };
    let standard = Standard::of(&small);
    let run = Run::start(&standard);
    assert_eq!(
        (run.x.scalars[0], run.z.scalars[0], run.mu),
        (10.0, 10.0, 100.0)
    );
}

#[test]
fn directions_solve_newtons_equations() {
    let program = program();
    let standard = Standard::of(&program);
    let mut random = Random::new(5);
    let run = Run {
        standard: &standard,
        x: inside(&mut random),
        y: DVector::from_vec(vec![0.3, -0.8, 1.1]),
        z: inside(&mut random),
        mu: 0.5,
    };
    let linear = run.linearise().expect("definite");
    let second = inside(&mut random);
    let mu = 0.37;
    let way = run.direction(&linear, mu, &second);
    assert!((standard.apply(&run.x.moved(1.0, &way.x)) - &standard.right).amax() < 1e-9);
    let y = &run.y + &way.y;
    let lacking = standard
        .transposed(&y)
        .moved(1.0, &run.z.moved(1.0, &way.z))
        .moved(-1.0, &standard.cost);
    assert!(lacking.norm() < 1e-9);
    // X + dX + (X dZ Z⁻¹ + Z⁻¹ dZ X) / 2 = mu Z⁻¹ - second.
    let inverse = run.z.blocks[0].try_inverse().expect("regular");
    let product = run.x.blocks[0] * way.z.blocks[0] * inverse;
    let left = run.x.blocks[0] + way.x.blocks[0] + (product + product.transpose()) * 0.5;
    assert!(
        (left - (inverse * mu - second.blocks[0])).amax() < 1e-8,
        "{left}"
    );
    for k in 0..3 {
        let (x, z) = (run.x.scalars[k], run.z.scalars[k]);
        let left = x + way.x.scalars[k] + x * way.z.scalars[k] / z;
        assert!((left - (mu / z - second.scalars[k])).abs() < 1e-8);
    }
    let found = second_order(&way, &linear.inverse);
    let product = way.x.blocks[0] * way.z.blocks[0] * inverse;
    assert!((found.blocks[0] - (product + product.transpose()) * 0.5).amax() < 1e-8);
    for k in 0..3 {
        let wanted = way.x.scalars[k] * way.z.scalars[k] / run.z.scalars[k];
        assert!((found.scalars[k] - wanted).abs() < 1e-9);
    }
    // A share of the way to where each point leaves the cone, 1 at most.
    let least = |point: &Point| {
        let scalars = point.scalars.iter().copied().fold(f64::INFINITY, f64::min);
        extremes(&point.blocks[0]).0.min(scalars)
    };
    let far = super::Direction {
        x: way.x.moved(6.0, &way.x),
        y: way.y.clone(),
        z: way.z.moved(4.0, &way.z),
    };
    let (whole, half) = (run.lengths(&far, 1.0), run.lengths(&far, 0.5));
    for (whole, half, point, way) in [
        (whole.0, half.0, &run.x, &far.x),
        (whole.1, half.1, &run.z, &far.z),
    ] {
        if whole < 1.0 {
            assert!(
                least(&point.moved(whole, way)).abs() < 1e-8 && (half - 0.5 * whole).abs() < 1e-12
            );
        } else {
            assert!(least(&point.moved(0.999, way)) > 0.0);
        }
    }
    let still = super::Direction {
        x: run.x.clone(),
        y: way.y,
        z: run.z.clone(),
    };
    assert_eq!(run.lengths(&still, 0.5), (1.0, 1.0), "nothing ends");
}

/// Minimise 3 a - 2 b with a + b <= 5 and 2 a - 2 b = 2: 3 at a = 1, b = 0.
#[test]
fn what_was_found_is_told_with_all_that_it_rests_on() {
    let program = Program {
        blocks: 0,
        scalars: 2,
        rows: vec![Constraint {
            terms: vec![(0, 2.0), (1, -2.0)],
            right: 2.0,
        }],
        cost: vec![(0, 3.0), (1, -2.0)],
        limit: 5.0,
    };
    let standard = Standard::of(&program);
    let run = Run {
        standard: &standard,
        x: Point {
            blocks: Vec::new(),
            scalars: vec![2.0, 0.5, 0.25],
        },
        y: DVector::from_vec(vec![0.4 * 8f64.sqrt(), 0.3 * 27f64.sqrt()]),
        z: Point::identity(&standard, 1.0),
        mu: 1.0,
    };
    let found = run.solution(4);
    // Rows: 2 (2 - 0.5) = 3 for 2, over √8; 2.5 + 5 · 0.25 = 3.75 for 5, over √27.
    let residual = (1.0 / 8.0 + 1.25f64.powi(2) / 27.0f64).sqrt();
    // 3 - 0.8 - 0.3, -2 + 0.8 - 0.3 and 0 - 1.5 over 5 are left: the smallest is -1.5.
    let proved = 0.4 * 2.0 + 0.3 * 5.0 - 7.5;
    assert!(
        (found.value - 5.0).abs() < 1e-12 && (found.residual - residual).abs() < 1e-12,
        "{found:?}"
    );
    assert!(
        (found.proved - proved).abs() < 1e-12 && (found.limit_share - 6.0).abs() < 1e-12,
        "{found:?}"
    );
    assert_eq!((found.ending, found.steps), (Ending::Stalled, 4));
    assert_eq!(
        (&found.variables[..], &found.multipliers[..]),
        (&[2.0, 0.5][..], run.y.as_slice())
    );
    let merit = (5.0 - proved) / 6.0 + residual / (1.0 + standard.right.amax());
    assert!((found.merit(&standard) - merit).abs() < 1e-12);
    // Of an objective below zero its size counts as well.
    let below = Solution {
        value: -5.0,
        proved: -8.0,
        ..found.clone()
    };
    let merit = 0.5 + residual / (1.0 + standard.right.amax());
    assert!((below.merit(&standard) - merit).abs() < 1e-12);
    let lost = Solution {
        value: f64::NAN,
        ..found
    };
    assert_eq!(lost.merit(&standard), f64::INFINITY);
    let best = minimise(&program);
    assert_eq!(best.ending, Ending::Converged);
    assert!(
        (best.value - 3.0).abs() < 1e-6 && best.limit_share.abs() < 1e-6,
        "{best:?}"
    );
    assert!((best.variables[0] - 1.0).abs() < 1e-6 && best.variables[1].abs() < 1e-6);
    // The multiplier of the row as it was given: 2 y <= 3 and -2 y <= -2; it is 1.5 where a is not 0.
    assert!((best.multipliers[0] - 1.5).abs() < 1e-5, "{best:?}");
    assert!(best.steps > 3 && best.steps < 40);
}

#[test]
fn only_rounding_is_taken_for_none() {
    let mut flat = nalgebra::DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0]);
    assert!(
        definite(flat.clone()).is_some(),
        "singular but for rounding"
    );
    flat[(0, 1)] = 1.0 + 1e-9;
    flat[(1, 0)] = 1.0 + 1e-9;
    assert!(definite(flat.clone()).is_none());
    // Nothing at all is as singular as that.
    assert!(definite(nalgebra::DMatrix::zeros(2, 2)).is_some());
    // What is not finite is nowhere overlooked.
    for (place, bad) in [0, 1, 2, 3]
        .into_iter()
        .flat_map(|k| [(k, f64::NAN), (k, f64::INFINITY)])
    {
        let mut matrix = nalgebra::DMatrix::from_row_slice(2, 2, &[4.0, 1.0, 1.0, 3.0]);
        matrix[place] = bad;
        assert!(definite(matrix).is_none(), "{place} {bad}");
    }
    let solved = definite(nalgebra::DMatrix::from_row_slice(
        2,
        2,
        &[4.0, 1.0, 1.0, 3.0],
    ));
    let x = solved
        .expect("definite")
        .solve(&DVector::from_vec(vec![6.0, 7.0]));
    // 4 · 1 + 2 = 6, 1 + 3 · 2 = 7.
    assert!((x - DVector::from_vec(vec![1.0, 2.0])).amax() < 1e-12);
}

/// How a run ends that is at some point of two scalars with these multipliers.
fn ending(program: &Program, [a, b]: [f64; 2], multipliers: [f64; 2]) -> Ending {
    let standard = Standard::of(program);
    let slack = (program.limit - a - b) / program.limit;
    let run = Run {
        standard: &standard,
        x: Point {
            blocks: Vec::new(),
            scalars: vec![a, b, slack],
        },
        y: DVector::from_row_slice(&multipliers),
        z: Point::identity(&standard, 1.0),
        mu: 1.0,
    };
    run.solution(1).ending
}

/// Minimise 3 a - 2 b with a + b <= 5 and 2 a - 2 b = 2: the multiplier 1.5 proves 3, which a = 1 and b = 0 attain.
#[test]
fn a_run_has_converged_where_rows_hold_and_no_gap_is_left() {
    let program = Program {
        blocks: 0,
        scalars: 2,
        rows: vec![Constraint {
            terms: vec![(0, 2.0), (1, -2.0)],
            right: 2.0,
        }],
        cost: vec![(0, 3.0), (1, -2.0)],
        limit: 5.0,
    };
    let ending = |point| ending(&program, point, [1.5 * 8f64.sqrt(), 0.0]);
    assert_eq!(ending([1.0, 0.0]), Ending::Converged);
    // The row holds where it costs 4, and does not where it costs 2.7.
    assert_eq!(ending([2.0, 1.0]), Ending::Stalled);
    assert_eq!(ending([0.9, 0.0]), Ending::Stalled);
}

/// Of a + 2 b = -1 multipliers below 0 prove bounds of any size. Within the limit a is 10⁴ at most: what is above that by more than a
/// millionth says that there is no point.
#[test]
fn a_bound_above_all_that_there_can_be_proves_that_nothing_can() {
    let program = Program {
        blocks: 0,
        scalars: 2,
        rows: vec![Constraint {
            terms: vec![(0, 1.0), (1, 2.0)],
            right: -1.0,
        }],
        cost: vec![(0, 1.0)],
        limit: 1e4,
    };
    let ending = |proved: f64| ending(&program, [1.0; 2], [-proved * 5f64.sqrt(), 0.0]);
    assert_eq!(ending(10_000.005), Ending::Stalled);
    assert_eq!(ending(10_000.02), Ending::Infeasible);
}
