//! What was measured, and how measurements became equations.

use serde::Serialize;

use crate::Model;
use crate::lab::identification::Identification;
use crate::lab::processing::EquationSide;
use crate::lab::report::ReportError;
use crate::lab::report::numbers::{list, percent, setting, short, thousands};
use crate::lab::report::section::Section;
use crate::lab::residuals::Series;

#[derive(Serialize)]
struct Conditioning<'a> {
    recordings: Vec<Recording>,
    steps: Vec<String>,
    chosen: &'a [String],
}

/// A recording's row of the table.
#[derive(Serialize)]
struct Recording {
    name: String,
    purpose: &'static str,
    duration: String,
    rate: String,
    decimated: String,
    samples: String,
    used: String,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let decimation = found.processing.decimation();
    let training = found.series.iter().map(|s| row(s, decimation, "estimate"));
    let held_out = found.validation.iter().flat_map(|v| &v.series);
    let held_out = held_out.map(|s| row(s, decimation, "validate"));
    let content = Conditioning {
        recordings: training.chain(held_out).collect(),
        steps: steps(found),
        chosen: &found.processing.chosen,
    };
    let template = include_str!("conditioning.html");
    Section::new("measured", "What was measured", template, content).map(Some)
}

fn row(series: &Series, decimation: usize, purpose: &'static str) -> Recording {
    let kept: usize = series.kept.iter().flatten().filter(|kept| **kept).count();
    let all: usize = series.kept.iter().map(Vec::len).sum();
    #[expect(clippy::cast_precision_loss, reason = "counts of samples")]
    let (share, factor, count) = (
        kept as f64 / all.max(1) as f64,
        decimation as f64,
        series.time.len() as f64,
    );
    Recording {
        name: series.name.clone(),
        purpose,
        duration: short(count / series.rate),
        rate: setting(series.rate * factor),
        decimated: setting(series.rate),
        samples: thousands(series.time.len()),
        used: percent(share),
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
        found.method.title()
    ));
    steps.extend(found.settings.iter().map(|setting| {
        format!(
            "{}: {} ({}).",
            setting.name,
            short(setting.value),
            setting.rule
        )
    }));
    steps
}
