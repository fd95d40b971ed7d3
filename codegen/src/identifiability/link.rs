//! What a joint does to motions and to functionals of a body's parameters, harmonic by harmonic.
//!
//! For fixed coordinates, what the ten parameters of a body contribute to the energy of two motions
//! is a functional: ten numbers, `m v·v' + h·(v × w' + v' × w) + w L w'` for velocities `v, v'` of the
//! origin and angular velocities `w, w'`. Seen from the body that a joint carries, a motion of the
//! body below is `X_0 + X_1 cos q + X_2 sin q` applied to it, and a functional accordingly has the
//! harmonics `1, cos q, sin q, cos 2q, sin 2q`; a joint that slides has powers in their place.

use std::collections::BTreeMap;

use super::twist::{ByLengths, Matrix, Motion, Twist, Vector, back, cross};
use super::waves::{Form, Product, Sum, one, position, scaled, square, waves};
use crate::algebra::linear::{Row, plus as sum_of, sparse};
use crate::algebra::{BodyIndex, ConstantIndex, CoordinateIndex, Field, Poly, Rational};
use crate::mechanism::{Axis, Body, Inertial, JointKind};

/// Places of a functional: the order in which parameters are preferred as representatives.
pub(super) const COMPONENTS: [Inertial; 10] = [
    Inertial::Inertia(Axis::X, Axis::X),
    Inertial::Inertia(Axis::X, Axis::Y),
    Inertial::Inertia(Axis::X, Axis::Z),
    Inertial::Inertia(Axis::Y, Axis::Y),
    Inertial::Inertia(Axis::Y, Axis::Z),
    Inertial::Inertia(Axis::Z, Axis::Z),
    Inertial::Moment(Axis::X),
    Inertial::Moment(Axis::Y),
    Inertial::Moment(Axis::Z),
    Inertial::Mass,
];

/// For each place of a functional two unit motions (0 to 2 turn, 3 to 5 move the origin) for which
/// it is the only one that counts, and its sign.
const PAIRS: [(usize, usize); 10] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (1, 1),
    (1, 2),
    (2, 2),
    (4, 2),
    (5, 0),
    (3, 1),
    (3, 3),
];

/// A harmonic of a joint: what it makes of unit motions and of unit functionals of the body below.
#[derive(Debug, Clone)]
pub(super) struct Harmonic<E> {
    /// The image of each unit motion.
    pub motions: [Motion<E>; 6],
    /// The image of each unit functional.
    pub functionals: [Row<usize, E>; 10],
}

/// A body as it hangs on the body below.
#[derive(Debug, Clone)]
pub(super) struct Link<E> {
    /// The body below; `None` for the base.
    pub parent: Option<BodyIndex>,
    /// The coordinate that no other joint has, if it is the joint's position.
    pub own: Option<CoordinateIndex>,
    /// What the joint has of shared variables.
    pub shared: Form,
    /// Its motion for a unit rate.
    pub screw: Motion<E>,
    /// What open lengths add to that.
    pub stretched: ByLengths<Motion<E>>,
    /// `1, cos, sin, cos 2, sin 2`, or the powers of the position; then what open lengths add.
    pub harmonics: Vec<Harmonic<E>>,
    /// For each independent function of the own coordinate, 1 first, the harmonics that it has, each
    /// with its factor in shared variables.
    pub modes: Vec<Vec<(usize, Sum)>>,
}

