//! The files of an identification: `identification.json`, `base.csv`, `prediction.csv` and
//! `report.html`.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::measured::Measured;
use super::{Reason, ReportError, Transfer, Verdict, html, transfer};
use crate::identification::Identification;
use crate::number;
use crate::residuals::Series;
use crate::statistics::Estimated;
use armwright_runtime::Model;

/// Writes all files into a folder and says their names.
///
/// # Errors
/// [`ReportError`].
pub fn write(
    model: &'static Model,
    found: &Identification,
    folder: &Path,
) -> Result<Vec<String>, ReportError> {
    std::fs::create_dir_all(folder).map_err(|source| ReportError::Unwritable {
        path: folder.to_owned(),
        source,
    })?;
    let contents = [
        ("report.html", html(model, found)?),
        ("identification.json", json(found)? + "\n"),
        ("base.csv", base(found)),
        ("prediction.csv", prediction(model, &found.series, true)),
    ];
    let mut names = Vec::new();
    for (name, text) in contents {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|source| ReportError::Unwritable {
            path: path.clone(),
            source,
        })?;
        names.push(path.display().to_string());
    }
    Ok(names)
}

/// Every figure of an identification, for programs; a figure that is not finite is `null`.
///
/// # Errors
/// [`ReportError::Json`].
pub fn json(found: &Identification) -> Result<String, ReportError> {
    Ok(serde_json::to_string_pretty(&Judged::of(found))?)
}

/// The figures of an identification with the verdict on them: what `identification.json` holds.
#[derive(Serialize)]
pub struct Judged<'a> {
    #[serde(flatten)]
    found: &'a Identification,
    measured: Vec<Measured>,
    transfer: Vec<Transferred<'a>>,
    verdict: Verdict,
    poorly_known: Vec<PoorlyKnown>,
}

/// What unseen data say of one joint.
#[derive(Serialize)]
struct Transferred<'a> {
    name: &'a str,
    /// RMS residual on unseen data over that on the data of the estimate.
    ratio: f64,
    outcome: Transfer,
}

/// A base parameter that is poorly known, and why.
#[derive(Serialize)]
struct PoorlyKnown {
    name: &'static str,
    #[serde(flatten)]
    reason: Reason,
}

impl<'a> Judged<'a> {
    /// The figures with their verdict.
    #[must_use]
    pub fn of(found: &'a Identification) -> Self {
        let poor = |p: &Estimated| {
            let name = p.name;
            Reason::of(p).map(|reason| PoorlyKnown { name, reason })
        };
        let held = found.validation.iter().flat_map(|v| &v.joints);
        let pairs = found.joints.iter().zip(held);
        let transfer = pairs.map(|(seen, unseen)| Transferred {
            name: &seen.name,
            ratio: unseen.rmse / seen.rmse,
            outcome: transfer(seen, unseen),
        });
        Self {
            found,
            measured: Measured::of(found),
            transfer: transfer.collect(),
            verdict: Verdict::of(found),
            poorly_known: found.parameters().filter_map(poor).collect(),
        }
    }
}

/// A row a base parameter: name, expression, value, standard deviation, percent, unit, how well it
/// is known, and why no better.
fn base(found: &Identification) -> String {
    let mut text = "name,expression,value,std,percent,unit,quality,reason\n".to_owned();
    let optional = |x: Option<f64>| x.map_or_else(String::new, number);
    for p in found.parameters() {
        let _ = writeln!(
            text,
            "{},\"{}\",{},{},{},{},{},\"{}\"",
            p.name,
            p.expression,
            number(p.value),
            optional(p.std),
            optional(p.percent),
            p.unit,
            p.quality.word(),
            Reason::of(p).map_or_else(String::new, |reason| reason.to_string())
        );
    }
    text
}

/// A row a decimated sample: the recording (where there are several), time, predicted and (where it
/// was) measured torque and whether the sample counted, for each joint.
#[must_use]
pub fn prediction(model: &Model, series: &[Series], measured: bool) -> String {
    let several = series.len() > 1;
    let mut text = if several { "recording,t" } else { "t" }.to_owned();
    for joint in model.joints {
        let _ = write!(text, ",tau_{}", joint.name);
        if measured {
            let _ = write!(text, ",measured_{0},used_{0}", joint.name);
        }
    }
    text.push('\n');
    for series in series {
        // A name may have commas and quotes in it.
        let quoted = format!("\"{}\",", series.name.replace('"', "\"\""));
        for (k, time) in series.time.iter().enumerate() {
            if several {
                text.push_str(&quoted);
            }
            text.push_str(&number(*time));
            for i in 0..series.predicted.len() {
                let _ = write!(text, ",{}", number(series.predicted[i][k]));
                if measured {
                    let used = u8::from(series.kept[i][k]);
                    let _ = write!(text, ",{},{used}", number(series.measured[i][k]));
                }
            }
            text.push('\n');
        }
    }
    text
}
