//! What the columns themselves raise doubts by: one used twice, two that are the same, files that are
//! not used, a side that does not exist.

use super::description::Columns;
use super::sources::{Origin, Read, Sources};
use super::{Channel, Remark};
use crate::options::EquationSide;
use armwright_runtime::Side;

/// A column of a description: what it is used for, its name in the files, and where it stands.
struct Use {
    channel: Channel,
    what: String,
    name: String,
    origin: Origin,
}

impl Sources<'_> {
    /// What should be said of the columns that were read.
    pub(super) fn doubts(&self, read: &[Read]) -> Vec<Remark> {
        let uses = self.uses();
        let columns: Vec<&Vec<f64>> = read.iter().flat_map(|(_, columns)| columns).collect();
        let mut remarks = self.layouts();
        remarks.extend(self.units_found());
        remarks.extend(self.units_unknown());
        for (k, one) in uses.iter().enumerate() {
            for (other, more) in uses.iter().zip(&columns).skip(k + 1) {
                let Origin::Table(..) = one.origin else {
                    continue;
                };
                let names = [one, other].map(|column| column.name.clone());
                let uses = [one, other].map(|column| column.what.clone());
                if one.origin == other.origin {
                    remarks.push(Remark::UsedTwice {
                        uses,
                        name: one.name.clone(),
                    });
                } else if one.channel != Channel::Time && same(columns[k], more) {
                    remarks.push(Remark::Identical { names, uses });
                }
            }
        }
        let added = self.sums.iter().flatten().map(|(origin, _)| *origin);
        let origins: Vec<Origin> = uses.iter().map(|one| one.origin).chain(added).collect();
        let used = |table| {
            let mut origins = origins.iter();
            origins.any(|origin| matches!(origin, Origin::Table(k, _) if *k == table))
        };
        let unused = self
            .tables
            .iter()
            .enumerate()
            .filter(|(table, _)| !used(*table));
        remarks.extend(unused.map(|(_, table)| Remark::NothingUsed {
            file: table.path().display().to_string(),
        }));
        if self.at_motors_that_are_not() {
            remarks.push(Remark::NoTransmission {
                robot: self.model.name.to_owned(),
            });
        }
        remarks
    }

    /// How files stand that are not as files usually are.
    fn layouts(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for (table, rows) in self.tables.iter().zip(&self.rows) {
            let text = table.below_text().map(|line| {
                format!("the text above line {line} was passed over, which names the columns")
            });
            let words = table.words().map(|line| {
                format!("line {line} was passed over, which has neither numbers nor units")
            });
            let commas = rows
                .commas
                .then(|| "numbers have decimal commas".to_owned());
            let stamps = rows
                .stamps
                .as_ref()
                .map(|first| format!("time counts in seconds from the first stamp, {first}"));
            let file = table.path().display().to_string();
            remarks.extend(
                [text, words, commas, stamps]
                    .into_iter()
                    .flatten()
                    .map(|how| {
                        let file = file.clone();
                        Remark::Layout { file, how }
                    }),
            );
        }
        remarks
    }

    fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        let mut places = self.places.iter();
        for &(channel, n) in &self.parts {
            for (k, &origin) in places.by_ref().take(n).enumerate() {
                let what = match self.owner(channel, k) {
                    Some(owner) => format!("{} of {owner}", channel.name()),
                    None => channel.name().to_owned(),
                };
                let origin = self.only(origin);
                uses.push(Use {
                    channel,
                    what,
                    name: self.called(origin),
                    origin,
                });
            }
        }
        uses
    }

    /// A sum of one column alone is that column.
    fn only(&self, origin: Origin) -> Origin {
        let Origin::Sum(sum) = origin else {
            return origin;
        };
        match self.sums[sum][..] {
            [(column, 1.0)] => column,
            _ => origin,
        }
    }

    /// What a column is called: as in its file, or as what is added up; nothing where it has one number in every row.
    fn called(&self, origin: Origin) -> String {
        match origin {
            Origin::Table(table, column) => {
                let name = self.tables[table].header().nth(column);
                name.unwrap_or_default().to_owned()
            }
            Origin::Held(_) => String::new(),
            Origin::Sum(sum) => {
                let term = |(column, factor): &(Origin, f64)| match *factor {
                    1.0 => self.called(*column),
                    factor => format!("{factor}*{}", self.called(*column)),
                };
                let terms: Vec<String> = self.sums[sum].iter().map(term).collect();
                terms.join(" + ")
            }
        }
    }

    /// The joint or motor that a column of a channel belongs to.
    fn owner(&self, channel: Channel, k: usize) -> Option<&'static str> {
        let columns = self
            .description
            .columns(channel)
            .filter(|_| !channel.is_outside())?;
        if channel == Channel::Measured {
            return self.measured_rows().get(k).map(|row| row.name);
        }
        let motor = self.model.motors.get(k).map(|motor| motor.name);
        let joint = self.model.joints.get(k).map(|joint| joint.name);
        match self.side(columns) {
            Side::Motor => motor.or(joint),
            Side::Joint => joint,
        }
    }

    /// Whether the description says that something was measured at motors, and the robot file knows of
    /// no transmission.
    fn at_motors_that_are_not(&self) -> bool {
        // Currents of phases are those of motors, whatever is written.
        let channels = Channel::ALL.iter().filter(|c| **c != Channel::Phase);
        let mut channels = channels.filter_map(|channel| self.description.columns(*channel));
        let at_motors = |columns: &Columns| columns.side == Some(EquationSide::Motor);
        self.model.transmission.is_empty() && channels.any(at_motors)
    }
}

/// Whether two columns hold the same numbers, and not one number alone.
fn same(one: &[f64], other: &[f64]) -> bool {
    let bits = |x: &f64| x.to_bits();
    let varies = || one.iter().any(|x| bits(x) != bits(&one[0]));
    one.iter().map(bits).eq(other.iter().map(bits)) && varies()
}
