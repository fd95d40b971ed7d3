//! `report.html`: one file without network, laid out by a template.

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::mathematics::typeset;
use super::{ReportError, Verdict, plot};
use crate::lab::identification::Identification;
use crate::lab::processing::{EquationSide, joined};
use crate::lab::residuals::{Fit, Series};
use crate::lab::statistics::Estimated;
use crate::{JointKind, Model};

/// Everything that the template shows.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    title: &'static str,
    robot: &'static str,
    source: &'static str,
    verdict: Verdict,
    method: &'static str,
    tiles: Vec<(String, String)>,
    joints: Vec<JointSection>,
    overall: Row,
    validation: Option<Row>,
    validation_names: Option<String>,
    base: Vec<ParameterRow>,
    drive: Vec<ParameterRow>,
    simulated: bool,
    singular_values: String,
    condition: String,
    condition_unscaled: String,
    rank: usize,
    structural_rank: usize,
    steps: Vec<String>,
    chosen: &'a [String],
    recordings: &'a [String],
    warnings: &'a [String],
    correlation: String,
    equations: Vec<Equation>,
    version: &'static str,
}

/// A joint's part of the page.
#[derive(Serialize)]
struct JointSection {
    name: &'static str,
    unit: &'static str,
    fit: Row,
    plot: String,
    validation: Option<Row>,
    validation_plot: Option<String>,
}

/// Figures of a fit, as text.
#[derive(Serialize)]
struct Row {
    name: String,
    rmse: String,
    nrmse: String,
    r2: String,
    lag1: String,
    samples: usize,
}

/// A base parameter, as text.
#[derive(Serialize)]
struct ParameterRow {
    name: String,
    mathematics: Option<String>,
    expression: &'static str,
    /// Whether it stands for more than the parameter that it is named after.
    grouped: bool,
    unit: &'static str,
    value: String,
    std: String,
    percent: String,
    /// Width of the bar that shows the relative deviation, percent of 50 %.
    bar: f64,
    quality: &'static str,
    word: &'static str,
    correlated: String,
    truth: String,
    off: String,
    beyond: bool,
}

#[derive(Serialize)]
struct Equation {
    mathematics: Option<String>,
    text: String,
}

/// The page of an identification.
///
/// # Errors
/// [`ReportError::Template`] if the template cannot be filled in.
pub fn html(model: &'static Model, found: &Identification) -> Result<String, ReportError> {
    let page = Page {
        style: include_str!("report.css"),
        title: model.title,
        robot: model.name,
        source: model.source,
        verdict: Verdict::of(found),
        method: found.method.title(),
        tiles: tiles(found),
        joints: joints(model, found),
        overall: row(&found.overall),
        validation: found
            .validation
            .as_ref()
            .map(|validation| row(&validation.overall)),
        validation_names: found.validation.as_ref().map(|v| v.recordings.join(", ")),
        base: rows(model, &found.base),
        drive: rows(model, &found.drive),
        simulated: found.parameters().any(|p| p.truth.is_some()),
        singular_values: plot::singular_values(&found.singular_values),
        condition: short(found.condition),
        condition_unscaled: short(found.condition_unscaled),
        rank: found.rank,
        structural_rank: found.structural_rank,
        steps: steps(found),
        chosen: &found.processing.chosen,
        recordings: &found.recordings,
        warnings: &found.warnings,
        correlation: list(&found.correlation_factor),
        equations: equations(model),
        version: env!("CARGO_PKG_VERSION"),
    };
    let mut environment = Environment::new();
    environment.add_template("report.html", include_str!("report.html"))?;
    Ok(environment
        .get_template("report.html")?
        .render(Serde(page))?)
}

fn tiles(found: &Identification) -> Vec<(String, String)> {
    let mut tiles = vec![
        (
            format!("{} / {}", found.rank, found.structural_rank),
            "base parameters".to_owned(),
        ),
        (
            format!("{:.4}", found.overall.r2),
            "R² over all joints".to_owned(),
        ),
        (
            format!("{:.2} %", 100.0 * found.overall.nrmse),
            "relative residual".to_owned(),
        ),
        (
            short(found.condition),
            "condition number, scaled".to_owned(),
        ),
        (
            thousands(found.rows),
            format!("equations of {} samples", thousands(found.samples)),
        ),
    ];
    if let Some(validation) = &found.validation {
        tiles.push((
            format!("{:.4}", validation.overall.r2),
            "R² on unseen data".to_owned(),
        ));
    }
    tiles
}

fn joints(model: &'static Model, found: &Identification) -> Vec<JointSection> {
    let plots = |series: &[Series], joint: usize, unit: &str| -> String {
        series
            .iter()
            .map(|series| plot::torque(series, joint, unit))
            .collect()
    };
    let validation = found.validation.as_ref();
    let joints = model.joints.iter().zip(&found.joints).enumerate();
    joints
        .map(|(i, (joint, fit))| {
            let unit = if joint.kind == JointKind::Prismatic {
                "N"
            } else {
                "N·m"
            };
            JointSection {
                name: joint.name,
                unit,
                fit: row(fit),
                plot: plots(&found.series, i, unit),
                validation: validation.and_then(|v| v.joints.get(i)).map(row),
                validation_plot: validation.map(|v| plots(&v.series, i, unit)),
            }
        })
        .collect()
}

