//! Exact rotations and unit vectors: rational numbers that satisfy `c² + s² = 1` to the last digit.
//!
//! Multiples of 90 degrees are themselves. Any other angle becomes the rotation of the simplest
//! fraction `t` near the tangent of half the angle, `s = 2t/(1 + t²)`, `c = (1 - t²)/(1 + t²)`:
//! exactly orthogonal, within 1e-15 rad, with numbers as short as that bound allows.

use crate::algebra::Rational;
use crate::description::Angle;

/// A 3 × 3 matrix, row-major.
pub(super) type Matrix = [[Rational; 3]; 3];

/// Pi to 39 digits after the point, so that large angles lose nothing when they are reduced.
const PI: &str = "3.141592653589793238462643383279502884197";
/// Half the width of the interval in which the simplest fraction is sought. A change `dt` of the
/// half angle's tangent changes the angle by at most `2 dt`.
const TOLERANCE: f64 = 4.5e-16;

/// The identity.
pub(super) fn identity() -> Matrix {
    let (o, z) = (Rational::ONE, Rational::ZERO);
    [
        [o.clone(), z.clone(), z.clone()],
        [z.clone(), o.clone(), z.clone()],
        [z.clone(), z, o],
    ]
}

/// The matrix product.
pub(super) fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).fold(Rational::ZERO, |sum, k| &sum + &(&a[i][k] * &b[k][j])))
    })
}

/// Cosine and sine of an angle, exactly on the unit circle.
pub(super) fn cosine_sine(angle: &Angle) -> (Rational, Rational) {
    let pi = Rational::decimal(PI).unwrap_or(Rational::ZERO);
    // The nearest quarter turn is taken out exactly; what remains is at most an eighth of a turn.
    let quarters = (angle.to_f64() / std::f64::consts::FRAC_PI_2).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates; no real angle is that large"
    )]
    let quarters = quarters as i64;
    let turned = &angle.pi - &(&Rational::from(quarters) * &Rational::new(1, 2));
    let rest = (&(&turned * &pi) + &angle.radians).to_f64();
    let (c, s) = circle(&simplest((rest / 2.0).tan()));
    match quarters.rem_euclid(4) {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

/// The point `(c, s)` of the unit circle with the half angle's tangent `t`.
fn circle(t: &Rational) -> (Rational, Rational) {
    let square = t * t;
    let norm = (&Rational::ONE + &square).recip().unwrap_or(Rational::ONE);
    (&(&Rational::ONE - &square) * &norm, &(t + t) * &norm)
}

/// The rotation by an angle about a coordinate axis (0 x, 1 y, 2 z).
pub(super) fn about(axis: usize, angle: &Angle) -> Matrix {
    let (c, s) = cosine_sine(angle);
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut matrix = identity();
    matrix[j][j] = c.clone();
    matrix[k][k] = c;
    matrix[j][k] = -&s;
    matrix[k][j] = s;
    matrix
}

/// The rotation by an angle about a unit vector: `a aᵀ + c (1 - a aᵀ) + s [a×]`.
pub(super) fn about_axis(axis: &[Rational; 3], angle: &Angle) -> Matrix {
    let (c, s) = cosine_sine(angle);
    let rest = &Rational::ONE - &c;
    let mut matrix: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| &rest * &(&axis[i] * &axis[j])));
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        matrix[i][i] = &matrix[i][i] + &c;
        matrix[k][j] = &matrix[k][j] + &(&s * &axis[i]);
        matrix[j][k] = &matrix[j][k] - &(&s * &axis[i]);
    }
    matrix
}

/// Roll, pitch and yaw about fixed axes: `Rz(yaw) Ry(pitch) Rx(roll)`.
pub(super) fn roll_pitch_yaw([roll, pitch, yaw]: &[Angle; 3]) -> Matrix {
    multiply(&about(2, yaw), &multiply(&about(1, pitch), &about(0, roll)))
}

