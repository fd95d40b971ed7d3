//! What was measured, and how measurements became equations.

use serde::Serialize;

use crate::identify::Identification;
use crate::options::EquationSide;
use crate::report::ReportError;
use crate::report::measured::Measured;
use crate::report::numbers::{list, percent, setting, short, thousands};
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Conditioning<'a> {
    recordings: Vec<RecordingRow>,
    steps: Vec<String>,
    chosen: &'a [String],
}

/// A recording's row of the table.
#[derive(Serialize)]
struct RecordingRow {
    name: String,
    purpose: &'static str,
    duration: String,
    rate: String,
    decimated: String,
    samples: String,
    used: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let found = &study.identification;
    let content = Conditioning {
        recordings: Measured::of(found).into_iter().map(row).collect(),
        steps: steps(found),
        chosen: &found.processing.chosen,
    };
    let template = include_str!("conditioning.html");
    Section::new("measured", "What was measured", template, content).map(Some)
}

fn row(measured: Measured) -> RecordingRow {
    RecordingRow {
        name: measured.name,
        purpose: measured.used_to,
        duration: short(measured.duration),
        rate: setting(measured.rate),
        decimated: setting(measured.decimated_rate),
        samples: thousands(measured.samples),
        used: percent(measured.used),
    }
}

/// How the data was processed, as a method section lists it.
fn steps(found: &Identification) -> Vec<String> {
    let p = &found.processing;
    let decimation = if p.decimation() == 1 {
        "No decimation: every sample is an equation.".to_owned()
    } else {
        let factors: Vec<String> = p.decimate.iter().map(ToString::to_string).collect();
        format!(
            "Torque and every column of the observation matrix (not the states) decimated in \
             parallel by {} with a zero-phase Chebyshev filter of order 8, so that both sides of \
             every equation are filtered alike.",
            factors.join(" × ")
        )
    };
    let side = match p.equations {
        EquationSide::Joint => "joint torques",
        EquationSide::Motor => "motor torques, where the noise of different rows is independent",
    };
    let mut steps = vec![
        format!(
            "Positions filtered by a Butterworth low-pass of order {} at {} Hz, forwards and \
             backwards, so without delay; what was not measured of velocity and acceleration \
             follows by central differences.",
            p.order,
            setting(p.cutoff)
        ),
        format!(
            "{} samples cut off at each end, where filter and differences have no neighbours.",
            p.trim
        ),
        format!("Observation matrix formed at the raw rate; its rows are {side}."),
        decimation,
    ];
    if p.velocity_threshold
        .iter()
        .chain(&p.motor_velocity_threshold)
        .any(|v| *v > 0.0)
    {
        steps.push(format!(
            "Equations dropped where the sign of friction is uncertain: joint speed below {}, \
             motor speed below {} (rad/s, or m/s of a sliding joint).",
            list(&p.velocity_threshold),
            list(&p.motor_velocity_threshold)
        ));
    }
    steps.push(format!(
        "Solved by {} from triangular factors (Householder QR, one for each row of the \
         equations).",
        found.estimation.method.title()
    ));
    steps.extend(found.estimation.settings.iter().map(|setting| {
        format!(
            "{}: {} ({}).",
            setting.name,
            short(setting.value),
            setting.rule
        )
    }));
    steps
}
