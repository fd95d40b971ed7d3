//! Joints with their plots, and recordings with their fits.

use serde::Serialize;

use super::plot;
use crate::identify::Identification;
use crate::regression::Series;
use crate::statistics::{Fit, Fits};
use armwright_runtime::{Joint, JointKind, Model};

/// A joint with its plots, as SVG; what cannot be drawn is empty.
#[derive(Serialize)]
pub(super) struct JointPlots<'a> {
    name: &'a str,
    /// The unit of what drives it.
    unit: &'static str,
    /// A plot a recording that was identified from.
    torque: Vec<Plot<'a>>,
    /// The same of data that took no part.
    unseen: Vec<Plot<'a>>,
    /// Position and speed, a plot a recording that was identified from.
    motion: Vec<Plot<'a>>,
    /// Friction against speed, over all recordings that were identified from.
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
        let predicted = |i: usize| !found.series.iter().any(|series| series.lacks(i));
        let joints = model
            .joints
            .iter()
            .enumerate()
            .filter(|(i, _)| predicted(*i));
        let plots = joints.map(|(i, joint)| Self::of_joint(found, i, joint));
        let plots: Vec<Self> = plots.collect();
        match plots.is_empty() {
            true => found.fits.joints.iter().map(Self::of_motor).collect(),
            false => plots,
        }
    }

    /// Where no joint's torque is known, those of motors are: without plots.
    fn of_motor(fit: &'a Fit) -> Self {
        Self {
            name: &fit.name,
            unit: "N·m",
            torque: Vec::new(),
            unseen: Vec::new(),
            motion: Vec::new(),
            friction: String::new(),
            residuals: String::new(),
            spectrum: None,
        }
    }

    fn of_joint(found: &'a Identification, i: usize, joint: &'a Joint) -> Self {
        let [position, speed, unit] = match joint.kind {
            JointKind::Prismatic => ["m", "m/s", "N"],
            JointKind::Revolute | JointKind::Continuous => ["rad", "rad/s", "N·m"],
        };
        let (name, series) = (joint.name, &found.series);
        let torque = |series: &'a Series| Plot {
            recording: &series.name,
            svg: plot::torque(series, i, name, unit),
        };
        let motion = |series: &'a Series| Plot {
            recording: &series.name,
            svg: plot::motion(series, i, name, [position, speed]),
        };
        let rate = series.first().map_or(0.0, |series| series.rate);
        let cutoff = found.processing.cutoff;
        let spectrum = |s| plot::spectrum(s, [position, unit], cutoff, rate);
        let unseen = found.validation.iter().flat_map(|v| &v.series);
        Self {
            name,
            unit,
            torque: series.iter().map(torque).collect(),
            unseen: unseen.map(torque).collect(),
            motion: series.iter().map(motion).collect(),
            friction: plot::friction(series, i, name, [speed, unit]),
            residuals: plot::residuals(series, i, name, [position, speed, unit]),
            spectrum: found.spectra.get(i).map(spectrum),
        }
    }
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
