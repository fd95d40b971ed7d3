//! `excitation.html`: a motion before it is run, what it uses of the limits, and how well each parameter will be known.

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::{ReportError, plot};
use crate::excite::{Designed, Foreseen, JointUse, Limits, Planned, Screening};
use armwright_runtime::{JointKind, Model};

/// A joint with its path, as SVG.
#[derive(Serialize)]
struct DrawnJoint<'a> {
    #[serde(flatten)]
    joint: &'a JointUse,
    /// What is used of position, velocity and acceleration, %.
    percent: [f64; 3],
    path: String,
}

/// A parameter, and a word for how well it will be known.
#[derive(Serialize)]
struct Graded<'a> {
    #[serde(flatten)]
    parameter: &'a Foreseen,
    class: &'static str,
    word: &'static str,
    /// Length of its bar, %.
    bar: f64,
}

/// Shares of nominal values up to which a parameter is known well, and poorly.
const WELL: f64 = 0.1;
const POORLY: f64 = 0.3;

fn grade(parameter: &Foreseen) -> Graded<'_> {
    let (class, word) = match (parameter.std, parameter.relative) {
        (None, _) => ("lost", "not determined"),
        (_, None) => ("", ""),
        (_, Some(share)) if share <= WELL => ("good", "well"),
        (_, Some(share)) if share <= POORLY => ("fair", "fairly"),
        _ => ("poor", "poorly"),
    };
    Graded {
        class,
        word,
        bar: parameter
            .relative
            .map_or(0.0, |share| (100.0 * share).clamp(2.0, 100.0)),
        parameter,
    }
}

/// The page of a planned motion, one file without network; `designed` where it was searched here, with what the search
/// made good.
///
/// # Errors
/// [`ReportError::Template`].
pub fn excitation_page(
    model: &Model,
    found: &Screening,
    planned: &Planned,
    limits: &Limits,
    designed: Option<(&Designed, &str)>,
) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    let short = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), super::numbers::short);
    environment.add_filter("short", short);
    environment.add_template("excitation.html", include_str!("excitation.html"))?;
    let joints = found.joints.iter().enumerate().map(|(j, joint)| {
        let unit = joint.unit;
        let of = &limits.joints[j];
        let position = match model.joints[j].kind {
            JointKind::Continuous => [f64::INFINITY; 2],
            _ => of.position,
        };
        let names = [unit.to_owned(), format!("{unit}/s"), format!("{unit}/s²")];
        let [q, qd, qdd] = [0, 1, 2].map(|order| planned.state[order][j].as_slice());
        DrawnJoint {
            percent: joint.used.map(|used| 100.0 * used),
            path: plot::path(
                &planned.time,
                [
                    (q, position, &names[0]),
                    (qd, [-of.velocity, of.velocity], &names[1]),
                    (qdd, [-of.acceleration, of.acceleration], &names[2]),
                ],
                &format!("{}: position, speed and acceleration", joint.name),
            ),
            joint,
        }
    });
    let joints: Vec<DrawnJoint<'_>> = joints.collect();
    let content = context! {
        title => model.title,
        found => Serde(found),
        joints => Serde(joints),
        base => Serde(found.base.iter().map(grade).collect::<Vec<_>>()),
        physical => Serde(found.physical.iter().map(grade).collect::<Vec<_>>()),
        complete => found.is_complete(),
        designed => designed.is_some(),
        criterion => designed.map(|(_, criterion)| criterion),
        figure => designed.map(|(designed, _)| designed.figure),
        judged => designed.map(|(designed, _)| designed.samples),
        first => designed.and_then(|(designed, _)| designed.start),
        starts => designed.map(|(designed, _)| designed.starts),
        singular_values => plot::singular_values(&found.singular_values, found.rank),
        defaults => Serde(&limits.defaults),
        style => include_str!("report.css"),
        version => env!("CARGO_PKG_VERSION"),
    };
    Ok(environment
        .get_template("excitation.html")?
        .render(content)?)
}
