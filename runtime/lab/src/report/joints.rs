//! Joints with their plots, and recordings with their fits.

use serde::Serialize;

use super::curves::{Curves, of_motors};
use super::plot;
use crate::identify::Identification;
use crate::regression::Series;
use crate::rows::Row;
use crate::statistics::Fits;
use crate::transmission::Drive;
use armwright_runtime::{Joint, JointKind, Model, Motor};

/// A joint with its plots, as SVG; what cannot be drawn is empty.
#[derive(Serialize)]
pub(super) struct JointPlots<'a> {
    name: &'a str,
    /// What it is called: `Joint q1`, and a row of what else is measured by its name.
    title: String,
    /// The unit of what drives it.
    unit: &'static str,
    /// A plot a recording that was identified from.
    torque: Vec<Plot<'a>>,
    /// The same of data that took no part.
    unseen: Vec<Plot<'a>>,
    /// Position and speed, a plot a recording that was identified from.
    motion: Vec<Plot<'a>>,
    /// Friction against speed, over all recordings that were identified from; of what turns with several joints it is no curve.
    friction: String,
    /// What is left against speed and position, likewise.
    residuals: String,
    spectrum: Option<String>,
}

/// A plot of a joint in a recording.
#[derive(Serialize)]
struct Plot<'a> {
    recording: &'a str,
    svg: String,
}

/// How well a recording is fitted.
#[derive(Serialize)]
pub(super) struct RecordingFit<'a> {
    name: &'a str,
    used_to: &'static str,
    #[serde(flatten)]
    fits: Fits,
}

impl<'a> JointPlots<'a> {
    pub(super) fn of(model: &'a Model, found: &'a Identification) -> Vec<Self> {
        if !found.estimation.measured_rows.is_empty() {
            return Self::of_rows(model, found);
        }
        let predicted = |i: usize| !found.series.iter().any(|series| series.lacks(i));
        let curves = Drive::of(model).map(|drive| Curves::of(model, &drive));
        let is_curve = |i: usize| curves.as_ref().is_none_or(|curves| curves.of_joints[i]);
        let joints = model
            .joints
            .iter()
            .enumerate()
            .filter(|(i, _)| predicted(*i));
        let plots = joints.map(|(i, joint)| Self::of_joint(found, i, joint, is_curve(i)));
        let mut plots: Vec<Self> = plots.collect();
        let motors = Series::rows(&found.series, model).into_iter();
        let motors = motors.skip(plots.len());
        plots.extend(motors.map(|row| Self::of_motor(found, row)));
        plots
    }

    /// Motors with their friction against their own speeds, where they turn with a joint whose friction is no curve of the joint's.
    pub(super) fn of_motors(model: &'a Model, found: &'a Identification) -> Vec<Self> {
        let of_torques = found.estimation.measured_rows.is_empty();
        let Some(drive) = Drive::of(model).filter(|_| of_torques) else {
            return Vec::new();
        };
        let curves = Curves::of(model, &drive);
        let series = found.series.iter().map(|series| of_motors(&drive, series));
        let series: Vec<Series> = series.collect();
        let motor = |(k, motor): (usize, &'a Motor)| Self {
            friction: plot::friction(
                &series,
                k,
                &format!("Motor {}", motor.name),
                ["rad/s", "N·m"],
            ),
            ..Self::bare(motor.name, format!("Motor {}", motor.name), "N·m")
        };
        let motors = model.motors.iter().enumerate();
        let drawn = motors.filter(|(k, _)| curves.stands_for_joints(&drive, *k));
        let drawn = drawn.map(motor);
        drawn.filter(|motor| !motor.friction.is_empty()).collect()
    }

    /// Joints with their motion alone, where rows are no torques of joints.
    pub(super) fn moving(model: &'a Model, found: &'a Identification) -> Vec<Self> {
        let joint = |(i, joint): (usize, &'a Joint)| Self {
            motion: motion(found, i, joint),
            spectrum: spectrum(found, i, joint),
            ..Self::bare(joint.name, format!("Joint {}", joint.name), "")
        };
        let of_rows = !found.estimation.measured_rows.is_empty();
        let joints = model.joints.iter().enumerate();
        joints.filter(|_| of_rows).map(joint).collect()
    }