/// The harmonics of a motion of the parent's frame as the body sees it.
fn seen(body: &Body, motion: &Twist) -> Vec<Twist> {
    let Twist(angular, linear) = motion.seen_from(&body.before);
    let axis = &body.joint.axis;
    let moved = if body.joint.kind == JointKind::Prismatic {
        let axis = axis.each_ref().map(|a| Poly::constant(a.clone()));
        let slide = cross(&angular, &axis);
        vec![Twist(angular, linear), Twist(Vector::default(), slide)]
    } else {
        // R = a aᵀ + (1 - a aᵀ) cos q + [a×] sin q.
        let along: Matrix = std::array::from_fn(|i| std::array::from_fn(|k| &axis[i] * &axis[k]));
        let across: Matrix = std::array::from_fn(|i| {
            std::array::from_fn(|k| &Rational::from(i64::from(i == k)) - &along[i][k])
        });
        let mut around: Matrix = Default::default();
        for (i, a) in axis.iter().enumerate() {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            around[j][k] = -a;
            around[k][j] = a.clone();
        }
        let turned = |m: &Matrix| Twist(back(m, &angular), back(m, &linear));
        [along, across, around].iter().map(turned).collect()
    };
    moved
        .iter()
        .map(|twist| twist.seen_from(&body.after))
        .collect()
}

/// The functional of two motions.
pub(super) fn functional<F: Field>(
    field: &F,
    first: &[(usize, F::Element)],
    second: &[(usize, F::Element)],
) -> Row<usize, F::Element> {
    let mut places = vec![field.zero(); 10];
    for ((a, x), (b, y)) in first
        .iter()
        .flat_map(|x| second.iter().map(move |y| (x, y)))
    {
        let (place, is_negative) = match (*a, *b) {
            (0..=2, 0..=2) => ([0, 1, 2, 1, 3, 4, 2, 4, 5][3 * a + b], false),
            (3.., 3..) if a == b => (9, false),
            (3.., 3..) => continue,
            // A velocity and an angular velocity: along their vector product.
            (linear @ 3.., turn) | (turn, linear @ 3..) if linear - 3 != turn => {
                let axis = 3 - turn - (linear - 3);
                (6 + axis, (linear - 3 + 1) % 3 != turn)
            }
            _ => continue,
        };
        let product = field.mul(x, y);
        let product = if is_negative {
            field.neg(&product)
        } else {
            product
        };
        places[place] = field.add(&places[place], &product);
    }
    sparse(field, places)
}

/// Harmonics of a product of two harmonics, with factors.
fn products(slides: bool, i: usize, j: usize) -> Vec<(usize, Rational)> {
    let half = || Rational::new(1, 2);
    match (slides, i, j) {
        (true, ..) => vec![(i + j, Rational::ONE)],
        (false, 0, k) | (false, k, 0) => vec![(k, Rational::ONE)],
        (false, 1, 1) => vec![(0, half()), (3, half())],
        (false, 2, 2) => vec![(0, half()), (3, -half())],
        (false, ..) => vec![(4, half())],
    }
}

impl<E: Clone> Link<E> {
    /// The link of a body; `own` and `shared` are what its joint has of coordinates, `open` lengths
    /// stand beside the numbers. `None` if the field has no image of another length.
    pub(super) fn of<F: Field<Element = E>>(
        field: &F,
        body: &Body,
        own: Option<CoordinateIndex>,
        shared: Form,
        open: &[ConstantIndex],
    ) -> Option<Self> {
        let slides = body.joint.kind == JointKind::Prismatic;
        let axis = body
            .joint
            .axis
            .each_ref()
            .map(|a| Poly::constant(a.clone()));
        let screw = if slides {
            Twist(Vector::default(), axis)
        } else {
            Twist(axis, Vector::default())
        };
        let images: Vec<Images<E>> = (0..6)
            .map(|k| {
                seen(body, &Twist::unit(k))
                    .iter()
                    .map(|t| t.in_field(field, open))
                    .collect()
            })
            .collect::<Option<_>>()?;
        let mut modes = modes(slides, own.is_some(), &shared);
        let (mut harmonics, mut stretched) = (Vec::new(), Vec::new());
        for h in 0..if slides { 3 } else { 5 } {
            for (product, harmonic) in harmonic(field, &images, slides, h) {
                if product.is_one() {
                    harmonics.push(harmonic);
                } else {
                    stretched.push((h, product, harmonic));
                }
            }
        }
        for (h, product, harmonic) in stretched {
            for mode in &mut modes {
                let here = mode.iter().filter(|(other, _)| *other == h);
                let longer: Vec<_> = here
                    .map(|(_, sum)| (harmonics.len(), times(sum, &product)))
                    .collect();
                mode.extend(longer);
            }
            harmonics.push(harmonic);
        }
        let mut screw = screw.seen_from(&body.after).in_field(field, open)?;
        let stretched = screw.split_off(1);
        Some(Self {
            parent: body.parent,
            own,
            screw: screw.pop()?.1,
            stretched,
            harmonics,
            modes,
            shared,
        })
    }
}

