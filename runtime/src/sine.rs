//! Sine and cosine together, of one angle or of many, by the same operations: no branch, no table, no library.
//!
//! Angles up to [`FARTHEST`] are reduced by Cody and Waite's method: the nearest multiple of π/2 is subtracted in three
//! parts, of which the first two are exact, so that about 105 bits of the rest are known where an angle is nearest to
//! such a multiple (29 π/2, within 2⁻⁶⁰). The polynomials are those of FreeBSD's `k_sin.c` and `k_cos.c` (Sun Microsystems,
//! 1993, freely given away), minimax on ±π/4. Results are within 1 ulp; larger angles, infinities and what is no number are the
//! library's (`libm`). Only sums, products and bits of numbers are used, so that the same text serves one angle and several
//! side by side, which give the very numbers that each gives by itself.

use crate::Scalar;

/// Angles beyond ± this are left to the library, in rad: about 160 turns.
pub(crate) const FARTHEST: f64 = 1000.0;

/// The number that is added and subtracted to round to an integer: 1.5 × 2⁵².
const ROUNDS: f64 = 6_755_399_441_055_744.0;

/// π/2 in three parts: 43 bits, 42 bits, and the rest.
const QUARTER: [f64; 3] = [
    1.570_796_326_794_834_4,
    6.223_372_171_894_969e-14,
    1.644_625_693_632_425_8e-26,
];

/// The sine is x less these times x³ to x¹³.
const SINE: [f64; 6] = [
    1.666_666_666_666_663_2e-1,
    -8.333_333_333_322_49e-3,
    1.984_126_982_985_795e-4,
    -2.755_731_370_707_006_8e-6,
    2.505_076_025_340_686_3e-8,
    -1.589_690_995_211_55e-10,
];

