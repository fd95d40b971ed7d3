//! What noise is modelled from: stretches that are spread over motions, and how large it is in all of their samples.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::record::Record;
use crate::motion::Motion;
use crate::regression::Sample;

/// Samples of a stretch; at least two stretches are taken of a motion of which not all is.
const STRETCH: usize = 200;

/// Columns and residuals of rows as motions are gone through, of each a bounded number of samples.
pub(crate) struct Stretches {
    /// Columns (`r`).
    width: usize,
    /// Samples of a motion that are taken at most.
    each: usize,
    /// Of each row what was taken of the motions before.
    records: Vec<Vec<Record>>,
    /// Which samples of this motion are taken, and what each row has in them so far.
    places: Vec<Range<usize>>,
    taken: Vec<Vec<Taken>>,
    /// How large residuals of each row are in all samples, and in those that are taken.
    all: Vec<Size>,
    some: Vec<Size>,
    /// Whether not all samples are taken.
    is_part: bool,
}

/// Columns and residuals of a row, sample after sample, and which of these count.
type Taken = (Vec<f64>, Vec<bool>);

/// How large residuals are.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    squares: f64,
    count: f64,
}

impl Size {
    fn add(&mut self, residual: f64) {
        self.squares += residual * residual;
        self.count += 1.0;
    }

    /// How many times another mean square this one is; 1 where either is unknown.
    fn times(self, other: Self) -> f64 {
        let times = self.squares / self.count / (other.squares / other.count);
        if times.is_finite() && times > 0.0 {
            times
        } else {
            1.0
        }
    }
}

impl Stretches {
    /// Of so many rows with so many columns (`r`), and of each motion of so many samples.
    pub(crate) fn of(rows: usize, width: usize, each: usize) -> Self {
        Self {
            width,
            each,
            records: (0..rows).map(|_| Vec::new()).collect(),
            places: Vec::new(),
            taken: Vec::new(),
            all: vec![Size::default(); rows],
            some: vec![Size::default(); rows],
            is_part: false,
        }
    }

    /// Begins a motion, with an equation in so many of its raw samples.
    pub(crate) fn begin(&mut self, motion: &Motion, step: usize) {
        self.end();
        let samples = motion.interior().len().div_ceil(step.max(1));
        self.is_part |= samples > self.each;
        self.places = places(samples, self.each);
        self.taken = vec![vec![Taken::default(); self.records.len()]; self.places.len()];
    }

    /// Takes a sample of it, whose rows have `columns` (`r`) and `residual`s.
    pub(crate) fn take(
        &mut self,
        sample: &Sample<'_>,
        columns: &dyn Fn(usize) -> DVector<f64>,
        residual: &dyn Fn(usize) -> f64,
    ) {
        let place = self.places.iter().position(|p| p.contains(&sample.index));
        for row in 0..self.records.len() {
            let counts = sample.counts(row);
            let left = if counts { residual(row) } else { 0.0 };
            if counts {
                self.all[row].add(left);
            }
            let Some(place) = place else {
                continue;
            };
            let (values, kept) = &mut self.taken[place][row];
            kept.push(counts);
            if counts {
                self.some[row].add(left);
                values.extend(columns(row).iter());
            } else {
                values.extend(vec![0.0; self.width]);
            }
            values.push(left);
        }
    }

    /// Makes records of what was taken of a motion.
    fn end(&mut self) {
        for rows in self.taken.drain(..) {
            for (records, (values, kept)) in self.records.iter_mut().zip(rows) {
                let matrix = DMatrix::from_row_slice(kept.len(), self.width + 1, &values);
                records.push(Record { matrix, kept });
            }
        }
    }

    /// Records of each row, and how many times their mean square that of the row is in all samples.
    pub(super) fn done(mut self) -> (Vec<Vec<Record>>, Vec<f64>) {
        self.end();
        let times = self.times();
        (self.records, times)
    }

