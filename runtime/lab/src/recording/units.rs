//! Units that the description leaves out: what the files say, and what the numbers of time show.

use super::csv_file::bare;
use super::sources::{Origin, Sources};
use super::unit::Unit;
use super::{Channel, RecordingError, Remark};
use crate::thresholds::SAMPLING_RATES;

/// Where a unit was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// In the row under the header.
    Row,
    /// In brackets behind the column's name.
    Name,
}

impl Found {
    /// Both, in the order in which they are looked at.
    pub(super) const ALL: [Self; 2] = [Self::Row, Self::Name];

    /// Where that is.
    pub(super) fn place(self) -> &'static str {
        match self {
            Self::Row => "the row of units under the header",
            Self::Name => "the names of the columns",
        }
    }
}

/// Units of time by the steps that they may have, from 10 Hz to 20 kHz or so.
const STEPS: [(&str, f64, f64); 3] = [("ms", 0.5, 1e2), ("us", 1e2, 1e5), ("ns", 1e5, 1e8)];
/// Units of time by the size of stamps that count from 1970, from 2001 on.
const SINCE_1970: [(&str, f64); 4] = [("ns", 1e18), ("us", 1e15), ("ms", 1e12), ("s", 1e9)];
/// Days of this century, as spreadsheets count them and as MATLAB does.
const SERIAL_DAYS: [[f64; 2]; 2] = [[36_526.0, 73_051.0], [730_486.0, 767_011.0]];
/// Samples so far apart, s, are of no robot's recording.
const SELDOM: f64 = 10.0;

impl Sources<'_> {
    /// The unit that the files have for a column of a channel, and where.
    pub(super) fn written_unit(&self, channel: Channel, k: usize) -> Option<(&str, Found)> {
        let Some(Origin::Table(table, column)) = self.origin(channel, k) else {
            return None;
        };
        let table = &self.tables[table];
        let name = || {
            let unit = table.name_unit(column)?;
            // Brackets may hold anything.
            is_known(unit).then_some((unit, Found::Name))
        };
        let row = table.row_unit(column).map(|unit| (unit, Found::Row));
        row.or_else(name)
    }

    /// The unit that the files have for a column, if the channel has it. One that it does not have is an
    /// error, unless a `scale` says what the numbers are.
    pub(super) fn found_unit(
        &self,
        channel: Channel,
        k: usize,
    ) -> Result<Option<&'static Unit>, RecordingError> {
        let Some((written, found)) = self.written_unit(channel, k) else {
            return Ok(None);
        };
        let columns = self.description.columns(channel);
        let scaled = columns.is_some_and(|columns| columns.scale.is_some());
        match channel.unit(written) {
            None if !scaled => {
                let (quantity, known) = (channel.name(), channel.known_units(None));
                let what = format!(
                    "`{written}` in {} is not a unit of {quantity}; write `unit:` under `{quantity}`, one \
                     of {known}",
                    found.place()
                );
                Err(self.fault(&format!("{quantity}.columns"), Some(k), &what))
            }
            unit => Ok(unit),
        }
    }

    /// What is to be said of units that were found.
    pub(super) fn units_found(&self) -> Vec<Remark> {
        let said = |place: Found| {
            let mut units: Vec<String> = Vec::new();
            for &(channel, n) in &self.parts {
                let given = self.description.columns(channel);
                if channel == Channel::Time || given.is_none_or(|given| given.unit.is_some()) {
                    continue;
                }
                for k in 0..n {
                    let given = channel == Channel::Phase && self.phase_unit(k).is_some();
                    let found = self
                        .written_unit(channel, k)
                        .filter(|found| found.1 == place && !given);
                    let unit = found.and_then(|(unit, _)| channel.unit(unit));
                    let words = unit.map(|unit| format!("{} {}", channel.name(), unit.names[0]));
                    units.extend(words.filter(|words| !units.contains(words)));
                }
            }
            let (place, units) = (place.place(), units.join(", "));
            (!units.is_empty()).then_some(Remark::UnitsFound { place, units })
        };
        Found::ALL.into_iter().filter_map(said).collect()
    }

    /// What is to be said of brackets behind names that hold something else, where nothing says a unit.
    pub(super) fn units_unknown(&self) -> Option<Remark> {
        let mut columns: Vec<String> = Vec::new();
        for &(channel, n) in &self.parts {
            let given = self.description.columns(channel);
            if given.is_none_or(|given| given.unit.is_some() || given.scale.is_some()) {
                continue;
            }
            for k in 0..n {
                let Some(Origin::Table(table, column)) = self.origin(channel, k) else {
                    continue;
                };
                let table = &self.tables[table];
                let unit = table.name_unit(column).filter(|unit| !is_known(unit));
                let phase = channel == Channel::Phase && self.phase_unit(k).is_some();
                if unit.is_none() || phase || table.row_unit(column).is_some() {
                    continue;
                }
                columns.extend(table.header().nth(column).map(str::to_owned));
            }
        }
        (!columns.is_empty()).then_some(Remark::UnitsUnknown { columns })
    }

    /// The unit of time in seconds: what is written, what the file says, the column's name, or what
    /// the numbers show; and what is to be said of it.
    pub(super) fn time_unit(&self, time: &[f64]) -> Result<(f64, Option<Remark>), RecordingError> {
        let described = self.description.time.as_ref();
        let written = described.and_then(|time| time.unit.as_deref());
        let column = described
            .and_then(|time| time.column.clone())
            .unwrap_or_default();
        if self.rows.iter().any(|rows| rows.stamps.is_some()) {
            return match written {
                None => Ok((1.0, None)),
                Some(_) => Err(self.fault(
                    "time.unit",
                    None,
                    "`unit` has no effect: the column has stamps (ISO 8601), which count from the first; \
                     leave it out",
                )),
            };
        }
        if let Some(written) = written {
            let unit = Channel::Time.unit(written);
            return Ok((unit.map_or(1.0, |unit| unit.factor), None));
        }
        let (unit, evidence) = match self.found_unit(Channel::Time, 0)? {
            Some(unit) => {
                let found = self.written_unit(Channel::Time, 0);
                let place = found.map_or("", |(_, found)| found.place());
                (Some(unit), format!("{place} says so"))
            }
            None => match suffix(&column) {
                Some(unit) => (Some(unit), "its name says so".to_owned()),
                None => shown(time),
            },
        };
        let Some(unit) = unit else {
            return Ok((1.0, self.unknown_unit_of_time()));
        };
        let remark = (unit.factor != 1.0).then(|| Remark::TimeUnit {
            column,
            unit: unit.names[0],
            evidence,
        });
        Ok((unit.factor, remark))
    }

    /// What is to be said of brackets behind the name of the column of time that hold something else.
    fn unknown_unit_of_time(&self) -> Option<Remark> {
        let Some(Origin::Table(table, column)) = self.origin(Channel::Time, 0) else {
            return None;
        };
        let table = &self.tables[table];
        table.name_unit(column).filter(|unit| !is_known(unit))?;
        let name = table.header().nth(column)?.to_owned();
        Some(Remark::UnitsUnknown {
            columns: vec![name],
        })
    }
}

