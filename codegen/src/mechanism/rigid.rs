//! What a rigid body has of mass, first moment and inertia, seen from one frame and from another.

use super::Inertial;
use crate::algebra::Rational;
use crate::algebra::matrix::{
    Exact, Matrix, Vector, added, dot, identity, matrix, plus, product, times, transposed,
};

/// Mass, first moment and inertia of a body about the origin of a frame, in numbers or in symbols.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RigidBody<E> {
    /// kg.
    pub mass: E,
    /// Mass times centre of mass, kg·m.
    pub moment: Vector<E>,
    /// The inertia tensor, kg·m².
    pub inertia: Matrix<E>,
}

/// Components in the order of [`Inertial::ALL`].
impl<E: Clone> From<[E; 10]> for RigidBody<E> {
    fn from([mass, x, y, z, xx, xy, xz, yy, yz, zz]: [E; 10]) -> Self {
        Self {
            mass,
            moment: [x, y, z],
            inertia: [
                [xx, xy.clone(), xz.clone()],
                [xy, yy, yz.clone()],
                [xz, yz, zz],
            ],
        }
    }
}

impl<E: Exact> RigidBody<E> {
    /// One of its components.
    #[must_use]
    pub fn component(&self, component: Inertial) -> &E {
        match component {
            Inertial::Mass => &self.mass,
            Inertial::Moment(a) => &self.moment[a.at()],
            Inertial::Inertia(a, b) => &self.inertia[a.at()][b.at()],
        }
    }

    /// The same body in a frame in whose axes its own are the columns of a rotation.
    #[must_use]
    pub fn turned(&self, rotation: &Matrix<E>) -> Self {
        Self {
            mass: self.mass.clone(),
            moment: times(rotation, &self.moment),
            inertia: product(&product(rotation, &self.inertia), &transposed(rotation)),
        }
    }

    /// The same body about a point from which its own origin is displaced by `t` (Steiner):
    /// `h' = h + m t`, `L' = L + 2 (a·t) 1 - a tᵀ - t aᵀ` with `a = h + m t/2`.
    #[must_use]
    pub fn shifted(&self, t: &Vector<E>) -> Self {
        let [half, one] = [Rational::new(1, 2), Rational::ONE].map(E::from);
        let a = plus(&self.moment, &(half * self.mass.clone()), t);
        let twice = dot(&a, t) + dot(&a, t);
        let steiner = matrix(|i, j| {
            let outer = a[i].clone() * t[j].clone() + a[j].clone() * t[i].clone();
            if i == j {
                twice.clone() - outer
            } else {
                -outer
            }
        });
        Self {
            mass: self.mass.clone(),
            moment: plus(&self.moment, &self.mass, t),
            inertia: added(&self.inertia, &one, &steiner),
        }
    }
}

/// What is left of terms that cancel is what rounding did to the numbers of a file if it is less than this part of them.
const ROUNDING: i64 = 100_000_000_000_000;

impl RigidBody<Rational> {
    /// As [`Self::turned`] and then [`Self::shifted`], in numbers: zero where terms cancel but for rounding.
    #[must_use]
    pub fn moved(&self, rotation: &Matrix<Rational>, t: &Vector<Rational>) -> Self {
        let terms = self.terms_of(rotation, t);
        self.turned(rotation).shifted(t).settled(&terms)
    }

    /// As [`Self::moved`], with another body beside it.
    #[must_use]
    pub fn moved_beside(
        &self,
        rotation: &Matrix<Rational>,
        t: &Vector<Rational>,
        other: &Self,
    ) -> Self {
        let terms = self.terms_of(rotation, t).with(&other.sizes());
        let moved = self.turned(rotation).shifted(t);
        moved.with(other).settled(&terms)
    }

    /// As [`Self::shifted`], in numbers: zero where terms cancel but for rounding.
    #[must_use]
    pub fn displaced(&self, t: &Vector<Rational>) -> Self {
        self.moved(&identity(), t)
    }

    /// Each component by its size.
    fn sizes(&self) -> Self {
        Self::from(Inertial::ALL.map(|component| self.component(component).abs()))
    }

    /// Sums of two.
    fn with(&self, other: &Self) -> Self {
        Self::from(Inertial::ALL.map(|c| self.component(c) + other.component(c)))
    }

