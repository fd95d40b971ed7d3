//! Columns along a motion that is moved a little, whose joints keep the directions that they had.

use armwright_runtime::{EvaluationError, Side};

use super::balance::Balance;
use super::columns::Columns;
use super::equations::Equations;
use super::integrate::rested;
use crate::motion::{Motion, States};

/// Columns of which those that jump where a velocity changes its sign are, in states that turned, those of another motion
/// of the same length, sample by sample.
///
/// Where a joint turns back, what moves a motion by next to nothing turns the sign of friction in single samples: by how much
/// is chance. All else is as the states themselves have it.
pub(crate) struct Directed<'a> {
    columns: &'a dyn Columns,
    equations: &'a Equations<'a>,
    /// The motion whose directions count.
    motion: &'a Motion,
    /// Which columns jump.
    jumps: Vec<bool>,
}

impl<'a> Directed<'a> {
    pub(crate) fn new(
        columns: &'a dyn Columns,
        equations: &'a Equations<'a>,
        motion: &'a Motion,
    ) -> Self {
        let jumps = (0..columns.count()).map(|column| columns.jumps(column));
        Self {
            jumps: jumps.collect(),
            columns,
            equations,
            motion,
        }
    }

    /// The states that move in another direction than those of the motion at the same samples, each with that of the motion.
    fn turned(&self, states: &States, change: &dyn Fn(&mut States)) -> Vec<(usize, States)> {
        if !self.jumps.contains(&true) {
            return Vec::new();
        }
        let n = self.equations.joints();
        let mut own = self
            .motion
            .states(states.first..states.first + states.count(n));
        change(&mut own);
        let both = states.each(n).zip(own.each(n)).enumerate();
        let turned = both.filter(|(_, ([_, here, _], [_, there, _]))| {
            self.directions(here) != self.directions(there)
        });
        turned.map(|(k, _)| (k, own.one(k, n))).collect()
    }

    /// The directions of joints, of motors, and of joints that move with others.
    fn directions(&self, velocities: &[f64]) -> Vec<i8> {
        let mut motors = vec![0.0; velocities.len()];
        self.equations.drive().to_motor(velocities, &mut motors);
        let others = self.equations.signs().others().row_iter();
        let others = others.map(|row| {
            let terms = row.iter().zip(velocities);
            terms.map(|(factor, v)| factor * v).sum::<f64>()
        });
        let all = velocities.iter().copied().chain(motors).chain(others);
        all.map(|v| i8::from(v > 0.0) - i8::from(v < 0.0)).collect()
    }

    /// Takes the columns that jump from rows of the motion.
    fn take(&self, from: &[f64], to: &mut [f64]) {
        let elements = to.iter_mut().zip(from).zip(self.jumps.iter().cycle());
        for ((to, from), jumps) in elements {
            if *jumps {
                *to = *from;
            }
        }
    }
}

