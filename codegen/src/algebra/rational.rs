//! Exact rational numbers: machine integers while they fit, arbitrary precision beyond.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg};

use dashu_int::ops::{BitTest, Gcd, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact rational number in lowest terms with a positive denominator.
///
/// ```
/// use armwright_codegen::algebra::Rational;
/// let third = Rational::new(1, 3);
/// assert_eq!(&third + &Rational::decimal("0.5").expect("a number"), Rational::new(5, 6));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// `Small` whenever numerator and denominator fit; so equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, i64),
    Big(Box<RBig>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Small(0, 1));
    /// One.
    pub const ONE: Self = Self(Repr::Small(1, 1));

    /// `numerator / denominator`, meant for literals.
    ///
    /// # Panics
    /// If `denominator` is zero.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert!(
            denominator != 0,
            "a rational number needs a non-zero denominator"
        );
        Self::from_i128(i128::from(numerator), i128::from(denominator))
    }

    /// Reads `-12.5e-3` exactly; `None` if it is not a decimal number, is not finite, or has more than 400 digits or an
    /// exponent beyond ±400 (so that no short text can make a huge number).
    #[must_use]
    pub fn decimal(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let negative = mantissa.starts_with('-');
        let digits = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        if whole.len() + fraction.len() > 400 || exponent.abs() > 400 {
            return None;
        }
        let magnitude: UBig = format!("{whole}{fraction}").parse().ok()?;
        let scale = exponent - i32::try_from(fraction.len()).ok()?;
        let ten = UBig::from(10u8).pow(usize::try_from(scale.unsigned_abs()).ok()?);
        let value = if scale >= 0 {
            RBig::from(magnitude * ten)
        } else {
            RBig::from_parts(IBig::from(magnitude), ten)
        };
        Some(Self::from_big(if negative { -value } else { value }))
    }

    /// The rational that a float is, exactly; `None` if it is not finite.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        RBig::try_from(value).ok().map(Self::from_big)
    }

    /// The nearest float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            // Both exact in a float: one correctly rounded division.
            Repr::Small(n, d) if n.unsigned_abs() < 1 << 53 && d.unsigned_abs() < 1 << 53 => {
                #[expect(clippy::cast_precision_loss, reason = "both are below 2^53")]
                let quotient = *n as f64 / *d as f64;
                quotient
            }
            _ => self.to_big().to_f64().value(),
        }
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0, 1)
    }

    /// Whether it is one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0 == Repr::Small(1, 1)
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(n, _) => *n < 0,
            Repr::Big(b) => **b < RBig::ZERO,
        }
    }

    /// Its magnitude.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Its reciprocal; `None` for zero.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        match &self.0 {
            Repr::Small(0, _) => None,
            Repr::Small(n, d) => Some(Self::from_i128(i128::from(*d), i128::from(*n))),
            Repr::Big(b) => Some(Self::from_big(RBig::ONE / (**b).clone())),
        }
    }

    /// Numerator and denominator, if both fit into 64 bits.
    #[must_use]
    pub fn small(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small(n, d) => Some((n, d)),
            Repr::Big(_) => None,
        }
    }

    /// How many bytes of memory it takes beside its own place.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Repr::Small(..) => 0,
            Repr::Big(b) => {
                let bits = BitTest::bit_len(b.numerator()) + BitTest::bit_len(b.denominator());
                size_of::<RBig>() + bits / 8
            }
        }
    }

    /// Its square root, if that is rational.
    pub(super) fn root(&self) -> Option<Self> {
        let (numerator, denominator) = self.parts();
        let root = |square: UBig| Some(square.sqrt()).filter(|root| root * root == square);
        let numerator = root(UBig::try_from(numerator).ok()?)?;
        Some(Self::quotient(IBig::from(numerator), root(denominator)?))
    }

    /// Numerator and denominator.
    pub(super) fn parts(&self) -> (IBig, UBig) {
        self.to_big().into_parts()
    }

    /// A quotient in lowest terms; the denominator is not zero.
    pub(super) fn quotient(numerator: IBig, denominator: UBig) -> Self {
        Self::from_big(RBig::from_parts(numerator, denominator))
    }

    /// Numerator and denominator modulo a number below 2^62.
    #[must_use]
    pub fn residues(&self, modulus: u64) -> (u64, u64) {
        let (numerator, denominator) = self.parts();
        let magnitude = UnsignedAbs::unsigned_abs(numerator) % modulus;
        let residue = match self.is_negative() {
            true => (modulus - magnitude) % modulus,
            false => magnitude,
        };
        (residue, denominator % modulus)
    }

    fn from_i128(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let sign = denominator.signum();
        // The divisor of two i128 magnitudes made of i64 products fits back into i128.
        let divisor = i128::try_from(divisor).unwrap_or(i128::MAX);
        let (n, d) = (sign * (numerator / divisor), sign * (denominator / divisor));
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Self(Repr::Small(n, d)),
            _ => Self(Repr::Big(Box::new(RBig::from_parts_signed(
                IBig::from(n),
                IBig::from(d),
            )))),
        }
    }

    fn from_big(value: RBig) -> Self {
        match (
            i64::try_from(value.numerator()),
            i64::try_from(value.denominator()),
        ) {
            (Ok(n), Ok(d)) if n != i64::MIN => Self(Repr::Small(n, d)),
            _ => Self(Repr::Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> RBig {
        match &self.0 {
            Repr::Small(n, d) => RBig::from_parts_signed(IBig::from(*n), IBig::from(*d)),
            Repr::Big(b) => (**b).clone(),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Values from 64-bit operands are the rule: stay in 64 bits where possible.
    while b != 0 {
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self::from_i128(i128::from(value), 1)
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: Self) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(c, 1)) => {
                Rational::from_i128(i128::from(*a) + i128::from(*c), 1)
            }
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let (a, b, c, d) = (
                    i128::from(*a),
                    i128::from(*b),
                    i128::from(*c),
                    i128::from(*d),
                );
                Rational::from_i128(a * d + c * b, b * d)
            }
            _ => Rational::from_big(self.to_big() + other.to_big()),
        }
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: Self) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => Rational::from_i128(
                i128::from(*a) * i128::from(*c),
                i128::from(*b) * i128::from(*d),
            ),
            _ => Rational::from_big(self.to_big() * other.to_big()),
        }
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small(n, d) => Rational(Repr::Small(-n, *d)),
            Repr::Big(b) => Rational::from_big(-(**b).clone()),
        }
    }
}

