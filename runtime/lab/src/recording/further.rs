//! What was recorded beside positions and torques: a second position, columns of the user's, how much a recording counts.

use super::description::{Columns, Description};
use super::sources::Sources;
use super::turns::Turns;
use super::{Channel, RecordingError};
use crate::held::HeldFriction;
use crate::options::{EquationSide, List};
use armwright_runtime::Side;

/// What a recording has beside positions and torques.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Further {
    /// Positions on the other side of the transmission than those that motion is made of.
    pub second_position: Option<SecondPosition>,
    /// Columns of the user's.
    pub user: Vec<UserColumn>,
    /// How much more the recording counts than its noise says, where several are fitted together; 1 if none.
    pub weight: Option<f64>,
    /// Friction that was taken from its torques; none of a recording as it was read.
    pub held: HeldFriction,
    /// Samples between which torques were recorded, but not theirs: they are interpolated. Empty where all were.
    pub undriven: Vec<bool>,
}

/// Positions on the other side of a transmission.
#[derive(Debug, Clone, PartialEq)]
pub struct SecondPosition {
    /// The side on which they were measured.
    pub side: Side,
    /// A column a joint or motor, rad or m, as they were measured there.
    pub columns: Vec<Vec<f64>>,
}

/// What a user recorded beside, such as temperatures.
#[derive(Debug, Clone, PartialEq)]
pub struct UserColumn {
    /// What it is called.
    pub name: String,
    /// One column for all joints, or one a joint; of a [`Recording`](super::Recording) one a joint.
    pub columns: Vec<Vec<f64>>,
}

impl UserColumn {
    /// With a column for each of `n` joints, gaps filled.
    pub(super) fn spread(mut self, n: usize) -> Self {
        self.columns.iter_mut().for_each(|column| fill(column));
        if let [one] = self.columns.as_slice() {
            self.columns = vec![one.clone(); n];
        }
        self
    }
}

/// Lines over what is no finite number; the first and the last value go on. A column without any is left as it is.
fn fill(column: &mut [f64]) {
    let known: Vec<usize> = (0..column.len())
        .filter(|k| column[*k].is_finite())
        .collect();
    let (Some(&first), Some(&last)) = (known.first(), known.last()) else {
        return;
    };
    let ends = [column[first], column[last]];
    column[..first].fill(ends[0]);
    column[last + 1..].fill(ends[1]);
    for pair in known.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|k| column[k]);
        let steps = (pair[1] - pair[0]) as f64;
        let between = column[pair[0] + 1..pair[1]].iter_mut().zip(1u32..);
        between.for_each(|(x, step)| *x = from + (to - from) * f64::from(step) / steps);
    }
}

/// The side across the transmission.
pub(super) fn across(side: Side) -> Side {
    match side {
        Side::Joint => Side::Motor,
        Side::Motor => Side::Joint,
    }
}

impl Further {
    /// Of columns whose side and names are still to be given ([`Further::named`]).
    pub(super) fn of(second: Option<Vec<Vec<f64>>>, user: Option<Vec<Vec<f64>>>) -> Self {
        let name = String::new();
        let columns = user.unwrap_or_default();
        Self {
            second_position: second.map(|columns| SecondPosition {
                side: Side::Joint,
                columns,
            }),
            user: match columns.is_empty() {
                true => Vec::new(),
                false => vec![UserColumn { name, columns }],
            },
            weight: None,
            held: HeldFriction::default(),
            undriven: Vec::new(),
        }
    }

    /// Gives the side of second positions, and names to columns of the user's, as many to each.
    pub(super) fn named(&mut self, side: Side, names: &[String]) {
        if let Some(second) = &mut self.second_position {
            second.side = side;
        }
        let columns: Vec<Vec<f64>> = self.user.drain(..).flat_map(|user| user.columns).collect();
        let each = columns.len() / names.len().max(1);
        let mut columns = columns.into_iter();
        self.user = names
            .iter()
            .map(|name| UserColumn {
                name: name.clone(),
                columns: columns.by_ref().take(each).collect(),
            })
            .collect();
    }

