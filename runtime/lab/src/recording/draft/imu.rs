//! The lines of how a base moves.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::Drafting;
use super::text::list;
use crate::digits::short;
use crate::recording::{Channel, RecordingError};
use crate::rows::BASE;

/// What a column of an IMU measures, by words before the axis at its end.
const WORDS: [(Channel, &[&str]); 3] = [
    (
        Channel::BaseOrientation,
        &["orientation", "quat", "quaternion", "attitude", "q"],
    ),
    (
        Channel::BaseRate,
        &[
            "gyro", "gyr", "omega", "angular", "angvel", "rate", "rates", "w", "g",
        ],
    ),
    (
        Channel::BaseAcceleration,
        &["acc", "accel", "acceleration", "linear", "linacc", "a"],
    ),
];
/// What turns are called.
const TURNS: [&str; 3] = ["roll", "pitch", "yaw"];
/// What an accelerometer that is still shows, in its units.
const GRAVITY: [(&str, f64); 3] = [("g", 1.0), ("m/s²", 9.81), ("mg", 1000.0)];
/// By so large a factor the mean size of accelerations may differ from that and still show the unit.
const ABOUT: f64 = 1.6;

/// By so large a share gravity stays more in one direction with the order of a quaternion that is meant than with another.
const STAYS: f64 = 0.01;

/// A quaternion whose columns are counted.
struct Counted {
    /// Table and column of the real part, x, y and z.
    places: Vec<(usize, usize)>,
    /// Whether gravity tells their order; the real part is taken for the first for want of anything else.
    is_told: bool,
}

