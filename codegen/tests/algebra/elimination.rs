//! One elimination for ranks, relations, null spaces and exact quotients.

use armwright_codegen::algebra::linear::{
    Reduced, Row, dependent_row, modular, proved, reduced, reduced_exactly, sparse,
};
use armwright_codegen::algebra::{
    Atom, Field, Poly, PrimeField, QuotientsWithin, Ratio, Rational, Rationals, Symbol,
};

fn matrix(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
    rows.iter()
        .map(|row| row.iter().map(|&x| Rational::new(x, 7)).collect())
        .collect()
}

#[test]
fn elimination_finds_rank_relations_and_null_space() {
    let field = PrimeField::all().next().expect("a prime");
    let rows = [[0, 2, 4, 1, 0], [1, 1, 0, 0, 1], [1, 3, 4, 1, 1]];
    let rows: Vec<_> = rows.iter().map(|row| sparse(&field, *row)).collect();
    let found = reduced(&field, rows.clone(), Some(&3));
    assert_eq!(found.pivots, [0, 1]);
    assert_eq!(found.entry(0, &2), Some(&field.neg(&2)));
    assert_eq!(found.entry(1, &3).map(|e| field.mul(e, &2)), Some(1));
    let found = reduced(&field, rows.clone(), None);
    let null = found.null_vectors(&field, 0..5);
    assert_eq!(null.len(), 5 - found.pivots.len());
    for (row, vector) in rows.iter().flat_map(|r| null.iter().map(move |n| (r, n))) {
        let products = row.iter().filter_map(|(c, x)| {
            let (_, y) = vector.iter().find(|(other, _)| c == other)?;
            Some(field.mul(x, y))
        });
        assert_eq!(products.fold(0, |sum, x| field.add(&sum, &x)), 0);
    }
    assert!(found.remainder(&field, &rows[2]).is_empty());
}

/// What begins at the limit is carried along by rows that begin before it, and is no row of its own.
#[test]
fn rows_that_begin_at_the_limit_are_left_out() {
    let field = PrimeField::all().next().expect("a prime");
    let rows = [[1, 0, 1, 5], [1, 0, 2, 0], [0, 0, 0, 3]];
    let rows: Vec<_> = rows.iter().map(|row| sparse(&field, *row)).collect();
    for (limit, pivots) in [(1, vec![0]), (2, vec![0]), (3, vec![0, 2])] {
        let found = reduced(&field, rows.clone(), Some(&limit));
        assert_eq!(found.pivots, pivots, "{limit}");
        assert_eq!(found.rows.len(), pivots.len(), "{limit}");
        let carried = found.rows[0].iter().any(|(column, _)| *column >= limit);
        assert!(carried, "{limit}: {:?}", found.rows);
    }
    assert_eq!(reduced(&field, rows, None).pivots, [0, 2, 3]);
}

#[test]
fn finds_the_first_dependent_row() {
    assert_eq!(dependent_row(&matrix(&[&[0, 1], &[1, 0]])), None);
    assert_eq!(dependent_row(&matrix(&[&[1, 2], &[2, 4]])), Some(1));
    assert_eq!(dependent_row(&matrix(&[&[0, 0], &[2, 4]])), Some(0));
    let twice: [&[i64]; 4] = [&[1, 0], &[2, 0], &[0, 1], &[0, 3]];
    assert_eq!(dependent_row(&matrix(&twice)), Some(1), "the first of two");
    let three: [&[i64]; 3] = [&[1, 2, 3], &[4, 5, 6], &[5, 7, 9]];
    assert_eq!(dependent_row(&matrix(&three)), Some(2));
    // A determinant that is a multiple of the first prime is not zero.
    assert_eq!(
        dependent_row(&matrix(&[&[(1 << 61) - 465, 0], &[0, 1]])),
        None
    );
}

/// Rows `(x, 1, 0)`, `(0, y, x)` and their sum, in symbols x and y.
fn symbolic() -> Vec<Row<usize, Poly>> {
    let [x, y] = [0, 1].map(|i| Poly::atom(Atom::Symbol(Symbol::Other(i))));
    let one = Poly::one();
    vec![
        vec![(0, x.clone()), (1, one.clone())],
        vec![(1, y.clone()), (2, x.clone())],
        vec![(0, x.clone()), (1, &one + &y), (2, x)],
    ]
}

