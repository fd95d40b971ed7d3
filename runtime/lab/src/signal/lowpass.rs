//! Digital low-pass filters (Butterworth, Chebyshev I) as cascades of second-order sections.

use std::f64::consts::PI;

use nalgebra::Complex;
use thiserror::Error;

/// One second-order section, `(b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section {
    /// `b0, b1, b2`.
    pub numerator: [f64; 3],
    /// `a1, a2` (`a0` is 1).
    pub denominator: [f64; 2],
}

impl Section {
    /// The gain at frequency zero.
    #[must_use]
    pub fn gain(&self) -> f64 {
        let [b0, b1, b2] = self.numerator;
        let [a1, a2] = self.denominator;
        (b0 + b1 + b2) / (1.0 + a1 + a2)
    }

    /// The state (transposed direct form II) in which a constant input of 1 has always been there.
    #[must_use]
    pub fn steady_state(&self) -> [f64; 2] {
        let [_, b1, b2] = self.numerator;
        let [a1, a2] = self.denominator;
        let second = b2 - a2 * self.gain();
        [b1 - a1 * self.gain() + second, second]
    }
}

/// A digital low-pass filter.
///
/// ```
/// use armwright_lab::signal::LowPass;
/// let filter = LowPass::butterworth(4, 100.0, 5000.0).expect("100 Hz is below 2500 Hz");
/// assert!((filter.gain_at(100.0, 5000.0) - 0.5f64.sqrt()).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LowPass {
    sections: Vec<Section>,
    /// Poles above or on the real axis, one a section.
    poles: Vec<Complex<f64>>,
}

/// Why a filter cannot be made or applied.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FilterError {
    /// The cut-off frequency is not between 0 and half of the sampling rate.
    #[error(
        "a cut-off of {cutoff} Hz is impossible at {rate} Hz: choose one above 0 and below {} Hz",
        rate / 2.0
    )]
    Cutoff {
        /// What was asked for, Hz.
        cutoff: f64,
        /// The sampling rate, Hz.
        rate: f64,
    },
    /// The order is not one that double precision can carry.
    #[error("a filter of order {0} is impossible: choose an order from 1 to 12")]
    Order(usize),
    /// The ripple is none.
    #[error("a ripple of {0} dB is impossible: choose one above 0, such as 0.05")]
    Ripple(f64),
    /// The decimation factor is outside what the anti-alias filter can be designed for.
    #[error(
        "decimation by {0} in one step is impossible: choose 1 to 50, or several steps (10,10)"
    )]
    Factor(usize),
    /// The signal is not longer than the extension at its ends.
    #[error("{samples} samples are too few for this filter: it needs at least {needed}")]
    TooShort {
        /// How many samples there are.
        samples: usize,
        /// How many are needed.
        needed: usize,
    },
    /// What is dropped at both ends is all.
    #[error("{samples} samples leave nothing where {trim} are dropped at both ends (`trim`)")]
    Trimmed {
        /// How many samples there are.
        samples: usize,
        /// How many are dropped at each end.
        trim: usize,
    },
}

impl LowPass {
    /// A Butterworth filter: flat in the pass band, -3 dB at `cutoff` (Hz, at `rate` Hz).
    ///
    /// # Errors
    /// [`FilterError::Order`] and [`FilterError::Cutoff`].
    pub fn butterworth(order: usize, cutoff: f64, rate: f64) -> Result<Self, FilterError> {
        let poles = prototype_angles(order)?.map(|angle| Complex::new(-angle.cos(), angle.sin()));
        Self::from_prototype(poles.collect(), 1.0, cutoff, rate)
    }

    /// A Chebyshev filter of type I with `ripple` dB in the pass band, which ends at `cutoff`.
    ///
    /// # Errors
    /// [`FilterError::Order`], [`FilterError::Cutoff`] and [`FilterError::Ripple`].
    pub fn chebyshev(
        order: usize,
        ripple: f64,
        cutoff: f64,
        rate: f64,
    ) -> Result<Self, FilterError> {
        let epsilon = (10f64.powf(ripple / 10.0) - 1.0).sqrt();
        if !(epsilon > 0.0 && epsilon.is_finite()) {
            return Err(FilterError::Ripple(ripple));
        }
        let mu = (1.0 / epsilon).asinh() / order as f64;
        let poles = prototype_angles(order)?
            .map(|angle| Complex::new(-mu.sinh() * angle.cos(), mu.cosh() * angle.sin()));
        let gain = if order.is_multiple_of(2) {
            (1.0 + epsilon * epsilon).sqrt().recip()
        } else {
            1.0
        };
        Self::from_prototype(poles.collect(), gain, cutoff, rate)
    }

