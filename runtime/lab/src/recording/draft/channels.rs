//! The lines of each channel: its columns, their unit and their side.

use super::families::{Family, best};
use super::text::{list, quoted};
use super::{Drafting, evidence};
use crate::recording::{Channel, CsvFile, RecordingError};
use armwright_runtime::{JointKind, Side};

/// What is said of columns whose names have words of what was asked for or computed.
const NOT_MEASURED: &str = "by name not measured, but asked for or computed";

impl Drafting<'_> {
    /// The columns of a family as a line, those of its file marked where several have such names, and what was taken for granted.
    fn columns(&mut self, family: &Family) -> Option<(String, String)> {
        let (columns, mut why) = family.columns(self.model.joints.len())?;
        if family.trust() < 0 {
            why += &format!("; {NOT_MEASURED}");
        }
        let columns: Vec<(usize, usize)> = columns.iter().map(|c| (family.table, *c)).collect();
        self.used.extend(&columns);
        Some((list(columns.into_iter().map(|place| self.name(place))), why))
    }

    /// Families that may be meant as well.
    fn others(&mut self, others: &[&Family]) {
        for other in others {
            if let Some((names, _)) = self.columns(other) {
                let why = match other.trust() < 0 {
                    true => NOT_MEASURED,
                    false => "may be meant as well",
                };
                self.text.possible(&format!("    columns: {names}"), why);
            }
        }
    }

    /// What names of columns do not tell apart.
    fn file(&mut self, family: &Family, names: &str) {
        let several = |table: &CsvFile| {
            names
                .trim_matches(['[', ']'])
                .split(", ")
                .any(|name| table.header().any(|known| quoted(known) == name))
        };
        let file = self.tables[family.table].path().file_name();
        if self.tables.iter().filter(|table| several(table)).count() > 1
            && let Some(file) = file
        {
            let file = quoted(&file.to_string_lossy());
            self.text.line(&format!("    file: {file}"));
        }
    }

    /// What is needed in place of a unit that the file has and nobody here knows: a guess would contradict the file.
    fn unknown(&self, family: &Family) -> Option<String> {
        let (columns, _) = family.columns(self.model.joints.len())?;
        let (channel, table) = (family.channel, &self.tables[family.table]);
        let mut written = columns
            .iter()
            .filter_map(|column| table.row_unit(*column).or(table.name_unit(*column)));
        let unit = written.find(|unit| channel.unit(unit).is_none())?;
        let known = channel.known_units(None);
        Some(format!(
            "what `{unit}` in the file is, as one of {known}, or a `scale`"
        ))
    }

    /// The unit of each column that the files or the names of a family have.
    fn units(&self, family: &Family) -> Option<(Vec<&'static str>, &'static str)> {
        let (columns, _) = family.columns(self.model.joints.len())?;
        let table = &self.tables[family.table];
        let all = |of: &dyn Fn(usize) -> Option<&'static str>| -> Option<Vec<_>> {
            columns.iter().map(|column| of(*column)).collect()
        };
        let known = |unit: &str| Some(family.channel.unit(unit)?.names[0]);
        let written = all(&|column| known(table.row_unit(column).or(table.name_unit(column))?));
        let suffixes = || all(&|column| known(family.unit(column)?));
        written
            .map(|units| (units, "the file says so"))
            .or_else(|| Some((suffixes()?, "the names say so")))
    }

    /// Positions; gives the side that they seem to be of.
    pub(super) fn position(&mut self) -> Result<Side, RecordingError> {
        let n = self.model.joints.len();
        let families = self.families.clone();
        let found = best(&families, Channel::Position, n);
        let found =
            found.and_then(|(family, others)| Some((family, others, self.columns(family)?)));
        let Some((family, others, (names, why))) = found else {
            let example: Vec<String> = (1..=n).map(|k| format!("NAME{k}")).collect();
            self.text.needed(
                &format!(
                    "  position: {{columns: [{}], unit: rad}}",
                    example.join(", ")
                ),
                &format!("the columns of the {n} positions: no names show them"),
            );
            return Ok(self.model.side);
        };
        self.text.line("  position:");
        self.text.guess(&format!("    columns: {names}"), &why);
        self.others(&others);
        self.file(family, &names);
        let (columns, _) = family.columns(n).unwrap_or_default();
        let numbers = self.tables[family.table].rows(&columns, None)?.columns;
        if evidence::counts(&numbers) {
            let what = "radians for each count: these are whole numbers, and large";
            self.text.needed("    scale: RADIANS_A_COUNT", what);
            return Ok(self.side(self.model.side));
        }
        let written = self.units(family);
        let motors = !self.model.transmission.is_empty();
        let sides: &[Side] = match (motors, family.names.iter().any(|name| name.motor)) {
            (false, _) => &[Side::Joint],
            (true, true) => &[Side::Motor, Side::Joint],
            (true, false) => &[Side::Joint, Side::Motor],
        };
        let given = written.as_ref().map(|(units, _)| units.as_slice());
        let evidence::Shown { all, hardly } =
            evidence::positions(&numbers, sides, given, self.model);
        let mut shown = all.into_iter();
        let (side, units) = shown.next().unzip();
        let (others, is_written) = (shown, written.is_some());
        let ranges = "the joints then stay within their ranges, and move";
        let of_unit = match hardly {
            true => "nothing says otherwise; joints hardly move then: look at the units below",
            false => ranges,
        };
        let unknown = self.unknown(family);
        let is_known = unknown.is_none();
        match (unknown, written.or_else(|| Some((units?, of_unit)))) {
            (Some(what), _) => self.text.needed("    unit: rad", &what),
            (None, Some((units, why))) => {
                let units = one_or_each(&units);
                self.text.guess(&format!("    unit: {units}"), why);
            }
            (None, None) => {
                let what = "the unit of each column: no unit of all of them keeps the joints within their ranges";
                self.text.needed("    unit: [rad, ..]", what);
            }
        }
        if motors {
            match side.map(side_name) {
                Some(name) => self.text.guess(&format!("    side: {name}"), ranges),
                None => self.text.needed(
                    "    side: joint",
                    "`joint`, or `motor`: on neither do joints stay within their ranges",
                ),
            }
        }
        for (side, units) in others.filter(|_| is_known) {
            let unit = format!("unit: {}", one_or_each(&units));
            let (line, with) = match (motors, is_written) {
                (true, true) => (format!("    side: {}", side_name(side)), String::new()),
                (true, false) => (
                    format!("    side: {}", side_name(side)),
                    format!(", with `{unit}`"),
                ),
                (false, _) => (format!("    {unit}"), String::new()),
            };
            let why =
                format!("may be meant as well{with}: joints stay within their ranges then, too");
            self.text.possible(&line, &why);
        }
        self.text.possible(
            "    sign: [1, -1, ..]",
            "for joints that count the other way",
        );
        self.text.possible(
            "    offset: [0, -pi/2, ..]",
            "added to joint positions, where zero is elsewhere",
        );
        Ok(side.unwrap_or(sides[0]))
    }

    /// A line for the side that is taken for granted, where there are two.
    fn side(&mut self, side: Side) -> Side {
        if !self.model.transmission.is_empty() {
            self.text.guess(
                &format!("    side: {}", side_name(side)),
                "as the robot file has it",
            );
        }
        side
    }

    /// Whether names show all torques, or all currents.
    pub(super) fn has_effort(&self) -> bool {
        let n = self.model.joints.len();
        let shown = |channel| best(&self.families, channel, n)?.0.columns(n);
        shown(Channel::Torque).or(shown(Channel::Current)).is_some()
    }

    /// Torques, or currents where there are none that were measured.
    pub(super) fn effort(&mut self, side: Side) {
        let n = self.model.joints.len();
        let families = self.families.clone();
        let torque = best(&families, Channel::Torque, n);
        let current = best(&families, Channel::Current, n);
        let rank = |found: &Option<(&Family, Vec<&Family>)>| {
            let (family, _) = found.as_ref()?;
            Some((family.columns(n).is_some(), family.trust() >= 0))
        };
        let (channel, found, passed_over) = match rank(&current) > rank(&torque) {
            true => (Channel::Current, current, torque),
            false => (Channel::Torque, torque, None),
        };
        let found =
            found.and_then(|(family, others)| Some((family, others, self.columns(family)?)));
        let Some((family, others, (names, why))) = found else {
            let example: Vec<String> = (1..=n).map(|k| format!("NAME{k}")).collect();
            self.text.needed(
                &format!("  torque: {{columns: [{}], unit: N·m}}", example.join(", ")),
                &format!("the columns of the {n} torques (or `current`): no names show them"),
            );
            return;
        };
        self.text.line(&format!("  {}:", channel.name()));
        self.text.guess(&format!("    columns: {names}"), &why);
        self.others(&others);
        self.file(family, &names);
        let prismatic = self
            .model
            .joints
            .iter()
            .any(|joint| joint.kind == JointKind::Prismatic);
        let own = if channel == Channel::Current {
            "A"
        } else {
            "N·m"
        };
        match (self.units(family), self.unknown(family)) {
            (Some((units, why)), _) => {
                let units = one_or_each(&units);
                self.text.guess(&format!("    unit: {units}"), why);
            }
            (None, Some(what)) => self.text.needed(&format!("    unit: {own}"), &what),
            (None, None) if channel == Channel::Torque && prismatic => {}
            (None, None) => {
                let unit = format!("    unit: {own}");
                self.text.guess(&unit, "nothing says otherwise");
            }
        }
        if !self.model.transmission.is_empty() {
            let motor = family.names.iter().any(|name| name.motor) || channel == Channel::Current;
            let (side, why) = match motor {
                true => (Side::Motor, "by name"),
                false => (
                    side,
                    "as positions are; torques of motors are smaller by the gear ratio",
                ),
            };
            self.text
                .guess(&format!("    side: {}", side_name(side)), why);
        }
        let known = self
            .model
            .motors
            .iter()
            .all(|motor| motor.torque_constant.is_some());
        if channel == Channel::Current && (!known || self.model.motors.is_empty()) {
            let constants = list((1..=n).map(|k| format!("K{k}")));
            self.text.needed(
                &format!("    constant: {constants}"),
                "torque for each ampere, N·m/A",
            );
        }
        if let Some((family, others)) = passed_over {
            self.computed_torques(&[vec![family], others].concat());
        }
    }

    /// Torques that were not measured, where currents were.
    fn computed_torques(&mut self, families: &[&Family]) {
        for family in families {
            if let Some((names, _)) = self.columns(family) {
                let line = format!("  torque: {{columns: {names}}}");
                self.text.possible(&line, NOT_MEASURED);
            }
        }
    }

    /// Velocities or accelerations: positions are differentiated where they are left out.
    pub(super) fn derivative(&mut self, channel: Channel) {
        let families = self.families.clone();
        let found = best(&families, channel, self.model.joints.len());
        let family = found.map(|(family, _)| family);
        let Some((names, _)) = family.and_then(|family| self.columns(family)) else {
            return;
        };
        let units = family.and_then(|family| self.units(family));
        let unit = units.map(|(units, _)| format!(", unit: {}", one_or_each(&units)));
        let unit = unit.unwrap_or_default();
        let line = format!("  {}: {{columns: {names}{unit}}}", channel.name());
        self.text.possible(
            &line,
            "if they were measured, not computed: positions are differentiated else",
        );
    }
}

/// The unit of all columns, or a list of each.
fn one_or_each(units: &[&str]) -> String {
    match units {
        [first, rest @ ..] if rest.iter().all(|unit| unit == first) => (*first).to_owned(),
        _ => list(units.iter().map(|unit| (*unit).to_owned())),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Joint => "joint",
        Side::Motor => "motor",
    }
}