/// The harmonics of the image of a motion, each by products of open lengths.
type Images<E> = Vec<ByLengths<Motion<E>>>;

/// A harmonic from the harmonics of the unit motions, by products of open lengths, the empty one
/// first.
fn harmonic<F: Field>(
    field: &F,
    images: &[Images<F::Element>],
    slides: bool,
    wanted: usize,
) -> BTreeMap<Product, Harmonic<F::Element>> {
    let empty = || Harmonic {
        motions: Default::default(),
        functionals: Default::default(),
    };
    let mut parts = BTreeMap::from([(Product::default(), empty())]);
    for (k, image) in images.iter().enumerate() {
        for (product, motion) in image.get(wanted).into_iter().flatten() {
            let part = parts.entry(product.clone()).or_insert_with(empty);
            part.motions[k] = motion.clone();
        }
    }
    for (place, (a, b)) in PAIRS.into_iter().enumerate() {
        for (i, x) in images[a].iter().enumerate() {
            for (j, y) in images[b].iter().enumerate() {
                let products = products(slides, i, j).into_iter();
                for (_, factor) in products.filter(|(h, _)| *h == wanted) {
                    for ((p, x), (q, y)) in x.iter().flat_map(|x| y.iter().map(move |y| (x, y))) {
                        let row = functional(field, x, y);
                        for (product, share) in p.times(q) {
                            if let Some(factor) = field.number(&(&factor * &share)) {
                                let part = parts.entry(product).or_insert_with(empty);
                                let sum = &mut part.functionals[place];
                                *sum = sum_of(field, sum, &factor, &row);
                            }
                        }
                    }
                }
            }
        }
    }
    parts
}

/// A sum of functions times a product.
fn times(sum: &Sum, product: &Product) -> Sum {
    let terms = sum.iter().flat_map(|(function, factor)| {
        let products = function.times(product).into_iter();
        products.map(move |(product, share)| (product, &share * factor))
    });
    terms.collect()
}

/// The independent functions of a joint's own coordinate, and what stands at each.
fn modes(slides: bool, is_own: bool, shared: &Form) -> Vec<Vec<(usize, Sum)>> {
    let minus = |sum: &Sum| scaled(sum, &-Rational::ONE);
    let plain = shared.is_empty();
    if slides {
        let p = position(shared);
        let whole = if plain {
            vec![(0, one())]
        } else {
            vec![(0, one()), (1, p.clone()), (2, square(&p))]
        };
        if !is_own {
            return vec![whole];
        }
        let mut once = vec![(1, one())];
        if !plain {
            once.push((2, scaled(&p, &Rational::from(2))));
        }
        return vec![whole, once, vec![(2, one())]];
    }
    let ((c, s), (c2, s2)) = (waves(shared, 1), waves(shared, 2));
    if !is_own {
        let all = [(0, one()), (1, c), (2, s), (3, c2), (4, s2)];
        return vec![all.into_iter().filter(|(_, sum)| !sum.is_empty()).collect()];
    }
    let mut modes = vec![vec![(0, one())]];
    for (h, cosine, sine) in [(1, c, s), (3, c2, s2)] {
        let mut pair = [vec![(h, cosine.clone())], vec![(h + 1, cosine)]];
        if !plain {
            pair[0].push((h + 1, sine.clone()));
            pair[1].push((h, minus(&sine)));
        }
        modes.extend(pair);
    }
    modes
}
