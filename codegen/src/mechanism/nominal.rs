//! Nominal inertia: from the file's form to standard parameters, from frame to frame, and whether
//! any distribution of mass has it.

use crate::algebra::Rational;
use crate::description::{Inertia, Physical};
use crate::diagnostic::{Diagnostics, Fault};

use super::rotation::Matrix;

/// `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`, about the origin of the body's frame.
pub(super) type Standard = [Rational; 10];

/// A symmetric tensor from `xx, xy, xz, yy, yz, zz`.
fn tensor([xx, xy, xz, yy, yz, zz]: &[Rational; 6]) -> Matrix {
    let row = |a: &Rational, b: &Rational, c: &Rational| [a.clone(), b.clone(), c.clone()];
    [row(xx, xy, xz), row(xy, yy, yz), row(xz, yz, zz)]
}

fn elements(tensor: &Matrix) -> [Rational; 6] {
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(i, j)| tensor[i][j].clone())
}

fn dot(a: &[Rational; 3], b: &[Rational; 3]) -> Rational {
    (0..3).fold(Rational::ZERO, |sum, i| &sum + &(&a[i] * &b[i]))
}

/// `(a·b + b·a) 1 - a bᵀ - b aᵀ`; with `a = b` twice the tensor of a unit point mass at `a`.
fn mixed(a: &[Rational; 3], b: &[Rational; 3]) -> Matrix {
    let twice = &dot(a, b) + &dot(a, b);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let outer = &(&a[i] * &b[j]) + &(&b[i] * &a[j]);
            if i == j { &twice - &outer } else { -outer }
        })
    })
}

/// `a + factor b`.
fn plus(a: &Matrix, factor: &Rational, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| &a[i][j] + &(factor * &b[i][j])))
}

/// Standard parameters of what the user wrote: `L = J + m (|t|² 1 - t tᵀ)`.
pub(super) fn standard(inertia: &Inertia) -> Standard {
    match inertia {
        Inertia::Standard(values) => values.value.clone(),
        Inertia::Physical(Physical { mass, com, inertia }) => {
            let half_mass = &mass.value * &Rational::new(1, 2);
            let about_origin = plus(&tensor(&inertia.value), &half_mass, &mixed(com, com));
            let moment = com.each_ref().map(|t| &mass.value * t);
            assemble(mass.value.clone(), moment, &about_origin)
        }
    }
}

fn assemble(mass: Rational, [x, y, z]: [Rational; 3], inertia: &Matrix) -> Standard {
    let [xx, xy, xz, yy, yz, zz] = elements(inertia);
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}

fn parts(standard: &Standard) -> (&Rational, [Rational; 3], Matrix) {
    let [m, x, y, z, xx, xy, xz, yy, yz, zz] = standard.each_ref();
    let inertia = tensor(&[xx, xy, xz, yy, yz, zz].map(Clone::clone));
    (m, [x.clone(), y.clone(), z.clone()], inertia)
}

/// The same body seen from an outer frame, in which its own frame is turned by `rotation` and
/// shifted by `shift`: `h' = R h + m t`, `L' = R L Rᵀ + mixed(R h, t) + m/2 mixed(t, t)`.
pub(super) fn moved(body: &Standard, rotation: &Matrix, shift: &[Rational; 3]) -> Standard {
    let (mass, moment, inertia) = parts(body);
    let turned: [Rational; 3] = std::array::from_fn(|i| dot(&rotation[i], &moment));
    let transposed: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| rotation[j][i].clone()));
    let inertia =
        super::rotation::multiply(&super::rotation::multiply(rotation, &inertia), &transposed);
    let inertia = plus(&inertia, &Rational::ONE, &mixed(&turned, shift));
    let inertia = plus(
        &inertia,
        &(mass * &Rational::new(1, 2)),
        &mixed(shift, shift),
    );
    let moment = std::array::from_fn(|i| &turned[i] + &(mass * &shift[i]));
    assemble(mass.clone(), moment, &inertia)
}

/// Warns of an inertia that no distribution of mass has.
pub(super) fn check(inertia: &Inertia, diagnostics: &mut Diagnostics) {
    let (mass, about_centre, span) = match inertia {
        Inertia::Physical(Physical { mass, inertia, .. }) => {
            (mass.clone(), tensor(&inertia.value), inertia.span)
        }
        Inertia::Standard(values) => {
            let (mass, moment, inertia) = parts(&values.value);
            let mass = crate::diagnostic::Spanned::new(mass.clone(), values.span);
            // J = L - h hᵀ terms over m; without mass there must be no first moment either.
            let Some(inverse) = mass.value.recip() else {
                if moment.iter().any(|x| !x.is_zero()) {
                    let why = "it has a first moment, but no mass".to_owned();
                    diagnostics.add(&Fault::NotPhysical { why }, values.span);
                }
                return;
            };
            let factor = -(&inverse * &Rational::new(1, 2));
            (
                mass,
                plus(&inertia, &factor, &mixed(&moment, &moment)),
                values.span,
            )
        }
    };
    if mass.value.is_negative() {
        diagnostics.add(
            &Fault::Negative {
                what: "mass".to_owned(),
            },
            mass.span,
        );
    } else if let Some(why) = impossible(&about_centre) {
        diagnostics.add(&Fault::NotPhysical { why }, span);
    }
}