    /// A motor whose torque is in that of no joint that is known: with its torque alone.
    fn of_motor(found: &'a Identification, (k, row): (usize, Row)) -> Self {
        let title = format!("Motor {}", row.name);
        let plot = |series: &'a Series| Plot {
            recording: &series.name,
            svg: plot::torque(series, k, &title, ["torque", row.unit]),
        };
        let unseen = found.validation.iter().flat_map(|v| &v.series);
        Self {
            torque: found.series.iter().map(plot).collect(),
            unseen: unseen.map(plot).collect(),
            ..Self::bare(row.name, title.clone(), row.unit)
        }
    }

    /// Without plots.
    fn bare(name: &'a str, title: String, unit: &'static str) -> Self {
        Self {
            name,
            title,
            unit,
            torque: Vec::new(),
            unseen: Vec::new(),
            motion: Vec::new(),
            friction: String::new(),
            residuals: String::new(),
            spectrum: None,
        }
    }

    /// Rows of what else than torques is measured: without plots of joints.
    fn of_rows(model: &'a Model, found: &'a Identification) -> Vec<Self> {
        let row = |(k, row): (usize, Row)| {
            let quantity = match row.unit {
                "N" => "force",
                "W" => "power",
                _ => "moment",
            };
            let plot = |series: &'a Series| Plot {
                recording: &series.name,
                svg: plot::torque(series, k, row.name, [quantity, row.unit]),
            };
            let unseen = found.validation.iter().flat_map(|v| &v.series);
            Self {
                torque: found.series.iter().map(plot).collect(),
                unseen: unseen.map(plot).collect(),
                ..Self::bare(row.name, row.name.to_owned(), row.unit)
            }
        };
        Series::rows(&found.series, model)
            .into_iter()
            .map(row)
            .collect()
    }

    fn of_joint(found: &'a Identification, i: usize, joint: &'a Joint, is_curve: bool) -> Self {
        let [position, speed, unit] = units(joint);
        let (name, series) = (joint.name, &found.series);
        let title = format!("Joint {name}");
        let torque = |series: &'a Series| Plot {
            recording: &series.name,
            svg: plot::torque(series, i, &title, ["torque", unit]),
        };
        let unseen = found.validation.iter().flat_map(|v| &v.series);
        Self {
            name,
            title: title.clone(),
            unit,
            torque: series.iter().map(torque).collect(),
            unseen: unseen.map(torque).collect(),
            motion: motion(found, i, joint),
            friction: match is_curve {
                true => plot::friction(series, i, &title, [speed, unit]),
                false => String::new(),
            },
            residuals: plot::residuals(series, i, name, [position, speed, unit]),
            spectrum: spectrum(found, i, joint),
        }
    }
}

/// Units of a joint's position, its speed and what drives it.
fn units(joint: &Joint) -> [&'static str; 3] {
    match joint.kind {
        JointKind::Prismatic => ["m", "m/s", "N"],
        JointKind::Revolute | JointKind::Continuous => ["rad", "rad/s", "N·m"],
    }
}

fn motion<'a>(found: &'a Identification, i: usize, joint: &Joint) -> Vec<Plot<'a>> {
    let [position, speed, _] = units(joint);
    let plot = |series: &'a Series| Plot {
        recording: &series.name,
        svg: plot::motion(series, i, joint.name, [position, speed]),
    };
    found.series.iter().map(plot).collect()
}

fn spectrum(found: &Identification, i: usize, joint: &Joint) -> Option<String> {
    let [position, _, unit] = units(joint);
    let rate = found.series.first().map_or(0.0, |series| series.rate);
    let spectrum = found.spectra.get(i)?;
    let cutoff = found.processing.cutoff;
    Some(plot::spectrum(spectrum, [position, unit], cutoff, rate))
}