    /// The bilinear transform of an analogue prototype with cut-off 1 rad/s, whose zeros are all
    /// at infinity: each pair of poles becomes a section with both zeros at -1.
    fn from_prototype(
        poles: Vec<Complex<f64>>,
        gain: f64,
        cutoff: f64,
        rate: f64,
    ) -> Result<Self, FilterError> {
        if !(cutoff > 0.0 && rate.is_finite() && cutoff < rate / 2.0) {
            return Err(FilterError::Cutoff { cutoff, rate });
        }
        let warp = (PI * cutoff / rate).tan();
        let digital = |pole: Complex<f64>| (pole * warp + 1.0) / (-pole * warp + 1.0);
        let above = poles.into_iter().filter(|pole| pole.im > -1e-9);
        let poles: Vec<Complex<f64>> = above.map(digital).collect();
        let mut sections = Vec::new();
        for pole in &poles {
            // Unit gain at frequency zero for each section keeps the cascade well scaled.
            sections.push(if pole.im.abs() < 1e-9 {
                let g = (1.0 - pole.re) / 2.0;
                Section {
                    numerator: [g, g, 0.0],
                    denominator: [-pole.re, 0.0],
                }
            } else {
                let denominator = [-2.0 * pole.re, pole.norm_sqr()];
                let g = (1.0 + denominator[0] + denominator[1]) / 4.0;
                Section {
                    numerator: [g, 2.0 * g, g],
                    denominator,
                }
            });
        }
        if let Some(first) = sections.first_mut() {
            first.numerator = first.numerator.map(|b| b * gain);
        }
        Ok(Self { sections, poles })
    }

    /// The same with a gain of 1 at frequency zero.
    pub(super) fn with_unit_gain(mut self) -> Self {
        let gain = self.gain_at(0.0, 1.0);
        if let Some(first) = self.sections.first_mut() {
            first.numerator = first.numerator.map(|b| b / gain);
        }
        self
    }

    /// Its poles, one of each pair that is conjugate.
    pub(super) fn poles(&self) -> &[Complex<f64>] {
        &self.poles
    }

    /// The cascade.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// How many samples each end of a signal is extended by in zero-phase filtering: three times
    /// the filter's length, SciPy's default.
    #[must_use]
    pub fn edge(&self) -> usize {
        let first_order = self
            .sections
            .iter()
            .filter(|s| s.denominator[1] == 0.0)
            .count();
        3 * (2 * self.sections.len() + 1 - first_order)
    }

    /// After how many samples the filter has forgotten its past, to a share of `remainder`.
    #[must_use]
    pub fn settling(&self, remainder: f64) -> usize {
        let slowest = self.poles.iter().map(|pole| pole.norm());
        let slowest = slowest.fold(1e-3, f64::max);
        let samples = remainder.ln() / slowest.ln();
        samples.ceil().clamp(8.0, 1e9) as usize
    }

    /// The magnitude of the frequency response at a frequency in Hz.
    #[must_use]
    pub fn gain_at(&self, frequency: f64, rate: f64) -> f64 {
        let delay = Complex::from_polar(1.0, -2.0 * PI * frequency / rate);
        let power = |section: &Section| {
            let [b0, b1, b2] = section.numerator;
            let [a1, a2] = section.denominator;
            let (over, under) = (
                delay * (delay * b2 + b1) + b0,
                delay * (delay * a2 + a1) + 1.0,
            );
            over.norm_sqr() / under.norm_sqr()
        };
        let power: f64 = self.sections.iter().map(power).product();
        power.sqrt()
    }
}

/// Angles of the prototype's poles from the negative real axis.
fn prototype_angles(order: usize) -> Result<impl Iterator<Item = f64>, FilterError> {
    if !(1..=12).contains(&order) {
        return Err(FilterError::Order(order));
    }
    let angle = move |k: usize| PI * (2.0 * k as f64 + 1.0 - order as f64) / (2.0 * order as f64);
    Ok((0..order).map(angle))
}

#[cfg(test)]
mod tests {
    use super::{FilterError, LowPass, Section};

    /// A filter of first order whose pole is a half: `tan(π f) = 1/3`.
    fn first() -> LowPass {
        let cutoff = (1.0f64 / 3.0).atan() / std::f64::consts::PI;
        LowPass::butterworth(1, 20.0 * cutoff, 20.0).expect("a filter")
    }

    #[test]
    fn a_filter_of_first_order_is_as_by_hand() {
        let filter = first();
        let [section] = filter.sections() else {
            panic!("{filter:?}");
        };
        let expected = Section {
            numerator: [0.25, 0.25, 0.0],
            denominator: [-0.5, 0.0],
        };
        let pairs = section.numerator.iter().zip(expected.numerator);
        for (x, y) in pairs.chain(section.denominator.iter().zip(expected.denominator)) {
            assert!((x - y).abs() < 1e-15, "{section:?}");
        }
        assert_eq!(expected.gain(), 1.0);
        assert_eq!(expected.steady_state(), [0.75, 0.0]);
        // `(2 + 3 w - 4 w²) / (1 + 0.5 w - 0.25 w²)`, of which 1 makes 0.8.
        let section = Section {
            numerator: [2.0, 3.0, -4.0],
            denominator: [0.5, -0.25],
        };
        assert_eq!(section.gain(), 0.8);
        let state = section.steady_state();
        for (found, expected) in state.iter().zip([-1.2, -3.8]) {
            assert!((found - expected).abs() < 1e-15, "{state:?}");
        }
    }

