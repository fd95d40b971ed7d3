//! How warm joints are along a motion: the columns that a recording calls `temperature`.

use super::Motion;
use crate::recording::Further;

/// What a recording calls the columns of temperatures.
const NAME: &str = "temperature";

/// A column a joint, in the unit of the recording.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Temperatures(Vec<Vec<f64>>);

impl Temperatures {
    /// Those of a recording, if it has some; a joint without any number has 0 throughout.
    pub(super) fn of(further: &Further) -> Option<Self> {
        let user = further.user.iter().find(|user| user.name == NAME)?;
        let of_joint = |column: &Vec<f64>| match column.iter().all(|x| x.is_finite()) {
            true => column.clone(),
            false => vec![0.0; column.len()],
        };
        Some(Self(user.columns.iter().map(of_joint).collect()))
    }

    /// The first samples.
    pub(super) fn beginning(&self, samples: usize) -> Self {
        let first = |column: &Vec<f64>| column.iter().take(samples).copied().collect();
        Self(self.0.iter().map(first).collect())
    }

    /// Of each joint at a sample.
    pub(super) fn at(&self, sample: usize) -> impl Iterator<Item = f64> + '_ {
        self.0.iter().map(move |column| column[sample])
    }
}

impl Motion {
    /// Temperatures of a joint at all samples, if they were recorded.
    pub(crate) fn temperature(&self, joint: usize) -> Option<&[f64]> {
        let Temperatures(columns) = self.temperatures.as_ref()?;
        columns.get(joint).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::Temperatures;
    use crate::recording::{Further, UserColumn};
    use crate::regression::by_hand;

    fn column(name: &str, columns: Vec<Vec<f64>>) -> UserColumn {
        let name = name.to_owned();
        UserColumn { name, columns }
    }

    #[test]
    fn temperatures_are_the_columns_of_that_name() {
        let mut further = Further::default();
        assert_eq!(Temperatures::of(&further), None);
        let warm = vec![vec![20.0, 21.0, 22.0], vec![f64::NAN, 31.0, 32.0]];
        further.user = vec![
            column("temperatures", vec![vec![1.0; 3]; 2]),
            column("temperature", warm),
        ];
        let found = Temperatures::of(&further).expect("temperatures");
        // Of the second joint nothing is known.
        assert_eq!(found.0, [vec![20.0, 21.0, 22.0], vec![0.0; 3]]);
        assert_eq!(found.at(2).collect::<Vec<_>>(), [22.0, 0.0]);
        assert_eq!(found.beginning(2).0, [vec![20.0, 21.0], vec![0.0; 2]]);
        let mut motion = by_hand::motion(30);
        assert_eq!(motion.temperature(0), None);
        motion.temperatures = Some(found);
        assert_eq!(motion.temperature(0), Some(&[20.0, 21.0, 22.0][..]));
        assert_eq!(motion.temperature(2), None);
    }
}
