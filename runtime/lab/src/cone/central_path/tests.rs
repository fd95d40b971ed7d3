//! How near an optimum is, and what a run has found so far.

use nalgebra::{DMatrix, DVector};

use super::super::program::Constraint;
use super::super::quadratic::Quadratic;
use super::super::run::Run;
use super::{Optimum, minimise, minimise_roughly, optimum};

fn found(gap: f64, value: f64, residual: f64, squares: f64) -> Optimum {
    Optimum {
        variables: DVector::zeros(1),
        value,
        gap,
        is_converged: false,
        residual,
        dual: DVector::zeros(1),
        multipliers: DVector::zeros(0),
        scale: 1.0,
        squares,
    }
}

#[test]
fn near_is_a_gap_small_beside_the_objective_and_equations_that_hold() {
    assert!(found(2.9e-5, 2.0, 0.9e-5, 0.0).is_near());
    assert!(!found(3.1e-5, 2.0, 0.0, 0.0).is_near());
    assert!(found(3.1e-5, -2.2, 0.0, 0.0).is_near());
    assert!(!found(0.0, 2.0, 1.1e-5, 0.0).is_near());
    assert!(
        found(3.9e-5, 2.0, 0.0, 1e6).is_near(),
        "squares leave rounding"
    );
    assert!(!found(4.1e-5, 2.0, 0.0, 1e6).is_near());
    let converged = Optimum {
        is_converged: true,
        ..found(1.0, 0.0, 1.0, 0.0)
    };
    assert!(converged.is_near());
    assert_eq!(found(0.5, 0.0, 0.25, 0.0).merit(), 0.75);
    assert_eq!(found(f64::NAN, 0.0, 0.25, 0.0).merit(), f64::INFINITY);
}

/// `(a - 3)² + (b + 1)² + (2 f - 4)² - 5 f` with `a + b = 2`, `a` and `b` not negative, `f` free.
fn program() -> Quadratic {
    Quadratic {
        blocks: 0,
        scalars: 2,
        free: 1,
        matrix: DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1.0, 2.0])),
        right: DVector::from_vec(vec![3.0, -1.0, 4.0]),
        linear: DVector::from_vec(vec![0.0, 0.0, -5.0]),
        logarithms: vec![0.0; 2],
        equations: vec![Constraint {
            terms: vec![(0, 1.0), (1, 1.0)],
            right: 2.0,
        }],
    }
}

#[test]
fn what_is_found_is_the_point_with_its_gap() {
    let program = program();
    let x = DVector::from_vec(vec![1.5, 0.25, 2.0]);
    let z = DVector::from_vec(vec![0.4, 0.8, 0.0]);
    let multipliers = DVector::from_element(1, 0.3);
    let run = Run::at(
        &program,
        (2.0, 1e-6),
        x.clone(),
        z.clone(),
        multipliers.clone(),
    );
    let found = optimum(&run);
    // 2.25 + 1.5625 + 0 - 10; equations lack 0.25.
    assert!((found.value + 6.1875).abs() < 1e-12 && (found.residual - 0.25).abs() < 1e-12);
    // Gradient (-3, 2.5, -5) / 2 less z and multipliers: -2.2, 0.15, -2.5; each times 1 and its variable.
    let lacking = 2.2 * 2.5 + 0.15 * 1.25 + 2.5 * 3.0;
    let gap = 2.0 * (0.6 + 0.2 + lacking);
    assert!((found.gap - gap).abs() < 1e-11, "{} {gap}", found.gap);
    assert!(!found.is_converged && !found.is_near());
    assert_eq!(
        (found.variables, found.dual, found.multipliers),
        (x, z, multipliers)
    );
    assert_eq!((found.scale, found.squares), (2.0, 26.0));
}

/// At a = 2, b = 0 and f = 2 + 5/8: 1 + 1 + 25/16 - 13.125. The gradient of a is -2, of b it is 2: it stays at 0.
#[test]
fn an_optimum_at_an_end_of_the_cone_and_how_it_moves() {
    let program = program();
    let tight = minimise(&program).expect("a finite program");
    assert!(tight.is_converged);
    assert!(
        (tight.value - (2.0 + 25.0 / 16.0 - 13.125)).abs() < 1e-8,
        "{}",
        tight.value
    );
    let off = &tight.variables - DVector::from_vec(vec![2.0, 0.0, 2.625]);
    assert!(off.amax() < 1e-6, "{off}");
    assert!(minimise_roughly(&program).expect("a finite program").gap >= tight.gap);
    // Only f follows its slope, by an eighth; a is held by the equation.
    let lowered = DMatrix::from_row_slice(3, 2, &[0.5, 0.0, 0.3, 0.0, 0.0, 1.6]);
    for moved in [
        tight.response(&program, &lowered),
        tight.refitted(&program, &lowered),
    ] {
        let wanted = DMatrix::from_row_slice(3, 2, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.2]);
        assert!((&moved - wanted).amax() < 1e-4, "{moved}");
    }
    // Inside: a + b = 8 has a = 6 and b = 2, and a slope moves half its difference from one to the other.
    let mut inside = program;
    inside.equations[0].right = 8.0;
    let found = minimise(&inside).expect("a finite program");
    let off = &found.variables - DVector::from_vec(vec![6.0, 2.0, 2.625]);
    assert!(off.amax() < 1e-5, "{off}");
    for moved in [
        found.response(&inside, &lowered),
        found.refitted(&inside, &lowered),
    ] {
        let wanted = DMatrix::from_row_slice(3, 2, &[0.05, 0.0, -0.05, 0.0, 0.0, 0.2]);
        assert!((&moved - wanted).amax() < 1e-4, "{moved}");
    }
    // Its logarithm keeps b off 0: 2 (b + 1) - 2 (a - 3) = w / b with a = 2 - b.
    let mut kept = self::program();
    kept.logarithms = vec![0.0, 0.6];
    let found = minimise(&kept).expect("a finite program");
    let b = found.variables[1];
    assert!((4.0 * b + 4.0 - 0.6 / b).abs() < 1e-4, "{b}");
    let a = 2.0 - b;
    let value = (a - 3.0).powi(2) + (b + 1.0).powi(2) - 0.6 * b.ln() + 25.0 / 16.0 - 13.125;
    assert!(
        (found.value - value).abs() < 1e-7,
        "{} {value}",
        found.value
    );
}

