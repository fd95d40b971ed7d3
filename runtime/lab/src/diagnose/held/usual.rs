//! What a torque does outside of stretches in which it repeats a value.

use std::cmp::Ordering;

use super::Run;

/// Samples of a window in which values are counted that repeat themselves, at least.
const WINDOW: usize = 64;
/// A share of the samples outside of the longest run that has to be left to say what is usual.
const USUAL: f64 = 0.5;

/// What a column does outside of long runs.
pub(super) struct Usual {
    /// Its largest step.
    pub(super) step: f64,
    /// The largest share of values of a window that repeat that before; all where windows are broken by runs.
    pub(super) repeats: f64,
}

impl Usual {
    /// Outside of some runs and of rests, windows about as long as one, or as the longest stretch that there is; none where little is
    /// left.
    pub(super) fn of<'r>(
        values: &[f64],
        runs: impl Iterator<Item = &'r Run>,
        rests: &[Run],
        length: usize,
        is_same: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut longest = 0;
        // Steps into a run, within it and out of it.
        let mut is_of_run = vec![false; values.len().saturating_sub(1)];
        let mut leave_out = |run: &Run| {
            let last = (run.first + run.length).min(is_of_run.len());
            is_of_run[run.first.saturating_sub(1)..last].fill(true);
        };
        for run in runs {
            longest = longest.max(run.length);
            leave_out(run);
        }
        rests.iter().for_each(leave_out);
        let resting = rests.iter().map(|rest| rest.length).sum::<usize>();
        let usual = || (0..is_of_run.len()).filter(|k| !is_of_run[*k]);
        let enough = USUAL * (values.len() - longest - resting) as f64;
        if (usual().count() as f64) < enough {
            return None;
        }
        let step = usual().map(|k| (values[k + 1] - values[k]).abs());
        let stretches = is_of_run.chunk_by(|a, b| a == b).filter(|all| !all[0]);
        let stretch = stretches.map(<[bool]>::len).max().unwrap_or(0);
        let window = length.min(stretch).max(WINDOW);
        let (mut own, mut repeated, mut repeats, mut seen) = (0usize, 0usize, 0usize, 0usize);
        for (k, is_of_run) in is_of_run.iter().enumerate() {
            match is_of_run {
                true => (own, repeated) = (0, 0),
                false => {
                    own += 1;
                    repeated += usize::from(is_same(k));
                }
            }
            if own > window {
                repeated -= usize::from(is_same(k - window));
            }
            seen += match own.cmp(&window) {
                Ordering::Less => 0,
                Ordering::Equal => window,
                Ordering::Greater => 1,
            };
            repeats = repeats.max(repeated);
        }
        let share = (repeats + 1) as f64 / (window + 1) as f64;
        let is_told = seen as f64 >= enough;
        Some(Self {
            step: step.fold(0.0, f64::max),
            repeats: if is_told { share } else { 1.0 },
        })
    }

    /// How many runs of such a length there would be by chance.
    pub(super) fn chance(&self, length: usize, samples: usize) -> f64 {
        samples as f64 * self.repeats.powi(length as i32 - 1)
    }
}