fn row(fit: &Fit) -> Row {
    Row {
        name: fit.name.clone(),
        rmse: short(fit.rmse),
        nrmse: format!("{:.2}", 100.0 * fit.nrmse),
        r2: format!("{:.4}", fit.r2),
        lag1: format!("{:+.2}", fit.lag1).replace('-', "−"),
        samples: fit.samples,
    }
}

fn rows(model: &Model, list: &[Estimated]) -> Vec<ParameterRow> {
    list.iter()
        .map(|p| {
            let base = model.base.iter().find(|base| base.name == p.name);
            let off = p.truth.zip(p.std).filter(|(_, std)| *std > 0.0);
            let off = off.map(|(truth, std)| (p.value - truth) / std);
            ParameterRow {
                name: p.name.to_owned(),
                mathematics: base.and_then(|base| typeset(base.latex, false)),
                expression: p.expression,
                grouped: p.expression != p.name,
                unit: p.unit,
                value: short(p.value),
                std: p.std.map_or("–".to_owned(), short),
                percent: p.percent.map_or("–".to_owned(), |percent| match percent {
                    large if large >= 1000.0 => "> 1000".to_owned(),
                    percent => format!("{percent:.1}"),
                }),
                bar: (p.percent.unwrap_or(100.0) * 2.0).clamp(1.0, 100.0),
                quality: match p.quality {
                    crate::lab::statistics::Quality::Good => "good",
                    crate::lab::statistics::Quality::Fair => "fair",
                    crate::lab::statistics::Quality::Undetermined => "lost",
                    _ => "poor",
                },
                word: p.quality.word(),
                correlated: p.correlated.map_or(String::new(), |(name, rho)| {
                    format!("{name} {rho:+.2}").replace('-', "−")
                }),
                truth: p.truth.map_or(String::new(), short),
                off: off.map_or(String::new(), |off| format!("{off:+.2}").replace('-', "−")),
                beyond: off.is_some_and(|off| off.abs() > 3.0),
            }
        })
        .collect()
}

/// `0.1, 0.2`.
fn list(values: &[f64]) -> String {
    joined(&values.iter().map(|value| short(*value)).collect::<Vec<_>>())
}

/// How the data was processed, as a method section lists it.
fn steps(found: &Identification) -> Vec<String> {
    let p = &found.processing;
    let decimation = if p.decimation() == 1 {
        "No decimation.".to_owned()
    } else {
        format!(
            "Torque and every column of the observation matrix decimated in parallel by {} \
             (zero-phase Chebyshev filter of order 8).",
            p.decimate
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" × ")
        )
    };
    let side = match p.equations {
        EquationSide::Joint => "joint torques",
        EquationSide::Motor => "motor torques",
    };
    let mut steps = vec![
        format!(
            "Positions: Butterworth low-pass of order {}, {} Hz, forwards and backwards (no \
             delay); velocity and acceleration by central differences; {} samples cut off at each \
             end.",
            p.order,
            short(p.cutoff),
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
            "Samples dropped where the sign of friction is uncertain: joint speed below {}, motor \
             speed below {}.",
            list(&p.velocity_threshold),
            list(&p.motor_velocity_threshold)
        ));
    }
    steps.push(format!(
        "Solved by {} from triangular factors (Householder QR, one a row).",
        found.method.title()
    ));
    steps
}

fn equations(model: &Model) -> Vec<Equation> {
    let each = model.equations.iter().map(|(left, right)| {
        let text = format!("{left} = {right}");
        Equation {
            mathematics: typeset(&text, true),
            text,
        }
    });
    each.collect()
}

/// About four significant digits, with a typographic minus.
fn short(value: f64) -> String {
    let size = value.abs();
    let text = if value == 0.0 {
        "0".to_owned()
    } else if !value.is_finite() {
        "∞".to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        format!("{value:.2e}")
    } else {
        #[expect(clippy::cast_possible_truncation, reason = "between -4 and 6")]
        let digits = (3 - size.log10().floor() as i32).clamp(0, 7);
        format!("{value:.*}", usize::try_from(digits).unwrap_or(0))
    };
    text.replace('-', "−")
}

/// `45 000`.
fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{short, thousands};

    #[test]
    fn numbers_are_short_and_readable() {
        assert_eq!(short(-0.012_345_6), "−0.01235");
        assert_eq!(short(1234.56), "1235");
        assert_eq!(short(1.5e-7), "1.50e−7");
        assert_eq!(thousands(45_000), "45\u{202f}000");
        assert_eq!(thousands(999), "999");
    }
}