    /// The sizes of the terms of which components are sums when a body is turned and shifted.
    fn terms_of(&self, rotation: &Matrix<Rational>, t: &Vector<Rational>) -> Self {
        let rotation = matrix(|i, j| rotation[i][j].abs());
        let t = t.each_ref().map(Rational::abs);
        let turned = self.sizes().turned(&rotation);
        let half = Rational::new(1, 2) * turned.mass.clone();
        let a = plus(&turned.moment, &half, &t);
        let twice = dot(&a, &t) + dot(&a, &t);
        let steiner = matrix(|i, j| {
            let outer = &a[i] * &t[j] + &a[j] * &t[i];
            if i == j { &twice + &outer } else { outer }
        });
        Self {
            moment: plus(&turned.moment, &turned.mass, &t),
            inertia: added(&turned.inertia, &Rational::ONE, &steiner),
            mass: turned.mass,
        }
    }

    /// Zeros in place of what is rounding beside such terms.
    fn settled(&self, terms: &Self) -> Self {
        let settled = |component| {
            let (value, of) = (self.component(component), terms.component(component));
            match &(&value.abs() * &Rational::from(ROUNDING)) - of {
                less if less.is_negative() => Rational::ZERO,
                _ => value.clone(),
            }
        };
        Self::from(Inertial::ALL.map(settled))
    }

    /// The centre of mass; `None` for a body without mass.
    #[must_use]
    pub fn centre(&self) -> Option<Vector<Rational>> {
        let inverse = self.mass.recip()?;
        Some(self.moment.each_ref().map(|x| x * &inverse))
    }
}

#[cfg(test)]
mod tests {
    use super::RigidBody;
    use crate::algebra::Rational;
    use crate::algebra::matrix::identity;

    fn number(text: &str) -> Rational {
        Rational::decimal(text).expect("a number")
    }

    fn body(components: [&str; 10]) -> RigidBody<Rational> {
        RigidBody::from(components.map(number))
    }

    /// The products of inertia are those of floats, which are 6.9e-18 and less from what they should be.
    #[test]
    fn what_rounding_leaves_of_terms_that_cancel_is_zero() {
        let centre = ["0.1", "-0.3", "0.07"].map(number);
        let [xy, xz, yz] = ["-0.06", "0.014000000000000002", "-0.04199999999999999"];
        let at_centre = body(["2", "0", "0", "0", "0.5", xy, xz, "0.4", yz, "0.3"]);
        let about = at_centre.displaced(&centre);
        let products = [[0, 1], [0, 2], [1, 2]].map(|[i, j]| about.inertia[i][j].to_f64());
        assert_eq!(products, [0.0, 0.0, 0.0]);
        assert!(at_centre.shifted(&centre).inertia[0][2] != Rational::ZERO);
        // Moments that cancel with those of another body.
        let t = ["-0.1", "0.3", "-0.07"].map(number);
        let other = body([
            "2",
            "0.2",
            "-0.60000000000000001",
            "0.14",
            "0",
            "0",
            "0",
            "0",
            "0",
            "0",
        ]);
        let both = at_centre.moved_beside(&identity(), &t, &other);
        assert_eq!(
            both.moment,
            [Rational::ZERO, Rational::ZERO, Rational::ZERO]
        );
        assert_eq!(both.mass, Rational::from(4));
    }

    /// However small it is beside other components, and down to a part of 1e14 of its own terms.
    #[test]
    fn what_is_small_and_no_rounding_stays() {
        let centre = ["1e-9", "0", "1e-12"].map(number);
        let small = body(["2", "0", "0", "0", "0.5", "1e-19", "0", "0.4", "0", "0.3"]);
        let about = small.displaced(&centre);
        assert_eq!(about.inertia[0][1], number("1e-19"));
        assert_eq!(about.inertia[0][2], number("-2e-21"));
        // 1 + 2 left less 1, which are terms of 2 together.
        let t = ["1", "1", "0"].map(number);
        for (product, stays) in [("1.000000000000022", true), ("1.000000000000018", false)] {
            let body = body(["1", "0", "0", "0", "3", product, "0", "3", "0", "3"]);
            assert_eq!(
                !body.displaced(&t).inertia[0][1].is_zero(),
                stays,
                "{product}"
            );
        }
    }

    /// A first moment at half the way back: `2 (1/2 - 1) + 1` of a moment of inertia is nothing, of terms of 1 and 1.
    #[test]
    fn moments_of_inertia_that_cancel_are_zero() {
        for (moment, zero) in [
            ("-0.50000000000000005", true),
            ("-0.500000000000009", true),
            ("-0.500000000000011", false),
        ] {
            for axis in 0..3 {
                let mut components = ["0"; 10];
                components[0] = "1";
                components[1 + axis] = moment;
                let mut t = ["0"; 3];
                t[axis] = "1";
                let moved = body(components).displaced(&t.map(number));
                for i in (0..3).filter(|i| *i != axis) {
                    assert_eq!(moved.inertia[i][i].is_zero(), zero, "{moment} {axis} {i}");
                }
            }
        }
    }
}
