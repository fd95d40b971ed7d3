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