    /// Cuts off what comes after so many samples, and gives it.
    pub(super) fn split(&mut self, at: usize) -> Self {
        let mut rest = self.clone();
        let second = |further: &mut Self| match &mut further.second_position {
            Some(second) => std::mem::take(&mut second.columns),
            None => Vec::new(),
        };
        let cut = |columns: Vec<Vec<f64>>| -> [Vec<Vec<f64>>; 2] {
            let cut = |mut column: Vec<f64>| {
                let rest = column.split_off(at.min(column.len()));
                (column, rest)
            };
            let (first, rest) = columns.into_iter().map(cut).unzip();
            [first, rest]
        };
        let [before, after] = cut(second(self));
        if let (Some(first), Some(rest)) = (&mut self.second_position, &mut rest.second_position) {
            (first.columns, rest.columns) = (before, after);
        }
        for (first, rest) in self.user.iter_mut().zip(&mut rest.user) {
            [first.columns, rest.columns] = cut(std::mem::take(&mut first.columns));
        }
        rest.undriven = self.undriven.split_off(at.min(self.undriven.len()));
        rest
    }
}

impl Sources<'_> {
    /// The columns of phases and of users, and the side of second positions, checked.
    pub(super) fn further_columns(&mut self) -> Result<(), RecordingError> {
        self.description.phase_columns = self.phase_columns()?;
        self.description.user_columns = self.user_columns()?;
        let first = self.side(&self.description.position);
        let second = self.description.second_position.as_mut();
        if let Some(columns) = second {
            let side = *columns.side.get_or_insert(match across(first) {
                Side::Joint => EquationSide::Joint,
                Side::Motor => EquationSide::Motor,
            });
            if Side::from(side) == first {
                let what = "second positions are those of the other side of the transmission than `position`: give one of them \
                            another `side`";
                return Err(self.fault("second_position.side", None, what));
            }
        }
        Ok(())
    }

    /// The columns of a user, one after the other; none without any.
    fn user_columns(&self) -> Result<Option<Columns>, RecordingError> {
        let user = &self.description.user;
        if user.is_empty() {
            return Ok(None);
        }
        let n = self.model.joints.len();
        let mut all = Columns::default();
        let (mut scales, mut offsets) = (Vec::new(), Vec::new());
        for (k, user) in self.description.user.iter().enumerate() {
            let count = user.columns.len();
            let numbers = |list: &Option<List<f64>>, otherwise: f64| {
                let list = list.as_ref();
                list.map_or(vec![otherwise; count], |list| list.spread(count))
            };
            let (scale, offset) = (numbers(&user.scale, 1.0), numbers(&user.offset, 0.0));
            let earlier = &self.description.user[..k];
            if [scale.len(), offset.len()] != [count; 2]
                || ![1, n].contains(&count)
                || earlier.iter().any(|other| other.name == user.name)
            {
                let what = format!(
                    "`{}` of `user` has a name of its own, one column or one for each of the {n} joints, and `scale` and \
                     `offset` for all or one a column",
                    user.name
                );
                return Err(self.fault("user", Some(k), &what));
            }
            all.columns.extend(user.columns.iter().cloned());
            scales.extend(scale);
            offsets.extend(offset);
        }
        all.scale = Some(List(scales));
        all.offset = Some(List(offsets));
        Ok(Some(all))
    }

    /// Positions on the other side, as they were measured there, in SI units.
    pub(super) fn second(
        &self,
        description: &Description,
        values: Option<Vec<Vec<f64>>>,
        turns: &mut Turns,
    ) -> Result<Option<Vec<Vec<f64>>>, RecordingError> {
        let (Some(columns), Some(mut values)) = (&description.second_position, values) else {
            return Ok(None);
        };
        self.scale(Channel::SecondPosition, columns, &mut values)?;
        let side = across(self.side(&description.position));
        turns.take_out(&mut values, side, self.model);
        self.add_offsets(Channel::SecondPosition, columns, &mut values)?;
        Ok(Some(values))
    }

    /// Columns of a user: `n` for each name.
    pub(super) fn user(
        &self,
        description: &Description,
        values: Option<Vec<Vec<f64>>>,
    ) -> Result<Option<Vec<Vec<f64>>>, RecordingError> {
        let (Some(columns), Some(mut values)) = (&description.user_columns, values) else {
            return Ok(None);
        };
        let number = |list: &Option<List<f64>>, k: usize| list.as_ref().map(|list| list.0[k]);
        for (k, column) in values.iter_mut().enumerate() {
            let scale = number(&columns.scale, k).unwrap_or(1.0);
            let offset = number(&columns.offset, k).unwrap_or(0.0);
            column.iter_mut().for_each(|x| *x = scale * *x + offset);
        }
        let mut values = values.into_iter();
        let mut all = Vec::new();
        for (k, user) in description.user.iter().enumerate() {
            let (name, count) = (user.name.clone(), user.columns.len());
            let columns: Vec<Vec<f64>> = values.by_ref().take(count).collect();
            if columns
                .iter()
                .any(|column| column.iter().all(|x| !x.is_finite()))
            {
                let what = format!("a column of `{name}` holds no number at all");
                return Err(self.fault("user", Some(k), &what));
            }
            all.extend(
                UserColumn { name, columns }
                    .spread(self.model.joints.len())
                    .columns,
            );
        }
        Ok(Some(all))
    }

    /// Gives names and sides to what is beside.
    pub(super) fn name_further(&self, description: &Description, further: &mut Further) {
        let names: Vec<String> = description
            .user
            .iter()
            .map(|user| user.name.clone())
            .collect();
        further.named(across(self.side(&description.position)), &names);
        further.weight = description.weight;
    }
}

