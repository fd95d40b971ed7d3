//! Polynomials in the normal form under s² + c² = 1.

use super::numbers::root;
use armwright_codegen::algebra::{
    Atom, CoordinateIndex, Field, Poly, Quotients, Ratio, Rational, Symbol,
};

fn s(j: u16) -> Poly {
    Poly::atom(Atom::Sine(j.into()))
}
fn c(j: u16) -> Poly {
    Poly::atom(Atom::Cosine(j.into()))
}
fn constant(i: u16) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Constant(i.into())))
}

#[test]
fn equal_functions_are_equal_polynomials() {
    // sin⁴ = 1 - 2 cos² + cos⁴, and (s1 c2 + c1 s2)² + (c1 c2 - s1 s2)² = 1.
    let s2 = &s(0) * &s(0);
    let c2 = &c(0) * &c(0);
    let right = &(&Poly::one() - &c2.scale(&Rational::from(2))) + &(&c2 * &c2);
    assert_eq!(&s2 * &s2, right);
    let sine = &(&s(0) * &c(1)) + &(&c(0) * &s(1));
    let cosine = &(&c(0) * &c(1)) - &(&s(0) * &s(1));
    assert_eq!(&(&sine * &sine) + &(&cosine * &cosine), Poly::one());
}

#[test]
fn derivative_follows_the_product_rule() {
    let f = &(&s(0) * &c(1)) + &Poly::atom(Atom::Position(2.into()));
    let g = &(&c(0) * &c(0)) - &(&s(1) * &constant(3));
    for j in [0, 1, 2].map(CoordinateIndex::from) {
        let turn = Rational::new(1, 2);
        let left = (&f * &g).derivative(j, &turn);
        let right = &(&f.derivative(j, &turn) * &g) + &(&f * &g.derivative(j, &turn));
        assert_eq!(left, right);
    }
}

#[test]
fn exact_division_undoes_multiplication() {
    let (x, y) = (constant(0), constant(1));
    let a = &(&x * &x) - &y.scale(&Rational::new(1, 3));
    let b = &(&x * &y) + &Poly::one();
    assert_eq!((&a * &b).div_exact(&b), Some(a.clone()));
    assert_eq!((&(&a * &b) + &Poly::one()).div_exact(&b), None);
    assert_eq!(a.div_exact(&Poly::zero()), None);
}

/// The term that is divided first has the highest power of the first variable, whatever else the others have.
#[test]
fn products_of_all_shapes_divide_exactly() {
    let [x, y, z] = [0, 1, 2].map(constant);
    let (xy, xz, yz) = (&(&x * &y), &(&x * &z), &(&y * &z));
    let shapes = [
        xy + xz,
        &(xy - &(&z * &z)) + yz,
        &(&x * xy) + &(&(xz * &z) + &(yz * yz)),
        &(xz + &(&y * yz)) - &Poly::one(),
        &(&x - &z) + &(xy * &z).scale(&Rational::new(-2, 3)),
        &(&y * &y) + xz,
    ];
    for a in &shapes {
        for b in &shapes {
            assert_eq!((a * b).div_exact(b).as_ref(), Some(a));
        }
        assert_eq!((a * &shapes[0] + &z).div_exact(&shapes[0]), None);
    }
}

#[test]
fn values_at_a_point_are_exact() {
    let (two, third) = (Rational::from(2), Rational::new(1, 3));
    let poly = &(&(&constant(0) * &constant(0)) * &constant(1)).scale(&Rational::from(5))
        - &(&constant(1) + &Poly::one());
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Constant(k)) if k == 0.into() => Some(&two),
        Atom::Symbol(Symbol::Constant(k)) if k == 1.into() => Some(&third),
        _ => None,
    };
    // 5·2²·(1/3) - 1/3 - 1.
    assert_eq!(poly.at(value), Some(Rational::new(16, 3)));
    assert_eq!((&poly * &constant(2)).at(value), None);
    assert_eq!(Poly::zero().at(value), Some(Rational::ZERO));
}

#[test]
fn quotients_are_added_over_one_denominator_or_two() {
    let [x, y] = [0, 1].map(constant);
    let over = |above: &Poly, below: &Poly| Ratio::new(above.clone(), below.clone());
    let (sum, difference) = (&(&x + &y), &(&x - &y));
    let add = |a: &Ratio, b: &Ratio| Quotients.add(a, b);
    assert_eq!(add(&over(&x, sum), &over(&y, sum)), Quotients.one());
    assert_eq!(
        add(&over(&x, sum), &over(&Poly::one(), sum)),
        over(&(&x + &Poly::one()), sum)
    );
    // x/(x + y) + y/(x - y) = (x² + y²)/(x² - y²).
    let (xx, yy) = (&(&x * &x), &(&y * &y));
    assert_eq!(
        add(&over(&x, sum), &over(&y, difference)),
        over(&(xx + yy), &(xx - yy))
    );
    let whole = add(&Ratio::from(x.clone()), &Ratio::from(y.clone()));
    assert_eq!(whole, Ratio::from(sum.clone()));
}