/// Why no distribution of mass has this inertia about its centre; `None` if one has it. The test
/// is exact: `tr(J)/2 1 - J`, the matrix of second moments, has no negative eigenvalue.
fn impossible(inertia: &Matrix) -> Option<String> {
    let trace = (0..3).fold(Rational::ZERO, |sum, i| &sum + &inertia[i][i]);
    let half = &trace * &Rational::new(1, 2);
    let second: Matrix = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            if i == j {
                &half - &inertia[i][j]
            } else {
                -&inertia[i][j]
            }
        })
    });
    let names = ["xx", "yy", "zz"];
    if let Some(i) = (0..3).find(|&i| inertia[i][i].is_negative()) {
        return Some(format!("{} is negative", names[i]));
    }
    if let Some(i) = (0..3).find(|&i| second[i][i].is_negative()) {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (j, k) = (j.min(k), j.max(k));
        return Some(format!(
            "{} is greater than {} + {}",
            names[i], names[j], names[k]
        ));
    }
    let minor =
        |i: usize, j: usize| &(&second[i][i] * &second[j][j]) - &(&second[i][j] * &second[j][i]);
    let minors = [(0, 1), (0, 2), (1, 2)]
        .iter()
        .any(|&(i, j)| minor(i, j).is_negative());
    (minors || determinant(&second).is_negative())
        .then(|| "a principal moment is greater than the sum of the other two".to_owned())
}

fn determinant(m: &Matrix) -> Rational {
    let cofactor = |j: usize, k: usize| &(&m[1][j] * &m[2][k]) - &(&m[1][k] * &m[2][j]);
    let terms = [
        &m[0][0] * &cofactor(1, 2),
        &m[0][1] * &cofactor(2, 0),
        &m[0][2] * &cofactor(0, 1),
    ];
    &(&terms[0] + &terms[1]) + &terms[2]
}

#[cfg(test)]
mod tests {
    use super::{Standard, impossible, moved, standard, tensor};
    use crate::algebra::Rational;
    use crate::description::{Inertia, Physical};
    use crate::diagnostic::{Span, Spanned};
    use crate::mechanism::rotation;

    fn body(mass: i64, com: [i64; 3], inertia: [i64; 6]) -> Inertia {
        let spanned = |value| Spanned::new(value, Span::default());
        Inertia::Physical(Physical {
            mass: spanned(Rational::from(mass)),
            com: com.map(Rational::from),
            inertia: Spanned::new(inertia.map(Rational::from), Span::default()),
        })
    }

    #[test]
    fn inertia_moves_to_the_origin() {
        // A point mass of 2 at (1, 2, 3): L = 2 (14 1 - t tᵀ).
        let expected: Standard = [2, 2, 4, 6, 26, -4, -6, 20, -12, 10].map(Rational::from);
        assert_eq!(standard(&body(2, [1, 2, 3], [0; 6])), expected);
    }

    #[test]
    fn moving_a_frame_moves_the_centre() {
        let turn = rotation::about(
            2,
            &crate::description::Angle {
                pi: Rational::new(1, 2),
                radians: Rational::ZERO,
            },
        );
        let inner = standard(&body(3, [1, 2, 0], [4, 1, 0, 5, 0, 6]));
        // A quarter turn about z: (x, y) to (-y, x), xx and yy exchanged, xy reversed.
        let outer = standard(&body(3, [-2 + 7, 1 - 1, 4], [5, -1, 0, 4, 0, 6]));
        assert_eq!(moved(&inner, &turn, &[7, -1, 4].map(Rational::from)), outer);
    }

    #[test]
    fn only_real_bodies_are_possible() {
        let verdict = |elements: [i64; 6]| impossible(&tensor(&elements.map(Rational::from)));
        assert_eq!(verdict([1, 0, 0, 1, 0, 2]), None, "a disc is just possible");
        assert_eq!(verdict([0; 6]), None, "so is a point");
        assert!(verdict([1, 0, 0, 1, 0, 3]).is_some_and(|why| why.starts_with("zz")));
        assert!(verdict([-1, 0, 0, 1, 0, 1]).is_some_and(|why| why.contains("negative")));
        assert!(
            verdict([2, 2, 0, 2, 0, 3]).is_some(),
            "principal moments 0, 4 and 3"
        );
    }
}
