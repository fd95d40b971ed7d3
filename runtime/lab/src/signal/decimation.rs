//! Decimation of many columns in parallel, streamed row by row in bounded memory.

use std::f64::consts::PI;
use std::ops::ControlFlow;

use super::kernel::Rows;
use super::piecewise::{Fill, Piecewise};
use super::step::Step;
use super::{FilterError, LowPass};
use crate::cores;

/// Order and ripple of the anti-alias filter, and where its pass band ends as a share of the new
/// Nyquist frequency: those of SciPy's `decimate`.
const ORDER: usize = 8;
const RIPPLE: f64 = 0.05;
const BAND: f64 = 0.8;
/// At how many frequencies what a chain leaves of white noise is computed, and at how many at a time: a divisor of that.
const GRID: usize = 4096;
const ABREAST: usize = 8;

/// A chain of decimation steps for rows of any width.
///
/// Rows go in one at a time at the raw rate and come out at the decimated rate, the first one
/// aligned with the first row in. Each step filters every column with a Chebyshev filter forwards
/// and backwards, and computes only the rows that are kept. The forward pass is exact; the backward
/// pass starts a settling time after the rows that are handed on (where the filter has forgotten its
/// start to 1e-13), so that a step holds a few hundred kept rows however long the recording is.
pub struct Decimation {
    steps: Vec<Step>,
    width: usize,
    /// The row that is taken in.
    row: Rows,
}

impl Decimation {
    /// A chain with these factors; factors of 1 do nothing.
    ///
    /// # Errors
    /// [`FilterError::Factor`] for 0 or more than 50.
    pub fn new(factors: &[usize], width: usize) -> Result<Self, FilterError> {
        let steps = factors.iter().filter(|&&factor| factor != 1);
        let step = |&factor: &usize| {
            let step = Step::new(&anti_alias(factor, 1.0)?, factor, width);
            step.ok_or(FilterError::Factor(factor))
        };
        Ok(Self {
            steps: steps.map(step).collect::<Result<_, _>>()?,
            width,
            row: Rows::zero(width, 1),
        })
    }

    /// Decimates so many rows that `fill` fills in, on all cores, and hands them on; the answer is whether `fill` failed. What it does
    /// not fill in is 0. `progress` is told the share that is done.
    ///
    /// # Errors
    /// [`FilterError::Factor`] as for [`Decimation::new`], [`FilterError::TooShort`] as of [`Decimation::finish`].
    pub(crate) fn all<E: Send>(
        factors: &[usize],
        [width, rows]: [usize; 2],
        fill: &Fill<'_, E>,
        sink: &mut dyn FnMut(&[f64]),
        progress: &mut dyn FnMut(f64),
    ) -> Result<Result<(), E>, FilterError> {
        let mut steps = factors.iter().copied().filter(|factor| *factor != 1);
        let first = steps.next();
        let filter = first.map(|factor| anti_alias(factor, 1.0)).transpose()?;
        let pieces = Piecewise::new(filter.as_ref(), first.unwrap_or(1), width, rows)?;
        let mut rest = Self::new(&steps.collect::<Vec<_>>(), width)?;
        let (mut join, mut failed, mut done) = (pieces.join(), Ok(()), 0);
        let mut take = |stretch: Result<_, E>| {
            done += 1;
            progress(done as f64 / pieces.parts() as f64);
            match stretch {
                Ok(stretch) => {
                    rest.push_rows(&join.push(stretch), sink);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Err(error);
                    ControlFlow::Break(())
                }
            }
        };
        cores::in_order(
            pieces.parts(),
            &|part| pieces.stretch(part, fill),
            &mut take,
        );
        if failed.is_ok() {
            rest.push_rows(&join.finish(), sink);
            rest.finish(sink)?;
        }
        Ok(failed)
    }

    fn push_rows(&mut self, rows: &Rows, sink: &mut dyn FnMut(&[f64])) {
        let width = self.width;
        push(&mut self.steps, rows, &mut |rows| rows.each(width, sink));
    }

    /// Whether so many rows are enough for every step's filter.
    ///
    /// # Errors
    /// [`FilterError::Factor`] as for [`Decimation::new`].
    pub fn accepts(factors: &[usize], rows: usize) -> Result<bool, FilterError> {
        let mut rows = rows;
        for step in Self::new(factors, 0)?.steps {
            if rows <= step.edge() {
                return Ok(false);
            }
            rows = rows.div_ceil(step.factor());
        }
        Ok(true)
    }

    /// Takes a row in and hands on whatever rows are ready.
    pub fn push(&mut self, row: &[f64], sink: &mut dyn FnMut(&[f64])) {
        let mut rows = std::mem::take(&mut self.row);
        rows.values.copy_from_slice(row);
        self.push_rows(&rows, sink);
        self.row = rows;
    }

    /// Hands on the remaining rows: call it once, after the last row.
    ///
    /// # Errors
    /// [`FilterError::TooShort`] if a step saw fewer rows than its filter's extension needs.
    pub fn finish(&mut self, sink: &mut dyn FnMut(&[f64])) -> Result<(), FilterError> {
        let width = self.width;
        finish(&mut self.steps, &mut |rows| rows.each(width, sink))
    }

