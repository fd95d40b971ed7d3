//! Torques of the user's own: a function of the motion that a parameter multiplies.

use crate::algebra::Rational;
use crate::diagnostic::Spanned;

use super::Value;

/// A term of the torque of a joint or a motor: a parameter times a function of positions and velocities.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Torque {
    /// The parameter's name.
    pub name: Spanned<String>,
    /// The joint's name, if it acts on one.
    pub joint: Option<Spanned<String>>,
    /// The motor's name, if it acts behind the transmission.
    pub motor: Option<Spanned<String>>,
    /// The function as an expression.
    pub expression: Option<Spanned<Expression>>,
    /// The function as a table over the position of what it acts on.
    pub table: Option<Spanned<Table>>,
    /// The parameter's nominal value.
    pub nominal: Option<Rational>,
}

/// An expression as it was written, and what it says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Expression {
    /// The text.
    pub text: String,
    /// What it says.
    pub formula: Formula,
}

/// A function by its values, straight lines between and beyond them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// Positions, ascending, rad or m.
    pub at: Vec<Rational>,
    /// The values there.
    pub values: Vec<Rational>,
}

/// A function of the motion, in which joints and motors are known as `J` says.
#[derive(Debug, Clone, PartialEq)]
pub enum Formula<J = Spanned<String>> {
    /// A number, symbols at their values.
    Number(Value),
    /// The position of a joint or a motor.
    Position(J),
    /// The velocity of a joint or a motor.
    Velocity(J),
    /// A sum.
    Sum(Vec<Self>),
    /// A product.
    Product(Vec<Self>),
    /// A quotient.
    Quotient(Box<[Self; 2]>),
    /// A power.
    Power(Box<Self>, u16),
    /// A function of a formula, and where it stands.
    Apply(Function, Spanned<Box<Self>>),
}

/// Functions that an expression may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// `sin`.
    Sine,
    /// `cos`.
    Cosine,
    /// `sqrt`.
    Root,
    /// `exp`.
    Exponential,
    /// `tanh`.
    HyperbolicTangent,
    /// `abs`.
    Magnitude,
    /// `sign`.
    Sign,
}

impl Function {
    /// All of them, by their names in the file.
    pub const ALL: [(&'static str, Self); 7] = [
        ("sin", Self::Sine),
        ("cos", Self::Cosine),
        ("sqrt", Self::Root),
        ("exp", Self::Exponential),
        ("tanh", Self::HyperbolicTangent),
        ("abs", Self::Magnitude),
        ("sign", Self::Sign),
    ];
}

/// Zero.
impl<J> Default for Formula<J> {
    fn default() -> Self {
        Self::Sum(Vec::new())
    }
}

impl<J> Formula<J> {
    /// A number.
    #[must_use]
    pub fn number(value: Rational) -> Self {
        Self::Number(Value::number(value))
    }

    /// The formula times a number.
    #[must_use]
    pub fn times(self, factor: Rational) -> Self {
        Self::Product(vec![Self::number(factor), self])
    }

    /// The formula with joints that are known in another way.
    ///
    /// # Errors
    /// Those of `joint`, which is also told whether the velocity is meant.
    pub fn try_map<K, E>(
        &self,
        joint: &mut impl FnMut(&J, bool) -> Result<Formula<K>, E>,
    ) -> Result<Formula<K>, E> {
        let mut all = |of: &[Self]| {
            let of = of.iter().map(|part| part.try_map(joint));
            of.collect::<Result<Vec<_>, E>>()
        };
        Ok(match self {
            Self::Number(value) => Formula::Number(value.clone()),
            Self::Position(of) => joint(of, false)?,
            Self::Velocity(of) => joint(of, true)?,
            Self::Sum(terms) => Formula::Sum(all(terms)?),
            Self::Product(factors) => Formula::Product(all(factors)?),
            Self::Quotient(of) => {
                let [above, below] = of.each_ref().map(|part| part.try_map(joint));
                Formula::Quotient(Box::new([above?, below?]))
            }
            Self::Power(of, exponent) => Formula::Power(Box::new(of.try_map(joint)?), *exponent),
            Self::Apply(function, of) => {
                let inner = Box::new(of.value.try_map(joint)?);
                Formula::Apply(*function, Spanned::new(inner, of.span))
            }
        })
    }
}
