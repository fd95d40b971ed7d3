//! Which velocities' signs enter a row, and whether they are certain.

use nalgebra::DMatrix;

use crate::transmission::enters_never;
use armwright_runtime::{Model, Side, Site};

/// For each row the velocities of Coulomb friction that enters it, by their places: those of coordinates
/// (`n`), of motors (`n`), and of joints that move with others.
///
/// A sign counts only where its coefficient is not zero: through a coupled transmission the friction
/// of a joint reaches the torques of some motors and not of others.
pub(crate) struct Signs {
    rows: Vec<Vec<usize>>,
    /// The factors of coordinates in the velocities of joints that move with others (a row each of `n`).
    others: DMatrix<f64>,
}

impl Signs {
    /// Of the torques of these joints, or motors.
    pub(crate) fn of_torques(model: &Model, side: Side, places: &[usize]) -> Self {
        let enters = |row: usize, k: usize| !enters_never(model, side, row, k);
        Self::of(model, &enters, places)
    }

    /// Of rows that parameters enter as is said.
    pub(super) fn of(
        model: &Model,
        enters: &dyn Fn(usize, usize) -> bool,
        places: &[usize],
    ) -> Self {
        let n = model.joints.len();
        let mut others: Vec<Vec<f64>> = Vec::new();
        let mut place = |site| match site {
            Site::Motor(motor) => Some(n + motor),
            Site::Joint(body) => {
                let terms: Vec<(usize, f64)> = model.motion(body).collect();
                if let [(coordinate, 1.0)] = terms[..] {
                    return Some(coordinate);
                }
                let mut factors = vec![0.0; n];
                terms.iter().for_each(|&(k, factor)| factors[k] = factor);
                others.push(factors);
                // One that is held has no sign.
                (!terms.is_empty()).then_some(2 * n + others.len() - 1)
            }
        };
        let velocities = model
            .parameters
            .iter()
            .map(|parameter| parameter.kind.jump().and_then(&mut place));
        let velocities: Vec<Option<usize>> = velocities.collect();
        let in_row = |row: usize| {
            let signs = velocities.iter().enumerate();
            let entering = signs.filter(|(k, _)| enters(row, *k));
            entering.filter_map(|(_, velocity)| *velocity).collect()
        };
        Self {
            rows: places.iter().copied().map(in_row).collect(),
            others: DMatrix::from_fn(others.len(), n, |i, j| others[i][j]),
        }
    }

    /// The same, and in each row these places as well (a list a row): a coordinate's is its number, a motor's `n` more.
    pub(super) fn beside(mut self, further: Vec<Vec<usize>>) -> Self {
        for (own, further) in self.rows.iter_mut().zip(further) {
            own.extend(further);
            own.sort_unstable();
            own.dedup();
        }
        self
    }

    /// The velocities whose signs enter a row.
    pub(crate) fn of_row(&self, row: usize) -> &[usize] {
        &self.rows[row]
    }

    /// The factors of coordinates (`n` columns) in the velocities of joints that move with others.
    pub(crate) fn others(&self) -> &DMatrix<f64> {
        &self.others
    }

    /// Whether every velocity whose sign enters a row is fast enough for it: as fast as the thresholds of coordinates and of
    /// motors; `speeds` are those of both (`2 n`).
    pub(crate) fn certain(
        &self,
        [joints, motors]: [&[f64]; 2],
        row: usize,
        speeds: &[f64],
    ) -> bool {
        let n = speeds.len() / 2;
        let threshold = |list: &[f64], k: usize| list.get(k).copied().unwrap_or(0.0);
        let fast = |&k: &usize| {
            if k < n {
                return speeds[k].abs() >= threshold(joints, k);
            }
            if k < 2 * n {
                return speeds[k].abs() >= threshold(motors, k - n);
            }
            let factors = self.others.row(k - 2 * n);
            let velocity: f64 = factors.iter().zip(speeds).map(|(f, v)| f * v).sum();
            let each = factors.iter().enumerate();
            let slow = each.map(|(k, f)| f.abs() * threshold(joints, k));
            velocity.abs() >= slow.fold(0.0, f64::max)
        };
        self.rows[row].iter().all(fast)
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Model, ParameterKind, Side, Site};

    use super::Signs;
    use crate::regression::by_hand::{MODEL, PARAMETERS};

