//! Prime fields: arithmetic, and the images of exact numbers in them.

use std::collections::BTreeSet;

use armwright_codegen::algebra::{Atom, Field, Number, Poly, PrimeField, Rational, Symbol};
use proptest::prelude::*;

use super::numbers::{numbers, root};

#[test]
fn arithmetic_is_that_of_integers_modulo_the_prime() {
    let near = PrimeField::all().map(|field| (field, field.neg(&1) + 1));
    for (field, prime) in near.chain([(PrimeField::at(23, |_, k| k), 23)]) {
        let wide = u128::from(prime);
        let samples = [
            0,
            1,
            2,
            prime / 2,
            prime - 2,
            prime - 1,
            field.point(Symbol::Other(3)),
            field.point(Symbol::Other(4)),
        ];
        for (a, b) in samples.iter().flat_map(|a| samples.map(|b| (*a, b))) {
            let (x, y) = (u128::from(a), u128::from(b));
            assert_eq!(u128::from(field.mul(&a, &b)), x * y % wide);
            assert_eq!(u128::from(field.add(&a, &b)), (x + y) % wide);
            assert_eq!(field.add(&a, &field.neg(&a)), 0);
            assert_eq!(
                field.inverse(&a).map(|i| field.mul(&a, &i)),
                (a != 0).then_some(1)
            );
        }
    }
}

#[test]
fn evaluation_respects_sums_and_products() {
    let field = PrimeField::all().next().expect("a prime");
    let [x, y] = [0, 1].map(|i| Poly::atom(Atom::Symbol(Symbol::Other(i))));
    let value = |poly: &Poly| field.embed(poly).expect("no large denominator");
    let sum = &x.scale(&Rational::new(-2, 3)) + &y;
    assert_eq!(value(&(&sum * &x)), field.mul(&value(&sum), &value(&x)));
    let third = value(&x.scale(&Rational::new(1, 3)));
    assert_eq!(field.mul(&third, &3), value(&x));
}

#[test]
fn primes_are_prime_and_have_the_roots_of_two_and_three() {
    for field in PrimeField::all() {
        let prime = field.neg(&1) + 1;
        assert_eq!(prime % 24, 23);
        // Of so small bases only primes pass (Jaeschke); the halved order is odd.
        for base in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
            let (mut power, mut exponent, mut square) = (1, prime / 2, base);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    power = field.mul(&power, &square);
                }
                square = field.mul(&square, &square);
                exponent >>= 1;
            }
            assert!(power == 1 || power == prime - 1, "{prime} is not prime");
        }
        let image = |n: Number| field.number(&n).expect("an image");
        let [two, three, six] = [2, 3, 6].map(|k| image(root(k)));
        assert_eq!([field.mul(&two, &two), field.mul(&three, &three)], [2, 3]);
        assert_eq!(field.mul(&two, &three), six);
    }
}

proptest! {
    #[test]
    fn images_of_numbers_respect_sums_and_products(a in numbers(), b in numbers()) {
        for field in PrimeField::all().chain([PrimeField::at(1223, |_, k| k)]) {
            let image = |n: &Number| field.number(n).expect("no denominator that a prime divides");
            let (x, y) = (image(&a), image(&b));
            prop_assert_eq!(image(&(&a * &b)), field.mul(&x, &y));
            prop_assert_eq!(image(&(&a + &b)), field.add(&x, &y));
        }
    }
}

#[test]
fn a_prime_without_the_roots_has_no_image_of_them() {
    let seven = PrimeField::at(7, |_, k| k);
    assert_eq!(seven.number(&Number::new(1, 3)), Some(5));
    assert_eq!(seven.number(&root(2)), None);
}

/// Of what is beyond the prime it is that of the rest.
#[test]
fn squares_modulo_a_prime_have_roots_and_nothing_else_has() {
    let field = PrimeField::at(23, |_, k| k);
    for number in 0..3 * 23 {
        let is_square = (0..23).any(|root| root * root % 23 == number % 23);
        let root = field.square_root(number);
        assert_eq!(root.is_some(), is_square, "{number}");
        assert!(root.is_none_or(|root| root * root % 23 == number % 23));
    }
}

/// Cosine and sine in this order: the sine of an angle is the tangent of its half times one and the cosine.
#[test]
fn a_point_of_the_circle_is_that_of_twice_the_angle_of_a_tangent() {
    let field = PrimeField::at(23, |_, k| k);
    for tangent in 0..23 {
        // That -1 is no square modulo 23 leaves no tangent out.
        let (cosine, sine) = field.circle(tangent).expect("a point");
        assert_eq!(sine, tangent * (1 + cosine) % 23, "{tangent}");
        assert_eq!((cosine * cosine + sine * sine) % 23, 1);
    }
    // (1 - 4)/5 and 4/5, as 5 times 14 is 1.
    assert_eq!(field.circle(2), Some((4, 10)));
}

#[test]
fn an_element_of_a_prime_field_has_an_image_in_that_one_alone() {
    for (own, field) in PrimeField::all().enumerate() {
        for (other, prime) in PrimeField::all().enumerate() {
            let image = (own == other).then_some(5);
            assert_eq!(field.residue(&5, prime), image, "{own}, {other}");
        }
    }
}

#[test]
fn no_two_symbols_have_one_number() {
    let of_place = |k: u16| {
        [
            Symbol::Constant(k.into()),
            Symbol::Standard(k.into()),
            Symbol::Physical(k.into()),
            Symbol::Base(k.into()),
            Symbol::Other(k),
        ]
    };
    let symbols = [0, 1, u16::MAX].map(of_place).concat();
    let numbers: BTreeSet<u64> = symbols.iter().map(|symbol| symbol.number()).collect();
    assert_eq!(numbers.len(), symbols.len());
}
