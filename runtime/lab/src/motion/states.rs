//! States of a motion: positions with their derivatives, how the base moves, how warm joints are.

use armwright_runtime::BaseMotion;

/// States of a motion, one after the other.
#[derive(Debug, Clone, Default)]
pub struct States {
    /// The sample of the motion that comes first.
    pub first: usize,
    /// Positions (`states × n`, row-major).
    pub q: Vec<f64>,
    /// Velocities (`states × n`).
    pub qd: Vec<f64>,
    /// Accelerations (`states × n`).
    pub qdd: Vec<f64>,
    /// How the base moves, if it does ([`BaseMotion::INPUTS`] numbers a state): its accelerations are those that an
    /// accelerometer measures, and gravity, which is in them, is 0.
    pub base: Vec<f64>,
    /// Temperatures of joints in the units of the recording (`states × n`), where they were recorded; else empty.
    pub temperature: Vec<f64>,
}

impl States {
    /// How many states there are, of `n` joints.
    #[must_use]
    pub fn count(&self, n: usize) -> usize {
        match self.base.as_slice() {
            [] => self.q.len() / n.max(1),
            base => base.len() / BaseMotion::INPUTS,
        }
    }

    /// How the base moves in a state; nothing of one that does not.
    #[must_use]
    pub fn base_at(&self, state: usize) -> &[f64] {
        let from = state * BaseMotion::INPUTS;
        self.base
            .get(from..from + BaseMotion::INPUTS)
            .unwrap_or_default()
    }

    /// One state by itself, of `n` joints.
    pub(crate) fn one(&self, state: usize, n: usize) -> Self {
        let of = |values: &[f64], width: usize| {
            let mine = values.get(state * width..(state + 1) * width);
            mine.unwrap_or_default().to_vec()
        };
        Self {
            first: self.first + state,
            q: of(&self.q, n),
            qd: of(&self.qd, n),
            qdd: of(&self.qdd, n),
            base: of(&self.base, BaseMotion::INPUTS),
            temperature: of(&self.temperature, n),
        }
    }

    /// Each state: positions, velocities and accelerations of `n` joints.
    pub fn each(&self, n: usize) -> impl Iterator<Item = [&[f64]; 3]> {
        let all = [&self.q, &self.qd, &self.qdd];
        (0..self.count(n)).map(move |k| all.map(|values| &values[k * n..(k + 1) * n]))
    }
}

#[cfg(test)]
mod tests {
    use super::States;

    fn numbers(from: u32, count: u32) -> Vec<f64> {
        (from..from + count).map(f64::from).collect()
    }

    #[test]
    fn states_follow_each_other() {
        let states = States {
            q: numbers(0, 6),
            qd: numbers(10, 6),
            qdd: numbers(20, 6),
            ..States::default()
        };
        assert_eq!(
            [states.count(2), states.count(3), states.count(0)],
            [3, 2, 6]
        );
        let found: Vec<[&[f64]; 3]> = states.each(2).collect();
        let expected: [[&[f64]; 3]; 3] = [
            [&[0.0, 1.0], &[10.0, 11.0], &[20.0, 21.0]],
            [&[2.0, 3.0], &[12.0, 13.0], &[22.0, 23.0]],
            [&[4.0, 5.0], &[14.0, 15.0], &[24.0, 25.0]],
        ];
        assert_eq!(found, expected);
        assert!(states.base_at(0).is_empty());
    }

    #[test]
    fn a_base_that_moves_counts_states_by_itself() {
        let states = States {
            base: numbers(0, 30),
            ..States::default()
        };
        assert_eq!(states.count(0), 2);
        assert_eq!(states.base_at(0), numbers(0, 15));
        assert_eq!(states.base_at(1), numbers(15, 15));
        assert!(states.base_at(2).is_empty());
    }

    #[test]
    fn a_state_stands_by_itself_at_its_sample() {
        let states = States {
            first: 7,
            q: numbers(0, 6),
            qd: numbers(10, 6),
            qdd: numbers(20, 6),
            base: numbers(30, 45),
            temperature: Vec::new(),
        };
        let found = states.one(1, 2);
        assert_eq!(found.first, 8);
        assert_eq!([found.q, found.qd], [numbers(2, 2), numbers(12, 2)]);
        assert_eq!((found.qdd, found.base), (numbers(22, 2), numbers(45, 15)));
        assert!(found.temperature.is_empty());
        let warm = States {
            temperature: numbers(5, 4),
            ..states
        };
        assert_eq!(warm.one(0, 2).temperature, numbers(5, 2));
    }
}
