//! When recursive least squares, which remembers, is told that what it remembers is no more: a load that was taken, a brake that drags.

use armwright_runtime::online::{Change, RecursiveLeastSquares};

/// Mean square error beyond what is usual, over all joints, that does not count: three times what is usual is no change.
const SLACK: f64 = 8.0;
/// What has to add up beyond that; a sample adds a quarter at most.
const THRESHOLD: f64 = 200.0;
/// Samples over which what is usual is found.
const USUAL: f64 = 500.0;

/// Watches predictions of recursive least squares for a lasting change.
pub(super) struct Lasting<const N: usize> {
    change: Change<f64, N>,
    /// Mean square errors of the joints.
    usual: [f64; N],
    joints: usize,
}

impl<const N: usize> Lasting<N> {
    /// Before anything is usual errors are those of the noise that was given.
    pub(super) fn new(noise: &[f64; N], joints: usize) -> Self {
        Self {
            change: Change::new([1.0; N], SLACK, THRESHOLD),
            usual: noise.map(|noise| noise * noise),
            joints,
        }
    }

    /// Takes what was predicted of torques before they were learned from; whether that has stopped being so.
    pub(super) fn observe<const B: usize>(
        &mut self,
        recursive: &RecursiveLeastSquares<f64, N, B>,
        rows: &[[f64; B]; N],
        errors: &[f64],
    ) -> bool {
        // What has no place in the robot is no error, and takes no part in the mean.
        let share = (N as f64 / self.joints as f64).sqrt();
        let mut relative = [0.0; N];
        for (i, &error) in errors.iter().enumerate() {
            // As little as is known of what the motion shows for the first time.
            let mut row = rows[i];
            recursive.factor().solve_transposed(&mut row);
            let doubt: f64 = row.iter().map(|x| x * x).sum();
            let square = (self.usual[i] + doubt).max(f64::MIN_POSITIVE);
            relative[i] = share * error / square.sqrt();
        }
        let changed = self.change.observe(&relative);
        if changed {
            self.change.clear();
            for (usual, error) in self.usual.iter_mut().zip(errors) {
                *usual = usual.max(error * error);
            }
            return true;
        }
        for ((usual, error), row) in self.usual.iter_mut().zip(errors).zip(rows) {
            // A row that says nothing has no error, which is not usual.
            if row.iter().all(|x| *x == 0.0) {
                continue;
            }
            // A jump is not usual because it has happened once.
            let square = (error * error).min((1.0 + SLACK) * *usual);
            *usual += (square - *usual) / USUAL;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::online::{Forgetting, RecursiveLeastSquares};

    use super::Lasting;
    use crate::random::Random;

    /// Errors of a third of the noise that was given, and a long time at rest, in which nothing is learned: that they are there again is no
    /// change, and errors of five times as much are one.
    #[test]
    fn rest_makes_nothing_unusual() {
        let forgetting = Forgetting {
            factor: 1.0,
            information: None,
        };
        let recursive = RecursiveLeastSquares::<f64, 1, 1>::new([0.0], &[1e-9], [1.0], forgetting);
        let mut lasting = Lasting::<1>::new(&[1.0], 1);
        let mut random = Random::new(2);
        let mut see = |row: f64, size: f64| {
            let error = size * random.normal();
            lasting.observe(&recursive, &[[row]], &[error])
        };
        assert!((0..5000).all(|_| !see(1.0, 0.3)));
        assert!((0..10_000).all(|_| !see(0.0, 0.0)));
        assert!((0..5000).all(|_| !see(1.0, 0.3)));
        assert!((0..500).any(|_| see(1.0, 1.5)));
    }

    /// One joint whose errors are seven times the noise, with room for so many.
    fn told<const N: usize>() -> Option<usize> {
        let recursive =
            RecursiveLeastSquares::<f64, N, 1>::new([0.0], &[1e-9], [1.0; N], Forgetting::none());
        let mut lasting = Lasting::<N>::new(&[1.0; N], 1);
        let mut rows = [[0.0]; N];
        rows[0] = [1.0];
        (0..100).position(|_| lasting.observe(&recursive, &rows, &[7.0]))
    }

    /// Squares of 49 over what is usual, which grows by 1.6 % each time: 237 - 5 · 9 of five, and six are above 200.
    #[test]
    fn room_that_is_left_over_hides_no_change() {
        assert_eq!([told::<1>(), told::<4>(), told::<8>()], [Some(5); 3]);
    }

    /// Errors that are seven times the noise are as unusual of half of that noise.
    #[test]
    fn what_is_usual_at_first_is_the_noise() {
        let recursive =
            RecursiveLeastSquares::<f64, 1, 1>::new([0.0], &[1e-9], [0.5], Forgetting::none());
        let mut lasting = Lasting::<1>::new(&[0.5], 1);
        let told = (0..100).position(|_| lasting.observe(&recursive, &[[1.0]], &[3.5]));
        assert_eq!(told, Some(5));
    }

    /// Errors that a change has brought are usual from then on.
    #[test]
    fn a_change_is_told_once() {
        let recursive =
            RecursiveLeastSquares::<f64, 1, 1>::new([0.0], &[1e-9], [1.0], Forgetting::none());
        let mut lasting = Lasting::<1>::new(&[1.0], 1);
        let told: Vec<usize> = (0..200)
            .filter(|_| lasting.observe(&recursive, &[[1.0]], &[7.0]))
            .collect();
        assert_eq!(told, [5]);
    }

    /// Two joints, the second with a tenth of the noise: errors of seven times its own are 24.5 in the mean over both, less by 1.6 % each
    /// time, of which 9 do not count: 15 of them come to 194.6, and one more is above 200.
    #[test]
    fn each_joint_is_likened_to_its_own_noise() {
        for errors in [[7.0, 0.0], [0.0, 0.7]] {
            let noise = [1.0, 0.1];
            let recursive =
                RecursiveLeastSquares::<f64, 2, 1>::new([0.0], &[1e-9], noise, Forgetting::none());
            let mut lasting = Lasting::<2>::new(&noise, 2);
            let told = (0..100).position(|_| lasting.observe(&recursive, &[[1.0]; 2], &errors));
            assert_eq!(told, Some(15), "{errors:?}");
        }
    }

    /// A parameter that may be off by 7 is hardly part of the first joint's torque: errors of 7 are unusual there, and not at the second.
    #[test]
    fn what_is_not_known_yet_is_a_doubt_of_its_own_row() {
        let told = |errors: [f64; 2]| {
            let recursive = RecursiveLeastSquares::<f64, 2, 1>::new(
                [0.0],
                &[7.0],
                [1.0; 2],
                Forgetting::none(),
            );
            let mut lasting = Lasting::<2>::new(&[1.0; 2], 2);
            let rows = [[1e-3], [1.0]];
            (0..100).position(|_| lasting.observe(&recursive, &rows, &errors))
        };
        assert_eq!([told([7.0, 0.0]), told([0.0, 7.0])], [Some(15), None]);
    }

    /// After six times 500 samples with errors of 0.3 these are usual, and errors of 1.5 are five times as much; with one parameter of two
    /// a row says something, too.
    #[test]
    fn a_row_that_has_zeros_shows_what_is_usual() {
        let recursive = RecursiveLeastSquares::<f64, 1, 2>::new(
            [0.0; 2],
            &[1e-9; 2],
            [1.0],
            Forgetting::none(),
        );
        let mut lasting = Lasting::<1>::new(&[1.0], 1);
        let mut see = |error: f64| lasting.observe(&recursive, &[[1.0, 0.0]], &[error]);
        assert!((0..3000).all(|_| !see(0.3)));
        assert!((0..50).any(|_| see(1.5)));
    }
}