    /// Variance of the decimated signal for white noise of variance 1, and how much larger the
    /// noise's density at low frequencies is than a white signal of that variance would have.
    ///
    /// The anti-alias filter leaves the upper fifth of the band empty, so decimated white noise is
    /// not white: its low frequencies, where a motion's regressor lives, carry more than the
    /// variance of a residual suggests. Summing autocovariances at the decimated rate gives the
    /// density at frequency zero, which is `1 / factor` for unit gain.
    ///
    /// # Errors
    /// [`FilterError::Factor`] as for [`Decimation::new`].
    pub fn noise(factors: &[usize]) -> Result<(f64, f64), FilterError> {
        let total: usize = factors.iter().product();
        if total <= 1 {
            return Ok((1.0, 1.0));
        }
        let (density, step) = noise_density(factors)?;
        let variance = density.iter().sum::<f64>() * 2.0 * step;
        Ok((variance, density[0] / (total as f64 * variance)))
    }

    /// Autocorrelations, from lag 0 to `lags`, of white noise after decimation.
    ///
    /// # Errors
    /// [`FilterError::Factor`] as for [`Decimation::new`].
    pub fn autocorrelation(factors: &[usize], lags: usize) -> Result<Vec<f64>, FilterError> {
        let total: usize = factors.iter().product();
        let mut sums = vec![0.0; lags + 1];
        if total <= 1 {
            sums[0] = 1.0;
            return Ok(sums);
        }
        let (density, step) = noise_density(factors)?;
        for (k, power) in density.as_chunks::<ABREAST>().0.iter().enumerate() {
            // cos(m x) by Chebyshev's recurrence, which waits for itself: several go abreast.
            let cosine: [f64; ABREAST] = std::array::from_fn(|j| {
                let angle = 2.0 * PI * ((k * ABREAST + j) as f64 + 0.5) * step * total as f64;
                angle.cos()
            });
            let (mut before, mut here) = (cosine, [1.0; ABREAST]);
            for sum in &mut sums {
                for j in 0..ABREAST {
                    *sum += power[j] * here[j];
                    (before[j], here[j]) = (here[j], 2.0 * cosine[j] * here[j] - before[j]);
                }
            }
        }
        let variance = sums[0];
        Ok(sums.into_iter().map(|sum| sum / variance).collect())
    }
}

/// The power that a chain leaves of white noise at each frequency of a grid, and the grid's step (the
/// raw rate is 1). The grid ends at 1.5 times the new Nyquist frequency, where the last filter
/// passes less than 1e-12.
fn noise_density(factors: &[usize]) -> Result<(Vec<f64>, f64), FilterError> {
    let total: usize = factors.iter().product();
    let mut stages = Vec::new();
    let mut rate = 1.0;
    for &factor in factors.iter().filter(|&&factor| factor != 1) {
        stages.push((anti_alias(factor, rate)?, rate));
        rate /= factor as f64;
    }
    let step = (0.75 / total as f64).min(0.5) / GRID as f64;
    let density = |k: usize| -> f64 {
        let frequency = (k as f64 + 0.5) * step;
        let stages = stages.iter();
        stages
            .map(|(filter, rate)| filter.gain_at(frequency, *rate).powi(4))
            .product()
    };
    Ok(((0..GRID).map(density).collect(), step))
}

/// One signal decimated by `factor`, like SciPy's `decimate(x, factor, zero_phase=True)` but for a gain of 1 at frequency
/// zero: SciPy's leaves 0.1 dB less of a constant.
///
/// # Errors
/// [`FilterError::Factor`] and [`FilterError::TooShort`].
pub fn decimate(signal: &[f64], factor: usize) -> Result<Vec<f64>, FilterError> {
    let mut chain = Decimation::new(&[factor], 1)?;
    let mut out = Vec::with_capacity(signal.len() / factor.max(1) + 1);
    for x in signal {
        chain.push(std::slice::from_ref(x), &mut |row| out.push(row[0]));
    }
    chain.finish(&mut |row| out.push(row[0]))?;
    Ok(out)
}

fn anti_alias(factor: usize, rate: f64) -> Result<LowPass, FilterError> {
    if !(1..=50).contains(&factor) {
        return Err(FilterError::Factor(factor));
    }
    let filter = LowPass::chebyshev(ORDER, RIPPLE, BAND * rate / (2.0 * factor as f64), rate)?;
    // Of even order it would leave a constant smaller by the ripple, in each direction and each step.
    Ok(filter.with_unit_gain())
}

fn push(steps: &mut [Step], rows: &Rows, sink: &mut dyn FnMut(&Rows)) {
    match steps.split_first_mut() {
        Some((first, rest)) => first.push(rows, &mut |out| push(rest, &out, sink)),
        None => sink(rows),
    }
}

