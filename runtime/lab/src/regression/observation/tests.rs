//! Factors in parts, merged, weighed and left out in turn.

use nalgebra::{DMatrix, DVector};

use super::Observation;
use crate::random::Random;
use crate::regression::Factor;

/// Rows of two columns and their right-hand sides.
type Rows = Vec<[f64; 3]>;

fn random(count: usize, random: &mut Random) -> Rows {
    let row = |_| [random.normal(), 2.0 * random.normal(), random.normal()];
    (0..count).map(row).collect()
}

fn factor(rows: &[[f64; 3]]) -> Factor {
    let mut factor = Factor::new(2);
    let each = rows.iter();
    each.for_each(|[a, b, y]| factor.push([(0, *a), (1, *b)], *y));
    factor
}

/// `[K y]ᵀ [K y]` of rows, each set of them with a weight.
fn gram<'r>(sets: impl IntoIterator<Item = (&'r Rows, f64)>) -> DMatrix<f64> {
    let mut sum = DMatrix::zeros(3, 3);
    for (rows, weight) in sets {
        for row in rows {
            let row = DVector::from_row_slice(row);
            sum += &row * row.transpose() * weight;
        }
    }
    sum
}

#[track_caller]
fn same(r: &DMatrix<f64>, z: &DVector<f64>, gram: &DMatrix<f64>) {
    let n = r.ncols();
    assert!((r.transpose() * r - gram.view((0, 0), (n, n))).amax() < 1e-10);
    assert!((r.transpose() * z - gram.view((0, n), (n, 1))).amax() < 1e-10);
}

/// Two rows in four parts, of which the second has no equations.
fn parts() -> Vec<[Rows; 2]> {
    let mut generator = Random::new(6);
    [(5, 7), (0, 0), (6, 0), (4, 9)]
        .map(|(one, other)| [random(one, &mut generator), random(other, &mut generator)])
        .to_vec()
}

fn observed(parts: &[[Rows; 2]]) -> Observation {
    let factors = parts
        .iter()
        .map(|rows| rows.iter().map(|r| factor(r)).collect());
    Observation::of(factors.collect())
}

#[test]
fn the_whole_is_all_parts() {
    let parts = parts();
    let found = observed(&parts);
    assert_eq!((found.rows(), found.equations()), (2, 5 + 6 + 4 + 7 + 9));
    for row in 0..2 {
        let all = gram(parts.iter().map(|part| (&part[row], 1.0)));
        let factor = &found.factors()[row];
        let (r, z, outside) = factor.parts();
        same(&r, &DVector::from_vec(z.clone()), &all);
        let power = z.iter().map(|x| x * x).sum::<f64>() + outside * outside;
        assert!((power - all[(2, 2)]).abs() < 1e-10);
        // Squares of y - K beta.
        let with = DVector::from_row_slice(&[-0.7, 1.3, 1.0]);
        let squares = (with.transpose() * &all * &with)[(0, 0)];
        assert!((factor.squares(&[0.7, -1.3]) - squares).abs() < 1e-10);
    }
    let both = |weights: [f64; 2]| {
        let rows = parts.iter().flat_map(move |part| part.iter().zip(weights));
        gram(rows)
    };
    let weighted = found.weighted(&[0.5, 3.0]);
    same(&weighted.r, &weighted.z, &both([0.5, 3.0]));
    let plain = found.unweighted();
    assert!((plain.transpose() * &plain - both([1.0, 1.0]).view((0, 0), (2, 2))).amax() < 1e-10);
    let (r, z, outside) = found.factor(&[0.5, 3.0]).parts();
    same(&r, &DVector::from_vec(z.clone()), &both([0.5, 3.0]));
    let power = z.iter().map(|x| x * x).sum::<f64>() + outside * outside;
    assert!((power - both([0.5, 3.0])[(2, 2)]).abs() < 1e-10);
}

