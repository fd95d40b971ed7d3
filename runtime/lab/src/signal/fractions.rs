//! A low-pass filter as a sum of first-order ones, and what filtering both ways makes of them.

use nalgebra::Complex;

use super::LowPass;

/// Pairs of poles of the filters that decimate.
pub(super) const PAIRS: usize = 4;

/// The partial fractions of a filter with `2 * PAIRS` different poles, none of them real, and as many zeros at -1 (Oppenheim and Schafer,
/// *Discrete-Time Signal Processing*, section 3.3.2).
///
/// With `w = 1/z` the filter is `H = direct + Σ residue / (1 - pole w)`, the sum over poles and their conjugates, and filtering forwards and
/// backwards weighs the sample at a distance of `n` with `Σ both · pole^|n|`, and the sample itself with `middle` more.
#[derive(Debug, Clone)]
pub(super) struct Fractions {
    pub(super) poles: [Complex<f64>; PAIRS],
    pub(super) residues: [Complex<f64>; PAIRS],
    pub(super) both: [Complex<f64>; PAIRS],
    pub(super) direct: f64,
    pub(super) middle: f64,
}

impl Fractions {
    /// Of a filter; none of one with other poles.
    pub(super) fn of(filter: &LowPass) -> Option<Self> {
        let poles: [Complex<f64>; PAIRS] = filter.poles().try_into().ok()?;
        if poles.iter().any(|pole| pole.im == 0.0) {
            return None;
        }
        let gain: f64 = filter.sections().iter().map(|s| s.numerator[0]).product();
        let one = Complex::new(1.0, 0.0);
        let others = |k: usize| {
            let pairs = poles.iter().enumerate();
            pairs.flat_map(move |(j, p)| [Some(*p).filter(|_| j != k), Some(p.conj())])
        };
        let residue = |k: usize| {
            let inverse = poles[k].inv();
            let zeros = (one + inverse).powi(2 * PAIRS as i32);
            let rest = others(k).flatten().map(|p| one - p * inverse);
            zeros * gain / rest.product::<Complex<f64>>()
        };
        let mut residues = [one; PAIRS];
        residues
            .iter_mut()
            .zip(0..)
            .for_each(|(r, k)| *r = residue(k));
        let direct = gain / poles.iter().map(|p| p.norm_sqr()).product::<f64>();
        let mirrored = |p: Complex<f64>| {
            let pairs = poles.iter().zip(&residues);
            let terms = pairs.map(|(q, r)| r / (one - q * p) + r.conj() / (one - q.conj() * p));
            terms.sum::<Complex<f64>>() + direct
        };
        let mut both = residues;
        both.iter_mut()
            .zip(&poles)
            .for_each(|(b, p)| *b *= mirrored(*p));
        Some(Self {
            poles,
            residues,
            both,
            direct,
            middle: gain * direct,
        })
    }

    /// What the backward filter has to begin with after a last sample `x`, so that it finds the forward filter's last result to stay
    /// for ever, as in [`zero_phase`](super::zero_phase); `causal` is what the forward filter has.
    pub(super) fn ends(&self, causal: [Complex<f64>; PAIRS], x: f64) -> [Complex<f64>; PAIRS] {
        let one = Complex::new(1.0, 0.0);
        let weighed: Vec<(Complex<f64>, Complex<f64>)> = (0..PAIRS)
            .map(|j| (self.poles[j], self.residues[j] * causal[j]))
            .collect();
        let last: f64 = weighed.iter().map(|(_, c)| 2.0 * c.re).sum();
        let last = self.direct * x + last;
        let mut begins = [one; PAIRS];
        for (i, begin) in begins.iter_mut().enumerate() {
            let p = self.poles[i];
            let decays = weighed.iter().map(|(q, c)| {
                let of = |q: Complex<f64>, c: Complex<f64>| c * p * q / (one - p * q);
                of(*q, *c) + of(q.conj(), c.conj())
            });
            let begin_with = p * last / (one - p) - decays.sum::<Complex<f64>>();
            *begin = self.residues[i] / self.both[i] * begin_with;
        }
        begins
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Complex;

    use super::Fractions;
    use crate::signal::LowPass;

    fn filter() -> LowPass {
        LowPass::chebyshev(8, 0.05, 0.08, 1.0).expect("a filter")
    }

    #[test]
    fn a_filter_is_the_sum_of_its_fractions() {
        let (filter, parts) = (filter(), Fractions::of(&filter()).expect("fractions"));
        let one = Complex::new(1.0, 0.0);
        for frequency in [0.0, 0.02, 0.079, 0.13, 0.4] {
            let w = Complex::from_polar(1.0, -std::f64::consts::TAU * frequency);
            let both_ways = |p: Complex<f64>, b: Complex<f64>| {
                // Powers of a pole at all distances but 0, and at 0.
                b * (one / (one - p * w) + one / (one - p / w) - one)
            };
            let (mut once, mut twice) = (one * parts.direct, one * parts.middle);
            for k in 0..super::PAIRS {
                let (p, r, b) = (parts.poles[k], parts.residues[k], parts.both[k]);
                once += r / (one - p * w) + r.conj() / (one - p.conj() * w);
                twice += both_ways(p, b) + both_ways(p.conj(), b.conj());
            }
            let gain = filter.gain_at(frequency, 1.0);
            assert!(
                (once.norm() - gain).abs() < 1e-11,
                "{frequency}: {once} {gain}"
            );
            assert!((twice - gain * gain).norm() < 1e-11, "{frequency}: {twice}");
        }
    }

    #[test]
    fn only_four_pairs_of_poles_are_known() {
        for order in [4, 7, 10] {
            let filter = LowPass::butterworth(order, 0.1, 1.0).expect("a filter");
            assert!(Fractions::of(&filter).is_none(), "{order}");
        }
    }
}