/// Whether any channel has a unit.
fn is_known(unit: &str) -> bool {
    let mut channels = Channel::ALL.iter();
    channels.any(|channel| channel.unit(unit).is_some())
}

/// The unit that the name of a column of time ends with, as `time_ms` and `timestamp.nanoseconds` do.
pub(super) fn suffix(name: &str) -> Option<&'static Unit> {
    let (name, _) = bare(name);
    let last = name.rsplit(|c: char| !c.is_alphanumeric()).next()?;
    let last = last.to_lowercase();
    let plural = last.strip_suffix('s').unwrap_or(&last);
    let short = match plural {
        "milli" => "ms",
        "micro" => "us",
        "nano" => "ns",
        _ => last.as_str(),
    };
    Channel::Time
        .unit(short)
        .or_else(|| Channel::Time.unit(plural).filter(|_| plural.len() > 1))
}

/// The unit that time stamps show, by their size where they count from 1970 and else by their steps, and
/// in words what shows it.
pub(super) fn shown(time: &[f64]) -> (Option<&'static Unit>, String) {
    let numbers = || time.iter().filter(|t| t.is_finite());
    let largest = numbers().fold(0.0, |most: f64, t| most.max(*t));
    let mut steps: Vec<f64> = numbers()
        .zip(numbers().skip(1))
        .map(|(a, b)| b - a)
        .collect();
    steps.sort_by(f64::total_cmp);
    let middle = steps.get(steps.len() / 2);
    let since = SINCE_1970
        .iter()
        .filter(|(_, from)| (*from..10.0 * from).contains(&largest));
    let mut since = since.filter_map(|(unit, _)| Channel::Time.unit(unit));
    // A counter of a finer unit gets as large in an hour.
    let often = |unit: &&Unit| middle.is_none_or(|step| step * unit.factor < SELDOM);
    if let Some(unit) = since.find(often) {
        return (
            Some(unit),
            format!("stamps near {largest:.4e} count from 1970 in it"),
        );
    }
    let Some(&step) = middle else {
        return (None, String::new());
    };
    let day = Channel::Time.unit("day");
    let a_second = |unit: &Unit| 1.0 / (step * unit.factor);
    let is_day = SERIAL_DAYS
        .iter()
        .any(|[from, to]| (*from..*to).contains(&largest));
    let usual = SAMPLING_RATES[0]..=SAMPLING_RATES[1];
    if let Some(unit) = day.filter(|unit| is_day && usual.contains(&a_second(unit))) {
        let rate = a_second(unit);
        let evidence = format!(
            "stamps near {largest:.4} count days as spreadsheets do, {rate:.1} samples a second"
        );
        return (Some(unit), evidence);
    }
    let found = STEPS
        .iter()
        .find(|(_, from, to)| (*from..*to).contains(&step));
    let unit = found.and_then(|(unit, ..)| Channel::Time.unit(unit));
    let rate = unit.map_or(0.0, |unit| 1.0 / (step * unit.factor));
    (
        unit,
        format!("steps of {step:.4} are {rate:.4} samples a second in it"),
    )
}