/// 256 rows are folded at once. Reflections that cancel would lose seven digits of those that stand behind far larger ones.
#[test]
fn small_numbers_behind_large_ones_lose_no_digits() {
    let row = |k: u32| {
        let x = f64::from(k);
        match k < 256 {
            true => [1.0, x / 256.0, 0.5],
            false => [1e-7, x.sin(), x.cos()],
        }
    };
    let rows: Rows = (0..512).map(row).collect();
    let (r, z, outside) = factor(&rows).parts();
    let gram = gram([(&rows, 1.0)]);
    let z = DVector::from_vec(z);
    assert!((r.transpose() * &r - gram.view((0, 0), (2, 2))).amax() < 1e-11);
    assert!((r.transpose() * &z - gram.view((0, 2), (2, 1))).amax() < 1e-11);
    assert!((z.norm_squared() + outside * outside - gram[(2, 2)]).abs() < 1e-11);
}

#[test]
fn each_part_with_equations_is_left_out_in_turn() {
    let parts = parts();
    let folds = observed(&parts).folds(&[0.5, 3.0]);
    let present = [0, 2, 3];
    assert_eq!(folds.len(), 3);
    for ((held, others), left) in folds.iter().zip(present) {
        let of = |these: &[usize]| {
            let these = these.iter().map(|k| &parts[*k]);
            gram(these.flat_map(|part| part.iter().zip([0.5, 3.0])))
        };
        same(&held.r, &held.z, &of(&[left]));
        let rest: Vec<usize> = present.iter().copied().filter(|k| *k != left).collect();
        same(&others.r, &others.z, &of(&rest));
    }
    assert!(observed(&parts[..2]).folds(&[1.0, 1.0]).is_empty());
    assert_eq!(observed(&parts[2..]).folds(&[1.0, 1.0]).len(), 2);
}

#[test]
fn factors_of_one_width_merge() {
    let one = parts();
    assert!(observed(&one).in_periods().is_in_periods() && !observed(&one).is_in_periods());
    let empty = Observation::of(Vec::new());
    assert_eq!((empty.rows(), empty.equations()), (0, 0));
    // Factors of another width are not merged.
    let mut narrow = factor(&one[0][0]);
    let (mut wide, before) = (Factor::new(3), narrow.parts());
    wide.push([(0, 1.0), (1, -2.0), (2, 3.0)], 4.0);
    narrow.merge(&wide, 1.0);
    assert_eq!((narrow.rows(), narrow.columns()), (5, 2));
    assert_eq!(narrow.parts(), before);
    // Times 2, its squares count four times.
    narrow.merge(&factor(&one[2][0]), 2.0);
    let expected = gram([(&one[0][0], 1.0), (&one[2][0], 4.0)]);
    let (r, z, _) = narrow.parts();
    same(&r, &DVector::from_vec(z), &expected);
    assert_eq!(narrow.rows(), 11);
}

#[test]
fn other_columns_are_made_of_these_by_a_linear_map() {
    let parts = parts();
    let map = |row: &[f64], y: f64| (vec![row[1] - 2.0 * row[0]], 3.0 * y + row[0]);
    let found = observed(&parts).in_periods().recombined(1, &map);
    assert!(!found.is_in_periods());
    assert_eq!((found.rows(), found.equations()), (2, 31));
    assert!(found.folds(&[1.0, 1.0]).is_empty());
    for row in 0..2 {
        let rows: Vec<[f64; 3]> = parts.iter().flat_map(|part| part[row].clone()).collect();
        let mapped = rows.iter().map(|[a, b, y]| [b - 2.0 * a, 3.0 * y + a]);
        let (mut squares, mut along) = (0.0, 0.0);
        mapped.for_each(|[x, y]| (squares, along) = (squares + x * x, along + x * y));
        let (r, z, _) = found.factors()[row].parts();
        assert!((r[(0, 0)].powi(2) - squares).abs() < 1e-10);
        assert!((r[(0, 0)] * z[0] - along).abs() < 1e-10);
    }
}