/// The cosine is 1 - x²/2 and these times x⁴ to x¹⁴.
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Numbers whose bits can be worked with: one, or several side by side.
pub(crate) trait Turning: Scalar {
    /// Their bits as integers.
    type Bits: Copy;
    /// The bits of the numbers.
    fn to_bits(self) -> Self::Bits;
    /// The numbers of bits.
    fn from_bits(bits: Self::Bits) -> Self;
    /// An integer, the same for all.
    fn bits(value: u8) -> Self::Bits;
    /// Bits that differ.
    fn xor(a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// Bits that are in both.
    fn and(a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// The sum, around at the end.
    fn plus(a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// The difference, around at the end.
    fn minus(a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// The second bit put where a number has its sign.
    fn to_sign(a: Self::Bits) -> Self::Bits;
}

impl Turning for f64 {
    type Bits = u64;
    #[inline(always)]
    fn to_bits(self) -> u64 {
        f64::to_bits(self)
    }
    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    #[inline(always)]
    fn bits(value: u8) -> u64 {
        u64::from(value)
    }
    #[inline(always)]
    fn xor(a: u64, b: u64) -> u64 {
        a ^ b
    }
    #[inline(always)]
    fn and(a: u64, b: u64) -> u64 {
        a & b
    }
    #[inline(always)]
    fn plus(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn minus(a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn to_sign(a: u64) -> u64 {
        a << 62
    }
}

/// Sine and cosine of an angle in rad.
#[inline]
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    match is_near(angle) {
        true => near(angle),
        false => far(angle),
    }
}

/// Sines and cosines of several angles in rad: those of [`sin_cos`], bit for bit.
#[inline]
pub(crate) fn sines_and_cosines<const N: usize>(angles: &[f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    all(angles, &mut sines, &mut cosines);
    (sines, cosines)
}

/// Not inlined: every function of a program calls one loop, of which the compiler makes vector instructions.
#[inline(never)]
fn all(angles: &[f64], sines: &mut [f64], cosines: &mut [f64]) {
    for ((angle, sine), cosine) in angles.iter().zip(&mut *sines).zip(&mut *cosines) {
        (*sine, *cosine) = near(*angle);
    }
    if !angles.iter().all(|angle| is_near(*angle)) {
        for ((angle, sine), cosine) in angles.iter().zip(sines).zip(cosines) {
            (*sine, *cosine) = sin_cos(*angle);
        }
    }
}

/// Whether an angle is near enough for [`near`].
#[inline(always)]
pub(crate) fn is_near(angle: f64) -> bool {
    angle.abs() <= FARTHEST
}

/// Of any angle, by the library.
#[cold]
#[inline(never)]
pub(crate) fn far(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Of angles up to [`FARTHEST`]; of any other a number without a meaning.
#[inline(always)]
pub(crate) fn near<T: Turning>(angle: T) -> (T, T) {
    let shifted = T::constant(ROUNDS).add_product(angle, T::constant(core::f64::consts::FRAC_2_PI));
    // The last bits of the sum are those of the integer.
    let turns = shifted.to_bits();
    let n = shifted - T::constant(ROUNDS);
    let part = |k: usize| T::constant(QUARTER[k]);
    let rest = angle.sub_product(n, part(0));
    let small = n * part(1);
    let x = rest - small;
    // What rounding took from the difference, and the last part.
    let y = ((rest - x) - small).sub_product(n, part(2));

    let z = x * x;
    let w = z * z;
    let half = T::constant(0.5) * z;
    let s = |k: usize| T::constant(SINE[k]);
    let r = s(1)
        .add_product(z, s(2))
        .add_product(w, s(3).add_product(z, s(4)).add_product(w, s(5)));
    // Subtracted, so that the sign of zero stays.
    let sine = x - y
        .sub_from_product(half, y)
        .add_product(z * x, s(0).add_product(z, r));

    let c = |k: usize| T::constant(COSINE[k]);
    let r = c(0).add_product(z, c(1)).add_product(
        w,
        c(2).add_product(z, c(3))
            .add_product(w, c(4).add_product(z, c(5))),
    );
    let one = T::constant(1.0) - half;
    let cosine = one + (((T::constant(1.0) - one) - half) + (w * r).sub_product(x, y));

    // Odd quarters exchange the two; the second bit has the signs.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let is_odd = T::and(turns, T::bits(1));
    let exchanged = T::and(T::xor(sine, cosine), T::minus(T::bits(0), is_odd));
    let of_sine = T::to_sign(T::and(turns, T::bits(2)));
    let of_cosine = T::to_sign(T::and(T::plus(turns, T::bits(1)), T::bits(2)));
    (
        T::from_bits(T::xor(T::xor(sine, exchanged), of_sine)),
        T::from_bits(T::xor(T::xor(cosine, exchanged), of_cosine)),
    )
}

#[cfg(test)]
mod tests {
    use super::{FARTHEST, far, is_near, near, sin_cos, sines_and_cosines};

    /// Against the library, whose error is below 1 ulp itself; at multiples of a right angle, where digits cancel, and between.
    #[test]
    fn angles_have_their_sines_and_cosines() {
        for k in -4000..=4000 {
            for off in [0.0, 1e-9, 0.3, -0.785] {
                let angle = f64::from(k) * core::f64::consts::FRAC_PI_2 + off;
                let wanted = angle.sin_cos();
                for (found, wanted) in [(sin_cos(angle).0, wanted.0), (sin_cos(angle).1, wanted.1)]
                {
                    let off = (found - wanted).abs();
                    assert!(off <= 2.3e-16 * wanted.abs(), "{angle}: {found} {wanted}");
                }
            }
        }
        assert!(sin_cos(-0.0).0.is_sign_negative() && sin_cos(0.0).0.is_sign_positive());
    }

    #[test]
    fn what_is_too_far_is_of_the_library() {
        for angle in [0.0, FARTHEST, -FARTHEST] {
            assert!(is_near(angle));
            assert_eq!(sin_cos(angle), near(angle));
        }
        for angle in [FARTHEST.next_up(), -2.0 * FARTHEST, 1e300] {
            assert!(!is_near(angle));
            assert_eq!(sin_cos(angle), far(angle));
            // One that is far beside others leaves these as they are.
            let angles = [0.5, angle, -2.0];
            let (sines, cosines) = sines_and_cosines(&angles);
            let single = angles.map(sin_cos);
            assert_eq!((sines, cosines), (single.map(|s| s.0), single.map(|s| s.1)));
        }
        for angle in [f64::NAN, f64::INFINITY] {
            assert!(sin_cos(angle).0.is_nan() && sin_cos(angle).1.is_nan());
        }
    }
}