#[cfg(test)]
mod tests {
    use super::{Found, shown, suffix};

    #[test]
    fn ends_of_names_say_units_of_time() {
        let unit = |name| suffix(name).map(|unit| unit.names[0]);
        for (name, expected) in [
            ("time_ms", Some("ms")),
            ("t_us", Some("us")),
            ("header.stamp.nanoseconds", Some("ns")),
            ("millis", Some("ms")),
            ("elapsed seconds", Some("s")),
            ("Time_nsecs", Some("ns")),
            ("t", None),
            ("timestamp", None),
            ("forms", None),
            ("time_micros", Some("us")),
            ("Nanos [x]", Some("ns")),
            ("stamp.MS", Some("ms")),
            ("t_s", Some("s")),
            ("time_secs", Some("s")),
            ("ms_time", None),
            ("", None),
        ] {
            assert_eq!(unit(name), expected, "{name}");
        }
    }

    #[test]
    fn steps_and_sizes_show_units_of_time() {
        let times = |start: f64, step: f64| -> Vec<f64> {
            (0..50).map(|k| start + step * f64::from(k)).collect()
        };
        let unit = |start, step| shown(&times(start, step)).0.map(|unit| unit.names[0]);
        assert_eq!(unit(0.0, 0.001), None);
        assert_eq!(unit(0.0, 0.1), None);
        assert_eq!(unit(0.0, 1.0), Some("ms"));
        assert_eq!(unit(0.0, 4000.0), Some("us"));
        assert_eq!(unit(0.0, 1e6), Some("ns"));
        assert_eq!(unit(1.7e9, 0.01), Some("s"));
        assert_eq!(unit(1.7e12, 4.0), Some("ms"));
        assert_eq!(unit(1.7e15, 4000.0), Some("us"));
        assert_eq!(unit(1.7e18, 1e6), Some("ns"));
        // Counters of ten digits and more that do not count from 1970.
        assert_eq!(unit(5e9, 2000.0), Some("us"));
        assert_eq!(unit(1e9, 1000.0), Some("us"));
        assert_eq!(unit(5e12, 1e6), Some("ns"));
        assert_eq!(unit(3.1e9, 9.0), Some("s"));
        // Days of spreadsheets and of MATLAB, at 500 Hz, and what has such a size and is seconds.
        let day = 0.002 / 86_400.0;
        assert_eq!(unit(45_413.5, day), Some("day"));
        assert_eq!(unit(739_373.5, day), Some("day"));
        assert_eq!(unit(45_413.5, 0.002), None);
        assert_eq!(unit(20_000.5, day), None);
        assert_eq!(unit(45_413.5, 1e-3 * day), None);
        let days: Vec<f64> = (0..9).map(|k| 45_413.5 + day * f64::from(k)).collect();
        let (_, evidence) = shown(&days);
        let start = "stamps near 45413.5000 count days as spreadsheets do, ";
        assert!(evidence.starts_with(start), "{evidence}");
    }

    #[test]
    fn what_shows_a_unit_of_time_is_told() {
        let times = |start: f64, step: f64| -> Vec<f64> {
            (0..9).map(|k| start + step * f64::from(k)).collect()
        };
        let told = |time: &[f64]| {
            let (unit, evidence) = shown(time);
            (unit.map(|unit| unit.names[0]), evidence)
        };
        let said = |text: &str| text.to_owned();
        let steps = said("steps of 4.0000 are 250.0000 samples a second in it");
        assert_eq!(told(&times(3.0, 4.0)), (Some("ms"), steps));
        let size = said("stamps near 1.7000e15 count from 1970 in it");
        assert_eq!(told(&times(1.7e15, 1.0)), (Some("us"), size));
        // From half a millisecond to a tenth of a second, and so on.
        for (step, unit) in [
            (0.49, None),
            (0.5, Some("ms")),
            (99.0, Some("ms")),
            (100.0, Some("us")),
            (99e3, Some("us")),
            (1e5, Some("ns")),
            (99e6, Some("ns")),
        ] {
            assert_eq!(told(&times(0.0, step)).0, unit, "{step}");
        }
        assert_eq!(told(&times(0.0, 1e8)).0, None);
        for (size, unit) in [
            (0.9e9, None),
            (1e9, Some("s")),
            (1e12, Some("ms")),
            (1e18, Some("ns")),
        ] {
            assert_eq!(told(&[size, size]).0, unit, "{size}");
        }
        // The middle one of the steps, past what is no number.
        let odd = [0.0, f64::NAN, 4.0, 8.0, 12.0, f64::INFINITY, 900.0, 904.0];
        assert!(
            told(&odd).1.starts_with("steps of 4.0000"),
            "{:?}",
            told(&odd)
        );
        assert_eq!(told(&[5.0]), (None, String::new()));
    }

    #[test]
    fn units_are_found_under_the_header_or_behind_names() {
        assert_eq!(Found::ALL, [Found::Row, Found::Name]);
        assert_eq!(Found::Row.place(), "the row of units under the header");
        assert_eq!(Found::Name.place(), "the names of the columns");
    }
}
