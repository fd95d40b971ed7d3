//! Operators between values, where a type has them between references.

/// Negates values of a type, and gives each operator between references between values.
macro_rules! between_values {
    ($type:ty: $($operator:ident $name:ident)*) => {
        impl std::ops::Neg for $type {
            type Output = Self;
            fn neg(self) -> Self {
                -&self
            }
        }
        $(
            impl std::ops::$operator for $type {
                type Output = Self;
                fn $name(self, other: Self) -> Self {
                    std::ops::$operator::$name(&self, &other)
                }
            }

            impl std::ops::$operator<&Self> for $type {
                type Output = Self;
                fn $name(self, other: &Self) -> Self {
                    std::ops::$operator::$name(&self, other)
                }
            }

            impl std::ops::$operator<$type> for &$type {
                type Output = $type;
                fn $name(self, other: $type) -> $type {
                    std::ops::$operator::$name(self, &other)
                }
            }
        )*
    };
}

/// Difference, quotient and partial order of numbers, from their sum, negative, reciprocal and order.
macro_rules! between_numbers {
    ($type:ty) => {
        impl std::ops::Sub for &$type {
            type Output = $type;
            fn sub(self, other: Self) -> $type {
                self + &-other
            }
        }

        impl std::ops::Div for &$type {
            type Output = Option<$type>;
            /// `None` where the divisor is zero.
            fn div(self, other: Self) -> Option<$type> {
                other.recip().map(|r| self * &r)
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}

pub(super) use {between_numbers, between_values};