impl<'a> RecordingFit<'a> {
    /// Of each recording, where there are several; pieces of one count as one.
    pub(super) fn of(model: &Model, found: &'a Identification) -> Vec<Self> {
        let unseen = found.validation.iter().flat_map(|v| &v.series);
        let seen = found.series.iter().map(|series| ("estimate", series));
        let each = seen.chain(unseen.map(|series| ("validate", series)));
        let each: Vec<Self> = each
            .map(|(used_to, series)| Self {
                name: &series.name,
                used_to,
                fits: Fits::of(model, std::slice::from_ref(series)),
            })
            .collect();
        if each.len() > 1 { each } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::plot;
    use super::super::tests::identification;
    use super::{JointPlots, RecordingFit};
    use crate::identify::Identification;
    use crate::regression::Series;
    use crate::regression::by_hand::MODEL;
    use crate::rows::Row;
    use crate::statistics::Fits;
    use armwright_runtime::Model;

    /// The robot by hand, each motor of which turns with a joint of its own.
    const DIRECT: Model = Model {
        transmission: &[2.0, 0.0, 0.0, 5.0],
        ..MODEL
    };

    fn plots(all: &[Series], draw: impl Fn(&Series) -> String) -> Vec<Value> {
        let plot = |series: &Series| json!({"recording": series.name, "svg": draw(series)});
        all.iter().map(plot).collect()
    }

    #[test]
    fn joints_have_their_plots_in_their_units() {
        let mut found = identification();
        // The rate after decimation is marked as that of the first.
        found.series[1].rate *= 0.5;
        let (seen, unseen) = (
            &found.series,
            &found.validation.as_ref().expect("one").series,
        );
        assert_eq!((seen.len(), unseen.len()), (2, 1));
        let units = [["rad", "rad/s", "N·m"], ["m", "m/s", "N"]];
        let expected: Vec<Value> = ["j1", "j2"]
            .into_iter()
            .zip(units)
            .enumerate()
            .map(|(i, (name, [position, speed, unit]))| {
                let title = format!("Joint {name}");
                let torque = |s: &Series| plot::torque(s, i, &title, ["torque", unit]);
                let spectrum = plot::spectrum(
                    &found.spectra[i],
                    [position, unit],
                    found.processing.cutoff,
                    seen[0].rate,
                );
                json!({
                    "name": name,
                    "title": title,
                    "unit": unit,
                    "torque": plots(seen, torque),
                    "unseen": plots(unseen, torque),
                    "motion": plots(seen, |s| plot::motion(s, i, name, [position, speed])),
                    "friction": plot::friction(seen, i, &title, [speed, unit]),
                    "residuals": plot::residuals(seen, i, name, [position, speed, unit]),
                    "spectrum": spectrum,
                })
            })
            .collect();
        assert!(
            expected[1]["motion"][0]["svg"]
                .as_str()
                .is_some_and(|svg| !svg.is_empty())
        );
        assert_eq!(json!(JointPlots::of(&DIRECT, &found)), json!(expected));
        assert!(JointPlots::of_motors(&DIRECT, &found).is_empty());
        assert!(JointPlots::moving(&MODEL, &found).is_empty());
    }

    /// The second motor, which has Coulomb friction, turns with both joints.
    #[test]
    fn friction_of_coupled_motors_is_drawn_against_their_own_speeds() {
        let mut found = identification();
        for joint in JointPlots::of(&MODEL, &found) {
            assert!(joint.friction.is_empty() && !joint.residuals.is_empty());
        }
        let motors = JointPlots::of_motors(&MODEL, &found);
        let titles: Vec<&str> = motors.iter().map(|motor| motor.title.as_str()).collect();
        assert_eq!(titles, ["Motor m1", "Motor m2"]);
        let svg = &motors[1].friction;
        assert!(
            svg.contains(">speed, rad/s</text>") && svg.contains(">friction, N·m</text>"),
            "{svg}"
        );
        assert!(svg.contains("Motor m2: friction against speed"), "{svg}");
        found.estimation.measured_rows = vec!["fx".to_owned()];
        assert!(JointPlots::of_motors(&MODEL, &found).is_empty());
    }

    #[test]
    fn joints_whose_torque_is_left_out_have_no_plots_and_motors_that_of_their_torque() {
        let mut found = identification();
        let names = |found: &Identification| -> Vec<String> {
            let plots = JointPlots::of(&MODEL, found);
            plots.iter().map(|joint| joint.name.to_owned()).collect()
        };
        found.series[1].predicted[0].clear();
        assert_eq!(names(&found), ["j2"]);
        // Motors that no joint tells stand behind joints.
        let validation = found.validation.as_mut().expect("one");
        for series in found.series.iter_mut().chain(&mut validation.series) {
            series.motors.push(0);
            let [measured, predicted] = [&series.measured[1], &series.predicted[1]].map(Vec::clone);
            series.measured.push(measured);
            series.predicted.push(predicted);
            series.kept.push(series.kept[1].clone());
        }
        assert_eq!(names(&found), ["j2", "m1"]);
        let each = RecordingFit::of(&MODEL, &found);
        let joints = each.iter().map(|recording| &recording.fits.joints);
        // Of the first recording both joints are told.
        let counts: Vec<usize> = joints.map(Vec::len).collect();
        assert_eq!(counts, [3, 2, 3]);
        found.series[1].predicted[1].clear();
        let unseen = &found.validation.as_ref().expect("one").series;
        let torque = |s: &Series| plot::torque(s, 2, "Motor m1", ["torque", "N·m"]);
        assert_eq!(
            json!(JointPlots::of(&MODEL, &found)),
            json!([{"name": "m1", "title": "Motor m1", "unit": "N·m", "torque": plots(&found.series, torque),
                "unseen": plots(unseen, torque), "motion": [], "friction": "", "residuals": "", "spectrum": null}])
        );
    }

    #[test]
    fn rows_of_what_else_is_measured_have_plots_by_their_names() {
        let mut found = identification();
        let rows = [("fx", "N"), ("power", "W")].map(|(name, unit)| Row {
            name,
            column: name.to_owned(),
            unit,
        });
        found.estimation.measured_rows = vec!["fx".to_owned(), "power".to_owned()];
        let validation = found.validation.as_mut().expect("one");
        for series in found.series.iter_mut().chain(&mut validation.series) {
            series.of = rows.to_vec();
        }
        let unseen = &found.validation.as_ref().expect("one").series;
        let row = |k: usize, quantity: &str| {
            let Row { name, unit, .. } = rows[k];
            let torque = |s: &Series| plot::torque(s, k, name, [quantity, unit]);
            json!({"name": name, "title": name, "unit": unit, "torque": plots(&found.series, torque),
                "unseen": plots(unseen, torque), "motion": [], "friction": "", "residuals": "", "spectrum": null})
        };
        let expected = json!([row(0, "force"), row(1, "power")]);
        assert_eq!(json!(JointPlots::of(&MODEL, &found)), expected);
        let moving = JointPlots::moving(&MODEL, &found);
        let motion = |s: &Series| plot::motion(s, 1, "j2", ["m", "m/s"]);
        let spectrum = plot::spectrum(
            &found.spectra[1],
            ["m", "N"],
            found.processing.cutoff,
            found.series[0].rate,
        );
        let expected = json!({"name": "j2", "title": "Joint j2", "unit": "", "torque": [], "unseen": [],
            "motion": plots(&found.series, motion), "friction": "", "residuals": "", "spectrum": spectrum});
        assert_eq!((moving.len(), json!(moving[1])), (2, expected));
        let mut third = rows.to_vec();
        third[1].unit = "N·m";
        found
            .series
            .iter_mut()
            .for_each(|series| series.of = third.clone());
        let plots = JointPlots::of(&MODEL, &found);
        assert!(plots[1].torque[0].svg.contains(">moment, N·m</text>"));
    }

    #[test]
    fn recordings_have_their_fits_where_there_are_several() {
        let mut found = identification();
        let unseen = &found.validation.as_ref().expect("one").series[0];
        let fit = |series: &Series, used_to: &str| {
            let fits = Fits::of(&MODEL, std::slice::from_ref(series));
            json!({"name": series.name, "used_to": used_to, "joints": fits.joints, "overall": fits.overall})
        };
        let expected = json!([
            fit(&found.series[0], "estimate"),
            fit(&found.series[1], "estimate"),
            fit(unseen, "validate")
        ]);
        assert_eq!(json!(RecordingFit::of(&MODEL, &found)), expected);
        found.series.truncate(1);
        assert_eq!(RecordingFit::of(&MODEL, &found).len(), 2);
        found.validation = None;
        assert!(RecordingFit::of(&MODEL, &found).is_empty());
    }
}