impl Drafting<'_> {
    /// The columns of the base, by their words and axes (`imu/angular_velocity/x`, `gyro_z`, `ax`).
    pub(super) fn base(&mut self) -> Result<(), RecordingError> {
        let axes = |channel| {
            let mut ends = [["x", "y", "z"], ["0", "1", "2"], ["1", "2", "3"]].into_iter();
            ends.find_map(|ends| self.axes(channel, &ends))
        };
        let rate = axes(Channel::BaseRate).or_else(|| self.axes(Channel::BaseRate, &TURNS));
        let acceleration = axes(Channel::BaseAcceleration);
        let quaternion = self.axes(Channel::BaseOrientation, &["w", "x", "y", "z"]);
        let mut counted = None;
        if quaternion.is_none() && self.angles().is_none() {
            counted = self.counted(acceleration.as_deref())?;
        }
        let angles = || self.angles();
        let ordered = match counted.as_ref().map(|counted| counted.is_told) {
            Some(false) => "; with the real part first",
            Some(true) => "; its real part is where gravity then stays",
            None => "",
        };
        let counted = counted.map(|counted| counted.places);
        let orientation = quaternion.or_else(angles).or(counted);
        self.text.line("  base:");
        for (channel, found, ordered) in [
            (Channel::BaseRate, rate, ""),
            (Channel::BaseAcceleration, acceleration, ""),
            (Channel::BaseOrientation, orientation, ordered),
        ] {
            self.of_base(channel, found, ordered)?;
        }
        self.text.possible(
            "    gravity: removed",
            "where accelerations are without it: it then needs `orientation`",
        );
        self.text.possible(
            "    at: [0.05, 0, 0.02]",
            "where the accelerometer is in the frame of the base, m",
        );
        self.text.possible(
            "    rpy: [0, 0, 90deg]",
            "what turns its axes into the base's",
        );
        self.contacts();
        Ok(())
    }

    /// What holds the base, by the names of the rows that it enters; of other contacts names do not show the place.
    fn contacts(&mut self) {
        let places: Option<Vec<_>> = BASE
            .iter()
            .map(|row| self.find(|name| name == row.name))
            .collect();
        let Some(places) = places else {
            self.text.possible(
                "  contacts: [{body: foot, at: [0, 0, 0], axes: world, columns: [FX, FY, FZ]}]",
                "what acts on bodies from outside, where it is measured",
            );
            return;
        };
        let columns = list(places.iter().map(|place| self.name(*place)));
        self.used.extend(&places);
        self.text.line("  contacts:");
        self.text.guess(
            &format!("    - {{body: base, at: [0, 0, 0], columns: {columns}}}"),
            "by name, what holds the base: at its origin, in its axes",
        );
    }

    fn of_base(
        &mut self,
        channel: Channel,
        found: Option<Vec<(usize, usize)>>,
        ordered: &str,
    ) -> Result<(), RecordingError> {
        let key = channel.name().trim_start_matches("base.").to_owned();
        let Some(places) = found else {
            let line = format!("    {key}: {{columns: [NAME1, NAME2, NAME3]}}");
            match channel {
                Channel::BaseOrientation => {
                    let what = "a quaternion, the real part first, or roll, pitch and yaw, where something needs it";
                    self.text.possible(&line, what);
                }
                _ => {
                    let what = "its columns along x, y and z: no names show them";
                    self.text.needed(&line, what);
                }
            }
            return Ok(());
        };
        let columns = list(places.iter().map(|place| self.name(*place)));
        self.used.extend(&places);
        let (unit, why) = self.unit_of_base(channel, &places)?;
        let unit = unit.map_or(String::new(), |unit| format!(", unit: {unit}"));
        let line = format!("    {key}: {{columns: {columns}{unit}}}");
        self.text.guess(&line, &format!("by name{why}{ordered}"));
        Ok(())
    }

    /// The unit, and what it follows from. Of a quaternion none.
    fn unit_of_base(
        &self,
        channel: Channel,
        places: &[(usize, usize)],
    ) -> Result<(Option<&'static str>, String), RecordingError> {
        if channel == Channel::BaseOrientation && places.len() == 4 {
            return Ok((None, String::new()));
        }
        let Some(&(table, column)) = places.first() else {
            return Ok((None, String::new()));
        };
        let file = &self.tables[table];
        let written = file.row_unit(column).or(file.name_unit(column));
        if let Some(unit) = written.and_then(|unit| channel.unit(unit)) {
            return Ok((Some(unit.names[0]), "; the file says its unit".to_owned()));
        }
        let columns: Vec<usize> = places.iter().map(|(_, column)| *column).collect();
        let numbers = file.rows(&columns, None)?.columns;
        // The mean size of what was measured.
        let square = |sample: usize| numbers.iter().map(|column| column[sample].powi(2)).sum();
        let squares = (0..numbers.first().map_or(0, Vec::len)).map(square);
        let squares: Vec<f64> = squares.filter(|x: &f64| x.is_finite()).collect();
        let size = (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt();
        let shown =
            |(_, gravity): &&(&str, f64)| (gravity / ABOUT..gravity * ABOUT).contains(&size);
        let nothing = "; nothing says its unit";
        Ok(match channel {
            Channel::BaseAcceleration => match GRAVITY.iter().find(shown) {
                Some((unit, gravity)) => {
                    (Some(*unit), format!("; gravity is about {gravity} in it"))
                }
                None => (
                    Some("m/s²"),
                    format!("{nothing}; its mean size is {}", short(size)),
                ),
            },
            Channel::BaseRate => (Some("rad/s"), nothing.to_owned()),
            _ => (Some("rad"), nothing.to_owned()),
        })
    }

    /// Columns of one file whose names differ by the axis at their ends alone, and whose words are those of a channel.
    fn axes(&self, channel: Channel, axes: &[&str]) -> Option<Vec<(usize, usize)>> {
        // One letter before a number is of joints.
        let counts = axes.iter().all(|axis| axis.parse::<u8>().is_ok());
        let least = if counts && channel != Channel::BaseOrientation {
            2
        } else {
            1
        };
        let found = self.similar(axes, |stem| says(stem, channel, least));
        found.filter(|places| !counts || places.iter().all(|place| !self.used.contains(place)))
    }

    fn angles(&self) -> Option<Vec<(usize, usize)>> {
        let others = [Channel::BaseRate, Channel::BaseAcceleration];
        self.similar(&TURNS, |stem| {
            !others.iter().any(|other| says(stem, *other, 1))
        })
    }

    /// A quaternion whose columns are counted, the real part first or last: that by which an accelerometer shows gravity along one
    /// direction of the world.
    fn counted(
        &self,
        acceleration: Option<&[(usize, usize)]>,
    ) -> Result<Option<Counted>, RecordingError> {
        let mut ends = [["0", "1", "2", "3"], ["1", "2", "3", "4"]].into_iter();
        let Some(places) = ends.find_map(|ends| self.axes(Channel::BaseOrientation, &ends)) else {
            return Ok(None);
        };
        let all: Vec<(usize, usize)> = [&places, acceleration.unwrap_or_default()].concat();
        let mut numbers = Vec::new();
        for (table, column) in all {
            numbers.extend(self.tables[table].rows(&[column], None)?.columns);
        }
        let samples = numbers.iter().map(Vec::len).min().unwrap_or(0);
        let along = |order: [usize; 4]| {
            let mut sum = Vector3::zeros();
            for k in 0..samples {
                let [w, x, y, z] = order.map(|i| numbers[i][k]);
                let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
                let felt = Vector3::from_fn(|i, _| numbers.get(4 + i).map_or(0.0, |a| a[k]));
                let here = turn * felt;
                sum += if here.iter().all(|x| x.is_finite()) {
                    here
                } else {
                    Vector3::zeros()
                };
            }
            sum.norm()
        };
        let orders = [[0, 1, 2, 3], [3, 0, 1, 2]];
        let [first, last] = orders.map(along);
        // A base that turns about y alone keeps gravity as well by either.
        let is_told = (last - first).abs() > STAYS * last.max(first);
        let order = orders[usize::from(is_told && last > first)];
        let places = order.map(|i| places[i]).to_vec();
        Ok(Some(Counted { places, is_told }))
    }

    fn similar(&self, ends: &[&str], meant: impl Fn(&str) -> bool) -> Option<Vec<(usize, usize)>> {
        let mut tables = self.tables.iter().enumerate();
        tables.find_map(|(table, file)| {
            let stems: Vec<Option<(String, &str)>> =
                file.header().map(|name| ended(name, ends)).collect();
            let stem =
                |known: &Option<(String, &str)>| known.as_ref().map(|(stem, _)| stem.clone());
            let mut candidates = stems.iter().filter_map(stem).filter(|stem| meant(stem));
            candidates.find_map(|stem| {
                let of = |end: &&str| {
                    let mut places = stems.iter();
                    let place = places.position(|known| {
                        known.as_ref().is_some_and(|k| k.0 == stem && k.1 == *end)
                    });
                    place.map(|column| (table, column))
                };
                ends.iter().map(of).collect()
            })
        })
    }
}

