//! Random numbers that are the same on every machine for the same seed.

use std::f64::consts::PI;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Numbers of the generator xoshiro256++ (Blackman and Vigna 2019), seeded by SplitMix64.
///
/// ```
/// use armwright_lab::random::Random;
/// let (mut a, mut b) = (Random::new(7), Random::new(7));
/// assert_eq!(a.uniform(), b.uniform());
/// ```
#[derive(Debug, Clone)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
    spare: Option<f64>,
}

impl Random {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
            spare: None,
        }
    }

    /// A number from 0 up to but not including 1, all 53-bit fractions equally likely.
    pub fn uniform(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number of the standard normal distribution (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        let (sine, cosine) = (2.0 * PI * self.uniform()).sin_cos();
        self.spare = Some(radius * sine);
        radius * cosine
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// xoshiro256++ with a seed of SplitMix64, and Box and Muller's pairs, written anew in Python from the papers.
    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(7);
        let uniform = [0; 4].map(|_| random.uniform());
        let expected = [
            0.055_360_436_478_333_11,
            0.172_115_854_448_117_72,
            0.717_576_128_358_659_4,
            0.427_209_819_291_505_26,
        ];
        assert_eq!(uniform, expected);
        let mut random = Random::new(7);
        let normal = [0; 5].map(|_| random.normal());
        let expected = [
            0.158_643_983_642_300_53,
            0.297_885_487_176_372_03,
            -1.426_753_256_280_532_5,
            0.702_187_750_497_265_5,
            -2.515_258_995_020_244,
        ];
        for (x, y) in normal.iter().zip(expected) {
            assert!((x - y).abs() < 1e-14, "{normal:?}");
        }
        // What is left of a pair waits, and uniform numbers go on.
        assert!((random.uniform() - 0.723_907_095_236_536_1).abs() < 1e-15);
        assert!((random.normal() - 0.550_561_809_913_147_7).abs() < 1e-14);
    }

    /// SplitMix64 from 0 gives e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec (Vigna's reference code);
    /// xoshiro256++'s first output is `rotl(s0 + s3, 23) + s0`.
    #[test]
    fn the_first_number_is_that_of_the_authors_code() {
        let (first, last) = (0xe220_a839_7b1d_cdaf_u64, 0xf88b_b8a8_724c_81ec);
        let output = first.wrapping_add(last).rotate_left(23).wrapping_add(first);
        let expected = (output >> 11) as f64 / (1u64 << 53) as f64;
        assert_eq!(Random::new(0).uniform(), expected);
    }
}
