//! What a symbol of the equations stands for.

use super::index::{BaseIndex, ConstantIndex, ParameterIndex};

/// A symbol of the equations: constant while the robot moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A symbolic constant of the robot file.
    Constant(ConstantIndex),
    /// A standard parameter.
    Standard(ParameterIndex),
    /// The physical parameter in the place of a standard one: `tx_a` for `mx_a`, `Jxx_a` for
    /// `Lxx_a`. A mass and a parameter of a drive are the same in both.
    Physical(ParameterIndex),
    /// A base parameter.
    Base(BaseIndex),
    /// What only the writer of a formula knows: the reciprocal of a divisor, a unit vector.
    Other(u16),
}

impl Symbol {
    /// A number that no other symbol has.
    #[must_use]
    pub fn number(self) -> u64 {
        let (kind, at) = match self {
            Self::Constant(i) => (0, i.at()),
            Self::Standard(i) => (1, i.at()),
            Self::Physical(i) => (2, i.at()),
            Self::Base(i) => (3, i.at()),
            Self::Other(i) => (4, usize::from(i)),
        };
        kind << 32 | at as u64
    }
}