/// The exact rotation within 1e-15 of a matrix of floats that is a rotation up to rounding.
pub(super) fn nearest(matrix: &[[f64; 3]; 3]) -> Matrix {
    let [m0, m1, m2] = matrix;
    // Four times the products of each pair of the unit quaternion's elements (w, x, y, z), so that
    // each row is the quaternion times one of its elements: the longest row is the most precise.
    let trace = m0[0] + m1[1] + m2[2];
    let rows = [
        [1.0 + trace, m2[1] - m1[2], m0[2] - m2[0], m1[0] - m0[1]],
        [
            m2[1] - m1[2],
            1.0 + 2.0 * m0[0] - trace,
            m0[1] + m1[0],
            m0[2] + m2[0],
        ],
        [
            m0[2] - m2[0],
            m0[1] + m1[0],
            1.0 + 2.0 * m1[1] - trace,
            m1[2] + m2[1],
        ],
        [
            m1[0] - m0[1],
            m0[2] + m2[0],
            m1[2] + m2[1],
            1.0 + 2.0 * m2[2] - trace,
        ],
    ];
    let largest = (0..4)
        .max_by(|&i, &j| rows[i][i].total_cmp(&rows[j][j]))
        .unwrap_or(0);
    let [w, x, y, z] = rows[largest].map(|element| simplest(element / rows[largest][largest]));
    let product = |a: &Rational, b: &Rational| a * b;
    let (xx, yy, zz) = (product(&x, &x), product(&y, &y), product(&z, &z));
    let squared = &(&product(&w, &w) + &xx) + &(&yy + &zz);
    // The largest element is 1, so the square is not 0.
    let twice = &Rational::from(2) * &squared.recip().unwrap_or(Rational::ONE);
    let diagonal = |a: &Rational, b: &Rational| &Rational::ONE - &(&twice * &(a + b));
    let plus = |a: &Rational, b: &Rational| &twice * &(a + b);
    let minus = |a: &Rational, b: &Rational| &twice * &(a - b);
    let (xy, xz, yz) = (product(&x, &y), product(&x, &z), product(&y, &z));
    let (wx, wy, wz) = (product(&w, &x), product(&w, &y), product(&w, &z));
    [
        [diagonal(&yy, &zz), minus(&xy, &wz), plus(&xz, &wy)],
        [plus(&xy, &wz), diagonal(&xx, &zz), minus(&yz, &wx)],
        [minus(&xz, &wy), plus(&yz, &wx), diagonal(&xx, &yy)],
    ]
}

/// The square of a vector's length.
pub(super) fn norm_squared(vector: &[Rational; 3]) -> Rational {
    vector.iter().fold(Rational::ZERO, |sum, x| &sum + &(x * x))
}