/// Of s³c² q a by q, where s and c are the sine and the cosine of half of q.
#[test]
fn derivatives_are_those_of_sines_cosines_and_positions() {
    let (q, a, half) = (
        Poly::atom(Atom::Position(0.into())),
        constant(0),
        Rational::new(1, 2),
    );
    let derivative = |poly: &Poly| poly.derivative(0.into(), &half);
    assert_eq!(derivative(&s(0)), c(0).scale(&half));
    assert_eq!(derivative(&c(0)), s(0).scale(&-&half));
    assert_eq!(derivative(&(&q * &q)), q.scale(&Rational::from(2)));
    assert_eq!(derivative(&a), Poly::zero());
    assert_eq!(derivative(&(&s(1) * &q)), s(1));
    let product = &(&(&s(0) * &c(0)) * &q) * &a;
    // (cc - ss) q a / 2 + s c a, in which ss is 1 - cc.
    let cc = &c(0) * &c(0);
    let first = &(&(&cc - &half_of(&Poly::one())) * &q) * &a;
    assert_eq!(derivative(&product), &first + &(&(&s(0) * &c(0)) * &a));
}

fn half_of(poly: &Poly) -> Poly {
    poly.scale(&Rational::new(1, 2))
}

#[test]
fn partial_derivatives_are_by_one_symbol() {
    let [x, y] = [0, 1].map(constant);
    let poly = &(&(&x * &x) * &y).scale(&Rational::from(3)) + &(&y - &Poly::one());
    let by = |k: u16| poly.partial(Atom::Symbol(Symbol::Constant(k.into())));
    assert_eq!(by(0), (&x * &y).scale(&Rational::from(6)));
    assert_eq!(by(1), &(&x * &x).scale(&Rational::from(3)) + &Poly::one());
    assert_eq!(by(2), Poly::zero());
}

/// Beyond 64 bits and with roots in them, where each root's part is multiplied by itself: `√2 √3 = √6`, `√2 √6 = 2 √3` and so
/// on, and `(a + b)(a - b) = a² - b²`.
#[test]
fn long_numbers_with_roots_multiply_term_by_term() {
    let long = Rational::decimal("1e25").expect("a number");
    let [two, three, six] = [2, 3, 6].map(root);
    let numbers = [
        &long + &two,
        &(&two * &long) - &three,
        &(&six * &long) + &Rational::new(1, 3),
        &(&(&two * &long) + &three) + &(&six - &Rational::ONE),
        long.clone(),
    ];
    let (x, y) = (constant(0), constant(1));
    for a in &numbers {
        for b in &numbers {
            let (of_x, of_y) = (x.scale(a), y.scale(b));
            let (sum, difference) = (&of_x + &of_y, &of_x - &of_y);
            let squares = (&x * &x).scale(&(a * a)) - (&y * &y).scale(&(b * b));
            assert_eq!(&sum * &difference, squares, "{a} {b}");
            let mixed = (&x * &y).scale(&(a * b));
            assert_eq!(&of_x * &of_y, mixed, "{a} {b}");
            let within = sum.times_within(&difference, &mut { u64::MAX });
            assert_eq!(within, Some(squares), "{a} {b}");
            assert_eq!(sum.times_within(&difference, &mut { 1 }), None, "{a} {b}");
        }
    }
}

/// What has no numerator has no inverse.
#[test]
fn there_is_no_quotient_by_zero() {
    let nothing = Ratio::new(Poly::zero(), constant(0));
    for zero in [Quotients.zero(), nothing] {
        assert!(Quotients.inverse(&zero).is_none(), "{zero:?}");
    }
    let sum = Ratio::from(&constant(0) + &Poly::one());
    assert!(Quotients.inverse(&sum).is_some());
}

/// A pair of terms takes a hundred beside the product of the numbers of words of their longest coefficients, 2 and 3 of `10^25` and
/// `10^40`; each square of a sine doubles that, and a number takes a hundred a term.
#[test]
fn the_work_of_a_product_is_counted_pair_by_pair() {
    let [x, y] = [0, 1].map(constant);
    let long = |text| Rational::decimal(text).expect("a number");
    let (sum, three) = (&x + &y, &(&x + &y) + &Poly::one());
    let sines = &s(0) * &s(1);
    for (a, b, work) in [
        (&sum, &three, 6 * 101),
        (&s(0), &s(0), 2 * 101),
        (&sines, &sines, 4 * 101),
        (&sines, &s(1), 2 * 101),
        (&(&s(0) + &s(1)), &s(1), 101 + 2 * 101),
        (
            &(&x.scale(&long("1e25")) + &y),
            &(&x.scale(&long("1e40")) + &Poly::one()),
            4 * (100 + 2 * 3),
        ),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            for more in [0, 7] {
                let mut left = work + more;
                assert_eq!(a.times_within(b, &mut left), Some(a * b), "{a:?}, {b:?}");
                assert_eq!(left, more, "{a:?}, {b:?}");
            }
            let mut left = work - 1;
            assert_eq!((a.times_within(b, &mut left), left), (None, 0));
        }
    }
    let number = Poly::constant(Rational::new(2, 3));
    for (a, b) in [(&number, &three), (&three, &number)] {
        let mut left = 307;
        assert_eq!((a.times_within(b, &mut left), left), (Some(a * b), 7));
        let mut left = 299;
        assert_eq!((a.times_within(b, &mut left), left), (None, 0));
    }
}