    #[test]
    fn what_came_before_is_forgotten_as_the_slowest_pole_decays() {
        let filter = first();
        // log₂ of a million is 19.93, of a thousand 9.97; eight at least.
        assert_eq!([1e-6, 1e-3, 0.1].map(|r| filter.settling(r)), [20, 10, 8]);
        // Poles of order 2: of size 1/√(1 + √2 + ...), here by SciPy 0.8008 for a cut-off of a twentieth of the rate.
        let second = LowPass::butterworth(2, 1.0, 20.0).expect("a filter");
        assert_eq!(second.settling(1e-6), 63);
        // Without end where the slowest pole is next to 1: some 5 · 10¹² samples are told as 10⁹.
        let slow = LowPass::butterworth(1, 1e-12, 1.0).expect("a filter");
        assert_eq!(slow.settling(1e-13), 1_000_000_000);
    }

    /// Three times the length of the cascade, as SciPy's `sosfiltfilt` has it by default.
    #[test]
    fn ends_are_extended_by_three_lengths() {
        let edge = |order| {
            let filter = LowPass::butterworth(order, 1.0, 20.0).expect("a filter");
            filter.edge()
        };
        assert_eq!([1, 2, 3, 4, 5, 8].map(edge), [6, 9, 12, 15, 18, 27]);
    }

    /// `scipy.signal.cheby1(order, ripple, cutoff)` at some frequencies, in units of the Nyquist frequency.
    #[test]
    fn chebyshev_filters_have_the_gains_of_scipy() {
        let third = [
            (0.0, 1.0),
            (0.1, 0.891422488352983),
            (0.2, 0.8912509381337446),
            (0.35, 0.0924062638008274),
            (0.6, 0.00674521938943946),
        ];
        let fourth = [
            (0.0, 0.9440608762859233),
            (0.15, 0.9912244372292885),
            (0.3, 0.9440608762859222),
            (0.5, 0.03219323484050538),
        ];
        for (order, ripple, cutoff, gains) in [(3, 1.0, 0.2, &third[..]), (4, 0.5, 0.3, &fourth)] {
            let filter = LowPass::chebyshev(order, ripple, 5.0 * cutoff, 10.0).expect("a filter");
            for (frequency, gain) in gains {
                let found = filter.gain_at(5.0 * frequency, 10.0);
                assert!((found - gain).abs() < 1e-12, "{order} {frequency}: {found}");
            }
        }
    }

    #[test]
    fn what_is_impossible_is_told_with_what_would_do() {
        assert!(LowPass::butterworth(12, 1.0, 10.0).is_ok());
        for order in [0, 13] {
            assert_eq!(
                LowPass::chebyshev(order, 0.05, 1.0, 10.0),
                Err(FilterError::Order(order))
            );
        }
        assert!(LowPass::butterworth(2, 4.999, 10.0).is_ok());
        for (cutoff, rate) in [(5.0, 10.0), (0.0, 10.0), (-1.0, 10.0), (1.0, f64::INFINITY)] {
            let refused = LowPass::butterworth(2, cutoff, rate);
            assert_eq!(refused, Err(FilterError::Cutoff { cutoff, rate }));
        }
        // What is no number is no frequency.
        let refused = LowPass::butterworth(2, f64::NAN, 10.0);
        assert!(
            matches!(refused, Err(FilterError::Cutoff { .. })),
            "{refused:?}"
        );
        for ripple in [0.0, -1.0, f64::INFINITY] {
            let refused = LowPass::chebyshev(4, ripple, 1.0, 10.0);
            assert_eq!(refused, Err(FilterError::Ripple(ripple)));
        }
        let refused = LowPass::chebyshev(4, f64::NAN, 1.0, 10.0);
        assert!(
            matches!(refused, Err(FilterError::Ripple(_))),
            "{refused:?}"
        );
        let texts = [
            (
                FilterError::Cutoff {
                    cutoff: 7.5,
                    rate: 10.0,
                },
                "a cut-off of 7.5 Hz is impossible at 10 Hz: choose one above 0 and below 5 Hz",
            ),
            (
                FilterError::Order(13),
                "a filter of order 13 is impossible: choose an order from 1 to 12",
            ),
            (
                FilterError::Ripple(-1.0),
                "a ripple of -1 dB is impossible: choose one above 0, such as 0.05",
            ),
            (
                FilterError::Factor(51),
                "decimation by 51 in one step is impossible: choose 1 to 50, or several steps (10,10)",
            ),
            (
                FilterError::TooShort {
                    samples: 4,
                    needed: 28,
                },
                "4 samples are too few for this filter: it needs at least 28",
            ),
            (
                FilterError::Trimmed {
                    samples: 4,
                    trim: 2,
                },
                "4 samples leave nothing where 2 are dropped at both ends (`trim`)",
            ),
        ];
        for (error, text) in texts {
            assert_eq!(error.to_string(), text);
        }
    }
}