/// The vector of length exactly 1 that is nearest to a given one, by stereographic projection;
/// zeros stay zeros. The vector itself if its length is exactly 1, or 0.
pub(super) fn unit(vector: &[Rational; 3]) -> [Rational; 3] {
    let squared = norm_squared(vector);
    if squared.is_one() || squared.is_zero() {
        return vector.clone();
    }
    let length = squared.to_f64().sqrt();
    let float = vector.each_ref().map(|x| x.to_f64() / length);
    // Projected from the pole opposite to the largest component, so that both are below one half.
    let largest = (0..3)
        .max_by(|&i, &j| float[i].abs().total_cmp(&float[j].abs()))
        .unwrap_or(2);
    let [j, k] = [(largest + 1) % 3, (largest + 2) % 3];
    let [u, v] = [j, k].map(|i| simplest(float[i] / (1.0 + float[largest].abs())));
    let square = &(&u * &u) + &(&v * &v);
    let norm = (&Rational::ONE + &square).recip().unwrap_or(Rational::ONE);
    let main = &(&Rational::ONE - &square) * &norm;
    let mut result = [Rational::ZERO; 3];
    result[largest] = if float[largest] < 0.0 { -main } else { main };
    result[j] = &(&u + &u) * &norm;
    result[k] = &(&v + &v) * &norm;
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
    use super::{about, cosine_sine, identity, multiply, norm_squared, roll_pitch_yaw, unit};
    use crate::algebra::Rational;
    use crate::description::Angle;

    fn radians(text: &str) -> Angle {
        Angle {
            pi: Rational::ZERO,
            radians: Rational::decimal(text).expect("a number"),
        }
    }

    fn degrees(n: i64) -> Angle {
        Angle {
            pi: Rational::new(n, 180),
            radians: Rational::ZERO,
        }
    }

    #[test]
    fn right_angles_are_exact() {
        let [zero, one] = [Rational::ZERO, Rational::ONE];
        for (angle, c, s) in [(0, &one, &zero), (90, &zero, &one), (450, &zero, &one)] {
            assert_eq!(cosine_sine(&degrees(angle)), (c.clone(), s.clone()));
        }
        assert_eq!(cosine_sine(&degrees(180)), (-&one, zero.clone()));
        assert_eq!(cosine_sine(&degrees(-90)), (zero, -&one));
    }

    #[test]
    fn other_angles_are_on_the_circle_and_near() {
        let fixed = [
            "0.3",
            "-2.5",
            "1.5707963",
            "3",
            "12345.678",
            "1e-9",
            "-0.7853981633974483",
        ];
        let steps = (-20..20).map(|i| format!("{}", f64::from(i) * 0.317));
        for text in fixed.map(str::to_owned).into_iter().chain(steps) {
            let angle = radians(&text);
            let (c, s) = cosine_sine(&angle);
            assert_eq!(&(&c * &c) + &(&s * &s), Rational::ONE, "{text}");
            let x = angle.to_f64();
            // The sine of the difference of both angles; the float's own rounding comes on top.
            let error = s.to_f64() * x.cos() - c.to_f64() * x.sin();
            assert!(error.abs() < 1e-15 + 2e-16 * x.abs(), "{text}: {error:e}");
            assert!(
                c.small().is_some() && s.small().is_some(),
                "{text}: {c} {s}"
            );
        }
    }

    #[test]
    fn rational_rotations_are_found() {
        // atan(3/4), as a float prints it.
        let found = cosine_sine(&radians("0.6435011087932844"));
        assert_eq!(found, (Rational::new(4, 5), Rational::new(3, 5)));
    }

    #[test]
    fn opposite_angles_are_exact_inverses() {
        for axis in 0..3 {
            let there = about(axis, &radians("0.4321"));
            let back = about(axis, &radians("-0.4321"));
            assert_eq!(multiply(&there, &back), identity());
        }
    }

    #[test]
    fn a_right_angle_keeps_its_zeros_beside_an_odd_one() {
        let matrix = roll_pitch_yaw(&[degrees(90), Angle::ZERO, radians("0.3")]);
        let (c, s) = cosine_sine(&radians("0.3"));
        let (o, z) = (Rational::ONE, Rational::ZERO);
        // Rz(0.3) Rx(90°): columns (c, s, 0), (0, 0, 1), (s, -c, 0).
        assert_eq!(
            matrix,
            [
                [c.clone(), z.clone(), s.clone()],
                [s, z.clone(), -c],
                [z.clone(), o, z]
            ]
        );
    }

    #[test]
    fn axes_become_exactly_unit_vectors() {
        for axis in [
            ["0.7071067811865476", "0", "-0.7071067811865476"],
            [
                "0.5773502691896258",
                "0.5773502691896258",
                "0.5773502691896258",
            ],
            [
                "-0.26726124191242437",
                "0.5345224838248488",
                "-0.8017837257372732",
            ],
            ["0", "0.9999999999", "0"],
        ] {
            let axis = axis.map(|x| Rational::decimal(x).expect("a number"));
            let found = unit(&axis);
            assert!(norm_squared(&found).is_one(), "{found:?}");
            for (x, y) in axis.iter().zip(&found) {
                assert_eq!(x.is_zero(), y.is_zero());
                assert!(
                    (x.to_f64() - y.to_f64()).abs() < 1.1e-10,
                    "{axis:?} {found:?}"
                );
            }
        }
        let given = [Rational::new(3, 5), Rational::ZERO, Rational::new(-4, 5)];
        assert_eq!(unit(&given), given);
    }
}