/// Whether a word of a name, of so many letters at least, is one of a channel.
fn says(stem: &str, channel: Channel, least: usize) -> bool {
    let of_channel = WORDS.iter().filter(|(known, _)| *known == channel);
    let known: Vec<&str> = of_channel.flat_map(|(_, words)| *words).copied().collect();
    let mut words = stem.split_whitespace();
    words.any(|word| known.contains(&word) && word.len() >= least)
}

/// A name's words before an end, in lower case: `imu/acc_x` and `AccX` of `x` are `imu acc` and `acc`.
fn ended<'e>(name: &str, ends: &[&'e str]) -> Option<(String, &'e str)> {
    let mut words = super::name::words(name);
    // What turns stands before that it is a rate, too: `roll_rate`.
    if let [.., turn, rate] = words.as_mut_slice()
        && rate.as_str() == "rate"
        && TURNS.contains(&turn.as_str())
    {
        std::mem::swap(turn, rate);
    }
    let last = words.pop()?;
    let end = ends.iter().copied().find(|end| {
        // One letter may stand against the word before it: `wx`.
        last == *end || (end.len() == 1 && last.len() == 2 && last.ends_with(end))
    })?;
    words.push(last.trim_end_matches(end).to_owned());
    words.retain(|word| !word.is_empty());
    Some((words.join(" "), end))
}

#[cfg(test)]
mod tests {
    use super::ended;

    #[test]
    fn names_end_with_axes() {
        for (name, stem, end) in [
            ("base_wx", "base w", "x"),
            (
                "imu/angular_velocity/z [rad/s]",
                "imu angular velocity",
                "z",
            ),
            ("gyroY", "gyro", "y"),
            ("ax", "a", "x"),
        ] {
            let axes = ["x", "y", "z"];
            assert_eq!(ended(name, &axes), Some((stem.to_owned(), end)), "{name}");
        }
        let turns = ["roll", "pitch", "yaw"];
        let rate = Some(("imu rate".to_owned(), "pitch"));
        assert_eq!(ended("imu_pitch_rate", &turns), rate);
        assert_eq!(ended("pitch_gain", &turns), None);
        assert_eq!(ended("q_3", &["x"]), None);
        assert_eq!(ended("max", &["x"]), None);
    }
}
