//! The sections of the page, in the order in which they are read.
//!
//! A section is a file here with a template beside it, and a line in [`ALL`]. It gives nothing
//! where the identification has nothing to show.

mod bounds;
mod conditioning;
mod correlations;
mod drawings;
mod elements;
mod equations;
mod excitation;
mod fit;
mod notes;
mod parameters;
mod physical;
mod spectra;
mod torques;
mod validation;

use super::ReportError;
use super::section::Section;
use crate::identification::Identification;
use armwright_runtime::{Joint, JointKind, Model};

/// What makes a section of an identification.
type Make = fn(&'static Model, &Identification) -> Result<Option<Section>, ReportError>;

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
    drawings::section,
    bounds::section,
    elements::section,
    correlations::section,
    excitation::section,
    spectra::section,
    equations::section,
];

/// The sections that have something to show.
pub(super) fn all(
    model: &'static Model,
    found: &Identification,
) -> Result<Vec<Section>, ReportError> {
    let made = ALL.iter().map(|make| make(model, found));
    made.filter_map(Result::transpose).collect()
}

/// The unit of what drives a joint.
fn torque_unit(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Prismatic => "N",
        JointKind::Revolute | JointKind::Continuous => "N·m",
    }
}
