//! The lines of what the robot file says is measured in place of torques.

use super::Drafting;
use super::text::list;
use crate::recording::csv_file::bare;
use crate::rows::Row;

/// Words for a force, a moment and a power.
const WORDS: [(char, &[&str]); 3] = [
    ('f', &["f", "force", "forces"]),
    ('t', &["t", "m", "torque", "torques", "moment", "moments"]),
    ('p', &["power"]),
];

impl Drafting<'_> {
    /// The columns of the rows: those with their names, or, of one sensor, those whose words say the same
    /// (`wrench.force.x`, `Fx`).
    pub(super) fn measured(&mut self) {
        let mut rows = Row::measured(self.model);
        rows.retain(|row| !row.is_of_base(self.model));
        let forces = rows.iter().filter(|row| row.name.starts_with("fx_"));
        let several = forces.count() > 1;
        if rows.is_empty() {
            return;
        }
        let mut places = Vec::new();
        let mut missing = Vec::new();
        for row in &rows {
            let named = self.find(|name| name.eq_ignore_ascii_case(row.name));
            let meant = || self.find(|name| !several && means(name, row.name));
            match named.or_else(meant) {
                Some(place) => places.push(place),
                None => missing.push(row.name),
            }
        }
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        if !missing.is_empty() {
            let example = (1..=rows.len()).map(|k| format!("NAME{k}"));
            self.text.needed(
                &format!("  measured: {{columns: {}}}", list(example)),
                &format!(
                    "the columns of what the robot file says is measured ({}): no names show {}",
                    names.join(", "),
                    missing.join(", ")
                ),
            );
            return;
        }
        let columns = list(places.iter().map(|place| self.name(*place)));
        self.used.extend(&places);
        self.text.line("  measured:");
        self.text.guess(
            &format!("    columns: {columns}"),
            &format!("by name, for {}", names.join(", ")),
        );
        self.text.possible(
            "    sign: -1",
            "where the sensor shows what the body exerts on its parent",
        );
    }

    /// The first column whose name, without a unit in brackets, is as wanted.
    pub(super) fn find(&self, wanted: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
        let tables = self.tables.iter().enumerate();
        let mut found = tables.filter_map(|(table, file)| {
            let column = file.header().position(|name| wanted(bare(name).0))?;
            Some((table, column))
        });
        found.next()
    }
}

/// Whether the words of a column's name are those of a row: `wrench.force.x` of `fx_tool`.
fn means(column: &str, row: &str) -> bool {
    let column = column.to_lowercase();
    let words = || {
        column
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    let (Some(quantity), Some(axis)) = (row.chars().next(), row.chars().nth(1)) else {
        return false;
    };
    let known = WORDS.iter().find(|(letter, _)| *letter == quantity);
    let known = known.map_or(&[][..], |(_, words)| words);
    if row == "power" {
        return words().any(|word| known.contains(&word));
    }
    let axis = axis.to_string();
    let together = |word: &str| {
        let before = word.strip_suffix(axis.as_str());
        before.is_some_and(|before| known.contains(&before))
    };
    let apart = words().any(|word| word == axis) && words().any(|word| known.contains(&word));
    row.contains('_') && !row.starts_with("tau_") && (apart || words().any(together))
}

#[cfg(test)]
mod tests {
    use super::means;

    #[test]
    fn words_say_what_a_column_measures() {
        for (column, row) in [
            ("wrench.force.x", "fx_tool"),
            ("Fz", "fz_tool"),
            ("ft_sensor/wrench/torque/y", "ty_tool"),
            ("moment z", "tz_tool"),
            ("Mx", "tx_tool"),
            ("Power", "power"),
        ] {
            assert!(means(column, row), "{column}");
        }
        for (column, row) in [
            ("wrench.torque.x", "fx_tool"),
            ("Fy", "fz_tool"),
            ("q_x", "fx_tool"),
            ("tau_q1", "tau_q1"),
            ("torque a", "tau_q1"),
            ("x", "tx_tool"),
        ] {
            assert!(!means(column, row), "{column}");
        }
    }
}
