//! The ten numbers that say how a rigid body resists motion.

/// An axis of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// x.
    X,
    /// y.
    Y,
    /// z.
    Z,
}

impl Axis {
    /// The three axes in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 0, 1 or 2.
    #[must_use]
    pub const fn at(self) -> usize {
        self as usize
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        ["x", "y", "z"][self as usize]
    }

    /// The other two, so that the three are right-handed.
    #[must_use]
    pub const fn others(self) -> [Self; 2] {
        match self {
            Self::X => [Self::Y, Self::Z],
            Self::Y => [Self::Z, Self::X],
            Self::Z => [Self::X, Self::Y],
        }
    }
}

use Axis::{X, Y, Z};

/// A component of the inertia of a body: one of its ten standard parameters, or the physical
/// parameter in the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Inertial {
    /// The mass.
    Mass,
    /// The first moment along an axis; physical: the coordinate of the centre of mass.
    Moment(Axis),
    /// An element of the inertia tensor about the origin, the axes in order; physical: about the
    /// centre of mass.
    Inertia(Axis, Axis),
}

impl Inertial {
    /// All ten in the order of the parameter vector: `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`.
    pub const ALL: [Self; 10] = [
        Self::Mass,
        Self::Moment(X),
        Self::Moment(Y),
        Self::Moment(Z),
        Self::Inertia(X, X),
        Self::Inertia(X, Y),
        Self::Inertia(X, Z),
        Self::Inertia(Y, Y),
        Self::Inertia(Y, Z),
        Self::Inertia(Z, Z),
    ];

    /// The element of the tensor for two axes in any order.
    #[must_use]
    pub fn inertia(a: Axis, b: Axis) -> Self {
        Self::Inertia(a.min(b), a.max(b))
    }

    /// Its place in [`Inertial::ALL`].
    #[must_use]
    pub const fn at(self) -> usize {
        match self {
            Self::Mass => 0,
            Self::Moment(axis) => 1 + axis.at(),
            Self::Inertia(X, b) => 4 + b.at(),
            Self::Inertia(Y, b) => 6 + b.at(),
            Self::Inertia(Z, _) => 9,
        }
    }

    /// The symbol of the standard parameter: `m`, `mx`, `Lxx`.
    #[must_use]
    pub const fn standard(self) -> &'static str {
        [
            "m", "mx", "my", "mz", "Lxx", "Lxy", "Lxz", "Lyy", "Lyz", "Lzz",
        ][self.at()]
    }

    /// The symbol of the physical parameter: `m`, `tx`, `Jxx`.
    #[must_use]
    pub const fn physical(self) -> &'static str {
        [
            "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
        ][self.at()]
    }

    /// Whether physics wants the physical parameter to be positive: a mass or a moment of inertia.
    #[must_use]
    pub fn is_positive(self) -> bool {
        match self {
            Self::Mass => true,
            Self::Moment(_) => false,
            Self::Inertia(a, b) => a == b,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::Axis::{X, Y, Z};
    use super::{Axis, Inertial};

    #[test]
    fn places_follow_the_order_of_the_parameter_vector() {
        for (place, component) in Inertial::ALL.into_iter().enumerate() {
            assert_eq!(component.at(), place);
        }
    }

    #[test]
    fn components_are_named_by_their_axes() {
        let symbols = |f: fn(Inertial) -> &'static str| Inertial::ALL.map(f).join(" ");
        let standard = symbols(Inertial::standard);
        assert_eq!(standard, "m mx my mz Lxx Lxy Lxz Lyy Lyz Lzz");
        let physical = symbols(Inertial::physical);
        assert_eq!(physical, "m tx ty tz Jxx Jxy Jxz Jyy Jyz Jzz");
        let positive = Inertial::ALL.iter().filter(|one| one.is_positive());
        let positive: Vec<_> = positive.map(|one| one.standard()).collect();
        assert_eq!(positive, ["m", "Lxx", "Lyy", "Lzz"]);
        for (a, b) in [(X, Y), (Y, X)] {
            assert_eq!(Inertial::inertia(a, b), Inertial::Inertia(X, Y));
        }
        assert_eq!(Inertial::inertia(Z, Y), Inertial::Inertia(Y, Z));
    }

    #[test]
    fn axes_are_right_handed() {
        assert_eq!(Axis::ALL.map(Axis::at), [0, 1, 2]);
        assert_eq!(Axis::ALL.map(Axis::letter), ["x", "y", "z"]);
        for axis in Axis::ALL {
            let [next, last] = axis.others();
            assert_eq!(next.at(), (axis.at() + 1) % 3);
            assert_eq!(last.at(), (axis.at() + 2) % 3);
        }
    }
}
