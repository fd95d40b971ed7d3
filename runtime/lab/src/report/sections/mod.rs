//! The sections of the page, in the order in which they are read.
//!
//! A section is a file here with a template beside it, and a line in [`ALL`]. It gives nothing
//! where the study has nothing to show.

mod bounds;
mod conditioning;
mod correlations;
mod elements;
mod equations;
mod excitation;
mod fit;
mod nominal;
mod notes;
mod parameters;
mod physical;
mod spectra;
mod torques;
mod validation;

use super::ReportError;
use super::section::Section;
use crate::study::Study;
use armwright_runtime::{Joint, JointKind};

/// What makes a section of a study.
type Make = fn(&Study<'_>) -> Result<Option<Section>, ReportError>;

/// Every section.
const ALL: &[Make] = &[
    notes::section,
    conditioning::section,
    torques::section,
    fit::section,
    validation::section,
    parameters::bodies,
    parameters::drives,
    physical::section,
    nominal::section,
    bounds::section,
    elements::section,
    correlations::section,
    excitation::section,
    spectra::section,
    equations::section,
];

/// The sections that have something to show.
pub(super) fn all(study: &Study<'_>) -> Result<Vec<Section>, ReportError> {
    let made = ALL.iter().map(|make| make(study));
    made.filter_map(Result::transpose).collect()
}

/// The unit of what drives a joint.
fn torque_unit(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Prismatic => "N",
        JointKind::Revolute | JointKind::Continuous => "N·m",
    }
}
