//! Functions of variables that several joints share: products of waves, powers and rates.
//!
//! Positions of joints that share coordinates are no independent variables. What stands at sines and
//! cosines of such joints is therefore kept apart by the waves of the coordinates, which are
//! independent functions: `cos a cos b = (cos(a - b) + cos(a + b))/2`, and so on.

use crate::algebra::{Atom, ConstantIndex, CoordinateIndex, Monomial, Rational, Symbol};

/// What moves bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Variable {
    /// A coordinate.
    Coordinate(CoordinateIndex),
    /// The motion of the coordinates along which a torque is measured, to first order: its work for a small
    /// motion decides what it reveals, so that its square is nothing.
    Along,
    /// Gravity, as if the base were accelerated upwards; the constant torques of drives go with it.
    Gravity,
    /// No motion but a length that is not known. Its powers stand beside numbers as functions of shared
    /// variables do, and belong to the column.
    Length(ConstantIndex),
}

impl Variable {
    /// Whether it is a length.
    pub(super) fn is_length(self) -> bool {
        matches!(self, Self::Length(_))
    }
}

/// A factor of a product, a function of one coordinate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Factor {
    /// Sine or cosine of so many times the variable, more than none.
    Wave {
        variable: Variable,
        frequency: Rational,
        sine: bool,
    },
    /// The coordinate itself, as often as it stands there.
    Position(Variable),
    /// Its rate, as often as it stands there.
    Rate(Variable),
}

impl Factor {
    fn variable(&self) -> Variable {
        match self {
            Self::Wave { variable, .. } | Self::Position(variable) | Self::Rate(variable) => {
                *variable
            }
        }
    }
}

/// A product of waves (at most one of each variable), positions and rates. Different products are
/// independent functions; the empty one is 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Product(Vec<Factor>);

/// A sum of products with factors.
pub(super) type Sum = Vec<(Product, Rational)>;

/// A linear form of shared coordinates.
pub(super) type Form = Vec<(Variable, Rational)>;

impl Product {
    /// Whether it is the empty product.
    pub(super) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The rate of a coordinate.
    pub(super) fn rate(variable: Variable) -> Self {
        Self(vec![Factor::Rate(variable)])
    }

    /// A product of powers of lengths.
    pub(super) fn of_lengths(monomial: &Monomial) -> Self {
        let powers = monomial
            .factors()
            .iter()
            .filter_map(|&(atom, exponent)| match atom {
                Atom::Symbol(Symbol::Constant(k)) => Some((k, exponent)),
                _ => None,
            });
        powers.fold(Self::default(), |product, (k, exponent)| {
            let length = Variable::Length(k);
            (0..exponent).fold(product, |product, _| product.with_position(length))
        })
    }

    /// The lengths in it, as powers.
    pub(super) fn lengths(&self) -> Monomial {
        let mut monomial = Monomial::one();
        for factor in &self.0 {
            if let Factor::Position(Variable::Length(k)) = factor {
                let atom = Atom::Symbol(Symbol::Constant(*k));
                monomial = monomial.times(&Monomial::atom(atom));
            }
        }
        monomial
    }

    /// The product times the position of a coordinate.
    pub(super) fn with_position(&self, variable: Variable) -> Self {
        self.with(Factor::Position(variable))
    }

    /// Whether it changes with a coordinate or its rate.
    pub(super) fn has(&self, variable: Variable) -> bool {
        self.0.iter().any(|factor| factor.variable() == variable)
    }

    /// What it has of some coordinates, and the rest.
    pub(super) fn split(&self, is_apart: impl Fn(Variable) -> bool) -> (Self, Self) {
        let factors = self.0.iter().cloned();
        let (apart, rest) = factors.partition(|factor| is_apart(factor.variable()));
        (Self(apart), Self(rest))
    }

    fn with(&self, factor: Factor) -> Self {
        let mut product = self.clone();
        let at = product.0.partition_point(|other| *other < factor);
        product.0.insert(at, factor);
        product
    }

    /// The product of two products.
    pub(super) fn times(&self, other: &Self) -> Sum {
        let mut sum = vec![(self.clone(), Rational::ONE)];
        for factor in &other.0 {
            sum = sum
                .iter()
                .flat_map(|(product, c)| product.by(factor, c))
                .collect();
        }
        sum
    }

