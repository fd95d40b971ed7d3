//! Nominal inertia: from the file's form to standard parameters, and whether any distribution of
//! mass has it.

use crate::algebra::Rational;
use crate::algebra::matrix::{Matrix, added, determinant, identity};
use crate::description::{Inertia, Physical};
use crate::diagnostic::{Diagnostics, Fault};

use super::RigidBody;

/// What the user wrote, about the origin of the body's frame.
pub(super) fn standard(inertia: &Inertia) -> RigidBody<Rational> {
    match inertia {
        Inertia::Standard(values) => RigidBody::from(values.value.clone()),
        Inertia::Physical(physical) => centred(physical).displaced(&physical.com),
    }
}

/// About the centre of mass, where there is no first moment.
fn centred(Physical { mass, inertia, .. }: &Physical) -> RigidBody<Rational> {
    let [xx, xy, xz, yy, yz, zz] = inertia.value.clone();
    let [x, y, z] = [Rational::ZERO; 3];
    RigidBody::from([mass.value.clone(), x, y, z, xx, xy, xz, yy, yz, zz])
}

/// Warns of an inertia that no distribution of mass has.
pub(super) fn check(inertia: &Inertia, diagnostics: &mut Diagnostics) {
    let (body, of_mass, of_inertia) = match inertia {
        Inertia::Physical(physical) => {
            let (mass, inertia) = (physical.mass.span, physical.inertia.span);
            (centred(physical), mass, inertia)
        }
        Inertia::Standard(values) => {
            let body = standard(inertia);
            let centred = match body.centre() {
                Some(centre) => body.displaced(&centre.map(|x| -x)),
                None if body.moment.iter().all(Rational::is_zero) => body,
                None => {
                    let why = "it has a first moment, but no mass";
                    diagnostics.add(Fault::not_physical(why), values.span);
                    return;
                }
            };
            (centred, values.span, values.span)
        }
    };
    if body.mass.is_negative() {
        diagnostics.add(Fault::negative("mass"), of_mass);
    } else if let Some(why) = impossible(&body.inertia) {
        diagnostics.add(Fault::not_physical(&why), of_inertia);
    }
}

/// Why no distribution of mass has this inertia about its centre; `None` if one has it. The test
/// is exact: `tr(J)/2 1 - J`, the matrix of second moments, has no negative eigenvalue.
pub(crate) fn impossible(inertia: &Matrix<Rational>) -> Option<String> {
    let trace: Rational = (0..3).map(|i| inertia[i][i].clone()).sum();
    let half = trace * Rational::new(1, 2);
    let second = added(
        &inertia.clone().map(|row| row.map(|x| -x)),
        &half,
        &identity(),
    );
    let names = ["xx", "yy", "zz"];
    let negative = |m: &Matrix<Rational>| (0..3).find(|&i| m[i][i].is_negative());
    if let Some(i) = negative(inertia) {
        return Some(format!("{} is negative", names[i]));
    }
    if let Some(i) = negative(&second) {
        let [j, k] = [[1, 2], [0, 2], [0, 1]][i];
        let (own, one, other) = (names[i], names[j], names[k]);
        return Some(format!("{own} is greater than {one} + {other}"));
    }
    let minor = |[i, j]: [usize; 2]| {
        (&second[i][i] * &second[j][j] - &second[i][j] * &second[j][i]).is_negative()
    };
    let minors = [[0, 1], [0, 2], [1, 2]].into_iter().any(minor);
    (minors || determinant(&second).is_negative())
        .then(|| "a principal moment is greater than the sum of the other two".to_owned())
}
