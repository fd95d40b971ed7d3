//! The files of a study: `identification.json`, `base.csv`, `prediction.csv` and `report.html`; `parameters.yaml` of bodies
//! that can exist.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{ReportError, html, json};
use crate::digits;
use crate::identify::Estimation;
use crate::judge::{Means, Reason};
use crate::output::{OutputError, Outputs};
use crate::regression::Series;
use crate::study::Study;
use armwright_runtime::Model;

/// Writes all files into a folder, whole or not at all, and says where they are.
///
/// # Errors
/// [`ReportError`].
pub fn write(study: &Study<'_>, folder: &Path, means: &Means) -> Result<Vec<PathBuf>, ReportError> {
    std::fs::create_dir_all(folder).map_err(|source| OutputError {
        path: folder.to_owned(),
        source,
    })?;
    let found = &study.identification;
    let mut contents = vec![
        ("report.html", html(study, means)?),
        ("identification.json", json(study, means)? + "\n"),
        ("base.csv", base(&found.estimation)),
        (
            "prediction.csv",
            prediction(study.model, &found.series, true),
        ),
    ];
    if found.estimation.realised.is_some() {
        contents.push(("parameters.yaml", parameters(&found.estimation)));
    }
    let mut outputs = Outputs::default();
    let mut paths = Vec::new();
    for (name, text) in contents {
        let path = folder.join(name);
        outputs.add(&path, |file| file.write_all(text.as_bytes()))?;
        paths.push(path);
    }
    outputs.commit()?;
    Ok(paths)
}

/// A number that reads back to the same float, short where it can be.
pub(crate) fn number(value: f64) -> String {
    let mut text = String::new();
    digits::push(&mut text, value);
    text
}

/// A row a base parameter: name, expression, value, standard deviation, percent, unit, how well it
/// is known, and why no better.
fn base(found: &Estimation) -> String {
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

/// Standard parameters by name, as `--parameters` takes them: to predict with, and to export.
fn parameters(found: &Estimation) -> String {
    let mut text = format!(
        "# {}, {}: bodies and drives that can exist. Behind each value how far it is expected to be off.\n",
        found.robot,
        found.method.title()
    );
    for p in &found.standard {
        let std = p
            .std
            .map_or_else(String::new, |std| format!(" # {std:.2e}"));
        let _ = writeln!(text, "{}: {}{std}", p.name, number(p.value));
    }
    text
}

/// A row a decimated sample: the recording (where there are several), time, predicted and (where it
/// was) measured torque and whether the sample counted, for each joint, or for each row of what else is measured.
#[must_use]
pub fn prediction(model: &Model, series: &[Series], measured: bool) -> String {
    let several = series.len() > 1;
    let mut text = if several { "recording,t" } else { "t" }.to_owned();
    let rows = Series::rows(series, model);
    for (_, row) in &rows {
        let _ = write!(text, ",{}", row.column);
        if measured {
            let _ = write!(text, ",measured_{0},used_{0}", row.name);
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
            digits::push(&mut text, *time);
            for i in rows.iter().map(|(k, _)| *k) {
                text.push(',');
                digits::push(&mut text, series.predicted[i][k]);
                if measured {
                    text.push(',');
                    digits::push(&mut text, series.measured[i][k]);
                    text.push_str(if series.kept[i][k] { ",1" } else { ",0" });
                }
            }
            text.push('\n');
        }
    }
    text
}
