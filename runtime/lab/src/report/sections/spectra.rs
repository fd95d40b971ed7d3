//! Where in frequency the recording lives, and what the chosen filter keeps of it.

use serde::Serialize;

use super::torque_unit;
use crate::report::numbers::setting;
use crate::report::section::Section;
use crate::report::{ReportError, plot};
use crate::study::Study;
use armwright_runtime::JointKind;

#[derive(Serialize)]
struct Spectra<'a> {
    recording: Option<String>,
    cutoff: String,
    order: usize,
    half_rate: Option<String>,
    joints: Vec<JointPlot<'a>>,
}

#[derive(Serialize)]
struct JointPlot<'a> {
    name: &'a str,
    svg: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let (model, found) = (study.model, &study.identification);
    if found.spectra.is_empty() {
        return Ok(None);
    }
    let rate = found.series.first().map_or(0.0, |series| series.rate);
    let cutoff = found.processing.cutoff;
    let joints = model.joints.iter().zip(&found.spectra);
    let joints = joints.map(|(joint, spectrum)| {
        let position = match joint.kind {
            JointKind::Prismatic => "m",
            JointKind::Revolute | JointKind::Continuous => "rad",
        };
        JointPlot {
            name: joint.name,
            svg: plot::spectrum(spectrum, [position, torque_unit(joint)], cutoff, rate),
        }
    });
    let several = found.recordings.len() > 1;
    let content = Spectra {
        recording: found.recordings.first().filter(|_| several).cloned(),
        cutoff: setting(cutoff),
        order: found.processing.order,
        half_rate: (found.processing.decimation() > 1).then(|| setting(0.5 * rate)),
        joints: joints.collect(),
    };
    let template = include_str!("spectra.html");
    Section::new("spectra", "Spectra and filters", template, content).map(Some)
}