/// Minimises `(x + d)²` over `x >= 0` with a slight `d`: on the central path `x z = mu` and `z = 2 (x + d)`, so that a
/// gradient lowered by one moves `x` by `1 / (2 + z / x)`. That is next to nothing near the end and near 1/4 far
/// from it: it tells how far from its end the path was asked.
#[test]
fn derivatives_are_taken_where_rounding_resolves_the_gap() {
    const D: f64 = 1e-3;
    let program = Quadratic {
        blocks: 0,
        scalars: 1,
        free: 0,
        matrix: DMatrix::from_element(1, 1, 1.0),
        right: DVector::from_element(1, -D),
        linear: DVector::zeros(1),
        logarithms: vec![0.0],
        equations: Vec::new(),
    };
    let moved = |value: f64, scale: f64, x: f64| {
        let optimum = Optimum {
            variables: DVector::from_element(1, x),
            dual: DVector::from_element(1, 2.0 * (x + D) / scale),
            scale,
            ..found(0.0, value, 0.0, 0.0)
        };
        optimum.response(&program, &DMatrix::from_element(1, 1, 1.0))[(0, 0)]
    };
    let wanted = |mu: f64| {
        let x = 0.5 * ((D * D + 2.0 * mu).sqrt() - D);
        1.0 / (2.0 + mu / (x * x))
    };
    // A share of one and the objective that rounding resolves, or thirty times the gap where that is more.
    let gap = 2.0 * 5e-5 * (5e-5 + D);
    for (value, scale, x, mu) in [
        (1e4, 1.0, 1e-9, 1e-10 * 10_001.0),
        (-1e4, 1.0, 1e-9, 1e-10 * 10_001.0),
        (1e4, 5.0, 1e-9, 1e-10 * 10_001.0),
        (0.0, 1.0, 1e-9, 1e-10),
        (1e4, 1.0, 5e-5, 30.0 * gap),
        (1e4, 5.0, 5e-5, 30.0 * gap),
    ] {
        let (moved, wanted) = (moved(value, scale, x), wanted(mu));
        assert!(
            (moved - wanted).abs() < 1e-6 * wanted,
            "{value} {scale} {x}: {moved} {wanted}"
        );
    }
}

/// `(1e8 x)²` over `x >= 0` is least at 0. Of the objective over its steepest slope at 1, the path has `z = x`; a
/// predictor halves both, and with its second order a step leaves 3/8 of them, and 9/64 of the gap. From `2e16` down to
/// `1e-11` these are about 32 steps, each of them better than the one before.
#[test]
fn a_run_goes_on_as_long_as_steps_lead_to_better_points() {
    let program = |scalars: usize| Quadratic {
        blocks: 0,
        scalars,
        free: 0,
        matrix: DMatrix::identity(scalars, scalars) * 1e8,
        right: DVector::zeros(scalars),
        linear: DVector::zeros(scalars),
        logarithms: vec![0.0; scalars],
        equations: Vec::new(),
    };
    for scalars in [1, 3] {
        let found = minimise(&program(scalars)).expect("a finite program");
        assert!(
            found.is_converged && found.is_near() && found.gap <= 1.1e-11,
            "{found:?}"
        );
        assert!((0.0..1e-11).contains(&found.value), "{}", found.value);
        let rough = minimise_roughly(&program(scalars)).expect("a finite program");
        assert!(rough.is_converged && (0.0..1e-6).contains(&rough.value));
    }
}

/// At a = 2, b = 0 and f = 21/8 of the program above the gradient is (-2, 2, 0): the multiplier of the equation is -2, and the dual of b 4.
#[test]
fn a_point_without_a_gap_is_an_optimum_where_the_equations_hold() {
    for (right, is_converged) in [(2.0, true), (2.5, false)] {
        let mut program = program();
        program.equations[0].right = right;
        let run = Run::at(
            &program,
            (1.0, 1e-6),
            DVector::from_vec(vec![2.0, 0.0, 2.625]),
            DVector::from_vec(vec![0.0, 4.0, 0.0]),
            DVector::from_element(1, -2.0),
        );
        let found = optimum(&run);
        assert!(found.gap < 1e-9, "{}", found.gap);
        assert_eq!(found.residual, right - 2.0);
        assert_eq!(found.is_converged, is_converged, "{right}");
    }
}

/// `(x + 10²⁰⁰)²` is 10⁴⁰⁰ at least where `x >= 0`.
#[test]
fn a_value_beyond_all_numbers_is_no_answer() {
    let program = Quadratic {
        blocks: 0,
        scalars: 1,
        free: 0,
        matrix: DMatrix::from_element(1, 1, 1.0),
        right: DVector::from_element(1, -1e200),
        linear: DVector::zeros(1),
        logarithms: vec![0.0],
        equations: Vec::new(),
    };
    assert!(minimise(&program).is_none());
}