#[test]
fn unlucky_primes_and_points_are_noticed() {
    let rows = symbolic();
    let expected = reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, PrimeField::all())
        .expect("provable");
    assert_eq!(expected.pivots, [0, 1]);
    let [x, y] = [0, 1].map(|i| Poly::atom(Atom::Symbol(Symbol::Other(i))));
    let one_by_y = Ratio::new(-&Poly::one(), y);
    assert_eq!(expected.entry(0, &2), Some(&one_by_y));
    assert_eq!(
        expected.entry(1, &2).map(|r| r.denominator.clone()),
        Some(Poly::atom(Atom::Symbol(Symbol::Other(1))))
    );
    let _ = x;
    // All symbols zero: a pivot vanishes there. One: it is as good as any.
    let zero = PrimeField::at((1 << 61) - 465, |_, _| 0);
    let one = PrimeField::at((1 << 61) - 465, |_, _| 1);
    assert_eq!(
        reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, [zero]),
        None
    );
    assert_eq!(
        reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, [zero, one]),
        Some(expected)
    );
    // A prime that divides an entry, or a denominator.
    let seven = PrimeField::at(7, |_, k| k + 2);
    let number = |n, d| Poly::constant(Rational::new(n, d));
    for rows in [vec![vec![(0, number(7, 1))]], vec![vec![(0, number(1, 7))]]] {
        assert_eq!(
            reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, [seven]),
            None
        );
        assert!(
            reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, PrimeField::all()).is_some()
        );
    }
}

#[test]
fn numbers_are_solved_exactly() {
    let rows = [[2, 1, 1], [1, 3, 2]].map(|row| sparse(&Rationals, row.map(Rational::from)));
    let found = reduced(&Rationals, rows.to_vec(), Some(&2));
    assert_eq!(found.entry(0, &2), Some(&Rational::new(1, 5)));
    assert_eq!(found.entry(1, &2), Some(&Rational::new(3, 5)));
}

/// Modulo 7, in the rows (7, 1), (1, 0) and (3, 14), the first begins with nothing and the third is a multiple of the second.
#[test]
fn what_a_prime_divides_is_zero_in_its_field() {
    let seven = PrimeField::at(7, |_, k| k + 2);
    let rows: [Row<usize, i64>; 3] = [vec![(0, 7), (1, 1)], vec![(0, 1)], vec![(0, 3), (1, 14)]];
    let image = |number: &i64| seven.number(&Rational::from(*number));
    let found = modular(&rows, seven, image).expect("every number has an image");
    assert_eq!(found.pivots, [0, 1]);
    assert_eq!(found.rows, [vec![(0, 1)], vec![(1, 1)]]);
    assert_eq!(found.sources, [1, 0]);
    let halves: [Row<usize, Rational>; 1] = [vec![(0, Rational::new(1, 14))]];
    assert_eq!(modular(&halves, seven, |number| seven.number(number)), None);
}

/// Row by row the same form is found as of all rows at once.
#[test]
fn rows_are_added_one_by_one() {
    let field = PrimeField::all().next().expect("a prime");
    let rows = [
        [0, 0, 3, 1],
        [1, 2, 0, 0],
        [1, 2, 3, 1],
        [0, 5, 1, 0],
        [0, 0, 0, 0],
    ];
    let rows = rows.map(|row| sparse(&field, row));
    let mut found = Reduced::default();
    let independent = rows.each_ref().map(|row| found.insert(&field, row));
    assert_eq!(independent, [true, true, false, true, false]);
    let at_once = reduced(&field, rows.to_vec(), None);
    assert_eq!(
        (&found.rows, &found.pivots),
        (&at_once.rows, &at_once.pivots)
    );
    // The numbers of the independent rows among those that were, by their pivots.
    assert_eq!(
        (found.pivots.as_slice(), found.sources.as_slice()),
        (&[0, 1, 2][..], &[1, 2, 0][..])
    );
}

/// Seven divides all that tells the first row from nothing; without any prime everything is eliminated as it is.
#[test]
fn rows_are_reduced_exactly_whatever_primes_there_are() {
    let rows = [[7, 0, 14], [0, 1, 3], [7, 1, 17]];
    let rows = rows.map(|row| sparse(&Rationals, row.map(Rational::from)));
    let seven = PrimeField::at(7, |_, k| k + 2);
    let good: Vec<PrimeField> = PrimeField::all().collect();
    for primes in [vec![], vec![seven], vec![seven, seven], good] {
        let count = primes.len();
        let found = proved(&Rationals, rows.to_vec(), primes);
        assert_eq!(found.pivots, [0, 1], "{count}");
        let number = |n: i64| Rational::from(n);
        let expected = [
            vec![(0, number(1)), (2, number(2))],
            vec![(1, number(1)), (2, number(3))],
        ];
        assert_eq!(found.rows, expected, "{count}");
    }
    // The numbers of rows that were given, not of those among them that are independent.
    let rows = [[0, 0, 0], [0, 1, 3], [7, 0, 14]].map(|row| row.map(Rational::from));
    let rows = rows.map(|row| sparse(&Rationals, row));
    let found = proved(&Rationals, rows.to_vec(), PrimeField::all());
    assert_eq!(
        (&found.pivots[..], &found.sources[..]),
        (&[0, 1][..], &[2, 1][..])
    );
}
