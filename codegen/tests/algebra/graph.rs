//! The expression graph: shared by construction, simplified on entry.

use armwright_codegen::algebra::{
    Algebra, Atom, Graph, Input, Known, Node, Operations, Poly, Rational, Ring, Unary,
};

#[test]
fn equal_expressions_are_one_node() {
    let mut g = Graph::default();
    let (x, y) = (
        g.input(Input::Velocity(0.into())),
        g.input(Input::Velocity(1.into())),
    );
    let forward = g.sub(&x, &y);
    let backward = g.sub(&y, &x);
    assert_eq!(backward, -forward);
    let product = g.mul(&forward, &backward);
    let square = g.mul(&forward, &forward);
    assert_eq!(product, -square);
    let zero = g.sub(&square, &square);
    assert!(g.is_zero(&zero));
    let three = g.constant(&Rational::from(3));
    let third = g.constant(&Rational::new(-1, 3));
    let tripled = g.mul(&three, &x);
    assert_eq!(g.mul(&third, &tripled), -x);
    let doubled = g.sub(&tripled, &x);
    let two = g.constant(&Rational::from(2));
    assert_eq!(doubled, g.mul(&two, &x));
}

#[test]
fn expansion_gives_the_normal_form() {
    let mut g = Graph::default();
    let s = g.atom(Atom::Sine(0.into()));
    let c = g.atom(Atom::Cosine(0.into()));
    let (ss, cc) = (g.mul(&s, &s), g.mul(&c, &c));
    let sum = g.add(&ss, &cc);
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        _ => Poly::zero(),
    };
    assert_eq!(g.expand(&[sum, -s], &leaf, &Poly::clone)[0], Poly::one());
}

#[test]
fn signs_are_odd_and_a_number_is_not_its_sign() {
    let mut g = Graph::default();
    let rate = g.input(Input::Velocity(0.into()));
    let sign = g.sign(rate);
    assert_eq!(g.sign(-rate), -sign);
    let zero = g.constant(&Rational::ZERO);
    assert_eq!(g.sign(zero), zero);
    for number in [Rational::from(5), Rational::new(1, 2)] {
        let number = g.constant(&number);
        let sign = g.sign(number);
        assert_ne!(sign, number);
        assert_eq!(g.sign(-number), -sign);
    }
}

#[test]
fn zero_is_one_node_and_adds_nothing() {
    let mut g = Graph::default();
    let x = g.input(Input::Velocity(0.into()));
    let zero = g.constant(&Rational::ZERO);
    assert_eq!(g.neg(&zero), zero);
    assert_eq!(
        [g.add(&zero, &x), g.add(&x, &zero), g.sub(&x, &zero)],
        [x; 3]
    );
    assert_eq!([g.sub(&zero, &x), g.neg(&x)], [-x; 2]);
    assert_eq!(
        [g.mul(&zero, &x), g.mul(&-x, &zero), g.sub(&x, &x)],
        [zero; 3]
    );
    assert_eq!(g.add(&zero, &zero), zero);
}

#[test]
fn sums_begin_with_what_is_not_subtracted_and_products_have_no_signs() {
    let mut g = Graph::default();
    let [x, y] = [0, 1].map(|k| g.input(Input::Velocity(k.into())));
    let signed = [x, y, -x, -y];
    let pairs = signed.into_iter().flat_map(|a| signed.map(|b| (a, b)));
    for (a, b) in pairs.filter(|(a, b)| a.node() != b.node()) {
        let (sum, product) = (g.add(&a, &b), g.mul(&a, &b));
        let Node::Sum(first, second) = g.node(sum.node()) else {
            panic!("a sum");
        };
        assert!(!first.is_negative());
        assert_eq!(second.is_negative(), a.is_negative() != b.is_negative());
        let Node::Product(first, second) = g.node(product.node()) else {
            panic!("a product");
        };
        assert!(!first.is_negative() && !second.is_negative());
        assert_eq!(product.is_negative(), a.is_negative() != b.is_negative());
    }
}

#[test]
fn what_is_known_costs_nothing() {
    let mut g = Graph::default();
    let [x, y] = [0, 1].map(|k| g.input(Input::Velocity(k.into())));
    let sum = g.add(&x, &y);
    let square = g.mul(&sum, &sum);
    let product = g.mul(&square, &x);
    let mut known = Known::default();
    assert_eq!(known.cost(&g, &[product, square]), 3);
    known.add(&g, &[x]);
    assert_eq!(known.cost(&g, &[product]), 3);
    known.add(&g, &[square]);
    assert_eq!(known.cost(&g, &[sum, square]), 0);
    assert_eq!(known.cost(&g, &[product]), 1);
    let more = g.add(&product, &y);
    assert_eq!(known.cost(&g, &[more, product]), 2);
    known.add(&g, &[more]);
    assert_eq!(known.cost(&g, &[more, product]), 0);
}

#[test]
fn operations_are_summed_by_kind() {
    let one = Operations {
        multiplications: 1,
        additions: 2,
        signs: 3,
        roots: 4,
        quotients: 5,
        exponentials: 6,
        sine_cosines: 7,
    };
    let mut sum = one;
    sum += one;
    let twice = Operations {
        multiplications: 2,
        additions: 4,
        signs: 6,
        roots: 8,
        quotients: 10,
        exponentials: 12,
        sine_cosines: 14,
    };
    assert_eq!(sum, twice);
}

/// However small or large the number is.
#[test]
fn an_expression_times_a_number_is_their_product() {
    let billion = 1_000_000_000;
    let rate = Poly::atom(Atom::Position(0.into())) + Poly::one();
    let ring = Ring::over(Graph::default());
    let sum = ring.atom(Atom::Position(0.into())) + ring.one();
    let mut products = Vec::new();
    for factor in [
        Rational::ZERO,
        Rational::ONE,
        Rational::from(-1),
        Rational::new(-2, 3),
        Rational::new(1, 300_000),
        Rational::new(-7, billion),
        Rational::new(1, billion) * Rational::new(1, billion),
        Rational::from(-billion),
    ] {
        let product = sum * &factor;
        assert_eq!(product.is_zero(), factor.is_zero(), "{factor}");
        assert_eq!(product.element, (ring.number(&factor) * sum).element);
        products.push((factor, product.element));
    }
    let graph = ring.into_algebra();
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        _ => Poly::zero(),
    };
    for (factor, product) in products {
        let [found] = graph
            .expand(&[product], &leaf, &Poly::clone)
            .try_into()
            .expect("one polynomial");
        assert_eq!(found, rate.scale(&factor), "{factor}");
    }
}

/// A sign is given what it is of, and each other function that and a number of its own.
#[test]
fn functions_of_the_same_have_different_symbols_in_the_normal_form() {
    let mut g = Graph::default();
    let rate = g.input(Input::Velocity(0.into()));
    let mut functions = vec![g.sign(rate), g.inverse_root(rate)];
    for function in [
        Unary::Reciprocal,
        Unary::Root,
        Unary::Exponential,
        Unary::HyperbolicTangent,
    ] {
        functions.push(g.apply(function, rate));
    }
    let x = Poly::atom(Atom::Position(0.into()));
    let found = g.expand(&functions, &|_| x.clone(), &Poly::clone);
    let expected = (0..6).map(|k| &x + &Poly::constant(Rational::from(k)));
    assert!(expected.eq(found));
}