impl Columns for Directed<'_> {
    fn count(&self) -> usize {
        self.columns.count()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        self.columns.evaluate(states, out)?;
        let size = out.len() / states.count(self.equations.joints()).max(1);
        for (k, there) in self.turned(states, &|_| {}) {
            let mut matrix = vec![0.0; size];
            self.columns.evaluate(&there, &mut matrix)?;
            self.take(&matrix, &mut out[k * size..(k + 1) * size]);
        }
        Ok(())
    }

    /// Power does not jump: friction has none where its velocity is zero.
    fn balance(
        &self,
        balance: Balance,
        joints: usize,
        states: &States,
        [rates, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        self.columns
            .balance(balance, joints, states, [&mut *rates, levels])?;
        if balance == Balance::Energy {
            return Ok(());
        }
        let size = rates.len() / states.count(joints).max(1);
        let rest = |states: &mut States| rested(states, self.motion.rate);
        for (k, there) in self.turned(states, &rest) {
            let (mut own, mut ends) = (vec![0.0; size], vec![0.0; size]);
            self.columns
                .balance(balance, joints, &there, [&mut own, &mut ends])?;
            self.take(&own, &mut rates[k * size..(k + 1) * size]);
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        self.columns.is_zero(side, row, column)
    }

    fn alike(&self) -> Vec<usize> {
        self.columns.alike()
    }

    fn jumps(&self, column: usize) -> bool {
        self.jumps[column]
    }

    fn runs(
        &self,
        states: &States,
        [count, rows]: [usize; 2],
        places: &[usize],
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.columns
            .runs(states, [count, rows], places, stride, out)?;
        let width = self.jumps.len();
        for (k, there) in self.turned(states, &|_| {}) {
            let mut matrix = vec![0.0; rows * width];
            self.columns.evaluate(&there, &mut matrix)?;
            for (run, place) in places.iter().enumerate() {
                if self.jumps[place % width] {
                    out[run * stride + k] = matrix[*place];
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{EvaluationError, Side};

    use super::{Balance, Columns, Directed, Equations, Motion, States};
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::by_hand::{B, ROBOT, conditioned, processing, recording, rows_at};

    /// A motion, and the same with velocities that err.
    fn both() -> [Motion; 2] {
        let plain = recording(400);
        let mut noisy = plain.clone();
        let mut random = Random::new(3);
        let velocities = noisy.velocity.as_mut().expect("velocities");
        for v in velocities.iter_mut().flatten() {
            *v += 0.05 * random.normal();
        }
        [plain, noisy].map(|recording| conditioned(recording, processing(EquationSide::Joint)))
    }

    /// Friction of the second motor in both rows is that of the motion; all else that of the states.
    #[test]
    fn what_jumps_keeps_the_directions_of_the_motion() {
        let [plain, noisy] = both();
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let base = equations.base_columns();
        let directed = Directed::new(&base, &equations, &plain);
        let interior = noisy.interior();
        let (states, count) = (noisy.states(interior.clone()), interior.len());
        let mut found = vec![0.0; count * 2 * B];
        directed.evaluate(&states, &mut found).expect("columns");
        let places: Vec<usize> = (0..2 * B).collect();
        let mut runs = vec![0.0; count * 2 * B];
        directed
            .runs(&states, [count, 2], &places, count, &mut runs)
            .expect("runs");
        let mut turned = 0;
        for (k, at) in interior.enumerate() {
            let rows = rows_at(&noisy, at).into_iter().zip(rows_at(&plain, at));
            for (row, (mut expected, kept)) in rows.enumerate() {
                turned += usize::from(expected[3] != kept[3]);
                expected[3] = kept[3];
                for (column, x) in expected.into_iter().enumerate() {
                    assert_eq!(found[(2 * k + row) * B + column], x);
                    assert_eq!(runs[(row * B + column) * count + k], x);
                }
            }
        }
        assert!(turned > 5, "{turned}");
        assert!(directed.jumps(3) && !directed.jumps(4));
        assert_eq!(directed.count(), B);
        assert!(directed.is_zero(Side::Motor, 0, 3) && !directed.is_zero(Side::Motor, 1, 3));
    }

    /// The direction of the first joint and its velocity, in its own row.
    struct Signed;

    impl Columns for Signed {
        fn count(&self) -> usize {
            2
        }

        fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
            for ([_, qd, _], out) in states.each(2).zip(out.chunks_exact_mut(4)) {
                out.copy_from_slice(&[qd[0].signum(), qd[0], 0.0, 0.0]);
            }
            Ok(())
        }

        fn jumps(&self, column: usize) -> bool {
            column == 0
        }
    }

    #[test]
    fn momentum_keeps_directions_and_power_has_none() {
        let [plain, noisy] = both();
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let directed = Directed::new(&Signed, &equations, &plain);
        let interior = noisy.interior();
        let (states, count) = (noisy.states(interior.clone()), interior.len());
        let of = |columns: &dyn Columns, balance: Balance, width: usize| {
            let (mut rates, mut levels) = (vec![0.0; count * width], vec![0.0; count * width]);
            columns
                .balance(balance, 2, &states, [&mut rates, &mut levels])
                .expect("a balance");
            rates
        };
        let power = of(&directed, Balance::Energy, 2);
        assert_eq!(power, of(&Signed, Balance::Energy, 2));
        let momentum = of(&directed, Balance::Momentum, 4);
        let mut turned = 0;
        for (at, found) in interior.zip(momentum.chunks_exact(4)) {
            let [kept, speed] = [&plain, &noisy].map(|motion| motion.states(at..at + 1).qd[0]);
            turned += usize::from(kept.signum() != speed.signum());
            assert_eq!(found, [kept.signum(), speed, 0.0, 0.0]);
        }
        assert!(turned > 2, "{turned}");
    }
}