#[cfg(test)]
mod tests {
    use super::{Further, SecondPosition, UserColumn, across, fill};
    use armwright_runtime::Side;

    #[test]
    fn what_was_recorded_slowly_lies_on_lines() {
        let none = f64::NAN;
        let mut column = [none, 20.0, none, none, none, 24.0, none];
        fill(&mut column);
        assert_eq!(column, [20.0, 20.0, 21.0, 22.0, 23.0, 24.0, 24.0]);
    }

    fn user(name: &str, columns: Vec<Vec<f64>>) -> UserColumn {
        let name = name.to_owned();
        UserColumn { name, columns }
    }

    #[test]
    fn a_column_for_all_joints_is_one_for_each() {
        let none = f64::NAN;
        let one = user("warm", vec![vec![20.0, none, 22.0]]);
        let expected = user("warm", vec![vec![20.0, 21.0, 22.0]; 3]);
        assert_eq!(one.spread(3), expected);
        let two = user("warm", vec![vec![1.0, none], vec![none, 4.0]]);
        assert_eq!(
            two.spread(2),
            user("warm", vec![vec![1.0; 2], vec![4.0; 2]])
        );
        let mut column = [none, none];
        fill(&mut column);
        assert!(column.iter().all(|x| x.is_nan()));
    }

    #[test]
    fn what_is_beside_gets_its_side_and_its_names() {
        let column = |x: f64| vec![x, x + 0.5, x + 1.5];
        let second = vec![column(10.0), column(20.0)];
        let columns: Vec<Vec<f64>> = [1.0, 2.0, 3.0, 4.0].map(column).to_vec();
        let mut further = Further::of(Some(second.clone()), Some(columns.clone()));
        further.named(Side::Motor, &["a".to_owned(), "b".to_owned()]);
        further.weight = Some(0.5);
        further.undriven = vec![false, true, true];
        let second_position = |columns| SecondPosition {
            side: Side::Motor,
            columns,
        };
        let expected = Further {
            second_position: Some(second_position(second.clone())),
            user: vec![
                user("a", columns[..2].to_vec()),
                user("b", columns[2..].to_vec()),
            ],
            weight: Some(0.5),
            undriven: vec![false, true, true],
            ..Further::default()
        };
        assert_eq!(further, expected);
        // Cut in two behind two samples.
        let cut = |columns: &[Vec<f64>], range: std::ops::Range<usize>| -> Vec<Vec<f64>> {
            columns.iter().map(|c| c[range.clone()].to_vec()).collect()
        };
        let part = |range: std::ops::Range<usize>| Further {
            second_position: Some(second_position(cut(&second, range.clone()))),
            user: vec![
                user("a", cut(&columns[..2], range.clone())),
                user("b", cut(&columns[2..], range.clone())),
            ],
            weight: Some(0.5),
            undriven: [false, true, true][range].to_vec(),
            ..Further::default()
        };
        assert_eq!(further.split(2), part(2..3));
        assert_eq!(further, part(0..2));
        assert_eq!(further.split(7).user[1].columns, [[0.0; 0]; 2]);
        let mut none = Further::of(None, None);
        assert_eq!(none, Further::default());
        none.named(Side::Joint, &[]);
        assert_eq!(none.split(1), Further::default());
        assert_eq!(
            [Side::Joint, Side::Motor].map(across),
            [Side::Motor, Side::Joint]
        );
    }
}