impl std::iter::Sum for Rational {
    /// Over a common denominator: to bring every partial sum to lowest terms is nearly all of the work.
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        let mut terms: Vec<Self> = terms.filter(|term| !term.is_zero()).collect();
        if terms.len() < 2 {
            return terms.pop().unwrap_or_default();
        }
        let parts: Vec<(IBig, UBig)> = terms.iter().map(Self::parts).collect();
        let denominator = common_denominator(parts.iter().map(|(_, own)| own));
        let over = |(numerator, own): (IBig, UBig)| numerator * IBig::from(&denominator / own);
        Self::quotient(parts.into_iter().map(over).sum(), denominator.clone())
    }
}

/// The least number that all of these divide.
pub(super) fn common_denominator<'d>(denominators: impl Iterator<Item = &'d UBig>) -> UBig {
    denominators.fold(UBig::ONE, |common, own| {
        let shared = Gcd::gcd(&common, own);
        common * (own / shared)
    })
}

super::operators::between_values!(Rational: Add add Sub sub Mul mul);

super::operators::between_numbers!(Rational);

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

/// As an integer, as a finite decimal of at most 17 digits where it is one, else as a fraction.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Repr::Small(n, d) = self.0 {
            if d == 1 {
                return write!(f, "{n}");
            }
            let shortest = self.to_f64().to_string();
            if shortest.len() <= 19 && Self::decimal(&shortest).as_ref() == Some(self) {
                return f.write_str(&shortest);
            }
            return write!(f, "{n}/{d}");
        }
        let big = self.to_big();
        match big.is_int() {
            true => write!(f, "{}", big.numerator()),
            false => write!(f, "{}/{}", big.numerator(), big.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
