//! Families of columns: those that differ in the joint alone, one for each joint or motor.

use std::path::Path;

use super::name::{Name, Owner};
use crate::recording::{Channel, CsvFile};
use armwright_runtime::Model;

/// Columns that may be those of a channel.
#[derive(Debug, Clone)]
pub(super) struct Family {
    pub(super) channel: Channel,
    /// The file that has them.
    pub(super) table: usize,
    /// The columns by their owners, in order.
    members: Vec<(Owner, usize)>,
    /// Their names, in the same order.
    pub(super) names: Vec<Name>,
    pattern: String,
}

impl Family {
    /// The column of each joint or motor, and what was taken for granted; `None` if one is missing.
    pub(super) fn columns(&self, n: usize) -> Option<(Vec<usize>, String)> {
        let named = |owner: fn(usize) -> Owner| -> Option<Vec<usize>> {
            let of = |k| self.members.iter().find(|(known, _)| *known == owner(k));
            (0..n).map(|k| of(k).map(|(_, column)| *column)).collect()
        };
        let by_name = named(Owner::Joint).or_else(|| named(Owner::Motor));
        if let Some(columns) = by_name {
            return Some((columns, "by the robot's names".to_owned()));
        }
        let numbers: Vec<&(Owner, usize)> = self.members.iter().collect();
        let number = |(owner, _): &(Owner, usize)| match owner {
            Owner::Number(number) => Some(*number),
            _ => None,
        };
        let first = number(numbers.first()?)?;
        let follow = numbers.iter().enumerate().take(n);
        let follow = follow
            .filter(|(k, member)| number(member) == Some(first + k))
            .count();
        if follow < n {
            return None;
        }
        let said = match numbers.len() {
            more if more > n => format!("by number, the first {n} of {more}"),
            _ => "by number, in the order of the joints".to_owned(),
        };
        Some((
            numbers[..n].iter().map(|(_, column)| *column).collect(),
            said,
        ))
    }

    /// The unit that the name of a column has.
    pub(super) fn unit(&self, column: usize) -> Option<&'static str> {
        let mut members = self.members.iter().zip(&self.names);
        let (_, name) = members.find(|((_, known), _)| *known == column)?;
        name.unit
    }

    /// Higher for what was measured, below 0 for what was asked for or computed.
    pub(super) fn trust(&self) -> i32 {
        self.names.first().map_or(0, |name| name.trust)
    }

    /// Whether it is what is left of a family that is counted, where some of its columns are called as something of the robot is.
    fn is_part_of(&self, whole: &Self) -> bool {
        let is_number = |(owner, _): &(Owner, usize)| matches!(owner, Owner::Number(_));
        (self.channel, self.table, &self.pattern) == (whole.channel, whole.table, &whole.pattern)
            && self.members.len() < whole.members.len()
            && self.members.iter().all(is_number)
    }

    /// How likely it is what was measured.
    fn score(&self, n: usize) -> (bool, i32) {
        let trust = self.trust();
        let unit = self.names.iter().any(|name| name.unit.is_some());
        (self.columns(n).is_some(), 2 * trust + i32::from(unit))
    }
}

/// The families of some files, and the columns that may be time.
pub(super) fn families(tables: &[CsvFile], model: &Model) -> (Vec<Family>, Vec<(usize, usize)>) {
    let (mut counted, _) = named(tables, model, Name::of_number);
    // Names of the robot that only some columns of a family have are none of theirs: it is seen as one, and what they leave of it is none.
    let is_part = |family: &Family| counted.iter().any(|whole| family.is_part_of(whole));
    let (mut families, times) = named(tables, model, Name::of);
    families.retain(|family| !is_part(family));
    let complete = |family: &Family| -> Vec<(usize, usize)> {
        let columns = family.columns(model.joints.len());
        let columns = columns.into_iter().flat_map(|(columns, _)| columns);
        columns.map(|column| (family.table, column)).collect()
    };
    let taken: Vec<(usize, usize)> = families.iter().flat_map(complete).collect();
    // What is called after a joint is a motor where it completes motors, and no joints.
    let is_new = |family: &Family| {
        let columns = complete(family);
        !columns.is_empty() && !columns.iter().any(|column| taken.contains(column))
    };
    let (mut of_motors, _) = named(tables, model, Name::of_motor);
    of_motors.retain(|family| !is_part(family));
    families.extend(of_motors.into_iter().filter(is_new));
    let is_shown = |families: &[Family], channel: Channel| {
        let mut of = families.iter().filter(|family| family.channel == channel);
        of.any(|family| family.trust() >= 0 && !complete(family).is_empty())
    };
    counted.retain(|family| is_new(family) && !is_shown(&families, family.channel));
    families.extend(counted);
    // What is called as the joints are and nothing more are positions, where no others were measured.
    if !is_shown(&families, Channel::Position) {
        let (of_joints, _) = named(tables, model, Name::of_position);
        families.extend(of_joints.into_iter().filter(is_new));
    }
    families.sort_by_key(|family| family.table);
    (families, times)
}

/// The families by what names say, and the columns that may be time.
fn named(
    tables: &[CsvFile],
    model: &Model,
    naming: fn(&str, &str, &Model) -> Name,
) -> (Vec<Family>, Vec<(usize, usize)>) {
    let (mut families, mut times): (Vec<Family>, _) = (Vec::new(), Vec::new());
    for (table, file) in tables.iter().enumerate() {
        let stem = file.path().file_stem().map(Path::new);
        let stem = stem.map_or(String::new(), |stem| stem.display().to_string());
        for (column, header) in file.header().enumerate() {
            let name = naming(header, &stem, model);
            let (channel, owner) = match (name.channel, name.owner) {
                (Some(Channel::Time), None) => {
                    times.push((table, column));
                    continue;
                }
                (Some(channel), Some(owner)) if channel != Channel::Time => (channel, owner),
                _ => continue,
            };
            let same = |family: &&mut Family| {
                (family.channel, family.table, &family.pattern) == (channel, table, &name.pattern)
            };
            match families.iter_mut().find(same) {
                Some(family) => {
                    family.members.push((owner, column));
                    family.names.push(name);
                }
                None => families.push(Family {
                    channel,
                    table,
                    members: vec![(owner, column)],
                    pattern: name.pattern.clone(),
                    names: vec![name],
                }),
            }
        }
    }
    for family in &mut families {
        let names = family.names.drain(..);
        let mut all: Vec<_> = family.members.drain(..).zip(names).collect();
        all.sort_by_key(|(member, _)| *member);
        (family.members, family.names) = all.into_iter().unzip();
    }
    (families, times)
}

/// The family that is most likely a channel, and the others that may be.
pub(super) fn best(
    families: &[Family],
    channel: Channel,
    n: usize,
) -> Option<(&Family, Vec<&Family>)> {
    let of: Vec<&Family> = families
        .iter()
        .filter(|family| family.channel == channel)
        .collect();
    // Of equals the last is found: the first of the files is to be preferred.
    let best = *of.iter().rev().max_by_key(|family| family.score(n))?;
    let others = of
        .into_iter()
        .filter(|family| !std::ptr::eq(*family, best) && family.columns(n).is_some());
    Some((best, others.collect()))
}
