//! Random numbers that are the same on every machine for the same seed.

use std::f64::consts::PI;

/// The generator xoshiro256++ (Blackman and Vigna 2019), seeded by SplitMix64.
///
/// ```
/// use armwright_lab::experiment::Random;
/// let (mut a, mut b) = (Random::new(7), Random::new(7));
/// assert_eq!(a.uniform(), b.uniform());
/// ```
#[derive(Debug, Clone)]
pub struct Random {
    state: [u64; 4],
    spare: Option<f64>,
}

impl Random {
    /// The sequence that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        let state = std::array::from_fn(|_| {
            mix = mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (mix ^ (mix >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Self { state, spare: None }
    }

    fn next(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 up to but not including 1, all 53-bit fractions equally likely.
    pub fn uniform(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let fraction = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        fraction
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

    #[test]
    fn generator_agrees_with_its_authors_code() {
        // SplitMix64 from 0 gives e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f,
        // f88bb8a8724c81ec (Vigna's reference code); xoshiro256++'s first output follows from
        // them by hand: rotl(s0 + s3, 23) + s0.
        let random = Random::new(0);
        let expected = [
            0xe220_a839_7b1d_cdaf,
            0x6e78_9e6a_a1b9_65f4,
            0x06c4_5d18_8009_454f,
            0xf88b_b8a8_724c_81ec,
        ];
        assert_eq!(random.state, expected);
        let sum = expected[0].wrapping_add(expected[3]);
        assert_eq!(
            random.clone().next(),
            sum.rotate_left(23).wrapping_add(expected[0])
        );
    }

    #[test]
    fn normal_numbers_have_unit_variance() {
        let mut random = Random::new(3);
        let numbers: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        let mean = numbers.iter().sum::<f64>() / 1e5;
        let variance = numbers.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.015 && (variance - 1.0).abs() < 0.02);
    }
}