    /// The product with one more factor, times a number.
    fn by(&self, factor: &Factor, number: &Rational) -> Sum {
        if factor.variable() == Variable::Along && self.has(Variable::Along) {
            return Vec::new();
        }
        let Factor::Wave {
            variable,
            frequency,
            sine,
        } = factor
        else {
            return vec![(self.with(factor.clone()), number.clone())];
        };
        let own = self
            .0
            .iter()
            .position(|f| matches!(f, Factor::Wave { variable: other, .. } if other == variable));
        let Some(at) = own else {
            return vec![(self.with(factor.clone()), number.clone())];
        };
        let mut rest = self.clone();
        let Factor::Wave {
            frequency: own,
            sine: own_sine,
            ..
        } = rest.0.remove(at)
        else {
            return Vec::new();
        };
        let half = &Rational::new(1, 2) * number;
        let (difference, sum) = (&own - frequency, &own + frequency);
        // cos cos, sin sin: cosines of difference and sum; else sines of sum and difference.
        let (of_difference, of_sum) = match (own_sine, *sine) {
            (false, false) => (half.clone(), half),
            (true, true) => (half.clone(), -half),
            (true, false) => (half.clone(), half),
            (false, true) => (-half.clone(), half),
        };
        let is_sine = own_sine != *sine;
        [(difference, of_difference), (sum, of_sum)]
            .into_iter()
            .filter_map(|(frequency, number)| {
                if frequency.is_zero() {
                    return (!is_sine).then(|| (rest.clone(), number));
                }
                let turned = is_sine && frequency.is_negative();
                let wave = Factor::Wave {
                    variable: *variable,
                    frequency: frequency.abs(),
                    sine: is_sine,
                };
                Some((rest.with(wave), if turned { -number } else { number }))
            })
            .collect()
    }
}

/// The number one.
pub(super) fn one() -> Sum {
    vec![(Product::default(), Rational::ONE)]
}

/// A sum times a number.
pub(super) fn scaled(sum: &Sum, factor: &Rational) -> Sum {
    sum.iter()
        .map(|(product, c)| (product.clone(), c * factor))
        .collect()
}

/// A form of positions.
pub(super) fn position(form: &Form) -> Sum {
    let product =
        |(k, factor): &(Variable, Rational)| (Product(vec![Factor::Position(*k)]), factor.clone());
    form.iter().map(product).collect()
}

/// A form of rates.
pub(super) fn rate(form: &Form) -> Sum {
    form.iter()
        .map(|(k, factor)| (Product::rate(*k), factor.clone()))
        .collect()
}

/// The square of a sum.
pub(super) fn square(sum: &Sum) -> Sum {
    product(sum, sum)
}

/// The product of two sums.
fn product(first: &Sum, second: &Sum) -> Sum {
    let pairs = first
        .iter()
        .flat_map(|x| second.iter().map(move |y| (x, y)));
    let products = pairs.flat_map(|((p, a), (q, b))| {
        let factor = a * b;
        let products = p.times(q).into_iter();
        products.map(move |(product, c)| (product, &c * &factor))
    });
    products.collect()
}

/// Cosine and sine of so many times a form, by the sum of the angles that it is made of.
pub(super) fn waves(form: &Form, times: i64) -> (Sum, Sum) {
    let (mut cosine, mut sine) = (one(), Sum::new());
    for (variable, factor) in form {
        let (c, s) = wave(*variable, &Rational::from(times) * factor);
        let minus = scaled(&s, &-Rational::ONE);
        let next = [product(&cosine, &c), product(&sine, &minus)].concat();
        sine = [product(&sine, &c), product(&cosine, &s)].concat();
        cosine = next;
    }
    (cosine, sine)
}

/// Cosine and sine of so many times a variable.
fn wave(variable: Variable, frequency: Rational) -> (Sum, Sum) {
    if variable == Variable::Along {
        return (one(), position(&vec![(variable, frequency)]));
    }
    let sign = Rational::from(if frequency.is_negative() { -1 } else { 1 });
    let [cosine, sine] = [false, true].map(|sine| {
        let frequency = frequency.abs();
        Product(vec![Factor::Wave {
            variable,
            frequency,
            sine,
        }])
    });
    (vec![(cosine, Rational::ONE)], vec![(sine, sign)])
}

#[cfg(test)]
mod tests {
    use super::{Factor, Form, Product, Sum, Variable, square, waves};
    use crate::algebra::{Atom, Monomial, Rational, Symbol};

    fn coordinates() -> [Variable; 2] {
        [0, 1].map(|k: u16| Variable::Coordinate(k.into()))
    }

    fn at(variable: Variable) -> f64 {
        if variable == coordinates()[0] {
            0.7
        } else {
            -1.9
        }
    }