fn finish(steps: &mut [Step], sink: &mut dyn FnMut(&Rows)) -> Result<(), FilterError> {
    match steps.split_first_mut() {
        Some((first, rest)) => {
            first.finish(&mut |out| push(rest, &out, sink))?;
            finish(rest, sink)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{Decimation, FilterError, decimate};

    fn near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found} for {expected}");
    }

    /// `scipy.signal.cheby1(8, 0.05, 0.8 / q)` and the mean of its gain to the fourth power, up to 1.5 times the new
    /// Nyquist frequency, here with a gain of 1 at frequency zero: each step has 0.05 dB more in each direction.
    #[test]
    fn white_noise_is_left_as_loud_and_as_dense_as_by_scipy() {
        for (factors, variance, share) in [
            (&[10][..], 0.08307049382652353, 1.1763951028658814),
            (&[3, 4], 0.06838020123046493, 1.1638268696249683),
            (&[3, 1, 4], 0.06838020123046493, 1.1638268696249683),
            (&[2], 0.4103388485169164, 1.1907685861310533),
        ] {
            let found = Decimation::noise(factors).expect("factors");
            let steps = factors.iter().filter(|factor| **factor > 1).count() as f64;
            let variance = variance * 10f64.powf(2.0 * 2.0 * steps * 0.05 / 20.0);
            near(found.0 / variance, 1.0, 1e-5);
            near(found.1 / share, 1.0, 1e-5);
        }
        let lags = Decimation::autocorrelation(&[5], 3).expect("a factor");
        let expected = [
            1.0,
            0.18352168185431425,
            -0.1594833146888616,
            0.12383342484390729,
        ];
        assert_eq!(lags.len(), 4);
        lags.iter()
            .zip(expected)
            .for_each(|(x, y)| near(*x, y, 1e-5));
        // A factor of 1 does nothing.
        assert_eq!(Decimation::autocorrelation(&[1, 5], 3), Ok(lags));
        for whole in [&[][..], &[1]] {
            assert_eq!(Decimation::noise(whole), Ok((1.0, 1.0)));
            assert_eq!(
                Decimation::autocorrelation(whole, 2),
                Ok(vec![1.0, 0.0, 0.0])
            );
        }
    }

    #[test]
    fn factors_are_from_one_to_fifty() {
        for wrong in [0, 51] {
            let refused = FilterError::Factor(wrong);
            assert_eq!(Decimation::new(&[2, wrong], 3).err(), Some(refused.clone()));
            assert_eq!(Decimation::accepts(&[wrong], 900), Err(refused.clone()));
            assert_eq!(
                Decimation::noise(&[wrong, 60]),
                match wrong {
                    0 => Ok((1.0, 1.0)),
                    _ => Err(refused.clone()),
                }
            );
            assert_eq!(decimate(&[1.0; 900], wrong), Err(refused));
        }
        assert!(Decimation::new(&[50], 3).is_ok());
        assert_eq!(decimate(&[3.0, -1.0], 1), Ok(vec![3.0, -1.0]));
    }

    /// A filter of order 8 is extended by 27 rows: it needs one more.
    #[test]
    fn every_step_has_to_see_enough_rows() {
        let accepts = |factors: &[usize], rows| Decimation::accepts(factors, rows);
        assert_eq!(
            [27, 28].map(|rows| accepts(&[10], rows)),
            [Ok(false), Ok(true)]
        );
        // 28 of 271 rows are left by the first, 27 of 270.
        assert_eq!(
            [270, 271].map(|rows| accepts(&[10, 4], rows)),
            [Ok(false), Ok(true)]
        );
        assert_eq!(accepts(&[1], 0), Ok(true));
        let refused = FilterError::TooShort {
            samples: 27,
            needed: 28,
        };
        assert_eq!(decimate(&[1.0; 27], 2), Err(refused.clone()));
        let fill = |_: Range<usize>, _: usize, _: &mut [f64]| Ok::<(), ()>(());
        let short = Decimation::all(&[2], [1, 27], &fill, &mut |_| {}, &mut |_| {});
        assert_eq!(short, Err(refused));
    }

    #[test]
    fn the_share_that_is_done_grows_to_all() {
        let told = |fails: usize| {
            let fill = |rows: Range<usize>, _: usize, out: &mut [f64]| {
                out.fill(1.5);
                match rows.end > fails {
                    true => Err(fails),
                    false => Ok(()),
                }
            };
            let (mut shares, mut rows) = (Vec::new(), 0);
            let mut sink = |row: &[f64]| {
                assert_eq!(row.len(), 2);
                rows += 1;
            };
            let progress = &mut |share| shares.push(share);
            let done = Decimation::all(&[2, 5], [2, 8000], &fill, &mut sink, progress);
            (done.expect("enough rows"), shares, rows)
        };
        // Half of the rows are kept by the first step, a thousand a part.
        assert_eq!(told(8000), (Ok(()), vec![0.25, 0.5, 0.75, 1.0], 800));
        let (failed, shares, rows) = told(3000);
        assert_eq!((failed, shares), (Err(3000), vec![0.25, 0.5]));
        assert!(rows < 400, "{rows}");
    }
}
