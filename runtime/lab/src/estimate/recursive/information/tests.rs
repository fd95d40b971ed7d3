//! Three unknowns by hand.

use super::{Information, Recursion};

/// Rows `(2, 1, 1)`, `(0, 2, 1)` and `(0, 0, 2)`: `Λ` has the determinant 64, and `x = (2, -1, 0.5)` gives 3.5, -1.5 and 1.
#[test]
fn sums_of_three_columns_are_solved_and_inverted() {
    let mut sums = Information::new(3);
    let rows = [
        ([2.0, 1.0, 1.0], 3.5),
        ([0.0, 2.0, 1.0], -1.5),
        ([0.0, 0.0, 2.0], 1.0),
    ];
    for (row, right) in rows {
        assert_eq!((sums.solve(), sums.inverse()), (None, None));
        sums.push(&row, right).expect("a row");
    }
    assert_eq!(sums.matrix(), [4.0, 2.0, 2.0, 2.0, 5.0, 3.0, 2.0, 3.0, 6.0]);
    let near = |found: Option<Vec<f64>>, expected: &[f64]| {
        let found = found.expect("regular");
        assert_eq!(found.len(), expected.len());
        let mut pairs = found.iter().zip(expected);
        assert!(pairs.all(|(x, y)| (x - y).abs() < 1e-12), "{found:?}");
    };
    near(sums.solve(), &[2.0, -1.0, 0.5]);
    let adjugate = [21.0, -6.0, -4.0, -6.0, 20.0, -8.0, -4.0, -8.0, 16.0];
    near(sums.inverse(), &adjugate.map(|x| x / 64.0));
    // Of the squares 4, 5 and 6 the pivots 4, 4 and 4.
    assert!((sums.independence() - 4.0 / 6.0).abs() < 1e-12);
    assert_eq!(Information::new(3).independence(), 0.0);
}

/// Columns at right angles, `Λ = (9, 0; 0, 4)`, and two that go against each other, `Λ = (2, -1; -1, 1)` with the determinant 1.
#[test]
fn columns_that_do_not_go_together_are_solved_too() {
    for (rows, solution, inverse) in [
        (
            [([3.0, 0.0], 6.0), ([0.0, 2.0], -2.0)],
            [2.0, -1.0],
            [1.0 / 9.0, 0.0, 0.0, 0.25],
        ),
        (
            [([1.0, 0.0], 2.0), ([1.0, -1.0], 1.5)],
            [2.0, 0.5],
            [1.0, 1.0, 1.0, 2.0],
        ),
    ] {
        let mut sums = Information::new(2);
        for (row, right) in rows {
            sums.push(&row, right).expect("a row");
        }
        let (found, inverted) = (sums.solve(), sums.inverse());
        let found = [found.expect("regular"), inverted.expect("regular")].concat();
        let mut pairs = found.iter().zip(solution.iter().chain(&inverse));
        assert!(pairs.all(|(x, y)| (x - y).abs() < 1e-12), "{found:?}");
    }
}