    fn value(sum: &Sum) -> f64 {
        let factor = |factor: &Factor| match factor {
            Factor::Wave {
                variable,
                frequency,
                sine,
            } => {
                let angle = frequency.to_f64() * at(*variable);
                if *sine { angle.sin() } else { angle.cos() }
            }
            Factor::Position(k) | Factor::Rate(k) => at(*k),
        };
        let product = |product: &Product| product.0.iter().map(factor).product::<f64>();
        sum.iter().map(|(p, c)| c.to_f64() * product(p)).sum()
    }

    #[test]
    fn waves_of_forms_multiply_as_functions_do() {
        let [a, b] = coordinates();
        let form: Form = vec![(a, Rational::new(-3, 2)), (b, Rational::new(1, 3))];
        let other: Form = vec![(a, Rational::new(3, 2)), (b, Rational::from(2))];
        let angle = |form: &Form| form.iter().map(|(k, f)| f.to_f64() * at(*k)).sum::<f64>();
        let ((c, s), (d, t)) = (waves(&form, 2), waves(&other, 1));
        for (sum, expected) in [
            (&c, (2.0 * angle(&form)).cos()),
            (&s, (2.0 * angle(&form)).sin()),
        ] {
            assert!((value(sum) - expected).abs() < 1e-12);
            assert!((value(&square(sum)) - expected * expected).abs() < 1e-12);
            for (other, factor) in [(&d, angle(&other).cos()), (&t, angle(&other).sin())] {
                let products = sum.iter().flat_map(|(p, a)| {
                    other.iter().flat_map(move |(q, b)| {
                        let number = a * b;
                        p.times(q).into_iter().map(move |(r, c)| (r, &c * &number))
                    })
                });
                let products: Sum = products.collect();
                assert!((value(&products) - expected * factor).abs() < 1e-12);
            }
        }
    }

    /// Each by each, not only in sums: of `sin² x` and `cos² x` a half is constant, of `sin x cos x` nothing.
    #[test]
    fn products_of_two_waves_are_waves_of_sum_and_difference() {
        let [a, b] = coordinates();
        let times = [-3, -2, -1, 1, 2, 3];
        let pairs = times.into_iter().flat_map(|i| times.map(|j| (i, j)));
        for (i, j) in pairs {
            for (variable, other) in [(a, a), (b, b), (a, b)] {
                let of = |variable, times| {
                    let form: Form = vec![(variable, Rational::new(1, 2))];
                    let (cosine, sine) = waves(&form, times);
                    [cosine, sine]
                };
                for (kinds, [first, second]) in of(variable, i)
                    .iter()
                    .flat_map(|x| of(other, j).map(|y| [x.clone(), y]))
                    .enumerate()
                {
                    let product = super::product(&first, &second);
                    let expected = value(&first) * value(&second);
                    let found = value(&product);
                    assert!(
                        (found - expected).abs() < 1e-12,
                        "{i}, {j}, {kinds}: {product:?}"
                    );
                    // What is constant is there once, and is the mean over a whole turn.
                    let constant = product.iter().filter(|(product, _)| product.is_one());
                    let constant: f64 = constant.map(|(_, number)| number.to_f64()).sum();
                    let mean = match kinds {
                        0 if variable == other && i.abs() == j.abs() => 0.5,
                        3 if variable == other && i == j => 0.5,
                        3 if variable == other && i == -j => -0.5,
                        _ => 0.0,
                    };
                    assert!((constant - mean).abs() < 1e-12, "{i}, {j}, {kinds}");
                }
            }
        }
    }

    #[test]
    fn the_motion_of_a_measured_torque_counts_to_first_order() {
        let form: Form = vec![(Variable::Along, Rational::new(3, 2))];
        let (cosine, sine) = waves(&form, 2);
        assert_eq!(cosine, super::one());
        assert_eq!(
            sine,
            super::position(&vec![(Variable::Along, Rational::from(3))])
        );
        assert!(square(&sine).is_empty());
        assert!(super::product(&sine, &super::rate(&form)).is_empty());
    }

    /// Beside a rate, which is none of them.
    #[test]
    fn lengths_come_back_with_their_powers() {
        let [first, second] = [0, 1].map(|k: u16| Atom::Symbol(Symbol::Constant(k.into())));
        let lengths = Monomial::one()
            .with_exponent(first, 3)
            .with_exponent(second, 1);
        let product = Product::of_lengths(&lengths);
        assert_eq!(product.lengths(), lengths);
        let [a, _] = coordinates();
        let moving = product.times(&Product::rate(a));
        let [(moving, one)] = moving.as_slice() else {
            panic!("one product: {moving:?}");
        };
        assert_eq!((moving.lengths(), one.is_one()), (lengths, true));
        assert!(Product::of_lengths(&Monomial::atom(Atom::Sine(0.into()))).is_one());
    }
}
