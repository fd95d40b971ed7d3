//! Exact rotations and unit vectors, with numbers that satisfy `c² + s² = 1` to the last digit.
//!
//! Multiples of 15 degrees are themselves: their sines and cosines are in the field of the numbers.
//! Any other angle becomes the rotation of the simplest fraction `t` near the tangent of half the
//! angle, `s = 2t/(1 + t²)`, `c = (1 - t²)/(1 + t²)`: exactly orthogonal, within 1e-15 rad, with
//! numbers as short as that bound allows.

use crate::algebra::Rational;
use crate::algebra::matrix::{Rotation, Vector, added, cross, dot, identity, product};
use crate::description::Angle;

use super::Axis;

/// Pi to 39 digits after the point, so that large angles lose nothing when they are reduced.
const PI: &str = "3.141592653589793238462643383279502884197";
/// Half the width of the interval in which the simplest fraction is sought. A change `dt` of the
/// half angle's tangent changes the angle by at most `2 dt`.
const TOLERANCE: f64 = 4.5e-16;

/// Cosine and sine of an angle, exactly on the unit circle.
#[must_use]
pub fn cosine_sine(angle: &Angle) -> (Rational, Rational) {
    if let Some(times) = angle.twelfths() {
        return (cosine(times), cosine(times.rem_euclid(24) - 6));
    }
    let pi = Rational::decimal(PI).unwrap_or(Rational::ZERO);
    // The nearest quarter turn is taken out exactly; what remains is at most an eighth of a turn.
    let quarters = (angle.to_f64() / std::f64::consts::FRAC_PI_2).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates; no real angle is that large"
    )]
    let quarters = quarters as i64;
    let turned = &angle.pi - Rational::from(quarters) * Rational::new(1, 2);
    let rest = (turned * pi + &angle.radians).to_f64();
    let (c, [s]) = sphere([simplest((rest / 2.0).tan())]);
    match quarters.rem_euclid(4) {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

/// The cosine of a multiple of 15 degrees.
fn cosine(times: i64) -> Rational {
    let folded = (times + 12).rem_euclid(24) - 12;
    let of_quarter = |times: i64| {
        let quarters = match times {
            0 => [4, 0, 0, 0],
            1 => [0, 1, 0, 1],
            2 => [0, 0, 2, 0],
            3 => [0, 2, 0, 0],
            4 => [2, 0, 0, 0],
            5 => [0, -1, 0, 1],
            _ => [0; 4],
        };
        Rational::over(quarters, 4)
    };
    match folded.abs() {
        times @ ..=6 => of_quarter(times),
        times => -of_quarter(12 - times),
    }
}

/// The point of the unit circle or sphere that a stereographic projection takes to `t`: its main
/// coordinate, and the others. On the circle `t` is the tangent of half the angle.
fn sphere<const N: usize>(t: [Rational; N]) -> (Rational, [Rational; N]) {
    let square: Rational = t.iter().map(|x| x * x).sum();
    let norm = (Rational::ONE + &square).recip().unwrap_or_default();
    let others = t.map(|x| (&x + &x) * &norm);
    ((Rational::ONE - square) * norm, others)
}

/// The rotation `1 + first [a×] + second [a×]²`.
fn turn(a: &Vector<Rational>, first: &Rational, second: &Rational) -> Rotation {
    let once = cross(a);
    added(
        &added(&identity(), first, &once),
        second,
        &product(&once, &once),
    )
}

/// The rotation by an angle about a unit vector (Rodrigues).
pub(super) fn about(axis: &Vector<Rational>, angle: &Angle) -> Rotation {
    let (c, s) = cosine_sine(angle);
    turn(axis, &s, &(Rational::ONE - c))
}

/// The unit vector along an axis.
pub(super) fn along(axis: Axis) -> Vector<Rational> {
    Axis::ALL.map(|other| Rational::from(i64::from(other == axis)))
}

/// The exact rotation within 1e-15 of a matrix of floats that is a rotation up to rounding.
pub(super) fn nearest(m: &[[f64; 3]; 3]) -> Rotation {
    // Four times the products of each pair of the unit quaternion's elements (w, x, y, z), so that
    // each row is the quaternion times one of its elements: the longest row is the most precise.
    let trace = m[0][0] + m[1][1] + m[2][2];
    let pair = |a: usize, b: usize| match (a.checked_sub(1), b.checked_sub(1)) {
        (None, None) => 1.0 + trace,
        (Some(i), Some(j)) if i == j => 1.0 + 2.0 * m[i][i] - trace,
        (Some(i), Some(j)) => m[i][j] + m[j][i],
        (Some(i), None) | (None, Some(i)) => {
            m[(i + 2) % 3][(i + 1) % 3] - m[(i + 1) % 3][(i + 2) % 3]
        }
    };
    let rows: [[f64; 4]; 4] = std::array::from_fn(|a| std::array::from_fn(|b| pair(a, b)));
    let largest = (0..4)
        .max_by(|&i, &j| rows[i][i].total_cmp(&rows[j][j]))
        .unwrap_or(0);
    let [w, x, y, z] = rows[largest].map(|element| simplest(element / rows[largest][largest]));
    let axis = [x, y, z];
    // The largest element is 1, so the square is not 0.
    let norm = (&w * &w + dot(&axis, &axis)).recip().unwrap_or_default();
    let twice = &norm + &norm;
    turn(&axis, &(&twice * w), &twice)
}

/// The vector of length exactly 1 that is nearest to a given one, by stereographic projection;
/// zeros stay zeros. Exactly parallel if the length is one of the numbers; the vector itself if it is 0.
pub(super) fn unit(vector: &Vector<Rational>) -> Vector<Rational> {
    let squared = dot(vector, vector);
    if squared.is_zero() {
        return vector.clone();
    }
    if let Some(inverse) = squared.square_root().and_then(|length| length.recip()) {
        return vector.each_ref().map(|x| x * &inverse);
    }
    let length = squared.to_f64().sqrt();
    let float = vector.each_ref().map(|x| x.to_f64() / length);
    // Projected from the pole opposite to the largest component, so that both are below one half.
    let largest = (0..3)
        .max_by(|&i, &j| float[i].abs().total_cmp(&float[j].abs()))
        .unwrap_or(2);
    let [j, k] = [(largest + 1) % 3, (largest + 2) % 3];
    let near = [j, k].map(|i| simplest(float[i] / (1.0 + float[largest].abs())));
    let (main, [u, v]) = sphere(near);
    let mut result = [Rational::ZERO; 3];
    result[largest] = if float[largest] < 0.0 { -main } else { main };
    result[j] = u;
    result[k] = v;
    result
}

/// The fraction with the smallest denominator within the tolerance of a float of magnitude below
/// one (Stern and Brocot's tree, walked by continued fractions); odd in its argument.
fn simplest(t: f64) -> Rational {
    const SCALE: i64 = 1 << 62;
    #[expect(clippy::cast_precision_loss, reason = "a power of two")]
    let scale = SCALE as f64;
    let [low, high] = [t.abs() - TOLERANCE, t.abs() + TOLERANCE];
    if low <= 0.0 {
        return Rational::ZERO;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below 2^62 times one")]
    let [low, high] = [low, high].map(|bound| (bound.min(1.0) * scale) as i128);
    let (n, d) = simplest_between((low, i128::from(SCALE)), (high, i128::from(SCALE)));
    match (i64::try_from(n), i64::try_from(d)) {
        (Ok(n), Ok(d)) if d != 0 => Rational::new(if t < 0.0 { -n } else { n }, d),
        _ => Rational::from_f64(t).unwrap_or(Rational::ZERO),
    }
}

/// The simplest fraction `n/d` with `low ≤ n/d ≤ high`; `0 ≤ low ≤ high`, denominators not zero.
fn simplest_between(low: (i128, i128), high: (i128, i128)) -> (i128, i128) {
    let whole = low.0.div_euclid(low.1);
    let rest = low.0.rem_euclid(low.1);
    if rest == 0 {
        return (whole, 1);
    }
    if whole < high.0.div_euclid(high.1) {
        return (whole + 1, 1);
    }
    // Both have the same whole part: go on with the reciprocals of what is left, exchanged.
    let (n, d) = simplest_between((high.1, high.0 - whole * high.1), (low.1, rest));
    (whole * n + d, n)
}

#[cfg(test)]
mod tests {
    use super::{Rational, identity, nearest, product};
    use crate::algebra::matrix::transposed;

    /// The rotation of a unit quaternion.
    fn of_quaternion([w, x, y, z]: [f64; 4]) -> [[f64; 3]; 3] {
        [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ]
    }

    /// Whichever element of the quaternion is the largest, and whatever the signs of the others.
    #[test]
    fn the_nearest_rotation_is_exact_and_near() {
        let largest_first = [
            [0.9, 0.3, -0.2, 0.1],
            [0.7, -0.6, 0.5, 0.4],
            [0.6, 0.55, 0.5, -0.45],
            [1.0, 1e-4, 0.0, -1e-7],
        ];
        for (first, place) in largest_first
            .iter()
            .flat_map(|q| (0..4).map(move |k| (q, k)))
        {
            let mut quaternion = *first;
            quaternion.rotate_right(place);
            let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            let floats = of_quaternion(quaternion.map(|x| x / length));
            let found = nearest(&floats);
            assert_eq!(product(&found, &transposed(&found)), identity());
            for (x, float) in found.iter().flatten().zip(floats.iter().flatten()) {
                assert!(
                    (x.to_f64() - float).abs() < 4e-15,
                    "{quaternion:?}: {x} {float}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_rotation_of_one_by_right_angles_is_itself() {
        let [one, zero] = [1.0, 0.0];
        for floats in [
            [[one, zero, zero], [zero, one, zero], [zero, zero, one]],
            [[one, zero, zero], [zero, -one, zero], [zero, zero, -one]],
            [[-one, zero, zero], [zero, one, zero], [zero, zero, -one]],
            [[-one, zero, zero], [zero, -one, zero], [zero, zero, one]],
            [[zero, zero, one], [one, zero, zero], [zero, one, zero]],
            [[zero, -one, zero], [one, zero, zero], [zero, zero, one]],
        ] {
            let exact = floats.map(|row| row.map(|x| Rational::from_f64(x).unwrap_or_default()));
            assert_eq!(nearest(&floats), exact);
        }
    }
}