    /// Bodies whose joints move by coordinate 0, by half of it and minus twice the other, and not at all; Coulomb friction
    /// of each, and of the second motor.
    fn coupled() -> Model {
        const FRICTION: [ParameterKind; 4] = [
            ParameterKind::Coulomb(Site::Joint(0)),
            ParameterKind::CoulombPositive(Site::Joint(1)),
            ParameterKind::CoulombNegative(Site::Joint(2)),
            ParameterKind::Coulomb(Site::Motor(1)),
        ];
        const OTHERS: [ParameterKind; 2] = [
            ParameterKind::Viscous(Site::Joint(0)),
            ParameterKind::Offset(Site::Joint(1)),
        ];
        let mut parameters = PARAMETERS;
        let kinds = FRICTION.iter().chain(&OTHERS);
        for (parameter, kind) in parameters.iter_mut().zip(kinds) {
            parameter.kind = *kind;
        }
        Model {
            motions: &[&[(0, 1.0)], &[(0, 0.5), (1, -2.0)], &[]],
            bodies: &["a", "b", "c"],
            parameters: Box::leak(Box::new(parameters)),
            ..MODEL
        }
    }

    #[test]
    fn signs_are_those_of_what_jumps_in_a_row() {
        let model = coupled();
        // Row 1 has all friction, row 0 none of the first joint.
        let enters = |row: usize, k: usize| row == 1 || k > 0;
        let signs = Signs::of(&model, &enters, &[1, 0]);
        assert_eq!(signs.of_row(0), [0, 4, 3]);
        assert_eq!(signs.of_row(1), [4, 3]);
        // What is held has a row of its own, which nothing points to.
        assert_eq!(
            signs.others().row(0).iter().copied().collect::<Vec<_>>(),
            [0.5, -2.0]
        );
        assert_eq!(signs.others().row(1).amax(), 0.0);
        assert_eq!(signs.others().nrows(), 2);
    }

    #[test]
    fn signs_that_the_model_does_not_have_count_beside_its_own() {
        let joints = || Signs::of_torques(&MODEL, Side::Joint, &[0, 1]);
        let both = joints().beside(vec![vec![0], vec![3, 1]]);
        assert_eq!((both.of_row(0), both.of_row(1)), (&[0, 3][..], &[1, 3][..]));
        let thresholds: [&[f64]; 2] = [&[0.5, 0.5], &[0.0, 0.0]];
        let certain =
            |signs: &Signs| [0, 1].map(|row| signs.certain(thresholds, row, &[0.4, 0.6, 1.0, 1.0]));
        assert_eq!(
            (certain(&joints()), certain(&both)),
            ([true; 2], [false, true])
        );
    }

    #[test]
    fn friction_of_a_motor_enters_the_rows_that_its_torque_enters() {
        let joints = Signs::of_torques(&MODEL, Side::Joint, &[0, 1]);
        assert_eq!((joints.of_row(0), joints.of_row(1)), (&[3][..], &[3][..]));
        let motors = Signs::of_torques(&MODEL, Side::Motor, &[0, 1]);
        assert_eq!((motors.of_row(0), motors.of_row(1)), (&[][..], &[3][..]));
    }

    #[test]
    fn a_sign_is_certain_where_its_speed_reaches_the_threshold() {
        let signs = Signs::of(&coupled(), &|_, _| true, &[0]);
        let thresholds: [&[f64]; 2] = [&[0.5, 0.25], &[9.0, 2.0]];
        // Speeds of joints, then of motors; the second body moves at 0.5 q1 - 2 q2, and has to be as fast as 0.5 in size.
        for (speeds, certain) in [
            ([-0.5, 0.125, 0.0, 2.0], true),
            ([0.5, -0.125, 0.0, -2.0], true),
            ([0.5, 0.375, 0.0, 2.0], true),
            ([0.5, -0.1, 0.0, 2.0], false),
            ([0.5, 0.125, 0.0, 2.0], false),
            ([0.49, -0.25, 0.0, 2.0], false),
            ([0.5, -0.125, 0.0, -1.9], false),
        ] {
            assert_eq!(signs.certain(thresholds, 0, &speeds), certain, "{speeds:?}");
        }
        assert!(signs.certain([&[], &[]], 0, &[0.0; 4]));
        // The third body moves at 0.5 q1 - 0.5 q2, and has to be as fast as 0.25.
        let model = Model {
            motions: &[&[(0, 1.0)], &[(0, 0.5), (1, -2.0)], &[(0, 0.5), (1, -0.5)]],
            ..coupled()
        };
        let signs = Signs::of(&model, &|_, _| true, &[0]);
        for (speeds, certain) in [
            ([0.5, -0.125, 0.0, 2.0], true),
            ([0.5, 0.375, 0.0, 2.0], false),
        ] {
            assert_eq!(signs.certain(thresholds, 0, &speeds), certain, "{speeds:?}");
        }
    }
}