    /// 1 of all rows where all samples are taken.
    fn times(&self) -> Vec<f64> {
        let pairs = self.all.iter().zip(&self.some);
        let times = pairs.map(|(all, some)| match self.is_part {
            true => all.times(*some),
            false => 1.0,
        });
        times.collect()
    }
}

/// Which of so many samples are taken: all, or so many at most in stretches, the first from the beginning and the last to the end.
fn places(samples: usize, most: usize) -> Vec<Range<usize>> {
    if samples <= most {
        return std::iter::once(0..samples).collect();
    }
    let count = (most / STRETCH).max(2);
    let length = most / count;
    let start = |k: usize| k * (samples - length) / (count - 1);
    (0..count).map(|k| start(k)..start(k) + length).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use nalgebra::DVector;

    use super::{Size, Stretches, places};
    use crate::options::EquationSide;
    use crate::regression::by_hand::{ROBOT, moved, near, processing};
    use crate::regression::{Equations, Sample};
    use armwright_runtime::Side;

    #[test]
    fn stretches_are_spread_over_all_samples() {
        let whole = places(2000, 2000);
        assert_eq!((whole.len(), &whole[0]), (1, &(0..2000)));
        let found = places(2001, 2000);
        assert_eq!((found.len(), found[0].start, found[9].end), (10, 0, 2001));
        assert!(found.windows(2).all(|two| two[0].end <= two[1].start));
        let found = places(11_000, 3000);
        assert_eq!((found.len(), found[14].end), (15, 11_000));
        assert!(found.iter().all(|place| place.len() == 200));
        // Of little the beginning and the end.
        assert_eq!(places(1000, 200), [0..100, 900..1000]);
        assert_eq!(places(1000, 399), [0..199, 801..1000]);
    }

    #[test]
    fn a_size_beside_nothing_is_no_other() {
        let size = |squares, count| Size { squares, count };
        near(size(8.0, 2.0).times(size(3.0, 3.0)), 4.0);
        for other in [size(0.0, 0.0), size(0.0, 3.0)] {
            near(size(8.0, 2.0).times(other), 1.0);
            near(other.times(size(8.0, 2.0)), 1.0);
        }
    }

    /// Residuals of 1, and of 3 in some samples of a motion of a thousand, the ends of which are taken.
    #[test]
    fn residuals_between_stretches_count() {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let columns = equations.base_columns();
        let of = |samples: u32, larger: Range<usize>| {
            let processing = processing(EquationSide::Joint);
            let motion = moved("run", (0.0, samples), processing, &mut |_, _| [0.0; 2]);
            let mut found = Stretches::of(2, 1, 400);
            found.begin(&motion, 1);
            let mut take = |sample: &Sample<'_>| {
                let is_larger = larger.contains(&sample.index);
                let size = if is_larger { 3.0 } else { 1.0 };
                let columns = |row: usize| DVector::from_element(1, row as f64);
                found.take(sample, &columns, &|_| size);
            };
            let done = equations.pass(&motion, &columns, &mut take, &mut |_| {});
            done.expect("samples");
            let (records, times) = found.done();
            let lengths: Vec<usize> = records[1].iter().map(|r| r.kept.len()).collect();
            let last = &records[1][lengths.len() - 1];
            assert_eq!(last.matrix[(0, 0)], 1.0);
            (lengths, times, last.matrix[(0, 1)])
        };
        // Three are cut off at each end.
        let (lengths, times, last) = of(1006, 300..500);
        assert_eq!((lengths, last), (vec![200, 200], 1.0));
        times.into_iter().for_each(|times| near(times, 2.6));
        // The last stretch is a half of what is taken.
        let (_, times, last) = of(1006, 800..1000);
        assert_eq!(last, 3.0);
        times.into_iter().for_each(|times| near(times, 2.6 / 5.0));
        // What is taken as a whole is as it is.
        let (lengths, times, _) = of(406, 100..200);
        assert_eq!((lengths, times), (vec![400], vec![1.0; 2]));
    }
}
