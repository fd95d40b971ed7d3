//! Sine and cosine together, of one angle or of many, by the same operations: no branch, no table, no library.
//!
//! Angles up to [`FARTHEST`] are reduced by Cody and Waite's method: the nearest multiple of π/2 is subtracted in three
//! parts, of which the first two are exact, so that about 105 bits of the rest are known where an angle is nearest to
//! such a multiple (29 π/2, within 2⁻⁶⁰). The polynomials are those of FreeBSD's `k_sin.c` and `k_cos.c` (Sun Microsystems,
//! 1993, freely given away), minimax on ±π/4. Results are within 1 ulp; larger angles, infinities and what is no number are the
//! library's (`libm`). Only sums, products and bits of numbers are used, each rounded once: several angles at a time
//! give the very numbers that each gives by itself, with or without an operating system.

/// Angles beyond ± this are left to the library, in rad: about 160 turns.
const FARTHEST: f64 = 1000.0;

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

#[inline]
fn is_near(angle: f64) -> bool {
    angle.abs() <= FARTHEST
}

#[cold]
#[inline(never)]
fn far(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Of an angle up to [`FARTHEST`]; of any other a number without a meaning.
#[inline]
fn near(angle: f64) -> (f64, f64) {
    let shifted = angle * core::f64::consts::FRAC_2_PI + ROUNDS;
    // The last bits of the sum are those of the integer.
    let turns = shifted.to_bits();
    let n = shifted - ROUNDS;
    let [first, second, third] = QUARTER;
    let rest = angle - n * first;
    let small = n * second;
    let x = rest - small;
    // What rounding took from the difference, and the last part.
    let y = ((rest - x) - small) - n * third;

    let z = x * x;
    let w = z * z;
    let half = 0.5 * z;
    let [s1, s2, s3, s4, s5, s6] = SINE;
    let r = (s2 + z * s3) + w * ((s4 + z * s5) + w * s6);
    // Subtracted, so that the sign of zero stays.
    let sine = x - ((z * x) * (s1 + z * r) + (half * y - y));

    let [c1, c2, c3, c4, c5, c6] = COSINE;
    let r = (c1 + z * c2) + w * ((c3 + z * c4) + w * (c5 + z * c6));
    let one = 1.0 - half;
    let cosine = one + (((1.0 - one) - half) + (w * r - x * y));

    // Odd quarters exchange the two; the second bit has the signs.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let exchanged = (sine ^ cosine) & 0_u64.wrapping_sub(turns & 1);
    let of_sine = (turns & 2) << 62;
    let of_cosine = (turns.wrapping_add(1) & 2) << 62;
    (
        f64::from_bits(sine ^ exchanged ^ of_sine),
        f64::from_bits(cosine ^ exchanged ^ of_cosine),
    )
}
